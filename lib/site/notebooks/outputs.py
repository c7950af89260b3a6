"""Outputs as a notebook can keep them: figures that every viewer draws, and nothing that needs a kernel."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode

_KEPT = ("image/svg+xml", "text/plain")


def stored(outputs: list[NotebookNode]) -> list[dict[str, Any]]:
    """Return the outputs of a cell without counts, metadata and live widgets.

    A figure is kept as an SVG of its own with its description in words. The widget's view goes: without
    its kernel a viewer could only say that the model is missing.
    """
    kept = []
    for output in outputs:
        if output.output_type == "stream":
            kept.append({"output_type": "stream", "name": output.name, "text": output.text})
        elif output.output_type in ("execute_result", "display_data"):
            data = {kind: output.data[kind] for kind in _KEPT if kind in output.data}
            kept.append({"output_type": "display_data", "metadata": {}, "data": data})
    return kept

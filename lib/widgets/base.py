"""What every widget is: a figure first, then a thing to move, with a kernel or without one."""

from __future__ import annotations

import html
import json
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

from lib.palette import css_variables
from lib.plots import Picture

_HERE = Path(__file__).parent
_DARK_EDITORS = ':is([data-jp-theme-light="false"], .vscode-dark) .course-widget'


@cache
def shared_script() -> str:
    """Return the formulas and parts that every widget's module begins with."""
    return "\n".join((_HERE / "shared" / name).read_text(encoding="utf-8") for name in ("maths.js", "parts.js"))


@cache
def script_of(stem: str) -> str:
    """Return a widget's own module, without the shared part; long formulas have a file of their own."""
    files = (_HERE / f"{stem}_formulas.js", _HERE / f"{stem}.js")
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path.exists())


@cache
def style_of(stem: str) -> str:
    """Return a widget's own style sheet."""
    return (_HERE / f"{stem}.css").read_text(encoding="utf-8")


@cache
def shared_style() -> str:
    """Return the style that all widgets share."""
    return (_HERE / "shared" / "widget.css").read_text(encoding="utf-8")


@cache
def _notebook_style(stem: str) -> str:
    """Return the style of a widget in a notebook editor, which has none of the site's tokens."""
    scheme = f"{_DARK_EDITORS} {{ color-scheme: dark; }}"
    return "\n".join((css_variables(".course-widget", _DARK_EDITORS), scheme, shared_style(), style_of(stem)))


class CourseWidget(anywidget.AnyWidget):
    """A widget that is complete from its traits alone.

    In JupyterLab it talks to the kernel. On a published page its module runs without one: the
    page holds the default figure and the traits, and the site's host does the rest.

    Attributes
    ----------
    refused
        What Python last refused to take from the page, in words; empty when all is well.
    """

    stem: ClassVar[str]
    _esm = "export default { render() {} }"
    refused = traitlets.Unicode("").tag(sync=True)

    def __init_subclass__(cls, **settings: Any) -> None:
        """Give each class its module and style: the files beside it, after the shared part."""
        super().__init_subclass__(**settings)
        if "stem" not in vars(cls):  # anywidget derives a class of its own for each instance's traits
            return
        cls._esm = f"{shared_script()}\n{script_of(cls.stem)}"
        cls._css = _notebook_style(cls.stem)

    def still(self) -> Picture:
        """Return the figure that stands where the widget can't run: the one of `lib.plots`."""
        raise NotImplementedError

    @property
    def state(self) -> dict[str, Any]:
        """The traits that the page gets, by name."""
        own = self.class_own_traits() if type(self) is CourseWidget else self.traits(sync=True)
        names = [name for name in own if not name.startswith("_") and name not in _OF_THE_FRAMEWORK]
        return {name: getattr(self, name) for name in sorted(names)}

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the page sends; what can't be taken is told there, and the page gets the old value back."""
        try:
            super().set_state(sync_data)
        except (traitlets.TraitError, ValueError, TypeError) as error:
            self.refused = str(error)
            self.send_state(list(sync_data.keys() & set(self.keys)))
        else:
            self.refused = ""

    def _repr_mimebundle_(self, **settings: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget for JupyterLab, and the figure with the state for a published page."""
        bundle = super()._repr_mimebundle_(**settings)
        if bundle is None:
            return None
        data, metadata = bundle
        still = self.still()
        data["text/plain"] = still.alt
        data["image/svg+xml"] = still.svg()  # what a stored notebook keeps of it
        data["text/html"] = page_fragment(self.stem, self.state, still)
        return data, metadata


_OF_THE_FRAMEWORK = frozenset({"layout", "tabbable", "tooltip", "comm", "keys", "log"})


def page_fragment(stem: str, state: dict[str, Any], still: Picture) -> str:
    """Return what a published page holds for a widget: its figure, and the state to start from.

    The figure stands in the room that the widget will take, which grows with its rows.
    """
    # In a script element only "</" and "<!--" could end the data early.
    data = json.dumps(state, ensure_ascii=False, sort_keys=True, allow_nan=False).replace("<", "\\u003c")
    rows = next((len(state[name]) for name in ("tokens", "probabilities", "words") if name in state), 0)
    return (
        f'<div class="course-widget" data-widget="{html.escape(stem)}">'
        f'<script type="application/json">{data}</script>'
        f'<div class="still" style="--rows:{rows}">{still.html()}</div></div>'
    )

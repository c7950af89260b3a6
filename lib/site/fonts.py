"""Which fonts a page shows when it opens, and so asks for at once."""

from __future__ import annotations

from docutils import nodes

from lib.site.elements import Tag

_FONT_OF: tuple[tuple[type[nodes.Element], str], ...] = (
    (nodes.literal, "mono"),
    (nodes.literal_block, "mono"),
    (nodes.math, "math"),
    (nodes.math_block, "math"),
    (nodes.emphasis, "serif-italic"),
)


def fonts_of(document: nodes.document | None) -> list[str]:
    """Return the fonts to preload.

    A browser complains about one that it preloaded and didn't need. So what stands in a closed
    fold doesn't count, nor do italics in what is set in sans, which has no italic of its own.
    """
    fonts = ["serif", "sans"]
    for kind, font in _FONT_OF:
        shown = (node for node in document.findall(kind) if not _is_hidden(node)) if document else ()
        if font not in fonts and any(font != "serif-italic" or not _is_in_sans(node) for node in shown):
            fonts.append(font)
    return fonts


def _around(node: nodes.Node) -> list[nodes.Element]:
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def _is_hidden(node: nodes.Node) -> bool:
    """Whether a node stands in a closed fold, or in the self-check, which shows one card, a new one each time."""
    around = _around(node)
    return any(isinstance(each, Tag) and each["tag"] == "details" for each in around) or any(
        {"deck", "print-only"} & set(each.get("classes", ())) for each in around
    )


def _is_in_sans(node: nodes.Node) -> bool:
    return any(
        isinstance(each, nodes.table | nodes.sidebar)
        or (isinstance(each, Tag) and each["tag"] == "figcaption")
        or {"caption", "meta", "tally"} & set(each.get("classes", ()))
        for each in _around(node)
    )

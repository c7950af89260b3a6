"""Text, formulas, links and emphasis as plain Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes

_SPECIAL = re.compile(r"[\\`*_$~]|\](?=\()")
_BLOCK_START = re.compile(r"^(?:([#>+=-])|(\d+)([.)]))(?=\s|$|[#>=-])")
_AROUND = (nodes.inline, addnodes.pending_xref, nodes.generated, nodes.title_reference)
_SKIPPED = (nodes.target, nodes.comment)


@dataclass(frozen=True)
class Inline:
    """Writes what stands within a paragraph.

    Attributes
    ----------
    address
        The full address of the page in the published book: links are resolved against it.
    warn
        Told of each node that has no plain Markdown.
    """

    address: str
    warn: Callable[[nodes.Node], None]

    def __call__(self, children: Iterable[nodes.Node]) -> str:
        """Return the Markdown of these nodes, on one line."""
        return "".join(map(self._one, children))

    def _one(self, node: nodes.Node) -> str:
        match node:
            case nodes.Text():
                return escape(node.astext())
            case nodes.math():
                return f"${' '.join(node.astext().split())}$"
            case nodes.literal():
                return code(node.astext())
            case nodes.emphasis():
                return _around("*", self(node.children))
            case nodes.strong():
                return _around("**", self(node.children))
            case nodes.reference():
                return self._link(node)
            case nodes.Element() if isinstance(node, _AROUND):
                return self(node.children)
            case nodes.Element() if isinstance(node, _SKIPPED):
                return ""
        self.warn(node)
        return escape(node.astext())

    def _link(self, node: nodes.reference) -> str:
        to = urljoin(self.address, node["refuri"]) if "refuri" in node else f"{self.address}#{node['refid']}"
        return f"[{self(node.children)}]({to.replace('(', '%28').replace(')', '%29')})"


def escape(text: str) -> str:
    r"""Return text so that Markdown shows it as it is. A new line is a space: it might begin a list.

    Examples
    --------
    >>> escape("2 * [MASK] costs a_b < $1")
    '2 \\* [MASK] costs a\\_b &lt; \\$1'
    """
    plain = text.replace("\n", " ").replace("&", "&amp;").replace("<", "&lt;")
    return _SPECIAL.sub(r"\\\g<0>", plain)


def at_start(text: str) -> str:
    """Return a paragraph so that its beginning is not taken for that of a list, heading or quotation."""
    return _BLOCK_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", text)


def code(text: str) -> str:
    """Return text as code, in as many backticks as it takes.

    Examples
    --------
    >>> code("a`b")
    '``a`b``'
    """
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    room = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{room}{text}{room}{fence}"


def _around(mark: str, text: str) -> str:
    """Put marks around text, its outer spaces outside."""
    inner = text.strip()
    return text.replace(inner, f"{mark}{inner}{mark}", 1) if inner else text

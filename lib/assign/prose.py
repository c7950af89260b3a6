"""The bank's Markdown as HTML that any learning platform shows, or as plain Markdown: nothing of MyST is left in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from pybtex.database import Entry, parse_file

from lib.files import PlainError

REFERENCES = Path(__file__).parents[2] / "chapters" / "references.bib"
_ROLE = re.compile(r"(?<!`)\{([a-z:]+)\}`([^`]+)`")
_NO_PLAIN_FORM = re.compile(r"^(?:`{3,}|:{3,})\{[^}]*\}|!\[", re.MULTILINE)
_TITLE_AND_TARGET = re.compile(r"^(.*?)\s*<[^<>]+>$", re.DOTALL)


class UnknownMarkupError(PlainError):
    """Markup that has no form in a learning platform."""


def _math_inline(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    # Every platform's formula script finds backslashed brackets.
    return rf"\({escape(tokens[index].content, quote=False)}\)"


def _math_block(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    return f"<p>\\[{escape(tokens[index].content.strip(), quote=False)}\\]</p>\n"


def _role(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    return escape(role_in_words(str(tokens[index].meta["name"]), tokens[index].content), quote=False)


def role_in_words(name: str, text: str) -> str:
    """Return what a role shows, without its link.

    Raises
    ------
    UnknownMarkupError
        If it is another role than those of terms, references and citations.
    """
    match name:
        case "term" | "ref" | "numref" | "doc":
            titled = _TITLE_AND_TARGET.match(text)
            return titled[1] if titled else text
        case "cite:p":
            return f"({'; '.join(' '.join(cited(key)) for key in text.split(','))})"
        case "cite:t":
            return ", ".join("{} ({})".format(*cited(key)) for key in text.split(","))
    raise UnknownMarkupError(f"the role {{{name}}} of a prompt has no form here: write it in plain words?")


def _table(*_: object) -> str:
    return '<table border="1" cellpadding="6">\n'


def _image(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    raise UnknownMarkupError(
        f"the figure {tokens[index].attrs.get('src')} of a prompt has no form here: say it in words?"
    )


def _fence(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    if tokens[index].info.startswith("{"):
        raise UnknownMarkupError(f"the directive {tokens[index].info} of a prompt has no form here: say it in words?")
    return f"<pre><code>{escape(tokens[index].content, quote=False)}</code></pre>\n"


_RULES: dict[str, Callable[..., str]] = {
    "math_inline": _math_inline,
    "math_block": _math_block,
    "myst_role": _role,
    "table_open": _table,
    "image": _image,
    "fence": _fence,
}


@cache
def reader() -> MarkdownIt:
    """Return what reads the bank's Markdown: it knows tables, formulas and roles."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin).use(myst_role_plugin)
    for name, rule in _RULES.items():
        made.add_render_rule(name, rule)
    return made


@lru_cache(maxsize=4000)
def to_html(markdown: str) -> str:
    r"""Convert a rendered prompt.

    Raises
    ------
    UnknownMarkupError
        If it has markup for which there is no plain form.

    Examples
    --------
    >>> to_html("Its {term}`logits <logit>` are $z < 0$ {cite:p}`devlin2019bert`.")
    '<p>Its logits are \\(z &lt; 0\\) (Devlin et al. 2019).</p>\n'
    """
    return str(reader().render(markdown))


def to_markdown(myst: str) -> str:
    """Convert a rendered prompt to Markdown that Jupyter shows.

    Raises
    ------
    UnknownMarkupError
        If it has markup for which there is no plain form.

    Examples
    --------
    >>> to_markdown("Its {term}`logits <logit>` are $z$ {cite:p}`devlin2019bert`.")
    'Its logits are $z$ (Devlin et al. 2019).'
    """
    if found := _NO_PLAIN_FORM.search(myst):
        raise UnknownMarkupError(f"{found[0]} of a prompt has no form here: say it in words?")
    return _ROLE.sub(lambda role: role_in_words(role[1], role[2]), myst)


def plain(text: str) -> str:
    """Return a plain text, such as a label or feedback, as HTML."""
    return escape(text, quote=False)


@cache
def cited(key: str) -> tuple[str, str]:
    """Return who a source is by, and of which year."""
    found = _sources()[key.strip()]
    names = [" ".join(person.prelast_names + person.last_names) for person in found.persons["author"]]
    who = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return who, found.fields["year"]


@cache
def _sources() -> dict[str, Entry]:
    return dict(parse_file(str(REFERENCES)).entries)

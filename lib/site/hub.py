"""The maker of links that bring a chapter to a student on a JupyterHub, by nbgitpuller: a form that asks no host.

The place for it is a ``{div} hub-link``; what stands in it is what a reader without script gets.
"""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from lib.bank import LEVELS
from lib.site.answers import raw
from lib.site.elements import tag
from lib.site.launch import hub_address
from lib.site.project import read_project

EXAMPLE = "https://hub.example.edu"


class HubLink(SphinxPostTransform):
    """Put the form before what stands in its place."""

    default_priority = 720
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Fill each place."""
        for place in list(self.document.findall(nodes.container)):
            if "hub-link" in place["classes"]:
                project = read_project()
                link = hub_address(EXAMPLE, f"chapters/{LEVELS[1].page}", project)
                example = tag("p", nodes.reference("", link, refuri=link, internal=False), classes=["made"])
                place[:] = [raw(_form()), *place.children, example]


def _form() -> str:
    project = read_project()
    chapters = "".join(f'<option value="chapters/{e.page}.md">{e.number} {escape(e.title)}</option>' for e in LEVELS)
    text = 'autocomplete="off" autocapitalize="off" spellcheck="false"'
    hub = f'<input name="hub" type="url" {text} placeholder="{EXAMPLE}">'
    return (
        '<form class="scripted" method="dialog" novalidate>'
        f"<label>Address of your hub {hub}</label>"
        f'<label>Chapter <select name="chapter">{chapters}<option value="">another file …</option></select></label>'
        f'<label hidden>Path of the file <input name="path" {text} placeholder="level-2/ada.ipynb"></label>'
        f'<label>Repository <input name="repository" type="url" {text} value="{escape(project.repository)}"></label>'
        f'<label>Branch <input name="branch" {text} value="{escape(project.branch)}"></label>'
        '<button class="button" type="button" data-copy>Copy the link</button><p role="status"></p></form>'
    )


def _notice(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    context["has_hub_link"] = "hub-link" in context.get("body", "")


def setup(app: Sphinx) -> None:
    """Build the form, and load its script where it is."""
    app.add_post_transform(HubLink)
    app.connect("html-page-context", _notice, priority=940)

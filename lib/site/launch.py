"""Links that open a page's code: one quiet line below the page's heading, "Run this chapter"."""

from __future__ import annotations

from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from lib.site.elements import Tag, tag
from lib.site.project import Project, read_project

BINDER = "https://mybinder.org/v2/gh"


@dataclass(frozen=True)
class Launch:
    """A way to run a page.

    Attributes
    ----------
    name
        The link's text, which follows "Run this chapter".
    address
        Where it leads: a whole address, or one that is relative to the page.
    says
        What it does, for whoever points at it.
    """

    name: str
    address: str
    says: str


def launches(page: str, project: Project) -> list[Launch]:
    """Return the ways to run a page, in the order in which they are offered.

    Parameters
    ----------
    page
        The page's path in the repository, without its ending: ``chapters/notation``.
    project
        Whose repository it is.
    """
    return [
        Launch(
            "Binder",
            binder_address(page, project),
            "Opens this chapter as a notebook in a free JupyterLab on mybinder.org; starting takes a minute or two",
        ),
    ]


def binder_address(page: str, project: Project) -> str:
    """Return the address that opens a page in JupyterLab on Binder.

    It names the page's own Markdown; that a Markdown file is shown as a notebook there is what
    ``binder/overrides.json`` says.
    """
    return f"{BINDER}/{project.owner_and_name}/{project.branch}?urlpath=lab/tree/{page}.md"


def has_code(document: nodes.Element) -> bool:
    """Whether a page has a cell of code."""
    return any(each.get("nb_element") == "cell_code" for each in document.findall(nodes.container))


class Offer(SphinxPostTransform):
    """Put the links below the heading and its line of facts, on each page that has code."""

    default_priority = 730  # the line of facts is known by then, and the welcome page has its shape
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Add the line to the page."""
        section = next(iter(self.document.findall(nodes.section)), None)
        if section is None or not isinstance(section[0], nodes.title) or not has_code(self.document):
            return
        below_facts = len(section) > 1 and isinstance(section[1], nodes.Element) and "meta" in section[1]["classes"]
        section.insert(2 if below_facts else 1, _line(launches(self.env.docname, read_project())))


def _line(offered: list[Launch]) -> Tag:
    name = tag("span", nodes.Text("Run this chapter"))
    links = [
        tag("li", nodes.reference("", each.name, refuri=each.address, reftitle=each.says, internal=False))
        for each in offered
    ]
    return tag("div", name, tag("ul", *links), classes=["launch", "d-print-none"])


def setup(app: Sphinx) -> None:
    """Run it when pages are written."""
    app.add_post_transform(Offer)

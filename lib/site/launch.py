"""Links that open a page's code: one quiet line below the page's heading, "Run this chapter"."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from lib.site.elements import Tag, tag
from lib.site.notebooks import names
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
    is_download
        Whether the address is that of a file to be kept rather than opened.
    """

    name: str
    address: str
    says: str
    is_download: bool = False


def launches(page: str, project: Project) -> list[Launch]:
    """Return the ways to run a page, in the order in which they are offered.

    Parameters
    ----------
    page
        The page's path in the repository, without its ending: ``chapters/notation``.
    project
        Whose repository it is.
    """
    chapter = page.rpartition("/")[2]
    folder = "../" * page.count("/") + names.FOLDER
    return [
        Launch(
            "Binder",
            binder_address(page, project),
            "Opens this chapter as a notebook in a free JupyterLab on mybinder.org; starting takes a minute or two",
        ),
        Launch(
            "Colab",
            names.on_colab(project, chapter),
            "Opens this chapter as a notebook on Google Colab, which asks for a Google account",
        ),
        Launch(
            "Notebook",
            f"{folder}/{names.learners(chapter)}",
            "Downloads this chapter as a notebook for your own Jupyter, with answers to fill in",
            is_download=True,
        ),
        Launch(
            "Notebook with solutions",
            f"{folder}/{names.full(chapter)}",
            "Downloads this chapter as a notebook with answers, solutions and outputs",
            is_download=True,
        ),
    ]


def binder_address(page: str, project: Project) -> str:
    """Return the address that opens a page in JupyterLab on Binder.

    It names the page's own Markdown; that a Markdown file is shown as a notebook there is what
    ``binder/overrides.json`` says.
    """
    return f"{BINDER}/{project.owner_and_name}/{project.branch}?urlpath=lab/tree/{page}.md"


def hub_address(hub: str, page: str, project: Project) -> str:
    """Return the address that opens a page on a class's JupyterHub, by nbgitpuller.

    A student's first visit brings the whole repository into the folder of its name; a later one brings what
    is new, and keeps what the student changed.

    Parameters
    ----------
    hub
        The hub's address, with or without a slash at its end.

    Examples
    --------
    >>> book = Project("1", "https://github.com/owner/book", "https://owner.github.io/book/")
    >>> print(hub_address("https://hub.example.org/", "chapters/notation", book))
    https://hub.example.org/hub/user-redirect/git-pull?repo=https%3A%2F%2Fgithub.com%2Fowner%2Fbook&branch=main&urlpath=lab%2Ftree%2Fbook%2Fchapters%2Fnotation.md
    """
    name = project.repository.rpartition("/")[2]
    query = {"repo": project.repository, "branch": project.branch, "urlpath": f"lab/tree/{name}/{page}.md"}
    return f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(query)}"


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
    links = [tag("li", _link(each)) for each in offered]
    return tag("div", name, tag("ul", *links), classes=["launch", "d-print-none"])


def _link(to: Launch) -> nodes.Node:
    if to.is_download:  # Sphinx has a node for this, but without a title, and the theme puts an icon before it
        link = f'<a class="reference" download href="{escape(to.address)}" title="{escape(to.says)}">'
        return nodes.raw("", f"{link}{escape(to.name)}</a>", format="html")
    return nodes.reference("", to.name, refuri=to.address, reftitle=to.says, internal=False)


def setup(app: Sphinx) -> None:
    """Run it when pages are written."""
    app.add_post_transform(Offer)

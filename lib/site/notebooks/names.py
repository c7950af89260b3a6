"""What the notebooks are called, and where they can be had."""

from __future__ import annotations

from lib.site.project import Project

COLAB = "https://colab.research.google.com/github"
FOLDER = "_static/notebooks"
"""Where they lie in the built site, so that they can be downloaded without a network too."""
BRANCH = "notebooks"
"""The branch of the repository that holds them and nothing else."""


def learners(chapter: str) -> str:
    """Return the file name of a chapter's notebook with answers to fill in."""
    return f"{chapter}.ipynb"


def full(chapter: str) -> str:
    """Return the file name of a chapter's notebook with solutions and outputs."""
    return f"{chapter}-with-solutions.ipynb"


def on_colab(project: Project, chapter: str) -> str:
    """Return the address that opens a chapter's notebook on Colab, from the branch that holds it."""
    return f"{COLAB}/{project.owner_and_name}/blob/{BRANCH}/{learners(chapter)}"


def archive(project: Project) -> str:
    """Return the address of the repository as it was at this version; pip installs from it without git."""
    return f"{project.repository}/archive/refs/tags/v{project.version}.zip"

"""Where the project lives: read from ``pyproject.toml``, the one place that says it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@dataclass(frozen=True)
class Project:
    """What pages need to know about the project.

    Attributes
    ----------
    version
        The book's version.
    repository
        Address of the repository, without a slash at its end.
    address
        Address of the published book, with a slash at its end.
    branch
        The branch that the book is published from.
    """

    version: str
    repository: str
    address: str
    branch: str = "main"

    @property
    def owner_and_name(self) -> str:
        """The repository's owner and name with a slash between, as other services ask for it."""
        return "/".join(self.repository.split("/")[-2:])

    @property
    def citation(self) -> str:
        """Address of the file that says how to cite the book."""
        return f"{self.repository}/blob/{self.branch}/CITATION.cff"


def read_project(path: Path = PYPROJECT) -> Project:
    """Read version and addresses.

    Raises
    ------
    ValueError
        If ``[project]`` has no version, or ``[project.urls]`` no Repository or Homepage.
    """
    project = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    urls = project.get("urls", {})
    wanted = {"version": project, "Repository": urls, "Homepage": urls}
    missing = [name for name, table in wanted.items() if not table.get(name)]
    if missing:
        raise ValueError(
            f"{path.name} must say {', '.join(missing)}: version in [project], the others in [project.urls]"
        )
    return Project(
        version=project["version"],
        repository=urls["Repository"].rstrip("/"),
        address=urls["Homepage"].rstrip("/") + "/",
    )

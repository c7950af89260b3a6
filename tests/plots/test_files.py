"""`figures/` holds what lib draws today."""

import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from lib.palette import DARK, LIGHT
from lib.plots.files import FOLDER, files, is_same, stale_files


@pytest.fixture(scope="module")
def drawn():
    return dict(files())


def test_the_files_are_what_lib_draws_today():
    assert stale_files() == [], "run `make figures`"


def test_there_are_three_figures_in_two_themes_and_two_formats_and_nothing_else(drawn):
    assert len(drawn) == 12
    assert {path.name for path in FOLDER.iterdir()} == drawn.keys()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("name", ["softmax-bars", "attention", "loss-and-gradient"])
def test_a_file_stands_on_its_own_paper(name, theme):
    root = ET.parse(FOLDER / f"{name}.{theme.name}.svg").getroot()
    assert root[0].get("fill") == theme.paper
    picture = Image.open(FOLDER / f"{name}.{theme.name}.png").convert("RGB")
    paper = tuple(int(theme.paper[at : at + 2], 16) for at in (1, 3, 5))
    assert picture.getpixel((0, 0)) == picture.getpixel((picture.width - 1, picture.height - 1)) == paper
    assert picture.width == pytest.approx(2 * float(root.get("width")), abs=2)


def test_a_missing_and_a_changed_file_are_told(drawn, tmp_path):
    for name, content in drawn.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "attention.dark.png").unlink()
    svg = tmp_path / "softmax-bars.light.svg"
    svg.write_text(svg.read_text("utf-8").replace("0.844", "0.845"), "utf-8")
    assert sorted(stale_files(tmp_path)) == ["attention.dark.png", "softmax-bars.light.svg"]


def test_png_files_may_differ_by_a_hair_but_not_in_size_or_content():
    def png(values):
        buffer = io.BytesIO()
        Image.fromarray(values).save(buffer, "png")
        return buffer.getvalue()

    plain = np.full((20, 20, 3), 100, np.uint8)
    assert is_same("a.png", png(plain), png(plain + 1))
    assert not is_same("a.png", png(plain), png(plain + 9))
    assert not is_same("a.png", png(plain), png(plain[:10]))

"""The site as one zip."""

import zipfile

from lib.site.offline import pack


def test_the_zip_holds_the_site_in_one_folder_with_the_same_bytes_each_time(tmp_path):
    site = tmp_path / "site"
    (site / "chapters").mkdir(parents=True)
    (site / "index.html").write_text("root", encoding="utf-8")
    (site / "chapters" / "a.html").write_text("a", encoding="utf-8")
    (site / ".made-from").write_text("hash", encoding="utf-8")
    one, two = tmp_path / "book.zip", tmp_path / "more" / "book.zip"
    two.parent.mkdir()
    pack(site, one)
    (site / "index.html").write_text("root", encoding="utf-8")  # another time of writing
    pack(site, two)
    assert one.read_bytes() == two.read_bytes()
    assert zipfile.ZipFile(one).namelist() == ["book/chapters/a.html", "book/index.html"]
    assert not list(tmp_path.rglob("*.part"))

"""The command: what it refuses in one line, and that nothing is written then."""

import pytest

from lib.site.class_book.command import main, parser, stripped


def test_a_salt_is_needed_since_the_books_own_numbers_have_public_solutions(capsys, tmp_path):
    assert main(["level-2", "--to", str(tmp_path / "out")]) == 1
    assert "--salt FILE" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["level-9"], "there is no chapter level-9"),
        (["level-2", "--exercises", "3.1"], "level-2 has no exercise 3.1"),
        (["level-2", "--roster", "nobody.csv"], "nobody.csv can't be read"),
    ],
)
def test_what_is_not_there_is_told_by_name(wrong, said, salt, tmp_path, capsys):
    assert main([*wrong, "--salt", str(salt), "--to", str(tmp_path / "out")]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_was_issued_is_not_written_over(salt, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").touch()
    assert main(["level-2", "--salt", str(salt), "--to", str(tmp_path / "out")]) == 1
    assert "not written over" in capsys.readouterr().err


def test_the_same_salt_gives_the_same_book_and_another_class_another(salt):
    def issued(*more):
        from lib.site.class_book.command import Wishes

        wanted = stripped(parser().parse_args(["level-2", "--salt", str(salt), *more], namespace=Wishes()))
        return {name: made.numbers for name, made in wanted.issued.items()}, wanted.release

    assert issued() == issued("--hints", "none")
    (numbers, release), (others, other_release) = issued(), issued("--class", "autumn")
    assert release != other_release
    assert all(numbers[name] != others[name] for name in numbers)

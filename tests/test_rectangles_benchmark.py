"""The table of thrown rectangles: its shape, its picture, and what it calls outside."""

from __future__ import annotations

import pytest

from benchmarks.exact.tumble import lively_law, no_bounce_law
from benchmarks.rectangles import MATERIALS, RATIOS, main, outside


def test_a_few_throws_fill_the_table_and_the_picture(tmp_path, capsys):
    picture = tmp_path / "rectangles.png"
    assert main(["--throws", "4", "--picture", str(picture)]) == 0
    shown = capsys.readouterr().out
    rows = [line.strip("| ").split(" | ") for line in shown.splitlines()[:-1]]
    assert [len(row) for row in rows] == [len(RATIOS) + 1] * (len(MATERIALS) + 4)
    assert all(0.0 <= float(cell.rstrip("*")) <= 1.0 for row in rows[2:] for cell in row[1:])
    assert f"figures={len(MATERIALS) * len(RATIOS)} outside=0" in shown
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_share_beyond_a_law_is_outside():
    low, high = no_bounce_law(1.75), lively_law(1.75)
    assert not outside(1.75, (low + high) / 2, 1000)
    assert not outside(1.75, low - 0.02, 1000)
    assert outside(1.75, low - 0.06, 1000)
    assert outside(1.75, high + 0.04, 1000)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--throws", "0", "expected 1 or more"),
        ("--picture", "none/a.png", "in a folder that exists"),
        ("--picture", "a.txt", "a .png, .svg or .pdf file"),
    ],
)
def test_wrong_options_are_refused(tmp_path, monkeypatch, capsys, option, value, words):
    monkeypatch.chdir(tmp_path)
    assert main([option, value]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert not told.out
    assert not list(tmp_path.iterdir())

"""Tables of resting places: what is read, and the sentence for every bad cell."""

from __future__ import annotations

import pytest

from kullerwerk.lab.resting import OFF, ON, STUCK, Given, Resting, TableError, read_resting
from scenes.files import load_track
from sim.settled import DieThrow

TRACK = load_track("rundkurs")
FULL = "tower,die,x,y,heading_deg,rest_x,rest_y,outcome,note"
ROW = "yellow,,600,150,12,731.5,178,,"
AT = Given((60000, 15000, 1200), "red")


def written(tmp_path, *lines):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_rows_are_read(tmp_path):
    path = written(
        tmp_path, FULL, ROW, "", "red,d4,600,150,-12,,,off,a long one",
        "blue,,600,150,0,,,never left mouth,", "blue,yellow,600,150,0,10,20,rests,", *[ROW] * 8,
    )  # fmt: skip
    first, off, stuck, other, *rest = read_resting(path, TRACK, Given())
    assert first == Resting(DieThrow("yellow", "yellow", (60000, 15000, 1200)), ON, 731.5, 178.0)
    assert (off.where, off.throw.die, off.throw.pose[2]) == (OFF, "yellow", 34800)
    assert (stuck.where, stuck.throw.die) == (STUCK, "blue")
    assert (other.throw.tower, other.throw.die, other.y) == ("blue", "yellow", 20.0)
    assert rest == [first] * 8


def test_what_is_given_beside_the_table_needs_no_columns(tmp_path):
    path = written(tmp_path, "rest_x,rest_y", *["700,150"] * 10)
    rows = read_resting(path, TRACK, Given((60000, 15000, 0), "red", "d4", 30000))
    assert rows[0].throw == DieThrow("red", "yellow", (60000, 15000, 0), pull=(30000, 0))


def test_a_spreadsheet_with_decimal_commas(tmp_path):
    path = tmp_path / "mine.csv"
    lines = "\r\n".join(["Rest X;rest_y", *["700,5;150"] * 10])
    path.write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert {(row.x, row.y) for row in read_resting(path, TRACK, AT)} == {(700.5, 150.0)}


@pytest.mark.parametrize(
    ("head", "row", "words"),
    [
        (FULL, "pink,,600,150,12,7,7,,", 'line 3, tower: expected a set out of yellow, red, green, '
         'blue, found "pink"'),
        (FULL, "red,d20,600,150,12,7,7,,", "line 3, die: expected one of d"),
        (FULL, "red,,six,150,12,7,7,,", 'line 3, x: expected a number of mm from 0 to 1200, found '
         '"six"'),
        (FULL, "red,,600,,12,7,7,,", "line 3, y: expected a number of mm from 0 to 800, found "
         "nothing"),
        (FULL, "red,,600,150,1e9,7,7,,", "line 3, heading_deg: expected a number of degrees"),
        (FULL, "red,,600,150,12,nan,7,,", 'line 3, rest_x: expected a number of mm from 0 to 1200'),
        (FULL, "red,,600,150,12,7,801,,", 'line 3, rest_y: expected a number of mm from 0 to 800, '
         'found "801"'),
        (FULL, "red,,600,150,12,,,,", "line 3, rest_x: expected a number of mm, or off or stuck as "
         "the outcome, from 0 to 1200, found nothing"),
        (FULL, "red,,600,150,12,7,7,gone,", 'line 3, outcome: expected off, stuck or nothing, '
         'found "gone"'),
        (FULL, "red,,600,150,12,7,7,off,", 'line 3, rest_x: expected nothing for a die that is '
         'off, found "7"'),
        (FULL, "red,,600,150,12,7,7,,a,b", "line 3: expected 9 cells, as in the first line, found "
         "10"),
        (FULL, "red,,900,280,12,7,7,,", "line 3, x, y, heading_deg: expected a place where the "
         "tower can stand, but the tower stands in half-sphere A"),
        ("tower,rest_x,rest_y", "red,7,7", "line 1: expected a column x (or --at X,Y), found "
         "tower, rest_x, rest_y"),
        ("tower,x,y,heading_deg,rest_x", "red,1,1,1,7", "line 1: expected a column rest_y, found"),
        ("x,y,heading_deg,rest_x,rest_y", "1,1,1,1,7", "expected a column tower (or --tower SET)"),
        (FULL + ",colour", ROW, 'expected columns out of rest_x, rest_y'),
        (FULL + ",x", ROW, "line 1: expected every column once, found x twice"),
    ],
)  # fmt: skip
def test_a_bad_cell_is_one_sentence(tmp_path, head, row, words):
    path = written(tmp_path, head, ROW if head == FULL else row, row, *[ROW] * 10)
    with pytest.raises(TableError) as refused:
        read_resting(path, TRACK, Given())
    assert str(refused.value).startswith(f"{path}, line ")
    assert words in str(refused.value)


@pytest.mark.parametrize("name", ["x", "tower"])
def test_what_is_said_twice_is_refused(tmp_path, name):
    path = written(tmp_path, f"rest_x,rest_y,{name}", *["7,7,7"] * 10)
    with pytest.raises(TableError, match=f"expected no column {name} beside --"):
        read_resting(path, TRACK, AT)


@pytest.mark.parametrize("count", [0, 9])
def test_too_few_throws_are_refused(tmp_path, count):
    path = written(tmp_path, "rest_x,rest_y", *["7,7"] * count)
    with pytest.raises(TableError, match=f"at least 10 throws below it, found {count}"):
        read_resting(path, TRACK, AT)


def test_files_that_are_no_tables_are_refused(tmp_path):
    with pytest.raises(TableError, match="expected a CSV file, found no such file"):
        read_resting(tmp_path / "none.csv", TRACK, AT)
    (tmp_path / "x.csv").write_bytes(b"rest_x\xff\xfe")
    with pytest.raises(TableError, match="expected a CSV file in UTF-8"):
        read_resting(tmp_path / "x.csv", TRACK, AT)
    (tmp_path / "y.csv").write_text("")
    with pytest.raises(TableError, match="found 0"):
        read_resting(tmp_path / "y.csv", TRACK, AT)

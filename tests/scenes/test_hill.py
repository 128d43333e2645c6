"""Every refusal of a hill file: the whole sentence, with file, line and key."""

from pathlib import Path

import pytest

from scenes.describe import describe
from scenes.errors import SceneError
from scenes.files import copy_scene, load_hill, read_hill
from scenes.gutters import exits_of, leads_to, measures, pitch_of
from scenes.hill import MarbleHill
from scenes.parse import Source

PLAIN = (Path(__file__).parent / "plain_hill.toml").read_text(encoding="utf-8")
"""The Galton hill with all splitters in the middle."""

BAD_HILLS = {
    "an exit without a junction": (
        ("320, 360]", "320, 360, 400]"),
        "line 70, rows[0].x[10]: expected an exit that leads somewhere: a junction straight "
        "below it or 20 mm beside, found none below 400 mm in the next row",
    ),
    "a lane that leads nowhere": (
        ("y = 280\nx = [40, 80,", "y = 280\nx = [80,"),
        "line 103, rows[6].x[0]: expected a lane that leads somewhere: a start place straight "
        "below it or 20 mm beside, found none below 40 mm in the next row",
    ),
    "a junction that nothing leads to": (
        ("y = 40\nx = [20,", "y = 40\nx = [-20, 20,"),
        "line 75, rows[1].x[0]: expected a junction that leads somewhere: a lane straight below "
        "it or 20 mm beside, found none below -20 mm in the next row",
    ),
    "a space off its gutter": (
        ("[160, 160],", "[165, 160],"),
        "line 115, path.spaces[12]: expected a place in its gutter, in a lane of a leg, found "
        "[165, 160], where there is none",
    ),
    "a space in a row of junctions": (
        ("[160, 160],", "[140, 120],"),
        "line 115, path.spaces[12]: expected a place in its gutter, in a lane of a leg, found "
        "[140, 120], where there is none (and 1 more)",
    ),
    "a start place off its gutter": (
        ("[160, 280],", "[160, 270],"),
        "line 119, path.starts[3]: expected a place in its gutter, in a lane of the last row, "
        "found [160, 270], where there is none",
    ),
    "a space given twice": (
        ("[160, 160],", "[200, 160],"),
        "line 115, path.spaces[12]: expected each place once, found a second [200, 160]",
    ),
    "a path that leads downhill": (
        ("spaces = [\n", "spaces = [\n  [40, 80],\n"),
        "line 115, path.spaces[1]: expected a path that leads uphill, at most 80 mm from the "
        "front of the hut, found 240 mm (and 1 more)",
    ),
    "a pocket too small for all marbles": (
        ("count = 20", "count = 40"),
        "line 30, hut.pocket_height: expected pockets that hold all 40 marbles, at least 41.6 "
        "mm, found 36 mm",
    ),
    "a hatch above no exits": (
        ("x = 180\nsplitter", "x = 190\nsplitter"),
        "line 45, hut.hatches[2].x: expected a hatch midway between two exits, 20 mm from each, "
        "found 190 mm (and 2 more)",
    ),
    "two hatches over one exit": (
        ("x = 180\nsplitter", "x = 140\nsplitter"),
        "line 45, hut.hatches[2].x: expected a hatch with two exits of its own, found one that "
        "shares an exit with hatch 2 (and 1 more)",
    ),
    "an exit that a pair of marbles can block": (
        ("exit_width = 16", "exit_width = 11"),
        "line 31, hut.exit_width: expected an exit that two marbles pass side by side, above 12 "
        "and below 36 mm, found 11 mm",
    ),
    "a gutter too narrow": (
        ("gutter_width = 9", "gutter_width = 6.5"),
        "line 59, slope.gutter_width: expected a gutter that a marble rolls through, at least "
        "7.2 mm, found 6.5 mm",
    ),
    "branches without a wall between": (
        ("branch_deg = 45", "branch_deg = 65"),
        "line 60, slope.branch_deg: expected branches with a wall between them, at most 18 mm "
        "wide across the hill, found 21.3 mm",
    ),
    "rows too near": (
        ("y = 40", "y = 20"),
        "line 74, rows[1].y: expected room for the branches above it, at least 23.73 mm, found "
        "20 mm",
    ),
    "rows out of order": (
        ("y = 40", "y = 90"),
        "line 80, rows[2].y: expected a row below the one before, more than 90 mm downhill, "
        "found 80 mm",
    ),
    "gutters unevenly spaced": (
        ("y = 80\nx = [40, 80, 120", "y = 80\nx = [40, 80, 125"),
        "line 81, rows[2].x[2]: expected gutters 40 mm apart, next 120 mm, found 125 mm (and 1 "
        "more)",
    ),
    "a splitter missing": (
        ("y = 40\nx =", "y = 40\nsplitters = [1, 2]\nx ="),
        "line 75, rows[1].splitters: expected one for each of the row's 9 gutters, or none, "
        "found 2",
    ),
    "no start places": (
        ('kind = "starts"', 'kind = "leg"'),
        'line 107, rows[7].kind: expected a last row of start places, "starts", found "leg"',
    ),
    "no exits": (
        ('kind = "exits"', 'kind = "junctions"'),
        'line 68, rows[0].kind: expected the row below the hut, "exits", found "junctions"',
    ),
    "exits twice": (
        ('kind = "junctions"', 'kind = "exits"'),
        'line 73, rows[1].kind: expected only the first row of exits, found another "exits"',
    ),
    "a hollow above the starts": (
        ("hollow = 320", "hollow = 280"),
        "line 63, slope.hollow: expected a hollow below the last row, more than 280 mm downhill, "
        "found 280 mm",
    ),
    "a horn beyond the path": (
        ("horns = [6, 14, 21]", "horns = [6, 14, 25]"),
        "line 122, path.horns[2]: expected a space of the path, 1 to 24, found 25",
    ),
    "stones out of order": (
        ("stones = [3, 8,", "stones = [8, 3,"),
        "line 121, path.stones: expected spaces in their order, each once, found [8, 3, 11, 16, "
        "19, 23]",
    ),
    "a marmot that dams nothing": (
        ("marmot_radius = 5", "marmot_radius = 1.5"),
        "line 124, path.marmot_radius: expected a marmot that dams its gutter, at least 1.8 mm, "
        "found 1.5 mm",
    ),
    "a splitter that closes a pocket": (
        ("x = 180\nsplitter = 0", "x = 180\nsplitter = 17"),
        "line 46, hut.hatches[2].splitter: expected a splitter that leaves both pockets open, at "
        "most 15 mm from the middle, found 17 mm",
    ),
    "a hatch below the splitters": (
        ("hatch_height = 86", "hatch_height = 40"),
        "line 28, hut.hatch_height: expected a hatch above the splitters, at least 48 mm, found "
        "40 mm",
    ),
    "an unknown profile": (
        ('profile = "flat"', 'profile = "round"'),
        'line 58, slope.profile: expected one of "flat", "vee", found "round"',
    ),
    "a slope in radians": (
        ("slope_deg = 12", "slope_deg = 0.2"),
        "line 57, slope.slope_deg: expected a number of degrees between 1 and 45, found 0.2 (if "
        "0.2 rad is meant, write 11.46)",
    ),
    "a space that is no point": (
        ("[160, 160],", "160,"),
        "line 115, path.spaces[12]: expected a list of 2 numbers of mm between -10000 and 10000, "
        "found 160",
    ),
    "pockets wider than the exits are apart": (
        ("pocket_width = 36", "pocket_width = 42"),
        "line 29, hut.pocket_width: expected pockets with walls between them, at most 38 mm, "
        "found 42 mm",
    ),
    "an exit wider than the branches": (
        ("exit_width = 16", "exit_width = 26"),
        "line 31, hut.exit_width: expected an exit no wider than two branches, below 25.46 mm, "
        "found 26 mm",
    ),
}


@pytest.mark.parametrize("case", BAD_HILLS)
def test_bad_hill_gets_one_sentence(case):
    (old, new), sentence = BAD_HILLS[case]
    assert old in PLAIN
    with pytest.raises(SceneError) as caught:
        read_hill(Source("hill.toml", PLAIN.replace(old, new, 1), None))
    assert str(caught.value) == f"hill.toml, {sentence}"


def test_the_galton_hill_is_that_of_the_design():
    hill = load_hill("galton")
    assert [hatch.x for hatch in hill.hut.hatches] == [20, 100, 180, 260, 340]
    assert [exits_of(hill, k) for k in range(5)] == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    assert [len(row.x) for row in hill.rows] == [10, 9, 8, 9, 8, 9, 8, 8]
    assert pitch_of(hill) == 40
    assert hill.path.spaces[0] == (40, 240)
    assert hill.path.spaces[23] == (320, 80)
    assert len(hill.path.spaces) == 24


def test_ends_have_one_way_all_others_two():
    hill = load_hill("galton")
    for above, below in zip(hill.rows[:6], hill.rows[1:7], strict=True):
        ways = [len(leads_to(above, k, below, 20.0)) for k in range(len(above.x))]
        wider = len(above.x) > len(below.x)
        assert ways == ([1, *[2] * (len(ways) - 2), 1] if wider else [2] * len(ways))
    assert leads_to(hill.rows[6], 3, hill.rows[7], 20.0) == (3,)


def test_a_marmot_fits_the_straight_piece_of_its_lane():
    hill = load_hill("galton")
    assert measures(hill).straight(40.0) > 2 * hill.path.marmot_radius


def test_the_wild_hill_differs_in_its_horns_alone():
    hill, wild = load_hill("galton"), load_hill("galton-wild")
    assert wild.path.horns == (5, 10, 15, 20)
    calm = wild.path.model_copy(update={"horns": hill.path.horns})
    same = {"name": hill.name, "title": hill.title, "note": hill.note, "path": calm}
    assert wild.model_copy(update=same) == hill


def test_rows_hatches_and_slopes_can_be_varied():
    text = PLAIN.replace("slope_deg = 12", "slope_deg = 20").replace("y = 40", "y = 36", 1)
    hill = read_hill(Source("hill.toml", text, None))
    assert (hill.slope.slope_deg, hill.rows[1].y) == (20, 36)
    small = MarbleHill.example()
    assert len(small.hut.hatches) == 2


def test_a_description_names_everything():
    lines = "\n".join(describe(load_hill("galton")))
    for part in ("marble hill galton, assumed", "20 of radius 3 mm", "5 hatches", "12 degrees",
                 "leg        at   80 mm: 8", "6, 14, 21"):  # fmt: skip
        assert part in lines


def test_a_copy_can_be_edited(tmp_path):
    copy_scene("galton", tmp_path / "mine.toml")
    assert load_hill(tmp_path / "mine.toml").name == "mine"

"""Pictures of hills: what is drawn stands where it is, in its colour, on every hill."""

from __future__ import annotations

import random

import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from kullerwerk import cli
from kullerwerk.draw import hill_things
from kullerwerk.draw.hill import (
    GUTTER,
    MEADOW,
    SHUTTER,
    draw_hill,
    draw_hollow,
    draw_legend,
    hill_picture,
)
from kullerwerk.draw.hill_race import hill_race_picture, look_of
from kullerwerk.draw.hill_sheet import chair_places, new_sheet
from rules.core.types import Ask
from rules.kullern.board import default_hill
from rules.kullern.rules import KULLERN
from rules.kullern.state import Setup, hatch
from scenes.files import load_hill
from scenes.hill import MarbleHill
from sim.marbles.provider import LiveMarbles
from sim.marbles.rows import unpacked
from sim.marbles.walls import CHUTE, SILL

GALTON = load_hill("galton")


class Look:
    """A picture whose colours can be asked for in mm of its sheet."""

    def __init__(self, path, sheet):
        with Image.open(path) as opened:
            self.image = opened.convert("RGB")
        self.xs, self.ys = sheet.ax.get_xlim(), sheet.ax.get_ylim()

    def __call__(self, x, y):
        """The colour at a place: x across, y downhill."""
        (left, right), (bottom, top) = self.xs, self.ys
        place = (
            round((x - left) / (right - left) * self.image.width),
            round((y - top) / (bottom - top) * self.image.height),
        )
        return self.image.getpixel(place)


def near(colour, wanted):
    return max(abs(a - 255 * b) for a, b in zip(colour, to_rgb(wanted), strict=True)) < 14


@pytest.mark.parametrize("hill", [GALTON, MarbleHill.example()], ids=["galton", "example"])
def test_gutters_walls_and_shutters_are_where_they_are(tmp_path, hill):
    path = tmp_path / "h.png"
    hill_picture(hill, path)
    sheet = new_sheet(hill)
    look = Look(path, sheet)
    exits = hill.rows[0].x
    for x in exits:
        assert near(look(x, 3), GUTTER)
    assert near(look((exits[1] + exits[2]) / 2, 2), MEADOW)
    for x in hill.rows[-1].x:
        assert near(look(x, hill.slope.hollow - 8), GUTTER)
    # With the slider at the left the right exit of each pair is shut.
    middle = sheet.hut((SILL + CHUTE) / 2)
    dark = [min(sum(look(x + d, middle)) for d in (-3, -1, 0, 1, 3)) for x in exits]
    shut = [colour <= 3 * 255 * to_rgb(SHUTTER)[0] + 40 for colour in dark]
    assert shut == [False, True] * (len(exits) // 2)


@pytest.mark.parametrize("hill", [GALTON, MarbleHill.example()], ids=["galton", "example"])
def test_nothing_is_written_or_drawn_over_the_edge(hill):
    sheet = new_sheet(hill)
    draw_hill(sheet, "left")
    draw_legend(sheet)
    draw_hollow(sheet, hill.marbles.count)
    left, right = sheet.ax.get_xlim()
    bottom, top = sheet.ax.get_ylim()
    sheet.figure.canvas.draw()
    for words in sheet.ax.texts:
        box = words.get_window_extent().transformed(sheet.ax.transData.inverted())
        assert left <= box.x0 <= box.x1 <= right, words.get_text()
        assert top <= min(box.y0, box.y1) <= max(box.y0, box.y1) <= bottom, words.get_text()
    numbers = {words.get_text() for words in sheet.ax.texts}
    assert {str(k) for k in range(1, len(hill.path.spaces) + 1)} <= numbers
    places = chair_places(sheet)
    assert len(set(places)) == hill.path.chairs
    for x, y in places:
        assert left + 20 * sheet.unit < x < right - 10 * sheet.unit
        assert top < y < bottom


def test_marbles_and_marmots_of_a_game_are_where_they_are(tmp_path):
    places = (9, 3, 12, 25, -5, 5, 21, 25)
    setup = Setup(default_hill(), places, (3, 1, 3, 0, 0, 2, 1, 0), 2, first=0)
    s = KULLERN.begin(None, 2, setup).state
    s = KULLERN.apply(s, hatch(1)).state
    live = LiveMarbles(GALTON)
    while isinstance(pending := KULLERN.pending(s), Ask):
        s = KULLERN.settle(s, live.resolve(pending.request, random.Random(1))).state
    path = tmp_path / "r.png"
    hill_race_picture(GALTON, s, ["one", "two"], path)
    sheet = new_sheet(GALTON, below=2 * 22.0 + 6)
    look = Look(path, sheet)
    rows = unpacked(GALTON, s.world)
    assert len(rows.hill) >= 10
    for motion in rows.hill.values():
        assert near(look(motion.x + 0.8, motion.y + 1.0), hill_things.MARBLE)
    assert len(rows.hut) >= 2
    for motion in rows.hut.values():
        assert near(look(motion.x + 0.8, sheet.hut(motion.y) + 1.0), hill_things.MARBLE)
    spaces = GALTON.path.spaces
    for marmot, place in enumerate(s.marmots):
        if 0 < place < 25:
            x, y = spaces[place - 1]
            assert near(look(x + 4, y + 14.8), look_of(marmot).colour)
    chairs = chair_places(sheet)
    for (x, y), marmot in zip(chairs, (3, 7), strict=False):
        assert near(look(x - 2 + 4, y - 9 + 14.8), look_of(marmot).colour)
    empty = look(chairs[5][0], chairs[5][1] - 6)
    assert any(near(empty, colour) for colour in hill_things.CLOTH)


def test_players_differ_in_shape_as_well():
    looks = [look_of(marmot) for marmot in range(8)]
    assert [look.set_name for look in looks] == [
        "yellow", "yellow", "red", "red", "blue", "blue", "green", "green"
    ]  # fmt: skip
    assert len({look.marker for look in looks}) == 4


def test_the_same_hill_gives_the_same_bytes(tmp_path):
    paths = [tmp_path / "a.svg", tmp_path / "b.svg"]
    for path in paths:
        hill_picture(GALTON, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with pytest.raises(ValueError, match="must end in"):
        hill_picture(GALTON, tmp_path / "a.gif")


def test_scenes_show_draws_a_hill_and_prints_none(tmp_path, capsys):
    picture, pages = tmp_path / "h.png", tmp_path / "h.pdf"
    assert cli.main(["scenes", "show", "galton", "--picture", str(picture)]) == 0
    assert capsys.readouterr().out == f"picture in {picture}\n"
    assert picture.stat().st_size > 50_000
    assert cli.main(["scenes", "show", "galton", "--print", str(pages)]) == 2
    assert capsys.readouterr().err == (
        "Error: galton: expected a track to print, found a marble hill.\n"
    )
    assert not pages.exists()


def test_a_hill_is_copied_checked_and_described(tmp_path, capsys):
    mine = tmp_path / "mine.toml"
    assert cli.main(["scenes", "copy", "galton", str(mine)]) == 0
    assert cli.main(["scenes", "check", str(mine)]) == 0
    assert "right, the hill mine" in capsys.readouterr().out
    mine.write_text(mine.read_text().replace("horns = [6, 14, 21]", "horns = [6, 14, 99]"))
    assert cli.main(["scenes", "check", str(mine)]) == 2
    assert "path.horns" in capsys.readouterr().err
    assert cli.main(["scenes", "schema", "hill"]) == 0
    assert "Way downhill from the front of the hut" in capsys.readouterr().out

"""Pictures of tracks: what is on them, and that paper at 1:1 is exactly that."""

import dataclasses
import itertools
import math
import re
import subprocess
import sys
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from PIL import Image

from kullerwerk.draw import style
from kullerwerk.draw.throw import throw_picture
from kullerwerk.draw.tiles import PAPERS, RULER, _sheet, cut, print_tiles
from kullerwerk.draw.track import HEAD, MARGIN, draw_track, ideal_line, track_picture
from kullerwerk.throws import Study, summarise
from scenes.files import load_track
from scenes.track import Table, Track
from sim.settled import DieSettled, DieThrow, Standing

POINTS_PER_MM = 72 / 25.4


def pixel(image, track, x, y):
    """Return the colour at a place of the table."""
    scale = image.width / (track.table.length + 2 * MARGIN)
    top = track.table.width + HEAD
    return image.getpixel((round((x + MARGIN) * scale), round((top - y) * scale)))


def near(colour, wanted):
    rgb = tuple(int(wanted[i : i + 2], 16) for i in (1, 3, 5))
    return max(abs(a - b) for a, b in zip(colour, rgb, strict=True)) < 12


@pytest.mark.parametrize("name", ["rundkurs", "kinderrunde"])
def test_a_picture_shows_table_half_spheres_and_gate(name, tmp_path):
    track = load_track(name)
    path = tmp_path / "track.png"
    track_picture(track, path)
    with Image.open(path) as opened:
        image = opened.convert("RGB")
    assert min(image.size) > 800
    for sphere in track.half_spheres:
        assert near(pixel(image, track, sphere.x, sphere.y - 0.84 * sphere.radius), style.WOOD)
    for post in (track.gate.left_post, track.gate.right_post):
        assert near(pixel(image, track, *post), style.WOOD)
    assert near(pixel(image, track, 650, 450), style.SURFACE_COLOURS["smooth"])
    assert near(pixel(image, track, -40, 400), style.PAPER)


def test_a_picture_of_a_small_track_and_of_one_without_course(tmp_path):
    bare = Track.example().model_copy(update={"course": (), "half_spheres": (), "sets": ()})
    for number, track in enumerate((Track.example(), bare)):
        path = tmp_path / f"{number}.png"
        track_picture(track, path)
        with Image.open(path) as image:
            assert len(image.convert("RGB").getcolors(1 << 24) or []) > 50


def test_svg_is_the_same_every_time_and_names_things(tmp_path):
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    track_picture(load_track("rundkurs"), first)
    track_picture(load_track("rundkurs"), second)
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text(encoding="utf-8")
    for words in ("Rundkurs", "start", "100 mm", "assumed", "1200 x 800 mm"):
        assert f"<!-- {words}" in text


def test_names_are_drawn_as_they_are_without_warnings(tmp_path):
    track = Track.example().model_copy(update={"title": "$x$ もぐら_{2}"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        track_picture(track, tmp_path / "a.png")


def test_other_suffixes_are_refused_before_anything_is_written(tmp_path):
    with pytest.raises(ValueError, match=r"must end in \.png or \.svg"):
        track_picture(Track.example(), tmp_path / "a.jpg")
    assert not list(tmp_path.iterdir())


def test_drawing_leaves_no_window_state(tmp_path):
    code = (
        "import sys; from pathlib import Path; from kullerwerk.draw.track import track_picture; "
        "from scenes.track import Track; assert 'matplotlib' not in sys.modules; "
        "track_picture(Track.example(), Path(sys.argv[1])); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.svg")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_ideal_line_crosses_every_ray_from_gate_to_gate():
    track = load_track("rundkurs")
    line = ideal_line(track)
    assert line[0] == pytest.approx((600, 150))
    assert line[-1] == pytest.approx((600, 150))
    for ray in track.course:
        sphere = track.half_sphere(ray.around)
        assert any(
            abs(math.dist((sphere.x, sphere.y), p) + math.dist(p, ray.to)
                - math.dist((sphere.x, sphere.y), ray.to)) < 1e-6
            for p in line
        )  # fmt: skip
    length = sum(math.dist(p, q) for p, q in itertools.pairwise(line))
    assert 2000 < length < 2900  # GAMES.md 1.2: about 218 cm for the shortest way round


def test_seats_differ_in_colour_dash_and_marker():
    looks = style.seat_styles(["yellow", "red", "green", "blue"])
    for part in ("colour", "dash", "marker"):
        assert len({str(getattr(look, part)) for look in looks}) == 4


def test_seats_have_the_colours_of_their_sets_wherever_they_sit():
    colours = {piece_set.name: piece_set.colour for piece_set in load_track("rundkurs").sets}
    for order in (["yellow", "red", "green", "blue"], ["blue", "green"], ["red", "yellow", "blue"]):
        assert [look.colour for look in style.seat_styles(order)] == [colours[n] for n in order]


def test_sets_of_ones_own_take_the_looks_that_are_left():
    mine, blue, yours = style.seat_styles(["mine", "blue", "yours"])
    assert (mine.set_name, blue.set_name, yours.set_name) == ("yellow", "blue", "red")


def test_seat_colours_differ_in_lightness_for_those_who_see_no_colour():
    def lightness(colour):
        channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        return 116 * y ** (1 / 3) - 16

    # Red and green are about as light as each other: there the dashes and markers must help.
    order = sorted(lightness(look.colour) for look in style.SEATS)
    assert order[-1] - order[-2] > 15
    assert order[-2] - order[0] > 8


@given(st.floats(200, 10_000), st.floats(200, 10_000), st.sampled_from(sorted(PAPERS)))
def test_a_cut_covers_the_table_and_no_more(length, width, paper):
    sheets = cut(length, width, paper)
    assert sheets.columns * sheets.cell[0] >= length - 1e-3
    assert sheets.rows * sheets.cell[1] >= width - 1e-3
    assert (sheets.columns - 1) * sheets.cell[0] < length
    assert (sheets.rows - 1) * sheets.cell[1] < width
    labels = {sheets.label(c, r) for c in range(sheets.columns) for r in range(sheets.rows)}
    assert len(labels) == sheets.columns * sheets.rows
    assert sheets.corner(0, sheets.rows - 1) == (0, 0)


def test_labels_go_on_after_z():
    sheets = cut(10_000, 200)
    assert [sheets.label(c, 0) for c in (0, 25, 26, 27)] == ["A1", "Z1", "AA1", "AB1"]


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match="unknown paper 'a9'; expected one of a4, a3, letter"):
        cut(1200, 800, "a9")


def test_too_much_paper_is_refused(tmp_path):
    hall = Table(length=10_000.0, width=5000.0)
    track = Track.example().model_copy(update={"table": hall})
    with pytest.raises(ValueError, match="at most 500 sheets can be printed; this one needs 1"):
        print_tiles(track, tmp_path / "a.pdf")
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The PDF of the Rundkurs: its bytes, the lines of each page in points, and the cut."""
    path: Path = tmp_path_factory.mktemp("print") / "a4.pdf"
    sheets = print_tiles(load_track("rundkurs"), path)
    raw = path.read_bytes()
    pages = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", raw, re.S):
        try:
            text = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        found = re.findall(r"(?m)^(\S+) (\S+) m\s+(\S+) (\S+) l\s+S$", text)
        if found:
            pages.append([tuple(map(float, line)) for line in found])
    return raw, pages, sheets


def test_pages_are_exactly_a4(printed):
    raw, pages, sheets = printed
    boxes = re.findall(rb"/MediaBox \[ ?(\S+) (\S+) (\S+) (\S+) ?\]", raw)
    assert len(boxes) == len(pages) == sheets.columns * sheets.rows + 1 == 22
    width, height = sheets.paper
    for box in boxes:
        assert [float(value) for value in box] == pytest.approx(
            [0, 0, width * POINTS_PER_MM, height * POINTS_PER_MM], abs=1e-3
        )


def test_the_ruler_of_every_page_is_100_mm(printed):
    _, pages, _ = printed
    assert pytest.approx(283.4646, abs=1e-4) == RULER * POINTS_PER_MM
    for lines in pages:
        lengths = [abs(x1 - x0) for x0, y0, x1, y1 in lines if y0 == y1]
        assert any(abs(length - 283.4646) < 1e-3 for length in lengths)


def test_the_table_is_printed_at_its_real_size(printed):
    """The grid has a line every 100 mm of the table: on each sheet, every 283.46 points."""
    _, pages, sheets = printed
    height = (sheets.cell[1] + 10) * POINTS_PER_MM
    seen = 0
    for lines in pages[1:]:
        upright = sorted({x0 for x0, y0, x1, y1 in lines if x0 == x1 and abs(y1 - y0) > height / 2})
        steps = [b - a for a, b in itertools.pairwise(upright)]
        grid = [step for step in steps if step > 200]
        assert grid == pytest.approx([283.4646] * len(grid), abs=2e-3)
        seen += len(grid)
    assert seen > 15


def test_neighbouring_sheets_meet_at_their_crop_marks(printed):
    """A grid line of one sheet goes on at the same height on the sheet to its right."""
    _, pages, sheets = printed
    margin = (sheets.paper[0] - sheets.cell[0]) / 2 * POINTS_PER_MM
    cell = sheets.cell[0] * POINTS_PER_MM
    left, right = pages[1], pages[2]
    table = {}
    for name, lines, shift in (("left", left, 0.0), ("right", right, cell)):
        table[name] = {
            round(x0 - margin + shift, 1)
            for x0, y0, x1, y1 in lines
            if x0 == x1 and abs(y1 - y0) > 200
        }
    shared = {x for x in table["left"] | table["right"] if cell - 14 < x < cell + 14}
    assert all(x in table["left"] and x in table["right"] for x in shared)
    grid = sorted(table["left"] | table["right"])
    assert [round(x / 283.4646, 2) % 1 for x in grid] == pytest.approx([0] * len(grid), abs=0.01)


def test_half_spheres_and_posts_are_printed_as_outlines_with_their_centres(tmp_path):
    """Paper is laid under the pieces: it must show their middles, and not waste ink."""
    figure = style.new_figure(12, 8)
    ax = style.new_axes(figure, (0, 0, 1, 1), (0, 1200), (0, 800))
    track = load_track("rundkurs")
    draw_track(ax, track, printed=True)
    colours = {to_hex(patch.get_facecolor()) for patch in ax.patches}
    assert style.WOOD not in colours
    crossed = {
        line.get_xydata().mean(axis=0).round(6).tobytes()
        for line in ax.lines
        if len(line.get_xydata()) == 2
    }
    rounds = [(sphere.x, sphere.y) for sphere in track.half_spheres]
    for place in (*rounds, track.gate.left_post, track.gate.right_post):
        assert np.array(place, float).tobytes() in crossed


def test_no_word_is_cut_by_the_edge_of_a_sheet():
    track = load_track("rundkurs")
    sheets = cut(1200, 800)
    seen: list[str] = []
    for row, column in itertools.product(range(sheets.rows), range(sheets.columns)):
        figure = _sheet(track, sheets, column, row)
        ax = figure.axes[1]
        x, y = sheets.corner(column, row)
        for words in ax.texts:
            if words.get_visible():
                box = words.get_window_extent().transformed(ax.transData.inverted())
                assert x - 0.01 <= box.x0 < box.x1 <= x + sheets.cell[0] + 0.01
                assert y - 0.01 <= box.y0 < box.y1 <= y + sheets.cell[1] + 0.01
                seen.append(words.get_text())
    assert sorted(seen) == sorted(
        [*"12345ABCD", "start", "finish", "r 35", "r 27.5", "r 27.5", "r 20"]
    )


def thrown(outcomes, **changes):
    """Return a study with hand-made throws of these outcomes."""
    request = DieThrow(
        "yellow", "red", (60000, 15000, 1234),
        towers=(Standing("blue", (90000, 60000, 9000)),),
        blockers=(Standing("red", (70000, 18000, 3000)),),
        pull=(60000, 250),
    )  # fmt: skip
    settled = tuple(
        DieSettled(name, (90000, 15000, 0), 4, ((60000, 15000), (90000, 15000)), (), (), 700)
        for name in outcomes
    )
    study = Study(load_track("rundkurs"), request, 7, 0, settled, len(settled), "my.toml")
    return dataclasses.replace(study, **changes)


def comments(path):
    """Return the texts of an SVG, which draws letters as shapes and keeps words as comments."""
    return re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"))


def test_a_picture_of_throws_says_what_it_shows(tmp_path):
    study = thrown(["rests", "rests", "cocked", "off_table"], asked=50)
    path = tmp_path / "a.svg"
    throw_picture(study, summarise(study), path)
    words = comments(path)
    told = " ".join(words)
    for fact in (
        "d6 out of the yellow tower",
        "at 600,150 mm, heading 12.34°",
        "pull 600 mm/s, slip 2.5 mm/s",
        "red blocker at 700,180 mm, 30°",
        "blue tower at 900,600 mm, 90°",
        "4 of 50 throws, seed 7",
        "track my.toml",
        "number, of 3 dice at rest",
    ):
        assert fact in told
    assert [word for word in words if re.fullmatch(r"[a-z ]+: \d+", word)] == [
        "rests: 2",
        "cocked: 1",
        "off table: 1",
    ]


def test_a_picture_of_one_throw_has_no_figures(tmp_path):
    study = thrown(["off_table"])
    path = tmp_path / "a.svg"
    throw_picture(study, summarise(study), path)
    told = " ".join(comments(path))
    assert "throw 0: off table" in told
    assert "interval" not in told
    assert "1 throws" not in told

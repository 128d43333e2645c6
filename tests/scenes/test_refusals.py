"""Every refusal of a scene file: the whole sentence, with file, line and key."""

import pytest

from scenes.errors import SceneError
from scenes.files import load_scene, load_track, read_set, read_track, source_text
from scenes.parse import Source, migrate

TRACK = source_text("rundkurs")
SET = source_text("red")
NUMBER = "expected a number of mm between 5 and 500"
LIBRARY_SET = (
    "expected a set of the library (blue, green, red, yellow), a .toml file next to this one or a "
    "table"
)

BAD_TRACKS = {
    "wrong unit in a text": (
        ("radius = 35", 'radius = "35mm"'),
        f'line 35, half_spheres[0].radius: {NUMBER}, found "35mm" (write 35, without quotes and '
        "unit)",
    ),
    "number in a text": (
        ("radius = 35", 'radius = "35"'),
        f'line 35, half_spheres[0].radius: {NUMBER}, found "35" (write 35, without quotes)',
    ),
    "wrong unit, converted": (
        ("radius = 35", 'radius = "3,5 cm"'),
        f'line 35, half_spheres[0].radius: {NUMBER}, found "3,5 cm" (write 35, without quotes and '
        "unit)",
    ),
    "wrong unit in the key": (
        ("radius = 35", "radius_cm = 3.5"),
        "line 35, half_spheres[0].radius_cm: expected the key radius with a number of mm between 5 "
        "and 500, found the unknown key radius_cm",
    ),
    "unit in the key": (
        ("x = 900", "x_mm = 900"),
        "line 33, half_spheres[0].x_mm: expected the key x with a number of mm between -10000 and "
        "10000, found the unknown key x_mm",
    ),
    "cm instead of mm": (
        ("radius = 35", "radius = 3.5"),
        f"line 35, half_spheres[0].radius: {NUMBER}, found 3.5 (if 3.5 cm is meant, write 35)",
    ),
    "a table in cm": (
        ("length = 1200\nwidth = 800", "length = 120\nwidth = 80"),
        "line 15, table.length: expected a number of mm between 200 and 10000, found 120 (if 120 "
        "cm is meant, write 1200) (and 1 more)",
    ),
    "a table in m": (
        ("length = 1200", "length = 1.2"),
        "line 15, table.length: expected a number of mm between 200 and 10000, found 1.2 (if 1.2 m "
        "is meant, write 1200)",
    ),
    "misspelt key": (
        ("radius = 35", "raduis = 35"),
        "line 35, half_spheres[0].raduis: expected the key radius, found the unknown key raduis",
    ),
    "unknown key": (
        ("x_min = 380", "x_min = 380\ncolour = 3"),
        "line 27, start_box.colour: expected one of the keys x_min, x_max, y_min, y_max, found the "
        "unknown key colour",
    ),
    "misspelt table": (
        ("[gate]", "[gait]"),
        "line 20, gait: expected the key gate, found the unknown key gait",
    ),
    "NaN": (
        ("radius = 35", "radius = nan"),
        f"line 35, half_spheres[0].radius: {NUMBER}, found nan",
    ),
    "infinity": (("x = 900", "x = -inf"), "line 33, half_spheres[0].x: expected a number of mm "
                 "between -10000 and 10000, found -inf"),
    "huge size": (
        ("radius = 35", "radius = 1e300"),
        f"line 35, half_spheres[0].radius: {NUMBER}, found 1e+300",
    ),
    "huge table": (
        ("width = 800", "width = 80000"),
        "line 16, table.width: expected a number of mm between 200 and 10000, found 80000",
    ),
    "too many digits": (
        ("x = 900", "x = " + "9" * 5000),
        "line 33: expected TOML, found a number of too many digits",
    ),
    "truth instead of a number": (
        ("radius = 35", "radius = true"),
        f"line 35, half_spheres[0].radius: {NUMBER}, found true",
    ),
    "missing key": (
        ("radius = 35\n", ""),
        f"line 31, half_spheres[0].radius: {NUMBER}, found no such key",
    ),
    "short point": (
        ("left_post = [600, 240]", "left_post = [600]"),
        "line 21, gate.left_post: expected a list of 2 numbers of mm between -10000 and 10000, "
        "found [600]",
    ),
    "long point": (
        ("left_post = [600, 240]", "left_post = [600, 240, 1]"),
        "line 21, gate.left_post: expected a list of 2 numbers of mm between -10000 and 10000, "
        "found [600, 240, 1]",
    ),
    "overlapping half-spheres": (
        ("x = 900\ny = 280", "x = 310\ny = 280"),
        'line 49, half_spheres[3]: expected half-sphere "D" clear of half-sphere "A", centres at '
        "least 55 mm apart, found 10 mm",
    ),
    "half-sphere on a post": (
        ("x = 900\ny = 280", "x = 600\ny = 260"),
        'line 31, half_spheres[0]: expected half-sphere "A" clear of the gate\'s left_post, '
        "centres at least 43 mm apart, found 20 mm",
    ),
    "half-sphere in the gate": (
        ("x = 900\ny = 280\nradius = 35", "x = 630\ny = 150\nradius = 35"),
        'line 31, half_spheres[0]: expected half-sphere "A" outside the gate, found one that '
        "stands on the line between the posts",
    ),
    "half-sphere over the edge": (
        ("x = 900", "x = 1190"),
        'line 33, half_spheres[0].x: expected the whole half-sphere "A" on the table, x between 35 '
        "and 1165 mm, found 1190",
    ),
    "post off the table": (
        ("right_post = [600, 60]", "right_post = [600, 6]"),
        "line 22, gate.right_post: expected the whole post on the table, y between 8 and 792 mm, "
        "found 6",
    ),
    "posts in one place": (
        ("left_post = [600, 240]", "left_post = [600, 60]"),
        "line 21, gate.left_post: expected posts at least 16 mm apart, so that they do not "
        "overlap, found 0 mm",
    ),
    "gate narrower than two towers": (
        ("left_post = [600, 240]", "left_post = [600, 190]"),
        "line 20, gate: expected at least two tower widths (120 mm) between the posts, found 114 "
        "mm",
    ),
    "gate in cm": (
        ("left_post = [600, 240]", "left_post = [600, 94]"),
        "line 20, gate: expected at least two tower widths (120 mm) between the posts, found 18 mm",
    ),
    "ray from nothing": (
        ('around = "A"', 'around = "Z"'),
        'line 57, course[0].around: expected the name of a half-sphere of this track ("A", "B", '
        '"C", "D"), found "Z" (and 1 more)',
    ),
    "ray through nothing: off the table": (
        ("to = [1200, 280]", "to = [1300, 280]"),
        "line 58, course[0].to: expected a point on the table, x 0 to 1200 and y 0 to 800 mm, "
        "found [1300, 280]",
    ),
    "ray without length": (
        ("to = [1200, 280]", "to = [900, 280]"),
        'line 58, course[0].to: expected a point that leaves a die room beside half-sphere "A", at '
        "least 51 mm from its centre, found [900, 280], which is 0 mm from it",
    ),
    "ray across the gate": (
        ("to = [1200, 280]", "to = [0, 120]"),
        "line 58, course[0].to: expected a ray that stays clear of the gate, found one from \"A\" "
        "to [0, 120] that crosses it",
    ),
    "ray through a half-sphere": (
        ("to = [1200, 280]", "to = [900, 800]"),
        'line 58, course[0].to: expected a ray that no other half-sphere stands on, found one from '
        '"A" to [900, 800] through "B"',
    ),
    "half-sphere without its ray": (
        ('[[course]]\naround = "A"\nto = [1200, 280]  # crossed upward\nside = "left"\n', ""),
        'line 31, half_spheres[0]: expected a ray in the course with around = "A", found none: '
        "every half-sphere needs its one ray",
    ),
    "half-sphere with two rays": (
        ('[[course]]\naround = "A"', '[[course]]\naround = "B"\nto = [1200, 520]\n[[course]]\n'
         'around = "A"'),
        'line 65, course[2].around: expected one ray for each half-sphere, found a second one '
        'around "B" after course[0]',
    ),
    "two half-spheres of one name": (
        ('name = "B"', 'name = "A"'),
        'line 38, half_spheres[1].name: expected each name once, found a second "A"',
    ),
    "unknown side": (
        ('side = "left"', 'side = "up"'),
        'line 59, course[0].side: expected one of "left", "right", found "up"',
    ),
    "unknown surface": (
        ('surface = "smooth"', 'surface = "ice"'),
        'line 17, table.surface: expected one of "smooth", "lively", "felt", found "ice"',
    ),
    "bouncier than possible": (
        ("[table]", "[materials.die_table]\nrestitution = 1.5\nfriction = 0.2\n[table]"),
        "line 15, materials.die_table.restitution: expected a number between 0 and 1, found 1.5",
    ),
    "start box before the line": (
        ("x_max = 570", "x_max = 610"),
        "line 25, start_box: expected a start box wholly behind the start line (a die finishes "
        "with left_post on its left), found one that reaches 10 mm beyond it",
    ),
    "start box inside out": (
        ("x_max = 570", "x_max = 370"),
        "line 27, start_box.x_max: expected more than x_min, which is 380 mm, found 370 mm",
    ),
    "start box too small": (
        ("x_max = 570", "x_max = 540"),
        "line 25, start_box: expected room for 4 towers of 60 x 90 mm side by side, found a box of "
        "160 x 160 mm, with room for 2",
    ),
    "start box off the table": (
        ("y_min = 70", "y_min = -5"),
        "line 28, start_box.y_min: expected a start box on the table, y_min between 0 and 800 mm, "
        "found -5",
    ),
    "start box on a half-sphere": (
        ("x = 300\ny = 280\nradius = 20", "x = 400\ny = 245\nradius = 20"),
        'line 25, start_box: expected a start box clear of half-sphere "D", found one that '
        "overlaps it",
    ),
    "unknown set": (
        ('"blue"]', '"pink"]'),
        f'line 12, sets[3]: {LIBRARY_SET}, found "pink"',
    ),
    "missing set file": (
        ('"blue"]', '"blue.toml"]'),
        f'line 12, sets[3]: {LIBRARY_SET}, found "blue.toml"',
    ),
    "set twice": (
        ('"blue"]', '"red"]'),
        'line 12, sets[3]: expected each name once, found a second "red"',
    ),
    "no sets": (
        ('sets = ["yellow", "red", "green", "blue"]', ""),
        'line 1, sets: expected the piece sets that race here, such as sets = ["yellow", "red", '
        '"green", "blue"], found none',
    ),
    "newer format": (
        ("format = 1", "format = 2"),
        "line 4, format: expected format = 1 or older, found 2, which a newer kullerwerk has "
        "written: update kullerwerk to read it",
    ),
    "no format": (
        ("format = 1\n", ""),
        "line 1, format: expected format = 1, found no such key",
    ),
    "format of no time": (
        ("format = 1", "format = 0"),
        "line 4, format: expected format = 1, found 0",
    ),
    "another kind": (
        ('kind = "track"', 'kind = "set"'),
        'line 5, kind: expected kind = "track", found "set"',
    ),
    "a name of two words": (
        ('name = "rundkurs"', 'name = "rund kurs"'),
        "line 6, name: expected a name of 1 to 40 letters, digits, - and _, found \"rund kurs\"",
    ),
    "a date": (
        ("assumed = true", "assumed = 2001-02-03"),
        "line 8, assumed: expected true or false, found 2001-02-03",
    ),
}  # fmt: skip
SYNTAX = 'expected TOML such as key = 12.5 or key = "text", found '
BARE = "expected a number without unit and with a decimal point, such as 12.5, found "
BAD_SYNTAX = {
    "no value": (("radius = 35", "radius ="), f"line 35: {SYNTAX}'radius =' ("),
    "open table": (("[start_box]", "[start_box"), f"line 25: {SYNTAX}'[start_box' ("),
    "open text": (('title = "Rundkurs"', 'title = "Rund'), f"line 7: {SYNTAX}'title = \"Rund' ("),
    "unit": (
        ("radius = 35", "radius = 35 mm"),
        f"line 35, radius: {BARE}35 mm (write 35)",
    ),
    "unit of another size": (
        ("radius = 35", "radius = 3.5cm  # a comment"),
        f"line 35, radius: {BARE}3.5cm (write 35)",
    ),
    "decimal comma": (
        ("radius = 35", "radius = 280,5"),
        f"line 35, radius: {BARE}280,5 (write 280.5)",
    ),
    "unknown unit": (("radius = 35", "radius = 35 ft"), f"line 35, radius: {BARE}35 ft"),
    "comma": (("[600, 60]", "[600 60]"), f"line 22: {SYNTAX}'right_post = [600 60]' ("),
    "key twice": (
        ("radius = 35", "radius = 35\nradius = 36"),
        "line 36, radius: expected each key once, found a second radius",
    ),
    "table twice": (
        ("[start_box]", "[table]"),
        "line 25, table: expected each table once, found a second [table]",
    ),
    "the first of a list in single brackets": (
        ('[[half_spheres]]\nname = "A"', '[half_spheres]\nname = "A"'),
        "line 31: expected [[half_spheres]] in double brackets for each, found [half_spheres]",
    ),
    "the second of a list in single brackets": (
        ('[[half_spheres]]\nname = "B"', '[half_spheres]\nname = "B"'),
        "line 37: expected [[half_spheres]] in double brackets for each, found [half_spheres]",
    ),
}
"""The sentence up to the parser's own words, which differ between versions of Python."""

BAD_SETS = {
    "die too large for the channel": (
        ("size = 16", "size = 40"),
        "line 25, die.size: expected a die that fits through its tower's channel of 34 mm, found "
        "one that is 40 mm broad",
    ),
    "die in cm": (
        ("size = 16", "size = 1.6"),
        "line 25, die.size: expected a number of mm between 5 and 100, found 1.6 (if 1.6 cm is "
        "meant, write 16)",
    ),
    "mass in kg": (
        ("mass = 4.8", "mass = 0.0048"),
        "line 26, die.mass: expected a number of g between 0.1 and 10000, found 0.0048 (if 0.0048 "
        "kg is meant, write 4.8)",
    ),
    "unknown die": (
        ('kind = "d6"', 'kind = "d8"'),
        'line 24, die.kind: expected one of "d4", "d6", "d10", "d12", found "d8"',
    ),
    "number on no die": (
        ("numbers = [2, 3,", "numbers = [2, 13,"),
        "line 33, hat.numbers[1]: expected a whole number between 1 and 12, found 13",
    ),
    "number twice": (
        ("numbers = [2, 3,", "numbers = [2, 2,"),
        "line 33, hat.numbers[1]: expected each number once, found a second 2",
    ),
    "no number": (
        ("numbers = [2, 3, 4, 5, 6]", "numbers = []"),
        "line 33, hat.numbers: expected a list of one or more whole numbers between 1 and 12, "
        "found []",
    ),
    "broken start number": (
        ("start_number = 2", "start_number = 2.5"),
        "line 30, face.start_number: expected a whole number between 1 and 99, found 2.5",
    ),
    "angle in radians": (
        ("ramp_angle_deg = 52", "ramp_angle_deg = 0.9"),
        "line 15, tower.ramp_angle_deg: expected a number of degrees between 15 and 75, found 0.9 "
        "(if 0.9 rad is meant, write 51.57)",
    ),
    "angle without its unit": (
        ("ramp_angle_deg = 52", "ramp_angle = 52"),
        "line 15, tower.ramp_angle: expected the key ramp_angle_deg, found the unknown key "
        "ramp_angle",
    ),
    "hat beyond the lip": (
        ("hat_above = 40", "hat_above = 135"),
        "line 19, tower.hat_above: expected a hat below the ramp's upper end and above its lip, "
        "that is less than 135 mm, found 135 mm",
    ),
    "no room below the hat": (
        ("hat_above = 40", "hat_above = 125"),
        "line 19, tower.hat_above: expected room for the die below the hat (16 mm of ramp), found "
        "10 mm",
    ),
    "channel wider than the tower": (
        ("channel_width = 34", "channel_width = 80"),
        "line 17, tower.channel_width: expected a channel no wider than the tower's 60 mm, found "
        "80 mm",
    ),
    "edges rounder than the die": (
        ("edge_radius = 1", "edge_radius = 6"),
        "line 27, die.edge_radius: expected at most a quarter of the die's size, 4 mm, found 6 mm",
    ),
    "colour by name": (
        ('colour = "#d55e00"', 'colour = "red"'),
        'line 11, colour: expected a colour such as "#ffcc00", found "red"',
    ),
}


def refusal(read, text, change):
    old, new = change
    assert old in text
    with pytest.raises(SceneError) as caught:
        read(Source("my.toml", text.replace(old, new, 1), None))
    error = caught.value
    assert error.line is not None
    assert error.key in str(error)
    return str(error)


@pytest.mark.parametrize("case", BAD_TRACKS)
def test_bad_track_gets_one_sentence(case):
    change, sentence = BAD_TRACKS[case]
    assert refusal(read_track, TRACK, change) == f"my.toml, {sentence}"


@pytest.mark.parametrize("case", BAD_SYNTAX)
def test_bad_syntax_gets_one_sentence(case):
    change, sentence = BAD_SYNTAX[case]
    assert refusal(read_track, TRACK, change).startswith(f"my.toml, {sentence}")


@pytest.mark.parametrize("case", BAD_SETS)
def test_bad_set_gets_one_sentence(case):
    change, sentence = BAD_SETS[case]
    assert refusal(read_set, SET, change) == f"my.toml, {sentence}"


def test_a_missing_section_is_named_as_it_is_written():
    start = TRACK.index("[gate]")
    text = TRACK[:start] + TRACK[TRACK.index("[start_box]") :]
    with pytest.raises(SceneError) as caught:
        read_track(Source("my.toml", text, None))
    assert str(caught.value) == "my.toml, line 1, gate: expected a [gate] section, found none"


def test_a_list_of_one_in_single_brackets():
    start = TRACK.index("[[half_spheres]]")
    text = TRACK[:start] + '[half_spheres]\nname = "A"\nx = 900\ny = 280\nradius = 35\n'
    with pytest.raises(SceneError) as caught:
        read_track(Source("my.toml", text, None))
    assert str(caught.value) == (
        "my.toml, line 31, half_spheres: expected [[half_spheres]] in double brackets for each, "
        "found [half_spheres]"
    )


def test_all_problems_can_be_asked_for():
    text = TRACK.replace("radius = 35", "radius = 3.5").replace("y_max = 230", "y_maximum = 230")
    with pytest.raises(SceneError) as caught:
        read_track(Source("my.toml", text, None))
    error = caught.value
    assert str(error) == f"{error.sentence} (and 1 more)"
    assert [one.key for one in error.rest] == ["start_box.y_maximum"]
    assert "more)" not in error.rest[0].sentence


def test_error_carries_its_parts():
    text = TRACK.replace("radius = 35", 'radius = "35mm"')
    with pytest.raises(SceneError) as caught:
        read_track(Source("my.toml", text, None))
    error = caught.value
    assert (error.file, error.line, error.key) == ("my.toml", 35, "half_spheres[0].radius")
    assert error.expected == "a number of mm between 5 and 500"
    assert error.found == '"35mm" (write 35, without quotes and unit)'


@pytest.mark.parametrize("depth", [21, 150, 400, 50_000])
def test_lists_nested_too_deeply(depth):
    text = TRACK.replace("note =", f"deep = {'[' * depth}{']' * depth}\nnote =", 1)
    with pytest.raises(SceneError, match=r"line 1: expected .*, found lists or tables nested too"):
        read_track(Source("my.toml", text, None))


def test_tables_nested_too_deeply():
    text = TRACK.replace("note =", f"a{'.a' * 300} = 1\nnote =", 1)
    with pytest.raises(SceneError, match=r"line 1: expected .*, found lists or tables nested too"):
        read_track(Source("my.toml", text, None))


@pytest.mark.parametrize("value", ["0x" + "f" * 6000, "1" + "0" * 400, "-1" + "0" * 60])
def test_a_number_beyond_all_measure(value):
    text = TRACK.replace("radius = 35", f"radius = {value}", 1)
    with pytest.raises(SceneError, match=f"line 35, .*radius: {NUMBER}, found a huge number"):
        read_track(Source("my.toml", text, None))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "rundkrus",
            "rundkrus: expected a track of the library (kinderrunde, rundkurs) or a .toml file, "
            "found no such track (did you mean rundkurs?)",
        ),
        ("none.toml", "none.toml: expected a scene file, found no such file"),
    ],
)
def test_no_such_scene(name, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SceneError) as caught:
        load_track(name)
    assert str(caught.value) == sentence
    assert caught.value.line is None


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "a.toml").mkdir()
    with pytest.raises(SceneError, match="expected a scene file, found a folder"):
        load_track(tmp_path / "a.toml")


def test_a_file_that_is_not_utf8_names_the_line(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(b"format = 1\n# M\xfcller\n")
    with pytest.raises(SceneError) as caught:
        load_track(path)
    assert str(caught.value) == f"{path}, line 2: expected text in UTF-8, found the byte 0xfc"


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.toml"
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(SceneError, match="expected a scene file of at most 1 MB, found 1000001"):
        load_track(path)


def test_an_error_in_a_set_file_names_that_file(tmp_path):
    (tmp_path / "mine.toml").write_text(SET.replace("size = 16", "size = 160"), encoding="utf-8")
    track = tmp_path / "track.toml"
    track.write_text(TRACK.replace('"red"', '"mine.toml"'), encoding="utf-8")
    with pytest.raises(SceneError) as caught:
        load_track(track)
    assert caught.value.file == str(tmp_path / "mine.toml")
    assert (caught.value.line, caught.value.key) == (25, "die.size")


def test_an_error_in_a_set_of_the_track_itself_names_its_line():
    start = SET.index("colour")
    own = SET[start:].replace("[", "[sets.").replace("[sets.2, 3", "[2, 3")
    text = TRACK.replace('sets = ["yellow", "red", "green", "blue"]\n', "")
    text += '\n[[sets]]\nname = "own"\n' + own
    assert read_track(Source("my.toml", text, None)).sets[0].name == "own"
    bad = text.replace("ramp_angle_deg = 52", "ramp_angle_deg = 5")
    with pytest.raises(SceneError) as caught:
        read_track(Source("my.toml", bad, None))
    assert caught.value.key == "sets[0].tower.ramp_angle_deg"
    assert bad.split("\n")[caught.value.line - 1].startswith("ramp_angle_deg = 5")


def test_load_scene_finds_out_the_kind():
    assert load_scene("rundkurs").kind == "track"
    assert load_scene("red").kind == "set"


def test_migration_goes_step_by_step():
    upgrades = {1: lambda data: {**data, "a": 1}, 2: lambda data: {**data, "b": data["a"] + 1}}
    old = {"format": 1, "x": 0}
    assert migrate(old, upgrades=upgrades, current=3) == {"format": 3, "x": 0, "a": 1, "b": 2}
    assert old == {"format": 1, "x": 0}
    with pytest.raises(SceneError, match="expected format = 3, found 0"):
        migrate({"format": 0}, upgrades=upgrades, current=3)

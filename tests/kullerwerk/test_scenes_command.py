"""``kullerwerk scenes``: what it prints, writes and refuses."""

import json

import pytest
from PIL import Image

from kullerwerk.cli import main
from scenes.files import load_track, source_text


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run ``kullerwerk scenes ...`` in an empty folder; return code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = main(["scenes", *map(str, arguments)])
        out = capsys.readouterr()
        return code, out.out, out.err

    return command


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_list(run):
    code, out, err = run("list")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "track  kinderrunde  Kinderrunde  (assumed)",
        "track  rundkurs     Rundkurs  (assumed)",
        "set    yellow       Yellow  (assumed)",
        "set    red          Red  (assumed)",
        "set    green        Green  (assumed)",
        "set    blue         Blue  (assumed)",
        "hill   galton       Galton hill  (assumed)",
        "hill   galton-wild  Galton hill, wild  (assumed)",
    ]


def test_list_as_json(run):
    code, out, _ = run("list", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["format"] == 1
    assert data["scenes"][1] == {
        "kind": "track", "name": "rundkurs", "title": "Rundkurs", "assumed": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        ("list",),
        ("show", "rundkurs"),
        ("show", "rundkurs", "--picture", "a.png"),
        ("copy", "rundkurs", "b.toml"),
        ("schema",),
    ],
)
def test_quiet_says_nothing(run, command):
    assert run(*command, "--quiet") == (0, "", "")


def test_show_describes(run):
    code, out, _ = run("show", "rundkurs")
    assert code == 0
    assert "1200 x 800 mm" in out
    assert "D on the left" in out
    assert "ramp 150 mm at 55 degrees" in run("show", "yellow")[1]


def test_show_as_json_is_the_whole_scene(run):
    data = json.loads(run("show", "rundkurs", "--json")[1])
    assert data["format"] == 1
    assert type(load_track("rundkurs")).model_validate(data["scene"]) == load_track("rundkurs")


def test_show_draws_png_and_svg(run, tmp_path):
    assert run("show", "rundkurs", "--picture", "a.png")[:2] == (0, "picture in a.png\n")
    assert run("show", "kinderrunde", "--picture", "a.svg")[0] == 0
    with Image.open(tmp_path / "a.png") as image:
        assert len(image.convert("RGB").getcolors(1 << 24) or []) > 100
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")
    assert names(tmp_path) == ["a.png", "a.svg"]


def test_show_prints_tiles(run, tmp_path):
    code, out, _ = run("show", "rundkurs", "--print", "a3.pdf", "--paper", "a3")
    assert code == 0
    assert out.startswith("12 sheets of A3 and an overview in a3.pdf")
    assert (tmp_path / "a3.pdf").read_bytes().startswith(b"%PDF-")


def test_show_refuses_to_print_a_hall(run, tmp_path):
    text = source_text("rundkurs").replace(
        "length = 1200\nwidth = 800", "length = 9000\nwidth = 9000"
    )
    (tmp_path / "hall.toml").write_text(text, encoding="utf-8")
    code, _, err = run("show", "hall.toml", "--print", "a4.pdf")
    assert code == 2
    assert err == (
        "Error: rundkurs: expected a table that 500 sheets of A4 cover, found one that needs "
        "1700.\n"
    )
    assert names(tmp_path) == ["hall.toml"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("show", "rundkrus"),
            "Error: rundkrus: expected a scene of the library (kinderrunde, rundkurs, blue, green, "
            "red, yellow, galton, galton-wild) or a .toml file, found no such scene "
            "(did you mean rundkurs?).",
        ),
        (
            ("show", "rundkurs", "--picture", "a.jpg"),
            "Error: a.jpg: the name must end in .png or .svg.",
        ),
        (
            ("show", "rundkurs", "--print", "a.png"),
            "Error: a.png: the name must end in .pdf.",
        ),
        (
            ("show", "red", "--picture", "a.png"),
            "Error: red: expected a track or a hill to draw, found a piece set.",
        ),
        (
            ("show", "rundkurs", "--picture", "none/a.png"),
            "Error: none/a.png: the folder none does not exist.",
        ),
        (
            ("copy", "rundkurs", "a.txt"),
            'Error: a.txt: expected a file name that ends in .toml, found "a.txt".',
        ),
        (
            ("check", "none.toml"),
            "Error: none.toml: expected a scene file, found no such file.",
        ),
    ],
)
def test_bad_input_gets_one_sentence_and_writes_nothing(run, tmp_path, arguments, sentence):
    code, out, err = run(*arguments)
    assert (code, out, err) == (2, "", sentence + "\n")
    assert not list(tmp_path.iterdir())


def test_copy_check_edit_check(run, tmp_path):
    code, out, _ = run("copy", "rundkurs", "mine.toml")
    assert (code, out) == (
        0, "rundkurs copied to mine.toml; after editing: kullerwerk scenes check mine.toml\n"
    )  # fmt: skip
    code, out, _ = run("check", "mine.toml")
    assert code == 0
    assert out.startswith("mine.toml: right, the track mine (")
    path = tmp_path / "mine.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("radius = 35", 'radius = "35mm"'),
                    encoding="utf-8")  # fmt: skip
    code, out, err = run("check", "mine.toml")
    assert (code, out) == (2, "")
    assert err == (
        "Error: mine.toml, line 33, half_spheres[0].radius: expected a number of mm between 5 and "
        '500, found "35mm" (write 35, without quotes and unit).\n'
    )


def test_check_as_json_says_where(run, tmp_path):
    (tmp_path / "a.toml").write_text(
        source_text("rundkurs").replace('around = "D"', 'around = "E"'), encoding="utf-8"
    )
    code, out, err = run("check", "a.toml", "--json")
    assert code == 2
    assert err.startswith("Error: a.toml, line 72, course[3].around: expected the name of a half")
    assert json.loads(out) == {
        "format": 1,
        "ok": False,
        "file": "a.toml",
        "problems": [
            {
                "line": 72,
                "key": "course[3].around",
                "expected": 'the name of a half-sphere of this track ("A", "B", "C", "D")',
                "found": '"E"',
            },
            {
                "line": 49,
                "key": "half_spheres[3]",
                "expected": 'a ray in the course with around = "D"',
                "found": "none: every half-sphere needs its one ray",
            },
        ],
    }
    first, second = err.splitlines()
    assert "more" not in first
    assert second.startswith("Error: a.toml, line 49, half_spheres[3]: expected a ray in the cour")


def test_a_scene_of_the_library_can_be_checked(run):
    code, out, err = run("check", "rundkurs")
    assert (code, err) == (0, "")
    assert out.startswith("rundkurs: right, the track rundkurs (")


def test_a_file_with_blanks_in_its_name(run):
    assert run("copy", "rundkurs", "my track.toml")[1] == (
        'rundkurs copied to my track.toml; after editing: kullerwerk scenes check "my track.toml"\n'
    )
    assert run("copy", "my track.toml", "another.toml")[0] == 0
    assert "the track another" in run("check", "another.toml")[1]


def test_a_copy_is_not_overwritten_unless_forced(run, tmp_path):
    (tmp_path / "a.toml").write_text("mine", encoding="utf-8")
    code, _, err = run("copy", "red", "a.toml")
    assert code == 2
    assert err == (
        "Error: a.toml: expected the name of a new file, found an existing one (--force overwrites "
        "it).\n"
    )
    assert (tmp_path / "a.toml").read_text(encoding="utf-8") == "mine"
    assert run("copy", "red", "a.toml", "--force")[0] == 0
    assert 'name = "a"' in (tmp_path / "a.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["track", "set", "hill"])
def test_schema(run, kind):
    code, out, _ = run("schema", kind)
    assert code == 0
    schema = json.loads(out)
    assert schema["properties"]["kind"]["const"] == kind
    assert json.loads(run("schema", kind, "--json")[1]) == {
        "format": 1, "kind": kind, "schema": schema,
    }  # fmt: skip


def test_an_unknown_kind_is_refused(run):
    code, out, err = run("schema", "hut")
    assert (code, out) == (2, "")
    assert "hut" in err
    assert "Traceback" not in err


def test_a_picture_that_fails_leaves_the_old_one(run, tmp_path, monkeypatch):
    (tmp_path / "a.png").write_text("old", encoding="utf-8")

    def broken(*_):
        raise RuntimeError("no ink")

    monkeypatch.setattr("kullerwerk.draw.track.draw_track", broken)
    assert run("show", "rundkurs", "--picture", "a.png")[0] == 70
    assert (tmp_path / "a.png").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["a.png"]

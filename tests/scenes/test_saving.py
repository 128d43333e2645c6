"""Saving keeps a designer's comments and layout; a bad track writes nothing."""

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.errors import SceneError
from scenes.files import (
    copy_scene,
    load_hill,
    load_set,
    load_track,
    read_track,
    save_hill,
    save_track,
    source_text,
)
from scenes.parse import Source
from scenes.track import Gate, HalfSphere, Materials, Ray, Table, Track

TEXT = (
    source_text("rundkurs")
    .replace('name = "B"', '# this one moves\nname = "B"   # bee')
    .replace('[[half_spheres]]\nname = "C"', '# about C\n[[half_spheres]]\nname = "C"')
    .replace("to = [0, 520]", "to = [ 0,520 ]")
)
BASE = read_track(Source("base", TEXT, None))


def changed(model, **values):
    return type(model).model_validate({**dict(model), **values})


def saved(tmp_path, track, over=TEXT):
    """Save over a text; return the new text and the lines taken out and put in."""
    path = tmp_path / "track.toml"
    save_track(track, path, over=over)
    text = path.read_bytes().decode("utf-8")
    assert load_track(path) == track
    rows = list(difflib.ndiff(over.splitlines(), text.splitlines()))
    gone = [row[2:] for row in rows if row.startswith("- ")]
    new = [row[2:] for row in rows if row.startswith("+ ")]
    return text, gone, new


def without_sphere(index):
    spheres = BASE.half_spheres
    return changed(
        BASE,
        half_spheres=spheres[:index] + spheres[index + 1 :],
        course=BASE.course[:index] + BASE.course[index + 1 :],
    )


def test_nothing_changed_nothing_written(tmp_path):
    assert saved(tmp_path, BASE)[0] == TEXT


def test_only_what_changed_is_written(tmp_path):
    moved = changed(BASE.half_spheres[1], x=910.5)
    spheres = (BASE.half_spheres[0], moved, *BASE.half_spheres[2:])
    _, gone, new = saved(tmp_path, changed(BASE, title="Neu", half_spheres=spheres))
    assert gone == ['title = "Rundkurs"', "x = 900"]
    assert new == ['title = "Neu"', "x = 910.5"]


def test_a_trailing_comment_stays_with_its_value(tmp_path):
    text, _, _ = saved(tmp_path, changed(BASE, table=Table(surface="felt")))
    assert 'surface = "felt"     # or "lively" or "felt"' in text


@pytest.mark.parametrize("index", range(4))
def test_removing_a_half_sphere_keeps_the_other_comments(tmp_path, index):
    text, _, new = saved(tmp_path, without_sphere(index))
    kept = ["# The course: one ray for each half-sphere", "# The finish is crossed to the right"]
    kept += ["# this one moves"] if index != 1 else []
    kept += ['# about C\n[[half_spheres]]\nname = "C"'] if index != 2 else []
    for comment in kept:
        assert comment in text
    assert new == []


def test_adding_a_half_sphere_adds_just_that(tmp_path):
    sphere = HalfSphere(name="E", x=100.0, y=700.0, radius=30.0)
    ray = Ray(around="E", to=(0.0, 700.0))
    track = changed(BASE, half_spheres=(*BASE.half_spheres, sphere), course=(*BASE.course, ray))
    text, gone, new = saved(tmp_path, track)
    assert gone == []
    assert [row for row in new if row] == [
        "[[half_spheres]]", 'name = "E"', "x = 100", "y = 700", "radius = 30",
        "[[course]]", 'around = "E"', "to = [0, 700]",
    ]  # fmt: skip
    assert text.index('name = "E"') < text.index("# The course") < text.index('around = "A"')


def test_reordering_takes_comments_along(tmp_path):
    a, b, c, d = BASE.half_spheres
    text, _, _ = saved(tmp_path, changed(BASE, half_spheres=(a, c, b, d)))
    assert '# about C\n[[half_spheres]]\nname = "C"' in text
    assert text.index('name = "C"') < text.index("# this one moves") < text.index('name = "B"')


def test_renaming_keeps_the_table(tmp_path):
    spheres = (changed(BASE.half_spheres[0], name="Alpha"), *BASE.half_spheres[1:])
    course = (changed(BASE.course[0], around="Alpha"), *BASE.course[1:])
    _, gone, new = saved(tmp_path, changed(BASE, half_spheres=spheres, course=course))
    assert gone == ['name = "A"', 'around = "A"']
    assert new == ['name = "Alpha"', 'around = "Alpha"']


def test_taking_all_out_and_back(tmp_path):
    bare = changed(BASE, half_spheres=(), course=())
    text, _, _ = saved(tmp_path, bare)
    assert "half_spheres" not in text
    saved(tmp_path, BASE, over=text)


def test_defaults_are_not_written_until_they_change(tmp_path):
    text, gone, new = saved(
        tmp_path, changed(BASE, materials=Materials(blocker_table_friction=0.3))
    )
    assert gone == []
    assert [row for row in new if row] == ["[materials]", "blocker_table_friction = 0.3"]
    text, gone, new = saved(tmp_path, BASE, over=text.replace("blocker", "#c\nblocker"))
    assert "#c" in text or "materials" not in text


def test_a_changed_set_is_written_in_full_and_the_others_by_name(tmp_path):
    own = changed(BASE.sets[2], colour="#123456")
    text, _, _ = saved(tmp_path, changed(BASE, sets=(*BASE.sets[:2], own, BASE.sets[3])))
    assert 'sets = ["yellow", "red", {' in text
    assert '"#123456"' in text


def test_a_set_file_stays_a_reference(tmp_path):
    (tmp_path / "mine.toml").write_text(
        source_text("red").replace('"#d55e00"', '"#112233"'), encoding="utf-8"
    )
    text = TEXT.replace('"red"', '"mine.toml"')
    track = read_track(Source("base", text, tmp_path))
    assert track.sets[1].colour == "#112233"
    new_text, _, _ = saved(tmp_path, changed(track, title="Neu"), over=text)
    assert '["yellow", "mine.toml", "green", "blue"]' in new_text


def test_windows_line_ends_stay(tmp_path):
    text, _, _ = saved(tmp_path, changed(BASE, title="Neu"), over=TEXT.replace("\n", "\r\n"))
    assert text.count("\r\n") == text.count("\n") == TEXT.count("\n")


def test_a_new_file_is_readable(tmp_path):
    path = tmp_path / "new.toml"
    save_track(Track.example(), path)
    assert load_track(path) == Track.example()
    assert "radius = 30\n" in path.read_text(encoding="utf-8")


def test_saving_over_a_file_keeps_its_comments(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT, encoding="utf-8")
    save_track(changed(BASE, title="Neu"), path)
    assert path.read_text(encoding="utf-8") == TEXT.replace('"Rundkurs"', '"Neu"')


def test_nothing_is_written_when_anything_is_wrong(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT, encoding="utf-8")
    lonely = changed(BASE, course=())
    with pytest.raises(SceneError, match='a ray in the course with around = "A", found none'):
        save_track(lonely, path)
    assert path.read_text(encoding="utf-8") == TEXT
    with pytest.raises(SceneError):
        save_track(lonely, tmp_path / "new.toml")
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.toml"]


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(SceneError, match="expected a file that can be written, found no such file"):
        save_track(BASE, tmp_path / "none" / "a.toml")


INNER = st.floats(60, 740).map(lambda x: round(x, 2))


@settings(max_examples=60)
@given(data=st.data())
def test_any_edit_can_be_saved_and_loaded_again(data, tmp_path_factory):
    """Take out, rename, move, add and shuffle half-spheres: what is loaded is what was saved."""
    names = data.draw(st.permutations(["A", "B", "C", "D", "E", "F", "G"]))
    names = names[: data.draw(st.integers(0, 7))]
    spheres = tuple(
        HalfSphere(name=name, x=100.0 + 150 * i, y=data.draw(INNER) * 0.5 + 390, radius=20.0)
        for i, name in enumerate(names)
    )
    order = data.draw(st.permutations(range(len(names))))
    course = tuple(
        Ray(
            around=spheres[i].name,
            to=(spheres[i].x, 800.0),
            side=data.draw(st.sampled_from(["left", "right"])),
        )
        for i in order
    )
    track = Track.model_validate(
        {
            **dict(BASE),
            "half_spheres": spheres,
            "course": course,
            "gate": Gate(
                left_post=BASE.gate.left_post,
                right_post=BASE.gate.right_post,
                post_radius=data.draw(st.sampled_from([8.0, 5.0])),
            ),
            "sets": data.draw(st.permutations(BASE.sets)),
            "note": data.draw(st.sampled_from([BASE.note, "", 'two\nlines "q" # no comment'])),
        }
    )
    folder = tmp_path_factory.mktemp("edit")
    text, _, _ = saved(folder, track)
    assert "# The finish is crossed to the right" in text
    again, _, _ = saved(folder, BASE, over=text)
    assert "# The finish is crossed to the right" in again


def test_copying_keeps_comments_and_takes_the_file_name(tmp_path):
    path = copy_scene("rundkurs", tmp_path / "my_course.toml")
    text = path.read_text(encoding="utf-8")
    first, *rest = text.split("\n")
    assert first == "# my_course, copied from rundkurs."
    start = rest.index("[table]")
    assert rest[start:] == source_text("rundkurs").split("\n")[-len(rest[start:]) :]
    assert "# Top view: +x to the right" in text
    assert "default track" not in text
    track = load_track(path)
    words = {"name": "my_course", "title": "my_course", "note": "Copied from rundkurs."}
    assert track == changed(load_track("rundkurs"), **words)


def test_a_file_of_ones_own_can_be_copied(tmp_path):
    first = copy_scene("red", tmp_path / "a.toml")
    text = first.read_text(encoding="utf-8").replace("# a, copied", "# Measured at home; copied")
    first.write_text(text.replace('name = "a"', "name='a'"), encoding="utf-8")
    second = copy_scene(str(first), tmp_path / "b.toml")
    assert second.read_text(encoding="utf-8").startswith("# Measured at home; copied from red.")
    words = {"name": "b", "title": "b"}
    assert load_set(second) == changed(load_set(first), **words)
    with pytest.raises(SceneError, match="found the scene itself"):
        copy_scene(str(first), first, force=True)


def test_a_copy_that_would_miss_its_sets_is_refused(tmp_path):
    copy_scene("red", tmp_path / "mine.toml")
    track = copy_scene("rundkurs", tmp_path / "a.toml")
    text = track.read_text(encoding="utf-8").replace('"red"', '"mine.toml"')
    track.write_text(text, encoding="utf-8")
    (tmp_path / "away").mkdir()
    with pytest.raises(SceneError, match=r"sets\[1\]: expected a set of the library"):
        copy_scene(str(track), tmp_path / "away" / "b.toml")
    assert not list((tmp_path / "away").iterdir())


def test_copying_refuses_an_existing_file_unless_forced(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(SceneError) as caught:
        copy_scene("red", path)
    assert str(caught.value) == (
        f"{path}: expected the name of a new file, found an existing one (--force overwrites it)"
    )
    assert path.read_text(encoding="utf-8") == "mine"
    copy_scene("red", path, force=True)
    assert load_set(path) == changed(load_set("red"), name="a", title="a", note="Copied from red.")


def test_copying_wants_a_toml_file_and_a_known_name(tmp_path):
    with pytest.raises(
        SceneError, match=r'expected a file name that ends in \.toml, found "a.txt"'
    ):
        copy_scene("red", tmp_path / "a.txt")
    with pytest.raises(SceneError, match="expected a scene of the library"):
        copy_scene("pink", tmp_path / "a.toml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("my course", "my-course"),
        ("-a (2)", "a-2"),
        ("rundkurs", "my-rundkurs"),
        ("...", "copy"),
        ("Übung", "Übung"),
        ("a" * 60, "a" * 40),
    ],
)
def test_a_copy_has_a_name_of_its_own(tmp_path, stem, name):
    track = load_track(copy_scene("rundkurs", tmp_path / f"{stem}.toml"))
    assert (track.name, track.title) == (name, name)


def test_a_hill_keeps_its_rows_and_the_lines_of_its_lists(tmp_path):
    """Rows have no names and go on by their places; a list of the same length keeps its lines."""
    hill, over = load_hill("galton"), source_text("galton")
    data = hill.model_dump(mode="json")
    data["rows"][2]["splitters"][1] = 1.5
    data["hut"]["hatches"][3]["splitter"] = -2.0
    spaces = data["path"]["spaces"]
    spaces[0], spaces[1] = spaces[1], spaces[0]
    changed_hill = type(hill).model_validate(data)
    path = tmp_path / "hill.toml"
    save_hill(changed_hill, path, over)
    assert load_hill(path) == changed_hill
    rows = difflib.ndiff(over.splitlines(), path.read_text("utf-8").splitlines())
    assert [row for row in rows if row.startswith("+ ")] == [
        "+ splitter = -2",
        "+ splitters = [0, 1.5, 0.21, -0.26, 0.26, -0.21, 0.09, 0]",
        "+   [80, 240], [40, 240], [120, 240], [160, 240], [200, 240], [240, 240], [280, 240], "
        "[320, 240],",
    ]

"""The settings file: repaired where it is wrong, written whole or not at all."""

from __future__ import annotations

import json
import os
import sys

import pytest

from kullerwerk.stage.settings import (
    Settings,
    read_settings,
    settings_file,
    system_language,
    write_settings,
)
from kullerwerk.stage.surroundings import Surroundings

USUAL = Settings(language="de")


def kept(tmp_path, content):
    path = tmp_path / "settings.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_somebody_new_has_the_usual_settings_and_no_file(tmp_path):
    path = tmp_path / "not" / "there.json"
    assert read_settings(path, "de") == (USUAL, "")
    assert not path.parent.exists()


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "a" / "b" / "settings.json"
    settings = Settings("de", 1.45, True, False, True, 2.0, ("hoehle", "größe"))
    assert write_settings(path, settings)
    assert read_settings(path) == (settings, "")
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"7", b'"text"', b"\xff\xfe\x00", b"\x00" * 50, b"[" * 100_000,
        b'{"language": }', b"NaN", b'{"a": 1} rest',
    ],
)  # fmt: skip
def test_a_file_that_is_no_settings_gives_the_usual_ones_and_a_sentence(tmp_path, content):
    path = kept(tmp_path, content)
    settings, said = read_settings(path, "de")
    assert settings == USUAL
    assert said.startswith(f"{path}: ")
    assert said.endswith(".")
    assert "\n" not in said


WRONG = {
    "language": ["fr", 1, None, ["de"], {}, "DE"],
    "text_size": ["1", 0, 9, -1, None, True, float("nan"), float("inf"), [1.0]],
    "speed": ["2", 0, 100, None, False, float("nan")],
    "reduced_motion": [1, 0, "yes", None, []],
    "sounds": [1, "no", None],
    "full_screen": ["", 2.0, {}],
    "names": ["hoehle", 3, None, [1], [["a"]], {"a": 1}],
}


@pytest.mark.parametrize(("name", "value"), [(k, v) for k, row in WRONG.items() for v in row])
def test_a_wrong_value_is_named_and_the_others_stay(tmp_path, name, value):
    good = {"speed": 2.0} if name != "speed" else {"sounds": False}
    path = kept(tmp_path, json.dumps({**good, name: value}))
    settings, said = read_settings(path, "de")
    assert name in said
    assert getattr(settings, name) == getattr(USUAL, name)
    assert all(getattr(settings, key) == one for key, one in good.items())
    assert next(iter(good)) not in said


def test_several_wrong_values_are_all_named(tmp_path):
    _, said = read_settings(kept(tmp_path, '{"speed": "x", "sounds": 3, "more": 1}'))
    assert "sounds, speed" in said or "speed, sounds" in said


def test_what_it_does_not_know_is_passed_over(tmp_path):
    path = kept(tmp_path, '{"format": 99, "colour": "red", "text_size": 1}')
    assert read_settings(path) == (Settings(), "")


def test_a_folder_in_the_place_of_the_file(tmp_path):
    path = tmp_path / "settings.json"
    path.mkdir()
    settings, said = read_settings(path)
    assert settings == Settings()
    assert "cannot be read" in said
    assert not write_settings(path, Settings())
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]


def test_a_file_in_the_place_of_the_folder(tmp_path):
    (tmp_path / "kullerwerk").write_text("x")
    assert not write_settings(tmp_path / "kullerwerk" / "settings.json", Settings())
    assert read_settings(tmp_path / "kullerwerk" / "settings.json")[0] == Settings()


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    write_settings(path, Settings(speed=2.0))

    def broken(self, target):
        raise OSError(28, "no space left")

    monkeypatch.setattr("pathlib.Path.replace", broken)
    assert not write_settings(path, Settings(speed=4.0))
    monkeypatch.undo()
    assert read_settings(path)[0].speed == 2.0
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may write anywhere"
)
def test_a_folder_that_cannot_be_written(tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert not write_settings(tmp_path / "settings.json", Settings())
    finally:
        tmp_path.chmod(0o700)


def test_a_change_that_cannot_be_kept_still_counts(tmp_path):
    (tmp_path / "file").write_text("")
    around = Surroundings(keep=tmp_path / "file" / "settings.json")
    around.change(Settings(speed=4.0))
    assert around.settings.speed == 4.0


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "en_GB"}, "en"), ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "de_AT", "LANG": "en_US"}, "de"), ({"LC_MESSAGES": "de", "LANG": "C"}, "de"),
        ({"LANG": "C"}, "en"), ({"LC_ALL": "", "LANG": "DE"}, "de"),
    ],
)  # fmt: skip
def test_the_language_of_the_system(environment, language):
    assert system_language(environment) == language


def test_where_settings_are_kept_makes_nothing(tmp_path):
    if sys.platform.startswith("linux"):
        path = settings_file({"XDG_CONFIG_HOME": str(tmp_path)})
        assert path == tmp_path / "kullerwerk" / "settings.json"
    assert list(tmp_path.iterdir()) == []


def test_a_number_that_is_too_long_is_no_reason_not_to_start(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"text_size": ' + "1" * 5000 + "}", encoding="utf-8")
    settings, said = read_settings(path)
    assert settings == Settings()
    assert "no valid JSON" in said

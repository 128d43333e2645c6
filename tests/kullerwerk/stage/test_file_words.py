"""What is wrong with a file is said in the language of the window."""

from __future__ import annotations

import re

import pytest

from kullerwerk.console import target_problem
from kullerwerk.stage.edit import ChoosePage
from kullerwerk.stage.edit.page import EditPage
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.games import Plan, resumed, session_of
from kullerwerk.stage.saved import SavedPage
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings
from rules.core.errors import RulesError
from scenes.errors import SceneError

ENGLISH = re.compile(r"\b(the|this|found|expected|is|not|line|no|must|cannot|players)\b")


def german(said):
    text = file_trouble(said, "de")
    assert text.endswith(".")
    assert not ENGLISH.search(text), text
    return text


def test_files_that_cannot_be_written(tmp_path):
    (tmp_path / "ordner.jsonl").mkdir()
    for path, part in (
        (tmp_path / "a.txt", "muss auf .jsonl enden"),
        (tmp_path / "nirgends" / "a.jsonl", "gibt es nicht"),
        (tmp_path / "ordner.jsonl", "ist ein Ordner"),
    ):
        why = target_problem(path, (".jsonl",))
        assert part in german(why)
        assert file_trouble(why, "en") == why
    assert german("/x/a.jsonl: it cannot be written (Errno 13).").endswith("schreibbar (Errno 13).")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"\xff\xfe\x00", "keine Aufzeichnung"),
        (b"", "keine Aufzeichnung"),
        (b"{}\n", "keine Aufzeichnung"),
        (b"{broken\n", "kein JSON"),
        (b'{"format": 99, "game": "koenig"}\n', "neuer als"),
        (b'{"format": 1, "game": "koenig"}\n', "Kopf der Aufzeichnung ist besch"),
    ],
)
def test_records_that_cannot_be_gone_on_with(tmp_path, text, part):
    path = tmp_path / "spiel.jsonl"
    path.write_bytes(text)
    with pytest.raises(RulesError) as found:
        resumed(Surroundings(), path, (None, None))
    assert part in german(found.value)
    page = SavedPage(Surroundings(Settings(language="de")), tmp_path)
    assert part in page.remark() or not page.remark()


def test_a_record_on_a_track_of_ones_own_and_one_with_too_few_pieces():
    said = german(
        "the game was played on zuhause, a track of your own: "
        "'kullerwerk play --resume RECORD --scene FILE' goes on with it"
    )
    assert "--scene DATEI" in said
    german("zuhause is not the scene any more that this game was played on")
    german("zuhause has pieces for 2 players, not 3")


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("fehlt.toml", None, "gibt es nicht"),
        ("kaputt.toml", "a = = 1\n", "Zeile 1"),
        ("leer.toml", "", "erwartet wird"),
    ],
)
def test_scenes_that_cannot_be_opened(tmp_path, name, text, part):
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SceneError) as found:
        EditPage(Surroundings(), str(path))
    assert part in file_trouble(found.value, "de")
    with pytest.raises(SceneError):
        session_of(Plan("koenig", (None, None), scene=str(path)), None)
    page = ChoosePage(Surroundings(Settings(language="de")))
    page.do("file", str(path))
    assert page.bad
    assert part in page.notice


def test_what_is_not_known_is_kept():
    assert file_trouble("the moon is full", "en") == "the moon is full."
    assert file_trouble("the moon is full", "de") == "Das geht nicht: the moon is full."

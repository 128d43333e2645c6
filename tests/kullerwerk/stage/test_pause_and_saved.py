"""The menu of a game in progress, and games that were left."""

from __future__ import annotations

import json
import random

import pytest

from kullerwerk.players.specs import Spec
from kullerwerk.stage.games import Plan, new_game, resumed
from kullerwerk.stage.menu import SavedPage
from kullerwerk.stage.page import Back, Open
from kullerwerk.stage.pause import PausePage
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings
from rules.core.records import replay
from scenes.files import copy_scene, load_track

PLAN = Plan("hoehle", (None, Spec("random")), (("move_cap", 40),), seed=4)


def around():
    return Surroundings(Settings(reduced_motion=True))


def begun(folder=None, steps=5, plan=PLAN):
    page = new_game(around(), plan, folder)
    match = page.match
    while len(match.session.steps) < steps and match.over is None:
        if match.waits is not None:
            space = match.game.space(match.state)
            match.act(random.Random(len(match.session.steps)).choice(list(space.actions)))
        match.update()
    return page


def click(page, name):
    at = page.find(name).middle
    page.press(*at)
    page.release(*at)


def typed(page, text):
    click(page, "name")
    page.key("backspace", frozenset({"ctrl"}))
    page.text(text)


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return begun()


def test_escape_at_the_table_opens_the_menu_and_closes_it_again(table):
    table.key("escape")
    assert isinstance(table.go, Open)
    pause = table.go.page
    assert isinstance(pause, PausePage)
    pause.key("escape")
    assert isinstance(pause.go, Back)


def test_a_copy_is_saved_by_enter_and_by_the_button(table, tmp_path):
    pause = PausePage(table)
    typed(pause, "größe.jsonl")
    pause.key("return")
    assert replay(tmp_path / "größe.jsonl", partial=True).lines == len(table.match.session.steps)
    assert not pause.bad
    assert str(tmp_path / "größe.jsonl") in pause.notice, "it says where, not only what"
    typed(pause, str(tmp_path / "b.jsonl"))
    click(pause, "save")
    assert (tmp_path / "b.jsonl").exists()


def test_leaving_the_field_saves_nothing(table, tmp_path):
    pause = PausePage(table)
    typed(pause, "a.jsonl")
    click(pause, "leave")
    assert list(tmp_path.iterdir()) == []
    assert isinstance(pause.go, Back)
    assert isinstance(table.go, Back)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "must end in .jsonl"), ("a.txt", "must end in .jsonl"),
        ("no/a.jsonl", "does not exist"), ("folder.jsonl", "is a folder"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_written_is_refused_with_the_reason(table, tmp_path, name, why):
    (tmp_path / "folder.jsonl").mkdir()
    pause = PausePage(table)
    typed(pause, name)
    pause.key("return")
    assert pause.bad
    assert why in pause.notice
    assert pause.go is None


def test_games_that_were_left_are_listed_and_gone_on_with(tmp_path):
    page = SavedPage(around(), tmp_path / "none")
    assert [widget.id for widget in page.widgets()] == ["back"]
    assert page.remark() == page.around.word("saved.none")
    for steps in (3, 7):
        left = begun(tmp_path, steps)
        left.closing()
    finished = begun(tmp_path, 10_000, Plan("hoehle", PLAN.seats, (("move_cap", 3),), seed=1))
    finished.closing()
    assert finished.match.over
    begun(tmp_path, 0).closing()
    (tmp_path / "broken.jsonl").write_text("{", encoding="utf-8")
    (tmp_path / "other.txt").write_text("no game", encoding="utf-8")
    page = SavedPage(around(), tmp_path)
    saved = [widget.label for widget in page.widgets() if widget.id.startswith("saved")]
    assert sorted(label.rpartition(" ")[2] for label in saved) == ["3", "7"]
    assert "broken.jsonl" in page.remark()
    click(page, "saved:0")
    assert isinstance(page.go, Open)
    assert page.go.instead
    again = page.go.page
    assert len(again.match.session.steps) in (3, 7)
    assert again.match.seats == PLAN.seats
    again.closing()


def test_a_record_that_was_changed_is_refused_in_a_sentence(tmp_path):
    begun(tmp_path, 9).closing()
    page = SavedPage(around(), tmp_path)
    path = next(tmp_path.glob("*.jsonl"))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0], *lines[3:]]), encoding="utf-8")
    page.do("saved:0")
    assert page.go is None
    assert page.bad
    assert path.name in page.notice


def test_a_record_that_has_gone_since_is_refused_in_a_sentence(tmp_path):
    begun(tmp_path, 4).closing()
    page = SavedPage(around(), tmp_path)
    for path in tmp_path.glob("*.jsonl"):
        path.unlink()
    page.do("saved:0")
    assert page.bad
    assert page.go is None


def test_one_odd_file_hides_no_games(tmp_path):
    begun(tmp_path, 4).closing()
    lines = next(tmp_path.glob("*.jsonl")).read_text(encoding="utf-8").splitlines()
    head = json.loads(lines[0])
    odd = {"game": {"game": "tetris"}, "few": {"players": []}, "many": {"players": ["human"] * 3}}
    for name, values in odd.items():
        text = "\n".join([json.dumps(head | values), *lines[1:]])
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "nowhere.jsonl").symlink_to(tmp_path / "none")
    page = SavedPage(around(), tmp_path)
    assert [widget.id for widget in page.widgets()] == ["saved:0", "back"]
    assert all(name in page.remark() for name in odd)


@pytest.mark.parametrize("name", ["", "/", ".", "~nobody-of-this-name/x"])
def test_a_name_that_cannot_be_one_is_refused(table, name):
    pause = PausePage(table)
    pause.do("name", name)
    pause.do("save")
    assert pause.bad


def test_a_game_on_a_scene_of_ones_own_goes_on_with_its_file(tmp_path):
    file = copy_scene("kinderrunde", tmp_path / "mine.toml")
    seats = (None, Spec("random"))
    game = new_game(around(), Plan("koenig", seats, (), str(file), 1), tmp_path)
    while not game.match.session.steps:
        game.do("hint")
        game.update(0.1)
        if game.match.advice is not None:
            game.match.act(game.match.advice)
    game.closing()
    page = SavedPage(around(), tmp_path)
    page.do("saved:0")
    assert page.go is None
    assert "--scene FILE" in page.notice
    record = next(tmp_path.glob("*.jsonl"))
    again = resumed(around(), record, (None, None), tmp_path / "on.jsonl", str(file))
    assert again.match.scene == load_track(file)
    again.closing()
    assert replay(tmp_path / "on.jsonl", partial=True).header.players == ("human", "human")
    assert replay(record, partial=True).header.players == ("human", "random")

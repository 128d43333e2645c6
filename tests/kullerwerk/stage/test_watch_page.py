"""Watching a record: every place of a game is shown as it stood, forward and back."""

from __future__ import annotations

import pytest

from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.settings import LANGUAGES, TEXT_SIZES, Settings
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.watch import ExportPage, WatchPage, watch_file, watch_session
from rules.core.errors import RulesError
from rules.core.types import Ask
from scenes.files import load_hill


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("watch") / "game.jsonl"
    seats = (level("kullern", "easy"),) * 2
    page = new_game(Surroundings(), Plan("kullern", seats, (("turn_cap", 3),), "", 4), None, path)
    for _ in range(4000):
        page.board.skip()
        page.update(0.05)
        if page.match.over is not None:
            break
    page.closing()
    assert page.match.over is not None
    return path


def watched(path) -> WatchPage:
    return watch_file(Surroundings(), path)


def test_it_plays_to_the_end(record):
    page = watched(record)
    for _ in range(20_000):
        page.update(0.1)
        if page.ended:
            break
    assert page.ended
    assert page.match.state == page.steps[-1][2].state
    assert page.match.over is not None


def test_every_throw_rolls_as_it_did(record):
    page = watched(record)
    for _ in range(20_000):
        page.update(0.1)
        if page.ended:
            break
    assert page._traces
    assert all(trace is not None for trace in page._traces.values())


def test_a_throw_that_is_simulated_otherwise_is_not_shown(record):
    page = watched(record)
    page.match.session.head = page.match.session.head.__class__(
        **{
            field: getattr(page.match.session.head, field)
            for field in page.match.session.head.__dataclass_fields__
        }
        | {"seed": 12345}
    )
    for _ in range(3000):
        page.update(0.1)
    assert None in page._traces.values()


def test_steps_and_places(record):
    page = watched(record)
    page.do("play")
    assert not page.playing
    page.do("forward")
    page.do("forward")
    assert page.index == 2
    assert page.match.state == page.steps[1][2].state
    page.key("left")
    assert page.index == 1
    page.do("place", 5.0)
    assert page.match.state == page.steps[4][2].state
    page.do("end")
    assert page.ended
    page.do("start")
    assert page.index == 0
    assert page.match.state == page.match.session.first
    page.do("back")
    assert page.index == 0


def test_at_the_end_play_begins_anew(record):
    page = watched(record)
    page.do("end")
    page.playing = False
    page.do("play")
    assert page.index == 0
    assert page.playing


def test_twice_the_speed_takes_half_the_time(record):
    def frames(speed: float) -> int:
        page = watched(record)
        page.speed = speed
        for count in range(100_000):
            page.update(0.02)
            if page.index >= 8 and not page.board.busy:
                return count
        raise AssertionError("it does not go on")

    assert 1.7 < frames(1.0) / frames(2.0) < 2.3


def test_ghosts_are_the_throws_that_have_been(record):
    page = watched(record)
    while page.index < 6:
        page.update(0.1)
    assert page.board.ghosts == ()
    page.do("ghosts", True)
    page.update(0.0)
    assert page.board.ghosts
    layer = next(layer for layer in page.layers() if layer.key == "ghosts")
    assert layer.shapes


def test_every_widget_is_reached_by_the_keyboard(record):
    page = watched(record)
    page.playing = False
    names = {widget.id for widget in page.widgets()}
    seen = set()
    for _ in range(2 * len(names)):
        page.key("tab")
        seen.add(page.look.focus)
    assert seen == names


def test_a_game_that_was_just_played_is_watched(record):
    seats = (level("hoehle", "easy"),) * 2
    game = new_game(Surroundings(), Plan("hoehle", seats, (("move_cap", 4),), "", 1))
    for _ in range(200):
        game.board.skip()
        game.update(0.1)
    page = watch_session(game.around, game.match)
    for _ in range(400):
        page.update(0.1)
    assert page.ended
    assert page.match.state == game.match.state


def test_where_a_film_goes(record, tmp_path, monkeypatch):
    page = watched(record)
    page.do("save")
    export = page.go.page
    assert isinstance(export, ExportPage)
    export.do("name", str(tmp_path / "none" / "film"))
    export.do("gif")
    assert export.bad
    assert "does not exist" in export.notice
    export.do("name", str(tmp_path / "film"))
    export.do("gif")
    assert page.export == (tmp_path / "film.gif", 25)
    monkeypatch.setenv("PATH", "")
    export.do("mp4")
    assert "ffmpeg" in export.notice


def test_no_record(tmp_path):
    path = tmp_path / "no.jsonl"
    path.write_text("{}\n")
    with pytest.raises(RulesError, match=r"no\.jsonl"):
        watched(path)


def test_a_game_on_a_scene_of_ones_own_is_watched(tmp_path):
    hill = load_hill("galton").model_copy(update={"name": "mine"})
    seats = (level("kullern", "easy"),) * 2
    plan = Plan("kullern", seats, (("turn_cap", 1),), hill, 4)
    game = new_game(Surroundings(), plan, None, tmp_path / "game.jsonl")
    for _ in range(400):
        game.board.skip()
        game.update(0.1)
    assert game.match.over is not None
    game.closing()
    game.do("watch")
    assert game.go.page.match.scene == hill
    from_file = watched(tmp_path / "game.jsonl")  # the library does not have the scene
    for _ in range(400):
        from_file.update(0.1)
    from_file.frame()
    assert from_file.match.state == game.match.state


@pytest.mark.parametrize("name", ["", "/", ".", "x" * 300, "~nobody-of-this-name/x"])
def test_a_film_with_a_name_that_no_file_can_have_is_refused(record, name):
    page = watched(record)
    export = ExportPage(page)
    export.do("name", name)
    export.do("png")
    assert export.bad
    assert page.export is None


@pytest.mark.parametrize("size", [(800, 560), (1280, 800), (3000, 2000)])
@pytest.mark.parametrize("text", TEXT_SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bar_fits_into_the_window(record, lang, text, size):
    page = watch_file(Surroundings(Settings(language=lang, text_size=text)), record)
    page.resize(*map(float, size))
    places = [widget.at for widget in page.widgets()]
    assert len(places) == 10
    for k, at in enumerate(places):
        assert at.x >= 0
        assert at.y >= 0
        assert at.right <= size[0]
        assert at.top <= page._bar.top
        for other in places[:k]:
            assert (
                at.right <= other.x
                or other.right <= at.x
                or (at.top <= other.y or other.top <= at.y)
            )


def test_ghosts_of_every_game_of_throws_are_drawn():
    seats = (level("koenig", "easy"),) * 2
    game = new_game(Surroundings(), Plan("koenig", seats, (), "kinderrunde", 1))
    while sum(isinstance(pending, Ask) for pending, _, _ in game.match.session.steps) < 3:
        game.board.skip()
        game.update(0.1)
    page = watch_session(game.around, game.match)
    page.do("ghosts", True)
    page.do("end")
    page.update(0.1)
    assert len(page.board.ghosts) == 3
    page.frame()


def test_any_speed_of_the_command_can_be_shown(record):
    page = watched(record)
    page.speed = 3.3
    assert page.find("speed").options[page.find("speed").index] == "4 x"

"""The boards of hoehle, company and buddel: all that is legal can be picked, mouse or keys."""

import random
import re

import pytest

from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings
from rules.core.types import Decide

GAMES = ("hoehle", "company", "buddel")
VARIANTS = (
    ("hoehle", ()),
    ("hoehle", (("movers", "any"),)),
    ("company", ()),
    ("company", (("tournament", True),)),
    ("buddel", ()),
    ("buddel", (("full_number", True), ("rescue_choice", True))),
    ("buddel", (("send_own_mole", True),)),
)
SHORT = {
    "hoehle": (("move_cap", 12),),
    "company": (("turn_cap", 14),),
    "buddel": (("turn_cap", 14),),
}
"""Games that end soon: at their caps."""
ENGLISH = re.compile(r"\b(the|a|must|mole|tile|cart|goes|there)\b", re.I)


def table(game, seats=(None, None), options=(), *, motion=False, lang="en", text=1.0, seed=3):
    around = Surroundings(
        settings=Settings(language=lang, text_size=text, reduced_motion=not motion)
    )
    return new_game(around, Plan(game, tuple(seats), tuple(options), "", seed))


def settled(page, limit=4000):
    """Let time go by until somebody at the screen must decide, or the game is over."""
    match = page.match
    for _ in range(limit):
        page.update(0.05)
        idle = not page.board.busy and not match.happened
        if idle and (match.waits is not None or match.over is not None):
            assert not match.trouble
            return
    raise AssertionError("nothing ends")


def states(page, count, rng):
    """Stop at so many decisions of a random game."""
    for _ in range(count):
        settled(page)
        if page.match.over is not None:
            return
        yield page.match.state
        settled(page)
        if page.match.over is not None:
            return
        page.match.act(page.match.game.random_action(page.match.state, rng))


def spot_ids(page):
    return [widget.id for widget in page.widgets() if widget.kind == "spot"]


def click(page, name):
    found = page.find(name)
    assert found is not None, (name, [widget.id for widget in page.widgets()])
    page.press(*found.middle)
    page.release(*found.middle)


# --- picks -------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_action_has_picks_or_a_button(game, options, seats):
    page = table(game, (None,) * seats, options)
    board, rng = page.board, random.Random(seats)
    for state in states(page, 60, rng):
        legal = set(board.match.game.actions(state))
        offered = set(board.ways().values()) | set(board.free())
        if game == "buddel":
            # Of several ways to a cell one is offered at first, all of them step by step.
            board.do("stepwise")
            picks = [board.picks_of(state, action) for action in legal]
            assert len(set(filter(None, picks))) == sum(map(bool, picks))
            offered |= set(board.ways().values())
            board.do("stepwise")
        assert offered == legal
        kept = [action for action in legal if not board.left_out(action)]
        picks = [picks for action in kept if (picks := board.picks_of(state, action))]
        assert len(set(picks)) == len(picks)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("size", [(1280, 800), (900, 600)])
def test_every_pick_has_its_spot_on_the_board(game, options, size):
    page = table(game, (None,) * 4, options, text=1.45 if size[0] == 900 else 1.0)
    page.resize(*size)
    board = page.board
    for _ in states(page, 40, random.Random(7)):
        for picks in list(board.ways()):
            for k, key in enumerate(picks):
                board.picked = list(picks[:k])
                at, _, label = board.spot(key)
                assert label
                assert at.w >= 12
                assert at.h >= 12
                area = board.area
                assert area.x <= at.x
                assert at.right <= area.right
                assert area.y <= at.y
                assert at.top <= area.top
        board.picked = []


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_picking_an_actions_picks_carries_it_out(game, options):
    page = table(game, options=options)
    board, rng = page.board, random.Random(2)
    for _ in range(50):
        settled(page)
        if page.match.over is not None:
            break
        if game == "buddel" and rng.random() < 0.4 and page.find("stepwise"):
            click(page, "stepwise")
        ways = list(board.ways().items())
        before = len(page.match.session.steps)
        if ways:
            picks, action = rng.choice(ways)
            for key in picks:
                click(page, f"spot:{key}")
            asked, answer, _ = page.match.session.steps[before]
            assert isinstance(asked, Decide)
            assert answer == action
        else:
            click(page, "act:0")
        assert len(page.match.session.steps) > before


# --- whole games -------------------------------------------------------------


def finish(page, decide):
    """Play on until the game is over."""
    for _ in range(600):
        settled(page)
        if page.match.over is not None:
            return
        decide()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_mouse_alone(game):
    page = table(game, (None, level(game, "easy")), SHORT[game])
    rng = random.Random(1)

    def decide():
        # Whatever lies on the board or beside it, as long as it goes on.
        names = spot_ids(page)
        names += [w.id for w in page.widgets() if w.id.startswith("act:")]
        click(page, rng.choice(names))

    finish(page, decide)
    assert page.find("leave") is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keys_alone(game):
    page = table(game, (None, level(game, "easy")), SHORT[game])
    rng = random.Random(4)

    def decide():
        for _ in range(rng.randrange(1, 9)):
            page.key(rng.choice(("tab", "left", "right", "up", "down")))
        wanted = {*spot_ids(page)} | {w.id for w in page.widgets() if w.id.startswith("act:")}
        for _ in range(200):
            if page.look.focus in wanted and page.look.ring:
                break
            page.key("tab")
        page.key("return")

    finish(page, decide)
    assert page.match.over is not None


@pytest.mark.parametrize("game", GAMES)
def test_arrows_reach_every_spot(game):
    page = table(game)
    for _ in states(page, 5, random.Random(5)):
        names = set(spot_ids(page))
        if not names:
            continue
        reached, todo = set(), [next(iter(sorted(names)))]
        while todo:
            here = todo.pop()
            if here in reached:
                continue
            reached.add(here)
            for key in ("left", "right", "up", "down"):
                page.focus_on(here)
                page.key("tab")  # shows the ring where it is
                page.focus_on(here)
                page.key(key)
                if page.look.focus in names:
                    todo.append(page.look.focus)
        # What the arrows miss, Tab finds; but that should be little.
        assert len(reached) > 0.5 * len(names)


@pytest.mark.parametrize("game", GAMES)
def test_moving_pictures_end_and_can_be_skipped(game):
    page = table(game, (None, None), SHORT[game], motion=True)
    rng, seen = random.Random(8), 0
    for _ in states(page, 40, rng):
        page.match.act(page.match.game.random_action(page.match.state, rng))
        page.update(0.01)
        page.update(0.01)
        while page.board.busy:
            assert page.board.spots() == ()
            assert page.frame()
            seen += 1
            if seen % 3 == 0:
                click(page, "skip")
                assert not page.board.busy
            page.update(0.1)
    assert seen > 10


# --- refusals, undo, hints ---------------------------------------------------


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_cannot_be_done_is_refused_with_a_sentence(game, options, lang):
    page = table(game, options=options, lang=lang)
    rng = random.Random(6)
    area = page.board.area
    said = set()
    for state in states(page, 60, rng):
        for _ in range(8):
            x, y = rng.uniform(0, area.right - 1), rng.uniform(0, area.top - 1)
            names = spot_ids(page)
            if names and rng.random() < 0.4:
                click(page, rng.choice(names))
                if page.match.state is not state:
                    break
            if page.at(x, y) is not None:
                continue
            page.press(x, y)
            page.release(x, y)
            assert page.bad
            assert page.notice.endswith((".", "!", "?"))
            assert page.match.state is state
            assert page.board.picked == []
            said.add(page.notice)
    assert len(said) > 2
    if lang == "de":
        assert [words for words in said if ENGLISH.search(words)] == []
    assert not any("('" in words for words in said)


@pytest.mark.parametrize("game", GAMES)
def test_undo_brings_board_and_state_back(game):
    page = table(game)
    rng, undone = random.Random(9), 0
    for state in states(page, 40, rng):
        names = spot_ids(page)
        if not names:
            continue
        shown = page.board.layers()
        page.board.picked = []
        for _ in range(6):
            if page.match.state is not state:
                break
            click(page, rng.choice(spot_ids(page)))
        if page.match.state is state:
            continue
        settled(page)
        click(page, "undo")
        if not page.bad:
            undone += 1
            assert page.match.state == state
            page.move(-1, -1)
            assert page.board.layers() == shown
            assert page.board.picked == []
    assert undone > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_drawn(game):
    page = table(game)
    drawn = 0
    for _ in states(page, 14, random.Random(11)):
        plain = page.board.layers()
        page.key("h")
        page.update(0.05)
        assert page.match.advice is not None
        drawn += page.board.layers() != plain
    assert drawn > 8


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_heads_say_how_everybody_stands(game, lang):
    page = table(game, (None,) * 3, lang=lang)
    for _ in states(page, 5, random.Random(1)):
        assert all(page.board.standing(seat) for seat in range(3))
        assert page.board.prompt()


# --- watching and zooming ----------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_board_stands_as_the_game_once_stood(game):
    """What is watched again looks as it did; afterwards the game stands as it stands."""
    page = table(game)
    board, seen = page.board, []
    for state in states(page, 25, random.Random(12)):
        page.resize(1280, 800)
        # Without the hints and marks of a decision: those are for the one who decides now.
        seen.append((state, board.layers()[1:3]))
    for state, shown in seen:
        board.stand(state)
        assert board.layers()[1:3] == shown
    board.reset()
    assert board.layers()[1:3] != seen[0][1]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_zoomed_can_still_be_clicked(game):
    page = table(game)
    for _ in states(page, 6, random.Random(13)):
        names = spot_ids(page)
        if not names:
            continue
        before = page.find(names[0]).at.w
        x, y = page.find(names[0]).middle
        page.scroll(x, y, 3)
        zoomed = page.find(names[0])
        if zoomed.at.w != before:  # cards beside the mine do not grow
            assert zoomed.at.w == pytest.approx(before * 1.15**3)
            assert page.at(x, y).id == names[0]
        page.key("0", frozenset({"ctrl"}))
        assert page.find(names[0]).at.w == pytest.approx(before)

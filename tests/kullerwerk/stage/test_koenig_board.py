"""The board of koenig without a window: placing, pulling, whole races, cards."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.match import Happened
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.shapes import Line, Polygon, Text
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.table import TablePage
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views import koenig_hand as hand
from kullerwerk.stage.views.koenig import KoenigBoard
from rules.core.types import Ask, Decide
from rules.koenig.rules import KOENIG
from rules.koenig.state import Play, PullFrame, State, Take
from sim.settled import MM


def page_of(seed: int = 5, *, people: int = 1, variant: str = "family") -> TablePage:
    who = (None,) * people + (level("koenig", "medium"),) * (2 - people)
    plan = Plan("koenig", who, (("variant", variant),), "kinderrunde", seed)
    page = new_game(Surroundings(Settings(sounds=False)), plan)
    page.resize(1280, 800)
    return page


def board_of(page: TablePage) -> KoenigBoard:
    assert isinstance(page.board, KoenigBoard)
    return page.board


def settle(page: TablePage, most: int = 4000) -> None:
    """Let everything go on until somebody at the screen is asked."""
    for _ in range(most):
        page.update(0.05)
        match = page.match
        quiet = not page.board.busy and not match.happened and not match.thinking
        if quiet and (match.over or match.waits or match.curtain is not None or match.asks_all):
            return
    raise AssertionError("nobody is asked any more")


def click(page: TablePage, name: str) -> None:
    widget = page.find(name)
    assert widget is not None, f"{name} is not offered"
    page.move(*widget.middle)
    page.press(*widget.middle)
    page.release(*widget.middle)


def tab_to(page: TablePage, name: str) -> None:
    """Go to a widget with the Tab key, and press it with Enter."""
    for _ in range(80):
        if page.look.ring and page.look.focus == name:
            page.key("return")
            return
        page.key("tab")
    raise AssertionError(f"Tab does not reach {name}")


def kind(page: TablePage) -> str:
    pending = page.match.pending
    return pending.kind if isinstance(pending, Decide) else type(pending).__name__


def to_kind(page: TablePage, wanted: str) -> None:
    """Answer as the hint says until a decision of this kind is asked."""
    for _ in range(400):
        settle(page)
        if kind(page) == wanted:
            return
        click(page, "hinted" if page.find("hinted") else "hint")
    raise AssertionError(f"nobody was asked for {wanted}")


def race(page: TablePage, press: Callable[[str], None]) -> None:
    for _ in range(600):
        settle(page)
        if page.match.over is not None:
            return
        press("hinted" if page.find("hinted") else "hint")
        page.update(0.05)
    raise AssertionError("the race does not end")


def test_a_race_by_mouse_alone() -> None:
    page = page_of(1)
    race(page, lambda name: click(page, name))
    assert page.match.over is not None
    assert page.find("again") is not None


def test_a_race_by_keyboard_alone() -> None:
    page = page_of(2)
    race(page, lambda name: tab_to(page, name))
    assert page.match.over is not None


def test_a_turn_without_any_hint() -> None:
    """Buttons alone: put it here, no blocker, a calm pull, put it here."""
    page = page_of()
    for wanted, name in (("start", "put"), ("block", "act:0"), ("pull", "calm")):
        settle(page)
        assert kind(page) == wanted
        click(page, name)
    settle(page)
    assert kind(page) in ("place_tower", "block")


def test_enter_puts_and_pulls_without_a_focus() -> None:
    page = page_of()
    settle(page)
    page.key("return")
    settle(page)
    assert kind(page) == "block"
    page.key("1")
    settle(page)
    assert kind(page) == "pull"
    page.key("num_enter")
    assert kind(page) != "pull"


def test_keys_move_and_turn_the_tower_and_the_reason_is_beside_it() -> None:
    page = page_of()
    settle(page)
    board = board_of(page)
    before = board.grasp.held
    assert before is not None
    page.key("left")
    page.key("q", frozenset({"shift"}))
    after = board.grasp.held
    assert after is not None
    assert after.angle == before.angle + 100
    for _ in range(80):
        page.key("right")
    assert not board.grasp.verdict.ok
    page.key("return")
    assert page.bad
    assert "start box" in page.notice
    said = next(layer for layer in board.layers() if layer.key == "said")
    words = " ".join(s.text for s in getattr(said, "shapes", ()) if isinstance(s, Text))
    assert "start box" in words
    put = page.find("put")
    assert put is not None
    assert not put.enabled


def test_the_mouse_drags_the_tower_and_it_snaps_into_the_box() -> None:
    page = page_of()
    settle(page)
    board = board_of(page)
    held = board.grasp.held
    assert held is not None
    state: State = page.match.state
    x, y = board.camera.out(table.mm(hand.pivot(state, held)))
    page.press(x, y)
    # So far that a corner stands over the edge of the box by less than is put right.
    gap = (state.board.start_box[0] - min(p[0] for p in outline(state, held))) / MM
    far = (gap - 8) * board.camera.scale
    page.drag(x + far, y, far, 0)
    assert not board.grasp.verdict.ok
    page.release(x + far, y)
    assert board.grasp.verdict.ok
    turned = board.grasp.held
    assert turned is not None
    place = board.camera.out(table.mm(hand.pivot(state, turned)))
    page.scroll(*place, 1)
    assert board.grasp.held is not None
    assert board.grasp.held.angle == (turned.angle + 500) % 36000


def outline(state: State, held: hand.Held) -> list[tuple[float, float]]:
    from rules.koenig.poses import tower_polygon

    return list(tower_polygon(state.pieces(held.seat), (held.x, held.y, held.angle)))


def test_the_tower_is_led_round_its_die() -> None:
    page = page_of()
    to_kind(page, "place_tower")
    board = board_of(page)
    held = board.grasp.held
    assert held is not None
    assert board.grasp.verdict.ok, "the first proposal is legal"
    die = board.camera.out(table.mm(hand.pivot(page.match.state, held)))
    for angle in (0.3, 2.0, 4.0):
        place = (die[0] + 70 * math.cos(angle), die[1] + 70 * math.sin(angle))
        page.press(*place)
        page.release(*place)
        now = board.grasp.held
        assert now is not None
        off = math.remainder(math.radians(now.angle / 100) - angle, 2 * math.pi)
        assert abs(off) < math.radians(4.1)


# --- the hat -----------------------------------------------------------------


def pulled(page: TablePage, speed: float, aside: float) -> tuple[int, int]:
    """Flick the hat at so many pixels a second along the arrow, and to the left of the tower."""
    board = board_of(page)
    seat = board.grasp.pulling
    assert seat is not None
    state: State = page.match.state
    pose = state.racers[seat].pose
    assert pose is not None
    at = table.pose_of(pose)
    x, y = board.camera.out(table.hat_place(state.pieces(seat), at))
    u, v = -math.cos(at[2]), -math.sin(at[2])
    page.press(x, y)
    step = 0.01
    for _ in range(600):
        page.update(step)
        dx = (speed * u + aside * v) * step
        dy = (speed * v - aside * u) * step
        x, y = x + dx, y + dy
        page.drag(x, y, dx, dy)
        if kind(page) != "pull":
            page.release(x, y)
            pull = page.match.session.steps[-1][1]
            return pull.speed, pull.side
    raise AssertionError("the hat does not come out")


@pytest.mark.parametrize(
    ("speed", "aside", "expected"),
    [
        (1000.0, 0.0, (600, 0)),
        (2000.0, 200.0, (1200, 120)),
        (1000.0, -300.0, (600, -180)),
        (60.0, 0.0, (100, 0)),
        (9000.0, 3000.0, (2000, 300)),
    ],
)
def test_speed_and_slip_of_the_hand_go_into_the_pull(
    speed: float, aside: float, expected: tuple[int, int]
) -> None:
    page = page_of()
    to_kind(page, "pull")
    settle(page)
    found = pulled(page, speed, aside)
    assert found[0] / MM == pytest.approx(expected[0], abs=2)
    assert found[1] / MM == pytest.approx(expected[1], abs=2)


def test_a_hat_that_is_let_go_falls_back() -> None:
    page = page_of()
    to_kind(page, "pull")
    board = board_of(page)
    seat = board.grasp.pulling
    assert seat is not None
    pose = page.match.state.racers[seat].pose
    at = table.pose_of(pose)
    x, y = board.camera.out(table.hat_place(page.match.state.pieces(seat), at))
    page.press(x, y)
    page.update(0.02)
    page.drag(x - 30 * math.cos(at[2]), y - 30 * math.sin(at[2]), 0, 0)
    assert board.grasp.grip is not None
    page.release(x, y)
    assert board.grasp.grip is None
    assert kind(page) == "pull"


def test_keys_set_the_pull_and_the_button_tells_it() -> None:
    page = page_of()
    to_kind(page, "pull")
    for key in ("up", "up", "left", "down"):
        page.key(key)
    widget = page.find("pull")
    assert widget is not None
    assert widget.label == "Pull at 650 mm/s, slipping 20 to the left"
    click(page, "pull")
    pull = page.match.session.steps[-1][1]
    assert (pull.speed, pull.side) == (650 * MM, 20 * MM)


# --- showing -----------------------------------------------------------------


def test_the_log_tells_a_throw_only_after_it_was_shown() -> None:
    page = page_of()
    to_kind(page, "pull")
    click(page, "calm")
    seen = False
    for _ in range(200):
        page.update(0.02)
        if board_of(page).showing.roll is not None:
            seen = True
            assert "comes to rest" not in " ".join(line for line, _ in log_of(page))
        elif seen:
            break
    settle(page)
    assert "comes to rest" in " ".join(line for line, _ in log_of(page))


def log_of(page: TablePage) -> list[tuple[str, int | None]]:
    return page._log_lines()  # pyright: ignore[reportPrivateUsage]


def test_skip_ends_a_throw_and_reduced_motion_shows_its_end_at_once() -> None:
    page = page_of()
    to_kind(page, "pull")
    click(page, "calm")
    board = board_of(page)
    while board.showing.roll is None:
        page.update(0.02)
    click(page, "skip")
    assert board.showing.roll.rests
    settle(page)
    still = Surroundings(Settings(reduced_motion=True, sounds=False))
    page = new_game(still, Plan("koenig", (None, None), (), "kinderrunde", 3))
    to_kind(page, "pull")
    click(page, "calm")
    board = board_of(page)
    while board.showing.roll is None:
        page.update(0.02)
    assert board.showing.roll.rests


def test_the_space_bar_skips_what_is_shown() -> None:
    page = page_of()
    to_kind(page, "pull")
    page.key("c")
    board = board_of(page)
    while board.showing.roll is None:
        page.update(0.02)
    page.key("space")
    assert board.showing.roll.rests
    page.key("space")
    assert board.showing.roll is None


def test_a_game_that_is_taken_up_again_shows_the_die_that_waits() -> None:
    page = page_of()
    to_kind(page, "place_tower")
    board = board_of(page)
    seen = board.showing.die(4.0)
    board.reset()
    again = board.showing.die(4.0)
    assert len([s for s in seen if isinstance(s, Polygon)]) == len(
        [s for s in again if isinstance(s, Polygon)]
    )


def test_throws_that_have_been_are_faint_ways_and_seats_tell_their_rays() -> None:
    page = page_of()
    before = len(page.match.session.steps)
    to_kind(page, "place_tower")
    board = board_of(page)
    assert board.standing(0) == "0 of 3 rays done"
    throws = tuple(one for one in seen_throws(page, before))
    board.ghosts = throws
    layer = next(one for one in board.layers() if one.key == "ghosts")
    ways = [s for s in getattr(layer, "shapes", ()) if isinstance(s, Line)]
    assert len(ways) == len(throws) == 1
    settled = throws[0].answer
    assert ways[0].points[-1] == (settled.pose[0] / MM, settled.pose[1] / MM)


def seen_throws(page: TablePage, first: int) -> list[Happened]:
    """The throws of a game as a board is shown them."""
    steps = page.match.session.steps
    return [
        Happened(steps[k - 1][2].state, pending, answer, step)
        for k, (pending, answer, step) in enumerate(steps)
        if k >= first and isinstance(pending, Ask)
    ]


def test_a_throw_without_a_trace_is_shown_all_the_same() -> None:
    """As in a record of a game that nobody simulates again, and again slowly."""
    page = page_of()
    to_kind(page, "place_tower")
    board = board_of(page)
    happened = seen_throws(page, 0)[0]
    board.stand(happened.before)
    board.show(happened)
    assert board.busy
    assert board.turn == 0
    for _ in range(200):
        board.update(0.05)
    assert not board.busy
    board.reset()
    assert board.showing.state is page.match.state


def test_the_hint_can_be_followed_in_any_game() -> None:
    page = new_game(Surroundings(), Plan("hoehle", (None, level("hoehle", "easy")), (), "", 1))
    settle(page)
    click(page, "hint")
    page.update(0.05)
    assert page.find("hinted") is not None
    before, advice = len(page.match.session.steps), page.match.advice
    click(page, "hinted")
    assert page.match.session.steps[before][1] == advice


def test_undo_before_the_throw_brings_the_tower_back() -> None:
    page = page_of()
    settle(page)
    click(page, "put")
    settle(page)
    assert kind(page) == "block"
    click(page, "undo")
    settle(page)
    assert kind(page) == "start"
    assert board_of(page).grasp.held is not None


# --- the pro game ------------------------------------------------------------


def pro_page(seed: int = 7, people: int = 1) -> TablePage:
    return page_of(seed, people=people, variant="pro")


def test_parts_are_drafted_by_picking_them() -> None:
    page = pro_page()
    settle(page)
    assert kind(page) == "draft"
    spots = [widget for widget in page.widgets() if widget.kind == "spot"]
    actions = KOENIG.actions(page.match.state)
    assert len(spots) == len(actions)
    click(page, spots[0].id)
    taken = page.match.session.steps[-1][1]
    assert isinstance(taken, Take)
    assert spots[0].id == f"spot:take:{taken.group}.{taken.part}"
    settle(page)
    # What somebody has is refused, and why is said.
    page.press(*spots[0].middle)
    page.release(*spots[0].middle)
    assert page.bad
    assert "taken" in page.notice or "One part" in page.notice


def to_card(page: TablePage) -> str:
    """Go on until a card may be played."""
    for _ in range(900):
        settle(page)
        if page.match.over is not None:
            break
        if page.match.curtain is not None:
            click(page, "curtain")
            continue
        if page.match.asks_all:
            click(page, "volunteer:0")
            continue
        found = next((w.id for w in page.widgets() if w.id.startswith("spot:card:")), None)
        if found is not None:
            return found
        passing = page.find("act:0")
        if kind(page).startswith("respond") and passing is not None:
            click(page, "act:0")
        else:
            click(page, "hinted" if page.find("hinted") else "hint")
    raise AssertionError("no card may ever be played")


def test_a_card_is_played_out_of_the_hand() -> None:
    page = pro_page()
    found = to_card(page)
    click(page, found)
    if page.match.session.steps[-1][1].__class__ is not Play:
        target = next(w.id for w in page.widgets() if w.id.startswith("spot:target:"))
        click(page, target)
    played = page.match.session.steps[-1][1]
    assert isinstance(played, Play)
    assert found == f"spot:card:{played.card}"
    settle(page)


def test_hands_are_seen_only_by_whoever_sits_at_the_screen() -> None:
    page = pro_page(9, people=2)
    for _ in range(60):
        settle(page)
        if page.match.curtain is not None or page.match.asks_all or kind(page) != "draft":
            break
        click(page, "hinted" if page.find("hinted") else "hint")
    cards = [layer for layer in page.board.layers() if layer.key == "cards"]
    words = [s.text for layer in cards for s in getattr(layer, "shapes", ()) if isinstance(s, Text)]
    names = {page.around.word(f"koenig.card.{card}") for card in
             ("invalid", "again", "miss", "noblock", "only12", "all")}  # fmt: skip
    assert page.match.at is None
    assert not any(name in text for text in words for name in names)


def test_every_question_of_the_rules_has_a_prompt_in_both_languages() -> None:
    from kullerwerk.stage.words import phrase
    from rules.koenig.legality import (
        _WANTED as WANTED,  # pyright: ignore[reportPrivateUsage]
    )

    for name in WANTED:
        key = f"koenig.ask.{name.replace(':', '.')}"
        assert phrase("en", key) != phrase("de", key)


def test_reasons_are_german_where_the_window_is() -> None:
    """Every sentence that a hand at the table can meet is put into German."""
    from kullerwerk.stage.refusals import GERMAN, refused

    around = Surroundings(Settings(sounds=False, language="de"))
    page = new_game(around, Plan("koenig", (None, level("koenig", "medium")), (), "kinderrunde", 5))
    page.resize(1280, 800)
    settle(page)
    for _ in range(20):
        page.key("right")
    page.key("enter")
    assert page.notice == "Der ganze Turm muss in der Startbox hinter der Linie stehen."
    for rule in (
        "it would stand on or push the yellow tower",
        "it would push left post",
        "now you must pull the hat",
        "blocker red is taken already",
        "the card “Setz dich hin” is played in another player's turn",
        "the card “Noch ein Anlauf” is played after a throw or after a throw that finishes",
    ):
        german = refused(rule, "de")
        assert german != rule
        assert not {"the", "yellow", "post", "turn", "pull", "red"} & set(german.split())
    assert len({english for english, _ in GERMAN}) == len(GERMAN)


def test_frames_tell_what_they_are_for() -> None:
    """The hat may be pulled exactly while the rules ask for it."""
    page = page_of()
    to_kind(page, "pull")
    assert isinstance(page.match.state.agenda[-1], PullFrame)
    assert board_of(page).grasp.held is None
    assert board_of(page).grasp.pulling == 0


def test_behind_the_curtain_nothing_is_left_of_what_was_said(monkeypatch) -> None:
    page = pro_page()
    page.say("You hold a cancel card.", bad=True)
    page.focus_on("spot:card:cancel")
    page.update(0.01)
    assert page.notice
    monkeypatch.setattr(TablePage, "_covered", True)
    page.update(0.01)
    assert page.notice == ""
    assert page.look.focus == ""

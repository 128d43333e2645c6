"""The rulings on the pro game (GAMES.md 1.2 and 1.3): windows, attempts, leaning dice."""

import pytest
from koenig_kit import BOARD, DONE, do, kinds, mm, only, passes, pro_throw, race, racer, settled
from koenig_pro_kit import BLUE, GREEN, RED, alive, asked, attempt, refused, three

from rules.core.types import Decide, Over
from rules.koenig.events import BlockerDisplaced, TowerStays, TurnEnded, TurnSkipped
from rules.koenig.options import Options
from rules.koenig.pro_events import AttemptStarted, BlockerDenied, ThrownAgain, TurnMissed
from rules.koenig.rules import KOENIG
from rules.koenig.state import PullFrame, Setup, WindowFrame
from sim.settled import Standing


def after(*hands, face=5, at=(750, 400), options=None, **how):
    """Dolly has thrown: the state in W2."""
    s, _ = passes(three(*hands, options=options))
    return pro_throw(s, at, face=face, **how)[0]


# --- windows -----------------------------------------------------------------


def test_a_window_opens_with_the_active_seat_and_goes_clockwise():
    s = three()
    seen = []
    while isinstance(s.agenda[-1], WindowFrame):
        seen.append(KOENIG.pending(s))
        s, events = do(s, "pass")
    assert seen == [Decide(seat, "respond:before") for seat in (GREEN, RED, BLUE)]
    assert "WindowShut" in kinds(events)
    # Jörg's turn: his window begins with him.
    s, _ = pro_throw(s, (1200, 400), outcome="off_table")
    s, _ = passes(s)
    assert [asked(do(s, *["pass"] * k)[0])[0] for k in range(3)] == [RED, BLUE, GREEN]


def test_after_a_card_it_goes_on_with_the_seat_left_of_its_player():
    """It shuts when all seats have passed in a row, the one that played included."""
    s = three((), ("only12", "noblock"), ("miss",))
    s, _ = do(s, "pass", "card only12")
    assert asked(s)[0] == BLUE
    s, _ = do(s, "pass", "pass")
    assert asked(s)[0] == RED
    s, _ = do(s, "card noblock")
    s, _ = do(s, "card miss")
    assert (asked(s)[0], s.agenda[-1].passes) == (GREEN, 0)
    s, events = do(s, "pass", "pass", "pass")
    assert kinds(events)[:2] == ["WindowShut", "TurnMissed"]


@pytest.mark.parametrize("last", [GREEN, RED, BLUE])
def test_every_seat_can_be_the_last_to_pass(last):
    """Whoever passes last, the next thing is the same."""
    cards = {GREEN: ("all",), RED: ("only12",), BLUE: ("only12",)}
    hands = [cards[seat] if seat == last else () for seat in range(3)]
    s = three(*hands)
    while asked(s)[0] != last:
        s, _ = do(s, "pass")
    s, _ = do(s, f"card {cards[last][0]}")
    for _ in range(3):
        assert asked(s)[1] == "respond:before"
        s, _ = do(s, "pass")
    assert asked(s) == (GREEN, "block")


def test_a_window_opens_once_before_the_throw_and_after_every_result():
    """W2 after every result: a die off the table or stuck in the mouth included."""
    for outcome in ("rests", "off_table", "never_left_mouth", "out_at_back", "timed_out"):
        at = (1200, 400) if outcome == "off_table" else (500, 400)
        at = (750, 400) if outcome in ("rests", "timed_out") else at
        s, events = passes(three())
        assert kinds(events).count("WindowShut") == 1
        s, events = pro_throw(s, at, face=4, outcome=outcome)
        assert asked(s) == (GREEN, "respond:after")
        assert kinds(events).count("WindowOpened") == 1


def test_no_place_at_the_die_is_judged_after_the_window():
    """What the tower does comes when nobody plays another card."""
    racers = (
        racer((950, 400, 180), (1, 1, 0, 0, 0), rest=(960, 400)),
        racer((650, 420, 270), DONE),
        racer((650, 380, 90)),
    )
    s, _ = passes(three(racers=racers))
    s, events = pro_throw(s, (650, 400), face=4)
    assert "TowerStays" not in kinds(events)
    s, events = passes(s)
    assert only(events, TowerStays).reason == "no_place"


def test_a_skipped_turn_has_no_window():
    """No free spot in the start box: there is no attempt to play cards on."""
    kits = tuple((colour,) * 6 for colour in ("red", "yellow"))
    racers = (racer((520, 150, 0)), None)
    first = KOENIG.begin(Options("pro"), 2, Setup(BOARD, (), racers, kits))
    assert only(first.events, TurnSkipped).seat == 1
    assert asked(first.state) == (0, "respond:before")


def test_a_first_turn_places_the_tower_before_the_window():
    s = three((), ("miss",), (), racers=(None, None, None))
    assert asked(s) == (GREEN, "start")
    s, _ = do(s, "start 480,150,0")
    assert asked(s) == (GREEN, "respond:before")
    # Missed: the tower stays as it was placed.
    s, _ = do(s, "pass", "card miss")
    s, events = passes(s)
    assert only(events, TurnMissed).seat == GREEN
    assert s.racers[GREEN].pose == mm(480, 150, 0)
    assert asked(s) == (RED, "start")


# --- extra attempt -----------------------------------------------------------


def test_an_extra_attempt_is_cancelled_until_its_window_shuts():
    """Then the earlier cards are in force again; afterwards it cannot be cancelled."""
    s = after(("all", "again"), ("only12", "invalid"), ("invalid",))
    s, _ = do(s, "pass", "card only12", "pass", "card again")
    s, _ = do(s, "cancel 2")
    assert alive(s) == [True, False, True]
    s, events = passes(s)
    assert "AttemptStarted" not in kinds(events)
    assert only(events, TowerStays).reason == "number"
    s = after(("again",), ("only12", "invalid"), ("invalid",))
    s, _ = do(s, "card again")
    s, events = passes(s)
    assert only(events, AttemptStarted).number == 2
    assert asked(s) == (GREEN, "respond:before")
    s, _ = do(s, "pass")
    assert refused(s, "cancel 1") == "no-such-target"


def test_extra_attempts_as_often_as_one_likes_each_with_a_fresh_window():
    s = after(("again", "again", "again"), ("noblock",), (), face=7)
    for number in (2, 3, 4):
        s, _ = do(s, "card again")
        s, events = passes(s)
        assert only(events, AttemptStarted) == AttemptStarted(GREEN, number)
        assert attempt(s).played == ()
        assert asked(s) == (GREEN, "respond:before")
        s, _ = passes(s)
        assert asked(s) == (GREEN, "block")
        s, _ = pro_throw(s, (750, 400), block="block 500,700,0", face=7)
    s, events = passes(s)
    assert only(events, TowerStays).reason == "number"
    assert only(events, TurnEnded).seat == GREEN


def test_two_extra_attempts_in_a_window_are_one():
    s = after(("again", "again"), (), ())
    s, _ = do(s, "card again", "pass", "pass", "card again")
    s, events = passes(s)
    assert kinds(events).count("AttemptStarted") == 1
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), face=5)
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")


def test_an_extra_attempt_after_a_good_result_discards_it():
    """The die is back on the tower, tower and counters unchanged; Miss a turn ends it."""
    racers = (racer((1000, 150, 90)), racer((300, 650, 0)), racer((900, 700, 180)))
    s, _ = passes(three(("again",), ("miss",), (), racers=racers))
    before = s.racers
    s, _ = pro_throw(s, (1000, 400), face=5)
    assert attempt(s).result.counters == (1, 0, 0, 0, 0)
    s, _ = do(s, "card again")
    s, events = passes(s)
    assert "RayCrossed" not in kinds(events)
    assert s.racers == before
    s, _ = do(s, "pass", "card miss")
    s, events = passes(s)
    assert kinds(events) == ["WindowShut", "TurnMissed", "TurnEnded", "TurnStarted",
                             "WindowOpened"]  # fmt: skip
    assert s.racers[GREEN].pose == before[GREEN].pose
    assert s.racers[GREEN].counters == before[GREEN].counters


def test_an_extra_attempt_after_a_finish_gives_the_win_up():
    """W3 is the W2 of a finishing roll: the active player may throw again there too."""
    s, _ = passes(three(("again",), (), (), racers=(racer((540, 150, 0), DONE), None, None)))
    s, _ = pro_throw(s, (700, 150), face=7)
    s, _ = do(s, "card again")
    s, events = passes(s)
    assert only(events, AttemptStarted).number == 2
    assert s.racers[GREEN].counters == DONE
    s, _ = passes(s)
    s, _ = pro_throw(s, (700, 150), face=5)
    s, _ = passes(s)
    assert KOENIG.pending(s).termination == "finish"


def test_the_blocker_is_taken_away_before_an_extra_attempt_and_may_be_placed_again():
    s, _ = passes(three(("again",), (), ()))
    s, _ = pro_throw(s, (650, 400), block="block 700,400,90", face=4)
    assert s.blocker == mm(700, 400, 90)
    s, _ = do(s, "card again")
    s, events = passes(s)
    assert kinds(events) == ["WindowShut", "BlockerRemoved", "AttemptStarted", "WindowOpened"]
    assert s.blocker is None
    s, _ = passes(s)
    assert KOENIG.check(s, KOENIG.parse(s, "block 700,400,90")).ok


# --- miss a turn, blocker ----------------------------------------------------


def test_a_missed_turn_has_no_throw_and_no_window_after_it():
    """Only for that turn; several do not add up."""
    s = three((), ("miss", "miss"), ("miss",))
    s, _ = do(s, "pass", "card miss", "card miss", "pass", "card miss")
    assert alive(s) == [True, True, True]
    s, events = passes(s)
    assert kinds(events)[:3] == ["WindowShut", "TurnMissed", "TurnEnded"]
    assert s.racers[GREEN].blocked == 1
    for seat in (RED, BLUE):
        assert asked(s) == (seat, "respond:before")
        s, _ = passes(s)
        s, _ = pro_throw(s, (1200, 400), outcome="off_table")
        s, _ = passes(s)
    s, _ = passes(s)
    assert asked(s) == (GREEN, "block")


def test_a_missed_turn_that_is_cancelled_once_stays_missed_by_another_card():
    s = three(("invalid",), ("miss", "miss"), ())
    s, _ = do(s, "pass", "card miss", "pass", "pass", "card miss", "pass", "cancel 1")
    assert alive(s) == [False, True, True]
    _, events = passes(s)
    assert "TurnMissed" in kinds(events)


def test_the_blocker_card_denies_the_blocker_in_this_attempt_only():
    """The thief does not get it: there is one blocker to place in his own turn."""
    s = three((), ("noblock",), ())
    s, _ = do(s, "pass", "card noblock")
    s, events = passes(s)
    assert only(events, BlockerDenied).seat == GREEN
    assert asked(s) == (GREEN, "pull")
    s, _ = pro_throw(s, (750, 400), block=None, face=7)
    s, _ = passes(s)
    s, _ = passes(s)
    assert asked(s) == (RED, "block")
    s, _ = do(s, "block 450,650,90")
    assert isinstance(s.agenda[-1], PullFrame)
    assert refused(s, "block 500,100,0") == "wrong-action"


def test_a_blocker_card_that_is_cancelled_denies_nothing():
    s = three(("invalid",), ("noblock",), ())
    s, _ = do(s, "pass", "card noblock", "pass", "cancel 1")
    s, events = passes(s)
    assert "BlockerDenied" not in kinds(events)
    assert asked(s) == (GREEN, "block")


# --- numbers -----------------------------------------------------------------


def test_only_1_and_2_replace_the_hat():
    """Also where the hat lacks them: the green hat has no 2."""
    assert 2 not in three().pieces(GREEN).hat
    for face, moves in ((1, True), (2, True), (4, False), (5, False)):
        s = after((), ("only12",), (), face=face)
        s, _ = do(s, "pass", "card only12")
        s, _ = passes(s)
        assert (asked(s) == (GREEN, "place_tower")) == moves


def test_all_numbers_count_for_this_attempt_only():
    s = after(("all",), (), (), face=7)
    s, _ = do(s, "card all")
    s, _ = passes(s)
    s, _ = do(s, "tower 180.00")
    for _ in (RED, BLUE):
        s, _ = passes(s)
        s, _ = pro_throw(s, (1200, 400), outcome="off_table")
        s, _ = passes(s)
    s, _ = passes(s)
    s, _ = pro_throw(s, (900, 400), face=7)
    s, events = passes(s)
    assert only(events, TowerStays).reason == "number"


def test_a_number_card_can_be_cancelled_in_a_later_window():
    """Number cards are still to come until the last window shuts."""
    s = three(("invalid",), ("only12",), ())
    s, _ = do(s, "pass", "card only12")
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), face=5)
    s, _ = do(s, "cancel 1")
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")


# --- leaning dice ------------------------------------------------------------


def test_a_leaning_die_shows_the_nearest_number():
    s = after(face=5, outcome="cocked")
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")
    s = after(face=7, outcome="cocked")
    s, events = passes(s)
    assert only(events, TowerStays).reason == "number"


def test_option_cocked_reroll_throws_again_in_the_same_attempt():
    """With the blocker where it was put, and the cards in force; no window in between."""
    options = Options("pro", cocked="reroll")
    s = three((), ("only12",), (), options=options)
    s, _ = do(s, "pass", "card only12")
    s, _ = passes(s)
    s, _ = do(s, "block 700,430,0", "pull 600,0")
    moved = Standing("green", mm(720, 440, 20))
    step = KOENIG.settle(s, settled(s, (650, 400), face=1, outcome="cocked", displaced=(moved,)))
    assert only(step.events, ThrownAgain).seat == GREEN
    assert only(step.events, BlockerDisplaced).pose == moved.pose
    s = step.state
    assert asked(s) == (GREEN, "pull")
    assert s.blocker == mm(700, 430, 0)
    assert [one.card for one in attempt(s).played] == ["only12"]
    s, _ = do(s, "pull 700,0")
    assert KOENIG.pending(s).request.blockers == (Standing("green", mm(700, 430, 0)),)
    s = KOENIG.settle(s, settled(s, (650, 400), face=2)).state
    assert asked(s) == (GREEN, "respond:after")
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")


def test_a_leaning_die_moves_its_tower_in_the_family_game_whatever_the_option():
    s = race(racer((600, 400, 0)), None, options=Options(cocked="reroll"))
    s, _ = do(s, "pass", "pull 600,0")
    s = KOENIG.settle(s, settled(s, (750, 400), outcome="cocked")).state
    assert asked(s) == (0, "place_tower")


# --- the rest of a turn is that of the family game ----------------------------


def test_turns_go_on_as_in_the_family_game():
    """By hand, turning after blocked turns, and the cap of rounds."""
    options = Options("pro", round_cap=2, reorient_after_blocked_turns=1, hand_mode=True)
    s = three(("again",), (), (), options=options, racers=(racer((120, 400, 0)), None, None))
    s, _ = passes(s)
    s, _ = pro_throw(s, (300, 460), face=4)
    s, _ = passes(s)
    s, events = do(s, "tower 90.00")
    assert only(events, TowerStays).reason == "put_back"
    for seat, y in ((RED, 110), (BLUE, 190)):
        assert asked(s) == (seat, "start")
        s, _ = do(s, f"start 480,{y},0")
        s, _ = passes(s)
        s, _ = pro_throw(s, (480, y), outcome="never_left_mouth")
        s, _ = passes(s)
    assert asked(s) == (GREEN, "reorient")
    s, _ = do(s, "turn 90")
    assert asked(s) == (GREEN, "respond:before")
    for seat in (GREEN, RED, BLUE):
        if asked(s)[1] == "reorient":
            s, _ = do(s, "pass")
        assert asked(s)[0] == seat
        x, y, _ = s.racers[seat].pose
        s, _ = passes(s)
        s, _ = pro_throw(s, (x / 100, y / 100), outcome="never_left_mouth")
        s, _ = passes(s)
    pending = KOENIG.pending(s)
    assert isinstance(pending, Over)
    assert pending.termination == "round_cap"

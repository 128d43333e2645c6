"""Every card at every moment, cancelled or not: what it does, and what a cancel undoes of that."""

from dataclasses import replace

import pytest
from koenig_kit import DONE, do, kinds, only, passes, pro_throw, racer
from koenig_pro_kit import GREEN, RED, asked, attempt, refused, three

from rules.core.types import Over
from rules.koenig.cards import DOCUMENTED, counting
from rules.koenig.events import TowerStays
from rules.koenig.rules import KOENIG

BY = {"miss": RED, "noblock": RED, "only12": RED, "all": GREEN, "again": GREEN}
"""Who plays a card: Dolly, whose turn it is, or Jörg."""
WINDOWS = {
    "miss": ("before",),
    "noblock": ("before",),
    "only12": ("before", "after", "finish"),
    "all": ("before", "after", "finish"),
    "again": ("after", "finish"),
}
"""GAMES.md 1.2: the windows in which a card may be played; in W1 to W3 a cancel may hit it."""
FACE = {"all": 7}
"""The number that the die shows: one that the card makes a difference to."""


def opening(card, finishing):
    """Dolly's turn, everybody holding the card that is looked at and a cancel."""
    hands = [("invalid",), ("invalid",), ("invalid",)]
    hands[BY[card]] = ("invalid", card)
    at = (540, 150, 0) if finishing else (600, 400, 0)
    others = (racer((300, 650, 0)), racer((900, 700, 180)))
    return three(*hands, racers=(racer(at, DONE if finishing else None), *others))


def say(s, seat, text):
    """The others pass until the seat is asked."""
    while asked(s)[0] != seat:
        s, _ = do(s, "pass")
    return do(s, text)[0]


def run(card, played, cancelled, finishing):
    """An attempt with the card played in one window and cancelled in another (None: not at all).

    Gives the state and the events once the last window has shut.
    """
    s, events = opening(card, finishing), []
    canceller = GREEN if BY[card] == RED else RED
    for moment in ("before", "finish" if finishing else "after"):
        assert asked(s) == (GREEN, f"respond:{moment}")
        if played == moment:
            s = say(s, BY[card], f"card {card}")
        if cancelled == moment:
            s = say(s, canceller, "cancel 1")
        s, more = passes(s)
        events += more
        if moment == "before" and asked(s)[0] == GREEN:
            # Without the choice of a blocker a pull is all that is left.
            block = "pass" if asked(s)[1] == "block" else None
            at = (700, 150) if finishing else (750, 400)
            s, more = pro_throw(s, at, block=block, face=FACE.get(card, 5))
            events += more
        elif moment == "before":
            break
    return s, events


def bare(s):
    """A state without the cards, which a game with a card played can never be the same in."""
    return replace(s, pro=replace(s.pro, hands=(), undealt=()))


PLAYED = [(card, moment) for card, moments in WINDOWS.items() for moment in moments]
CANCELLED = [
    (card, played, cancelled)
    for card, played in PLAYED
    for cancelled in WINDOWS[card]
    if played == cancelled or (played == "before" and cancelled != "before")
]


def results(s, events, card):
    """What came of an attempt, in a word."""
    if "TurnMissed" in kinds(events):
        return "missed"
    if "BlockerDenied" in kinds(events):
        return "no blocker"
    if "AttemptStarted" in kinds(events):
        return "again"
    if isinstance(KOENIG.pending(s), Over):
        return "won"
    if "TowerStays" in kinds(events):
        assert only(events, TowerStays).reason == "number"
        return "stays"
    assert asked(s) == (GREEN, "place_tower"), card
    return "moves"


EFFECTS = {
    ("miss", False): "missed", ("noblock", False): "no blocker", ("only12", False): "stays",
    ("all", False): "moves", ("again", False): "again",
    ("miss", True): "missed", ("noblock", True): "no blocker", ("only12", True): "stays",
    ("all", True): "won", ("again", True): "again",
}  # fmt: skip


@pytest.mark.parametrize(("card", "moment"), PLAYED)
def test_what_each_card_does_at_each_moment(card, moment):
    for finishing in {"before": (False, True), "after": (False,), "finish": (True,)}[moment]:
        s, events = run(card, moment, None, finishing)
        assert results(s, events, card) == EFFECTS[card, finishing]


@pytest.mark.parametrize(("card", "played", "cancelled"), CANCELLED)
def test_a_cancel_undoes_all_that_a_card_does(card, played, cancelled):
    """Card x moment x cancel: the game is as if the card had never been played."""
    windows = {played, cancelled} - {"before"}
    for finishing in (False, True) if not windows else ("finish" in windows,):
        plain, without = run(card, None, None, finishing)
        s, events = run(card, played, cancelled, finishing)
        assert results(s, events, card) == results(plain, without, card)
        assert results(s, events, card) != EFFECTS[card, finishing]
        assert bare(s) == bare(plain)
        # Both cards have left the game all the same, the undealt ones stay where they are.
        assert sum(map(sum, s.pro.hands)) == sum(map(sum, plain.pro.hands)) - 2
        assert s.pro.undealt == plain.pro.undealt


@pytest.mark.parametrize("card", ["miss", "noblock"])
def test_a_card_of_the_first_window_cannot_be_played_or_cancelled_in_a_later_one(card):
    for finishing in (False, True):
        s, _ = passes(opening(card, finishing))
        s, _ = pro_throw(s, (700, 150) if finishing else (750, 400), face=5)
        s, _ = do(s, "pass")
        assert refused(s, f"card {card}") == "wrong-moment"
    s = say(opening("noblock", False), RED, "card noblock")
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), block=None, face=5)
    assert refused(s, "cancel 1") == "past"


@pytest.mark.parametrize("card", ["miss", "noblock", "only12"])
def test_of_two_equal_cards_the_one_that_is_not_cancelled_holds(card):
    for number in (1, 2):
        s = three(("invalid",), (card,), (card,))
        s, _ = do(s, "pass", f"card {card}", f"card {card}", f"cancel {number}")
        kept, events = passes(s)
        if card == "miss":
            assert "TurnMissed" in kinds(events)
        elif card == "noblock":
            assert asked(kept) == (GREEN, "pull")
        else:
            assert counting(DOCUMENTED, attempt(kept).played, (5,)) == (1, 2)


@pytest.mark.parametrize(
    ("alive", "numbers"),
    [
        ((True, True, True), (1, 2)),
        ((True, True, False), None),
        ((True, False, False), (1, 2)),
        ((False, True, False), None),
        ((False, False, True), (1, 2)),
        ((False, False, False), (1, 4, 5, 6, 8, 9)),
    ],
)
def test_the_last_living_number_card_holds_whichever_are_cancelled(alive, numbers):
    """Only 1 and 2, all, only 1 and 2; then some of them are cancelled, in any order."""
    s = three(
        ("all", "invalid", "invalid"), ("only12", "invalid", "invalid"), ("only12", "invalid")
    )
    s, _ = do(s, "pass", "card only12", "pass", "card all", "pass", "card only12")
    for number, lives in enumerate(alive, start=1):
        if not lives:
            s = say(s, RED if number == 2 else GREEN, f"cancel {number}")
    assert counting(DOCUMENTED, attempt(s).played, s.pieces(GREEN).hat) == numbers
    assert KOENIG.observe(s, None).pro.numbers == numbers


def test_several_cards_of_several_slots_do_not_touch_one_another():
    """To cancel the card on the blocker leaves the one on the numbers in force, and back."""
    for number, kept in ((1, "only12"), (2, "noblock")):
        s = three(("invalid",), ("noblock", "only12"), ())
        s, _ = do(s, "pass", "card noblock", "pass", "pass", "card only12", "pass")
        s, _ = do(s, f"cancel {number}")
        s, _ = passes(s)
        assert asked(s)[1] == ("block" if kept == "only12" else "pull")
        s, _ = pro_throw(s, (750, 400), block="pass" if kept == "only12" else None, face=5)
        s, events = passes(s)
        assert ("TowerStays" in kinds(events)) == (kept == "only12")


def test_a_victory_prevented_is_no_progress_and_is_won_by_the_next_throw_that_counts():
    s = opening("only12", True)
    s, _ = passes(s)
    s, _ = pro_throw(s, (700, 150), face=5)
    s = say(s, RED, "card only12")
    s, _ = passes(s)
    assert s.racers[GREEN].counters == DONE
    assert s.racers[GREEN].rest is None
    for x, y in ((400, 650), (800, 700)):
        s, _ = passes(s)
        s, _ = pro_throw(s, (x, y), face=1)
        s, _ = passes(s)  # no hat of theirs has a 1
    s, _ = passes(s)
    s, _ = pro_throw(s, (700, 150), face=5)
    assert s.over is None
    s, _ = passes(s)
    assert KOENIG.pending(s).ranking == (1, 2, 2)


def test_cards_of_the_first_attempt_mean_nothing_in_the_second():
    """All of them, also those played before the throw; and the blocker may be placed again."""
    s = three(("again",), ("only12", "noblock"), ())
    s, _ = do(s, "pass", "card only12", "pass", "pass", "card noblock")
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), block=None, face=5)
    s, _ = do(s, "card again")
    s, _ = passes(s)
    assert counting(DOCUMENTED, attempt(s).played, s.pieces(GREEN).hat) == s.pieces(GREEN).hat
    s, _ = passes(s)
    assert asked(s) == (GREEN, "block")
    s, _ = pro_throw(s, (750, 400), face=5)
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")

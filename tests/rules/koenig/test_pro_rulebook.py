"""The rulebook of the pro game: its long example step by step, special rules, the end."""

import pytest
from koenig_kit import (
    DONE,
    do,
    kinds,
    mm,
    only,
    passes,
    pro_throw,
    race,
    racer,
    settled,
    stay,
    throw,
)
from koenig_pro_kit import BLUE, GREEN, RED, alive, asked, attempt, refused, three

from rules.core.types import Decide, Over
from rules.koenig.cards import DOCUMENTED, counting
from rules.koenig.events import BlockerRemoved, Finished, TowerMoved, TowerStays, TurnStarted
from rules.koenig.hidden import seen
from rules.koenig.options import Options
from rules.koenig.pro_events import AttemptStarted, CardRevived, TurnMissed
from rules.koenig.rules import KOENIG
from rules.koenig.state import Play
from sim.settled import Standing

# --- the rulebook's example --------------------------------------------------


def test_c17_the_long_example_of_dolly_joerg_and_angelika():
    s = three(
        ("invalid", "all", "again"),
        ("miss", "noblock", "invalid"),
        ("only12",),
    )
    # Dolly's turn. Jörg: "Miss a turn". Dolly: "Your card is invalid".
    assert asked(s) == (GREEN, "respond:before")
    s, _ = do(s, "pass", "card miss")
    assert alive(s) == [True]
    s, _ = do(s, "pass", "cancel 1")
    assert alive(s) == [False, True]
    # Angelika: "Only 1 and 2 count for you". In addition Jörg: "I take your blocker away".
    s, _ = do(s, "pass", "card only12", "pass", "card noblock")
    assert alive(s) == [False, True, True, True]
    s, events = passes(s)
    assert "TurnMissed" not in kinds(events)
    assert "BlockerDenied" in kinds(events)
    # Dolly carries out her turn without a blocker. Her die stays at a 5.
    assert asked(s) == (GREEN, "pull")
    assert refused(s, "block 700,700,0") == "wrong-action"
    s, _ = do(s, "pull 600,0")
    assert KOENIG.pending(s).request.blockers == ()
    s = KOENIG.settle(s, settled(s, (750, 400), face=5)).state
    # Because of Angelika's card Dolly may not move her tower.
    assert asked(s) == (GREEN, "respond:after")
    shut, events = passes(s)
    assert only(events, TowerStays).reason == "number"
    # But she now plays "For me, all numbers count this time": now she may after all.
    s, _ = do(s, "card all")
    shut, _ = passes(s)
    assert asked(shut) == (GREEN, "place_tower")
    # Jörg: "Your card is invalid". Dolly's card becomes ineffective, Angelika's effective again.
    assert asked(s) == (RED, "respond:after")
    s, _ = do(s, "cancel 5")
    assert [one.card for one in attempt(s).played if one.alive] == [
        "invalid", "only12", "noblock", "invalid",
    ]  # fmt: skip
    assert counting(DOCUMENTED, attempt(s).played, (5,)) == (1, 2)
    shut, events = passes(s)
    assert only(events, TowerStays).reason == "number"
    # Therefore Dolly now plays "Extra attempt": all cards so far become ineffective.
    s, _ = do(s, "pass", "card again")
    s, events = passes(s)
    assert only(events, AttemptStarted) == AttemptStarted(GREEN, 2)
    assert attempt(s).played == ()
    assert (attempt(s).number, attempt(s).result) == (2, None)
    assert s.racers[GREEN].pose == mm(600, 400, 0)
    s, _ = passes(s)
    # Her new attempt, with a blocker if she likes, ends with a 4, and she may move her tower.
    assert asked(s) == (GREEN, "block")
    s, _ = pro_throw(s, (760, 400), face=4)
    s, _ = passes(s)
    assert asked(s) == (GREEN, "place_tower")
    s, events = do(s, "tower 180.00")
    assert only(events, TowerMoved).seat == GREEN
    assert only(events, TurnStarted).seat == RED
    # All the cards have left the game.
    assert [sum(hand) for hand in s.pro.hands] == [0, 0, 0]
    assert seen(s, None).gone == (2, 1, 1, 1, 1, 1)


def test_fig_10_a_seven_on_the_green_hat():
    """Fig. 10: Dolly's die shows a 7; she must leave her tower where it is."""
    s = three()
    assert 7 not in s.pieces(GREEN).hat
    s, _ = passes(s)
    s, events = pro_throw(s, (750, 400), face=7)
    assert "TowerStays" not in kinds(events)
    s, events = passes(s)
    assert only(events, TowerStays) == TowerStays(GREEN, "number")
    assert s.racers[GREEN].pose == mm(600, 400, 0)
    assert s.racers[GREEN].rest is None
    assert asked(s)[0] == RED


# --- special rules -----------------------------------------------------------


def test_only_numbers_on_the_hat_let_the_tower_move():
    """Special rule 1: each number of the die, by the hat."""
    for face in range(1, 11):
        s, _ = passes(three())
        s, _ = pro_throw(s, (750, 400), face=face)
        s, events = passes(s)
        if face in (1, 4, 5, 6, 8, 9):
            assert asked(s) == (GREEN, "place_tower")
        else:
            assert only(events, TowerStays).reason == "number"


def test_cards_in_unlimited_number():
    """Special rule 2: as many of one's cards as one likes, in one's order of asking."""
    s = three((), ("miss", "noblock", "noblock", "only12", "only12"), ())
    s, _ = do(s, "pass")
    for card in ("miss", "noblock", "only12", "noblock", "only12"):
        s, _ = do(s, f"card {card}", "pass", "pass")
    assert [one.card for one in attempt(s).played] == [
        "miss", "noblock", "only12", "noblock", "only12",
    ]  # fmt: skip


def test_a_card_played_leaves_the_game_at_once():
    """Carried-out cards leave the game immediately, those made ineffective too; no redraw."""
    s = three(("invalid",), ("miss",), ())
    stack = s.pro.undealt
    s, _ = do(s, "pass", "card miss", "pass", "cancel 1")
    assert [sum(hand) for hand in s.pro.hands] == [0, 0, 0]
    assert s.pro.undealt == stack
    assert refused(s, "card miss") == "not-in-hand"


def test_the_card_played_last_applies():
    """Contradictory cards: the last living one that says which numbers count."""
    s = three(("all", "invalid"), ("only12",), ("only12",))
    hat = s.pieces(GREEN).hat

    def now(s):
        return counting(DOCUMENTED, attempt(s).played, hat)

    assert now(s) == hat
    s, _ = do(s, "pass", "card only12")
    assert now(s) == (1, 2)
    s, _ = do(s, "pass", "card all")
    assert now(s) is None
    s, _ = do(s, "pass", "card only12")
    assert now(s) == (1, 2)
    # The last one is cancelled, so the one before it applies again, not none at all.
    s, _ = do(s, "cancel 3")
    assert now(s) is None
    assert alive(s) == [True, True, False, True]


def test_an_invalid_card_is_cancelled_for_good():
    """ "Irreversibly": no card cancels the cancelling one; nobody cancels a card of his own."""
    s = three(("invalid", "invalid"), ("miss", "invalid"), ("invalid",))
    s, _ = do(s, "pass", "card miss")
    assert asked(s)[0] == BLUE
    s, _ = do(s, "pass", "cancel 1")
    assert refused(s, "cancel 2") == "irreversible"
    s, _ = do(s, "pass")
    assert refused(s, "cancel 1") == "cancelled"
    assert refused(s, "cancel 2") == "irreversible"
    assert refused(s, "cancel 3") == "no-such-target"
    s, events = passes(s)
    assert "TurnMissed" not in kinds(events)
    s = three(("invalid",), ("miss", "invalid"), ())
    s, _ = do(s, "pass", "card miss", "pass", "pass")
    assert refused(s, "cancel 1") == "own-card"


def test_option_cancel_targets_cancel():
    """With the option a cancel is cancelled, and what it hit counts again; even twice."""
    options = Options("pro", cancel_targets_cancel=True)
    s = three(("invalid", "invalid"), ("miss", "invalid"), (), options=options)
    s, _ = do(s, "pass", "card miss", "pass", "cancel 1")
    assert alive(s) == [False, True]
    s, events = do(s, "cancel 2")
    assert alive(s) == [True, False, True]
    assert only(events, CardRevived) == CardRevived("miss", 1)
    _, events = passes(s)
    assert only(events, TurnMissed).seat == GREEN
    s, _ = do(s, "pass", "cancel 3")
    assert alive(s) == [False, True, False, True]
    s, events = passes(s)
    assert asked(s) == (GREEN, "block")


def test_a_cancel_of_a_cancel_must_not_bring_back_what_is_past():
    """A missed turn that was cancelled before the throw cannot come back after it."""
    options = Options("pro", cancel_targets_cancel=True)
    s = three(("invalid",), ("miss", "invalid", "only12"), (), options=options)
    s, _ = do(s, "pass", "card miss", "pass", "cancel 1")
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), face=5)
    s, _ = do(s, "pass")
    assert asked(s) == (RED, "respond:after")
    assert refused(s, "cancel 2") == "past"
    assert [KOENIG.format(s, a) for a in KOENIG.actions(s)] == ["pass", "card only12"]


def test_a_row_of_cancels_is_past_with_the_card_that_it_is_about():
    options = Options("pro", cancel_targets_cancel=True)
    s = three(("invalid", "invalid"), ("miss", "invalid", "invalid"), (), options=options)
    s, _ = do(s, "pass", "card miss", "pass", "cancel 1", "cancel 2", "pass", "cancel 3")
    assert alive(s) == [False, True, False, True]
    assert KOENIG.check(s, KOENIG.parse(s, "cancel 4")).ok
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), face=5)
    s, _ = do(s, "pass")
    assert refused(s, "cancel 2") == "past"
    assert refused(s, "cancel 4") == "past"


@pytest.mark.parametrize("card", ["miss", "noblock"])
def test_a_card_whose_effect_is_past_cannot_be_cancelled(card):
    s = three(("invalid",), (card,), ())
    s, _ = do(s, "pass", f"card {card}")
    if card == "miss":
        s, events = passes(s)
        assert only(events, TurnMissed).seat == GREEN
        assert asked(s)[0] == RED
        return
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), block=None, face=5)
    assert refused(s, "cancel 1") == "past"


def test_when_and_by_whom_each_card_is_played():
    """The time of play at the card's bottom, as the assumed deck has it: card x window x role."""
    hand = tuple(kind.name for kind in DOCUMENTED.kinds) * 1
    before = three(hand, hand, ("only12",))
    after, _ = passes(before)
    after, _ = pro_throw(after, (750, 400), face=5)
    finish = three(hand, hand, (), racers=(racer((540, 150, 0), DONE), None, None))
    finish, _ = passes(finish)
    finish, _ = pro_throw(finish, (700, 150), face=5)
    may = {}
    for name, s in (("before", before), ("after", after), ("finish", finish)):
        assert asked(s) == (GREEN, f"respond:{name}")
        other, _ = do(s, "pass")
        for role, at in (("active", s), ("opponent", other)):
            offered = {a.card for a in KOENIG.actions(at) if isinstance(a, Play)}
            may[name, role] = offered
    assert may == {
        ("before", "active"): {"all"},
        ("before", "opponent"): {"miss", "noblock", "only12"},
        ("after", "active"): {"all", "again"},
        ("after", "opponent"): {"only12"},
        ("finish", "active"): {"all", "again"},
        ("finish", "opponent"): {"only12"},
    }
    other, _ = do(before, "pass", "pass", "card only12")
    assert KOENIG.parse(other, "cancel 1") in KOENIG.actions(other)
    assert refused(before, "card miss") == "not-for-you"
    assert refused(before, "card again") == "wrong-moment"
    other, _ = do(before, "pass")
    assert refused(other, "card all") == "not-for-you"
    assert KOENIG.check(other, Play("miss", 1)).code == "no-target"
    assert KOENIG.check(other, Play("joker")).code == "no-such-card"


# --- end of the race ---------------------------------------------------------

FINISHING = (racer((540, 150, 0), DONE), None, None)


def finishing(*hands, face=5, at=(700, 150), **how):
    """Dolly's die rests beyond the line: the state in W3."""
    s = three(*hands, racers=FINISHING)
    s, _ = passes(s)
    return pro_throw(s, at, face=face, **how)


def test_a_victory_is_pending_until_the_window_shuts():
    """End of the race: cards may still be played against a player who has reached the finish."""
    s, events = finishing()
    assert "FinishReached" in kinds(events)
    assert "Finished" not in kinds(events)
    assert asked(s) == (GREEN, "respond:finish")
    s, _ = do(s, "pass", "pass")
    assert asked(s) == (BLUE, "respond:finish")
    s, events = do(s, "pass")
    assert only(events, Finished).seat == GREEN
    assert KOENIG.pending(s) == Over("finish", (1, 2, 2), (1.0, 0.0, 0.0))
    assert s.blocker is None


def test_a_victory_is_prevented_by_a_card():
    """... so that his turn is also made invalid and his victory is prevented for the time being."""
    s, _ = finishing((), ("only12",), ())
    s, _ = do(s, "pass", "card only12")
    s, events = passes(s)
    assert only(events, TowerStays) == TowerStays(GREEN, "number")
    assert "RayCrossed" not in kinds(events)
    assert s.over is None
    assert s.racers[GREEN].pose == mm(540, 150, 0)
    assert s.racers[GREEN].counters == DONE
    assert asked(s) == (RED, "start")


def test_a_prevented_victory_is_won_back():
    """The active player answers with a card of his own, or cancels the one against him."""
    s, _ = finishing(("all",), ("only12",), ())
    s, _ = do(s, "pass", "card only12", "pass", "card all")
    won, events = passes(s)
    assert only(events, Finished).seat == GREEN
    s, _ = finishing(("invalid",), ("only12",), ())
    s, _ = do(s, "pass", "card only12", "pass", "cancel 1")
    won, events = passes(s)
    assert only(events, Finished).seat == GREEN
    assert won.over.ranking == (1, 2, 2)


def test_a_finish_with_a_number_that_does_not_count_is_void():
    """End of the race: the winning turn is invalid with a number that forbids to move."""
    s, _ = finishing(face=7)
    s, events = passes(s)
    assert only(events, TowerStays).reason == "number"
    assert s.over is None
    # A card that lets every number count makes it valid, if it is not cancelled.
    s, _ = finishing(("all",), ("invalid",), (), face=7)
    s, _ = do(s, "card all")
    won, _ = passes(s)
    assert won.over.termination == "finish"
    s, _ = do(s, "cancel 1")
    s, _ = passes(s)
    assert s.over is None


def test_a_finish_off_the_table_is_void():
    """... the same applies if the die rolls off the table after crossing the finish line."""
    s = three(racers=FINISHING)
    s, _ = passes(s)
    s, events = pro_throw(s, (1200, 300), via=((700, 150),), outcome="off_table")
    assert "FinishReached" not in kinds(events)
    assert asked(s) == (GREEN, "respond:after")
    s, events = passes(s)
    assert only(events, TowerStays).reason == "off_table"
    assert s.over is None


def test_the_family_game_has_no_windows_and_no_numbers():
    """The course of play is the same but for hats and cards; none of them in the family game."""
    s = race(racer((540, 150, 0), DONE), None)
    assert s.pro is None
    s, _ = throw(s, (700, 150), face=4)
    assert KOENIG.pending(s).termination == "finish"
    s = race(racer((900, 400, 0)), racer((100, 100, 0)), colours=("green", "red"))
    s = stay(s)
    assert KOENIG.pending(s) == Decide(0, "block")
    s, _ = throw(s, (1000, 400), face=7)
    assert KOENIG.pending(s).kind == "place_tower"


def test_the_blocker_stands_until_the_last_window_shuts():
    """W2 is before the blocker is taken away; what the die did to it shows."""
    s, _ = passes(three())
    s, _ = do(s, "block 700,430,0", "pull 600,0")
    moved = Standing("green", mm(720, 440, 20))
    s = KOENIG.settle(s, settled(s, (650, 400), face=5, displaced=(moved,))).state
    assert s.blocker == mm(720, 440, 20)
    s, events = passes(s)
    assert only(events, BlockerRemoved).seat == GREEN
    assert s.blocker is None

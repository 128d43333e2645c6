"""Texts of buddel: notation, words in two languages, the picture, the view."""

import random

import pytest
from buddel_kit import POCKET, B, G, R, Y, after, play, seats, table

from rules.buddel import events as facts
from rules.buddel.board import DEFAULT, grid_of
from rules.buddel.goblins import Meeting
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import (
    Free,
    Home,
    Move,
    Pass,
    Post,
    Ransom,
    Send,
    Sit,
    Turn,
)
from rules.buddel.view import after_turn, paid, steps_to_go
from rules.core.errors import IllegalAction, NotationError
from rules.core.types import Decide, Draw, Event, Over

GRID = grid_of(DEFAULT)
C5 = GRID.spaces["c5"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("sit cart1.n", Sit(0, 0)),
        ("cart1 n2 w1", Move(0, (0, 0, 3))),
        ("cart2 e1 n1 w2", Move(1, (1, 0, 3, 3))),
        ("turn-r", Turn(True)),
        ("turn-l", Turn(False)),
        ("goblin free c5 > cart2.w", Free(C5, 1, 3)),
        ("goblin free c5 > treasure", Ransom(C5)),
        ("goblin send surface > c5 > cart2.w", Send(-1, -1, C5, 1, 3)),
        ("goblin send cart1.s > c5 > cart1.s", Send(0, 2, C5, 0, 2)),
        ("goblin post c5", Post(C5)),
        ("pass", Pass()),
        ("home e1", Home(4)),
    ],
)
def test_every_action_has_an_exact_text(text, action):
    s = table()
    assert BUDDEL.format(s, action) == text
    assert BUDDEL.parse(s, text) == action
    assert BUDDEL.parse(s, f"  {text.upper()} ".replace(" ", "  ")) == action
    assert BUDDEL.describe(s, action) != BUDDEL.describe(s, action, "de")
    assert BUDDEL.describe(s, action, "fr") == BUDDEL.describe(s, action)


def test_a_text_that_is_no_action_is_refused_with_what_there_is():
    with pytest.raises(NotationError, match="'cart1 n2 w1'"):
        BUDDEL.parse(table(), "jump")
    with pytest.raises(NotationError, match="one number"):
        BUDDEL.parse(table(), "cart1 n1 n1")
    with pytest.raises(NotationError, match="no goblin space"):
        BUDDEL.parse(table(), "goblin post d1")


def test_a_refusal_names_the_action_and_the_rule():
    s = after(table(carts=("c4", "d4")), 4)
    with pytest.raises(IllegalAction, match="cart1 e1: the other cart is on d4"):
        play(s, "cart1 e1")


@pytest.mark.parametrize(
    "action",
    [Move(0, (True,)), Move(0, (0.0,)), Move(0.0, (0,)), Move(False, (0,)), Sit(True, 0)],
)
def test_numbers_of_another_type_are_refused(action):
    seating = after(BUDDEL.new(Options(), 2), 0)
    for s in (after(table(), 2), seating):
        assert not BUDDEL.check(s, action).ok


def test_an_action_of_another_phase_is_refused_with_what_is_wanted():
    rolled = after(table(), 2)
    assert BUDDEL.check(rolled, Turn(True)).rule == "a cart must be pulled now"
    assert BUDDEL.check(table(), Turn(True)).code == "not-asked"
    ended = after(table(turn=300), 2, "cart1 n1", "turn-r")
    assert BUDDEL.check(ended, Turn(True)).code == "over"


EVENTS = [
    facts.FirstDrawn(0),
    facts.MoleSeated(0, 1, 2),
    facts.TurnStarted(1, 7),
    facts.DieRolled(1, "3"),
    facts.DieRolled(1, "gorgan"),
    facts.NoMove(0, 3),
    facts.CartMoved(0, 1, (4, 11)),
    facts.CartTurned(0, 1, True),
    *(facts.GoblinMet(0, Meeting(case, 1, C5, 0, 1)) for case in ("swaps",)),
    facts.GoblinMet(0, Meeting("caught", 1, C5, 0, -1)),
    facts.GoblinMet(0, Meeting("protected", 1, C5, 0, -1)),
    facts.GoblinMet(0, Meeting("boards", 1, C5, -1, 1)),
    facts.GorganPosted(0, C5),
    facts.GorganStays(0, True),
    facts.GorganStays(0, False),
    facts.MoleFreed(0, 1, C5, 1, 2),
    facts.MoleRansomed(0, C5),
    facts.MoleSent(0, -1, -1, 1, C5, 1, 2),
    facts.Arrived(0, 1),
    facts.TreasureTaken(1, 0, 2),
    facts.CartHome(0, 1, 4),
    facts.GameOver("last_treasure", (1, 2)),
    facts.GameOver("turn_cap", (1, 1)),
]


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_is_told_in_english_and_german(event):
    en, de = BUDDEL.tell(table(), event), BUDDEL.tell(table(), event, "de")
    assert en != de
    assert "(" not in en or not en.startswith(type(event).__name__)
    assert event.seen_by is None


def test_all_events_have_words():
    kinds = {kind for kind in vars(facts).values() if isinstance(kind, type)}
    kinds = {kind for kind in kinds if issubclass(kind, Event) and kind is not Event}
    assert kinds == {type(event) for event in EVENTS}


TOLD_OF_HIM = {"GorganPosted", "GorganStays", "MoleFreed", "MoleRansomed"}


def test_the_friendly_goblin_is_gorgan_in_english_and_wotan_in_german():
    s = after(table(held=[("c5", R)]), "gorgan")
    rolled = facts.DieRolled(0, "gorgan")
    protects = facts.GoblinMet(0, Meeting("protected", 1, C5, 0, -1))
    english = [BUDDEL.describe(s, a) for a in (*BUDDEL.actions(s), Ransom(C5), Pass())]
    german = [BUDDEL.describe(s, a, "de") for a in (*BUDDEL.actions(s), Ransom(C5), Pass())]
    for event in (rolled, protects, *(e for e in EVENTS if type(e).__name__ in TOLD_OF_HIM)):
        english.append(BUDDEL.tell(s, event))
        german.append(BUDDEL.tell(s, event, "de"))
    assert all("Gorgan" in text and "Wotan" not in text for text in english)
    assert all("Wotan" in text and "Gorgan" not in text for text in german)


def test_some_sentences():
    s = table(4)
    say = BUDDEL.tell
    assert say(s, EVENTS[9]) == "the goblin on c5 catches yellow's mole from cart 1"
    assert say(s, EVENTS[-2], "de") == "Gelb gewinnt"
    assert say(s, EVENTS[-1]) == "yellow and red share the win (turn cap)"
    assert BUDDEL.describe(s, Move(0, (0, 0, 3))) == "pull cart 1: 2 forward, 1 left"


def test_the_picture_shows_carts_goblins_captives_and_gorgan():
    s = table(4, carts=("b4", "e1"), one=seats(n=Y, w=B), held=[("c5", R), ("g4", G)], gorgan="a7")
    picture = BUDDEL.draw(s, 0).splitlines()
    assert picture[0] == "  9 # # # T # # #"
    assert picture[2] == "  7 W . . # . . g"
    assert picture[4] == "  5 . . R # g . ."
    assert picture[5] == "  4 g 1 . . . . G"
    assert picture[8] == "  1 # # S # 2 # #"
    assert picture[9] == "    a b c d e f g"
    assert picture[10] == (
        "# stone, . rails, S start, T chamber, 1 2 carts, "
        "g goblin (one that holds a mole: first letter of its colour)"
    )
    assert picture[11] == (
        "seats and ways: n front, e right, s rear, w left (front is toward the chamber)"
    )
    assert picture[12] == "cart 1 on b4  front: yellow  right: -  rear: -  left: blue"
    assert picture[15] == "yellow: 0 treasures, 2 moles above ground, 0 captive"


# --- the view ----------------------------------------------------------------


def test_a_view_shows_all_there_is():
    s = after(table(3, carts=("b4", "e1"), turn=9, stones=(1, 2, 3)), 3)
    view = BUDDEL.observe(s, 1)
    assert view.seat == 1
    assert (view.turn, view.steps, view.cart) == (9, 3, -1)
    assert view.pending == Decide(0, "move")
    assert (view.carts, view.riders, view.captives) == (s.carts, s.riders, s.captives)
    assert (view.stones, view.left, view.surface) == ((1, 2, 3), 14, (3, 3, 3))
    s = after(s, "cart1 n1")
    assert BUDDEL.observe(s, None).cart == 0
    s = after(s, "turn-r")
    assert (BUDDEL.observe(s, None).turn, BUDDEL.observe(s, None).cart) == (10, -1)
    assert BUDDEL.determinize(s, 0, random.Random(1)) is s


def test_after_turn_shows_the_ring_and_which_goblins_would_act():
    s = after(table(3, carts=("b4", "e1"), one=seats(n=R, s=Y), held=[("c5", G)]), 2, "cart1 n1")
    view = BUDDEL.observe(s, 0)
    cell = GRID.cells["b5"]
    for right in (False, True):
        riders, met = after_turn(view, 0, cell, right=right)
        step = play(s, "turn-r" if right else "turn-l")
        told = [event.meeting for event in step.events if isinstance(event, facts.GoblinMet)]
        assert list(met) == told
        assert len(met) == 1
        assert riders == (seats(e=R, w=Y) if right else seats(e=Y, w=R))


def test_paid_shows_who_would_take_how_many():
    s = table(3, carts=("d8", "e1"), one=seats(n=Y, e=R), stones=(8, 6, 4))
    view = BUDDEL.observe(s, 0)
    assert paid(view, seats(n=Y, w=G)) == ((Y, 1), (G, 1))
    richer = BUDDEL.observe(table(3, stones=(1, 1, 1)), 0)
    assert paid(richer, seats(n=Y, w=G)) == ((Y, 2), (G, 1))
    assert steps_to_go(view, 0) == 1
    assert steps_to_go(view, 1) == 11


# --- scores and random actions -----------------------------------------------


def test_score_rises_with_treasures_and_the_way_and_falls_by_capture():
    def score(**more):
        return BUDDEL.score(table(2, **more), Y)

    assert score(stones=(3, 0)) > score(stones=(2, 0))
    assert score(carts=("d8", "e1"), one=seats(e=Y)) > score(carts=("c2", "e1"), one=seats(e=Y))
    assert score(one=seats(n=Y)) > score(one=seats(e=Y)) > score(held=[("c5", Y)])
    lost = score(board=POCKET, carts=("b2", "e1"), one=seats(n=Y))
    assert lost < score(board=POCKET, carts=("d2", "e1"), one=seats(n=Y))


@pytest.mark.parametrize("options", [{}, {"full_number": True}])
def test_random_moves_are_uniform_over_the_legal_ones(options):
    """Also where the other cart blocks some paths (chi-squared, fixed seed)."""
    s = after(table(carts=("c4", "e4"), **options), 3)
    actions = BUDDEL.actions(s)
    counts = dict.fromkeys(actions, 0)
    rng, n = random.Random(5), 300 * len(actions)
    for _ in range(n):
        counts[BUDDEL.random_action(s, rng)] += 1
    assert len(actions) > 3
    chi2 = sum((count - 300) ** 2 / 300 for count in counts.values())
    free = len(actions) - 1
    assert chi2 < free + 4 * (2 * free) ** 0.5


def test_random_action_needs_a_decision():
    with pytest.raises(ValueError, match="nobody has to decide"):
        BUDDEL.random_action(table(), random.Random(1))


def test_words_for_every_question():
    """The kinds of decisions, which screens and players tell apart."""
    s, kinds = BUDDEL.new(Options(), 3), set()
    rng = random.Random(2)
    while not isinstance(pending := BUDDEL.pending(s), Over):
        kinds.add(pending.kind)
        if isinstance(pending, Draw):
            s = BUDDEL.settle(s, rng.choice(pending.outcomes)[0]).state
        else:
            s = BUDDEL.apply(s, BUDDEL.random_action(s, rng)).state
    assert kinds == {"first", "seat", "die", "move", "turn_cart", "gorgan", "home", "board"}

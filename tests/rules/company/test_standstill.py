"""Nothing moves, everybody passes, moles above holes: rows of GAMES.md 2.3."""

from company_kit import (
    ABOVE,
    SMALL,
    asked,
    play,
    stand,
    texts,
    told,
)

from rules.company.board import Board, Layer
from rules.company.events import (
    DiscsShuffled,
    Eliminated,
    GameOver,
    LayerLifted,
    LayerTurned,
)
from rules.company.rules import COMPANY
from rules.company.state import SET

STUCK = "h1 h2 i2"
"""Neighbours of the corner i1: a mole there cannot move at all."""


# --- standstill --------------------------------------------------------------


def silent(*moles, layer=1, board=SMALL, options=None):
    """A start in which every seat has discs that move nothing: 3, 3 and 4."""
    return stand(*moles, layer=layer, board=board, options=options,
                 discs=((0, 0, 2, 1),) * len(moles))  # fmt: skip


def test_nobody_moves_all_shuffle_then_the_layer_is_lifted():
    s = silent("e6", "e4 f5")
    for k in range(3):
        s = play(s, "flip", 3)
        assert (s.idle, asked(s)) == (k + 1, ((k + 1) % 2, "turn"))
    s, events = told(s, "flip", 3)
    assert events[-2:] == [DiscsShuffled(0, True), DiscsShuffled(1, True)]
    assert s.discs == (SET, SET)
    assert s.idle == 4
    s = play(s, "flip", 3)
    s, events = told(s, "flip", 4)
    assert events[2] == LayerLifted(0, "deadlock", (1, 0), (0, 2))
    assert asked(s) == "survivor"


def test_a_lift_of_a_standstill_leaves_the_holes_as_they_are():
    s = silent("e6 f5", "d5", "e4 d6")
    for _ in range(6):
        s = play(s, "flip", 3)
    assert s.discs == (SET,) * 3
    s = play(s, "flip", 3, "flip", 4)
    assert s.idle == 8
    s, events = told(s, "flip", 4)
    assert events[2:] == [LayerLifted(0, "deadlock", (1, 1, 0), (1, 0, 2)), Eliminated(2)]
    assert (s.layer, s.idle, asked(s)) == (1, 0, "rotation")
    assert asked(play(s, 0)) == (0, "turn")


def test_a_move_ends_the_count_of_turns_without_one():
    s = silent("e6", "e4 f5")
    s = play(s, "flip", 3, "flip", 3, "flip", 3, "flip", 3)
    assert s.idle == 4
    s = play(s, "flip", 1)
    s = play(s, texts(s)[-1])
    assert (s.idle, s.passes) == (0, 0)


def test_a_move_onto_a_special_space_ends_it_too():
    s = stand("i1", "h1 h2 i2 e3", layer=2)
    s = play(s, "flip", 1)
    assert s.idle == 1
    s = play(s, "flip", 1, "e3 e")
    assert asked(s) == (1, "bonus")
    assert (s.idle, s.passes) == (0, 0)


def test_passes_count_as_turns_without_a_move():
    s = stand("e5 e7", "i1", discs=(SET, (0, 0, 2, 1)))
    s = play(s, "pass")
    assert (s.idle, s.passes) == (1, 1)
    s = play(stand("e5", "i1", STUCK + " a5"), "pass", "flip", 1)
    assert (s.idle, s.passes) == (2, 0)


def test_on_the_lowest_layer_a_standstill_is_a_draw_among_those_left():
    s = silent("e6", "e4 f4", "", layer=2)
    for _ in range(5):
        s = play(s, "flip", 3)
    assert s.discs == ((1, 2, 1, 1), (1, 2, 2, 1), (0, 0, 2, 1))
    s, events = told(s, "flip", 3)
    assert events[2:] == [GameOver("deadlock", (1, 1, 3))]
    over = COMPANY.pending(s)
    assert over.termination == "deadlock"
    assert over.ranking == (1, 1, 3)
    assert over.scores == (0.5, 0.5, 0.0)


def test_a_standstill_with_no_mole_in_a_hole_is_a_draw_too():
    s = silent("e5", "e4 f5")
    for _ in range(5):
        s = play(s, "flip", 3)
    s, events = told(s, "flip", 4)
    assert events[2:] == [
        LayerLifted(0, "deadlock", (0, 0), (1, 2)),
        Eliminated(0),
        Eliminated(1),
        GameOver("deadlock", (1, 1)),
    ]


def test_everybody_passes_and_the_layer_is_lifted_at_once():
    s = stand("e3", "e7", board=ABOVE)
    s = play(s, "pass")
    assert s.layer == 0
    s, events = told(s, "pass")
    assert events[-1] == LayerLifted(0, "passes", (1, 1), (0, 0))
    assert asked(s) == "rotation"


def test_everybody_passes_after_a_standstill_on_the_default_layers_too():
    """A lift for a standstill may leave fewer moles than the next layer has holes."""
    s = stand("e2 h2", "c4", layer=2)
    s, events = told(s, "pass", "pass")
    assert LayerLifted(1, "passes", (2, 1), (0, 0)) in events


def test_a_lift_begins_the_count_of_passes_anew():
    s = play(stand("e3", "e7", board=ABOVE), "pass", "pass", 3)
    # Turned by half the holes are e3 and g5: Red passes alone, and that lifts nothing.
    assert (s.layer, s.idle, s.passes) == (1, 0, 0)
    s = play(s, "pass")
    assert (s.layer, s.passes, asked(s)) == (1, 1, (1, "turn"))


def test_a_further_move_left_be_ends_the_count_too():
    s = play(stand("i1", "h1 h2 i2 e3", layer=2), "flip", 1, "flip", 1, "e3 e", "pass")
    assert (s.turns, s.idle, s.passes, asked(s)) == (2, 0, 0, (0, "turn"))


def test_passes_in_a_row_only_count_when_nobody_turned_over_a_disc():
    s = stand("e3", "e7", board=ABOVE, discs=(SET, (0, 0, 1, 0)))
    s = play(s, "pass", "flip", 3)
    s = play(s, texts(s)[0])
    assert (s.idle, s.passes) == (0, 0)
    s = play(s, "pass")
    assert (s.layer, s.passes) == (0, 1)


def test_a_mole_above_a_hole_sits_in_it_and_may_pass():
    s = stand("e3 g4", "e7 d4", board=ABOVE)
    s = play(s, "flip", 1, "g4 e", 1)
    # Turned by a sixth the holes of the middle are g5 and c7: the mole from g5 sits in one.
    assert COMPANY.observe(s, 0).in_holes == (1, 0)
    s = stand("e7", "d5", board=ABOVE, layer=2)
    assert texts(s) == ["flip", "pass"]


def test_moles_above_all_holes_lift_the_next_layer_at_once():
    s = stand("e7 g4", "e3 d4", board=ABOVE)
    s, events = told(s, "flip", 1, "g4 e", 3)
    assert events[-2:] == [LayerTurned(1, 3), LayerLifted(1, "full", (1, 1), (1, 0))]
    assert (s.layer, asked(s)) == (2, "rotation")
    assert asked(play(s, 0)) == (1, "turn")


def test_a_mole_above_the_lowest_hole_has_won():
    holes = ((0, 0), (1, 0), (-1, 0))
    board = Board("two", True, (Layer("a", 1, holes), Layer("b", 1, ((0, 0),))))
    s = stand("e5 e4", "d6 d5", "f4", board=board, starter=1)
    s, events = told(s, "flip", 1, "d6 se", 3)
    assert events[-2:] == [LayerTurned(1, 3), GameOver("goal", (1, 2, 2))]

"""Rings, busy tiles, ends and the default board, each rule and ruling as a test."""

import pytest
from hoehle_kit import (
    FIELD,
    ISLANDS,
    TOUCHING,
    TWO_CAVES,
    do,
    game,
    kinds,
    on,
    only,
    texts,
    why,
)

from rules.core.types import Decide, Over
from rules.hoehle.board import default_board, make_board
from rules.hoehle.events import BusyPlaced, GameOver, TurnPassed
from rules.hoehle.options import Options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import MoveFrame

# --- caves -------------------------------------------------------------------


def ring(*, inside="", **more):
    """Seat 0 lacks the south side of the cave c3."""
    return game("b3 c4 d3 b1 h8", f"f8 f7 f6 {inside or 'f5'}", **more)


def test_four_sides_of_a_cave_bring_a_busy_tile_at_once():
    s, events = do(ring(), "b1 ne")
    placed = only(events, BusyPlaced)
    assert (placed.seat, FIELD.tables.names[placed.cave], placed.removed) == (0, "c3", None)
    assert on(s, "c3") == 5
    assert kinds(events) == ["Moved", "BusyPlaced", "TurnStarted"]


def test_corners_of_a_cave_do_not_count():
    s = game("b2 d2 b4 d5 h8", "f8 f7 f6 f5")
    s, events = do(s, "d5 s")
    assert not [event for event in events if isinstance(event, BusyPlaced)]


@pytest.mark.parametrize(("first", "owner"), [(0, 0), (1, 1)])
def test_a_tile_of_any_colour_in_the_cave_is_removed_for_good(first, owner):
    s = ring(inside="c3") if owner else game("b3 c4 d3 b1 c3", "f8 f7 f6 f5")
    s, events = do(s, "b1 ne")
    assert only(events, BusyPlaced).removed == owner
    assert on(s, "c3") == 5
    assert s.cells.count(owner + 1) == (4 if owner == 0 else 3)


def test_the_busy_tile_can_no_longer_be_moved_and_the_four_are_ordinary_tiles_next_turn():
    s, _ = do(ring(), "b1 ne")
    s, _ = do(s, "f5 e")
    assert why(s, "c3 n") == "busy-tile"
    assert why(s, "c4 s") == "busy-would-move"
    for text in ("b3 w", "c4 n", "d3 e", "c2 s"):
        assert why(s, text) == ""
    s, _ = do(s, "c4 n")
    assert on(s, "c4") == 0


def test_a_ring_round_a_busy_cave_does_nothing():
    s = game("b3 c4 d3 b1 h8", "f8 f7 f6 f5", busy=("", "c3"))
    s, events = do(s, "b1 ne")
    assert not [event for event in events if isinstance(event, BusyPlaced)]
    assert on(s, "c3") == 6


def test_an_opponents_move_that_closes_a_ring_brings_the_busy_tile_too():
    s = game("b3 c4 d3 d2 h8", "f8 f7 f6 e2", first=1)
    s, events = do(s, "e2 w")
    assert only(events, BusyPlaced).seat == 0
    assert on(s, "c3") == 5


def two_rings(first, *, other=1, busy=()):
    """One push of i8 to the south-west closes a ring of ``first`` round g7, of ``other`` round c3.

    The row h7 g6 f5 e4 moves on: h7 to g6, e4 to d3, and the mover comes to h7.
    """
    sides = ["", ""]
    sides[first] += "i8 h7 g8 f7 "
    sides[other] += "e4 b3 c4 c2 "
    sides[1 - first] += "g6 f5 "
    return game(*sides, first=first, busy=busy)


@pytest.mark.parametrize("first", [0, 1])
def test_several_rings_at_once_the_mover_first_then_clockwise(first):
    s, events = do(two_rings(first, other=1 - first), "i8 sw")
    assert [e.seat for e in events if isinstance(e, BusyPlaced)] == [first, 1 - first]
    assert (on(s, "g7"), on(s, "c3")) == (first + 5, 1 - first + 5)


def test_of_two_that_could_win_by_one_move_the_mover_does():
    s, events = do(two_rings(1, other=0, busy=("g3", "c7")), "i8 sw")
    assert [e.seat for e in events if isinstance(e, BusyPlaced)] == [1]
    assert HOEHLE.pending(s) == Over("two_caves", (2, 1), (0.0, 1.0))
    assert on(s, "c3") == 0


def test_two_rings_of_one_player_both_count_so_one_move_can_win():
    s, events = do(two_rings(0, other=0), "i8 sw")
    assert [e.seat for e in events if isinstance(e, BusyPlaced)] == [0, 0]
    assert HOEHLE.pending(s) == Over("two_caves", (1, 2), (1.0, 0.0))


def test_the_first_player_with_both_busy_tiles_wins():
    s = ring(busy=("g7", ""))
    s, events = do(s, "b1 ne")
    assert HOEHLE.pending(s) == Over("two_caves", (1, 2), (1.0, 0.0))
    assert only(events, GameOver).ranking == (1, 2)
    assert HOEHLE.actions(s) == ()
    assert HOEHLE.score(s, 0) == 2


def test_an_opponents_push_can_win_for_the_other():
    s = game("b3 c4 d3 d2 h8", "f8 f7 f6 e2", "h1 h2 h3 h4", busy=("g7", "", ""), first=1)
    s, _ = do(s, "e2 w")
    assert HOEHLE.pending(s) == Over("two_caves", (1, 2, 2), (1.0, 0.0, 0.0))


def test_a_ring_is_judged_before_the_dig_of_the_same_move():
    """South pushes North's tile to the last side of d3, and lands on the entrance c4."""
    near = make_board("near", True, (".......", "..T....", "...O.O.", ".......", "T.....T"))
    s = game("c5 a5 a4 a3", "c4 d4 e3 d2", board=near)
    s, events = do(s, "c5 s")
    assert kinds(events) == ["Moved", "BusyPlaced"]
    assert HOEHLE.pending(s) == Decide(0, "dig")
    s = game("c5 a5 a4 a3", "c4 d4 e3 d2", busy=("", "f3"), board=near)
    s, events = do(s, "c5 s")
    assert kinds(events) == ["Moved", "BusyPlaced", "GameOver"]
    assert HOEHLE.pending(s) == Over("two_caves", (2, 1), (0.0, 1.0))


def test_a_start_of_turn_dig_can_close_a_ring_and_the_four_rest_this_turn():
    s = game("a1 c5 d4 c3 e1", "a5 a4 a3 a6", board=TOUCHING)
    s, events = do(s, "dig a1 > b4")
    assert only(events, BusyPlaced).seat == 0
    assert HOEHLE.pending(s) == Decide(0, "dig")
    s, _ = do(s, "dig c5 > g1", "dig c3 > a1")
    assert HOEHLE.pending(s) == Decide(0, "move")
    assert {why(s, text) for text in ("b4 n", "d4 n", "g1 n", "a1 n")} == {"resting"}
    assert {text.split()[0] for text in texts(s)} == {"e1"}
    s, _ = do(s, "e1 e", "a6 e")
    while HOEHLE.pending(s).kind == "dig":
        s, _ = do(s, texts(s)[0])
    assert why(s, "d4 n") == ""


def test_a_tile_in_a_cave_counts_as_a_side_of_the_cave_next_to_it():
    twins = make_board("twins", True, (".......", ".......", "..OO.O.", ".......", "T.....T"))
    s = game("c4 d3 c2 a3", "g4 g3 f5 e5", board=twins)
    s, events = do(s, "a3 e")
    assert only(events, BusyPlaced).seat == 0
    assert on(s, "c3") == 5


# --- ends --------------------------------------------------------------------


def test_fewer_than_four_moles_play_on():
    s, _ = do(ring(inside="c3"), "b1 ne")
    assert s.cells.count(2) == 3
    assert HOEHLE.pending(s) == Decide(1, "move")


def test_too_few_open_caves_for_anybody_is_a_draw():
    s = game("b3 a4 b5 c5", "d4 e3 d2 b2", board=TWO_CAVES)
    s, _ = do(s, "c5 s")
    assert on(s, "b4") == 5
    assert HOEHLE.pending(s) == Decide(1, "move")
    s, events = do(s, "b2 ne")
    assert HOEHLE.pending(s) == Over("nobody_can_win", (1, 1), (0.5, 0.5))
    assert kinds(events)[-1] == "GameOver"


def to_and_fro(**options):
    """Both go there and back; North's way back would bring the start again."""
    s = game("e3 a4 b4 i4", "a6 b6 i6 h6", **options)
    return do(s, "e3 n", "h6 n", "e4 s")[0]


def test_no_turn_may_end_in_a_position_that_was_there_before():
    s = to_and_fro()
    assert why(s, "h7 s") == "repeats"
    assert "h7 s" not in texts(s)
    assert why(s, "h7 sw") == ""
    other, _ = do(s, "h7 sw")
    assert why(other, "e3 n") == ""


def test_the_seat_to_move_belongs_to_the_position():
    """The same tiles with another seat to move are another position."""
    start = game("e3 a4 b4 i4", "a6 b6 i6 h6")
    s, _ = do(start, "e3 n", "h6 n", "e4 se", "h7 s", "f3 w")
    assert s.cells == start.cells
    assert HOEHLE.pending(s) == Decide(1, "move")


def test_option_repetition_third_draws():
    s = to_and_fro(repetition="third_draws")
    assert why(s, "h7 s") == ""
    s, _ = do(s, "h7 s", "e3 n", "h6 n", "e4 s")
    assert HOEHLE.pending(s) == Decide(1, "move")
    s, events = do(s, "h7 s")
    assert HOEHLE.pending(s) == Over("repetition", (1, 1), (0.5, 0.5))
    assert only(events, GameOver).reason == "repetition"


def test_a_busy_tile_makes_all_positions_new():
    s, _ = do(ring(), "b1 ne")
    assert sum(map(len, s.seen)) == 1


def test_a_dig_that_would_repeat_a_position_is_refused():
    s = game("e4 a4 b4 i4", "a6 b6 i6 h6")
    s, _ = do(s, "e4 n", "dig e5 > a9", "h6 n", "dig a9 > e5", "e5 s", "h7 n")
    s, _ = do(s, "e4 w", "h8 s", "d4 n", "h7 s", "d5 e")
    assert HOEHLE.pending(s) == Decide(0, "dig")
    assert why(s, "dig e5 > a9") == "repeats"
    assert texts(s) == [f"dig e5 > {to}" for to in ("a1", "i1", "i9")]


def test_a_move_onto_an_entrance_is_offered_if_one_of_its_digs_is_allowed():
    s = game("c1 a3 b2 e4", "c5 d5 a5 e1", board=TWO_CAVES)
    s, _ = do(s, "c1 w", "e1 n", "b1 w", "dig a1 > e5", "e2 w", "dig e5 > a1")
    assert why(s, "a1 n") == ""
    s, _ = do(s, "a1 n", "d2 e")
    assert why(s, "a2 s") == "repeats"
    assert "a2 s" not in texts(s)


def test_a_dig_at_the_start_of_a_turn_is_never_refused():
    """It brings a position of before, but the turn goes on."""
    s = game("a9 a4 b4 i4", "a6 b6 i6 h6")
    s, _ = do(s, "dig a9 > i9", "b4 e", "h6 n")
    assert "dig i9 > a9" in texts(s)


def test_without_a_legal_move_the_turn_passes_by_itself():
    s = islands()
    s, events = do(s, "a1 e")
    passed = only(events, TurnPassed)
    assert (passed.seat, passed.reason) == (1, "blocked")
    assert HOEHLE.pending(s) == Decide(0, "move")


def islands():
    """Two islands on which nobody can move, and a third of two cells for a tile of seat 0."""
    return game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS)


def test_all_pass_in_a_row_is_a_draw_and_a_pass_may_repeat_a_position():
    s = islands()
    s, events = do(s, "a1 e", "b1 w")
    passes = [(e.seat, e.reason) for e in events if isinstance(e, TurnPassed)]
    assert passes == [(1, "blocked"), (1, "blocked"), (0, "repeats")]
    assert HOEHLE.pending(s) == Over("no_move", (1, 1), (0.5, 0.5))


@pytest.mark.parametrize(
    ("moles", "busy", "ranking"),
    [
        (("e3 a4 b4 i4", "a6 b6 c8 d7"), ("c3", ""), (1, 2)),
        (("e3 a4 b4 i4", "a6 b6 c8 d7"), ("", ""), (2, 1)),
        (("e3 a4 b4 h4", "a6 b6 i6 h6"), ("", ""), (1, 1)),
        (("e3 a4 b4 i4", "a6 b6 c8 d7", "h1 h2 h3 h9"), ("c3", "", ""), (1, 2, 3)),
        (("e3 a4 b4 i4", "a6 b6 c8 d7", "h1 h2 h3 g4"), ("", "", ""), (3, 1, 1)),
    ],
)
def test_the_move_cap_ranks_by_busy_tiles_then_by_the_best_ring(moles, busy, ranking):
    s = game(*moles, busy=busy, move_cap=len(moles))
    s, _ = do(s, *("e3 n", "a6 n", "h1 w")[: len(moles)])
    best = ranking.count(1)
    scores = tuple(1 / best if rank == 1 else 0.0 for rank in ranking)
    assert HOEHLE.pending(s) == Over("move_cap", ranking, scores)


def test_the_move_cap_is_400_turns():
    assert Options().move_cap == 400
    s = game("e3 a4 b4 i4", "a6 b6 i6 h6")
    assert isinstance(s.agenda[-1], MoveFrame)
    assert s.agenda[0].number == 1


# --- the default board -------------------------------------------------------


def test_the_default_board_is_as_in_the_design():
    t = default_board().tables
    assert default_board().assumed
    assert (len(t.names), len(t.caves), len(t.tunnels)) == (181, 9, 32)
    sides = [side for cave in t.caves for side in t.ring[cave]]
    assert len(set(sides)) == 36
    edge = {cell for cell, (x, y) in enumerate(t.places) if abs(x - 9) + abs(y - 9) == 9}
    assert not set(sides) & (set(t.tunnels) | edge)
    assert {cell for corner in t.starts for cell in corner} == edge


def test_the_default_board_has_the_symmetry_of_the_square():
    t = default_board().tables
    for cells in (t.caves, t.tunnels):
        places = {(t.places[cell][0] - 9, t.places[cell][1] - 9) for cell in cells}
        assert places == {(-y, x) for x, y in places} == {(-x, y) for x, y in places}


def test_every_cell_is_within_one_step_of_an_entrance():
    t = default_board().tables
    for cell in range(len(t.names)):
        near = {line[0] for line in t.rays[cell] if line} | {cell}
        assert near & set(t.tunnels), t.names[cell]


def test_a_move_is_refused_if_its_only_dig_leads_back_to_where_it_came_from():
    """The mover would push the tile back and return through the tunnel: the start again."""
    s = game("b4 c5 a1 g1", "d2 f1 g6", first=1, board=TOUCHING)
    s, _ = do(s, "d2 nw")
    assert HOEHLE.pending(s) == Decide(0, "move")
    assert why(s, "b4 se") == "repeats"
    assert "b4 se" not in texts(s)
    assert why(s, "b4 s") == ""

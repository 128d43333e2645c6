"""Rings, busy tiles and the default board, each rule and ruling as a test."""

import pytest
from hoehle_kit import FIELD, TOUCHING, do, game, kinds, on, only, ring, texts, why

from rules.core.types import Decide, Over
from rules.hoehle.board import default_board, make_board
from rules.hoehle.events import BusyPlaced, GameOver
from rules.hoehle.rules import HOEHLE

# --- caves -------------------------------------------------------------------


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


def test_with_four_players_the_last_one_rings_caves_as_the_first_does():
    others = "a2 a3 a4 a5", "i2 i3 i4 i5", "e1 f1 g1 h1"
    s, _ = do(game(*others, "b3 c4 d3 b1", first=3), "b1 ne")
    assert on(s, "c3") == 8
    # Its mole in a cave is removed as well, and leaves the cave open until then.
    s = game("b3 c4 d3 b1", *others[1:], "c3 a6 a7 a8")
    s, events = do(s, "b1 ne")
    assert only(events, BusyPlaced).removed == 3
    assert on(s, "c3") == 5


def between(*, busy=()):
    """South pushes the row b4 to f4: West gets c4, the north of c3, and North g4, that of g3."""
    return game("a4 c4 d4 e4", "b4 b3 d3 c2", "f4 f3 h3 g2", busy=busy)


def test_rings_of_two_others_are_judged_clockwise_from_the_mover():
    s, events = do(between(), "a4 e")
    assert [e.seat for e in events if isinstance(e, BusyPlaced)] == [1, 2]
    s, events = do(between(busy=("", "c7", "g7")), "a4 e")
    assert [e.seat for e in events if isinstance(e, BusyPlaced)] == [1]
    assert HOEHLE.pending(s) == Over("two_caves", (2, 1, 2), (0.0, 1.0, 0.0))


DOOR = make_board("door", True, ("......T", ".......", "..TO.O.", ".......", "T......"))
"""The entrance c3 is the west side of the cave d3; another cave is f3."""


def test_the_dig_of_a_move_can_close_a_ring_and_win():
    s = game("d4 e3 d2 a2", "g1 g2 a5 b5", board=DOOR)
    s, events = do(s, "a2 s", "dig a1 > c3")
    assert kinds(events) == ["Moved", "Dug", "BusyPlaced", "TurnStarted"]
    s = game("d4 e3 d2 a2", "g1 g2 a5 b5", busy=("f3", ""), board=DOOR)
    s, events = do(s, "a2 s", "dig a1 > c3")
    assert kinds(events) == ["Moved", "Dug", "BusyPlaced", "GameOver"]
    assert HOEHLE.pending(s) == Over("two_caves", (1, 2), (1.0, 0.0))


def test_a_start_of_turn_dig_can_win():
    s = game("d4 e3 d2 a1", "g1 g2 a5 b5", busy=("f3", ""), board=DOOR)
    s, events = do(s, "dig a1 > c3")
    assert kinds(events) == ["Dug", "BusyPlaced", "GameOver"]
    assert HOEHLE.pending(s) == Over("two_caves", (1, 2), (1.0, 0.0))


def test_a_tile_in_a_cave_counts_as_a_side_of_the_cave_next_to_it():
    twins = make_board("twins", True, (".......", ".......", "..OO.O.", ".......", "T.....T"))
    s = game("c4 d3 c2 a3", "g4 g3 f5 e5", board=twins)
    s, events = do(s, "a3 e")
    assert only(events, BusyPlaced).seat == 0
    assert on(s, "c3") == 5


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


def both_ways(*places):
    """These places from the middle, and their mirror images left to right and up to down."""
    return {(sx * x, sy * y) for x, y in places for sx in (1, -1) for sy in (1, -1)}


def test_caves_and_entrances_lie_where_the_design_has_them():
    t = default_board().tables

    def lie(cells):
        return {(t.places[cell][0] - 9, t.places[cell][1] - 9) for cell in cells}

    assert lie(t.caves) == both_ways((0, 0), (2, 2), (4, 0), (0, 4))
    assert lie(t.tunnels) == both_ways(
        (1, 1), (3, 1), (1, 3), (4, 4), (6, 0), (0, 6), (6, 2), (2, 6), (8, 0), (0, 8)
    )


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

"""Ends of a game and what comes before them: repetition, passes, the cap; each ruling as a test."""

import pytest
from hoehle_kit import (
    ISLANDS,
    TOUCHING,
    TWO_CAVES,
    do,
    game,
    kinds,
    on,
    only,
    ring,
    texts,
    why,
)

from rules.core.types import Decide, Over
from rules.hoehle.board import make_board
from rules.hoehle.events import GameOver, TurnPassed
from rules.hoehle.options import Options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import MoveFrame, Setup, TurnFrame


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


def three_to_and_fro(**options):
    """Three go there and back, but for the last one: its way back would bring the start again."""
    s = game("e3 a4 b4 i4", "a6 b6 i6 h6", "h1 h2 h3 h8", **options)
    return do(s, "e3 n", "h6 s", "h8 n", "e4 s")[0]


def test_no_turn_of_three_may_end_in_a_position_that_was_there_before():
    s = three_to_and_fro()
    other, _ = do(s, "h5 w", "h9 s")
    assert HOEHLE.pending(other) == Decide(0, "move")
    s, _ = do(s, "h5 n")
    assert why(s, "h9 s") == "repeats"
    assert "h9 s" not in texts(s)


def test_option_repetition_third_draws_with_three_players_too():
    s = three_to_and_fro(repetition="third_draws")
    s, _ = do(s, "h5 n", "h9 s", "e3 n", "h6 s", "h8 n", "e4 s", "h5 n")
    assert HOEHLE.pending(s) == Decide(2, "move")
    s, _ = do(s, "h9 s")
    assert HOEHLE.pending(s) == Over("repetition", (1, 1, 1), (1 / 3, 1 / 3, 1 / 3))
    assert len(s.seen) == len(s.twice) == 3


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


def test_a_move_onto_the_only_entrance_is_refused_where_it_repeats_a_position():
    """There is nowhere to dig to, so the move itself ends the turn."""
    board = make_board("one entrance", True, ("..T..", ".....", ".O.O.", ".....", "....."))
    s = game("c4 a1 b1 c1", "e5 e1 d1 e2", board=board)
    assert why(s, "c4 n") == ""
    s, _ = do(s, "c4 n", "e5 s", "c5 sw", "e4 n")
    assert why(s, "b4 ne") == "repeats"


def test_a_dig_at_the_start_of_a_turn_is_never_refused():
    """It brings the start again, in which no turn may end; but the turn goes on."""
    start = game("a9 a4 b4 i4", "a6 b6 i6 h6", first=1)
    s, _ = do(start, "h6 n", "dig a9 > i9", "b4 e", "h7 e", "dig i9 > e5", "c4 w", "i7 sw")
    assert why(s, "dig e5 > a9") == ""
    s, _ = do(s, "dig e5 > a9")
    assert s.cells == start.cells
    assert HOEHLE.pending(s) == Decide(0, "move")


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


def test_nobody_can_move_from_the_first_turn_on():
    """Each seat passes once, and then it is over."""
    moles = ("b6 c5 e6 g6", "a5 b4 f7 f5")
    step = HOEHLE.begin(None, 2, Setup(ISLANDS, tuple(tuple(one.split()) for one in moles), (), 1))
    assert kinds(step.events) == [*["TurnStarted", "TurnPassed"] * 2, "GameOver"]
    assert [e.seat for e in step.events if isinstance(e, TurnPassed)] == [1, 0]
    assert HOEHLE.pending(step.state).termination == "no_move"


def test_a_move_that_ends_with_a_dig_breaks_the_row_of_passes_too():
    lanes = make_board("lanes", True, (*ISLANDS.rows[:-1], "TT. T  "))
    s = game("b6 c5 e6 g6 c1", "a5 b4 f7 f5", first=1, board=lanes)
    assert s.agenda[0] == TurnFrame(0, 2, 1)
    s, events = do(s, "c1 w", "dig b1 > e1")
    assert kinds(events) == ["Moved", "Dug", "TurnStarted", "TurnPassed", "TurnStarted"]
    assert s.agenda[0] == TurnFrame(0, 4, 1)
    assert HOEHLE.pending(s) == Decide(0, "dig")


def test_a_tile_in_a_cave_gives_its_owner_no_move():
    rows = (*ISLANDS.rows[:4], "    .  ", "   .O. ", "..  .  ")
    s = game("b6 c5 e6 g6 a1", "a5 b4 f7 f5 e2", board=make_board("cave", True, rows))
    s, events = do(s, "a1 e")
    assert only(events, TurnPassed) == TurnPassed(1, "blocked")
    assert HOEHLE.pending(s) == Decide(0, "move")


def test_tiles_that_rest_give_their_owner_no_move():
    s = game("a1 c5 d4 c3", "a5 a4 a3 a6", board=TOUCHING)
    s, events = do(s, "dig a1 > b4", "dig c5 > g1", "dig c3 > a1")
    assert only(events, TurnPassed) == TurnPassed(0, "blocked")
    assert s.agenda[0] == TurnFrame(1, 2, 1)


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


def test_a_cave_with_a_mole_of_the_fourth_player_in_it_is_open():
    s = game("e3 a4 b4 i4", "a6 b6 c8 d7", "h1 h2 h3 h9", "c7 g1 g2 f1")
    assert HOEHLE.observe(s, None).sides[1].best_ring == 2
    # Were d3 not open, nobody could win on a board of two caves, and this start was refused.
    game("a5 b5 c5 d5", "a3 b1 c1 d1", "c3 d4", "d3 e1", board=TWO_CAVES)


def test_the_move_cap_is_400_turns():
    assert Options().move_cap == 400
    s = game("e3 a4 b4 i4", "a6 b6 i6 h6")
    assert isinstance(s.agenda[-1], MoveFrame)
    assert s.agenda[0].number == 1


def test_a_move_is_refused_if_its_only_dig_leads_back_to_where_it_came_from():
    """The mover would push the tile back and return through the tunnel: the start again."""
    s = game("b4 c5 a1 g1", "d2 f1 g6", first=1, board=TOUCHING)
    s, _ = do(s, "d2 nw")
    assert HOEHLE.pending(s) == Decide(0, "move")
    assert why(s, "b4 se") == "repeats"
    assert "b4 se" not in texts(s)
    assert why(s, "b4 s") == ""

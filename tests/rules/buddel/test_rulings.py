"""The rulings of GAMES.md 5.2 and 5.3, row by row: board, seating, moving, goblins."""

import pytest
from buddel_kit import (
    LANE,
    R,
    Y,
    after,
    legal,
    play,
    seats,
    stuck,
    table,
    told,
    why_not,
)

from rules.buddel.board import DEFAULT, Board, grid_of
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import Setup
from rules.core.errors import OptionError
from rules.core.types import Decide, Draw


def space(name, board=DEFAULT):
    return grid_of(board).spaces[name]


# --- 5.2: the board ----------------------------------------------------------


def test_the_default_board_is_as_described():
    grid = grid_of(DEFAULT)
    assert DEFAULT.assumed
    assert len(grid.rails) == 36
    assert [grid.names[k] for k in grid.goblins] == [
        "c3", "e3", "a4", "g4", "c5", "e5", "a7", "g7",
    ]  # fmt: skip
    assert [grid.names[k] for k in grid.starts] == ["c1", "e1"]
    assert grid.names[grid.chamber] == "d9"
    assert [grid.away[k] for k in grid.starts] == [11, 11]
    assert all(grid.away[k] >= 0 for k in grid.rails)
    assert sum(bool(grid.beside[k]) for k in grid.rails) == 20
    assert all(row == row[::-1] for row in DEFAULT.rows)


def test_every_cell_can_be_reached_and_none_is_a_dead_end():
    grid = grid_of(DEFAULT)
    found = list(grid.starts)
    for k in found:
        found += [to for to in grid.steps[k] if to >= 0 and to not in found]
        assert k == grid.chamber or any(to >= 0 for to in grid.steps[k])
    assert set(found) == grid.rails


def test_a_row_may_hold_every_sign():
    grid = grid_of(Board("Alles", ("G#T.S", "#S..."), assumed=True))
    assert [grid.away[k] for k in grid.starts] == [2, 2]


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ("",),
        ("#T#", "..", "S.S"),
        ("#T#", ".X.", "S.S"),
        ("#T#", "...", "S.#"),
        ("T#T", "...", "S.S"),
        ("###", "...", "S.S"),
        ("GT#", "...", "S.S"),
        ("#T#", ".G.", "S.S"),
        ("#T#", "###", "S.S"),
        ("#T#", ".##", "S#S"),
        ("T" + "." * 26, "S.S" + "." * 24),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(rows):
    with pytest.raises(OptionError):
        BUDDEL.new(Options(), 2, Setup(Board("bad", tuple(rows))))


# --- who starts, seating -----------------------------------------------------


def test_who_starts_is_drawn():
    s = BUDDEL.new(Options(), 3)
    assert BUDDEL.pending(s) == Draw("first", ((0, 1), (1, 1), (2, 1)))
    s = after(s, 2)
    assert BUDDEL.pending(s) == Decide(2, "seat")


def test_seating_goes_clockwise_one_mole_at_a_time_to_any_free_seat():
    s = after(BUDDEL.new(Options(), 3), 1)
    assert len(legal(s)) == 8
    s = after(s, "sit cart2.w")
    assert BUDDEL.pending(s) == Decide(2, "seat")
    assert len(legal(s)) == 7
    assert why_not(s, "sit cart2.w") == "taken"
    s = after(s, "sit cart1.n")
    assert BUDDEL.pending(s) == Decide(0, "seat")


def test_a_second_mole_in_a_cart_only_when_the_others_have_one_there():
    s = after(BUDDEL.new(Options(), 3, Setup(first=0)), "sit cart1.n", "sit cart2.n", "sit cart1.e")
    refused = BUDDEL.check(s, BUDDEL.parse(s, "sit cart1.w"))
    assert refused.code == "wrong-cart"
    assert refused.rule == "the others must first have as many moles in that cart as you"
    assert legal(s) == {"sit cart2.e", "sit cart2.s", "sit cart2.w"}
    # Red then completes the first cart; green, the last, may sit anywhere: all others are seated.
    s = after(s, "sit cart2.e", "sit cart1.s")
    assert legal(s) == {"sit cart1.w", "sit cart2.s", "sit cart2.w"}


def test_with_two_players_the_third_mole_waits_for_the_others_second():
    s = after(
        BUDDEL.new(Options(), 2, Setup(first=0)),
        "sit cart1.n", "sit cart1.e", "sit cart2.n", "sit cart2.e",
    )  # fmt: skip
    assert len(legal(s)) == 4
    s = after(s, "sit cart1.w")
    assert len(legal(s)) == 3
    assert {text[:9] for text in legal(s)} == {"sit cart1", "sit cart2"}


def test_when_a_cart_is_full_every_free_seat_of_the_other_is_open():
    s = BUDDEL.new(Options(), 4, Setup(first=0))
    s = after(s, "sit cart1.n", "sit cart1.e", "sit cart1.s", "sit cart1.w")
    assert legal(s) == {f"sit cart2.{side}" for side in "nesw"}
    # Three of four seats: yellow in one cart, red and green in the other, blue where it likes.
    s = BUDDEL.new(Options(), 4, Setup(first=0))
    s = after(s, "sit cart1.n", "sit cart2.n", "sit cart2.e", "sit cart2.s")
    s = after(s, "sit cart2.w")
    assert legal(s) == {f"sit cart1.{side}" for side in "esw"}


# --- moving ------------------------------------------------------------------


def test_at_least_one_step_if_any_is_legal():
    s = after(table(), 2)
    assert "pass" not in legal(s)
    assert all(text.startswith("cart") for text in legal(s))


def test_no_legal_step_for_either_cart_passes_the_turn_by_itself():
    s = stuck()
    assert told(s, 3) == ["DieRolled", "NoMove", "TurnStarted"]
    assert after(s, 3).agenda[0].seat == R
    assert after(s, 3).riders == s.riders


@pytest.mark.parametrize(("carts", "only"), [(("a2", "d4"), "cart1"), (("d4", "a2"), "cart2")])
def test_a_cart_that_can_move_must_though_the_other_cannot(carts, only):
    """From d4, the end of a shaft, there is no way on."""
    board = Board("Stumpf", ("T###", ".##.", ".##.", "....", "S##S"), assumed=True)
    s = after(table(carts=carts, board=board), 2)
    assert {text.split()[0] for text in legal(s)} == {only}


def test_no_cell_twice_in_one_move():
    s = after(table(carts=("d6", "e1")), 3)
    assert why_not(s, "cart1 e1 w1") == "twice"
    assert why_not(s, "cart1 w1 e1") == "twice"
    assert not any("e1 w" in text or "w1 e" in text for text in legal(s))


def test_start_spaces_cannot_be_re_entered():
    board = Board("Reihe", ("T....", "S..S."), assumed=True)
    s = after(table(carts=("c1", "b1"), board=board), 4)
    assert why_not(s, "cart1 e1") == "no-rails"
    assert why_not(s, "cart2 w1") == "no-rails"
    assert why_not(s, "cart1 n1") == ""


def test_a_cart_may_be_pulled_to_the_first_cell_of_the_board():
    board = Board("Ecke", ("T..", "...", ".SS"), assumed=True)
    s = after(table(carts=("b1", "c1"), board=board), 2)
    assert "cart1 w1 n1" in legal(s)


def test_carts_cannot_share_a_cell_or_pass_through():
    s = after(table(carts=("c4", "d4")), 4)
    assert why_not(s, "cart1 e1") == "cart-in-the-way"
    assert why_not(s, "cart1 e2") == "cart-in-the-way"
    assert "cart1 w1" in legal(s)
    assert not any(text.startswith("cart1 e") for text in legal(s))


def test_entering_the_chamber_ends_the_move_and_needs_no_exact_count():
    s = after(table(carts=("d8", "e1")), 4)
    assert "cart1 n1" in legal(s)
    assert why_not(s, "cart1 n1 w1") == "beyond-chamber"
    s = after(table(carts=("c8", "e1")), 4)
    assert {"cart1 e1", "cart1 e1 n1"} <= legal(s)


def test_only_carts_move_never_a_mole_alone():
    """Nor does a captive walk by a number: it waits for a cart or for Gorgan."""
    s = after(table(held=[("c5", Y), ("a4", R)]), 4)
    assert all(text.startswith(("cart1 ", "cart2 ")) for text in legal(s))
    s = after(s, "cart1 n1", "turn-r")
    assert s.captives[space("c5")] == Y
    assert s.captives[space("a4")] == R


# --- goblins -----------------------------------------------------------------


def test_goblins_are_checked_once_after_the_turn_cells_passed_do_nothing():
    s = table(carts=("b2", "e1"), one=seats(e=Y, w=Y))
    step = play(s, 4, "cart1 n4")  # past c3, a4 and to b6, beside none
    assert [type(event).__name__ for event in step.events] == ["CartMoved"]
    s = after(step.state, "turn-r")
    assert set(s.captives) == {-1}
    # And not before it: on b5 the east seat faces c5 until the cart is turned.
    s = after(table(carts=("b4", "e1"), one=seats(e=Y)), 2, "cart1 n1", "turn-r")
    assert set(s.captives) == {-1}
    assert s.riders[0] == seats(s=Y)


def test_several_goblin_spaces_are_handled_north_east_south_west():
    """On c4 with goblins to the north and south; on b3 of the lane to the east and west."""
    s = table(carts=("b4", "e1"), one=seats(e=Y, w=R))
    step = play(s, 2, "cart1 e1", "turn-l")
    met = [event.meeting for event in step.events if type(event).__name__ == "GoblinMet"]
    assert [(one.side, one.space, one.rider) for one in met] == [
        (0, space("c5"), Y), (2, space("c3"), R),
    ]  # fmt: skip
    s = table(carts=("b2", "a1"), one=seats(n=Y, s=R), board=LANE, held=[("a3", Y)])
    step = play(s, 2, "cart1 n1", "turn-r")
    met = [event.meeting for event in step.events if type(event).__name__ == "GoblinMet"]
    assert [(one.side, one.case) for one in met] == [(1, "caught"), (3, "swaps")]
    assert step.state.captives == (R, Y)
    assert step.state.riders[0] == seats(w=Y)


def test_a_swap_with_a_mole_of_the_same_colour_changes_nothing():
    s = table(carts=("b4", "e1"), one=seats(n=R), held=[("c5", R)])
    step = play(s, 2, "cart1 n1", "turn-r")
    assert step.events[1].meeting.case == "swaps"
    assert step.state.riders[0] == seats(e=R)
    assert step.state.captives[space("c5")] == R


@pytest.mark.parametrize("owner", [Y, R])
def test_a_captive_boards_an_empty_seat_whoever_owns_it(owner):
    s = table(carts=("b4", "e1"), held=[("c5", owner)])
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.riders[0] == seats(e=owner)
    assert s.captives[space("c5")] == -1


def test_gorgan_on_a_space_leaves_its_neighbours_alone_but_not_the_other_spaces():
    s = table(carts=("b4", "e1"), one=seats(e=Y, w=R), gorgan="c5")
    s = after(s, 2, "cart1 e1", "turn-l")
    assert s.riders[0] == seats(n=Y)
    assert s.captives[space("c3")] == R


def test_gorgan_and_a_captive_are_never_on_one_space():
    with pytest.raises(OptionError):
        table(held=[("c5", Y)], gorgan="c5")

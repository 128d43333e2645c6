"""The rulings of GAMES.md 5.3, row by row: Gorgan, the chamber, the end; the options."""

import pytest
from buddel_kit import (
    LANE,
    POCKET,
    B,
    G,
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
from rules.buddel.flow import ranking
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import Home
from rules.core.errors import OptionError
from rules.core.types import Decide, Draw, Over


def space(name, board=DEFAULT):
    return grid_of(board).spaces[name]


# --- Gorgan's face -----------------------------------------------------------


def test_with_several_own_captives_one_is_chosen():
    s = after(table(held=[("c5", Y), ("a4", Y), ("g7", R)]), "gorgan")
    assert {text.split()[2] for text in legal(s)} == {"c5", "a4"}
    assert len(legal(s)) == 16
    s = after(s, "goblin free a4 > cart1.s")
    assert s.captives[space("c5")] == Y
    assert s.captives[space("g7")] == R


def test_the_rescue_is_not_skipped_while_an_own_mole_is_captive():
    s = after(table(held=[("c5", Y), ("g7", R)]), "gorgan")
    assert why_not(s, "goblin post a4") == "own-captive"
    assert why_not(s, "goblin free g7 > cart1.n") == "own-captive"
    assert why_not(s, "goblin free c5 > treasure") == "seat-free"


def test_option_rescue_choice_offers_a_treasure_beside_the_seats():
    s = after(table(held=[("c5", Y), ("g7", R)], rescue_choice=True), "gorgan")
    assert "goblin free c5 > treasure" in legal(s)
    assert len(legal(s)) == 9
    assert why_not(s, "goblin post a4") == "own-captive"
    s = after(s, "goblin free c5 > treasure")
    assert s.stones == (1, 0)
    assert s.surface == (3, 2)


def full(n=4, **more):
    return table(
        n, one=seats(n=R, e=R, s=G, w=B), two=seats(n=G, e=G, s=B, w=Y), **more
    )  # fmt: skip


def test_an_opponents_captive_is_freed_only_while_a_seat_is_free_and_for_no_treasure():
    s = after(full(held=[("c5", R)]), "gorgan")
    assert all(text.startswith("goblin post") for text in legal(s))
    s = after(table(held=[("c5", R)]), "gorgan")
    assert why_not(s, "goblin free c5 > treasure") == "not-yours"


def test_gorgan_is_posted_only_on_a_space_without_a_mole():
    s = after(full(held=[("c5", R)], gorgan="a4"), "gorgan")
    assert why_not(s, "goblin post c5") == "held"
    other = after(full(held=[("c5", Y)], first=R), "gorgan")
    assert why_not(other, "goblin post c5") == "held"
    assert why_not(s, "goblin post a4") == "there-already"
    assert len(legal(s)) == 6


def test_gorgan_must_move_if_another_space_exists_else_he_stays():
    s = table(board=POCKET, carts=("a1", "e1"), gorgan="e2")
    assert told(s, "gorgan") == ["DieRolled", "GorganStays", "TurnStarted"]
    assert play(s, "gorgan").events[1].forced
    assert after(s, "gorgan").gorgan == 0
    s = after(table(board=POCKET, carts=("a1", "e1")), "gorgan")
    assert legal(s) == {"goblin post e2"}
    s = table(4, board=LANE, carts=("a1", "c1"), one=seats(n=R, e=R, s=G, w=B),
              two=seats(n=G, e=G, s=B, w=Y), gorgan="a3", held=[("c3", B)])  # fmt: skip
    assert told(s, "gorgan") == ["DieRolled", "GorganStays", "TurnStarted"]


def test_where_gorgan_can_be_posted_nowhere_he_must_free_a_captive_if_he_can():
    s = table(board=POCKET, carts=("a1", "e1"), one=seats(n=Y), two=seats(n=R), held=[("e2", R)])
    s = after(s, "gorgan")
    assert legal(s) == {
        f"goblin free e2 > cart{cart}.{side}" for cart in (1, 2) for side in "esw"
    }  # fmt: skip
    assert why_not(s, "pass") == "must-act"


def test_a_rescued_mole_that_faces_a_goblin_is_safe_until_that_cart_moves():
    s = after(table(carts=("b5", "e1"), held=[("g7", Y)]), "gorgan", "goblin free g7 > cart1.e")
    assert s.riders[0] == seats(e=Y)
    assert set(s.captives) == {-1}


def test_the_last_treasure_in_a_rescue_ends_the_game_at_once():
    s = after(full(held=[("c5", Y)], stones=(5, 5, 5, 4)), "gorgan")
    step = play(s, "goblin free c5 > treasure")
    assert step.state.over == Over("last_treasure", (1, 2, 2, 4), (6.0, 5.0, 5.0, 4.0))
    assert BUDDEL.actions(step.state) == ()


# --- option send_own_mole ----------------------------------------------------


def test_option_send_own_mole_takes_the_captives_place():
    s = after(
        table(one=seats(n=Y, e=Y), two=seats(n=R), held=[("c5", R)], send_own_mole=True), "gorgan"
    )
    assert why_not(s, "goblin free c5 > cart1.s") == "send-a-mole"
    assert "goblin post a4" in legal(s)
    # From the surface to five free seats; from each of two seats to those and the one just left.
    assert sum(text.startswith("goblin send") for text in legal(s)) == 5 + 2 * 6
    gone = after(s, "goblin send cart1.n > c5 > cart1.n")
    assert gone.riders[0] == seats(n=R, e=Y)
    assert gone.surface == s.surface
    moved = after(s, "goblin send cart1.n > c5 > cart2.w")
    assert moved.riders == (seats(e=Y), seats(n=R, w=R))
    assert gone.captives[space("c5")] == Y
    assert gone.gorgan == s.gorgan
    gone = after(s, "goblin send surface > c5 > cart2.w")
    assert gone.surface == (0, 1)
    assert gone.riders[1] == seats(n=R, w=R)


def test_option_send_own_mole_refuses_what_is_not_there():
    s = after(
        table(one=seats(n=Y, e=Y, s=Y), two=seats(n=R), held=[("c5", R)], send_own_mole=True),
        "gorgan",
    )
    assert why_not(s, "goblin send surface > c5 > cart2.w") == "no-mole"
    assert why_not(s, "goblin send cart2.n > c5 > cart2.w") == "no-mole"
    assert why_not(s, "goblin send cart1.n > c5 > cart1.e") == "taken"
    assert why_not(s, "goblin send cart1.n > a4 > cart1.n") == "no-captive"
    assert why_not(s, "pass") == "must-act"
    off = after(table(one=seats(n=Y), held=[("c5", R)]), "gorgan")
    assert why_not(off, "goblin send cart1.n > c5 > cart1.e") == "no-sending"


def test_option_send_own_mole_where_gorgan_can_go_nowhere_he_may_stay():
    s = table(2, board=LANE, carts=("a1", "c1"), one=seats(n=Y, e=Y, s=Y, w=R), two=seats(n=R),
              gorgan="a3", held=[("c3", R)], send_own_mole=True)  # fmt: skip
    s = after(s, "gorgan")
    assert "pass" in legal(s)
    assert "goblin send cart1.n > c3 > cart1.n" in legal(s)
    assert told(s, "pass") == ["GorganStays", "TurnStarted"]
    assert not play(s, "pass").events[0].forced
    assert after(s, "pass").riders == s.riders
    # With nothing to send there is nothing to ask.
    s = table(board=POCKET, carts=("a1", "e1"), gorgan="e2", send_own_mole=True)
    assert told(s, "gorgan") == ["DieRolled", "GorganStays", "TurnStarted"]


# --- the chamber -------------------------------------------------------------


def test_no_goblins_beside_the_chamber():
    assert grid_of(DEFAULT).beside[grid_of(DEFAULT).chamber] == ()
    with pytest.raises(OptionError):
        grid_of(Board("bad", ("GT#", "...", "S.S")))


def test_the_mover_chooses_the_turn_on_arrival_so_who_is_in_front():
    s = after(table(3, carts=("d8", "e1"), one=seats(e=G, w=R)), 2, "cart1 n1")
    assert BUDDEL.pending(s) == Decide(0, "turn_cart")
    assert after(s, "turn-l").stones == (0, 1, 2)
    assert after(s, "turn-r").stones == (0, 2, 1)


def test_with_nobody_in_front_nobody_gets_two():
    s = after(table(3, carts=("d8", "e1"), one=seats(n=G, s=R)), 2, "cart1 n1", "turn-r")
    assert s.stones == (0, 1, 1)


def test_exactly_enough_treasures_pay_in_full():
    s = table(2, carts=("d8", "e1"), one=seats(w=Y, n=R), stones=(8, 9))
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.over == Over("last_treasure", (1, 1), (10.0, 10.0))


def test_boarding_begins_with_the_owner_of_the_front_mole():
    s = after(table(3, carts=("d8", "e1"), one=seats(n=Y, w=G)), 2, "cart1 n1", "turn-r")
    assert s.stones[G] == 2
    s = after(s, "home c1")
    assert BUDDEL.pending(s) == Decide(G, "board")
    assert {text[:9] for text in legal(s)} == {"sit cart1"}
    s = after(s, "sit cart1.n")
    assert BUDDEL.pending(s) == Decide(Y, "board")


def test_boarding_goes_on_clockwise_past_those_who_have_nobody_above_ground():
    """Red, next after yellow, has no mole above ground: green boards, and blue after it."""
    s = table(4, carts=("d8", "e1"), one=seats(w=Y), two=seats(n=R, e=R, s=R))
    s = after(s, 2, "cart1 n1", "turn-r", "home c1", "sit cart1.n")
    assert BUDDEL.pending(s) == Decide(G, "board")
    assert BUDDEL.pending(after(s, "sit cart1.e")) == Decide(B, "board")


def test_also_the_first_seat_boards_first_when_its_mole_was_in_front():
    s = table(3, carts=("d8", "e1"), one=seats(n=G, w=Y), first=R)
    s = after(s, 2, "cart1 n1", "turn-r", "home c1")
    assert BUDDEL.pending(s) == Decide(Y, "board")


def test_also_the_first_seats_captive_is_an_opponents():
    s = after(table(2, held=[("c5", Y)], first=R), "gorgan")
    assert "goblin free c5 > cart1.n" in legal(s)
    s = after(table(2, held=[("c5", Y)], first=R, send_own_mole=True), "gorgan")
    assert "goblin send surface > c5 > cart1.n" in legal(s)


def test_without_a_front_mole_boarding_begins_with_the_mover():
    s = table(3, carts=("d8", "e1"), one=seats(n=G), first=R)
    s = after(s, 2, "cart1 n1", "turn-r", "home c1")
    assert BUDDEL.pending(s) == Decide(R, "board")


def test_boarding_goes_on_until_the_cart_is_full_or_nobody_waits():
    s = table(2, carts=("d8", "e1"), one=seats(w=Y), two=seats(n=Y, e=Y), held=[("c5", R)])
    s = after(s, 2, "cart1 n1", "turn-r", "home c1")
    s = after(s, "sit cart1.n", "sit cart1.e")
    # Yellow has none left above ground: red boards again.
    assert BUDDEL.pending(s) == Decide(R, "board")
    s = after(s, "sit cart1.s")
    assert s.agenda[-1] == s.agenda[0]
    assert s.riders[0] == seats(n=Y, e=R, s=R)
    assert s.surface == (0, 0)


def test_boarding_is_compulsory_and_into_the_cart_that_came_home():
    s = table(2, carts=("d8", "f4"), one=seats(w=Y))
    s = after(s, 2, "cart1 n1", "turn-r", "home e1")
    assert legal(s) == {f"sit cart1.{side}" for side in "nesw"}
    assert why_not(s, "pass") == "wrong-action"
    refused = BUDDEL.check(s, BUDDEL.parse(s, "sit cart2.n"))
    assert (refused.code, refused.rule) == ("wrong-cart", "moles board the cart that came home")


def test_which_start_space_only_free_ones():
    s = after(table(2, carts=("d8", "c1")), 2, "cart1 n1", "turn-r")
    assert legal(s) == {"home e1"}
    assert why_not(s, "home c1") == "taken"
    assert BUDDEL.check(s, Home(10)).code == "no-start"


def test_the_second_cart_arrives_and_goes_home_as_the_first_does():
    s = table(2, carts=("c2", "d8"), one=seats(n=Y), two=seats(n=R))
    s = after(s, 2, "cart2 n1", "turn-r")
    assert s.stones == (0, 1)
    assert s.riders == (seats(n=Y), seats())
    s = after(s, "home e1", "sit cart2.w")
    assert s.carts == (grid_of(DEFAULT).cells["c2"], grid_of(DEFAULT).cells["e1"])
    assert s.riders == (seats(n=Y), seats(w=Y))


def test_a_cart_starts_empty_when_nobody_can_board():
    s = table(2, carts=("d8", "e1"), two=seats(n=Y, e=Y, s=R, w=R), held=[("c5", Y), ("a4", R)])
    step = play(s, 2, "cart1 n1", "turn-r", "home c1")
    assert [type(event).__name__ for event in step.events] == ["CartHome", "TurnStarted"]
    assert step.state.riders[0] == seats()


def test_play_goes_on_with_all_moles_captive():
    held = [("c3", Y), ("e3", Y), ("a4", Y), ("g4", R), ("c5", R), ("e5", R)]
    s = table(2, carts=("b4", "f4"), held=held)
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.riders[0] == seats(e=R)
    assert s.captives[space("c5")] == -1
    assert isinstance(BUDDEL.pending(s), Draw)


# --- the end -----------------------------------------------------------------


def test_captives_at_the_end_are_worth_nothing_and_a_tie_is_shared():
    s = table(3, carts=("d8", "e1"), one=seats(w=R), held=[("c5", Y), ("a4", Y)], stones=(8, 6, 4))
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.over == Over("last_treasure", (1, 1, 3), (8.0, 8.0, 4.0))


def test_equal_treasures_share_a_rank():
    assert ranking((5, 5, 5, 5)) == (1, 1, 1, 1)
    assert ranking((3, 7, 7, 3)) == (3, 1, 1, 3)


def test_the_turn_cap_ends_the_game_and_most_treasures_win():
    s = table(turn=300, stones=(3, 4))
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.over == Over("turn_cap", (2, 1), (3.0, 4.0))
    assert after(table(turn=299), 2, "cart1 n1", "turn-r").over is None
    assert Options().turn_cap == 300


def test_the_turn_cap_also_ends_a_game_in_which_no_cart_can_move():
    s = stuck(turn_cap=3)
    s = after(s, 2, 2, 2)
    assert s.over == Over("turn_cap", (1, 1), (0.0, 0.0))


def test_the_last_turn_is_played_to_its_end():
    """An arrival in the last turn is paid, and its cart goes home, before the game ends."""
    s = table(carts=("d8", "e1"), one=seats(n=Y), turn=40, turn_cap=40)
    s = after(s, 2, "cart1 n1", "turn-r", "home c1")
    assert BUDDEL.pending(s) == Decide(0, "board")
    while isinstance(BUDDEL.pending(s), Decide):
        s = BUDDEL.apply(s, BUDDEL.actions(s)[0]).state
    assert s.over == Over("turn_cap", (1, 2), (1.0, 0.0))


# --- the simplified game -----------------------------------------------------


def test_simplified_the_chamber_ends_a_move_whatever_is_left():
    s = after(table(carts=("c8", "e1"), full_number=True), 4)
    assert "cart1 e1 n1" in legal(s)
    assert "cart1 e1" not in legal(s)
    assert "cart1 e4" in legal(s)


def test_simplified_a_cart_that_reaches_the_chamber_with_less_is_enough():
    board = Board("Stollen", ("##T##", "#..##", "..###", "S...S"), assumed=True)
    s = after(table(carts=("a2", "b2"), board=board, full_number=True), 4)
    assert legal(s) == {"cart2 n1 e1 n1"}


def test_simplified_a_longest_path_of_both_carts_where_none_uses_up_the_number():
    board = Board("Taschen", ("...T...", ".##.##.", ".##.##.", "S.....S"), assumed=True)
    # Two steps to the chamber from either side are as good as four.
    s = after(table(carts=("b4", "f4"), board=board, full_number=True), 4)
    assert legal(s) == {"cart1 e2", "cart2 w2"}
    pocket = Board("Nische", ("###T#.", "..#.#.", ".##.#.", "S...S."), assumed=True)
    s = after(table(carts=("a2", "f2"), board=pocket, full_number=True), 4)
    assert legal(s) == {"cart1 n1 e1", "cart2 n2"}
    s = after(table(carts=("a3", "f2"), board=pocket, full_number=True), 4)
    assert legal(s) == {"cart2 n2"}
    assert why_not(s, "cart1 e1") == "full-number"
    s = after(table(carts=("a3", "f3"), board=pocket, full_number=True), 4)
    assert legal(s) == {"cart1 e1", "cart2 n1"}

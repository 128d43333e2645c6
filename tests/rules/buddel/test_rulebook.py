"""C17: the rulebook of Buddel-Wuddel, sentence by sentence."""

import pytest
from buddel_kit import LADDER, POCKET, B, G, R, Y, after, legal, play, seats, table, told, why_not

from rules.buddel.board import DEFAULT, grid_of
from rules.buddel.events import CartMoved
from rules.buddel.flow import payout
from rules.buddel.options import DICE, Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import Setup
from rules.core.types import Decide, Draw, Over


def cell(name, board=DEFAULT):
    return grid_of(board).cells[name]


def space(name, board=DEFAULT):
    return grid_of(board).spaces[name]


# --- components, setup -------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_components_three_moles_each_two_carts_twenty_treasures(n):
    s = BUDDEL.new(Options(), n)
    assert s.surface == (3,) * n
    assert s.stones == (0,) * n
    assert s.left == 20
    assert len(s.carts) == 2
    assert all(len(riders) == 4 for riders in s.riders)


def test_the_die_has_numbers_2_to_4_and_a_goblin_symbol():
    pending = BUDDEL.pending(table())
    assert isinstance(pending, Draw)
    assert [outcome for outcome, _ in pending.outcomes] == [2, 3, 4, "gorgan"]
    assert dict(pending.outcomes) == {2: 1, 3: 2, 4: 1, "gorgan": 2}
    other = BUDDEL.pending(table(die="one-gorgan"))
    assert dict(other.outcomes) == {2: 2, 3: 2, 4: 1, "gorgan": 1}
    assert all(sum(weight for _, weight in die) == 6 for die in DICE.values())


def test_setup_gorgan_is_near_the_treasures():
    s = BUDDEL.new(Options(), 4)
    assert s.gorgan == -1
    assert "Gorgan (W) beside the chamber" in BUDDEL.draw(s, None)


def test_setup_carts_on_the_two_starting_spaces():
    s = BUDDEL.new(Options(), 3)
    assert s.carts == (cell("c1"), cell("e1"))


@pytest.mark.parametrize(("n", "seated", "waiting"), [(2, 3, 0), (3, 2, 1), (4, 2, 1)])
def test_setup_an_equal_number_from_each_player_is_seated(n, seated, waiting):
    s = after(BUDDEL.new(Options(), n), 0)
    while isinstance(pending := BUDDEL.pending(s), Decide):
        assert pending.kind == "seat"
        s = BUDDEL.apply(s, BUDDEL.actions(s)[-1]).state
    below = [*s.riders[0], *s.riders[1]]
    assert all(below.count(seat) == seated for seat in range(n))
    assert s.surface == (waiting,) * n
    assert s.agenda[0].seat == 0
    assert s.agenda[0].number == 1


# --- types of spaces ---------------------------------------------------------


def test_spaces_with_rails_only_are_entered():
    s = after(table(carts=("c2", "f3")), 2)
    assert {text for text in legal(s) if text.startswith("cart1")} == {
        "cart1 w1", "cart1 w1 n1",
    }  # fmt: skip
    assert why_not(s, "cart1 e1") == "no-rails"  # a stone
    assert why_not(s, "cart1 n1") == "no-rails"  # a goblin space


# --- a number ----------------------------------------------------------------


def test_a_number_the_player_moves_a_whole_cart_that_many_spaces():
    s = after(table(carts=("c1", "e1")), 4)
    assert BUDDEL.pending(s) == Decide(0, "move")
    step = play(s, "cart1 n1 w1 n2")
    s = step.state
    assert step.events == (CartMoved(0, 0, tuple(map(cell, ("c1", "c2", "b2", "b3", "b4")))),)
    assert s.carts == (cell("b4"), cell("e1"))
    assert BUDDEL.pending(s) == Decide(0, "turn_cart")


def test_not_all_of_the_moves_have_to_be_used():
    s = after(table(), 4)
    assert {"cart1 n1", "cart1 n1 w1", "cart1 n1 w1 n1", "cart1 n1 w1 n2"} <= legal(s)
    assert why_not(s, "cart1 n1 w1 n3") == "too-far"


def test_never_backwards_only_forward_or_sideways():
    s = after(table(carts=("c4", "e1")), 4)
    assert why_not(s, "cart1 s1") == "backwards"
    assert not any("s" in text for text in legal(s))
    assert {"cart1 w1", "cart1 e1", "cart1 e3 n1"} <= legal(s)


def test_a_cart_without_moles_of_your_colour_may_be_moved():
    s = after(table(one=seats(n=R, e=R), two=seats(n=Y)), 2)
    assert why_not(s, "cart1 n1") == ""


@pytest.mark.parametrize(
    ("way", "riders"),
    [("turn-r", seats(n=B, e=Y, s=R, w=G)), ("turn-l", seats(n=R, e=G, s=B, w=Y))],
)
def test_at_the_end_the_cart_is_turned_by_90_degrees_in_any_direction(way, riders):
    s = after(table(4, carts=("d8", "e1"), one=seats(n=Y, e=R, s=G, w=B)), 2, "cart1 w1")
    assert legal(s) == {"turn-l", "turn-r"}
    assert after(s, way).riders == (riders, seats())
    other = table(4, carts=("e1", "d8"), two=seats(n=Y, e=R, s=G, w=B))
    assert after(other, 2, "cart2 w1", way).riders == (seats(), riders)


def test_away_from_goblins_the_next_players_turn_begins():
    step = play(table(carts=("d8", "e1"), one=seats(n=Y)), 2, "cart1 w1", "turn-r")
    assert [type(event).__name__ for event in step.events] == ["CartTurned", "TurnStarted"]
    assert step.state.agenda[0].seat == 1


# --- the five cases ----------------------------------------------------------


def beside_c5(rider=None, captive=None, gorgan="", n=3):
    """A cart comes to b5, west of the goblin space c5; after turn-r its north seat faces it."""
    held = [("c5", captive)] if captive is not None else []
    one = seats(n=rider) if rider is not None else seats()
    s = table(n, carts=("b4", "e1"), one=one, held=held, gorgan=gorgan)
    return play(s, 2, "cart1 n1", "turn-r")


def test_empty_seat_and_empty_goblin_space_nothing_happens():
    step = beside_c5()
    assert [type(event).__name__ for event in step.events] == ["CartTurned", "TurnStarted"]
    assert set(step.state.captives) == {-1}
    guarded = beside_c5(gorgan="c5")
    assert [type(event).__name__ for event in guarded.events] == ["CartTurned", "TurnStarted"]


def test_a_mole_beside_an_empty_goblin_space_is_caught():
    s = beside_c5(rider=R).state
    assert s.captives[space("c5")] == R
    assert s.riders[0] == seats()


def test_an_opponent_may_set_you_up_by_turning_the_cart():
    """Yellow turns red's mole to the goblin; the other way it would have been safe."""
    s = table(carts=("b4", "e1"), one=seats(n=R, w=Y))
    safe = after(s, 2, "cart1 n1", "turn-l")
    assert safe.captives[space("c5")] == -1
    caught = after(s, 2, "cart1 n1", "turn-r")
    assert caught.captives[space("c5")] == R
    assert caught.riders[0] == seats(n=Y)


@pytest.mark.parametrize("rider", [Y, R])
def test_gorgan_on_the_goblin_space_the_mole_continues(rider):
    step = beside_c5(rider=rider, gorgan="c5")
    assert step.state.riders[0] == seats(e=rider)
    assert step.state.captives[space("c5")] == -1
    assert step.events[1].meeting.case == "protected"


def test_a_captive_beside_an_empty_seat_gets_in():
    step = beside_c5(captive=G)
    assert step.state.riders[0] == seats(e=G)
    assert step.state.captives[space("c5")] == -1
    assert step.events[1].meeting.case == "boards"


@pytest.mark.parametrize(("rider", "captive"), [(R, G), (Y, G), (G, Y)])
def test_a_captive_beside_a_mole_swaps_with_it(rider, captive):
    step = beside_c5(rider=rider, captive=captive)
    assert step.state.riders[0] == seats(e=captive)
    assert step.state.captives[space("c5")] == rider
    assert step.events[1].meeting.case == "swaps"


def test_moles_land_one_after_another_and_the_cart_continues_on_empty():
    s = table(carts=("c3", "e1"), one=seats(n=R, e=R), board=LADDER)
    s = after(s, 2, "cart1 n1", "turn-l")
    assert s.captives[space("b4", LADDER)] == R
    assert s.riders[0] == seats(n=R)
    s = after(s, 2, "cart1 n1", "turn-l")
    assert s.captives[space("b5", LADDER)] == R
    assert s.riders[0] == seats()
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.carts[0] == cell("c6", LADDER)


# --- Gorgan's face -----------------------------------------------------------


def test_gorgan_frees_a_mole_of_ones_own_to_a_free_seat_in_any_cart():
    s = after(
        table(one=seats(n=R, e=R), two=seats(s=R, w=Y, n=Y), held=[("c5", Y)], gorgan="g7"),
        "gorgan",
    )
    assert legal(s) == {f"goblin free c5 > {seat}" for seat in ("cart1.s", "cart1.w", "cart2.e")}
    s = after(s, "goblin free c5 > cart2.e")
    assert s.gorgan == space("c5")
    assert s.captives[space("c5")] == -1
    assert s.riders[1] == seats(n=Y, e=Y, s=R, w=Y)
    assert s.stones == (0, 0)


FULL = {"one": seats(n=R, e=R, s=G, w=B), "two": seats(n=G, e=G, s=B, w=Y)}


def test_no_seat_the_player_gets_a_treasure_and_the_mole_goes_home():
    s = after(table(4, **FULL, held=[("c5", Y), ("g4", R)], stones=(1, 2, 3, 4)), "gorgan")
    assert legal(s) == {"goblin free c5 > treasure"}
    before = s.surface[Y]
    s = after(s, "goblin free c5 > treasure")
    assert s.stones == (2, 2, 3, 4)
    assert s.left == 9
    assert s.surface[Y] == before + 1
    assert s.gorgan == space("c5")
    assert s.captives[space("c5")] == -1


def test_without_an_own_captive_an_opponents_is_freed_or_gorgan_posted():
    s = after(table(one=seats(n=Y, e=Y, s=Y), two=seats(n=R, e=R), held=[("c5", R)]), "gorgan")
    free = {f"goblin free c5 > {seat}" for seat in ("cart1.w", "cart2.s", "cart2.w")}
    posts = {f"goblin post {name}" for name in ("c3", "e3", "a4", "g4", "e5", "a7", "g7")}
    assert legal(s) == free | posts
    freed = after(s, "goblin free c5 > cart2.w")
    assert freed.riders[1] == seats(n=R, e=R, w=R)
    assert freed.gorgan == space("c5")


def test_gorgan_is_posted_and_protects_the_routes_near_that_space():
    s = after(table(carts=("b4", "e1"), one=seats(n=Y)), "gorgan", "goblin post c5")
    assert s.gorgan == space("c5")
    s = after(s, 2, "cart1 n1", "turn-r")
    assert s.riders[0] == seats(e=Y)


# --- the chamber -------------------------------------------------------------


def arrive(n=4, way="turn-r", board=DEFAULT, **more):
    s = table(n, carts=("d8", "e1"), board=board, **more)
    return play(s, 2, "cart1 n1", way)


def test_in_the_chamber_the_cart_is_turned_and_each_mole_receives_a_treasure():
    s = arrive(one=seats(n=Y, e=R, w=G)).state
    assert s.stones == (1, 1, 2, 0)
    assert s.left == 16
    other = arrive(one=seats(n=Y, e=R, w=G), way="turn-l").state
    assert other.stones == (1, 2, 1, 0)


def test_the_mole_directly_at_the_chamber_takes_a_second_one():
    s = arrive(one=seats(w=B)).state
    assert s.stones == (0, 0, 0, 2)


def test_then_the_cart_returns_to_one_of_the_two_starting_spaces():
    s = table(2, carts=("d8", "f8"), one=seats(n=Y))
    s = after(s, 2, "cart1 n1", "turn-r")
    assert BUDDEL.pending(s) == Decide(0, "home")
    assert legal(s) == {"home c1", "home e1"}
    s = after(s, "home e1")
    assert s.carts == (cell("e1"), cell("f8"))


def test_a_new_round_begins_with_the_seating_of_the_moles_above_ground():
    """Those that received treasure and those that only waited; all others stay in the mine."""
    s = arrive(one=seats(n=Y, e=R), two=seats(n=G), held=[("c5", B), ("g4", Y)]).state
    assert s.surface == (2, 3, 2, 2)
    s = after(s, "home c1")
    assert BUDDEL.pending(s) == Decide(0, "board")
    s = after(s, "sit cart1.n", "sit cart1.e", "sit cart1.s", "sit cart1.w")
    assert s.riders == (seats(n=Y, e=R, s=G, w=B), seats(n=G))
    assert s.captives[space("c5")] == B
    assert s.captives[space("g4")] == Y
    assert s.agenda[-1] == s.agenda[0]
    assert s.agenda[0].seat == R


def test_an_empty_cart_is_sent_to_the_start_and_a_new_round_begins():
    s = arrive(2, one=seats(), two=seats(n=Y, e=R)).state
    assert s.left == 20
    assert BUDDEL.pending(s) == Decide(0, "home")
    s = after(s, "home c1", "sit cart1.n", "sit cart1.s")
    assert s.riders[0] == seats(n=Y, s=R)


def test_the_game_continues_until_the_last_treasure_has_been_handed_out():
    going = arrive(2, one=seats(e=Y), stones=(9, 9)).state
    assert going.over is None
    assert going.left == 1
    ended = arrive(2, one=seats(w=Y), stones=(9, 9)).state
    assert ended.over == Over("last_treasure", (1, 2), (11.0, 9.0))


@pytest.mark.parametrize(
    ("left", "paid"),
    [(1, [0]), (2, [0, 3]), (3, [0, 3, 1]), (4, [0, 3, 1, 2])],
)
def test_too_few_treasures_front_left_right_rear(left, paid):
    """One each in that order, and no second one for the front: sides N, W, E, S."""
    assert payout(seats(n=Y, e=R, s=G, w=B), left) == tuple((side, 1) for side in paid)


def test_too_few_treasures_in_a_game():
    # After turn-r: front yellow, right green, rear blue, left red; three treasures are left.
    s = arrive(4, one=seats(w=Y, n=G, e=B, s=R), stones=(5, 4, 4, 4)).state
    assert s.stones == (6, 5, 5, 4)
    assert s.left == 0
    assert s.over == Over("last_treasure", (1, 2, 2, 4), (6.0, 5.0, 5.0, 4.0))


@pytest.mark.parametrize("cart", [0, 1])
def test_after_the_last_treasure_the_riders_stay_in_the_chamber(cart):
    riders = (seats(w=Y, n=G), seats(s=R))
    s = table(4, carts=("d8", "e1")[:: 1 - 2 * cart], one=riders[cart], two=riders[1 - cart],
              stones=(5, 5, 4, 4))  # fmt: skip
    step = play(s, 2, f"cart{cart + 1} n1", "turn-r")
    names = ["CartTurned", "Arrived", "TreasureTaken", "TreasureTaken", "GameOver"]
    assert [type(event).__name__ for event in step.events] == names
    assert step.state.riders[cart] == seats(n=Y, e=G)
    assert step.state.riders[1 - cart] == seats(s=R)


# --- end, simplified game ----------------------------------------------------


def test_the_greatest_number_of_treasures_wins():
    s = arrive(3, one=seats(e=R), stones=(9, 4, 6)).state
    assert s.over == Over("last_treasure", (1, 3, 2), (9.0, 5.0, 6.0))


def test_simplified_game_all_the_steps_that_are_rolled():
    s = after(table(full_number=True), 3)
    assert legal(s) == {
        "cart1 n1 w1 n1", "cart2 n1 e1 n1",
    }  # fmt: skip
    assert why_not(s, "cart1 n1 w1") == "full-number"
    assert BUDDEL.presets["simplified"] == Options(full_number=True)


def test_the_players_of_the_game():
    assert BUDDEL.seats == range(2, 5)
    assert BUDDEL.sampled(table()) is None
    assert told(BUDDEL.new(Options(), 2, Setup(POCKET)), 1) == ["FirstDrawn"]

"""The rulebook and the rulings of GAMES.md 4, each as a test (table: rules/hoehle/README.md)."""

import pytest
from hoehle_kit import (
    FIELD,
    TOUCHING,
    do,
    game,
    kinds,
    on,
    only,
    texts,
    where,
    why,
)

from rules.core.types import Decide, Draw
from rules.hoehle.board import default_board
from rules.hoehle.events import Dug, Moved, NoDig
from rules.hoehle.rules import HOEHLE

FOUR = "a4 b5 i5 h4"
"""Four moles out of the way, so that their owner could still win."""
NINE = {
    0: "f5 g4 h3 i2 j1 k2 l3 m4 n5",
    1: "a10 b9 b11 c8 c12 d7 d13 e6 e14",
    2: "f15 g16 h17 i18 j19 k18 l17 m16 n15",
    3: "s10 r9 r11 q8 q12 p7 p13 o6 o14",
}
"""Start cells of the corners S, W, N, E (GAMES.md 4.2)."""

# --- setup -------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "corners"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_the_starting_configuration(seats, corners):
    """The corner and four tiles on each side of it; two players opposite, three leave E free."""
    s = HOEHLE.new(None, seats)
    for seat, corner in enumerate(corners):
        assert where(s, seat) == set(NINE[corner].split())
        assert s.cells.count(seat + 1) == 9
    assert sum(1 for tile in s.cells if tile) == 9 * seats


def test_the_starter_is_drawn_and_turns_go_clockwise():
    s = HOEHLE.new(None, 3)
    assert HOEHLE.pending(s) == Draw("starter", ((0, 1), (1, 1), (2, 1)))
    s = HOEHLE.settle(s, 1).state
    seats = []
    for _ in range(4):
        seats.append(HOEHLE.pending(s).seat)
        plain = [t for t in texts(s) if HOEHLE.pending(do(s, t)[0]).kind == "move"]
        s, _ = do(s, plain[0])
    assert seats == [1, 2, 0, 1]


def test_the_order_of_the_corners_is_clockwise_seen_from_above():
    t = default_board().tables
    middles = []
    for corner in t.starts:
        places = [t.places[cell] for cell in corner]
        middles.append((sum(x for x, _ in places) / 9 - 9, sum(y for _, y in places) / 9 - 9))
    south, west, north, east = middles
    assert south[1] < -6
    assert west[0] < -6
    assert north[1] > 6
    assert east[0] > 6
    for (ax, ay), (bx, by) in zip(middles, [*middles[1:], middles[0]], strict=True):
        assert ax * by - ay * bx < 0  # each next corner lies to the right


# --- a) steps ----------------------------------------------------------------


def test_a_step_goes_in_all_eight_directions():
    s = game("e3 a4 b4 i4", FOUR.replace("a4", "a6").replace("h4", "h6"))
    for word, to in zip(
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"],
        ["e4", "f4", "f3", "f2", "e2", "d2", "d3", "d4"],
        strict=True,
    ):
        after, events = do(s, f"e3 {word}")
        assert (on(after, "e3"), on(after, to)) == (0, 1)
        assert only(events, Moved).pushed == ()


def test_a_tile_must_be_moved():
    """No pass is offered: every legal action moves a tile."""
    s = game("e3 a4 b4 i4", FOUR.replace("a4", "a6"))
    assert HOEHLE.pending(s) == Decide(0, "move")
    assert all(type(action).__name__ == "Move" for action in HOEHLE.actions(s))


def test_a_step_does_not_go_into_an_empty_cave_or_off_the_board():
    s = game("c4 a4 i2 h9", "a6 b6 i6 h6")
    assert why(s, "c4 s") == "enters-cave"
    assert why(s, "a4 w") == "leaves-board"
    assert why(s, "h9 n") == "leaves-board"


def test_a_step_does_not_go_onto_a_busy_tile():
    s = game("c4 a4 i2 h9", "a6 b6 i6 h6", busy=("", "c3"))
    assert why(s, "c4 s") == "busy-would-move"


def test_only_own_tiles_may_be_movers():
    s = game("c5 a4 i2 h9", "a6 b6 i6 h6")
    assert why(s, "b6 e") == "not-yours"
    assert why(s, "d4 e") == "no-tile"
    assert {t.split()[0] for t in texts(s)} == {"c5", "a4", "i2", "h9"}


def test_option_movers_any():
    s = game("c5 a4 i2 h9", "a6 b6 i6 h6", movers="any")
    assert {t.split()[0] for t in texts(s)} == {*["c5", "a4", "i2", "h9", "a6", "b6", "i6", "h6"]}
    after, _ = do(s, "b6 e")
    assert on(after, "c6") == 2
    busy = game("c5 a4 i2 h9", "a6 b6 i6 h6", busy=("", "c3"), movers="any")
    assert why(busy, "c3 n") == "busy-tile"


def test_option_movers_any_lets_the_mover_dig_with_any_tile():
    s = game("c5 a4 i2 h9", "e6 b6 i6 h6", movers="any")
    s, _ = do(s, "e6 s")
    assert HOEHLE.pending(s) == Decide(0, "dig")
    s, _ = do(s, "dig e5 > a1")
    assert on(s, "a1") == 2


# --- b) pushes ---------------------------------------------------------------


def test_a_push_moves_all_tiles_in_an_unbroken_row():
    s = game("a5 b5 h8 h9", "c5 d4 d6 i8")
    s, events = do(s, "a5 e")
    assert [on(s, f"{file}5") for file in "abcde"] == [0, 1, 1, 2, 0]
    assert [FIELD.tables.names[cell] for cell in only(events, Moved).pushed] == ["c5", "d5"]


def test_a_gap_absorbs_the_push():
    s = game("a4 b4 h8 h9", "d4 e4 i8 i7")
    s, _ = do(s, "a4 e")
    assert [on(s, f"{file}4") for file in "abcdef"] == [0, 1, 1, 2, 2, 0]


@pytest.mark.parametrize(
    ("word", "row"),
    [
        ("n", "d4 d5 d6 d7"), ("ne", "d4 e5 f6 g7"), ("e", "d4 e4 f4 g4"), ("se", "d4 e3 f2 g1"),
        ("s", "d4 d3 d2 d1"), ("sw", "d4 c3 b2 a1"), ("w", "d4 c4 b4 a4"), ("nw", "d4 c5 b6 a7"),
    ],
)  # fmt: skip
def test_pushes_go_in_all_eight_directions(word, row):
    start, one, two, end = row.split()
    s = game(f"{start} h8 h9 i8", f"{one} {two} f8 f9")
    s, _ = do(s, f"{start} {word}")
    assert [on(s, cell) for cell in (start, one, two, end)] == [0, 1, 2, 2]


def test_a_row_may_be_as_long_as_the_board():
    s = game("a8 b8 c8 d8", "e8 f8 g8 h8")
    s, _ = do(s, "a8 e")
    assert [on(s, f"{file}8") for file in "abcdefghi"] == [0, 1, 1, 1, 1, 2, 2, 2, 2]


def test_the_pusher_needs_no_free_cell_behind_itself():
    s = game("b4 a6 h8 h9", "a4 c4 i8 i7")
    s, _ = do(s, "b4 e")
    assert [on(s, f"{file}4") for file in "abcd"] == [2, 0, 1, 2]


def test_no_push_over_the_edge_of_the_board():
    s = game("g4 a6 a7 a8", "h4 i4 i8 i7")
    assert why(s, "g4 e") == "leaves-board"
    assert why(s, "g4 w") == ""


def test_no_push_that_would_move_a_busy_tile():
    """In the row or at its end."""
    s = game("c5 c6 a7 a8", "c4 i4 i8 i7", busy=("", "c3"))
    assert why(s, "c5 s") == "busy-would-move"
    assert why(s, "c6 s") == "busy-would-move"
    s = game("c4 c6 a7 a8", "c2 i4 i8 i7", busy=("", "c3"))
    assert why(s, "c4 s") == "busy-would-move"


def test_a_push_may_shift_tiles_of_any_colour_into_an_empty_cave():
    s = game("c5 a4 h8 h9", "c4 i4 i8 i7")
    s, _ = do(s, "c5 s")
    assert (on(s, "c4"), on(s, "c3")) == (1, 2)
    s = game("c5 c4 h8 h9", "f1 i4 i8 i7")
    s, _ = do(s, "c5 s")
    assert (on(s, "c4"), on(s, "c3")) == (1, 1)


def test_the_fourth_players_tiles_are_pushed_like_all_others():
    others = "i2 i3 i4 h9", "g1 g2 f1 f2"
    s, _ = do(game("a4 c4 h8 d1", *others, "b4 c3 f8 f9"), "a4 e")
    assert [on(s, f"{file}4") for file in "abcd"] == [0, 1, 4, 1]
    s, _ = do(game("a4 c4 h8 d1", *others, "b4 c3 f8 f9"), "c4 s")
    assert [on(s, cell) for cell in ("c4", "c3", "c2")] == [0, 1, 4]


def test_a_tile_in_a_cave_cannot_move_out_on_its_own():
    s = game("c3 a4 h8 h9", "f1 i4 i8 i7")
    for word in ["n", "ne", "e", "se", "s", "sw", "w", "nw"]:
        assert why(s, f"c3 {word}") == "in-cave"
    assert {text.split()[0] for text in texts(s)} == {"a4", "h8", "h9"}
    s = game("c3 a4 h8 h9", "f1 i4 i8 i7", movers="any", first=1)
    assert why(s, "c3 n") == "in-cave"


@pytest.mark.parametrize("first", [0, 1])
def test_a_tile_in_a_cave_is_pushed_out_by_anyone_its_owner_included(first):
    s = game("c3 c2 h8 h9", "c4 f1 i8 i7", first=first)
    mover = "c2 n" if first == 0 else "c4 s"
    if first == 0:
        s = game("c3 c2 h8 h9", "f4 f1 i8 i7")
        s, _ = do(s, mover)
        assert (on(s, "c2"), on(s, "c3"), on(s, "c4")) == (0, 1, 1)
    else:
        s, _ = do(s, mover)
        assert (on(s, "c4"), on(s, "c3"), on(s, "c2"), on(s, "c1")) == (0, 2, 1, 1)


def test_a_row_across_a_cave_with_a_tile_in_it():
    """The trapped tile leaves, the one behind it enters."""
    s = game("c5 a4 h8 h9", "c4 c3 i8 i7")
    s, _ = do(s, "c5 s")
    assert [on(s, cell) for cell in ("c5", "c4", "c3", "c2")] == [0, 1, 2, 2]


def test_the_mover_enters_a_cave_only_by_pushing_out_its_tile_and_is_then_in_it():
    s = game("c4 a4 h8 h9", "c3 i4 i8 i7")
    s, _ = do(s, "c4 s")
    assert [on(s, cell) for cell in ("c4", "c3", "c2")] == [0, 1, 2]
    s, _ = do(s, "i4 w")
    assert why(s, "c3 n") == "in-cave"


def test_option_mover_enters_occupied_cave_off():
    s = game("c4 a4 h8 h9", "c3 i4 i8 i7", mover_enters_occupied_cave=False)
    assert why(s, "c4 s") == "enters-cave"
    s = game("c5 a4 h8 h9", "c4 c3 i8 i7", mover_enters_occupied_cave=False)
    assert why(s, "c5 s") == ""


# --- tunnels -----------------------------------------------------------------


def test_a_tile_that_lands_on_an_entrance_must_dig_at_once():
    s = game("e4 a4 h8 h7", "c4 i4 i8 i7")
    s, events = do(s, "e4 n")
    assert kinds(events) == ["Moved"]
    assert HOEHLE.pending(s) == Decide(0, "dig")
    assert texts(s) == [f"dig e5 > {to}" for to in ("a1", "a9", "i1", "i9")]
    assert why(s, "dig e5 > e5") == "not-free"
    assert why(s, "dig e5 > e6") == "no-entrance"
    assert why(s, "dig a4 > a1") == "not-due"
    assert why(s, "a4 n") == "dig-now"
    s, events = do(s, "dig e5 > a9")
    assert only(events, Dug).first is False
    assert (on(s, "e5"), on(s, "a9")) == (0, 1)
    assert HOEHLE.pending(s) == Decide(1, "move")


def test_a_pusher_that_lands_on_an_entrance_must_dig_too():
    s = game("e4 a4 h8 h7", "e5 i4 i8 i7")
    s, _ = do(s, "e4 n")
    assert (on(s, "e5"), on(s, "e6")) == (1, 2)
    assert HOEHLE.pending(s) == Decide(0, "dig")


def test_the_entrance_that_the_mover_left_is_free_and_one_that_a_push_filled_is_not():
    s = game("b4 a6 b6 e1", "c5 a1 g1 c3 g3", board=TOUCHING)
    assert HOEHLE.pending(s) == Decide(0, "move")  # no entrance is free, so nobody has dug
    s, _ = do(s, "b4 se")
    assert texts(s) == ["dig c3 > b4"]
    s = game("d6 a6 d1 e1", "c5 g1 f1 g2 g3", board=TOUCHING)
    s, _ = do(s, "d6 sw")
    assert on(s, "b4") == 2
    assert texts(s) == [f"dig c5 > {to}" for to in ("a1", "c3")]


def test_a_passive_tile_on_an_entrance_does_nothing_this_turn_and_digs_first_in_its_owners_turn():
    s = game("e3 a4 h8 h7", "e4 i4 i8 i7")
    s, events = do(s, "e3 n")
    assert kinds(events) == ["Moved", "TurnStarted"]
    assert on(s, "e5") == 2
    assert HOEHLE.pending(s) == Decide(1, "dig")
    s, events = do(s, "dig e5 > a1")
    assert only(events, Dug).first is True
    assert HOEHLE.pending(s) == Decide(1, "move")
    assert on(s, "a1") == 2


def test_a_tile_pushed_onto_an_entrance_by_its_own_owner_is_passive():
    s = game("e3 e4 h8 h7", "c5 i4 i8 i7")
    s, _ = do(s, "e3 n")
    assert on(s, "e5") == 1
    assert HOEHLE.pending(s) == Decide(1, "move")
    s, _ = do(s, "i4 w")
    assert HOEHLE.pending(s) == Decide(0, "dig")
    assert {t.split()[1] for t in texts(s)} == {"e5"}


def test_a_tile_that_is_pushed_off_the_entrance_again_need_not_dig():
    s = game("d5 a4 h8 h7", "e5 i4 i8 i7")
    s, _ = do(s, "d5 e", "dig e5 > a1")
    assert on(s, "f5") == 2
    assert HOEHLE.pending(s) == Decide(1, "move")


def test_tiles_on_entrances_dig_each_once_in_the_order_the_player_chooses():
    s = game("a1 e5 h8 h7", "c5 i4 i8 i7")
    assert texts(s) == [f"dig {a} > {b}" for a in ("a1", "e5") for b in ("a9", "i1", "i9")]
    s, _ = do(s, "dig e5 > i9")
    assert texts(s) == [f"dig a1 > {b}" for b in ("a9", "e5", "i1")]
    assert why(s, "dig i9 > a9") == "not-due"
    s, _ = do(s, "dig a1 > e5")  # an entrance just left is free
    assert HOEHLE.pending(s) == Decide(0, "move")
    assert why(s, "e5 n") == ""  # a tile that dug may be the mover


def test_a_dig_does_not_chain_but_obliges_next_turn():
    s = game("e4 a4 h8 h7", "c4 i4 i8 i7")
    s, _ = do(s, "e4 n", "dig e5 > a9")
    assert HOEHLE.pending(s) == Decide(1, "move")
    s, _ = do(s, "i4 w")
    assert HOEHLE.pending(s) == Decide(0, "dig")
    assert texts(s) == [f"dig a9 > {to}" for to in ("a1", "e5", "i1", "i9")]


def test_no_other_free_entrance_no_dig():
    s = game("e4 a4 b4 h7", "a1 a9 i1 i9", first=0)
    s, events = do(s, "e4 n")
    names = [[FIELD.tables.names[c] for c in e.cells] for e in events if isinstance(e, NoDig)]
    assert names == [["e5"], ["a1", "a9", "i1", "i9"]]
    assert on(s, "e5") == 1
    assert kinds(events) == ["Moved", "NoDig", "TurnStarted", "NoDig"]
    assert HOEHLE.pending(s) == Decide(1, "move")
    s, events = do(s, "a1 e")
    assert HOEHLE.pending(s) == Decide(0, "dig")
    assert texts(s) == ["dig e5 > a1"]

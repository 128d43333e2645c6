"""Random games, played on the rules and on the simple second writing of them."""

import random
from collections import Counter

import pytest
from hoehle_kit import FIELD, ISLANDS, TOUCHING, TWO_CAVES, do, game, texts
from hoehle_plain import Ground, Plain, name

from rules.core.errors import OptionError
from rules.core.types import Over
from rules.hoehle.board import default_board, make_board
from rules.hoehle.options import Options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import Setup

TINY = make_board("tiny", True, (".T...", ".O.O.", "T...."))


def same(s, p, rng, limit):
    """Play both with the same answers; how it ended, or "" at the limit."""
    names = s.board.tables.names
    for _ in range(limit):
        want = {
            name(at): seat + (1 if kind == "mole" else 5) for at, (kind, seat) in p.tiles.items()
        }
        assert {cell: tile for cell, tile in zip(names, s.cells, strict=True) if tile} == want
        pending = HOEHLE.pending(s)
        if isinstance(pending, Over):
            assert (p.end, p.ranking()) == (pending.termination, pending.ranking)
            return p.end
        assert p.end is None
        assert pending.seat == p.seat
        offered = p.legal()
        assert sorted(texts(s)) == offered
        text = rng.choice(offered)
        s, p = do(s, text)[0], p.do(text)
    return ""


def both(rng, board):
    """A crowded game on a board, twice; None where no game can start like that."""
    seats, first = rng.choice((2, 2, 3, 4)), rng.randrange(4)
    first %= seats
    options = Options(
        rng.choice(("forbidden", "third_draws")),
        rng.choice(("own", "any")),
        rng.random() < 0.5,
        rng.choice((60, 400)),
    )
    names = list(board.tables.names)
    rng.shuffle(names)
    size = min(rng.randint(4, 9), (len(names) - 1) // seats)
    moles = tuple(tuple(names[k * size : (k + 1) * size]) for k in range(seats))
    try:
        s = HOEHLE.new(options, seats, Setup(board, moles, (), first))
    except OptionError:
        return None
    ground = Ground(board.rows)
    places = {name(place): place for place in ground.all}
    p = Plain(
        ground,
        seats,
        {places[cell]: ("mole", k) for k, cells in enumerate(moles) for cell in cells},
        first,
        movers=options.movers,
        enters=options.mover_enters_occupied_cave,
        rule=options.repetition,
        cap=options.move_cap,
    )
    return s, p


def test_random_games_on_small_boards_go_alike():
    ends = Counter()
    for seed in range(110):
        rng = random.Random(seed)
        pair = both(rng, rng.choice((TOUCHING, TINY, TINY, TWO_CAVES)))
        if pair is not None:
            ends[same(*pair, rng, 65)] += 1
    assert {"", "move_cap", "repetition", "nobody_can_win"} <= ends.keys()


@pytest.mark.parametrize("seed", range(4))
def test_random_games_on_the_field_go_alike(seed):
    rng = random.Random(seed)
    same(*both(rng, FIELD), rng, 60)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_in_the_garden_go_alike(seats):
    rng, board = random.Random(seats), default_board()
    s = HOEHLE.new(None, seats, Setup(first=seats - 1))
    same(s, Plain.at_start(Ground(board.rows), seats, seats - 1), rng, 60)


def test_a_game_without_moves_goes_alike():
    s = game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS)
    ground = Ground(ISLANDS.rows)
    places = {name(place): place for place in ground.all}
    tiles = {
        places[cell]: ("mole", tile - 1)
        for cell, tile in zip(s.board.tables.names, s.cells, strict=True)
        if tile
    }
    assert same(s, Plain(ground, 2, tiles, 0), random.Random(1), 9) == "no_move"

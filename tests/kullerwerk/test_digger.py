"""``search`` in company: its playouts against the rules, and what it finds."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from kullerwerk.players.digger import DiggerSearch
from kullerwerk.players.digging.compiled import keep_compiled
from kullerwerk.players.digging.discs import chances_of
from kullerwerk.players.digging.moves import best_move, best_place
from kullerwerk.players.digging.playout import play_on
from kullerwerk.players.digging.position import position
from kullerwerk.players.digging.tables import tables
from kullerwerk.players.digging.worth import UNKNOWN, worth_of
from kullerwerk.players.make import maker
from kullerwerk.players.onestep import GreedyMover
from kullerwerk.players.search import Budget
from kullerwerk.players.specs import Spec
from rules.company.board import default_board
from rules.company.ground import ground_of
from rules.company.net import NAMES, VECTORS, cell_of, spot_of, spots, turned
from rules.company.rules import COMPANY
from rules.company.state import FLIP, Move, MoveFrame, PlaceFrame, Setup
from rules.core.providers import Scripted
from rules.core.run import SeededStreams, pick, run
from rules.core.types import Draw, Knowledge, Over

CELLS = sorted(NAMES)


@pytest.fixture(autouse=True)
def kept():
    keep_compiled()


def decisions(seed, seats=2, player=None, **options):
    """The states of a game in which somebody decides."""
    rng = random.Random(seed)
    player = player or GreedyMover(COMPANY, random.Random(seed))
    s = COMPANY.new(COMPANY.options(options), seats)
    while not isinstance(pending := COMPANY.pending(s), Over):
        if isinstance(pending, Draw):
            s = COMPANY.settle(s, pick(pending.outcomes, rng)).state
        else:
            yield s
            action = player.choose(Knowledge(COMPANY, s, pending.seat))
            s = COMPANY.apply(s, action).state


def numbers(s):
    return tables(s.board, len(s.moles) == 2, s.options.bonus_moves, s.options.turn_cap)


def shares(s, games=1, stop=9):
    won = np.zeros(len(s.moles))
    two = len(s.moles) == 2
    worth = worth_of(s.board, s.options.bonus_moves, s.options.turn_cap) if two else UNKNOWN
    play_on(numbers(s), position(s), 1, 0, games, worth, stop, won)
    return won / games


def lowest(moles, discs, value, turn_cap=400):
    """The first seat must move by a value on the lowest layer, which lies unturned."""
    start = Setup(default_board(), 3, 0, 0, moles, discs)
    s = COMPANY.new(COMPANY.options({"turn_cap": turn_cap}), 2, start)
    return COMPANY.settle(COMPANY.apply(s, FLIP).state, value).state


def at(*spots):
    return tuple(map(cell_of, spots))


def test_quick_moves_are_those_of_greedy():
    """But where a further move may follow or the layer is lifted, what greedy thinks best."""
    looked = {MoveFrame: 0, PlaceFrame: 0}
    for s in decisions(4):
        frame, g = s.agenda[-1], ground_of(s)
        actions = COMPANY.actions(s)
        if isinstance(frame, MoveFrame):
            reached = [
                cell for a in actions for cell in COMPANY.apply(s, a).state.moles[frame.seat]
            ]
            free = (g.holes & ~s.occupied).bit_count()
            if free < 2 or any(g.specials >> cell & 1 for cell in reached):
                continue
        elif not isinstance(frame, PlaceFrame):
            continue
        seat = frame.seat
        thoughts = GreedyMover(COMPANY, random.Random(1)).think(Knowledge(COMPANY, s, seat))
        values = {thought.action: thought.value for thought in thoughts}
        start, t = position(s), numbers(s)
        luck, sums, room = np.array([7]), np.zeros(16), np.zeros(20, np.int64)
        chances_of(start.discs[seat], sums)
        at_ground = 6 * s.layer + s.rotation
        taken = sum(1 << CELLS.index(one) for own in s.moles for one in own)
        own, count = start.moles[seat], start.counts[seat]
        if isinstance(frame, PlaceFrame):
            space = best_place(t, at_ground, own, count, taken, sums, room, luck)
            (action,) = (a for a in actions if a.cell == CELLS[space])
        else:
            bonus = int(frame.bonus)
            best = best_move(t, at_ground, own, count, taken, frame.value, bonus, sums, room, luck)
            action = Move(CELLS[own[best // 6]], best % 6)
        assert values[action] == pytest.approx(max(values.values()), abs=1e-9)
        looked[type(frame)] += 1
    assert looked[MoveFrame] > 15
    assert looked[PlaceFrame] == 20


def test_playouts_win_as_often_as_greedy_players_do():
    """Games on from the lowest layer, by the rules and by machine code."""
    s = next(s for s in decisions(1) if s.layer == 3)
    greedy = [GreedyMover(COMPANY, random.Random(seat)) for seat in range(2)]
    games = 200
    won = 0.0
    for k in range(games):
        end = run(COMPANY, s, greedy, Scripted(()), SeededStreams.of(k))
        won += end.over.scores[0]
    assert shares(s, 4000)[0] == pytest.approx(won / games, abs=0.13)


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {}), (4, {"tournament": True}), (2, {"bonus_moves": False})]
)
def test_every_action_of_a_game_can_be_played_on(seats, options):
    """Whoever is asked what, the shares of all seats make one win."""
    seen = set()
    for s in decisions(2, seats, **options):
        actions = COMPANY.actions(s)
        for action in actions if s.layer else actions[:1]:
            after = COMPANY.apply(s, action).state
            if after.over is not None:
                continue
            seen.add(type(after.agenda[-1]).__name__)
            for stop in (s.layer + 1, 9):
                assert shares(after, 3, stop).sum() == pytest.approx(1)
    assert {"PlaceFrame", "TurnFrame", "RotateFrame"} <= seen
    assert ("BonusFrame" in seen) == options.get("bonus_moves", True)
    assert ("MoveFrame" in seen) == options.get("tournament", False)


def test_playouts_end_at_the_cap():
    """Whoever has more moles has won."""
    three_to_one = (at((3, 0), (3, -1), (3, -2)), at((-3, 0)))
    s = lowest(three_to_one, ((1, 2, 2, 1), (1, 2, 2, 1)), 1, turn_cap=1)
    after = COMPANY.apply(s, next(a for a in COMPANY.actions(s))).state
    assert after.over.scores == (1.0, 0.0)
    assert tuple(shares(s, 20)) == (1.0, 0.0)
    equal = lowest((at((3, 0)), at((-3, 0))), ((1, 2, 2, 1), (1, 2, 2, 1)), 1, turn_cap=1)
    assert tuple(shares(equal, 20)) == (0.5, 0.5)


def test_a_playout_lifts_the_layer_and_drops_who_has_no_mole():
    """The mole of the first seat fills the last hole whatever its disc is: a 1 is left."""
    board = default_board()
    holes = [cell_of(spot) for spot in board.layers[2].holes]
    places = sorted(map(cell_of, spots(3)))
    near = next(place for place in places if _last(holes, place))
    far = next(place for place in places if place not in (*holes, near))
    moles = (tuple(sorted((*holes[:3], near))), (far,))
    start = Setup(board, 2, 0, 0, moles, ((1, 0, 0, 0), (1, 2, 2, 1)))
    assert tuple(shares(COMPANY.new(COMPANY.options({}), 2, start), 20)) == (1.0, 0.0)


def test_a_new_layer_is_worth_what_came_through_where_and_who_moves_first():
    board = default_board()
    worth = worth_of(board, True, 400)
    for layer, holes in ((1, 13), (2, 8), (3, 4)):
        every = (1 << holes) - 1
        for own in range(1, every):
            assert worth[layer, own, 0] + worth[layer, every ^ own, 1] == pytest.approx(1)
        by_number = [worth[layer, (1 << number) - 1, 0] for number in range(1, holes)]
        assert by_number == sorted(by_number)
        assert worth[layer, 0, 0] == -1
    # Two against two: on average it pays to be first, and some holes lie better than others.
    two = [own for own in range(16) if own.bit_count() == 2]
    assert np.mean(worth[3, two, 0]) > 0.55
    assert np.ptp(worth[3, two, 0]) > 0.2


def test_a_playout_ends_by_what_the_layer_is_worth_however_it_lay():
    """The second seat fills the last hole, and the first one moves first on the lowest layer."""
    board = default_board()
    worth = worth_of(board, True, 400)
    for rotation in (0, 2, 5):
        holes = [cell_of(turned(spot, rotation)) for spot in board.layers[2].holes]
        near = next(c for c in sorted(map(cell_of, spots(3))) if _last(holes, c))
        moles = (tuple(sorted(holes[:2])), tuple(sorted((holes[2], near))))
        start = Setup(board, 2, rotation, 1, moles, ((1, 2, 2, 1), (1, 0, 0, 0)))
        s = COMPANY.new(COMPANY.options({}), 2, start)
        s = COMPANY.settle(COMPANY.apply(s, FLIP).state, 1).state
        after = [COMPANY.apply(s, a).state for a in COMPANY.actions(s)]
        (lifted,) = (one for one in after if one.layer == 3)
        assert shares(lifted, 5, 3)[0] == pytest.approx(worth[3, 0b0011, 0])


def _last(holes, place):
    """Whether a mole beside the last hole, and beside no other one, stands on a place."""
    q, r = spot_of(place)
    beside = {cell_of((q + dq, r + dr)) for dq, dr in VECTORS}
    return place not in holes and holes[3] in beside and not beside & set(holes[:3])


def test_search_blocks_the_way_in():
    """The rival wins with its next disc for sure unless a mole stands on its way."""
    moles = (at((1, 1), (-3, 3)), at((2, 0)))
    s = lowest(moles, ((1, 0, 2, 0), (0, 1, 0, 0)), 1)
    for seed in range(5):
        chosen = DiggerSearch(random.Random(seed), Budget(300)).choose(Knowledge(COMPANY, s, 0))
        assert COMPANY.format(s, chosen) == f"{NAMES[cell_of((1, 1))]} nw"


def test_search_takes_the_win():
    moles = (at((1, 0), (-3, 2)), at((2, 0)))
    s = lowest(moles, ((1, 0, 2, 0), (1, 2, 2, 1)), 1)
    (best, *_) = DiggerSearch(random.Random(1), Budget(300)).think(Knowledge(COMPANY, s, 0))
    assert COMPANY.format(s, best.action) == f"{NAMES[cell_of((1, 0))]} w"
    assert best.value == 1


def test_the_same_stream_gives_the_same_thoughts_and_no_other_numbers_are_touched():
    s = next(s for s in decisions(3) if s.layer == 2 and len(COMPANY.actions(s)) > 3)
    knowledge = Knowledge(COMPANY, s, COMPANY.pending(s).seat)
    before = random.getstate(), np.random.get_state()[1].tolist()
    first, again = (DiggerSearch(random.Random(5), Budget(1000)).think(knowledge) for _ in range(2))
    assert first == again
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    assert sorted(t.action for t in first) == sorted(COMPANY.actions(s))
    # Those that look better were played on more often.
    visits = [thought.visits for thought in first]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > visits[-1]


def test_on_the_top_layer_greedy_decides():
    """With few playouts the best of many actions that are much alike is missed."""
    s = next(s for s in decisions(3) if s.layer == 0 and s.moles[0])
    knowledge = Knowledge(COMPANY, s, COMPANY.pending(s).seat)
    thoughts = DiggerSearch(random.Random(5), Budget(100)).think(knowledge)
    liked = GreedyMover(COMPANY, random.Random(1)).think(knowledge)
    assert [t.value for t in thoughts] == sorted((t.value for t in liked), reverse=True)


def test_on_the_layer_below_eight_actions_are_tried():
    s = next(s for s in decisions(3) if s.layer == 1 and len(COMPANY.actions(s)) > 8)
    knowledge = Knowledge(COMPANY, s, COMPANY.pending(s).seat)
    thoughts = DiggerSearch(random.Random(5), Budget(100)).think(knowledge)
    assert len({thought.action for thought in thoughts}) == 8
    assert all(thought.visits for thought in thoughts)


def test_a_time_budget_is_kept():
    s = next(s for s in decisions(3) if s.layer == 1 and len(COMPANY.actions(s)) > 3)
    knowledge = Knowledge(COMPANY, s, COMPANY.pending(s).seat)
    DiggerSearch(random.Random(1), Budget(10)).think(knowledge)
    began = time.monotonic()
    DiggerSearch(random.Random(1), Budget(seconds=0.2)).think(knowledge)
    assert 0.15 <= time.monotonic() - began < 2


def test_search_beats_greedy_on_the_lowest_layer():
    """From two moles against two, each start played from both sides."""
    make = maker(COMPANY, None)
    won = 0.0
    for k in range(30):
        holes = [cell_of(spot) for spot in default_board().layers[2].holes]
        random.Random(k).shuffle(holes)
        start = Setup(
            default_board(), 3, k % 6, 0, (tuple(sorted(holes[:2])), tuple(sorted(holes[2:])))
        )
        s = COMPANY.new(COMPANY.options({}), 2, start)
        for seat in range(2):
            players = [GreedyMover(COMPANY, random.Random(k)) for _ in range(2)]
            players[seat] = make(Spec("search", budget=4000), random.Random(k))
            assert isinstance(players[seat], DiggerSearch)
            won += run(COMPANY, s, players, Scripted(()), SeededStreams.of(k)).over.scores[seat]
    assert won > 30

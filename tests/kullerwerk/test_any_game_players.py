from __future__ import annotations

import random
import time
from functools import cache

import pytest
from coin_game import COIN, CoinOptions, CoinState, SpoilFrame, TurnFrame
from small_games import NIM, TICTACTOE, State, Turn, worth, worth_after
from whisper_game import WHISPER

from kullerwerk.players.ahead import Ahead, wins
from kullerwerk.players.make import maker
from kullerwerk.players.onestep import GreedyMover, RandomMover
from kullerwerk.players.search import Budget, SearchMover
from kullerwerk.players.specs import Spec
from rules.core.registry import game as find_game
from rules.core.run import SeededStreams, run
from rules.core.types import Continuous, Decide, Draw, Knowledge, Over
from rules.koenig.sampled import Sampled


def tictactoe_positions(plies):
    """Every position after so many moves in which the game goes on."""
    found = {TICTACTOE.new(None, 2)}
    for _ in range(plies):
        nexts = {TICTACTOE.apply(s, a).state for s in found for a in TICTACTOE.actions(s)}
        found = {s for s in nexts if s.over is None}
    return sorted(found, key=lambda s: s.cells)


def search(game, seed=1, **budget):
    return SearchMover(game, random.Random(seed), Budget(**budget))


def to_move(game, s):
    return Knowledge(game, s, game.pending(s).seat)


@pytest.mark.parametrize(("plies", "every"), [(0, 1), (1, 1), (2, 7), (3, 25), (4, 40), (5, 60)])
@pytest.mark.parametrize("horizon", [0, 9])
def test_search_plays_tic_tac_toe_perfectly(plies, every, horizon):
    for s in tictactoe_positions(plies)[::every]:
        action = search(TICTACTOE, playouts=1500, plies=horizon).choose(to_move(TICTACTOE, s))
        got = worth_after(TICTACTOE, s, action, s.agenda[-1].seat)
        assert got == worth(TICTACTOE, s), f"{s.cells}: {action}"


@pytest.mark.parametrize("horizon", [0, 9])
def test_search_plays_nim_by_the_sum_that_wins(horizon):
    heaps = [(a, b, c) for a in range(4) for b in range(a, 4) for c in range(b, 4)]
    winning = [h for h in heaps if h[0] ^ h[1] ^ h[2]]
    assert len(winning) == 15
    for cells in winning:
        s = State(cells, (Turn(0),))
        action = search(NIM, playouts=1000, plies=horizon).choose(to_move(NIM, s))
        a, b, c = NIM.apply(s, action).state.cells
        assert a ^ b ^ c == 0, f"{cells}: {action}"


def test_two_searches_draw_at_tic_tac_toe():
    players = [search(TICTACTOE, seed, playouts=300) for seed in (1, 2)]
    end = run(TICTACTOE, TICTACTOE.new(None, 2), players, None, SeededStreams.of(1))
    assert end.over.termination == "full"


@cache
def coin_value(s):
    """What the first seat may hope for, by all chances and choices."""
    pending = COIN.pending(s)
    match pending:
        case Over():
            return wins(pending)[0]
        case Draw(outcomes=outcomes):
            total = sum(weight for _, weight in outcomes)
            return sum(w * coin_value(COIN.settle(s, o).state) for o, w in outcomes) / total
        case Decide(seat=seat):
            values = [coin_value(COIN.apply(s, a).state) for a in COIN.actions(s)]
            return max(values) if seat == 0 else min(values)


def coin_positions():
    found = {COIN.new(CoinOptions(), 2)}
    left = list(found)
    while left:
        s = left.pop()
        pending = COIN.pending(s)
        if isinstance(pending, Decide):
            nexts = [COIN.apply(s, a).state for a in COIN.actions(s)]
        elif isinstance(pending, Draw):
            nexts = [COIN.settle(s, o).state for o, _ in pending.outcomes]
        else:
            continue
        new = set(nexts) - found
        found |= new
        left += new
    return sorted((s for s in found if isinstance(COIN.pending(s), Decide)), key=repr)


def test_search_weighs_the_chances_of_a_coin():
    """Against expectimax: what it gives away is little, over positions from everywhere."""
    chosen = coin_positions()[::23]
    assert len(chosen) > 20
    lost = []
    for s in chosen:
        seat = COIN.pending(s).seat
        action = search(COIN, playouts=800).choose(Knowledge(COIN, s, seat))
        sign = 1 if seat == 0 else -1
        values = {a: sign * coin_value(COIN.apply(s, a).state) for a in COIN.actions(s)}
        lost.append(max(values.values()) - values[action])
    assert max(lost) < 0.06
    assert sum(lost) / len(lost) < 0.01


def test_search_knows_nothing_of_what_is_hidden():
    """Two worlds that look the same to a seat get the same thoughts from the same numbers."""
    s = WHISPER.new(WHISPER.options({}), 2)
    worlds = []
    for other in (1, 3):
        at = WHISPER.settle(WHISPER.settle(s, 2).state, other).state
        thoughts = search(WHISPER, playouts=60).think(Knowledge(WHISPER, at, 0))
        worlds.append([(t.action, t.value, t.visits) for t in thoughts])
    assert worlds[0] == worlds[1]
    assert len(worlds[0]) == 2


def test_search_and_greedy_in_a_game_of_three_with_secrets():
    players = [search(WHISPER, playouts=20), GreedyMover(WHISPER, random.Random(2)), None]
    players[2] = search(WHISPER, 3, playouts=20)
    s = run(WHISPER, WHISPER.new(WHISPER.options({}), 3), players, None, SeededStreams.of(1))
    assert s.over.termination == "rounds"


def test_greedy_takes_what_scores_most_and_a_win_before_all():
    def choose(s):
        knowledge = to_move(COIN, s)
        return {GreedyMover(COIN, random.Random(k)).choose(knowledge) for k in range(8)}

    spoil = CoinState(CoinOptions(), (2, 3), (TurnFrame(3), SpoilFrame(0)), None)
    # Its own score stays as it is either way.
    assert choose(spoil) == {"pass", "spoil"}
    win = CoinState(CoinOptions(), (5, 3), (TurnFrame(2),), None)
    assert choose(win) == {"safe"}
    # The last turn of all: one point draws level, three would win, one time in three.
    last = CoinState(CoinOptions(30), (3, 5), (TurnFrame(8),), None)
    assert choose(last) == {"safe", "toss"}


def test_the_same_stream_gives_the_same_thoughts_and_no_other_numbers_are_touched():
    s = COIN.new(CoinOptions(), 2)
    before = random.getstate()
    first, again = (search(COIN, 5, playouts=50).think(Knowledge(COIN, s, 0)) for _ in range(2))
    assert first == again
    assert random.getstate() == before
    assert sum(thought.visits for thought in first) == 50


def test_a_time_budget_is_kept_and_named():
    s = TICTACTOE.new(None, 2)
    began = time.monotonic()
    thoughts = search(TICTACTOE, seconds=0.2).think(Knowledge(TICTACTOE, s, 0))
    assert 0.2 <= time.monotonic() - began < 2
    assert sum(thought.visits for thought in thoughts) > 10
    assert Spec("search", seconds=0.2).timed
    assert not Spec("search", budget=100).timed


@pytest.mark.parametrize("kind", ["random", "greedy", "search"])
def test_players_of_koenig_go_round_by_sampled_throws(kind):
    koenig = find_game("koenig")
    s = koenig.new(koenig.options({"round_cap": 2}), 2)
    make = maker(koenig, Sampled(s.board))
    spec = Spec(kind, budget=8 if kind == "search" else 0)
    players = [make(spec, random.Random(seat)) for seat in range(2)]
    end = run(koenig, s, players, Sampled(s.board), SeededStreams.of(3))
    assert end.over is not None


@pytest.mark.parametrize("player", [GreedyMover, SearchMover])
def test_numbers_are_chosen_among_legal_proposals(player):
    """The players for any game, on a game that lists nothing and throws dice."""
    koenig = find_game("koenig")
    s = koenig.new(koenig.options({"round_cap": 1}), 2)
    chosen = player(koenig, random.Random(1))
    if player is SearchMover:
        chosen.budget = Budget(playouts=6, plies=3)
    kinds = set()

    class Watched:
        def choose(self, knowledge):
            action = chosen.choose(knowledge)
            assert isinstance(knowledge.space, Continuous)
            assert knowledge.check(action).ok
            kinds.add(knowledge.pending.kind)
            return action

    run(
        koenig, s, [Watched(), RandomMover(random.Random(2))], Sampled(s.board), SeededStreams.of(2)
    )
    assert {"start", "block", "pull"} <= kinds


def test_shares_of_a_win_sum_to_one_and_follow_the_scores():
    class Three:
        def seated(self, s):
            return 3

        def score(self, s, seat):
            return float(s[seat])

        apply = settle = None

    ahead = Ahead(Three())
    shares = ahead.shares((1, 2, 4), Decide(0, "move"), 1.0)
    assert sum(shares) == pytest.approx(1)
    assert shares[2] / shares[1] == pytest.approx(2.718281828**2)
    assert ahead.shares((1, 2, 4), Over("end", (1, 1, 3), (0.5, 0.5, 0)), 1.0) == (0.5, 0.5, 0)
    # Leads beyond all measure are no error.
    assert ahead.shares((0, 0, 1e9), Decide(0, "move"), 1e-9)[2] == pytest.approx(1)

"""How a game ends: a marmot in a deck chair that wins, no chair left, or the turn cap."""

from __future__ import annotations

from rules.core.agenda import Emit
from rules.core.types import Over, Seat
from rules.kullern.events import GameOver, HomeReached
from rules.kullern.moves import chairs_left, farness, home
from rules.kullern.state import ROLLING, State


def _finish(s: State, over: Over, emit: Emit) -> State:
    emit(GameOver(over.termination, over.ranking))
    return State(s.board, s.options, s.seats, s.marmots, s.marbles, s.world, s.slider, (), over)


def end_by_farness(s: State, reason: str, emit: Emit) -> State:
    """The farthest marmots win; ties are shared."""
    far = [farness(s, seat) for seat in range(s.seats)]
    ranking = tuple(1 + sum(other > one for other in far) for one in far)
    best = ranking.count(1)
    scores = tuple(1 / best if rank == 1 else 0.0 for rank in ranking)
    return _finish(s, Over(reason, ranking, scores), emit)


def _win(s: State, seat: Seat, emit: Emit) -> State:
    """The winner is first, all others second (GAMES.md 3.3, "ranking")."""
    ranking = tuple(1 if k == seat else 2 for k in range(s.seats))
    return _finish(s, Over("home", ranking, tuple(float(rank == 1) for rank in ranking)), emit)


def enter_chair(s: State, marmot: int, place: int, emit: Emit) -> State:
    """End the game if the marmot's way to ``place`` wins it, or takes the last deck chair.

    A win needs no physics any more: the marbles that the marmot held are left rolling. With the
    last chair taken nobody can win, so the farthest marmots do (no hill of ours has so few).
    """
    if place != s.board.chair:
        return s
    seat = s.owner(marmot)
    marmots = (*s.marmots[:marmot], place, *s.marmots[marmot + 1 :])
    marbles = tuple(ROLLING if held == marmot else held for held in s.marbles)
    there = State(s.board, s.options, s.seats, marmots, marbles, s.world, s.slider, (), None)
    emit(HomeReached(seat, marmot, home(there, seat)))
    if home(there, seat) >= s.needed:
        return _win(there, seat, emit)
    if chairs_left(s.board, marmots) == 0:
        return end_by_farness(there, "chairs", emit)
    return s

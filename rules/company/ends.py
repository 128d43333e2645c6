"""How a game ends: who has won, and who is ranked where (GAMES.md 2.3, "ranking")."""

from __future__ import annotations

from rules.company.events import GameOver
from rules.company.ground import ground_of
from rules.company.state import State
from rules.core.agenda import Emit
from rules.core.types import Over, Seat


def _finish(s: State, over: Over, emit: Emit) -> State:
    emit(GameOver(over.termination, over.ranking))
    return State(
        s.board, s.options, s.layer, s.rotation, s.starter, s.moles, s.occupied, s.discs,
        s.turns, s.idle, s.passes, (), over,
    )  # fmt: skip


def win(s: State, winner: Seat, reason: str, emit: Emit) -> State:
    """One seat wins, and all others share the second place."""
    seats = range(len(s.moles))
    ranking = tuple(1 if seat == winner else 2 for seat in seats)
    return _finish(s, Over(reason, ranking, tuple(float(rank == 1) for rank in ranking)), emit)


def _ranked(s: State, reason: str, keys: list[tuple[int, ...]], emit: Emit) -> State:
    """Largest key first; equal ones share their rank and the win."""
    ranking = tuple(1 + sum(other > key for other in keys) for key in keys)
    first = ranking.count(1)
    scores = tuple(1 / first if rank == 1 else 0.0 for rank in ranking)
    return _finish(s, Over(reason, ranking, scores), emit)


def tie(s: State, emit: Emit) -> State:
    """Nothing moves any more: a draw among those left."""
    return _ranked(s, "deadlock", [(int(bool(own)),) for own in s.moles], emit)


def end_at_cap(s: State, emit: Emit) -> State:
    """Most moles in the game, then most of them in holes, then shared."""
    holes = ground_of(s).holes
    keys: list[tuple[int, ...]] = [
        (len(own), sum(holes >> cell & 1 for cell in own)) for own in s.moles
    ]
    return _ranked(s, "turn_cap", keys, emit)

"""Runs: one tower alone on a course, from the start box over the finish line, throw by throw.

A run needs nobody else, so it says what the course asks of each tower; what rivals make of it is
told by races. Run k depends on the seed and k alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from kullerwerk.physics import live
from kullerwerk.players.make import Maker, maker
from kullerwerk.players.specs import Spec
from kullerwerk.streams import Streams, study_seed
from rules.core.run import run
from rules.koenig.alone import alone
from rules.koenig.board import Board, board_of
from rules.koenig.events import DieRolled, Finished, TowerStays, TurnEnded
from rules.koenig.progress import rays_done, remaining
from rules.koenig.rules import KOENIG
from rules.koenig.state import RollFrame, State
from scenes.files import scene_hash
from scenes.track import Track
from sim.provider import settings_hash
from sim.settled import DEGREE, MM

if TYPE_CHECKING:
    from rules.core.types import Pending, Provider, Step

RULES = ("hand_mode", "reorient_after_blocked_turns")
"""The options of the rules that matter to a tower of the family game that is alone."""
BLOCK = 8
"""Runs of each set in a piece: about a second of work."""
TURNS = 300
"""A run ends after so many turns."""
TRAPPED = 20
"""A run is given up, its tower trapped, after so many turns in a row that hardly moved it."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "run": pl.Int64,
    "turn": pl.Int32,
    "set": pl.String,
    "die": pl.String,
    "x": pl.Float64,
    "y": pl.Float64,
    "heading_deg": pl.Float64,
    "blocker": pl.Boolean,
    "outcome": pl.String,
    "number": pl.Int32,
    "rest_x": pl.Float64,
    "rest_y": pl.Float64,
    "time_s": pl.Float64,
    "stays": pl.String,
    "rays": pl.Int32,
    "gain": pl.Float64,
    "left": pl.Float64,
    "finished": pl.Boolean,
}
"""A row of the table of throws.

``x``, ``y``, ``heading_deg``: the middle of the mouth's lip when the die was thrown; ``rest_x``,
``rest_y``: where the die ended, mm; ``stays``: why the tower could not follow ("": it did);
``rays``: how many are done after the turn; ``gain`` and ``left``: by how much the way to the finish
became shorter, and what is left of it, mm; ``finished``: the die is over the finish line.
"""


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a study, `BLOCK` to a piece: run k is of set k modulo their number."""

    track: Track
    sets: tuple[str, ...]
    player: Spec
    seed: int
    options: tuple[tuple[str, object], ...] = ()
    """Readings of the rulebook that differ from the usual ones (`RULES`), by their names."""

    def question(self) -> dict[str, Any]:
        """Return what decides the runs."""
        return {
            "what": "runs",
            "scene": scene_hash(self.track),
            "sets": list(self.sets),
            "player": str(self.player),
            "seed": self.seed,
            "options": dict(self.options),
            "settings": settings_hash(),
        }

    def piece(self, number: int) -> pl.DataFrame:
        """Return the throws of the runs of piece ``number``."""
        board = board_of(self.track, scene_hash(self.track))
        physics = live(self.track)
        make = maker(KOENIG, physics, self.track)
        rows: list[dict[str, Any]] = []
        each = BLOCK * len(self.sets)
        for k in range(number * each, (number + 1) * each):
            rows += self.rows_of(k, board, physics, make)
        return pl.DataFrame(rows, schema=SCHEMA)

    def rows_of(self, k: int, board: Board, physics: Provider, make: Maker) -> list[dict[str, Any]]:
        """Return the throws of run ``k``, each a row, as ``physics`` answers them."""
        name = self.sets[k % len(self.sets)]
        streams = Streams(study_seed(self.seed, k), 1)
        player = make(self.player, streams.players[0])
        begun = alone(board, name, TURNS, dict(self.options)).state
        listener = _Listener(board, k, name, self.track.piece_set(name).die.kind)
        with contextlib.suppress(_GivenUp):
            run(KOENIG, begun, [player], physics, streams, None, listener.hear)
        return listener.rows


class _GivenUp(Exception):
    """The tower of a run is trapped."""


class _Listener:
    """Makes a row of every turn of a run."""

    def __init__(self, board: Board, number: int, name: str, die: str) -> None:
        self._board = board
        self._fixed = {"run": number, "set": name, "die": die}
        self._left = 0.0
        self._row: dict[str, Any] = {}
        self.rows: list[dict[str, Any]] = []

    def hear(self, pending: Pending, answer: object, step: Step[State]) -> None:
        """Take what a step of the run led to; raises _GivenUp after the turn of a trapped tower."""
        del pending, answer
        state = step.state
        if state.agenda and isinstance(state.agenda[-1], RollFrame):
            self._begin(state, state.agenda[-1])
        for event in step.events:
            match event:
                case DieRolled():
                    self._row |= {
                        "outcome": event.outcome,
                        "number": event.face,
                        "rest_x": event.place[0] / MM,
                        "rest_y": event.place[1] / MM,
                        "time_s": event.time / 1000,
                    }
                case TowerStays():
                    self._row["stays"] = event.reason
                case TurnEnded():
                    self._end(state, finished=False)
                case Finished():
                    self._end(state, finished=True)
                case _:
                    pass

    def _begin(self, state: State, frame: RollFrame) -> None:
        x, y, heading = frame.request.pose
        self._left = remaining(self._board, state.racers[0].counters, (x, y))
        self._row = {
            **self._fixed,
            "turn": len(self.rows) + 1,
            "x": x / MM,
            "y": y / MM,
            "heading_deg": heading / DEGREE,
            "blocker": bool(frame.request.blockers),
            "stays": "",
        }

    def _end(self, state: State, *, finished: bool) -> None:
        racer = state.racers[0]
        assert racer.pose is not None, "who has thrown stands on the table"
        left = 0.0 if finished else remaining(self._board, racer.counters, racer.pose[:2])
        self.rows.append(
            self._row
            | {
                "rays": rays_done(racer.counters),
                "gain": round((self._left - left) / MM, 2),
                "left": round(left / MM, 2),
                "finished": finished,
            }
        )
        if racer.blocked >= TRAPPED:
            raise _GivenUp


def sets_of(track: Track, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the piece sets of a study: those named, or all that the track has."""
    return tuple(names) or tuple(s.name for s in track.sets)

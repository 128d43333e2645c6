"""Races of a study: is the course fair, how long is it, and is it luck or skill that wins?

Races come in pairs of the same seating, so that the two differ by their dice alone, and the first
of a pair is raced once more with the same dice and one player whose hand has half the skill. Who
plays which piece set and who begins goes round from pair to pair, so that neither a player nor a
place at the start hangs together with a set: the rulebook's order, by start numbers, is one of
those that are raced. Race k depends on the seed and k alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from kullerwerk.lab.figures import Figure, figure_data, pick
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.race_figures import figures_of, races_of
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.standings import Order
from kullerwerk.lab.study import origin_of
from kullerwerk.physics import live
from kullerwerk.players.ahead import wins
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec, SpecError
from kullerwerk.streams import Streams, study_seed
from rules.core.run import run
from rules.koenig.board import Board, board_of
from rules.koenig.events import DieRolled, TurnStarted
from rules.koenig.ordered import by_number, ordered
from rules.koenig.progress import course_length, remaining
from rules.koenig.rules import KOENIG
from rules.koenig.state import State
from scenes.files import scene_hash
from scenes.track import Track
from sim.provider import settings_hash
from sim.settled import MM

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

    from rules.core.types import Pending, Step

PAIRS = 2
"""Pairs of races in a piece: about a second of work with greedy players."""

SEATS = KOENIG.seats
"""How many may race."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "race": pl.Int64,
    "pair": pl.Int64,
    "other_skill": pl.Boolean,
    "by_rule": pl.Boolean,
    "rounds": pl.Int32,
    "finished": pl.Boolean,
    "overtakes": pl.Int32,
    "leads": pl.Int32,
    "set": pl.String,
    "place": pl.Int32,
    "player": pl.String,
    "number": pl.Int32,
    "halved": pl.Boolean,
    "win": pl.Float64,
    "throws": pl.Int32,
    "left": pl.Float64,
}
"""A row of the table of races, one for each tower of each race.

``other_skill``: the race is that of the same number again, with one player's skill ``halved``;
``by_rule``: turns come in the order of the start numbers; ``overtakes`` and ``leads``: how often
one tower passed another, and how often the lead changed, from the end of a round to the next;
``place``: who begins has 1; ``number``: which of the players, from 0; ``win``: the share of the
win; ``left``: what was left of the way to the finish, mm.
"""


@dataclass(frozen=True, slots=True)
class Races:
    """The races of a study, `PAIRS` pairs to a piece; ``sets`` has a piece set per player."""

    track: Track
    sets: tuple[str, ...]
    players: tuple[Spec, ...]
    seed: int

    def question(self) -> dict[str, Any]:
        """Return what decides the races."""
        return {
            "what": "races",
            "scene": scene_hash(self.track),
            "sets": list(self.sets),
            "players": [str(player) for player in self.players],
            "seed": self.seed,
            "settings": settings_hash(),
        }

    def piece(self, number: int) -> pl.DataFrame:
        """Return the races of piece ``number``."""
        rows: list[dict[str, Any]] = []
        for pair in range(number * PAIRS, (number + 1) * PAIRS):
            rows += self._race(2 * pair, None)
            rows += self._race(2 * pair, self.halved(pair))
            rows += self._race(2 * pair + 1, None)
        return pl.DataFrame(rows, schema=SCHEMA)

    def seating(self, pair: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the player of each seat (a seat for each set), and the order of turns of a pair.

        As many pairs as the square of the players' number have every player with every set, and
        every set on every place, equally often.
        """
        many = len(self.players)
        turned = pair // many % many
        order = by_number(board_of(self.track), self.sets)
        return (
            tuple((seat + pair) % many for seat in range(many)),
            (*order[turned:], *order[:turned]),
        )

    def halved(self, pair: int) -> int:
        """Return the seat whose player has half its skill when the pair's first race is repeated.

        Each in its turn under every seating.
        """
        many = len(self.players)
        return (pair + pair // many + pair // many**2) % many

    def _race(self, number: int, halved: int | None) -> list[dict[str, Any]]:
        """Race once; return a row per seat."""
        board = board_of(self.track, scene_hash(self.track))
        physics = live(self.track)
        make = maker(KOENIG, physics, self.track)
        playing, order = self.seating(number // 2)
        specs = [
            half_skilled(self.players[k]) if seat == halved else self.players[k]
            for seat, k in enumerate(playing)
        ]
        streams = Streams(study_seed(self.seed, number), len(specs))
        players = [make(spec, one) for spec, one in zip(specs, streams.players, strict=True)]
        watch = _Watch(board, len(specs))
        end = run(
            KOENIG,
            ordered(board, self.sets, order).state,
            players,
            physics,
            streams,
            None,
            watch.hear,
        )
        assert end.over is not None, "a race is run to its end"
        lefts = watch.lefts(end)
        watch.order.compare(lefts)
        shares = wins(end.over)
        return [
            {
                "race": number,
                "pair": number // 2,
                "other_skill": halved is not None,
                "by_rule": order == by_number(board, self.sets),
                "rounds": watch.rounds,
                "finished": end.over.termination == "finish",
                "overtakes": watch.order.overtakes,
                "leads": watch.order.leads,
                "set": self.sets[seat],
                "place": order.index(seat) + 1,
                "player": str(specs[seat]),
                "number": playing[seat],
                "halved": seat == halved,
                "win": shares[seat],
                "throws": watch.throws[seat],
                "left": round(lefts[seat] / MM, 2),
            }
            for seat in range(len(specs))
        ]


def half_skilled(player: Spec) -> Spec:
    """Return a player whose hand has half the skill."""
    return replace(player, skill=player.skill / 2)


class _Watch:
    """Counts what happens in a race; its first turn begins before anybody can listen."""

    def __init__(self, board: Board, seats: int) -> None:
        self._board = board
        self._whole = course_length(board)
        self.order = Order()
        self.rounds = 1
        self.throws = [0] * seats

    def hear(self, pending: Pending, answer: object, step: Step[State]) -> None:
        """Take what a step led to."""
        del pending, answer
        for event in step.events:
            match event:
                case DieRolled(seat=seat):
                    self.throws[seat] += 1
                case TurnStarted(round=number) if number > self.rounds:
                    self.rounds = number
                    self.order.compare(self.lefts(step.state))
                case _:
                    pass

    def lefts(self, state: State) -> list[float]:
        """Return what is left of the way of each tower, 0.01 mm; of the winner nothing."""
        over = state.over
        return [
            0.0
            if over is not None and over.termination == "finish" and over.ranking[seat] == 1
            else self._whole
            if racer.pose is None
            else remaining(self._board, racer.counters, racer.pose[:2])
            for seat, racer in enumerate(state.racers)
        ]


@dataclass(frozen=True, slots=True)
class RaceStudy:
    """What a study of races found; ``table`` has a row per tower and race (`SCHEMA`)."""

    job: Races
    table: pl.DataFrame
    figures: tuple[Figure, ...]

    def __getitem__(self, key: str) -> Estimate:
        """Return the figure of a key (``leads``) or of a set (``win:red``). Raises KeyError."""
        return pick(self.figures, key)

    @property
    def races(self) -> int:
        """How many races there were, those with another skill not counted."""
        return races_of(self.table)["race"].n_unique()

    @property
    def field(self) -> str:
        """Who raced, in words."""
        players = [str(player) for player in self.job.players]
        return f"{', '.join(players)} with {', '.join(self.job.sets)} in turn"

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return who wins and what decides, with intervals; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.races import races_figure
        from kullerwerk.draw.style import saved

        return saved(races_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import races_page, write_short_page

        return write_short_page(races_page(self), self.plot(), path)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        origin = origin_of(self.job.track, self.job.seed)
        return self.table.with_columns(pl.lit(value).alias(key) for key, value in origin.items())


def racers_of(players: Sequence[Spec], sets: Sequence[str]) -> tuple[Spec, ...]:
    """Return who races with the first of these sets: these players, or greedy with all of them.

    Raises SpecError.
    """
    if len(sets) < SEATS[0]:
        raise SpecError(f"races need {SEATS[0]} piece sets or more, found {', '.join(sets)}")
    racers = tuple(players) or (Spec("greedy"),) * min(len(sets), SEATS[-1])
    if len(racers) not in SEATS:
        raise SpecError(f"expected {SEATS[0]} to {SEATS[-1]} players for a race")
    if len(racers) > len(sets):
        raise SpecError(f"there are {len(sets)} piece sets, too few for them")
    return racers


def data_of(study: RaceStudy) -> dict[str, Any]:
    """Return the figures as JSON data."""
    return {
        "races": study.races,
        "players": [str(player) for player in study.job.players],
        "sets": list(study.job.sets),
        "figures": [figure_data(figure) for figure in study.figures],
    }


def race_study(
    job: Races, races: int, folder: Path | None = None, work: Work | None = None
) -> RaceStudy:
    """Race so many times (an odd number is made even), and half as often with another skill.

    Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    sample = Sample.begin(job, folder, Work() if work is None else work)
    pairs = -(-races // 2)
    sample.grow(-(-pairs // PAIRS))
    table = sample.table.filter(pl.col("pair") < pairs)
    return RaceStudy(job, table, figures_of(table, job.sets, job.players))

"""Games of a study on a marble hill: is it fair, how long is it, how much happens in it?

Games come in pairs of the same seating, which differ by marbles and luck alone. Who sits on which
seat, and which seat begins, goes round from pair to pair. Game k depends on the seed and k alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import OVERALL, Figure, figure_data, floats, pick
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.standings import Order, win_shares, wins_apart, wins_by
from kullerwerk.lab.study import origin_of
from kullerwerk.physics import live, settings_of
from kullerwerk.players.ahead import wins
from kullerwerk.players.specs import Spec
from kullerwerk.playing import begin_on_hill, play
from kullerwerk.streams import study_seed
from rules.kullern import events as facts
from rules.kullern.moves import farness, home
from scenes.files import scene_hash
from scenes.hill import MarbleHill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure as MatplotlibFigure

    from rules.core.types import Event, Pending, Provider, Step
    from rules.kullern.state import State

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "game": pl.Int64,
    "pair": pl.Int64,
    "turns": pl.Int32,
    "end": pl.String,
    "overtakes": pl.Int32,
    "leads": pl.Int32,
    "seat": pl.Int32,
    "place": pl.Int32,
    "player": pl.String,
    "number": pl.Int32,
    "win": pl.Float64,
    "drops": pl.Int32,
    "out": pl.Int32,
    "steps": pl.Int32,
    "alarms": pl.Int32,
    "frights": pl.Int32,
    "lost": pl.Int32,
    "home": pl.Int32,
    "way": pl.Int32,
}
"""A row of the table of games, one for each seat of each game.

``overtakes`` and ``leads``: how often one seat passed another, and how often the lead changed, from
the end of a round to the next; ``seat``: from 1, which has the first start places; ``place``: who
begins has 1; ``number``: which of the players, from 0; ``win``: the share of the win. Of the seat's
own turns: marbles ``drops``, those of them that came ``out``, roll ``alarms``, and marbles that
were ``lost``. Of its marmots, whoever's turn it was: ``steps``, ``frights``, how many are ``home``,
and how far the best have come (``way``, spaces; a deck chair is one more than the last).
"""


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a study, a pair to a piece; ``options`` are those of the rules, by name."""

    hill: MarbleHill
    players: tuple[Spec, ...]
    seed: int
    options: tuple[tuple[str, object], ...] = ()

    def question(self) -> dict[str, Any]:
        """Return what decides the games."""
        return {
            "what": "games",
            "scene": scene_hash(self.hill),
            "players": [str(player) for player in self.players],
            "seed": self.seed,
            "options": dict(self.options),
            "settings": settings_of(self.hill),
        }

    def piece(self, number: int) -> pl.DataFrame:
        """Return the pair of games ``number``."""
        physics = live(self.hill)
        rows = [row for game in (2 * number, 2 * number + 1) for row in self._game(game, physics)]
        return pl.DataFrame(rows, schema=SCHEMA)

    def seating(self, pair: int) -> tuple[tuple[int, ...], int]:
        """Return the player of each seat, and the seat that begins.

        As many pairs as the square of the players' number have every player on every seat, and
        every seat beginning, equally often.
        """
        many = len(self.players)
        return tuple((seat + pair) % many for seat in range(many)), pair // many % many

    def _game(self, number: int, physics: Provider) -> list[dict[str, Any]]:
        """Play once; return a row per seat."""
        playing, first = self.seating(number // 2)
        many = len(playing)
        specs = [self.players[k] for k in playing]
        begun = begin_on_hill(self.hill, many, dict(self.options), first)
        watch = _Watch(many)
        watch.take(begun.state, begun.events)
        end: State = play(
            begun, specs, study_seed(self.seed, number), None, watch.hear, provider=physics
        )
        assert end.over is not None, "a game is played to its end"
        ways = [farness(end, seat) for seat in range(many)]
        watch.order.compare([-way for way in ways])
        shares = wins(end.over)
        return [
            {
                "game": number,
                "pair": number // 2,
                "turns": watch.turns,
                "end": end.over.termination,
                "overtakes": watch.order.overtakes,
                "leads": watch.order.leads,
                "seat": seat + 1,
                "place": (seat - first) % many + 1,
                "player": str(specs[seat]),
                "number": playing[seat],
                "win": shares[seat],
                **watch.counts[seat],
                "home": home(end, seat),
                "way": ways[seat],
            }
            for seat in range(many)
        ]


class _Watch:
    """Counts what happens in a game, by seats."""

    def __init__(self, seats: int) -> None:
        self.turns = 0
        self.order = Order()
        self.counts = [
            dict.fromkeys(("drops", "out", "steps", "alarms", "frights", "lost"), 0)
            for _ in range(seats)
        ]
        self._seat = 0

    def hear(self, pending: Pending, answer: object, step: Step[State]) -> None:
        """Take what a step led to."""
        del pending, answer
        self.take(step.state, step.events)

    def take(self, state: State, events: Sequence[Event]) -> None:
        """Take the events that led to a state."""
        for event in events:
            own = self.counts[self._seat]
            match event:
                case facts.TurnStarted(seat=seat):
                    if self.turns and self.turns % len(self.counts) == 0:
                        self.order.compare([-farness(state, k) for k in range(len(self.counts))])
                    self._seat = seat
                    self.turns += 1
                case facts.MarbleDropped(end=end):
                    own["drops"] += 1
                    own["out"] += end == "out"
                case facts.MarblesLost(marbles=marbles):
                    own["lost"] += marbles
                case facts.Alarm():
                    own["alarms"] += 1
                case facts.MarmotWalked(marmot=marmot, steps=steps):
                    self.counts[state.owner(marmot)]["steps"] += steps
                case facts.Fright(marmot=marmot):
                    self.counts[state.owner(marmot)]["frights"] += 1
                case _:
                    pass


@dataclass(frozen=True, slots=True)
class GameStudy:
    """What a study of games found; ``table`` has a row per seat and game (`SCHEMA`)."""

    job: Games
    table: pl.DataFrame
    figures: tuple[Figure, ...]

    def __getitem__(self, key: str) -> Estimate:
        """Return the figure of a key (``turns``). Raises KeyError."""
        return pick(self.figures, key)

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.table["game"].n_unique()

    @property
    def field(self) -> str:
        """Who played, in words."""
        players = ", ".join(str(player) for player in self.job.players)
        options = ", ".join(f"{name}={value}" for name, value in self.job.options)
        return f"{players} on every seat in turn{f', {options}' if options else ''}"

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return who wins and what decides, with intervals; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.races import games_figure
        from kullerwerk.draw.style import saved

        return saved(games_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import games_page, write_short_page

        return write_short_page(games_page(self), self.plot(), path)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        origin = origin_of(self.job.hill, self.job.seed)
        return self.table.with_columns(pl.lit(value).alias(key) for key, value in origin.items())


def game_study(
    job: Games, games: int, folder: Path | None = None, work: Work | None = None
) -> GameStudy:
    """Play so many games (an odd number is made even).

    Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError, and RulesError for options or a
    number of players that the rules or the hill do not have.
    """
    begin_on_hill(job.hill, len(job.players), dict(job.options))
    sample = Sample.begin(job, folder, Work() if work is None else work)
    sample.grow(max(1, -(-games // 2)))
    return GameStudy(job, sample.table, figures_of(sample.table, job))


MAIN = ("turns", "alarms", "frights", "leads", "unfair_place", "unfair_seat")
"""The figures by which two hills are told apart at a glance."""
MEANS: dict[str, tuple[str, str]] = {
    "turns": ("turns of a game", "turns"),
    "steps": ("steps of all marmots", "steps"),
    "alarms": ("roll alarms", "times"),
    "frights": ("marble frights", "times"),
    "lost_marbles": ("marbles that are taken from the hill", "marbles"),
    "overtakes": ("times that a player passes another", "times"),
    "leads": ("times that the lead changes", "times"),
    "behind": ("way that the second is behind at the end", "spaces"),
    "spread": ("way between the first and the last at the end", "spaces"),
}
"""Key, label and unit of the figures that are means of games."""
QUANTILES = (0.1, 0.5, 0.9)


def figures_of(table: pl.DataFrame, job: Games) -> tuple[Figure, ...]:
    """Return all figures of a table of games; the two of a pair are one cluster."""
    return (*_lengths(table), *_fairness(table, job), _luck(table))


def _lengths(table: pl.DataFrame) -> list[Figure]:
    """How long games are and how much happens in them."""
    ways = pl.col("way").sort(descending=True)
    games = table.group_by("pair", "game", maintain_order=True).agg(
        pl.col("turns", "overtakes", "leads").first().cast(pl.Float64),
        pl.col("steps", "alarms", "frights").sum().cast(pl.Float64),
        pl.col("lost").sum().cast(pl.Float64).alias("lost_marbles"),
        (ways.first() - ways.get(1)).cast(pl.Float64).alias("behind"),
        (ways.first() - ways.last()).cast(pl.Float64).alias("spread"),
        (pl.col("end").first() == "turn_cap").cast(pl.Float64).alias("open"),
        (pl.col("out").sum() / pl.col("drops").sum()).alias("out"),
    )
    pairs = games.group_by("pair", maintain_order=True).agg(pl.exclude("game").mean())
    drops = table.group_by("pair", maintain_order=True).agg(pl.col("drops", "out").sum())
    turns = floats(games, "turns")
    found = [
        Figure(key, OVERALL, label, unit, intervals.mean(floats(pairs, key)))
        for key, (label, unit) in MEANS.items()
        # Of two players the second is the last.
        if key != "spread" or table["seat"].max() != 2
    ]
    # A quantile is one of games; like all figures it names how many pairs those are.
    found[1:1] = [
        Figure(f"turns_p{q * 100:.0f}", OVERALL, f"turns that {q:.0%} of the games take at most",
               "turns", replace(intervals.quantile(turns, q), clusters=pairs.height))
        for q in QUANTILES
    ]  # fmt: skip
    twice = np.full(pairs.height, 2.0)
    capped = intervals.portion(2.0 * floats(pairs, "open"), twice)
    out = intervals.portion(floats(drops, "out"), floats(drops, "drops"))
    return [
        *found,
        Figure("game_out", OVERALL, "dropped marbles that come out", "%", out),
        Figure("open", OVERALL, "games that the limit of turns ends", "%", capped),
    ]


def _fairness(table: pl.DataFrame, job: Games) -> list[Figure]:
    """Who wins: by who begins, by seat, and by player."""
    names = [str(k + 1) for k in range(len(job.players))]
    by_place = wins_by(table, "place", names)
    by_seat = wins_by(table, "seat", names)
    found = [
        *_each("win_place", "games won by who begins as number {}", names, by_place),
        *_each("win_seat", "games won on seat {}", names, by_seat),
        wins_apart("unfair_place", "wins between the best place to begin and the worst", by_place),
        wins_apart("unfair_seat", "wins between the best seat and the worst", by_seat),
    ]
    if len(set(job.players)) > 1:
        numbers = [str(k) for k in range(len(job.players))]
        by_player = win_shares("", "", numbers, wins_by(table, "number", numbers))
        found += [
            Figure(f"win_player_{k}", OVERALL, f"games won by player {k}, {spec}", "%",
                   one.estimate)
            for k, (spec, one) in enumerate(zip(job.players, by_player, strict=True), 1)
        ]  # fmt: skip
    return found


def _each(key: str, label: str, names: Sequence[str], wins_of: intervals.Floats) -> list[Figure]:
    figure = partial(Figure, set=OVERALL, unit="%")
    return [
        figure(key=f"{key}_{name}", label=label.format(name), estimate=one.estimate)
        for name, one in zip(names, win_shares("", "", names, wins_of), strict=True)
    ]


def _luck(table: pl.DataFrame) -> Figure:
    """How often other marbles alone make another winner."""
    # A win that is shared is won by each of the winners with the chance of its share.
    pairs = (
        table.group_by("pair", "seat", maintain_order=True)
        .agg(
            pl.col("win").sort_by("game").first().alias("one"),
            pl.col("win").sort_by("game").last().alias("two"),
        )
        .group_by("pair", maintain_order=True)
        .agg((1.0 - (pl.col("one") * pl.col("two")).sum()).alias("luck"))
    )
    luck = intervals.portion(floats(pairs, "luck"), np.ones(pairs.height))
    return Figure("luck", OVERALL, "another winner by other marbles alone", "%", luck)


def data_of(study: GameStudy) -> dict[str, Any]:
    """Return the figures as JSON data."""
    return {
        "games": study.games,
        "players": [str(player) for player in study.job.players],
        "options": dict(study.job.options),
        "figures": [figure_data(figure) for figure in study.figures],
    }

"""What races of a study come to: how long they are, whether they are fair, what decides them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import OVERALL, Figure, floats
from kullerwerk.lab.standings import win_shares, wins_apart, wins_by
from kullerwerk.players.specs import Spec


def races_of(table: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the races whose players have their own skill."""
    return table.filter(~pl.col("other_skill"))


def figures_of(
    table: pl.DataFrame, sets: Sequence[str], players: Sequence[Spec]
) -> tuple[Figure, ...]:
    """Return all figures of a table of races; the two of a pair are one cluster."""
    return (*_lengths(table), *_fairness(table, sets, players), *_decided(table))


LENGTHS: dict[str, tuple[str, str, str]] = {
    "rounds": ("rounds of a race", "rounds", "rounds"),
    "race_throws": ("throws of a race", "throws", "throws"),
    "overtakes": ("times that a tower passes another", "times", "overtakes"),
    "leads": ("times that the lead changes", "times", "leads"),
    "behind": ("way that the second has left at the end", "mm", "behind"),
}
"""Key, label, unit and column of the figures that are means of races."""


def _lengths(table: pl.DataFrame) -> list[Figure]:
    """How long races are and how much happens in them."""
    races = (
        races_of(table)
        .group_by("pair", "race", maintain_order=True)
        .agg(
            pl.col("rounds", "overtakes", "leads", "finished").first(),
            pl.col("throws").sum(),
            pl.col("left").sort().get(1).alias("behind"),
        )
        .group_by("pair", maintain_order=True)
        .agg(pl.exclude("race", "finished").mean(), (~pl.col("finished")).sum().alias("open"))
    )
    found = [
        Figure(key, OVERALL, label, unit, intervals.mean(floats(races, column)))
        for key, (label, unit, column) in LENGTHS.items()
    ]
    ended = intervals.portion(floats(races, "open"), np.full(races.height, 2.0))
    return [*found, Figure("open", OVERALL, "races that end before the finish", "%", ended)]


def _fairness(table: pl.DataFrame, sets: Sequence[str], players: Sequence[Spec]) -> list[Figure]:
    """Who wins: by set, by place at the start, by both as the rulebook has it, and by player."""
    races = races_of(table)
    seats = len(sets)
    by_rule = races.filter(pl.col("by_rule"))
    places = [str(place) for place in range(1, seats + 1)]
    by_set = wins_by(races, "set", sets)
    by_place = wins_by(races, "place", places)
    as_ruled = wins_by(by_rule, "set", sets)
    found = [
        *win_shares("win", "races won, whoever begins", sets, by_set),
        *win_shares("win_by_rule", "races won in the rulebook's order", sets, as_ruled),
        *(
            Figure(f"win_place_{place}", OVERALL, f"races won by who begins as number {place}", "%",
                   one.estimate)
            for place, one in zip(places, win_shares("", "", places, by_place), strict=True)
        ),
        wins_apart("unfair", "wins between the best set and the worst", by_set),
        wins_apart("unfair_place", "wins between the best place to start and the worst", by_place),
        wins_apart("unfair_by_rule", "the same of sets in the rulebook's order", as_ruled),
    ]  # fmt: skip
    if len(set(players)) > 1:
        names = [str(k) for k in range(len(players))]
        by_player = wins_by(races, "number", names)
        found += [
            Figure(f"win_player_{k + 1}", OVERALL, f"races won by player {k + 1}, {players[k]}",
                   "%", one.estimate)
            for k, one in enumerate(win_shares("", "", names, by_player))
        ]  # fmt: skip
    return found


def _decided(table: pl.DataFrame) -> list[Figure]:
    """Luck against skill: another winner by other dice, or by another hand with the same dice."""
    first = (pl.col("race") % 2 == 0) & ~pl.col("other_skill")
    second = (pl.col("race") % 2 == 1) & ~pl.col("other_skill")
    # A win that is shared is won by each of the winners with the chance of its share.
    pairs = (
        table.group_by("pair", "set", maintain_order=True)
        .agg(
            pl.col("win").filter(first).first().alias("one"),
            pl.col("win").filter(second).first().alias("two"),
            pl.col("win").filter(pl.col("other_skill")).first().alias("again"),
            pl.col("halved").any(),
        )
        .group_by("pair", maintain_order=True)
        .agg(
            (1.0 - (pl.col("one") * pl.col("two")).sum()).alias("luck"),
            (1.0 - (pl.col("one") * pl.col("again")).sum()).alias("skill"),
            (pl.col("one") - pl.col("again")).filter(pl.col("halved")).first().alias("cost"),
        )
    )
    ones = np.ones(pairs.height)
    return [
        Figure("luck", OVERALL, "another winner by other dice alone", "%",
               intervals.portion(floats(pairs, "luck"), ones)),
        Figure("skill", OVERALL, "another winner if one player has half the skill", "%",
               intervals.portion(floats(pairs, "skill"), ones)),
        Figure("skill_cost", OVERALL, "wins that half the skill costs a player", "%",
               intervals.mean(floats(pairs, "cost"))),
    ]  # fmt: skip

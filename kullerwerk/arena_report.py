"""What the games of an arena come to: shares of wins, lengths, ends; as lines, JSON and rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kullerwerk.arena import Match, Played
from kullerwerk.console import counted
from kullerwerk.shares import Share, quantile, share

QUANTILES = (0.05, 0.25, 0.50, 0.75, 0.95)
NAME = 24
"""Width of a player's name in a table."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a run: its share of wins, over all seats and on each of them.

    A win that is shared by k seats counts 1/k for each. ``passes`` and ``forfeits`` are per game.
    """

    name: str
    share: Share
    seats: tuple[Share, ...]
    passes: float
    forfeits: float


@dataclass(frozen=True, slots=True)
class Report:
    """A run summed up. ``seats`` = the share of each seat whoever sat there.

    ``decisions`` are the QUANTILES of a game's number of decisions, () without a game; ``draws``
    and ``throws`` means per game; ``ends`` maps why games ended to their share.
    """

    games: int
    players: tuple[Standing, ...]
    seats: tuple[Share, ...]
    ends: dict[str, Share]
    decisions: tuple[float, ...]
    draws: float
    throws: float


def names_of(match: Match) -> tuple[str, ...]:
    """Return a name per player; equal ones are numbered."""
    texts = [str(spec) for spec in match.players]
    return tuple(
        text if texts.count(text) == 1 else f"{text} #{texts[: k + 1].count(text)}"
        for k, text in enumerate(texts)
    )


def report(match: Match, rows: Sequence[Played]) -> Report:
    """Sum up the games of a run."""
    count = len(match.players)
    total = len(rows)

    def won(player: int | None, seat: int | None) -> Share:
        shares = [
            part
            for row in rows
            for k, part in enumerate(row.shares)
            if player in (None, row.players[k]) and seat in (None, k)
        ]
        # Thirds and quarters do not sum to whole numbers by themselves.
        return share(min(round(sum(shares), 6), len(shares)), len(shares))

    def per_game(values: Sequence[tuple[int, ...]], player: int) -> float:
        sums = (of[row.players.index(player)] for row, of in zip(rows, values, strict=True))
        return sum(sums) / total if total else 0.0

    lengths = sorted(float(sum(row.decisions)) for row in rows)
    ends = Counter(row.end for row in rows)
    return Report(
        total,
        tuple(
            Standing(
                name,
                won(k, None),
                tuple(won(k, seat) for seat in range(count)),
                per_game([row.passes for row in rows], k),
                per_game([row.forfeits for row in rows], k),
            )
            for k, name in enumerate(names_of(match))
        ),
        tuple(won(None, seat) for seat in range(count)),
        {end: share(n, total) for end, n in sorted(ends.items(), key=lambda e: (-e[1], e[0]))},
        tuple(quantile(lengths, q) for q in QUANTILES) if lengths else (),
        sum(row.draws for row in rows) / total if total else 0.0,
        sum(row.throws for row in rows) / total if total else 0.0,
    )


def lines(told: Report) -> list[str]:
    """Return a report as lines for people."""
    seats = len(told.seats)
    out = [
        f"{counted(told.games, 'game')}; shares of wins with their 95 % intervals; "
        f"an equal share is {1 / seats:.1%}",
        "",
    ]
    heads = "".join(f"{f'seat {k}':>9}" for k in range(1, seats + 1))
    out.append(f"  {'player':<{NAME}} {'share':>7}{'':>22}{heads}")
    for player in told.players:
        by_seat = "".join(
            f"{one.value:>9.1%}" if one.total else f"{'-':>9}" for one in player.seats
        )
        out.append(f"  {player.name:<{NAME}} {player.share!s:<28}{by_seat}")
    out.append("")
    for k, one in enumerate(told.seats, start=1):
        out.append(f"  {f'seat {k}, whoever sits there':<{NAME}} {one}")
    out.append("")
    out.append("  " + "".join(f"{f'{q:.0%}':>8}" for q in QUANTILES) + "  of the games within")
    out.append("  " + "".join(f"{d:8.0f}" for d in told.decisions) + "  decisions")
    chance = [
        f"{number:.1f} {what}"
        for what, number in (("draws", told.draws), ("throws", told.throws))
        if number
    ]
    if chance:
        out.append(f"  {' and '.join(chance)} in a game")
    lost = [
        f"{player.name} {player.passes:.1f} passes, {player.forfeits:.1f} turns lost"
        for player in told.players
        if player.passes or player.forfeits
    ]
    if lost:
        out.append(f"  in a game: {'; '.join(lost)}")
    out.append("")
    out += [f"  ended by {end:<{NAME - 9}} {one}" for end, one in told.ends.items()]
    return out


def report_data(told: Report) -> dict[str, Any]:
    """Return a report as JSON data."""

    def shares(of: Share) -> dict[str, Any]:
        return {
            "wins": round(of.count, 6),
            "games": of.total,
            "share": round(of.value, 6),
            "low": round(of.low, 6),
            "high": round(of.high, 6),
        }

    return {
        "players": [
            {
                "player": player.name,
                **shares(player.share),
                "by_seat": [shares(one) for one in player.seats],
                "passes_per_game": round(player.passes, 6),
                "turns_lost_per_game": round(player.forfeits, 6),
            }
            for player in told.players
        ],
        "by_seat": [shares(one) for one in told.seats],
        "ends": {end: shares(one) for end, one in told.ends.items()},
        "decisions": {f"{q:.0%}": d for q, d in zip(QUANTILES, told.decisions, strict=False)},
        "draws_per_game": round(told.draws, 6),
        "throws_per_game": round(told.throws, 6),
    }


def columns(match: Match) -> dict[str, type]:
    """Return the columns of ``row_data`` with the types of their values."""
    kinds: dict[str, type] = {
        "game": int,
        "seed": int,
        "end": str,
        "decisions": int,
        "draws": int,
        "throws": int,
    }
    for number in range(1, len(match.players) + 1):
        kinds |= {
            f"player_{number}": str,
            f"rank_{number}": int,
            f"score_{number}": float,
            f"win_{number}": float,
            f"decisions_{number}": int,
            f"passes_{number}": int,
            f"turns_lost_{number}": int,
        }
    return kinds


def row_data(match: Match, row: Played) -> dict[str, Any]:
    """Return a game as flat data: ``_1`` is the first seat; games are counted from 0."""
    names = names_of(match)
    data: dict[str, Any] = {
        "game": row.number,
        "seed": row.seed,
        "end": row.end,
        "decisions": sum(row.decisions),
        "draws": row.draws,
        "throws": row.throws,
    }
    for seat, player in enumerate(row.players):
        data |= {
            f"player_{seat + 1}": names[player],
            f"rank_{seat + 1}": row.ranking[seat],
            f"score_{seat + 1}": float(row.scores[seat]),
            f"win_{seat + 1}": round(row.shares[seat], 6),
            f"decisions_{seat + 1}": row.decisions[seat],
            f"passes_{seat + 1}": row.passes[seat],
            f"turns_lost_{seat + 1}": row.forfeits[seat],
        }
    return data

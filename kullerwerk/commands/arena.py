"""``kullerwerk arena``: computer players play many games, and what share of them each wins."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
    Quiet,
    Seed,
    fail,
    open_output,
    seed_or_random,
    table_target,
    target_problem,
    whole,
)

if TYPE_CHECKING:
    from kullerwerk.arena import Match, Played

BUG = 70
"""Exit code where the fault is ours."""
DEAD = "a process that played died, maybe for want of memory; what was played is kept."


def arena(
    game: Annotated[str, typer.Argument(help="The game; 'kullerwerk games' lists them.")],
    players: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="random, greedy, search with commas between them, one per seat; koenig has aimer "
            "as well. A search may carry what it spends on a decision, as in search:playouts=500 "
            "or search:seconds=0.2, and, but in company, the decisions in a playout, as in "
            "search:plies=8; the players of koenig carry a skill from 0 to 1, as in "
            "greedy:skill=0.5.",
        ),
    ] = "search,greedy",
    games: Annotated[
        int, typer.Option("--games", parser=whole(1, 1_000_000), metavar="N", help="How many.")
    ] = 200,
    options: Annotated[
        str,
        typer.Option(
            metavar="NAME=VALUE,...", help="Options of the game; 'kullerwerk games' lists them."
        ),
    ] = "",
    jobs: Annotated[
        int,
        typer.Option(parser=whole(1, 256), metavar="N", help="Games that are played at a time."),
    ] = 1,
    physics: Annotated[
        bool,
        typer.Option("--physics", help="Simulate every throw or marble, not sampled ones."),
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row per game into FILE (.csv or .parquet)."),
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Let computer players play many games: shares of wins with 95 % intervals.

    From game to game all players move on by one seat, so each has every seat
    equally often if the games are a multiple of the players. A win that several
    share counts in parts. The same seed gives the same games, whatever --jobs is,
    unless a player thinks by the clock. Ctrl-C ends a run early and gives what
    there is by then.

    JSON: "players" a player each, "by_seat" the seats whoever sat there, "ends"
    why games ended, "rows" a game each. A table that exists is replaced.
    """
    from kullerwerk.arena import Match
    from kullerwerk.arena_report import lines, report, report_data, row_data
    from kullerwerk.jobs import Died
    from kullerwerk.loading import begin_game, open_game, read_players_of, read_settings

    rules = open_game(game)
    specs = read_players_of(game, players)
    settings = read_settings(options)
    start = begin_game(rules, settings, len(specs)).state
    _check_physics(game, physics)
    out = open_output(quiet, json, table_target(table))
    match = Match(game, settings, specs, seed_or_random(seed), physics)
    throws = " with live physics" if physics else ""
    out.say(f"{rules.title}{throws}, seed {match.seed}: {' against '.join(map(str, specs))}")
    rows: list[Played] = []
    died = False
    problem = ""
    try:
        _play(out, match, games, jobs, rows)
    except Died:
        died = True
    finally:
        # Also what a bug breaks off leaves the games that were played.
        rows.sort(key=lambda row: row.number)
        if table is not None and rows:
            problem = _write(table, match, rows)
    if not rows:
        if died:
            fail(DEAD, BUG)
        fail("Stopped before the first game was over.", STOPPED)
    told = report(match, rows)
    for line in lines(told):
        out.say(line)
    if table is not None and not problem:
        out.say(f"games in {table}")
    out.result(
        {
            "kind": "arena",
            "game": game,
            "version": rules.version,
            "options": rules.dump(start)["options"],
            "seats": len(specs),
            "seed": match.seed,
            "asked": games,
            "played": len(rows),
            "physics": physics,
            "timed": any(spec.timed for spec in specs),
            **report_data(told),
            "rows": [row_data(match, row) for row in rows],
        }
    )
    if problem:
        fail(problem)
    if died:
        fail(DEAD, BUG)
    if len(rows) < games:
        fail(f"Stopped after {len(rows)} of {games} games.", STOPPED)


def _play(out: Output, match: Match, games: int, jobs: int, rows: list[Played]) -> None:
    """Play, until the end or until somebody asks to stop; ``rows`` takes the games."""
    from kullerwerk.arena import play_all
    from kullerwerk.stopping import stop_signals

    with (
        contextlib.suppress(KeyboardInterrupt),
        stop_signals(raising=False) as asked,
        out.progress("playing", games, "games/s") as advance,
    ):
        for row in play_all(match, games, jobs, asked):
            rows.append(row)
            advance(1)


def _write(table: Path, match: Match, rows: Sequence[Played]) -> str:
    """Write the games into a table; return why that failed, "" where it did not.

    A disk that is full or a folder that is gone by now takes the table, but not the shares that
    are told after it.
    """
    from kullerwerk.arena_report import columns, row_data
    from kullerwerk.tables import write_table

    problem = target_problem(table)
    if problem:
        return problem
    try:
        write_table(table, columns(match), [row_data(match, row) for row in rows])
    except OSError as error:
        return f"{table}: it cannot be written ({error.strerror or error})."
    return ""


def _check_physics(game: str, physics: bool) -> None:
    from kullerwerk.physics import has_physics

    if physics and not has_physics(game):
        fail(f"--physics: no throws of {game} can be simulated; leave it out.")

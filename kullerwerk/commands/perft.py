"""``kullerwerk perft``: how many positions are so many answers away from the start?"""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from kullerwerk.console import STOPPED, Json, Output, Quiet, counted, fail, open_output, whole


def perft(
    game: Annotated[str, typer.Argument(help="The game, see 'kullerwerk games'.")],
    depth: Annotated[
        int,
        typer.Argument(
            parser=whole(0, 200), metavar="DEPTH", help="How many answers deep to count."
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 100), metavar="N", help="How many play; default: the fewest who may."
        ),
    ] = None,
    options: Annotated[
        str, typer.Option(metavar="LIST", help="Options of the game: NAME=VALUE,NAME=VALUE.")
    ] = "",
    divide: Annotated[
        bool, typer.Option("--divide", help="Count below every first answer on its own.")
    ] = False,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Count the positions at every depth of a game's tree.

    Those where somebody decides, those where chance does, and ended games. Each
    way to a position counts, as in chess programs. Every outcome of a draw is a
    way of its own, whatever its weight. Ctrl-C keeps the rows that are done.
    """
    from kullerwerk.counting import CannotCountError, branches, rows
    from kullerwerk.loading import begin_game, open_game, read_settings
    from kullerwerk.stopping import stop_signals

    if divide and depth < 1:
        fail("--divide: expected a DEPTH from 1 on, found 0.")
    out = open_output(quiet, json)
    rules = open_game(game)
    state = begin_game(
        rules, read_settings(options), rules.seats[0] if players is None else players
    ).state
    data: dict[str, Any] = {
        "kind": "perft",
        "game": rules.name,
        "seats": rules.seated(state),
        "rows": [],
    }
    try:
        with stop_signals(raising=True):
            if depth:  # what cannot be counted is said before anything is printed
                next(branches(rules, state), None)
            if divide:
                _divide(out, rules, state, depth, data)
            else:
                out.say(f"{'depth':>5} {'decision':>12} {'chance':>12} {'terminal':>12} {'s':>9}")
                for row in rows(rules, state, depth):
                    found = row.count
                    out.say(
                        f"{row.depth:>5} {found.decisions:>12} {found.chances:>12} "
                        f"{found.ends:>12} {row.seconds:>9.3f}"
                    )
                    data["rows"].append(
                        {"depth": row.depth, **_counts(found), "seconds": row.seconds}
                    )
    except CannotCountError as error:
        fail(f"{error}.")
    except KeyboardInterrupt:
        out.result(data)
        fail(f"Stopped after {counted(len(data['rows']), 'row')}.", STOPPED)
    out.result(data)


def _divide(out: Output, rules: Any, state: Any, depth: int, data: dict[str, Any]) -> None:
    """Print the counts below every first answer, and their sum."""
    from kullerwerk.counting import Count, branches, divided

    began = time.perf_counter()
    width = max([9, *(len(text) for text, _ in branches(rules, state))])
    total = Count()
    out.say(f"{'first':<{width}} {'decision':>12} {'chance':>12} {'terminal':>12}")
    for text, found in divided(rules, state, depth):
        out.say(f"{text:<{width}} {found.decisions:>12} {found.chances:>12} {found.ends:>12}")
        data["rows"].append({"first": text, **_counts(found)})
        total.decisions += found.decisions
        total.chances += found.chances
        total.ends += found.ends
    seconds = time.perf_counter() - began
    out.say(
        f"{'all':<{width}} {total.decisions:>12} {total.chances:>12} {total.ends:>12}"
        f"   depth {depth}, {seconds:.3f} s"
    )
    data |= {"depth": depth, **_counts(total), "seconds": seconds}


def _counts(found: Any) -> dict[str, int]:
    """Return counts as JSON data."""
    return {
        "decision": found.decisions,
        "chance": found.chances,
        "terminal": found.ends,
        "nodes": found.nodes,
    }

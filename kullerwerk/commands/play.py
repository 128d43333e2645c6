"""``kullerwerk play``: people and computer players at one table, in the terminal."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
    Quiet,
    Seed,
    Target,
    counted,
    fail,
    open_output,
    quoted,
    seed_or_random,
)

if TYPE_CHECKING:
    from kullerwerk.seats import Seated
    from kullerwerk.session import Session
    from rules.core.records import Header, Replay
    from rules.core.types import Event, Over
    from scenes.hill import MarbleHill
    from scenes.track import Track


def play(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="The game, see 'kullerwerk games'.")
    ] = "",
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal, not in a window.")
    ] = False,
    players: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="human and computer players (random, greedy, search; aimer in koenig) with "
            "commas between them, in seating order; default: human,greedy. A search may think "
            "longer: search:playouts=1000, search:seconds=3.",
        ),
    ] = "",
    options: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Options of the game: NAME=VALUE,NAME=VALUE; 'kullerwerk games' lists them.",
        ),
    ] = "",
    scene: Annotated[
        str,
        typer.Option(
            "--scene", metavar="SCENE", help="The track or hill to play on: a name, or a file."
        ),
    ] = "",
    physics: Annotated[
        bool,
        typer.Option(
            "--physics",
            help="Simulate every throw (koenig) and every marble (kullern); else they are sampled.",
        ),
    ] = False,
    hints: Annotated[
        str, typer.Option(metavar="PLAYER", help="The computer player that 'hint' asks.")
    ] = "greedy",
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game down, line by line (.jsonl)."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Go on with a game that was saved, recorded or broken off."
        ),
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Play a game, with computer players or people at one screen.

    A window opens, where every throw and every marble is simulated; without GAME
    it begins with a menu. With --text you play in the terminal, where 'help' at the
    prompt tells what can be typed.

    --record FILE keeps every answer at once, so that a game which is left or broken
    off goes on with --resume FILE; --resume FILE --record FILE goes on in the same
    file. A file that holds another game is not overwritten.

    JSON: players, "end", "ranking" and "scores" (null for a game that was left).
    """
    from kullerwerk.players.make import maker
    from kullerwerk.seats import read_advisor
    from kullerwerk.stopping import stop_signals
    from kullerwerk.text_play import Quit, Screen, Table

    if scene and text:
        fail("--scene: in the terminal a game is played on what it comes with; leave it out.")
    if not text:
        _in_window(game, players, options, scene, record, resume, seed, quiet, json)
        return
    target = Target("--record", record, (".jsonl",))
    inputs = [resume] if resume is not None and record != resume else []
    out = open_output(quiet, json, target, inputs=inputs)
    _keep_others(record, resume)
    if resume is None:
        session, seats, opening = _new(game, players, options, physics, seed, record)
    else:
        asked = {"--options": bool(options), "--physics": physics, "--seed": seed is not None}
        _refuse_chosen(asked)
        session, seats = _old(resume, game, players, record)
        opening = ()
    if None in seats and not out.talks:
        fail("a person cannot play with --quiet or --json: the table would not be seen.")
    advisor = read_advisor(session.game.name, hints)
    make = maker(session.game, session.game.sampled(session.first), _scene(session.head))
    screen = Screen(out.say, _ask, lambda: _wipe(out), out.waiting)
    table = Table(session, seats, make, advisor, screen)
    _prepare_input()
    _greet(out, session, resume)
    over: Over | None = None
    try:
        with stop_signals(raising=True):
            over = table.play(opening)
    except Quit:
        out.say(_kept(session, record))
    except EOFError:
        out.say("")
        # Behind a script's last line nobody is left whose game it would be.
        kept = _kept(session, record or _rescued(session, seats if sys.stdin.isatty() else ()))
        out.say(f"No more input. {kept}")
    except KeyboardInterrupt:
        session.close()
        out.say("")
        kept = _kept(session, record or _rescued(session, seats))
        fail(f"Stopped. {kept}", STOPPED)
    except Exception:
        # A screen that takes nothing more, or a bug: the outermost frame tells it.
        session.close()
        found = record or _rescued(session, seats)
        if found is not None:
            typer.echo(_kept(session, found), err=True)
        raise
    finally:
        session.close()
    if over is not None and record is not None:
        out.say(f"record in {record}")
    out.result(_data(session, over))


def _in_window(
    game: str,
    players: str,
    options: str,
    scene: str,
    record: Path | None,
    resume: Path | None,
    seed: int | None,
    quiet: bool,
    json: str | None,
) -> None:
    """Play in a window until it is closed."""
    from functools import partial

    from kullerwerk.loading import begin_game, open_game, open_scene, read_settings
    from kullerwerk.physics import has_physics, simulated
    from kullerwerk.seats import read_seats
    from kullerwerk.stage.games import Plan, games_folder, new_game, resumed
    from kullerwerk.stage.menu import MenuPage
    from kullerwerk.window.opening import NoDisplay
    from kullerwerk.window.start import show
    from rules.core.errors import RulesError
    from scenes.errors import SceneError

    out = open_output(quiet, json, Target("--record", record, (".jsonl",)))
    _keep_others(record, resume)
    if resume is not None:
        played, seats = _kept_game(resume, game, players)
        _refuse_chosen({"--options": bool(options), "--seed": seed is not None})
        if scene and not simulated(played.header):
            fail("--scene: the throws of this game are sampled; leave it out.")
        make = partial(resumed, path=resume, seats=seats, record=record, scene=scene)
    elif game:
        rules = open_game(game)
        seats = read_seats(game, players or "human,greedy")
        if scene and not has_physics(game):
            fail(f"--scene: {game} has a board of its own; leave it out.")
        if has_physics(game):
            open_scene(game, scene)
        chosen = read_settings(options)
        plan = Plan(game, seats, tuple(chosen.items()), scene, seed)
        begin_game(rules, chosen, len(seats))
        folder = None if record is not None else games_folder()
        make = partial(new_game, plan=plan, folder=folder, record=record)
    else:
        make = MenuPage
    try:
        show(make, "kullerwerk")
    except NoDisplay as error:
        fail(f"{error}; 'kullerwerk play --text' plays in the terminal.")
    except (RulesError, SceneError) as error:
        fail(f"{error}.")
    out.result({"kind": "play", "game": game or None, "window": True})


def _new(
    game: str, players: str, options: str, physics: bool, seed: int | None, record: Path | None
) -> tuple[Session, tuple[Seated, ...], tuple[Event, ...]]:
    """Return a game before its first question, or leave the command."""
    from kullerwerk.loading import begin_game, open_game, read_settings
    from kullerwerk.physics import game_scene, has_physics, live
    from kullerwerk.playing import head_of
    from kullerwerk.seats import read_seats, timed, written
    from kullerwerk.session import Session
    from rules.core.records import header

    if not game:
        fail("expected GAME or --resume FILE, found neither; 'kullerwerk games' lists the games.")
    rules = open_game(game)
    seats = read_seats(game, players or "human,greedy")
    first = begin_game(rules, read_settings(options), len(seats))
    if physics and not has_physics(game):
        fail(f"--physics: no throws of {game} can be simulated; leave it out.")
    said, clock, root = written(seats), timed(seats), seed_or_random(seed)
    if physics:
        scene = game_scene(game, first.state.board.name)
        head = head_of(rules, first.state, scene, root, said, timed=clock)
        provider = live(scene)
    else:
        provider = rules.sampled(first.state)
        engine = {} if provider is None else {"outcomes": "sampled"}
        head = header(rules, first.state, engine=engine, seed=root, players=said, timed=clock)
    session = Session(rules, head, provider, record=record, live=physics)
    return session, seats, first.events


def _scene(head: Header) -> Track | MarbleHill | None:
    """Return what a game is simulated on, None where its outcomes are sampled."""
    from kullerwerk.loading import scene_of
    from kullerwerk.physics import simulated

    return scene_of(head, "") if simulated(head) else None


def _old(
    resume: Path, game: str, players: str, record: Path | None
) -> tuple[Session, tuple[Seated, ...]]:
    """Return a game as its record left it, or leave the command."""
    from dataclasses import replace

    from kullerwerk.loading import open_game
    from kullerwerk.physics import live
    from kullerwerk.seats import timed, written
    from kullerwerk.session import Session

    played, seats = _kept_game(resume, game, players)
    head = played.header
    head = replace(
        head,
        players=written(seats),
        seed=seed_or_random(head.seed),
        timed=head.timed or timed(seats),
    )
    rules = open_game(head.game)
    # A game whose throws were simulated goes on so, on the same scene.
    scene = _scene(head)
    provider = rules.sampled(rules.load(head.setup)) if scene is None else live(scene)
    session = Session(rules, head, provider, played.steps, record, live=scene is not None)
    session.kept = len(session.steps)
    return session, seats


def _keep_others(record: Path | None, resume: Path | None) -> None:
    """Leave the command where ``--record`` names a file that holds another game."""
    if record is None or not record.exists() or not record.stat().st_size:
        return
    if resume is None or not resume.exists() or not record.samefile(resume):
        fail(
            f"--record {record}: this file exists already; --resume {record} goes on with a game, "
            "and a new one needs another file."
        )


def _refuse_chosen(asked: dict[str, bool]) -> None:
    """Leave the command where an option is given that the game to go on with has decided."""
    for name, chosen in asked.items():
        if chosen:
            fail(f"{name}: --resume goes on with a game in which that is chosen already.")


def _kept_game(resume: Path, game: str, players: str) -> tuple[Replay, tuple[Seated, ...]]:
    """Return what a record holds and who goes on with it, or leave the command."""
    from kullerwerk.seats import read_seats

    played = _replayed(resume)
    head = played.header
    if game and game != head.game:
        fail(f"{resume} holds a game of {head.game}, not of {game}.")
    if played.complete:
        fail(
            f"{resume}: this game is over; 'kullerwerk watch {quoted(resume)}' shows it, "
            "'kullerwerk replay' tells it again."
        )
    if not players and not head.players:
        fail(f"{resume} names no players; expected --players.")
    said, why = (
        (players, "--players") if players else (",".join(head.players), f"{resume}, players")
    )
    seats = read_seats(head.game, said, why)
    if len(seats) != head.seats:
        fail(f"{resume} is a game of {head.seats} players, not {len(seats)}.")
    return played, seats


def _replayed(resume: Path) -> Replay:
    """Return what a record holds, or leave the command."""
    from rules.core.errors import RecordError
    from rules.core.records import replay

    try:
        return replay(resume, partial=True)
    except RecordError as error:
        fail(f"{error}.")


def _ask(prompt: str) -> str:
    """Return a line from the person at the screen; EOFError where there are no more."""
    line = input(prompt)
    if not sys.stdin.isatty():
        typer.echo(line)  # a script was piped in: its lines are part of what is read
    return line


def _prepare_input() -> None:
    """Let a person edit what is typed, and letters that cannot be read be something."""
    stdin: object = sys.stdin
    if isinstance(stdin, io.TextIOWrapper):
        cast("io.TextIOWrapper", stdin).reconfigure(errors="replace")
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")


def _wipe(out: Output) -> None:
    """Take everything off the screen, so that the next one does not read it."""
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
        sys.stdout.flush()
    else:
        out.say("-" * 60)


def _greet(out: Output, session: Session, resume: Path | None) -> None:
    """Say what is played, by whom."""
    game, state = session.game, session.state
    who = [f"{game.seat_name(state, k)} ({text})" for k, text in enumerate(session.head.players)]
    out.say(f"{game.title}, seed {session.seed}: {', '.join(who)}")
    if resume is not None:
        out.say(f"after {counted(len(session.steps), 'answer')} of {resume}")
    out.say("'help' at the prompt tells what can be typed.")


def _rescued(session: Session, seats: tuple[Seated, ...]) -> Path | None:
    """Write a person's game that would be lost into the system's temporary folder.

    None where nobody would miss it, or where it cannot be written.
    """
    if None not in seats or not session.unsaved:
        return None
    try:
        handle, name = tempfile.mkstemp(prefix="kullerwerk-game-", suffix=".jsonl")
        os.close(handle)
        session.save(Path(name))
    except (OSError, typer.Exit):
        return None
    return Path(name)


def _kept(session: Session, record: Path | None) -> str:
    """Return what becomes of a game that is left."""
    if record is not None:
        name = quoted(record)
        return f"{record} holds the game; 'kullerwerk play --text --resume {name}' goes on with it."
    if session.unsaved:
        return "The game was not recorded."
    return "The game is left."


def _data(session: Session, over: Over | None) -> dict[str, Any]:
    """Return the game as JSON data."""
    return {
        "kind": "play",
        "game": session.game.name,
        "seed": session.seed,
        "players": list(session.head.players),
        "answers": len(session.steps),
        "end": over.termination if over is not None else None,
        "ranking": list(over.ranking) if over is not None else None,
        "scores": list(over.scores) if over is not None else None,
    }

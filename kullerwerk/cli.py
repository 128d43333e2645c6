"""The command line: ``kullerwerk COMMAND``.

This module and the command modules import the standard library, typer and the console only, so
that ``kullerwerk --help`` answers at once; a command loads what it needs when it runs.
"""

from __future__ import annotations

import io
import itertools
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, TextIO

import typer

import kullerwerk
from kullerwerk.commands import (
    arena,
    calibrate,
    compare,
    drop,
    edit,
    games,
    info,
    measure,
    perft,
    play,
    race,
    replay,
    scenes,
    sweep,
    throw,
    tune,
    watch,
)
from kullerwerk.console import REFUSED, STOPPED, normalise_json

app = typer.Typer(
    name="kullerwerk",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kullerwerk {kullerwerk.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Print the traceback of an unexpected error.")
    ] = False,
) -> None:
    """Lay out a course for a dexterity game, race on it, and measure how it plays.

    Lengths are mm; angles are degrees, counter-clockwise from +x (to the right on the table).
    """
    del version, debug


app.command()(games.games)
app.command()(arena.arena)
app.command()(play.play)
app.command()(watch.watch)
app.command()(race.race)
app.command()(replay.replay)
app.command()(perft.perft)
app.command()(throw.throw)
app.command()(drop.drop)
app.command()(edit.edit)
app.command()(measure.measure)
app.command()(compare.compare)
app.command()(sweep.sweep)
app.command()(tune.tune)
app.command()(calibrate.calibrate)
app.add_typer(scenes.app, name="scenes")
app.command()(info.info)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code: 0, 2 refused input, 130 Ctrl-C, 70 a bug of ours."""
    args = normalise_json(sys.argv[1:] if arguments is None else arguments)
    _open_closed_streams()
    _soften_streams()
    if os.environ.get("NO_COLOR") and _asks_for_help(args):
        _plain_help()
    try:
        code = app(args=args, prog_name="kullerwerk", standalone_mode=False)
    except typer.TyperException as error:
        if error.format_message():  # a command without arguments has printed its help already
            typer.echo(f"Error: {_usage_sentence(error, args)}", err=True)
        return REFUSED
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("Stopped.", err=True)
        return STOPPED
    except (BrokenPipeError, SystemExit):
        # The reader has gone (`kullerwerk ... | head`), which typer answers by leaving; nobody is
        # left to be told.
        sys.stdout = None
        return 1
    except OSError as error:  # a full disk, a file that the system keeps for itself
        try:
            sys.stdout.flush()
        except OSError:
            sys.stdout = None  # what it still holds is what could not be written
        named = f"{error.filename}: " if error.filename else ""
        typer.echo(f"Error: {named}{error.strerror or error}.", err=True)
        return REFUSED
    except Exception as error:  # the outermost frame: a bug, to be reported and not hidden
        typer.echo(_crash_sentence(error, args), err=True)
        return 70
    return code if isinstance(code, int) else 0


def _open_closed_streams() -> None:
    """Give a program that was started without some of its streams (``>&-``) empty ones.

    Python has None in their places; and the first file that a command opened would be taken for the
    missing stream by whoever writes to that by its number.
    """
    if sys.stdin is None:
        sys.stdin = _empty("r")
    if sys.stdout is None:
        sys.stdout = _empty("w")
    if sys.stderr is None:
        sys.stderr = _empty("w")


def _empty(mode: Literal["r", "w"]) -> TextIO:
    """Return a stream that nothing comes from and that takes anything, as long as it is wanted."""
    return Path(os.devnull).open(mode, encoding="utf-8")


def _soften_streams() -> None:
    """Let a terminal that lacks a letter show a replacement for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _asks_for_help(args: Sequence[str]) -> bool:
    """Whether the help will be printed: it was asked for, or no command was named."""
    return not {"-h", "--help"}.isdisjoint(args) or list(args) in ([], ["scenes"])


def _plain_help() -> None:
    """Print the help without any escape code: rich alone leaves bold and dim letters."""
    from typer import rich_utils

    rich_utils.COLOR_SYSTEM = None


def _usage_sentence(error: typer.TyperException, args: Sequence[str]) -> str:
    """Return a complaint about options in this program's words, and where the help is."""
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", None) or _command(args)
    sentence = _own_words(error).rstrip(".")
    return f"{sentence}; see '{path} --help'."


def _command(args: Sequence[str]) -> str:
    """Return the command that was called, as far as its words go."""
    words = list(itertools.takewhile(str.isalpha, args))
    return " ".join(["kullerwerk", *words[: 2 if words[:1] == ["scenes"] else 1]])


def _own_words(error: typer.TyperException) -> str:
    """Return what is wrong with an option, without the library's phrases."""
    message = " ".join(error.format_message().split())
    raw = " ".join(str(getattr(error, "message", "")).split())
    parameter = getattr(error, "param", None)
    if parameter is not None:
        name = parameter.opts[0]
        name = name if name.startswith("-") else (parameter.metavar or name.upper())
        if type(error).__name__ == "MissingParameter":
            return f"expected {name}, found nothing"
        choice = re.search(r"'(.*)' is not one of (.*?)\.?$", raw)
        if choice:
            expected = choice[2].replace("'", "")
            return f"{name} {choice[1]}: expected one of {expected}, found {choice[1]}"
        found = re.search(r"^expected .*, found (.*)$", raw)
        return f"{name} {found[1]}: {raw}" if found else message
    for pattern, words in _PHRASES:
        found = re.match(pattern, message)
        if found:
            return found.expand(words)
    return message


_PHRASES = (
    (
        r"No such option:? '?(-[^\s']*)'?.*Possible options?: ([^)]*)\).*",
        r"there is no option \1 (did you mean \2?)",
    ),
    (r"No such option:? '?(-[^\s']*)'?.*", r"there is no option \1"),
    (r"No such command '([^']*)'.*", r"there is no command \1"),
    (r"Option '(.*)' requires an argument.*", r"\1: expected a value after it, found nothing"),
    (r"Option '(.*)' does not take a value.*", r"\1: expected no value"),
    (r"Got unexpected extra argument(?:s|\(s\))? \((.*)\).*", r"expected nothing more, found \1"),
)
"""How the library complains, and what this program says instead."""


def _crash_sentence(error: Exception, args: Sequence[str]) -> str:
    """Return what a user should do about a bug of ours; the traceback goes into a file."""
    report = "".join(traceback.format_exception(error))
    if "--debug" in args:
        typer.echo(report, err=True)
    header = f"kullerwerk {kullerwerk.__version__}, Python {sys.version}, {sys.platform}"
    text = f"{header}\narguments: {list(args)}\n\n{report}"
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="kullerwerk-crash-", suffix=".txt", delete=False
    ) as file:
        file.write(text)
    return (
        f"Error: this is a bug in kullerwerk ({type(error).__name__}: {error}); please report it "
        f"with the file {Path(file.name)} and the output of 'kullerwerk info'."
    )

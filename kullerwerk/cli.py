"""The command line: ``kullerwerk COMMAND``.

This module and the command modules import the standard library, typer and the console only, so
that ``kullerwerk --help`` answers at once; a command loads what it needs when it runs.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import kullerwerk
from kullerwerk.commands import info, race, replay, scenes, throw
from kullerwerk.console import REFUSED, normalise_json

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


app.command()(race.race)
app.command()(replay.replay)
app.command()(throw.throw)
app.add_typer(scenes.app, name="scenes")
app.command()(info.info)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code: 0, 2 refused input, 130 Ctrl-C, 70 a bug of ours."""
    args = normalise_json(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=args, prog_name="kullerwerk", standalone_mode=False)
    except typer.TyperException as error:
        if error.format_message():  # a command without arguments has printed its help already
            typer.echo(f"Error: {_usage_sentence(error)}", err=True)
        return REFUSED
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("Stopped.", err=True)
        return 130
    except BrokenPipeError:
        # The reader has gone (`kullerwerk ... | head`); nobody is left to be told.
        sys.stdout = None
        return 1
    except Exception as error:  # the outermost frame: a bug, to be reported and not hidden
        typer.echo(_crash_sentence(error, args), err=True)
        return 70
    return code if isinstance(code, int) else 0


def _usage_sentence(error: typer.TyperException) -> str:
    """Return typer's own complaint as one sentence, with the help that explains the command."""
    sentence = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if isinstance(context, typer.Context) else "kullerwerk"
    return f"{sentence}; see {path} --help."


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

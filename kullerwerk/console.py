"""How commands speak: lines for people, JSON for programs, progress, and one-sentence refusals.

A command takes ``quiet: Quiet`` and ``json: Json``, makes an :class:`Output` of them, and sends
everything it says through that::

    @app.command()
    def measure(quiet: Quiet = False, json: Json = None) -> None:
        out = Output(quiet, json)
        out.say("one line for people")
        out.result({"answer": 42})

Colour is rich's affair: it is off in a pipe and where the environment variable NO_COLOR is set.
Nothing heavy is imported before it is needed, because ``kullerwerk --help`` loads this module.
"""

from __future__ import annotations

import contextlib
import json as _json
import math
import os
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

FORMAT = 1
"""Version of every JSON output."""
SHOW_PROGRESS_AFTER = 1.0
"""Seconds of work before a progress bar appears."""
REFUSED = 2
"""Exit code for input that the program does not accept."""

STOPPED = 130
"""Exit code after Ctrl-C."""


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return the reader of an option that is a whole number from ``low`` (to ``high``)."""
    limits = f"from {low} to {high}" if high is not None else f"from {low} on"

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise typer.BadParameter(f"expected a whole number {limits}, found {text}")
        return value

    return read


def measure(low: float, high: float, unit: str) -> Callable[[str], float]:
    """Return the reader of an option that is a number of some unit from ``low`` to ``high``."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise typer.BadParameter(
                f"expected a number of {unit} from {low:g} to {high:g}, found {text}"
            )
        return value

    return read


def share_between(low: float, high: float) -> Callable[[str], float]:
    """Return the reader of an option that is a share, from ``low`` to ``high``."""
    read = measure(low, high, "")

    def shares(text: str) -> float:
        try:
            return read(text)
        except typer.BadParameter as error:
            raise typer.BadParameter(
                f"expected a share from {low:g} to {high:g}, found {text}"
            ) from error

    return shares


Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print nothing but what --json asks for, and errors.")
]
Json = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="[FILE.json]",
        help="Print the result as JSON, or write it to FILE.json; lengths in mm.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        parser=whole(0, 2**63 - 1),
        metavar="N",
        help="Whole number; without it a random one is used and printed.",
    ),
]


def fail(sentence: str, code: int = REFUSED) -> NoReturn:
    """Print one sentence on standard error and leave the command with ``code``."""
    typer.echo(f"Error: {sentence}", err=True)
    raise typer.Exit(code)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 turn``, ``2 turns``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def quoted(file: Path | str) -> str:
    """Return a file's name as it can be typed into a shell: in quotes if there are blanks."""
    text = str(file)
    return f'"{text}"' if re.search(r"\s", text) else text


def normalise_json(args: Sequence[str]) -> list[str]:
    """Give a bare ``--json`` its value ``-`` (standard output).

    ``--json`` takes the next word only when that is ``-`` or ends in ``.json``, so that
    ``scenes show --json NAME`` and ``throw TRACK --json out.json`` both mean what they say.
    """
    out: list[str] = []
    for index, arg in enumerate(args):
        following = args[index + 1] if index + 1 < len(args) else ""
        if arg == "--json" and following != "-" and not following.lower().endswith(".json"):
            out.append("--json=-")
        else:
            out.append(arg)
    return out


def seed_or_random(seed: int | None) -> int:
    """Return the given root seed, or a random one of at most 32 bits."""
    return secrets.randbits(32) if seed is None else seed


class Advance(Protocol):
    """Tells a progress bar of ``steps`` more that are done, and of a new ``total``."""

    def __call__(self, steps: int = 1, total: int | None = None) -> None:
        """Move the bar on."""
        ...


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's words go. ``json`` is None, ``-`` (standard output) or a file's name."""

    quiet: bool = False
    json: str | None = None

    @property
    def talks(self) -> bool:
        """Whether lines for people are wanted."""
        return not self.quiet and self.json != "-"

    def console(self) -> Console:
        """Return a rich console on standard output; markup and number highlighting are off.

        Where its reader has gone it raises BrokenPipeError: rich's own would leave the program at
        once, past whatever has still to be kept.
        """
        from rich.console import Console

        class Told(Console):
            def on_broken_pipe(self) -> None:
                raise BrokenPipeError

        return Told(highlight=False, markup=False, emoji=False)

    def say(self, *parts: RenderableType, style: str | None = None) -> None:
        """Print one line (or rich renderables) for people; long lines are not broken."""
        if self.talks:
            self.console().print(
                *parts, style=style, soft_wrap=all(isinstance(p, str) for p in parts)
            )
            sys.stdout.flush()

    def result(self, data: Mapping[str, Any]) -> None:
        """Give the result to programs, if ``--json`` asked for it, with ``format`` first."""
        self.result_text(dump_json({"format": FORMAT, **data}))

    def result_text(self, text: str) -> None:
        """Give an already formatted JSON text to programs, if ``--json`` asked for it."""
        if self.json is None:
            return
        if self.json == "-":
            sys.stdout.write(_encodable(text, sys.stdout.encoding))
            sys.stdout.flush()
            return
        write_text(Path(self.json), text)
        self.say(f"figures in {self.json}")

    @contextlib.contextmanager
    def waiting(self, label: str) -> Generator[None, None, None]:
        """Show on a terminal that something takes its time, of which nobody knows how much."""
        if self.quiet or not sys.stderr.isatty():
            yield
            return
        from rich.console import Console

        with Console(stderr=True).status(label):
            yield

    @contextlib.contextmanager
    def progress(self, label: str, total: int, rate: str = "") -> Generator[Advance, None, None]:
        """Yield ``advance(steps)``; a bar shows on a terminal once the work takes over a second.

        ``rate`` is the unit of a speed to be shown beside it, such as ``games/s``.
        """
        if self.quiet or not sys.stderr.isatty():
            yield _advance_silently
            return
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        speed = [TextColumn("{task.fields[speed]}")] if rate else []
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            *speed,
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        task = bar.add_task(label, total=total, speed="")
        began = time.monotonic()
        done = 0

        def advance(steps: int = 1, total: int | None = None) -> None:
            nonlocal done
            done += steps
            passed = time.monotonic() - began
            bar.update(
                task,
                advance=steps,
                total=total,
                speed=f"{done / passed:.2g} {rate}" if passed else "",
            )
            if not bar.live.is_started and time.monotonic() - began > SHOW_PROGRESS_AFTER:
                bar.start()

        try:
            yield advance
        finally:
            bar.stop()

    @contextlib.contextmanager
    def progress_of(
        self, label: str, rate: str = ""
    ) -> Generator[Callable[[int, int], None], None, None]:
        """Yield ``tell(done, of)`` for work whose size shows while it goes on; a bar as above."""
        with self.progress(label, 1, rate) as advance:
            told = 0
            goal = 1

            def tell(done: int, of: int) -> None:
                nonlocal told, goal
                advance(done - told, of if of != goal else None)
                told, goal = done, of

            yield tell


def _advance_silently(steps: int = 1, total: int | None = None) -> None:
    del steps, total


def _encodable(text: str, encoding: str | None) -> str:
    """Return a JSON text that a stream of this encoding can hold without loss."""
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", lambda found: _json.dumps(found[0])[1:-1], text)
    return text


def dump_json(data: Mapping[str, Any]) -> str:
    """Return readable JSON with a final newline; refuses NaN and infinity with ValueError."""
    return _json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


@contextlib.contextmanager
def atomic(path: Path) -> Generator[Path, None, None]:
    """Yield a temporary neighbour of ``path`` that takes its place when the block succeeds.

    The neighbour keeps the suffix (picture writers choose the format by it). A folder that is
    missing or may not be written to is refused in one sentence, before any work is lost to it
    if callers ask :func:`check_target` first.
    """
    check_target(path)
    handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes files that only their owner may read; a result is an ordinary file.
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 text file with Unix line ends, atomically, over an existing one."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, atomically, over an existing one."""
    with atomic(path) as temporary:
        temporary.write_bytes(data)


def check_target(path: Path, suffixes: Sequence[str] = ()) -> None:
    """Refuse an output file that cannot be written, in one sentence, before the work begins."""
    problem = target_problem(path, suffixes)
    if problem:
        fail(problem)


def typed_path(text: str) -> Path:
    """Return the path that somebody has typed, with ``~`` for the own folder; it may be none.

    It has no name for "", "." and "/", which `target_problem` refuses by the suffix.
    """
    path = Path(text.strip().replace("\0", ""))
    try:
        return path.expanduser()
    except RuntimeError:  # there is nobody of that name: the file is called so
        return path


def target_problem(path: Path, suffixes: Sequence[str] = ()) -> str:
    """Return why an output file cannot be written, as a sentence; "" where it can."""
    if suffixes and path.suffix.lower() not in suffixes:
        return f"{path}: the name must end in {' or '.join(suffixes)}."
    folder = path.parent
    if not folder.is_dir():
        return f"{path}: the folder {folder} does not exist."
    try:
        if path.is_dir():
            return f"{path} is a folder; expected the name of a file to write."
        # Permissions do not tell everything (read-only and virtual file systems): try it.
        handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=folder)
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        return f"{path}: it cannot be written ({error.strerror or error})."
    return ""


@dataclass(frozen=True, slots=True)
class Target:
    """A file that an option asks for; ``path`` None = not asked for."""

    option: str
    path: Path | None
    suffixes: tuple[str, ...]


def picture_target(path: Path | None) -> Target:
    """Return what ``--picture`` asks for."""
    return Target("--picture", path, (".png", ".svg"))


def table_target(path: Path | None) -> Target:
    """Return what ``--table`` asks for."""
    return Target("--table", path, (".csv", ".parquet"))


def report_target(path: Path | None) -> Target:
    """Return what ``--report`` asks for."""
    return Target("--report", path, (".html",))


def open_output(
    quiet: bool, json: str | None, *targets: Target, inputs: Sequence[str | Path] = ()
) -> Output:
    """Return the output of a command whose files can all be written, or refuse before any work.

    No two outputs may be one file, and none may be one of the ``inputs``.
    """
    figures = Target("--json", None if json in (None, "-") else Path(json), (".json",))
    asked = [(t.option, t.path, t.suffixes) for t in (*targets, figures) if t.path is not None]
    for _, path, suffixes in asked:
        check_target(path, suffixes)
    for index, (option, path, _) in enumerate(asked):
        for other, earlier, _ in asked[:index]:
            if _same(path, earlier):
                fail(f"{option} {path}: {other} already writes this file.")
        for source in inputs:
            if _same(path, Path(source)):
                fail(f"{option} {path}: this would overwrite what the command reads.")
    return Output(quiet, json)


def _same(path: Path, other: Path) -> bool:
    """Whether two names are one file, also by way of a link."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()

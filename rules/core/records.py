"""Games as records: JSON lines that hold decisions and outcomes, never seeds alone.

A record replays on any machine without physics: its header holds the whole state at the start,
its lines what was decided, drawn and settled, some of them with a digest and the number of legal
actions, and its footer the result. ``Writer`` appends a line at a time as the game goes, so that a
game that is broken off leaves every line that was played; ``replay`` plays it again and checks it.

    {"format":1,"game":"koenig","version":1,"options":{...},"board":{...},"seats":2,"setup":{...},
     "engine":{...},"seed":7,"players":["greedy","random"]}
    {"by":0,"do":"start 480,150,0"}
    {"throw":"DieThrow","got":{...},"dig":"5ca1ab1e0ddba11e"}
    {"end":"finish","ranking":[1,2],"scores":[1.0,0.0],"lines":2,"dig":"...","sum":"..."}

``dig`` names the state after a line, ``sum`` all lines before the footer.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self, cast

from rules.core.codec import frozen, load_settled, plain
from rules.core.digest import canonical, digest
from rules.core.errors import RecordError, RulesError
from rules.core.headers import FORMAT, Header, check_header, header, read_header
from rules.core.registry import game as find_game
from rules.core.types import JSON, Ask, Continuous, Decide, Draw, Game, Over, Pending, Step

DIGEST_EVERY = 5
"""Every this many lines a digest is kept."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: header, the lines between, and the footer (None: there is none)."""

    header: Header
    lines: tuple[JSON, ...]
    footer: JSON | None
    file: str = ""
    sum: str = ""
    """Names all lines before the footer, as read."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: the last state, its digest, and whether the game had ended.

    ``steps`` holds what each line did, for pictures and reports.
    """

    header: Header
    state: Any
    digest: str
    complete: bool
    steps: tuple[tuple[Pending, Any, Step[Any]], ...]

    @property
    def lines(self) -> int:
        """How many answers were played."""
        return len(self.steps)


def name_of(game: Game[Any, Any], state: Any) -> str:
    """The digest of a state."""
    return digest(game.dump(state))


def legal_count(game: Game[Any, Any], state: Any) -> int | None:
    """How many actions are legal, None where that is not known: a cheap check of a replay."""
    space = game.space(state)
    return space.count if isinstance(space, Continuous) else len(space.actions)


class _Sum:
    """A running digest of lines, whatever their blanks and the order of their keys."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=8)

    def add(self, data: JSON) -> None:
        """Take one more line."""
        self._hash.update(canonical(data) + b"\n")

    def text(self) -> str:
        """The digest of all lines so far."""
        return self._hash.hexdigest()


def _result(end: Over) -> JSON:
    return {
        "end": end.termination,
        "ranking": list(end.ranking),
        "scores": list(end.scores),
    }


# --- writing -----------------------------------------------------------------


class Writer:
    """Writes a record while the game goes: every line is whole and on its way to the disk.

    An existing file is overwritten; one that somebody else changes later raises OSError. Use it as
    a context manager, or call ``close``: a game that has not ended is closed with a footer that
    says so, and such a record still replays.
    """

    def __init__(self, path: str | os.PathLike[str], game: Game[Any, Any], head: Header) -> None:
        self._game = game
        self._lines = 0
        self._state: Any = game.load(head.setup)
        self._path = Path(path)
        self._closed = False
        self._sum = _Sum()
        self._length = 0
        self._path.write_bytes(b"")
        self._put({"format": FORMAT, **plain(head)})

    @classmethod
    def going_on(
        cls,
        path: str | os.PathLike[str],
        game: Game[Any, Any],
        head: Header,
        steps: Iterable[tuple[Pending, Any, Step[Any]]],
    ) -> Self:
        """A writer that goes on after ``steps``, such as those of a ``Replay``.

        The file takes its new form at once: until the last of the steps is written, what was there
        before stays.
        """
        whole = Path(path)
        beside = whole.with_name(f".{whole.name}.{os.getpid()}")
        try:
            writer = cls(beside, game, head)
            state = game.load(head.setup)
            for pending, answer, step in steps:
                writer.add(state, pending, answer, step)
                state = step.state
            beside.replace(whole)
        finally:
            beside.unlink(missing_ok=True)
        writer._path = whole
        return writer

    def _put(self, data: JSON) -> None:
        self._sum.add(data)
        # Opened and closed per line: what is broken off at any moment leaves whole lines behind.
        text = json.dumps(data, separators=(",", ":"), allow_nan=False) + "\n"
        line = text.encode("ascii")
        with self._path.open("ab") as file:
            if file.tell() != self._length:  # two games in one file are none
                raise OSError(errno.EBUSY, "another program has changed it", str(self._path))
            file.write(line)
        self._length += len(line)

    def add(self, state: Any, pending: Pending, answer: Any, step: Step[Any]) -> None:
        """Write one answer: ``state`` is the state that asked, ``step`` what followed."""
        self._lines += 1
        data: JSON
        match pending:
            case Decide(seat=seat):
                data = {"by": seat, "do": self._game.format(state, answer)}
                count = legal_count(self._game, state)
                if count is not None:
                    data["n"] = count
            case Draw(kind=kind):
                data = {"draw": kind, "got": plain(answer)}
            case Ask(request=request):
                data = {"throw": type(request).__name__, "got": plain(answer)}
            case Over():
                raise ValueError("a game that is over takes no answers")
        if self._lines % DIGEST_EVERY == 0:
            data["dig"] = name_of(self._game, step.state)
        self._state = step.state
        self._put(data)

    def close(self) -> None:
        """Write the footer: the result, or that the game was broken off here."""
        if self._closed:
            return
        self._closed = True
        end = self._game.pending(self._state)
        tail: JSON = {
            "lines": self._lines,
            "dig": name_of(self._game, self._state),
            "sum": self._sum.text(),
        }
        if isinstance(end, Over):
            self._put({**_result(end), **tail})
        else:
            self._put({"stopped": True, **tail})

    def __enter__(self) -> Self:
        """Give the writer itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the record, also when the game was broken off."""
        self.close()


# --- reading -----------------------------------------------------------------


def read(path: str | os.PathLike[str], *, partial: bool = False) -> Record:
    """The record in a file; raises RecordError with file, line and reason.

    The lines are checked for form only; ``replay`` checks what they say. A record without footer
    (broken off without a chance to say so) is read, with ``footer`` None. ``partial`` leaves a
    last line out that was cut off in its middle.
    """
    file = os.fspath(path)
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):  # some of them never end
            raise RecordError("this is no record: it is a device", file)
        data = Path(path).read_bytes()
        # A mark at the beginning is what some editors leave; it says nothing.
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror or error}", file) from error
    except UnicodeDecodeError as error:
        raise RecordError("this is no record: it is not text", file) from error
    if partial and text.count("\n") > 0:
        text = text[: text.rindex("\n") + 1]
    rows = text.splitlines()
    if not rows:
        raise RecordError("this is no record: it is empty", file)
    objects = [_object(row, file, number) for number, row in enumerate(rows, start=1)]
    if not text.endswith("\n"):
        raise RecordError("the last line is cut off; the record is not whole", file, len(rows))
    head = read_header(objects[0], file)
    footer = objects[-1] if len(objects) > 1 and _is_footer(objects[-1]) else None
    body = objects[1:-1] if footer is not None else objects[1:]
    for number, line in enumerate(body, start=2):
        if _is_footer(line):
            raise RecordError("the game ends here, but more lines follow", file, number)
        if not ({"by", "do"} <= line.keys() or ({"draw", "throw"} & line.keys() and "got" in line)):
            raise RecordError("this line is no decision, draw or throw", file, number)
    total = _Sum()
    for data in (objects[0], *body):
        total.add(data)
    return Record(head, tuple(body), footer, file, total.text())


def _object(row: str, file: str, number: int) -> JSON:
    try:
        data: object = json.loads(row, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        what = "this line is cut off or damaged" if number > 1 else "this is no record"
        raise RecordError(f"{what}: it is not JSON", file, number) from error
    if not isinstance(data, dict):
        raise RecordError("a line of a record must be a JSON object", file, number)
    return cast("JSON", data)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _is_footer(line: JSON) -> bool:
    return "end" in line or "stopped" in line


def replay(path: str | os.PathLike[str], *, partial: bool = False) -> Replay:
    """Play a record again without physics and check it; raises RecordError.

    Every decision must be legal, every outcome possible, every digest and count of legal actions
    the same, the result too, and no line may have been changed otherwise. A record without footer
    is refused unless ``partial``, and so is one whose last line was cut off.
    """
    record = read(path, partial=partial)
    if record.footer is None and not partial:
        raise RecordError(
            "the record ends without a result: the last lines are missing",
            record.file,
            len(record.lines) + 1,
        )
    result = play(record)
    if record.footer is not None and record.footer.get("sum") != record.sum:
        raise RecordError(
            "a line was changed after the game, in a way that does not show in how it went",
            record.file,
            len(record.lines) + 2,
        )
    return result


def play(record: Record, *, digests: bool = True) -> Replay:
    """Play a record that was read; ``digests`` False looks at everything but the digests.

    Raises RecordError as ``replay`` does. Without digests a record can be tried under other
    options, to see whether it would have gone the same way.
    """
    head, file = record.header, record.file
    try:
        game = find_game(head.game)
    except RulesError as error:
        raise RecordError(str(error), file, 1) from error
    if head.version != game.version:
        raise RecordError(
            f"this game was played by version {head.version} of the rules of {head.game}, and this "
            f"program knows version {game.version}; replay it with the program that wrote it",
            file,
            1,
        )
    try:
        state = game.load(head.setup)
    except RulesError as error:
        raise RecordError(str(error), file, 1) from error
    check_header(head, header(game, state), file)
    steps: list[tuple[Pending, Any, Step[Any]]] = []
    for number, line in enumerate(record.lines, start=2):
        pending, answer, step = _answer(game, state, line, file, number)
        state = step.state
        steps.append((pending, answer, step))
        if digests and "dig" in line and line["dig"] != name_of(game, state):
            raise RecordError(
                "the game stands differently here than when it was recorded: this line or one "
                "before it was changed",
                file,
                number,
            )
    name = name_of(game, state)
    end = game.pending(state)
    if record.footer is not None:
        _check_footer(record.footer, end, len(steps), name if digests else None, file)
    return Replay(head, state, name, isinstance(end, Over), tuple(steps))


def _answer(
    game: Game[Any, Any], state: Any, line: JSON, file: str, number: int
) -> tuple[Pending, Any, Step[Any]]:
    """Play one line; raises RecordError where it does not fit."""
    pending = game.pending(state)
    kind = {Decide: "a decision", Draw: "a draw", Ask: "a throw", Over: "nothing, it is over"}
    wrong = RecordError(f"the game now waits for {kind[type(pending)]}", file, number)
    try:
        match pending:
            case Decide(seat=seat):
                if "do" not in line:
                    raise wrong
                if line["by"] != seat:
                    raise RecordError(
                        f"seat {line['by']} decides, but it is for seat {seat} to", file, number
                    )
                if "n" in line and line["n"] != (count := legal_count(game, state)):
                    raise RecordError(
                        f"{line['n']} actions were legal here, and now {count} are", file, number
                    )
                answer = game.parse(state, str(line["do"]))
                return pending, answer, game.apply(state, answer)
            case Draw(kind=what):
                if line.get("draw") != what:
                    raise wrong
                answer = frozen(line["got"])
                return pending, answer, game.settle(state, answer)
            case Ask(request=request):
                if line.get("throw") != type(request).__name__:
                    raise wrong
                answer = load_settled(line["got"], line["throw"])
                return pending, answer, game.settle(state, answer)
            case Over():
                raise wrong
    except RecordError:
        raise
    except RulesError as error:
        raise RecordError(str(error), file, number) from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordError("the outcome in this line is damaged", file, number) from error


def _check_footer(footer: JSON, end: Pending, lines: int, name: str | None, file: str) -> None:
    number = lines + 2
    if type(footer.get("lines")) is not int or footer["lines"] != lines:
        raise RecordError(
            f"the record says {footer.get('lines')} lines, but holds {lines}: some are missing",
            file,
            number,
        )
    if isinstance(end, Over):
        result = _result(end)
        # As text, in which 1, 1.0 and true differ.
        if canonical({key: footer.get(key) for key in result}) != canonical(result):
            raise RecordError("the result is not what the game comes to", file, number)
    elif footer.get("stopped") is not True:
        raise RecordError("the record tells a result, but the game has not ended", file, number)
    if name is not None and footer.get("dig") != name:
        raise RecordError(
            "the game ends differently than when it was recorded: a line was changed", file, number
        )

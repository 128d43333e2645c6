"""A table of where real dice came to rest, as people write it: a CSV file, a row per throw.

Columns, in any order: ``rest_x`` and ``rest_y`` (mm), or a word in ``outcome``; the tower's ``x``,
``y`` and ``heading_deg``, unless all rows share one pose that is given beside the table; ``tower``
and ``die``, unless it is one set's own. A file with semicolons may have decimal commas.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kullerwerk.layout import layout_problems
from scenes.errors import shown
from scenes.track import Track
from sim.settled import FULL_TURN, MM, DieThrow, Pose

ON, OFF, STUCK = 0, 1, 2
"""What became of a die: at rest on the table, off it, or still in (or behind) its tower."""
WORDS: dict[str, int] = {
    "": ON,
    "rests": ON,
    "cocked": ON,
    "off": OFF,
    "off_table": OFF,
    "stuck": STUCK,
    "never_left_mouth": STUCK,
    "out_at_back": STUCK,
}
"""The words of the column ``outcome``."""
COLUMNS = ("rest_x", "rest_y", "outcome", "tower", "die", "x", "y", "heading_deg")
IGNORED = ("number", "note")
LEAST = 10
"""Fewer throws tell nothing."""


class TableError(Exception):
    """A table that is not accepted; one sentence without a final full stop."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A throw on a real table: what was thrown, what became of it (ON ...), and where it lies, mm.

    Off the table or stuck the place is 0, 0.
    """

    throw: DieThrow
    where: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Given:
    """What holds for rows that say nothing else: the tower's pose, its set, the die's set.

    ``pose`` None = every row says it; ``die`` "" = the tower's own. ``pull`` is the speed of the
    hat in 0.01 mm/s.
    """

    pose: Pose | None = None
    tower: str = ""
    die: str = ""
    pull: int = 600 * MM


def read_resting(path: str | Path, track: Track, given: Given) -> tuple[Resting, ...]:
    """Read a table. Raises TableError, which names file, line and column."""
    text = _text(path)
    lines = text.splitlines()
    head = next((line for line in lines if line.strip()), "")
    semicolons = ";" in head
    rows = csv.reader(io.StringIO(text), delimiter=";" if semicolons else ",")
    names: list[str] = []
    found: list[Resting] = []
    seen: set[DieThrow] = set()
    for cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        where = f"{path}, line {rows.line_num}"
        if not names:
            names = _header(where, cells, given)
            continue
        if len(cells) > len(names):
            raise TableError(f"{where}: expected {len(names)} cells, as in the first line, found "
                             f"{len(cells)}")  # fmt: skip
        row = _Row(where, dict(zip(names, (c.strip() for c in cells), strict=False)), semicolons)
        one = _resting(row, track, given)
        if one.throw not in seen:
            seen.add(one.throw)
            for _, _, problem in layout_problems(track, one.throw):
                raise TableError(f"{where}, x, y, heading_deg: expected a place where the tower "
                                 f"can stand, but {problem}")  # fmt: skip
        found.append(one)
    if len(found) < LEAST:
        raise TableError(f"{path}: expected a first line with the columns and at least {LEAST} "
                         f"throws below it, found {len(found)}")  # fmt: skip
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row's cells by their columns; ``comma`` = numbers may have decimal commas."""

    where: str
    cells: Mapping[str, str]
    comma: bool

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def number(self, column: str, low: float, high: float, what: str) -> float:
        """Return a number between limits, or refuse the cell."""
        text = self.text(column)
        try:
            value = float(text.replace(",", ".") if self.comma else text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise self.error(column, f"{what} from {low:g} to {high:g}")
        return value

    def error(self, column: str, expected: str) -> TableError:
        text = self.text(column)
        found = shown(text) if text else "nothing"
        return TableError(f"{self.where}, {column}: expected {expected}, found {found}")


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: expected a CSV file in UTF-8, found other bytes") from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TableError(f"{path}: expected a CSV file, found {reason}") from error


def _header(where: str, cells: Sequence[str], given: Given) -> list[str]:
    """Return the columns' names, or refuse the first line."""
    names = [re.sub(r"\s+", "_", cell.strip().lower()) for cell in cells]
    while names and not names[-1]:
        names.pop()
    for number, name in enumerate(names):
        if name not in COLUMNS + IGNORED:
            known = ", ".join(COLUMNS + IGNORED)
            raise TableError(f"{where}: expected columns out of {known}, found {shown(name)}")
        if name in names[:number]:
            raise TableError(f"{where}: expected every column once, found {name} twice")
    wanted = ["rest_x", "rest_y"]
    if given.pose is None:
        wanted += ["x", "y", "heading_deg"]
    elif clash := [name for name in ("x", "y", "heading_deg") if name in names]:
        raise TableError(f"{where}: expected no column {clash[0]} beside --at")
    if not given.tower:
        wanted.append("tower")
    elif "tower" in names:
        raise TableError(f"{where}: expected no column tower beside --tower")
    for name in wanted:
        if name not in names:
            option = {"x": "--at X,Y", "y": "--at X,Y", "heading_deg": "--at X,Y --heading DEG"}
            instead = option.get(name, "--tower SET" if name == "tower" else "")
            other = f" (or {instead})" if instead else ""
            raise TableError(f"{where}: expected a column {name}{other}, found "
                             f"{', '.join(n or 'a blank' for n in names)}")  # fmt: skip
    return names


def _resting(row: _Row, track: Track, given: Given) -> Resting:
    sets = [pieces.name for pieces in track.sets]
    kinds: dict[str, str] = {pieces.die.kind: pieces.name for pieces in reversed(track.sets)}
    tower = given.tower or row.text("tower")
    if tower not in sets:
        raise row.error("tower", f"a set out of {', '.join(sets)}")
    die = row.text("die") or given.die or tower
    die = kinds.get(die, die)
    if die not in sets:
        raise row.error("die", f"one of {', '.join([*kinds, *sets])}")
    length, width = track.table.length, track.table.width
    pose = given.pose
    if pose is None:
        x = row.number("x", 0, length, "a number of mm")
        y = row.number("y", 0, width, "a number of mm")
        heading = row.number("heading_deg", -360, 360, "a number of degrees")
        pose = (round(x * MM), round(y * MM), round(heading * 100) % FULL_TURN)
    throw = DieThrow(tower, die, pose, pull=(given.pull, 0))
    word = row.text("outcome").lower().replace(" ", "_")
    if word not in WORDS:
        raise row.error("outcome", "off, stuck or nothing")
    placed = bool(row.text("rest_x") or row.text("rest_y"))
    if WORDS[word] != ON:
        if placed:
            column = "rest_x" if row.text("rest_x") else "rest_y"
            raise row.error(column, f"nothing for a die that is {word.replace('_', ' ')}")
        return Resting(throw, WORDS[word], 0.0, 0.0)
    what = "a number of mm" if placed else "a number of mm, or off or stuck as the outcome,"
    return Resting(
        throw, ON, row.number("rest_x", 0, length, what), row.number("rest_y", 0, width, what)
    )

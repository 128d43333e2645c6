"""From a file to plain data: reading, TOML's syntax, the file's kind and format."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from scenes.errors import SceneError, in_file_units, shown
from scenes.lines import key_lines, line_of
from scenes.problems import Key

FORMAT = 1
"""The layout of scene files that this program writes."""
LARGEST_FILE = 1_000_000
"""Scene files beyond this many bytes are refused."""
DEEPEST = 20
"""Lists and tables in one another beyond this depth are refused; a scene needs six."""
Data = dict[str, object]
"""A parsed file."""
Upgrade = Callable[[Data], Data]
UPGRADES: Mapping[int, Upgrade] = {}
"""For each older format the function that makes the next format of it; format 1 is the first."""

LISTS = {"half_spheres", "course", "sets", "hut.hatches", "rows"}
"""The lists of tables that scene files may have."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\"' -]+?)\s*\]")
_BARE_MEASURE = re.compile(r"([\w-]+)\s*=\s*([-+]?\d+(?:[.,]\d+)?\s*[A-Za-z°%\"]*)\s*(?:#.*)?$")
"""``key = 35cm`` and ``key = 280,5``: the key, and what was meant as a number."""
_SYNTAX_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


class Source(NamedTuple):
    """A text to be read: its ``file`` as errors call it, and where its neighbours are."""

    file: str
    text: str
    folder: Path | None
    """Folder of the file; None for the library."""


def read_text(path: Path, expected: str = "a scene file") -> str:
    """Return a file's text, line ends as they are, without a byte order mark."""
    try:
        if path.is_dir():
            raise SceneError(str(path), None, "", expected, "a folder")
        if path.stat().st_size > LARGEST_FILE:
            limit = f"{expected} of at most {LARGEST_FILE // 1_000_000} MB"
            raise SceneError(str(path), None, "", limit, f"{path.stat().st_size} bytes")
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise SceneError(str(path), None, "", expected, "no such file") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise SceneError(str(path), None, "", expected, "one that cannot be read") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        raise SceneError(str(path), line, "", "text in UTF-8", found) from error


def parse(source: Source) -> Data:
    """Return a text's plain data. Raises SceneError for what is not TOML, or nested too deeply."""
    too_deep = "lists or tables nested too deeply"
    try:
        data = cast("Data", tomllib.loads(source.text))
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(source, str(error)) from error
    except RecursionError as error:
        raise SceneError(source.file, 1, "", "TOML", too_deep) from error
    except ValueError as error:  # Python's own limit on the digits of a whole number
        line = next(
            (i for i, row in enumerate(source.text.split("\n"), 1) if re.search(r"\d{1000}", row)),
            1,
        )
        raise SceneError(source.file, line, "", "TOML", "a number of too many digits") from error
    level: list[object] = [data]
    for _ in range(DEEPEST):
        level = [item for value in level for item in _inner(value)]
    if level:
        raise SceneError(source.file, 1, "", "a scene file", too_deep)
    return data


def _inner(value: object) -> Iterable[object]:
    """Return what a table or a list holds; nothing for any other value."""
    if isinstance(value, dict):
        return cast("Data", value).values()
    return cast("list[object]", value) if isinstance(value, list) else ()


def tables(source: Source, kind: str) -> tuple[Data, dict[Key, int]]:
    """Return a file's data in the current format, and the lines of its keys.

    Raises SceneError, also for a file that does not say that it is of the wanted kind.
    """
    data = parse(source)
    lines = key_lines(source.text)
    found = data.get("kind")
    if found != kind:
        what = "no such key" if found is None else shown(found)
        line = line_of(("kind",), lines)
        raise SceneError(source.file, line, "kind", f'kind = "{kind}"', what)
    return migrate(data, source.file, line_of(("format",), lines)), lines


def migrate(
    data: Data,
    file: str = "scene",
    line: int | None = None,
    upgrades: Mapping[int, Upgrade] = UPGRADES,
    current: int = FORMAT,
) -> Data:
    """Return a parsed file in the current format; an older one is upgraded step by step.

    A newer one, and a number that never was a format, is refused with SceneError.
    """
    found = data.get("format")
    if not isinstance(found, int) or isinstance(found, bool):
        what = "no such key" if found is None else shown(found)
        raise SceneError(file, line, "format", f"format = {current}", what)
    if found > current:
        raise SceneError(
            file,
            line,
            "format",
            f"format = {current} or older",
            f"{shown(found)}, which a newer kullerwerk has written: update kullerwerk to read it",
        )
    while found < current:
        if found not in upgrades:
            raise SceneError(file, line, "format", f"format = {current}", shown(found))
        found += 1
        data = {**upgrades[found - 1](data), "format": found}
    return data


def _syntax_error(source: Source, message: str) -> SceneError:
    rows = source.text.split("\n")
    place = _SYNTAX_PLACE.search(message)
    reason = _SYNTAX_PLACE.sub("", message).rstrip(".")
    if place and place.group(1):
        line, at = int(place.group(1)), f" at column {place.group(2)}"
    else:
        line, at = max(1, len(source.text.rstrip("\n").split("\n"))), " at the end of the file"
    row = rows[line - 1].strip() if line <= len(rows) else ""
    line = min(line, len(rows))
    if "overwrite" in reason or "twice" in reason or "mutate" in reason:
        return _given_twice(source.file, rows, line)
    measure = _BARE_MEASURE.match(row)
    if measure:
        expected = "a number without unit and with a decimal point, such as 12.5"
        found = measure[2] + in_file_units(measure[2])
        return SceneError(source.file, line, measure[1], expected, found)
    found = f"'{row[:60]}' ({reason[:1].lower()}{reason[1:80]}{at})"
    expected = 'TOML such as key = 12.5 or key = "text"'
    return SceneError(source.file, line, "", expected, found)


def _given_twice(file: str, rows: list[str], line: int) -> SceneError:
    """Return what is wrong with a file where a key or a table is given again on ``line``."""
    headers = [_HEADER.match(row) for row in rows]
    names = {found[2] for found in headers if found and found[1] == "[["} | LISTS
    for number, found in enumerate(headers[:line], 1):
        if found and found[1] == "[" and found[2] in names:
            # The parser complains where the next one follows, but this is the one that is wrong.
            expected = f"[[{found[2]}]] in double brackets for each"
            return SceneError(file, number, "", expected, f"[{found[2]}]")
    header = headers[line - 1]
    if header:
        table = f"{header[1]}{header[2]}{']' * len(header[1])}"
        return SceneError(file, line, header[2], "each table once", f"a second {table}")
    key = rows[line - 1].partition("=")[0].strip()
    return SceneError(file, line, key, "each key once", f"a second {key}"[:60])

"""On which line of a TOML text a key stands.

Parsers of TOML throw the places away, so this module walks the text once more. The text must be
valid TOML: parse it first. Lines count from 1.
"""

from __future__ import annotations

import bisect
import re

from scenes.problems import Key

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR_END = re.compile(r"[,\]}#\n]")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


def key_lines(text: str) -> dict[Key, int]:
    """Return the line of every table, key and list item of a valid TOML text."""
    walk = _Walk(text)
    walk.document()
    return walk.lines


def line_of(key: Key, lines: dict[Key, int]) -> int:
    """Return the line of a key, or of the nearest table around it that the text does have."""
    for length in range(len(key), 0, -1):
        if key[:length] in lines:
            return lines[key[:length]]
    return 1


class _Walk:
    """One pass over a text; ``at`` is the place of the next character to read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Key, int] = {}
        self.counts: dict[Key, int] = {}
        """How many elements each list of tables ([[...]]) has so far."""
        self.breaks = [place for place, char in enumerate(text) if char == "\n"]

    def document(self) -> None:
        table: Key = ()
        while self.blank() < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def here(self) -> int:
        return bisect.bisect_left(self.breaks, self.at) + 1

    def blank(self) -> int:
        """Skip white space, line ends and comments; return the new place."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def spaces(self) -> None:
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1

    def note(self, key: Key, line: int) -> None:
        """Remember the first line on which a key, and each table around it, shows itself."""
        for length in range(1, len(key) + 1):
            self.lines.setdefault(key[:length], line)

    def header(self) -> Key:
        line = self.here()
        is_list = self.text.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        names = self.dotted()
        self.at += 2 if is_list else 1
        path: Key = ()
        for place, name in enumerate(names):
            path = (*path, name)
            last = place == len(names) - 1
            if last and is_list:
                self.note(path, line)
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        self.note(path, line)
        return path

    def dotted(self) -> tuple[str, ...]:
        names: list[str] = []
        while True:
            self.spaces()
            names.append(self.name())
            self.spaces()
            if self.text[self.at : self.at + 1] != ".":
                return tuple(names)
            self.at += 1

    def name(self) -> str:
        if self.text[self.at] in "\"'":
            start = self.at
            self.string()
            raw = self.text[start + 1 : self.at - 1]
            return raw if self.text[start] == "'" else _ESCAPE.sub(_unescape, raw)
        found = _BARE.match(self.text, self.at)
        if found is None:
            raise ValueError(f"no TOML key at line {self.here()}")
        self.at = found.end()
        return found.group()

    def pair(self, table: Key) -> None:
        line = self.here()
        key = (*table, *self.dotted())
        self.note(key, line)
        self.at += 1  # the equals sign
        self.spaces()
        self.value(key)

    def value(self, key: Key) -> None:
        char = self.text[self.at]
        if char in "\"'":
            self.string()
        elif char == "[":
            self.list_items(key)
        elif char == "{":
            self.inline_table(key)
        else:
            found = _SCALAR_END.search(self.text, self.at)
            self.at = found.start() if found else len(self.text)

    def list_items(self, key: Key) -> None:
        self.at += 1
        index = 0
        while self.text[self.blank()] != "]":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.note((*key, index), self.here())
            self.value((*key, index))
            index += 1
        self.at += 1

    def inline_table(self, key: Key) -> None:
        self.at += 1
        while self.text[self.blank()] != "}":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.pair(key)
        self.at += 1

    def string(self) -> None:
        """Skip a string of any of the four kinds."""
        quote = self.text[self.at]
        long = quote * 3
        if self.text.startswith(long, self.at):
            self.at += 3
            while not self.text.startswith(long, self.at):
                self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
            self.at += 3
            # Up to two quotes of the text may stand right before the closing three.
            while self.text[self.at : self.at + 1] == quote:
                self.at += 1
            return
        self.at += 1
        while self.text[self.at] != quote:
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += 1


def _unescape(found: re.Match[str]) -> str:
    digits = found.group(1) or found.group(2)
    return chr(int(digits, 16)) if digits else _ESCAPED.get(found.group(3), found.group(3))

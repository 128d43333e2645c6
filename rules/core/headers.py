"""The first line of a record: what was played, by whom, from which state on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from rules.core.codec import frozen, plain
from rules.core.digest import canonical
from rules.core.errors import RecordError
from rules.core.types import JSON, Game

FORMAT = 1
"""Version of the format that is written."""
LONGEST = 60
"""How many characters of a value that cannot be are said again."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says before the first line; ``board`` is ``{"name", "scene"}``."""

    game: str
    version: int
    options: JSON
    board: JSON
    seats: int
    setup: JSON
    engine: JSON = field(default_factory=dict[str, Any])
    seed: int | None = None
    players: tuple[str, ...] = ()
    timed: bool = False


def header(
    game: Game[Any, Any],
    state: Any,
    *,
    engine: Mapping[str, Any] | None = None,
    seed: int | None = None,
    players: Sequence[str] = (),
    timed: bool = False,
) -> Header:
    """The header of a record that begins at ``state``."""
    dump = game.dump(state)
    board = cast("JSON", dump.get("board", {}))
    return Header(
        game=game.name,
        version=game.version,
        options=cast("JSON", dump.get("options", {})),
        board={"name": board.get("name", ""), "scene": board.get("scene", "")},
        seats=game.seated(state),
        setup=dump,
        engine=dict(engine or {}),
        seed=seed,
        players=tuple(players),
        timed=timed,
    )


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind


_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "game": (_is(str), "text"),
    "version": (_is(int), "whole number"),
    "options": (_is(dict), "object"),
    "board": (_is(dict), "object"),
    "seats": (_is(int), "whole number"),
    "setup": (_is(dict), "object"),
    "engine": (_is(dict), "object"),
    "seed": (
        lambda value: value is None or (type(value) is int and value >= 0),
        "whole number from 0 on",
    ),
    "players": (
        lambda value: isinstance(value, tuple) and all(map(_is(str), cast("Any", value))),
        "list of names",
    ),
    "timed": (_is(bool), "true or false"),
}
"""What the fields of a header must be, as a test and in words."""


def read_header(data: JSON, file: str) -> Header:
    """The header of a record's first line; raises RecordError."""
    number = data.get("format")
    if type(number) is not int or "game" not in data:
        raise RecordError("this is no record: the first line is no header", file, 1)
    if number > FORMAT:
        raise RecordError(
            f"this record has format {number}, newer than {FORMAT}, which is all that this program "
            "knows; update kullerwerk to replay it",
            file,
            1,
        )
    if number < 1:
        raise RecordError(f"there is no record format {number}", file, 1)
    values = {key: value for key, value in data.items() if key != "format"}
    values["players"] = frozen(values.get("players", []))
    try:
        head = Header(**values)
    except TypeError as error:
        raise RecordError(f"the header is damaged: {error}", file, 1) from error
    for name, (allowed, expected) in _KINDS.items():
        value = getattr(head, name)
        if not allowed(value):
            said = json.dumps(plain(value))
            found = said if len(said) <= LONGEST else f"{said[:LONGEST]}..."
            raise RecordError(f"the header is damaged: {name} is {found}, no {expected}", file, 1)
    return head


def check_header(head: Header, own: Header, file: str) -> None:
    """Refuse a header that says something else than the state at the start, whose ``own`` is.

    A state whose board knows of no scene says nothing about the one that the header names.
    """
    scene = own.board["scene"] or head.board.get("scene")
    known = replace(own, board={**own.board, "scene": scene})
    for name in ("seats", "options", "board"):
        if canonical({name: getattr(head, name)}) != canonical({name: getattr(known, name)}):
            raise RecordError(f"the header is damaged: {name} and setup do not agree", file, 1)
    if len(head.players) not in (0, head.seats):
        raise RecordError(
            f"the header is damaged: it names {len(head.players)} players for {head.seats} seats",
            file,
            1,
        )

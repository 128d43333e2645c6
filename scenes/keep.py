"""Write new values into an existing TOML text and leave the rest of it as its author laid it out.

A comment above the header of a list's table (``[[half_spheres]]``) belongs to that table and goes
where it goes; what stands after the last table of a list stays there.
"""

from __future__ import annotations

import itertools
from typing import TypeGuard, cast

import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, Array, Comment, InlineTable, Item, Table, Whitespace

Data = dict[str, object]
Trivia = list[Item]

_IDENTITY = {"half_spheres": "name", "course": "around", "sets": "name"}
"""The key by which a table of a list is known again."""


def edited(text: str, data: Data, defaults: Data) -> str:
    """Return ``text`` with the values of ``data``.

    A key of ``data`` that ``text`` leaves out is added unless it has the value in ``defaults``
    (where ``name[]`` holds those of the tables in the list ``name``); keys and tables that
    ``data`` does not have are taken out.
    """
    # TOML reads either line end as a plain one; tomlkit alone would take them for a change.
    document = tomlkit.parse(text.replace("\r\n", "\n"))
    _merge(document, data, defaults)
    result = tomlkit.dumps(document)
    windows = text.count("\r\n") * 2 > text.count("\n")
    return result.replace("\n", "\r\n") if windows else result


def _merge(table: Container | Table | InlineTable, data: Data, defaults: Data) -> None:
    for key in [str(key) for key in table]:
        if key not in data:
            table.remove(key)
    for key, value in data.items():
        if key not in table:
            if value != defaults.get(key):
                _add(table, key, value, defaults)
            continue
        old = cast("object", table[key])  # an item, or a bare bool
        if (old.unwrap() if isinstance(old, Item) else old) == value:
            continue
        if isinstance(old, AoT) and value == defaults.get(key):
            table.remove(key)
        elif isinstance(old, Table | InlineTable) and isinstance(value, dict):
            _merge(old, cast("Data", value), _table_in(defaults, key))
        elif isinstance(old, AoT) and (tables := _as_tables(value)):
            _merge_list(table, key, old, tables, _table_in(defaults, f"{key}[]"))
        elif isinstance(old, Array) and _of_length(value, len(old)):
            _merge_array(old, value)
        else:
            table[key] = value


def _of_length(value: object, length: int) -> TypeGuard[list[object]]:
    return isinstance(value, list) and len(cast("list[object]", value)) == length


def _merge_array(old: Array, data: list[object]) -> None:
    """Write new values over those of a list, whose lines and comments stay."""
    for index, value in enumerate(data):
        item = cast("object", old[index])
        if (item.unwrap() if isinstance(item, Item) else item) == value:
            continue
        if isinstance(item, Array) and _of_length(value, len(item)):
            _merge_array(item, value)
        else:
            old[index] = value


def _add(table: Container | Table | InlineTable, key: str, value: object, defaults: Data) -> None:
    """Add a key; of a table, only what differs from its defaults."""
    tables = _as_tables(value)
    if isinstance(value, dict):
        table[key] = _without(cast("Data", value), _table_in(defaults, key))
    elif tables and not isinstance(table, InlineTable):
        usual = _table_in(defaults, f"{key}[]")
        table[key] = AoT([_new_table(_without(item, usual)) for item in tables])
    else:
        table[key] = value


def _merge_list(
    table: Container | Table | InlineTable, key: str, old: AoT, data: list[Data], defaults: Data
) -> None:
    tables = list(old.body)
    tails = [_cut_tail(item) for item in tables]
    leads: dict[int, Trivia] = {id(item): tails[i] for i, item in enumerate(tables[1:])}
    kept = _pair(tables, data, _IDENTITY.get(key, "name"))
    result: list[Table] = []
    for item, values in zip(kept, data, strict=True):
        if item is None:
            result.append(_new_table(_without(values, defaults)))
        else:
            _merge(item, values, defaults)
            result.append(item)
    blank: Trivia = [Whitespace("\n")]
    for before, item in itertools.pairwise(result):
        _add_tail(before, leads.get(id(item), blank))
    if result:
        first = leads.get(id(result[0]), [])
        result[0].value.body[:0] = [(None, part) for part in first if isinstance(part, Comment)]
        _add_tail(result[-1], tails[-1] if tails else blank)
    if result == tables:
        return
    # "parsed" keeps tomlkit from putting blank lines of its own between the tables.
    table[key] = AoT(result, parsed=True)


def _pair(tables: list[Table], data: list[Data], identity: str) -> list[Table | None]:
    """Return for each new table the old one that it continues, if any: by name, then by place."""
    names = [item.unwrap().get(identity) for item in tables]
    wanted = [item.get(identity) for item in data]
    result: list[Table | None] = [
        tables[names.index(name)] if name is not None and name in names else None for name in wanted
    ]
    for index, item in enumerate(result):
        # Tables without a name, as the rows of a hill, go on by their places.
        renamed = index < len(tables) and (names[index] is None or names[index] not in wanted)
        if item is None and renamed:
            result[index] = tables[index]
    return result


def _new_table(data: Data) -> Table:
    table = tomlkit.table()
    for key, value in data.items():
        table.add(key, value)
    return table


def _last(table: Table) -> Table:
    """Return the table whose end is the end of ``table``: itself, or its last table inside."""
    body = table.value.body
    inner = body[-1][1] if body else None
    if isinstance(inner, Table):
        return _last(inner)
    return _last(inner.body[-1]) if isinstance(inner, AoT) else table


def _cut_tail(table: Table) -> Trivia:
    """Take the comments and blank lines off the end of a table and return them."""
    body = _last(table).value.body
    tail: Trivia = []
    while body and isinstance(body[-1][1], Comment | Whitespace):
        tail.insert(0, body.pop()[1])
    return tail


def _add_tail(table: Table, tail: Trivia) -> None:
    _last(table).value.body.extend((None, part) for part in tail)


def _as_tables(value: object) -> list[Data]:
    """Return a list of tables as such; an empty list for anything else."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    return cast("list[Data]", items) if all(isinstance(item, dict) for item in items) else []


def _table_in(defaults: Data, key: str) -> Data:
    known = defaults.get(key)
    return cast("Data", known) if isinstance(known, dict) else {}


def _without(data: Data, usual: Data) -> Data:
    """Return the values that differ from the usual ones."""
    return {key: value for key, value in data.items() if key not in usual or value != usual[key]}

"""One sentence for a bad scene file: where, what was expected, what was found.

Sentences are made from the models' own JSON Schema, so a limit is written down once. Of several
faults the most telling one is reported: a contradiction in units before a wrong value, a wrong
value before a missing one.
"""

from __future__ import annotations

import datetime
import difflib
import math
import re
from collections.abc import Iterable, Sequence, Sized
from typing import NamedTuple, cast

from pydantic import BaseModel, ValidationError

from scenes.lines import line_of
from scenes.problems import PROBLEM, Key, Problem, and_more, dotted, number

Node = dict[str, object]
"""A piece of JSON Schema."""

_WITH_UNIT = re.compile(
    r"\s*([-+]?\d+(?:[.,]\d+)?)\s*(mm|cm|dm|m|g|kg|mg|°|deg|degrees?|rad|in|inch|inches|\")?\s*"
)
_UNIT_SUFFIX = re.compile(r"_(mm|cm|dm|m|g|kg|mg|deg|degrees|rad|in|inch)$")
_FACTORS: dict[str, dict[str, float]] = {
    "mm": {"mm": 1, "cm": 10, "dm": 100, "m": 1000, "in": 25.4, "inch": 25.4, "inches": 25.4}
    | {'"': 25.4},
    "g": {"g": 1, "kg": 1000, "mg": 0.001},
    "degrees": {"°": 1, "deg": 1, "degree": 1, "degrees": 1, "rad": 180 / math.pi},
}
_LIKELY: dict[str, tuple[str, ...]] = {"mm": ("cm", "m"), "g": ("kg",), "degrees": ("rad",)}
_SHOWN = 40
"""Longest piece of a user's text that is repeated in a sentence."""


class SceneError(Exception):
    """A scene file that is not accepted; ``str()`` is one sentence without a final full stop.

    Attributes: ``file`` as the caller wrote it; ``line`` from 1 on, None where there is no such
    line; ``key`` such as ``half_spheres[2].radius``, possibly empty; ``expected`` and ``found``
    as they stand in the sentence; ``sentence`` without a remark about further errors, and ``rest``
    those further errors.
    """

    def __init__(
        self,
        file: str,
        line: int | None,
        key: str,
        expected: str,
        found: str,
        rest: Sequence[SceneError] = (),
    ) -> None:
        self.file = file
        self.line = line
        self.key = key
        self.expected = expected
        self.found = found
        where = file if line is None else f"{file}, line {line}"
        where = f"{where}, {key}" if key else where
        self.sentence = f"{where}: expected {expected}, found {found}"
        self.rest = tuple(rest)
        super().__init__(f"{self.sentence}{and_more(len(self.rest))}")


class _Fault(NamedTuple):
    rank: int
    """How telling the fault is; 0 = most."""
    line: int
    problem: Problem


def from_problems(
    problems: Iterable[Problem], file: str, lines: dict[Key, int]
) -> SceneError | None:
    """Return the first of the problems as an error, or None if there is none."""
    errors = [
        SceneError(file, line_of(p.key, lines), dotted(p.key), p.expected, p.found)
        for p in problems
    ]
    return _together(errors) if errors else None


def _together(errors: Sequence[SceneError]) -> SceneError:
    """Return the first error with the others as its ``rest``."""
    first, *rest = errors
    return SceneError(first.file, first.line, first.key, first.expected, first.found, rest)


def from_validation(
    error: ValidationError, model: type[BaseModel], file: str, lines: dict[Key, int]
) -> SceneError:
    """Return pydantic's complaint about a file as one sentence."""
    schema = cast("Node", model.model_json_schema())
    faults: list[_Fault] = []
    meant: set[Key | None] = set()
    """Keys that are missing because they are there under another name."""
    for detail in error.errors(include_url=False):
        place = detail["loc"]
        if detail["type"] == PROBLEM:
            problems = cast("tuple[Problem, ...]", detail.get("ctx", {})["problems"])
            faults += [
                _fault(1, Problem((*place, *p.key), p.expected, p.found), lines) for p in problems
            ]
        elif detail["type"] == "extra_forbidden":
            rank, problem, key = _unknown_key(place, node_at(schema, place[:-1]))
            faults.append(_fault(rank, problem, lines))
            meant.add(key)
        else:
            rank, problem = _explain(detail["type"], place, detail["input"], schema)
            faults.append(_fault(rank, problem, lines))
    faults = [fault for fault in faults if fault.problem.key not in meant]
    faults.sort(key=lambda fault: (fault.rank, fault.line))
    return _together(
        [SceneError(file, line, dotted(p.key), p.expected, p.found) for _, line, p in faults]
    )


def _fault(rank: int, problem: Problem, lines: dict[Key, int]) -> _Fault:
    return _Fault(rank, line_of(problem.key, lines), problem)


def _explain(kind: str, place: Key, value: object, schema: Node) -> tuple[int, Problem]:
    """Return the rank of a pydantic error and the problem in our words."""
    if kind == "missing" and place and isinstance(place[-1], int):
        place = place[:-1]  # a list that is too short: speak of the list, not of its last item
        return 1, Problem(place, describe(node_at(schema, place)), shown(value))
    node = node_at(schema, place)
    is_section = node.get("type") == "object" and place and isinstance(place[-1], str)
    header = ".".join(step for step in place if isinstance(step, str))
    if kind == "missing":
        if is_section:
            return 2, Problem(place, f"a [{header}] section", "none")
        return 2, Problem(place, describe(node), "no such key")
    found = shown(value)
    if is_section and found != "a table":
        return 1, Problem(place, f"a [{header}] section", found)
    if found == "a table" and _is_list_of_tables(node):
        return 1, Problem(place, f"[[{header}]] in double brackets for each", f"[{header}]")
    if kind == "too_long" and "prefixItems" not in node:
        found = f"{len(cast('Sized', value))}"
    hint = unit_hint(node, value)
    return (0 if hint else 1), Problem(place, describe(node), found + hint)


def _unknown_key(place: Key, table: Node) -> tuple[int, Problem, Key | None]:
    """Return rank and problem of a key that is not known, and the key that was probably meant."""
    known = list(cast("dict[str, Node]", table.get("properties", {})))
    name = str(place[-1])
    found = f"the unknown key {shown_key(name)}"
    stem = _UNIT_SUFFIX.sub("", name)
    if stem != name and stem in known:
        node = node_at(table, (stem,), cast("Node", table["$root"]))
        expected = f"the key {stem} with {describe(node)}"
        return 0, Problem(place, expected, found), (*place[:-1], stem)
    nearest = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    if nearest:
        return 1, Problem(place, f"the key {nearest[0]}", found), (*place[:-1], nearest[0])
    return 1, Problem(place, f"one of the keys {', '.join(known)}", found), None


def node_at(schema: Node, place: Key, root: Node | None = None) -> Node:
    """Return the JSON Schema of the value at ``place``; an empty one where there is none.

    The result carries the whole schema under ``$root``, so that references in it can be followed.
    """
    root = root or schema
    node = _resolved(schema, root)
    for step in place:
        if isinstance(step, int):
            fixed = cast("list[Node]", node.get("prefixItems", []))
            inner = fixed[step] if step < len(fixed) else node.get("items", {})
        else:
            inner = cast("Node", node.get("properties", {})).get(step, {})
        node = _resolved(cast("Node", inner) if isinstance(inner, dict) else {}, root)
    return {**node, "$root": root}


def _resolved(node: Node, root: Node) -> Node:
    """Return a node with its references followed; of a choice with null, the other one."""
    choices = cast("list[Node]", node.get("anyOf", []))
    real = [choice for choice in choices if choice.get("type") != "null"]
    if len(real) == 1:
        return _resolved({**node, **real[0], "anyOf": []}, root)
    reference = node.get("$ref")
    if isinstance(reference, str):
        definitions = cast("dict[str, Node]", root.get("$defs", {}))
        return _resolved(definitions[reference.rpartition("/")[2]], root)
    return node


def describe(node: Node) -> str:
    """Return what a piece of JSON Schema expects, in words that complete "expected ..."."""
    if "expected" in node:
        return str(node["expected"])
    if "const" in node:
        return shown(node["const"])
    if "enum" in node:
        return "one of " + ", ".join(shown(item) for item in cast("list[object]", node["enum"]))
    match node.get("type"):
        case "number" | "integer":
            return _number_words(node)
        case "string":
            longest = node.get("maxLength")
            return f"a text of at most {longest} characters" if longest else "a text in quotes"
        case "boolean":
            return "true or false"
        case "array":
            return _list_words(node)
        case "object":
            return "a table"
        case _:
            return "a value that fits here"


def _number_words(node: Node, *, plural: bool = False) -> str:
    what = "whole number" if node.get("type") == "integer" else "number"
    words = f"{what}s" if plural else f"a {what}"
    if "unit" in node:
        words += f" of {node['unit']}"
    least, most = node.get("minimum"), node.get("maximum")
    if least is not None and most is not None:
        return f"{words} between {_limit(least)} and {_limit(most)}"
    above = node.get("exclusiveMinimum")
    if above is not None and most is not None:
        return f"{words} above {_limit(above)} and at most {_limit(most)}"
    return words


def _is_list_of_tables(node: Node) -> bool:
    root = cast("Node", node.get("$root", node))
    item = _resolved(cast("Node", node.get("items", {})), root)
    return node.get("type") == "array" and item.get("type") == "object"


def _list_words(node: Node) -> str:
    root = cast("Node", node.get("$root", node))
    fixed = [_resolved(item, root) for item in cast("list[Node]", node.get("prefixItems", []))]
    if fixed:
        return f"a list of {len(fixed)} {_number_words(fixed[0], plural=True)}"
    item = _resolved(cast("Node", node.get("items", {})), root)
    if item.get("type") in ("number", "integer"):
        some = "one or more " if node.get("minItems") else ""
        return f"a list of {some}{_number_words(item, plural=True)}"
    if item.get("type") == "array":
        return "a list of points such as [120, 40]"
    most = node.get("maxItems")
    return f"a list of {f'at most {most} ' if most else ''}tables"


def _limit(value: object) -> str:
    return number(float(cast("float", value)))


def shown(value: object) -> str:
    """Return a value as it stands in a TOML file, cut short."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
            return (
                '"' + text.encode("unicode_escape").decode("ascii") + '"'
                if not (text.isprintable())
                else f'"{text}"'
            )
        case int():
            return str(value) if abs(value) < 10**_SHOWN else "a huge number"
        case float():
            return repr(value)
        case list() | tuple():
            items = ", ".join(shown(item) for item in cast("list[object]", value))
            return f"[{items}]" if len(items) <= _SHOWN else f"[{items[: _SHOWN - 1]}…]"
        case dict():
            return "a table"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)[:_SHOWN]


def shown_key(name: str) -> str:
    """Return a key as it stands in a TOML file, cut short and in quotes where it must be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", name) else shown(name)


def unit_hint(node: Node, value: object) -> str:
    """Return a remark where a value would be right in another unit, or as a number; or nothing."""
    unit = str(node.get("unit", ""))
    if node.get("type") not in ("number", "integer"):
        return ""
    factors = _FACTORS.get(unit, {})
    if isinstance(value, str):
        found = _WITH_UNIT.fullmatch(value)
        factor = factors.get(found.group(2), None) if found and found.group(2) else 1.0
        if found is None or factor is None:
            return ""
        meant = float(found.group(1).replace(",", ".")) * factor
        return f" (write {number(meant)}, without quotes{' and unit' if found.group(2) else ''})"
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < abs(value) < 1e9:
        return ""
    for other in _LIKELY.get(unit, ()):
        meant = value * factors[other]
        if _fits(node, meant) and not _fits(node, value):
            return f" (if {value:g} {other} is meant, write {number(meant)})"
    return ""


def in_file_units(text: str) -> str:
    """Return a remark about how a file writes a measure such as ``35cm`` or ``280,5``; or nothing.

    Files hold mm, g and degrees.
    """
    found = _WITH_UNIT.fullmatch(text)
    if found is None:
        return ""
    unit = found.group(2)
    known = [factors[unit] for factors in _FACTORS.values() if unit in factors]
    if unit and not known:
        return ""
    return f" (write {number(float(found.group(1).replace(',', '.')) * (known[0] if unit else 1))})"


def _fits(node: Node, value: float) -> bool:
    least, most = cast("float", node.get("minimum", -math.inf)), node.get("maximum", math.inf)
    return least <= value <= cast("float", most)

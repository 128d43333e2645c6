"""A record that was changed anywhere is refused with a sentence, never with a traceback."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import records
from rules.core.errors import RecordError

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = (
    "buddel/rulings",
    "company/everybody-passes",
    "hoehle/no-move",
    "koenig/rulings",
    "koenig/hand-mode",
    "kullern/cascade",
)
ROWS = {name: (GOLDEN / f"{name}.jsonl").read_text().splitlines() for name in NAMES}
VALUES = (None, True, -1, 0, 7, 1.5, 10**400, "", "x", [], [1], {}, {"a": 1}, [[1, 2], [3, 4]])


def places(data, path=()):
    """Every place in nested JSON data."""
    yield path
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in items:
        yield from places(value, (*path, key))


def put(data, path, value):
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(sorted(ROWS)), st.integers(0, 10**9), st.sampled_from(VALUES))
def test_any_value_changed_anywhere(tmp_path, name, seed, value):
    rng = random.Random(seed)
    rows = [json.loads(row) for row in ROWS[name]]
    number = rng.choice((0, rng.randrange(len(rows))))
    where = rng.choice([place for place in places(rows[number]) if place])
    old = rows[number]
    for key in where:
        old = old[key]
    if old == value and type(old) is type(value):
        return
    put(rows[number], where, value)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(RecordError) as caught:
        records.replay(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "koenig/hand-mode"])
def test_any_field_of_a_header_that_tells_nothing_afterwards(tmp_path, name):
    """Also in a record that was broken off, which has no sum, a changed header is found."""
    path = tmp_path / "changed.jsonl"
    first = json.loads(ROWS[name][0])
    for field in first:
        for value in VALUES:
            if value == first[field] and type(value) is type(first[field]):
                continue
            head = {**first, field: value}
            path.write_text(json.dumps(head) + "\n")
            allowed = (
                (field == "seed" and (value is None or (type(value) is int and value >= 0)))
                or (field == "timed" and type(value) is bool)
                or (field == "engine" and type(value) is dict)
                or (field == "players" and value == [])
            )
            if allowed:
                assert records.replay(path, partial=True).lines == 0
                continue
            with pytest.raises(RecordError) as caught:
                records.replay(path, partial=True)
            assert str(caught.value).startswith(f"{path}, line 1: ")


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(sorted(ROWS)), st.integers(0, 10**9))
def test_lines_lost_doubled_or_swapped(tmp_path, name, seed):
    rng = random.Random(seed)
    rows = list(ROWS[name])
    k = rng.randrange(1, len(rows) - 2)
    match rng.randrange(3):
        case 0:
            del rows[k]
        case 1:
            rows.insert(k, rows[k])
        case _:
            rows[k], rows[k + 1] = rows[k + 1], rows[k]
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(rows) + "\n")
    with pytest.raises(RecordError):
        records.replay(path)

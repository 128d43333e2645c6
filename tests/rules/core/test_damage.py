"""A record that was changed anywhere is refused with a sentence, never with a traceback."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import records
from rules.core.errors import RecordError

GOLDEN = Path(__file__).parents[1] / "golden/koenig"
ROWS = {
    name: (GOLDEN / f"{name}.jsonl").read_text().splitlines() for name in ("rulings", "hand-mode")
}
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

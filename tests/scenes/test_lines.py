"""Finding the line of a key in a TOML text."""

import tomllib

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from scenes.files import source_text
from scenes.lines import key_lines, line_of

TEXT = '''# comment
a = 1
b.c.d = "x # not a comment"
"qu.o\\u0041" = [1, # comment
  [2,
   3], {x = 1, y.z = [ 5, 6 ]}]
[t.u]
s = """a
[nope]
\\""" x = 1"""
[[l]]
n=1
[[l.m]]
q = \'\'\'it's
[y]\'\'\'\'
[[l.m]]
[l.m.k]
v=1979-05-27 07:32:00
[[l]]
  [l.sub]
  w = 2'''
LINES = {
    ("a",): 2,
    ("b",): 3,
    ("b", "c", "d"): 3,
    ("qu.oA",): 4,
    ("qu.oA", 0): 4,
    ("qu.oA", 1): 5,
    ("qu.oA", 1, 1): 6,
    ("qu.oA", 2, "x"): 6,
    ("qu.oA", 2, "y", "z", 1): 6,
    ("t", "u"): 7,
    ("t", "u", "s"): 8,
    ("l",): 11,
    ("l", 0): 11,
    ("l", 0, "n"): 12,
    ("l", 0, "m"): 13,
    ("l", 0, "m", 0, "q"): 14,
    ("l", 0, "m", 1): 16,
    ("l", 0, "m", 1, "k"): 17,
    ("l", 0, "m", 1, "k", "v"): 18,
    ("l", 1): 19,
    ("l", 1, "sub", "w"): 21,
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_of_all_kinds_of_keys(end):
    tomllib.loads(TEXT)
    lines = key_lines(TEXT.replace("\n", end))
    assert {key: lines[key] for key in LINES} == LINES


def test_a_missing_key_is_where_its_table_is():
    lines = key_lines(TEXT)
    assert line_of(("l", 1, "sub", "none"), lines) == 20
    assert line_of(("none",), lines) == 1


def paths(value, at=()):
    """Yield the path of everything in parsed data."""
    if at:
        yield at
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*at, index))


KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=5)
VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(max_size=8) | st.dates() | st.just("a\n]b\"\"'''"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_every_key_of_any_text_is_found(data):
    text = tomlkit.dumps(data)
    parsed = tomllib.loads(text)
    lines = key_lines(text)
    assert set(lines) == set(paths(parsed))
    rows = text.split("\n")
    for key, line in lines.items():
        if isinstance(key[-1], str) and key[-1].isascii() and key[-1].isalnum():
            assert key[-1] in rows[line - 1]


@pytest.mark.parametrize("name", ["rundkurs", "kinderrunde", "yellow"])
def test_every_key_of_the_library_is_found(name):
    text = source_text(name)
    assert set(key_lines(text)) == set(paths(tomllib.loads(text)))

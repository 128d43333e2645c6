"""However a good file is broken: a valid scene, or one sentence that names a line that exists."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.errors import SceneError
from scenes.files import read_set, read_track, source_text
from scenes.parse import Source

TEXTS = [(read_track, source_text(name)) for name in ("rundkurs", "kinderrunde")]
TEXTS += [(read_set, source_text(name)) for name in ("yellow", "green")]

VALUES = st.sampled_from(
    [
        "0", "-1", "1e9", "-1e300", "nan", "inf", "1_000", "0x10", "true", '"35mm"', '""', "''",
        '"""a\nb"""', "[]", "[1]", "[1, 2]", "[[1, 2], 3]", "{}", "{a = 1}", "1979-05-27",
        "07:32:00", '"\\u0000"', '"\\""', "", "x", "9" * 5000, '"' + "y" * 5000 + '"',
    ]
)  # fmt: skip
LINES = st.sampled_from(
    [
        "[table]", "[[half_spheres]]", "[[course]]", "[sets]", "[gate.left_post]", "x = 1",
        "a.b = 1", "[materials.die_table]",
        "]", '"', "'''", "#", "\r", "\x00", "half_spheres = []",
        'sets = ["red", {}]', "format = 99", "note.x = 1", "[[table]]", "\ufeff",
    ]
)  # fmt: skip

CHARACTERS = st.sampled_from("\"'[]{}=,.#\\\n\r\t\x00 ax09-+_é\u2028\U0001f3b2")


@st.composite
def broken(draw):
    """A good text with one to four lines changed, taken out, doubled, or put in."""
    read, text = draw(st.sampled_from(TEXTS))
    rows = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        match draw(st.integers(0, 5)):
            case 0:
                del rows[at]
            case 1:
                rows.insert(at, rows[at])
            case 2:
                rows.insert(at, draw(LINES))
            case 3:
                key = rows[at].partition("=")[0]
                rows[at] = f"{key}= {draw(VALUES)}"
            case 4:
                place = draw(st.integers(0, len(rows[at])))
                rows[at] = rows[at][:place] + draw(CHARACTERS) + rows[at][place:]
            case _:
                numbers = list(re.finditer(r"\d+", rows[at]))
                if numbers:
                    one = draw(st.sampled_from(numbers))
                    new = str(draw(st.integers(0, 2000)))
                    rows[at] = rows[at][: one.start()] + new + rows[at][one.end() :]
        rows = rows or [""]
    return read, "\n".join(rows)


@settings(max_examples=500)
@given(broken())
def test_a_broken_file_is_read_or_refused_in_one_sentence(case):
    read, text = case
    error = refusal(read, text)
    if error is None:
        return
    sentence = str(error)
    assert "\n" not in sentence
    assert len(sentence) < 700
    assert ": expected " in sentence
    assert ", found " in sentence
    assert error.line is not None
    assert 1 <= error.line <= text.count("\n") + 1
    assert sentence.startswith(f"f.toml, line {error.line}")


def refusal(read, text):
    """Return the error of a text, or None if it holds a scene."""
    try:
        read(Source("f.toml", text, None))
    except SceneError as error:
        return error
    return None

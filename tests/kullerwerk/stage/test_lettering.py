"""Text: how wide it is, where it breaks, what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kullerwerk.stage.lettering import font_file, shortened, width, wrapped

LETTERS = "abc xyz ÄÖÜ ß „ “ € 123 WWW iii AVAVA"
TEXTS = st.text(alphabet=st.sampled_from(LETTERS + "\n"), max_size=120)


def test_the_letters_are_those_of_the_package():
    assert font_file(False).is_file()
    assert font_file(True).is_file()


def test_a_line_is_as_wide_as_its_letters():
    assert width("", 20) == 0
    assert width("Wa", 20) == pytest.approx(width("W", 20) + width("a", 20))
    assert width("AV", 20) == pytest.approx(width("A", 20) + width("V", 20)), "no kerning"
    assert width("abc", 30) == pytest.approx(1.5 * width("abc", 20))
    assert width("abc", 20, True) > width("abc", 20)


@given(TEXTS, st.floats(30, 400), st.booleans())
def test_every_line_fits_and_no_letter_is_lost(text, room, bold):
    lines = wrapped(text, 15, room, bold)
    assert all(width(line, 15, bold) <= room for line in lines if len(line) > 1)
    assert "".join(lines).replace(" ", "") == text.replace("\n", "").replace(" ", "")


@given(TEXTS.filter(lambda text: "\n" not in text), st.floats(1, 400))
def test_a_shortened_text_fits_and_is_its_beginning(text, room):
    short = shortened(text, 15, room)
    if short != "…":
        assert width(short, 15) <= room
    assert text.startswith(short.removesuffix("…"))
    assert (short == text) == (width(text, 15) <= room)


def test_breaks_are_kept_and_empty_lines_too():
    assert wrapped("one\n\ntwo", 15, 200) == ("one", "", "two")
    assert wrapped("", 15, 200) == ("",)


def test_a_word_that_is_too_long_is_cut():
    lines = wrapped("x" * 50, 15, 60)
    assert len(lines) > 3
    assert "".join(lines) == "x" * 50


def test_a_room_of_nothing_still_ends():
    assert "".join(wrapped("abc def", 15, 0)) == "abcdef"
    assert shortened("abc", 15, 0) == "…"

"""The window's texts: both languages, the same gaps to fill in, none missing and none left over."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from kullerwerk.stage import words
from kullerwerk.stage.keys import NAMES, key_label
from kullerwerk.stage.menu import GAMES
from kullerwerk.stage.option_words import NAMES as OPTIONS
from kullerwerk.stage.option_words import VALUES, option_value
from kullerwerk.stage.rules_help.drawings import DRAWINGS, HIGH, drawing
from kullerwerk.stage.rules_help.texts import HELP
from kullerwerk.stage.words import TEXTS, phrase
from rules.core.registry import game as find_game

ROOT = Path(words.__file__).parent.parent
PARTS = [*(ROOT / "stage").rglob("*.py"), *(ROOT / "window").rglob("*.py")]
CODE = [path for path in (*PARTS, *(ROOT / "commands").glob("*.py")) if path.name != "words.py"]


def gaps(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_has_two_languages_with_the_same_gaps(key):
    english, german = TEXTS[key]
    assert english
    assert german
    assert gaps(english) == gaps(german)
    assert phrase("en", key, **dict.fromkeys(gaps(english), "x"))


def literals():
    """All strings of the code, and patterns of those that are put together."""
    whole, patterns, asked = set(), [], []
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                    for part in node.values
                ]
                if any(part != ".+" for part in parts):
                    patterns.append(re.compile("".join(parts)))
            if isinstance(node, ast.Call) and node.args:
                named = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                named = node.func.id if isinstance(node.func, ast.Name) else named
                first = node.args[1 if named == "phrase" and len(node.args) > 1 else 0]
                if named in ("word", "phrase") and isinstance(first, ast.Constant):
                    asked.append((path, first.value))
    return whole, patterns, asked


def test_every_text_that_is_asked_for_exists():
    _, _, asked = literals()
    assert len(asked) > 60
    assert [(path.name, key) for path, key in asked if key not in TEXTS] == []


def test_every_text_is_asked_for_somewhere():
    whole, patterns, _ = literals()
    patterns = [p for p in patterns if "\\." in p.pattern]
    left = [
        key for key in TEXTS if key not in whole and not any(p.fullmatch(key) for p in patterns)
    ]
    assert left == []


def test_options_and_values_of_all_rules_have_words():
    for name in GAMES:
        for option, choice in find_game(name).choices.items():
            assert option in OPTIONS, option
            for value in choice.values:
                if isinstance(value, str):
                    assert value in VALUES, value
        for preset in find_game(name).presets:
            assert preset in VALUES, preset
    known = {option for name in GAMES for option in find_game(name).choices}
    assert set(OPTIONS) <= known


def test_what_has_no_words_is_shown_as_it_is():
    assert option_value("some-new-value", "de") == "some-new-value"


def test_keys_have_the_names_that_people_read():
    assert key_label("return", "en") == "Enter"
    assert key_label("return", "de") == "Eingabe"
    assert key_label("ctrl+z", "en") == "Ctrl+Z"
    assert key_label("ctrl+z", "de") == "Strg+Z"
    assert key_label("escape", "de") == "Esc"
    assert key_label("f1", "de") == "F1"
    assert all(english and german for english, german in NAMES.values())


# --- the help of the rules ---


@pytest.mark.parametrize("name", GAMES)
def test_the_help_of_a_game_is_whole_in_both_languages(name):
    for section in HELP[name]:
        assert all(section.title)
        assert section.texts
        for english, german in section.texts:
            assert english != german
            # The same signs in the same order, so that nothing is left out in one language.
            signs = [[line[:2] for line in text.split("\n")] for text in (english, german)]
            starts = [[s for s in row if s[0] == "•" or s[0].isdigit()] for row in signs]
            assert starts[0] == starts[1]
        assert set(section.pictures) <= set(DRAWINGS)
    assert len({section.title for section in HELP[name]}) == len(HELP[name])


@pytest.mark.parametrize("lang", [0, 1])
def test_numbers_of_the_help_are_those_of_the_rules(lang):
    """What the texts say in figures and the rules have as data."""
    text = {
        name: " ".join(both[lang] for section in HELP[name] for both in section.texts)
        for name in GAMES
    }
    for name, option in (
        ("company", "turn_cap"), ("hoehle", "move_cap"), ("buddel", "turn_cap"),
        ("kullern", "turn_cap"), ("koenig", "round_cap"),
    ):  # fmt: skip
        game = find_game(name)
        assert f" {getattr(game.options({}), option)} " in text[name], name
    assert f"({game.presets['pro'].round_cap} " in text["koenig"] or (
        f" {game.presets['pro'].round_cap})" in text["koenig"]
    )


def test_every_drawing_is_used_and_stays_in_its_frame():
    used = {name for sections in HELP.values() for one in sections for name in one.pictures}
    assert used == set(DRAWINGS)
    for name in DRAWINGS:
        wide, shapes = drawing(name)
        for shape in shapes:
            points = getattr(shape, "points", None) or ((shape.x, shape.y),)
            r = getattr(shape, "r", 0.0)
            for x, y in points:
                assert x - r >= -0.1, (name, shape)
                assert x + r <= wide + 0.1, (name, shape)
                assert y - r >= -0.1, (name, shape)
                assert y + r <= HIGH + 0.1, (name, shape)

"""The README of each game names tests that exist, its options and its modules."""

import re
from pathlib import Path

import pytest
from rules_kit import FIXTURES

ROOT = Path(__file__).parents[3]
GAMES = sorted(name for name, fixture in FIXTURES.items() if fixture.ends)

every_game = pytest.mark.parametrize("name", GAMES)


def readme(name):
    return (ROOT / "rules" / name / "README.md").read_text(encoding="utf-8")


@every_game
def test_every_test_that_it_names_exists(name):
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests/rules").rglob("test_*.py")
    )
    named = set(re.findall(r"`(test_\w+)`", readme(name)))
    assert len(named) > 25
    assert {one for one in named if f"def {one}(" not in source} == set()
    for path in re.findall(r"`(?:tests/rules/\w+/)?(test_\w+\.py)`", readme(name)):
        assert list((ROOT / "tests/rules").rglob(path))


@every_game
def test_every_option_and_module_is_in_it(name):
    for option in FIXTURES[name].choices:
        assert f"| `{option}` |" in readme(name)
    for path in (ROOT / "rules" / name).glob("*.py"):
        if path.name != "__init__.py":
            assert f"| `{path.name}` |" in readme(name)

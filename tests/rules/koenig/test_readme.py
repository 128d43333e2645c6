"""The rulings table names tests that exist, and the options that there are."""

import re
from dataclasses import fields
from pathlib import Path

from rules.koenig.options import Options

ROOT = Path(__file__).parents[3]
README = (ROOT / "rules/koenig/README.md").read_text(encoding="utf-8")


def test_every_test_that_the_rulings_name_exists():
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests/rules").rglob("test_*.py")
    )
    named = set(re.findall(r"`(test_\w+)`", README))
    assert len(named) > 25
    assert {name for name in named if f"def {name}(" not in source} == set()
    for path in re.findall(r"`(?:tests/rules/\w+/)?(test_\w+\.py)`", README):
        assert list((ROOT / "tests/rules").rglob(path))


def test_every_option_and_module_is_in_the_readme():
    for field in fields(Options):
        assert f"| `{field.name}` |" in README
    for path in (ROOT / "rules/koenig").glob("*.py"):
        if path.name != "__init__.py":
            assert f"| `{path.name}` |" in README

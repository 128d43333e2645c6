"""What each problem asks, and what is to be said of our answer (``statements.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Statement:
    """A problem in words."""

    title: str
    answer: str
    """The exact answer as a formula."""
    note: str = ""
    """How it is posed, or why it is not the whole problem, where that needs saying."""


def _read() -> dict[str, Statement]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {number: Statement(**fields) for number, fields in tomllib.loads(text).items()}


STATEMENTS: dict[str, Statement] = _read()
"""By the number of the problem, in the order of the list."""

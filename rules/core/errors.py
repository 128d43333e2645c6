"""What goes wrong, as exceptions whose text is one sentence for the person at the screen."""

from __future__ import annotations

from rules.core.types import Verdict


class RulesError(ValueError):
    """Base of all errors of the rules."""


class IllegalAction(RulesError):
    """A player's action that the rules refuse; the state is as it was."""

    def __init__(self, verdict: Verdict, text: str = "") -> None:
        self.verdict = verdict
        super().__init__(f"{text}: {verdict.rule}" if text else verdict.rule)


class BadOutcome(RulesError):
    """An answer of chance or physics that cannot be one; the state is as it was."""


class NotationError(RulesError):
    """A text that is no action of this game."""


class OptionError(RulesError):
    """An option that does not exist, or a value that it cannot have."""


class UnknownGame(RulesError):
    """A game that is not registered."""


class RecordError(RulesError):
    """A record that cannot be read or does not replay: which file, which line, and why."""

    def __init__(self, why: str, file: str = "", line: int = 0) -> None:
        self.file = file
        self.line = line
        self.why = why
        where = f"{file}, line {line}: " if file and line else f"{file}: " if file else ""
        super().__init__(where + why)

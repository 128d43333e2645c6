"""What stands behind ``--players greedy,aimer:skill=0.5``."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("random", "greedy", "aimer")
"""Every kind of computer player, the weakest first."""
SKILL = 0.8
PLAYOUTS = 16


class SpecError(ValueError):
    """A player that cannot be: one sentence for the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One computer player: ``skill`` runs from 0 (clumsy) to 1 (a steady hand).

    ``playouts`` is how many simulated throws an ``aimer`` may spend on one decision.
    """

    kind: str
    skill: float = SKILL
    playouts: int = PLAYOUTS

    def __str__(self) -> str:
        """Write the player as :func:`parse_player` reads it."""
        settings: list[str] = []
        if self.skill != SKILL:
            settings.append(f"skill={self.skill:g}")
        if self.playouts != PLAYOUTS:
            settings.append(f"playouts={self.playouts}")
        return ":".join([self.kind, *settings])


def parse_player(text: str) -> Spec:
    """Read ``kind[:name=value]...``; raises SpecError."""
    kind, *settings = text.strip().split(":")
    if kind not in KINDS:
        raise SpecError(f"there is no player {kind!r}; expected {', '.join(KINDS)}")
    skill, playouts = SKILL, PLAYOUTS
    for setting in settings:
        name, found, value = setting.partition("=")
        if name == "skill" and found:
            skill = _number(text, name, value, 0, 1)
        elif name == "playouts" and found and kind == "aimer":
            playouts = int(_number(text, name, value, 1, 10_000))
        else:
            known = "skill=0..1" + (" and playouts=1..10000" if kind == "aimer" else "")
            raise SpecError(f"player {text!r}: unknown setting {setting!r}; {kind} takes {known}")
    return Spec(kind, skill, playouts)


def parse_players(text: str) -> tuple[Spec, ...]:
    """Read a list of players with commas between them; raises SpecError."""
    if not text.strip():
        raise SpecError("no players given; expected for example greedy,aimer:skill=0.5")
    return tuple(parse_player(part) for part in text.split(","))


def _number(text: str, name: str, value: str, low: float, high: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise SpecError(
            f"player {text!r}: {name} is {value!r}; expected a number from {low} to {high}"
        )
    return number

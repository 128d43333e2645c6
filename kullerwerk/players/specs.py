"""What stands behind ``--players greedy,aimer:skill=0.5``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

KINDS = ("random", "greedy", "aimer")
"""The computer players of a race, the weakest first."""
ANY_GAME = ("random", "greedy", "search")
"""The computer players of every game, the weakest first."""
WITH_HANDS = "koenig"
"""The game whose players carry out what they mean with a hand that errs."""
SKILL = 0.8
PLAYOUTS = 16


class SpecError(ValueError):
    """A player that cannot be: one sentence for the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One computer player: ``skill`` runs from 0 (clumsy) to 1 (a steady hand).

    ``playouts`` is how many simulated throws an ``aimer`` may spend on one decision. A ``search``
    has its own budget: ``budget`` playouts (0 = what suits the game), or ``seconds`` of thinking
    if that is not 0, and ``plies`` decisions in each playout (-1 = what suits the game).
    """

    kind: str
    skill: float = SKILL
    playouts: int = PLAYOUTS
    budget: int = 0
    seconds: float = 0.0
    plies: int = -1

    @property
    def timed(self) -> bool:
        """Whether the clock has a say in what this player does."""
        return self.seconds > 0

    def __str__(self) -> str:
        """Write the player as :func:`parse_player` reads it."""
        settings: list[str] = []
        if self.skill != SKILL:
            settings.append(f"skill={self.skill:g}")
        if self.playouts != PLAYOUTS:
            settings.append(f"playouts={self.playouts}")
        if self.budget:
            settings.append(f"playouts={self.budget}")
        if self.seconds:
            settings.append(f"seconds={self.seconds:g}")
        if self.plies >= 0:
            settings.append(f"plies={self.plies}")
        return ":".join([self.kind, *settings])


def kinds_of(game: str) -> tuple[str, ...]:
    """Return the computer players that a game has, the weakest first."""
    return (*KINDS, "search") if game == WITH_HANDS else ANY_GAME


def parse_player(text: str, kinds: Sequence[str] = KINDS, hands: bool = True) -> Spec:
    """Read ``kind[:name=value]...``; raises SpecError.

    ``hands`` tells whether the game has players with a hand, and so a skill.
    """
    kind, *settings = text.strip().split(":")
    if kind not in kinds:
        raise SpecError(f"there is no player {kind!r}; expected {', '.join(kinds)}")
    known = {"skill": "0..1"} if hands else {}
    if kind == "aimer":
        known["playouts"] = "1..10000"
    elif kind == "search":
        known |= {"playouts": "1..1000000", "seconds": "0.01..3600", "plies": "0..1000"}
    values: dict[str, float] = {}
    for setting in settings:
        name, found, value = setting.partition("=")
        if not found or name not in known:
            listed = [f"{name}={limits}" for name, limits in known.items()]
            takes = " and ".join([", ".join(listed[:-1]), *listed[-1:]] if listed[1:] else listed)
            raise SpecError(
                f"player {text!r}: unknown setting {setting!r}; {kind} takes {takes or 'none'}"
            )
        low, high = known[name].split("..")
        values[name] = _number(text, name, value, float(low), float(high))
    if "playouts" in values and "seconds" in values:
        raise SpecError(f"player {text!r}: expected playouts or seconds, not both")
    playouts = int(values.get("playouts", 0))
    return Spec(
        kind,
        values.get("skill", SKILL),
        playouts if playouts and kind == "aimer" else PLAYOUTS,
        playouts if kind == "search" else 0,
        values.get("seconds", 0.0),
        int(values.get("plies", -1)),
    )


def parse_players(text: str, kinds: Sequence[str] = KINDS, hands: bool = True) -> tuple[Spec, ...]:
    """Read a list of players with commas between them; raises SpecError."""
    if not text.strip():
        example = "greedy,aimer:skill=0.5" if "aimer" in kinds and hands else "search,greedy"
        raise SpecError(f"no players given; expected for example {example}")
    return tuple(parse_player(part, kinds, hands) for part in text.split(","))


def _number(text: str, name: str, value: str, low: float, high: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise SpecError(
            f"player {text!r}: {name} is {value!r}; expected a number from {low:.7g} to {high:.7g}"
        )
    return number

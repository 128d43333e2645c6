"""Who may sit at a table: people, and computer players by how well they play."""

from __future__ import annotations

from kullerwerk.players.specs import WITH_HANDS, Spec
from kullerwerk.seats import Seated
from kullerwerk.stage.surroundings import Surroundings

LEVELS = ("easy", "medium", "hard")


def level(game: str, name: str) -> Spec:
    """The computer player of a level in a game.

    In koenig the hand gets steadier as well as the eye better.
    """
    if game == WITH_HANDS:
        return {
            "easy": Spec("greedy", skill=0.45),
            "medium": Spec("greedy"),
            "hard": Spec("aimer", skill=0.9),
        }[name]
    return {"easy": Spec("random"), "medium": Spec("greedy"), "hard": Spec("search")}[name]


def level_of(game: str, spec: Seated) -> str:
    """The name of a player's level: ``human``, one of `LEVELS`, or "" for another player."""
    if spec is None:
        return "human"
    return next((name for name in LEVELS if level(game, name) == spec), "")


def level_name(around: Surroundings, spec: Spec) -> str:
    """What a computer player is called."""
    for game in (WITH_HANDS, ""):
        if found := level_of(game, spec):
            return around.word(f"level.{found}")
    return str(spec)

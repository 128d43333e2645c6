"""Who sits where: people at the screen and computer players, by ``--players human,greedy``."""

from __future__ import annotations

from collections.abc import Sequence

from kullerwerk.console import fail
from kullerwerk.players.specs import WITH_HANDS, Spec, SpecError, kinds_of, parse_player

HUMAN = "human"

Seated = Spec | None
"""A computer player, or None: a person at this screen."""


def read_seats(game: str, text: str, why: str = "--players") -> tuple[Seated, ...]:
    """Return who sits where in a game, or leave the command; ``why`` names what says so."""
    if not text.strip():
        fail(f"{why}: no players given; expected for example human,greedy.")
    return tuple(
        None if part.strip() == HUMAN else _spec(game, part, f"{why} {text}", (HUMAN,))
        for part in text.split(",")
    )


def read_advisor(game: str, text: str) -> Spec:
    """Return the computer player of ``--hints``, or leave the command."""
    return _spec(game, text, f"--hints {text}", ())


def _spec(game: str, text: str, why: str, others: Sequence[str]) -> Spec:
    kinds = kinds_of(game)
    if text.strip().partition(":")[0] not in kinds:
        expected = ", ".join([*others, *kinds])
        fail(f"{why}: there is no player {text.strip()!r} in {game}; expected {expected}.")
    try:
        return parse_player(text, kinds, game == WITH_HANDS)
    except SpecError as error:
        fail(f"{why}: {error}.")


def written(seats: Sequence[Seated]) -> tuple[str, ...]:
    """Return players as a record names them."""
    return tuple(HUMAN if seat is None else str(seat) for seat in seats)


def timed(seats: Sequence[Seated]) -> bool:
    """Whether the clock has a say in the game, so that a seed does not tell it all."""
    return any(seat is not None and seat.timed for seat in seats)

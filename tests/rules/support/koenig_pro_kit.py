"""Prepared races of the pro game for the tests of koenig, with the players of the rulebook."""

from __future__ import annotations

import random

from koenig_kit import BOARD, pro_race, racer

from rules.core.run import SeededStreams, pick
from rules.core.types import Decide, Draw
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.state import AttemptFrame, Setup, WindowFrame

GREEN, RED, BLUE = 0, 1, 2
"""Dolly, Jörg and Angelika of the rulebook's example."""
THREE_KITS = (
    ("green", "green", "yellow", "green", "green", "green"),
    ("red", "red", "red", "red", "red", "red"),
    ("blue", "blue", "blue", "blue", "blue", "blue"),
)


def three(*hands, options=None, racers=None, kits=THREE_KITS):
    """Dolly has the green hat and the lowest number, Jörg sits left of her, then Angelika."""
    racers = racers or (
        racer((600, 400, 0)), racer((300, 650, 0)), racer((900, 700, 180)),
    )  # fmt: skip
    return pro_race(*racers, hands=hands, kits=kits, options=options)


def attempt(s):
    (frame,) = [frame for frame in s.agenda if isinstance(frame, AttemptFrame)]
    return frame


def alive(s):
    return [one.alive for one in attempt(s).played]


def asked(s):
    pending = KOENIG.pending(s)
    assert isinstance(pending, Decide)
    return pending.seat, pending.kind


def refused(s, text):
    verdict = KOENIG.check(s, KOENIG.parse(s, text))
    assert not verdict.ok
    return verdict.code


def draft(seats, *, options=None, seed=1, board=BOARD):
    """A pro game played by chance up to its race: the last state, and all (question, answer)s."""
    rng, streams = random.Random(seed), SeededStreams.of(seed)
    s = KOENIG.new(options or Options("pro"), seats, Setup(board))
    asked, events = [], []
    while not isinstance(s.agenda[-1], WindowFrame) and len(s.agenda) > 1:
        pending = KOENIG.pending(s)
        if isinstance(pending, Draw):
            answer = pick(pending.outcomes, streams.chance)
            step = KOENIG.settle(s, answer)
        elif pending.kind == "start":
            break
        else:
            answer = KOENIG.random_action(s, rng)
            step = KOENIG.apply(s, answer)
        asked.append((pending, answer))
        events += step.events
        s = step.state
    return s, asked, events


def before_the_deal(seats=2):
    """A pro game whose parts are all drafted, anyhow."""
    rng = random.Random(4)
    s = KOENIG.settle(KOENIG.new(Options("pro"), seats, Setup(BOARD)), 0).state
    while isinstance(KOENIG.pending(s), Decide):
        s = KOENIG.apply(s, KOENIG.random_action(s, rng)).state
    return s

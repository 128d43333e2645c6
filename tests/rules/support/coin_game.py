"""A tiny game for the tests of the core: listed decisions, draws, an interruption.

In turn each seat takes ``safe`` (one point) or ``toss`` (heads, one time in three: three points and
a bonus choice by the *other* seat, who may take a point away). First to six points wins; after
ten turns the best wins. Built like any game of this package: frames on an agenda.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from rules.core.agenda import Handler, resolve
from rules.core.choices import chosen
from rules.core.codec import frozen, plain
from rules.core.errors import BadOutcome, IllegalAction, NotationError
from rules.core.types import (
    LEGAL,
    Choice,
    Decide,
    Draw,
    Event,
    Listed,
    Over,
    Step,
    refuse,
)


@dataclass(frozen=True, slots=True)
class CoinOptions:
    goal: int = 6


@dataclass(frozen=True, slots=True)
class TurnFrame:
    number: int


@dataclass(frozen=True, slots=True)
class TossFrame:
    seat: int


@dataclass(frozen=True, slots=True)
class SpoilFrame:
    seat: int


@dataclass(frozen=True, slots=True)
class CoinState:
    options: CoinOptions
    points: tuple[int, ...]
    agenda: tuple
    over: Over | None


@dataclass(frozen=True, slots=True)
class Scored(Event):
    seat: int
    points: int


FRAMES = {kind.__name__: kind for kind in (TurnFrame, TossFrame, SpoilFrame)}
TURNS = 10


def _score(s, seat, by, agenda, emit):
    points = tuple(max(0, p + by) if k == seat else p for k, p in enumerate(s.points))
    emit(Scored(seat, points[seat]))
    return CoinState(s.options, points, agenda, s.over)


def _turn(s, frame, emit):
    best = max(s.points)
    if best < s.options.goal and frame.number < TURNS:
        return None
    winners = s.points.count(best)
    ranking = tuple(1 if p == best else 2 for p in s.points)
    scores = tuple(1 / winners if p == best else 0.0 for p in s.points)
    over = Over("goal" if best >= s.options.goal else "turns", ranking, scores)
    return CoinState(s.options, s.points, (), over)


def _act(s, frame, action, emit):
    seat = frame.number % 2
    base = (TurnFrame(frame.number + 1),)
    if action == "safe":
        return _score(s, seat, 1, base, emit)
    return CoinState(s.options, s.points, (*base, TossFrame(seat)), None)


def _toss(s, frame, outcome, emit):
    agenda = s.agenda[:-1]
    if outcome == "tails":
        return CoinState(s.options, s.points, agenda, None)
    return _score(s, frame.seat, 3, (*agenda, SpoilFrame(1 - frame.seat)), emit)


def _spoil(s, frame, action, emit):
    if action == "pass":
        return CoinState(s.options, s.points, s.agenda[:-1], None)
    return _score(s, 1 - frame.seat, -1, s.agenda[:-1], emit)


HANDLERS: Mapping[type, Handler] = {
    TurnFrame: Handler(advance=_turn, pending=lambda s, f: Decide(f.number % 2, "turn"), act=_act),
    TossFrame: Handler(
        pending=lambda s, f: Draw("coin", (("heads", 1), ("tails", 2))), settle=_toss
    ),
    SpoilFrame: Handler(pending=lambda s, f: Decide(f.seat, "spoil"), act=_spoil),
}
LEGAL_TEXTS = {"turn": ("safe", "toss"), "spoil": ("pass", "spoil")}


class CoinGame:
    name = "coin"
    title = "Coin"
    version = 1
    seats = range(2, 3)
    presets: Mapping[str, CoinOptions] = {"plain": CoinOptions()}
    choices: Mapping[str, Choice] = {"goal": Choice((6, 3), (1, 100))}

    def options(self, values):
        return chosen("coin", CoinOptions, self.choices, values, self.presets)

    def begin(self, options, seats, setup=None):
        s = CoinState(options or CoinOptions(), (0, 0), (TurnFrame(0),), None)
        return Step(resolve(s, HANDLERS, lambda _: None), ())

    def new(self, options, seats, setup=None):
        return self.begin(options, seats, setup).state

    def seated(self, s):
        return 2

    def pending(self, s):
        if s.over is not None:
            return s.over
        return HANDLERS[type(s.agenda[-1])].pending(s, s.agenda[-1])

    def actions(self, s):
        pending = self.pending(s)
        return LEGAL_TEXTS[pending.kind] if isinstance(pending, Decide) else ()

    def space(self, s):
        return Listed(self.actions(s))

    def check(self, s, a):
        if isinstance(a, str) and a in self.actions(s):
            return LEGAL
        return refuse("wrong-action", "that is not offered now")

    def _run(self, s, name, answer):
        told = []
        frame = s.agenda[-1]
        after = getattr(HANDLERS[type(frame)], name)(s, frame, answer, told.append)
        return Step(resolve(after, HANDLERS, told.append), tuple(told))

    def apply(self, s, a):
        verdict = self.check(s, a)
        if not verdict.ok:
            raise IllegalAction(verdict, str(a))
        return self._run(s, "act", a)

    def settle(self, s, o):
        pending = self.pending(s)
        if not isinstance(pending, Draw) or o not in [x for x, _ in pending.outcomes]:
            raise BadOutcome(f"{o!r} cannot be drawn now")
        return self._run(s, "settle", o)

    def observe(self, s, seat):
        return (s.points, self.pending(s))

    def determinize(self, s, seat, rng):
        return s

    def random_action(self, s, rng):
        return rng.choice(self.actions(s))

    def score(self, s, seat):
        return float(s.points[seat])

    def format(self, s, a):
        return a

    def parse(self, s, t):
        if t not in ("safe", "toss", "pass", "spoil"):
            raise NotationError(f"{t!r} is no action of coin")
        return t

    def seat_name(self, s, seat, lang="en"):
        return f"player {seat + 1}"

    def describe(self, s, a, lang="en"):
        return a

    def tell(self, s, event, lang="en"):
        return f"{self.seat_name(s, event.seat)} has {event.points} points"

    def draw(self, s, seat):
        return " ".join(f"{self.seat_name(s, k)}: {points}" for k, points in enumerate(s.points))

    def sampled(self, s):
        return None

    def dump(self, s):
        return {
            "options": asdict(s.options),
            "points": list(s.points),
            "agenda": [{"frame": type(f).__name__, **plain(f)} for f in s.agenda],
            "over": plain(s.over),
        }

    def load(self, d):
        agenda = tuple(
            FRAMES[f["frame"]](**{k: v for k, v in f.items() if k != "frame"}) for f in d["agenda"]
        )
        over = d["over"]
        return CoinState(
            CoinOptions(**d["options"]),
            frozen(d["points"]),
            agenda,
            None if over is None else Over(**{k: frozen(v) for k, v in over.items()}),
        )


COIN = CoinGame()

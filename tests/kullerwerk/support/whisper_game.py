"""A tiny game that hides something: each seat is dealt a secret number, and may answer in windows.

In turn each seat ``shows`` its number or keeps quiet (``hush``); after each turn a window asks
every seat, which may ``shout`` once a game. After two rounds the highest number wins, a shout
counting one more. Who hushes tells nobody anything; the deal is told to its seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from rules.core.agenda import Handler
from rules.core.choices import chosen
from rules.core.codec import frozen, plain
from rules.core.errors import NotationError
from rules.core.machine import Machine
from rules.core.types import (
    LEGAL,
    Choice,
    Decide,
    Draw,
    Event,
    Listed,
    Over,
    Pending,
    refuse,
)


@dataclass(frozen=True, slots=True)
class WhisperOptions:
    rounds: int = 2


@dataclass(frozen=True, slots=True)
class DealFrame:
    seat: int


@dataclass(frozen=True, slots=True)
class TurnFrame:
    number: int


@dataclass(frozen=True, slots=True)
class WindowFrame:
    seat: int
    passes: int


@dataclass(frozen=True, slots=True)
class State:
    options: WhisperOptions
    secrets: tuple[int, ...]
    shouts: tuple[int, ...]
    agenda: tuple
    over: Over | None


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    secret: int | None
    shouts: tuple[int, ...]
    pending: Pending


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    seat: int
    number: int

    @property
    def seen_by(self):
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Said(Event):
    seat: int
    what: str


def _act(s, frame, action, emit):
    seats = len(s.secrets)
    below = s.agenda[:-1]
    if isinstance(frame, TurnFrame):
        seat = frame.number % seats
        emit(Said(seat, "hushes" if action == "hush" else f"shows {s.secrets[seat]}"))
        return replace(s, agenda=(TurnFrame(frame.number + 1), WindowFrame(seat, 0)))
    after = (frame.seat + 1) % seats
    if action == "pass":
        passes = frame.passes + 1
        return replace(s, agenda=(*below, WindowFrame(after, passes)) if passes < seats else below)
    emit(Said(frame.seat, "shouts"))
    shouts = tuple(n - (k == frame.seat) for k, n in enumerate(s.shouts))
    return replace(s, shouts=shouts, agenda=(*below, WindowFrame(after, 0)))


def _advance(s, frame, emit):
    seats = len(s.secrets)
    if frame.number < s.options.rounds * seats:
        return None
    points = [n + (1 - left) for n, left in zip(s.secrets, s.shouts, strict=True)]
    best = max(points)
    ranking = tuple(1 if p == best else 2 for p in points)
    scores = tuple(1 / points.count(best) if p == best else 0.0 for p in points)
    return replace(s, agenda=(), over=Over("rounds", ranking, scores))


def _settle(s, frame, outcome, emit):
    emit(Dealt(frame.seat, outcome))
    secrets = tuple(outcome if k == frame.seat else n for k, n in enumerate(s.secrets))
    return replace(s, secrets=secrets, agenda=s.agenda[:-1])


HANDLERS: Mapping[type, Handler] = {
    DealFrame: Handler(
        pending=lambda s, f: Draw("number", ((1, 1), (2, 1), (3, 1))), settle=_settle
    ),
    TurnFrame: Handler(
        advance=_advance,
        pending=lambda s, f: Decide(f.number % len(s.secrets), "turn"),
        act=_act,
    ),
    WindowFrame: Handler(pending=lambda s, f: Decide(f.seat, "respond:after"), act=_act),
}
FRAMES = {kind.__name__: kind for kind in HANDLERS}


class WhisperGame(Machine):
    name = "whisper"
    title = "Whisper"
    version = 1
    seats = range(2, 4)
    presets: Mapping[str, WhisperOptions] = {"plain": WhisperOptions()}
    choices: Mapping[str, Choice] = {"rounds": Choice((2, 1), (1, 9))}
    handlers = HANDLERS

    def options(self, values):
        return chosen("whisper", WhisperOptions, self.choices, values, self.presets)

    def begin(self, options, seats, setup=None):
        deals = tuple(DealFrame(seat) for seat in reversed(range(seats)))
        agenda = (TurnFrame(0), *deals)
        s = State(options, (0,) * seats, (1,) * seats, agenda, None)
        return self.begun(s)

    def new(self, options, seats, setup=None):
        return self.begin(options, seats, setup).state

    def seated(self, s):
        return len(s.secrets)

    def actions(self, s):
        pending = self.pending(s)
        if not isinstance(pending, Decide):
            return ()
        if pending.kind == "turn":
            return ("hush", "show")
        return ("pass", "shout") if s.shouts[pending.seat] else ("pass",)

    def space(self, s):
        return Listed(self.actions(s))

    def check(self, s, a):
        return LEGAL if a in self.actions(s) else refuse("not-now", "that is not offered now")

    def observe(self, s, seat):
        secret = None if seat is None else s.secrets[seat]
        return View(seat, secret, s.shouts, self.pending(s))

    def determinize(self, s, seat, rng):
        guesses = tuple(n if k == seat or not n else rng.randint(1, 3)
                        for k, n in enumerate(s.secrets))  # fmt: skip
        return replace(s, secrets=guesses)

    def random_action(self, s, rng):
        return rng.choice(self.actions(s))

    def score(self, s, seat):
        return float(s.secrets[seat])

    def format(self, s, a):
        return a

    def parse(self, s, t):
        if t not in ("hush", "show", "pass", "shout"):
            raise NotationError(f"{t!r} is no action of whisper")
        return t

    def seat_name(self, s, seat, lang="en"):
        return ("Owl", "Fox", "Elk")[seat]

    def describe(self, s, a, lang="en"):
        words = {"hush": "keep quiet", "show": "show your number", "shout": "shout out loud"}
        return words.get(a, a)

    def tell(self, s, event, lang="en"):
        if isinstance(event, Dealt):
            return f"seat {event.seat} is dealt {event.number}"
        return f"seat {event.seat} {event.what}"

    def draw(self, s, seat):
        own = "" if seat is None else f", your number: {s.secrets[seat]}"
        return f"shouts left: {s.shouts}{own}"

    def sampled(self, s):
        return None

    def dump(self, s):
        return {
            "options": asdict(s.options),
            "secrets": list(s.secrets),
            "shouts": list(s.shouts),
            "agenda": [{"frame": type(f).__name__, **plain(f)} for f in s.agenda],
            "over": plain(s.over),
        }

    def load(self, d):
        agenda = tuple(
            FRAMES[f["frame"]](**{k: v for k, v in f.items() if k != "frame"}) for f in d["agenda"]
        )
        over = d["over"]
        return State(
            WhisperOptions(**d["options"]),
            frozen(d["secrets"]),
            frozen(d["shouts"]),
            agenda,
            None if over is None else Over(**{k: frozen(v) for k, v in over.items()}),
        )


WHISPER = WhisperGame()

"""Whether an action is legal, and why not; all that is."""

from __future__ import annotations

import random
from functools import cache

from rules.core.types import LEGAL, Decide, Pending, Verdict, refuse
from rules.kullern.moves import movable
from rules.kullern.state import PASS, Action, State, hatch, walk

_WORDS = {
    "hatch": "a hatch must be chosen",
    "walk": "a marmot must be walked",
    "step": "a marmot may take a step, or pass",
}


@cache
def _hatches(count: int) -> tuple[Action, ...]:
    return tuple(hatch(number) for number in range(1, count + 1))


_WALKS = tuple(walk(which) for which in range(8))


def actions_of(s: State, pending: Pending) -> tuple[Action, ...]:
    """All legal actions, sorted."""
    if not isinstance(pending, Decide):
        return ()
    if pending.kind == "hatch":
        return _hatches(s.board.hatches)
    walks = tuple(_WALKS[which] for which in movable(s, pending.seat))
    return (PASS, *walks) if pending.kind == "step" else walks


def random_action(s: State, pending: Pending, rng: random.Random) -> Action:
    """A random legal action; ValueError where none is asked for."""
    if not isinstance(pending, Decide):
        raise ValueError("no action is asked for now")
    if pending.kind == "hatch":
        return _hatches(s.board.hatches)[int(rng.random() * s.board.hatches)]
    legal = actions_of(s, pending)
    return legal[int(rng.random() * len(legal))]


def check_action(s: State, pending: Pending, a: object) -> Verdict:
    """Whether an action is legal now, for any value at all."""
    if not isinstance(pending, Decide):
        return refuse("nothing-to-decide", "nobody has to decide anything now")
    if not isinstance(a, Action) or type(a.number) is not int:
        return refuse("no-action", "that is no action of kullern")
    match a.verb, pending.kind:
        case "hatch", "hatch":
            if not 1 <= a.number <= s.board.hatches:
                last = s.board.hatches
                return refuse("no-such-hatch", f"the hatches are 1 to {last}", last)
        case "walk", "walk" | "step":
            if not 0 <= a.number < s.each:
                return refuse("no-such-marmot", f"each player has {s.each} marmots", s.each)
            if s.marmots[s.owned(pending.seat).start + a.number] == s.board.chair:
                return refuse("in-chair", "a marmot in a deck chair stays there", a.number)
        case "pass", "step":
            if a.number:
                return refuse("no-action", "that is no action of kullern")
        case _:
            return refuse("wrong-phase", f"now {_WORDS[pending.kind]}", pending.kind)
    return LEGAL

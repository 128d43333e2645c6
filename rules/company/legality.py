"""Which actions are legal, and why others are not."""

from __future__ import annotations

import random
from typing import cast

from rules.company.ground import OFF, WAY_IN, all_in_holes, can_move, ground_of
from rules.company.net import CELLS, NAMES, WAYS
from rules.company.state import (
    FLIP,
    PASS,
    Action,
    BonusFrame,
    Call,
    Keep,
    KeepFrame,
    Move,
    MoveFrame,
    PlaceFrame,
    Put,
    State,
    TurnFrame,
)
from rules.core.types import LEGAL, Verdict, refuse

FLIP_ONLY: tuple[Action, ...] = (FLIP,)
FLIP_OR_PASS: tuple[Action, ...] = (FLIP, PASS)
TRIES = 40
"""Random moles and directions before all legal moves are listed."""

NOT_NOW: dict[type, str] = {
    PlaceFrame: "a mole must be placed now ('put e5')",
    TurnFrame: "a disc must be turned over first ('flip')",
    KeepFrame: "one of the two discs must be kept now ('keep 2')",
    MoveFrame: "a mole must be moved now ('c4 se')",
    BonusFrame: "a further disc may be turned over now ('flip'), or not ('pass')",
}


def legal_actions(s: State) -> tuple[Action, ...]:
    """All legal actions, sorted and unique; () unless a decision is pending."""
    if not s.agenda:
        return ()
    frame = s.agenda[-1]
    match frame:
        case MoveFrame(seat=seat, bonus=bonus, value=value):
            table, taken = ground_of(s).moves[bonus][value], s.occupied
            return tuple(
                [move for cell in s.moles[seat] for mask, move in table[cell] if not taken & mask]
            )
        case TurnFrame(seat=seat):
            return FLIP_OR_PASS if all_in_holes(s, seat) else FLIP_ONLY
        case BonusFrame():
            return FLIP_OR_PASS
        case KeepFrame(seat=seat, bonus=bonus):
            values = sorted({frame.first, frame.second})
            return tuple(Keep(value) for value in values if can_move(s, seat, value, bonus))
        case PlaceFrame():
            taken = s.occupied
            return tuple([put for put in ground_of(s).spaces if not taken >> put.cell & 1])
        case _:
            return ()


def random_action(s: State, rng: random.Random) -> Action:
    """A legal action, each with the same chance; moves and spaces by trial, without a list."""
    frame = s.agenda[-1]
    if isinstance(frame, MoveFrame):
        own, rand = s.moles[frame.seat], rng.random
        steps, taken = ground_of(s).steps[frame.bonus][frame.value], s.occupied
        size = 6 * len(own)
        for _ in range(TRIES):
            mole, way = divmod(int(rand() * size), 6)
            cell = own[mole]
            mask = steps[6 * cell + way]
            if type(mask) is int and not taken & mask:
                return Move(cell, way)
    elif isinstance(frame, TurnFrame):
        return rng.choice(FLIP_OR_PASS) if all_in_holes(s, frame.seat) else FLIP
    elif isinstance(frame, PlaceFrame):
        spaces, taken = ground_of(s).spaces, s.occupied
        for _ in range(TRIES):
            put = spaces[int(rng.random() * len(spaces))]
            if not taken >> put.cell & 1:
                return put
    listed = legal_actions(s)
    return listed[0] if len(listed) == 1 else rng.choice(listed)


# --- verdicts ----------------------------------------------------------------


def check_action(s: State, a: object) -> Verdict:
    """Whether an action is legal now, for any value at all; never raises."""
    if s.over is not None:
        return refuse("over", "the game is over")
    frame = s.agenda[-1]
    if not isinstance(a, Put | Call | Keep | Move):
        return refuse("no-action", "this is no action of the game")
    match frame, a:
        case MoveFrame(), Move():
            return _check_move(s, frame, a)
        case TurnFrame(), Call():
            return _check_turn(s, frame, a)
        case BonusFrame(), Call():
            return LEGAL if _known(a) else refuse("no-action", "one flips or passes")
        case KeepFrame(), Keep():
            return _check_keep(s, frame, a)
        case PlaceFrame(), Put():
            return _check_put(s, a)
        case _:
            return refuse("not-now", NOT_NOW.get(type(frame), "chance decides now"))


def _whole(value: object, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def _known(a: Call) -> bool:
    word = cast("object", a.word)
    return isinstance(word, str) and word in ("flip", "pass")


def _check_turn(s: State, frame: TurnFrame, a: Call) -> Verdict:
    if not _known(a):
        return refuse("no-action", "one flips or passes")
    if a == PASS and not all_in_holes(s, frame.seat):
        return refuse(
            "no-pass", "only a player whose moles all sit in holes may pass, so turn over a disc"
        )
    return LEGAL


def _check_keep(s: State, frame: KeepFrame, a: Keep) -> Verdict:
    if type(a.value) is not int or a.value not in (frame.first, frame.second):
        return refuse(
            "no-such-disc", f"the discs turned over are {frame.first} and {frame.second}", a.value
        )
    if not can_move(s, frame.seat, a.value, frame.bonus):
        return refuse("cannot-move", f"no mole can be moved by {a.value}: keep the other disc")
    return LEGAL


def _check_put(s: State, a: Put) -> Verdict:
    g = ground_of(s)
    if not _whole(a.cell, CELLS) or a.cell not in g.cells:
        return refuse("off", "there is no such space on this layer", a.cell)
    if g.holes >> a.cell & 1:
        return refuse("hole", f"{NAMES[a.cell]} is a hole: no mole is placed in one", a.cell)
    if s.occupied >> a.cell & 1:
        return refuse("occupied", f"{NAMES[a.cell]} is occupied", a.cell)
    return LEGAL


def _check_move(s: State, frame: MoveFrame, a: Move) -> Verdict:
    if not _whole(a.cell, CELLS) or not _whole(a.way, len(WAYS)):
        return refuse("no-action", "a move names a space and one of six directions")
    if a.cell not in s.moles[frame.seat]:
        where = NAMES.get(a.cell, "that place")
        return refuse("not-yours", f"none of your moles stands on {where}", a.cell)
    mask = ground_of(s).steps[frame.bonus][frame.value][6 * a.cell + a.way]
    if isinstance(mask, int):
        if s.occupied & mask:
            return refuse(
                "blocked",
                f"a mole is in the way: {frame.value} free spaces are needed, the last included",
                a.cell,
                a.way,
            )
        return LEGAL
    if mask == OFF:
        return refuse(mask, f"{frame.value} steps that way leave the layer", a.cell, a.way)
    if mask == WAY_IN:
        return refuse(mask, "no way for you leads into the hole from there", a.cell, a.way)
    return refuse(mask, "this further move may not end on another special space", a.cell, a.way)

"""What a seat may know of the pro game's parts and cards, and worlds that agree with it.

Hidden are the other hands and the undealt stack; parts, cards played and the size of every hand
are open.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.core.types import Seat
from rules.koenig.cards import Moment, Played, counting
from rules.koenig.draft import deck_of
from rules.koenig.state import AttemptFrame, Kit, Pro, Result, State, WindowFrame
from rules.koenig.steps import with_pro
from rules.koenig.windows import hand_names


@dataclass(frozen=True, slots=True)
class ProView:
    """The pro game as a seat sees it.

    ``kits`` and ``removed`` are as in the state. ``hand`` holds the names of the own cards (None:
    a spectator), ``held`` how many cards each seat has, ``undealt`` how many are left over, and
    ``gone`` how many of each kind of the deck have been played. ``active`` is the seat whose
    attempt runs, ``played`` its cards, ``numbers`` what counts for it (None: every number, or
    nobody's attempt), ``moment`` the window that is open, ``result`` its throw.
    """

    deck: str
    kits: tuple[Kit, ...]
    removed: Kit
    hand: tuple[str, ...] | None
    held: tuple[int, ...]
    undealt: int
    gone: tuple[int, ...]
    active: Seat | None
    attempt: int
    played: tuple[Played, ...]
    numbers: tuple[int, ...] | None
    moment: Moment | None
    result: Result | None


def seen(s: State, seat: Seat | None) -> ProView | None:
    """The pro game as a seat sees it (None = a spectator); None in a family game."""
    pro = s.pro
    if pro is None:
        return None
    deck = deck_of(s)
    attempt = next((frame for frame in s.agenda if isinstance(frame, AttemptFrame)), None)
    top = s.agenda[-1] if s.agenda else None
    return ProView(
        deck=pro.deck,
        kits=pro.kits,
        removed=pro.removed,
        hand=None if seat is None else hand_names(s, seat),
        held=tuple(map(sum, pro.hands)),
        undealt=sum(pro.undealt),
        gone=tuple(
            kind.copies - pro.undealt[k] - sum(hand[k] for hand in pro.hands)
            for k, kind in enumerate(deck.kinds)
        ),
        active=attempt.seat if attempt else None,
        attempt=attempt.number if attempt else 0,
        played=attempt.played if attempt else (),
        numbers=counting(deck, attempt.played, s.pieces(attempt.seat).hat) if attempt else None,
        moment=top.moment if isinstance(top, WindowFrame) else None,
        result=attempt.result if attempt else None,
    )


def determinize(s: State, seat: Seat, rng: random.Random) -> State:
    """A state that agrees with all that the seat knows: the cards it cannot see, dealt anew."""
    pro = s.pro
    if pro is None:
        return s
    others = [k for k in range(len(pro.hands)) if k != seat]
    kinds = range(len(pro.undealt))
    pool = [
        kind
        for counts in (pro.undealt, *(pro.hands[k] for k in others))
        for kind in kinds
        for _ in range(counts[kind])
    ]
    # Sorted, so that the same worlds come of the same numbers wherever the cards really are.
    pool.sort()
    rng.shuffle(pool)
    hands = list(pro.hands)
    for k in others:
        size = sum(pro.hands[k])
        mine, pool = pool[:size], pool[size:]
        hands[k] = tuple(mine.count(kind) for kind in kinds)
    undealt = tuple(pool.count(kind) for kind in kinds)
    return with_pro(s, Pro(pro.deck, pro.kits, pro.removed, tuple(hands), undealt), s.agenda)

"""What the pro game adds to a state as JSON data: read by its types, and checked."""

from __future__ import annotations

from rules.core.shape import from_json
from rules.core.types import JSON
from rules.koenig.board import GROUPS
from rules.koenig.cards import DECKS, Played, kinds_by_name, with_card
from rules.koenig.draft import drafter
from rules.koenig.state import (
    NOT_YET,
    AttemptFrame,
    DealFrame,
    DraftFrame,
    Frame,
    Kit,
    Pro,
    PullFrame,
    RollFrame,
    StarterFrame,
    State,
    WindowFrame,
)

PRO_FRAMES: tuple[type[Frame], ...] = (
    StarterFrame,
    DraftFrame,
    DealFrame,
    AttemptFrame,
    WindowFrame,
)
"""Frames that only a pro game has."""


def load_pro(data: object) -> Pro | None:
    """The pro part of a dump; raises RecordError."""
    return None if data is None else from_json(Pro, data, "the state of the pro game")


def load_frame(kind: type[Frame], data: JSON) -> Frame:
    """A frame of the pro game; raises RecordError."""
    return from_json(kind, data, kind.__name__)


def check_pro(s: State) -> None:
    """Raise ValueError where the pro part of a state contradicts the rest of it."""
    pro = s.pro
    _want((pro is not None) == (s.options.variant == "pro"), "version of the game")
    if pro is None:
        _want(not any(isinstance(frame, PRO_FRAMES) for frame in s.agenda), "agenda")
        return
    seats = len(s.racers)
    _want(len(pro.kits) == len(pro.hands) == seats, "number of players")
    _check_parts(s, pro)
    _check_cards(s, pro)
    drafting = not s.order
    top = s.agenda[-1] if s.agenda else None
    _want(drafting == isinstance(top, StarterFrame | DraftFrame), "order of turns")
    if not drafting:
        numbers = [s.pieces(seat).start_number for seat in s.order]
        _want(numbers == sorted(set(numbers)), "order of turns")
        _want(all(r.pieces == kit[0] for r, kit in zip(s.racers, pro.kits, strict=True)), "towers")
    for depth, frame in enumerate(s.agenda):
        above = s.agenda[depth + 1] if depth + 1 < len(s.agenda) else None
        _check_frame(s, depth, frame, above)


def _want(truth: bool, what: str) -> None:
    if not truth:
        raise ValueError(what)


def _check_parts(s: State, pro: Pro) -> None:
    size, sets = len(GROUPS), range(NOT_YET, len(s.board.sets))
    for kit in (*pro.kits, pro.removed):
        _want(len(kit) == size and all(k in sets for k in kit), "parts")
    for g in range(size):
        held = [kit[g] for kit in (*pro.kits, pro.removed) if kit[g] != NOT_YET]
        _want(len(set(held)) == len(held), "parts")
    if s.order:
        _want(all(NOT_YET not in kit for kit in pro.kits), "parts")


def _check_cards(s: State, pro: Pro) -> None:
    deck = DECKS.get(pro.deck)
    if deck is None:
        raise ValueError(f"there is no deck {pro.deck!r}")
    for counts in (*pro.hands, pro.undealt):
        _want(len(counts) == len(deck.kinds) and min(counts) >= 0, "cards")
    played = [one.card for f in s.agenda if isinstance(f, AttemptFrame) for one in f.played]
    for k, kind in enumerate(deck.kinds):
        known = sum(hand[k] for hand in pro.hands) + pro.undealt[k] + played.count(kind.name)
        _want(known <= kind.copies, "cards")


def _missing(kits: tuple[Kit, ...]) -> list[int]:
    """How many parts each kit has."""
    return [sum(k != NOT_YET for k in kit) for kit in kits]


def _check_frame(s: State, depth: int, frame: Frame, above: Frame | None) -> None:
    seats, pro = len(s.racers), s.pro
    assert pro is not None
    match frame:
        case DraftFrame():
            _want(above is None and 0 <= frame.starter < seats, "draft")
            picks = frame.picks if not frame.removing else 0
            _want(0 <= frame.picks < len(GROUPS) * (1 if frame.removing else seats), "draft")
            wanted = [0] * seats
            for k in range(picks):
                wanted[drafter(frame.starter, k, seats)] += 1
            _want(_missing(pro.kits) == wanted, "draft")
            if frame.removing:
                _want(_missing((pro.removed,)) == [frame.picks], "draft")
                _want(len(s.board.sets) > seats, "draft")
        case StarterFrame():
            _want(above is None and not any(_missing((*pro.kits, pro.removed))), "draft")
        case DealFrame():
            _want(above is None and 0 <= frame.starter < seats, "deal")
            short = [s.pieces(k).cards - sum(pro.hands[k]) for k in range(seats)]
            _want(any(short) and min(short) >= 0, "deal")
            _want(sum(pro.undealt) >= sum(short), "deal")
        case WindowFrame():
            below = s.agenda[depth - 1]
            _want(above is None and isinstance(below, AttemptFrame), "window")
            _want(0 <= frame.asked < seats and 0 <= frame.passes < seats, "window")
        case AttemptFrame():
            _check_attempt(s, frame, above)
        case _:
            pass


def _check_attempt(s: State, frame: AttemptFrame, above: Frame | None) -> None:
    _want(0 <= frame.seat < len(s.racers) and s.racers[frame.seat].pose is not None, "attempt")
    _want((frame.result is not None) == (frame.stage == "after"), "attempt")
    if frame.result is not None:
        _want(len(frame.result.counters) == len(s.board.rays), "ray counters")
        _want(all(0 <= ray < len(s.board.rays) for ray, _ in frame.result.crossed), "crossings")
    moments = {"before": ("before",), "after": ("after", "finish")}
    if isinstance(above, WindowFrame):
        _want(above.moment in moments.get(frame.stage, ()), "window")
        if frame.result is not None:
            _want(frame.result.wins == (above.moment == "finish"), "window")
    elif frame.stage in moments:
        raise ValueError("an attempt waits for a window that is not open")
    if frame.stage == "throw":
        _want(above is not None, "attempt")
        top = s.agenda[-1]
        _want(not isinstance(top, PullFrame | RollFrame) or top.seat == frame.seat, "attempt")
    kinds = kinds_by_name(DECKS[s.pro.deck]) if s.pro is not None else {}
    again: tuple[Played, ...] = ()
    for one in frame.played:
        _want(one.card in kinds and 0 <= one.by < len(s.racers), "played cards")
        cancels = kinds[one.card][1].slot == "cancel"
        _want(1 <= one.target <= len(again) if cancels else one.target == 0, "played cards")
        again = with_card(again, one.card, one.by, one.target)
    _want(again == frame.played, "played cards")

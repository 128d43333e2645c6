"""The draft of the pro game: who takes what, who begins, and the deal of the action cards.

Snake order with a double pick at each end: clockwise from the starter, the last one takes two,
back to the starter, who takes two, and so on (rulebook, "Pro Variant", "Setup").
"""

from __future__ import annotations

from rules.core.agenda import Emit, Handler
from rules.core.errors import OptionError
from rules.core.types import LEGAL, Decide, Draw, Seat, Verdict, refuse
from rules.koenig.board import GROUPS, Board
from rules.koenig.cards import DECKS, DOCUMENTED, Deck
from rules.koenig.pro_events import (
    CardDealt,
    HandDealt,
    OrderFixed,
    PartRemoved,
    PartTaken,
    StarterDrawn,
)
from rules.koenig.state import (
    NOT_YET,
    DealFrame,
    DraftFrame,
    Frame,
    Kit,
    Pro,
    RaceFrame,
    Racer,
    Setup,
    StarterFrame,
    State,
    Take,
)
from rules.koenig.steps import with_agenda, with_pro

NOTHING: Kit = (NOT_YET,) * len(GROUPS)


def pro_of(s: State) -> Pro:
    """The parts and cards of a pro game; ValueError in a family game."""
    if s.pro is None:
        raise ValueError("this is a family game")
    return s.pro


def deck_of(s: State) -> Deck:
    """The deck of a pro game."""
    return DECKS[pro_of(s).deck]


# --- beginning ---------------------------------------------------------------


def beginning(board: Board, seats: int, given: Setup) -> tuple[Pro, tuple[Frame, ...]]:
    """Parts and cards at the start, and the agenda; raises OptionError where they cannot be."""
    numbers = [pieces.start_number for pieces in board.sets]
    if len(board.sets) < seats or len(set(numbers)) != len(numbers):
        raise OptionError(
            f"track {board.name} must have {seats} piece sets or more, all with other start "
            "numbers, for a draft"
        )
    deck = DOCUMENTED
    if given.kits or given.hands:
        return _prepared(board, seats, given, deck), (RaceFrame(0, 1),)
    if any(racer is not None for racer in given.racers):
        raise OptionError("a prepared race of the pro game must say who has which parts")
    most = sum(sorted((pieces.cards for pieces in board.sets), reverse=True)[:seats])
    if most > sum(deck.copies):
        raise OptionError(
            f"the selection cards of track {board.name} give {most} action cards, and there are "
            f"{sum(deck.copies)}"
        )
    none = ((0,) * len(deck.kinds),) * seats
    pro = Pro(deck.name, (NOTHING,) * seats, NOTHING, none, deck.copies)
    return pro, (RaceFrame(0, 1), StarterFrame())


def _prepared(board: Board, seats: int, given: Setup, deck: Deck) -> Pro:
    names = [pieces.name for pieces in board.sets]
    if len(given.kits) != seats or any(len(kit) != len(GROUPS) for kit in given.kits):
        raise OptionError(f"each of {seats} players must have {len(GROUPS)} parts")
    for group, parts in zip(GROUPS, zip(*given.kits, strict=True), strict=True):
        if len(set(parts)) != seats or not set(parts) <= set(names):
            raise OptionError(f"each player must have a {group} of its own, not {', '.join(parts)}")
    hands = given.hands or ((),) * seats
    if len(hands) != seats:
        raise OptionError(f"a prepared start must name {seats} hands, not {len(hands)}")
    known = [kind.name for kind in deck.kinds]
    for card in (card for hand in hands for card in hand):
        if card not in known:
            raise OptionError(f"there is no card {card!r}; there are {', '.join(known)}")
    counts = tuple(tuple(hand.count(card) for card in known) for hand in hands)
    left = tuple(copies - sum(hand[k] for hand in counts) for k, copies in enumerate(deck.copies))
    if min(left) < 0:
        short = known[left.index(min(left))]
        raise OptionError(f"more cards {short} are in hands than the deck has")
    kits = tuple(tuple(names.index(part) for part in kit) for kit in given.kits)
    return Pro(deck.name, kits, NOTHING, counts, left)


def order_of(board: Board, pro: Pro) -> tuple[Seat, ...]:
    """The order of turns: by the start numbers of the drafted faces."""
    face = GROUPS.index("face")
    numbers = [board.sets[kit[face]].start_number for kit in pro.kits]
    return tuple(sorted(range(len(numbers)), key=lambda seat: numbers[seat]))


def equipped(racers: tuple[Racer, ...], pro: Pro) -> tuple[Racer, ...]:
    """The racers under the colours of their towers."""
    return tuple(
        Racer(kit[0], racer.pose, racer.rest, racer.counters, racer.blocked)
        for racer, kit in zip(racers, pro.kits, strict=True)
    )


# --- what may be taken -------------------------------------------------------


def drafter(starter: Seat, picks: int, seats: int) -> Seat:
    """Whose pick it is after so many."""
    row, at = divmod(picks, seats)
    return (starter + (seats - 1 - at if row % 2 else at)) % seats


def part_name(board: Board, group: str, k: int) -> str:
    """What the part of piece set ``k`` is called in its group.

    A selection card has no colour: it goes by its number, where no other one has that.
    """
    if group == "card":
        numbers = [pieces.cards for pieces in board.sets]
        if numbers.count(numbers[k]) == 1:
            return str(numbers[k])
    return board.sets[k].name


def seat_of(s: State, frame: DraftFrame) -> Seat:
    """Who takes a part now."""
    return drafter(frame.starter, frame.picks, len(s.racers))


def _free(pro: Pro, g: int, k: int) -> bool:
    return pro.removed[g] != k and all(kit[g] != k for kit in pro.kits)


def _open(s: State, frame: DraftFrame, g: int) -> bool:
    """Whether a part of this group may be taken now: one of each, for oneself or out of all."""
    pro = pro_of(s)
    held = pro.removed if frame.removing else pro.kits[seat_of(s, frame)]
    return held[g] == NOT_YET


def takes(s: State, frame: DraftFrame) -> tuple[Take, ...]:
    """All parts that may be taken now, sorted."""
    pro, board = pro_of(s), s.board
    return tuple(
        sorted(
            Take(group, part_name(board, group, k))
            for g, group in enumerate(GROUPS)
            if _open(s, frame, g)
            for k in range(len(board.sets))
            if _free(pro, g, k)
        )
    )


def _index(board: Board, a: Take) -> int | None:
    """The piece set whose part is named, None for no part at all."""
    for k in range(len(board.sets)):
        if part_name(board, a.group, k) == a.part:
            return k
    return None


def check_take(s: State, frame: DraftFrame, a: Take) -> Verdict:
    """Whether a part may be taken now, and if not, why."""
    if a.group not in GROUPS:
        return refuse("no-such-part", f"there are parts of {', '.join(GROUPS)}", a.group)
    k = _index(s.board, a)
    if k is None:
        return refuse("no-such-part", f"there is no {a.group} {a.part!r}", a.group, a.part)
    g = GROUPS.index(a.group)
    if not _open(s, frame, g):
        whose = "one is out of the game" if frame.removing else "you have one"
        return refuse("same-group", f"one part of each group: {whose} already", a.group)
    if not _free(pro_of(s), g, k):
        return refuse("taken", f"{a.group} {a.part} is taken already", a.group, a.part)
    return LEGAL


# --- what the frames do ------------------------------------------------------


def _starter_drawn(s: State, frame: StarterFrame, starter: Seat, emit: Emit) -> State:
    del frame
    emit(StarterDrawn(starter))
    seats = len(s.racers)
    removing = s.options.predraft and seats == 3 and len(s.board.sets) > seats
    return with_agenda(s, (*s.agenda[:-1], DraftFrame(starter, 0, removing)))


def _put(kit: Kit, g: int, k: int) -> Kit:
    return (*kit[:g], k, *kit[g + 1 :])


def _take(s: State, frame: DraftFrame, a: Take, emit: Emit) -> State:
    pro, seat = pro_of(s), seat_of(s, frame)
    g, k = GROUPS.index(a.group), _index(s.board, a)
    assert k is not None
    below, picks = s.agenda[:-1], frame.picks + 1
    if frame.removing:
        emit(PartRemoved(seat, a.group, a.part))
        pro = Pro(pro.deck, pro.kits, _put(pro.removed, g, k), pro.hands, pro.undealt)
        done = picks == len(GROUPS)
        after = (
            DraftFrame(frame.starter, 0, False) if done else DraftFrame(frame.starter, picks, True)
        )
        return with_pro(s, pro, (*below, after))
    emit(PartTaken(seat, a.group, a.part))
    kits = (*pro.kits[:seat], _put(pro.kits[seat], g, k), *pro.kits[seat + 1 :])
    pro = Pro(pro.deck, kits, pro.removed, pro.hands, pro.undealt)
    if picks < len(GROUPS) * len(kits):
        return with_pro(s, pro, (*below, DraftFrame(frame.starter, picks, False)))
    order = order_of(s.board, pro)
    emit(OrderFixed(order))
    return State(
        s.board,
        s.options,
        order,
        equipped(s.racers, pro),
        None,
        (*below, DealFrame(frame.starter)),
        None,
        pro,
    )


def receiver(s: State, frame: DealFrame) -> Seat | None:
    """Who gets the next card: clockwise from the starter, each all of its own; None = all have."""
    pro, seats = pro_of(s), len(s.racers)
    for k in range(seats):
        seat = (frame.starter + k) % seats
        if sum(pro.hands[seat]) < s.pieces(seat).cards:
            return seat
    return None


def _deal(s: State, frame: DealFrame, emit: Emit) -> State | None:
    del emit
    return with_agenda(s, s.agenda[:-1]) if receiver(s, frame) is None else None


def _next_card(s: State, frame: DealFrame) -> Draw:
    """Any of the cards left: the outcome is a place in the stack sorted by kinds.

    It tells nothing of what is in the hands, as the kinds themselves, with their weights, would.
    """
    del frame
    return Draw("card", tuple((k, 1) for k in range(sum(pro_of(s).undealt))))


def _dealt(s: State, frame: DealFrame, place: int, emit: Emit) -> State:
    pro, seat = pro_of(s), receiver(s, frame)
    assert seat is not None
    kind = 0
    while place >= pro.undealt[kind]:
        place -= pro.undealt[kind]
        kind += 1
    hand = _more(pro.hands[seat], kind, 1)
    hands = (*pro.hands[:seat], hand, *pro.hands[seat + 1 :])
    emit(CardDealt(seat, deck_of(s).kinds[kind].name))
    if sum(hand) == s.pieces(seat).cards:
        emit(HandDealt(seat, sum(hand)))
    undealt = _more(pro.undealt, kind, -1)
    return with_pro(s, Pro(pro.deck, pro.kits, pro.removed, hands, undealt), s.agenda)


def _more(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def without_card(pro: Pro, seat: Seat, kind: int) -> Pro:
    """The cards once a seat has played one: it leaves the game."""
    hands = (*pro.hands[:seat], _more(pro.hands[seat], kind, -1), *pro.hands[seat + 1 :])
    return Pro(pro.deck, pro.kits, pro.removed, hands, pro.undealt)


STARTER: Handler[State] = Handler(
    pending=lambda s, f: Draw("starter", tuple((k, 1) for k in range(len(s.racers)))),
    settle=_starter_drawn,
)
DRAFT: Handler[State] = Handler(
    pending=lambda s, f: Decide(seat_of(s, f), "remove" if f.removing else "draft"), act=_take
)
DEAL: Handler[State] = Handler(advance=_deal, pending=_next_card, settle=_dealt)

"""Response windows: who may play which card on an attempt, and when a window shuts (W1 to W3).

A window asks the active seat first and goes clockwise; after a card it goes on with the seat left
of the one that played it, and it shuts when all seats, that one included, have passed in a row.
Every seat is asked, whatever it holds, so that the question tells nothing of a hand. It ends,
because cards leave the game.
"""

from __future__ import annotations

from rules.core.agenda import Emit, Handler
from rules.core.types import LEGAL, Decide, Seat, Verdict, refuse
from rules.koenig.cards import CANCEL, Deck, Moment, Played, kinds_by_name, with_card
from rules.koenig.draft import deck_of, pro_of, without_card
from rules.koenig.pro_events import CardPlayed, CardRevived, WindowOpened, WindowShut
from rules.koenig.state import Action, AttemptFrame, Frame, Pass, Play, State, WindowFrame
from rules.koenig.steps import with_agenda, with_pro

_WHEN: dict[Moment, str] = {
    "before": "before a throw",
    "after": "after a throw",
    "finish": "after a throw that finishes",
}


def attempt_of(s: State) -> AttemptFrame:
    """The attempt that the window on top of the agenda is for."""
    frame = s.agenda[-2]
    assert isinstance(frame, AttemptFrame)
    return frame


def opened(s: State, attempt: AttemptFrame, moment: Moment, emit: Emit) -> State:
    """Put the attempt, and a window for it, in place of the agenda's top."""
    emit(WindowOpened(attempt.seat, moment))
    return with_agenda(s, (*s.agenda[:-1], attempt, WindowFrame(moment, attempt.seat, 0)))


# --- what may be played ------------------------------------------------------


def plays(s: State, frame: WindowFrame) -> tuple[Action, ...]:
    """All answers of the seat that is asked, sorted: to pass, and every card it may play."""
    hand, deck = pro_of(s).hands[frame.asked], deck_of(s)
    found: list[Action] = [Pass()]
    for kind, held in zip(deck.kinds, hand, strict=True):
        if not held:
            continue
        targets = range(1, len(attempt_of(s).played) + 1) if kind.name == CANCEL else (0,)
        found += [a for target in targets if check_play(s, frame, a := Play(kind.name, target)).ok]
    return tuple(sorted(found))


def check_play(s: State, frame: WindowFrame, a: Play) -> Verdict:
    """Whether the seat that is asked may play a card now, and if not, why."""
    found = kinds_by_name(deck_of(s)).get(a.card)
    if found is None:
        return refuse("no-such-card", f"there is no card {a.card!r}", a.card)
    k, kind = found
    if not pro_of(s).hands[frame.asked][k]:
        return refuse("not-in-hand", f"you do not hold the card {a.card!r}", a.card)
    active = frame.asked == attempt_of(s).seat
    if kind.by != "anybody" and (kind.by == "active") != active:
        whose = "your own turn" if kind.by == "active" else "another player's turn"
        return refuse("not-for-you", f"the card {a.card!r} is played in {whose}", a.card)
    if frame.moment not in kind.moments:
        when = " or ".join(_WHEN[moment] for moment in kind.moments)
        return refuse("wrong-moment", f"the card {a.card!r} is played {when}", a.card)
    if kind.slot == "cancel":
        return _check_target(s, frame, a.target)
    if a.target:
        return refuse("no-target", f"the card {a.card!r} cancels nothing", a.card)
    return LEGAL


def _check_target(s: State, frame: WindowFrame, number: int) -> Verdict:
    played = attempt_of(s).played
    if not 1 <= number <= len(played):
        return refuse("no-such-target", f"no card {number} was played in this attempt", number)
    target = played[number - 1]
    if target.by == frame.asked:
        return refuse("own-card", "you cannot cancel a card of your own", number)
    if not target.alive:
        return refuse("cancelled", f"card {number} is cancelled already", number)
    if target.target and not s.options.cancel_targets_cancel:
        return refuse("irreversible", "a card is cancelled for good", number)
    if not _still_to_come(deck_of(s), played, number, frame.moment):
        return refuse("past", f"what card {number} does has happened already", number)
    return LEGAL


def _still_to_come(deck: Deck, played: tuple[Played, ...], number: int, moment: Moment) -> bool:
    """Whether the effect of a card is still to come; of one that cancels: of what it cancels."""
    while played[number - 1].target:
        number = played[number - 1].target
    return moment in kinds_by_name(deck)[played[number - 1].card][1].moments


# --- what the frame does -----------------------------------------------------


def _answer(s: State, frame: WindowFrame, a: Action, emit: Emit) -> State:
    attempt, seats = attempt_of(s), len(s.racers)
    below: tuple[Frame, ...] = s.agenda[:-2]
    after = (frame.asked + 1) % seats
    if not isinstance(a, Play):
        if frame.passes + 1 == seats:
            emit(WindowShut(attempt.seat, frame.moment))
            return with_agenda(s, (*below, attempt))
        return with_agenda(s, (*below, attempt, WindowFrame(frame.moment, after, frame.passes + 1)))
    played = with_card(attempt.played, a.card, frame.asked, a.target)
    emit(CardPlayed(frame.asked, a.card, len(played), a.target))
    for k, (before, now) in enumerate(zip(attempt.played, played[:-1], strict=True), start=1):
        if now.alive and not before.alive:
            emit(CardRevived(now.card, k))
    attempt = AttemptFrame(attempt.seat, attempt.number, attempt.stage, played, attempt.result)
    kind, _ = kinds_by_name(deck_of(s))[a.card]
    return with_pro(
        s,
        without_card(pro_of(s), frame.asked, kind),
        (*below, attempt, WindowFrame(frame.moment, after, 0)),
    )


def asks(s: State, frame: WindowFrame) -> Decide:
    """The question of a window: the same whatever anybody holds."""
    del s
    return Decide(frame.asked, f"respond:{frame.moment}")


def hand_names(s: State, seat: Seat) -> tuple[str, ...]:
    """The cards that a seat holds, by their names in the order of the deck."""
    counts = pro_of(s).hands[seat]
    return tuple(
        kind.name for kind, held in zip(deck_of(s).kinds, counts, strict=True) for _ in range(held)
    )


WINDOW: Handler[State] = Handler(pending=asks, act=_answer)

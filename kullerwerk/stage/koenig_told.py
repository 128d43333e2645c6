"""What happens in a race as the window says it: by what it means, the table shows where."""

from __future__ import annotations

from kullerwerk.stage.words import phrase
from rules.core.types import Event, Seat
from rules.koenig import events as facts
from rules.koenig import pro_events as pro
from rules.koenig.names import seat_name
from rules.koenig.state import AttemptFrame, State
from rules.koenig.words import OUTCOMES, millimetres, tell

ALWAYS = (facts.BlockerRemoved, pro.WindowOpened, pro.WindowShut)
"""What happens in every turn whatever anybody does: four lines of it would hide what counts."""


def attempt_of(s: State) -> AttemptFrame | None:
    """The attempt that goes on, None = there is none."""
    return next((frame for frame in reversed(s.agenda) if isinstance(frame, AttemptFrame)), None)


def told(s: State, event: Event, lang: str) -> str:
    """An event of a race in a player's words; "" = it goes without saying."""

    def word(key: str, **values: object) -> str:
        return phrase(lang, key, **values)

    def who(seat: Seat) -> str:
        return seat_name(s, seat, lang)

    if isinstance(event, ALWAYS):
        return ""
    match event:
        case facts.TowerStarted(seat=seat):
            return word("koenig.told.start", who=who(seat))
        case facts.TowerTurned(seat=seat):
            return word("koenig.told.turn", who=who(seat))
        case facts.BlockerPlaced(seat=seat):
            return word("koenig.told.block", who=who(seat))
        case facts.BlockerDisplaced(seat=seat):
            return word("koenig.told.pushed", who=who(seat))
        case facts.TowerMoved(seat=seat):
            return word("koenig.told.tower", who=who(seat))
        case facts.DieRolled():
            return _rolled(s, event, lang)
        case facts.RayCrossed(seat=seat, ray=ray, direction=sign, done=done):
            rays = s.board.rays
            line = "gate" if rays[ray].name == "gate" else "ray"
            way = "" if sign > 0 else ".back"
            text = word(f"koenig.told.{line}{way}", who=who(seat), n=ray + 1)
            return text if done else f"{text} ({word('koenig.told.undone')})"
        case pro.CardDealt(seat=seat, card=card):
            return word("koenig.told.dealt", who=who(seat), card=word(f"koenig.card.{card}"))
        case pro.CardPlayed():
            return card_played(s, event, lang)
        case pro.CardRevived(card=card):
            return word("koenig.told.revived", card=word(f"koenig.card.{card}"))
        case _:
            return tell(s, event, lang)


def card_played(s: State, event: pro.CardPlayed, lang: str) -> str:
    """Who plays which card, or cancels whose."""

    def word(key: str, **values: object) -> str:
        return phrase(lang, key, **values)

    who, attempt = seat_name(s, event.seat, lang), attempt_of(s)
    if event.target and attempt is not None:
        other = attempt.played[event.target - 1]
        of, card = seat_name(s, other.by, lang), word(f"koenig.card.{other.card}")
        return word("koenig.told.cancels", who=who, card=card, of=of)
    return word("koenig.played", who=who, card=word(f"koenig.card.{event.card}"))


def _rolled(s: State, event: facts.DieRolled, lang: str) -> str:
    """How far a die has come, and its number where numbers count."""
    who = seat_name(s, event.seat, lang)
    if event.outcome != "rests":
        does = OUTCOMES["de" if lang == "de" else "en"][event.outcome]
        return phrase(lang, "koenig.told.die", who=who, does=does)
    counts = s.options.variant == "pro"
    key = "koenig.told.number" if counts else "koenig.told.rests"
    return phrase(lang, key, who=who, far=millimetres(event.distance), n=event.face)

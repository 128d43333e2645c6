"""Events and actions in words, English and German; those of the pro game alone: ``pro_words``."""

from __future__ import annotations

from rules.core.types import Event, Seat
from rules.koenig import events as facts
from rules.koenig.names import language, seat_name
from rules.koenig.notation import number_text
from rules.koenig.pro_words import describe_play, describe_take, tell_pro
from rules.koenig.progress import NOWHERE
from rules.koenig.state import (
    Action,
    Block,
    Pass,
    Play,
    Pull,
    ReorientFrame,
    Start,
    State,
    Take,
    Tower,
    Turn,
    WindowFrame,
)
from sim.settled import FULL_TURN, MM, Point, Pose

OUTCOMES = {
    "en": {
        "rests": "rests",
        "cocked": "rests leaning",
        "timed_out": "is stopped while still moving",
        "off_table": "falls off the table",
        "never_left_mouth": "does not leave the mouth",
        "out_at_back": "falls out at the back",
    },
    "de": {
        "rests": "bleibt liegen",
        "cocked": "bleibt schräg liegen",
        "timed_out": "wird noch rollend angehalten",
        "off_table": "fällt vom Tisch",
        "never_left_mouth": "kommt nicht aus dem Maul",
        "out_at_back": "fällt hinten heraus",
    },
}
"""What a die does, in words."""

REASONS = {
    "en": {
        "off_table": "the die fell off the table",
        "never_left_mouth": "the die did not roll out of the mouth",
        "out_at_back": "the die fell out at the back",
        "number": "the number does not count",
        "no_place": "there is no place for it at the die",
        "put_back": "it disturbed something and was put back",
    },
    "de": {
        "off_table": "der Würfel ist vom Tisch gefallen",
        "never_left_mouth": "der Würfel ist nicht aus dem Maul gerollt",
        "out_at_back": "der Würfel ist hinten herausgefallen",
        "number": "die Zahl gilt nicht",
        "no_place": "am Würfel ist kein Platz für ihn",
        "put_back": "er hat etwas verschoben und wurde zurückgestellt",
    },
}
"""Why a tower stays, in words."""


def millimetres(value: int) -> str:
    """A length in whole millimetres."""
    return f"{value / MM:.0f} mm"


def place_text(place: Point) -> str:
    """A place in whole millimetres."""
    return f"{place[0] / MM:.0f},{place[1] / MM:.0f}"


def degrees(angle: int) -> str:
    """An angle in whole degrees."""
    return f"{round(angle / 100) % 360}°"


def pose_text(pose: Pose, lang: str = "en") -> str:
    """A pose in whole millimetres and degrees."""
    heading = "Blick" if lang == "de" else "heading"
    return f"{place_text(pose[:2])} {heading} {degrees(pose[2])}"


# --- events ------------------------------------------------------------------


def tell(s: State, event: Event, lang: str = "en") -> str:
    """An event in words; any language but German is English."""
    return _german(s, event) if language(lang) == "de" else _english(s, event)


def _english(s: State, event: Event) -> str:
    who = s.who
    match event:
        case facts.TurnStarted(seat=seat, round=number):
            return f"round {number}: {who(seat)}'s turn"
        case facts.TurnSkipped(seat=seat):
            return f"{who(seat)} finds no free spot in the start box and skips the turn"
        case facts.TowerStarted(seat=seat, pose=pose):
            return f"{who(seat)} starts at {pose_text(pose)}"
        case facts.TowerTurned(seat=seat, pose=pose):
            return f"{who(seat)} turns the tower on the spot to {degrees(pose[2])}"
        case facts.BlockerPlaced(seat=seat, pose=pose):
            return f"{who(seat)} places the blocker at {place_text(pose[:2])}"
        case facts.BlockerDisplaced(seat=seat, pose=pose):
            return f"the die pushes {who(seat)}'s blocker to {place_text(pose[:2])}"
        case facts.DieRolled(seat=seat, outcome=outcome, face=face, place=place, distance=distance):
            does = OUTCOMES["en"][outcome]
            if outcome == "never_left_mouth":
                return f"{who(seat)}'s die {does}"
            number = f", shows {face}" if face else ""
            away = f"{millimetres(distance)} from the mouth{number}"
            return f"{who(seat)}'s die {does} at {place_text(place)} ({away})"
        case facts.BlockerRemoved(seat=seat):
            return f"{who(seat)} takes the blocker away"
        case facts.RayCrossed(seat=seat, ray=ray, direction=sign, done=done):
            name = s.board.rays[ray].name
            line = "the start-finish line" if name == "gate" else f"the ray of {name}"
            how = "" if sign > 0 else " backwards"
            return f"{who(seat)} crosses {line}{how}{'' if done else ', not done'}"
        case facts.TowerMoved(seat=seat, pose=pose):
            return f"{who(seat)}'s tower goes to {pose_text(pose)}"
        case facts.TowerStays(seat=seat, reason=reason):
            return f"{who(seat)}'s tower stays: {REASONS['en'][reason]}"
        case facts.TurnEnded(seat=seat, done=done, of=of, distance=distance):
            left = "" if distance == NOWHERE else f", {millimetres(distance)} to the next"
            return f"{who(seat)} has done {done} of {of} rays{left}"
        case facts.Finished(seat=seat):
            return f"{who(seat)} is over the finish line and wins the race"
        case facts.RaceOver(reason=reason, ranking=ranking):
            best = [who(k) for k, rank in enumerate(ranking) if rank == 1]
            verb = "wins" if len(best) == 1 else "share the win"
            why = "" if reason == "finish" else " (round cap)"
            return f"{' and '.join(best)} {verb}{why}"
        case _:
            return tell_pro(s, event, "en")


def _german(s: State, event: Event) -> str:
    def who(seat: Seat) -> str:
        return seat_name(s, seat, "de")

    match event:
        case facts.TurnStarted(seat=seat, round=number):
            return f"Runde {number}: {who(seat)} ist am Zug"
        case facts.TurnSkipped(seat=seat):
            return f"{who(seat)} findet keinen freien Platz im Startfeld und setzt aus"
        case facts.TowerStarted(seat=seat, pose=pose):
            return f"{who(seat)} startet bei {pose_text(pose, 'de')}"
        case facts.TowerTurned(seat=seat, pose=pose):
            return f"{who(seat)} dreht den Turm auf der Stelle nach {degrees(pose[2])}"
        case facts.BlockerPlaced(seat=seat, pose=pose):
            return f"{who(seat)} stellt den Blocker nach {place_text(pose[:2])}"
        case facts.BlockerDisplaced(seat=seat, pose=pose):
            return f"der Würfel schiebt den Blocker von {who(seat)} nach {place_text(pose[:2])}"
        case facts.DieRolled(seat=seat, outcome=outcome, face=face, place=place, distance=distance):
            does = OUTCOMES["de"][outcome]
            if outcome == "never_left_mouth":
                return f"der Würfel von {who(seat)} {does}"
            number = f", zeigt {face}" if face else ""
            away = f"{millimetres(distance)} vom Maul{number}"
            return f"der Würfel von {who(seat)} {does}: {place_text(place)} ({away})"
        case facts.BlockerRemoved(seat=seat):
            return f"{who(seat)} nimmt den Blocker weg"
        case facts.RayCrossed(seat=seat, ray=ray, direction=sign, done=done):
            name = s.board.rays[ray].name
            line = "die Start-Ziel-Linie" if name == "gate" else f"den Strahl von {name}"
            how = "" if sign > 0 else " rückwärts"
            return f"{who(seat)} überquert {line}{how}{'' if done else ', nicht erledigt'}"
        case facts.TowerMoved(seat=seat, pose=pose):
            return f"der Turm von {who(seat)} rückt nach {pose_text(pose, 'de')}"
        case facts.TowerStays(seat=seat, reason=reason):
            return f"der Turm von {who(seat)} bleibt stehen: {REASONS['de'][reason]}"
        case facts.TurnEnded(seat=seat, done=done, of=of, distance=distance):
            left = "" if distance == NOWHERE else f", {millimetres(distance)} bis zum nächsten"
            return f"{who(seat)} hat {done} von {of} Strahlen erledigt{left}"
        case facts.Finished(seat=seat):
            return f"{who(seat)} ist ganz über der Ziellinie und gewinnt das Rennen"
        case facts.RaceOver(reason=reason, ranking=ranking):
            best = [who(k) for k, rank in enumerate(ranking) if rank == 1]
            verb = "gewinnt" if len(best) == 1 else "teilen sich den Sieg"
            why = "" if reason == "finish" else " (Rundengrenze)"
            return f"{' und '.join(best)} {verb}{why}"
        case _:
            return tell_pro(s, event, "de")


# --- actions -----------------------------------------------------------------


def describe(s: State, a: Action, lang: str = "en") -> str:
    """An action in words; any language but German is English."""
    lang = language(lang)
    match a:
        case Take(group=group, part=part):
            return describe_take(s, group, part, lang)
        case Play(card=card, target=target):
            return describe_play(card, target, lang)
        case _:
            return _describe_german(s, a) if lang == "de" else _describe_english(s, a)


def _describe_english(s: State, a: Start | Block | Pass | Pull | Tower | Turn) -> str:
    match a:
        case Start(pose=(x, y, heading)):
            at = f"{number_text(x)},{number_text(y)} mm"
            return f"start with the snout at {at}, heading {number_text(heading)}°"
        case Block(pose=(x, y, angle)):
            at = f"{number_text(x)},{number_text(y)} mm"
            return f"put the blocker at {at}, along {number_text(angle)}°"
        case Pull(speed=speed, side=side):
            way = "left" if side > 0 else "right"
            slip = f", {number_text(abs(side))} mm/s to the {way}" if side else ""
            return f"pull the hat at {number_text(speed)} mm/s{slip}"
        case Tower(angle=angle):
            heading = number_text((angle + FULL_TURN // 2) % FULL_TURN)
            return f"put the tower at {number_text(angle)}° from the die, heading {heading}°"
        case Turn(heading=heading):
            return f"turn the tower on the spot to {number_text(heading)}°"
        case Pass():
            match s.agenda[-1] if s.agenda else None:
                case ReorientFrame():
                    return "leave the tower as it stands"
                case WindowFrame():
                    return "play no card"
                case _:
                    return "place no blocker"


def _describe_german(s: State, a: Start | Block | Pass | Pull | Tower | Turn) -> str:
    match a:
        case Start(pose=(x, y, heading)):
            at = f"{number_text(x)},{number_text(y)} mm"
            return f"mit dem Maul bei {at} starten, Blick {number_text(heading)}°"
        case Block(pose=(x, y, angle)):
            at = f"{number_text(x)},{number_text(y)} mm"
            return f"den Blocker nach {at} stellen, längs {number_text(angle)}°"
        case Pull(speed=speed, side=side):
            way = "links" if side > 0 else "rechts"
            slip = f", {number_text(abs(side))} mm/s nach {way}" if side else ""
            return f"den Hut mit {number_text(speed)} mm/s ziehen{slip}"
        case Tower(angle=angle):
            heading = number_text((angle + FULL_TURN // 2) % FULL_TURN)
            return f"den Turm bei {number_text(angle)}° an den Würfel stellen, Blick {heading}°"
        case Turn(heading=heading):
            return f"den Turm auf der Stelle nach {number_text(heading)}° drehen"
        case Pass():
            match s.agenda[-1] if s.agenda else None:
                case ReorientFrame():
                    return "den Turm stehen lassen, wie er steht"
                case WindowFrame():
                    return "keine Karte spielen"
                case _:
                    return "keinen Blocker stellen"

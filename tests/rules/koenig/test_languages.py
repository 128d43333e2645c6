"""Everything that koenig shows, in English and in German."""

import dataclasses
import re
from dataclasses import replace

import pytest
from koenig_kit import BOARD, DONE, do, mm, pro_race, race, racer
from koenig_pro_kit import RED, three

from rules.core.types import Event
from rules.koenig import events, pro_events
from rules.koenig.board import GROUPS, make_board
from rules.koenig.cards import CARD_NAMES, DOCUMENTED
from rules.koenig.names import letters
from rules.koenig.options import Options
from rules.koenig.pro_words import CARDS, GROUP_NAMES
from rules.koenig.rules import KOENIG
from rules.koenig.state import Block, Pass, Play, Pull, Setup, Start, Take, Tower, Turn
from rules.koenig.words import OUTCOMES, REASONS
from sim.settled import DIE_OUTCOMES

VALUES = {
    "seat": 0, "round": 3, "pose": (70000, 15000, 9000), "outcome": "rests", "face": 4,
    "place": (70000, 15000), "distance": 22000, "path": ((0, 0), (70000, 15000)), "time": 900,
    "ray": 1, "direction": -1, "done": 2, "since": (48000, 15000, 0), "reason": "number", "of": 5,
    "ranking": (1, 2, 2), "group": "hat", "part": "green", "order": (2, 0, 1), "card": "only12",
    "count": 5, "moment": "before", "number": 2, "target": 0,
}  # fmt: skip


def every_event():
    for module in (events, pro_events):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
                values = {f.name: VALUES[f.name] for f in dataclasses.fields(kind)}
                if kind is events.RaceOver:
                    values["reason"] = "round_cap"
                yield kind(**values)


ENGLISH = re.compile(
    r"\b(the|is|has|of|by|plays?|takes?|round|turn|tower|card|attempt|player|yellow|red|green)\b"
)
"""Words that no German sentence has."""


@pytest.mark.parametrize("event", list(every_event()), ids=lambda event: type(event).__name__)
def test_every_event_has_words_in_both_languages(event):
    s = three()
    english, german = KOENIG.tell(s, event), KOENIG.tell(s, event, "de")
    assert english != german
    assert f"{type(event).__name__}(" not in english + german
    assert not ENGLISH.search(german)
    assert KOENIG.tell(s, event, "fr") == english


def test_an_event_of_another_game_is_told_as_it_is():
    for lang in ("en", "de"):
        assert KOENIG.tell(three(), Event(), lang) == "Event()"


@pytest.mark.parametrize("table", [OUTCOMES, REASONS, CARDS])
def test_tables_of_words_are_complete_in_both_languages(table):
    assert table["en"].keys() == table["de"].keys()
    assert not set(table["en"].values()) & set(table["de"].values())


def test_every_outcome_card_and_group_has_a_name():
    assert set(OUTCOMES["de"]) == set(DIE_OUTCOMES)
    assert set(CARDS["de"]) == set(CARD_NAMES) == {kind.name for kind in DOCUMENTED.kinds}
    assert set(GROUP_NAMES) == set(GROUPS)


def test_a_window_in_german():
    s = three(("invalid",), ("miss", "noblock"), ())
    texts = ("pass", "card miss", "pass", "cancel 1", "card noblock", "pass", "pass", "pass")
    told = []
    for text in texts:
        step = KOENIG.apply(s, KOENIG.parse(s, text))
        s = step.state
        told += [KOENIG.tell(s, event, "de") for event in step.events]
    assert told == [
        "Rot spielt 'miss': kein Wurf in diesem Zug (Karte 1 dieses Versuchs)",
        "Grün hebt Karte 1 auf (Karte 2 dieses Versuchs)",
        "Rot spielt 'noblock': kein Blocker in diesem Versuch (Karte 3 dieses Versuchs)",
        "niemand spielt noch eine Karte",
        "Grün hat in diesem Versuch keinen Blocker",
    ]


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            events.DieRolled(0, "never_left_mouth", 3, (0, 0), 0, (), 5),
            "green's die does not leave the mouth",
            "der Würfel von Grün kommt nicht aus dem Maul",
        ),
        (
            events.DieRolled(0, "off_table", 0, mm(1200, 300), 73500, (), 5),
            "green's die falls off the table at 1200,300 (735 mm from the mouth)",
            "der Würfel von Grün fällt vom Tisch: 1200,300 (735 mm vom Maul)",
        ),
        (
            events.RayCrossed(0, 4, 1, True),
            "green crosses the start-finish line",
            "Grün überquert die Start-Ziel-Linie",
        ),
        (
            events.RaceOver("round_cap", (1, 2, 1)),
            "green and blue share the win (round cap)",
            "Grün und Blau teilen sich den Sieg (Rundengrenze)",
        ),
        (
            events.RaceOver("finish", (2, 1, 2)),
            "red wins",
            "Rot gewinnt",
        ),
        (
            pro_events.CardPlayed(1, "invalid", 3, 2),
            "red cancels card 2 (card 3 of this attempt)",
            "Rot hebt Karte 2 auf (Karte 3 dieses Versuchs)",
        ),
        (
            pro_events.HandDealt(2, 1),
            "blue has 1 action card",
            "Blau hat 1 Aktionskarte",
        ),
        (
            pro_events.PartTaken(1, "card", "7"),
            "red takes card 7",
            "Rot nimmt Auswahlkarte 7",
        ),
    ],
)  # fmt: skip
def test_some_events_in_words(event, english, german):
    assert KOENIG.tell(three(), event) == english
    assert KOENIG.tell(three(), event, "de") == german


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (Start((48000, 15000, 1050)), "mit dem Maul bei 480,150 mm starten, Blick 10.5°"),
        (Block((60000, 20000, 4500)), "den Blocker nach 600,200 mm stellen, längs 45°"),
        (Pull(60000, 0), "den Hut mit 600 mm/s ziehen"),
        (Pull(60000, -500), "den Hut mit 600 mm/s ziehen, 5 mm/s nach rechts"),
        (Tower(9000), "den Turm bei 90° an den Würfel stellen, Blick 270°"),
        (Turn(3000), "den Turm auf der Stelle nach 30° drehen"),
        (Pass(), "keine Karte spielen"),
        (Take("hat", "red"), "den Hut in Rot nehmen"),
        (Take("face", "yellow"), "das Gesicht in Gelb nehmen"),
        (Take("card", "4"), "die Auswahlkarte 4 nehmen"),
        (Play("miss"), "'miss' spielen: kein Wurf in diesem Zug"),
        (Play("invalid", 2), "Karte 2 dieses Versuchs für immer aufheben"),
        (Play("joker"), "'joker' spielen: keine Karte dieses Spiels"),
    ],
)
def test_actions_in_german(action, german):
    s = three()
    assert KOENIG.describe(s, action, "de") == german
    assert KOENIG.describe(s, action, "fr") == KOENIG.describe(s, action) != german


def test_a_pass_says_what_is_passed_on():
    s = race(racer((500, 400, 0), blocked=3), None, options=Options(reorient_after_blocked_turns=3))
    assert KOENIG.describe(s, Pass()) == "leave the tower as it stands"
    assert KOENIG.describe(s, Pass(), "de") == "den Turm stehen lassen, wie er steht"
    s, _ = do(s, "pass")
    assert KOENIG.describe(s, Pass(), "de") == "keinen Blocker stellen"


def test_parts_of_the_pre_draft_go_out_of_the_game_in_german_too():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 3, Setup(BOARD)), 0).state
    assert KOENIG.describe(s, Take("die", "blue"), "de") == (
        "den Würfel in Blau aus dem Spiel nehmen"
    )
    step = KOENIG.apply(s, Take("die", "blue"))
    assert KOENIG.tell(step.state, step.events[0], "de") == (
        "Spieler 1 nimmt Würfel Blau aus dem Spiel"
    )


def test_the_table_in_german():
    """The towers have letters of their own: the German names of two colours begin with a G."""
    racers = (racer((300, 150, 0), DONE), None, racer((600, 650, 180)), None)
    text = KOENIG.draw(pro_race(*racers, hands=(("all",), (), ("miss", "miss"), ())), 2, "de")
    assert text.splitlines()[-9:] == [
        "Gelb: bei 300, 150 mm, 4 von 5 Strahlen erledigt",
        "Rot: noch nicht auf dem Tisch",
        "Grün (Ü): bei 600, 650 mm, 0 von 5 Strahlen erledigt",
        "Blau: noch nicht auf dem Tisch",
        "Gelb: Turm Gelb, Würfel Gelb, Gesicht Gelb, Hut Gelb, Blocker Gelb, Auswahlkarte 4;"
        " 1 Karte",
        "Rot: Turm Rot, Würfel Rot, Gesicht Rot, Hut Rot, Blocker Rot, Auswahlkarte 5; 0 Karten",
        "Grün: Turm Grün, Würfel Grün, Gesicht Grün, Hut Grün, Blocker Grün, Auswahlkarte 6;"
        " 2 Karten",
        "Blau: Turm Blau, Würfel Blau, Gesicht Blau, Hut Blau, Blocker Blau, Auswahlkarte 7;"
        " 0 Karten",
        "deine Karten: miss, miss",
    ]
    picture = "\n".join(text.splitlines()[:-9])
    assert ("G→" in picture, "Ü←" in picture) == (True, True)


def test_cards_on_the_table_in_german():
    s, _ = do(three(("invalid",), ("miss",), ()), "pass", "card miss", "pass", "cancel 1")
    lines = KOENIG.draw(s, RED, "de").splitlines()
    assert lines[-3:] == [
        "deine Karten: keine",
        "Karte 1 von Rot: miss (aufgehoben)",
        "Karte 2 von Grün: hebt Karte 1 auf",
    ]
    assert KOENIG.draw(s, RED, "fr") == KOENIG.draw(s, RED)
    assert "card 1 of red: miss (void)" in KOENIG.draw(s, RED)


def test_the_picture_shows_the_course_and_says_what_its_signs_mean():
    lines = KOENIG.draw(race(racer((299.6, 150, 0)), None), None).splitlines()
    assert lines[12] == f" 280 {'.' * 15}o{'.' * 28}oo{'1' * 14}"
    assert lines[13] == f" 240 {'.' * 15}4{'.' * 14}|{'.' * 13}oo{'.' * 14}"
    assert lines[14] == f" 200 {'.' * 15}4{'.' * 14}5{'.' * 29}"
    assert lines[20:23] == [
        "     0         200       400       600       800       1000",
        "o half-sphere, 1-4 rays in this order, 5 start-finish line, # blocker, "
        "letter and arrow a tower; numbers at the edges: mm",
        "yellow: at 300, 150 mm, 0 of 5 rays done",
    ]
    assert "5 Start-Ziel-Linie" in KOENIG.draw(race(None, None), None, "de")
    track = replace(BOARD, rays=BOARD.rays[-1:], key="gate")
    assert "o half-sphere, 1 start-finish line," in KOENIG.draw(race(None, None, on=track), None)


def test_a_heading_of_almost_a_full_turn_reads_as_none():
    assert KOENIG.tell(race(None, None), events.TowerStarted(0, (48000, 15000, 35986))) == (
        "yellow starts at 480,150 heading 0°"
    )


def test_the_picture_counts_rays_in_their_order():
    """A ray behind one that is undone is not done either."""
    s = race(racer((1000, 150, 90), (0, 1, 1, 0, 0)), None)
    assert "yellow: at 1000, 150 mm, 0 of 5 rays done" in KOENIG.draw(s, None)


def test_sets_of_ones_own_keep_their_names_and_get_letters_of_their_own():
    names = ("name", "scene", "length", "width", "spheres", "posts", "rays", "start_box")
    own = tuple(
        replace(pieces, name=name)
        for pieces, name in zip(BOARD.sets, ("grey", "green", "gold", "g"), strict=True)
    )
    on = make_board(**{name: getattr(BOARD, name) for name in names}, sets=own)
    s = race(racer((300, 150, 0)), racer((600, 650, 0)), on=on)
    assert "round 1: grey's turn" in KOENIG.tell(s, events.TurnStarted(0, 1))
    assert KOENIG.tell(s, events.TurnStarted(0, 1), "de") == "Runde 1: grey ist am Zug"
    assert "green (R): at" in KOENIG.draw(s, None)
    assert letters(("grey", "green", "gold", "g-1")) == ("G", "R", "O", "G")

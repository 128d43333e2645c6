"""What the rules refuse, as the window says it: without the terminal's notation, and in German.

The rules give their sentences in English; those of the grid games are put into German here by
what they say. A sentence that is not known stays as it is.
"""

from __future__ import annotations

import re

from kullerwerk.stage.words import phrase
from rules.koenig.cards import CARD_TEXTS

GERMAN: tuple[tuple[str, str], ...] = (
    # --- all games ---
    ("the game is over", "das Spiel ist aus"),
    ("nobody has to decide anything now", "jetzt ist niemand gefragt"),
    (
        "th(?:is|at) is no action (?:of the game|of kullern|for now)",
        "das geht in diesem Spiel jetzt nicht",
    ),
    # --- company ---
    ("a mole must be placed now", "jetzt muss ein Maulwurf gesetzt werden"),
    ("a disc must be turned over first", "zuerst muss eine Scheibe aufgedeckt werden"),
    (
        "one of the two discs must be kept now",
        "jetzt muss eine der beiden Scheiben behalten werden",
    ),
    ("a mole must be moved now", "jetzt muss ein Maulwurf ziehen"),
    (
        "a further disc may be turned over now, or not",
        "jetzt darf noch eine Scheibe aufgedeckt werden, oder auch nicht",
    ),
    (
        "only a player whose moles all sit in holes may pass, so turn over a disc",
        "passen darf nur, wessen Maulwürfe alle in Löchern sitzen; decke eine Scheibe auf",
    ),
    (
        r"no mole can be moved by (\d): keep the other disc",
        "um {0} kann kein Maulwurf ziehen: behalte die andere Scheibe",
    ),
    ("there is no such space on this layer", "dieses Feld gibt es auf dieser Schicht nicht"),
    (
        r"(\w+) is a hole: no mole is placed in one",
        "{0} ist ein Loch: dort wird kein Maulwurf gesetzt",
    ),
    (r"(\w+) is occupied", "{0} ist besetzt"),
    (r"none of your moles stands on (.+)", "auf {0} steht keiner deiner Maulwürfe"),
    (
        r"a mole is in the way: (\d) free spaces are needed, the last included",
        "ein Maulwurf ist im Weg: {0} freie Felder sind nötig, das letzte eingeschlossen",
    ),
    (r"(\d) steps that way leave the layer", "{0} Schritte dorthin führen von der Schicht herab"),
    (
        "no way for you leads into the hole from there",
        "von dort führt für dich kein Weg in das Loch",
    ),
    (
        "this further move may not end on another special space",
        "dieser weitere Zug darf nicht auf noch einem Sonderfeld enden",
    ),
    ("one flips or passes", "aufgedeckt wird oder gepasst"),
    (r"the discs turned over are (\d) and (\d)", "aufgedeckt sind {0} und {1}"),
    (
        "a move names a space and one of six directions",
        "ein Zug nennt ein Feld und eine von sechs Richtungen",
    ),
    # --- hoehle ---
    ("now it is for chance to decide who starts", "jetzt entscheidet der Zufall, wer beginnt"),
    ("there is no such cell", "dieses Feld gibt es nicht"),
    (r"a direction is one of (.+)", "eine Richtung ist eine von {0}"),
    (
        "this position was there before, and a turn may not end in it again",
        "diese Stellung war schon da, und kein Zug darf wieder in ihr enden",
    ),
    ("a tile would leave the board", "ein Plättchen würde das Brett verlassen"),
    (
        "a tile may not go into this cave on its own",
        "von sich aus darf kein Plättchen in diese Höhle",
    ),
    (
        "a busy tile cannot be pushed",
        "ein Besetzt-Plättchen lässt sich nicht schieben",
    ),
    ("now you must move a tile", "jetzt musst du ein Plättchen ziehen"),
    (
        "now a tile on a tunnel entrance must dig",
        "jetzt muss ein Plättchen auf einem Tunneleingang graben",
    ),
    (r"there is no tile on (\w+)", "auf {0} liegt kein Plättchen"),
    (
        "a busy tile can no longer be moved",
        "ein Besetzt-Plättchen zieht nicht mehr",
    ),
    (r"the tile on (\w+) is not yours", "das Plättchen auf {0} gehört dir nicht"),
    (
        "a tile in a cave stays there until it is pushed out",
        "ein Plättchen in einer Höhle bleibt dort, bis es hinausgeschoben wird",
    ),
    (
        "a tile that has just ringed a cave moves next turn again",
        "ein Plättchen, das gerade eine Höhle umstellt hat, zieht erst im nächsten Zug wieder",
    ),
    (r"now the tile on (.+) must dig", "jetzt muss das Plättchen auf {0} graben"),
    (r"(\w+) is no tunnel entrance", "{0} ist kein Tunneleingang"),
    (r"the entrance (\w+) is not free", "der Eingang {0} ist nicht frei"),
    # --- buddel ---
    ("there are two carts, cart1 and cart2", "es gibt zwei Loren, Lore 1 und Lore 2"),
    (
        "a path is made of steps to the north, east, south and west",
        "ein Weg besteht aus Schritten nach Norden, Osten, Süden und Westen",
    ),
    ("a cart must make at least one step", "eine Lore muss mindestens einen Schritt fahren"),
    (
        "a seat is on a side n, e, s or w of cart1 or cart2",
        "ein Sitz ist auf einer der vier Seiten von Lore 1 oder Lore 2",
    ),
    ("there is no such goblin space", "dieses Koboldfeld gibt es nicht"),
    ("the die decides now, no player", "jetzt entscheidet der Würfel, niemand sonst"),
    ("Gorgan goes there, no mole", "dorthin geht Wotan, kein Maulwurf"),
    ("no mole of yours is on the surface", "keiner deiner Maulwürfe ist oben"),
    (
        "a mole is sent from a seat of a cart or from the surface",
        "geschickt wird ein Maulwurf von einem Sitz einer Lore oder von oben",
    ),
    ("a cart turns right or left", "eine Lore dreht sich nach rechts oder nach links"),
    ("no mole of yours sits there", "dort sitzt keiner deiner Maulwürfe"),
    ("a mole must be seated in a cart now", "jetzt muss ein Maulwurf in eine Lore gesetzt werden"),
    (
        "a mole must board the cart that came home now",
        "jetzt muss ein Maulwurf in die Lore steigen, die zurück ist",
    ),
    ("a cart must be pulled now", "jetzt muss eine Lore gezogen werden"),
    (
        "the cart must be turned by a quarter now, either way",
        "jetzt muss die Lore um ein Viertel gedreht werden, gleich wohin",
    ),
    (
        "Gorgan's face was rolled: he must be told where to go now",
        "Wotans Gesicht ist gefallen: jetzt muss er geschickt werden",
    ),
    (
        "the cart must be put on a free start space now",
        "jetzt muss die Lore auf ein freies Startfeld",
    ),
    (
        r"the die allows (\d) steps, not (\d+)",
        "der Würfel erlaubt {0} Schritte, nicht {1}",
    ),
    ("a cart is never pulled backwards", "eine Lore wird nie rückwärts gezogen"),
    (
        r"no rails lead there from (\w+), or only a start",
        "von {0} führen dorthin keine Schienen, oder nur zu einem Startfeld",
    ),
    (
        r"a cart comes to (\w+) only once in a move",
        "eine Lore kommt in einem Zug nur einmal nach {0}",
    ),
    (r"the other cart is on (\w+)", "die andere Lore steht auf {0}"),
    (
        "the move ends in the treasure chamber",
        "der Zug endet in der Schatzkammer",
    ),
    (
        "all steps that are rolled must be made",
        "alle gewürfelten Schritte müssen gezogen werden",
    ),
    ("a mole sits there already", "dort sitzt schon ein Maulwurf"),
    (
        "the others must first have as many moles in that cart as you",
        "erst müssen die anderen so viele Maulwürfe in dieser Lore haben wie du",
    ),
    (
        "moles board the cart that came home",
        "die Maulwürfe steigen in die Lore, die zurück ist",
    ),
    (
        "a captive mole of one's own must be freed first",
        "zuerst muss ein eigener gefangener Maulwurf befreit werden",
    ),
    ("Gorgan is posted where no mole is", "Wotan stellt sich dorthin, wo kein Maulwurf ist"),
    (
        "Gorgan must go to another goblin space",
        "Wotan muss auf ein anderes Koboldfeld gehen",
    ),
    ("no mole is captive there", "dort ist kein Maulwurf gefangen"),
    (
        "only for a mole of one's own there is a treasure",
        "einen Schatz gibt es nur für einen eigenen Maulwurf",
    ),
    (
        "a mole takes a treasure only when no seat is free",
        "einen Schatz nimmt ein Maulwurf nur, wenn kein Sitz frei ist",
    ),
    (
        "a mole of one's own must be sent, not Gorgan",
        "ein eigener Maulwurf muss gehen, nicht Wotan",
    ),
    ("that is no start space", "das ist kein Startfeld"),
    ("the other cart is there", "dort steht die andere Lore"),
    # --- kullern ---
    ("now a hatch must be chosen", "jetzt muss eine Luke gewählt werden"),
    ("now a marmot must be walked", "jetzt muss ein Murmeltier laufen"),
    (
        "now a marmot may take a step, or pass",
        "jetzt darf ein Murmeltier einen Schritt gehen, oder auch nicht",
    ),
    (r"the hatches are 1 to (\d+)", "die Luken sind 1 bis {0}"),
    (r"each player has (\d+) marmots", "alle haben {0} Murmeltiere"),
    (
        "a marmot in a deck chair stays there",
        "ein Murmeltier im Liegestuhl bleibt dort",
    ),
    # --- koenig ---
    (r"there are parts of (.+)", "es gibt Teile dieser Arten: {0}"),
    (r"there is no card (.+)", "eine Karte {0} gibt es nicht"),
    (r"there is no (\w+) '?([^']+)'?", "das gibt es nicht: {0} {1}"),
    (
        r"one part of each group: (.+) already",
        "ein Teil von jeder Art: {0} schon",
    ),
    (
        "an action must hold whole numbers, and angles from 0 up to 360 degrees",
        "nötig sind ganze Zahlen und Winkel von 0 bis 360 Grad",
    ),
    (
        r"a hat is pulled at (\d+) to (\d+) mm/s",
        "ein Hut wird mit {0} bis {1} mm/s gezogen",
    ),
    (
        r"a hat slips sideways by (-?\d+) to (-?\d+) mm/s",
        "ein Hut verrutscht um {0} bis {1} mm/s zur Seite",
    ),
    (
        "a part or a card must be named by its text",
        "ein Teil oder eine Karte hat einen Namen",
    ),
    ("your tower has not started", "dein Turm ist noch nicht gestartet"),
    (r"you do not hold the card (.+)", "die Karte {0} hast du nicht"),
    (r"the card (.+) is played in (.+)", "die Karte {0} gilt nur {1}"),
    (r"the card (.+) cancels nothing", "die Karte {0} hebt nichts auf"),
    (r"the card (.+) is played (.+)", "die Karte {0} wird {1} gespielt"),
    (
        r"it would stand on or push the (.+) tower",
        "damit stünde etwas auf dem Turm von {0} oder schöbe ihn weg",
    ),
    ("it would stand on your own tower", "er stünde auf deinem eigenen Turm"),
    (r"it would push (.+)", "das würde {0} wegschieben"),
    (
        "the tower would fall: its middle is beyond the table's edge",
        "der Turm würde fallen: seine Mitte liegt jenseits der Tischkante",
    ),
    (
        "the whole tower must stand in the start box behind the line",
        "der ganze Turm muss in der Startbox hinter der Linie stehen",
    ),
    (
        "the blocker must stand wholly on the table",
        "der Blocker muss ganz auf dem Tisch stehen",
    ),
    (
        r"it would just touch something; the nearest free angle is ([\d.]+) degrees",
        "das würde gerade noch etwas berühren; der nächste freie Winkel ist {0} Grad",
    ),
    (r"now you must (.+)", "jetzt musst du {0}"),
    (r"(\w+) (.+) is taken already", "{0} {1} ist schon vergeben"),
    (
        "one part of each group: you have one already",
        "aus jeder Gruppe ein Teil: du hast schon eines",
    ),
    (
        "one part of each group: one is out of the game already",
        "aus jeder Gruppe ein Teil: eines ist schon aus dem Spiel",
    ),
    (r"the card “(.+)” is played in (.+ turn)", "„{0}“ wird {1} gespielt"),
    (
        r"the card “(.+)” is played (before a throw|after a throw.*)",
        "„{0}“ wird {1} gespielt",
    ),
    ("you cannot cancel a card of your own", "eine eigene Karte lässt sich nicht aufheben"),
    (r"card (\d+) is cancelled already", "Karte {0} ist schon aufgehoben"),
    ("a card is cancelled for good", "eine Karte ist für immer aufgehoben"),
    (
        r"what card (\d+) does has happened already",
        "was Karte {0} bewirkt, ist schon geschehen",
    ),
    (
        r"no card (\d+) was played in this attempt",
        "in diesem Versuch wurde keine Karte {0} gespielt",
    ),
)
"""What the rules say, as an expression that fits all of it, and the same in German."""

NAMES: dict[str, str] = {
    "yellow": "Gelb", "red": "Rot", "green": "Grün", "blue": "Blau",
    "left post": "den linken Pfosten", "right post": "den rechten Pfosten",
    "tower": "Turm", "die": "Würfel", "face": "Gesicht", "hat": "Hut", "blocker": "Blocker",
    "card": "Auswahlkarte",
    "your own turn": "im eigenen Zug", "another player's turn": "im Zug von jemand anderem",
    "before a throw": "vor dem Wurf", "after a throw": "nach dem Wurf",
    "after a throw or after a throw that finishes": "nach dem Wurf",
    "put your tower into the start box": "deinen Turm in die Startbox stellen",
    "turn your tower on the spot or pass": "deinen Turm auf der Stelle drehen oder passen",
    "place your blocker or pass": "deinen Blocker stellen oder passen",
    "pull the hat": "den Hut ziehen",
    "put your tower to your die": "deinen Turm an deinen Würfel stellen",
    "take a part": "ein Teil nehmen",
    "take a part out of the game": "ein Teil aus dem Spiel nehmen",
    "play a card or pass": "eine Karte spielen oder passen",
}  # fmt: skip
"""What stands in the place of a group, in German."""

_CARD = re.compile(rf"'({'|'.join(CARD_TEXTS)})'")
"""A card by the name that it has in a terminal."""
_NOTATION = re.compile(r" \('[^']*'\)")
"""What to type in a terminal, in a sentence."""


def refused(rule: str, lang: str) -> str:
    """A sentence of the rules for somebody at the window."""
    rule = _NOTATION.sub("", rule)
    rule = _CARD.sub(lambda card: _quoted(phrase(lang, f"koenig.card.{card[1]}"), lang), rule)
    if lang != "de":
        return rule
    for english, german in GERMAN:
        if found := re.fullmatch(english, rule):
            parts = (NAMES.get(part, part.replace(" or ", " oder ")) for part in found.groups())
            return german.format(*parts)
    return rule


def _quoted(text: str, lang: str) -> str:
    return f"„{text}“" if lang == "de" else f"“{text}”"

"""What the rules refuse, as the window says it: without the terminal's notation, and in German.

The rules give their sentences in English; those of the grid games are put into German here by
what they say. A sentence that is not known stays as it is.
"""

from __future__ import annotations

import re

GERMAN: tuple[tuple[str, str], ...] = (
    # --- all games ---
    ("the game is over", "das Spiel ist aus"),
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
    # --- hoehle ---
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
    # --- koenig ---
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

_NOTATION = re.compile(r" \('[^']*'\)")
"""What to type in a terminal, in a sentence."""


def refused(rule: str, lang: str) -> str:
    """A sentence of the rules for somebody at the window."""
    rule = _NOTATION.sub("", rule)
    if lang != "de":
        return rule
    for english, german in GERMAN:
        if found := re.fullmatch(english, rule):
            parts = (NAMES.get(part, part.replace(" or ", " oder ")) for part in found.groups())
            return german.format(*parts)
    return rule

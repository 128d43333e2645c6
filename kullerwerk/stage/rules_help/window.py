"""How the window is used: the first section of every game's help."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

WINDOW = Section(
    ("How this window is used", "So wird dieses Fenster bedient"),
    (
        (
            "Mouse: what can be chosen has a blue ring. Click a piece, then where it goes. A click "
            "on something else says why that cannot be done now.",
            "Maus: was gewählt werden kann, hat einen blauen Ring. Klicke eine Figur an, dann ihr "
            "Ziel. Ein Klick auf etwas anderes sagt, warum das gerade nicht geht.",
        ),
        (
            "Keyboard: Tab goes from one thing to the next, Shift+Tab back, the arrow keys in "
            "their direction; Enter or Space chooses. Numbers and letters on buttons are their "
            "keys.",
            "Tastatur: Tab geht von einem zum nächsten, Umschalt+Tab zurück, die Pfeiltasten in "
            "ihre Richtung; Eingabe oder Leertaste wählt. Zahlen und Buchstaben auf Knöpfen sind "
            "ihre Tasten.",
        ),
        (
            "At the side stands whose turn it is and what is asked, below it what has happened "
            "(wheel, or Page up and Page down, for what was before).",
            "An der Seite steht, wer dran ist und was gefragt ist, darunter, was geschehen ist "
            "(Mausrad oder Bild auf und Bild ab zeigen Früheres).",
        ),
        (
            "Undo (Ctrl+Z) takes back your last decision, unless chance or somebody else has "
            "decided since. Hint (H) shows what the computer would do. F1 opens these pages, Esc "
            "the menu with settings and saving. A game that is left is kept.",
            "Zurücknehmen (Strg+Z) gilt für deine letzte Entscheidung, solange weder Zufall noch "
            "jemand anders danach entschieden hat. Tipp (H) zeigt, was der Computer täte. F1 "
            "öffnet diese Seiten, Esc das Menü mit Einstellungen und Speichern. Ein verlassenes "
            "Spiel bleibt erhalten.",
        ),
        (
            "While something rolls or slides, Space shows the end at once. Speed, text size, "
            "sounds and reduced motion are in the settings; F11 is full screen.",
            "Solange etwas rollt oder gleitet, zeigt die Leertaste gleich das Ende. Tempo, "
            "Schriftgröße, Töne und weniger Bewegung stehen in den Einstellungen; F11 schaltet "
            "auf Vollbild.",
        ),
    ),
)

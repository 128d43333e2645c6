"""What is wrong with a file, for somebody at the window: the sentences of files in German.

They are made for a terminal, in English. What is known stands in German as a whole; of what is not,
where it is, and after a German word that it is no good, what the program says.
"""

from __future__ import annotations

import re

_SENTENCES: tuple[tuple[str, str], ...] = (
    # --- a file that shall be written ---
    (r"(.+): the name must end in (.+)", "{0}: der Name muss auf {1} enden"),
    (r"(.+): the folder (.+) does not exist", "{0}: den Ordner {1} gibt es nicht"),
    (
        r"(.+) is a folder; expected the name of a file to write",
        "{0} ist ein Ordner; nötig ist der Name einer Datei",
    ),
    (r"(.+): it cannot be written \((.+)\)", "{0}: nicht schreibbar ({1})"),
    (
        r"(.+): MP4 files are made by ffmpeg, which is not installed; .+",
        "{0}: MP4 braucht ffmpeg, und das ist nicht da; .gif geht ohne",
    ),
    # --- a game that shall go on ---
    (
        r"the game was played on (.+), an? (?:track|hill) of your own: .*",
        "Das Spiel ging auf {0}, einer eigenen Strecke: weiter geht es mit "
        "„kullerwerk play --resume AUFZEICHNUNG --scene DATEI“",
    ),
    (
        r"(.+) is not the scene any more that this game was played on",
        "{0} ist nicht mehr die Strecke, auf der dieses Spiel gespielt wurde",
    ),
    (
        r"(.+) has pieces for (\d+) players, not (\d+)",
        "{0} hat Spielsteine für {1} Spieler, nicht für {2}",
    ),
    (r"(.+?): (?:.+: )?it is not JSON", "{0}: das ist kein JSON"),
    (r"(.+): this is no record: .+", "{0}: das ist keine Aufzeichnung"),
    (r"(.+): cannot be read: (.+)", "{0}: nicht lesbar ({1})"),
    (
        r"(.+): the last line is cut off; the record is not whole",
        "{0}: die letzte Zeile ist abgeschnitten, die Aufzeichnung nicht ganz",
    ),
    (
        r"(.+): this record has format (\d+), newer than (\d+), .*",
        "{0}: Format {1} ist neuer als {2}, das dieses Programm kennt",
    ),
    (r"(.+): the header is damaged: .+", "{0}: der Kopf der Aufzeichnung ist beschädigt"),
    (r"(.+): this game was played by version (\d+) of the rules of (\w+), .*",
     "{0}: gespielt wurde nach Fassung {1} der Regeln von {2}, die dieses Programm nicht kennt"),
    (
        r"(.+): (?:the game stands differently|the game ends differently|a line was changed).*",
        "{0}: die Aufzeichnung wurde verändert",
    ),
    # --- a scene ---
    (r"(.+): expected (.+), found no such file", "{0}: diese Datei gibt es nicht"),
    (
        r"(.+): expected (.+), found no such key",
        "{0}: dieser Eintrag fehlt, erwartet wird {1}",
    ),
    (r"(.+): expected (.+), found no such .+", "{0}: das gibt es nicht"),
    (r"(.+): expected (.+), found a folder", "{0}: das ist ein Ordner, keine Datei"),
    (r"(.+): expected (.+), found one that cannot be read", "{0}: nicht lesbar"),
    (r"(.+): expected (.+), found (.+)", "{0}: erwartet wird {1}, da steht {2}"),
)  # fmt: skip
"""What is said, as an expression that fits all of it, and the same in German."""


def file_trouble(said: object, lang: str) -> str:
    """What is wrong with a file, as a sentence with its full stop, from an error or a text."""
    text = str(said).removesuffix(".")
    return f"{_german(text) if lang == 'de' else text}."


def _german(text: str) -> str:
    for english, german in _SENTENCES:
        if found := re.fullmatch(english, text, re.DOTALL):
            parts = [re.sub(r"\bline (\d+)", r"Zeile \1", part) for part in found.groups()]
            return german.format(*parts)
    return f"Das geht nicht: {text}"

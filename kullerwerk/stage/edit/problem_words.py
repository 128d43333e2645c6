"""What the scene's checks say, in the words and the language of whoever looks at the table."""

from __future__ import annotations

import re

from kullerwerk.stage.edit.layout import Data, value_at
from scenes.errors import SceneError

Pair = tuple[str, str]

WHERE: tuple[tuple[str, str, str], ...] = (
    (r"half_spheres\[(\d+)\].*", "half-sphere {name}", "Halbkugel {name}"),
    (r"course\[(\d+)\].*", "the ray around {name}", "der Strahl um {name}"),
    (r"gate\.left_post.*", "the left gate post", "der linke Torpfosten"),
    (r"gate\.right_post.*", "the right gate post", "der rechte Torpfosten"),
    (r"gate", "the gate", "das Tor"),
    (r"start_box.*", "the start box", "das Startfeld"),
    (r"sets.*", "the piece sets", "die Spielsteine"),
    (r"rows\[(\d+)\].*", "row {n}", "Reihe {n}"),
    (r"rows", "the rows", "die Reihen"),
    (r"hut\.hatches\[(\d+)\].*", "hatch {n}", "Luke {n}"),
    (r"path\.spaces\[(\d+)\].*", "space {n}", "Feld {n}"),
    (r"path\.starts\[(\d+)\].*", "start place {n}", "Startplatz {n}"),
    (r"path\.stones.*", "the stones", "die Steine"),
    (r"path\.horns.*", "the horns", "die Hörner"),
    (r"path\.marmot_radius", "the marmots' radius", "der Radius der Murmeltiere"),
    (r"slope\.hollow", "the hollow", "die Mulde"),
    (r"slope\.gutter_width", "the gutters' width", "die Breite der Rinnen"),
    (r"slope\.branch_deg", "the branches' angle", "der Winkel der Äste"),
    (r"hut\.pocket_width", "the pockets' width", "die Breite der Kammern"),
    (r"hut\.pocket_height", "the splitters' height", "die Höhe der Teiler"),
    (r"hut\.exit_width", "the exits' width", "die Breite der Ausgänge"),
    (r"hut\.hatch_height", "the hatches' height", "die Höhe der Luken"),
    (r"table\.length", "the table's length", "die Länge des Tischs"),
    (r"table\.width", "the table's width", "die Breite des Tischs"),
    (r"title", "the title", "der Titel"),
)
"""How keys are called, in English and German."""

_N = r"(-?[\d.]+)"
GERMAN: tuple[Pair, ...] = (
    # --- tracks ---
    (f"posts at least {_N} mm apart, so that they do not overlap",
     r"Pfosten mindestens \1 mm auseinander, damit sie sich nicht überlappen"),
    (r'half-sphere "(.*)" clear of the gate\'s (left|right)_post, centres at least '
     f"{_N} mm apart", r"Halbkugel \1 frei vom Torpfosten, die Mitten mindestens \3 mm entfernt"),
    (f'half-sphere "(.*)" clear of half-sphere "(.*)", centres at least {_N} mm apart',
     r"Halbkugel \1 frei von Halbkugel \2, die Mitten mindestens \3 mm entfernt"),
    (f'the whole half-sphere "(.*)" on the table, (x|y) between {_N} and {_N} mm',
     r"die ganze Halbkugel \1 auf dem Tisch, \2 zwischen \3 und \4 mm"),
    (f"the whole post on the table, (x|y) between {_N} and {_N} mm",
     r"der ganze Pfosten auf dem Tisch, \1 zwischen \2 und \3 mm"),
    ("each name once", "jeder Name einmal"),
    ('a second "(.*)"', r"ein zweites Mal \1"),
    (f"more than (x|y)_min, which is {_N} mm", r"mehr als der andere Rand bei \2 mm"),
    (rf"at least two tower widths \({_N} mm\) between the posts",
     r"mindestens zwei Turmbreiten (\1 mm) zwischen den Pfosten"),
    (r'half-sphere "(.*)" outside the gate', r"Halbkugel \1 außerhalb des Tors"),
    ("one that stands on the line between the posts", "sie steht auf der Linie im Tor"),
    (r"the name of a half-sphere of this track .*", "der Name einer Halbkugel"),
    ("one ray for each half-sphere", "ein Strahl für jede Halbkugel"),
    (r'a second one around "(.*)" after .*', r"ein zweiter um \1"),
    (r'a ray in the course with around = "(.*)"', r"ein Strahl um \1 im Kurs"),
    ("none: every half-sphere needs its one ray", "keiner"),
    (f"a point on the table, x 0 to {_N} and y 0 to {_N} mm",
     r"ein Punkt auf dem Tisch, x von 0 bis \1 und y von 0 bis \2 mm"),
    (r'a point that leaves a die room beside half-sphere "(.*)", at least '
     f"{_N} mm from its centre",
     r"ein Punkt, der einem Würfel neben Halbkugel \1 Platz lässt, mindestens \2 mm von der Mitte"),
    (rf"(\[.*\]), which is {_N} mm from it", r"\2 mm"),
    ("a ray that stays clear of the gate", "ein Strahl, der das Tor nicht berührt"),
    (r'one from "(.*)" to (\[.*\]) that crosses it', "er kreuzt es"),
    ("a ray that no other half-sphere stands on",
     "ein Strahl, auf dem keine andere Halbkugel steht"),
    (r'one from "(.*)" to (\[.*\]) through "(.*)"', r"er geht durch \3"),
    (rf"a start box on the table, (x|y)_(min|max) between 0 and {_N} mm",
     r"ein Startfeld auf dem Tisch, \1 zwischen 0 und \3 mm"),
    (r'a start box clear of half-sphere "(.*)"', r"ein Startfeld frei von Halbkugel \1"),
    (r"a start box clear of the gate's (left|right)_post", "ein Startfeld frei von den Pfosten"),
    ("one that overlaps it", "sie überlappen sich"),
    (r"a start box wholly behind the start line .*", "ein Startfeld ganz hinter der Startlinie"),
    (f"one that reaches {_N} mm beyond it", r"es reicht \1 mm darüber hinaus"),
    (f"room for tower of {_N} x {_N} mm", r"Platz für einen Turm von \1 x \2 mm"),
    (f"room for {_N} towers of {_N} x {_N} mm side by side",
     r"Platz für \1 Türme von \2 x \3 mm nebeneinander"),
    (f"a box of {_N} x {_N} mm, with room for {_N}", r"\1 x \2 mm, Platz für \3"),
    # --- hills ---
    (f"a row below the one before, more than {_N} mm downhill",
     r"eine Reihe unter der vorigen, mehr als \1 mm hangabwärts"),
    (f"a hollow below the last row, more than {_N} mm downhill",
     r"eine Mulde unter der letzten Reihe, mehr als \1 mm hangabwärts"),
    (f"room for the branches above it, at least {_N} mm",
     r"Platz für die Äste darüber, mindestens \1 mm"),
    (f"a gutter that a marble rolls through, at least {_N} mm",
     r"eine Rinne, durch die eine Kugel rollt, mindestens \1 mm"),
    (f"branches with a wall between them, at most {_N} mm wide across the hill",
     r"Äste mit einer Wand dazwischen, höchstens \1 mm breit"),
    (f"a splitter that leaves both pockets open, at most {_N} mm from the middle",
     r"ein Teiler, der beide Kammern offen lässt, höchstens \1 mm von der Mitte"),
    (f"pockets with walls between them, at most {_N} mm",
     r"Kammern mit Wänden dazwischen, höchstens \1 mm"),
    (f"an exit that two marbles pass side by side, above {_N} and below {_N} mm",
     r"ein Ausgang für zwei Kugeln nebeneinander, über \1 und unter \2 mm"),
    (f"an exit no wider than two branches, below {_N} mm",
     r"ein Ausgang nicht breiter als zwei Äste, unter \1 mm"),
    (f"pockets that hold all {_N} marbles, at least {_N} mm",
     r"Kammern, in die alle \1 Kugeln passen, mindestens \2 mm"),
    (f"a hatch above the splitters, at least {_N} mm",
     r"Luken über den Teilern, mindestens \1 mm"),
    (f"a path that leads uphill, at most {_N} mm from the front of the hut",
     r"ein Pfad, der bergauf führt, höchstens \1 mm von der Hütte"),
    (f"a marmot that dams its gutter, at least {_N} mm",
     r"ein Murmeltier, das seine Rinne staut, mindestens \1 mm"),
    ("a place in its gutter, in a lane of a leg", "ein Platz in einer Rinne des Pfads"),
    ("a place in its gutter, in a lane of the last row", "ein Platz in einer Rinne ganz unten"),
    (r"(\[.*\]), where there is none", r"\1, wo keine ist"),
    # --- values alone ---
    (f"a number of (mm|g|degrees) between {_N} and {_N}", r"eine Zahl von \2 bis \3 (\1)"),
    (f"a number between {_N} and {_N}", r"eine Zahl von \1 bis \2"),
    (f"a whole number between {_N} and {_N}", r"eine ganze Zahl von \1 bis \2"),
    ("a name of 1 to 40 letters, digits, - and _", "ein Name aus 1 bis 40 Buchstaben und Ziffern"),
    ("one line of at most 80 characters", "eine Zeile mit höchstens 80 Zeichen"),
    ("none", "nichts"),
)  # fmt: skip
"""What the checks expect and find, and what that is in German; the rest is shown as it is."""


def sentence(problem: SceneError, lang: str, data: Data) -> str:
    """A problem as one sentence in the language of the window.

    Lists count from 1 for people, and half-spheres and rays are called by their names.
    """
    where = _where(problem.key, lang, data)
    if lang != "de":
        return f"{where}: expected {problem.expected}, found {problem.found}."
    return f"{where} - erwartet: {german(problem.expected)}; gefunden: {german(problem.found)}."


def german(words: str) -> str:
    """A half sentence of the checks in German, as it is where nobody has translated it."""
    for pattern, said in GERMAN:
        found = re.fullmatch(pattern, words)
        if found:
            return found.expand(said)
    return words


def _where(key: str, lang: str, data: Data) -> str:
    for pattern, english, german_words in WHERE:
        found = re.fullmatch(pattern, key)
        if found is None:
            continue
        words = german_words if lang == "de" else english
        if not found.groups():
            return words
        number, listed = int(found[1]), key.partition("[")[0]
        called = value_at(data, (listed, number, "name" if listed == "half_spheres" else "around"))
        return words.format(name=called, n=number + 1)
    return key

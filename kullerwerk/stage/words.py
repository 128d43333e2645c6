"""The window's own texts in English and German; those of a game come from its rules."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    # --- menus ---
    "title": ("kullerwerk", "kullerwerk"),
    "subtitle": (
        "dexterity board games on simulated physics",
        "Geschicklichkeitsspiele auf simulierter Physik",
    ),
    "play": ("Play", "Spielen"),
    "resume": ("Go on with a game", "Weiterspielen"),
    "edit": ("Lay out a course", "Strecke bauen"),
    "watch": ("Watch a record", "Aufzeichnung ansehen"),
    "settings": ("Settings", "Einstellungen"),
    "quit": ("Leave", "Beenden"),
    "back": ("Back", "Zurück"),
    "start": ("Start", "Los"),
    "to.menu": ("To the menu", "Zum Menü"),
    "and": (" and ", " und "),
    "close": ("Close", "Schließen"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    # --- setting up a game ---
    "setup": ("Who plays?", "Wer spielt?"),
    "setup.options": ("Rules", "Regeln"),
    "setup.preset": ("Variant", "Variante"),
    "setup.scene": ("Played on", "Gespielt auf"),
    "setup.seats": ("Players", "Mitspieler"),
    "setup.seat": ("Player {n}", "Platz {n}"),
    "you": ("at the screen", "am Bildschirm"),
    "level.human": ("at the screen", "am Bildschirm"),
    "level.easy": ("computer, easy", "Computer, leicht"),
    "level.medium": ("computer, medium", "Computer, mittel"),
    "level.hard": ("computer, strong", "Computer, stark"),
    # --- at the table ---
    "undo": ("Undo", "Zurücknehmen"),
    "undo.nothing": ("There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    "undo.not": (
        "That cannot be taken back: chance or somebody else has decided since.",
        "Das lässt sich nicht zurücknehmen: seither hat der Zufall oder jemand anders entschieden.",
    ),
    "hint": ("Hint", "Tipp"),
    "hint.busy": ("thinking …", "denkt …"),
    "hint.says": ("Hint: {what}", "Tipp: {what}"),
    "rules": ("Rules", "Regeln"),
    "menu": ("Menu", "Menü"),
    "not.now": ("It is not your turn now.", "Du bist gerade nicht dran."),
    "thinks": ("{who} is thinking …", "{who} denkt nach …"),
    "rolling": ("Rolling …", "Es rollt …"),
    "watching": ("…", "…"),
    "skip": ("Show the end at once", "Gleich das Ende zeigen"),
    "slow": ("The last throw, slowly", "Den letzten Wurf, langsam"),
    "unpick": ("Choose again", "Neu wählen"),
    "refuse.here": ("Nothing can be done there now.", "Dort geht jetzt nichts."),
    "trouble": ("Something went wrong: {what}.", "Etwas ist schiefgegangen: {what}."),
    "retry": ("Try again", "Noch einmal versuchen"),
    "won.one": ("{who} wins!", "{who} gewinnt!"),
    "won.more": ("{who} share the win.", "{who} gewinnen gemeinsam."),
    "again": ("Another game", "Noch ein Spiel"),
    "watch.again": ("Watch it again", "Noch einmal ansehen"),
    "curtain.for": ("{who}, the screen is yours.", "{who}, der Bildschirm gehört dir."),
    "curtain.take": ("Show my side", "Meine Seite zeigen"),
    "respond.ask": ("Does anyone answer?", "Möchte jemand antworten?"),
    "respond.nobody": ("Nobody", "Niemand"),
    # --- the menu of a game ---
    "pause": ("Menu", "Menü"),
    "pause.on": ("Go on", "Weiter"),
    "pause.save": ("Save the game as", "Spiel speichern als"),
    "pause.saved": ("Saved: {path}", "Gespeichert: {path}"),
    "pause.kept": (
        "The game is kept; “Go on with a game” finds it.",
        "Das Spiel bleibt erhalten; „Weiterspielen“ findet es.",
    ),
    "pause.leave": ("Leave the game", "Spiel verlassen"),
    "save.failed": ("{path}: cannot be written ({why}).", "{path}: nicht schreibbar ({why})."),
    # --- saved games ---
    "saved": ("Games that are not over", "Angefangene Spiele"),
    "saved.none": (
        "There is no game to go on with.",
        "Es gibt kein Spiel, das weitergehen könnte.",
    ),
    "saved.line": ("{title}, {when}, {n} moves", "{title}, {when}, {n} Züge"),
    "saved.broken": ("{path}: {why}", "{path}: {why}"),
    # --- boards ---
    "hoehle.move": ("Choose a tile to move.", "Wähle ein Plättchen, das ziehen soll."),
    "hoehle.move.to": ("Choose where it goes.", "Wähle, wohin es zieht."),
    "hoehle.dig": (
        "A tile on a tunnel entrance must dig: choose it.",
        "Ein Plättchen auf einem Tunneleingang muss graben: wähle es.",
    ),
    "hoehle.dig.to": ("Choose where it comes out.", "Wähle, wo es herauskommt."),
    "hoehle.far": (
        "A tile goes one cell, in one of eight directions.",
        "Ein Plättchen zieht ein Feld weit, in eine von acht Richtungen.",
    ),
    "kullern.rolling": ("Marbles are rolling …", "Die Murmeln rollen …"),
    "kullern.hatch": (
        "Marble {n} of 3: choose a hatch. Steps so far: {steps}.",
        "Murmel {n} von 3: wähle eine Luke. Schritte bisher: {steps}.",
    ),
    "kullern.hatch.junior": (
        "Marble {n} of 3: choose a hatch.",
        "Murmel {n} von 3: wähle eine Luke.",
    ),
    "kullern.walk": (
        "Walk with a marmot: {steps} steps, and one for each marble in front of it.",
        "Ziehe ein Murmeltier: {steps} Schritte und einen für jede Murmel davor.",
    ),
    "kullern.step": (
        "None of your marmots walked: one may take a step.",
        "Keines deiner Murmeltiere ist gelaufen: eines darf einen Schritt gehen.",
    ),
    "kullern.not.yours": ("This marmot is not yours.", "Das ist nicht dein Murmeltier."),
    "kullern.no.step": (
        "This marmot has no step to take now.",
        "Dieses Murmeltier hat jetzt keinen Schritt.",
    ),
    # --- watching ---
    "watch.place": ("Place in the game", "Stelle im Spiel"),
    "watch.ghosts": ("Ghosts", "Geister"),
    "watch.save": ("Picture or film", "Bild oder Film"),
    "watch.save.how": (
        "A picture shows the board as it stands; a film goes from here to the end, at the speed "
        "that is set.",
        "Ein Bild zeigt das Brett, wie es steht; ein Film geht von hier bis zum Ende, im "
        "eingestellten Tempo.",
    ),
    "watch.name": ("File", "Datei"),
    "watch.png": ("Picture (PNG)", "Bild (PNG)"),
    "watch.gif": ("Film (GIF)", "Film (GIF)"),
    "watch.mp4": ("Film (MP4)", "Film (MP4)"),
    "watch.making": (
        "Making {path}: {share} %. Escape stops.",
        "{path}: {share} %. Esc bricht ab.",
    ),
    "watch.made": ("Made: {path}", "Fertig: {path}"),
    "watch.failed": ("{path}: {why}.", "{path}: {why}."),
    # --- settings ---
    "set.language": ("Language", "Sprache"),
    "set.text": ("Text size", "Schriftgröße"),
    "set.motion": ("Reduced motion", "Weniger Bewegung"),
    "set.sounds": ("Sounds", "Töne"),
    "set.full": ("Full screen", "Vollbild"),
    "set.speed": ("Speed", "Tempo"),
    "set.repaired": ("Settings were repaired: {what}", "Einstellungen repariert: {what}"),
    "lang.en": ("English", "Englisch"),
    "lang.de": ("German", "Deutsch"),
}
"""Key: English, German. Keys that end in ``_`` and a name are made for values."""


def phrase(lang: str, key: str, **values: object) -> str:
    """A text in a language. Raises KeyError for a key that there is not."""
    text = TEXTS[key][1 if lang == "de" else 0]
    return text.format(**values) if values else text

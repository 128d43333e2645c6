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
    "number.refuse": (
        "Expected: a whole number from {low} to {high}.",
        "Erwartet: eine ganze Zahl von {low} bis {high}.",
    ),
    # --- setting up a game ---
    "setup.options": ("Options of the rules", "Einzelheiten der Regeln"),
    "setup.help": ("How it is played", "So wird gespielt"),
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
    "hint.do": ("As the hint says: {what}", "Wie der Tipp sagt: {what}"),
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
    "pause.on": ("Go on", "Weiter"),
    "pause.name": ("File for a copy", "Datei für eine Kopie"),
    "pause.save": ("Save a copy", "Kopie speichern"),
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
    "saved.line": ("{title}, {when}, steps: {n}", "{title}, {when}, Schritte: {n}"),
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
    # --- König der Maulwürfel ---
    "koenig.start": ("start", "Start"),
    "koenig.finish": ("finish", "Ziel"),
    "koenig.put": ("Put it here", "Hier hinstellen"),
    "koenig.turn.left": ("Turn left", "Nach links drehen"),
    "koenig.turn.right": ("Turn right", "Nach rechts drehen"),
    "koenig.pull.calm": ("Pull calmly", "Ruhig ziehen"),
    "koenig.pull.set": ("Pull at {speed} mm/s, {slip}", "Mit {speed} mm/s ziehen, {slip}"),
    "koenig.slip.none": ("straight", "gerade"),
    "koenig.slip.left": ("slipping {n} to the left", "{n} nach links verrutscht"),
    "koenig.slip.right": ("slipping {n} to the right", "{n} nach rechts verrutscht"),
    "koenig.pull.where": (
        "Take hold of the hat and pull it along the arrow.",
        "Fass den Hut an und zieh ihn am Pfeil entlang.",
    ),
    "koenig.pull.keys": ("↑ ↓ speed   ← → slip", "↑ ↓ Tempo   ← → Schräge"),
    "koenig.played": ("{who} plays: {card}", "{who} spielt: {card}"),
    "koenig.number": ("The die shows {n}.", "Der Würfel zeigt {n}."),
    "koenig.ask.start": (
        "Drag your tower in the start box (or use the arrow keys), turn it at its handle, and put "
        "it there.",
        "Zieh deinen Turm in der Startbox zurecht (oder nimm die Pfeiltasten), dreh ihn am Griff "
        "und stell ihn hin.",
    ),
    "koenig.ask.block": (
        "You may put your blocker where the die shall bounce off it.",
        "Du darfst deinen Blocker dorthin stellen, wo der Würfel abprallen soll.",
    ),
    "koenig.ask.pull": (
        "Pull the hat along the arrow: how fast and how straight decides how the die starts.",
        "Zieh den Hut am Pfeil entlang: Tempo und Geradheit entscheiden, wie der Würfel startet.",
    ),
    "koenig.ask.place_tower": (
        "Lead your tower round the die; the next throw goes where its mouth looks.",
        "Führ deinen Turm um den Würfel; der nächste Wurf geht dorthin, wohin das Maul schaut.",
    ),
    "koenig.ask.reorient": (
        "Your tower was stuck: you may turn it on the spot.",
        "Dein Turm steckt fest: du darfst ihn auf der Stelle drehen.",
    ),
    "koenig.ask.draft": (
        "Take a part; you need one of each row.",
        "Nimm ein Teil; du brauchst aus jeder Zeile eines.",
    ),
    "koenig.ask.remove": (
        "Take a part out of the game, one of each row.",
        "Nimm ein Teil aus dem Spiel, aus jeder Zeile eines.",
    ),
    "koenig.ask.respond.before": (
        "Before the throw: play a card, or none.",
        "Vor dem Wurf: spiel eine Karte, oder keine.",
    ),
    "koenig.ask.respond.after": (
        "After the throw: play a card, or none.",
        "Nach dem Wurf: spiel eine Karte, oder keine.",
    ),
    "koenig.ask.respond.finish": (
        "This throw would win the race: play a card, or none.",
        "Dieser Wurf würde das Rennen gewinnen: spiel eine Karte, oder keine.",
    ),
    "koenig.ask.target": (
        "Choose the played card that it cancels.",
        "Wähle die gespielte Karte, die sie aufhebt.",
    ),
    "koenig.group.tower": ("Towers", "Türme"),
    "koenig.group.die": ("Dice", "Würfel"),
    "koenig.group.face": ("Faces", "Gesichter"),
    "koenig.group.hat": ("Hats", "Hüte"),
    "koenig.group.blocker": ("Blockers", "Blocker"),
    "koenig.group.card": ("Cards", "Karten"),
    "koenig.part.tower": ("ramp {long} mm, {angle}°", "Rampe {long} mm, {angle}°"),
    "koenig.part.die": ("{n} faces", "{n} Seiten"),
    "koenig.part.face": ("starts as no. {n}", "startet als Nr. {n}"),
    "koenig.part.cards": ("{n} cards", "{n} Karten"),
    "koenig.part.card": ("for the race", "für das Rennen"),
    "koenig.cards.held": ("{n} cards", "{n} Karten"),
    "koenig.card.invalid": ("Strike it out", "Durchgestrichen"),
    "koenig.card.again": ("Another go", "Noch ein Anlauf"),
    "koenig.card.miss": ("Sit it out", "Einmal Pause"),
    "koenig.card.noblock": ("Bare table", "Freie Bahn"),
    "koenig.card.only12": ("Small numbers", "Kleine Zahlen"),
    "koenig.card.all": ("Anything goes", "Alles zählt"),
    "koenig.when.invalid": ("anybody, any time", "alle, jederzeit"),
    "koenig.when.again": ("own turn, after the throw", "eigener Zug, nach dem Wurf"),
    "koenig.when.miss": ("others' turn, before it", "fremder Zug, vor dem Wurf"),
    "koenig.when.noblock": ("others' turn, before it", "fremder Zug, vor dem Wurf"),
    "koenig.when.only12": ("others' turn, any time", "fremder Zug, jederzeit"),
    "koenig.when.all": ("own turn, any time", "eigener Zug, jederzeit"),
    # --- the grid games ---
    "hoehle.standing": (
        "tiles {n}, caves {k}/{of}, ring {r}/4",
        "Plättchen {n}, Höhlen {k}/{of}, Ring {r}/4",
    ),
    "company.place": (
        "Place a mole on a free space.",
        "Setze einen Maulwurf auf ein freies Feld.",
    ),
    "company.turn": ("Turn over a disc.", "Decke eine Scheibe auf."),
    "company.turn.pass": (
        "Turn over a disc, or pass: all your moles sit in holes.",
        "Decke eine Scheibe auf oder passe: alle deine Maulwürfe sitzen in Löchern.",
    ),
    "company.keep": (
        "Choose the disc that you keep.",
        "Wähle die Scheibe, die du behältst.",
    ),
    "company.move": (
        "Choose a mole: it goes exactly {n} in a straight line.",
        "Wähle einen Maulwurf: er zieht genau {n} geradeaus.",
    ),
    "company.bonus.move": (
        "Further move: choose a mole, it goes exactly {n}.",
        "Weiterer Zug: wähle einen Maulwurf, er zieht genau {n}.",
    ),
    "company.move.to": ("Choose where it goes.", "Wähle, wohin er zieht."),
    "company.bonus": (
        "A special space: you may turn over a further disc.",
        "Ein Sonderfeld: du darfst noch eine Scheibe aufdecken.",
    ),
    "company.exact": (
        "The mole goes exactly {n}, along one line of the net.",
        "Der Maulwurf zieht genau {n}, auf einer Linie des Netzes.",
    ),
    "company.lifting": ("The layer is lifted off …", "Die Schicht wird abgehoben …"),
    "company.standing": ("moles {n}, in holes {k}", "Maulwürfe {n}, in Löchern {k}"),
    "company.out": ("no mole left", "kein Maulwurf mehr"),
    "buddel.seat": ("Seat a mole in a cart.", "Setze einen Maulwurf in eine Lore."),
    "buddel.board": (
        "Seat a mole in the cart that came home.",
        "Setze einen Maulwurf in die Lore, die zurück ist.",
    ),
    "buddel.upto": ("up to", "bis zu"),
    "buddel.full": ("exactly", "genau"),
    "buddel.move": (
        "Choose a cart: it is pulled {upto} {n} cells, never backwards.",
        "Wähle eine Lore: sie fährt {upto} {n} Felder, nie rückwärts.",
    ),
    "buddel.move.to": (
        "Choose where it goes, {upto} {n} cells.",
        "Wähle, wohin sie fährt, {upto} {n} Felder.",
    ),
    "buddel.move.step": (
        "Choose the next cell, {upto} {n} in all.",
        "Wähle das nächste Feld, {upto} {n} im Ganzen.",
    ),
    "buddel.turn_cart": (
        "Turn the cart by a quarter, either way.",
        "Drehe die Lore um ein Viertel, wohin du willst.",
    ),
    "buddel.home": (
        "Choose the start space for the cart.",
        "Wähle das Startfeld für die Lore.",
    ),
    "buddel.gorgan": (
        "Gorgan: choose the goblin space that he goes to, or a captive that he frees.",
        "Wotan: wähle das Koboldfeld, auf das er geht, oder einen Gefangenen, den er befreit.",
    ),
    "buddel.gorgan.own": (
        "Gorgan frees a mole of yours: choose it.",
        "Wotan befreit einen deiner Maulwürfe: wähle ihn.",
    ),
    "buddel.gorgan.seat": (
        "Choose the seat that it takes.",
        "Wähle den Sitz, den er bekommt.",
    ),
    "buddel.gorgan.send": (
        "Choose the captive whose place your mole takes.",
        "Wähle den Gefangenen, dessen Platz dein Maulwurf einnimmt.",
    ),
    "buddel.stepwise": ("Choose the way step by step", "Den Weg Schritt für Schritt wählen"),
    "buddel.stop": ("stop here", "hier halten"),
    "buddel.treasure": ("home with a treasure", "mit einem Schatz nach Hause"),
    "buddel.surface": ("a mole above ground", "ein Maulwurf oben"),
    "buddel.cart": ("cart {n}", "Lore {n}"),
    "buddel.left": ("to the left", "nach links"),
    "buddel.right": ("to the right", "nach rechts"),
    "buddel.norails": ("No rails lead there.", "Dorthin führen keine Schienen."),
    "buddel.other": ("The other cart is there.", "Dort steht die andere Lore."),
    "buddel.standing": (
        "treasures {n}, above ground {up}, captive {k}",
        "Schätze {n}, oben {up}, gefangen {k}",
    ),
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

"""The options of the rules in words; one that has none here is shown by its own name."""

from __future__ import annotations

NAMES: dict[str, tuple[str, str]] = {
    "variant": ("Version", "Fassung"),
    "round_cap": ("Ends after rounds", "Ende nach Runden"),
    "turn_cap": ("Ends after turns", "Ende nach Zügen"),
    "move_cap": ("Ends after moves", "Ende nach Zügen"),
    "hand_mode": ("Towers placed as by hand", "Türme wie von Hand setzen"),
    "reorient_after_blocked_turns": ("Turn after blocked turns", "Drehen nach blockierten Zügen"),
    "predraft": ("Remove parts before the draft", "Vor der Auswahl Teile aussortieren"),
    "cocked": ("A leaning die", "Ein schräger Würfel"),
    "cancel_targets_cancel": ("Cancelling can be cancelled", "Aufheben lässt sich aufheben"),
    "marmots_for_two": ("Marmots of two players", "Murmeltiere zu zweit"),
    "dislodged_count": ("Marbles set free count", "Befreite Murmeln zählen"),
    "hollow_alarm": ("Alarm at the empty hollow", "Alarm bei leerer Mulde"),
    "full_number": ("Carts go the full number", "Loren fahren die volle Zahl"),
    "die": ("The die", "Der Würfel"),
    "rescue_choice": ("Choose whom to rescue", "Aussuchen, wen man befreit"),
    "send_own_mole": ("Own moles may be sent", "Eigene Maulwürfe schicken"),
    "tournament": ("Tournament rule", "Turnierregel"),
    "bonus_moves": ("Further moves", "Zusatzzüge"),
    "repetition": ("A position again", "Stellung noch einmal"),
    "movers": ("Who is moved", "Wer bewegt wird"),
    "mover_enters_occupied_cave": ("Into caves that are taken", "In besetzte Höhlen"),
}
VALUES: dict[str, tuple[str, str]] = {
    "family": ("family", "Familienspiel"),
    "pro": ("pro", "Profispiel"),
    "full": ("full game", "ganzes Spiel"),
    "junior": ("for children", "für Kinder"),
    "two-player": ("for two", "zu zweit"),
    "standard": ("standard", "normal"),
    "simplified": ("simplified", "vereinfacht"),
    "tournament": ("tournament", "Turnier"),
    "nearest": ("nearest number", "nächste Zahl"),
    "reroll": ("thrown again", "neuer Wurf"),
    "forbidden": ("forbidden", "verboten"),
    "third_draws": ("third time draws", "beim dritten Mal Remis"),
    "own": ("own tiles", "eigene"),
    "any": ("any tile", "alle"),
    "on_drop": ("at the drop", "beim Einwurf"),
    "end_of_turn": ("at the end of a turn", "am Zugende"),
    "two-gorgans": ("two Gorgan faces", "zwei Gorgan-Seiten"),
    "one-gorgan": ("one Gorgan face", "eine Gorgan-Seite"),
}


def option_name(name: str, lang: str) -> str:
    """What an option is called."""
    usual = name.replace("_", " ").capitalize()
    return NAMES.get(name, (usual, usual))[1 if lang == "de" else 0]


def option_value(value: object, lang: str) -> str:
    """What a value of an option is called."""
    text = str(value)
    return VALUES.get(text, (text, text))[1 if lang == "de" else 0]


def preset_name(name: str, lang: str) -> str:
    """What a variant is called."""
    return option_value(name, lang)

"""What people call the keys of a keyboard, in English and German."""

from __future__ import annotations

NAMES: dict[str, tuple[str, str]] = {
    "return": ("Enter", "Eingabe"),
    "enter": ("Enter", "Eingabe"),
    "escape": ("Esc", "Esc"),
    "space": ("Space", "Leertaste"),
    "backspace": ("Backspace", "Rücktaste"),
    "delete": ("Del", "Entf"),
    "tab": ("Tab", "Tab"),
    "home": ("Home", "Pos1"),
    "end": ("End", "Ende"),
    "pageup": ("Page up", "Bild auf"),
    "pagedown": ("Page down", "Bild ab"),
    "left": ("←", "←"),
    "right": ("→", "→"),
    "up": ("↑", "↑"),
    "down": ("↓", "↓"),
    "plus": ("+", "+"),
    "minus": ("-", "-"),
    "comma": (",", ","),
    "period": (".", "."),
    "bracketleft": ("[", "["),
    "bracketright": ("]", "]"),
    "ctrl": ("Ctrl", "Strg"),
    "shift": ("Shift", "Umschalt"),
    "alt": ("Alt", "Alt"),
}
"""Key, as pages name it: English, German. All others are shown in capitals."""


def key_label(key: str, lang: str) -> str:
    """A shortcut as people read it: ``ctrl+z`` is Ctrl+Z, in German Strg+Z."""
    which = 1 if lang == "de" else 0
    parts = (NAMES[part][which] if part in NAMES else part.upper() for part in key.split("+"))
    return "+".join(parts)

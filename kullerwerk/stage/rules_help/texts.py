"""The help of each game, section by section."""

from __future__ import annotations

from kullerwerk.stage.rules_help.buddel import BUDDEL
from kullerwerk.stage.rules_help.company import COMPANY
from kullerwerk.stage.rules_help.hoehle import HOEHLE
from kullerwerk.stage.rules_help.koenig import KOENIG
from kullerwerk.stage.rules_help.kullern import KULLERN
from kullerwerk.stage.rules_help.section import Section
from kullerwerk.stage.rules_help.window import WINDOW

HELP: dict[str, tuple[Section, ...]] = {
    "koenig": (WINDOW, *KOENIG),
    "kullern": (WINDOW, *KULLERN),
    "company": (WINDOW, *COMPANY),
    "hoehle": (WINDOW, *HOEHLE),
    "buddel": (WINDOW, *BUDDEL),
}
"""The sections of a game's help by its name; how the window is used is the first one."""

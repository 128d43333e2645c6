"""Where the system keeps what programs remember of a person."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

Kind = Literal["settings", "data"]
WINDOWS: dict[Kind, tuple[str, str]] = {
    "settings": ("APPDATA", "AppData/Roaming"),
    "data": ("LOCALAPPDATA", "AppData/Local"),
}
XDG: dict[Kind, tuple[str, str]] = {
    "settings": ("XDG_CONFIG_HOME", ".config"),
    "data": ("XDG_DATA_HOME", ".local/share"),
}
"""The variable that names the folder, and where it is below the home if none does."""


def own_folder(kind: Kind, environment: Mapping[str, str]) -> Path:
    """The folder of this program for settings or data; nothing is made there by asking."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "kullerwerk"
    variable, usual = (WINDOWS if sys.platform == "win32" else XDG)[kind]
    return Path(environment.get(variable) or home / usual) / "kullerwerk"

"""The settings of the window: a small file that is repaired where it is wrong, never fatal."""

from __future__ import annotations

import contextlib
import json
import locale
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, cast

from kullerwerk.stage.folders import own_folder

LANGUAGES = ("en", "de")
TEXT_SIZES = (0.85, 1.0, 1.2, 1.45)
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has chosen. Every field has a value that works everywhere."""

    language: str = "en"
    text_size: float = 1.0
    reduced_motion: bool = False
    sounds: bool = True
    full_screen: bool = False
    speed: float = 1.0
    """How fast things are shown, 1 = as they happen."""
    names: tuple[str, ...] = ()
    """Games that were chosen last, the last one first."""


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The system's language where the window speaks it, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            return "de" if value.lower().startswith("de") else "en"
    with contextlib.suppress(ValueError):
        found = locale.getlocale()[0] or ""
        return "de" if found.lower().startswith(("de", "german")) else "en"
    return "en"


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the settings are kept; nothing is made there by asking."""
    return own_folder("settings", environment) / "settings.json"


def read_settings(path: Path, language: str = "en") -> tuple[Settings, str]:
    """The settings of a file, and a sentence about what had to be repaired, "" = nothing.

    A file that is not there gives the settings of somebody new.
    """
    start = Settings(language=language)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return start, ""
    except (OSError, UnicodeDecodeError) as error:
        return start, f"{path}: cannot be read ({_why(error)}); the usual settings are used."
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):  # a number can be too long as well
        return start, f"{path}: no valid JSON; the usual settings are used."
    if not isinstance(found, dict):
        return start, f"{path}: expected an object; the usual settings are used."
    values, wrong = _sound(cast("dict[str, Any]", found), asdict(start))
    said = f"{path}: {', '.join(wrong)} could not be used; the usual value is." if wrong else ""
    return Settings(**values), said


def _sound(found: dict[str, Any], usual: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The values that can be used, the usual ones for the others, and the names of those."""
    values, wrong = dict(usual), list[str]()
    for one in fields(Settings):
        if one.name not in found:
            continue
        value = found[one.name]
        if one.name == "names":
            fine = isinstance(value, list) and all(
                isinstance(name, str) for name in cast("list[Any]", value)
            )
            value = tuple(cast("list[str]", value)) if fine else ()
        elif one.name == "language":
            fine = value in LANGUAGES
        elif one.name in ("text_size", "speed"):
            low, high = (0.5, 2.5) if one.name == "text_size" else (0.25, 8.0)
            fine = type(value) in (int, float) and low <= value <= high
            value = float(value) if fine else value
        else:
            fine = isinstance(value, bool)
        if fine:
            values[one.name] = value
        else:
            wrong.append(one.name)
    return values, wrong


def write_settings(path: Path, settings: Settings) -> bool:
    """Keep settings; whether that went well. What was there before stays until it has."""
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT, **asdict(settings)}, indent=2, ensure_ascii=False)
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        return False
    return True


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "no text in UTF-8"

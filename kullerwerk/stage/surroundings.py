"""What every page is given: settings, words, sizes, and somebody who works in the background."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from kullerwerk.seats import Seated
from kullerwerk.stage.background import Background, Inline
from kullerwerk.stage.settings import Settings, write_settings
from kullerwerk.stage.theme import Sizes
from kullerwerk.stage.words import phrase
from scenes.hill import MarbleHill
from scenes.track import Track

Table = tuple[tuple[Seated, ...], tuple[tuple[str, object], ...]]
"""Who sits at a game, and its options."""


@dataclass(slots=True)
class Surroundings:
    """``keep`` is the settings file, None = changes are forgotten (tests, pictures)."""

    settings: Settings = field(default_factory=Settings)
    background: Background = field(default_factory=Inline)
    dice: Background | None = None
    """Who throws dice, None = the one in the background: what must be compiled first holds up
    nobody else there."""
    preparing: Future[bool] | None = None
    """The compiling of what throws dice."""
    keep: Path | None = None
    sounds: list[str] = field(default_factory=list[str])
    """Names of sounds that the window shall play next."""
    tables: dict[str, Table] = field(default_factory=dict[str, Table])
    """How each game was set up last: what its set-up begins with."""

    @property
    def sizes(self) -> Sizes:
        """Sizes at the text size of the settings."""
        return Sizes(self.settings.text_size)

    @property
    def lang(self) -> str:
        """The language, as the rules want it."""
        return self.settings.language

    def word(self, key: str, **values: object) -> str:
        """A text of the window in the language of the settings."""
        return phrase(self.lang, key, **values)

    def thrower(self, scene: Track | MarbleHill | None) -> Background:
        """Who simulates what is thrown on a scene."""
        dice = self.dice if isinstance(scene, Track) else None
        return dice or self.background

    def prepares(self, scene: Track | MarbleHill | None) -> bool:
        """Whether what is thrown on a scene has to wait for the engine to be compiled."""
        waits = self.preparing is not None and not self.preparing.done()
        return waits and isinstance(scene, Track)

    def close(self) -> None:
        """End those who work in the background."""
        self.background.close()
        if self.dice is not None:
            self.dice.close()

    def play(self, sound: str) -> None:
        """Have a sound played, if sounds are wanted."""
        if self.settings.sounds:
            self.sounds.append(sound)

    def change(self, settings: Settings) -> None:
        """Take other settings, and keep them where they can be kept."""
        self.settings = settings
        if self.keep is not None:
            write_settings(self.keep, settings)


def failed(around: Surroundings, error: Exception) -> str:
    """Why work in the background came to nothing, without a full stop."""
    if isinstance(error, BrokenProcessPool):
        return around.word("worker.gone")
    return f"{type(error).__name__}: {error}".removesuffix(".")

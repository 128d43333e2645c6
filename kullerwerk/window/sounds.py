"""Short sounds, made here; nothing depends on them, and a machine without sound stays silent."""

from __future__ import annotations

import contextlib
from typing import Any

TONES: dict[str, tuple[tuple[float, float], ...]] = {
    "move": ((330.0, 0.05),),
    "turn": ((520.0, 0.06), (660.0, 0.08)),
    "roll": ((150.0, 0.08),),
    "hit": ((240.0, 0.03),),
    "won": ((520.0, 0.1), (660.0, 0.1), (780.0, 0.22)),
    "no": ((140.0, 0.12),),
}
"""Frequency (Hz) and length (s) of the tones of each sound."""


class Sounds:
    """Plays sounds by their names."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._dead = False

    def play(self, names: list[str]) -> None:
        """Play these, and take them off the list."""
        wanted = list(dict.fromkeys(names))
        names.clear()
        if self._dead or not wanted:
            return
        try:
            for name in wanted:
                if name in TONES:
                    self._sound(name).play()
        except Exception:  # drivers fail in many ways, and a game goes on without sound
            self._dead = True

    def _sound(self, name: str) -> Any:
        if name not in self._made:
            from pyglet import media

            self._made[name] = media.StaticSource(_Tones(TONES[name]).source())
        return self._made[name]


class _Tones:
    """Tones one after the other, as a sound of 16 bits."""

    RATE = 22050

    def __init__(self, tones: tuple[tuple[float, float], ...]) -> None:
        self._tones = tones

    def source(self) -> Any:
        """As something that pyglet plays."""
        import io
        import wave

        import numpy as np
        from pyglet import media

        parts: list[Any] = []
        for frequency, length in self._tones:
            t = np.arange(int(self.RATE * length)) / self.RATE
            fade = np.minimum(1.0, np.minimum(t / 0.005, (length - t) / (0.6 * length)))
            parts.append(0.25 * fade * np.sin(2 * np.pi * frequency * t))
        data = (np.concatenate(parts) * 32767).astype("<i2")
        file = io.BytesIO()
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(self.RATE)
            out.writeframes(data.tobytes())
        file.seek(0)
        with contextlib.closing(file):
            return media.load("tones.wav", file=io.BytesIO(file.getvalue()), streaming=False)

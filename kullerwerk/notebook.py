"""What notebooks and programs call as ``kullerwerk.measure`` and so on; see `kullerwerk`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kullerwerk.lab import measure as lab
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.measure import Figure, Measurement
from kullerwerk.players.specs import SpecError, parse_player
from scenes.errors import SceneError
from scenes.files import load_track, save_track
from scenes.track import Track

__all__ = [
    "Estimate",
    "Figure",
    "Measurement",
    "SceneError",
    "SpecError",
    "Track",
    "load_track",
    "measure",
    "save_track",
]


def measure(
    track: Track | str | Path,
    throws: int = 2_000,
    *,
    until: float | None = None,
    sets: Sequence[str] = (),
    player: str = "greedy",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Measurement:
    """Let every tower run a course alone, again and again: how a layout plays.

    ``track`` is a track, a name of the library, or the path of a TOML file. Whole rounds, a run of
    each set, are made up to the one with throw number ``throws``; or, with ``until``, as many as
    make half of each headline interval at most that share. The same seed makes the same
    throws. ``folder`` keeps what is done; the same call goes on from there.

    The result has ``table`` (polars, a row per throw; lengths in mm, angles in degrees),
    ``figures`` with 95 % intervals (also as ``found["turns"]``, ``found["off_table:red"]``),
    ``plot()`` and ``report(path)``.

    Raises SceneError for a track that cannot be read, SpecError for a player and ValueError for
    piece sets that there are not, StudyError for a folder of another study, OSError.
    """
    scene = track if isinstance(track, Track) else load_track(track)
    known = [pieces.name for pieces in scene.sets]
    for name in sets:
        if name not in known:
            raise ValueError(f"{scene.name} has no piece set {name!r}; expected {', '.join(known)}")
    return lab.measure(
        scene,
        throws,
        until=until,
        sets=sets,
        player=parse_player(player),
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        folder=None if folder is None else Path(folder),
    )

"""What notebooks and programs call as ``kullerwerk.measure`` and so on; see `kullerwerk`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kullerwerk.lab import measure as lab
from kullerwerk.lab.hills import HillMeasurement, measure_hill
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.measure import Figure, Measurement
from kullerwerk.players.specs import SpecError, parse_player
from scenes.errors import SceneError
from scenes.files import load_course, load_hill, load_track, save_track
from scenes.hill import MarbleHill
from scenes.track import Track

__all__ = [
    "Estimate",
    "Figure",
    "HillMeasurement",
    "MarbleHill",
    "Measurement",
    "SceneError",
    "SpecError",
    "Track",
    "load_hill",
    "load_track",
    "measure",
    "save_track",
]


def measure(
    track: Track | MarbleHill | str | Path,
    throws: int = 2_000,
    *,
    until: float | None = None,
    sets: Sequence[str] = (),
    player: str = "greedy",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Measurement | HillMeasurement:
    """Let every tower run a course alone, again and again: how a layout plays.

    On a marble hill ``throws`` single marbles are dropped instead, into every hatch in turn with
    the slider at either side; ``sets`` and ``player`` are for tracks.

    ``track`` is a track or hill, a name of the library, or the path of a TOML file. Whole rounds,
    a run of each set, are made up to the one with throw number ``throws``; or, with ``until``, as
    many as make half of each headline interval at most that share. The same seed makes the same
    throws. ``folder`` keeps what is done; the same call goes on from there.

    The result has ``table`` (polars, a row per throw; lengths in mm, angles in degrees),
    ``figures`` with 95 % intervals (also as ``found["turns"]``, ``found["off_table:red"]``; of a
    hill ``found["out"]``, ``found["time:hatch 2"]``), ``plot()`` and ``report(path)``.

    Raises SceneError for a scene that cannot be read, SpecError for a player and ValueError for
    piece sets that there are not, StudyError for a folder of another study, OSError.
    """
    scene = track if isinstance(track, Track | MarbleHill) else load_course(track)
    if isinstance(scene, MarbleHill):
        if sets or player != "greedy":
            raise ValueError(f"{scene.name} is a marble hill: nobody aims there, and no sets run")
        return measure_hill(
            scene, throws, until=until, seed=seed, jobs=jobs, cluster=cluster,
            folder=None if folder is None else Path(folder),
        )  # fmt: skip
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

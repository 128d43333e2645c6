"""The page of a study: question, answers in words, pictures, replays, and how to repeat it.

One file that needs nothing else: style, script and data are inside, and a policy in its head
forbids it to load anything. It reads without a mouse, without colours and without its script;
only the replays need that.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from kullerwerk.console import counted, write_text
from kullerwerk.lab.measure import HEADLINES, Measurement, runs_of
from kullerwerk.lab.report.charts import gain_spread, heat_of, turns_spread
from kullerwerk.lab.report.frame import (
    Raced,
    Repeat,
    Words,
    groups_of,
    range_text,
    rendered,
    value_text,
)
from kullerwerk.lab.report.pack import packed
from kullerwerk.lab.report.replays import THROWS, TOLERANCE, UNIT, notable, replays_of
from kullerwerk.lab.report.scene import scene_data
from kullerwerk.lab.runs import TRAPPED, TURNS
from kullerwerk.players.specs import parse_player
from scenes.describe import describe
from scenes.errors import SceneError
from scenes.files import load_track, save_track, scene_hash
from scenes.track import Track

OUTCOMES = {
    "rests": "comes to rest",
    "cocked": "comes to rest leaning",
    "timed_out": "is still moving when its time is up",
    "off_table": "falls off the table",
    "never_left_mouth": "stays in the tower",
    "out_at_back": "falls out behind",
}
STAYS = {
    "": "the tower follows",
    "off_table": "the tower stays: the die has left the table",
    "never_left_mouth": "the tower stays: the die did not come out",
    "out_at_back": "the tower stays: the die fell out behind",
    "number": "the tower stays: the number does not count",
    "no_place": "the tower stays: there is no room at the die",
    "put_back": "the tower stays: it was put where it disturbs something",
}
SAYINGS = {
    "turns": "A tower needs {value} turns to the finish on average ({interval}).",
    "off_table": "{value} of the throws leave the table ({interval}).",
    "stuck": "{value} of the throws stay in the tower, or are still moving when time is up"
    " ({interval}).",
    "blocked": "After {value} of the throws the tower cannot follow its die ({interval}).",
    "progress": "A throw brings a tower {value} mm nearer to the finish ({interval}).",
    "trapped": "{value} of the runs never come to the finish: the tower is trapped ({interval}).",
}
"""The headline figures as sentences."""
WORDS = Words(
    who="towers",
    set="set",
    runs="runs",
    throws="throws",
    table="table",
    trust="Table and materials change real outcomes a lot. Measure the same layout on other "
    "surfaces, and compare layouts under the same seed, before you trust a number.",
)


def write_page(
    found: Measurement,
    path: Path,
    replays: int = THROWS,
    *,
    jobs: int = 1,
    cluster: str = "",
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> None:
    """Write the report of a study; up to ``replays`` throws can be played in it.

    They are thrown once more for that, by ``jobs`` processes or those of a ``cluster``. Raises
    OSError, and what `kullerwerk.lab.study.gather` raises.
    """
    replayed = replays_of(
        found, replays, jobs=jobs, cluster=cluster, stopped=stopped, progress=progress
    )
    write_text(path, page_of(found, replayed))


def page_of(found: Measurement, replayed: pl.DataFrame) -> str:
    """Return the report of a study as HTML, with the runs that `replays_of` gave."""
    scene = scene_data(found.track)
    looks = {look["name"]: look for look in scene["sets"]}
    titles = {name: str(look["title"]) for name, look in looks.items()}
    return rendered(
        "page.html.j2",
        WORDS,
        title=scene["title"],
        question=_question(found),
        answers=_answers(found),
        scene=scene,
        looks=looks,
        description=describe(found.track),
        groups=groups_of(found.figures, titles, looks, ("run", "throw")),
        races=_raced(found, titles, looks),
        heats=[heat_of(found), *([heat_of(found, s) for s in found.sets] if _many(found) else [])],
        spreads=[s for s in (turns_spread(found), gain_spread(found)) if s is not None],
        fixed=_fixed(found),
        repeat=repeat_of(found),
        hashes={
            "layout": scene_hash(found.track),
            "simulation": str(found.origin["settings"]),
        },
        found=found,
        replay=_replay_data(found, replayed, scene),
        replayed=replayed["run"].n_unique(),
        shown=_shown(found, replayed),
        tolerance=TOLERANCE,
    )


def repeat_of(found: Measurement) -> Repeat:
    """Return how to make the same table again.

    The number of throws is that of the table: whole rounds were taken up to it, however many were
    asked for, so it ends at the same one. A track that is not fit for a file, as it lacks what
    every race needs, is kept as JSON and measured in Python.
    """
    track = found.track
    if _in_library(track):
        return Repeat(_command(found, track.name), "", "")
    try:
        text = _layout_text(track)
    except SceneError:
        file = f"{track.name}.json"
        call = (
            "import kullerwerk as kw\n"
            f'track = kw.Track.model_validate_json(open("{file}").read())\n'
            f"kw.measure(track, {found.throws}, sets={found.sets!r}, player={found.player!r}, "
            f"seed={found.seed})"
        )
        return Repeat(call, file, track.model_dump_json(indent=1))
    return Repeat(_command(found, f"{track.name}.toml"), f"{track.name}.toml", text)


def _command(found: Measurement, name: str) -> str:
    parts = ["kullerwerk", "measure", name, "--throws", str(found.throws)]
    if found.sets != tuple(s.name for s in found.track.sets):
        parts += ["--sets", ",".join(found.sets)]
    if found.player != "greedy":
        parts += ["--player", found.player]
    if found.races is not None:
        players = ",".join(str(player) for player in found.races.job.players)
        parts += ["--races", str(found.races.races), "--players", players]
    return " ".join([*parts, "--seed", str(found.seed)])


def _layout_text(track: Track) -> str:
    """Return a track as the text of a TOML file. Raises SceneError where it is not fit for one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "track.toml"
        save_track(track, file)
        return file.read_text(encoding="utf-8")


def _in_library(track: Track) -> bool:
    """Whether the library has this track under its name."""
    try:
        return load_track(track.name) == track
    except SceneError:
        return False


def _many(found: Measurement) -> bool:
    return len(found.sets) > 1


def _question(found: Measurement) -> str:
    name = found.track.title or found.track.name
    towers = "the tower" if not _many(found) else "each of the towers"
    return (
        f"How does {name} play? {counted(found.throws, 'throw')} in "
        f"{counted(found.runs, 'run')}: {towers} {_listed(found.sets)} ran the course alone, again "
        f"and again, aimed by the player “{found.player}”."
    )


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _answers(found: Measurement) -> list[str]:
    """Return the headline figures in words, and which passage is the hardest."""
    said: list[str] = []
    for key, (_, unit) in HEADLINES.items():
        estimate = found[key]
        if math.isfinite(estimate.value):
            said.append(
                SAYINGS[key].format(
                    value=value_text(estimate, unit), interval=range_text(estimate, unit)
                )
            )
    for worst in (f for f in found.figures if f.key == found.hardest):
        said.append(
            f"Most turns go into one passage: {value_text(worst.estimate, '')} "
            f"{worst.label} ({range_text(worst.estimate, '')})."
        )
    if _many(found) and math.isfinite((apart := found["spread"]).value):
        said.append(
            f"The slowest set needs {value_text(apart, '')} turns more than the fastest one "
            f"({range_text(apart, '')}): this much the course is unfair between them."
        )
    return said


def _raced(
    found: Measurement, titles: dict[str, str], looks: dict[str, dict[str, Any]]
) -> Raced | None:
    """Return what the page says of races, where there were any."""
    raced = found.races
    if raced is None:
        return None
    sentence = (
        f"{counted(raced.races, 'race')} of {raced.field}. They come in pairs of the same seating, "
        "so that the two differ by their dice alone."
    )
    groups = groups_of(raced.figures, titles, looks, ("pair", "race"))
    return Raced("Races", sentence, "towers", groups)


def _fixed(found: Measurement) -> list[tuple[str, str]]:
    """Return what was the same in every run."""
    track, materials = found.track, found.track.materials
    pairs = {
        "die on table": track.die_table,
        "die in the tower": materials.die_ramp,
        "die on wood": materials.die_wood,
    }
    skill = parse_player(found.player).skill
    return [
        ("layout", f"{track.title or track.name}, {track.table.surface} table"),
        (
            "materials",
            "; ".join(
                f"{name}: restitution {c.restitution:g}, friction {c.friction:g}"
                for name, c in pairs.items()
            ),
        ),
        ("player", f"{found.player}, with a hand of skill {skill:g} (0: clumsy, 1: steady)"),
        ("dice", "; ".join(f"{s}: {track.piece_set(s).die.kind}" for s in found.sets)),
        (
            "rules",
            "the family game, one tower alone; a run ends at the finish, or after "
            f"{TURNS} turns; a tower that hardly moved in {TRAPPED} turns is given up as trapped",
        ),
        ("chance", f"seed {found.seed}; run k depends on the seed and k alone"),
    ]


def _shown(found: Measurement, replayed: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the notable runs that can be played, a row each."""
    have = set(replayed["run"].unique().to_list())
    runs = {row["run"]: row for row in runs_of(found.table).iter_rows(named=True)}
    return [
        {"run": k, "why": why, "set": runs[k]["set"], "turns": round(runs[k]["turns"]),
         "off": round(runs[k]["off_table"]), "finished": runs[k]["finished"]}
        for k, why in notable(found).items()
        if k in have
    ]  # fmt: skip


def _replay_data(
    found: Measurement, replayed: pl.DataFrame, scene: dict[str, Any]
) -> dict[str, Any]:
    """Return what replay.js plays: the scene, words, and a column of numbers for each fact."""
    sets = [look["name"] for look in scene["sets"]]
    outcomes, stays = list(OUTCOMES), list(STAYS)

    def whole(name: str, scale: float = 1.0) -> str:
        return packed([round(v * scale) for v in replayed[name].to_list()])

    ways = replayed["way"].to_list()
    blockers = replayed["blockers"].to_list()
    return {
        "scene": scene,
        "unit": UNIT,
        "outcomes": list(OUTCOMES.values()),
        "stays": list(STAYS.values()),
        "gone": outcomes.index("off_table"),
        "notable": notable(found),
        "rays": len(found.track.course) + 1,
        "columns": {
            "run": whole("run"),
            "set": packed([sets.index(v) for v in replayed["set"]]),
            "x": whole("x", 1 / UNIT),
            "y": whole("y", 1 / UNIT),
            "heading": whole("heading_deg", 10),
            "outcome": packed([outcomes.index(v) for v in replayed["outcome"]]),
            "number": whole("number"),
            "stays": packed([stays.index(v) for v in replayed["stays"]]),
            "done": whole("rays"),
            "gain": whole("gain"),
            "left": whole("left"),
            "finished": packed([int(v) for v in replayed["finished"]]),
            "points": packed([len(way) // 4 for way in ways]),
            "time": packed([v for way in ways for v in way[0::4]]),
            "px": packed([v for way in ways for v in way[1::4]]),
            "py": packed([v for way in ways for v in way[2::4]]),
            "pz": packed([v for way in ways for v in way[3::4]]),
            "blockers": packed([len(row) // 7 for row in blockers]),
            "block": packed([v for row in blockers for v in row]),
        },
    }

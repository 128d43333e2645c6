"""The page of a study of drops: what a hill does with marbles, in words, pictures and replays."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from kullerwerk.console import counted, write_text
from kullerwerk.lab.figures import Figure
from kullerwerk.lab.hill_figures import HEADLINES, SIDES, is_fork, legs_of
from kullerwerk.lab.hills import HillMeasurement
from kullerwerk.lab.report.charts import spread_of
from kullerwerk.lab.report.frame import (
    Raced,
    Repeat,
    Words,
    groups_of,
    range_text,
    rendered,
    value_text,
)
from kullerwerk.lab.report.hill_replays import TOLERANCE, UNIT, hill_replays_of, notable_drops
from kullerwerk.lab.report.hill_scene import hill_scene, plane_of
from kullerwerk.lab.report.pack import packed
from kullerwerk.shares import share
from scenes.errors import SceneError
from scenes.files import load_hill, scene_hash
from scenes.gutters import exits_of, pitch_of
from scenes.hill import MarbleHill
from sim.marbles.walls import SILL

WORDS = Words(
    who="drops",
    set="hatch",
    runs="drops",
    throws="drops",
    table="marbles and plastic",
    trust="How marbles bounce and rub changes where they go. Measure the same hill with other "
    "materials, and compare hills under the same seed, before you trust a number. Marmots and "
    "piles of marbles, which whole games have, stood nowhere here.",
)
ENDS = {
    "out": "rolls into the hollow",
    "stuck": "stays behind a shutter",
    "lost": "leaves the track",
}
SAYINGS = {
    "out": "{value} of the drops come into the hollow ({interval}).",
    "stuck": "{value} of the drops stay in the hut, behind a shutter ({interval}).",
    "lost": "{value} of the drops leave the track ({interval}).",
    "wedged": "{value} of the drops wedge, and the simulation puts them further ({interval}).",
    "time": "A marble takes {value} s from its hatch into the hollow on average ({interval}).",
}
"""The headline figures as sentences."""
LARGEST = 14.0
"""Radius of the disc of all marbles, mm where gutters are 40 mm apart."""


def write_hill_page(
    found: HillMeasurement,
    path: Path,
    replays: int,
    *,
    jobs: int = 1,
    cluster: str = "",
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> None:
    """Write the report of a study; up to ``replays`` drops can be played in it.

    They are dropped once more for that, by ``jobs`` processes or those of a ``cluster``. Raises
    OSError, and what `kullerwerk.lab.study.gather` raises.
    """
    replayed = hill_replays_of(
        found, replays, jobs=jobs, cluster=cluster, stopped=stopped, progress=progress
    )
    write_text(path, hill_page_of(found, replayed))


def hill_page_of(found: HillMeasurement, replayed: pl.DataFrame) -> str:
    """Return the report of a study as HTML, with the drops that `hill_replays_of` gave."""
    hill = found.hill
    scene = hill_scene(hill)
    looks = {look["name"]: look for look in scene["sets"]}
    titles = {**SIDES, **{name: name for name in looks}}
    out = found.table.filter(pl.col("end") == "out")
    by_hatch = {name: out.filter(pl.col("hatch") == k) for k, name in enumerate(looks, 1)}
    times = {name: frame["time_s"].to_numpy() for name, frame in by_hatch.items()}
    across = {name: frame["x"].to_numpy() for name, frame in by_hatch.items()}
    spreads = [
        spread_of("seconds into the hollow", "the marbles", times, whole=False),
        spread_of("mm across, at the hollow", "the marbles", across, whole=False),
    ]
    return rendered(
        "hill.html.j2",
        WORDS,
        _played(found),
        title=scene["title"],
        question=(
            f"What does {scene['title']} do with marbles? {counted(found.drops, 'drop')} of single "
            "marbles on the empty hill, into every hatch in turn, now with the left exits open and "
            "now with the right ones."
        ),
        answers=_answers(found),
        scene=scene,
        slider=hill.hut.slider,
        shares=_shares(found),
        falls=_falls(found),
        lost=_lost(found),
        looks=looks,
        groups=groups_of([_grouped(f) for f in found.figures], titles, looks, ("drop", "drop")),
        spreads=[one for one in spreads if one is not None],
        fixed=_fixed(found),
        repeat=repeat_of_hill(found),
        hashes={"hill": scene_hash(hill), "simulation": str(found.origin["settings"])},
        found=found,
        replay=_replay_data(found, replayed, scene),
        replayed=replayed.height,
        shown=_shown(found, replayed),
        tolerance=TOLERANCE,
    )


def _played(found: HillMeasurement) -> Raced | None:
    """Return what the page says of whole games, where there were any."""
    played = found.games
    if played is None:
        return None
    sentence = (
        f"{counted(played.games, 'game')} of {played.field}. They come in pairs of the same "
        "seating, so that the two differ by marbles and luck alone."
    )
    return Raced("Games", sentence, "games", groups_of(played.figures, {}, {}, ("pair", "game")))


def _grouped(figure: Figure) -> Figure:
    """Return a figure of an exit, a lane or a fork as one of a row of its likes."""
    if is_fork(figure):
        where = figure.set or figure.label.removeprefix("right at ")
        return replace(figure, key="forks", set=where, label="go to the right, fork by fork")
    if figure.key.startswith("exit_"):
        where = figure.key.replace("_", " ")
        return replace(figure, key="exits", set=where, label="drops above each exit")
    leg, found, lane = figure.key.partition("_lane_")
    if not found:
        return figure
    label = f"through each lane of {leg.replace('_', ' ')}"
    return replace(figure, key=f"{leg}_lanes", set=f"lane {lane}", label=label)


def _answers(found: HillMeasurement) -> list[str]:
    """Return the headline figures as sentences, and what is least even."""
    answers: list[str] = []
    for key, (_, unit) in HEADLINES.items():
        one = found[key]
        if math.isfinite(one.value):
            value, interval = value_text(one, unit), range_text(one, unit)
            answers.append(SAYINGS[key].format(value=value, interval=interval))
    worst = found.worst
    if worst is not None:
        where = worst.set or worst.label.removeprefix("right at ")
        answers.append(
            f"Least even is the fork at {where}: {value_text(worst.estimate, '%')} go right "
            f"({range_text(worst.estimate, '%')}); of all forks the worst is "
            f"{range_text(found['uneven'], '%')} away from 50:50."
        )
    for leg, row in legs_of(found.hill):
        lanes = [found[f"leg_{leg}_lane_{k}"] for k in range(1, len(found.hill.rows[row].x) + 1)]
        if len(lanes) > 1 and math.isfinite(lanes[0].value):
            most = max(range(len(lanes)), key=lambda k: lanes[k].value)
            least = min(range(len(lanes)), key=lambda k: lanes[k].value)
            answers.append(
                f"On leg {leg}, lane {most + 1} sees the most marbles "
                f"({value_text(lanes[most], '%')}) and lane {least + 1} the fewest "
                f"({value_text(lanes[least], '%')})."
            )
    return answers


def _shares(found: HillMeasurement) -> list[dict[str, Any]]:
    """Return a disc for every gutter of every row below the exits, in words for those of legs."""
    hill, plane = found.hill, plane_of(found.hill)
    unit = pitch_of(hill) / 40
    discs: list[dict[str, Any]] = []
    for number, row in enumerate(hill.rows[1:], 1):
        came = found.table[f"row_{number}"].drop_nulls()
        for lane, x in enumerate(row.x, 1):
            value = share(int((came == lane).sum()), len(came)).value
            at = plane.hill(x, row.y)
            if value:
                words = f"{100 * value:.1f} %" if row.kind == "leg" else ""
                discs.append(
                    {"x": round(at[0], 2), "y": round(at[1], 2), "words": words,
                     "pitch": pitch_of(hill), "radius": round(LARGEST * unit * value**0.5, 2)}
                )  # fmt: skip
    return discs


def _falls(found: HillMeasurement) -> list[dict[str, Any]]:
    """Return what share of each hatch's marbles falls above either of its exits."""
    hill, plane = found.hill, plane_of(found.hill)
    high = SILL + hill.hut.pocket_height + 9 * pitch_of(hill) / 40
    falls: list[dict[str, Any]] = []
    for number in range(len(hill.hut.hatches)):
        pair = exits_of(hill, number)
        right = found[f"right:hatch {number + 1}"].value
        for exit_, value in zip(pair or (), (1.0 - right, right), strict=False):
            x, y = plane.hut(hill.rows[0].x[exit_], high)
            falls.append({"x": round(x, 2), "y": round(y, 2), "words": f"{100 * value:.1f} %"})
    return falls


def _lost(found: HillMeasurement) -> list[tuple[float, float]]:
    """Return where marbles left the track."""
    plane = plane_of(found.hill)
    gone = found.table.filter(pl.col("end") == "lost").select("x", "y")
    places = (plane.hill(x, y) for x, y in gone.iter_rows())
    return [(round(x, 2), round(y, 2)) for x, y in places]


def _fixed(found: HillMeasurement) -> list[tuple[str, str]]:
    """Return what was the same in every drop."""
    hill, materials = found.hill, found.hill.materials
    pairs = {
        "marble in the hut": materials.marble_hut,
        "marble in the gutters": materials.marble_hill,
    }
    walls = "; ".join(
        f"{name}: restitution {c.restitution:g}, friction {c.friction:g}"
        for name, c in pairs.items()
    )
    marbles, slope = hill.marbles, hill.slope
    return [
        (
            "hill",
            f"{hill.title or hill.name}, tilted {slope.slope_deg:g} degrees, gutters "
            f"{slope.gutter_width:g} mm wide; hatches: {len(hill.hut.hatches)}",
        ),
        ("marbles", f"radius {marbles.radius:g} mm, {marbles.mass:g} g; one at a time"),
        (
            "materials",
            f"{walls}; floor friction {materials.floor_friction:g}, rolling {materials.rolling:g}",
        ),
        ("marmots", "none on the hill"),
        ("chance", f"seed {found.seed}; marble k depends on the seed and k alone"),
    ]


def repeat_of_hill(found: HillMeasurement) -> Repeat:
    """Return how to make the same table again: by a command, for a hill of one's own in Python."""
    hill, played = found.hill, found.games
    options = {} if played is None else dict(played.job.options)
    players = () if played is None else tuple(str(player) for player in played.job.players)
    if _in_library(hill):
        parts = ["kullerwerk measure", hill.name, f"--drops {found.drops}"]
        if played is not None:
            parts.append(f"--games {played.games} --players {','.join(players)}")
        # On the command line truth is written small.
        parts += [f"--option {name}={value}".lower() for name, value in options.items()]
        return Repeat(" ".join([*parts, f"--seed {found.seed}"]), "", "")
    file = f"{hill.name}.json"
    games = (
        "" if played is None else f"races={played.games}, players={players}, options={options}, "
    )
    call = (
        "import kullerwerk as kw\n"
        f'hill = kw.MarbleHill.model_validate_json(open("{file}").read())\n'
        f"kw.measure(hill, {found.drops}, {games}seed={found.seed})"
    )
    return Repeat(call, file, hill.model_dump_json(indent=1))


def _in_library(hill: MarbleHill) -> bool:
    """Whether the library has this hill under its name."""
    try:
        return load_hill(hill.name) == hill
    except SceneError:
        return False


def _shown(found: HillMeasurement, replayed: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the notable drops that can be played, a row each."""
    rows = {row["ball"]: row for row in replayed.iter_rows(named=True)}
    return [
        {"ball": k, "why": why, "hatch": rows[k]["hatch"], "end": ENDS[rows[k]["end"]],
         "time": rows[k]["time_s"]}
        for k, why in notable_drops(found).items()
        if k in rows
    ]  # fmt: skip


def _replay_data(
    found: HillMeasurement, replayed: pl.DataFrame, scene: dict[str, Any]
) -> dict[str, Any]:
    """Return what replay.js plays: the scene, words, and a column of numbers for each fact."""
    ends = list(ENDS)
    ways = replayed["way"].to_list()
    legs = [f"row_{row}" for _, row in legs_of(found.hill)]
    lanes = replayed.select(pl.col(name).fill_null(0) for name in legs).rows()
    none = [0] * replayed.height
    points = [len(way) // 3 for way in ways]
    return {
        "scene": scene,
        "unit": UNIT,
        "outcomes": list(ENDS.values()),
        "gone": ends.index("lost"),
        "notable": notable_drops(found),
        "legs": len(legs),
        "columns": {
            "run": packed(replayed["ball"].to_list()),
            "set": packed([k - 1 for k in replayed["hatch"].to_list()]),
            "side": packed([int(side == "right") for side in replayed["slider"].to_list()]),
            "outcome": packed([ends.index(end) for end in replayed["end"].to_list()]),
            "exit": packed(replayed["exit"].to_list()),
            "lanes": packed([lane for row in lanes for lane in row]),
            "points": packed(points),
            "time": packed([v for way in ways for v in way[0::3]]),
            "px": packed([v for way in ways for v in way[1::3]]),
            "py": packed([v for way in ways for v in way[2::3]]),
            "pz": packed([0] * sum(points)),
            "blockers": packed(none),
        },
    }

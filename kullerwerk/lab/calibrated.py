"""What a calibration says: in words, as data, and as a track file that can be used at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kullerwerk
from kullerwerk.lab.calibrate import MISFIT, Calibrated
from kullerwerk.lab.region import LIMITS, NAMES
from kullerwerk.lab.repeats import PAIRS
from scenes.files import library, save_track, scene_hash, source_text

_HEADER = "# Calibrated by kullerwerk"
_MORE = {
    "die_table": "more throws, and throws of other dice and towers, would",
    "die_ramp": "more throws, and throws of other towers, would",
    "die_wood": "throws at a half-sphere, a post or a tower would",
}


def estimate_lines(found: Calibrated) -> list[str]:
    """Return a line for each fitted number."""
    return [
        f"{one.name:<12} {one.estimate.value:.3f} ({one.estimate.low:.3f} to "
        f"{one.estimate.high:.3f}), was {one.before:g}"
        if one.told
        else f"{one.name:<12} not told by the table, stays {one.before:g}"
        for one in found.fitted
    ]


def remarks(found: Calibrated) -> list[str]:
    """Return in sentences what a reader should know of the figures."""
    plan = found.plan
    materials = plan.track.materials
    held = {
        "die_table": plan.track.die_table,
        "die_ramp": materials.die_ramp,
        "die_wood": materials.die_wood,
    }
    others = ", ".join(
        f"{pair} {held[pair].restitution:g} and {held[pair].friction:g}"
        for pair in PAIRS
        if pair != plan.pair
    )
    said = [f"Held as the track has them (restitution, friction): {others}."]
    for one, (low, high) in zip(found.fitted, LIMITS.tolist(), strict=True):
        if not one.told:
            said.append(
                f"The table cannot tell the {one.name} (its interval spans most of {low:g} to "
                f"{high:g}); {_MORE[plan.pair]}."
            )
        elif one.limit:
            edge = low if one.limit == "low" else high
            said.append(
                f"The interval of the {one.name} ends at {edge:g}, the limit of what is tried; "
                "the true one may lie beyond."
            )
    if found.misfit < MISFIT:
        said.append(
            "No materials of this contact bring the simulation to these places (fewer than "
            f"{MISFIT:.0%} of simulated tables fit so badly): something else differs, such as the "
            "ramp, the die's size, a table that is not level, or the tower's noted pose. The "
            f"intervals were widened by {found.wider**0.5:.1f} for that, which may not be enough."
        )
    return said


def data_of(found: Calibrated, table: str) -> dict[str, Any]:
    """Return a calibration as JSON data."""
    plan = found.plan
    return {
        "kind": "calibrate",
        "table": table,
        "track": plan.track.name,
        "scene": scene_hash(plan.track),
        "fit": plan.pair,
        "rows": len(plan.rows),
        "seed": plan.seed,
        "throws": found.throws,
        "fitted": [
            {
                "name": one.name,
                "before": one.before,
                "told": one.told,
                "limit": one.limit or None,
                "value": round(one.estimate.value, 6),
                "low": round(one.estimate.low, 6),
                "high": round(one.estimate.high, 6),
            }
            for one in found.fitted
        ],
        "correlation": round(found.correlation, 4),
        "misfit": round(found.misfit, 4),
        "widened": round(found.wider**0.5, 4),
        "contact": {name: getattr(found.contact, name) for name in NAMES},
        "remarks": remarks(found),
    }


def write_track(found: Calibrated, path: Path, source: str, table: str) -> None:
    """Write the track with the fitted contact to a file, its figures on top, comments kept.

    ``source`` is the track as it was named. Raises `scenes.errors.SceneError`.
    """
    plan = found.plan
    text = source_text(source)
    if text.startswith(_HEADER):
        text = text.partition("\n\n")[2]
    if source in [entry.name for entry in library() if entry.kind == "track"]:
        # The first sentence of a library track tells what it is; the others its units.
        text = re.sub(r"\A# [^.]*\.", f"# {path.stem}, from {plan.track.name}.", text)
    lines = [
        f"[materials.{plan.pair}] from {len(plan.rows)} throws in {table}, 95 % intervals:",
        *(f"  {line}" for line in estimate_lines(found)),
        *remarks(found),
        f"{found.throws} simulated throws, seed {plan.seed}, version {kullerwerk.__version__}, "
        f"scene {scene_hash(found.track)}.",
        f"For another track: copy its [materials.{plan.pair}] from below.",
    ]
    head = "\n".join(f"# {line}".rstrip() for line in lines)
    save_track(found.track, path, f"{_HEADER}.\n{head}\n\n{text}")

"""A track as plain numbers for the page: its pictures and its player draw the same things."""

from __future__ import annotations

from typing import Any

from kullerwerk.draw import style
from kullerwerk.draw.track import ideal_line
from scenes.checks import crossing_direction, gate_direction
from scenes.track import Track

DASHES = ("", "10 4", "3 3", "11 3 3 3")
"""Dash patterns of lines in the page, in the order of `kullerwerk.draw.style.SEATS`."""
MARKS = {"o": "disc", "s": "square", "^": "triangle", "D": "diamond"}


def scene_data(track: Track) -> dict[str, Any]:
    """Return what a track looks like from above, in mm, y upward."""
    gate, box = track.gate, track.start_box
    rays: list[dict[str, Any]] = []
    for ray in track.course:
        sphere = track.half_sphere(ray.around)
        start = (sphere.x, sphere.y)
        ahead = crossing_direction(start, ray.to, ray.side)
        rays.append({"from": start, "to": ray.to, "ahead": ahead, "radius": sphere.radius})
    return {
        "title": track.title or track.name,
        "length": track.table.length,
        "width": track.table.width,
        "surface": track.table.surface,
        "spheres": [
            {"name": s.name, "x": s.x, "y": s.y, "radius": s.radius} for s in track.half_spheres
        ],
        "posts": [gate.left_post, gate.right_post],
        "post_radius": gate.post_radius,
        "gate_ahead": gate_direction(track),
        "rays": rays,
        "box": [box.x_min, box.y_min, box.x_max, box.y_max],
        "ideal": [[round(x, 1), round(y, 1)] for x, y in ideal_line(track)] if rays else [],
        "sets": sets_data(track),
    }


def sets_data(track: Track) -> list[dict[str, Any]]:
    """Return how the pieces of each set look; colours come with dashes and marks."""
    looks = style.seat_styles([pieces.name for pieces in track.sets])
    return [
        {
            "name": pieces.name,
            "title": pieces.title or pieces.name,
            "colour": look.colour,
            "dash": DASHES[style.SEATS.index(look)],
            "mark": MARKS[look.marker],
            "tower": [pieces.tower.width, pieces.tower.depth],
            "die": pieces.die.kind,
            "size": pieces.die.size,
            "blocker": [pieces.blocker.length, pieces.blocker.depth],
        }
        for pieces, look in zip(track.sets, looks, strict=True)
    ]

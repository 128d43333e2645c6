"""A frame with every shape in it, for a picture that is kept."""

from __future__ import annotations

import numpy as np

from kullerwerk.stage.shapes import (
    Camera,
    Disc,
    Frame,
    Glow,
    Layer,
    Line,
    Polygon,
    Raster,
    Rect,
    Text,
    arrow,
    box,
    regular,
    stripes,
)

SIZE = (240, 160)
RED, BLUE, INK = (200, 30, 40, 255), (0, 98, 160, 255), (38, 34, 30, 255)


def all_shapes() -> Frame:
    """Rasters, fills, edges, glows, dashes, letters, a camera and a clip."""
    cells = np.zeros((4, 6, 4), np.uint8)
    cells[..., 0] = np.linspace(40, 240, 6, dtype=np.uint8)
    cells[..., 1] = np.linspace(240, 40, 4, dtype=np.uint8)[:, None]
    cells[..., 3] = 255
    return (
        Raster("cells", Rect(4, 100, 72, 56), cells, 1, smooth=False),
        Layer(
            "shapes",
            (
                Glow(110, 128, 26, (0, 0, 0, 200)),
                Disc(110, 130, 16, RED, INK, 2),
                Disc(150, 130, 14, None, BLUE, 4),
                Polygon(regular((190, 130), 20, 5, 0.3), (250, 220, 90, 255), INK, 1.5),
                box(Rect(212, 108, 24, 44), (230, 240, 250, 255), BLUE, 2, 8),
                *stripes(Rect(214, 110, 20, 40), 7, (0, 98, 160, 120)),
                Line(((8, 88), (60, 64), (110, 88), (160, 60)), RED, 3),
                Line(((8, 76), (60, 52), (110, 76), (160, 48)), INK, 2, dash=(8, 5)),
                Line(((180, 60), (232, 60), (206, 92)), BLUE, 5, closed=True),
                Line(((170, 48), (236, 44)), INK, 0.4),
                *arrow((8, 46), (70, 40), INK, 3, 10),
            ),
        ),
        Layer(
            "letters",
            (
                Text(8, 22, "Maulwurfshöhle", 15, INK),
                Text(8, 6, "ß „ä“ 0.5 → 2", 12, BLUE, bold=True),
                Text(236, 22, "right", 12, INK, "right"),
                Text(200, 8, "middle", 12, RED, "centre", "middle"),
            ),
        ),
        Layer(
            "world",
            (Disc(0, 0, 1, BLUE), Line(((-2, -2), (2, 2)), INK, 2), Text(0, 0.2, "o", 10, INK)),
            Camera(12, 130, 32),
            Rect(116, 20, 20, 20),
        ),
    )

"""One look for every picture: colours that colour-blind people can tell apart, and dashes too.

Whatever belongs to a player is marked three ways: by colour, by dash pattern and by marker.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patheffects import AbstractPathEffect

Point = tuple[float, float]
Dash = tuple[float, tuple[float, ...]] | Literal["-"]
SOLID: Dash = "-"


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """How a player's things look: ``dash`` is a matplotlib line style, ``marker`` a marker."""

    set_name: str
    """The library's piece set that has this colour."""

    colour: str
    dash: Dash
    marker: str


SEATS: tuple[SeatStyle, ...] = (
    SeatStyle("yellow", "#f0c419", SOLID, "o"),
    SeatStyle("red", "#d55e00", (0, (6, 2)), "s"),
    SeatStyle("green", "#009e73", (0, (2, 1.5)), "^"),
    SeatStyle("blue", "#0072b2", (0, (7, 2, 1.5, 2)), "D"),
)
"""The looks there are, one for each of the library's piece sets."""

INK = "#26282b"
FAINT = "#8a8d91"
PAPER = "#ffffff"
WOOD = "#c89b6a"
WOOD_DARK = "#7a5230"
WOOD_LIGHT = "#ead0ae"
COURSE = "#5b3f8c"
SURFACE_COLOURS = {"smooth": "#f6f1e7", "lively": "#e9f0f3", "felt": "#dfeadd"}
"""The table, by the name of its surface."""

PICTURE_SUFFIXES = (".png", ".svg")
"""What pictures can be saved as."""


def seat_styles(sets: Sequence[str]) -> list[SeatStyle]:
    """Return a look per seat, from the names of their piece sets.

    A set of the library has its own colour, wherever it sits; others take what is left.
    """
    own = {look.set_name: look for look in SEATS}
    left = [look for look in SEATS if look.set_name not in sets] or list(SEATS)
    others = [name for name in sets if name not in own]
    return [own.get(name) or left[others.index(name) % len(left)] for name in sets]


def casing(width: float) -> list[AbstractPathEffect]:
    """Return path effects that give a line of ``width`` points a thin dark edge.

    Without it light colours are lost on a light table.
    """
    from matplotlib.patheffects import Normal, Stroke

    return [Stroke(linewidth=width + 1.2, foreground=INK, alpha=0.55), Normal()]


def halo(colour: str = PAPER, width: float = 2.5) -> list[AbstractPathEffect]:
    """Return path effects that keep a text legible on whatever lies behind it."""
    from matplotlib.patheffects import Normal, Stroke

    return [Stroke(linewidth=width, foreground=colour, alpha=0.85), Normal()]


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of that many inches that belongs to no window and no global state."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER)


def new_axes(
    figure: Figure,
    place: tuple[float, float, float, float],
    xs: tuple[float, float],
    ys: tuple[float, float],
    *,
    z: float = 0,
) -> Axes:
    """Return axes without a frame at ``place`` (left, bottom, width, height in figure shares)."""
    ax = figure.add_axes(place, zorder=z)
    ax.set_xlim(*xs)
    ax.set_ylim(*ys)
    ax.set_axis_off()
    return ax


def line(
    ax: Axes,
    points: Sequence[Point],
    *,
    colour: str = INK,
    width: float = 1.0,
    dash: Dash = SOLID,
    alpha: float = 1.0,
    z: float = 2,
    cased: bool = False,
) -> None:
    """Draw a polyline; ``width`` in points; ``cased`` gives it a thin dark edge."""
    from matplotlib.lines import Line2D

    drawn = Line2D(
        [x for x, _ in points],
        [y for _, y in points],
        color=colour,
        linewidth=width,
        linestyle=dash,
        alpha=alpha,
        zorder=z,
        solid_capstyle="butt",
        path_effects=casing(width) if cased else None,
    )
    ax.add_line(drawn)


def text(
    ax: Axes,
    place: Point,
    words: str,
    *,
    size: float,
    colour: str = INK,
    bold: bool = False,
    italic: bool = False,
    across: Literal["left", "center", "right"] = "left",
    up: Literal["bottom", "center", "top", "baseline", "center_baseline"] = "baseline",
    turn: float = 0.0,
    z: float = 7,
    halo_colour: str | None = None,
    cut: bool = False,
) -> None:
    """Write ``words`` as they are at a place; ``size`` in points, ``cut`` at the axes' edge."""
    from matplotlib.text import Text

    drawn = Text(
        *place,
        words,
        fontsize=size,
        color=colour,
        fontweight="bold" if bold else "normal",
        fontstyle="italic" if italic else "normal",
        horizontalalignment=across,
        verticalalignment=up,
        rotation=turn,
        zorder=z,
        clip_on=cut,
        parse_math=False,
        path_effects=halo(halo_colour) if halo_colour else None,
    )
    ax.add_artist(drawn)


def check_suffix(path: Path) -> None:
    """Raise ValueError for a path whose suffix is not that of a picture."""
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise ValueError(f"{path}: a picture's name must end in {' or '.join(PICTURE_SUFFIXES)}")


def save_figure(figure: Figure, path: Path, *, dpi: int = 150) -> None:
    """Save a figure as the PNG or SVG that the path's suffix names (ValueError for another).

    The same figure gives the same bytes: no date, no random ids.
    """
    import matplotlib as mpl

    check_suffix(path)
    kind = path.suffix.lower()[1:]
    metadata = {"Date": None} if kind == "svg" else None
    with mpl.rc_context({"svg.hashsalt": "kullerwerk", "svg.fonttype": "path"}), _quiet_fonts():
        figure.savefig(path, format=kind, dpi=dpi, metadata=metadata)


def png_of(figure: Figure) -> bytes:
    """Return a figure as a PNG."""
    drawn = io.BytesIO()
    with _quiet_fonts():
        figure.savefig(drawn, format="png", dpi=110)
    return drawn.getvalue()


def saved(figure: Figure, path: str | Path | None) -> Figure:
    """Return a figure, saved as a PNG or an SVG if there is a ``path``. Raises as `save_figure`."""
    if path is not None:
        save_figure(figure, Path(path))
    return figure


def save_pages(figures: Iterable[Figure], path: Path, title: str, *, packed: bool = True) -> None:
    """Save figures as the pages of a PDF, each in its own size; ``packed`` compresses them."""
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages

    metadata = {"Title": title, "Creator": "kullerwerk", "CreationDate": None}
    settings: dict[Any, Any] = {"pdf.fonttype": 42, "pdf.compression": 6 if packed else 0}
    with (
        mpl.rc_context(settings),
        _quiet_fonts(),
        PdfPages(path, metadata=metadata) as pdf,
    ):
        for figure in figures:
            pdf.savefig(figure)


@contextlib.contextmanager
def _quiet_fonts() -> Generator[None]:
    """Silence the warning about a character that the font lacks: names may hold any letter."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield

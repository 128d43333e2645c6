"""How the figures of a course hang on the fields of a sweep.

One field: a line with the 95 % intervals as a band. Two lists or grids: heat maps. Otherwise a
small picture for every figure and field, with a dot per layout and the means of a few groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from kullerwerk.draw import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kullerwerk.lab.sweep import Swept

PANELS = ("turns", "off_table", "stuck", "spread")
"""The figures that are drawn, where they are known."""
COLOUR = "#0072b2"
ROOMY = 36
"""Heat maps of no more cells than that have intervals in them as well."""
DARK = 0.45
"""From this share of a heat map's colours on, letters are white."""
LABELLED = 12
"""So many values of a heat map's field are written out."""
GROUPS = 8
"""Dots over a field of more values than that are averaged in so many groups."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A figure of every layout: its label, value and interval, in percent where it is a share."""

    label: str
    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    positive: bool
    """Whether the figure can be 0 and no less, so that an axis may begin there."""


def sweep_figure(swept: Swept) -> Figure:
    """Return the figures of a sweep over its fields, as a picture."""
    plan = swept.plan
    panels = _panels(swept)
    fields = plan.fields
    first = fields[0]
    many = len(fields) > 2 or (len(fields) == 2 and plan.drawn)
    if many:
        rows, columns = len(panels), len(fields)
    else:
        columns = min(2, len(panels))
        rows = -(-len(panels) // columns)
    figure = style.new_figure(5.0 * columns + 0.5, 3.6 * rows + 0.7)
    axes = [
        [figure.add_subplot(rows, columns, row * columns + column + 1) for column in range(columns)]
        for row in range(rows)
    ]
    places = [ax for across in axes for ax in across]
    for ax in places:
        ax.set_visible(False)
    done = sum(found is not None for found in swept.found)
    words = (
        f"{plan.track.title or plan.track.name}: {done} of {len(plan.points)} layouts measured, "
        f"{', '.join(plan.sets)} by {plan.player}, seed {plan.seed}"
    )
    words += "; 95 % intervals" if not _is_map(swept) else "; in the cells 95 % intervals"
    figure.suptitle(words, fontsize=11, parse_math=False)
    if many:
        for across, panel in zip(axes, panels, strict=True):
            for ax, field in zip(across, fields, strict=True):
                _over_field(ax, panel, field, _column(swept, field), alone=False)
    else:
        for ax, panel in zip(places, panels, strict=False):
            if _is_map(swept):
                _map(ax, panel, fields, [_column(swept, field) for field in fields])
            else:
                _over_field(ax, panel, first, _column(swept, first), alone=True)
    figure.tight_layout(rect=(0, 0, 1, 0.97))
    return figure


def _is_map(swept: Swept) -> bool:
    return len(swept.plan.fields) == 2 and not swept.plan.drawn


def _panels(swept: Swept) -> list[_Panel]:
    result: list[_Panel] = []
    for key in PANELS:
        figures = [
            next((f for f in found.figures if (f.key, f.set) == (key, "")), None) if found else None
            for found in swept.found
        ]
        some = next((f for f in figures if f is not None), None)
        if some is None:
            continue
        times = 100.0 if some.unit == "%" else 1.0
        result.append(
            _Panel(
                f"{some.label}, %" if some.unit == "%" else some.label,
                times * np.array([np.nan if f is None else f.estimate.value for f in figures]),
                times * np.array([np.nan if f is None else f.estimate.low for f in figures]),
                times * np.array([np.nan if f is None else f.estimate.high for f in figures]),
                some.unit == "%" or key == "spread",
            )
        )
    return result


def _column(swept: Swept, field: str) -> list[object]:
    return [point.values[field] for point in swept.plan.points]


def _over_field(
    ax: Axes, panel: _Panel, field: str, values: Sequence[object], *, alone: bool
) -> None:
    """Draw a figure over a field: with intervals if it varies ``alone``, or else as dots."""
    ax.set_visible(True)
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    kinds = _kinds(values)
    if numbers:
        xs = np.array([float(cast("float", v)) for v in values])
    else:
        xs = np.array([kinds.index(v) for v in values], dtype=float)
        ax.set_xticks(range(len(kinds)), [_text(v) for v in kinds], parse_math=False)
        ax.set_xlim(-0.5, len(kinds) - 0.5)
    known = np.isfinite(panel.value)
    order = np.argsort(xs[known], kind="stable")
    x, y = xs[known][order], panel.value[known][order]
    low, high = panel.low[known][order], panel.high[known][order]
    if not known.any():
        pass  # an empty picture says it
    elif not alone:
        ax.vlines(x, low, high, color=COLOUR, lw=1.0, alpha=0.25)
        ax.plot(x, y, color=COLOUR, ls="", marker="o", ms=3.5, alpha=0.5)
        means = _means(x, y)
        dash = "-" if numbers else ""
        ax.plot(*zip(*means, strict=True), color=style.INK, lw=1.2, ls=dash, marker="_", ms=12)
    elif numbers:
        ax.fill_between(x, low, high, color=COLOUR, alpha=0.2, lw=0)
        ax.plot(x, y, color=COLOUR, lw=1.2, marker="o", ms=3.5)
    else:
        ax.errorbar(x, y, yerr=(y - low, high - y), color=COLOUR, ls="", marker="o", capsize=4)
    for one in xs[~known] if alone else ():
        ax.axvline(one, color=style.FAINT, lw=0.8, ls=":")
    _floor(ax, panel)
    ax.set_xlabel(field, parse_math=False)
    ax.set_ylabel(panel.label, parse_math=False)
    ax.grid(color=style.FAINT, alpha=0.25)


def _floor(ax: Axes, panel: _Panel) -> None:
    """Begin the axis at 0 where the figure comes near it and cannot be less."""
    low, high = ax.get_ylim()
    if panel.positive and low < 0.3 * high:
        ax.set_ylim(bottom=0.0)
    elif not panel.positive and low < 0.0:
        ax.set_ylim(bottom=min(0.0, float(np.nanmin(panel.value))))


def _means(x: np.ndarray, y: np.ndarray) -> list[tuple[float, float]]:
    """Return the mean place and figure of each value of a field, or of a few groups in order."""
    each = np.unique(x)
    if len(each) <= LABELLED:
        return [(float(one), float(y[x == one].mean())) for one in each]
    groups = np.array_split(np.arange(len(x)), GROUPS)
    return [(float(x[group].mean()), float(y[group].mean())) for group in groups]


def _map(
    ax: Axes, panel: _Panel, fields: Sequence[str], values: Sequence[Sequence[object]]
) -> None:
    """Draw a figure over two fields, the first one across; what cannot be is left white."""
    ax.set_visible(True)
    across, up = (_kinds(column) for column in values)
    cells = np.full((len(up), len(across)), np.nan)
    bounds = np.full((*cells.shape, 2), np.nan)
    for k, (one, other) in enumerate(zip(*values, strict=True)):
        cells[up.index(other), across.index(one)] = panel.value[k]
        bounds[up.index(other), across.index(one)] = panel.low[k], panel.high[k]
    shown = ax.imshow(
        np.ma.masked_invalid(cells), origin="lower", cmap="viridis_r", aspect="auto",
        interpolation="nearest",
    )  # fmt: skip
    if np.isfinite(cells).any() and np.nanmin(cells) == np.nanmax(cells):
        # One value alone has no scale: it is neither little nor much.
        shown.set_clim(float(np.nanmin(cells)), float(np.nanmin(cells)) + 1.0)
    if cells.size <= LABELLED**2:
        size = max(5.5, min(9.0, 55.0 / max(len(across), 1)))
        for (row, column), value in np.ndenumerate(cells):
            if np.isfinite(value):
                low, high = bounds[row, column]
                dark = float(np.asarray(shown.norm(value))) > DARK
                words = f"{value:.1f}"
                if np.isfinite(low) and np.isfinite(high) and cells.size <= ROOMY:
                    words += f"\n{low:.1f} to {high:.1f}"
                style.text(ax, (column, row), words, size=size, across="center", up="center",
                           colour=style.PAPER if dark else style.INK)  # fmt: skip
    for axis, kinds, field in ((ax.xaxis, across, fields[0]), (ax.yaxis, up, fields[1])):
        places = range(0, len(kinds), -(-len(kinds) // LABELLED))
        axis.set_ticks(list(places), [_text(kinds[k]) for k in places], parse_math=False)
        axis.set_label_text(field, parse_math=False)
    bar = ax.figure.colorbar(shown, ax=ax)
    bar.set_label(panel.label, parse_math=False)


def _kinds(values: Sequence[object]) -> list[object]:
    """Return the different values, in their order."""
    kinds: list[object] = []
    for value in values:
        if value not in kinds:
            kinds.append(value)
    return kinds


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)

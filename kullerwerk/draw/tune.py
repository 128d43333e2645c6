"""What a tuning tried, by what was wished: where wishes conflict, how much of one costs how much.

With two wishes or more a picture for each pair of them: every layout of the search, those of which
none is better in everything joined by steps, and the reported ones with their names and intervals.
With one wish its figure over the tries.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from kullerwerk.draw import style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

    from kullerwerk.lab.goals import Term
    from kullerwerk.lab.measure import Figure, Measurement
    from kullerwerk.lab.tune import Best, Try, Tuned

SIDE = 5.2
"""Width and height of a pair's picture, inches."""
ACROSS = 3
"""So many of them beside each other."""
PAIRS = 6
"""So many pairs are drawn, the first wishes first."""
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
TRIED, KEPT, BEST = style.FAINT, "#0072b2", "#d55e00"


def tune_figure(tuned: Tuned) -> Picture:
    """Return all tries and the best layouts, by the figures that were wished for."""
    wishes = tuned.plan.goal.wishes or tuned.plan.goal.limits[:1]
    pairs = list(combinations(wishes, 2))[:PAIRS]
    many = max(1, len(pairs))
    columns = min(ACROSS, many)
    rows = -(-many // columns)
    picture = style.new_figure(max(7.5, SIDE * columns), SIDE * rows + 0.9)
    for k in range(many):
        ax = picture.add_subplot(rows, columns, k + 1)
        if pairs:
            _pair(ax, tuned, *pairs[k])
        else:
            _search(ax, tuned, wishes[0])
    plan = tuned.plan
    built = sum(one.found is not None for one in tuned.tries)
    words = (
        f"{plan.track.title or plan.track.name}, wanted: {plan.goal}\n{built} layouts tried with "
        f"{plan.throws} throws each; the best thrown anew, {plan.check} each; 95 % intervals"
    )
    picture.suptitle(words, fontsize=10, parse_math=False)
    labels: dict[str, Any] = {}
    for ax in picture.axes:
        labels |= {
            name: handle for handle, name in zip(*ax.get_legend_handles_labels(), strict=True)
        }
    low = 0.35 / picture.get_figheight()
    picture.legend(
        labels.values(), labels.keys(), loc="lower center", ncols=len(labels), fontsize=8.5,
        frameon=False,
    )  # fmt: skip
    picture.tight_layout(rect=(0, low, 1, 0.99))
    return picture


def _pair(ax: Axes, tuned: Tuned, across: Term, up: Term) -> None:
    """Draw every layout by its figures for two wishes."""
    terms = (across, up)
    held = [t for t in tuned.tries if t.found is not None and t.score.excess == 0.0]
    broken = [t for t in tuned.tries if t.found is not None and t.score.excess > 0.0]
    _dots(ax, terms, broken, marker="x", colour=TRIED, label="beyond a limit")
    _dots(ax, terms, held, marker="o", colour=TRIED, label="tried")
    points = _dots(ax, terms, tuned.front, marker="o", colour=KEPT,
                   label="in the search none is better in everything")  # fmt: skip
    if points and len(tuned.plan.goal.wishes) == len(terms):
        # With more wishes what is best together is no line in a picture of two.
        ax.plot(*zip(*sorted(points), strict=True), color=KEPT, lw=1.0, alpha=0.6)
    for number, one in enumerate(tuned.best, 1):
        _named(ax, terms, number, one)
    if across.sign == "=":
        ax.axvline(_times(tuned, across) * across.value, color=style.INK, lw=1.0, ls=(0, (4, 2)))
    if up.sign == "=":
        ax.axhline(_times(tuned, up) * up.value, color=style.INK, lw=1.0, ls=(0, (4, 2)))
    ax.set_xlabel(_label(tuned, across), parse_math=False)
    ax.set_ylabel(_label(tuned, up), parse_math=False)
    ax.grid(color=style.FAINT, alpha=0.25)


def _dots(
    ax: Axes, terms: tuple[Term, Term], tries: Sequence[Try], *, marker: str, colour: str,
    label: str,
) -> list[tuple[float, float]]:  # fmt: skip
    """Draw layouts by the search's figures; returns where they are."""
    places = [tuple(_of(one.found, term)[0] for term in terms) for one in tries]
    points = [(x, y) for x, y in places if math.isfinite(x) and math.isfinite(y)]
    if points:
        ax.plot(*zip(*points, strict=True), ls="", marker=marker, ms=4.5, color=colour, alpha=0.7,
                label=label)  # fmt: skip
    return points


def _named(ax: Axes, terms: tuple[Term, Term], number: int, one: Best) -> None:
    """Draw a reported layout with the intervals of its fresh throws, and its name."""
    (x, x_low, x_high), (y, y_low, y_high) = (_of(one.found, term) for term in terms)
    if not (math.isfinite(x) and math.isfinite(y)):
        return
    ax.errorbar(
        [x], [y], xerr=[[x - x_low], [x_high - x]], yerr=[[y - y_low], [y_high - y]],
        color=BEST, marker="D", ms=6, mec=style.INK, capsize=3, lw=1.2, zorder=5,
        label="reported, of fresh throws" if number == 1 else None,
    )  # fmt: skip
    # Names of layouts that are close together stand at different corners.
    right, above = CORNERS[(number - 1) % len(CORNERS)]
    ax.annotate(
        f"best-{number}", (x, y), (7 * right, 5 * above), textcoords="offset points", fontsize=9,
        fontweight="bold", color=style.INK, path_effects=style.halo(), zorder=6,
        ha="left" if right > 0 else "right", va="bottom" if above > 0 else "top",
    )  # fmt: skip


def _search(ax: Axes, tuned: Tuned, wish: Term) -> None:
    """Draw the figure of a single wish over the tries, and what is reported at the right."""
    tries = [one for one in tuned.tries if one.found is not None]
    for broken, marker, label in ((True, "x", "beyond a limit"), (False, "o", "tried")):
        some = [
            (one.number, value)
            for one in tries
            if (one.score.excess > 0.0) == broken
            and math.isfinite(value := _of(one.found, wish)[0])
        ]
        if some:
            ax.plot(*zip(*some, strict=True), ls="", marker=marker, ms=4.5, color=TRIED,
                    alpha=0.8, label=label)  # fmt: skip
    last = max(one.number for one in tries)
    step = max(1.0, last / 12)
    for number, one in enumerate(tuned.best, 1):
        value, low, high = _of(one.found, wish)
        if math.isfinite(value):
            place = last + step * (number + 0.5)
            ax.errorbar([place], [value], yerr=[[value - low], [high - value]], color=BEST,
                        marker="D", ms=6, mec=style.INK, capsize=3, lw=1.2,
                        label="reported, of fresh throws" if number == 1 else None)  # fmt: skip
            ax.annotate(f"best-{number}", (place, high), (0, 6), textcoords="offset points",
                        fontsize=9, rotation=90, ha="center", va="bottom")  # fmt: skip
    if wish.sign == "=":
        ax.axhline(_times(tuned, wish) * wish.value, color=style.INK, lw=1.0, ls=(0, (4, 2)))
    ax.margins(y=0.18)
    ax.set_xlabel("try")
    ax.set_ylabel(_label(tuned, wish), parse_math=False)
    ax.grid(color=style.FAINT, alpha=0.25)


def _figure(found: Measurement, term: Term) -> Figure | None:
    return next((f for f in found.figures if f.name == term.key), None)


def _of(found: Measurement | None, term: Term) -> tuple[float, float, float]:
    """Return a figure with its bounds, in percent where it is a share; nan where it is unknown."""
    figure = None if found is None else _figure(found, term)
    if figure is None or not math.isfinite(figure.estimate.value):
        return math.nan, math.nan, math.nan
    times = 100.0 if figure.unit == "%" else 1.0
    value = figure.estimate.value
    bounds = (figure.estimate.low, figure.estimate.high)
    low, high = (bound if math.isfinite(bound) else value for bound in bounds)
    return times * value, times * low, times * high


def _some(tuned: Tuned, term: Term) -> Figure | None:
    return next((f for one in tuned.best if (f := _figure(one.found, term)) is not None), None)


def _times(tuned: Tuned, term: Term) -> float:
    figure = _some(tuned, term)
    return 100.0 if figure is not None and figure.unit == "%" else 1.0


def _label(tuned: Tuned, term: Term) -> str:
    """Return what an axis shows, and what was wished of it."""
    figure = _some(tuned, term)
    if figure is None:
        return term.key
    unit = f", {figure.unit}" if figure.unit == "%" else ""
    wish = f"near {_times(tuned, term) * term.value:g}" if term.sign == "=" else "small"
    return f"{figure.title}{unit} (wanted: {wish})"

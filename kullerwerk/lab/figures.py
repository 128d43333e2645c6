"""One answer of a study: what it says, its unit and its interval, in words and as data."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import polars as pl

from kullerwerk.lab.intervals import Estimate, Floats

OVERALL = ""
"""The set of a figure of all sets together."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One answer: ``key`` and ``set`` name it ("" = all sets together), ``label`` says it."""

    key: str
    set: str
    label: str
    unit: str
    estimate: Estimate

    @property
    def name(self) -> str:
        """What asks for it: ``turns``, ``turns:red``."""
        return f"{self.key}:{self.set}" if self.set else self.key

    @property
    def title(self) -> str:
        """What it says, and of whom."""
        return f"{self.label} ({self.set})" if self.set else self.label


def pick(figures: Iterable[Figure], key: str) -> Estimate:
    """Return the figure of a key (``turns``) or of a set (``turns:red``). Raises KeyError."""
    name, _, of = key.partition(":")
    for figure in figures:
        if (figure.key, figure.set) == (name, of):
            return figure.estimate
    raise KeyError(key)


def said(value: float, unit: str) -> str:
    """Return a value as it is written: seconds with two digits behind the point, else one."""
    if unit == "%":
        return f"{value:.1%}"
    return f"{value:.2f}" if unit == "s" else f"{value:.1f}"


def text_of(estimate: Estimate, unit: str) -> str:
    """Return a figure with its interval in words: ``16.2 turns (15.9 to 16.5)``."""
    if math.isnan(estimate.value):
        return "not known"
    value = said(estimate.value, unit)
    return f"{value} ({interval_text(estimate, unit)}){'' if unit == '%' else f' {unit}'}"


def interval_text(estimate: Estimate, unit: str) -> str:
    """Return an interval in words; bounds that the sample does not give are said to be missing."""
    low, high = math.isfinite(estimate.low), math.isfinite(estimate.high)
    if low and high:
        return f"{said(estimate.low, unit)} to {said(estimate.high, unit)}"
    if low:
        return f"at least {said(estimate.low, unit)}"
    return f"at most {said(estimate.high, unit)}" if high else "not bounded by so few"


def basis_text(estimate: Estimate, cluster: str, item: str) -> str:
    """Return what a figure rests on: ``84 runs``, ``1548 throws in 84 runs``, "" = nothing.

    ``cluster`` is what is independent of one another, ``item`` what is counted in it.
    """
    if not estimate.clusters:
        return ""
    items = f"{estimate.size} {item}{'' if estimate.size == 1 else 's'}"
    if cluster == item:
        return f"of {items}"
    clusters = f"{estimate.clusters} {cluster}{'' if estimate.clusters == 1 else 's'}"
    return f"of {clusters}" if estimate.size == estimate.clusters else f"of {items} in {clusters}"


def figure_data(figure: Figure) -> dict[str, Any]:
    """Return a figure as JSON data; a bound that is not known is null."""
    return {
        "key": figure.key,
        "set": figure.set or None,
        "label": figure.label,
        "unit": figure.unit,
        **estimate_data(figure.estimate),
    }


def estimate_data(estimate: Estimate) -> dict[str, float | int | None]:
    """Return an estimate as JSON data; what is not known is null."""
    return {
        "value": number(estimate.value),
        "low": number(estimate.low),
        "high": number(estimate.high),
        "clusters": estimate.clusters,
    }


def columns_of(name: str, estimate: Estimate) -> dict[str, float | None]:
    """Return the three columns of a figure."""
    return {
        name: _known(estimate.value),
        f"{name}.low": _known(estimate.low),
        f"{name}.high": _known(estimate.high),
    }


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def number(value: float) -> float | None:
    """Return a number as JSON can hold it: None for one that is not finite."""
    return round(value, 6) if math.isfinite(value) else None


def floats(frame: pl.DataFrame, column: str) -> Floats:
    """Return a column as numbers."""
    return frame[column].cast(pl.Float64).to_numpy()

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
    value, low, high = (said(v, unit) for v in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high}){'' if unit == '%' else f' {unit}'}"


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

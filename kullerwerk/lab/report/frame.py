"""What every page of a study has: figures in words and in bars, versions, style and script."""

from __future__ import annotations

import base64
import hashlib
import math
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import version
from typing import Any

import jinja2
from markupsafe import Markup

from kullerwerk.lab.figures import OVERALL, Figure, basis_text, interval_text, said
from kullerwerk.lab.intervals import LEVEL, Estimate
from kullerwerk.lab.report.charts import whiskers

LIBRARIES = ("numpy", "numba", "scipy", "pymunk", "polars")


@dataclass(frozen=True, slots=True)
class Words:
    """How a page calls things: a row of the figures, a set, runs, throws, and what lies on."""

    who: str
    set: str
    runs: str
    throws: str
    table: str
    trust: str


@dataclass(frozen=True, slots=True)
class Raced:
    """Figures of whole races or games: their heading, whom they are of, and their groups."""

    title: str
    sentence: str
    who: str
    groups: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Repeat:
    """How to make the same table again: a ``command``, and the ``file`` that it reads.

    ``file`` is "" for a track of the library; ``text`` is what the file holds.
    """

    command: str
    file: str
    text: str


def rendered(template: str, words: Words, races: Raced | None = None, **parts: Any) -> str:
    """Return a page: a template of this package, given its parts and what every page has."""
    script = asset("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return template_of(template).render(
        words=words,
        races=races,
        level=round(100 * LEVEL),
        versions=versions_here(),
        style=Markup(asset("page.css")),
        script=Markup(script),
        digest=digest,
        **parts,
    )


def value_text(estimate: Estimate, unit: str) -> str:
    """Return a figure without its unit in words."""
    return "not known" if math.isnan(estimate.value) else said(estimate.value, unit)


def range_text(estimate: Estimate, unit: str) -> str:
    """Return an interval in words, "" where nothing is known."""
    return "" if math.isnan(estimate.value) else interval_text(estimate, unit)


def groups_of(
    figures: Sequence[Figure],
    titles: Mapping[str, str],
    looks: Mapping[str, dict[str, Any]],
    basis: tuple[str, str],
) -> list[dict[str, Any]]:
    """Return figures grouped by what they say, each for all and then for every set.

    ``titles`` are what sets are called where not by their names, ``looks`` how the lines of some
    of them are drawn, ``basis`` what they rest on (cluster and item of `basis_text`).
    """
    keys = dict.fromkeys(f.key for f in figures)
    groups: list[dict[str, Any]] = []
    for key in keys:
        some = [f for f in figures if f.key == key]
        bars = whiskers([f.estimate for f in some], percent=some[0].unit == "%")
        groups.append(
            {
                "label": some[0].label,
                "unit": "" if some[0].unit == "%" else some[0].unit,
                "rows": [
                    {
                        "who": "all" if f.set == OVERALL else titles.get(f.set, f.set),
                        "look": looks.get(f.set),
                        "value": value_text(f.estimate, f.unit),
                        "range": range_text(f.estimate, f.unit),
                        "of": basis_text(f.estimate, *basis),
                        "bar": bar,
                    }
                    for f, bar in zip(some, bars, strict=True)
                ],
            }
        )
    return groups


def versions_here() -> dict[str, str]:
    """Return what figures may hang on besides the seed: versions and platform."""
    import kullerwerk

    return {
        "kullerwerk": kullerwerk.__version__,
        "Python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
        "platform": f"{platform.system()} {platform.machine()}",
    }


def asset(name: str) -> str:
    """Return the text of a file of this package."""
    return (resources.files("kullerwerk.lab.report") / name).read_text(encoding="utf-8")


def template_of(name: str) -> jinja2.Template:
    """Return a template: what it is given is escaped, and nothing may be missing."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)

"""Better layouts: a search by Optuna, and what the best of it are worth with fresh dice.

Three samples, each with a seed of its own. The search measures many layouts with few throws, all
with the same random numbers; whoever comes out first of it has had luck as well. So the best ones
are thrown anew and chosen by that; and what is reported of the chosen ones comes from throws that
had no part in any choice.

The search asks for a fixed number of layouts at a time, so that it goes the same way whatever
--jobs is; and as all it asks for hangs on the seed and on what was measured, a search that was
stopped goes the same way again, with what was measured read off its shelves.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

import kullerwerk
from kullerwerk.lab.figures import columns_of
from kullerwerk.lab.goals import BAD, Goal, Score, first_front, ranked
from kullerwerk.lab.layouts import Size, frame_of, measure_all, row_of
from kullerwerk.lab.measure import Measurement
from kullerwerk.lab.ranges import Range, values_now
from kullerwerk.lab.runs import Runs
from kullerwerk.lab.sample import Work
from kullerwerk.lab.study import StudyError, open_shelf
from kullerwerk.lab.vary import LayoutError, changed
from kullerwerk.players.specs import Spec
from kullerwerk.streams import layouts_seed
from scenes.files import scene_hash
from scenes.track import Track
from sim.provider import settings_hash

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure
    from optuna import Study
    from optuna.trial import FrozenTrial, Trial

SEARCH, CHOICE, REPORT, SAMPLER = 1, 2, 3, 4
"""Numbers of the seeds of the three samples, and of the sampler."""
TOGETHER = 4
"""The search asks for so many layouts at a time."""
FREE = 10
"""So many layouts are tried at random before the sampler learns from them."""
REFUSED = 50
"""The search gives up once so many layouts for each that could be built could not."""
SPARE = 2
"""So many times the layouts that are wanted are thrown anew after the search."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tuning: what may vary, what is wanted, and how much is thrown for it."""

    source: str
    """The track as it was named: of the library, or a file; "" = neither."""
    track: Track
    sets: tuple[str, ...]
    player: Spec
    seed: int
    ranges: tuple[Range, ...]
    goal: Goal
    tries: int = 64
    throws: int = 2_000
    """Of each try."""
    check: int = 20_000
    """Of each layout that is reported; half as many of each that could be."""
    best: int = 3
    """Most layouts that are reported."""

    def question(self) -> dict[str, Any]:
        """Return whose work a folder holds: more tries or throws are the same study."""
        return {
            "what": "tune",
            "scene": scene_hash(self.track),
            "sets": list(self.sets),
            "player": str(self.player),
            "seed": self.seed,
            "vary": [str(one) for one in self.ranges],
            "goal": str(self.goal),
            "settings": settings_hash(),
        }

    def runs(self, track: Track, sample: int) -> Runs:
        """Return the runs of a layout in one of the samples."""
        return Runs(track, self.sets, self.player, layouts_seed(self.seed, sample))


@dataclass(frozen=True, slots=True)
class Try:
    """A layout of the search; ``found`` None where it could not be built, by ``problem``."""

    number: int
    values: Mapping[str, object]
    track: Track | None
    problem: str
    found: Measurement | None
    score: Score


@dataclass(frozen=True, slots=True)
class Best:
    """A layout that is reported: as the search saw it, as it was chosen, and as it is."""

    track: Track
    tried: Try
    chosen: Measurement
    found: Measurement
    score: Score
    """By what is reported."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a tuning found, the best layout first; with several wishes those that conflict."""

    plan: Plan
    tries: tuple[Try, ...]
    best: tuple[Best, ...]

    @property
    def table(self) -> pl.DataFrame:
        """A row per try: values, why it could not be built, the search's figures, and origin."""
        rows: list[dict[str, object]] = [
            {
                "try": one.number,
                **one.values,
                "problem": one.problem,
                **({} if one.found is None else row_of(one.found)),
                **self._origin(SEARCH),
            }
            for one in self.tries
        ]
        return frame_of(rows, [one.field for one in self.plan.ranges])

    @property
    def front(self) -> tuple[Try, ...]:
        """The layouts of the search of which none is better in everything, by the first wish."""
        scored = [(one, one.score) for one in self.tries if one.found is not None]
        return tuple(one for one, _ in sorted(first_front(scored), key=lambda s: s[1].costs))

    @property
    def pareto(self) -> pl.DataFrame:
        """A row per layout of the `front`: values, the wishes' figures in the search, its name.

        ``best`` is its number if it is reported (its figures there are surer), else null.
        """
        names = {one.tried.number: number for number, one in enumerate(self.best, 1)}
        rows: list[dict[str, object]] = []
        for one in self.front:
            figures: dict[str, object] = {}
            for key in self.plan.goal.keys:
                if one.found is not None:
                    figures |= columns_of(key, one.found[key])
            rows.append(
                {
                    "try": one.number,
                    "best": names.get(one.number),
                    **one.values,
                    **figures,
                    **self._origin(SEARCH),
                }
            )
        return frame_of(rows, [one.field for one in self.plan.ranges])

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return the tries and the best layouts by what was wished; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.style import saved
        from kullerwerk.draw.tune import tune_figure

        return saved(tune_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import tuned_page, write_short_page

        return write_short_page(tuned_page(self), self.plot(), path)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the best layouts as track files, and all tables, into a folder that is there.

        Returns the track files. Raises `scenes.errors.SceneError`, OSError.
        """
        from kullerwerk.lab.tuned_files import write

        return write(self, Path(folder))

    @property
    def best_table(self) -> pl.DataFrame:
        """A row per layout that is reported, with the search's figures as ``searched:KEY``."""
        rows: list[dict[str, object]] = []
        for number, one in enumerate(self.best, 1):
            searched: dict[str, object] = {}
            for key in self.plan.goal.keys:
                if one.tried.found is not None:
                    searched |= columns_of(f"searched:{key}", one.tried.found[key])
            rows.append(
                {
                    "best": number,
                    "try": one.tried.number,
                    **one.tried.values,
                    **searched,
                    **row_of(one.found),
                    **self._origin(REPORT),
                }
            )
        return frame_of(rows, [one.field for one in self.plan.ranges])

    def _origin(self, sample: int) -> dict[str, object]:
        return {
            "seed": layouts_seed(self.plan.seed, sample),
            "version": kullerwerk.__version__,
            "settings": settings_hash(),
            "player": str(self.plan.player),
            "sets": ",".join(self.plan.sets),
        }


def tune(plan: Plan, folder: Path | None = None, work: Work | None = None) -> Tuned:
    """Search for layouts, and measure the best ones afresh.

    ``folder`` keeps what is done; ``work`` hears of throws. Raises StudyError (also where
    Optuna is not installed, and where no layout can be built),
    `kullerwerk.lab.study.Interrupted`, OSError.
    """
    open_shelf(folder, plan)
    shelves = None if folder is None else folder / "work"
    count = _Count(plan, shelves, Work() if work is None else work)
    tries = search(plan, count)
    checked = _candidates(tries, SPARE * plan.best)
    chosen = count.measure([plan.runs(_built(one), CHOICE) for one in checked], plan.check // 2)
    scored = [
        ((one, found), plan.goal.score(_figures(found)))
        for one, found in zip(checked, chosen, strict=True)
    ]
    several = len(plan.goal.wishes) > 1
    winners = ranked(first_front(scored) if several else scored)[: plan.best]
    tracks = [_named(plan, one, number) for number, (one, _) in enumerate(winners, 1)]
    count.left = 0
    final = count.measure([plan.runs(track, REPORT) for track in tracks], plan.check)
    best = [
        Best(track, one, picked, found, plan.goal.score(_figures(found)))
        for track, (one, picked), found in zip(tracks, winners, final, strict=True)
    ]
    return Tuned(plan, tuple(tries), tuple(best))


class _Count:
    """Measures, and tells how far the whole is."""

    def __init__(self, plan: Plan, folder: Path | None, work: Work) -> None:
        self._folder = folder
        self._work = work
        self._done = 0
        self.left = plan.tries * plan.throws + (SPARE * plan.best // 2 + plan.best) * plan.check

    def measure(self, layouts: Sequence[Runs], throws: int) -> list[Measurement]:
        """Measure some layouts."""
        self.left = max(0, self.left - len(layouts) * throws)
        made = 0

        def progress(done: int, of: int) -> None:
            nonlocal made
            made = done
            self._work.tell(self._done + done, self._done + of + self.left)

        work = replace(self._work, tell=progress)
        found = list(measure_all(layouts, Size(throws), self._folder, work))
        self._done += made
        return found


def search(plan: Plan, count: _Count) -> list[Try]:
    """Return the tries of the search, also those that could not be built.

    The first one is the track as it is, if it is within the ranges.
    """
    tries: list[Try] = []
    with _study(plan) as study:
        places = values_now(plan.track, plan.ranges)
        if places is not None:
            study.enqueue_trial(dict(zip((str(r.field) for r in plan.ranges), places, strict=True)))
        space = {one.field: _distribution(one) for one in plan.ranges}
        built = 0
        while built < plan.tries:
            asked: list[tuple[Trial, Mapping[str, object], Track]] = []
            while len(asked) < min(TOGETHER, plan.tries - built):
                if len(tries) - built > REFUSED * (built + TOGETHER):
                    break
                trial = study.ask(space)
                values = {one.field: one.at(trial.params[one.field]) for one in plan.ranges}
                try:
                    asked.append((trial, values, changed(plan.track, values)))
                except LayoutError as error:
                    bad = Score((BAD,) * max(1, len(plan.goal.wishes)), BAD)
                    tries.append(Try(trial.number, values, None, str(error), None, bad))
                    _tell(study, trial, bad)
            if not asked:
                break
            found = count.measure([plan.runs(track, SEARCH) for _, _, track in asked], plan.throws)
            for (trial, values, track), one in zip(asked, found, strict=True):
                score = plan.goal.score(_figures(one))
                tries.append(Try(trial.number, values, track, "", one, score))
                _tell(study, trial, score)
            built += len(asked)
    if not built:
        raise StudyError(f"none of {len(tries)} layouts within these ranges can be built: "
                         f"{tries[-1].problem}")  # fmt: skip
    return sorted(tries, key=lambda one: one.number)


def _tell(study: Study, trial: Trial, score: Score) -> None:
    trial.set_user_attr("excess", score.excess)
    study.tell(trial, list(score.costs))


@contextmanager
def _study(plan: Plan) -> Generator[Study]:
    """Yield a study of Optuna that says nothing and keeps nothing."""
    try:
        import optuna
    except ImportError as error:
        raise StudyError("tune needs the extra 'tune': pip install 'kullerwerk[tune]'") from error

    def limits(trial: FrozenTrial) -> Sequence[float]:
        return (trial.user_attrs["excess"],)

    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        with warnings.catch_warnings():
            # The sampler's settings below are called experimental.
            warnings.simplefilter("ignore")
            sampler = optuna.samplers.TPESampler(
                seed=layouts_seed(plan.seed, SAMPLER) % 2**32,
                n_startup_trials=FREE,
                multivariate=True,
                constant_liar=True,
                constraints_func=limits,
            )
            small = [optuna.study.StudyDirection.MINIMIZE] * max(1, len(plan.goal.wishes))
            yield optuna.create_study(directions=small, sampler=sampler)
    finally:
        optuna.logging.set_verbosity(before)


def _distribution(one: Range) -> Any:
    from optuna.distributions import (
        CategoricalDistribution,
        FloatDistribution,
        IntDistribution,
    )

    if one.choices:
        return CategoricalDistribution(range(len(one.choices)))
    return IntDistribution(0, one.steps) if one.step else FloatDistribution(one.low, one.high)


def _figures(found: Measurement) -> Callable[[str], float]:
    """Return the reader of a measurement's figures; nan where it has none of that name."""

    def figure(key: str) -> float:
        try:
            return found[key].value
        except KeyError:
            return math.nan

    return figure


def _candidates(tries: Sequence[Try], count: int) -> list[Try]:
    """Return the best different layouts of the search."""
    scored: list[tuple[Try, Score]] = []
    seen: set[str] = set()
    for one in tries:
        if one.found is not None and str(one.found.origin["scene"]) not in seen:
            seen.add(str(one.found.origin["scene"]))
            scored.append((one, one.score))
    return ranked(scored)[:count]


def _built(one: Try) -> Track:
    assert one.track is not None, "a candidate was measured"
    return one.track


def _named(plan: Plan, one: Try, number: int) -> Track:
    """Return a layout under a name of its own, as it will be written."""
    own = f"-best-{number}"
    title = plan.track.title or plan.track.name
    return _built(one).model_copy(
        update={
            "name": plan.track.name[: 40 - len(own)] + own,
            "title": f"{title[:60]}, tuned {number}",
            "note": f"Tuned from {plan.track.name} for {plan.goal}.",
        }
    )

"""Two layouts side by side: differences that hold, and verdicts that say no more than is known."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from run_pool import SETS, Drawn, pool
from scipy import stats

from kullerwerk.lab import intervals
from kullerwerk.lab.compare import Difference, compare, compared, data_of, race_both, round_up
from kullerwerk.lab.figures import OVERALL, Figure, floats
from kullerwerk.lab.intervals import NOTHING, Estimate, between, spread_out
from kullerwerk.lab.measure import HEADLINES, runs_of
from kullerwerk.lab.races import Races
from kullerwerk.lab.runs import Runs
from kullerwerk.players.specs import Spec, parse_players
from scenes.files import load_track

TRACK = load_track("kinderrunde")
GREEDY = Spec("greedy")


def test_means_of_the_same_clusters_have_the_paired_t_interval():
    a = np.array([3.0, 9.0, 4.0, 8.0, 1.0])
    b = np.array([5.0, 9.5, 7.0, 8.0, 2.0])
    paired = stats.ttest_rel(b, a).confidence_interval(0.95)
    found = between(intervals.mean(a), intervals.mean(b))
    assert (found.low, found.high) == pytest.approx((paired.low, paired.high))


def test_shares_of_the_same_clusters_are_nearly_the_paired_linearised_ratio():
    rng = np.random.default_rng(2)
    many = rng.integers(10, 30, 300).astype(float)
    a = rng.binomial(many.astype(int), 0.3).astype(float)
    b = np.minimum(many, a + rng.binomial(3, 0.4, 300))
    pulls = [(x - x.sum() / many.sum() * many) / many.sum() for x in (a, b)]
    error = math.sqrt(300 / 299 * ((pulls[1] - pulls[0]) ** 2).sum())
    found = between(intervals.portion(a, many), intervals.portion(b, many))
    assert found.half == pytest.approx(1.96 * error, rel=0.05)


def test_what_was_never_seen_in_either_is_not_known_to_be_the_same():
    none, many = np.zeros(50), np.full(50, 10.0)
    found = between(intervals.portion(none, many), intervals.portion(none, many))
    assert found.low < -0.02
    assert found.high > 0.02


@dataclass(frozen=True, slots=True)
class HalfTheSame(Drawn):
    """A study of which every second piece is that of another."""

    def piece(self, number: int) -> pl.DataFrame:
        other = Drawn(self.seed if number % 2 else self.seed + 100_000)
        return other.piece(number)


def test_differences_of_two_studies_that_share_half_their_runs_hold():
    """Both come from one pool, so there is no difference; without pairing 99.4 % would hold."""
    runs = runs_of(pool())
    rounds, sets = 48, len(SETS)
    strata = np.tile(np.arange(sets), rounds).astype(float)
    columns = {name: floats(runs, name) for name in ("turns", "throws", "gain", "off_table")}
    ended = floats(runs, "finished")

    def estimates(drawn):
        own = {name: values[drawn] for name, values in columns.items()}
        there = ended[drawn] > 0.0
        turns = intervals.mean(own["turns"][there], strata[there])
        return {
            "turns": spread_out(turns, there),
            "progress": intervals.ratio(own["gain"], own["throws"], strata),
            "off_table": intervals.portion(own["off_table"], own["throws"], strata),
        }

    rng = np.random.default_rng(4)
    studies, held = 1000, Counter()
    for _ in range(studies):
        one, other = rng.integers(0, runs.height // sets, (2, rounds))
        other[::2] = one[::2]
        of = np.tile(np.arange(sets), rounds)
        a, b = (estimates(np.repeat(k, sets) * sets + of) for k in (one, other))
        held.update(key for key in a if (d := between(a[key], b[key])).low <= 0.0 <= d.high)
    for key in ("turns", "progress", "off_table"):
        assert 0.92 <= held[key] / studies <= 0.98, key


def test_until_is_for_the_difference():
    first, second = compare((Drawn(1), HalfTheSame(1)), 0, until=0.02)
    found = compared(first, second)
    assert first.runs == second.runs
    for key in HEADLINES:
        one = found[key]
        scale = 1.0 if one.figure.unit == "%" else one.first.value
        assert one.change.half <= 1.2 * 0.02 * scale, key


def test_a_layout_beside_itself_is_the_same():
    job = Runs(TRACK, ("red", "blue"), GREEDY, 3)
    field = Races(TRACK, ("red", "blue"), parse_players("greedy,greedy"), 3)
    found = compared(*compare((job, job), 200), race_both((field, field), 4))
    assert found.verdict() == "the two play the same, run by run."
    assert found["turns"].change.half == 0.0
    assert found["turns"].verdict() == "the same"


def test_a_longer_way_is_longer(tmp_path):
    # The half-sphere at the left end a hand's breadth farther out, and its ray with it.
    half = TRACK.half_spheres[-1]
    farther = TRACK.model_copy(update={
        "half_spheres": (*TRACK.half_spheres[:-1], half.model_copy(update={"x": half.x - 60.0})),
    })  # fmt: skip
    jobs = (Runs(TRACK, ("red", "blue"), GREEDY, 3), Runs(farther, ("red", "blue"), GREEDY, 3))
    first, second = compare(jobs, 300, folder=tmp_path)
    found = compared(first, second)
    assert first.runs == second.runs
    assert min(first.throws, second.throws) >= 300
    assert found["turns"].change.value > 0.0
    assert compare(jobs, 300, folder=tmp_path)[1].table.equals(second.table)
    data = data_of(found)
    assert data["figures"][0]["change"]["value"] == pytest.approx(
        second["turns"].value - first["turns"].value, abs=1e-6
    )


def difference(low, value, high, unit="turns", key="turns", work="run", clusters=100):
    one = Estimate(10.0, 9.0, 11.0, clusters, clusters)
    figure = Figure(key, OVERALL, "turns to the finish", unit, one)
    return Difference(figure, one, one, Estimate(value, low, high, clusters, clusters), work)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (difference(-2.5, -2.1, -1.7), "2.1 ± 0.4 turns shorter"),
        (difference(0.01, 0.02, 0.03, "%", "stuck"), "2.0 ± 1.0 points more"),
        (difference(1.7, 2.1, np.inf), "at least 1.7 turns longer"),
        (difference(-np.inf, -0.04, -0.02, "%", "stuck"), "at least 2.0 points less"),
        # Half the interval is three times the difference: nine times as many runs would do.
        (difference(-2.0, 1.0, 4.0), "cannot be told apart yet; 800 more runs would"),
        (
            difference(-2.0, 1.0, 4.0, work="race"),
            "cannot be told apart yet; 1 600 more races would",
        ),
        (difference(-4.0, -1.0, 2.0), "cannot be told apart yet; 800 more runs would"),
        (difference(-1.0, 0.0, 1.0), "no difference seen"),
        (difference(0.0, 0.0, 0.0), "the same"),
        (difference(-1.0, 1e-5, 1.0), "cannot be told apart; even millions more would not"),
    ],
)  # fmt: skip
def test_verdicts(found, words):
    assert found.verdict() == words


def test_what_is_not_known_has_no_verdict():
    one = difference(0.0, 0.0, 0.0)
    assert Difference(one.figure, one.first, one.first, NOTHING, "run").verdict() == "not known"


def test_numbers_of_runs_are_rounded_up():
    assert [round_up(n) for n in (0.2, 7.1, 99.9, 101, 7_951)] == [1, 8, 100, 110, 8_000]

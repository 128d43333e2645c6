"""Problems with exact answers, posed to the contacts of the dice (docs/exact-mechanics.md).

The problems, their answers and limits stand in `benchmarks.exact`: this runs every one of them.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from benchmarks.exact.__main__ import main
from benchmarks.exact.check import Check
from benchmarks.exact.problems import CHECKS
from benchmarks.exact.rolling import Wheel, facets_on_the_flat, slipping_law
from benchmarks.exact.statements import STATEMENTS
from benchmarks.exact.tumble import lively_law, no_bounce_law
from sim.marble import arm_in_vee, arm_on_rails, slope_factor

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "exact-mechanics.md"


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: f"{c.number}: {c.what}")
def test_a_problem_inside_its_limit(check):
    """Problems 1 to 20, and the rectangles of section 3.1; the id begins with the number."""
    ours = check.run()
    assert check.met(ours), f"ours {ours:.6g}, exact {check.answer()}, limit {check.allowed()}"


def test_every_problem_is_posed():
    posed = {check.number for check in CHECKS}
    assert posed == set(STATEMENTS) == {*map(str, range(1, 21)), "5b", "3.1"}
    assert len({(check.number, check.what) for check in CHECKS}) == len(CHECKS)


def test_a_limit_can_be_missed():
    assert not Check("", "", 2.0, float, 0.01).met(2.03)
    assert Check("", "", -2.0, float, 0.01).met(-2.01)
    assert not Check("", "", 2.0, float, 0.01, "absolute").met(2.011)
    assert not Check("", "", 3.0, float, kind="same").met(2.0)
    assert not Check("", "", 1.0, float, kind="at most").met(1.1)
    assert not Check("", "", 1.0, float, kind="at least").met(0.9)
    for kind in ("relative", "absolute", "same", "at most", "at least"):
        assert not Check("", "", 1.0, float, 0.5, kind).met(math.nan)


@pytest.mark.parametrize(
    ("n", "s", "r", "mu_req", "slope"),
    [
        (4, 0.2500, 0.0625, 0.600, 27.91),
        (5, 0.5010, 0.2510, 0.458, 12.33),
        (6, 11 / 17, 121 / 289, 0.371, 6.57),
        (8, 0.7982, 0.6371, 0.271, 2.56),
        (10, 0.8699, 0.7568, 0.214, 1.26),
        (12, 0.9093, 0.8269, 0.177, 0.72),
        (20, 0.9672, 0.9355, 0.105, 0.15),
    ],
)
def test_the_laws_of_the_rolling_polygon_are_the_published_ones(n, s, r, mu_req, slope):
    wheel = Wheel(n)
    assert wheel.s == pytest.approx(s, abs=6e-5)
    assert wheel.r == pytest.approx(r, abs=6e-5)
    assert wheel.mu_req == pytest.approx(mu_req, abs=6e-4)
    assert math.degrees(wheel.smallest_slope()) == pytest.approx(slope, abs=6e-3)


def test_the_other_laws_are_the_published_ones():
    assert Wheel(3).s == pytest.approx(-0.2)
    assert slipping_law(4, 0.5) == pytest.approx(0.1429, abs=6e-5)
    assert slipping_law(4, 0.4) == pytest.approx(0.0526, abs=6e-5)
    assert slipping_law(4, 1 / 3) == pytest.approx(0.0, abs=1e-12)
    assert slipping_law(6, Wheel(6).mu_req) == pytest.approx(Wheel(6).s)
    assert no_bounce_law(1 / 0.577) == pytest.approx(2 / 3, abs=1e-3)
    for ratio, share in ((1.1, 0.587), (1.5, 0.816), (2.0, 0.926), (3.0, 0.981)):
        assert lively_law(ratio) == pytest.approx(share, abs=6e-4)


def test_facets_are_counted():
    """A polygon without the energy for its first corner rocks back onto its side."""
    assert facets_on_the_flat(6, 0.9 * Wheel(6).barrier) == 0


def test_a_ball_in_a_groove_rolls_slower():
    assert slope_factor(3.0, 3.0) == pytest.approx(5 / 7)
    assert slope_factor(3.0, arm_in_vee(3.0, math.pi / 4)) == pytest.approx(5 / 9)
    assert arm_in_vee(3.0, math.pi / 2) == 3.0
    assert arm_on_rails(3.0, 0.0) == 3.0
    with pytest.raises(ValueError, match="do not carry"):
        arm_on_rails(3.0, 3.0)
    with pytest.raises(ValueError, match="0 to 90 degrees"):
        arm_in_vee(3.0, 0.0)


def test_the_page_shows_every_problem_with_its_answer_and_limit():
    rows = re.findall(r"^\| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {tuple(cell.strip() for cell in row.split("|")) for row in rows}
    listed = {(row[0], row[1], row[4]) for row in shown}
    for check in CHECKS:
        assert (check.what, check.answer(), check.allowed()) in listed
    assert not [row for row in shown if "missed" in row[4]]


def test_a_page_for_no_folder_is_refused(tmp_path, capsys):
    assert main(["--out", str(tmp_path / "none" / "page.md")]) == 2
    told = capsys.readouterr()
    assert "expected a file in a folder that exists" in told.err
    assert not told.out
    assert not list(tmp_path.iterdir())

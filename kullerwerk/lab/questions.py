"""How likely a table of resting places is under materials, learned from simulated throws.

A throw answers questions one after the other: did the die stay on the table? if not, did it fall
off? did it go farther ahead than half of them, farther than half of those ... aside? The chance of
each yes is a logistic function of the materials, a polynomial inside, fitted to simulated throws of
many materials (one throw each), so that no simulated sample is shared by two materials and
the noise of single throws averages out. The likelihood of a table is the product of its answers'.

What the fit itself does not know (it has seen a finite number of throws) widens the likelihood:
each question's part counts as if there were as many fewer answers. That is enough to find the
region of likely materials, and to see whether a table fits; but the slopes of a hundred questions'
errors add up all the same, so that intervals come from `kullerwerk.lab.scores`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kullerwerk.lab.intervals import Floats
from kullerwerk.lab.resting import OFF, ON

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Key = Literal["on_table", "off", "ahead", "aside"]

AHEAD, ASIDE = 3, 2
"""Places are halved so many times by how far ahead they are, then by how far aside."""
LEAST = 80
"""Fewer simulated dice are not halved again, ..."""
LEAST_MEASURED = 8
"""... nor fewer of the table's own."""
DEGREE = 4
"""Of the polynomials."""
_RIDGES = (0.1, 1.0, 10.0, 100.0, 1000.0)
"""How strongly a polynomial is held near a constant; the throws choose."""
_STEPS = 40
_FLAT = 12.0
"""Chances are kept within those of this logit."""


@dataclass(frozen=True, slots=True)
class Places:
    """Throws, one each: what became of it, and the place seen from the tower's snout, mm."""

    where: Ints
    ahead: Floats
    aside: Floats

    def __getitem__(self, rows: Flags | Ints) -> Places:
        """Return some of them."""
        return Places(self.where[rows], self.ahead[rows], self.aside[rows])

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.where)


@dataclass(frozen=True, slots=True)
class Question:
    """Asked of those that answered ``wanted`` to the question ``after`` (-1: of all)."""

    after: int
    wanted: bool
    key: Key
    cut: float = 0.0

    def answers(self, places: Places) -> Flags:
        """Return each throw's answer."""
        match self.key:
            case "on_table":
                return places.where == ON
            case "off":
                return places.where == OFF
            case "ahead":
                return places.ahead > self.cut
            case "aside":
                return np.abs(places.aside) > self.cut


def questions(throws: Places, least: int) -> tuple[Question, ...]:
    """Return questions that part these throws evenly; fewer than ``least`` are not halved."""
    found = [Question(-1, True, "on_table"), Question(0, False, "off")]

    def halve(after: int, wanted: bool, rows: Flags, depth: int) -> None:
        if depth == AHEAD + ASIDE or np.count_nonzero(rows) < least:
            return
        key: Key = "ahead" if depth < AHEAD else "aside"
        values = throws.ahead if key == "ahead" else np.abs(throws.aside)
        one = Question(after, wanted, key, float(np.median(values[rows])))
        found.append(one)
        place = len(found) - 1
        yes = one.answers(throws)
        halve(place, True, rows & yes, depth + 1)
        halve(place, False, rows & ~yes, depth + 1)

    halve(0, True, throws.where == ON, 0)
    return tuple(found)


def answered(asked: tuple[Question, ...], places: Places) -> list[tuple[Flags, Flags]]:
    """Return for each question whom it is asked, and the answers of all."""
    found: list[tuple[Flags, Flags]] = []
    for one in asked:
        rows = np.ones(len(places), dtype=np.bool_)
        if one.after >= 0:
            before, yes = found[one.after]
            rows = before & (yes == one.wanted)
        found.append((rows, one.answers(places)))
    return found


@dataclass(frozen=True, slots=True)
class Basis:
    """Polynomials of materials, counted from a centre in units of a spread."""

    centre: Floats
    spread: Floats
    degree: int

    def __call__(self, materials: Floats) -> Floats:
        """Return their values, a row for each row of materials; the first one is 1."""
        z = (materials - self.centre) / self.spread
        columns = [np.ones(len(z))]
        for degree in range(1, self.degree + 1):
            for chosen in combinations_with_replacement(range(z.shape[1]), degree):
                columns.append(np.prod(z[:, chosen], axis=1))
        return np.stack(columns, axis=1)


@dataclass(frozen=True, slots=True)
class Chance:
    """The logistic function of one question: weights, and a root of their covariance's inverse."""

    weights: Floats
    root: Floats

    def at(self, basis: Floats) -> tuple[Floats, Floats]:
        """Return the chance of a yes for each row, and the variance of its logit."""
        logit = np.clip(basis @ self.weights, -_FLAT, _FLAT)
        variance = (np.linalg.solve(self.root, basis.T) ** 2).sum(axis=0)
        return 1.0 / (1.0 + np.exp(-logit)), variance


def chance(basis: Floats, yes: Flags) -> Chance:
    """Fit a logistic function round the overall share.

    The polynomial's terms are held near 0 as strongly as makes the throws likeliest (MacKay, Neural
    Computation 4, 1992, p. 720): a chance that does not hang on the materials comes out flat.
    """
    share = (np.count_nonzero(yes) + 0.5) / (len(yes) + 1.0)
    start = np.zeros(basis.shape[1])
    start[0] = np.log(share / (1.0 - share))
    sizes = (basis**2).mean(axis=0) if len(basis) else np.ones(basis.shape[1])
    best: tuple[float, Chance] | None = None
    weights = start
    for strength in reversed(_RIDGES):
        ridge = strength * sizes
        ridge[0] = _RIDGES[0]
        weights, inverse, log = _newton(basis, yes, start, weights, ridge)
        root = np.asarray(np.linalg.cholesky(inverse), dtype=np.float64)
        held = float((ridge * (weights - start) ** 2).sum()) / 2
        evidence = (
            log - held + float(np.log(ridge).sum()) / 2 - float(np.log(root.diagonal()).sum())
        )
        if best is None or evidence > best[0]:
            best = evidence, Chance(weights, root)
    assert best is not None, "there are strengths"
    return best[1]


def _newton(
    basis: Floats, yes: Flags, start: Floats, weights: Floats, ridge: Floats
) -> tuple[Floats, Floats, float]:
    """Return the likeliest weights, their covariance's inverse, and the throws' log likelihood."""
    inverse = np.diag(ridge)
    for _ in range(_STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(basis @ weights, -_FLAT, _FLAT)))
        inverse = (basis.T * np.maximum(p * (1.0 - p), 1e-5)) @ basis + np.diag(ridge)
        step = np.linalg.solve(inverse, basis.T @ (yes - p) - ridge * (weights - start))
        # A long step overshoots where the chance is nearly 0 or 1.
        weights = weights + step * min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-4:
            break
    p = 1.0 / (1.0 + np.exp(-np.clip(basis @ weights, -_FLAT, _FLAT)))
    return weights, inverse, float(np.log(np.where(yes, p, 1.0 - p)).sum())


@dataclass(frozen=True, slots=True)
class Group:
    """Throws of one tower and die, measured and simulated, with the simulated ones' materials."""

    measured: Places
    simulated: Places
    materials: Floats

    def __getitem__(self, rows: Flags) -> Group:
        """Return it with some of the simulated throws."""
        return Group(self.measured, self.simulated[rows], self.materials[rows])


@dataclass(frozen=True, slots=True)
class Model:
    """What simulated throws say of a table: for every question its chance and the table's answers.

    ``parts`` holds a list for each group: question, chance, asked and yes of the table.
    """

    basis: Basis
    parts: tuple[tuple[tuple[Question, Chance, int, int], ...], ...]

    def log_likelihood(self, materials: Floats) -> Floats:
        """Return for each row of materials the table's log likelihood; 0 = as good as can be."""
        basis = self.basis(materials)
        total = np.zeros(len(materials))
        for part in self.parts:
            for _, function, asked, yes in part:
                if asked:
                    p, variance = function.at(basis)
                    gap = _log(yes, asked, p) - _log(yes, asked, np.array(yes / asked))
                    total += gap / (1.0 + asked * p * (1.0 - p) * variance)
        return total

    def drawn(self, materials: Floats, times: int, rng: np.random.Generator) -> Floats:
        """Return the log likelihood, at one row of materials, of so many tables drawn from it."""
        basis = self.basis(materials[None])
        total = np.zeros(times)
        for part in self.parts:
            counts: list[tuple[Ints, Ints]] = []
            for question, function, asked, _ in part:
                if question.after < 0:
                    n = np.full(times, asked, dtype=np.int64)
                else:
                    before, said = counts[question.after]
                    n = said if question.wanted else before - said
                p, variance = (float(value[0]) for value in function.at(basis))
                # The true chance is not this one exactly.
                logit = np.log(p / (1.0 - p)) + np.sqrt(variance) * rng.standard_normal(times)
                yes = rng.binomial(n, 1.0 / (1.0 + np.exp(-logit)))
                counts.append((n, yes))
                gap = _log(yes, n, np.array(p)) - _log(yes, n, yes / np.maximum(n, 1))
                total += gap / (1.0 + n * p * (1.0 - p) * variance)
        return total


Asked = tuple[tuple[Question, ...], ...]
"""The questions of each group."""


def asked_of(groups: tuple[Group, ...], near: Flags | None = None) -> Asked:
    """Return what to ask of each group.

    Questions halve the table's own throws, whose spread may be much narrower than that of throws of
    all materials; or, with ``near``, which counts through all groups' simulated throws, those: what
    is asked then does not hang on the answers.
    """
    found: list[tuple[Question, ...]] = []
    first = 0
    for group in groups:
        count = len(group.simulated)
        rows = None if near is None else near[first : first + count]
        first += count
        if rows is None or np.count_nonzero(rows) < LEAST:
            found.append(questions(group.measured, LEAST_MEASURED))
        else:
            found.append(questions(group.simulated[rows], LEAST))
    return tuple(found)


def learned(groups: tuple[Group, ...], asked: Asked, degree: int = DEGREE) -> Model:
    """Fit the chances of all groups' questions, with polynomials of this degree."""
    materials = np.concatenate([group.materials for group in groups])
    basis = Basis(materials.mean(axis=0), materials.std(axis=0) + 1e-12, degree)
    parts: list[tuple[tuple[Question, Chance, int, int], ...]] = []
    for group, own in zip(groups, asked, strict=True):
        terms = basis(group.materials)
        part: list[tuple[Question, Chance, int, int]] = []
        for one, (here, yes), (those, said) in zip(
            own, answered(own, group.simulated), answered(own, group.measured), strict=True
        ):
            function = chance(terms[here], yes[here])
            n, k = int(np.count_nonzero(those)), int(np.count_nonzero(those & said))
            part.append((one, function, n, k))
        parts.append(tuple(part))
    return Model(basis, tuple(parts))


def _log(yes: Ints | int, asked: Ints | int, p: Floats) -> Floats:
    """Return the log chance of so many yes, where 0 log 0 is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(np.equal(yes, 0), 0.0, yes * np.log(p))
        second = np.where(np.equal(yes, asked), 0.0, (asked - yes) * np.log1p(-p))
    return first + second

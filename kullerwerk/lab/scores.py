"""How likely a table is by two figures of it, and what simulated throws say of these figures.

The chances of `kullerwerk.lab.questions` have errors of their own: small ones, but of a hundred
questions, and all of them pretend that materials matter. So the questions only decide what is
looked at. A throw's score is the slope of its answers' log chance with each of the two materials;
how the scores hang on the materials, and how they scatter, is taken from simulated throws that had
no part in the slopes (they are held out in turn). The table's own sum of scores is then as likely
as a normal law says that has this mean and this scatter (Fearnhead and Prangle, Journal of the
Royal Statistical Society B 74, 2012, p. 419; Wood, Nature 466, 2010, p. 1102).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kullerwerk.lab.intervals import Floats
from kullerwerk.lab.questions import (
    LEAST,
    Asked,
    Basis,
    Flags,
    Group,
    Model,
    Places,
    Question,
    answered,
    learned,
)

FOLDS = 5
"""So many parts of the throws are held out in turn."""
SLOPES = 2
"""Degree of the polynomials whose slopes make the scores: noise of more terms tells them less."""
DEGREE = 3
"""Of the polynomials that say what scores are expected."""
FEWEST = 3
"""A group with fewer simulated throws for each term of those is left out."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a group's throws add to the table's score: how many, mean, scatter, what is uncertain.

    ``weights`` times the basis is the mean score of a throw, ``scatter`` its covariance; the mean's
    is that times the squared length of what ``root`` times gives the basis.
    """

    count: int
    weights: Floats
    scatter: Floats
    root: Floats


@dataclass(frozen=True, slots=True)
class Scored:
    """A table by its sum of scores."""

    basis: Basis
    table: Floats
    groups: tuple[Expected, ...]

    def log_likelihood(self, materials: Floats) -> Floats:
        """Return for each row of materials the log likelihood of the table's score."""
        basis = self.basis(materials)
        apart = np.tile(self.table, (len(materials), 1))
        spread = np.tile(1e-12 * np.eye(2), (len(materials), 1, 1))
        for one in self.groups:
            apart -= one.count * (basis @ one.weights)
            unknown = (np.linalg.solve(one.root, basis.T) ** 2).sum(axis=0)
            spread += (one.count * (1.0 + one.count * unknown))[:, None, None] * one.scatter
        away = np.linalg.solve(spread, apart[:, :, None])[:, :, 0]
        return -((apart * away).sum(axis=1) + np.linalg.slogdet(spread)[1]) / 2


def scored(
    groups: tuple[Group, ...],
    asked: Asked,
    likely: tuple[Floats, Floats],
    near: Flags,
    rng: np.random.Generator,
) -> Scored:
    """Score a table and the simulated throws.

    ``likely`` are materials and their weights, over which slopes are taken. The scatter is that of
    the throws ``near``, which counts through all groups' simulated ones.
    """
    folds = [rng.permutation(len(group.simulated)) % FOLDS for group in groups]
    held = [np.zeros((len(group.simulated), 2)) for group in groups]
    own = [np.zeros((len(group.measured), 2)) for group in groups]
    for fold in range(FOLDS):
        others = tuple(group[part != fold] for group, part in zip(groups, folds, strict=True))
        slopes = _slopes(learned(others, asked, SLOPES), *likely)
        for k, group in enumerate(groups):
            rows = folds[k] == fold
            held[k][rows] = _scores(asked[k], slopes[k], group.simulated[rows])
            own[k] += _scores(asked[k], slopes[k], group.measured) / FOLDS
    materials = np.concatenate([group.materials for group in groups])
    basis = Basis(materials.mean(axis=0), materials.std(axis=0) + 1e-12, DEGREE)
    table = np.zeros(2)
    expected: list[Expected] = []
    first = 0
    for group, scores, measured in zip(groups, held, own, strict=True):
        terms = basis(group.materials)
        count, size = terms.shape
        rows = near[first : first + count]
        first += count
        if count < FEWEST * size:
            continue  # nobody knows what to expect of it
        inverse = terms.T @ terms + 1e-9 * count * np.eye(size)
        weights = np.asarray(np.linalg.solve(inverse, terms.T @ scores), dtype=np.float64)
        left = scores - terms @ weights
        if np.count_nonzero(rows) >= LEAST:
            left = left[rows]
        scatter = left.T @ left / len(left) * count / (count - size) + 1e-12 * np.eye(2)
        root = np.asarray(np.linalg.cholesky(inverse), dtype=np.float64)
        expected.append(Expected(len(group.measured), weights, scatter, root))
        table += measured.sum(axis=0)
    return Scored(basis, table, tuple(expected))


def _slopes(model: Model, materials: Floats, weights: Floats) -> list[Floats]:
    """Return for each group what a no and a yes to each question add to the scores."""
    apart = materials - weights @ materials
    spread = apart.T @ (apart * weights[:, None])
    way = np.linalg.solve(spread, (apart * weights[:, None]).T).T
    basis = model.basis(materials)
    found: list[Floats] = []
    for part in model.parts:
        chances = np.stack([function.at(basis)[0] for _, function, _, _ in part])
        both = np.stack([np.log1p(-chances) @ way, np.log(chances) @ way], axis=1)
        found.append(np.asarray(both, dtype=np.float64))
    return found


def _scores(asked: tuple[Question, ...], slopes: Floats, places: Places) -> Floats:
    """Return each throw's scores."""
    total = np.zeros((len(places), 2))
    for (rows, yes), slope in zip(answered(asked, places), slopes, strict=True):
        total[rows] += slope[yes[rows].astype(np.int64)]
    return total

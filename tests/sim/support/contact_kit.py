"""Contacts of one body posed to the solver: for tests of the laws and of the solver."""

from __future__ import annotations

import numpy as np

from sim.arrays import SETTINGS
from sim.compliance import material, shipped
from sim.contact import (
    WIDTH,
    add,
    force_of,
    solve,
)

SHIPPED = shipped()
DT = SETTINGS.step
UP = (0.0, 0.0, 1.0)
STILL = (0.0, 0.0, 0.0)
BALL = np.array([1 / 25.6, 1 / 25.6, 0.0, 0.0, 1.0])
GRAVITY = np.array([0.0, 0.0, -9810.0, 0.0, 0.0, 0.0])


def pose(contacts, motion, inertia=BALL, stuff=None, room=8):
    """Rows of contacts given as (normal, arm, depth), their number, and the inertia."""
    stuff = stuff or material(SHIPPED, 0.5, 0.2, DT)
    rows, slots, count = np.zeros((room, WIDTH)), np.zeros(room, np.int64), 0
    for slot, (normal, arm, depth) in enumerate(contacts):
        count = add(rows, slots, count, slot, normal, arm, depth, STILL, np.array(motion), stuff)
    return rows, count, inertia


def solved(posed, free=GRAVITY, start=None, rounds=50, exact=1e-9):
    """Accelerations with the contacts, and the rounds that it took."""
    rows, count, inertia = posed
    response, last = free.copy(), (free if start is None else start).copy()
    spent = solve(rows, count, inertia, response, last, rounds, exact)
    assert (last == response).all()
    return response, spent


def forces(posed, response):
    """Every contact's force, and its moment about the normal."""
    return np.array([force_of(posed[0], k, response) for k in range(posed[1])])

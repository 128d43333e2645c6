"""Rotation matrices as nine floats, row by row: a die's orientation, body to world."""

from __future__ import annotations

import math

from sim.solids import Vec3

Matrix = tuple[float, float, float, float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def about(axis: Vec3, angle: float) -> Matrix:
    """Rotation by ``angle`` radians about a unit ``axis`` (Rodrigues)."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    k = 1.0 - c
    return (
        c + x * x * k,
        x * y * k - z * s,
        x * z * k + y * s,
        y * x * k + z * s,
        c + y * y * k,
        y * z * k - x * s,
        z * x * k - y * s,
        z * y * k + x * s,
        c + z * z * k,
    )


def times(p: Matrix, q: Matrix) -> Matrix:
    """First ``q``, then ``p``."""
    a, b, c, d, e, f, g, h, i = p
    j, k, m, n, o, r, s, t, u = q
    return (
        a * j + b * n + c * s,
        a * k + b * o + c * t,
        a * m + b * r + c * u,
        d * j + e * n + f * s,
        d * k + e * o + f * t,
        d * m + e * r + f * u,
        g * j + h * n + i * s,
        g * k + h * o + i * t,
        g * m + h * r + i * u,
    )


def turned(matrix: Matrix, v: Vec3) -> Vec3:
    """Turn one vector."""
    a, b, c, d, e, f, g, h, i = matrix
    x, y, z = v
    return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)


def heights(matrix: Matrix, points: tuple[Vec3, ...]) -> list[float]:
    """Return z of the body's ``points`` in the world."""
    g, h, i = matrix[6:]
    return [g * x + h * y + i * z for x, y, z in points]


def between(start: Vec3, end: Vec3) -> Matrix:
    """Return the shortest rotation that takes the unit vector ``start`` to ``end``."""
    x = start[1] * end[2] - start[2] * end[1]
    y = start[2] * end[0] - start[0] * end[2]
    z = start[0] * end[1] - start[1] * end[0]
    sine = math.sqrt(x * x + y * y + z * z)
    cosine = start[0] * end[0] + start[1] * end[1] + start[2] * end[2]
    if sine < 1e-12:
        if cosine > 0:
            return IDENTITY
        # opposite: turn half round about anything square to it
        other = (1.0, 0.0, 0.0) if abs(start[0]) < 0.9 else (0.0, 1.0, 0.0)
        x = start[1] * other[2] - start[2] * other[1]
        y = start[2] * other[0] - start[0] * other[2]
        z = start[0] * other[1] - start[1] * other[0]
        sine, angle = math.sqrt(x * x + y * y + z * z), math.pi
    else:
        angle = math.atan2(sine, cosine)
    return about((x / sine, y / sine, z / sine), angle)


def from_quaternion(q: tuple[float, float, float, float]) -> Matrix:
    """Return the rotation of a unit quaternion w, x, y, z."""
    w, x, y, z = q
    return (
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    )  # fmt: skip


def quaternion(matrix: Matrix) -> tuple[float, float, float, float]:
    """Return the unit quaternion w, x, y, z of a rotation (Shepperd's method)."""
    a, b, c, d, e, f, g, h, i = matrix
    squares = (1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i)
    largest = max(squares)
    size = math.sqrt(largest)
    rest = 0.5 / size
    if largest == squares[0]:
        return size / 2, (h - f) * rest, (c - g) * rest, (d - b) * rest
    if largest == squares[1]:
        return (h - f) * rest, size / 2, (b + d) * rest, (c + g) * rest
    if largest == squares[2]:
        return (c - g) * rest, (b + d) * rest, size / 2, (f + h) * rest
    return (d - b) * rest, (c + g) * rest, (f + h) * rest, size / 2

"""Marbles in a hut and on a hill, simulated with pymunk (docs/marbles.md)."""

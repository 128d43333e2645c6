"""Marbles on a hill, held against the same hill in a 3-D engine: ``python -m benchmarks.hill``."""

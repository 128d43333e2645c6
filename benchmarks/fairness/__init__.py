"""Fair dice, and how much they remember of their start: `python -m benchmarks.fairness`."""

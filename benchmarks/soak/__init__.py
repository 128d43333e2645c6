"""Very many random throws over random layouts: `python -m benchmarks.soak`."""

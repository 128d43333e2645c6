"""Speed, fidelity and play, measured: one command each, ``python -m benchmarks.NAME``."""

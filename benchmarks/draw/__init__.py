"""Pictures of benchmarks. matplotlib is imported when something is drawn, not before."""

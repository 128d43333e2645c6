"""Problems with exact answers, posed to the contacts of the dice: ``python -m benchmarks.exact``.

The numbers of the problems are those of the project's list of exact test problems; docs/
exact-mechanics.md states each with its answer. Tests and the command run the same `Check`s.
"""

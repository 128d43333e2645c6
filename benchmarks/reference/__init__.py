"""Reference throws: a die out of a tower, simulated in full 3-D by another engine (MuJoCo).

``python -m benchmarks.reference FOLDER`` makes the files that ``python -m
benchmarks.reference_throws FOLDER`` scores. Needs the extra ``reference``; reading a file does not.
"""

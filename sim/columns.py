"""What the loop of a throw (`sim.kernel`) is told and remembers: columns of its arrays."""

# How a run ends.
RESTS, OFF_TABLE, TIMED_OUT, HALT = 1, 2, 3, 4

# What the log of a run says.
STARTS, HAT_CLEAR, OUT, IMPACT, TOUCH, LEAVES, SLIDES, WAY, ENDS = 0, 1, 2, 3, 4, 5, 6, 7, 8

# Columns of the memory of a run: what goes on from one call to the next.
(
    TIME, QUIET, SINCE, HAT_ON, WENT_OUT, BEHIND, CLEARED, TOUCHED, LOGGED, CAP, LOOK,
    LOOK_X, LOOK_Y, LOOK_Z, LOOK_QW, LOOK_QX, LOOK_QY, LOOK_QZ, ON_X, ON_Y, ON_Z, OFF_X, OFF_Y,
    OFF_Z, OFF, NUMBER, LAST,
) = range(27)  # fmt: skip
MEMORY = LAST + 6

# Columns of what a run is told: the die, the hat, the settings.
R_IN, R_OUT, RADIUS, HALF, PULL, SIDEWAYS, STEP, SWEEPS, EXACT, LIMIT, FACE_IN, YAW_ARM = range(12)

REST_SPEED = 4.0
"""mm/s of max |v_i| + 10 mm max |spin_i| (PHYSICS.md section 3)."""
REST_WINDOW = 0.034
"""A die rests from the first window of this length, s, in which it stays below that speed."""

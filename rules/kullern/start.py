"""How a game begins: everybody at the start, all marbles in the hollow, or a hand-made start."""

from __future__ import annotations

from rules.core.errors import OptionError
from rules.kullern.board import default_hill, problem, spot
from rules.kullern.moves import FRIGHT
from rules.kullern.options import Options
from rules.kullern.sampled import HOLLOW_ROW, hill_row, hut_row
from rules.kullern.state import HOLLOW, HUT, Frame, Setup, StartFrame, State, TurnFrame


def begin_state(options: Options, seats: int, setup: Setup | None) -> State:
    """The state before anything happened; raises OptionError for what cannot be a start."""
    given = Setup(default_hill()) if setup is None else setup
    hill = given.board
    wrong = problem(hill)
    if wrong:
        raise OptionError(f"hill {hill.name} cannot be played on: {wrong}")
    count = seats * (options.marmots_for_two if seats == 2 else 2)
    if count > len(hill.starts):
        raise OptionError(
            f"hill {hill.name} has {len(hill.starts)} start places, too few for {count} marmots"
        )
    marmots = given.marmots or tuple(-k for k in range(1, count + 1))
    front = given.front or (0,) * count
    if len(marmots) != count or len(front) != count:
        raise OptionError(f"a prepared start must name {count} marmots and what lies before each")
    if min(front) < 0 or given.hut < 0 or sum(front) + given.hut > hill.marbles:
        raise OptionError(f"a prepared start cannot have more than {hill.marbles} marbles")
    if options.variant == "full" and max(front) >= FRIGHT:
        raise OptionError(f"a prepared start cannot have {FRIGHT} marbles before a marmot")
    if given.first is not None and not 0 <= given.first < seats:
        raise OptionError(f"there is no seat {given.first} to begin")
    slider = given.slider or hill.slider
    closed = 1 if slider == "left" else 0
    marbles: list[int] = []
    world: list[tuple[int, ...]] = []
    for marmot, (place, size) in enumerate(zip(marmots, front, strict=True)):
        if not -len(hill.starts) <= place <= hill.chair:
            raise OptionError(f"hill {hill.name} has no place {place}")
        at = spot(hill, place)
        if size and at is None:
            raise OptionError("a marmot that is not on the hill has no marbles in front")
        for _ in range(size):
            marbles.append(marmot)
            world.append(hill_row(at or (0, 0)))
    marbles += [HUT] * given.hut
    world += [hut_row(closed)] * given.hut
    left = hill.marbles - len(marbles)
    first: Frame = StartFrame() if given.first is None else TurnFrame(given.first, 1)
    return State(
        hill,
        options,
        seats,
        marmots,
        (*marbles, *[HOLLOW] * left),
        (*world, *[HOLLOW_ROW] * left),
        slider,
        (first,),
        None,
    )

"""C18: a floor for the speed, relative to a calibration loop on the same machine."""

import random

from speed import best_of, calibration

from rules.core.run import SeededStreams, pick
from rules.core.types import Decide, Draw, Over
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import Sampled


def script(seed, options=None, seats=3):
    """A whole game: the state that it begins with, and its answers."""
    start = s = KULLERN.new(options, seats)
    rng, streams, provider = random.Random(seed), SeededStreams.of(seed), Sampled(s.board)
    answers = []
    while not isinstance(pending := KULLERN.pending(s), Over):
        if isinstance(pending, Decide):
            answer = KULLERN.random_action(s, rng)
            s = KULLERN.apply(s, answer).state
        elif isinstance(pending, Draw):
            answer = pick(pending.outcomes, streams.chance)
            s = KULLERN.settle(s, answer).state
        else:
            answer = provider.resolve(pending.request, next(streams.physics))
            s = KULLERN.settle(s, answer).state
        answers.append(answer)
    return start, answers


def replay(game):
    s, answers = game
    events = 0
    for answer in answers:
        how = KULLERN.apply if isinstance(KULLERN.pending(s), Decide) else KULLERN.settle
        step = how(s, answer)
        s = step.state
        events += 1 + len(step.events)
    return events


def test_c18_answers_and_events_per_calibration_loop():
    """At 20 000 events a second on a machine that needs 15 ms for the loop: 300 events a loop."""
    games = [script(seed) for seed in range(3)] + [script(9, Options(variant="junior"))]
    events = sum(map(replay, games))
    loop = best_of(calibration)
    run = best_of(lambda: [replay(one) for one in games])
    print(f"events_per_s={events / run:.0f} events_per_loop={events / run * loop:.0f}")
    assert events / run * loop > 300

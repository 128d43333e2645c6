"""C18: a floor for the speed, relative to a calibration loop on the same machine."""

import random

from koenig_kit import BOARD, race
from speed import best_of, calibration

from rules.core.run import SeededStreams
from rules.core.types import Ask, Over
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled


def script(seed):
    """The answers of a whole race."""
    s, rng = race(None, None), random.Random(seed)
    streams, provider = SeededStreams.of(seed), Sampled(BOARD)
    answers = []
    while not isinstance(pending := KOENIG.pending(s), Over):
        if isinstance(pending, Ask):
            answer = provider.resolve(pending.request, next(streams.physics))
            s = KOENIG.settle(s, answer).state
        else:
            answer = KOENIG.space(s).propose(rng, 1)[0]
            s = KOENIG.apply(s, answer).state
        answers.append(answer)
    return answers


def replay(answers):
    s, events = race(None, None), 0
    for answer in answers:
        how = KOENIG.settle if isinstance(KOENIG.pending(s), Ask) else KOENIG.apply
        step = how(s, answer)
        s = step.state
        events += 1 + len(step.events)
    return events


def test_c18_answers_and_events_per_calibration_loop():
    """At 20 000 events a second on a machine that needs 15 ms for the loop: 300 events a loop."""
    answers = [script(seed) for seed in range(4)]
    events = sum(map(replay, answers))
    loop = best_of(calibration)
    run = best_of(lambda: [replay(a) for a in answers])
    assert events / run * loop > 100
    print(f"events_per_s={events / run:.0f} events_per_loop={events / run * loop:.0f}")

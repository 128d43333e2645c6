"""The course of a compiled playout: turn after turn, layer after layer, to the end of the game."""

from __future__ import annotations

import numpy as np

from kullerwerk.players.digging.compiled import Floats, Ints, compiled
from kullerwerk.players.digging.discs import chances_of, random_below, turn_down, turn_over
from kullerwerk.players.digging.ends import (
    add_expected,
    add_ranked,
    in_holes,
    lift,
    own_holes_above,
)
from kullerwerk.players.digging.moves import best_move, best_place, reaching
from kullerwerk.players.digging.position import (
    BONUS,
    DISC,
    MOVE,
    PLACE,
    ROTATE,
    TURN,
    Position,
)
from kullerwerk.players.digging.tables import Tables
from rules.company.net import TURNS


@compiled
def _next_seat(counts: Ints, seat: int) -> int:
    """Return the next seat that still has moles."""
    seat = (seat + 1) % len(counts)
    while not counts[seat]:
        seat = (seat + 1) % len(counts)
    return seat


@compiled
def _play(
    t: Tables,
    moles: Ints,
    counts: Ints,
    discs: Ints,
    rest: Ints,
    luck: Ints,
    chances: Floats,
    before: Ints,
    worth: Floats,
    stop: int,
    won: Floats,
) -> None:
    """Play a game to its end and add each seat's share of the win to ``won``.

    Where layer ``stop`` is uncovered, what the moles there are ``worth`` stands for the rest.
    """
    seats = len(counts)
    layers, cap = t.limits[0], t.limits[1]
    layer, rotation, seat, phase = rest[0], rest[1], rest[2], rest[3]
    value, bonus, left, turns = rest[4], rest[5], rest[6], rest[7]
    idle, passes = rest[8], rest[9]
    taken = 0
    for one in range(seats):
        for mole in range(counts[one]):
            taken |= 1 << moles[one, mole]
    while True:
        alive = 0
        for one in range(seats):
            alive += counts[one] > 0
        own, down = moles[seat], discs[seat]
        ends = False
        lifts = False
        if phase == ROTATE:
            if layer == stop:
                share = 0.0
                if seats == 2:
                    own_holes = own_holes_above(t, layer, moles, counts, taken)
                    share = worth[layer, own_holes, _next_seat(counts, seat)]
                if share >= 0.0:
                    add_expected(counts, share, won)
                    return
            rotation = random_below(luck, TURNS)
        g = TURNS * layer + rotation
        holes = int(t.holes[g])
        lowest = layer + 1 == layers
        if phase == ROTATE:
            if lowest and taken & holes:
                for one in range(seats):
                    won[one] += in_holes(holes, moles[one], counts[one])
                return
            if taken & holes == holes:
                lifts = True
            elif turns >= cap:
                add_ranked(t, g, moles, counts, won)
                return
            else:
                phase = TURN
                seat = _next_seat(counts, seat)
        elif phase == PLACE:
            chances_of(down, chances)
            space = best_place(t, g, own, counts[seat], taken, chances, before, luck)
            own[counts[seat]] = space
            counts[seat] += 1
            taken |= 1 << space
            left -= 1
            seat = (seat + 1) % seats
            if not left:
                phase = TURN
        elif phase == TURN:
            phase, bonus = DISC, 0
            if in_holes(holes, own, counts[seat]) == counts[seat]:
                idle += 1
                passes += 1
                ends = True
        elif phase == BONUS:
            phase, bonus = DISC, 1
            reached = 0
            for mole in range(counts[seat]):
                if not holes >> own[mole] & 1:
                    reached |= reaching(t, g, own[mole], taken)
            if not reached:
                idle = passes = 0
                ends = True
        elif phase == DISC:
            value = turn_over(down, luck)
            phase = MOVE
        else:
            chances_of(down, chances)
            best = best_move(t, g, own, counts[seat], taken, value, bonus, chances, before, luck)
            if not down[0] + down[1] + down[2] + down[3]:
                turn_down(down)
            ends = True
            passes = 0
            if best < 0:
                idle = 0 if bonus else idle + 1
            else:
                idle = 0
                mole = best // TURNS
                target = t.targets[value, own[mole], best % TURNS]
                taken ^= 1 << own[mole] | 1 << target
                own[mole] = target
                if holes >> target & 1:
                    if lowest:
                        won[seat] += 1.0
                        return
                    if taken & holes == holes:
                        turns += 1
                        ends = False
                        lifts = True
                elif not bonus and t.specials[g] >> target & 1:
                    phase = BONUS
                    ends = False
        if ends:
            turns += 1
            if idle and (passes >= alive or idle >= 3 * alive):
                if lowest:
                    for one in range(seats):
                        if counts[one]:
                            won[one] += 1.0 / alive
                    return
                lifts = True
            else:
                if idle == 2 * alive:
                    for one in range(seats):
                        if counts[one]:
                            turn_down(discs[one])
                if turns >= cap:
                    add_ranked(t, g, moles, counts, won)
                    return
                phase = TURN
                seat = _next_seat(counts, seat)
        if lifts:
            idle = passes = 0
            taken = lift(holes, moles, counts, won)
            if not taken:
                return
            layer += 1
            phase = ROTATE


@compiled
def play_on(
    t: Tables, start: Position, seed: int, first: int, games: int, worth: Floats, stop: int,
    won: Floats,
) -> None:  # fmt: skip
    """Play games on from a position, and add each seat's share of the wins to ``won``.

    The games are ``first`` and the ``games`` - 1 after it: game k of a seed meets the same luck
    from every position. They end where layer ``stop`` is uncovered, by what moles are ``worth``.
    """
    luck = np.zeros(1, np.int64)
    chances = np.zeros(16, np.float64)
    before = np.zeros(start.moles.shape[1], np.int64)
    for k in range(first, first + games):
        luck[0] = ((seed ^ (k * 0x9E3779B1)) & 0xFFFFFFFF) | 1
        for _ in range(4):
            random_below(luck, 2)
        _play(
            t, start.moles.copy(), start.counts.copy(), start.discs.copy(), start.rest, luck,
            chances, before, worth, stop, won,
        )  # fmt: skip

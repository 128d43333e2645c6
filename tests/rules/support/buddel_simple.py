"""Buddel once more, as simply as can be: dictionaries, coordinates, texts, brute force.

Written from the rulebook and the rulings, without anything of ``rules.buddel``; slow on purpose.
``ask`` tells what is asked as ("die", [...]), (seat, [texts of all actions]) or ("end", reason);
``answer`` gives the next position.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import groupby, product

STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
SIDES = "nesw"


def begin(rows, n, first, **options):
    """A game at its first seating; ``options`` as in the game."""
    board = {
        (x, y): sign for y, row in enumerate(reversed(rows), start=1) for x, sign in enumerate(row)
    }
    starts = sorted(cell for cell, sign in board.items() if sign == "S")
    many = 3 if n == 2 else 2
    return settle({
        "board": board,
        "n": n,
        "full": options.get("full_number", False),
        "either": options.get("rescue_choice", False),
        "send": options.get("send_own_mole", False),
        "cap": options.get("turn_cap", 300),
        "carts": starts,
        "seats": [dict.fromkeys(SIDES), dict.fromkeys(SIDES)],
        "held": {},
        "gorgan": None,
        "above": [3] * n,
        "stones": [0] * n,
        "left": 20,
        "turn": (first, 1),
        "todo": ("seating", first, [many] * n),
    })  # fmt: skip


def name(cell):
    return "abcdefghijklmnop"[cell[0]] + str(cell[1])


def cell_of(text):
    return "abcdefghijklmnop".index(text[0]), int(text[1:])


def seat_text(cart, side):
    return f"cart{cart + 1}.{side}"


def free(p, carts=(0, 1)):
    return [(c, side) for c in carts for side in SIDES if p["seats"][c][side] is None]


def walk(p, cart, path):
    """Where a path ends, None where it cannot be gone."""
    seen = [p["carts"][cart]]
    for way in path:
        x, y = seen[-1]
        if p["board"][x, y] == "T":
            return None
        to = (x + STEP[way][0], y + STEP[way][1])
        if p["board"].get(to, "#") not in ".T" or to in seen or to == p["carts"][1 - cart]:
            return None
        seen.append(to)
    return seen[-1]


def moves(p, number):
    found = {}
    for cart in (0, 1):
        for length in range(1, number + 1):
            for path in product("new", repeat=length):
                end = walk(p, cart, path)
                if end is not None:
                    found[cart, path] = end
    if p["full"]:
        done = [m for m, end in found.items() if len(m[1]) == number or p["board"][end] == "T"]
        if not done and found:
            best = max(len(path) for _, path in found)
            done = [m for m in found if len(m[1]) == best]
        return done
    return list(found)


def move_text(move):
    cart, path = move
    parts = [f"{way}{len(list(same))}" for way, same in groupby(path)]
    return " ".join([f"cart{cart + 1}", *parts])


def seating(p, seat, left):
    """The carts where a mole may go before the first turn."""
    room = [c for c in (0, 1) if free(p, [c])]
    if len(room) == 1:
        return room

    def count(cart, who):
        return list(p["seats"][cart].values()).count(who)

    return [
        c
        for c in room
        if all(count(c, other) >= count(c, seat) for other in range(p["n"]) if left[other] > 0)
    ]


def gorgan(p, seat):
    spaces = [cell for cell, sign in p["board"].items() if sign == "G"]
    own = [cell for cell, who in p["held"].items() if who == seat]
    if own:
        texts = [f"goblin free {name(k)} > {seat_text(*to)}" for k in own for to in free(p)]
        if p["either"] or not free(p):
            texts += [f"goblin free {name(k)} > treasure" for k in own]
        return texts
    posts = [f"goblin post {name(k)}" for k in spaces if k not in p["held"] and k != p["gorgan"]]
    if not p["send"]:
        return posts + [
            f"goblin free {name(k)} > {seat_text(*to)}" for k in p["held"] for to in free(p)
        ]
    sends = []
    for k in p["held"]:
        if p["above"][seat]:
            sends += [f"goblin send surface > {name(k)} > {seat_text(*to)}" for to in free(p)]
        for c in (0, 1):
            for side in SIDES:
                if p["seats"][c][side] == seat:
                    sends += [
                        f"goblin send {seat_text(c, side)} > {name(k)} > {seat_text(*to)}"
                        for to in [*free(p), (c, side)]
                    ]
    return [*sends, "pass"] if sends and not posts else sends + posts


def settle(p):
    """Go on until something is asked."""
    while True:
        kind = p["todo"][0]
        if kind == "die" and p["turn"][1] > p["cap"]:
            p["todo"] = ("end", "turn_cap")
        elif kind == "seating":
            _, seat, left = p["todo"]
            if sum(left) == 0:
                p["todo"] = ("die",)
            elif left[seat] == 0:
                p["todo"] = ("seating", (seat + 1) % p["n"], left)
            else:
                return p
        elif kind == "boarding":
            _, seat, cart = p["todo"]
            if not free(p, [cart]) or sum(p["above"]) == 0:
                p["todo"] = ("die",)
            elif p["above"][seat] == 0:
                p["todo"] = ("boarding", (seat + 1) % p["n"], cart)
            else:
                return p
        elif kind in ("move", "gorgan") and not ask(p)[1]:
            p["todo"] = ("die",)
        else:
            return p


def ask(p):
    match p["todo"]:
        case ("end", reason):
            return "end", reason
        case ("die",):
            return "die", [2, 3, 4, "gorgan"]
        case ("seating", seat, left):
            return seat, ["sit " + seat_text(*to) for to in free(p, seating(p, seat, left))]
        case ("boarding", seat, cart):
            return seat, ["sit " + seat_text(*to) for to in free(p, [cart])]
        case ("move", seat, number):
            return seat, [move_text(move) for move in moves(p, number)]
        case ("turn", seat, _):
            return seat, ["turn-l", "turn-r"]
        case ("gorgan", seat):
            return seat, gorgan(p, seat)
        case ("home", seat, _, _):
            return seat, [
                f"home {name(cell)}"
                for cell, sign in p["board"].items()
                if sign == "S" and cell not in p["carts"]
            ]
    raise AssertionError(p["todo"])


def answer(p, given):
    """The position after an answer."""
    p = deepcopy(p)
    kind, *rest = p["todo"]
    if kind == "die":
        seat, number = p["turn"]
        p["turn"] = ((seat + 1) % p["n"], number + 1)
        p["todo"] = ("gorgan", seat) if given == "gorgan" else ("move", seat, given)
        return settle(p)
    p["todo"] = ("die",)
    words = given.split()
    if kind in ("seating", "boarding"):
        cart, side = int(words[1][4]) - 1, words[1][6]
        p["seats"][cart][side] = rest[0]
        p["above"][rest[0]] -= 1
        after = (rest[0] + 1) % p["n"]
        if kind == "seating":
            rest[1][rest[0]] -= 1
        p["todo"] = (kind, after, rest[1])
    elif kind == "move":
        cart = int(words[0][4]) - 1
        path = "".join(part[0] * int(part[1:]) for part in words[1:])
        p["carts"][cart] = walk(p, cart, path)
        p["todo"] = ("turn", rest[0], cart)
    elif kind == "turn":
        turn(p, rest[0], rest[1], given)
    elif kind == "home":
        p["carts"][rest[1]] = cell_of(words[1])
        p["todo"] = ("boarding", rest[2], rest[1])
    elif kind == "gorgan":
        goblin(p, rest[0], words)
    return settle(p)


def turn(p, seat, cart, way):
    old = p["seats"][cart]
    to = {"n": "e", "e": "s", "s": "w", "w": "n"}
    if way == "turn-l":
        to = {there: here for here, there in to.items()}
    seats = p["seats"][cart] = {to[side]: who for side, who in old.items()}
    x, y = p["carts"][cart]
    if p["board"][x, y] == "T":
        return chamber(p, seat, cart)
    for side in SIDES:
        beside = (x + STEP[side][0], y + STEP[side][1])
        if p["board"].get(beside) == "G" and p["gorgan"] != beside:
            here, there = seats[side], p["held"].pop(beside, None)
            seats[side] = there
            if here is not None:
                p["held"][beside] = here
    return None


def chamber(p, seat, cart):
    seats = p["seats"][cart]
    riding = [side for side in "nwes" if seats[side] is not None]
    wanted = [seats[side] for side in riding]
    if seats["n"] is not None and len(wanted) < p["left"]:
        wanted.append(seats["n"])
    for who in wanted:
        if p["left"]:
            p["stones"][who] += 1
            p["left"] -= 1
    if not p["left"]:
        p["todo"] = ("end", "last_treasure")
        return
    for side in riding:
        p["above"][seats[side]] += 1
    first = seat if seats["n"] is None else seats["n"]
    p["seats"][cart] = dict.fromkeys(SIDES)
    p["todo"] = ("home", seat, cart, first)


def goblin(p, seat, words):
    if words == ["pass"]:
        return
    deed, parts = words[1], " ".join(words[2:]).split(" > ")
    if deed == "post":
        p["gorgan"] = cell_of(parts[0])
    elif deed == "free":
        p["gorgan"] = cell_of(parts[0])
        who = p["held"].pop(p["gorgan"])
        if parts[1] == "treasure":
            p["stones"][who] += 1
            p["above"][who] += 1
            p["left"] -= 1
            if not p["left"]:
                p["todo"] = ("end", "last_treasure")
        else:
            p["seats"][int(parts[1][4]) - 1][parts[1][6]] = who
    else:
        who, p["held"][cell_of(parts[1])] = p["held"][cell_of(parts[1])], seat
        if parts[0] == "surface":
            p["above"][seat] -= 1
        else:
            p["seats"][int(parts[0][4]) - 1][parts[0][6]] = None
        p["seats"][int(parts[2][4]) - 1][parts[2][6]] = who

"""The grid games as Python games of OpenSpiel: ``kullerwerk_hoehle`` and so on.

    import kullerwerk.adapters.openspiel
    game = pyspiel.load_game("kullerwerk_hoehle", {"players": 3})

Chance is explicit, actions are places in the game's vocabulary (`kullerwerk.adapters.numbers`), so
their numbers mean the same in every state. Nothing is hidden in these games; utilities come at the
end, as in ``kullerwerk.adapters.pettingzoo``.
"""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pyspiel as _pyspiel

from kullerwerk.adapters.numbers import LENGTH, Codec, vector
from kullerwerk.adapters.pettingzoo import rewards_of
from rules.core.registry import game as find_game
from rules.core.types import Decide, Draw, Over

pyspiel = cast("Any", _pyspiel)  # it has no types

GAMES = ("buddel", "company", "hoehle")
"""The games whose chance can be listed."""
MOST = {"buddel": 64, "company": 64, "hoehle": 64}
"""Most outcomes of a draw."""
CAPS = {"buddel": "turn_cap", "company": "turn_cap", "hoehle": "move_cap"}
"""The option that ends a game after so many turns: the parameter ``cap``, 0 = as by default."""
LONGEST = {"buddel": 12_000, "company": 8_000, "hoehle": 8_000}
"""Most answers of a game, draws included."""


def _type(name: str) -> Any:
    kind = pyspiel.GameType
    seats = find_game(name).seats
    return kind(
        short_name=f"kullerwerk_{name}",
        long_name=find_game(name).title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": seats[0], "preset": "", "cap": 0},
    )


class RulesState(pyspiel.State):
    """A state of a game of ``rules`` for OpenSpiel."""

    def __init__(self, game: RulesGame) -> None:
        pyspiel.State.__init__(self, game)
        self._rules = game.rules
        self._codec = game.codec
        self.state: Any = game.rules.new(game.options, game.seats)

    def current_player(self) -> int:
        """Who acts: a seat, chance, or nobody any more."""
        match self._rules.pending(self.state):
            case Decide(seat=seat):
                return seat
            case Draw():
                return int(pyspiel.PlayerId.CHANCE)
            case _:
                return int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return list(self._codec.legal(self.state, random.Random(0)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of a draw by their place in it, with their chances."""
        pending = self._rules.pending(self.state)
        assert isinstance(pending, Draw)
        total = sum(weight for _, weight in pending.outcomes)
        return [(k, weight / total) for k, (_, weight) in enumerate(pending.outcomes)]

    def _apply_action(self, action: int) -> None:
        pending = self._rules.pending(self.state)
        if isinstance(pending, Draw):
            self.state = self._rules.settle(self.state, pending.outcomes[action][0]).state
            return
        made = self._rules.parse(self.state, self._codec.text(action))
        self.state = self._rules.apply(self.state, made).state

    def _action_to_string(self, player: int, action: int) -> str:
        pending = self._rules.pending(self.state)
        if player == int(pyspiel.PlayerId.CHANCE) and isinstance(pending, Draw):
            return f"{pending.kind} {pending.outcomes[action][0]}"
        return self._codec.text(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._rules.pending(self.state), Over)

    def returns(self) -> list[float]:
        """What each seat got, 0 before the end."""
        end = self._rules.pending(self.state)
        if not isinstance(end, Over):
            return [0.0] * self._rules.seated(self.state)
        return rewards_of(end)

    def __str__(self) -> str:
        """The board as text."""
        return self._rules.draw(self.state, None)


class RulesObserver:
    """What a player of OpenSpiel sees: the numbers of the view, and the board as text."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        self.tensor = np.zeros(LENGTH, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesState, player: int) -> None:
        """Write what ``player`` sees of ``state`` into the tensor."""
        rules = find_game(state.get_game().get_type().short_name.removeprefix("kullerwerk_"))
        self.tensor[:] = vector(rules.observe(state.state, player))

    def string_from(self, state: RulesState, player: int) -> str:
        """The board as text, as ``player`` sees it."""
        rules = find_game(state.get_game().get_type().short_name.removeprefix("kullerwerk_"))
        return rules.draw(state.state, player)


class RulesGame(pyspiel.Game):
    """A grid game of ``rules`` for OpenSpiel."""

    NAME = ""

    def __init__(self, params: Any = None) -> None:
        given = dict(params or {})
        self.rules = find_game(self.NAME)
        self.seats = int(given.get("players", 0)) or self.rules.seats[0]
        values: dict[str, object] = {}
        if preset := str(given.get("preset", "")):
            values["preset"] = preset
        if cap := int(given.get("cap", 0)):
            values[CAPS[self.NAME]] = cap
        self.options = self.rules.options(values)
        self.codec = Codec(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.size,
            max_chance_outcomes=MOST[self.NAME],
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST[self.NAME],
        )
        pyspiel.Game.__init__(self, _type(self.NAME), info, given)

    def new_initial_state(self) -> RulesState:
        """The state before the first answer."""
        return RulesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulesObserver:
        """What a player sees; the kind of observation does not matter, for nothing is hidden."""
        del iig_obs_type
        return RulesObserver(params)


for _name in GAMES:
    pyspiel.register_game(_type(_name), type(f"{_name.title()}Game", (RulesGame,), {"NAME": _name}))

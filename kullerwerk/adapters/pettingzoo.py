"""Every game as a PettingZoo AEC environment.

    from kullerwerk.adapters.pettingzoo import env
    game = env("hoehle", players=3, options={"repetition": "third_draws"})

Draws and settled physics happen inside ``step``: by the environment's own streams, which ``reset``
seeds. Observations are ``{"observation": numbers of the view, "action_mask": legal actions}``
(`kullerwerk.adapters.numbers`); rewards come at the end: 1 for the first, -1 for the others, what
is between for ties. ``render`` gives the board as text.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from kullerwerk.adapters.numbers import LENGTH, Codec, vector
from rules.core.registry import game as find_game
from rules.core.run import SeededStreams, pick
from rules.core.types import Ask, Decide, Draw, Over, Provider


def rewards_of(end: Over) -> list[float]:
    """1 for a first place alone, -1 for a last, shared first places share what one would get."""
    seats = len(end.ranking)
    first = end.ranking.count(1)
    if first == seats:
        return [0.0] * seats
    return [
        (2.0 / first - 1.0 if first > 1 else 1.0) if rank == 1 else -1.0 for rank in end.ranking
    ]


class RulesEnv(AECEnv[str, dict[str, Any], int]):
    """A game of ``rules`` as an environment; see the module's text."""

    def __init__(
        self,
        name: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game = find_game(name)
        self._seats = self._game.seats[0] if players is None else players
        self._options = self._game.options(dict(options or {}))
        self._codec = Codec(self._game)
        self._state: Any = self._game.new(self._options, self._seats)
        self.metadata = {
            "name": f"kullerwerk_{name}_v{self._game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._seats)]
        self.agents = list(self.possible_agents)
        low, high = -(2**31), 2**31 - 1
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, (LENGTH,), np.int32),
                    "action_mask": spaces.Box(0, 1, (self._codec.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = cast(
            "Any", {agent: spaces.Discrete(self._codec.size) for agent in self.possible_agents}
        )

    def observation_space(self, agent: str) -> Any:
        """The same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; ``seed`` decides all draws, throws and proposals (None: any)."""
        del options
        number = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._streams = SeededStreams.of(number)
        self._rng = random.Random(f"{number}:proposals")
        self._state = self._game.new(self._options, self._seats)
        self._provider: Provider | None = self._game.sampled(self._state)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: cast("dict[str, Any]", {}) for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._legal: dict[int, Any] = {}
        self._go_on()

    def _go_on(self) -> None:
        """Answer chance and physics up to the next decision, or the end."""
        while True:
            pending = self._game.pending(self._state)
            match pending:
                case Decide(seat=seat):
                    self.agent_selection = self.possible_agents[seat]
                    self._legal = self._codec.legal(self._state, self._rng)
                    return
                case Draw(outcomes=outcomes):
                    answer = pick(outcomes, self._streams.chance)
                case Ask(request=request):
                    assert self._provider is not None
                    answer = self._provider.resolve(request, next(self._streams.physics))
                case Over():
                    self._legal = {}
                    for agent, reward in zip(
                        self.possible_agents, rewards_of(pending), strict=True
                    ):
                        self.rewards[agent] = reward
                        self.terminations[agent] = True
                    return
            self._state = self._game.settle(self._state, answer).state

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat may know, and which actions are legal if it is to decide."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._codec.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {"observation": vector(self._game.observe(self._state, seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is to decide; ValueError where it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast("Any", action))
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is not legal for {agent} now: see its action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._state = self._game.apply(self._state, self._legal[int(action)]).state
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text, for spectators."""
        return self._game.draw(self._state, None) if self.render_mode == "ansi" else None

    def state(self) -> Any:
        """Numbers of the whole board, as a spectator sees it."""
        return vector(self._game.observe(self._state, None))

    def close(self) -> None:
        """Nothing to close."""


def env(
    name: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    render_mode: str | None = None,
) -> RulesEnv:
    """An environment of the game ``name``; raises a RulesError with a sentence on bad input."""
    return RulesEnv(name, players, options, render_mode)

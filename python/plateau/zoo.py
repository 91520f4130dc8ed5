"""Every game as a PettingZoo environment: agents are seats and move in turn. PettingZoo must be installed.

>>> from plateau import zoo
>>> env = zoo.env("connect4")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     mask = None if termination or truncation else observation["action_mask"]
...     env.step(None if mask is None else env.action_space(agent).sample(mask))
>>> env.agents
[]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]
from pettingzoo.utils.conversions import aec_to_parallel_wrapper  # type: ignore[import-untyped, unused-ignore]

from ._plateau import Game, State, games

Observation = dict[str, Any]


class SeatsEnv(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A game whose seats move in turn. The reward comes at the end, from -1 for the last place to 1 for the first; where
    one plays alone it is the points of each move. `max_cycles` ends a game after so many moves of each seat. Without a
    name it is the first game of the list."""

    metadata: dict[str, Any] = {
        "name": "plateau",
        "render_modes": ["ansi", "svg"],
        # Where seats always alternate; `parallel_env` lets all of them choose at a time.
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game | None = None,
        variant: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: int | str | bool,
    ) -> None:
        super().__init__()
        name = games()[0] if game is None else game
        self.game = name if isinstance(name, Game) else Game(name, variant, **options)
        self.metadata = {**self.metadata, "name": f"plateau_{self.game.id}_{self.game.variant}"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._chance = np.random.default_rng()
        size, actions = self.game.observation_size, self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_now: State = self.game.new()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.state_now = self.game.new(seed=int(self._chance.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._acted = {agent: 0 for agent in self.agents}
        self._points = self.state_now.points(0)
        self._select()

    def _select(self) -> None:
        turn = self.state_now.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.state_now.turn == seat:
            mask = self.state_now.action_mask().view(np.int8)
        return {"observation": self.state_now.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_now.play(-1 if action is None else int(action))
        self._acted[agent] += 1
        if self.game.seats == 1:
            points = self.state_now.points(0)
            self.rewards = {agent: float(points - self._points)}
            self._points = points
        elif self.state_now.is_over:
            returns = self.state_now.returns()
            self.rewards = {one: returns[int(one[5:])] for one in self.agents}
        if self.state_now.is_over:
            self.terminations = {one: True for one in self.agents}
        elif self.max_cycles is not None and min(self._acted.values()) >= self.max_cycles:
            self.truncations = {one: True for one in self.agents}
        self._select()
        if self.state_now.is_over:
            # Whoever is next is told first that it is over.
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.state_now.svg()
        return None if self.render_mode is None else self.state_now.text()

    def close(self) -> None:
        pass


def env(game: str | Game | None = None, **settings: Any) -> AECEnv[str, Any, Any]:
    """The environment as PettingZoo's own are: an illegal action loses."""
    wrapped: Any = SeatsEnv(game, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    wrapped = wrappers.OrderEnforcingWrapper(wrapped)
    return wrapped  # type: ignore[no-any-return, unused-ignore]


class SeatsParallelEnv(aec_to_parallel_wrapper):  # type: ignore[misc, type-arg, unused-ignore]
    """Seats that choose at a time and are played in turn. PettingZoo's own wrapper expects a game to end with the last
    seat of a cycle; a game that somebody wins before that leaves out the choices of those who would come after."""

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        aec = self.aec_env
        rewards = {agent: 0.0 for agent in aec.agents}
        for agent in aec.agents[:]:
            if any(aec.terminations.values()) or any(aec.truncations.values()):
                break
            if agent != aec.agent_selection:
                raise AssertionError(f"{aec.agent_selection} moves before {agent}: the seats of this game do not alternate")
            aec.step(actions[agent])
            for one, reward in aec.rewards.items():
                rewards[one] += reward
        ends = dict(aec.terminations), dict(aec.truncations), dict(aec.infos)
        observations = {agent: aec.observe(agent) for agent in aec.agents}
        while aec.agents and (aec.terminations[aec.agent_selection] or aec.truncations[aec.agent_selection]):
            aec.step(None)
        self.agents = aec.agents
        return observations, rewards, *ends


def parallel_env(game: str | Game | None = None, **settings: Any) -> ParallelEnv[str, Any, Any]:
    """All seats choose at a time and are played in turn: for games whose seats always alternate."""
    return SeatsParallelEnv(env(game, **settings))  # type: ignore[no-any-return, unused-ignore]

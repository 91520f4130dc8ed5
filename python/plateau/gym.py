"""Games as Gymnasium environments: a game for one, or you against a level. Gymnasium must be installed.

>>> import gymnasium, plateau.gym
>>> env = gymnasium.make("plateau/Versus-v0", game="connect4", level="medium")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((84,), 7)
>>> observation, reward, terminated, truncated, info = env.step(3)
>>> float(reward), terminated
(0.0, False)
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._plateau import Game, IllegalMove, State
from .players import Player, player

Observation = npt.NDArray[np.float32]


class VersusEnv(gymnasium.Env[Observation, Any]):
    """You at one seat, a level at every other. `info["action_mask"]` says what is legal.

    The reward is the result at the end, from -1 to 1; where one plays alone it is the points of each move. An illegal
    action changes nothing, costs `penalty`, and is explained in `info["illegal"]`. A game is truncated after `longest`
    actions.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        level: str | None = None,
        variant: str | None = None,
        seat: int = 0,
        nodes: int | None = None,
        penalty: float = 1.0,
        longest: int = 2_000,
        render_mode: str | None = None,
        **options: int | str | bool,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game, variant, **options)
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {self.game.seats - 1}")
        self.level = level or self.game.usual_level
        self.seat, self.nodes, self.penalty, self.longest = seat, nodes, penalty, longest
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, np.inf, (self.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.opponents: list[Player] = []
        self.state: State = self.game.new()
        self._made()

    def _made(self) -> None:
        others = 0 if self.game.seats == 1 else self.game.seats
        self.opponents = [player(self.game, self.level, nodes=self.nodes) for _ in range(others)]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.game.new(seed=int(self.np_random.integers(2**63)))
        for opponent in self.opponents:
            opponent.reset(int(self.np_random.integers(2**63)))
        self._actions = 0
        self._others()
        self._points = self.state.points(self.seat)
        return self.state.observation(self.seat), self._info()

    def step(
        self, action: Any
    ) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        self._actions += 1
        truncated = self._actions >= self.longest
        try:
            self.state.play_action(int(action))
        except IllegalMove as refused:
            info = {**self._info(), "illegal": str(refused)}
            return self.state.observation(self.seat), -self.penalty, False, truncated, info
        self._others()
        over = self.state.is_over
        if self.game.seats == 1:
            points = self.state.points(0)
            reward, self._points = float(points - self._points), points
        else:
            reward = self.state.returns()[self.seat]
        return self.state.observation(self.seat), reward, over, truncated and not over, self._info()

    def _others(self) -> None:
        """Plays until it is your turn, or the game is over."""
        while not self.state.is_over and self.state.turn != self.seat:
            self.state.play(self.opponents[self.state.turn or 0](self.state))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.action_mask().view(np.int8)}

    def render(self) -> Any:
        return self.state.text(self.seat) if self.render_mode == "ansi" else None


gymnasium.register(id="plateau/Versus-v0", entry_point="plateau.gym:VersusEnv")

"""Games for one: what players reach alone, on the same seeds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import _plateau
from ._plateau import Game


@dataclass(frozen=True)
class Runs:
    """What a player came to, a row a run."""

    name: str
    figures: list[str]
    """What was counted."""
    values: npt.NDArray[np.float64]
    """A row a run, a column a figure."""
    moves: npt.NDArray[np.int64]
    """The moves of each run."""
    ended: npt.NDArray[np.bool_]
    """Whether each run came to the game's own end."""

    def mean(self, figure: str) -> float:
        """The mean of a figure over all runs."""
        return float(self.values[:, self.figures.index(figure)].mean())


def simulate(
    game: str | Game,
    *players: str,
    games: int = 10,
    moves: int | None = None,
    variant: str | None = None,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    threads: int = 0,
) -> list[Runs]:
    """Lets players of a game for one run alone, all of them on the same seeds.

    >>> runs = simulate("tetris", "lookahead", variant="report", games=2, moves=20, seed=1)
    >>> runs[0].name, runs[0].moves.tolist()
    ('lookahead', [20, 20])
    """
    own = game if isinstance(game, Game) else Game(game, variant)
    told = _plateau._simulate(own, list(players), games, moves, seed, time, nodes, threads)
    figures = told["figures"]
    return [
        Runs(
            name=name,
            figures=figures,
            values=np.array([row["figures"] for row in rows], np.float64).reshape(-1, len(figures)),
            moves=np.array([row["moves"] for row in rows], np.int64),
            ended=np.array([row["ended"] for row in rows], np.bool_),
        )
        for name, rows in zip(players, told["runs"])
    ]

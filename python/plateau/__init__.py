"""Five games, their computer players, and a laboratory to measure players with.

>>> import plateau
>>> game = plateau.game("quoridor", variant="two")
>>> state = game.new(seed=1)
>>> state.turn, state.legal_moves()[:3]
(0, ['d1', 'f1', 'e2'])
>>> state.play("e2").turn
1
>>> int(state.action_mask().sum()), state.observation().shape
(131, (331,))
>>> player = plateau.player("quoridor", "walls", nodes=100)
>>> player.think(state).move in state.legal_moves()
True

docs/python.md is the tour; docs/encoding.md says what actions and observations mean.
"""

from ._plateau import (
    Batch,
    Game,
    IllegalMove,
    MoveError,
    OptionsError,
    PlateauError,
    PositionError,
    RecordError,
    State,
    UnknownName,
    __version__,
    games,
    replay,
)
from .arrays import Examples, export
from .laboratory import LadderReport, MatchReport, Standing, ladder, match
from .players import Player, Thought, player
from .results import Outcome
from .simulation import Runs, simulate
from .solving import Solution, Solver, solve

__all__ = [
    "Batch",
    "Examples",
    "Game",
    "IllegalMove",
    "LadderReport",
    "MatchReport",
    "MoveError",
    "OptionsError",
    "Outcome",
    "PlateauError",
    "Player",
    "PositionError",
    "RecordError",
    "Runs",
    "Solution",
    "Solver",
    "Standing",
    "State",
    "Thought",
    "UnknownName",
    "__version__",
    "batch",
    "export",
    "game",
    "games",
    "ladder",
    "match",
    "player",
    "replay",
    "simulate",
    "solve",
]


def game(name: str, variant: "str | None" = None, **options: "int | str | bool") -> Game:
    """A game by its name, with a variant and single options.

    >>> game("connect4", width=8).num_actions
    8
    >>> game("chess")
    Traceback (most recent call last):
        ...
    plateau.UnknownName: there is no game “chess”; there is connect4, quoridor, blokus, tetris, tigris
    """
    return Game(name, variant, **options)


def batch(
    game: "str | Game",
    count: int,
    variant: "str | None" = None,
    seed: int = 0,
    threads: int = 0,
) -> Batch:
    """Many games at a time, stepped on all cores.

    >>> games = batch("connect4", 1000, seed=1)
    >>> games.observations.shape, games.masks.shape
    ((1000, 84), (1000, 7))
    >>> games.step(games.sample())
    >>> games.turns[:3].tolist(), bool(games.dones.any())
    ([1, 1, 1], False)
    """
    own = game if isinstance(game, Game) else Game(game, variant)
    return Batch(own, count, seed, threads)

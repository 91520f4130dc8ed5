"""Computer players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _plateau
from ._plateau import Game, State


@dataclass(frozen=True)
class Thought:
    """What a player thinks of a position."""

    move: str | None
    """The move to play; None only when the game is over."""
    action: int | None
    """The same as an action."""
    chance: float
    """The expected share of the result for the seat that moves, from 0 to 1."""
    score: str | dict[str, float]
    """The score as the player counts: a win or a loss in so many plies, a draw, points, or a chance."""
    line: list[str]
    """How it may go on, beginning with the move."""
    moves: dict[str, float]
    """What single moves are worth as a chance, best first, where the player knows."""
    nodes: int
    """Positions looked at, or simulations played."""
    depth: int
    """Plies looked ahead."""

    @property
    def visits(self) -> int:
        """The same as `nodes`: for those who think of tree search."""
        return self.nodes


class Player(_plateau.Player):
    """A computer player of some level. It keeps what it has found out from move to move."""

    def think(self, state: State) -> Thought:
        """Thinks for the seat that is to move, with what that seat knows.

        >>> state = _plateau.Game("connect4").new()
        >>> for move in "444444":
        ...     _ = state.play(move)
        >>> player("connect4", "hard", depth=3).think(state).nodes > 0
        True
        """
        idea = self._think(state)
        move = idea["best"]
        return Thought(
            move=move,
            action=None if move is None else _action_of(state, move),
            chance=idea["chance"],
            score=idea["score"],
            line=idea["line"],
            moves={one["move"]: one["chance"] for one in idea["moves"]},
            nodes=idea["nodes"],
            depth=idea["depth"],
        )

    def explain(
        self,
        state: State,
        *,
        depth: int | None = None,
        nodes: int = 10_000,
        most: int = 200,
        moves: bool = True,
    ) -> dict[str, Any]:
        """What the level sees in a position, as the page shows it: its evaluation by terms (`breakdown`), what it makes of
        every legal move (`moves`), and up to `most` nodes of each tree that it searches (`trees`).

        >>> state = _plateau.Game("connect4").new()
        >>> found = player("connect4", "hard").explain(state, depth=2)
        >>> len(found["moves"]), [tree["algorithm"] for tree in found["trees"]]
        (7, ['minimax', 'alphabeta'])
        """
        return self._explain(state, depth, nodes, most, moves)

    def __call__(self, state: State) -> str:
        """The move alone, so that a player is a function from states to moves."""
        move = self.think(state).move
        if move is None:
            raise _plateau.IllegalMove("the game is over")
        return move


def _action_of(state: State, move: str) -> int | None:
    try:
        return state.action_of(move)
    except _plateau.MoveError:  # a move that is not among the actions, such as giving up
        return None


def player(
    game: str | Game,
    level: str,
    *,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    study: bool = False,
) -> Player:
    """A computer player of a level, as in `hard` or, with some of its numbers changed, `hard:micro=2`.

    `time` is in seconds a move. What is not given is the level's own. With `study` it finds what every move is worth.

    >>> player("connect4", "grandmaster")
    Traceback (most recent call last):
        ...
    plateau.UnknownName: Connect Four has no level “grandmaster”; there is random, medium, hard, mcts, newcomer, beginner, casual, regular, skilled, club, strong, perfect
    """
    name = game.id if isinstance(game, Game) else game
    return Player(name, level, seed, time, nodes, depth, threads, study)

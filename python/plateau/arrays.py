"""Positions of played games as arrays, for learning."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields
from typing import Any, Callable, Union

import numpy as np
import numpy.typing as npt

from ._plateau import Game, State
from .players import player as _player

Decide = Callable[[State], Union[str, int]]


@dataclass(frozen=True)
class Examples:
    """One row a position, seen with the eyes of the seat that was to move."""

    observations: npt.NDArray[np.float32]
    """What the seat knew."""
    masks: npt.NDArray[np.bool_]
    """The legal actions."""
    actions: npt.NDArray[np.int64]
    """The action that the player chose."""
    values: npt.NDArray[np.float32]
    """What the player thought it would get, from -1 to 1; not a number where a function played, which tells nothing."""
    results: npt.NDArray[np.float32]
    """What the seat got in the end, from -1 to 1; the points where one plays alone."""
    seats: npt.NDArray[np.int8]
    """The seat that was to move."""
    games: npt.NDArray[np.int32]
    """The number of the game."""

    def save(self, path: str) -> None:
        """Writes all of it as a compressed .npz file, a column a name."""
        arrays: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: str) -> Examples:
        """Reads such a file."""
        with np.load(path) as arrays:
            return cls(**{field.name: arrays[field.name] for field in fields(cls)})

    def __len__(self) -> int:
        return len(self.actions)


def export(
    game: str | Game,
    player: str | Decide,
    *,
    games: int = 10,
    variant: str | None = None,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    openings: int = 4,
    explore: float = 0.0,
    longest: int = 5_000,
) -> Examples:
    """Plays games of a level, or of a function from states to moves, against itself and gives the positions.

    The first `openings` moves are random and are not kept; after them a random move is made instead of the player's
    with the probability `explore`. A game is broken off after `longest` moves.

    >>> examples = export("connect4", "medium", games=2, seed=1, nodes=100)
    >>> examples.observations.shape[1], examples.masks.shape[1]
    (84, 7)
    >>> bool(examples.masks[np.arange(len(examples)), examples.actions].all())
    True
    """
    own = game if isinstance(game, Game) else Game(game, variant)
    chance = random.Random(seed)
    rows: list[tuple[Any, ...]] = []
    for number in range(games):
        state = own.new(seed=chance.getrandbits(63))
        for _ in range(openings if own.seats > 1 else 0):
            if not state.is_over:
                state.play_action(chance.choice(state.legal_actions()))
        decide = _thinker(own, player, chance, time, nodes)
        first = len(rows)
        while not state.is_over and state.epoch < longest:
            action, value = decide(state)
            if action is None:
                break
            rows.append((state.observation(), state.action_mask(), action, value, state.turn, number))
            wanders = explore > 0 and chance.random() < explore
            state.play_action(chance.choice(state.legal_actions()) if wanders else action)
        results = state.returns() if own.seats > 1 else [float(state.points(0))]
        rows[first:] = [(*row, results[row[4]]) for row in rows[first:]]
    size, count = own.observation_size, own.num_actions
    column = list(zip(*rows)) if rows else [()] * 7
    return Examples(
        observations=np.array(column[0], dtype=np.float32).reshape(-1, size),
        masks=np.array(column[1], dtype=np.bool_).reshape(-1, count),
        actions=np.array(column[2], dtype=np.int64),
        values=np.array(column[3], dtype=np.float32),
        results=np.array(column[6], dtype=np.float32),
        seats=np.array(column[4], dtype=np.int8),
        games=np.array(column[5], dtype=np.int32),
    )


def _thinker(
    game: Game, player: str | Decide, chance: random.Random, time: float | None, nodes: int | None
) -> Callable[[State], tuple[int | None, float]]:
    """What is played in a state, and what it is thought to be worth."""
    if isinstance(player, str):
        thinker = _player(game, player, seed=chance.getrandbits(63), time=time, nodes=nodes)

        def think(state: State) -> tuple[int | None, float]:
            thought = thinker.think(state)
            return thought.action, 2 * thought.chance - 1

        return think
    if not callable(player):
        raise TypeError(f"a player is the name of a level or a function, not {type(player).__name__}")
    function = player

    def ask(state: State) -> tuple[int | None, float]:
        # As in a match, it sees a world that fits what its seat knows.
        move = function(state.imagine(state.turn, chance.getrandbits(63)))
        return (move if isinstance(move, int) else state.action_of(move)), float("nan")

    return ask

"""Exact results of positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import _plateau
from ._plateau import Game


@dataclass(frozen=True)
class Solution:
    """The exact result of a position."""

    result: list[int]
    """The result in the game's own terms."""
    nodes: int
    """Positions explored."""
    scores: list[int | None]
    """The score of each move, None for one that cannot be played; empty with `weak`."""


class Solver(_plateau.Solver):
    """An exact solver of a game that has one."""

    def solve(self, positions: Sequence[str]) -> list[Solution]:
        """Solves positions that are written as `about` says, one after the other with one memory."""
        return [
            Solution([int(part) for part in one["result"].split()], one["nodes"], one["scores"])
            for one in self._solve(list(positions))
        ]


def solve(
    game: str | Game,
    position: str,
    *,
    weak: bool = False,
    book: bool = True,
    threads: int = 1,
    table: int = 128,
) -> Solution:
    """Solves one position. `table` is the memory in MiB; with `weak` only who wins is found.

    >>> solve("connect4", "2252576253462244111563365343671351441").result
    [-1]
    >>> solve("blokus", "")
    Traceback (most recent call last):
        ...
    plateau.PlateauError: blokus cannot be solved exactly; connect4 and quoridor can
    """
    name = game.id if isinstance(game, Game) else game
    return Solver(name, weak, book, threads, table).solve([position])[0]

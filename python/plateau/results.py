"""How games end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    >>> import plateau
    >>> state = plateau.game("connect4").new()
    >>> for move in "1212121":
    ...     _ = state.play(move)
    >>> state.outcome
    Outcome(places=[1, 2], points=[1, 0], winners=[0], why='four in a row')
    >>> state.returns()
    [1.0, -1.0]
    """

    places: list[int]
    """The place of each seat: 1 is first, equals share a place."""
    points: list[int]
    """The points of each seat."""
    winners: list[int]
    """The seats in first place; all of them in a draw."""
    why: str
    """Why the game is over."""


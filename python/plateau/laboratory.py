"""Matches and ladders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _plateau
from ._plateau import Game, State

Contestant = Union[str, Callable[[State], Union[str, int]]]
"""The name of a level, as in `hard:nodes=100`, a program, as in `cmd:./bot`, or a function from a state to a move."""


@dataclass(frozen=True)
class Standing:
    """What a contestant has got."""

    name: str
    wins: int
    draws: int
    losses: int
    faults: int
    """Games lost by a crash, an illegal move or a late answer."""
    share: float | None
    """The share of first places, with its 95% interval."""
    low: float
    high: float
    elo: float | None
    """The same as an Elo difference; None where it has no end."""
    moves: int
    nodes: int
    milliseconds: float
    rating: float | None = None
    """From one fit over all games; the first contestant has 0."""
    rating_error: float | None = None
    """Elo points to each side of the rating, with 95% confidence."""
    error_a_move: float | None = None
    """What a move gives away by the exact solver, with `exact=True`."""


@dataclass(frozen=True)
class MatchReport:
    """What came of a match."""

    standings: list[Standing]
    games: list[dict[str, Any]]
    """Every game: seats, places, moves, faults."""
    played: int
    different: int
    """How many of the games differ."""
    verdict: str | None = None
    """What the sequential test says, if there was one."""

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """The place of each contestant in each game, 0 where it did not take part."""
        table = np.zeros((len(self.games), len(self.standings)), dtype=np.int64)
        for row, game in enumerate(self.games):
            for seat, one in enumerate(game["seated"]):
                table[row, one] = game["places"][seat]
        return table

    @property
    def faults(self) -> list[str]:
        """What went wrong, a sentence each."""
        return [
            f"game {game['number']}: {self.standings[game['seated'][fault['seat']]].name}: {fault['why']}"
            for game in self.games
            for fault in game.get("faults", [])
        ]

    def frame(self) -> Any:
        """The standings as a pandas frame; pandas must be installed."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pandas.DataFrame([vars(standing) for standing in self.standings]).set_index("name")


@dataclass(frozen=True)
class LadderReport(MatchReport):
    """What came of a ladder."""

    complete: bool = True
    """Whether it came to its own end."""


def match(
    game: str | Game,
    *contestants: Contestant,
    games: int = 100,
    variant: str | None = None,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    openings: int | None = None,
    threads: int = 0,
    sprt: tuple[float, float] | None = None,
    exact: bool = False,
) -> MatchReport:
    """Lets contestants meet; every opening is played from all sides.

    >>> def leftmost(state):
    ...     return state.legal_actions()[0]
    >>> report = match("connect4", leftmost, "random", games=20, seed=1)
    >>> report.played, [standing.name for standing in report.standings]
    (20, ['leftmost', 'random'])
    >>> report.standings[0].share + report.standings[1].share
    1.0
    """
    terms = _terms(seed, time, nodes, openings, threads, exact)
    told = _plateau._match(_game(game, variant), list(contestants), games, sprt, terms)
    test = told["sprt"]
    return MatchReport(
        standings=_standings(told),
        games=told["games"],
        played=told["played"],
        different=told["different"],
        verdict=None if test is None else test["verdict"],
    )


def ladder(
    game: str | Game,
    *contestants: Contestant,
    games: int = 20,
    until: float | None = None,
    most: int = 20_000,
    gauntlet: bool = False,
    journal: str | None = None,
    variant: str | None = None,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    openings: int | None = None,
    threads: int = 0,
    exact: bool = False,
) -> LadderReport:
    """Rates contestants together: all levels if none is named.

    `games` are those of every pairing; with `until` it goes on until every rating is known to within so many Elo points,
    or `most` games are played. In a `gauntlet` only the first contestant meets the others. A ladder with a `journal`
    goes on where it was stopped.

    >>> report = ladder("connect4", "random", "medium", games=4, nodes=50)
    >>> [standing.name for standing in report.standings], report.complete
    (['random', 'medium'], True)
    """
    own = _game(game, variant)
    named = list(contestants) or [level["id"] for level in own.levels]
    terms = _terms(seed, time, nodes, openings, threads, exact)
    # A round is a game from each side, as many as there are contestants in it.
    size = max(1, min(own.seats, len(named)))
    rounds = -(-games // size)
    end = None if until is None else (until, most)
    told = _plateau._ladder(own, named, rounds, end, gauntlet, journal, terms)
    return LadderReport(
        standings=_standings(told),
        games=told["games"],
        played=told["played"],
        different=told["different"],
        complete=told["complete"],
    )


def _game(game: str | Game, variant: str | None) -> Game:
    return game if isinstance(game, Game) else Game(game, variant)


def _terms(
    seed: int,
    time: float | None,
    nodes: int | None,
    openings: int | None,
    threads: int,
    exact: bool,
) -> dict[str, Any]:
    return {
        "seed": seed,
        "time": time,
        "nodes": nodes,
        "openings": openings,
        "threads": threads,
        "exact": exact,
    }


def _standings(told: dict[str, Any]) -> list[Standing]:
    standings = []
    ratings = told["ratings"] or [{"elo": None, "error": None}] * len(told["standings"])
    for one, rating in zip(told["standings"], ratings):
        errors = one.pop("exact")
        standings.append(
            Standing(
                **one,
                rating=rating["elo"],
                rating_error=rating["error"],
                error_a_move=None if errors is None else errors["a_move"],
            )
        )
    return standings

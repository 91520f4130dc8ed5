"""Matches, ladders, exact results and exported positions."""

from __future__ import annotations

import pathlib

import numpy as np
import plateau
import pytest


def centre(state: plateau.State) -> str:
    """Prefers the middle columns."""
    return min(state.legal_moves(), key=lambda move: abs(int(move) - 4))


def test_a_function_meets_levels() -> None:
    report = plateau.match("connect4", centre, "random", games=20, seed=2)
    first, second = report.standings
    assert (first.name, second.name) == ("centre", "random")
    assert report.played == 20 and first.share is not None and first.share > 0.5
    assert first.share + (second.share or 0) == pytest.approx(1)
    assert report.places.shape == (20, 2) and report.faults == []
    assert all(plateau.game("connect4").new() for game in report.games if game["moves"])


def test_a_function_that_fails_loses_and_is_quoted() -> None:
    def broken(state: plateau.State) -> str:
        return str(1 // 0)

    def cheat(state: plateau.State) -> int:
        return 99

    def silent(state: plateau.State) -> None:
        return None

    for one, words in ((broken, "ZeroDivisionError"), (cheat, "no move here"), (silent, "no move")):
        report = plateau.match("connect4", one, "random", games=2)  # type: ignore[arg-type]
        assert report.standings[0].faults == 2 and report.standings[0].wins == 0
        assert len(report.faults) == 2 and words in report.faults[0], report.faults


def test_a_function_sees_a_world_and_may_spoil_it() -> None:
    def spoiler(state: plateau.State) -> str:
        move = state.legal_moves()[-1]
        state.play(state.legal_moves()[0])
        return move

    report = plateau.match("tigris", spoiler, "random", games=2, variant="two")
    assert report.faults == []


def test_what_cannot_take_part_is_refused() -> None:
    for given, words in (
        (["hard"], "2 to 64 contestants"),
        (["hard", "grandmaster"], "no level “grandmaster”"),
        (["hard", 5], "a contestant is"),
    ):
        with pytest.raises(plateau.PlateauError, match=words):
            plateau.match("connect4", *given)  # type: ignore[arg-type]
    with pytest.raises(plateau.PlateauError, match="the lower first"):
        plateau.match("connect4", "random", "hard", sprt=(20, 0))
    with pytest.raises(plateau.PlateauError, match="played alone"):
        plateau.match("tetris", "random", "expert")


def test_a_ladder_rates_and_goes_on_from_its_journal(tmp_path: pathlib.Path) -> None:
    journal = str(tmp_path / "ladder.jsonl")
    report = plateau.ladder("connect4", "random", centre, "medium", games=6, journal=journal)
    assert report.complete and report.played == 18 and len(report.standings) == 3
    assert report.standings[0].rating == 0
    again = plateau.ladder("connect4", "random", centre, "medium", games=6, journal=journal)
    assert [one.rating for one in again.standings] == [one.rating for one in report.standings]
    pandas = pytest.importorskip("pandas")
    assert isinstance(report.frame(), pandas.DataFrame)


def test_exact_results() -> None:
    solution = plateau.solve("connect4", "2252576253462244111563365343671351441")
    assert solution.result == [-1] and len(solution.scores) == 7
    state = plateau.game("connect4").new()
    for move in "2252576253462244111563365343671351441":
        state.play(move)
    assert plateau.Solver("connect4").worth([state]) == [0.0]
    with pytest.raises(plateau.PositionError):
        plateau.solve("connect4", "9")
    report = plateau.match("connect4", "random", centre, games=4, exact=True)
    errors = [one.error_a_move for one in report.standings]
    assert all(error is not None and 0 <= error <= 1 for error in errors)
    with pytest.raises(plateau.PlateauError, match="no exact solver"):
        plateau.match("blokus", "easy", "easy", games=2, variant="duo", exact=True)


def test_positions_of_a_function_are_exported() -> None:
    for first in (lambda state: state.legal_moves()[0], lambda state: state.legal_actions()[0]):
        examples = plateau.export("tigris", first, games=1, seed=3, longest=40)
        assert len(examples) > 20 and np.isnan(examples.values).all()
        assert examples.masks[np.arange(len(examples)), examples.actions].all()
    with pytest.raises(TypeError, match="a level or a function, not int"):
        plateau.export("connect4", 7)  # type: ignore[arg-type]
    with pytest.raises(plateau.MoveError):
        plateau.export("connect4", lambda state: "nowhere", games=1)


def test_exported_positions_can_be_kept(tmp_path: pathlib.Path) -> None:
    examples = plateau.export("quoridor", "walls", games=2, nodes=50, seed=1, explore=0.2)
    rows = np.arange(len(examples))
    assert examples.masks[rows, examples.actions].all()
    assert (np.abs(examples.results) <= 1).all() and set(examples.games) == {0, 1}
    path = str(tmp_path / "positions.npz")
    examples.save(path)
    again = plateau.Examples.load(path)
    assert (again.observations == examples.observations).all()
    assert (again.results == examples.results).all()


def test_players_run_alone_on_the_same_seeds() -> None:
    first, again = (
        plateau.simulate("tetris", "random", "lookahead", variant="report", games=3, moves=40, seed=2)
        for _ in range(2)
    )
    assert [runs.name for runs in first] == ["random", "lookahead"]
    assert all((a.values == b.values).all() for a, b in zip(first, again))
    assert first[0].values.shape == (3, len(first[0].figures)) and (first[0].moves <= 40).all()
    with pytest.raises(plateau.PlateauError, match="not played alone"):
        plateau.simulate("connect4", "random")
    with pytest.raises(plateau.PlateauError, match="no player"):
        plateau.simulate("tetris", "nobody")

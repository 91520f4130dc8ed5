"""Many games at a time."""

import numpy as np
import plateau
import pytest
from common import VARIANTS


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_a_batch_plays_as_single_games_do(name: str, variant: str) -> None:
    game = plateau.game(name, variant)
    games = plateau.batch(game, 5, seed=1)
    singles = [games.state(index) for index in range(5)]
    for _ in range(12):
        actions = games.sample()
        games.step(actions)
        for index, single in enumerate(singles):
            single.play_action(actions[index])
            assert bool(games.dones[index]) == single.is_over
            if single.is_over:
                if game.seats > 1:
                    assert games.rewards[index].tolist() == pytest.approx(single.returns())
                singles[index] = games.state(index)
                continue
            assert games.turns[index] == single.turn
            assert (games.masks[index] == single.action_mask()).all()
            assert (games.observations[index] == single.observation()).all()
            assert games.state(index).save() == single.save()


def test_the_result_does_not_depend_on_threads_and_arrays_stay_the_same() -> None:
    one, many = (plateau.batch("connect4", 1500, seed=7, threads=threads) for threads in (1, 3))
    views = [many.observations, many.masks, many.turns, many.rewards, many.dones]
    ended = 0
    for _ in range(60):
        actions = one.sample()
        assert (actions == many.sample()).all()
        one.step(actions)
        many.step(actions)
        assert (one.observations == many.observations).all() and (one.masks == many.masks).all()
        assert (one.rewards == many.rewards).all() and (one.dones == many.dones).all()
        assert (one.rewards[one.dones].sum(axis=1) == 0).all()
        ended += int(one.dones.sum())
    assert ended > 1500
    now = [many.observations, many.masks, many.turns, many.rewards, many.dones]
    assert all(a is b for a, b in zip(views, now)), "nothing is copied"
    many.reset(7)
    assert (many.observations == 0).all()


def test_an_illegal_action_changes_nothing() -> None:
    games = plateau.batch("connect4", 600, threads=2)
    for _ in range(6):
        games.step(np.full(600, 3))
    before = games.observations.copy()
    actions = np.zeros(600, np.int64)
    actions[511] = 3
    with pytest.raises(plateau.IllegalMove, match="game 511: column 4 is full"):
        games.step(actions)
    for bad in (np.full(600, -1), np.full(600, 7), np.full(600, 2**40)):
        with pytest.raises(plateau.IllegalMove, match="game 0: "):
            games.step(bad)
    assert (games.observations == before).all()
    with pytest.raises(plateau.PlateauError, match="as many actions"):
        games.step(np.zeros(3, np.int64))
    games.masks[:] = True  # what Python writes into the arrays is believed by nobody
    with pytest.raises(plateau.IllegalMove):
        games.step(np.full(600, 3))
    games.step(np.zeros(600, np.int64))


def test_points_are_rewards_where_one_plays_alone() -> None:
    games = plateau.batch("tetris", 8, variant="report", seed=3)
    total = np.zeros(8)
    for _ in range(30):
        games.step(games.sample())
        total += games.rewards[:, 0]
    assert (total >= 0).all()

"""Actions, masks, observations and symmetries as NumPy arrays."""

import numpy as np
import plateau
import pytest
from common import VARIANTS, advanced


def test_the_action_spaces_are_the_documented_ones() -> None:
    sizes = {
        ("connect4", "standard"): (7, 84),
        ("quoridor", "two"): (81 + 128, 331),
        ("blokus", "duo"): (13_729, 4 * 196 + 46),
        ("blokus", "classic"): (30_433, 6 * 400 + 92),
        ("tetris", "modern"): (6_400, 400 + 60),
        ("tetris", "report"): (880, 220 + 14),
        ("tigris", "two"): (3_042, 21 * 176 + 45),
    }
    for (name, variant), (actions, size) in sizes.items():
        game = plateau.game(name, variant)
        assert (game.num_actions, game.observation_size) == (actions, size), (name, variant)


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_masks_moves_and_observations_agree(name: str, variant: str) -> None:
    game = plateau.game(name, variant)
    state = advanced(game.new(seed=4), 12)
    mask, actions = state.action_mask(), state.legal_actions()
    assert mask.dtype == np.bool_ and sorted(actions) == np.flatnonzero(mask).tolist()
    moves = state.legal_moves()
    assert [state.action_of(move) for move in moves] == actions
    assert [state.move_of(action) for action in actions] == moves
    planes, rows, columns = game.board_shape
    assert len(game.planes) == planes
    assert game.observation_size == planes * rows * columns + len(game.features)
    for seat in range(game.seats):
        seen = state.observation(seat)
        assert seen.dtype == np.float32 and seen.shape == (game.observation_size,)
        assert np.isfinite(seen).all() and (seen >= 0).all()
    assert (state.observation() == state.observation(state.turn)).all()


def test_arrays_are_written_in_place() -> None:
    state = plateau.game("connect4").new().play("4")
    out = np.full(84, 9, np.float32)
    assert state.observation(0, out) is out and out.sum() == 1
    table = np.zeros((3, 7), np.bool_)
    state.action_mask(table[1])
    assert table.sum(axis=1).tolist() == [0, 7, 0]
    with pytest.raises(plateau.PlateauError, match="84 items"):
        state.observation(0, np.zeros(83, np.float32))
    with pytest.raises(plateau.PlateauError, match="one piece"):
        state.observation(0, np.zeros(168, np.float32)[::2])
    frozen = np.zeros(84, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(plateau.PlateauError, match="cannot be written"):
        state.observation(0, frozen)
    with pytest.raises(TypeError):
        state.observation(0, np.zeros(84, np.float64))


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_symmetries_are_permutations_that_play_along(name: str, variant: str) -> None:
    game = plateau.game(name, variant)
    for label, actions, numbers in game.symmetries():
        assert sorted(actions) == list(range(game.num_actions)), label
        assert sorted(numbers) == list(range(game.observation_size)), label
        state, image = game.new(), game.new()
        chance = np.random.default_rng(1)
        for _ in range(20):
            if state.is_over:
                break
            action = chance.choice(state.legal_actions())
            state.play_action(action)
            image.play_action(actions[action])
            moved = np.empty_like(state.observation())
            moved[numbers] = state.observation()
            assert (moved == image.observation()).all()

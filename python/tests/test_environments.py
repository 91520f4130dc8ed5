"""The environments pass the checks of those whose interface they have."""

import warnings

import gymnasium
import plateau
import plateau.gym
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, seed_test
from plateau import zoo

from common import VARIANTS


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_pettingzoo_api(name: str, variant: str) -> None:
    env = zoo.env(name, variant=variant, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like bounds on everything
        api_test(env, num_cycles=60)


@pytest.mark.parametrize("name", plateau.games())
def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: zoo.env(name), num_cycles=20)


def test_pettingzoo_max_cycles() -> None:
    # It plays without looking at the mask: a game whose first moves are all legal.
    max_cycles_test(zoo)


@pytest.mark.parametrize("name", plateau.games())
def test_gymnasium(name: str) -> None:
    level = plateau.game(name).levels[0]["id"]
    env = gymnasium.make("plateau/Versus-v0", game=name, level=level, longest=50)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_you_against_a_level(name: str, variant: str) -> None:
    level = plateau.game(name).levels[0]["id"]
    env = plateau.gym.VersusEnv(name, level=level, variant=variant)
    _, info = env.reset(seed=4)
    over, reward, steps = False, 0.0, 0
    while not over and steps < 60:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, _, info = env.step(action)
        steps += 1
    if over and env.game.seats > 1:
        assert -1 <= float(reward) <= 1
    if not over:
        illegal = int((info["action_mask"] == 0).argmax())
        if not info["action_mask"][illegal]:
            before = env.state.save()
            _, reward, over, _, info = env.step(illegal)
            assert reward == -1 and not over and info["illegal"] and env.state.save() == before

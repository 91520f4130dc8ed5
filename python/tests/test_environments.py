"""The environments pass the checks of those whose interface they have."""

import warnings
from types import SimpleNamespace
from typing import Any, Callable

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
    # It plays without looking at the mask: a game whose first moves are all legal. By chance somebody would win within
    # the cycles that it counts, so the chances are fixed.
    def seeded(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(**settings: Any) -> Any:
            env = make(**settings)
            for number, agent in enumerate(env.possible_agents):
                env.action_space(agent).seed(number)
            return env

        return made

    max_cycles_test(SimpleNamespace(env=seeded(zoo.env), parallel_env=seeded(zoo.parallel_env)))


def test_a_parallel_game_may_end_within_a_cycle() -> None:
    env = zoo.parallel_env()
    first, second = env.possible_agents
    env.reset(seed=1)
    for _ in range(3):
        *_, terminations, truncations, _ = env.step({first: 0, second: 1})
        assert env.agents and not any([*terminations.values(), *truncations.values()])
    # The first seat has four in a row: what the second one chose is not played.
    _, rewards, terminations, _, _ = env.step({first: 0, second: 1})
    assert rewards == {first: 1.0, second: -1.0} and all(terminations.values())
    assert env.agents == []


def test_an_illegal_choice_loses_a_parallel_game() -> None:
    env = zoo.parallel_env()
    first, second = env.possible_agents
    env.reset(seed=1)
    for _ in range(3):
        env.step({first: 0, second: 0})
    _, rewards, terminations, _, _ = env.step({first: 0, second: 1})
    assert rewards == {first: -1.0, second: 0.0} and all(terminations.values())
    assert env.agents == []


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

"""How fast games step through the Python interface, beside OpenSpiel and PettingZoo, in CPU time of one core.

    pip install ./python open_spiel 'pettingzoo[classic]'
    python python/benchmarks/steps.py

Every contender plays random games in the same way: list the legal actions, draw one, play it. They take turns, several
rounds each, and the best round counts: whatever else the machine does can only make a round slower.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import plateau


def plateau_steps(name: str, variant: str) -> Callable[[float], float]:
    game = plateau.game(name, variant)

    def run(seconds: float) -> float:
        draw, steps, seed = random.Random(1).random, 0, 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            seed += 1
            state = game.new(seed)
            while actions := state.legal_actions():
                state.play_action(actions[int(draw() * len(actions))])
                steps += 1
        return steps / spent

    return run


def plateau_batch(name: str, variant: str, count: int) -> Callable[[float], float]:
    game = plateau.game(name, variant)

    def run(seconds: float) -> float:
        games, steps = plateau.batch(game, count, seed=1, threads=1), 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            games.step(games.sample())
            steps += count
        return steps / spent

    return run


def openspiel_steps(name: str) -> Callable[[float], float] | None:
    try:
        import pyspiel
    except ImportError:
        return None
    if name.split("(")[0] not in pyspiel.registered_names():
        return None
    game = pyspiel.load_game(name)

    def run(seconds: float) -> float:
        draw, steps = random.Random(1).random, 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[int(draw() * len(actions))])
                steps += 1
        return steps / spent

    return run


def pettingzoo_steps(make: Callable[[], Any]) -> Callable[[float], float]:
    import numpy as np

    def run(seconds: float) -> float:
        env, draw, steps = make(), random.Random(1).random, 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            env.reset(seed=steps)
            while env.agents:
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                actions = np.flatnonzero(observation["action_mask"])
                env.step(int(actions[int(draw() * len(actions))]))
                steps += 1
        return steps / spent

    return run


def contenders() -> dict[str, dict[str, Callable[[float], float] | None]]:
    rows: dict[str, dict[str, Callable[[float], float] | None]] = {
        "connect4": {
            "plateau": plateau_steps("connect4", "standard"),
            "open_spiel": openspiel_steps("connect_four"),
        },
        "quoridor": {
            "plateau": plateau_steps("quoridor", "two"),
            "open_spiel": openspiel_steps("quoridor"),
        },
        "blokus duo": {
            "plateau": plateau_steps("blokus", "duo"),
            "open_spiel": openspiel_steps("blokus_duo"),
        },
        "tigris two": {"plateau": plateau_steps("tigris", "two")},
        "tetris report": {"plateau": plateau_steps("tetris", "report")},
        "tetris modern": {"plateau": plateau_steps("tetris", "modern")},
        "connect4, batch of 4096 with masks and observations": {
            "plateau": plateau_batch("connect4", "standard", 4096)
        },
        "quoridor, batch of 1024 with masks and observations": {
            "plateau": plateau_batch("quoridor", "two", 1024)
        },
    }
    try:
        from plateau import zoo

        row = {"plateau": pettingzoo_steps(lambda: zoo.SeatsEnv("connect4"))}
        try:
            from pettingzoo.classic import connect_four_v3

            row["pettingzoo"] = pettingzoo_steps(connect_four_v3.raw_env)
        except Exception:  # it needs pygame
            pass
        rows["connect4 through PettingZoo's interface"] = dict(row)
    except ImportError:
        pass
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    best: dict[str, dict[str, float]] = {}
    for row, runs in contenders().items():
        best[row] = {}
        for _ in range(asked.rounds):
            for name, run in runs.items():
                if run is not None:
                    best[row][name] = max(best[row].get(name, 0.0), run(asked.seconds))
    if asked.json:
        print(json.dumps(best, indent=2))
        return
    print("steps a CPU-second")
    for row, found in best.items():
        print(f"  {row:<52}", *(f"{name} {speed:>10,.0f}  " for name, speed in found.items()))


if __name__ == "__main__":
    main()

"""A first bot: one move ahead by random playouts, against levels of ours.

    python python/examples/first_bot.py [--game quoridor] [--games 20]
"""

from __future__ import annotations

import argparse
import random

import plateau

PLAYOUTS, LONGEST = 4, 60


def playout(state: plateau.State) -> float:
    """What a random end of the game is worth to seat 0, from -1 to 1."""
    for _ in range(LONGEST):
        actions = state.legal_actions()
        if not actions:
            break
        state.play_action(random.choice(actions))
    return state.returns()[0]


def flat_monte_carlo(state: plateau.State) -> int:
    """Tries some moves with some random ends each, and plays the best."""
    sign = 1 if state.turn == 0 else -1
    candidates = random.sample(state.legal_actions(), min(8, len(state.legal_actions())))

    def worth(action: int) -> float:
        total = 0.0
        for _ in range(PLAYOUTS):
            world = state.copy()
            world.play_action(action)
            total += sign * playout(world)
        return total

    return max(candidates, key=worth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    random.seed(1)
    for level in plateau.game(asked.game).levels[:2]:
        report = plateau.match(asked.game, flat_monte_carlo, level["id"], games=asked.games)
        own = report.standings[0]
        print(f"against {level['id']}: {own.wins} won, {own.draws} drawn, {own.losses} lost")
        for fault in report.faults:
            print("  ", fault)


if __name__ == "__main__":
    main()

"""What the tests share: every game in every variant."""

from __future__ import annotations

import random

import plateau

VARIANTS = [
    (name, variant) for name in plateau.games() for variant in plateau.game(name).variants
]


def advanced(state: plateau.State, plies: int, seed: int = 0) -> plateau.State:
    """The state after so many random moves, or at the end."""
    chance = random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.play_action(chance.choice(state.legal_actions()))
    return state

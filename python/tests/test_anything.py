"""Whatever is thrown at it, it raises an ordinary exception or works: the interpreter never aborts."""

from __future__ import annotations

import numpy as np
import plateau
from common import advanced
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

# What a caller may expect. A panic of Rust is a BaseException and none of these.
EXPECTED = (ValueError, TypeError, OverflowError, MemoryError, AttributeError)

NUMBERS = st.one_of(
    st.integers(),
    st.integers(-3, 300),
    st.sampled_from([2**31, 2**32, 2**63, 2**64, -(2**63), 10**30]),
    st.floats(),
)
TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "4", "e2", "e3h", "pass", "hard", "hard:", "hard:depth=1e9", "tile red d5", "Te5.2",
         "7x6 7/7/7/7/7/7 -", '{"plateau":1,"game":"connect4"}', "\0", "🦀"]
    ),
)
ARRAYS = hnp.arrays(
    dtype=st.one_of(hnp.integer_dtypes(), hnp.floating_dtypes(), hnp.boolean_dtypes()),
    shape=hnp.array_shapes(max_dims=2, max_side=90),
)
ANYTHING = st.one_of(
    st.none(), st.booleans(), NUMBERS, TEXTS, st.binary(max_size=10), ARRAYS,
    st.lists(st.integers(), max_size=5), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.builds(object), st.complex_numbers(),
)
NAMES = st.one_of(st.sampled_from(plateau.games()), ANYTHING)
many = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def survives(call: object, *arguments: object, **named: object) -> None:
    try:
        call(*arguments, **named)  # type: ignore[operator]
    except EXPECTED:
        pass


@many
@given(NAMES, ANYTHING, st.dictionaries(st.text(max_size=8), ANYTHING, max_size=2))
def test_games(name: object, variant: object, options: dict[str, object]) -> None:
    try:
        game = plateau.game(name, variant, **options)  # type: ignore[arg-type]
    except EXPECTED:
        return
    game.new(seed=1)


@many
@given(st.sampled_from(plateau.games()), st.integers(0, 60), ANYTHING, ANYTHING)
def test_states(name: str, plies: int, first: object, second: object) -> None:
    game = plateau.game(name)
    state = advanced(game.new(seed=plies), plies, seed=plies)
    saved = state.save()
    for method in (
        state.action_of, state.move_of, state.points, state.observation, state.action_mask, state.view,
        state.text, state.svg, state.random_action, state.imagine, state.__eq__, state.__deepcopy__,
        game.new, game.load, plateau.replay,
    ):
        survives(method, first)
        survives(method, first, second)
    survives(state.observation, None, first)
    survives(state.observation, seat=first, out=second)
    assert state.save() == saved, "nothing of this changes a state"
    for method in (state.play, state.play_action):
        survives(method, first)
        survives(method, first, second)
    assert len(state.save()) > 0 and isinstance(state.legal_actions(), list)


@many
@given(st.sampled_from(plateau.games()), TEXTS)
def test_texts(name: str, text: str) -> None:
    game = plateau.game(name)
    survives(game.load, text)
    survives(plateau.replay, f'{{"plateau":1,"game":"{name}"}}\n{text}')
    survives(game.new().play, text)


@many
@given(NAMES, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_players(name: object, level: object, seed: object, time: object, nodes: object, depth: object) -> None:
    survives(plateau.player, name, level, seed=seed, time=time, nodes=nodes, depth=depth)
    survives(plateau.player("connect4", "random").think, level)
    survives(plateau.solve, name, level, table=1)
    survives(plateau.match, name, level, seed, games=1, nodes=20)


@many
@given(
    st.sampled_from(plateau.games()),
    st.one_of(st.integers(-2, 300), st.integers(2**55, 2**70), TEXTS, st.floats()),
    ANYTHING,
    ARRAYS,
)
def test_batches(name: str, count: object, other: object, actions: np.ndarray) -> None:  # type: ignore[type-arg]
    try:
        games = plateau.Batch(plateau.game(name), count, 1)  # type: ignore[arg-type]
    except EXPECTED:
        return
    for argument in (actions, other):
        survives(games.step, argument)
        survives(games.state, argument)
        survives(games.reset, argument)
    survives(plateau.Batch, plateau.game(name), 2, other, other)
    games.step(games.sample())

"""Games and states, as people use them."""

import copy
import pickle

import plateau
import pytest
from common import VARIANTS, advanced


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_a_game_can_be_played_copied_and_written_down(name: str, variant: str) -> None:
    game = plateau.game(name, variant)
    assert game.variant == variant and len(game.seat_names) == game.seats
    state = advanced(game.new(seed=3), 15)
    saved, record = state.save(), state.record()
    for again in (
        copy.copy(state),
        copy.deepcopy(state),
        state.copy(),
        pickle.loads(pickle.dumps(state)),
        plateau.replay(record),
        game.load(saved),
    ):
        assert again == state and again.save() == saved
        assert again.legal_moves() == state.legal_moves() and again.turn == state.turn
    twin = state.copy()
    if not twin.is_over:
        twin.play(twin.legal_moves()[0])
        assert twin.epoch == state.epoch + 1 and state.save() == saved
    assert state.moves == plateau.replay(record).moves
    assert pickle.loads(pickle.dumps(game)).options == game.options


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_a_state_can_be_shown(name: str, variant: str) -> None:
    state = advanced(plateau.game(name, variant).new(seed=3), 8)
    assert len(str(state).splitlines()) > 3
    svg = state._repr_svg_()
    assert svg.startswith("<svg") and svg.endswith("</svg>")
    import xml.dom.minidom

    xml.dom.minidom.parseString(svg)
    assert isinstance(state.view(0), dict) and isinstance(state.view(), dict)
    assert name in repr(state)


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_games_end_and_say_how(name: str, variant: str) -> None:
    game = plateau.game(name, variant)
    state = advanced(game.new(seed=1), 5_000, seed=2)
    assert state.is_over and state.turn is None and state.legal_moves() == []
    outcome = state.outcome
    assert outcome is not None and len(outcome.places) == game.seats and outcome.why
    assert abs(sum(state.returns())) < 1e-6
    assert not state.action_mask().any()
    with pytest.raises(plateau.IllegalMove, match="over"):
        state.play(0)


def test_errors_are_our_sentences() -> None:
    with pytest.raises(plateau.UnknownName, match="there is no game “chess”; there is connect4"):
        plateau.game("chess")
    with pytest.raises(plateau.OptionsError, match="no variant “five”"):
        plateau.game("quoridor", "five")
    with pytest.raises(plateau.OptionsError, match="from 4 to 16"):
        plateau.game("connect4", width=1000)
    state = plateau.game("connect4").new()
    with pytest.raises(plateau.MoveError, match="choose a column from 1 to 7"):
        state.play("9")
    for _ in range(6):
        state.play("4")
    with pytest.raises(plateau.IllegalMove, match="column 4 is full"):
        state.play("4")
    with pytest.raises(plateau.IllegalMove, match="no action -1"):
        state.play(-1)
    with pytest.raises(plateau.IllegalMove, match="actions are 0 to 6"):
        state.play(7)
    with pytest.raises(plateau.PositionError):
        plateau.game("connect4").load("nonsense")
    with pytest.raises(plateau.RecordError):
        plateau.replay("nonsense")
    with pytest.raises(plateau.PlateauError, match="there is no seat 2"):
        state.view(2)
    assert issubclass(plateau.PlateauError, ValueError)
    assert state.epoch == 6


def test_a_seat_sees_only_what_it_may_know() -> None:
    game = plateau.game("tigris", "two")
    state = advanced(game.new(seed=5), 20)
    for seat in range(2):
        worlds = [state.imagine(seat, seed) for seed in range(5)]
        assert len({world.save() for world in worlds}) > 1
        for world in worlds:
            assert world.view(seat) == state.view(seat)
            assert (world.observation(seat) == state.observation(seat)).all()
    with pytest.raises(plateau.RecordError, match="loaded or imagined"):
        state.imagine(0, 1).record()


def test_players_think() -> None:
    state = plateau.game("connect4").new()
    for move in "444455":
        state.play(move)
    thought = plateau.player("connect4", "perfect", time=0.5).think(state)
    assert thought.move == state.move_of(thought.action) and 0 <= thought.chance <= 1
    assert thought.line[0] == thought.move and thought.visits == thought.nodes
    study = plateau.player("connect4", "hard", depth=4, study=True).think(state)
    assert set(study.moves) <= set(state.legal_moves())
    assert plateau.player("connect4", "hard").parameters["depth"] == 5
    with pytest.raises(plateau.PlateauError, match="cannot play"):
        plateau.player("connect4", "hard").think(plateau.game("quoridor").new())
    with pytest.raises(plateau.PlateauError, match="seconds"):
        plateau.player("connect4", "hard", time=-1)
    over = advanced(plateau.game("connect4").new(), 60)
    assert plateau.player("connect4", "hard").think(over).move is None


@pytest.mark.parametrize("name", plateau.games())
def test_every_level_plays_a_legal_move(name: str) -> None:
    game = plateau.game(name)
    state = advanced(game.new(seed=2), 3)
    for level in game.levels:
        move = plateau.player(game, level["id"], seed=1, nodes=50)(state)
        assert move in state.legal_moves()

"""Ctrl-C ends what takes long."""

import signal
import subprocess
import sys

import plateau
import pytest

# Whoever started the tests in the background had Ctrl-C ignored, and the programs below inherit that.
PROGRAM = """
import signal
import plateau
signal.signal(signal.SIGINT, signal.default_int_handler)
state = plateau.game("connect4").new()
try:
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    "work",
    [
        'plateau.player("connect4", "mcts", nodes=10**9, time=3600).think(state)',
        'plateau.match("connect4", "mcts", "mcts", games=1000, nodes=10**9)',
        'plateau.match("connect4", lambda state: state.legal_moves()[0], "random", games=10**5)',
    ],
)
def test_long_work_is_interrupted(work: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(work=work)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.stdout.read() == "interrupted\n"
        finally:
            process.kill()


def test_nobody_plays_games_without_end() -> None:
    for call in (
        lambda: plateau.match("connect4", "random", "random", games=10**9),
        lambda: plateau.ladder("connect4", "random", "medium", games=2**62),
        lambda: plateau.simulate("tetris", "random", games=10**12),
    ):
        with pytest.raises(plateau.PlateauError, match="1000000 games"):
            call()

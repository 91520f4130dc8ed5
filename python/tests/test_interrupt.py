"""Ctrl-C ends what takes long."""

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import plateau
state = plateau.game("connect4").new()
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    "work",
    [
        'plateau.player("connect4", "mcts", nodes=10**9).think(state)',
        'plateau.match("connect4", "mcts", "mcts", games=10**6, nodes=10**9)',
        'plateau.match("connect4", lambda state: state.legal_moves()[0], "random", games=10**9)',
    ],
)
def test_long_work_is_interrupted(work: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(work=work)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            # The first signal may come before the work has begun, so it is sent until it is heard.
            for _ in range(600):
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(0.2)
                    break
                except subprocess.TimeoutExpired:
                    pass
            assert process.poll() is not None
        finally:
            process.kill()

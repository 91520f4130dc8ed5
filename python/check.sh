#!/usr/bin/env bash
# Builds the wheel into a virtual environment and runs its tests, types, docstrings and examples.
set -euo pipefail
cd "$(dirname "$0")"

venv=target/venv
if [ ! -x "$venv/bin/maturin" ] || [ pyproject.toml -nt "$venv/ready" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'maturin>=1.7,<2' 'numpy>=1.22' 'gymnasium>=1.0' \
        'pettingzoo>=1.24' hypothesis mypy pytest
    touch "$venv/ready"
fi
python=$PWD/$venv/bin/python

cargo fmt --check
cargo clippy --locked --release --quiet -- -D warnings
rm -rf target/wheels
"$venv/bin/maturin" build --quiet --release --locked --interpreter "$python" --out target/wheels
"$venv/bin/pip" install --quiet --no-deps --force-reinstall target/wheels/plateau-*.whl

# Away from the sources, so that the wheel is what is tested.
export PLATEAU_DOCS=$PWD/../docs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r tests examples pyproject.toml "$work"
cd "$work"
"$python" -m mypy --strict -p plateau
"$python" -m pytest --quiet tests
"$python" -m pytest --quiet --doctest-modules --pyargs plateau
"$python" examples/first_bot.py --games 4
"$python" examples/tournament.py --games 4
"$python" examples/train_there_and_back.py --tests 100 --positions 300 --epochs 3

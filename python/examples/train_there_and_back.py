"""A small network learns Connect Four from the exact solver, in NumPy or PyTorch, and is saved as safetensors.

    python python/examples/train_there_and_back.py [--positions 20000] [--output connect4.safetensors]
    plateau match connect4 "mcts:net=connect4.safetensors" hard

Positions come from random games, what is right in them from the exact solver. The network has two hidden layers over the
observation, a policy over the actions and a value, so that the level `mcts` can search with it. What a move of the policy
alone, without search, gives away by the exact solver is measured before and after, in positions kept apart for it.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import plateau

Array = npt.NDArray[np.float32]
Weights = dict[str, Array]

GAME = plateau.game("connect4")
HIDDEN = 128


def positions(count: int, seed: int) -> list[plateau.State]:
    """Different positions from random games that are still on; earlier ones would take the solver long."""
    chance, found = random.Random(seed), {}
    while len(found) < count:
        state = GAME.new()
        for _ in range(chance.randint(12, 34)):
            if state.is_over:
                break
            state.play_action(chance.choice(state.legal_actions()))
        if not state.is_over:
            found[state.save()] = state
    return list(found.values())


def solve(states: list[plateau.State]) -> list[plateau.Solution]:
    """The exact score of every move in every position."""
    texts = ["".join(state.moves) for state in states]
    halves = [texts[: len(texts) // 2], texts[len(texts) // 2 :]]
    # The solver works without the interpreter lock: two of them on two cores.
    with ThreadPoolExecutor(2) as pool:
        solved = pool.map(lambda half: plateau.Solver("connect4").solve(half), halves)
        return [solution for half in solved for solution in half]


def lessons(states: list[plateau.State], solutions: list[plateau.Solution]) -> tuple[Array, Array, Array, npt.NDArray[np.bool_]]:
    """Observations, the best actions, the share of the result of each side, and the masks; all of them mirrored too."""
    observations = np.stack([state.observation() for state in states])
    masks = np.stack([state.action_mask() for state in states])
    policy, shares = np.zeros(masks.shape, np.float32), np.zeros((len(states), 2), np.float32)
    for row, solution in enumerate(solutions[: len(states)]):
        scores = [-99 if score is None else score for score in solution.scores]
        best = np.array([score == max(scores) for score in scores], np.float32)
        policy[row] = best / best.sum()
        own = (np.sign(solution.result[0]) + 1) / 2
        shares[row] = own, 1 - own
    _, actions, numbers = GAME.symmetries()[0]
    seen, played, legal = np.empty_like(observations), np.empty_like(policy), np.empty_like(masks)
    seen[:, numbers], played[:, actions], legal[:, actions] = observations, policy, masks
    return (
        np.concatenate([observations, seen]),
        np.concatenate([policy, played]),
        np.concatenate([shares, shares]),
        np.concatenate([masks, legal]),
    )


def new_network(seed: int) -> Weights:
    """Small random weights; policy and value begin even."""
    chance, inputs, actions = np.random.default_rng(seed), GAME.observation_size, GAME.num_actions

    def scaled(rows: int, columns: int, fan_in: int) -> Array:
        return chance.normal(0, np.sqrt(2 / fan_in), (rows, columns)).astype(np.float32)

    return {
        "first.weight": scaled(inputs, HIDDEN, inputs // 4),
        "first.bias": np.zeros(HIDDEN, np.float32),
        "second.weight": scaled(HIDDEN, HIDDEN, HIDDEN),
        "second.bias": np.zeros(HIDDEN, np.float32),
        "policy.weight": np.zeros((actions, HIDDEN), np.float32),
        "policy.bias": np.zeros(actions, np.float32),
        "value.weight": np.zeros((GAME.seats, HIDDEN), np.float32),
        "value.bias": np.zeros(GAME.seats, np.float32),
    }


def softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def forward(net: Weights, seen: Array, masks: npt.NDArray[np.bool_]) -> tuple[Array, ...]:
    """Both hidden layers, the policy over legal actions, the share of each side."""
    first = np.maximum(seen @ net["first.weight"] + net["first.bias"], 0)
    second = np.maximum(first @ net["second.weight"].T + net["second.bias"], 0)
    logits = second @ net["policy.weight"].T + net["policy.bias"]
    policy = softmax(np.where(masks, logits, -1e9).astype(np.float32))
    return first, second, policy, softmax(second @ net["value.weight"].T + net["value.bias"])


def gradients(net: Weights, seen: Array, target: Array, shares: Array, masks: npt.NDArray[np.bool_]) -> tuple[Weights, float]:
    """Of the cross-entropy of policy and value, which is given too."""
    first, second, policy, value = forward(net, seen, masks)
    loss = -(target * np.log(policy + 1e-9)).sum(1).mean() - (shares * np.log(value + 1e-9)).sum(1).mean()
    by_policy, by_value = (policy - target) / len(seen), (value - shares) / len(seen)
    by_second = (by_policy @ net["policy.weight"] + by_value @ net["value.weight"]) * (second > 0)
    by_first = (by_second @ net["second.weight"]) * (first > 0)
    return {
        "first.weight": seen.T @ by_first,
        "first.bias": by_first.sum(0),
        "second.weight": by_second.T @ first,
        "second.bias": by_second.sum(0),
        "policy.weight": by_policy.T @ second,
        "policy.bias": by_policy.sum(0),
        "value.weight": by_value.T @ second,
        "value.bias": by_value.sum(0),
    }, float(loss)


def train(net: Weights, data: tuple[Array, Array, Array, npt.NDArray[np.bool_]], epochs: int, seed: int) -> None:
    """Adam with a learning rate that falls to nothing."""
    chance, size, step = np.random.default_rng(seed), len(data[0]), 0
    mean = {name: np.zeros_like(weight) for name, weight in net.items()}
    square = {name: np.zeros_like(weight) for name, weight in net.items()}
    steps = epochs * -(-size // 256)
    for epoch in range(epochs):
        order, total = chance.permutation(size), 0.0
        for start in range(0, size, 256):
            rows = order[start : start + 256]
            found, loss = gradients(net, *(part[rows] for part in data))  # type: ignore[arg-type]
            step, total = step + 1, total + loss * len(rows)
            rate = 0.003 * (1 - step / (steps + 1))
            for name, gradient in found.items():
                mean[name] += 0.1 * (gradient - mean[name])
                square[name] += 0.001 * (gradient**2 - square[name])
                scaled = mean[name] / (1 - 0.9**step) / (np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)
                net[name] -= (rate * scaled).astype(np.float32)
        if epoch % 5 == 4 or epoch + 1 == epochs:
            print(f"epoch {epoch + 1}: loss {total / size:.3f}")


def train_with_torch(net: Weights, data: tuple[Array, Array, Array, npt.NDArray[np.bool_]], epochs: int) -> None:
    """The same fit in PyTorch."""
    import torch

    tensors = {name: torch.tensor(weight, requires_grad=True) for name, weight in net.items()}
    seen, target, shares, masks = (torch.tensor(part) for part in data)
    optimizer = torch.optim.Adam(tensors.values(), lr=0.003)
    decay = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, epochs)
    for epoch in range(epochs):
        for rows in torch.randperm(len(seen)).split(256):
            first = torch.relu(seen[rows] @ tensors["first.weight"] + tensors["first.bias"])
            second = torch.relu(first @ tensors["second.weight"].T + tensors["second.bias"])
            logits = second @ tensors["policy.weight"].T + tensors["policy.bias"]
            value = second @ tensors["value.weight"].T + tensors["value.bias"]
            policy = torch.log_softmax(logits.masked_fill(~masks[rows], -1e9), 1)
            loss = -(target[rows] * policy).sum(1).mean()
            loss = loss - (shares[rows] * torch.log_softmax(value, 1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        decay.step()
        if epoch % 5 == 4 or epoch + 1 == epochs:
            print(f"epoch {epoch + 1}: loss {loss.item():.3f}")
    net.update({name: tensor.detach().numpy() for name, tensor in tensors.items()})


def save(net: Weights, path: str) -> None:
    """As safetensors: the length of a header, the header as JSON, the numbers."""
    header: dict[str, object] = {"__metadata__": {"format": "plateau-policy-value-1", "game": GAME.id}}
    offset = 0
    for name, weight in net.items():
        end = offset + weight.nbytes
        header[name] = {"dtype": "F32", "shape": list(weight.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for weight in net.values():
            file.write(np.ascontiguousarray(weight, "<f4").tobytes())


def error_a_move(net: Weights, name: str, states: list[plateau.State], solutions: list[plateau.Solution]) -> float:
    """What a move of the policy gives away: 1 for a win that becomes a loss, a half for half of it.

    In positions of their own that the network has not learned from, the same ones before and after: in its own games a
    better player would be asked harder questions.
    """
    seen, masks = np.stack([state.observation() for state in states]), np.stack([state.action_mask() for state in states])
    chosen = forward(net, seen, masks)[2].argmax(axis=1)
    lost, open_moves = 0.0, 0
    for action, solution in zip(chosen, solutions):
        results = [None if score is None else np.sign(score) for score in solution.scores]
        known = [result for result in results if result is not None]
        lost += (max(known) - results[action]) / 2
        open_moves += max(known) > min(known)
    error = float(lost) / len(states)
    print(f"{name}: {error:.3f} a move in {len(states)} positions; in {open_moves} of them there is something to lose")
    return error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--tests", type=int, default=2_000, help="positions to measure the error in")
    parser.add_argument("--output", default="connect4.safetensors")
    parser.add_argument("--torch", action="store_true", help="fit with PyTorch")
    asked = parser.parse_args()
    start, worked = time.time(), time.process_time()
    net = new_network(seed=1)
    found = positions(asked.positions + asked.tests, seed=1)
    solutions = solve(found)
    tests, answers = found[asked.positions :], solutions[asked.positions :]
    data = lessons(found[: asked.positions], solutions)
    print(f"{len(found)} positions solved after {time.time() - start:.0f} s")
    before = error_a_move(net, "untrained", tests, answers)
    if asked.torch:
        train_with_torch(net, data, asked.epochs)
    else:
        train(net, data, asked.epochs, seed=1)
    after = error_a_move(net, "trained", tests, answers)
    save(net, asked.output)
    worked = time.process_time() - worked
    print(f"error a move: {before:.3f} before, {after:.3f} after; saved in {asked.output}")
    print(f"{time.time() - start:.0f} s on the clock, {worked:.0f} s of processor time")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Trains a policy for Keezen by playing against itself, and lets it play against random moves.

    python3 examples/python_policy.py [--steps 15000] [--games 400]

The policy is a softmax over a weighted sum of a few features of each action, learned with policy gradients (REINFORCE).
An action is credited with what the pawns of the own team gain on the others', discounted. Same seed, same weights.
"""

import argparse
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from speltafel.env import GameEnv

Array = NDArray[np.float64]

FEATURES = ("walk", "home", "hits another", "hits partner", "other's gain", "partner's gain", "enter", "fold")
RATE = 0.05
DISCOUNT = 0.7
RING = 64
START = 16  # What a pawn on its start is worth, in cells.
STEPS = (1, 2, 3, -4, 5, 6, 8, 9, 10, 12)  # of the cards that one pawn walks with


def pawns(environment: GameEnv, vector: NDArray[np.float32]) -> Array:
    """Returns the progress of each seat's pawns, the foremost first; -START for a pawn that waits."""
    layout = environment.layout
    ring, lane = (vector[layout[name]].reshape(layout.shapes[name]) for name in ("ring", "lane"))
    progress = np.full((4, 4), -float(START))
    for seat in range(4):
        cells = [RING + cell for cell in np.flatnonzero(lane[seat])]
        cells += [(cell - 16 * seat) % RING for cell in np.flatnonzero(ring[seat])]
        progress[seat, : len(cells)] = sorted(cells, reverse=True)
    return progress


def describe(progress: Array, action: int) -> Array:
    """Returns the features of an action."""
    found = np.zeros(len(FEATURES))

    def walk(pawn: int, steps: int) -> None:
        seat = 0 if pawn < 4 else 2
        before = progress[seat, pawn % 4]
        after = before + steps if before + steps >= 0 else before + steps + RING
        found[0] += (after - before) / RING
        found[1] += before < RING <= after
        for step in (1, 2, 3):
            other = (seat + step) % 4
            hit = (progress[other] == (after - 16 * step) % RING) & (after < RING)
            found[2 if other % 2 else 3] += (progress[other][hit] + START).sum() / RING

    if action < 2:
        found[6] = 1
    elif action == 2:
        found[7] = 1
    elif action < 83:
        walk((action - 3) % 8, STEPS[(action - 3) // 8])
    elif action < 179:
        pawn, (seat, number) = (action - 83) // 12, divmod((action - 83) % 12, 4)
        own, other = progress[0 if pawn < 4 else 2, pawn % 4], progress[seat + 1, number]
        turn = 16 * (seat + 1) - (0 if pawn < 4 else 32)
        found[0] = ((other + turn) % RING - own) / RING
        found[4 if seat != 1 else 5] = ((own - turn) % RING - other) / RING
    elif action < 187:
        walk(action - 179, 7)
    else:
        (first, second), steps = divmod((action - 187) // 6, 8), (action - 187) % 6 + 1
        walk(first, steps)
        walk(second, 7 - steps)
    return found


class Policy:
    """Chooses actions with a probability that grows with the weighted sum of their features."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.weights = np.zeros(len(FEATURES))
        self.rng = rng

    def choose(self, progress: Array, legal: list[int]) -> tuple[int, Array]:
        """Returns an action, and the gradient of the logarithm of its probability."""
        features = np.array([describe(progress, action) for action in legal])
        chances = np.exp(features @ self.weights)
        chances /= chances.sum()
        choice = int(self.rng.choice(len(legal), p=chances))
        return legal[choice], features[choice] - chances @ features


def value(progress: Array) -> float:
    """Returns by how many rounds the own team's pawns are ahead."""
    return float((progress[0::2].sum() - progress[1::2].sum()) / RING)


def train(environment: GameEnv, policy: Policy, steps: int, seed: int) -> None:
    """Plays against itself for a number of moves, and learns after each game."""
    environment.reset(seed=seed)
    played = defaultdict(list)
    for _ in range(steps):
        seat = environment.agent_selection
        seen = environment.observe(seat)
        progress = pawns(environment, seen["observation"])
        action, gradient = policy.choose(progress, list(environment.moves))
        environment.step(action)
        after = pawns(environment, environment.observe(seat)["observation"])
        played[seat].append((value(progress), value(after), gradient))
        if all(environment.terminations.values()):
            for moves in played.values():
                gain = 0.0
                for before, after_move, direction in reversed(moves):
                    gain = after_move - before + DISCOUNT * gain
                    policy.weights += RATE * gain * direction
            played.clear()
            environment.reset()


def play(environment: GameEnv, policy: Policy, games: int, seed: int) -> float:
    """Returns the part of the games that the policy wins as one team against random moves, sides in turn."""
    environment.reset(seed=seed)
    points = 0.0
    for game in range(games):
        own = ("p1", "p3") if game % 2 == 0 else ("p2", "p4")
        while not all(environment.terminations.values()):
            seat, legal = environment.agent_selection, list(environment.moves)
            action = int(policy.rng.choice(legal))
            if seat in own:
                action, _ = policy.choose(pawns(environment, environment.observe(seat)["observation"]), legal)
            environment.step(action)
        points += (1 + environment.rewards[own[0]]) / 2
        environment.reset()
    return points / games


def main() -> None:
    """Trains and plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=15_000, help="of training (%(default)s)")
    parser.add_argument("--games", type=int, default=400, help="of the match against random moves (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    environment = GameEnv("keezen")
    try:
        policy = Policy(np.random.default_rng(arguments.seed))
        train(environment, policy, arguments.steps, arguments.seed)
        print(", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, policy.weights, strict=True)))
        share = play(environment, policy, arguments.games, arguments.seed + 1)
    finally:
        environment.close()
    interval = 1.96 * np.sqrt(share * (1 - share) / arguments.games)
    print(f"{share:.1%} ± {interval:.1%} of {arguments.games} games against random moves")


if __name__ == "__main__":
    main()

"""Compares games by random agents in an environment with a referee of its own."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from speltafel.env import PUZZLES, GameEnv, PuzzleEnv
from speltafel.referee import Game

# More games with other rules, which are played in turn.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "checkers": [{}, {"Checkers.Numbering": "jijbent"}],
    "jeex": [{}, {"Jeex.Battlefields": "b2,d2"}],
    "wieniet": [{}, {"Wieniet.MixedRows": False}],
    "keezen": [{}, {"Keezen.Partners": "hidden"}, {"Keezen.SelfHit": "optional", "Keezen.HomeOrder": "back"}],
    "querbeet": [{}, {"Querbeet.Players": "3"}],
    "querbeet-figure": [{}, {"QuerbeetFigure.Figure": "hexagon-19"}],
    "querbeet-chain": [{}],
}


class Check:
    """An environment, and the referee that it is compared with.

    The referee gets the record of the game. Each position has the same seat to move, legal moves, view and observation,
    and the end the same result, ranks, scores and rewards. No two legal moves may have one action, and each action must
    lead back to its move.
    """

    def __init__(self, name: str, options: dict[str, Any], seed: int) -> None:
        # Either kind of environment; `play` tells them apart.
        self.environment: Any = (PuzzleEnv if name in PUZZLES else GameEnv)(name, options=options)
        self.referee = Game(name, options)
        self.random = random.Random(seed)
        self.seed: int | None = seed
        self.moves = 0
        self.differences = 0

    def __enter__(self) -> Check:
        return self

    def __exit__(self, *_: object) -> None:
        self.environment.close()
        self.referee.close()

    def play(self) -> None:
        """Plays and compares one game."""
        environment, referee = self.environment, self.referee
        started = environment.reset(seed=self.seed)
        self.seed = None
        referee.reset()
        observation = started[0] if started else environment.observe(environment.agent_selection)
        while not environment.game.is_over:
            self.follow()
            moves = environment.moves
            seat = referee.seat or 0
            self.same("seat", environment.game.seat, seat)
            self.same("legal moves", sorted(moves.values()), sorted(referee.legal))
            self.same("mask", np.flatnonzero(observation["action_mask"]).tolist(), sorted(moves))
            codec = environment._table.codec
            view = referee.query("fen", seat)
            self.same("observation", observation["observation"].tolist(), codec.observe(view, seat).tolist())
            indexes = codec.indexes(referee.legal, view, seat)
            self.same("number of actions", len(set(indexes)), len(referee.legal))
            self.same("moves", [moves[index] for index in indexes], list(referee.legal))
            action = self.random.choice(sorted(moves))
            before = environment.game.position.moves
            stepped = environment.step(action)
            self.same("move", environment.game.position.moves[len(before)], moves[action])
            over = environment.game.is_over
            observation = stepped[0] if stepped else None if over else environment.observe(environment.agent_selection)
            self.moves += 1
        self.follow()
        self.end(stepped)

    def follow(self) -> None:
        """Brings the referee to the position of the environment."""
        for token in self.environment.game.position.moves[len(self.referee.position.moves) :]:
            self.same("kind of token", token.startswith("!"), self.referee.is_chance)
            self.referee.play(token)

    def end(self, stepped: Any) -> None:
        """Compares the end of the game."""
        environment, referee = self.environment, self.referee
        self.same("end", True, referee.is_over)
        if stepped:
            _, reward, _, _, info = stepped
            expected = referee.scores[0] if referee.info()["points"] else int(referee.result == "p1win")
            self.same("reward", reward, expected)
            self.same("info", info, {"result": referee.result, "reason": referee.reason, "score": referee.scores[0]})
            return
        best = min(referee.ranks)
        for seat, agent in enumerate(environment.possible_agents, 1):
            info = environment.infos[agent]
            scores = (referee.scores[seat - 1], referee.ranks[seat - 1])
            self.same("result", (info["result"], info["reason"]), (referee.result, referee.reason))
            self.same("score and rank", (info["score"], info["rank"]), scores)
            is_best = referee.ranks[seat - 1] == best
            expected = 0 if referee.result == "draw" else 1 if is_best else -1
            self.same("reward", environment.rewards[agent], expected)

    def same(self, what: str, got: object, expected: object) -> None:
        if got != expected:
            self.differences += 1
            print(f"{what}: {got} instead of {expected} after {self.environment.game.position}", file=sys.stderr)

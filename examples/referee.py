#!/usr/bin/env python3
"""Runs a game with hidden hands. One engine process is the referee and has the
complete history; one process per seat plays and receives only what that seat
may know. The loop works for every game, because `query turn` names the next
step.

    cargo build --release
    python3 examples/referee.py --game keezen --nodes 500
"""
import argparse
import pathlib
import secrets
import subprocess

ENGINE = pathlib.Path(__file__).resolve().parent.parent / "target" / "release" / "speltafel"


class Engine:
    def __init__(self, path, game, seed, hash_size=16):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("ugi")
        self.read("ugiok")
        self.send(f"setoption name Game value {game}")
        self.send(f"setoption name Seed value {seed}")
        self.send(f"setoption name Hash value {hash_size}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, word):
        """Skips lines until the first word of a line is `word`. Returns the words of that line."""
        for line in self.process.stdout:
            words = line.split()
            if words and words[0] == word:
                return words
        raise SystemExit(f"the engine exited before it sent {word}")

    def query(self, question):
        self.send(f"query {question}")
        answer = self.read("response")[1:]
        if answer[:1] == ["error"]:
            raise SystemExit(f"query {question}: {' '.join(answer)}")
        return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ENGINE), help="the engine (default: the release build)")
    parser.add_argument("--game", default="keezen", help="the game (default keezen)")
    parser.add_argument("--nodes", type=int, default=500, help="nodes per move (default 500)")
    parser.add_argument("--seed", type=int, help="makes a game repeatable; whoever knows the seed knows all hands")
    arguments = parser.parse_args()
    # The referee never searches, so a small transposition table is enough.
    referee = Engine(arguments.engine, arguments.game, 0, hash_size=1)
    count = int(referee.query("seats")[0])
    engine_seed = {k: 0 if arguments.seed is None else arguments.seed + k for k in range(1, count + 1)}
    seats = {f"p{k}": Engine(arguments.engine, arguments.game, seed) for k, seed in engine_seed.items()}
    tokens = []
    while True:
        referee.send("position startpos" + (" moves " + " ".join(tokens) if tokens else ""))
        turn = referee.query("turn")[0]
        if turn == "over":
            break
        if turn == "chance":
            # In a real game nobody may be able to guess the number.
            number = secrets.randbits(64) if arguments.seed is None else 1000 * arguments.seed + len(tokens)
            token = referee.query(f"draw {number}")[0]
        else:
            view = " ".join(referee.query(f"view {turn[1:]}"))  # The answer is a complete line: `position seat K ...`.
            seats[turn].send(view)
            seats[turn].send(f"go nodes {arguments.nodes}")
            token = seats[turn].read("bestmove")[1]
        tokens.append(token)
        print(f"{len(tokens):>4} {turn:<6} {token}", flush=True)
    for question in ("result", "reason", "teams", "scores", "ranks"):
        print(f"{question:<7}", *referee.query(question))
    for engine in [referee, *seats.values()]:
        engine.send("quit")
        engine.process.wait()


if __name__ == "__main__":
    main()

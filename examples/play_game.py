#!/usr/bin/env python3
"""Plays a two-sided game between two engine processes over plain UGI, without
extensions.

    cargo build --release
    python3 examples/play_game.py --game jeex --nodes 5000
"""
import argparse
import pathlib
import subprocess

ENGINE = pathlib.Path(__file__).resolve().parent.parent / "target" / "release" / "speltafel"


class Engine:
    def __init__(self, path, game):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("ugi")
        self.read("ugiok")
        self.send(f"setoption name Game value {game}")
        self.send("uginewgame")
        self.send("isready")
        self.read("readyok")

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
        return self.read("response")[1]

    def go(self, limits):
        self.send(f"go {limits}")
        return self.read("bestmove")[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ENGINE), help="the engine (default: the release build)")
    parser.add_argument("--game", default="checkers", help="the game (default checkers)")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes per move (default 5000)")
    arguments = parser.parse_args()
    players = [Engine(arguments.engine, arguments.game) for _ in range(2)]
    moves = []
    while True:
        line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        for player in players:
            player.send(line)
        if players[0].query("gameover") == "true":
            break
        p1_to_move = players[0].query("p1turn") == "true"
        move = players[0 if p1_to_move else 1].go(f"nodes {arguments.nodes}")
        moves.append(move)
        print(f"{len(moves):>3} {'p1' if p1_to_move else 'p2'} {move}", flush=True)
    print("result", players[0].query("result"), "after", len(moves), "plies")
    for player in players:
        player.send("quit")
        player.process.wait()


if __name__ == "__main__":
    main()

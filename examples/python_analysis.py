#!/usr/bin/env python3
"""Analyses a game of English draughts from a PDN file, and plots its score after each move.

python3 examples/python_analysis.py tests/data/checkerboard.pdn --nodes 20000 --plot game.png
"""

import argparse
import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from speltafel.engine import Limit, Position, SimpleEngine

LIMIT = 500  # Scores beyond this many centipawns are drawn at the edge.


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", type=int, default=1, help="the number of the game in the file (%(default)s)")
    parser.add_argument("--nodes", type=int, default=20_000, help="of each search (%(default)s)")
    parser.add_argument("--plot", type=Path, default=Path("analysis.png"), help="the picture (%(default)s)")
    arguments = parser.parse_args()

    text = json.dumps(arguments.file.read_text())
    with SimpleEngine.open() as engine:
        game = json.loads(engine.query(f"import pdn {arguments.game} {text}"))
        position = Position.parse(game["base"])
        scores = [evaluate(engine, position, arguments.nodes)]
        for move in game["moves"]:
            position = position.after(move)
            scores.append(evaluate(engine, position, arguments.nodes))
            print(f"{len(scores) - 1:3} {move:12} {scores[-1]:+5}")

    pyplot.figure(figsize=(9, 3))
    pyplot.axhline(color="grey", linewidth=0.5)
    pyplot.plot(range(len(scores)), [max(-LIMIT, min(score, LIMIT)) for score in scores])
    pyplot.xlabel("plies")
    pyplot.ylabel("centipawns for p1 (black)")
    pyplot.tight_layout()
    pyplot.savefig(arguments.plot)
    print(f"{arguments.plot} shows {' - '.join(name or '?' for name in game['seats'])}, {game['result']}")


def evaluate(engine: SimpleEngine, position: Position, nodes: int) -> int:
    """Returns the score of a position for p1, in centipawns."""
    turn, result = engine.queries(["turn", "result"], position)
    if turn == "over":
        return {"p1win": 10_000, "p2win": -10_000}.get(result, 0)
    (info,) = engine.analyse(position, Limit(nodes=nodes))
    assert info.score is not None
    return info.score.value() if turn == "p1" else -info.score.value()


if __name__ == "__main__":
    main()

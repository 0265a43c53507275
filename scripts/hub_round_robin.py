#!/usr/bin/env python3
"""Plays speltafel against itself at other settings through pydraughts, a Python package that drives Hub engines.

Usage: hub_round_robin.py ENGINE [GAMES_PER_PAIR]

Five players, each pair GAMES_PER_PAIR games (2), half of them with either colour; then set-up positions, pondering, and
what must not hang. Any illegal move ends it: pydraughts knows the rules itself. A watchdog ends what hangs. Code 0: all
is well.
"""
import faulthandler
import itertools
import sys
import threading
import time

from draughts import Board, Move
from draughts.engine import HubEngine, Limit

HANGS = 600  # Seconds for everything together; it takes a fifth.
LONGEST = 400  # Plies; pydraughts draws by repetition long before.

PLAYERS = [
    ("full", {}, Limit(nodes=2000)),
    ("shallow", {"hash": "1"}, Limit(depth=3)),
    ("novice", {"skill": "2", "seed": "7"}, Limit(depth=4)),
    ("threads", {"threads": "2", "hash": "4"}, Limit(movetime=0.01)),
    ("clock", {"move-overhead": "0"}, Limit(time=1.5, inc=0.01)),
]


class Counted(HubEngine):
    """A Hub engine whose errors count, and which is asked for signs of life."""

    def __init__(self, program, options):
        self.said = []
        super().__init__([program, "hub"])
        assert self.id["name"] == "speltafel" and self.variants == {"english"}, (self.id, self.variants)
        self.configure(options)
        self.init()
        self.ping()

    def recv(self):
        line = super().recv()
        self.said.append(line)
        assert line.split()[0] in ("id", "param", "wait", "ready", "pong", "info", "done"), line
        return line


def think(engine, board, limit, ponder=False):
    """One search: a legal move (pydraughts looks it up among its own), one `done`, all of the last `pv` legal."""
    engine.said.clear()
    result = engine.play(board, limit, ponder)
    done = [line for line in engine.said if line.startswith("done ")]
    assert len(done) == 1 and engine.said[-1] == done[0], engine.said
    copy = board.copy()
    for move in engine.said[-2].split('pv="')[1].rstrip('"').split():
        copy.push(Move(copy, hub_move=move))
    return result


def leave(engine):
    """A quiet end."""
    engine.quit()
    assert engine.p.wait(timeout=30) == 0
    engine.p.communicate()


def play(program, first, second, fen="startpos"):
    """One game; the winner by pydraughts' rules: 0 is a draw, None an unfinished game."""
    board = Board("english", fen)
    dark = board.turn
    sides = [(Counted(program, player[1]), Limit(**vars(player[2]))) for player in (first, second)]
    while not board.is_over() and len(board.move_stack) < LONGEST:
        engine, limit = sides[0 if board.turn == dark else 1]
        start = time.monotonic()
        result = think(engine, board, limit)
        if limit.time is not None:
            limit.time += (limit.inc or 0) - (time.monotonic() - start)
        board.push(result.move)
    for engine, _ in sides:
        leave(engine)
    return len(board.move_stack), board.winner()


def round_robin(program, rounds):
    """Every pair, with either colour in turn."""
    games = 0
    for number in range(rounds):
        for pair in itertools.combinations(PLAYERS, 2):
            first, second = pair if number % 2 == 0 else pair[::-1]
            plies, winner = play(program, first, second)
            games += 1
            word = {0: "draw", 1: "black wins", 2: "white wins"}.get(winner, "unfinished")
            print(f"game {games}: {first[0]} - {second[0]}: {plies} plies, {word}", flush=True)
    return games


SET_UP = ("W:WK15,18,22,26:B3,9,10,K30", "B:WK15,18,22,26:B3,9,10,K30", "W:W22,30:B13,K14", "B:W22,30:B13,K14")


def set_up_positions(program):
    """Whole games from set-up positions with default options, and a search behind a single move."""
    for fen in SET_UP:
        plies, _ = play(program, PLAYERS[0], PLAYERS[1], fen)
        assert plies > 0, fen
        board = Board("english", fen)
        engine = Counted(program, {})
        think(engine, board, Limit(depth=5))
        board.push(board.legal_moves()[0])
        think(engine, board, Limit(depth=5))
        leave(engine)


def pondering(program):
    """A hit while it ponders, then a move that was not expected."""
    engine = Counted(program, {"seed": "1"})
    board = Board("english")
    for expected in (True, False):
        result = think(engine, board, Limit(depth=6))
        board.push(result.move)
        board.push(result.ponder)
        answers = []
        thinker = threading.Thread(target=lambda: answers.append(think(engine, board, Limit(depth=6), True)))
        thinker.start()
        time.sleep(0.05)
        assert thinker.is_alive(), "it answered before the hit"
        if expected:
            engine.ponderhit()
        else:
            engine.stop()
        thinker.join()
        board.push(answers[0].move)
        reply = board.legal_moves()[-1]
        board.push(reply)
    leave(engine)


def main():
    faulthandler.dump_traceback_later(HANGS, exit=True)
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    games = round_robin(program, rounds)
    set_up_positions(program)
    pondering(program)
    print(f"{games} games: no illegal move, no hang")
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()

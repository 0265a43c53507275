#!/usr/bin/env python3
"""Tests the Hub front end with pydraughts, a Python package that drives Hub
engines and checks every move.

    scripts/hub_round_robin.py ENGINE [GAMES_PER_PAIR]

Five settings of the engine play a round-robin tournament, GAMES_PER_PAIR games
per pair (default 2), with alternating colours. Games from set-up positions and
a test of pondering follow. The script exits with an error at the first illegal
move or after ten minutes. Exit code 0: no error was found.
"""
import faulthandler
import itertools
import sys
import threading
import time

from draughts import Board, Move
from draughts.engine import HubEngine, Limit

WATCHDOG_S = 600  # Limit for the whole script, which takes about two minutes.
MAX_PLIES = 400  # Limit per game; pydraughts declares a draw by repetition much earlier.

PLAYERS = [
    ("full", {}, Limit(nodes=2000)),
    ("shallow", {"hash": "1"}, Limit(depth=3)),
    ("novice", {"skill": "2", "seed": "7"}, Limit(depth=4)),
    ("threads", {"threads": "2", "hash": "4"}, Limit(movetime=0.01)),
    ("clock", {"move-overhead": "0"}, Limit(time=1.5, inc=0.01)),
]


class CheckedEngine(HubEngine):
    """A Hub engine that fails on unexpected lines, including errors, and keeps the lines of the last search."""

    def __init__(self, program, options):
        self.lines = []
        super().__init__([program, "hub"])
        assert self.id["name"] == "speltafel" and self.variants == {"english"}, (self.id, self.variants)
        self.configure(options)
        self.init()
        self.ping()

    def recv(self):
        line = super().recv()
        self.lines.append(line)
        assert line.split()[0] in ("id", "param", "wait", "ready", "pong", "info", "done"), line
        return line


def think(engine, board, limit, ponder=False):
    """Searches, and checks that `done` is the last line and occurs once, and that the last `pv` is legal. pydraughts
    itself checks that the move is legal."""
    engine.lines.clear()
    result = engine.play(board, limit, ponder)
    done = [line for line in engine.lines if line.startswith("done ")]
    assert len(done) == 1 and engine.lines[-1] == done[0], engine.lines
    copy = board.copy()
    for move in engine.lines[-2].split('pv="')[1].rstrip('"').split():
        copy.push(Move(copy, hub_move=move))
    return result


def quit_engine(engine):
    """Quits an engine and checks its exit code."""
    engine.quit()
    assert engine.p.wait(timeout=30) == 0
    engine.p.communicate()


def play(program, first, second, fen="startpos"):
    """Plays a game. Returns the number of plies and the winner according to pydraughts: 1 for Black, 2 for White, 0 for
    a draw, None if unfinished."""
    board = Board("english", fen)
    dark = board.turn
    sides = [(CheckedEngine(program, player[1]), Limit(**vars(player[2]))) for player in (first, second)]
    while not board.is_over() and len(board.move_stack) < MAX_PLIES:
        engine, limit = sides[0 if board.turn == dark else 1]
        start = time.monotonic()
        result = think(engine, board, limit)
        if limit.time is not None:
            limit.time += (limit.inc or 0) - (time.monotonic() - start)
        board.push(result.move)
    for engine, _ in sides:
        quit_engine(engine)
    return len(board.move_stack), board.winner()


def round_robin(program, rounds):
    """Plays every pair, with alternating colours. Returns the number of games."""
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
    """Plays games from set-up positions, and searches them with default options before and after one move."""
    for fen in SET_UP:
        plies, _ = play(program, PLAYERS[0], PLAYERS[1], fen)
        assert plies > 0, fen
        board = Board("english", fen)
        engine = CheckedEngine(program, {})
        think(engine, board, Limit(depth=5))
        board.push(board.legal_moves()[0])
        think(engine, board, Limit(depth=5))
        quit_engine(engine)


def pondering(program):
    """Ponders twice. The first search is ended by `ponder-hit`, the second one by `stop`."""
    engine = CheckedEngine(program, {"seed": "1"})
    board = Board("english")
    for expected in (True, False):
        result = think(engine, board, Limit(depth=6))
        board.push(result.move)
        board.push(result.ponder)
        answers = []
        thinker = threading.Thread(target=lambda: answers.append(think(engine, board, Limit(depth=6), True)))
        thinker.start()
        time.sleep(0.05)
        assert thinker.is_alive(), "the engine answered before ponderhit"
        if expected:
            engine.ponderhit()
        else:
            engine.stop()
        thinker.join()
        board.push(answers[0].move)
        reply = board.legal_moves()[-1]
        board.push(reply)
    quit_engine(engine)


def main():
    faulthandler.dump_traceback_later(WATCHDOG_S, exit=True)
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    games = round_robin(program, rounds)
    set_up_positions(program)
    pondering(program)
    print(f"{games} games: no illegal move, no hang")
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Tests `dxp serve` with pydraughts, a Python package that requests games and
has its own rules of English draughts.

    scripts/dxp_games.py ENGINE

The engine plays from the start position and from set-up positions, each with
both sides, against moves that this script chooses at random. The script exits
with an error at the first illegal move or after two minutes. Exit code 0: no
error was found.
"""
import faulthandler
import random
import subprocess
import sys

from draughts import Board
from draughts.engine import DXPEngine

WATCHDOG_S = 120  # Limit for the whole script, which takes a few seconds.
MAX_PLIES = 100  # Limit per game.
POSITIONS = ("startpos", "W:W22,30:B13,K14", "B:W22,30:B13,K14", "W:WK15,18,22,26:B3,9,10,K30")


def play(port, fen, engine_first):
    """Plays a game. Returns the number of plies."""
    board = Board("english", fen)
    engine = DXPEngine(options={"engine-opened": True, "port": port}, initial_time=60)
    engine.receiver.receive_thread.daemon = True
    engine_turn = board.turn if engine_first else 3 - board.turn
    plies = 0
    while not board.is_over() and plies < MAX_PLIES:
        if board.turn == engine_turn:
            move = engine.play(board).move
            assert move is not None, "the connection was closed"
            engine.receiver.last_move_changed = False
        else:
            move = random.choice(board.legal_moves())
        assert move.steps_move in [legal.steps_move for legal in board.legal_moves()], move.steps_move
        board.push(move)
        plies += 1
    engine.sender.gameend()
    engine.sender.socket.closed = True  # Otherwise pydraughts waits for seven seconds.
    engine.sender.socket.sock.close()
    return plies


def main():
    faulthandler.dump_traceback_later(WATCHDOG_S, exit=True)
    random.seed(1)
    games = [(fen, engine_first) for fen in POSITIONS for engine_first in (True, False)]
    command = [sys.argv[1], "dxp", "serve", "--bind", "127.0.0.1:0", "--nodes", "300"]
    server = subprocess.Popen([*command, "--connections", str(len(games))], stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    for fen, engine_first in games:
        plies = play(port, fen, engine_first)
        print(f"{fen}, the engine moves {'first' if engine_first else 'second'}: {plies} plies", flush=True)
    output, _ = server.communicate()
    assert server.returncode == 0 and output.count("disconnected") == len(games), output
    print(f"{len(games)} games: no illegal move, no hang")
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()

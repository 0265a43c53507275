#!/usr/bin/env python3
"""A Hub engine of English draughts that plays random moves, for tests. It is
written from Scan's protocol.txt and shares no code with the engine.

    toy_hub.py [FAULT [PLY]]

FAULT is what it does wrong from the search at this ply of a game (counted from
0, default 0): crash, illegal, garbage, silent (no answer to `go`), endless
(info lines without end, also after `stop`), flood (output without line ends)
or mute (no answer to `hub`). Without a fault, a search without limits ends at
`stop`.

Every line that it reads goes to the file TOY_HUB_LOG, if that is set.
"""
import os
import random
import re
import sys
import threading

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
FAULT_PLY = int(sys.argv[2]) if len(sys.argv) > 2 else 0
DIRECTIONS = {"B": ((1, -1), (1, 1)), "W": ((-1, -1), (-1, 1))}


def place(square):
    """The row and the column of a square from 1 to 32. Black starts in the rows 0 to 2."""
    row, column = divmod(square - 1, 4)
    return row, 2 * column + (1 - row % 2)


def square(row, column):
    """The square of a row and a column, or 0 outside the board."""
    return 4 * row + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else 0


class Board:
    """A position: the side to move and the letters of the squares 1 to 32."""

    def __init__(self, text):
        self.side, self.squares = text[0], " " + text[1:]

    def ways(self, origin, piece):
        """The squares one and two steps away in each direction of a piece."""
        both = DIRECTIONS["B"] + DIRECTIONS["W"]
        row, column = place(origin)
        for down, right in both if piece.isupper() else DIRECTIONS[piece.upper()]:
            yield square(row + down, column + right), square(row + 2 * down, column + 2 * right)

    def captures(self, start, at, piece, taken):
        """All captures of a piece that has already taken some, as (start, end, taken)."""
        found = []
        for over, to in self.ways(at, piece):
            enemy = over and over not in taken and self.squares[over].upper() not in ("E", self.side)
            if enemy and to and (self.squares[to] == "e" or to == start):
                found += self.captures(start, to, piece, taken + [over]) or [(start, to, taken + [over])]
        return found

    def moves(self):
        """All legal moves, as (start, end, taken)."""
        own = [n for n in range(1, 33) if self.squares[n].upper() == self.side]
        jumps = [jump for n in own for jump in self.captures(n, n, self.squares[n], [])]
        steps = [(n, to, []) for n in own for to, _ in self.ways(n, self.squares[n]) if to and self.squares[to] == "e"]
        return jumps or steps

    def play(self, move):
        """The position after a move."""
        start, end, taken = move
        piece = self.squares[start]
        squares = list(self.squares)
        for n in [start, *taken]:
            squares[n] = "e"
        squares[end] = piece.upper() if place(end)[0] == (7 if self.side == "B" else 0) else piece
        return Board(("W" if self.side == "B" else "B") + "".join(squares[1:]))


def write(line):
    """Writes a line at once."""
    print(line, flush=True)


def text_of(move):
    """A move as Hub writes it."""
    start, end, taken = move
    return "x".join(map(str, [start, end, *taken])) if taken else f"{start}-{end}"


class Engine:
    """The state of the engine. A search runs in a thread of its own."""

    def __init__(self):
        self.params = {"variant": "normal", "seed": "1", "strength": "0.5", "book": "false", "style": "calm"}
        self.board, self.level, self.plies = None, {}, 0
        self.stop, self.hit = threading.Event(), threading.Event()
        self.thread = None
        self.random = random.Random(1)

    def fail(self):
        """Does what FAULT says. Returns whether the search ends without an answer."""
        if FAULT == "crash":
            sys.stderr.write("toy_hub: out of luck\n")
            sys.stderr.flush()
            os._exit(3)
        elif FAULT == "illegal":
            write("done move=1-32")
        elif FAULT == "garbage":
            sys.stdout.buffer.write(b"\xff\xfe\x00 =\"=\" \n\ndone move==\"x\n")
            sys.stdout.flush()
        elif FAULT == "endless":
            while True:
                write("info depth=1 score=0.1 nodes=1 time=0.001")
        elif FAULT == "flood":
            while True:
                sys.stdout.write("x" * 65536)
        return FAULT in ("illegal", "garbage", "silent")

    def search(self, mode):
        """Answers `go`."""
        if FAULT and self.plies >= FAULT_PLY and self.fail():
            return
        move = self.random.choice(self.board.moves())
        after = self.board.play(move)
        replies = after.moves()
        pv = [text_of(move)] + ([text_of(replies[0])] if replies else [])
        line = " ".join(pv)
        write(f'info depth=1 mean-depth=1.0 score=0.12 nodes={len(pv)} time=0.001 nps=0.002 pv="{line}"')
        if mode == "ponder":
            while not (self.stop.is_set() or self.hit.is_set()):
                self.stop.wait(0.002)
        elif "infinite" in self.level:
            self.stop.wait()
        write(f"done move={pv[0]}" + (f" ponder={pv[1]}" if len(pv) > 1 else ""))

    def introduce(self):
        """Answers `hub`."""
        write('id name="Toy Hub" version=1.0 author="nobody" country=Nowhere')
        write('param name=variant value=normal type=enum values="normal english"')
        write("param name=seed value=1 type=int min=0 max=1000")
        write("param name=strength value=0.5 type=real min=0.0 max=1.0")
        write("param name=book value=false type=bool")
        write('param name=style value=calm type=enum values="wild calm"')
        write("param name=ponder value=true type=bool")
        write("wait")

    def handle(self, line):
        """Executes a line. Returns whether to go on."""
        command = line.split()[0]
        values = {name: quoted or plain for name, quoted, plain in re.findall(r'(\S+?)=(?:"([^"]*)"|(\S*))', line)}
        if command == "hub" and FAULT != "mute":
            self.introduce()
        elif command == "set-param":
            self.params[values["name"]] = values["value"]
        elif command == "init":
            self.random.seed(int(self.params["seed"]))
            write("ready" if self.params["variant"] == "english" else 'error message="no such variant"')
        elif command == "new-game":
            self.plies = 0
        elif command == "ping":
            write("pong")
        elif command == "pos":
            self.board, moves = Board(values["pos"]), values.get("moves", "").split()
            for text in moves:
                known = {text_of(move): move for move in self.board.moves()}
                self.board = self.board.play(known[text])
        elif command == "level":
            self.level = values if "infinite" not in line else {"infinite": ""}
        elif command == "go":
            self.stop.clear()
            self.hit.clear()
            self.thread = threading.Thread(target=self.search, args=(line.split()[1],), daemon=True)
            self.thread.start()
            self.plies += 1
        elif command in ("stop", "ponder-hit"):
            (self.stop if command == "stop" else self.hit).set()
        return command != "quit"


def main():
    engine, log = Engine(), os.environ.get("TOY_HUB_LOG")
    for line in sys.stdin:
        if log:
            with open(log, "a", encoding="ascii") as file:
                file.write(line)
        if line.strip() and not engine.handle(line):
            break


if __name__ == "__main__":
    main()

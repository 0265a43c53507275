"""An engine for tests that plays nothing and, if told so by its argument, misbehaves."""

import os
import signal
import subprocess
import sys
import time
from typing import NoReturn

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
OPTIONS = [
    "option name Flag type check default true",
    "option name Level type spin default 5 min 0 max 20",
    "option name Style of play type combo default very calm var very calm var wild",
    "option name Path type string default <empty>",
    "option name Clear Hash type button",
    "option name MultiPV type spin default 1 min 1 max 9",
]
lines = 1
is_searching = False


def say(*texts: str) -> None:
    if FAULT == "blanks":
        texts = tuple(f"\t {text}  \r".replace(" ", "\t ", 1) for text in texts)
    print(*texts, sep="\n", flush=True)


def sleep_forever() -> NoReturn:
    while True:
        time.sleep(1000)


def answer() -> None:
    global is_searching
    is_searching = False
    if FAULT != "ignore-stop":
        say("bestmove a1")


def go(words: list[str]) -> None:
    global is_searching
    is_searching = True
    for rank in range(1, lines + 1):
        say(f"info depth 4 multipv {rank} score cp {20 - rank} nodes 7 time 1500 pv a{rank} b{rank}")
    say("info depth 5 currmove a2 currmovenumber 2 nodes 9", "info string a text")
    if FAULT == "crash":
        print("the board is gone", file=sys.stderr)
        sys.exit(3)
    if FAULT == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    if FAULT == "grandchild":
        subprocess.Popen(["sleep", "1000"])
        sys.exit(0)
    if FAULT == "freeze":
        sleep_forever()
    if FAULT == "close-output":
        sys.stdout.flush()
        os.close(1)
        os.dup2(2, 1)
        sleep_forever()
    while FAULT == "chatter":
        say("info depth 1 nodes 1")
    while FAULT == "no-line":
        os.write(1, b"x" * 65536)
    if FAULT == "twice":
        say("bestmove a1")
    if FAULT == "bad-info":
        say(
            "info depth x score cp y time nodes 5 pv", "info score", "info wdl 1 2 evs", "\x00\x01 info", "", "bestmove"
        )
        is_searching = False
    elif "infinite" not in words and FAULT not in ("late", "ignore-stop", "slow"):
        answer()


if FAULT == "dead":
    print("no licence", file=sys.stderr)
    sys.exit(1)
if FAULT == "stay":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    words = line.split() or [""]
    if FAULT == "stderr":
        print("noise " * 50_000, file=sys.stderr)
    if words[0] == "ugi":
        if FAULT == "mute":
            sleep_forever()
        if FAULT == "half":
            say("id name fake")
            sys.exit(4)
        if FAULT == "garbage":
            sys.stdout.buffer.write(b"\xff\xfe hello \0\n\n  \noption name\n")
        say("id name fake engine 1", "id author nobody", *OPTIONS, "ugiok")
        if FAULT == "deaf":
            sleep_forever()
    elif words[0] == "isready":
        say("readyok")
        if FAULT == "slow" and is_searching:
            answer()
    elif words[:3] == ["setoption", "name", "MultiPV"]:
        lines = int(words[4])
    elif words[0] == "position" and "illegal" in words:
        say(f"info string error illegal_move token {words.index('illegal') - 2}: illegal")
    elif words[0] == "query":
        if words[1] == "refuse":
            say("info string error bad_argument this is why", "response error bad_argument")
        elif words[1] == "long":
            say("info string " + "x" * 100_000, "response long")
        elif words[1] != "nothing":
            say("response " + " ".join(words[1:]))
    elif words[0] == "go":
        go(words)
    elif words[0] == "stop" and is_searching:
        answer()
    elif words[0] == "quit" and FAULT != "stay":
        sys.exit(0)
if FAULT == "stay":
    sleep_forever()

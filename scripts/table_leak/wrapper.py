"""Starts an engine and passes all lines on: wrapper.py KIND FOLDER ENGINE.

Every line is appended to a log in the folder first, with its time. If the kind is `engine`, searches of a limited time
are replaced by searches of few nodes, so that games are short.
"""
import os
import subprocess
import sys
import threading
import time

# A log has parts of this many bytes.
PART = 2 << 20
UNLIMITED = (b"nodes", b"observe", b"infinite")


class Log:
    def __init__(self, name):
        self.name, self.lock = name, threading.Lock()
        self.parts, self.size, self.file = 0, PART, None

    def add(self, sign, line):
        with self.lock:
            if self.size >= PART:
                self.size, self.parts = 0, self.parts + 1
                self.file = os.open(f"{self.name}.{self.parts:05}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            self.size += os.write(self.file, b"%.4f %s %s" % (time.time(), sign, line))


def main():
    kind, folder, program = sys.argv[1:]
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    log = Log(f"{folder}/{kind}-{time.time_ns()}-{os.getpid()}")

    def pass_answers_on():
        for line in engine.stdout:
            log.add(b"<", line)
            os.write(1, line)
        os._exit(0)

    threading.Thread(target=pass_answers_on).start()
    while line := sys.stdin.buffer.readline():
        if kind == "engine" and line.startswith(b"go ") and not any(word in line for word in UNLIMITED):
            line = b"go nodes 40\n"
        log.add(b">", line)
        try:
            engine.stdin.write(line)
            engine.stdin.flush()
        except OSError:
            break
    engine.stdin.close()


main()

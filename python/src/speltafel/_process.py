"""A child process whose whole process group ends with it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress

_CHUNK = 1 << 16
# The bytes of standard error that are kept for error messages.
_STDERR_BYTES = 4096
# The seconds in which a killed process must end. Only a process that hangs in the kernel needs longer.
_LAST_WAIT = 10.0


class EngineProcess:
    """A child process in a session of its own, with non-blocking pipes.

    The process group is killed by `kill`, when this object is deleted, and when the interpreter exits. Being in a
    session of its own, the child does not get the Ctrl-C of a terminal.
    """

    def __init__(self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None) -> None:
        pipe = subprocess.PIPE
        popen = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, cwd=cwd, env=env
        )
        # A descriptor that becomes readable when the process exits.
        self.exit = _exit_descriptor(popen)
        # Kills the process group and closes the descriptors, once.
        self.kill = weakref.finalize(self, _end, popen, os.getpid(), self.exit)
        self._popen = popen
        pipes = (popen.stdin, popen.stdout, popen.stderr)
        self.stdin, self.stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        for descriptor in (self.stdin, self.stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._has_stderr = True
        self._stderr_tail = b""

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def returncode(self) -> int | None:
        """The exit status after the end, negative for a signal; None before."""
        return self._popen.returncode

    @property
    def outputs(self) -> list[int]:
        """The descriptors that become readable when there is output, or when the process exits."""
        return [self.stdout, self.exit, self._stderr] if self._has_stderr else [self.stdout, self.exit]

    def write(self, data: bytes | bytearray) -> int:
        """Writes what the pipe takes, and returns the number of bytes. A process that reads no more takes all."""
        try:
            return os.write(self.stdin, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            return len(data)

    def read(self) -> bytes | None:
        """Returns output that is there, None if there is none, and empty bytes at its end."""
        return _read(self.stdout)

    def read_errors(self) -> None:
        """Keeps what is there of standard error."""
        if self._has_stderr:
            errors = _read(self._stderr)
            self._has_stderr = errors != b""
            self._stderr_tail = (self._stderr_tail + (errors or b""))[-_STDERR_BYTES:]

    def close_input(self) -> None:
        if self._popen.stdin is not None:
            self._popen.stdin.close()

    def has_exited(self) -> bool:
        """Returns whether the process has exited. It keeps its id until `kill`, because that is the group's too."""
        if not self.kill.alive:
            return True
        poll = select.poll()
        poll.register(self.exit, select.POLLIN)
        return bool(poll.poll(0))

    def stderr_lines(self) -> list[str]:
        """Returns the last lines of standard error that have been read."""
        return self._stderr_tail.decode(errors="replace").splitlines()[-10:]


def _exit_descriptor(popen: subprocess.Popen[bytes]) -> int:
    try:
        return os.pidfd_open(popen.pid)
    except BaseException:
        popen.kill()
        popen.wait()
        raise


def _read(descriptor: int) -> bytes | None:
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def _end(popen: subprocess.Popen[bytes], owner: int, pidfd: int) -> None:
    """Kills the process group, waits for the process and closes the descriptors. In a fork it only closes them."""
    if os.getpid() == owner:
        # The process has not been waited for yet, so its id, which is that of the group, belongs to nobody else.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            popen.wait(_LAST_WAIT)
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe is not None:
            pipe.close()
    os.close(pidfd)

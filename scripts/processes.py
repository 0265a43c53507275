"""The running processes, for the scripts in this folder. Needs Linux."""
import pathlib


def all_processes():
    """Yields the number, the environment variables and the words of the command of each process that may be read."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            variables, command = ((folder / name).read_bytes().split(b"\0") for name in ("environ", "cmdline"))
        except OSError:
            continue
        yield int(folder.name), variables, command

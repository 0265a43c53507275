"""Where the programs of speltafel are."""

import shutil
import sysconfig
from pathlib import Path


def find_program(name: str = "speltafel") -> str:
    """Returns the path of a program: from the environment of this Python, into which the package installs it, or else
    from `PATH`.

    Raises FileNotFoundError if it is in neither.
    """
    installed = Path(sysconfig.get_path("scripts"), name)
    if installed.is_file():
        return str(installed)
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"no program {name} in {installed.parent} or PATH; pass the command of an engine")
    return found

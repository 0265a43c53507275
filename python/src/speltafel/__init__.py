"""Clients, referees and servers of UGI, the Universal Game Interface, for speltafel and other engines.

- `speltafel.engine` runs an engine: it plays, analyses and answers queries.
- `speltafel.referee` keeps a game, and lets engines play it.
- `speltafel.serve` turns a Python class into an engine.
- `speltafel.env` makes environments for learning.

`speltafel.__version__` is the version of the package.
"""

from importlib.metadata import PackageNotFoundError, version


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return version(__name__)
    except PackageNotFoundError:
        # In a checkout that is not installed.
        return "unknown"

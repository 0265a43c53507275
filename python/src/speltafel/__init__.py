"""Clients, referees and servers of UGI, the Universal Game Interface, for speltafel and other engines.

- `speltafel.engine` runs an engine: it plays, analyses and answers queries.
- `speltafel.referee` keeps a game, and lets engines play it.
- `speltafel.serve` turns a Python class into an engine.
"""

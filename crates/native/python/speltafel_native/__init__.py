"""The referee of `speltafel` in the process, for `speltafel.referee`, and games for programs that learn."""

from speltafel_native._native import Environment, Referee

__all__ = ["Environment", "Referee"]

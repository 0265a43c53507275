"""The referee of `speltafel` in the process, for `speltafel.referee`."""

from speltafel_native._native import Referee

__all__ = ["Referee"]

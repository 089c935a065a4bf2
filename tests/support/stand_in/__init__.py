"""A stand-in for an endpoint of language models, good and bad, on a free port of this computer."""

from __future__ import annotations

from support.stand_in.behaviours import BEHAVIOURS
from support.stand_in.server import Seen, StandIn

__all__ = ["BEHAVIOURS", "Seen", "StandIn"]

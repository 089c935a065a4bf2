"""What the house is asked about puzzles. Pure functions from data to data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]

TASKS: dict[str, Callable[..., Data]] = {}

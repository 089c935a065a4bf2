"""Data as it goes over the wire: compact JSON, with whole numbers that JavaScript would round as text."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

EXACT = 2**53 - 1  # the largest whole number that JavaScript keeps


def encoded(data: Any) -> bytes:
    """The data as JSON."""
    return json.dumps(exact(data), separators=(",", ":")).encode()


def exact(data: Any) -> Any:
    """The same data, with large whole numbers as text."""
    if isinstance(data, dict):
        return {key: exact(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [exact(value) for value in data]
    return str(data) if type(data) is int and abs(data) > EXACT else data


class Json(Response):
    """An answer of data."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encoded(content)

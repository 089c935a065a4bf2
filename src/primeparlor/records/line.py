"""One line of a record: a JSON object, parsed strictly."""

from __future__ import annotations

import json
import math
from typing import Any, Self

from primeparlor.core import ParlorError

LONGEST_LINE = 1 << 20


class RecordError(ParlorError):
    """Raised when something is not a record, or breaks the rules."""


class JsonLine:
    """One JSON object whose keys are taken by readers; none may be left over."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    @classmethod
    def parse(cls, text: bytes) -> Self:
        """Parse one line; raise `ValueError` unless it is a JSON object."""
        try:
            values = strict_json(text.decode())
        except json.JSONDecodeError as error:
            what = error.msg.removesuffix(" at")
            raise ValueError(f"{what} at column {error.colno}") from None
        except RecursionError:
            raise ValueError("nested too deeply") from None
        if not isinstance(values, dict):
            raise ValueError("not an object")
        return cls(values)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def take(self, key: str, *types: type, default: Any = ...) -> Any:
        """Remove and return the value of this key, or the default; raise if there is no such value."""
        if key not in self.values and default is not ...:
            return default
        value = self.values.pop(key, ...)
        if type(value) not in types:
            raise RecordError(f"{key} is missing or has the wrong type")
        return value

    def check_empty(self) -> None:
        """Raise if any key was not taken."""
        for key in self.values:
            raise RecordError(f"unknown key {key[:40]!r}")


def _reject_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key appears twice")
    return values


def _parse_finite(text: str) -> float:
    """Parse a number; raise if it is too large, which Python takes for infinity."""
    if math.isinf(number := float(text)):
        raise ValueError(f"{text[:40]} is too large a number")
    return number


def _reject_constant(text: str) -> None:
    raise ValueError(f"{text} is not a number")


_STRICT = json.JSONDecoder(
    object_pairs_hook=_reject_duplicates, parse_constant=_reject_constant, parse_float=_parse_finite
)
# Parse a text; raise `ValueError` for invalid JSON, a key that appears twice, NaN, or 1e999.
strict_json = _STRICT.decode


def is_truncated(text: bytes) -> bool:
    """Return True if a crash can leave this at the end of a file: half a line, or bytes that are not text."""
    if text.endswith(b"\n") or len(text) >= LONGEST_LINE:
        return False
    begun = text.lstrip()
    if not begun.startswith(b"{"):
        return not begun or b"\0" in begun or not _is_text(begun)
    try:
        _WHOLE.raw_decode(begun.decode(errors="replace"))
    except json.JSONDecodeError:
        return True
    except RecursionError:
        return False  # no version writes that, whole or not
    return False


# Finds only the end of a value: a number of any length is fine.
_WHOLE = json.JSONDecoder(parse_int=len, parse_float=len)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True

"""JSON encoding: compact, with whole numbers as text where JavaScript would round them."""

from __future__ import annotations

from typing import Any

EXACT = 2**53 - 1  # the largest whole number that JavaScript represents exactly
LONG = b"0" * 16  # a number that may be larger, with every digit as 0
ZEROS = bytes.maketrans(b"123456789", b"0" * 9)


def encode_json(data: Any) -> bytes:
    """Encode data as JSON; large whole numbers are replaced only if the text has long ones."""
    from pydantic_core import to_json  # ten times as fast as `json`; the first answer waits for its import

    text = to_json(data)
    return to_json(replace_large(data)) if LONG in text.translate(ZEROS) else text


def join_json(data: dict[str, Any], key: str, text: bytes) -> bytes:
    """Encode data with one more key, whose value is encoded already."""
    return b'%b,"%b":%b}' % (encode_json(data)[:-1], key.encode(), text)


def replace_large(data: Any) -> Any:
    """Return the same data with large whole numbers as text."""
    if isinstance(data, dict):
        return {key: replace_large(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [replace_large(value) for value in data]
    return str(data) if type(data) is int and abs(data) > EXACT else data

"""The fields of a state as numbers, each scaled by the values that it takes in all positions.

For games that bring no `tensor.py`; loaded only for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from primeparlor.core import GameError, State, TooLarge, visit_positions
from primeparlor.tensors.tensor import Block, list_bits, one_hot

WIDEST = 2**20  # steps from the least to the largest number that a 32-bit float tells apart


class Field(NamedTuple):
    """A field of a state, or a part of one."""

    name: str
    blocks: tuple[Block, ...]
    encode: Callable[[Any], list[float]]


def list_fields(start: State) -> tuple[Field, ...]:
    """Return the fields of a game that begins here, but for its rules and the turn."""
    names = getattr(start, "_fields", None)
    if names is None:
        raise GameError(f"The state of {start.title} is not a NamedTuple: make it one, or add a tensor.py.")
    names = [name for name in names if name not in ("rules", "turn")]
    values: dict[str, set[Any]] = {name: set() for name in names}
    try:
        for state in visit_positions(start):
            for name in names:
                values[name].add(getattr(state, name))
    except TooLarge:
        raise GameError(
            f"{start.title} has too many positions to find the ranges of its fields by visiting them all: "
            "add a tensor.py."
        ) from None
    return tuple(_describe(name, values[name]) for name in names)


def _describe(name: str, values: set[Any]) -> Field:
    """Return a field that has these values."""
    known = values - {None}
    kinds = set(map(type, known))
    if None in values:
        return _describe_optional(name, known)
    if kinds <= {int, bool}:
        return _describe_number(name, known)
    if kinds == {tuple}:
        return _describe_tuple(name, known)
    places = {value: place for place, value in enumerate(sorted(known, key=repr))}
    block = Block(name, tuple(places), "1 for its value")
    return Field(name, (block,), lambda value: one_hot(places[value], len(places)))


def _describe_optional(name: str, known: set[Any]) -> Field:
    there = Block(f"{name} known", ("",), "1 if it has a value")
    if not known:
        return Field(name, (there,), lambda value: [0.0])
    inner = _describe(name, known)
    nothing = [0.0] * sum(len(block.labels) for block in inner.blocks)
    return Field(
        name,
        (there, *inner.blocks),
        lambda value: [0.0, *nothing] if value is None else [1.0, *inner.encode(value)],
    )


def _describe_number(name: str, known: set[int]) -> Field:
    least, most = min(known), max(known)
    if most - least > WIDEST:
        size = (most - least).bit_length()
        block = Block(name, range(size), f"the binary digits of what exceeds {least}, the lowest first")
        return Field(name, (block,), lambda value: list_bits(value - least, size))
    block = Block(name, ("",), f"from 0 for {int(least)} to 1 for {int(most)}")
    span = most - least or 1
    return Field(name, (block,), lambda value: [(value - least) / span])


def _describe_tuple(name: str, known: set[tuple[Any, ...]]) -> Field:
    longest = max(map(len, known))
    parts = [
        _describe(f"{name} {place + 1}", {value[place] if place < len(value) else None for value in known})
        for place in range(longest)
    ]
    blocks = tuple(block for part in parts for block in part.blocks)

    def encode(value: tuple[Any, ...]) -> list[float]:
        padded = (*value, *[None] * (longest - len(value)))
        return [number for part, item in zip(parts, padded, strict=True) for number in part.encode(item)]

    return Field(name, blocks, encode)

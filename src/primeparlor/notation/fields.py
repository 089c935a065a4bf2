"""How the fields of a state are written and read back, each by its annotation.

For games that bring no `form.py`; loaded only for them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from primeparlor.core import GameError, State
from primeparlor.notation.blocks import NotationError, either, shown

LONGEST = 1000  # digits: enough for a set kept as a number, too few to take long


class Kind(NamedTuple):
    """One kind of field: what it takes, in words, and both ways between value and text."""

    takes: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]  # raises ValueError for text that does not fit

    def text(self, key: str, value: object) -> str:
        """The value as text."""
        text = self.write(value)
        if not _is_word(text):
            raise GameError(f"{key} holds {shown(text)}, which no position can hold: add a form.py.")
        return text

    def value(self, key: str, text: str) -> Any:
        """The value that the text stands for."""
        try:
            return self.read(text)
        except ValueError:
            raise NotationError(f"{key} takes {self.takes}, not {shown(text)}.") from None


def kinds(game: type[State], names: tuple[str, ...]) -> dict[str, Kind]:
    """The kind of each of these fields of a state."""
    fields = next(cls for cls in game.__mro__ if "_fields" in vars(cls))
    try:
        hints = get_type_hints(fields)
    except NameError as error:
        raise GameError(
            f"{game.title}: the annotations of its fields cannot be read ({error}). "
            "Import what they name, or add a form.py."
        ) from None
    found = {name: _kind(hints[name]) for name in names}
    for name, kind in found.items():
        if kind is None:
            raise GameError(
                f"{game.title}: the type of the field {name} cannot be written as key=value. "
                "Make it an int, a bool, a str or a tuple of ints, or add a form.py."
            )
    return {name: kind for name, kind in found.items() if kind}


def _kind(hint: Any) -> Kind | None:
    if hint in SIMPLE:
        return SIMPLE[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _one_of({str(value): value for value in args})
    if origin is tuple and all(arg in (int, ...) for arg in args):
        return _numbers(None if ... in args else len(args))
    if origin in (Union, UnionType) and len(args) == 2 and NoneType in args:
        return _optional(_kind(args[args[0] is NoneType]))
    return None


def _integer(text: str) -> int:
    if len(text) > LONGEST or str(int(text)) != text:
        raise ValueError
    return int(text)


def _word(text: str) -> str:
    if not _is_word(text):
        raise ValueError
    return text


def _is_word(text: str) -> bool:
    return text.isprintable() and " " not in text


def _one_of(values: dict[str, Any]) -> Kind:
    names = {value: text for text, value in values.items()}

    def read(text: str) -> Any:
        if text not in values:
            raise ValueError
        return values[text]

    return Kind(either(list(values)), names.__getitem__, read)


def _numbers(count: int | None) -> Kind:
    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(map(_integer, text.split(","))) if text else ()
        if count not in (None, len(numbers)):
            raise ValueError
        return numbers

    takes = f"{'' if count is None else f'{count} '}whole numbers separated by commas"
    return Kind(takes, lambda numbers: ",".join(map(str, numbers)), read)


def _optional(kind: Kind | None) -> Kind | None:
    """The same kind, but it may be empty; None if the empty text already means something."""
    if kind is None or _reads_nothing(kind):
        return None
    write, read = kind.write, kind.read
    return Kind(
        f"{kind.takes}, or nothing",
        lambda value: "" if value is None else write(value),
        lambda text: read(text) if text else None,
    )


def _reads_nothing(kind: Kind) -> bool:
    try:
        kind.read("")
    except ValueError:
        return False
    return True


SIMPLE: dict[Any, Kind] = {
    int: Kind("a whole number", str, _integer),
    bool: _one_of({"yes": True, "no": False}),
    str: Kind("a word", str, _word),
}

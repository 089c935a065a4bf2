"""Parsing of one line of a record into an event, a note or the result; the referee checks it later."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.core import PLAYERS, Move, Player
from primeparlor.match import (
    Answer,
    Entry,
    Event,
    Hint,
    Offer,
    Outcome,
    Pause,
    Refusal,
    Result,
    Seating,
    is_plain,
)
from primeparlor.records.line import JsonLine, RecordError

MOST = 10**15  # milliseconds, or refused inputs


def read_entry(line: JsonLine) -> Entry:
    """Parse the entry on this line."""
    for key, kind in KINDS.items():
        if key in line:
            return kind(line)
    return _event(line)


def _event(line: JsonLine) -> Event:
    who: Player | str = line.take("who", int, str)
    if who not in (1, 2, "fate"):
        raise RecordError("who must be 1, 2 or 'fate'")
    undo = line.take("undo", int, default=None)
    return Event(
        number=line.take("number", int),
        who=None if isinstance(who, str) else who,
        move=None if undo is not None else _move(line, "move"),
        undo=undo,
        forced=line.take("forced", bool, default=False),
        by_hand=line.take("by_hand", bool, default=False),
        ms=_count(line, "ms"),
        refused=_count(line, "refused"),
    )


def _hint(line: JsonLine) -> Hint:
    return Hint(_after(line), _player(line), line.take("hint", int, str), _count(line, "ms"))


def _refusal(line: JsonLine) -> Refusal:
    move = _move(line, "refusal") if line.values["refusal"] is not None else line.take("refusal", type(None))
    return Refusal(_after(line), _player(line), move, line.take("strike", bool), _count(line, "ms"))


def _pause(line: JsonLine) -> Pause:
    return Pause(_after(line), _count(line, "pause"))


def _seating(line: JsonLine) -> Seating:
    return Seating(_after(line), two(line, "seats"), names(line))


def _offer(line: JsonLine) -> Offer:
    return Offer(_after(line), _player(line), line.take("offer", str))


def _answer(line: JsonLine) -> Answer:
    return Answer(_after(line), _player(line), line.take("answer", bool))


def _result(line: JsonLine) -> Result:
    result = line.take("result", dict)
    kinds = {key: type(value) for key, value in result.items()}
    if kinds not in ({"winner": int, "reason": str}, {"winner": type(None), "reason": str}):
        raise RecordError("result must hold winner (1, 2 or null) and reason")
    marks = tuple(line.take("marks", list))
    return Result(Outcome(**result), marks, line.take("seed", int, default=None))


KINDS: dict[str, Callable[[JsonLine], Entry]] = {
    "result": _result,
    "hint": _hint,
    "refusal": _refusal,
    "pause": _pause,
    "seats": _seating,
    "offer": _offer,
    "answer": _answer,
}


def _after(line: JsonLine) -> int:
    after: int = line.take("after", int)
    return after


def _player(line: JsonLine) -> Player:
    who: Player = line.take("who", int)
    if who not in PLAYERS:
        raise RecordError("who must be 1 or 2")
    return who


def _count(line: JsonLine, key: str) -> int:
    count: int = line.take(key, int, default=0)
    if not 0 <= count <= MOST:
        raise RecordError(f"{key} must be a whole number from 0 to {MOST}")
    return count


def _move(line: JsonLine, key: str) -> Move:
    """Parse a move short enough to show; the referee checks whether it is legal."""
    move: Move = line.take(key, int, str)
    if not is_plain(move):
        raise RecordError(f"{key} must be a whole number or a word")
    return move


def two(line: JsonLine, key: str) -> tuple[str, str]:
    """Return the values for Player 1 and Player 2 under this key."""
    values = line.take(key, list)
    if len(values) != 2 or not all(type(value) is str for value in values):
        raise RecordError(f"{key} must be two names")
    return values[0], values[1]


def names(line: JsonLine) -> tuple[str, str]:
    """Return the names the players chose; usually none."""
    return two(line, "names") if "names" in line else ("", "")

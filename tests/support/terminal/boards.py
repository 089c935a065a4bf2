"""Helpers for tests of facts and boards: random games with their lines of play, and boards as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from primeparlor.core import Played, State
from primeparlor.notation import read_position
from primeparlor.terminal.drawing.lines import text_of
from primeparlor.terminal.plain_board import draw_lines


def lines_of_play(state: State, seed: int, longest: int = 60) -> Iterator[tuple[State, list[Played]]]:
    """The states of a random game from this one on, each with the line of play that led there."""
    line, random = list[Played](), Random(seed)
    yield state, list(line)
    for _ in range(longest):
        options = state.moves() or state.chances()
        if not options:
            return
        move = random.choice(options)
        line.append((None if state.chances() else state.turn, move))
        state = state.after(move)
        yield state, list(line)


def board(words: str, line: Sequence[Played] = (), width: int = 76) -> str:
    """The board of this position as text."""
    return "\n".join(map(text_of, draw_lines(read_position(words), line, width)))

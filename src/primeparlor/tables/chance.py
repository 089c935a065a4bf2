"""Chance before a game begins: the toss of the coin, and what is dealt by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.notation import NotationError

if TYPE_CHECKING:
    from random import Random

WALKS = 50  # games that are walked through to see what may be dealt by hand
LONGEST_WALK = 1000  # moves between two outcomes of chance
LONGEST_WORD = 20  # of a text that names no outcome, as far as it is shown


# The toss ------------------------------------------------------------------------------------------


class Toss(NamedTuple):
    """How the coin fell: who is Player 1 and who Player 2, and a sentence that tells it."""

    seats: tuple[str, str]
    names: tuple[str, str]
    told: str


def tossed(seats: tuple[str, str], names: tuple[str, str] = ("", ""), seed: int | None = None) -> Toss:
    """The seats after a toss of the coin, which a seed fixes."""
    from random import Random

    heads = Random(None if seed is None else f"{seed}/toss").random() < 0.5
    if heads:
        seats, names = seats[::-1], names[::-1]
    first = names[0] or (seats[0] if seats[0] != seats[1] else "whoever called it")
    return Toss(seats, names, f"The coin shows {'heads' if heads else 'tails'}: {first} is Player 1.")


# Dealt by hand -------------------------------------------------------------------------------------


def read_fate(start: State, text: str) -> list[Move]:
    """The outcomes dealt by hand, each of which chance can bring at its place.

    What can come may hang on what the players do before, so some random games are walked through.
    """
    words = text.replace(",", " ").split()
    if not words:
        return []
    from random import Random

    random, outcomes = Random(0), list[Move]()
    walked = [start]
    for word in words:
        on = (_until_fate_acts(walked[at % len(walked)], random) for at in range(WALKS))
        due = [state for state in on if state.chances()]
        if not due:
            raise NotationError(_too_many(start, len(outcomes), len(words)))
        outcome = _outcome(due[0], word)
        walked = [state.after(outcome) for state in due if outcome in state.chances()]
        if outcome is None or not walked:
            reason = notation.form_of(start).why_not_drawn(due[0], outcome)
            raise NotationError(f"{_shown(word)} cannot be {start.drawn}: {reason}")
        outcomes.append(outcome)
    return outcomes


def _until_fate_acts(state: State, random: Random) -> State:
    """Where chance acts next in a game of random moves, or where that game ends."""
    for _ in range(LONGEST_WALK):
        if not (moves := state.moves()):
            break
        state = state.after(random.choice(moves))
    return state


def _shown(word: str) -> str:
    """A word that may hold anything, cut and made printable."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in word[:LONGEST_WORD])
    return shown if len(word) <= LONGEST_WORD else f"{shown}…"


def _outcome(state: State, word: str) -> Move | None:
    try:
        return notation.parse(state, word)
    except NotationError:
        return None


def _too_many(start: State, possible: int, given: int) -> str:
    """The refusal of outcomes that nothing is left for."""
    if not possible:
        return f"Nothing is {start.drawn} by chance in this game of {start.title}: leave out --fate."
    only = (
        f"Only one outcome is {start.drawn}"
        if possible == 1
        else f"Only {possible} outcomes are {start.drawn}"
    )
    return f"{only} in this game of {start.title}, but --fate gives {given}."

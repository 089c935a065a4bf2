"""A new table: its start, players and settings, the toss of the coin, and outcomes dealt by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.core import Move, Player, State
from primeparlor.match import HUMAN, Match, Series, Settings, is_program
from primeparlor.notation import NotationError
from primeparlor.tables.table import Table, create_players, has_substitute

if TYPE_CHECKING:
    from random import Random

    from primeparlor.solve import Progress


ALREADY_OVER = "This game is already over: there is nothing left to play."
WALKS = 50  # games tried to see what can be dealt by hand
LONGEST_WALK = 1000  # moves between two outcomes of chance
LONGEST_WORD = 20  # characters shown of text that names no outcome


class Toss(NamedTuple):
    """The result of a coin toss: the seats and names of Player 1 and Player 2, and a sentence."""

    seats: tuple[str, str]
    names: tuple[str, str]
    sentence: str


def open_table(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    *,
    names: tuple[str, str] = ("", ""),
    seed: int | None = None,
    fate: str = "",
    first_to: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Open a new table; raise if an outcome dealt by hand is impossible.

    With `first_to` it is the first game of a match that goes to so many wins. A player that cannot solve this
    game, and so plays as a weaker level, is noted before the first event.
    """
    series = None if first_to is None else Series(first_to)
    match = Match(start, seats, settings, names=names, seed=seed, series=series, fate=read_fate(start, fate))
    players = create_players(match, seats, progress)
    if has_substitute(players):
        match.mark_too_large()
    return Table(match, players)


def set_up(game: type[State], words: Iterable[str]) -> State:
    """Return the starting state that these words describe; raise if the game is already over."""
    start = notation.set_up(game, words)
    if start.ending():
        raise NotationError(ALREADY_OVER)
    return start


def set_up_variant(game: type[State], words: Iterable[str]) -> State:
    """Return the start of the variant with these rules; raise if a word describes a position."""
    given = list(words)
    notation.Words(given, (), tuple(game.Rules.numbers))
    return set_up(game, given)


# The toss ------------------------------------------------------------------------------------------


def toss_seats(
    seats: tuple[str, str], names: tuple[str, str] = ("", ""), seed: int | None = None, turn: Player = 1
) -> Toss:
    """Toss a coin for the seats; with a seed the result is repeatable. The game begins with `turn`."""
    from random import Random

    heads = Random(None if seed is None else f"{seed}/toss").random() < 0.5
    if heads:
        seats, names = seats[::-1], names[::-1]
    return Toss(
        seats, names, f"{'Heads' if heads else 'Tails'}: {_format_beginner(seats, names[turn - 1], turn)}."
    )


def _format_beginner(seats: tuple[str, str], name: str, turn: Player) -> str:
    """Format who begins: by name, by seat, or as "you", "the house" or "the program" to a single person."""
    label, people = seats[turn - 1], seats.count(HUMAN)
    if name or not people:
        return f"{name or label} begins"
    if people == 2:
        return "whoever called it begins"
    if is_program(label):
        from primeparlor.tables.names import PROGRAM  # its imports would delay a game against the house

        return f"{PROGRAM} begins"
    return "you begin" if label == HUMAN else "the house begins"


# Dealt by hand -------------------------------------------------------------------------------------


def read_fate(start: State, text: str) -> list[Move]:
    """Parse the outcomes dealt by hand; raise if one of them is impossible in its place.

    Which outcomes are possible may depend on the players' moves, so some random games are tried.
    """
    words = text.replace(",", " ").split()
    if not words:
        return []
    from random import Random

    random, outcomes = Random(0), list[Move]()
    walked = [start]
    for word in words:
        on = (_walk_to_fate(walked[at % len(walked)], random) for at in range(WALKS))
        due = [state for state in on if state.chances()]
        if not due:
            raise NotationError(_format_excess(start, len(outcomes), len(words)))
        outcome = _read_outcome(due[0], word)
        walked = [state.after(outcome) for state in due if outcome in state.chances()]
        if outcome is None or not walked:
            reason = notation.form_of(start).why_not_drawn(due[0], outcome)
            raise NotationError(f"{_make_printable(word)} cannot be {start.drawn}: {reason}")
        outcomes.append(outcome)
    return outcomes


def _walk_to_fate(state: State, random: Random) -> State:
    """Play random moves until chance acts next or the game ends; return that state."""
    for _ in range(LONGEST_WALK):
        if not (moves := state.moves()):
            break
        state = state.after(random.choice(moves))
    return state


def _read_outcome(state: State, word: str) -> Move | None:
    try:
        return notation.parse(state, word)
    except NotationError:
        return None


def _make_printable(word: str) -> str:
    """Return untrusted text, shortened and made printable."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in word[:LONGEST_WORD])
    return shown if len(word) <= LONGEST_WORD else f"{shown}…"


def _format_excess(start: State, possible: int, given: int) -> str:
    """Format the error for more outcomes than can be used."""
    if not possible:
        return f"Nothing is {start.drawn} in this game of {start.title}: leave out --fate."
    only = (
        f"Only one outcome is {start.drawn}"
        if possible == 1
        else f"Only {possible} outcomes are {start.drawn}"
    )
    return f"{only} in this game of {start.title}, but --fate gives {given}."

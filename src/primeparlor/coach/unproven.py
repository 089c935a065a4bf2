"""Help where the position is too large to solve: what the rules show, and what the best level would play.

Nothing here is proven, and every first sentence says so.
"""

from __future__ import annotations

from random import Random

from primeparlor import notation
from primeparlor.coach.grades import find_instant_wins
from primeparlor.coach.language.line_of_play import Name
from primeparlor.coach.language.phrases import HAVE_TO_PASS, capital
from primeparlor.coach.levels import WEAKER, Habits
from primeparlor.coach.reasons import words_of
from primeparlor.core import PASS, Move, Player, State
from primeparlor.games import game_of
from primeparlor.match import Event, Match
from primeparlor.wording import format_count, join_words

MOST_NAMED = 12  # moves with the same consequence that are named
TOO_LARGE = "{} is too large to solve from here, so nobody can say whether you are winning."
UNKNOWN = "What that is worth is not known: {} is too large to solve from there."


def list_unproven_hints(state: State) -> list[str]:
    """Return the steps of the hint ladder for a position that is too large to solve."""
    moves = state.moves()
    if len(moves) < 2:
        only = HAVE_TO_PASS if moves == (PASS,) else "There is no choice to make"
        return [f"{only}. {TOO_LARGE.format(state.title)}"]
    best = WEAKER[-1]
    move = game_of(state).part("habits", Habits).choose(best, state, moves, Random(repr(state)))
    instruction = words_of(state).instruction(state, move).rstrip(".")
    return [
        f"{TOO_LARGE.format(state.title)} You have {format_count(len(moves), 'legal move')}.",
        format_consequences(state),
        f"{instruction}: that is what the level {best.name} would play. It is not proven to be best.",
    ]


def format_consequences(state: State) -> str:
    """Format what each move leads to next, the moves with the same consequence together."""
    groups: dict[str, list[Move]] = {}
    for move in state.moves():
        groups.setdefault(find_consequence(state, move), []).append(move)
    return " ".join(f"{capital(what)}: {_list_moves(state, moves)}." for what, moves in groups.items())


def find_consequence(state: State, move: Move) -> str:
    """Return what this move leads to next, by the rules alone."""
    after = state.after(move)
    if ending := after.ending():
        return "wins at once" if ending.winner == state.turn else "loses at once"
    if after.chances():
        return "leaves the rest to chance first"
    if after.turn == state.turn:
        return "gives you another move"
    if find_instant_wins(after):
        return "lets your opponent win at once"
    return f"leaves your opponent {format_count(len(after.moves()), 'move')}"


def explain_unsolved(match: Match, event: Event, state: State, name: Name) -> list[str]:
    """Format the answer to `why` about a move from a position that is too large to solve."""
    assert event.move is not None
    who: Player | None = event.who
    assert who is not None
    did = words_of(state).did(state, event.move)
    return [f"{capital(name(who))} {did}.", f"  {UNKNOWN.format(match.start.title)}"]


def _list_moves(state: State, moves: list[Move]) -> str:
    named = [notation.format_move(state, move) for move in moves[:MOST_NAMED]]
    more = len(moves) - len(named)
    return join_words([*named, f"{more} more"] if more else named)

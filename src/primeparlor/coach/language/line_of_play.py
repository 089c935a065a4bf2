"""Lines of play as sentences: "you play 1, your opponent plays 3, and you win by reaching 21"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from primeparlor import notation
from primeparlor.coach.language.phrases import more_moves
from primeparlor.core import PASS, Move, Player

Name: TypeAlias = Callable[[Player], str]  # returns the name of a player: "Player 2", "you", "the house"

MOVES_NAMED = 8  # moves of a line that a sentence names
IRREGULAR = {
    "made": "making",
    "took": "taking",
    "held": "holding",
    "got": "getting",
    "ran": "running",
    "lost": "losing",
}


class Verb(NamedTuple):
    """The forms of a verb for moving: you play, they play; your opponent plays; somebody played."""

    you: str = "play"
    opponent: str = "plays"
    past: str = "played"


PLAY, ANSWER = Verb(), Verb("answer", "answers", "answered")
YOU, OPPONENT, THEY, HOUSE = "you", "your opponent", "they", "the house"


def find_possessive(name: str) -> str:
    """Return the possessive for a name: "your", "its" for the house, else "their"."""
    return {YOU: "your", HOUSE: "its"}.get(name, "their")


def format_line(
    state: Any,
    line: Sequence[Move],
    you: Player,
    ended: Callable[[Any, str, Player], str],
    verb: Verb = PLAY,
    possible: bool = False,
) -> str:
    """Format the line as clauses, shortened after some moves, with its end in the words of `ended`.

    `ended` receives the last position, the name of the opponent by then, and the player addressed as "you". A
    line that is only `possible` says so at its first choice: "your opponent can take 3, you take 8".
    """
    clauses: list[str] = []
    opponent, before = OPPONENT, None
    for move in line[:MOVES_NAMED]:
        who = YOU if state.turn == you else opponent
        can = possible and len(state.moves()) > 1
        shown = None if move == PASS else notation.format_move(state, move)
        clauses.append(_format_clause(who, shown, verb, state.turn == before, can))
        possible = possible and not can
        opponent = THEY if state.turn != you else opponent  # from the second time on
        before = None if move == PASS else state.turn
        state = state.after(move)
    for move in line[MOVES_NAMED:]:
        state = state.after(move)
    if len(line) > MOVES_NAMED:
        clauses.append(f"… ({more_moves(len(line) - MOVES_NAMED)})")
    return f"{', '.join(clauses)}{', and ' if clauses else ''}{ended(state, opponent, you)}"


def _format_clause(who: str, shown: str | None, verb: Verb, again: bool, can: bool) -> str:
    """Format one move, None for a pass; a player who moves again is not named again: "you play 1, then 3"."""
    if can:
        return f"{who} can {'pass' if shown is None else f'{verb.you} {shown}'}"
    if shown is None:
        return f"{who} {'passes' if who == OPPONENT else 'pass'}"
    return f"then {shown}" if again else f"{who} {verb.opponent if who == OPPONENT else verb.you} {shown}"


def format_outcome(who: str, wins: bool) -> str:
    """Format a win or a loss: "you win", "your opponent loses", "they win"."""
    return f"{who} {'win' if wins else 'lose'}{'s' * (who == OPPONENT)}"


def format_ending(reason: str) -> str:
    """Format the reason for an ending, to follow "you win": " by reaching 21", in brackets without a verb."""
    deed, _, rest = reason.partition(" ")
    doing = IRREGULAR.get(deed) or _to_participle(deed)
    return f" by {doing} {rest}".rstrip() if doing else f" ({reason})"


def _to_participle(deed: str) -> str | None:
    """Return the participle of a regular past tense: "reached" → "reaching"; else None."""
    if not deed.endswith("ed") or len(deed) < 5:
        return None
    if deed.endswith("ied"):
        return f"{deed[:-3]}ying"
    return f"{deed[:-2]}{'e' * deed.endswith('eed')}ing"

"""A line of play as a sentence: "you play 1, your opponent 3, you 3, and you win by reaching 21"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from primeparlor.coach.blocks import more_moves
from primeparlor.core import PASS, Move, Player

TOLD = 8  # moves of a line that a sentence tells
IRREGULAR = {
    "made": "making",
    "took": "taking",
    "held": "holding",
    "got": "getting",
    "ran": "running",
    "lost": "losing",
}


class Verb(NamedTuple):
    """What moving is called: you play, they play; your opponent plays; somebody played."""

    you: str = "play"
    opponent: str = "plays"
    past: str = "played"


PLAY, ANSWER = Verb(), Verb("answer", "answers", "answered")
YOU, OPPONENT, THEY = "you", "your opponent", "they"


def told(
    state: Any, line: Sequence[Move], you: Player, ended: Callable[[Any, str, Player], str], verb: Verb = PLAY
) -> str:
    """The line as clauses, cut after some moves, and how it ends as `ended` tells it.

    `ended` is given the last position, what the opponent is called by then, and who you are.
    """
    clauses: list[str] = []
    opponent, before, passed = OPPONENT, None, True
    for move in line[:TOLD]:
        who = YOU if state.turn == you else opponent
        clauses.append(_clause(who, move, verb, again=state.turn == before, understood=not passed))
        opponent = THEY if state.turn != you else opponent  # from the second time on
        before, passed = state.turn, move == PASS
        state = state.after(move)
    for move in line[TOLD:]:
        state = state.after(move)
    if len(line) > TOLD:
        clauses.append(f"… ({more_moves(len(line) - TOLD)})")
    return f"{', '.join(clauses)}{', and ' if clauses else ''}{ended(state, opponent, you)}"


def _clause(who: str, move: Move, verb: Verb, again: bool, understood: bool) -> str:
    """One move; where the verb stands in the clause before, it is left out: "you play 1, they 3"."""
    if move == PASS:
        return f"{who} {'passes' if who == OPPONENT else 'pass'}"
    if understood:
        return f"then {move}" if again else f"{who} {move}"
    return f"{who} {verb.opponent if who == OPPONENT else verb.you} {move}"


def won_or_lost(who: str, wins: bool) -> str:
    """Who wins or loses: "you win", "your opponent loses", "they win"."""
    return f"{who} {'win' if wins else 'lose'}{'s' * (who == OPPONENT)}"


def how(reason: str) -> str:
    """The reason of an ending after "you win": " by reaching 21", or in brackets where it names no deed."""
    deed, _, rest = reason.partition(" ")
    doing = IRREGULAR.get(deed) or _doing(deed)
    return f" by {doing} {rest}".rstrip() if doing else f" ({reason})"


def _doing(deed: str) -> str | None:
    """The deed of a regular verb as what one does: "reached" → "reaching"."""
    if not deed.endswith("ed") or len(deed) < 5:
        return None
    if deed.endswith("ied"):
        return f"{deed[:-3]}ying"
    return f"{deed[:-2]}{'e' * deed.endswith('eed')}ing"

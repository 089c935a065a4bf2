"""What happened at a table, in sentences for any game."""

from __future__ import annotations

from collections.abc import Collection

from primeparlor.core import OTHER, PLAYERS, Player, State
from primeparlor.match import (
    EARLY_ENDS,
    HUMAN,
    LIMIT,
    UNDO,
    Answer,
    Entry,
    Event,
    Hint,
    Match,
    Offer,
    Outcome,
    Seating,
)

NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}


# Before ------------------------------------------------------------------------------------------


def agreed(match: Match, person: str = "you", readers: Collection[Player] = PLAYERS) -> list[str]:
    """Who plays and what is agreed, as far as it is unusual, and what is left of the decision at hand.

    People without a name are called `person`. How many inputs were refused is told to their own seat only.
    """
    settings, lines = match.settings, []
    if match.seats != (HUMAN, HUMAN) or any(match.names):
        one, two = (seated(label, name, person) for label, name in zip(match.seats, match.names, strict=True))
        lines.append(f"Player 1: {one}. Player 2: {two}.")
    if settings.clock is not None:
        lines.append(f"You have {_counted(settings.clock, 'second')} for each move.")
    if settings.clock is not None and match.decision.ms:
        left = max(0, round(settings.clock - match.decision.ms / 1000))
        lines.append(f"For this one {_counted(left, 'second')} {'is' if left == 1 else 'are'} left.")
    if settings.strikes == 1:
        lines.append("One invalid input loses the game.")
    elif settings.strikes is not None:
        number = NUMBERS.get(settings.strikes, f"{settings.strikes:,}")
        lines.append(f"{number} invalid inputs in a row lose the game.")
    if settings.strikes is not None and match.decision.strikes and match.state.turn in readers:
        lines.append(f"Invalid inputs so far: {match.decision.strikes}.")
    if match.limit is not None:
        lines.append(f"The game stops unfinished after {_counted(match.limit, 'move')}.")
    return lines


def seated(label: str, name: str = "", person: str = HUMAN) -> str:
    """Who sits there: by the name they chose, else by the label."""
    return name or (person if label == HUMAN else label)


def _counted(number: float, thing: str) -> str:
    return f"{number:,g} {thing}{'s' * (number != 1)}" if number < 10**6 else f"{number:,.0f} {thing}s"


# Meanwhile -----------------------------------------------------------------------------------------


def taken_back(match: Match, event: Event) -> str:
    """That a player has taken back a move, and which."""
    return f"Player {event.who} takes back {match.event(event.undo or 0).move}."


def noted(note: Entry, kind: str | None = None) -> str | None:
    """What a note says; None for what is not told. The `kind` of the open offer tells what is answered."""
    if isinstance(note, Hint):
        step = "step " if isinstance(note.kind, int) else ""
        return f"Player {note.who} asks for a hint: {step}{note.kind}."
    if isinstance(note, Seating):
        one, two = map(seated, note.seats, note.names)
        return f"Player 1 is now: {one}. Player 2: {two}."
    if isinstance(note, Offer):
        what = "to take back a move" if note.kind == UNDO else "for another game with seats swapped"
        return f"Player {note.who} asks {what}."
    if isinstance(note, Answer):
        if kind == UNDO:
            return f"Player {note.who} {'allows' if note.allowed else 'does not allow'} it."
        return f"Player {note.who} {'agrees' if note.allowed else 'declines'}."
    return None


# The end -------------------------------------------------------------------------------------------


def early_end(outcome: Outcome) -> list[str] | None:
    """The last lines of a match that ended otherwise than by its rules; None if the rules ended it."""
    if outcome.reason == LIMIT:
        return ["The move limit is reached. The game is unfinished: nobody wins."]
    if outcome.reason not in EARLY_ENDS or outcome.winner is None:
        return None
    loser = OTHER[outcome.winner]
    return [f"Player {loser} {EARLY_ENDS[outcome.reason].now}.", f"Player {outcome.winner} wins."]


def variant(state: State) -> str:
    """The words of the rules that differ from the book's; none for the book's game."""
    return " ".join(f"{key}={value}" for key, value in state.rules.changed().items())


def standing(match: Match) -> str:
    """How the match ended or stands, in a few words, with the variant."""
    outcome = match.ended()
    told = summary(match, outcome) if outcome else f"unfinished, Player {match.state.turn} to move"
    words = variant(match.start)
    return f"{told} [{words}]" if words else told


def summary(match: Match, outcome: Outcome) -> str:
    """How this match ended, in a few words."""
    if outcome.winner is None:
        return outcome.reason
    ending = match.state.ending()
    early = "" if ending else f"Player {OTHER[outcome.winner]} {EARLY_ENDS[outcome.reason].then}"
    return f"Player {outcome.winner} won ({ending.how if ending else early})"

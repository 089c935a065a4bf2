"""Sentences about a table that fit any game."""

from __future__ import annotations

from collections.abc import Callable, Collection

from primeparlor.core import OTHER, PLAYERS, Player, State, capital
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
from primeparlor.wording import if_few

# Before ------------------------------------------------------------------------------------------


def agreed(match: Match, person: str = "you", readers: Collection[Player] = PLAYERS) -> list[str]:
    """Format who plays, any unusual settings, and what is left for the current decision.

    People without a name are called `person`. The count of refused inputs is shown to its own seat only.
    """
    settings, lines = match.settings, []
    if match.seats != (HUMAN, HUMAN) or any(match.names):
        one, two = (seated(label, name, person) for label, name in zip(match.seats, match.names, strict=True))
        lines.append(f"Player 1: {one}. Player 2: {two}.")
    if settings.clock is not None:
        lines.append(f"You have {_counted(settings.clock, 'second')} for each move.")
    if settings.clock is not None and match.decision.ms:
        left = max(0, round(settings.clock - match.decision.ms / 1000))
        lines.append(f"You have {_counted(left, 'second')} left for this one.")
    if settings.strikes == 1:
        lines.append("One invalid input loses the game.")
    elif settings.strikes is not None:
        lines.append(f"{if_few(settings.strikes).capitalize()} invalid inputs in a row lose the game.")
    if settings.strikes is not None and match.decision.strikes and match.state.turn in readers:
        lines.append(f"Invalid inputs so far: {match.decision.strikes}.")
    if match.limit is not None:
        lines.append(f"The game stops after {_counted(match.limit, 'move')}, with no winner.")
    return lines


def seated(label: str, name: str = "", person: str = HUMAN) -> str:
    """Return the name a player chose, or else the label of the seat."""
    return name or (person if label == HUMAN else label)


def helped(match: Match) -> str:
    """Format the number of hints and undos in a few words; empty if there were none."""
    hints = sum(isinstance(note, Hint) for note in match.notes)
    undos = sum(event.undo is not None for event in match.events)
    told = [_counted(number, thing) for number, thing in ((hints, "hint"), (undos, "undo")) if number]
    return ", ".join(told)


def _counted(number: float, thing: str) -> str:
    return f"{number:,g} {thing}{'s' * (number != 1)}" if number < 10**6 else f"{number:,.0f} {thing}s"


# Meanwhile -----------------------------------------------------------------------------------------


def taken_back(match: Match, event: Event) -> str:
    """Format the sentence that a player takes back a move."""
    return f"Player {event.who} takes back {match.event(event.undo or 0).move}."


def noted(note: Entry, kind: str | None = None) -> str | None:
    """Format a note as a sentence, or None if it is not shown; `kind` is that of the offer being answered."""
    if isinstance(note, Hint):
        step = "step " if isinstance(note.kind, int) else ""
        return f"Player {note.who} asks for a hint: {step}{note.kind}."
    if isinstance(note, Seating):
        one, two = map(seated, note.seats, note.names)
        return f"Player 1 is now {one}, and Player 2 is {two}."
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
    """Return the last lines of a match that did not end by its rules; None if it did."""
    if outcome.reason == LIMIT:
        return ["The move limit is reached. The game is unfinished: nobody wins."]
    if outcome.reason not in EARLY_ENDS or outcome.winner is None:
        return None
    loser = OTHER[outcome.winner]
    return [f"Player {loser} {EARLY_ENDS[outcome.reason].now}.", f"Player {outcome.winner} wins."]


def variant(state: State) -> str:
    """Format the rules that differ from the book's, as words; empty for the book's game."""
    return " ".join(f"{key}={value}" for key, value in state.rules.changed().items())


def by_number(player: Player) -> str:
    """Return the player's number as a name: "Player 2"."""
    return f"Player {player}"


def standing(match: Match, name: Callable[[Player], str] = by_number) -> str:
    """Format how the match ended or stands, with the variant; `name` may call a player "you"."""
    outcome, next_name = match.ended(), name(match.state.turn)
    to_move = "your turn" if next_name == "you" else f"{next_name} to move"
    told = summary(match, outcome, name) if outcome else f"unfinished, {to_move}"
    words = variant(match.start)
    return f"{told} [{words}]" if words else told


def summary(match: Match, outcome: Outcome, name: Callable[[Player], str] = by_number) -> str:
    """Format how this match ended: "Player 2 won (reached 50)", "The house won (you resigned)"."""
    if outcome.winner is None:
        return outcome.reason
    ending = match.state.ending()
    by = ending.by if ending else OTHER[outcome.winner]
    reason = ending.reason if ending else EARLY_ENDS[outcome.reason].then
    how = reason if by == outcome.winner else f"{name(by)} {reason}"
    return f"{capital(name(outcome.winner))} won ({how})"

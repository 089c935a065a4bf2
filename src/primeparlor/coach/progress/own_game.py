"""What a game is to its player: whose it is, which level plays, and whether there was help."""

from __future__ import annotations

from primeparlor.coach.levels import WEAKER
from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match import HUMAN, TAKEN_BACK, Hint, Match, Seating

LEVELS = (*(level.name for level in WEAKER), "perfect")


def find_own_side(match: Match) -> Player | None:
    """Return the side of the one person; None if people held both, even one after the other, or none."""
    seatings = [match.first_seats, *(note.seats for note in match.notes if isinstance(note, Seating))]
    people = [player for player in PLAYERS if any(seats[player - 1] == HUMAN for seats in seatings)]
    return people[0] if len(people) == 1 else None


def find_level(match: Match, side: Player | None) -> str | None:
    """Return the level that plays against this side, or None."""
    label = match.seats[OTHER[side] - 1] if side else None
    return label if label in LEVELS else None


def is_regular(match: Match) -> bool:
    """Return True for a game from the start of its rules whose chances nobody knew or arranged."""
    return not set(match.marks) - {TAKEN_BACK}


def count_own_moves(match: Match, side: Player | None) -> int:
    """Return how many moves the person chose and outlived: without forced ones and one that lost at once."""
    if side is None:
        return 0
    own = [event for event, _ in match.line if event.who == side and not event.forced]
    ending = match.state.ending()
    return len(own) - (ending is not None and ending.winner != side and ending.by == side)


def is_helped(match: Match, side: Player | None) -> bool:
    """Return True if the person had hints or took moves back; of two people, if either did."""
    hints = any(isinstance(entry, Hint) and side in (None, entry.who) for entry in match.journal)
    return hints or any(event.undo is not None and side in (None, event.who) for event in match.events)

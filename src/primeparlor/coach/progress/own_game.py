"""What a game is to its player: whose it is, which level it may beat, and whether there was help."""

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


def is_standard(match: Match) -> bool:
    """Return True for a game by the book's rules in which nobody knew or arranged what fate brings."""
    return not match.start.rules.changed() and not set(match.marks) - {TAKEN_BACK}


def is_helped(match: Match, side: Player | None) -> bool:
    """Return True if the person had hints or took moves back; of two people, if either did."""
    hints = any(isinstance(entry, Hint) and side in (None, entry.who) for entry in match.journal)
    return hints or any(event.undo is not None and side in (None, event.who) for event in match.events)


def find_level_at_stake(match: Match) -> str | None:
    """Return the level that the only person beats by winning this game without help, or None."""
    side = find_own_side(match)
    if side is None or match.outcome is not None or not is_standard(match) or is_helped(match, side):
        return None
    return find_level(match, side)

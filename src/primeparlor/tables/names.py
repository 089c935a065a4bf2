"""Names of players: "you", "the house", a name they chose, or else "Player 2".

Nobody may choose one of the words we use ourselves: a sentence about a player called "you" would seem to be
about its reader. `match/name_rules.py` knows what else no name may contain.
"""

from __future__ import annotations

import unicodedata

from primeparlor.coach.language.line_of_play import HOUSE, YOU, name_by_number
from primeparlor.core import PLAYERS, Player, capital
from primeparlor.match import HUMAN, Match
from primeparlor.match.name_rules import BLANK, NameRefused, explain_refusal
from primeparlor.messages import Seats
from primeparlor.players import LEVELS

RESERVED = frozenset([YOU, HOUSE, *(name_by_number(player).casefold() for player in PLAYERS)])


def check_name(name: str) -> str:
    """Return the name a player chose, which may be empty; raise if it is not allowed."""
    name = name.strip()
    if name and (refusal := explain_refusal(name)):
        raise NameRefused(refusal)
    if is_reserved(name):
        raise NameRefused(f'The parlor uses "{name}" itself. Choose another name.')
    return name


def is_reserved(name: str) -> bool:
    """Return True if this is a name we use ourselves."""
    return _normalize_name(name) in RESERVED


def _normalize_name(name: str) -> str:
    """Return the name without invisible differences: case, width, extra spaces and blank letters."""
    shown = (letter for letter in unicodedata.normalize("NFKC", name) if letter not in BLANK)
    seen = (letter for letter in shown if unicodedata.category(letter) not in ("Cf", "Mn"))
    return " ".join("".join(seen).casefold().split())


def name_seats(match: Match, you: Player | None = None) -> Seats:
    """Return what this reader calls the players; for None, what any reader does."""
    people, names = match.seats.count(HUMAN), list[str]()
    for player, label, chosen in zip(PLAYERS, match.seats, match.names, strict=True):
        if player == you:
            names.append(capital(YOU))
        elif people and label in LEVELS:
            names.append(capital(HOUSE))
        elif chosen and not is_reserved(chosen):  # a record may come from anywhere
            names.append(chosen)
        else:
            names.append(name_by_number(player))
    return Seats((names[0], names[1]), you)


def find_reader(match: Match) -> Player | None:
    """Return the only person who plays; None if nobody or both are persons."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    return people[0] if len(people) == 1 else None


def build_names(match: Match, you: Player | None = None) -> list[str]:
    """Return the players' names inside a sentence for this reader; for None, for any reader."""
    seats = name_seats(match, you)
    return [seats.inside(player) for player in PLAYERS]

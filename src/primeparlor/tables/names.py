"""Names of players: "you", "the house", "the program", a name of their own, or else "Player 2".

Nobody may choose one of the words we use ourselves: a sentence about a player called "you" would seem to be
about its reader. `match/name_rules.py` knows what else no name may contain.
"""

from __future__ import annotations

import unicodedata

from primeparlor.coach.language.line_of_play import HOUSE, YOU
from primeparlor.core import PLAYERS, Player, capital
from primeparlor.match import HUMAN, Match, comes_in, find_agent_name, is_program
from primeparlor.match.name_rules import BLANK, NameRefused, explain_refusal
from primeparlor.messages import Seats
from primeparlor.players import LEVELS
from primeparlor.wording import name_by_number

PROGRAM = "the program"
RESERVED = frozenset([YOU, HOUSE, PROGRAM, *(name_by_number(player).casefold() for player in PLAYERS)])


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
    hosted = any(map(comes_in, match.seats))
    one, two = (_find_own_name(match, player) for player in PLAYERS)

    def name(player: Player) -> str:
        label, own = match.seats[player - 1], (one, two)[player - 1]
        if player == you:
            return capital(YOU)
        if hosted and label in LEVELS:
            return capital(HOUSE)
        if hosted and is_program(label) and not comes_in(label):
            return capital(PROGRAM)
        return own if own and one != two else name_by_number(player)

    return Seats((name(1), name(2)), you)


def find_reader(match: Match) -> Player | None:
    """Return the only person who plays; None if nobody or both are persons."""
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN]
    return people[0] if len(people) == 1 else None


def build_names(match: Match, you: Player | None = None) -> list[str]:
    """Return the players' names inside a sentence for this reader; for None, for any reader."""
    seats = name_seats(match, you)
    return [seats.inside(player) for player in PLAYERS]


def _find_own_name(match: Match, player: Player) -> str:
    """Return the name of a person or of a program that comes in; "" for one of ours, in any record."""
    own = match.names[player - 1] or find_agent_name(match.seats[player - 1])
    return "" if is_reserved(own) else own

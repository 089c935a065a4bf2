"""What players are called: "you", "the house", a name of their own, or else "Player 2".

The house's own words are nobody's name: a sentence about somebody called "you" would be about its reader.
"""

from __future__ import annotations

import unicodedata

from primeparlor.coach.language.lines import HOUSE, YOU, by_number
from primeparlor.core import PLAYERS, ParlorError, Player
from primeparlor.match import HUMAN, Match
from primeparlor.match.checks import LONGEST_NAME
from primeparlor.players import LEVELS

OURS = frozenset([YOU, HOUSE, *(by_number(player).casefold() for player in PLAYERS)])
BLANK = "\u115f\u1160\u2800"  # letters and a sign that show nothing


def named(name: str) -> str:
    """The name that somebody chose, or none; raises if nobody can be called so."""
    name = name.strip()
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise ParlorError(f"A name must be at most {LONGEST_NAME} printable characters.")
    if name and not any(unicodedata.category(letter)[0] in "LNPS" for letter in _plain(name)):
        raise ParlorError("A name must show something. Choose another one, or none.")
    if is_ours(name):
        raise ParlorError(f'The parlor uses "{name}" itself. Choose another name.')
    return name


def is_ours(name: str) -> bool:
    """Whether the house itself calls somebody so."""
    return _plain(name) in OURS


def _plain(name: str) -> str:
    """The name without what nobody sees: case, width, spaces too many, and letters that are blank."""
    shown = (letter for letter in unicodedata.normalize("NFKC", name) if letter not in BLANK)
    seen = (letter for letter in shown if unicodedata.category(letter) not in ("Cf", "Mn"))
    return " ".join("".join(seen).casefold().split())


def called(match: Match, you: Player | None = None) -> list[str]:
    """What the players are called inside a sentence for this reader, or for somebody who may be either."""
    people = match.seats.count(HUMAN)

    def name(player: Player) -> str:
        chosen = match.names[player - 1]
        if player == you:
            return YOU
        if people and match.seats[player - 1] in LEVELS:
            return HOUSE
        if chosen and not is_ours(chosen):  # a record may come from anywhere
            return chosen
        return by_number(player)

    return [name(player) for player in PLAYERS]

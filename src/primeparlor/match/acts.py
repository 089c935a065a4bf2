"""Acts: what a player, a program or the table asks of the referee. `Match.decide` answers each with a turn.

`number` is the event number that the act was chosen at: if the match has moved on since, the act is refused.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from primeparlor.core import Move, Player
from primeparlor.match.events import Help


class Play(NamedTuple):
    """Play a move. A seat that repeats its own accepted move gets the same turn again."""

    player: Player
    move: Move
    number: int


class Mistype(NamedTuple):
    """Give text that is not a move: a strike."""

    player: Player
    number: int


class TakeBack(NamedTuple):
    """Go back to this player's last own decision (ruling A6), or ask the other player's consent."""

    player: Player
    number: int


class AskRematch(NamedTuple):
    """After the end, ask for another game; agree to it, if the other player has asked."""

    player: Player
    number: int


class AnswerOffer(NamedTuple):
    """Allow or decline what the other player has offered."""

    player: Player
    allowed: bool
    number: int


class Resign(NamedTuple):
    """End the match in the other player's favour."""

    player: Player
    number: int


class Forfeit(NamedTuple):
    """End the match because this player, a program, cannot go on (ruling A4)."""

    player: Player
    number: int


class Stop(NamedTuple):
    """End the match as unfinished, because its table has no room for more."""


class AskHelp(NamedTuple):
    """Ask whether this help, or any, may be given now, before it is computed."""

    player: Player
    kind: Help | None
    number: int


class TakeHelp(NamedTuple):
    """Note that the player to move gets this help, before it is given."""

    player: Player
    kind: Help
    number: int


class Sit(NamedTuple):
    """Seat these players as Player 1 and Player 2, under the names they chose; without any, as before."""

    seats: tuple[str, str]
    names: tuple[str, str] | None = None
    too_large: bool = False  # True if one of them cannot solve this game, and plays as a weaker level


class Begin(NamedTuple):
    """Let fate and forced moves act until a player must choose, and start the clock."""


class CallTime(NamedTuple):
    """End the match if the time for this decision is over; else nothing happens."""


class Suspend(NamedTuple):
    """Leave the table: nothing more is accepted. The record can be resumed with the time left."""


Act: TypeAlias = (
    Play
    | Mistype
    | TakeBack
    | AskRematch
    | AnswerOffer
    | Resign
    | Forfeit
    | Stop
    | AskHelp
    | TakeHelp
    | Sit
    | Begin
    | CallTime
    | Suspend
)

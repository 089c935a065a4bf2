"""Players at a match: one decision, or the whole match with nobody watching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from typing import TypeAlias

from primeparlor.core import IllegalMove, Player
from primeparlor.match import FAILED, HUMAN, Match, MatchError, Outcome, OutOfTime, StaleMove
from primeparlor.players.player import Chooser, Chosen, PlayerFailed, view

Tell: TypeAlias = Callable[[Player, str], None]  # a player's notes, or why it failed


def nobody(player: Player, text: str) -> None:
    """Nobody wants to know."""


def play_out(match: Match, players: Sequence[Chooser], tell: Tell = nobody) -> Outcome | None:
    """How the match ended that these two have played to its end; None if it was suspended meanwhile.

    The players are closed, whatever happens.
    """
    one, two = players
    with closing(one), closing(two):
        if HUMAN in match.seats:
            raise MatchError("A person sits at this table, who would have to be asked.")
        match.begin()
        while match.outcome is None and not match.suspended:
            take_turn(match, players[match.state.turn - 1], tell)
    return match.outcome


def take_turn(match: Match, player: Chooser, tell: Tell = nobody) -> None:
    """Ask the player to move for one decision, and submit it.

    What is no legal move is a strike, and the player is asked again. A player that fails forfeits. Where
    the match has moved on while the player thought, was ended or suspended, or the flag fell, the move was
    meant for a position that is gone: nothing more happens.
    """
    number = match.number

    def is_due() -> bool:
        return match.outcome is None and not match.suspended and match.number == number

    while is_due():
        try:
            _ask(match, player, tell)
        except (StaleMove, OutOfTime):
            return
        except MatchError:
            if match.outcome is None and not match.suspended:
                raise


def _ask(match: Match, player: Chooser, tell: Tell) -> None:
    """One move, legal or not."""
    seat, number, shown = match.state.turn, match.number, view(match)
    try:
        with match.clock_stopped() if player.own else nullcontext():
            chosen = player.choose(shown)
    except PlayerFailed as failure:
        tell(seat, str(failure))
        if match.number == number and not match.call_time():  # who fails because time is up has run out of it
            match.forfeit(seat, FAILED, number)
        return
    if not isinstance(chosen, Chosen) or type(chosen.move) not in (int, str):
        match.invalid(seat, number)
        return
    if chosen.notes:
        tell(seat, chosen.notes)
    try:
        match.submit(seat, chosen.move, number)
    except IllegalMove as error:
        tell(seat, str(error))

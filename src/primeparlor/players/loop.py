"""The loop that asks players for moves: one decision, or a whole match without people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from typing import NamedTuple, TypeAlias

from primeparlor.core import IllegalMove, Player
from primeparlor.match import HUMAN, Forfeit, Match, MatchError, Mistype, Outcome, OutOfTime, Play, StaleMove
from primeparlor.players.player import (
    Chosen,
    EndpointFailed,
    MoveChooser,
    NoAnswer,
    PlayerFailed,
    build_view,
)

Tell: TypeAlias = Callable[[Player, str], None]  # a player's notes, or why it failed
NO_MOVE = "A move must be a whole number or a word."
MOST_VOID = 3  # matches in a row


def ignore_notes(player: Player, text: str) -> None:
    """Ignore the notes."""


def play_match(match: Match, players: Sequence[MoveChooser], tell: Tell = ignore_notes) -> Outcome | None:
    """Play a match between these two to the end; return the outcome, None if it was suspended meanwhile.

    The players that have a method `close` are closed, whatever happens.
    """
    one, two = players
    with ExitStack() as stack:
        for player in (one, two):
            if callable(close := getattr(player, "close", None)):
                stack.callback(close)
        if HUMAN in match.seats:
            raise MatchError("A person sits at this table, so it cannot play itself.")
        match.begin()
        while match.outcome is None and not match.suspended:
            take_turn(match, players[match.state.turn - 1], tell)
    return match.outcome


class ValidMatch(NamedTuple):
    """A match that was played without a fault of an endpoint, and the faults of those before it."""

    match: Match
    outcome: Outcome | None
    faults: tuple[str, ...] = ()  # one for each match that was void


def play_valid_match(
    make_match: Callable[[], Match],
    make_players: Callable[[], Sequence[MoveChooser]],
    *,
    most_void: int = MOST_VOID,
    tell: Tell = ignore_notes,
) -> ValidMatch:
    """Play a match to its end; one at which an endpoint failed is void, counted, and played again.

    Raise the last fault if that happens more often than `most_void` times.
    """
    faults: list[str] = []
    while True:
        match = make_match()
        try:
            return ValidMatch(match, play_match(match, make_players(), tell), tuple(faults))
        except EndpointFailed as fault:
            faults.append(str(fault))
            if len(faults) > most_void:
                raise


def take_turn(match: Match, player: MoveChooser, tell: Tell = ignore_notes) -> None:
    """Ask the player to move for one decision, and submit it.

    An illegal move, or an answer that names none, is a strike, and the player is asked again: its view then
    holds the reason. A player that fails forfeits; a fault of the service behind it is raised, and the match
    stays as it was. If the match moved on, ended or was suspended while the player was thinking, or the flag
    fell, the move is too late: nothing more happens.
    """
    number, refusal = match.number, ""

    def is_due() -> bool:
        return match.outcome is None and not match.suspended and match.number == number

    while is_due():
        try:
            refusal = _ask_player(match, player, tell, refusal)
        except (StaleMove, OutOfTime):
            return
        except MatchError:
            if match.outcome is None and not match.suspended:
                raise


def _ask_player(match: Match, player: MoveChooser, tell: Tell, refusal: str) -> str:
    """Ask the player for one move, legal or not, and submit it; return why it was refused, if it was."""
    seat, number, shown = match.state.turn, match.number, build_view(match, refusal)
    try:
        with match.pause_clock() if getattr(player, "own", False) else nullcontext():
            chosen = player.choose(shown)
        if not isinstance(chosen, Chosen):
            raise TypeError(f"choose(view) must return a Chosen, as in Chosen(move), not {chosen!r:.50}.")
        if type(chosen.move) not in (int, str):
            raise NoAnswer(NO_MOVE)
    except PlayerFailed as failure:
        tell(seat, str(failure))
        match.perform(Forfeit(seat, number))  # failing because time is up counts as running out of time
        return ""
    except NoAnswer as error:
        tell(seat, str(error))
        match.perform(Mistype(seat, number))
        return str(error)
    if chosen.notes:
        tell(seat, chosen.notes)
    try:
        match.perform(Play(seat, chosen.move, number))
    except IllegalMove as error:
        tell(seat, str(error))
        return str(error)
    return ""

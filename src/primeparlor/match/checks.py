"""Whether what a record tells can have happened: as strict as the referee of a live match.

Each check raises `MatchError` with the reason, or says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match.events import (
    HUMAN,
    MOVES,
    OUT_OF_TIME,
    RESIGNED,
    STRIKES,
    WHY,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    Outcome,
)

if TYPE_CHECKING:
    from primeparlor.match.referee import Match

LONGEST_SEAT = 1000  # characters


def check_seats(seats: tuple[str, str]) -> None:
    """Whether both are names that can be shown."""
    if not all(seat.isprintable() and 0 < len(seat) <= LONGEST_SEAT for seat in seats):
        raise MatchError(f"A seat is named by 1 to {LONGEST_SEAT} printable characters.")


def check_note(match: Match, note: Note) -> None:
    """Whether this hint or seating may be what comes next."""
    if note.after != match.number:
        raise MatchError(f"this was not noted after event {match.number}")
    if isinstance(note, Hint):
        _check_hint(match, note)
    else:
        check_seats(note.seats)
        if note.seats == match.seats:
            raise MatchError("nobody else sits down here")


def _check_hint(match: Match, hint: Hint) -> None:
    if hint.who != match.state.turn or not match.player_chooses():
        raise MatchError(f"Player {hint.who} does not choose here")
    if hint in match.notes:
        raise MatchError("a hint is noted once for each decision")
    check_help(match, hint.kind)


def check_help(match: Match, kind: Help) -> None:
    """Whether this help may be given for the decision at hand."""
    if not match.settings.hints:
        raise MatchError("Hints are off in this game.")
    if isinstance(kind, int):
        if kind != match.hint_step + 1:
            raise MatchError(f"The next step of the hints is {match.hint_step + 1}.")
    elif kind not in (MOVES, WHY):
        raise MatchError(f"A hint is a step, {MOVES!r} or {WHY!r}.")
    elif kind == WHY and match.last_decision(PLAYERS) is None:
        raise MatchError("No move has been chosen yet.")


def check_event(match: Match, event: Event) -> None:
    """Whether this may be the next event."""
    if event.number != match.number + 1:
        raise MatchError(f"event {match.number + 1} is missing")
    _check_act(match, event)
    _check_circumstances(match, event)


def _check_act(match: Match, event: Event) -> None:
    """Whether this may happen here."""
    name = "fate" if event.who is None else f"Player {event.who}"
    if event.undo is not None:
        if event.who is None or event.forced or not match.player_chooses():
            raise MatchError(f"{name} cannot take back here")
        if event.undo != match.undoable(event.who):
            raise MatchError(f"{name}'s last own decision is not event {event.undo}")
    elif event.who != (None if match.state.chances() else match.state.turn):
        raise MatchError(f"{name} does not act here")
    elif reason := match.state.why_not(event.move):
        raise MatchError(f"illegal move {event.move}: {reason}")
    elif event.forced != (match.state.forced() is not None):
        raise MatchError(f"move {event.move} is {'not ' if event.forced else ''}forced")


def _check_circumstances(match: Match, event: Event) -> None:
    """Whether it may have happened so."""
    if event.by_hand and event.who is not None:
        raise MatchError("only fate is dealt by hand")
    if (event.who is None or event.forced) and (event.ms or event.refused):
        raise MatchError("only a player's decision takes time and refusals")
    if match.settings.clock is not None and event.ms > match.settings.clock * 1000:
        raise MatchError("the decision took longer than the clock allows")
    if event.who is not None and _refusals_end(match, event.who, event.refused):
        raise MatchError("so many inputs refused in a row would have ended the match")


def _refusals_end(match: Match, player: Player, refused: int) -> bool:
    """Whether so many refusals must hold too many strikes: only a person may be refused without one."""
    allowed = match.strikes_allowed(player)
    spared = match.seats[player - 1] == HUMAN and match.state.may_attempt
    return allowed is not None and refused >= allowed and not spared


def check_outcome(match: Match, outcome: Outcome) -> None:
    """Whether the match can have ended so."""
    if (ended := match.ended()) is not None:
        possible = outcome == ended
    else:
        possible = match.player_chooses() and outcome in _early_ends(match)
    if not possible:
        raise MatchError(f"the match did not end with {outcome.winner}, {outcome.reason[:40]!r}")


def _early_ends(match: Match) -> list[Outcome]:
    """How the match may end while a player chooses."""
    turn = match.state.turn
    ends = [Outcome(winner, RESIGNED) for winner in PLAYERS]
    ends += [Outcome(OTHER[turn], OUT_OF_TIME)] if match.settings.clock is not None else []
    ends += [Outcome(OTHER[turn], STRIKES)] if match.strikes_allowed(turn) is not None else []
    return ends

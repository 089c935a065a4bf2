"""Checks of a recorded match: as strict as the referee of a live match.

Each check raises `MatchError` with the reason, or returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match.events import (
    FAILED,
    FULL,
    MOST_REFUSALS,
    MOVES,
    NOBODY_MOVED,
    OUT_OF_TIME,
    REMATCH,
    RESIGNED,
    STRIKES,
    UNDO,
    WHY,
    Answer,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    Offer,
    Outcome,
    Pause,
    Refusal,
    Result,
    Seating,
)
from primeparlor.match.fate import Fate
from primeparlor.match.name_rules import explain_refusal
from primeparlor.match.seat_labels import HUMAN, find_agent_name

if TYPE_CHECKING:
    from primeparlor.match.match import Match

LONGEST_SEAT = 1000  # characters


def check_seats(seats: tuple[str, str]) -> None:
    """Raise unless both labels can be shown, and a program that comes in has a name that people may have."""
    if not all(seat.isprintable() and 0 < len(seat) <= LONGEST_SEAT for seat in seats):
        raise MatchError(f"A seat label must be 1 to {LONGEST_SEAT} printable characters.")
    for name in map(find_agent_name, seats):
        if name and (refusal := explain_refusal(name)):
            raise MatchError(refusal)


def check_names(seats: tuple[str, str], names: tuple[str, str]) -> None:
    """Raise unless both are empty or names that a person may choose."""
    for seat, name in zip(seats, names, strict=True):
        if name and seat != HUMAN:
            raise MatchError("Only people can choose a name.")
        if name and (refusal := explain_refusal(name)):
            raise MatchError(refusal)


def check_entry(match: Match, entry: Entry) -> None:
    """Raise unless this entry may come next."""
    if match.outcome is None and match.decision.allowed and not isinstance(entry, Event):
        raise MatchError(f"Player {match.decision.allowed} must take back a move here")
    if isinstance(entry, Result):
        _check_result(match, entry)
    elif isinstance(entry, Event):
        if match.find_outcome():
            raise MatchError("the game is already over")
        if entry.number != match.number + 1:
            raise MatchError(f"event {match.number + 1} is missing")
        _check_act(match, entry)
        _check_circumstances(match, entry)
    else:
        _check_note(match, entry)


# Notes ------------------------------------------------------------------------------------------


def _check_note(match: Match, note: Note) -> None:
    if match.find_outcome() and not (match.outcome and isinstance(note, Offer | Answer)):
        raise MatchError("the game is already over")
    if note.after != match.number:
        raise MatchError(f"after should be {match.number}")
    if isinstance(note, Seating):
        check_seats(note.seats)
        check_names(note.seats, note.names)
        if (note.seats, note.names, note.too_large) == (match.seats, match.names, match.too_large):
            raise MatchError("the players have not changed")
    elif isinstance(note, Offer):
        check_offer(match, note)
    elif isinstance(note, Answer):
        if match.offer is None or match.offer.who == note.who:
            raise MatchError(f"Player {note.who} has nothing to answer here")
    else:
        _check_decision_note(match, note)


def _check_decision_note(match: Match, note: Hint | Refusal | Pause) -> None:
    """Raise unless the player to choose may have caused this note."""
    if isinstance(note, Pause):
        if match.settings.clock is None or not match.has_choice():
            raise MatchError("no clock is running here")
    elif note.who != match.state.turn or not match.has_choice():
        raise MatchError(f"Player {note.who} has no choice to make here")
    _check_time(match, note.ms)
    _check_strikes(match)
    if isinstance(note, Hint):
        if note.kind in match.decision.help:
            raise MatchError("this hint was already noted for this decision")
        check_help(match, note.kind)
    elif isinstance(note, Refusal):
        _check_refusal(match, note)


def is_noted(match: Match, strike: bool) -> bool:
    """Return True if a refused input of the player to move gets a note.

    The first few of each decision do, and every strike that counts: as many as that lose the game.
    """
    counts = strike and match.strikes_allowed(match.state.turn) is not None
    return counts or match.decision.noted < MOST_REFUSALS


def _check_refusal(match: Match, note: Refusal) -> None:
    """Raise unless this was refused rightly, counted correctly, and had to be noted."""
    if not is_noted(match, note.strike):
        raise MatchError(f"only the first {MOST_REFUSALS} refused inputs of a decision are noted")
    if note.move is None:
        # null also stands for a move that no record can hold, and the book may let people try it
        possible = note.strike or (match.seats[note.who - 1] == HUMAN and match.state.may_attempt)
    elif match.state.why_not(note.move) is None:
        raise MatchError(f"move {note.move} is legal here")
    else:
        possible = note.strike == match.is_strike(note.move)
    if not possible:
        raise MatchError(f"this refusal should {'not ' if note.strike else ''}count as a strike")


def check_help(match: Match, kind: Help | None) -> None:
    """Raise unless this help, or any, may be given for the current decision."""
    if not match.settings.hints:
        raise MatchError("Hints are off in this game.")
    if kind is None or kind in match.decision.help:
        return
    if isinstance(kind, int):
        if kind != match.hint_step + 1:
            raise MatchError(f"The next hint is step {match.hint_step + 1}.")
    elif kind not in (MOVES, WHY):
        raise MatchError(f"A hint is a step number, {MOVES!r} or {WHY!r}.")
    elif kind == WHY and match.find_last_decision(PLAYERS) is None:
        raise MatchError(NOBODY_MOVED)


def check_over(match: Match) -> None:
    """Raise unless the game is over."""
    if match.outcome is None:
        raise MatchError("The game is not over yet. You can offer a rematch when it is.")


def check_offer(match: Match, offer: Offer) -> None:
    """Raise unless this may be offered now."""
    if offer.kind not in (UNDO, REMATCH):
        raise MatchError(f"An offer must be {UNDO!r} or {REMATCH!r}.")
    if match.offer is not None:
        raise MatchError("The last offer has not been answered yet.")
    if offer.kind == REMATCH:
        check_over(match)
        if match.decision.allowed is not None:
            raise MatchError("You have already agreed on a rematch.")
        return
    if match.outcome is not None:
        raise MatchError("The match is over.")
    if not match.has_choice():
        raise MatchError(f"Player {offer.who} cannot ask for anything here")
    match.find_undoable(offer.who)
    if not match.needs_consent(offer.who):
        raise MatchError(f"Player {offer.who} does not need to ask before taking back a move")


# Events -----------------------------------------------------------------------------------------


def _check_act(match: Match, event: Event) -> None:
    """Raise unless this event may happen here."""
    name = "fate" if event.who is None else f"Player {event.who}"
    if event.undo is None and match.decision.allowed:
        raise MatchError(f"Player {match.decision.allowed} must take back a move here")
    if event.undo is not None:
        if event.who is None or event.forced or not match.has_choice():
            raise MatchError(f"{name} cannot take back a move here")
        if event.undo != match.find_undoable(event.who):
            raise MatchError(f"{name}'s last decision was not event {event.undo}")
        if match.needs_consent(event.who) and match.decision.allowed != event.who:
            raise MatchError(f"{name} was not allowed to take back a move")
    elif event.who != (None if match.state.chances() else match.state.turn):
        raise MatchError(f"it is not {name}'s turn")
    elif reason := match.state.why_not(event.move):
        raise MatchError(f"illegal move {event.move}: {reason}")
    elif event.forced != (match.state.forced() is not None):
        raise MatchError(f"move {event.move} is {'not ' if event.forced else ''}forced")


def _check_circumstances(match: Match, event: Event) -> None:
    """Raise unless the event can have happened like this: by hand, in that time, after those refusals."""
    if event.by_hand and event.who is not None:
        raise MatchError("only the outcomes of fate can be dealt by hand")
    if (event.who is None or event.forced) and (event.ms or event.refused):
        raise MatchError("only a player's own decision can have a time or refusals")
    _check_strikes(match)
    others = event.undo is not None and event.who != match.state.turn  # the inputs were the other player's
    noted = 0 if others else match.decision.noted
    more = not others and _may_go_unnoted(match)
    if event.refused < noted or (event.refused > noted and not more):
        raise MatchError(f"{noted} refused inputs were noted before, not {event.refused}")
    _check_time(match, event.ms, event.who is not None and not event.forced)


def _may_go_unnoted(match: Match) -> bool:
    """Return True if inputs may have been refused in this decision that have no note."""
    if is_noted(match, strike=False):
        return False
    person = match.seats[match.state.turn - 1] == HUMAN
    return not is_noted(match, strike=True) or (person and match.state.may_attempt)


def _check_time(match: Match, ms: int, decided: bool = True) -> None:
    """Raise unless the current decision can have taken this long."""
    if match.settings.clock is not None and ms > match.settings.clock * 1000:
        raise MatchError("the decision took longer than the clock allows")
    if decided and ms < match.decision.ms:
        raise MatchError("the decision took less time than an earlier note says")


def _check_strikes(match: Match) -> None:
    if _is_struck_out(match, match.state.turn):
        raise MatchError("that many refused inputs in a row would have ended the match")


def _is_struck_out(match: Match, player: Player) -> bool:
    allowed = match.strikes_allowed(player)
    return allowed is not None and match.decision.strikes >= allowed


# The result ---------------------------------------------------------------------------------------


def _check_result(match: Match, result: Result) -> None:
    """Raise unless the match can have ended like this."""
    if match.outcome is not None:
        raise MatchError("the match already has a result")
    outcome = result.outcome
    if (ended := match.find_outcome()) is not None:
        possible = outcome == ended
    else:
        possible = match.has_choice() and outcome in list_early_ends(match)
    if not possible:
        raise MatchError(f"the match cannot have ended with winner {outcome.winner}, {outcome.reason[:40]!r}")
    if result.marks != match.marks:
        raise MatchError(f"marks should be {list(match.marks)}")
    if result.seed is not None and not match.seeded:
        raise MatchError("the match was not seeded, so it has no seed")
    if result.seed is not None:
        check_seed(match, result.seed)


def check_seed(match: Match, seed: int) -> int:
    """Return how many outcomes were drawn; raise unless this seed draws all of them."""
    fate = Fate(seed)
    fated = (event.number for event in match.events if event.who is None)
    earlier = {number: count for count, number in enumerate(fated)}
    drawn = [(event, state) for event, state in match.line if event.who is None and not event.by_hand]
    for event, state in drawn:
        if event.move != fate.draw(state.chances(), earlier[event.number]):
            raise MatchError(f"Event {event.number} was not drawn with seed {seed}.")
    return len(drawn)


def list_early_ends(match: Match) -> list[Outcome]:
    """Return the ways the match may end while a player is choosing."""
    turn = match.state.turn
    if _is_struck_out(match, turn):
        return [Outcome(OTHER[turn], STRIKES)]
    ends = [*(Outcome(winner, RESIGNED) for winner in PLAYERS), Outcome(None, FULL)]
    ends += [Outcome(OTHER[turn], OUT_OF_TIME)] if match.settings.clock is not None else []
    return ends + [Outcome(OTHER[player], FAILED) for player in PLAYERS if match.seats[player - 1] != HUMAN]

"""Whether what a record tells can have happened: as strict as the referee of a live match.

Each check raises `MatchError` with the reason, or says nothing.
"""

from __future__ import annotations

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match.course import Course
from primeparlor.match.events import (
    FAILED,
    HUMAN,
    MOVES,
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

LONGEST_SEAT, LONGEST_NAME = 1000, 40  # characters


def check_seats(seats: tuple[str, str]) -> None:
    """Whether both are labels that can be shown."""
    if not all(seat.isprintable() and 0 < len(seat) <= LONGEST_SEAT for seat in seats):
        raise MatchError(f"A seat is named by 1 to {LONGEST_SEAT} printable characters.")


def check_names(seats: tuple[str, str], names: tuple[str, str]) -> None:
    """Whether both are names that a person may choose, or none."""
    for seat, name in zip(seats, names, strict=True):
        if name and seat != HUMAN:
            raise MatchError("Only people choose a name.")
        if name and not (name.isprintable() and name.strip() and len(name) <= LONGEST_NAME):
            raise MatchError(f"A name has 1 to {LONGEST_NAME} printable characters.")


def check_entry(match: Course, entry: Entry) -> None:
    """Whether this may be what is kept next."""
    if match.outcome is None and match.decision.allowed and not isinstance(entry, Event):
        raise MatchError(f"Player {match.decision.allowed} takes back here")
    if isinstance(entry, Result):
        _check_result(match, entry)
    elif isinstance(entry, Event):
        if match.ended():
            raise MatchError("the game is already over")
        if entry.number != match.number + 1:
            raise MatchError(f"event {match.number + 1} is missing")
        _check_act(match, entry)
        _check_circumstances(match, entry)
    else:
        _check_note(match, entry)


# Notes ------------------------------------------------------------------------------------------


def _check_note(match: Course, note: Note) -> None:
    if match.ended() and not (match.outcome and isinstance(note, Offer | Answer)):
        raise MatchError("the game is already over")
    if note.after != match.number:
        raise MatchError(f"this was not noted after event {match.number}")
    if isinstance(note, Seating):
        check_seats(note.seats)
        check_names(note.seats, note.names)
        if (note.seats, note.names) == (match.seats, match.names):
            raise MatchError("nobody else sits down here")
    elif isinstance(note, Offer):
        check_offer(match, note)
    elif isinstance(note, Answer):
        if match.offer is None or match.offer.who == note.who:
            raise MatchError(f"Player {note.who} has nothing to answer here")
    else:
        _check_decision_note(match, note)


def _check_decision_note(match: Course, note: Hint | Refusal | Pause) -> None:
    """A note of the player who is to choose."""
    if isinstance(note, Pause):
        if match.settings.clock is None or not match.player_chooses():
            raise MatchError("no clock is running here")
    elif note.who != match.state.turn or not match.player_chooses():
        raise MatchError(f"Player {note.who} does not choose here")
    _check_time(match, note.ms)
    _check_strikes(match)
    if isinstance(note, Hint):
        if note.kind in match.decision.help:
            raise MatchError("a hint is noted once for each decision")
        check_help(match, note.kind)
    elif isinstance(note, Refusal):
        _check_refusal(match, note)


def _check_refusal(match: Course, note: Refusal) -> None:
    """Whether this can have been refused, and was counted as it should."""
    if note.move is None:
        # version 1 does not tell which of a person's tries in a game that allows some were strikes
        possible = note.strike or (match.seats[note.who - 1] == HUMAN and match.state.may_attempt)
    elif match.state.why_not(note.move) is None:
        raise MatchError(f"move {note.move} is legal here")
    else:
        possible = note.strike == match.is_strike(note.move)
    if not possible:
        raise MatchError(f"this refusal is {'not ' if note.strike else ''}a strike")


def check_help(match: Course, kind: Help | None) -> None:
    """Whether this help, or any, may be given for the decision at hand."""
    if not match.settings.hints:
        raise MatchError("Hints are off in this game.")
    if kind is None or kind in match.decision.help:
        return
    if isinstance(kind, int):
        if kind != match.hint_step + 1:
            raise MatchError(f"The next step of the hints is {match.hint_step + 1}.")
    elif kind not in (MOVES, WHY):
        raise MatchError(f"A hint is a step, {MOVES!r} or {WHY!r}.")
    elif kind == WHY and match.last_decision(PLAYERS) is None:
        raise MatchError("No move has been chosen yet.")


def check_over(match: Course) -> None:
    """Whether it is time for another game."""
    if match.outcome is None:
        raise MatchError("The game is not over yet: a rematch can be offered then.")


def check_offer(match: Course, offer: Offer) -> None:
    """Whether this may be offered now."""
    if offer.kind not in (UNDO, REMATCH):
        raise MatchError(f"An offer is {UNDO!r} or {REMATCH!r}.")
    if match.offer is not None:
        raise MatchError("An offer is open: it has to be answered first.")
    if offer.kind == REMATCH:
        check_over(match)
        if match.decision.allowed is not None:
            raise MatchError("A rematch is agreed on already.")
        return
    if match.outcome is not None:
        raise MatchError("The match is over.")
    if not match.player_chooses():
        raise MatchError(f"Player {offer.who} cannot ask for anything here")
    match.undoable(offer.who)
    if not match.needs_consent(offer.who):
        raise MatchError(f"Player {offer.who} need not ask before taking back")


# Events -----------------------------------------------------------------------------------------


def _check_act(match: Course, event: Event) -> None:
    """Whether this may happen here."""
    name = "fate" if event.who is None else f"Player {event.who}"
    if event.undo is None and match.decision.allowed:
        raise MatchError(f"Player {match.decision.allowed} takes back here")
    if event.undo is not None:
        if event.who is None or event.forced or not match.player_chooses():
            raise MatchError(f"{name} cannot take back here")
        if event.undo != match.undoable(event.who):
            raise MatchError(f"{name}'s last own decision is not event {event.undo}")
        if match.needs_consent(event.who) and match.decision.allowed != event.who:
            raise MatchError(f"{name} was not allowed to take back")
    elif event.who != (None if match.state.chances() else match.state.turn):
        raise MatchError(f"{name} does not act here")
    elif reason := match.state.why_not(event.move):
        raise MatchError(f"illegal move {event.move}: {reason}")
    elif event.forced != (match.state.forced() is not None):
        raise MatchError(f"move {event.move} is {'not ' if event.forced else ''}forced")


def _check_circumstances(match: Course, event: Event) -> None:
    """Whether it may have happened so."""
    if event.by_hand and event.who is not None:
        raise MatchError("only fate is dealt by hand")
    if (event.who is None or event.forced) and (event.ms or event.refused):
        raise MatchError("only a player's decision takes time and refusals")
    _check_strikes(match)
    others = event.undo is not None and event.who != match.state.turn  # version 1 counts those too
    if event.refused != match.decision.refused and not (others and event.refused == 0):
        raise MatchError(f"{match.decision.refused} refused inputs were noted before, not {event.refused}")
    _check_time(match, event.ms, event.who is not None and not event.forced)


def _check_time(match: Course, ms: int, decided: bool = True) -> None:
    """Whether the decision at hand can have taken so long."""
    if match.settings.clock is not None and ms > match.settings.clock * 1000:
        raise MatchError("the decision took longer than the clock allows")
    if decided and ms < match.decision.ms:
        raise MatchError("the decision took less time than was noted before")


def _check_strikes(match: Course) -> None:
    if _struck_out(match, match.state.turn):
        raise MatchError("so many inputs refused in a row would have ended the match")


def _struck_out(match: Course, player: Player) -> bool:
    allowed = match.strikes_allowed(player)
    return allowed is not None and match.decision.strikes >= allowed


# The result ---------------------------------------------------------------------------------------


def _check_result(match: Course, result: Result) -> None:
    """Whether the match can have ended so."""
    if match.outcome is not None:
        raise MatchError("the match has a result already")
    outcome = result.outcome
    if (ended := match.ended()) is not None:
        possible = outcome == ended
    else:
        possible = match.player_chooses() and outcome in early_ends(match)
    if not possible:
        raise MatchError(f"the match did not end with {outcome.winner}, {outcome.reason[:40]!r}")
    if result.marks != match.marks:
        raise MatchError(f"marks should be {list(match.marks)}")
    if result.seed is not None and not match.seeded:
        raise MatchError("the match was not seeded, so it has no seed")
    if result.seed is not None:
        check_seed(match, result.seed)


def check_seed(match: Course, seed: int) -> int:
    """How many outcomes were drawn, all of them with this seed."""
    fate = Fate(seed)
    drawn = [(event, state) for event, state in match.line if event.who is None and not event.by_hand]
    for event, state in drawn:
        if event.move != fate.draw(state.chances(), event.number - 1):
            raise MatchError(f"Event {event.number} was not drawn with the seed {seed}.")
    return len(drawn)


def early_ends(match: Course) -> list[Outcome]:
    """How the match may end while a player chooses."""
    turn = match.state.turn
    if _struck_out(match, turn):
        return [Outcome(OTHER[turn], STRIKES)]
    ends = [Outcome(winner, RESIGNED) for winner in PLAYERS]
    ends += [Outcome(OTHER[turn], OUT_OF_TIME)] if match.settings.clock is not None else []
    return ends + [Outcome(OTHER[player], FAILED) for player in PLAYERS if match.seats[player - 1] != HUMAN]

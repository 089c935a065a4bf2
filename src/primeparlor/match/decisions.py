"""The decisions of the referee: one function for each act, which returns its turn. None changes the match.

A *turn* is the act and everything that follows from it, fate and forced moves and perhaps the result, up to
the next decision. An act that is not allowed now raises `MatchError`. A refused input, or the end of the
time, makes a turn too: its error is raised once the turn is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from primeparlor.core import OTHER, IllegalMove, Move, ParlorError, Player, State, named
from primeparlor.match.acts import (
    Act,
    AnswerOffer,
    AskHelp,
    AskRematch,
    Begin,
    CallTime,
    Forfeit,
    Mistype,
    Play,
    Resign,
    Sit,
    Stop,
    Suspend,
    TakeBack,
    TakeHelp,
)
from primeparlor.match.checks import (
    check_help,
    check_names,
    check_offer,
    check_over,
    check_seats,
    is_noted,
    list_early_ends,
)
from primeparlor.match.events import (
    FAILED,
    FULL,
    OUT_OF_TIME,
    REMATCH,
    RESIGNED,
    STRIKES,
    UNDO,
    Answer,
    Entry,
    Event,
    Hint,
    MatchError,
    NotYourTurn,
    Offer,
    Outcome,
    OutOfTime,
    Pause,
    Refusal,
    Result,
    Seating,
    StaleMove,
    Turn,
    is_plain,
)

if TYPE_CHECKING:
    from primeparlor.match.match import Match

SUSPENDED = "The match is suspended: resume it to go on."


# Moves --------------------------------------------------------------------------------------------


def decide_move(match: Match, act: Play) -> Turn:
    """Return the turn of a move, or of its refusal; of a move stored before, the turn it made then."""
    if act.number < match.number and (before := _find_repeated(match, act)):
        return before
    if late := _check_moment(match, act.number, act.player):
        return late
    if reason := match.state.why_not(act.move):
        return _refuse(match, act.move, match.is_strike(act.move), IllegalMove(reason))
    event = Event(match.number + 1, act.player, act.move, ms=match.ms, refused=match.decision.refused)
    return _complete_turn(match, (event,), match.state.after(act.move), match.moves_made + 1)


def _find_repeated(match: Match, act: Play) -> Turn | None:
    """Return the turn that this same move of this player already made, unless taken back; else None."""
    standing = (event for event, _ in reversed(match.line) if event.number == act.number + 1)
    event = next(standing, None)
    if event is None or (event.who, event.move, event.forced) != (act.player, act.move, False):
        return None
    return match.list_turns(match.first_seq + match.journal.index(event))[0]


def decide_mistype(match: Match, act: Mistype) -> Turn:
    """Return the turn of text that is not a move."""
    return _check_moment(match, act.number, act.player) or _refuse(match, None, strike=True)


def _refuse(match: Match, move: Move | None, strike: bool, error: ParlorError | None = None) -> Turn:
    """Return the turn of a refused input, which may be the strike that ends the match."""
    turn = match.state.turn
    tried = move if is_plain(move) else None
    refusal = Refusal(match.number, turn, tried, strike, match.ms)
    if not is_noted(match, strike):
        return Turn(match.seq, (), error, unnoted=refusal)
    made: list[Entry] = [refusal]
    allowed = match.strikes_allowed(turn)
    if strike and allowed is not None and match.decision.strikes + 1 >= allowed:
        made.append(Result(Outcome(OTHER[turn], STRIKES), match.marks, match.seed))
    return Turn(match.seq, tuple(made), error)


# Undo and offers ----------------------------------------------------------------------------------


def decide_undo(match: Match, act: TakeBack) -> Turn:
    """Return the turn of an undo, or of the offer that asks for the other player's consent."""
    if late := _check_moment(match, act.number):
        return late
    if match.needs_consent(act.player):
        return _offer(match, Offer(match.number, act.player, UNDO))
    return _take_back(match, act.player)


def _take_back(match: Match, player: Player, *before: Entry) -> Turn:
    """Return the turn in which this player takes back, returning to the state before that move."""
    gone = match.find_undoable(player)
    tries = match.decision.refused if player == match.state.turn else 0  # else they are the other's
    event = Event(match.number + 1, player, None, gone, ms=match.ms, refused=tries)
    at = next(at for at, (standing, _) in enumerate(match.line) if standing.number == gone)
    moves = sum(standing.who is not None for standing, _ in match.line[:at])
    return _complete_turn(match, (*before, event), match.line[at][1], moves)


def decide_rematch(match: Match, act: AskRematch) -> Turn:
    """Return the offer of a rematch, or the answer to the other player's; empty if already agreed."""
    check_over(match)
    _check_moment(match, act.number, over=True)
    if match.decision.allowed is not None:
        return Turn(match.seq, ())
    if match.offer is not None and match.offer.who != act.player:
        return Turn(match.seq, (Answer(match.number, act.player, allowed=True),))
    return _offer(match, Offer(match.number, act.player, REMATCH))


def _offer(match: Match, offer: Offer) -> Turn:
    if match.offer == offer:  # it is open already
        return Turn(match.seq, ())
    check_offer(match, offer)
    return Turn(match.seq, (offer,))


def decide_answer(match: Match, act: AnswerOffer) -> Turn:
    """Return the answer to the other player's offer; an undo that is allowed is part of it."""
    if late := _check_moment(match, act.number, over=match.outcome is not None):
        return late
    if match.offer is None or match.offer.who == act.player:
        raise MatchError("There is nothing to answer: your opponent has not asked for anything.")
    answer = Answer(match.number, act.player, act.allowed)
    if act.allowed and match.offer.kind == UNDO:
        return _take_back(match, match.offer.who, answer)
    return Turn(match.seq, (answer,))


# Early ends ---------------------------------------------------------------------------------------


def decide_resignation(match: Match, act: Resign) -> Turn:
    """Return the end of a match that a player gives up."""
    return _check_moment(match, act.number) or _end(match, Outcome(OTHER[act.player], RESIGNED))


def decide_forfeit(match: Match, act: Forfeit) -> Turn:
    """Return the end of a match because of a program that has failed."""
    if late := _check_moment(match, act.number):
        return late
    outcome = Outcome(OTHER[act.player], FAILED)
    if outcome not in list_early_ends(match):
        raise MatchError(f"Player {act.player} cannot forfeit this way: only a program can fail.")
    return _end(match, outcome)


def decide_stop(match: Match, act: Stop) -> Turn:
    """Return the end of a match whose table is full: nobody wins."""
    if late := _find_time_out(match):
        return late
    _check_moment(match, match.number)
    return _end(match, Outcome(None, FULL))


def decide_time(match: Match, act: CallTime) -> Turn:
    """Return the end of a match because time is up; empty while it is not."""
    return _find_time_out(match) or Turn(match.seq, ())


def _find_time_out(match: Match, error: ParlorError | None = None) -> Turn | None:
    """Return the turn that ends the match because time is up, else None."""
    if match.time_left != 0:
        return None
    return _end(match, Outcome(OTHER[match.state.turn], OUT_OF_TIME), error)


def _end(match: Match, outcome: Outcome, error: ParlorError | None = None) -> Turn:
    """Return the turn of an end that does not come from the rules."""
    return Turn(match.seq, (Result(outcome, match.marks, match.seed),), error)


# Help and seats -----------------------------------------------------------------------------------


def decide_question(match: Match, act: AskHelp) -> Turn:
    """Return an empty turn if this help may be given now; nothing is noted yet."""
    if late := _check_moment(match, act.number, act.player):
        return late
    check_help(match, act.kind)
    return Turn(match.seq, ())


def decide_help(match: Match, act: TakeHelp) -> Turn:
    """Return the note of a hint; given again for the same decision, it is noted only once."""
    if late := _check_moment(match, act.number, act.player):
        return late
    check_help(match, act.kind)
    noted = act.kind in match.decision.help
    return Turn(match.seq, () if noted else (Hint(match.number, act.player, act.kind, match.ms),))


def decide_seating(match: Match, act: Sit) -> Turn:
    """Return the new seating, or an empty turn if nothing changes."""
    names = match.names if act.names is None else act.names
    over, same = match.find_outcome(), (act.seats, names) == (match.seats, match.names)
    if same and (over or act.too_large == match.too_large):
        return Turn(match.seq, ())
    if over:
        raise MatchError("The match is over.")
    check_seats(act.seats)
    check_names(act.seats, names)
    return Turn(match.seq, (Seating(match.number, act.seats, names, act.too_large),))


# Begin and leave ----------------------------------------------------------------------------------


def decide_beginning(match: Match, act: Begin) -> Turn:
    """Return what happens before the first decision, or the next one of a resumed match."""
    if match.suspended:
        raise MatchError(SUSPENDED)
    return _complete_turn(match, (), match.state, match.moves_made)._replace(running=True)


def decide_suspension(match: Match, act: Suspend) -> Turn:
    """Return the time of the current decision, if there is a clock, or the end if that time is over."""
    if late := _find_time_out(match):
        return late
    timed = match.due and match.settings.clock is not None
    return Turn(match.seq, (Pause(match.number, match.ms),) if timed else (), running=False)


# What several acts need ---------------------------------------------------------------------------


def _check_moment(match: Match, number: int, player: Player | None = None, over: bool = False) -> Turn | None:
    """Return the turn that ends the match if time is up; raise if nothing can be done now.

    Once the match is `over`, only the event number counts.
    """
    if not over:
        if match.outcome is not None:
            raise MatchError("The match is over.")
        if match.suspended:
            raise MatchError(SUSPENDED)
        if not match.due:
            raise MatchError("Nobody can move yet: begin the match first.")
    if number != match.number:
        raise StaleMove("The game has moved on, so nothing was done.")
    turn = match.state.turn
    if match.settings.clock is not None and (
        late := _find_time_out(match, OutOfTime(f"Player {turn} is out of time."))
    ):
        return late
    if player not in (None, turn):
        raise NotYourTurn(f"It is Player {turn}'s turn.")
    return None


def _complete_turn(match: Match, entries: tuple[Entry, ...], state: State, moves: int) -> Turn:
    """Return these entries with all that follows by itself, from this state after this many moves."""
    made = list(entries)
    number = match.number + bool(entries)  # if there are any, one of them is an event
    dealt, outcomes, error = match.dealt[:], match.outcomes, None
    while match.outcome is None:
        if (outcome := match.find_outcome_at(state, moves)) is not None:
            made.append(Result(outcome, match.find_marks(made), match.seed))
            break
        if chances := state.chances():
            if dealt and dealt[0] not in chances:
                error = MatchError(f"{named(dealt[0]).capitalize()} cannot be {state.drawn} here.")
                dealt.clear()  # so that the match can go on
            by_hand = bool(dealt)
            move = dealt.pop(0) if dealt else match.fate.draw(chances, outcomes)
            event, outcomes = Event(number + 1, None, move, by_hand=by_hand), outcomes + 1
        elif (forced := state.forced()) is not None:
            event, moves = Event(number + 1, state.turn, forced, forced=True), moves + 1
        else:
            break
        made.append(event)
        number, state = number + 1, state.after(event.move)
    return Turn(match.seq, tuple(made), error)


DECISIONS: dict[type[Act], Callable[[Match, Any], Turn]] = {
    Play: decide_move,
    Mistype: decide_mistype,
    TakeBack: decide_undo,
    AskRematch: decide_rematch,
    AnswerOffer: decide_answer,
    Resign: decide_resignation,
    Forfeit: decide_forfeit,
    Stop: decide_stop,
    AskHelp: decide_question,
    TakeHelp: decide_help,
    Sit: decide_seating,
    Begin: decide_beginning,
    CallTime: decide_time,
    Suspend: decide_suspension,
}

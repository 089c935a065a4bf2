"""The consequences of a move or any other action in a match. Nothing here changes the match.

Each function returns a *turn*: the action and everything that follows from it, fate and forced moves and
perhaps the result, up to the next decision. If the turn has an error, it is raised once the turn is stored.
The referee has already checked that the action is allowed now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import OTHER, IllegalMove, Move, ParlorError, Player, State, named
from primeparlor.match.checks import check_help, check_names, check_offer, check_seats
from primeparlor.match.events import (
    REMATCH,
    STRIKES,
    UNDO,
    Answer,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Offer,
    Outcome,
    Pause,
    Refusal,
    Result,
    Seating,
    Turn,
    is_plain,
)

if TYPE_CHECKING:
    from primeparlor.match.fate import Fate
    from primeparlor.match.match import Match


def find_repeated(match: Match, player: Player, move: Move, number: int) -> Turn | None:
    """Return the turn that this same move of this player already made, unless taken back; else None."""
    if number >= match.number:
        return None
    standing = (event for event, _ in reversed(match.line) if event.number == number + 1)
    event = next(standing, None)
    if event is None or (event.who, event.move, event.forced) != (player, move, False):
        return None
    return match.list_turns(match.first_seq + match.journal.index(event))[0]


# Moves --------------------------------------------------------------------------------------------


def decide_move(match: Match, player: Player, move: Move, fate: Fate) -> Turn:
    """Return the turn of a move, or of its refusal."""
    if reason := match.state.why_not(move):
        return decide_refusal(match, move, match.is_strike(move), IllegalMove(reason))
    event = Event(match.number + 1, player, move, ms=match.ms, refused=match.decision.refused)
    return complete_turn(match, (event,), match.state.after(move), match.moves_made + 1, fate)


def complete_turn(match: Match, entries: tuple[Entry, ...], state: State, moves: int, fate: Fate) -> Turn:
    """Return these entries with all that follows by itself, from this state after this many moves."""
    made = list(entries)
    number = match.number + sum(isinstance(entry, Event) for entry in entries)
    dealt, error = match.dealt[:], None
    while match.outcome is None:
        if (outcome := match.find_outcome_at(state, moves)) is not None:
            made.append(Result(outcome, match.find_marks(made), match.seed))
            break
        if chances := state.chances():
            if dealt and dealt[0] not in chances:
                error = MatchError(f"{named(dealt[0]).capitalize()} cannot be {state.drawn} here.")
                dealt.clear()  # so that the match can go on
            by_hand = bool(dealt)
            move = dealt.pop(0) if dealt else fate.draw(chances, number)
            event = Event(number + 1, None, move, by_hand=by_hand)
        elif (forced := state.forced()) is not None:
            event, moves = Event(number + 1, state.turn, forced, forced=True), moves + 1
        else:
            break
        made.append(event)
        number, state = number + 1, state.after(event.move)
    return Turn(match.seq, tuple(made), error)


def decide_refusal(match: Match, move: Move | None, strike: bool, error: ParlorError | None = None) -> Turn:
    """Return the turn of a refused input, which may be the strike that ends the match."""
    turn = match.state.turn
    tried = move if is_plain(move) else None
    made: list[Entry] = [Refusal(match.number, turn, tried, strike, match.ms)]
    allowed = match.strikes_allowed(turn)
    if strike and allowed is not None and match.decision.strikes + 1 >= allowed:
        made.append(Result(Outcome(OTHER[turn], STRIKES), match.marks, match.seed))
    return Turn(match.seq, tuple(made), error)


def decide_end(match: Match, outcome: Outcome, error: ParlorError | None = None) -> Turn:
    """Return the turn of an end that does not come from the rules."""
    return Turn(match.seq, (Result(outcome, match.marks, match.seed),), error)


# Undo and offers ----------------------------------------------------------------------------------


def decide_undo(match: Match, player: Player) -> Turn:
    """Return the turn of an undo, or of the offer that asks for the other player's consent."""
    if match.needs_consent(player):
        return _decide_offer(match, Offer(match.number, player, UNDO))
    return _take_back(match, player)


def _take_back(match: Match, player: Player, *before: Entry) -> Turn:
    """Return the turn in which this player takes back, returning to the state before that move."""
    gone = match.find_undoable(player)
    tries = match.decision.refused if player == match.state.turn else 0  # else they are the other's
    event = Event(match.number + 1, player, None, gone, ms=match.ms, refused=tries)
    at = next(at for at, (standing, _) in enumerate(match.line) if standing.number == gone)
    moves = sum(standing.who is not None for standing, _ in match.line[:at])
    return complete_turn(match, (*before, event), match.line[at][1], moves, match.fate)


def decide_rematch(match: Match, player: Player) -> Turn:
    """Return the offer of a rematch, or the answer to the other player's; empty if already agreed."""
    if match.decision.allowed is not None:
        return _build_turn(match)
    if match.offer is not None and match.offer.who != player:
        return _build_turn(match, Answer(match.number, player, allowed=True))
    return _decide_offer(match, Offer(match.number, player, REMATCH))


def _decide_offer(match: Match, offer: Offer) -> Turn:
    if match.offer == offer:  # it is open already
        return _build_turn(match)
    check_offer(match, offer)
    return _build_turn(match, offer)


def decide_answer(match: Match, player: Player, allowed: bool) -> Turn:
    """Return the answer to the other player's offer; an undo that is allowed is part of it."""
    if match.offer is None or match.offer.who == player:
        raise MatchError("There is nothing to answer: your opponent has not asked for anything.")
    answer = Answer(match.number, player, allowed)
    if allowed and match.offer.kind == UNDO:
        return _take_back(match, match.offer.who, answer)
    return _build_turn(match, answer)


# Other notes --------------------------------------------------------------------------------------


def _build_turn(match: Match, *notes: Entry) -> Turn:
    return Turn(match.seq, notes)


def decide_hint(match: Match, player: Player, kind: Help) -> Turn:
    """Return the note of a hint; given again for the same decision, it is noted only once."""
    check_help(match, kind)
    if kind in match.decision.help:
        return _build_turn(match)
    return _build_turn(match, Hint(match.number, player, kind, match.ms))


def decide_seating(match: Match, seats: tuple[str, str], names: tuple[str, str]) -> Turn:
    """Return the new seating, or an empty turn if nothing changes."""
    if (seats, names) == (match.seats, match.names):
        return _build_turn(match)
    if match.find_outcome():
        raise MatchError("The match is over.")
    check_seats(seats)
    check_names(seats, names)
    return _build_turn(match, Seating(match.number, seats, names))


def decide_pause(match: Match) -> Turn:
    """Return the time of the current decision, unless another process has ended the match."""
    return _build_turn(match) if match.outcome else _build_turn(match, Pause(match.number, match.ms))

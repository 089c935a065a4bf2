"""The messages of a table: what a game says of an event and of the end, for the screen and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from primeparlor import fact_words, notation
from primeparlor.core import OTHER, PLAYERS, Played, Player, State, capital
from primeparlor.games import game_of
from primeparlor.match import EARLY_ENDS, UNFINISHED, Event, Outcome
from primeparlor.messages import HELD, PLAY, TRIED, KeyText, Messages, Said, Seats, ask_for_move
from primeparlor.notation import Form
from primeparlor.tables.all_moves import find_all_moves
from primeparlor.tables.turn_words import TurnWords, word_turn


class OpenSeats(Seats):
    """Names left open, for readers who call the players differently.

    The page fills them in: "{1}" is a name, "{1,}" one within a sentence, and "{1:were|was}" a verb.
    """

    __slots__ = ()

    def name(self, player: Player) -> str:
        """Return the mark for the name at the beginning of a sentence."""
        return f"{{{player}}}"

    def inside(self, player: Player) -> str:
        """Return the mark for the name within a sentence."""
        return f"{{{player},}}"

    def possessive(self, player: Player) -> str:
        """Return the mark for the possessive."""
        return f"{{{player}:your|{{{player},}}'s}}"

    def verb(self, player: Player, you: str, others: str) -> str:
        """Return the mark for the form of a verb."""
        return f"{{{player}:{you}|{others}}}"


OPEN_SEATS = OpenSeats()
USUAL = KeyText._field_defaults  # what is not sent of a key, as a step has the keys of both players
Data: TypeAlias = dict[str, Any]


def messages_of(state: State | type[State]) -> Messages[Any]:
    """Return the messages of this state's game."""
    game = game_of(state)
    messages: Messages[Any] = game.part("words", Messages)
    form = notation.form_of(state)
    messages.facts, messages.shown = game.facts, form.shown
    messages.has_codes = type(form).shown is not Form.shown
    return messages


def describe_event(messages: Messages[Any], event: Event, before: State, after: State, seats: Seats) -> Said:
    """Describe one event: a move, by choice or not, or a chance outcome."""
    assert event.move is not None, "what was taken back is told elsewhere"
    if event.who is None:
        return messages.drawn(before, after, event.move, seats)
    tell = messages.forced if event.forced else messages.moved
    return tell(before, after, event.move, seats)


def describe_end(state: State, outcome: Outcome, seats: Seats) -> Said:
    """Describe how a match ended, in two lines."""
    if outcome.winner is None:
        return Said("Nobody lost.", f"{capital(UNFINISHED[outcome.reason])}.", "=", "ink2")
    if outcome.reason in EARLY_ENDS:
        then = f"{seats.name(OTHER[outcome.winner])} {EARLY_ENDS[outcome.reason].then}."
        return Said(f"{seats.name(outcome.winner)} won.", then)
    return messages_of(state).result(state, outcome, seats)


def is_extra_turn(line: Sequence[tuple[Event, State]], state: State) -> bool:
    """Return True if the player to move earned this turn with the one before.

    `line` holds each event that led to the state, with the state before it.
    """
    return word_turn(line, state, messages_of(state), OPEN_SEATS).extra


def build_facts(
    messages: Messages[Any],
    state: State,
    line: Sequence[Played] = (),
    turn: TurnWords | None = None,
    may_be_over: bool = True,
) -> Data:
    """Return the facts of a state with the sentences about it, as JSON data; names are left open."""
    turn = turn or word_turn((), state, messages, OPEN_SEATS)
    facts = (messages.facts or game_of(state).facts)(state, line, may_be_over)
    keys = [messages.keys(facts, player, OPEN_SEATS) for player in PLAYERS]
    words = {
        "task": messages.task(facts, turn.extra) if state.moves() or state.chances() else "",
        "turn": turn._asdict(),
        "standings": [messages.standing(facts, player) for player in PLAYERS],
        "labels": dict(messages.labels(facts, OPEN_SEATS)),
        "keys": [
            {
                key: {name: value for name, value in text._asdict().items() if value != USUAL.get(name)}
                for key, text in of.items()
            }
            for of in (keys[:1] if keys[0] == keys[1] else keys)
        ],
        "board": _word_board(facts),
        "tried": TRIED,
        "shown": _format_moves(messages, state) if messages.has_codes else {},
    }
    return {**facts, "words": words if keys[0] else {**words, "typed": _word_typing(state)}}


def _word_board(facts: Data) -> Data:
    """Return the facts as a board without a picture of its own shows them."""
    found = fact_words.sort_facts(facts, (OPEN_SEATS.name(1), OPEN_SEATS.name(2)))
    return {
        "pair": found.pair,
        "target": found.target,
        "numbers": [(fact_words.label(name), number) for name, number in found.numbers.items()],
        "rows": [
            (fact_words.label(name), fact_words.format_value(value)) for name, value in found.rest.items()
        ],
    }


def _word_typing(state: State) -> Data:
    """Return what is said of keys without a text of the game's own, and where moves are typed."""
    moves = state.moves() if state.shows_moves else find_all_moves(state.rules) or ()
    return {"play": PLAY, "asked": ask_for_move(moves), "held": HELD}


def _format_moves(messages: Messages[Any], state: State) -> dict[str, str]:
    """Return how the moves are written for people, where that is not how they are typed."""
    moves = state.moves() if state.shows_moves else find_all_moves(state.rules) or ()
    return {str(move): messages.shown(state, move) for move in moves}


def build_step(messages: Messages[Any], event: Event, before: State, after: State) -> Data:
    """Return an event with what is said of it, as JSON data; names are left open."""
    row = messages.row(before, after, event.move) if event.move is not None else None
    return {
        "number": event.number,
        "who": event.who,
        "move": event.move,
        "forced": event.forced,
        "by_hand": event.by_hand,
        "turn": after.turn,
        "said": describe_event(messages, event, before, after, OPEN_SEATS)._asdict(),
        "row": row and row._asdict(),
    }


def format_outcome(state: State, found: Outcome) -> Data:
    """Return how a match ended as JSON data: `how` is what the player `by` did to end it."""
    ending, data = state.ending(), found._asdict()
    data["said"] = describe_end(state, found, OPEN_SEATS)._asdict()
    if ending is not None:
        return {**data, "how": ending.reason, "by": ending.by}
    if found.winner is None:
        return {**data, "how": found.reason, "by": None}
    return {**data, "how": EARLY_ENDS[found.reason].then, "by": OTHER[found.winner]}

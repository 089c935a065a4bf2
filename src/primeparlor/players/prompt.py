"""The prompt: a decision as text for a language model or another agent, and its answer read back.

This is the only place where such a text is made. It holds the rules of this very variant, but no advice, no
sentence about who is favoured and no word of our own command line; the position, with what everybody at the
table can see; the moves so far; and how to answer. Legal moves are listed only if asked for. `VERSION` is
kept with every result: whoever changes a word of a prompt changes it too.

An answer counts only by its last line that is not empty: `ANSWER: 5`. Small letters, blanks, a full stop, and
signs of Markdown around the line, its word or the move do not matter. Nothing else is ever read as a move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from primeparlor import notation
from primeparlor.coach.reasons import describe_variant
from primeparlor.core import GameError, Move, Player, State, capital
from primeparlor.games import game_of
from primeparlor.match import Event
from primeparlor.players.player import NoAnswer, View
from primeparlor.wording import join_words, name_side

VERSION = "1"
FIRST_SECTION, LAST_SECTION = "aim", "the end"  # of a game's text: what lies between is the rules
PLACEHOLDER = "MOVE"
MARKDOWN = " \t*_`~>#$"  # signs around an answer that mean nothing; nor does a full stop after it
ANSWER = re.compile(r"answer[\s*_`~]*:(.*)", re.IGNORECASE)
EXAMPLE = re.compile(r",? as in '[^']*'")  # it may be illegal here, or give a move away
MANY_ANSWERS = (
    "Only that line counts. A move that the rules do not allow is refused, and you are told why. That\n"
    "counts against you, even where the rules above let people try again: too many invalid answers in\n"
    "a row lose the game."
)
ONE_ANSWER = (
    "Only that line counts, and you have one answer, even where the rules above let people try again. A\n"
    "move that the rules do not allow counts as the loss of the game."
)
EMPTY = f"Your reply is empty. Its last line must be of the form ANSWER: {PLACEHOLDER}."
NO_LINE = f"The last line of your reply is not of the form ANSWER: {PLACEHOLDER}."


def build_prompt(view: View, *, show_moves: bool = False) -> str:
    """Build the whole prompt for this decision, with the legal moves only if asked for."""
    state = view.state
    parts = [
        introduce_game(state),
        "## The position now",
        describe_position(state, view.seat, view.history),
        "## The game so far",
        format_history(view.history, state.drawn),
        "## Your answer",
        _describe_answer(state, show_moves, MANY_ANSWERS),
    ]
    if view.refusal:
        parts.append(format_refusal(view.refusal))
    return "\n\n".join(parts) + "\n"


def build_position_prompt(state: State, *, show_moves: bool = False) -> str:
    """Build the whole prompt for one position without a game around it: nothing is told of how it arose."""
    return (
        "\n\n".join(
            [
                f"This is a position of {state.title}, a game for two players. These are the rules.",
                describe_rules(state),
                "## The position",
                describe_position(state, state.turn),
                "## Your answer",
                _describe_answer(state, show_moves, ONE_ANSWER),
            ]
        )
        + "\n"
    )


def introduce_game(state: State) -> str:
    """Return the beginning of what a player is told: the game, and its rules."""
    told = f"You are playing {state.title} against one opponent. These are the rules."
    return f"{told}\n\n{describe_rules(state)}"


def format_legal_moves(state: State) -> str:
    """List the legal moves in a sentence."""
    return f"The legal moves are: {', '.join(map(str, state.moves()))}."


def describe_rules(state: State) -> str:
    """Return the rules of this variant as Markdown: how it is played, and nothing about how to play well."""
    return "\n\n".join(filter(None, [_extract_rules(state), _format_variant(state)]))


def _extract_rules(state: State) -> str:
    """Return the sections of the game's text from its aim to its end; without them, its aim in one line."""
    aim = f"## Aim\n\n{capital(state.aim).rstrip('.')}."
    try:
        text = game_of(state).text
    except GameError:
        return aim
    found: list[str] = []
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        heading = section.partition("\n")[0].removeprefix("## ").strip().lower()
        if found or heading == FIRST_SECTION:
            found.append(section.strip())
        if found and heading == LAST_SECTION:
            return "\n\n".join(found)
    return aim


def _format_variant(state: State) -> str:
    """List the numbers that replace those of the rules; "" for the standard game."""
    changed, book = state.rules.changed(), state.rules.numbers
    if not changed:
        return ""
    told = [f"{key} is {value} instead of {book[key].standard}" for key, value in changed.items()]
    return (
        "## This game is a variant\n\n"
        f"Other numbers replace those in the rules above: {join_words(told)}.\n"
        f"In short: {describe_variant(state)}. Whatever the rules above count or list, they count and list\n"
        "for the standard numbers: work it out again for these."
    )


def describe_position(state: State, seat: Player, history: Sequence[Event] = ()) -> str:
    """Return the position, what everybody at the table can see, whose turn it is, and who is asked."""
    turn = "It is your turn." if state.turn == seat else f"It is Player {state.turn}'s turn."
    line = [(event.who, event.move) for event in history if event.move is not None]
    game = game_of(state)
    facts = game.facts(state, line)
    hidden = {"game", "rules", "turn", "moves", *(game.brings("facts", "FOR_BOARDS") or ())}
    hidden |= {"winner"} if facts["winner"] is None else set()
    seen = {key: value for key, value in facts.items() if key not in hidden}
    return (
        f"{name_side(seat)}. {turn}\n\n"
        f"Position: {notation.position(state)}\n"
        f"What both players can see (Player 1 comes first): {json.dumps(seen)}"
    )


def format_history(events: Sequence[Event], drawn: str = "drawn") -> str:
    """Format what happened so far, one event in a line; `drawn` is what happens to an outcome of chance."""
    lines = [_format_event(event, drawn) for event in events if event.move is not None]
    return "\n".join(lines) or "Nothing has happened yet."


def _format_event(event: Event, drawn: str) -> str:
    who = capital(drawn) if event.who is None else f"Player {event.who}"
    return f"{who}: {event.move}{' (the only legal move)' if event.forced else ''}"


def _describe_answer(state: State, show_moves: bool, counts: str) -> str:
    """Return how to answer: the form of a move, the legal ones if shown, the last line, and what counts."""
    lines = [f"Choose your move: {describe_form(state)}."]
    if show_moves:
        lines.append(format_legal_moves(state))
    lines += [
        f"You may think first. The last line of your reply must be your move in place of {PLACEHOLDER}:",
        "",
        f"ANSWER: {PLACEHOLDER}",
        "",
        counts,
    ]
    return "\n".join(lines)


def describe_form(state: State) -> str:
    """Return the form of a move in words, without any example; the only move where it is forced."""
    forced = state.forced()
    return EXAMPLE.sub("", notation.form(state)) if forced is None else str(forced)


def format_refusal(reason: str) -> str:
    """Format why the last answer was refused, and what to do now."""
    return (
        f"Your last answer was refused: {reason} The position has not changed. Choose again, and end your\n"
        f"reply with the line ANSWER: {PLACEHOLDER}, with your move in place of {PLACEHOLDER}."
    )


def read_answer(state: State, reply: str) -> Move:
    """Return the move in the last line of a reply, legal or not; raise `NoAnswer` if it names none."""
    lines = [line.strip(MARKDOWN) for line in reply.splitlines()]
    last = next((line for line in reversed(lines) if line), "")
    matched = ANSWER.fullmatch(last)
    if matched is None:
        raise NoAnswer(NO_LINE if last else EMPTY)
    try:
        return notation.parse(state, matched[1].strip(MARKDOWN + "."))
    except notation.NotationError:
        raise NoAnswer(f"Your ANSWER line names no move. Write {describe_form(state)}.") from None

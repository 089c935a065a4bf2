"""An observer that prints what happens in a match, live or in a replay."""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.core import Move, Player, State
from primeparlor.match import Event, Match, NumberedEntry, Outcome, Refusal, Result
from primeparlor.tables.sentences import format_early_end, format_undo
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.turns import is_extra_turn, list_played


class EventPrinter:
    """Prints every event in the words of the game's dialogue, and draws the board."""

    def __init__(self, match: Match, output: Output, typed_by: Sequence[Player]) -> None:
        self.match, self.output = match, output
        self.typed_by = typed_by  # players whose typed moves are visible on the terminal
        self.dialogue = dialogue_of(match.start)

    def print_opening(self) -> None:
        self.output.say(*self.dialogue.opening(self.match.start))

    def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
        """Print events, refused moves and the outcome; other notes are visible on the terminal already."""
        entry = kept.entry
        if isinstance(entry, Event):
            self.print_event(entry, before, after)
        elif isinstance(entry, Refusal) and entry.who in self.typed_by:
            self.print_refusal(entry, before)
        elif isinstance(entry, Result):
            self.print_outcome(entry.outcome)

    def print_event(self, event: Event, before: State, after: State) -> None:
        dialogue, move = self.dialogue, event.move
        if move is None:
            lines = [format_undo(self.match, event), *dialogue.standing(after), ""]
        elif event.who is None:
            lines = dialogue.fate(before, after, move)
        elif event.forced:
            lines = dialogue.forced(before, _is_extra(self.match, event))
        else:
            lines = [] if event.who in self.typed_by else self._format_typed(event, before, move)
            lines += dialogue.moved(before, after, move)
        self.output.say(*lines)

    def print_refusal(self, refusal: Refusal, state: State) -> None:
        """Print why a move is refused; for text that is no move, the prompt has said what to type."""
        if refusal.move is not None and (reason := state.why_not(refusal.move)) is not None:
            self.output.say(*self.dialogue.refused(state, refusal.move, reason))

    def print_outcome(self, outcome: Outcome) -> None:
        state = self.match.state
        self.output.say(*(format_early_end(outcome) or self.dialogue.won(state, outcome)))

    def draw_board(self) -> None:
        """Draw the current board."""
        width = max(20, min(self.output.width, 100) - 4)
        self.output.draw(draw_lines(self.match.state, list_played(self.match.history), width))

    def _format_typed(self, event: Event, before: State, move: Move) -> list[str]:
        """Return the turn as if a person had typed it."""
        turn = self.dialogue.turn(before, _is_extra(self.match, event))
        return [*turn, *self.dialogue.typed(before, move)]


def _is_extra(match: Match, event: Event | None = None) -> bool:
    """Return True if the player to move earned an extra turn: now, or when this event was due."""
    line, state = match.line, match.state
    while event is not None and line and line[-1][0].number >= event.number:
        state, line = line[-1][1], line[:-1]
    return is_extra_turn(line, state)

"""Tells what happens in a match: the observer at the terminal, live or in a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import Move, Player, State
from primeparlor.match import Event, Kept, Match, Outcome, Refusal, Result
from primeparlor.tables.words import early_end, taken_back
from primeparlor.terminal.boards import draw_lines
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.screen import Screen

if TYPE_CHECKING:
    from primeparlor.core import Played


class Teller:
    """Says every event in the words of the game's dialogue, and draws the board."""

    def __init__(self, match: Match, screen: Screen, typed_by: Sequence[Player]) -> None:
        self.match, self.screen = match, screen
        self.typed_by = typed_by  # whose moves stand on the screen as they typed them
        self.dialogue = dialogue_of(match.start)

    def opening(self) -> None:
        self.screen.say(*self.dialogue.opening(self.match.start))

    def hear(self, kept: Kept, before: State, after: State) -> None:
        """Tell events, refused moves and the outcome; other notes stand on the screen already."""
        entry = kept.entry
        if isinstance(entry, Event):
            self.event(entry, before, after)
        elif isinstance(entry, Refusal) and entry.who in self.typed_by:
            self.refusal(entry, before)
        elif isinstance(entry, Result):
            self.outcome(entry.outcome)

    def event(self, event: Event, before: State, after: State) -> None:
        dialogue, move = self.dialogue, event.move
        if move is None:
            lines = [taken_back(self.match, event), *dialogue.standing(after), ""]
        elif event.who is None:
            lines = dialogue.fate(before, after, move)
        elif event.forced:
            lines = dialogue.forced(before, is_extra_turn(self.match, event))
        else:
            lines = [] if event.who in self.typed_by else self._as_typed(event, before, move)
            lines += dialogue.moved(before, after, move)
        self.screen.say(*lines)

    def refusal(self, refusal: Refusal, state: State) -> None:
        """Say why a move is refused; where a text is no move, the prompt has said what to type."""
        if refusal.move is not None and (reason := state.why_not(refusal.move)) is not None:
            self.screen.say(*self.dialogue.refused(state, refusal.move, reason))

    def outcome(self, outcome: Outcome) -> None:
        if self.screen.colour:
            self.draw()
        state = self.match.state
        self.screen.say(*(early_end(outcome) or self.dialogue.won(state, outcome)))

    def draw(self) -> None:
        """The board as it stands."""
        state = self.match.state
        standing = "over" if self.match.ended() else f"Player {state.turn} to move"
        width = max(20, min(self.screen.width, 100) - 4)
        title = f"{state.title} – {standing}"
        title = title if len(title) <= width - 2 else state.title
        self.screen.draw(title, draw_lines(state, played(self.match.history), width))

    def _as_typed(self, event: Event, before: State, move: Move) -> list[str]:
        """The turn as if a person had typed it."""
        turn = self.dialogue.turn(before, is_extra_turn(self.match, event))
        return [*turn, *self.dialogue.typed(before, move)]


def played(history: Sequence[Event]) -> list[Played]:
    """Who moved, None for fate, and what: the events that stand, as facts take them."""
    return [(event.who, event.move) for event in history if event.move is not None]


def is_extra_turn(match: Match, event: Event | None = None) -> bool:
    """Whether the player to move earned that turn with the one before: now, or where this event was due."""
    line, at, state = match.line, len(match.line), match.state
    while event is not None and at > 0 and line[at - 1][0].number >= event.number:
        at -= 1
        state = line[at][1]
    player, dialogue = state.turn, dialogue_of(state)
    while at > 0 and not dialogue.begins_turn(state):
        at -= 1
        state = line[at][1]
    return at > 0 and line[at - 1][1].turn == player

"""Tells what happens in a match: the observer at the terminal, live or in a replay."""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.core import Move, Player, State
from primeparlor.match import Event, Match, Outcome
from primeparlor.terminal.boards import BOARDS
from primeparlor.terminal.dialogue import DIALOGUES, ending, is_extra_turn, states_of
from primeparlor.terminal.screen import Screen


class Teller:
    """Says every event in the words of the game's dialogue, and draws the board."""

    def __init__(self, match: Match, screen: Screen, typed_by: Sequence[Player]) -> None:
        self.match, self.screen = match, screen
        self.typed_by = typed_by  # whose moves stand on the screen as they typed them
        self.dialogue = DIALOGUES[match.start.name]

    def opening(self) -> None:
        self.screen.say(*self.dialogue.opening(self.match.start))

    def event(self, event: Event, before: State, after: State) -> None:
        dialogue, move = self.dialogue, event.move
        if move is None:
            taken_back = self.match.events[(event.undo or 0) - 1].move
            lines = [f"Player {event.who} takes back {taken_back}.", ""]
        elif event.who is None:
            lines = dialogue.fate(before, after, move)
        elif event.forced:
            lines = dialogue.forced(before, self._was_extra())
        else:
            lines = [] if event.who in self.typed_by else self._as_typed(before, move)
            lines += dialogue.moved(before, after, move)
        self.screen.say(*lines)

    def outcome(self, outcome: Outcome) -> None:
        if self.screen.colour:
            self.draw()
        self.screen.say(*ending(self.match.state, outcome))

    def draw(self) -> None:
        """The board as it stands."""
        state = self.match.state
        path = [event.move for event in self.match.history if event.move is not None]
        standing = "over" if self.match.ended() else f"Player {state.turn} to move"
        width = max(20, min(self.screen.width, 100) - 4)
        self.screen.draw(f"{state.title} – {standing}", BOARDS[state.name](state, path, width))

    def _as_typed(self, before: State, move: Move) -> list[str]:
        """The turn as if a person had typed it."""
        asked = zip(self.dialogue.prompts(before), self.dialogue.answers(before, move), strict=True)
        turn = self.dialogue.turn(before, self._was_extra())
        return [*turn, *(prompt + answer for prompt, answer in asked)]

    def _was_extra(self) -> bool:
        return is_extra_turn(states_of(self.match)[:-1])

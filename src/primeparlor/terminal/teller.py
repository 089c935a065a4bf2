"""Tells what happens in a match: the observer at the terminal, live or in a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, Move, Player, State
from primeparlor.match import EARLY_ENDS, LIMIT, Event, Hint, Match, Outcome, Seating
from primeparlor.terminal.blocks import how
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

    def event(self, event: Event, before: State, after: State) -> None:
        dialogue, move = self.dialogue, event.move
        if move is None:
            taken_back = self.match.events[(event.undo or 0) - 1].move
            lines = [f"Player {event.who} takes back {taken_back}.", *dialogue.standing(after), ""]
        elif event.who is None:
            lines = dialogue.fate(before, after, move)
        elif event.forced:
            lines = dialogue.forced(before, is_extra_turn(self.match, -1))
        else:
            lines = [] if event.who in self.typed_by else self._as_typed(before, move)
            lines += dialogue.moved(before, after, move)
        self.screen.say(*lines)

    def note(self, note: Hint | Seating) -> None:
        """A replay tells that help was given or who sat down; at the table it stands on the screen."""
        if isinstance(note, Seating):
            self.screen.say(f"Player 1 is now: {note.seats[0]}. Player 2: {note.seats[1]}.")
        else:
            step = "step " if isinstance(note.kind, int) else ""
            self.screen.say(f"Player {note.who} asks for a hint: {step}{note.kind}.")

    def outcome(self, outcome: Outcome) -> None:
        if self.screen.colour:
            self.draw()
        self.screen.say(*ending(self.match.state, outcome))

    def draw(self) -> None:
        """The board as it stands."""
        state = self.match.state
        standing = "over" if self.match.ended() else f"Player {state.turn} to move"
        width = max(20, min(self.screen.width, 100) - 4)
        title = f"{state.title} – {standing}"
        title = title if len(title) <= width - 2 else state.title
        self.screen.draw(title, draw_lines(state, played(self.match.history), width))

    def _as_typed(self, before: State, move: Move) -> list[str]:
        """The turn as if a person had typed it."""
        turn = self.dialogue.turn(before, is_extra_turn(self.match, -1))
        return [*turn, *self.dialogue.typed(before, move)]


def summary(match: Match, outcome: Outcome) -> str:
    """How this match ended, in a few words."""
    if outcome.winner is None:
        return outcome.reason
    ending = match.state.ending()
    early = "" if ending else f"Player {OTHER[outcome.winner]} {EARLY_ENDS[outcome.reason].then}"
    return f"Player {outcome.winner} won ({how(ending) if ending else early})"


def played(history: Sequence[Event]) -> list[Played]:
    """Who moved, None for fate, and what: the events that stand, as facts take them."""
    return [(event.who, event.move) for event in history if event.move is not None]


def is_extra_turn(match: Match, back: int = 0) -> bool:
    """Whether the player to move earned that turn with the turn before; now, or so many events back."""
    line, at = match.line, len(match.line) + back
    state = match.state if back == 0 else line[at][1]
    player = state.turn
    dialogue = dialogue_of(state)
    while at > 0 and not dialogue.begins_turn(state):
        at -= 1
        state = line[at][1]
    return at > 0 and line[at - 1][1].turn == player


def ending(state: State, outcome: Outcome) -> list[str]:
    """The last lines of a match."""
    if outcome.reason == LIMIT:
        return ["The move limit is reached. The game is unfinished: nobody wins."]
    assert outcome.winner is not None
    if outcome.reason in EARLY_ENDS:
        return [
            f"Player {OTHER[outcome.winner]} {EARLY_ENDS[outcome.reason].now}.",
            f"Player {outcome.winner} wins.",
        ]
    return dialogue_of(state).won(state, outcome)

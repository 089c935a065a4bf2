"""A position on the screen and the question for a move in it, without a match: a puzzle, a hidden review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.coach.grades import grade
from primeparlor.coach.reasons import reason
from primeparlor.core import Move, State
from primeparlor.solve import Analysis
from primeparlor.terminal.boards import draw_lines
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.screen import Screen

if TYPE_CHECKING:
    from primeparlor.core import Played

QUIT = "quit"
COMMANDS = {
    "?": "this list",
    "hint": "a little help, and more each time you ask",
    "": "show the answer",
    "moves": "every legal move",
    "board": "the position as it stands",
    QUIT: "leave",
}
OURS = ("?", "moves", "board", QUIT)  # the others are taken where they are asked for


class Quiz:
    """Shows a position and asks for a move until it is a legal one."""

    def __init__(self, state: State, analysis: Analysis, screen: Screen, keyboard: Keyboard) -> None:
        self.state, self.analysis, self.screen, self.keyboard = state, analysis, screen, keyboard
        self.line: Sequence[Played] = ()

    def draw(self, line: Sequence[Played] = ()) -> None:
        """The board, with the moves that led there where they are known."""
        self.line = line
        state, width = self.state, self.screen.width - 4
        self.screen.draw(f"Player {state.turn} to move", draw_lines(state, line, width))

    def ask(self, prompt: str, words: Sequence[str] = ()) -> Move:
        """A legal move, or one of these words; "quit" also where nothing more is typed."""
        while True:
            text = self._typed(prompt)
            word = {"q": QUIT, "help": "?"}.get(notation.word(text), notation.word(text))
            if word in words or word == QUIT:
                return word
            if word in OURS:
                self._carry_out(word, words)
                continue
            try:
                move = notation.parse(self.state, text)
            except notation.NotationError as error:
                self.screen.say(str(error))
                continue
            if (refusal := self.state.why_not(move)) is None:
                return move
            self.screen.say(refusal)

    def _carry_out(self, word: str, words: Sequence[str]) -> None:
        if word == "?":
            listed = {word: meaning for word, meaning in COMMANDS.items() if word in (*OURS, *words)}
            self.screen.say(f"Type {notation.form(self.state)}. Or:")
            self.screen.say(*(f"  {word or 'Enter':<7} {meaning}" for word, meaning in listed.items()))
        elif word == "moves":
            self.screen.say("Moves: " + " ".join(map(str, self.state.moves())))
        else:
            self.draw(self.line)

    def _typed(self, prompt: str) -> str:
        self.screen.prompt(prompt)
        try:
            text = self.keyboard.line()
        except EOFError:
            self.screen.say("")
            return QUIT
        if not self.keyboard.is_terminal:
            self.screen.echo(text)
        return text

    def judge(self, move: Move, right: bool) -> None:
        """Say whether it is right, and what it is worth."""
        because = reason(self.state, self.analysis, move).sentence
        self.screen.say(f"{'Right' if right else 'No'}: {grade(self.analysis, move).word}. {because}")

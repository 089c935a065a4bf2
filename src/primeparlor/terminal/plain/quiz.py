"""A question for a move in a position, without a match: used by puzzles and hidden reviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.coach.grades import grade
from primeparlor.coach.reasons import explain_move
from primeparlor.core import Move, State
from primeparlor.solve import Analysis
from primeparlor.tables.prompt_words import COMMANDS as EVERYWHERE
from primeparlor.tables.prompt_words import find_command
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.rules_text import build_variant_page

if TYPE_CHECKING:
    from primeparlor.core import Played

QUIT, MOVES = "quit", "moves"
LEAVE = (QUIT, "q", "exit", "leave", "no", "n")
COMMANDS = {
    "?": "this list",
    "hint": "a small hint, and a bigger one each time you ask",
    "": "show the answer",
    "answer": "show the answer",
    "skip": "go on to the next one",
    MOVES: "every legal move",
    "board": "the position as it stands",
    "rules": "the rules of this game",
    QUIT: "leave",
}
SHORT = {"a": "answer", "s": "skip"}  # unless the game has a move of that name
OURS = ("?", MOVES, "board", "rules", QUIT)  # the other commands are handled by the caller


class Quiz:
    """Shows a position and asks for a move until the move is legal."""

    def __init__(self, state: State, analysis: Analysis, output: Output, keyboard: Keyboard) -> None:
        self.state, self.analysis, self.output, self.keyboard = state, analysis, output, keyboard
        self.line: Sequence[Played] = ()
        self.seconds: Callable[[], float] | None = None  # time left for an answer, where there is a clock
        self.ours: tuple[str, ...] = OURS
        self.listed: Callable[[], None] | None = None  # called on `moves`, where the list counts as a hint

    def draw_board(self, line: Sequence[Played] = ()) -> None:
        """Draw the board, with the moves that led there where they are known."""
        self.line = line
        self.output.draw(draw_lines(self.state, line, self.output.width - 4))

    def ask_move(self, prompt: str, words: Sequence[str] = ()) -> Move:
        """Return a legal move or one of these words; "quit" at the end of input. Raises TimeUp when late."""
        while True:
            text = self._read_line(prompt)
            word = find_command(self.state, text) or self._expand_word(text)
            if word in words or word == QUIT:
                return word
            if word in self.ours:
                self._execute_command(word, words)
                continue
            try:
                move = notation.parse(self.state, text)
            except notation.NotationError as error:
                self.output.say(_format_refusal(word, str(error)))
                continue
            if (refusal := self.state.why_not(move)) is None:
                return move
            self.output.say(refusal)

    def _expand_word(self, text: str) -> str:
        """Return the typed word in full."""
        word = notation.word(text)
        return SHORT.get(word, word) if notation.form_of(self.state).parse(self.state, text) is None else word

    def _execute_command(self, word: str, words: Sequence[str]) -> None:
        if word == "?":
            listed = {word: meaning for word, meaning in COMMANDS.items() if word in (*self.ours, *words)}
            if self.listed is not None:
                listed[MOVES] += "; this counts as a hint"
            self.output.say(f"Type {notation.form(self.state)}. Or:")
            self.output.say(*(f"  {word or 'Enter':<7} {meaning}" for word, meaning in listed.items()))
        elif word == MOVES:
            if self.listed is not None:
                self.listed()
            self.output.say("Moves: " + " ".join(map(str, self.state.moves())))
        elif word == "rules":
            self.output.write_page(build_variant_page(self.state))
        else:
            self.draw_board(self.line)

    def _read_line(self, prompt: str) -> str:
        try:
            return self.output.ask(prompt, self.keyboard, self.seconds and self.seconds())
        except EOFError:
            self.output.say("")
            return QUIT

    def print_verdict(self, move: Move, right: bool) -> None:
        """Print whether the move is right, and its grade."""
        verdict = f"{'Right' if right else 'No'}{grade(self.analysis, move).verdict}."
        self.output.say(f"{verdict} {self.explain_move(move)}")

    def explain_move(self, move: Move) -> str:
        """Return a sentence that explains why this move is good or bad."""
        return explain_move(self.state, self.analysis, move).sentence


def _format_refusal(word: str, why: str) -> str:
    """Say what to do instead; a word that works at other prompts is not treated as a misspelt move."""
    if word and word in {**COMMANDS, **EVERYWHERE}:
        return f"'{word}' does not work here. For what does, type ?."
    return f"{why} For help type ?."


def ask_to_continue(prompt: str, output: Output, keyboard: Keyboard, also: Sequence[str] = ()) -> bool:
    """Ask until the answer is clear; return True for Enter, yes or one of these words."""
    while True:
        try:
            word = notation.word(output.ask(prompt, keyboard))
        except EOFError:
            output.say("")
            return False
        if word in ("", "yes", "y", *also):
            return True
        if word in LEAVE:
            return False
        output.say("Just press Enter, or type quit.")

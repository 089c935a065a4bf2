"""A table at the keyboard: asks people for moves and shows events; the table and its referee decide."""

from __future__ import annotations

import sys
from contextlib import suppress

from primeparlor import notation
from primeparlor.core import GameError, IllegalMove, Move, Player, TooLarge
from primeparlor.match import MatchError, OutOfTime
from primeparlor.tables.prompt_words import HELP, listed, read
from primeparlor.tables.sentences import agreed
from primeparlor.tables.table import Table
from primeparlor.terminal import rules_text
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.plain.input import Keyboard, TimeUp
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.teller import Teller
from primeparlor.terminal.progress_bar import Progress
from primeparlor.terminal.turns import is_extra_turn


class Leave(Exception):
    """Raised when the player has left the table; the match is suspended."""


class Prompt:
    """One table with its keyboard and output."""

    def __init__(self, table: Table, keyboard: Keyboard, output: Output, progress: Progress) -> None:
        self.table, self.keyboard, self.output, self.progress = table, keyboard, output, progress
        self.match, self.dialogue = table.match, dialogue_of(table.match.start)
        # moves typed here are visible on the terminal already
        self.teller = Teller(table.match, output, typed_by=table.people)
        table.match.observers.append(self.teller)
        self.told = set[tuple[Player, str]]()
        self.begun: str | None = None  # the first half of a move that takes two prompts

    def play(self) -> None:
        """Play until the match is over; raises Leave if it is suspended before."""
        match, say = self.match, self.output.say
        if self.table.people and self.keyboard.is_terminal:
            say("Type ? at any prompt for help.", "")
        if lines := agreed(match):
            say(*lines, "")
        if match.events:
            say(f"Resuming {match.start.title}.", *self.dialogue.standing(match.state), "")
        else:
            self.teller.opening()
        while match.outcome is None:
            try:
                match.begin()
                self._next_decision()
            except OutOfTime:
                continue  # the teller has announced it
            except MatchError as error:  # a chance outcome given by hand is impossible here
                say(f"{error} The rest is {self.match.start.drawn} by chance.", "")

    def _next_decision(self) -> None:
        if self.match.outcome is not None:
            return
        if self.table.person_to_move():
            self._ask()
        else:
            self.table.play_on(self._tell, self.progress)

    def _tell(self, player: Player, text: str) -> None:
        """Print a remark of a house player about its choice, once, to stderr: it is about the program."""
        if (player, text) not in self.told:
            print(f"Player {player}: {text}", file=sys.stderr)
        self.told.add((player, text))

    # Asking a person ----------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask until a move is made, or something else has changed the table."""
        match, number = self.match, self.match.number
        self.begun = None
        self.output.say(*self.dialogue.turn(match.state, is_extra_turn(match.line, match.state)))
        while match.outcome is None and match.number == number:
            try:
                self._one_try()
            except TimeUp:
                self.output.say("")
                match.call_time()

    def _one_try(self) -> None:
        """Handle one input: a command, a move, or invalid text."""
        match, state = self.match, self.match.state
        prompts = self.dialogue.prompts(state)
        typed = read(state, self._read(prompts[0 if self.begun is None else -1]), self.begun)
        if typed.command is not None:
            self._command(typed.command)
        elif typed.begun is not None:
            self.begun = typed.begun
        elif typed.move is not None:
            self.begun = None
            self._submit(typed.move)
        else:
            self.output.say(f"Please type {self._asked()}.")
            match.invalid(state.turn, match.number)
            self._say_again()

    def _asked(self) -> str:
        """Describe the expected input in words."""
        state = self.match.state
        return notation.form(state) if self.begun is None else self.dialogue.asked_next(state, self.begun)

    def _submit(self, move: Move) -> None:
        try:
            self.match.submit(self.match.state.turn, move, self.match.number)
        except IllegalMove:  # the teller has said why, before it announced the strike that may end the match
            self._say_again()

    def _say_again(self) -> None:
        if self.match.outcome is None:
            self.output.say(*self.dialogue.again(self.match.state))

    def _read(self, prompt: str) -> str:
        try:
            return self.output.ask(prompt, self.keyboard, self.match.time_left)
        except EOFError:
            self.output.say("")
            raise Leave from None

    # Commands -----------------------------------------------------------------------------------

    def _command(self, name: str) -> None:
        """Run a command, or print why it is refused; the teller has announced a time-out already."""
        try:
            with suppress(OutOfTime):
                self._carry_out(name)
        except (MatchError, TooLarge, GameError) as error:
            self.output.say(str(error))

    def _carry_out(self, name: str) -> None:
        match, say = self.match, self.output.say
        if name == "?":
            say(f"Type {self._asked()}. Or:")
            say(*listed(match.settings))
        elif name in HELP:
            self._help(name)
        elif name == "board":
            self.teller.draw()
        elif name == "rules":
            self.output.page(rules_text.page_for(match.start))
        elif name == "undo":
            self.table.undo(self.table.people)
        elif name == "resign":
            if self._is_sure("Resign this game? (yes/no): "):
                match.resign(match.state.turn, match.number)
        else:
            raise Leave

    def _help(self, name: str) -> None:
        """Print help with the current move; Ctrl-C stops the computation and the prompt returns."""
        from primeparlor.tables.help import GIVEN, HelpStopped
        from primeparlor.terminal.signals import Stoppable

        try:
            with self.progress, Stoppable(self.progress) as stoppable:
                lines = GIVEN[name](self.match, self.match.state.turn, stoppable)
        except HelpStopped as stopped:
            lines = [str(stopped)]
        self.output.say(*lines)

    def _is_sure(self, question: str) -> bool:
        """Ask for confirmation at a terminal; return True without asking for a pipe."""
        return not self.keyboard.is_terminal or notation.word(self._read(question)) in ("yes", "y")

"""A table at the keyboard: asks people for moves and prints events; the table and its referee decide."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.core import GameError, IllegalMove, Move, Player, State
from primeparlor.match import (
    CallTime,
    Event,
    Match,
    MatchError,
    Mistype,
    NumberedEntry,
    Outcome,
    OutOfTime,
    Play,
    Refusal,
    Resign,
    Result,
)
from primeparlor.tables.messages import is_extra_turn
from primeparlor.tables.prompt_words import HELP, RESIGN, describe_input, format_commands, read_line
from primeparlor.tables.sentences import format_early_end, format_terms, format_undo
from primeparlor.tables.series_words import format_series_opening, format_series_result
from primeparlor.tables.table import Table
from primeparlor.terminal import rules_text
from primeparlor.terminal.dialogue import dialogue_of, list_played
from primeparlor.terminal.plain.input import Keyboard, TimeUp
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.progress_bar import ProgressBar

if TYPE_CHECKING:
    from primeparlor.messages import Seats
    from primeparlor.tables.rungs import Stake


class LeaveTable(Exception):
    """Raised when the player has left the table; the match is suspended."""


class TablePrompt:
    """One table with its keyboard and output."""

    def __init__(self, table: Table, keyboard: Keyboard, output: Output, progress: ProgressBar) -> None:
        self.table, self.keyboard, self.output, self.progress = table, keyboard, output, progress
        self.match, self.dialogue = table.match, dialogue_of(table.match.start)
        self.form = notation.form_of(table.match.start)
        # moves typed here are visible on the terminal already
        self.printer = EventPrinter(table.match, output, typed_by=table.people)
        table.match.observers.append(self.printer)
        self.remarks = set[tuple[Player, str]]()
        self.stake: Stake | None = None  # the rung for which the game counts, as told
        self.begun: str | None = None  # the first half of a move that takes two prompts

    def play(self) -> None:
        """Play until the match is over; raises LeaveTable if it is suspended before."""
        match, say = self.match, self.output.say
        if self.table.people and self.keyboard.is_terminal:
            say("Type ? at any prompt for help.", "")
        if lines := [
            *format_terms(match),
            *self._format_rung(),
            *_format_score(match, format_series_opening),
        ]:
            say(*lines, "")
        if match.events:
            say(f"Resuming {match.start.title}.", *self.dialogue.standing(match.state), "")
        else:
            self.printer.print_opening()
        self._go_on(match.begin)
        while match.outcome is None:
            self._go_on(self._make_decision)

    def _format_rung(self) -> list[str]:
        """Return the rung for which this game counts, for one person at a terminal; [] if there is none."""
        if not self.keyboard.is_terminal or len(self.table.people) != 1:
            return []
        from primeparlor.tables.rungs import find_stake  # its imports would delay a game of two friends

        self.stake = find_stake(self.match)
        return [] if self.stake is None else [self.stake.task]

    def _tell_of_lost_rung(self) -> None:
        """Say once that the game no longer counts for its rung, if there was help."""
        if self.stake is None:
            return
        from primeparlor.coach.training.ladder import counts_for_ladder
        from primeparlor.tables.rungs import LOST

        if counts_for_ladder(self.match):
            return
        self.output.say(LOST)
        self.stake = None

    def _go_on(self, step: Callable[[], object]) -> None:
        """Take this step of the game; the printer has announced what came of it, even the end of the time."""
        try:
            step()
        except OutOfTime:
            pass
        except MatchError as error:  # a chance outcome given by hand is impossible here
            self.output.say(f"{error} The rest is {self.match.start.drawn} by chance.", "")

    def _make_decision(self) -> None:
        if self.table.is_person_to_move():
            self._ask_move()
        else:
            self.table.play_house_move(self._print_remark, self.progress)

    def _print_remark(self, player: Player, text: str) -> None:
        """Print a remark of a house player about its choice, once, to stderr: it is about the program."""
        if (player, text) not in self.remarks:
            print(f"Player {player}: {text}", file=sys.stderr)
        self.remarks.add((player, text))

    # Asking a person ----------------------------------------------------------------------------

    def _ask_move(self) -> None:
        """Ask until a move is made, or something else has changed the table."""
        match, number = self.match, self.match.number
        self.begun = None
        self.output.say(*self.dialogue.turn(match.state, is_extra_turn(match.line, match.state)))
        while match.outcome is None and match.number == number:
            try:
                self._handle_input()
            except TimeUp:
                self.output.say("")
                match.perform(CallTime())

    def _handle_input(self) -> None:
        """Handle one input: a command, a move, or invalid text."""
        match, state = self.match, self.match.state
        prompts = self.dialogue.prompts(state)
        text = self._read_line(prompts[0 if self.begun is None else -1])
        typed = read_line(state, text, self.begun, self.form)
        if typed.command is not None:
            self._run_command(typed.command)
        elif typed.begun is not None:
            self.begun = typed.begun
        elif typed.move is not None:
            self.begun = None
            try:
                match.perform(Play(state.turn, typed.move, match.number))
            except IllegalMove:  # the printer has said why, before the strike that may end the match
                self._repeat_question()
        else:
            self.output.say(f"Please type {self._describe_input()}.")
            match.perform(Mistype(state.turn, match.number))
            self._repeat_question()

    def _describe_input(self) -> str:
        """Describe the expected input in words."""
        state = self.match.state
        return describe_input(state) if self.begun is None else self.dialogue.asked_next(state, self.begun)

    def _repeat_question(self) -> None:
        if self.match.outcome is None:
            self.output.say(*self.dialogue.again(self.match.state))

    def _read_line(self, prompt: str) -> str:
        try:
            return self.output.ask(prompt, self.keyboard, self.match.time_left)
        except EOFError:
            self.output.say("")
            raise LeaveTable from None

    # Commands -----------------------------------------------------------------------------------

    def _run_command(self, name: str) -> None:
        """Run a command, or print why it is refused; the printer has announced a time-out already."""
        try:
            with suppress(OutOfTime):
                self._execute_command(name)
            self._tell_of_lost_rung()
        except (MatchError, GameError) as error:
            self.output.say(str(error))

    def _execute_command(self, name: str) -> None:
        match, say = self.match, self.output.say
        if name == "?":
            say(f"Type {self._describe_input()}. Or:")
            say(*format_commands(match.settings))
        elif name in HELP:
            self._print_help(name)
        elif name == "board":
            self.printer.draw_board()
        elif name == "rules":
            self.output.write_page(rules_text.build_variant_page(match.start))
        elif name == "undo":
            self.table.undo(self.table.people)
        elif name == "resign":
            if self._confirm(f"{RESIGN} (yes/no): "):
                match.perform(Resign(match.state.turn, match.number))
        else:
            raise LeaveTable

    def _print_help(self, name: str) -> None:
        """Print help with the current move; Ctrl-C stops the computation and the prompt returns."""
        from primeparlor.tables.hints import GIVEN, HelpStopped
        from primeparlor.terminal.progress_bar import StoppableProgress

        try:
            with self.progress, StoppableProgress(self.progress) as stoppable:
                lines = GIVEN[name](self.match, self.match.state.turn, stoppable)
        except HelpStopped as stopped:
            lines = [str(stopped)]
        self.output.say(*lines)

    def _confirm(self, question: str) -> bool:
        """Ask for confirmation at a terminal; return True without asking for a pipe."""
        return not self.keyboard.is_terminal or notation.word(self._read_line(question)) in ("yes", "y")


class EventPrinter:
    """Prints every event in the words of the game's dialogue, and draws the board."""

    def __init__(self, match: Match, output: Output, typed_by: Sequence[Player]) -> None:
        self.match, self.output = match, output
        self.typed_by = typed_by  # players whose typed moves are visible on the terminal
        self.dialogue = dialogue_of(match.start)

    def print_opening(self) -> None:
        self.output.say(*self.dialogue.opening(self.match.start))

    def hear(self, numbered: NumberedEntry, before: State, after: State) -> None:
        """Print events, refused moves and the outcome; other notes are visible on the terminal already."""
        entry = numbered.entry
        if isinstance(entry, Event):
            self.print_event(entry, before, after)
        elif isinstance(entry, Refusal) and entry.who in self.typed_by:
            self.print_refusal(entry, before)
        elif isinstance(entry, Result):
            self.print_outcome(entry.outcome)

    def print_event(self, event: Event, before: State, after: State) -> None:
        dialogue, move = self.dialogue, event.move
        if move is None:
            lines = [format_undo(self.match, event, after), *dialogue.standing(after), ""]
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
        if refusal.move is not None and (reason := notation.why_not(state, refusal.move)) is not None:
            self.output.say(*self.dialogue.refused(state, refusal.move, reason))

    def print_outcome(self, outcome: Outcome) -> None:
        state = self.match.state
        lines = format_early_end(outcome) or self.dialogue.won(state, outcome)
        self.output.say(*lines, *_format_score(self.match, format_series_result))

    def draw_board(self) -> None:
        """Draw the current board."""
        width = max(20, min(self.output.width, 100) - 4)
        self.output.draw(draw_lines(self.match.state, list_played(self.match.history), width))

    def _format_typed(self, event: Event, before: State, move: Move) -> list[str]:
        """Return the turn as if a person had typed it."""
        turn = self.dialogue.turn(before, _is_extra(self.match, event))
        return [*turn, *self.dialogue.typed(before, move)]


def _format_score(match: Match, form: Callable[[Match, Seats], str]) -> list[str]:
    """Return a line about the score of several games; [] if this game is played alone."""
    if match.series is None:
        return []
    from primeparlor.tables.names import find_reader, name_seats  # its imports would delay the first prompt

    return [form(match, name_seats(match, find_reader(match)))]


def _is_extra(match: Match, event: Event | None = None) -> bool:
    """Return True if the player to move earned an extra turn: now, or when this event was due."""
    line, state = match.line, match.state
    while event is not None and line and line[-1][0].number >= event.number:
        state, line = line[-1][1], line[:-1]
    return is_extra_turn(line, state)

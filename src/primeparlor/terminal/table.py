"""A match at the keyboard: asks, submits, tells; the referee decides."""

from __future__ import annotations

from primeparlor import notation
from primeparlor.core import PLAYERS, GameError, IllegalMove, Move, TooLarge
from primeparlor.match import HUMAN, MOVES, WHY, Help, Match, MatchError
from primeparlor.players import Chooser, chooser, view
from primeparlor.terminal import rulebook
from primeparlor.terminal.commands import COMMANDS
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.help import next_hint, why_last
from primeparlor.terminal.keyboard import Keyboard, TimeUp
from primeparlor.terminal.progress import Progress
from primeparlor.terminal.screen import Screen
from primeparlor.terminal.teller import Teller, is_extra_turn

NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}


class Leave(Exception):
    """The player has left the table; the match is suspended."""


class Table:
    """Two seats, one keyboard, one screen."""

    def __init__(self, match: Match, keyboard: Keyboard, screen: Screen) -> None:
        self.match, self.keyboard, self.screen = match, keyboard, screen
        self.dialogue, self.form = dialogue_of(match.start), notation.form_of(match.start)
        self.progress = Progress(match.start.title)
        self.choosers: list[Chooser | None] = [chooser(label, self.progress) for label in match.seats]
        # what a person types here stands on the screen already
        people = [player for player in PLAYERS if self.choosers[player - 1] is None]
        self.teller = Teller(match, screen, typed_by=people)
        match.observers.append(self.teller)
        self.begun: str | None = None  # the first half of a move that is asked for in two

    def play(self) -> None:
        """Until the match is over; `Leave` if it is suspended before."""
        match, say = self.match, self.screen.say
        if self.teller.typed_by and self.keyboard.is_terminal:
            say("Type ? at any prompt for help.", "")
        if agreed := self._agreed():
            say(*agreed, "")
        if match.events:
            say(f"Resuming {match.start.title}.", *self.dialogue.standing(match.state), "")
        else:
            self.teller.opening()
        while match.outcome is None:
            try:
                match.begin()
                self._next_decision()
            except MatchError as error:  # an outcome dealt by hand that cannot come here
                say(f"{error} The rest is {self.match.start.drawn} by chance.", "")

    def _agreed(self) -> list[str]:
        """Who plays and what is agreed, as far as it is unusual."""
        (one, two), settings = self.match.seats, self.match.settings
        lines = []
        if one != HUMAN or two != HUMAN:
            name = {HUMAN: "you"}
            lines.append(f"Player 1: {name.get(one, one)}. Player 2: {name.get(two, two)}.")
        if settings.clock is not None:
            lines.append(f"You have {_counted(settings.clock, 'second')} for each move.")
        if settings.strikes == 1:
            lines.append("One invalid input loses the game.")
        elif settings.strikes is not None:
            number = NUMBERS.get(settings.strikes, f"{settings.strikes:,}")
            lines.append(f"{number} invalid inputs in a row lose the game.")
        if self.match.limit is not None:
            lines.append(f"The game stops unfinished after {_counted(self.match.limit, 'move')}.")
        return lines

    def _next_decision(self) -> None:
        match = self.match
        if match.outcome is not None:
            return
        player = self.choosers[match.state.turn - 1]
        if player is None:
            self._ask()
        else:
            with self.progress:
                move = player.choose(view(match))
            match.submit(match.state.turn, move, match.number)

    # Asking a person ----------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask until one move is made, or something else has changed the table."""
        match, number = self.match, self.match.number
        self.begun = None
        lines = self.dialogue.turn(match.state, is_extra_turn(match))
        if self.screen.colour:
            self.teller.draw()
            lines = lines[:1]  # the board shows the rest
        self.screen.say(*lines)
        while match.outcome is None and match.number == number:
            try:
                self._one_try()
            except TimeUp:
                self.screen.say("")
                match.flag_fell()

    def _one_try(self) -> None:
        """One input: a command, a move, or something to refuse."""
        match, state = self.match, self.match.state
        prompts = self.dialogue.prompts(state)
        text = self._read(prompts[0 if self.begun is None else -1])
        if self._command(text):
            return
        if begun := self.form.begun(state, text):
            self.begun = begun
            return
        whole = text if self.begun is None else self.form.completed(state, self.begun, text)
        try:
            move = notation.parse(state, whole)
        except notation.NotationError:
            self.screen.say(f"Please type {self._asked()}.")
            match.invalid(match.number)
        else:
            self.begun = None
            self._submit(move)
            return
        self._say_again()

    def _asked(self) -> str:
        """What is asked for now, in words."""
        state = self.match.state
        return notation.form(state) if self.begun is None else self.dialogue.asked_next(state, self.begun)

    def _submit(self, move: Move) -> None:
        match, state = self.match, self.match.state
        if reason := state.why_not(move):  # told first: it may be the strike that ends the match
            self.screen.say(*self.dialogue.refused(state, move, reason))
        try:
            match.submit(state.turn, move, match.number)
        except IllegalMove:
            self._say_again()

    def _say_again(self) -> None:
        if self.match.outcome is None and not self.screen.colour:
            self.screen.say(*self.dialogue.again(self.match.state))

    def _read(self, prompt: str) -> str:
        self.screen.prompt(prompt)
        try:
            text = self.keyboard.line(self.match.time_left)
        except EOFError:
            self.screen.say("")
            raise Leave from None
        if not self.keyboard.is_terminal:
            self.screen.echo(text)
        return text

    # Commands -----------------------------------------------------------------------------------

    def _command(self, text: str) -> bool:
        """Carry out a command; False if the text is none."""
        name = notation.word(text)
        if name == "help":
            name = "?"
        if name not in COMMANDS:
            return False
        try:
            self._carry_out(name)
        except (MatchError, TooLarge, GameError) as error:
            self.screen.say(str(error))
        return True

    def _carry_out(self, name: str) -> None:
        match, say = self.match, self.screen.say
        if name == "?":
            say(f"Type {self._asked()}. Or:")
            say(*(f"  {word:<7} {meaning}" for word, meaning in self._commands().items()))
        elif name == "moves":
            self._help(MOVES, ["Moves: " + " ".join(map(str, match.state.moves()))])
        elif name == "hint":
            with self.progress:
                hint = next_hint(match, self.progress)
            self._help(*hint)
        elif name == "why":
            with self.progress:
                worth = why_last(match, self.progress)
            self._help(WHY, worth)
        elif name == "board":
            self.teller.draw()
        elif name == "rules":
            rulebook.show(match.start, self.screen)
        elif name == "undo":
            self._undo()
        elif name == "resign":
            if self._is_sure("Resign this game? (yes/no): "):
                match.resign(match.state.turn, match.number)
        else:
            raise Leave

    def _is_sure(self, question: str) -> bool:
        """Whether a person who may have slipped means it; a pipe does not slip."""
        return not self.keyboard.is_terminal or notation.word(self._read(question)) in ("yes", "y")

    def _commands(self) -> dict[str, str]:
        """The commands of this table: what it does not allow is not listed."""
        settings = self.match.settings
        off = {"undo": not settings.undo} | dict.fromkeys(("moves", "hint", "why"), not settings.hints)
        return {word: meaning for word, meaning in COMMANDS.items() if not off.get(word)}

    def _help(self, kind: Help, lines: list[str]) -> None:
        """Give this help once the record holds that it was asked for, unless the time is over."""
        if self.match.hint(kind, self.match.number):
            self.screen.say(*lines)

    def _undo(self) -> None:
        """Take back the last decision made at this keyboard, whoever of the people here made it."""
        match = self.match
        last = match.last_decision(self.teller.typed_by)
        match.undo(last.who if last and last.who else match.state.turn, match.number)


def _counted(number: float, thing: str) -> str:
    return f"{number:,g} {thing}{'s' * (number != 1)}" if number < 10**6 else f"{number:,.0f} {thing}s"

"""The menu: choose a game, a variant, the opponent and who begins; play; and again."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.core import ParlorError, State, TooLarge
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.records import RecordBusy, RecordError, unfinished
from primeparlor.tables.chance import tossed
from primeparlor.tables.sentences import variant
from primeparlor.tables.variants import favoured, house_variants, levels, winning_side
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.picking import Back, Lettered, Picking

FRIEND = "a friend at this keyboard"
BEGINNERS = ("you begin", "your opponent begins", "toss a coin")
WINNING = " (you get the winning side)"
CLOSER = "One-sided, once you know how. These house variants are harder to see through:"
ROOMS = {
    "d": "today: the puzzle of the day",
    "z": "puzzles",
    "x": "rush: three minutes of puzzles",
    "o": "openings to learn",
    "s": "progress",
}


class Leave(Exception):
    """Raised when the player leaves the menu."""


def menu() -> int:
    """Run the menu until the player leaves; return the exit code."""
    keyboard, output = Keyboard(), Output()
    try:
        while True:
            try:
                state, seats = _Order(keyboard, output, _may_resume()).taken()
                output.say("")
                code = play.play(state, seats, keyboard=keyboard)
            except TooLarge as error:
                output.say("", str(error))
                continue
            except Lettered as chosen:
                output.say("")
                code = _entered(chosen.letter, keyboard, output)
            if code:
                return code
            output.say("")
    except Leave:
        return 0
    except EOFError:
        name = next(iter(GAMES))
        output.say("", f"Begin a game directly with: parlor play {name}", "All commands: parlor --help")
        return 0


def _may_resume() -> bool:
    """Return True if there is an unfinished game among the readable saved ones."""
    try:
        return next(unfinished(), None) is not None
    except RecordError:
        return False


def _entered(letter: str, keyboard: Keyboard, output: Output) -> int:
    """Run the activity of this letter and return its exit code; errors are printed, then the menu returns."""
    from primeparlor.terminal.plain import openings, progress, puzzles, rush, today

    rooms: dict[str, Callable[[], int]] = {
        "r": lambda: _resume(keyboard, output),
        "d": lambda: today.run(None, as_json=False, share=False, keyboard=keyboard),
        "z": lambda: puzzles.run(None, None, mistakes=False, as_json=False, keyboard=keyboard),
        "x": lambda: rush.run(None, keyboard=keyboard),
        "o": lambda: openings.run(None, keyboard=keyboard),
        "s": lambda: progress.run(as_json=False),
    }
    try:
        return rooms[letter]()
    except ParlorError as error:
        output.say(str(error))
        return 0


def _resume(keyboard: Keyboard, output: Output) -> int:
    try:
        return play.resume(keyboard=keyboard)
    except RecordBusy as error:
        output.say(str(error))
        return 0


class _Order:
    """The questions before a game, which the player may step through back and forth."""

    def __init__(self, keyboard: Keyboard, output: Output, may_resume: bool) -> None:
        self.picking, self.output, self.may_resume = Picking(keyboard, output), output, may_resume
        self.games, self.variants = list(GAMES.values()), house_variants()

    def taken(self) -> tuple[State, tuple[str, str]]:
        """Ask everything; return the start position and the seats. Raises Leave, or Lettered for a letter."""
        questions = (self._game, self._variant, self._opponent, self._side)
        asked, at = list[int](), 0
        while at < len(questions):
            try:
                if questions[at]():
                    asked.append(at)
                at += 1
            except Back:
                if not asked:
                    raise Leave from None
                at = asked.pop()
        return self.state, self.seats

    # The questions; each returns True if it had to be asked -------------------------------------------

    def _game(self) -> bool:
        rows = [f"{game.title:<20} {game.aim}" for game in self.games]
        letters = ({"r": "resume your last game"} if self.may_resume else {}) | ROOMS
        self.output.say("Prime Parlor")
        names = [game.name for game in self.games]
        self.state = self.games[
            self.picking.pick("Which game?", rows, letters | {"q": "leave"}, names) - 1
        ].start()
        if who := favoured(self.state):
            self.output.say("", f"Who is favoured? {who}")
        return True

    def _variant(self) -> bool:
        """Ask for the standard game or a house variant; variants come first if the standard is one-sided."""
        book = type(self.state).start()
        ours = [(state, like) for state, like in self.variants if type(state) is type(book)]
        if not ours:
            return False
        choices = [*ours, (book, "as in the book")]
        if winning_side(book) is None:
            choices = [choices[-1], *ours]
        else:
            self.output.say(CLOSER)
        rows = [f"{variant(state) or 'standard':<18} {like}" for state, like in choices]
        self.state, _ = choices[self.picking.pick("Which variant?", rows, default=1) - 1]
        if variant(self.state) and (who := favoured(self.state)):
            self.output.say("", f"Who is favoured there? {who}")
        return True

    def _opponent(self) -> bool:
        """Ask for the opponent; a level is listed with the measured cost of its mistakes, where known."""
        known = levels(self.state)
        if known.in_brackets:
            self.output.say("", known.in_brackets)
        rows = [FRIEND, *(f"{name:<9} {words}" for name, words in known.described.items())]
        labels = (HUMAN, *known.described)
        self.opponent = labels[self.picking.pick("Against whom?", rows, names=labels) - 1]
        return True

    def _side(self) -> bool:
        """Ask who begins; the winning side, where there is one, is offered to the player as the default."""
        self.seats = HUMAN, self.opponent
        if self.opponent == HUMAN:
            return False
        best = winning_side(self.state)
        rows = [f"{words}{WINNING if player == best else ''}" for player, words in enumerate(BEGINNERS, 1)]
        begins = self.picking.pick("Who begins?", rows, default=best or 1)
        if begins == 2:
            self.seats = self.seats[::-1]
        elif begins == 3:
            toss = tossed(self.seats, turn=self.state.turn)
            self.seats = toss.seats
            self.output.say("", toss.told)
        return True

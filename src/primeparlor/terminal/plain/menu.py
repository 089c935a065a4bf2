"""The menu: choose a game, a variant, the opponent and who begins; play; and again.

`MenuPrompt` asks the questions of this and every other menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from primeparlor import notation
from primeparlor.core import ParlorError, State
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.records import RecordBusy, RecordError, list_unfinished
from primeparlor.tables.setup import toss_seats
from primeparlor.tables.variants import (
    build_levels,
    find_favoured,
    find_winning_side,
    list_variants,
)
from primeparlor.terminal import rules_text
from primeparlor.terminal.mode import can_open_screen
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.wording import join_words

HELP = ("?", "help")
EXPLAINED = "Each question has numbered answers: type the number and press Enter."
BACK = ("b", "back", "q", "quit", "exit", "leave")
GO_BACK = {"b": "go back"}
FRIEND = "a friend at this keyboard"
BEGINNERS = ("you begin", "your opponent begins", "toss a coin")
WINNING = " (you get the winning side)"
ONE_SIDED = "One-sided, once you know how. The house variants play differently:"
ACTIVITIES = {
    "d": "today: the puzzle of the day",
    "z": "puzzles",
    "x": "rush: three minutes of puzzles",
    "k": "ladder: ten rungs for each game",
    "o": "openings to learn",
    "s": "progress",
    "g": "games: your saved games, to resume, review or delete",
    "l": "rules of a game",
}
SCREEN = "c"


class GoBack(Exception):
    """Raised when the player goes back one question."""


class LetterChosen(Exception):
    """Raised when the player types the letter of another menu entry."""

    def __init__(self, letter: str) -> None:
        super().__init__(letter)
        self.letter = letter


class LeaveMenu(Exception):
    """Raised when the player leaves the menu."""


def run_menu() -> int | None:
    """Run the menu until the player leaves; return the exit code, or None to go on on the screen."""
    keyboard, output = Keyboard(), Output()
    try:
        while True:
            try:
                state, seats = _NewGameMenu(keyboard, output, _can_resume()).ask_all()
                output.say("")
                code = play.play(state, seats, keyboard=keyboard)
            except LetterChosen as chosen:
                if chosen.letter == SCREEN:
                    return None
                output.say("")
                code = _run_activity(chosen.letter, keyboard, output)
            if code:
                return code
            output.say("")
    except LeaveMenu:
        return 0
    except EOFError:
        name = next(iter(GAMES))
        command = find_command()
        output.say(
            "", f"Begin a game directly with: {command} play {name}", f"All commands: {command} --help"
        )
        return 0


def _can_resume() -> bool:
    """Return True if there is an unfinished game among the readable saved ones."""
    try:
        return next(list_unfinished(), None) is not None
    except RecordError:
        return False


def _run_activity(letter: str, keyboard: Keyboard, output: Output) -> int:
    """Run the activity of this letter and return its exit code; errors are printed, then the menu returns."""
    from primeparlor.terminal.plain import openings, progress, puzzles, rush, saved_games, today

    activities: dict[str, Callable[[], int]] = {
        "r": lambda: _resume_game(keyboard, output),
        "d": lambda: today.run(None, as_json=False, share=False, keyboard=keyboard),
        "z": lambda: puzzles.run(None, None, mistakes=False, as_json=False, keyboard=keyboard),
        "x": lambda: rush.run(None, keyboard=keyboard),
        "k": lambda: _climb_ladder(keyboard, output),
        "o": lambda: openings.run(None, keyboard=keyboard),
        "s": lambda: progress.run(as_json=False),
        "g": lambda: saved_games.run(keyboard, output),
        "l": lambda: _show_rules(keyboard, output),
    }
    try:
        return activities[letter]()
    except ParlorError as error:
        output.say(str(error))
        return 0


def _resume_game(keyboard: Keyboard, output: Output) -> int:
    try:
        return play.resume(keyboard=keyboard)
    except RecordBusy as error:
        output.say(str(error))
        return 0


def _show_rules(keyboard: Keyboard, output: Output) -> int:
    """Ask for a game and print its rules."""
    games = list(GAMES.values())
    names = [game.name for game in games]
    with suppress(GoBack):
        at = MenuPrompt(keyboard, output).pick("Whose rules?", [game.title for game in games], names=names)
        Output(plain=False).write_page(rules_text.build_page(games[at - 1]))
    return 0


def _climb_ladder(keyboard: Keyboard, output: Output) -> int:
    """Ask for a game, print its ladder and offer the next rung; return the exit code."""
    from primeparlor.tables.rungs import prepare_rung
    from primeparlor.terminal.plain import ladder

    games = list(GAMES.values())
    names = [game.name for game in games]
    try:
        at = MenuPrompt(keyboard, output).pick("Whose ladder?", [game.title for game in games], names=names)
    except GoBack:
        return 0
    step = ladder.print_ladder(games[at - 1])
    if step is None:
        return 0
    answer = output.ask(f"Play rung {step.rung.number}? (yes/no): ", keyboard)
    if notation.word(answer) not in ("yes", "y"):
        return 0
    output.say("")
    return play.play(*prepare_rung(step.rung), keyboard=keyboard)


class _NewGameMenu:
    """The questions before a game, which the player may step through back and forth."""

    def __init__(self, keyboard: Keyboard, output: Output, may_resume: bool) -> None:
        self.prompt, self.output, self.may_resume = MenuPrompt(keyboard, output), output, may_resume
        self.games = list(GAMES.values())

    def ask_all(self) -> tuple[State, tuple[str, str]]:
        """Ask everything; return the start position and the seats.

        Raises LeaveMenu, or LetterChosen for a letter.
        """
        questions = (self._ask_game, self._ask_variant, self._ask_opponent, self._ask_side)
        asked, at = list[int](), 0
        while at < len(questions):
            try:
                if questions[at]():
                    asked.append(at)
                at += 1
            except GoBack:
                if not asked:
                    raise LeaveMenu from None
                at = asked.pop()
        return self.state, self.seats

    # The questions; each returns True if it had to be asked -------------------------------------------

    def _ask_game(self) -> bool:
        rows = [f"{game.title:<20} {game.aim}" for game in self.games]
        letters = ({"r": "resume your last game"} if self.may_resume else {}) | ACTIVITIES
        letters |= {SCREEN: "screen: the boards drawn in the whole window"} if can_open_screen() else {}
        self.output.say("Prime Parlor")
        names = [game.name for game in self.games]
        self.state = self.games[
            self.prompt.pick("Which game?", rows, letters | {"q": "leave"}, names) - 1
        ].start()
        if who := find_favoured(self.state):
            self.output.say("", f"Who is favoured? {who}")
        return True

    def _ask_variant(self) -> bool:
        """Ask for the usual game or a house variant; a newcomer who answers nothing gets the usual game."""
        variants = list_variants(type(self.state))
        if len(variants) == 1:
            return False
        usual = [variant.words for variant in variants].index("") + 1
        if usual > 1:
            self.output.say(ONE_SIDED)
        rows = [f"{variant.name:<18} {variant.line}" for variant in variants]
        chosen = variants[self.prompt.pick("Which variant?", rows, default=usual) - 1]
        self.state = chosen.start
        if chosen.words and (who := find_favoured(self.state)):
            self.output.say("", f"Who is favoured there? {who}")
        return True

    def _ask_opponent(self) -> bool:
        """Ask for the opponent; a level is listed with the measured cost of its mistakes, where known."""
        known = build_levels(self.state)
        if known.in_brackets:
            self.output.say("", known.in_brackets)
        rows = [FRIEND, *(f"{name:<9} {words}" for name, words in known.described.items())]
        labels = (HUMAN, *known.described)
        self.opponent = labels[self.prompt.pick("Against whom?", rows, names=labels) - 1]
        return True

    def _ask_side(self) -> bool:
        """Ask who begins; the winning side, where there is one, is offered to the player as the default."""
        self.seats = HUMAN, self.opponent
        if self.opponent == HUMAN:
            return False
        best = find_winning_side(self.state)
        rows = [f"{words}{WINNING if player == best else ''}" for player, words in enumerate(BEGINNERS, 1)]
        begins = self.prompt.pick("Who begins?", rows, default=best or 1)
        if begins == 2:
            self.seats = self.seats[::-1]
        elif begins == 3:
            toss = toss_seats(self.seats, turn=self.state.turn)
            self.seats = toss.seats
            self.output.say("", toss.sentence)
        return True


class MenuPrompt:
    """Asks the questions of a menu; raises EOFError at the end of the input."""

    def __init__(self, keyboard: Keyboard, output: Output) -> None:
        self.keyboard, self.output = keyboard, output

    def pick(
        self,
        question: str,
        rows: Iterable[str],
        letters: Mapping[str, str] = GO_BACK,
        names: Sequence[str] = (),
        default: int | None = None,
    ) -> int:
        """Ask until the player gives the number or name of a row; return its number. Enter takes the default.

        `letters` says what each letter does; the last one leads back.
        """
        listed = [f"{number:>3}  {row}" for number, row in enumerate(rows, 1)]
        self.output.say("", *listed, *(f"  {letter}  {what}" for letter, what in letters.items()), "")
        usual = "" if default is None else f"(Enter: {default}) "
        while True:
            text = notation.word(self.output.ask(f"{question} {usual}", self.keyboard))
            if text in BACK:
                raise GoBack
            if (letter := _find_letter(text, letters)) is not None:
                raise LetterChosen(letter)
            if text in HELP:
                self.output.say(_format_help(letters, default))
                continue
            if text == "" and default is not None:
                return default
            number = notation.whole_number(text) or _find_row(text, names)
            if number is not None and 1 <= number <= len(listed):
                return number
            self.output.say(_format_refusal(len(listed), letters))


def _find_letter(text: str, letters: Mapping[str, str]) -> str | None:
    """Return the letter that was typed, or the one whose description begins with this word."""
    if text in letters:
        return text
    words = {what.partition(":")[0].partition(" ")[0]: letter for letter, what in letters.items()}
    return words.get(text)


def _format_refusal(rows: int, letters: Mapping[str, str]) -> str:
    """List what could have been typed; many letters are not repeated, as they are in the menu above."""
    *others, last = (f"{letter} to {what}" for letter, what in letters.items())
    shown = others if len(others) < 2 else ["a letter of the list"]
    allowed = ", ".join([f"a number from 1 to {rows}", *shown])
    return f"Please type {allowed}, or {last}. For help type ?."


def _format_help(letters: Mapping[str, str], default: int | None) -> str:
    """Explain the input at a question in a sentence or two."""
    enter = "" if default is None else f" Enter alone takes {default}."
    if len(letters) > 2:
        return f"{EXPLAINED}{enter} Or type one of the letters below the numbers."
    others = join_words([f"{letter} to {what}" for letter, what in letters.items()], "or")
    return f"{EXPLAINED}{enter} Or type {others}."


def _find_row(text: str, names: Sequence[str]) -> int | None:
    """Return the number of the row with this name, or of the only name that contains it."""
    part = text.replace(" ", "-")
    if part in names:
        return names.index(part) + 1
    found = [row for row, name in enumerate(names, 1) if part and part in name]
    return found[0] if len(found) == 1 else None

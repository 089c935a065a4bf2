"""Menu questions with numbered answers, repeated until the input is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from primeparlor import notation
from primeparlor.coach.language.phrases import join_words
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output

HELP = ("?", "help")
EXPLAINED = "Each question has numbered answers: type the number and press Enter."
BACK = ("b", "back", "q", "quit", "exit", "leave")
GO_BACK = {"b": "go back"}


class GoBack(Exception):
    """Raised when the player goes back one question."""


class LetterChosen(Exception):
    """Raised when the player types the letter of another menu entry."""

    def __init__(self, letter: str) -> None:
        super().__init__(letter)
        self.letter = letter


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
    told = others if len(others) < 2 else ["a letter of the list"]
    allowed = ", ".join([f"a number from 1 to {rows}", *told])
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

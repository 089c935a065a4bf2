"""The menu: choose a game, choose who plays, play; and again."""

from __future__ import annotations

from collections.abc import Iterable

from primeparlor import notation
from primeparlor.core import State, TooLarge
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.records import RecordBusy, RecordError, unfinished
from primeparlor.tables.chance import tossed
from primeparlor.tables.variants import favoured, house_variants, levels
from primeparlor.tables.words import variant
from primeparlor.terminal import play
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.screen import Screen

FRIEND = "a friend at this keyboard"
BEGINNERS = ("you begin", "your opponent begins", "toss a coin")


class Leave(Exception):
    """Raised when the player leaves the menu."""


class Resume(Exception):
    """Raised when the player wants the last game."""


def menu(plain: bool) -> int:
    """Until the player leaves; the exit code."""
    keyboard, screen = Keyboard(), Screen(plain)
    try:
        while True:
            try:
                state, seats = _choose(keyboard, screen, _may_resume())
                screen.say("")
                code = play.play(state, seats, plain=plain, keyboard=keyboard)
            except TooLarge as error:
                screen.say("", str(error))
                continue
            except Resume:
                screen.say("")
                code = _resume(plain, keyboard, screen)
            if code:
                return code
            screen.say("")
    except Leave:
        return 0
    except EOFError:
        name = next(iter(GAMES))
        screen.say("", f"Begin a game directly with: parlor play {name}", "All commands: parlor --help")
        return 0


def _may_resume() -> bool:
    """Whether there is a game to go on with, as far as the saved ones can be read."""
    try:
        return next(unfinished(), None) is not None
    except RecordError:
        return False


def _resume(plain: bool, keyboard: Keyboard, screen: Screen) -> int:
    try:
        return play.resume(plain=plain, keyboard=keyboard)
    except RecordBusy as error:
        screen.say(str(error))
        return 0


def _choose(keyboard: Keyboard, screen: Screen, may_resume: bool) -> tuple[State, tuple[str, str]]:
    games = [(game.start(), game.aim) for game in GAMES.values()]
    variants = house_variants()
    screen.say("Prime Parlor", "", *_listed(games, 1))
    if variants:
        screen.say("", "  House variants:", *_listed(variants, len(games) + 1))
    screen.say("", *(["  r  resume your last game"] if may_resume else []), "  q  leave", "")
    games += variants
    state, _ = games[_pick(keyboard, screen, "Which game? ", len(games), may_resume) - 1]
    opponent = _opponent(keyboard, screen, state)
    if who := favoured(state):
        screen.say("", f"Who is favoured? {who}")
    if opponent == HUMAN:
        return state, (HUMAN, HUMAN)
    begins = _offer(keyboard, screen, "Who begins? ", [("", words) for words in BEGINNERS])
    seats = (HUMAN, opponent) if begins != 2 else (opponent, HUMAN)
    return state, tossed(seats).seats if begins == 3 else seats


def _listed(games: Iterable[tuple[State, str]], first: int) -> list[str]:
    return [
        f"{number:>3}  {f'{state.title} {variant(state)}'.strip():<36} {words}"
        for number, (state, words) in enumerate(games, first)
    ]


def _opponent(keyboard: Keyboard, screen: Screen, state: State) -> str:
    """The label of the seat across; of a level it is told what it gives away, as far as that was measured."""
    known = levels(state)
    if known.in_brackets:
        screen.say("", known.in_brackets)
    words = {HUMAN: FRIEND, **known.described}
    return list(words)[_offer(keyboard, screen, "Against whom? ", words.items()) - 1]


def _offer(keyboard: Keyboard, screen: Screen, prompt: str, rows: Iterable[tuple[str, str]]) -> int:
    """Show the rows with their numbers and ask for one."""
    shown = [f"{'' if name == HUMAN else name:<9} {words}".strip() for name, words in rows]
    screen.say("", *(f"  {number}  {text}" for number, text in enumerate(shown, 1)), "  q  leave", "")
    return _pick(keyboard, screen, prompt, len(shown))


def _pick(keyboard: Keyboard, screen: Screen, prompt: str, most: int, may_resume: bool = False) -> int:
    """A number from 1 to `most`, asked for until it comes."""
    letters = "r to resume, or q to leave" if may_resume else "or q to leave"
    while True:
        screen.prompt(prompt)
        text = keyboard.line()
        if not keyboard.is_terminal:
            screen.echo(text)
        if notation.word(text) in ("q", "quit"):
            raise Leave
        if notation.word(text) == "r" and may_resume:
            raise Resume
        number = notation.whole_number(text)
        if number is not None and 1 <= number <= most:
            return number
        screen.say(f"Please type a number from 1 to {most}, {letters}.")

"""The menu: choose a game, choose who plays, play; and again."""

from __future__ import annotations

from collections.abc import Iterable

from primeparlor import notation
from primeparlor.core import State, TooLarge
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.players import LEVELS, described, habits_of
from primeparlor.records import RecordError
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
            last = _last_game()
            try:
                state, seats = _choose(keyboard, screen, last)
                screen.say("")
                code = play.play(play.new_match(state, seats), plain, keyboard=keyboard)
            except TooLarge as error:
                screen.say("", str(error))
                continue
            except Resume:
                screen.say("")
                code = play.resume(last, plain=plain, keyboard=keyboard)
            if code:
                return code
            screen.say("")
    except Leave:
        return 0
    except EOFError:
        name = next(iter(GAMES))
        screen.say("", f"Begin a game directly with: parlor play {name}", "All commands: parlor --help")
        return 0


def _last_game() -> str | None:
    """The saved game that can be resumed, if there is one."""
    try:
        return play.last_unfinished()
    except RecordError:
        return None


def _variant(state: State) -> str:
    """The words of the rules that differ from the book's; none for the book's game."""
    return " ".join(f"{key}={value}" for key, value in state.rules.changed().items())


def _favoured(state: State) -> str | None:
    """Who is favoured in this variant, and why, as far as the game says so."""
    here = set(_variant(state).split())
    return next((who for words, who in state.favoured.items() if set(words.split()) == here), None)


def house_variants() -> list[tuple[State, str]]:
    """The variants that the games recommend, and what they are like."""
    found = []
    for game in GAMES.values():
        try:
            variants = [
                (notation.set_up(game, words.split()), like) for words, like in game.house_variants.items()
            ]
        except Exception as error:  # a package may bring anything; `parlor check-game` tells its author
            GAMES.warn(f"The variants of {game.title} are left out: {str(error).rstrip('.')}.")
        else:
            found += variants
    return found


def _choose(keyboard: Keyboard, screen: Screen, last: str | None) -> tuple[State, tuple[str, str]]:
    games = [(game.start(), game.aim) for game in GAMES.values()]
    variants = house_variants()
    screen.say("Prime Parlor", "", *_listed(games, 1))
    if variants:
        screen.say("", "  House variants:", *_listed(variants, len(games) + 1))
    screen.say("", *(["  r  resume your last game"] if last else []), "  q  leave", "")
    games += variants
    state, _ = games[_pick(keyboard, screen, "Which game? ", len(games), may_resume=last is not None) - 1]
    opponent = _opponent(keyboard, screen, state)
    if favoured := _favoured(state):
        screen.say("", f"Who is favoured? {favoured}")
    if opponent == HUMAN:
        return state, (HUMAN, HUMAN)
    begins = _offer(keyboard, screen, "Who begins? ", [("", words) for words in BEGINNERS])
    seats = (HUMAN, opponent) if begins != 2 else (opponent, HUMAN)
    return state, play.tossed(seats, None) if begins == 3 else seats


def _listed(games: Iterable[tuple[State, str]], first: int) -> list[str]:
    return [
        f"{number:>3}  {f'{state.title} {_variant(state)}'.strip():<36} {words}"
        for number, (state, words) in enumerate(games, first)
    ]


def _opponent(keyboard: Keyboard, screen: Screen, state: State) -> str:
    """The label of the seat across; of a level it is told what it gives away, as far as that was measured."""
    habits, words = habits_of(state), {HUMAN: FRIEND, **described(state)}
    if habits.regret and not state.rules.changed():
        weaker = [level for level in LEVELS if level != "perfect"]
        words |= {level: f"{words[level]} ({100 * habits.regret[level]:.1f} %)" for level in weaker}
        screen.say("", f"In brackets: {habits.regret_means}.")
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

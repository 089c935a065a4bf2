"""The menu: choose a game, choose who plays, play; and again."""

from __future__ import annotations

from collections.abc import Iterable

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import PrimeDuel
from primeparlor.match import HUMAN
from primeparlor.players import LEVELS
from primeparlor.players.regret import REGRET
from primeparlor.records import RecordError
from primeparlor.terminal import play
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.screen import Screen

AIMS = {
    "nonprime-addition": "add, and never make the total prime",
    "number-morph": "change one digit, prime to prime",
    "prime-climb": "first on the top; primes go again",
    "pocket-addition": "take numbers, make exactly 15",
    "prime-duel": "keep or discard; land exactly on 50",
}

# Closer fights than the book's, chosen with the solver: standard Prime Climb is won in the first turn from
# anywhere; with top=35 largest=4 best play takes 20 moves, on the long staircase the mover has lost in 46 of
# 100 positions; in this Pocket Addition one opening of nine wins.
HOUSE_VARIANTS = {
    "prime-climb top=35 largest=4": "small strides, a fight of twenty moves",
    "prime-climb top=100 largest=5": "a long staircase with small strides",
    "pocket-addition target=21": "only one opening wins",
    "number-morph digits=4": "a thousand primes to wander",
}

OPPONENTS = {
    HUMAN: "a friend at this keyboard",
    "beginner": "sees what wins or loses at once, misses much",
    "casual": "sees a little ahead, misses some",
    "club": "careful, now and then mistaken",
    "expert": "rarely wrong",
    "perfect": "never wrong",
}
# Prime Duel's answers at the table are in part estimates: bench/duel_loss.py measures what they cost.
PERFECT_IN_DUEL = "almost never wrong: that loses it one game in 5,000"
REGRET_MEANS = "In brackets: how often it errs where one move is better than another."
REGRET_MEANS_IN_DUEL = "In brackets: the winning chance a choice gives away where it matters, on average."
BEGINNERS = ("you begin", "your opponent begins", "toss a coin")


class Leave(Exception):
    """Somebody has had enough."""


class GoOn(Exception):
    """Somebody wants their last game."""


def menu(plain: bool) -> int:
    """Until somebody leaves; the exit code."""
    keyboard, screen = Keyboard(), Screen(plain)
    try:
        while True:
            last = _last_game()
            try:
                state, seats = _choose(keyboard, screen, last)
                screen.say("")
                code = play.play(play.new_match(state, seats), plain, keyboard=keyboard)
            except GoOn:
                screen.say("")
                code = play.resume(last, plain=plain, keyboard=keyboard)
            if code:
                return code
            screen.say("")
    except Leave:
        return 0
    except EOFError:
        screen.say("", "Begin a game directly with: parlor play prime-climb", "All commands: parlor --help")
        return 0


def _last_game() -> str | None:
    """The saved game that can be gone on with, if there is one."""
    try:
        return play.last_unfinished()
    except RecordError:
        return None


def _choose(keyboard: Keyboard, screen: Screen, last: str | None) -> tuple[State, tuple[str, str]]:
    games = [(notation.read_position(text), aim) for text, aim in (AIMS | HOUSE_VARIANTS).items()]
    screen.say("Prime Parlor", "")
    for number, (state, aim) in enumerate(games, 1):
        if number == len(AIMS) + 1:
            screen.say("", "  House variants:")
        variant = " ".join(f"{key}={value}" for key, value in state.rules.changed().items())
        screen.say(f"  {number}  {f'{state.title} {variant}'.strip():<36} {aim}")
    screen.say("", *(["  r  go on with your last game"] if last else []), "  q  leave", "")
    state, _ = games[_pick(keyboard, screen, "Which game? ", len(games), goes_on=last is not None) - 1]
    opponent = _opponent(keyboard, screen, state)
    if opponent == HUMAN:
        return state, (HUMAN, HUMAN)
    begins = _offer(keyboard, screen, "Who begins? ", [("", words) for words in BEGINNERS])
    seats = (HUMAN, opponent) if begins != 2 else (opponent, HUMAN)
    return state, play.tossed(seats, None) if begins == 3 else seats


def _opponent(keyboard: Keyboard, screen: Screen, state: State) -> str:
    """The label of the seat across; of a level it is told what it gives away, as far as that was measured."""
    is_duel, is_standard = state.name == PrimeDuel.name, not state.rules.changed()
    words = OPPONENTS | ({"perfect": PERFECT_IN_DUEL} if is_duel else {})
    if is_standard:
        weaker = [level for level in LEVELS if level != "perfect"]
        words |= {level: f"{words[level]} ({100 * REGRET[level][state.name]:.1f} %)" for level in weaker}
        screen.say("", REGRET_MEANS_IN_DUEL if is_duel else REGRET_MEANS)
    return list(OPPONENTS)[_offer(keyboard, screen, "Against whom? ", words.items()) - 1]


def _offer(keyboard: Keyboard, screen: Screen, prompt: str, rows: Iterable[tuple[str, str]]) -> int:
    """Show the rows with their numbers and ask for one."""
    shown = [f"{'' if name == HUMAN else name:<9} {words}".strip() for name, words in rows]
    screen.say("", *(f"  {number}  {text}" for number, text in enumerate(shown, 1)), "  q  leave", "")
    return _pick(keyboard, screen, prompt, len(shown))


def _pick(keyboard: Keyboard, screen: Screen, prompt: str, most: int, goes_on: bool = False) -> int:
    """A number from 1 to `most`, asked for until it comes."""
    letters = "r to go on, or q to leave" if goes_on else "or q to leave"
    while True:
        screen.prompt(prompt)
        text = keyboard.line()
        if not keyboard.is_terminal:
            screen.echo(text)
        if notation.word(text) in ("q", "quit"):
            raise Leave
        if notation.word(text) == "r" and goes_on:
            raise GoOn
        number = notation.whole_number(text)
        if number is not None and 1 <= number <= most:
            return number
        screen.say(f"Please type a number from 1 to {most}, {letters}.")

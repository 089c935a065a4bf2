"""Open a table: a new match or a saved one, with its record, until it is over or left."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor import notation, records
from primeparlor.core import PLAYERS, Move, ParlorError, Player, State, TooLarge
from primeparlor.files import quoted, shown
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.notation import NotationError, whole_number
from primeparlor.players import check_seat, chooser
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.progress import Progress
from primeparlor.terminal.screen import Screen
from primeparlor.terminal.table import Leave, Table

if TYPE_CHECKING:
    from random import Random

WALKS = 50  # games that are walked through to see what may be dealt by hand
LONGEST_WALK = 1000  # moves between two outcomes of chance


def new_match(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    seed: int | None = None,
    fate: str = "",
) -> Match:
    """A match as asked for on the command line or in the menu."""
    check_players(start, *seats)
    return Match(start, seats, settings, seed=seed, fate=read_fate(start, fate))


def check_players(state: State, *seats: str) -> None:
    """Refuse who cannot play this game, before a match is begun or resumed."""
    with Progress(state.title) as progress:
        for label in seats:
            chooser(label, progress, state)


def tossed(seats: tuple[str, str], seed: int | None) -> tuple[str, str]:
    """The seats after a toss of the coin, which a seed fixes; of equals it is told how it fell."""
    from random import Random

    heads = Random(None if seed is None else f"{seed}/toss").random() < 0.5
    if seats[0] == seats[1]:
        side = "heads" if heads else "tails"
        Screen(plain=True).say(f"The coin shows {side}: whoever called it is Player 1.", "")
    return seats[::-1] if heads else seats


def read_fate(start: State, text: str) -> list[Move]:
    """The outcomes dealt by hand, each of which chance can bring at its place.

    What can come may hang on what the players do before, so some random games are walked through.
    """
    words = text.replace(",", " ").split()
    if not words:
        return []
    from random import Random

    random, outcomes = Random(0), list[Move]()
    walked = [start]
    for word in words:
        on = (_until_fate_acts(walked[at % len(walked)], random) for at in range(WALKS))
        due = [state for state in on if state.chances()]
        if not due:
            raise NotationError(_too_many(start, len(outcomes), len(words)))
        outcome = _outcome(due[0], word)
        walked = [state.after(outcome) for state in due if outcome in state.chances()]
        if outcome is None or not walked:
            dialogue = dialogue_of(start)
            shown = word if len(word) <= 20 and word.isprintable() else word[:20] + "…"
            reason = dialogue.why_not_drawn(due[0], outcome)
            raise NotationError(f"{shown} cannot be {start.drawn}: {reason}")
        outcomes.append(outcome)
    return outcomes


def _until_fate_acts(state: State, random: Random) -> State:
    """Where chance acts next in a game of random moves, or where that game ends."""
    for _ in range(LONGEST_WALK):
        if not (moves := state.moves()):
            break
        state = state.after(random.choice(moves))
    return state


def _outcome(state: State, word: str) -> Move | None:
    try:
        return notation.parse(state, word)
    except NotationError:
        return None


def _too_many(start: State, possible: int, given: int) -> str:
    """The refusal of outcomes that nothing is left for."""
    if not possible:
        return f"Nothing is {start.drawn} by chance in this game of {start.title}: leave out --fate."
    only = (
        f"Only one outcome is {start.drawn}"
        if possible == 1
        else f"Only {possible} outcomes are {start.drawn}"
    )
    return f"{only} in this game of {start.title}, but --fate gives {given}."


def play(match: Match, plain: bool, record: str | None = None, keyboard: Keyboard | None = None) -> int:
    """Play a new match and keep its record; the exit code."""
    try:
        file = records.RecordFile.create(record, match) if record else records.keep(match)
    except records.StoreError as error:
        if record:
            raise
        print(f"This game will not be saved: {error} Set PARLOR_HOME or use --record FILE.", file=sys.stderr)
        file = None
    return sit_down(match, file, plain, keyboard)


def resume(
    name: str | None,
    seats: Sequence[str | None] = (None, None),
    seed: int | None = None,
    plain: bool = False,
    keyboard: Keyboard | None = None,
) -> int:
    """Go on with a saved game; the exit code."""
    path = saved_game(name) if name else last_unfinished()
    file, record = records.RecordFile.reopen(path)
    match = record.match
    try:
        if match.outcome is not None:
            raise records.RecordError(
                f"{shown(path)} is finished. Look at it with: parlor replay {quoted(path)}"
            )
        if seed is not None and not match.seeded:
            raise ParlorError("This game was not begun with a seed: leave out --seed.")
        seated = list(map(_seated, PLAYERS, seats, match.seats))
        if seed is not None:
            match.reseed(seed)
        check_players(match.state, *seated)
        match.seat(*seated)
    except ParlorError:
        file.close()
        raise
    return sit_down(match, file, plain, keyboard)


def _seated(player: Player, given: str | None, recorded: str) -> str:
    """Who sits there now. A record's labels start nobody that this parlor does not know."""
    try:
        return check_seat(given or recorded)
    except ParlorError:
        if given:
            raise
        raise records.RecordError(
            f"Player {player} of this game is {recorded!r}, whom this parlor does not know. "
            f"Say who sits there now, as in --p{player} human."
        ) from None


def sit_down(match: Match, file: records.RecordFile | None, plain: bool, keyboard: Keyboard | None) -> int:
    """Play until the match is over or everybody has left; nothing told is ever lost."""
    keyboard, screen = keyboard or Keyboard(), Screen(plain)
    try:
        Table(match, keyboard, screen).play()
        _offer_review(match, keyboard, screen)
    except Leave:
        match.suspend()
        _farewell(file)
    except KeyboardInterrupt:
        match.suspend()
        print(file=sys.stderr)
        _farewell(file)
        return 130
    except (ParlorError, OSError):
        raise
    except (Exception, SystemExit):  # a game of some package fails, or we do: it can be resumed
        match.suspend()
        if match.suspended:
            _farewell(file)
        raise
    finally:
        if file:
            file.close()
    return 0


def _offer_review(match: Match, keyboard: Keyboard, screen: Screen) -> None:
    """One key after a game: r, or h for those who want to find the better moves themselves."""
    if not (keyboard.is_terminal and HUMAN in match.seats):
        return
    screen.prompt("r to review this game (h hides the answers), Enter to leave it: ")
    try:
        wanted = keyboard.line()
    except EOFError:
        wanted = ""
    if wanted.strip() in ("r", "h"):
        from primeparlor.terminal import review

        try:
            review.show(match, screen, keyboard if wanted.strip() == "h" else None)
        except TooLarge as error:
            screen.say(str(error))


def _farewell(file: records.RecordFile | None) -> None:
    if file:
        print(f"Saved. Go on with: parlor resume {quoted(file.path)}", file=sys.stderr)
    else:
        print("This game was not saved.", file=sys.stderr)


def last_unfinished() -> str:
    """The newest saved game that can be resumed."""
    for path in reversed(records.saved()):
        try:
            if records.load(path).match.ended() is None:
                return path
        except records.RecordError:
            continue  # `parlor games` shows what is wrong with it
    raise records.RecordError("There is no unfinished game. Begin one with 'parlor play GAME'.")


def saved_game(name: str | None) -> str:
    """The path of a record named by its path, its name or its number in `parlor games`; else the last."""
    import os

    saved = records.saved()
    if name is None and saved:
        return saved[-1]
    if name is None:
        raise records.RecordError("No games are saved yet. Begin one with 'parlor play GAME'.")
    if os.path.exists(name):
        return name
    number = whole_number(name)
    if number is not None and 1 <= number <= len(saved):
        return saved[-number]
    for path in saved:
        if os.path.basename(path) in (name, name + records.SUFFIX):
            return path
    raise records.RecordError(f"There is no record {name!r}. 'parlor games' lists the saved ones.")

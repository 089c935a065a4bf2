"""Games in plain lines: a new table or a saved one, until the game is over or left; then the next game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from primeparlor import records
from primeparlor.core import ParlorError, State, capital
from primeparlor.match import HUMAN, Settings
from primeparlor.tables.sentences import UNMOVED
from primeparlor.tables.series_words import format_next_game
from primeparlor.tables.table import Table
from primeparlor.terminal.open_table import (
    NOT_RECORDED,
    NOT_SAVED,
    NewTableOptions,
    open_new_table,
    open_saved_table,
    start_record,
)
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.prompt import LeaveTable, TablePrompt
from primeparlor.terminal.progress_bar import ProgressBar

if TYPE_CHECKING:
    from primeparlor.tables.rungs import RungResult

REVIEW, HIDDEN, AGAIN, NEXT = "r", "h", "a", "n"
REVIEWS, LEAVES = "r to review (h hides answers)", "Enter to leave: "
SAVED = "Saved."  # at the intended place; another place is named
SAVE_WHERE = "Save it in which file? (Enter: among your games, q: give it up) "


def play(
    start: State,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    options: NewTableOptions = NewTableOptions(),  # noqa: B008 – immutable
    *,
    keyboard: Keyboard | None = None,
) -> int:
    """Play a new game and write its record; return the exit code."""
    progress = ProgressBar(start.title)
    opened = open_new_table(start, seats, settings, options, progress=progress)
    if opened.tossed:
        Output().say(opened.tossed, "")
    print_unrecorded(opened.unkept)
    return play_table(opened.table, keyboard, progress)


def resume(
    name: str | None = None,
    seats: Sequence[str | None] = (None, None),
    seed: int | None = None,
    keyboard: Keyboard | None = None,
) -> int:
    """Resume a saved game; return the exit code."""
    table, progress = open_saved_table(name, seats, seed)
    return play_table(table, keyboard, progress)


def print_unrecorded(reason: str) -> None:
    """Print why the game is not recorded, if it is not."""
    if reason:
        print(f"{reason} {NOT_RECORDED} Set PARLOR_HOME or use --record FILE.", file=sys.stderr)


# At the table ----------------------------------------------------------------------------------------


def play_table(table: Table, keyboard: Keyboard | None, progress: ProgressBar, once: bool = False) -> int:
    """Play until the match is over or everybody has left, then more games if wanted; return the exit code.

    With `once`, no other game is offered.
    """
    from primeparlor.terminal.progress_bar import handle_end_signals

    prompt = TablePrompt(table, keyboard or Keyboard(), Output(), progress)
    try:
        with handle_end_signals():
            code = _play_game(prompt)
            while code == 0 and (following := _offer_next_game(prompt, once)) is not None:
                table = following
                print_unrecorded(start_record(table))
                prompt.output.say("")
                prompt = TablePrompt(table, prompt.keyboard, prompt.output, progress)
                code = _play_game(prompt)
            return code
    except records.StoreError as error:
        if table.find_trouble() is None:  # the record itself is intact
            raise
        return _rescue_record(table, str(error), prompt)
    finally:
        table.close()


def _play_game(prompt: TablePrompt) -> int:
    """Play until the match is over or left, and save it whatever happens; return the exit code."""
    table = prompt.table
    try:
        prompt.play()
    except LeaveTable:
        return _leave_table(table, prompt)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return _leave_table(table) or 130
    except (ParlorError, OSError) as error:
        if _is_endpoint_fault(error):
            print(error, file=sys.stderr)
            return _leave_table(table, prompt) or 1
        with suppress(ParlorError, OSError):
            table.leave()  # the remaining time may still be saved
        raise
    except (Exception, SystemExit):  # a signal ends the process, or some code fails: the game can be resumed
        if table.match.outcome is None:
            _leave_table(table, left=False)
        raise
    if (trouble := table.find_trouble()) is not None:
        return _rescue_record(table, trouble, prompt)
    return 0


def _is_endpoint_fault(error: Exception) -> bool:
    """Return True if the service behind a player has failed: the game can go on later."""
    from primeparlor.players import EndpointFailed

    return isinstance(error, EndpointFailed)


def _offer_next_game(prompt: TablePrompt, once: bool) -> Table | None:
    """Offer a review of a finished game, a rematch, and the next rung; return the table that was chosen."""
    table, keyboard, output = prompt.table, prompt.keyboard, prompt.output
    if table.match.outcome is None or not (keyboard.is_terminal and table.people):
        return None
    result = _judge_rung(prompt)
    others = {} if once else {AGAIN: format_next_game(table.match)}
    if result.next is not None and not once:
        others[NEXT] = f"play rung {result.next.rung.number}"
    offer = ", ".join([REVIEWS, *(f"{key} to {what}" for key, what in others.items()), LEAVES])
    while (wanted := _ask_choice(keyboard, output, offer)) in (REVIEW, HIDDEN):
        from primeparlor.terminal.plain import review

        review.print_review(table.match, output, keyboard if wanted == HIDDEN else None)
        output.say("")
    if wanted == NEXT and NEXT in others and result.next is not None:
        from primeparlor.tables.rungs import open_rung

        table.close()
        return open_rung(result.next.rung, next(filter(None, table.match.names), ""))
    again = wanted == AGAIN and AGAIN in others and table.offer_rematch(table.people[0], table.people)
    return table.create_rematch() if again else None


def _judge_rung(prompt: TablePrompt) -> RungResult:
    """Print what a finished game meant for the ladder, if it counted, and return it."""
    from primeparlor.tables.rungs import RungResult, judge_game

    try:
        with ProgressBar("your games", "Looking through") as progress:
            result = judge_game(prompt.table, progress)
    except ParlorError:  # the saved games cannot be read
        result = RungResult()
    if result.text:
        prompt.output.say(result.text)
    return result


def _ask_choice(keyboard: Keyboard, output: Output, offer: str) -> str:
    try:
        return output.ask(offer, keyboard).strip().lower()
    except EOFError:
        return ""


# Farewell --------------------------------------------------------------------------------------------


def _leave_table(table: Table, prompt: TablePrompt | None = None, left: bool = True) -> int:
    """Leave the table and say where the game is saved; if that failed, ask at the prompt for another file.

    A game without a move is deleted, unless something else than a player has ended it (`left` is False).
    """
    if (trouble := table.leave()) is not None:
        return _rescue_record(table, trouble, prompt)
    if left and table.delete_unmoved():
        print(capital(UNMOVED), file=sys.stderr)
    elif table.match.outcome is None:  # otherwise the time ran out before they left
        _print_saved(table, table.record.path if table.record else None)
    return 0


def _rescue_record(table: Table, trouble: str, prompt: TablePrompt | None) -> int:
    """Say what went wrong with the record, and save the game elsewhere if possible; return the exit code."""
    print(trouble, file=sys.stderr)
    was, saved = table.record.path if table.record else None, None
    for path in _ask_paths(prompt):
        try:
            saved = table.create_record(path)
            table.leave()  # saves the remaining time
            break
        except records.StoreError as error:
            print(error, file=sys.stderr)
    _print_saved(table, saved, "Saved again." if saved == was else "Saved elsewhere.")
    return 1


def _ask_paths(prompt: TablePrompt | None) -> Iterator[str | None]:
    """Yield paths to save the game at, None for the saved games; asks for them at a terminal."""
    while prompt is not None and prompt.keyboard.is_terminal:
        try:
            typed = prompt.output.ask(SAVE_WHERE, prompt.keyboard).strip()
        except (EOFError, KeyboardInterrupt):
            prompt.output.say("")
            break
        if typed.lower() in ("q", "quit"):
            return
        yield os.path.expanduser(typed) or None
    yield None


def _print_saved(table: Table, path: str | None, saved: str = SAVED) -> None:
    """Print where the game is saved, and how to find it again."""
    from primeparlor.tables.saved_games import format_reopen

    notice = NOT_SAVED if path is None else f"{saved} {format_reopen(table, path, saved != SAVED)}"
    print(notice, file=sys.stderr)

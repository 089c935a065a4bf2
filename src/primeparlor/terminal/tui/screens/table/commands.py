"""The commands at a table other than moves: hint, why, undo, move list, text input, rules, resign."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.core import ParlorError
from primeparlor.tables.prompt_words import find_command
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.dialogs import MovesModal, ResignModal, TextModal

if TYPE_CHECKING:
    from primeparlor.terminal.tui.screens.table.screen import TableScreen

LONGEST_HINT = 55  # characters that fit in the message of any window
OFTEN = 0.3  # seconds between two progress messages of a long search
NO_MORE = "You have seen all the hints."
NO_HINTS = Said("This table plays without hints.", "", "·")


def request_hint(room: TableScreen) -> None:
    """Show the next hint."""
    _request_help(room, _fetch_hint)


def explain_moves(room: TableScreen) -> None:
    """Explain what the last moves were worth."""
    _request_help(room, _fetch_explanation)


def explain_after_game(room: TableScreen) -> None:
    """Explain the last moves after the game, when it no longer counts as a hint."""
    room.run_worker(_fetch_help(room, _fetch_explanation), group="help", exclusive=True)


def reopen_hints(room: TableScreen) -> None:
    """Show again the hints that were open when the game was suspended."""
    if room.match.settings.hints and room.match.hint_step and room.table.is_person_to_move():
        room.run_worker(_reopen_hints(room), group="help", exclusive=True)


def undo(room: TableScreen) -> None:
    """Undo the last choice made at this keyboard, and the reply to it."""
    room.act(lambda: room.table.undo(room.table.people))


def show_moves(room: TableScreen) -> None:
    """Show all moves so far."""
    room.app.push_screen(MovesModal(room.sitting))


def show_legal_moves(room: TableScreen) -> None:
    """Show every legal move; this counts as a hint."""
    _request_help(room, _fetch_legal_moves)


def open_line(room: TableScreen) -> None:
    """Open the text input in place of the message."""
    room.open_line()


def resign(room: TableScreen) -> None:
    """Ask for confirmation, then resign."""
    match, player, number = room.match, room.match.state.turn, room.match.number
    room.app.push_screen(ResignModal(lambda: room.act(lambda: match.resign(player, number))))


def open_rules(room: TableScreen) -> None:
    """Open the rules of this game."""
    room.app.open_rules(room.match.start)


KEYS: dict[str, Callable[[TableScreen], None]] = {
    "h": request_hint,
    "w": explain_moves,
    "u": undo,
    "m": show_moves,
    "/": open_line,
}
WORDS: dict[str, Callable[[TableScreen], None]] = {
    "hint": request_hint,
    "why": explain_moves,
    "undo": undo,
    "moves": show_legal_moves,
    "rules": open_rules,
    "resign": resign,
    "quit": lambda room: room.leave(),
    "?": lambda room: room.app.open_help(),
    "board": lambda room: None,  # the board is always visible
}


def handle_text(room: TableScreen, text: str | None) -> None:
    """Run a typed command or play a typed move; empty text shows the position as text."""
    if text is None or not room.may_choose():  # the position may have changed while typing
        return
    match = room.match
    if not text.strip():
        moves = " ".join(str(event.move) for event in match.history if event.move is not None)
        lines = [notation.position(match.state), f"Moves: {moves or 'none yet'}"]
        room.app.push_screen(TextModal("As text", lines))
    elif (word := find_command(match.state, text)) is not None:
        WORDS[word](room)
    else:
        room.play(text)


def is_wrong(room: TableScreen, text: str) -> bool:
    """Return True if this text is neither empty, nor a command, nor a legal move."""
    return bool(text.strip()) and find_command(room.match.state, text) is None and not room.is_legal(text)


# Help may be slow: it runs in a thread, the board stays, and moves are blocked meanwhile ------------


def _request_help(room: TableScreen, ask: Callable[[TableScreen], list[str]]) -> None:
    if room.match.settings.hints:
        room.helping = True  # set now, as the worker starts later
        room.run_worker(_fetch_help(room, ask), group="help", exclusive=True)
    else:
        room.show_message(NO_HINTS)


async def _fetch_help(room: TableScreen, ask: Callable[[TableScreen], list[str]]) -> None:
    room.helping, room.tell_next = True, time.monotonic() + OFTEN
    try:
        lines = await run_in_thread(lambda: ask(room))
    except (ParlorError, OSError) as error:
        _show_failure(room, str(error))
        return
    finally:
        room.helping = False
    if room.left or room.moving:
        return
    if ask is _fetch_hint:
        _show_hint(room, *lines)
    else:
        room.repaint()
        title = "Why" if ask is _fetch_explanation else "Every legal move"
        room.app.push_screen(TextModal(title, lines or ["Nobody has moved yet."]))


def _show_failure(room: TableScreen, reason: str) -> None:
    """Show why there is no help; after the game in a dialog, as there is no message then."""
    if room.sitting.outcome is None:
        room.show_message(Said(reason, "", "·"))
    elif not room.left and not room.moving:
        room.app.push_screen(TextModal("Why", [reason]))


async def _reopen_hints(room: TableScreen) -> None:
    """Fetch the hints that the record lists as open, and restore the message shown before."""
    from primeparlor.tables.help import list_open_hints

    said, room.helping, room.tell_next = room.sitting.said, True, time.monotonic() + OFTEN
    try:
        hints, every = await run_in_thread(
            lambda: list_open_hints(room.match, partial(_report_progress, room))
        )
    except ParlorError:
        return  # stopped: they are shown with the next hint
    finally:
        room.helping = False
        room.show_message(said)
    sitting = room.sitting
    sitting.hints, sitting.all_open = hints, every
    room.repaint()


def _fetch_hint(room: TableScreen) -> list[str]:
    """Return the next hint, followed by earlier ones if they are not on the screen."""
    from primeparlor.tables.help import MORE, give_hint, list_open_hints

    match, far = room.match, partial(_report_progress, room)
    lines = give_hint(match, match.state.turn, far)
    while match.hint_step <= len(room.sitting.hints) and lines[0].endswith(MORE):
        lines = give_hint(match, match.state.turn, far)  # skip hints still shown from before an undo
    missing = len(room.sitting.hints) < match.hint_step - 1
    return [*lines, *(list_open_hints(match, far).hints[:-1] if missing else ())]


def _fetch_legal_moves(room: TableScreen) -> list[str]:
    from primeparlor.tables.help import list_legal_moves

    return list_legal_moves(room.match, room.match.state.turn)


def _fetch_explanation(room: TableScreen) -> list[str]:
    from primeparlor.tables.help import explain_moves

    seats, match = room.sitting.seats, room.match
    asker = seats.you or match.state.turn
    return explain_moves(match, asker, partial(_report_progress, room), seats.inside)


def _show_hint(room: TableScreen, told: str, *before: str) -> None:
    """Show a hint in the message and the side panel; a long one in a dialog if there is no panel."""
    from primeparlor.tables.help import MORE

    hint, sitting = told.removesuffix(MORE), room.sitting
    sitting.hints = [*before] or sitting.hints
    known = hint in sitting.hints
    number = sitting.add_hint(hint)
    sitting.all_open = not told.endswith(MORE)
    short = hint if len(hint) <= LONGEST_HINT or not room.app.roomy else "Read it at the side of the board."
    room.show_message(Said(NO_MORE if known else f"Hint {number}", short, "◆", "brass"))
    if known:
        every = [f"{at}  {each}" for at, each in enumerate(sitting.hints, 1)]
        room.app.push_screen(TextModal(NO_MORE, every))
    elif not room.app.roomy and len(hint) > LONGEST_HINT:
        room.app.push_screen(TextModal(f"Hint {number}", [hint], lambda: room.press("h")))


def _report_progress(room: TableScreen, done: int, total: int | None) -> None:
    """Report progress of a long search, or stop it if it was cancelled; called in the worker thread."""
    from primeparlor.tables.help import HelpStopped

    if room.left or not room.helping:
        raise HelpStopped
    if (now := time.monotonic()) > room.tell_next:
        room.tell_next = now + OFTEN
        far = f"{100 * done // total} % done. " if total else ""
        room.app.call_from_thread(room.show_message, Said("Thinking …", f"{far}Esc stops it.", "·"))

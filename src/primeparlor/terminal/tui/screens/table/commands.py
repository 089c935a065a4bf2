"""The commands at a table other than moves: hint, why, undo, move list, text input, rules, resign."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from primeparlor import notation
from primeparlor.core import ParlorError
from primeparlor.match import Resign
from primeparlor.messages import Said
from primeparlor.tables.prompt_words import RESIGN, read_line
from primeparlor.tables.sentences import format_price_of_help
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.dialogs import ConfirmModal, MovesModal, Question, TextModal

if TYPE_CHECKING:
    from primeparlor.terminal.tui.screens.table.screen import TableScreen

LONGEST_HINT = 55  # characters that fit in the message of any window
OFTEN = 0.3  # seconds between two progress messages of a long search
NO_MORE = "You have seen all the hints."
ONCE_MORE = "Ask once more to go ahead."
RESIGNING = Question(RESIGN, "Your opponent wins it.", "resign", "play on")
NO_HINTS = Said("This table plays without hints.", "", "·")


def request_hint(screen: TableScreen) -> None:
    """Show the next hint."""
    _request_help(screen, _fetch_hint)


def explain_moves(screen: TableScreen) -> None:
    """Explain what the last moves were worth."""
    _request_help(screen, _fetch_explanation)


def explain_after_game(screen: TableScreen) -> None:
    """Explain the last moves after the game, when it no longer counts as a hint."""
    _fetch_help(screen, _fetch_explanation)


def reopen_hints(screen: TableScreen) -> None:
    """Show again the hints that were open when the game was suspended."""
    if screen.match.settings.hints and screen.match.hint_step and screen.table.is_person_to_move():
        _reopen_hints(screen)


def undo(screen: TableScreen) -> None:
    """Undo the last choice made at this keyboard, and the reply to it."""
    if screen.match.settings.undo and _tell_price(screen):
        return
    screen.act(lambda: screen.table.undo(screen.table.people))


def show_moves(screen: TableScreen) -> None:
    """Show all moves so far."""
    screen.app.push_screen(MovesModal(screen.playback))


def show_legal_moves(screen: TableScreen) -> None:
    """Show every legal move; this counts as a hint."""
    _request_help(screen, _fetch_legal_moves)


def resign(screen: TableScreen) -> None:
    """Ask for confirmation, then resign."""
    match, player, number = screen.match, screen.match.state.turn, screen.match.number
    give_up = partial(screen.act, lambda: match.perform(Resign(player, number)))
    screen.app.push_screen(ConfirmModal(RESIGNING, give_up))


def open_rules(screen: TableScreen) -> None:
    """Open the rules of this game."""
    screen.app.open("rules", screen.match.start)


WORDS: dict[str, Callable[[TableScreen], None]] = {
    "hint": request_hint,
    "why": explain_moves,
    "undo": undo,
    "moves": show_legal_moves,
    "rules": open_rules,
    "resign": resign,
    "quit": lambda screen: screen.leave(),
    "?": lambda screen: screen.app.action_open_help(),
    "board": lambda screen: None,  # the board is always visible
}


def handle_text(screen: TableScreen, text: str | None) -> None:
    """Run a typed command or play a typed move; empty text shows the position as text.

    The line stays open after a wrong move: the next letters must not become commands.
    """
    match = screen.match
    if (
        text is None or screen.helping or not screen.is_your_turn()
    ):  # the position may have changed while typing
        screen.close_line()
    elif not text.strip():
        screen.close_line()
        moves = " ".join(str(event.move) for event in match.history if event.move is not None)
        lines = [notation.position(match.state), f"Moves: {moves or 'none yet'}"]
        screen.app.push_screen(TextModal("As text", lines))
    elif (typed := read_line(match.state, text)).command is not None:
        screen.close_line()
        WORDS[typed.command](screen)
    else:
        if typed.move is not None and match.state.why_not(typed.move) is None:
            screen.close_line()
        else:
            screen.clear_line()
        screen.play(typed.move, text)


# Help may be slow: it runs in a thread, the board stays, and moves are blocked meanwhile ------------


def _tell_price(screen: TableScreen) -> bool:
    """Tell what the first help costs, once; return True if it was told just now."""
    price = "" if screen.price_told else format_price_of_help(screen.match)
    if price:
        screen.price_told = True
        screen.show_message(Said(price, ONCE_MORE, "·"))
    return bool(price)


def _request_help(screen: TableScreen, ask: Callable[[TableScreen], list[str]]) -> None:
    if not screen.match.settings.hints:
        screen.show_message(NO_HINTS)
    elif not _tell_price(screen):
        screen.helping = True  # set now, as the worker starts later
        _fetch_help(screen, ask)


@work(group="help", exclusive=True)
async def _fetch_help(screen: TableScreen, ask: Callable[[TableScreen], list[str]]) -> None:
    screen.helping, screen.next_report = True, time.monotonic() + OFTEN
    try:
        lines = await run_in_thread(lambda: ask(screen))
    except (ParlorError, OSError) as error:
        _show_failure(screen, str(error))
        return
    finally:
        screen.helping = False
    if screen.left or screen.switching:
        return
    if ask is _fetch_hint:
        _show_hint(screen, *lines)
    else:
        screen.repaint()
        title = "Why" if ask is _fetch_explanation else "Every legal move"
        screen.app.push_screen(TextModal(title, lines))


def _show_failure(screen: TableScreen, reason: str) -> None:
    """Show why there is no help; after the game in a dialog, as there is no message then."""
    if screen.playback.outcome is None:
        screen.show_message(Said(reason, "", "·"))
    elif not screen.left and not screen.switching:
        screen.app.push_screen(TextModal("Why", [reason]))


@work(group="help", exclusive=True)
async def _reopen_hints(screen: TableScreen) -> None:
    """Fetch the hints that the record lists as open, and restore the message shown before."""
    from primeparlor.tables.hints import list_open_hints

    message, screen.helping, screen.next_report = screen.playback.message, True, time.monotonic() + OFTEN
    try:
        hints, every = await run_in_thread(
            lambda: list_open_hints(screen.match, partial(_report_progress, screen))
        )
    except ParlorError:
        return  # stopped: they are shown with the next hint
    finally:
        screen.helping = False
        screen.show_message(message)
    playback = screen.playback
    playback.hints, playback.all_open = hints, every
    screen.repaint()


def _fetch_hint(screen: TableScreen) -> list[str]:
    """Return the next hint, followed by earlier ones if they are not on the screen."""
    from primeparlor.tables.hints import MORE, give_hint, list_open_hints

    match, progress = screen.match, partial(_report_progress, screen)
    lines = give_hint(match, match.state.turn, progress)
    while match.hint_step <= len(screen.playback.hints) and lines[0].endswith(MORE):
        lines = give_hint(match, match.state.turn, progress)  # skip hints still shown from before an undo
    missing = len(screen.playback.hints) < match.hint_step - 1
    return [*lines, *(list_open_hints(match, progress).hints[:-1] if missing else ())]


def _fetch_legal_moves(screen: TableScreen) -> list[str]:
    from primeparlor.tables.hints import list_legal_moves

    return list_legal_moves(screen.match, screen.match.state.turn)


def _fetch_explanation(screen: TableScreen) -> list[str]:
    from primeparlor.tables.hints import explain_moves

    seats, match = screen.playback.seats, screen.match
    asker = seats.you or match.state.turn
    return explain_moves(match, asker, partial(_report_progress, screen), seats.inside)


def _show_hint(screen: TableScreen, line: str, *before: str) -> None:
    """Show a hint in the message and the side panel; a long one in a dialog if there is no panel."""
    from primeparlor.tables.hints import MORE

    hint, playback = line.removesuffix(MORE), screen.playback
    playback.hints = [*before] or playback.hints
    known = hint in playback.hints
    number = playback.add_hint(hint)
    playback.all_open = not line.endswith(MORE)
    short = hint if len(hint) <= LONGEST_HINT or not screen.app.roomy else "Read it at the side of the board."
    screen.show_message(Said(NO_MORE if known else f"Hint {number}", short, "◆", "brass"))
    if known:
        every = [f"{at}. {each}" for at, each in enumerate(playback.hints, 1)]
        screen.app.push_screen(TextModal(NO_MORE, every))
    elif not screen.app.roomy and len(hint) > LONGEST_HINT:
        screen.app.push_screen(TextModal(f"Hint {number}", [hint], screen.action_hint))


def _report_progress(screen: TableScreen, done: int, total: int | None) -> None:
    """Report progress of a long search, or stop it if it was cancelled; called in the worker thread."""
    from primeparlor.tables.hints import HelpStopped

    if screen.left or not screen.helping:
        raise HelpStopped
    if (now := time.monotonic()) > screen.next_report:
        screen.next_report = now + OFTEN
        share = f"{100 * done // total} % done. " if total else ""
        screen.app.call_from_thread(screen.show_message, Said("Thinking …", f"{share}Esc stops it.", "·"))

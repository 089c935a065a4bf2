"""The saved games: unfinished ones to resume, finished ones to review or replay."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.query import NoMatches
from textual.widgets.option_list import Option

from primeparlor import records
from primeparlor.core import ParlorError, capital
from primeparlor.files import escape_text
from primeparlor.messages import Said
from primeparlor.tables.saved_game_cache import SavedGame, SavedGameCache
from primeparlor.tables.saved_games import delete_saved
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import seats_of
from primeparlor.terminal.tui.jobs import TablePreparer, run_in_thread
from primeparlor.terminal.tui.screens.dialogs import ConfirmModal, Question
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.favour import fit_text
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.marked_list import MarkedList
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

PICK = Binding.Group("pick", compact=True)
LOOKING = Said("Looking through your games …", "", "·")
DELETE, FINAL = "Delete this game?", "It cannot be brought back."
EMPTY = Said("No games yet.", "Play one: it is kept from the first move on, and you find it here.", "·")


def create_cache() -> SavedGameCache:
    """Create the cache of the saved games, with names in the words of the screen."""
    return SavedGameCache(seats_of)


class SavedGamesScreen(ParlorScreen):
    """The list of saved games, the newest first; the selection stays on its game when the list changes."""

    back_label = "your games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open_game", "resume", tooltip="resume it, or review it if it is over"),
        Binding("p", "replay_game", "replay", tooltip="replay it move by move"),
        Binding("d,delete", "delete_game", "delete", tooltip="delete it; you are asked first"),
        Binding("up", "move('cursor_up')", "pick", tooltip="a newer game, or an older one", group=PICK),
        Binding("down", "move('cursor_down')", "pick", tooltip="an older game", group=PICK),
        Binding("pageup", "move('page_up')", show=False, tooltip="a page up; PgDn: a page down"),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("home", "move('first')", show=False, tooltip="the newest; End: the oldest"),
        Binding("end", "move('last')", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[SavedGame] | None = None
        self.message, self.preparer = LOOKING, TablePreparer()
        self.notice: Said | None = None  # what was done, to be shown once

    def compose(self) -> ComposeResult:
        yield PaintedWidget(chrome.draw_header, "head", "wall")
        yield MarkedList(id="saved-games")
        yield PaintedWidget(chrome.draw_inset_message, "say", "wall")
        yield KeyFooter()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._load_entries()

    @work(exclusive=True)
    async def _load_entries(self) -> None:
        saved_games = self.app.saved_games = self.app.saved_games or create_cache()
        path, at = (self.entry.path, self.chosen) if self.entry is not None else ("", 0)
        self.entries = await run_in_thread(saved_games.load_games)
        paths = [entry.path for entry in self.entries]
        self._fill_list(paths.index(path) if path in paths else at)
        if self.notice is not None or self.message.kind != "bad":  # an error message stays visible
            self.message, self.notice = self.notice or format_entry(self.entry), None
        self.repaint()
        self.refresh_bindings()

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self._fill_list, self.chosen)

    def _fill_list(self, chosen: int) -> None:
        """Fill the list for its present width, and highlight this game."""
        with suppress(NoMatches), self.prevent(MarkedList.OptionHighlighted):
            games = self.list  # there is none if the screen is closing already
            width, rows = games.scrollable_content_region.width, 1 if self.app.roomy else 2
            entries = self.entries or []
            games.set_options(
                Option(_format_row(entry, find_bracket(entries, at), width, rows))
                for at, entry in enumerate(entries)
            )
            games.highlighted = chosen

    @property
    def list(self) -> MarkedList:
        """The widget with the games."""
        return self.query_one(MarkedList)

    @property
    def chosen(self) -> int:
        """The index of the selected game."""
        return self.list.highlighted or 0

    @property
    def entry(self) -> SavedGame | None:
        """The selected game, or None."""
        return self.entries[self.chosen] if self.entries else None

    # Painters -----------------------------------------------------------------------------------------

    def list_values(self) -> dict[str, Values]:
        place = f"{self.chosen + 1:,} of {len(self.entries):,}" if self.entries else ""
        return {"head": ("Your games", place), "say": (self.message, self.app.roomy)}

    # Keys ---------------------------------------------------------------------------------------------

    def get_binding_word(self, binding: Binding) -> str:
        if binding.action == "open_game" and self.entry is not None and self.entry.finished:
            return "review"
        return super().get_binding_word(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "delete_game":
            return self.entry is not None and bool(self.entry.path)
        return action not in ("open_game", "replay_game") or self.entry is not None

    def action_move(self, where: str) -> None:
        """Select another game, as the list does it, but not around its ends."""
        at, last = self.list.highlighted, len(self.entries or ()) - 1
        if not (at == 0 and where == "cursor_up") and not (at == last and where == "cursor_down"):
            getattr(self.list, f"action_{where}")()

    @on(MarkedList.OptionHighlighted)
    def _show_entry(self) -> None:
        self._show_message(format_entry(self.entry))
        self.refresh_bindings()

    @on(MarkedList.OptionSelected)
    def action_open_game(self) -> None:
        """Resume the selected game, or review it if it is over."""
        if (entry := self.entry) is None or self.preparer.busy:
            return
        if entry.fault:
            self._show_entry()
        elif entry.finished:
            self._review_game(entry.path)
        else:
            self.preparer.busy = True  # set before the worker starts, so that a second Enter does nothing
            self._resume_game(entry.path)

    def action_replay_game(self) -> None:
        """Show the selected game move by move."""
        if self.entry is not None and not self.entry.fault and not self.preparer.busy:
            self.app.open("replay", self.entry.path)

    def action_delete_game(self) -> None:
        """Ask whether to delete the selected game."""
        if (entry := self.entry) is not None and not self.preparer.busy:
            question = Question(DELETE, f"{format_name(entry)}. {FINAL}", "delete", "keep it")
            self.app.push_screen(ConfirmModal(question, partial(self._start_deleting, entry)))

    def _start_deleting(self, entry: SavedGame) -> None:
        self._delete_entry(entry)

    @work(group="delete")
    async def _delete_entry(self, entry: SavedGame) -> None:
        try:
            await run_in_thread(partial(delete_saved, entry.path))
        except (records.StoreError, OSError) as error:
            self._show_message(Said(_name_game(error, entry.path, entry.title), "", "✕", "bad"))
        else:
            self.notice = Said(f"{entry.title} is deleted.", "", "✓")  # shown when the list is loaded anew
            self._load_entries()

    def leave(self) -> None:
        """Go back; a game that is being opened is dropped."""
        self.preparer.stop()
        super().leave()

    def _show_message(self, message: Said) -> None:
        self.message = message
        self.repaint()

    def _review_game(self, path: str) -> None:
        try:
            match = records.load(path).match
        except records.RecordError as error:  # the file has changed since it was listed
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self.app.open("review", match)

    @work(group="ready")
    async def _resume_game(self, path: str) -> None:
        self._show_message(self.preparer.message)
        try:
            table = await self.preparer.prepare_table(partial(_reopen_table, path))
        except ParlorError as error:
            title = self.entry.title if self.entry is not None else ""
            self._show_message(Said(_name_game(error, path, title), "", "✕", "bad"))
            return
        self.message = format_entry(self.entry)
        if table is not None:
            self.app.open_table(table)


def _name_game(error: Exception, path: str, title: str) -> str:
    """Return the text of an error with the title of the game for its path, which has no room here."""
    return str(error).replace(escape_text(path), title or "This game")


def _reopen_table(path: str, progress: Progress) -> Table:
    """Reopen a saved game with the players of its record."""
    from primeparlor.terminal.open_table import reopen_table

    return reopen_table(path, progress)


def format_entry(entry: SavedGame | None) -> Said:
    """Return the message about the selected game: what it is, and which keys apply."""
    if entry is None:
        return EMPTY
    if entry.fault:
        return Said(f"{entry.title} cannot be read.", capital(entry.fault), "!", "bad")
    glyph, ink = _find_sign(entry)
    enter = "Enter reviews it" if entry.finished else "Enter resumes it"
    named = format_name(entry)
    todo = (
        f"{entry.helped}. {enter}; p replays it." if entry.helped else f"{enter}; p replays it move by move."
    )
    return Said(f"{named}.", todo, glyph, ink)


def format_name(entry: SavedGame) -> str:
    """Return the game, its variant, and who plays."""
    return ", ".join(filter(None, (entry.title, entry.variant, entry.whom)))


def find_bracket(entries: Sequence[SavedGame], at: int) -> tuple[str, str]:
    """Return the part of the bracket around the games of one match that stands in each row of this one."""
    before, after = (
        0 <= near < len(entries) and entries[near].group == entries[at].group for near in (at - 1, at + 1)
    )
    if before:
        return ("│", "│") if after else ("│", "╰")
    return ("╭", "│") if after else (" ", " ")


def _format_row(entry: SavedGame, bracket: tuple[str, str], width: int, rows: int) -> Content:
    """Return the row of one game, in one line or in two; the first column is for the mark of the list."""
    glyph, ink = _find_sign(entry)
    how, whom = entry.fault or entry.how, entry.whom.removeprefix("against ")
    title = entry.title[: width - 19]
    edge = bracket[0] if rows == 2 or bracket[1] != "╰" else "╰"
    start = Content.assemble(
        *("  ", (glyph, f"${ink} bold"), f" {_format_time(entry.when):>12} "),
        *((edge, "$edge"), (title, "$ink bold")),
    )
    if rows == 1:
        start += f", {entry.variant}  " if entry.variant else "  "
        if entry.game:
            whom = f"{whom.partition(' (')[0]}, game {entry.game}"
        start = start.pad_right(max(0, 37 - len(start))) + f"{_cut_text(whom, 24)} "
        start = start.pad_right(0 if entry.fault else max(0, 62 - len(start)))
        return start + Content.styled(_cut_text(how, width - len(start) - 1), "$ink")
    if len(start) + 2 + len(whom) < width:
        start = start.pad_right(width - 1 - len(start) - len(whom)) + whom
    below = _cut_text(", ".join(filter(None, (entry.variant, how))), width - 19)
    return Content("\n").join((start, Content.assemble(" " * 17, (bracket[1], "$edge"), below)))


def _cut_text(text: str, width: int) -> str:
    """Cut the text to this width."""
    return fit_text(text, width, 1)[0] if text else ""


def _find_sign(entry: SavedGame) -> tuple[str, str]:
    """Return glyph and ink: unreadable, unfinished, won, lost, or just finished."""
    if entry.fault:
        return "!", "bad"
    if not entry.finished:
        return "◇", "brass"
    return ("·", "ink2") if entry.won is None else ("✓", "good") if entry.won else ("✕", "bad")


def _format_time(seconds: float) -> str:
    """Format the day and the time, or for an older game the day and the year."""
    then, now = time.localtime(seconds), time.localtime()
    day = f"{then.tm_mday} {time.strftime('%b', then)}"
    if (then.tm_year, then.tm_yday) == (now.tm_year, now.tm_yday):
        return time.strftime("today %H:%M", then)
    return time.strftime(f"{day} %H:%M" if then.tm_year == now.tm_year else f"{day} %Y", then)

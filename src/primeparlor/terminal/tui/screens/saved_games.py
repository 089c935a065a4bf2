"""The saved games: unfinished ones to resume, finished ones to review or replay."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor import records
from primeparlor.core import ParlorError, capital
from primeparlor.tables.saved_game_cache import SavedGame, SavedGameCache
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import seats_of
from primeparlor.terminal.tui.jobs import TablePreparer, run_in_thread
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import WHEEL, find_first_row, move_cursor
from primeparlor.terminal.tui.widgets.favour import fit_text
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

LOOKING = Said("Looking through your games …", "", "·")
EMPTY = Said("No games yet.", "Play one: it is kept from the first move on, and you find it here.", "·")


def create_cache() -> SavedGameCache:
    """Create the cache of the saved games, with names in the words of the screen."""
    return SavedGameCache(seats_of)


class SavedGamesScreen(ParlorScreen):
    """The list of saved games, the newest first; the selection stays on its game when the list changes."""

    back_label = "your games"

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[SavedGame] | None = None
        self.chosen = self.first = 0
        self.page = 1  # games that fit on the screen
        self.message, self.preparer = LOOKING, TablePreparer()

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        yield PaintedWidget(self._draw_list, "shelf")
        yield PaintedWidget(self._draw_message, "say", "wall")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.run_worker(self._load_entries(), exclusive=True)

    async def _load_entries(self) -> None:
        saved_games = self.app.saved_games = self.app.saved_games or create_cache()
        path = self.entry.path if self.entry is not None else ""
        self.entries = await run_in_thread(saved_games.load_games)
        paths = [entry.path for entry in self.entries]
        self.chosen = paths.index(path) if path in paths else min(self.chosen, max(0, len(paths) - 1))
        if self.message.kind != "bad":  # an error message stays visible
            self.message = format_entry(self.entry)
        self.repaint()

    @property
    def entry(self) -> SavedGame | None:
        """The selected game, or None."""
        return self.entries[self.chosen] if self.entries else None

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        place = f"{self.chosen + 1:,} of {len(self.entries):,}" if self.entries else ""
        chrome.draw_header(c, "Your games", place)

    @property
    def _row_height(self) -> int:
        """The number of rows per game in the list."""
        return 1 if self.app.roomy else 2

    def _draw_list(self, c: Canvas) -> None:
        pad = 1 if self.app.roomy else 0
        if pad:
            c.panel()
        inner = c.window(pad, pad, c.w - 2 * pad, c.h - 2 * pad)
        fit = max(1, inner.h // self._row_height)
        self.page, entries = fit, self.entries or []
        self.first = min(find_first_row(self.chosen, self.first, fit), max(0, len(entries) - fit))
        for place, entry in enumerate(entries[self.first : self.first + fit]):
            row = inner.window(0, place * self._row_height, inner.w, self._row_height)
            _draw_row(row, entry, self.first + place, self.first + place == self.chosen)

    def _draw_message(self, c: Canvas) -> None:
        edge = 1 if self.app.roomy else 0  # the same margin as the list
        chrome.draw_message(c.window(edge, 0, c.w - 2 * edge, c.h), self.message)

    def _draw_footer(self, c: Canvas) -> None:
        entry = self.entry
        enter = "resume" if entry is None or not entry.finished else "review"
        items = [("Enter", enter), ("p", "replay")] if entry is not None else []
        arrows = [("↑", "newer"), ("↓", "older")] if c.w >= chrome.WIDE else [("↑↓", "pick")]
        chrome.draw_footer(c, [*items, *arrows, ("?", "help"), self.find_exit()])

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        key = {"↑": "up", "↓": "down"}.get(key, key)
        to = move_cursor(key, self.chosen, len(self.entries or ()) - 1, self.page) if self.entries else None
        if key.startswith("row "):
            to = int(key.removeprefix("row "))
        if key in ("escape", "q", "ctrl+c"):
            self.preparer.stop()
            self.leave()
        elif to is not None:
            self._select_entry(to)
        elif key in ("enter", "p") and self.entry is not None and not self.preparer.busy:
            self._open_entry(self.entry, key)
        else:
            super().press(key)

    def _select_entry(self, to: int) -> None:
        self.chosen = to
        self._show_message(format_entry(self.entry))

    def _show_message(self, message: Said) -> None:
        self.message = message
        self.repaint()

    def _open_entry(self, entry: SavedGame, key: str) -> None:
        if entry.fault:
            self._select_entry(self.chosen)
        elif key == "p":
            self.app.open_replay(entry.path)
        elif entry.finished:
            self._review_game(entry.path)
        else:
            self.preparer.busy = True  # set before the worker starts, so that a second Enter does nothing
            self.run_worker(self._resume_game(entry.path), group="ready")

    def _review_game(self, path: str) -> None:
        try:
            match = records.load(path).match
        except records.RecordError as error:  # the file has changed since it was listed
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self.app.open_review(match)

    async def _resume_game(self, path: str) -> None:
        self._show_message(self.preparer.message)
        try:
            table = await self.preparer.prepare_table(partial(_reopen_table, path))
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
            return
        self.message = format_entry(self.entry)
        if table is not None:
            self.app.open_table(table)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._scroll_list(WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._scroll_list(-WHEEL)

    def _scroll_list(self, by: int) -> None:
        if self.entries:
            self._select_entry(max(0, min(len(self.entries) - 1, self.chosen + by)))


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
    named = ", ".join(filter(None, (entry.title, entry.variant, entry.whom)))
    todo = (
        f"{entry.helped}. {enter}; p replays it." if entry.helped else f"{enter}; p replays it move by move."
    )
    return Said(f"{named}.", todo, glyph, ink)


def _draw_row(c: Canvas, entry: SavedGame, at: int, on: bool) -> None:
    """Paint one game, in one row or in two."""
    c.fill(0, 0, c.w, c.h, "sunk" if on else "paper")
    c.put(0, 0, "▶" if on else " ", "brass")
    glyph, ink = _find_sign(entry)
    c.put(2, 0, glyph, ink, "", "bold")
    c.put(4, 0, f"{_format_time(entry.when):>12}", "ink2")
    x = c.put(18, 0, entry.title[: c.w - 19], "ink", "", "bold") + 2
    how, whom = entry.fault or entry.how, entry.whom.removeprefix("against ")
    if c.h == 1:
        x = c.put(x - 2, 0, f", {entry.variant}" if entry.variant else "  ", "ink2") + 2 * bool(entry.variant)
        x = c.put(max(x, 37), 0, fit_text(whom, 24, 1)[0] if whom else "", "ink2") + 1
        x = max(x, 62) if not entry.fault else x
        c.put(x, 0, _cut_text(how, c.w - x - 1), "ink")
    else:
        if x + len(whom) < c.w:
            c.right(c.w - 1, 0, whom, "ink2")
        c.put(18, 1, _cut_text(", ".join(filter(None, (entry.variant, how))), c.w - 19), "ink2")
    c.hit(0, 0, c.w, c.h, "enter" if on else f"row {at}")


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

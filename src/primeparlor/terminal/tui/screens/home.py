"""The home screen: the games, and below them the other tasks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES
from primeparlor.terminal import here
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.preferences import GameSetup
from primeparlor.terminal.tui.base import HOME, ParlorScreen
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.desk import (
    HomeSummary,
    Task,
    build_tasks,
    count_rows,
    draw_tasks,
    load_summary,
)
from primeparlor.terminal.tui.screens.wall import draw_list, draw_pictures
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.favour import fit_text
from primeparlor.terminal.tui.widgets.moving import move_cursor
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from primeparlor.terminal.tui.widgets.rail import ABOUT
from primeparlor.wording import if_few

STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
READER = "With a screen reader: parlor --plain (kept for next time)."


class HomeScreen(ParlorScreen):
    """The home screen. Slow data is filled in once a worker has loaded it."""

    called = HOME

    def __init__(self, today: Callable[[], date] = here.get_today) -> None:
        super().__init__()
        self.today = today
        self.games: list[type[State]] = [GAMES[name] for name in GAMES.ours]
        self.chosen = self.first = 0
        self.on_the_table: list[str] | None = None  # descriptions of unfinished games; None until loaded
        self.finished = 0
        self.awaiting = HomeSummary()
        self.known = False  # True once everything is loaded

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        yield PaintedWidget(self._draw_body, "home", "wall")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    def on_mount(self) -> None:
        self._choose_last()
        self.call_after_refresh(self._start_loading)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.on_the_table is not None:  # back from another screen
            self._choose_last()
            self._start_loading()

    @property
    def game(self) -> type[State]:
        """The chosen game."""
        return self.games[self.chosen]

    def _choose_last(self) -> None:
        names = [game.name for game in self.games]
        if self.app.choices.game in names:
            self.chosen = names.index(self.app.choices.game)

    # Slow data ----------------------------------------------------------------------------------------

    def _start_loading(self) -> None:
        self.run_worker(self._load_data(), exclusive=True)

    async def _load_data(self) -> None:
        """Load the games of installed packages, the saved games, and the player's progress."""
        games = await run_in_thread(lambda: list(GAMES.values()))
        self.chosen = [game.name for game in games].index(self.game.name)
        self.games = games
        self.repaint()
        from primeparlor.terminal.tui.screens.library import Library

        library = self.app.library = self.app.library or Library()
        entries = await run_in_thread(library.load_games)
        self.on_the_table = [entry.brief for entry in entries if entry.waiting]
        self.finished = sum(entry.finished for entry in entries)
        self.repaint()
        self.awaiting = await run_in_thread(lambda: load_summary(self.app.warnings, self.today()))
        self.known = True
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        chrome.draw_header(c, "", f"{if_few(len(self.games)).capitalize()} {ABOUT}")

    def _draw_body(self, c: Canvas) -> None:
        roomy, to_do = self.app.roomy, self._build_tasks()
        said = fit_text(line, c.w - 2, 2) if (line := self._build_notice()) else []
        rows = count_rows(len(to_do), roomy) + len(said)
        high = c.h - rows - roomy
        show = draw_pictures if roomy else draw_list
        self.first = show(c.window(0, 0, c.w, high), self.games, self.chosen, self.first)
        low = c.h - rows
        draw_tasks(c.window(0, low, c.w, rows - len(said)), to_do, roomy, self.on_the_table or [])
        for y, text in enumerate(said, c.h - len(said)):
            c.put(1, y, text, "ink")

    def _build_notice(self) -> str:
        """Return the line at the bottom: the last warning, a note for newcomers, or nothing."""
        if self.app.warnings:
            return self.app.warnings[-1]
        return READER if not self.app.choices.game and not (self.on_the_table or self.finished) else ""

    def _build_tasks(self) -> list[Task]:
        last = self.app.choices.games.get(self.game.name)
        play = (
            Task("Enter", "Play again", _format_opponent(last))
            if last
            else Task("Enter", "Play", "the house or a friend")
        )
        return build_tasks(play, self._format_saved(), self.game.name, self.awaiting)

    def _format_saved(self) -> tuple[str, str]:
        """Describe the number of saved games, in a long and a short form."""
        if self.on_the_table is None:
            return "", ""
        if waiting := len(self.on_the_table):
            return f"{waiting:,} still on the table", f"{waiting:,} open"
        return (f"{self.finished:,} finished", "") if self.finished else ("none yet", "")

    def _draw_footer(self, c: Canvas) -> None:
        number = min(9, len(self.games))
        known = self.game.name in self.app.choices.games
        chrome.draw_footer(
            c,
            [
                (f"1–{number}", "choose"),
                ("Enter", "play again" if known else "play"),
                *([("n", "new table")] if known else []),
                ("d", "today"),
                ("x", "rush"),
                ("t", "light or dark"),
                ("?", "help"),
                ("q", "quit"),
            ],
        )

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        to = move_cursor(key, self.chosen, len(self.games) - 1, len(self.games), STEPS)
        if key.isdigit() and 0 < int(key) <= len(self.games):
            to = int(key) - 1
        if key.startswith("game "):
            to = int(key.removeprefix("game "))
        if to is not None:
            self.chosen = to
            self.repaint()
        elif key in ("enter", "n"):
            self.app.open_new_game(
                self.game, again=key == "enter" and self.game.name in self.app.choices.games
            )
        elif key == "r" and self.on_the_table:
            self.run_worker(self._resume_game(), group="resume")
        elif key == "g":
            self.app.open_saved_games()
        elif key == "s":
            self.app.open_progress()
        elif key == "d":
            self.app.open_today()
        elif key == "x":
            self.app.open_rush(self.game)
        elif key == "z":
            self.app.open_puzzles(self.game)
        elif key == "b":
            self.app.open_rules(self.game.start())
        else:
            super().press(key)

    async def _resume_game(self) -> None:
        """Resume the game played last."""
        from primeparlor.terminal.open_table import reopen_table

        try:
            table = await run_in_thread(reopen_table)
        except (ParlorError, OSError) as error:
            self.app.warnings.append(str(error))
            self.repaint()
        else:
            self.app.open_table(table)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.press("down")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.press("up")


def _format_opponent(last: GameSetup) -> str:
    """Describe the opponent of the last game."""
    return f"the house, {last.level}" if last.against == "house" else "a friend, same screen"

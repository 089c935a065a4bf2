"""Home: the games on the wall, and on the desk what else there is to do."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import ParlorError, State
from primeparlor.counting import if_few
from primeparlor.games import GAMES
from primeparlor.terminal.choices import Setting
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.screen import chrome
from primeparlor.terminal.screen.apart import apart
from primeparlor.terminal.screen.favour import fitted
from primeparlor.terminal.screen.moving import moved
from primeparlor.terminal.screen.picture import Picture
from primeparlor.terminal.screen.rail import ABOUT
from primeparlor.terminal.screen.room import Room
from primeparlor.terminal.screen.wall import listed, pictures

if TYPE_CHECKING:
    from primeparlor.tables.table import Table

STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
READER = "With a screen reader: parlor --plain (kept for next time)."
WIDEST = 29  # columns of a task at the desk; what is left is for the games that wait


class Task(NamedTuple):
    """Something to do at the desk: its key, its name, and what awaits you, at length and in short."""

    key: str
    name: str
    long: str = ""
    short: str = ""


class Home(Room):
    """Where everything begins. What takes time to find out is filled in when it is known."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[type[State]] = [GAMES[name] for name in GAMES.ours]
        self.chosen = self.first = 0
        self.on_the_table: list[str] | None = None  # unfinished games, in a few words; None until known
        self.finished = 0

    def compose(self) -> ComposeResult:
        yield Picture(self._head, "head", "wall")
        yield Picture(self._room, "home", "wall")
        yield Picture(self._foot, "foot", "wall")

    def on_mount(self) -> None:
        self._choose_last()
        self.call_after_refresh(self._look_around)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.on_the_table is not None:  # back from another room
            self._choose_last()
            self._look_around()

    @property
    def game(self) -> type[State]:
        """The one that is chosen."""
        return self.games[self.chosen]

    def _choose_last(self) -> None:
        names = [game.name for game in self.games]
        if self.app.choices.game in names:
            self.chosen = names.index(self.app.choices.game)

    # What takes time ----------------------------------------------------------------------------------

    def _look_around(self) -> None:
        self.run_worker(self._find_out(), exclusive=True)

    async def _find_out(self) -> None:
        """Games that packages bring, and those still on the table."""
        games = await apart(lambda: list(GAMES.values()))
        self.chosen = [game.name for game in games].index(self.game.name)
        self.games = games
        self.repaint()
        from primeparlor.terminal.screen.library import Library

        library = self.app.library = self.app.library or Library()
        entries = await apart(library.look)
        self.on_the_table = [entry.brief for entry in entries if entry.waiting]
        self.finished = sum(entry.finished for entry in entries)
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        chrome.head(c, "", f"{if_few(len(self.games)).capitalize()} {ABOUT}")

    def _room(self, c: Canvas) -> None:
        roomy, tasks = self.app.roomy, self._tasks()
        said = fitted(line, c.w - 2, 2) if (line := self._line()) else []
        rows = (2 * -(-len(tasks) // 2) + 2 if roomy else -(-len(tasks) // 2)) + len(said)
        high = c.h - rows - roomy
        show = pictures if roomy else listed
        self.first = show(c.window(0, 0, c.w, high), self.games, self.chosen, self.first)
        low = c.h - rows
        desk(c.window(0, low, c.w, rows - len(said)), tasks, roomy, self.on_the_table or [])
        for y, text in enumerate(said, c.h - len(said)):
            c.put(1, y, text, "ink")

    def _line(self) -> str:
        """What has to be said once: a warning, or to who comes for the first time."""
        if self.app.warnings:
            return self.app.warnings[-1]
        return READER if not self.app.choices.game and not (self.on_the_table or self.finished) else ""

    def _tasks(self) -> list[Task]:
        last = self.app.choices.games.get(self.game.name)
        play = (
            Task("Enter", "Play again", _with(last))
            if last
            else Task("Enter", "Play", "the house or a friend")
        )
        return [
            play,
            Task("g", "Your games", *self._kept()),
            Task("z", "Puzzles", "find the best move"),
            Task("b", "Rules", "with every ruling"),
        ]

    def _kept(self) -> tuple[str, str]:
        """How many games wait, at length and in short."""
        if self.on_the_table is None:
            return "", ""
        if waiting := len(self.on_the_table):
            return f"{waiting:,} still on the table", f"{waiting:,} open"
        return (f"{self.finished:,} finished", "") if self.finished else ("none yet", "")

    def _foot(self, c: Canvas) -> None:
        number = min(9, len(self.games))
        known = self.game.name in self.app.choices.games
        chrome.foot(
            c,
            [
                (f"1–{number}", "choose"),
                ("Enter", "play again" if known else "play"),
                *([("n", "new table")] if known else []),
                ("g", "your games"),
                ("t", "light or dark"),
                ("?", "help"),
                ("q", "quit"),
            ],
        )

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        to = moved(key, self.chosen, len(self.games) - 1, len(self.games), STEPS)
        if key.isdigit() and 0 < int(key) <= len(self.games):
            to = int(key) - 1
        if key.startswith("game "):
            to = int(key.removeprefix("game "))
        if to is not None:
            self.chosen = to
            self.repaint()
        elif key in ("enter", "n"):
            self.app.open_new(self.game, again=key == "enter" and self.game.name in self.app.choices.games)
        elif key == "r" and self.on_the_table:
            self.run_worker(self._resume(), group="resume")
        elif key == "g":
            self.app.open_shelf()
        elif key == "z":
            self.app.open_puzzles(self.game)
        elif key == "b":
            self.app.open_rules(self.game.start())
        else:
            super().press(key)

    async def _resume(self) -> None:
        """Go on with the game that was played last."""
        from primeparlor.tables import saved

        def reopened() -> Table:
            table = saved.reopen()
            saved.take_seats(table)
            return table

        try:
            table = await apart(reopened)
        except (ParlorError, OSError) as error:
            self.app.warnings.append(str(error))
            self.repaint()
        else:
            self.app.sit(table)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.press("down")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.press("up")


def _with(last: Setting) -> str:
    """Against whom it was played last."""
    return f"the house, {last.level}" if last.against == "house" else "a friend, same screen"


def desk(c: Canvas, tasks: list[Task], roomy: bool, waiting: list[str]) -> None:
    """Under the wall: what else there is to do, and what awaits you."""
    down = -(-len(tasks) // 2)
    if roomy:
        c.box(1, 0, c.w - 2, c.h, "line", "paper", "line")
    wide = min(WIDEST, (c.w - 2) // 3) if roomy else c.w // 2
    for at, task in enumerate(tasks):
        x, y = (3 + at // down * wide, 1 + at % down * 2) if roomy else (1 + at % 2 * wide, at // 2)
        ink, ground = ("paper", "ink") if at == 0 else ("ink", "sunk")
        c.put(x, y, f" {task.key} ", ink, ground, "bold")
        end = c.put(x + len(task.key) + 3, y, task.name, "ink", "", "bold")
        if roomy:
            c.put(x + 1, y + 1, fitted(task.long, wide - 3, 1)[0] if task.long else "", "ink2")
        elif end + 1 + len(task.short) < x + wide:
            c.put(end + 1, y, task.short, "ink2")
        c.hit(x, y, wide - 2, 2 if roomy else 1, "enter" if at == 0 else task.key)
    if roomy and waiting:
        _still_open(c.window(3 + 2 * wide, 1, c.w - 2 * wide - 6, c.h - 2), waiting)


def _still_open(c: Canvas, waiting: list[str]) -> None:
    """The newest of the games that can be resumed."""
    c.put(0, 0, " r ", "ink", "sunk", "bold")
    c.put(4, 0, "Resume", "ink", "", "bold")
    y = 1
    for game in waiting:
        lines = textwrap.wrap(game, c.w - 1, subsequent_indent="  ")
        if y + len(lines) > c.h:
            break
        for line in lines:
            c.put(1, y, line, "ink2")
            y += 1
    c.hit(0, 0, c.w, 2, "r")

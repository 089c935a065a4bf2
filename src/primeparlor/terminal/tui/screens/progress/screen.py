"""The progress screen: levels beaten, accuracy, streak, details of each game, and the next step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import ParlorError
from primeparlor.terminal import here
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.preferences import Setting
from primeparlor.terminal.tui.base import Room
from primeparlor.terminal.tui.jobs import apart
from primeparlor.terminal.tui.screens.library import Library
from primeparlor.terminal.tui.screens.progress.carrying import PathLine, exported, taken
from primeparlor.terminal.tui.screens.progress.progress_page import VIEWS, roomy, small
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.moving import moved
from primeparlor.terminal.tui.widgets.painted_widget import Picture
from primeparlor.terminal.tui.widgets.text_input import TypedLine
from primeparlor.terminal.tui.working import Stopped, Working

if TYPE_CHECKING:
    from primeparlor.terminal.tui.screens.progress.standing import OfGame, Standing

LOOKING = "Looking through your games"
SIDES = {1: "first", 2: "second", None: ""}


class ProgressRoom(Room):
    """A screen filled from the diary, and again once new games have been imported into it."""

    called = "your progress"

    told_keys: ClassVar[list[tuple[str, str]]] = [
        ("↑ ↓", "choose a game"),
        ("← →", "another view, in a small window"),
        ("Enter", "a table for the next level of the game"),
        ("r", "review your last game"),
        ("o", "openings of the game, where it has any"),
        ("e", "export: write everything to a file"),
        ("i", "import such a file from another computer"),
    ]

    def __init__(self, today: Callable[[], date] = here.this_day) -> None:
        super().__init__()
        self.today = today
        self.standing: Standing | None = None
        self.diary: Any = None
        self.chosen = self.first = self.view = 0
        self.busy = True  # True while games are being imported
        self.news: Said | None = None  # a message that takes precedence
        self.far = ""  # progress of the import, in words
        self.line: TypedLine | None = None
        self.working = Working(LOOKING, self._show_far)
        self._one_by_one = asyncio.Lock()  # only one worker at a time changes the diary

    def compose(self) -> ComposeResult:
        yield Picture(self._head, "head", "wall")
        yield Picture(self._page, "progress", "wall")
        with Horizontal(id="below"):
            yield Picture(self._say, "say", "wall")
        yield Picture(self._foot, "foot", "wall")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.working.stop()
        self.working = Working(LOOKING, self._show_far)
        self.run_worker(self._fill(self.working), exclusive=True, group="fill")

    def on_unmount(self) -> None:
        self.working.stop()

    @property
    def each(self) -> OfGame | None:
        """The chosen game's progress."""
        return self.standing.games[self.chosen] if self.standing else None

    # Slow data ----------------------------------------------------------------------------------------

    async def _fill(self, working: Working) -> None:
        """Show the diary as it is, then import new games and show it again."""
        self.busy = True
        try:
            async with self._one_by_one:
                self._show(await apart(self._read))
                self._show(await apart(lambda: self._look_through(working)))
        except Stopped:
            return
        except (ParlorError, OSError) as error:  # the folder cannot be read
            self._hear(str(error))
        self.busy = False
        self.repaint()

    def _read(self) -> Standing:
        """Load the diary and summarise it; imports the coach, so called in a thread."""
        from primeparlor.coach.progress import diary
        from primeparlor.terminal.tui.screens.progress.standing import standing

        self.diary = diary.Diary(diary.path(), self._hear)
        return standing(self.diary, self.today())

    def _look_through(self, working: Working) -> Standing:
        from primeparlor.coach.progress.import_games import take_in
        from primeparlor.terminal.tui.screens.progress.standing import standing

        take_in(self.diary, working)
        return standing(self.diary, self.today())

    def _show(self, standing: Standing) -> None:
        """Show this summary; keep the chosen game, at first the one to play next."""
        names = [each.game.name for each in standing.games]
        chosen = self.each.game.name if self.each else standing.next.game if standing.next else names[0]
        self.standing, self.chosen = standing, names.index(chosen) if chosen in names else 0
        self.repaint()

    def _show_far(self, text: str) -> None:
        """Show the progress of the import and the summary so far; called in the worker thread."""
        from primeparlor.terminal.tui.screens.progress.standing import standing

        known = standing(self.diary, self.today())
        self.app.call_from_thread(self._told_far, text, known)

    def _told_far(self, text: str, known: Standing) -> None:
        self.far = text
        self._show(known)

    def _hear(self, sentence: str) -> None:
        """Keep a warning of the diary as the message: it was set aside, or cannot be saved."""
        self.news = Said(sentence, "", "!", "bad")

    # Painters -----------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        chrome.head(c, "Progress", "kept on this computer only")

    def _page(self, c: Canvas) -> None:
        if self.standing is None:
            c.centre(0, c.h // 2, c.w, f"{LOOKING} …", "ink2")
        else:
            paint = roomy if self.app.roomy else small
            self.first = paint(c, self.standing, self.chosen, self.first, self.view)

    @property
    def said(self) -> Said:
        """The message: news, the progress of the import, or the next step."""
        if self.news is not None:
            return self.news
        if self.busy:
            return Said(self.far or f"{LOOKING} …", "", "·")
        if self.each is None:
            return Said("")
        if self.each.next is None:
            return Said(f"You have beaten every level of {self.each.game.title}.", "", "✓", "good")
        first, _, rest = self.each.next.sentence.partition(". ")
        return Said(f"Next: {first.rstrip('.')}.", rest or "Enter opens a table for it.", "◆", "brass")

    def _say(self, c: Canvas) -> None:
        edge = 1 if self.app.roomy else 0
        chrome.message(c.window(edge, 0, c.w - 2 * edge, c.h), self.said)

    def _foot(self, c: Canvas) -> None:
        items = [("Enter", "play the next level"), ("↑ ↓", "game")]
        if not self.app.roomy:
            items = [("Enter", "play"), ("↑ ↓", "game"), ("← →", "view")]
        if self.each is not None and self.each.openings is not None:
            items.append(("o", "openings"))
        items += [("r", "review"), ("e", "export"), ("i", "import")]
        chrome.foot(c, [*items, ("?", "help"), self.way_out()])

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("escape", "q", "ctrl+c"):
            self.leave()
        elif key in ("t", "?"):
            super().press(key)
        elif self.standing is not None and self.each is not None:
            self._do(key, self.each)

    def _do(self, key: str, each: OfGame) -> None:
        assert self.standing is not None
        to = moved(key, self.chosen, len(self.standing.games) - 1, len(self.standing.games))
        if key.startswith("row "):
            to = int(key.removeprefix("row "))
        if to is not None:
            self.chosen, self.news = to, None
        elif key in ("left", "right"):
            self.view = (self.view + (1 if key == "right" else -1)) % len(VIEWS)
        elif key.startswith("view "):
            self.view = int(key.removeprefix("view "))
        elif key == "enter":
            self._play(each)
        elif key == "o" and each.openings is not None:
            self.app.open_openings(each.game)
        elif key == "o":
            self.news = Said(f"{each.game.title} has no openings to learn.", "", "·")
        elif key == "r":
            self.run_worker(self._review(), group="review", exclusive=True)
        elif key == "e":
            self.run_worker(self._export(), group="export", exclusive=True)
        elif key == "i":
            self._ask()
        self.repaint()

    def _play(self, each: OfGame) -> None:
        """Open a new game at the next level, on the side that can always win."""
        step = each.next
        prepared = Setting("house", step.level, SIDES[step.side]) if step else None
        self.app.open_new(each.game, prepared=prepared)

    async def _review(self) -> None:
        from primeparlor import records

        library = self.app.library = self.app.library or Library()
        entries = await apart(library.look)
        path = next((entry.path for entry in entries if entry.finished and not entry.fault), None)
        if path is None:
            self._tell(Said("You have not finished a game yet.", "", "·"))
            return
        try:
            match = (await apart(lambda: records.load(path))).match
        except records.RecordError as error:
            self._tell(Said(str(error), "", "✕", "bad"))
        else:
            self.app.open_review(match)

    def _tell(self, said: Said) -> None:
        self.news = said
        self.repaint()

    # Export and import --------------------------------------------------------------------------------

    async def _export(self) -> None:
        try:
            path = await apart(lambda: exported(self.diary, self.today()))
        except ParlorError as error:
            self._tell(Said(str(error), "", "✕", "bad"))
        else:
            self.app.farewell = [f"Your progress was exported to {path}"]
            self._tell(Said(f"Exported to {path}", "", "✓", "good"))

    def _ask(self) -> None:
        """Open a text input for the path of the file to import."""
        self.query_one("#say").display = False
        self.line = PathLine()
        self.query_one("#below").mount(self.line)

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.line = None
        event.line.remove()
        self.query_one("#say").display = True
        if text := (event.text or "").strip():
            self.run_worker(self._import(text), group="import", exclusive=True)

    async def _import(self, path: str) -> None:
        try:
            async with self._one_by_one:
                told = await apart(lambda: taken(self.diary, path))
                self._show(await apart(self._read))
        except ParlorError as error:
            self._tell(Said(str(error), "", "✕", "bad"))
        else:
            self._tell(Said(told, "", "✓", "good"))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.press("down")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.press("up")

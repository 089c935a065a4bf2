"""The progress screen: rungs passed, accuracy, streak, details of each game, and the next step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import ParlorError, capital
from primeparlor.messages import Said
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.jobs import JobCancelled, JobProgress, run_in_thread
from primeparlor.terminal.tui.key_items import KeyItem
from primeparlor.terminal.tui.screens.progress.panels import VIEWS, draw_large_page, draw_small_page
from primeparlor.terminal.tui.screens.progress.transfer import PathLine, export_progress, import_progress
from primeparlor.terminal.tui.screens.saved_games import create_cache
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.coach.summary import GameProgress, ProgressSummary

LOOKING = "Looking through your games"
MARGIN = 7  # columns beside a message
GAME, VIEW = Binding.Group("game"), Binding.Group("view")


OWN_ACTIONS = (
    "play_next",
    "move",
    "switch_view",
    "choose",
    "open_openings",
    "review_last",
    "export",
    "import",
)


class ProgressScreen(ParlorScreen):
    """A screen filled from the diary, and again once new games have been imported into it."""

    back_label = "your progress"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play_next", "play the next rung", tooltip="a table for the next rung of the game"),
        Binding("up", "move(-1)", "game", tooltip="choose a game", group=GAME),
        Binding("down", "move(1)", "game", tooltip="choose a game", group=GAME),
        Binding("left", "switch_view(-1)", "view", tooltip="another view, in a small window", group=VIEW),
        Binding("right", "switch_view(1)", "view", tooltip="another view, in a small window", group=VIEW),
        Binding("home,pageup", "choose(0)", show=False),
        Binding("end,pagedown", "move(100_000)", show=False),
        Binding("o", "open_openings", "openings", tooltip="openings of the game, where it has any"),
        Binding("r", "review_last", "review", tooltip="review your last game"),
        Binding("e", "export", "export", tooltip="export: write everything to a file"),
        Binding("i", "import", "import", tooltip="import such a file from another computer"),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, today: Callable[[], date] = calendar_signs.get_today) -> None:
        super().__init__()
        self.today = today
        self.summary: ProgressSummary | None = None
        self.diary: Any = None
        self.chosen = self.first = self.view = 0
        self.busy = True  # True while games are being imported
        self.notice: Said | None = None  # a message that takes precedence
        self.progress_text = ""  # progress of the import, in words
        self.working = JobProgress(LOOKING, self._show_progress)
        self._one_by_one = asyncio.Lock()  # only one worker at a time changes the diary

    def compose(self) -> ComposeResult:
        yield PaintedWidget(chrome.draw_header, "head", "wall")
        yield PaintedWidget(self._draw_page, "progress", "wall")
        with Horizontal(id="below"):
            yield PaintedWidget(chrome.draw_inset_message, "say", "wall")
        yield KeyFooter()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.working.stop()
        self.working = JobProgress(LOOKING, self._show_progress)
        self._load_data(self.working)

    def on_unmount(self) -> None:
        self.working.stop()

    @property
    def game_progress(self) -> GameProgress | None:
        """The chosen game's progress."""
        return self.summary.games[self.chosen] if self.summary else None

    # Slow data ----------------------------------------------------------------------------------------

    @work(group="fill", exclusive=True)
    async def _load_data(self, working: JobProgress) -> None:
        """Show the diary as it is, then import new games and show it again."""
        self.busy = True
        try:
            async with self._one_by_one:
                known = await run_in_thread(self._read_diary)
                if known.played:  # else it would be all zeros, where games may be waiting to be counted
                    self._show_summary(known)
                self._show_summary(await run_in_thread(lambda: self._import_games(working)))
        except JobCancelled:
            return
        except (ParlorError, OSError) as error:  # the folder cannot be read
            self._keep_warning(str(error))
        self.busy = False
        self.repaint()

    def _read_diary(self) -> ProgressSummary:
        """Load the diary and summarise it; imports the coach, so called in a thread."""
        from primeparlor.coach.progress.diary import open_diary
        from primeparlor.coach.summary import summarize_progress

        self.diary = open_diary(self._keep_warning)
        return summarize_progress(self.diary, self.today())

    def _import_games(self, working: JobProgress) -> ProgressSummary:
        from primeparlor.coach.progress.import_games import import_saved
        from primeparlor.coach.summary import summarize_progress

        import_saved(self.diary, working)
        return summarize_progress(self.diary, self.today())

    def _show_summary(self, summary: ProgressSummary) -> None:
        """Show this summary; keep the chosen game, at first the one to play next."""
        names = [each.game.name for each in summary.games]
        chosen = (
            self.game_progress.game.name
            if self.game_progress
            else summary.next.game
            if summary.next
            else names[0]
        )
        self.summary, self.chosen = summary, names.index(chosen) if chosen in names else 0
        self.repaint()
        self.refresh_bindings()

    def _show_progress(self, text: str) -> None:
        """Show the progress of the import and the summary so far; called in the worker thread."""
        from primeparlor.coach.summary import summarize_progress

        known = summarize_progress(self.diary, self.today())
        self.app.call_from_thread(self._update_progress, text, known)

    def _update_progress(self, text: str, known: ProgressSummary) -> None:
        self.progress_text = text
        if known.played:
            self._show_summary(known)
        self.repaint()

    def _keep_warning(self, sentence: str) -> None:
        """Keep a warning of the diary as the message: it was set aside, or cannot be saved."""
        self.notice = Said(sentence, "", "!", "bad")

    # Painters -----------------------------------------------------------------------------------------

    def list_values(self) -> dict[str, Values]:
        roomy = self.app.roomy
        return {
            "head": ("Progress", "kept on this computer only"),
            "progress": (self.summary, self.chosen, self.view, roomy),
            "say": (self.message, roomy),
        }

    def _draw_page(
        self, c: Canvas, summary: ProgressSummary | None, chosen: int, view: int, roomy: bool
    ) -> None:
        if summary is None:
            c.centre(0, c.h // 2, c.w, f"{LOOKING} …", "ink2")
        else:
            paint = draw_large_page if roomy else draw_small_page
            self.first = paint(c, summary, chosen, self.first, view)

    @property
    def message(self) -> Said:
        """The message: news, the progress of the import, or the next step."""
        if self.notice is not None:
            return self.notice
        if self.busy:
            return Said(self.progress_text or f"{LOOKING} …", "", "·")
        if self.game_progress is None:
            return Said("")
        ladder = self.game_progress.ladder
        if ladder.next is None:
            return Said(ladder.next_text, "", "✓", "good")
        rung = ladder.next.rung
        title = f"{capital(ladder.name_rung(rung))}: {rung.act}."
        if len(title) > self.app.size.width - MARGIN:  # one sentence takes both rows
            return Said(ladder.format_rung(rung), "", "◆", "brass")
        return Said(title, f"{capital(rung.terms)}. {ladder.next.standing}".strip(), "◆", "brass")

    # Keys ---------------------------------------------------------------------------------------------

    def get_binding_word(self, binding: Binding) -> str:
        narrow = binding.action == "play_next" and not self.app.roomy
        return "play" if narrow else super().get_binding_word(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "switch_view" and self.app.roomy:  # every view is shown
            return None
        return self.game_progress is not None or action not in OWN_ACTIONS

    def list_keys(self) -> list[KeyItem]:
        """Return the keys; the footer leaves out those that show nothing more here."""
        each = self.game_progress
        spare = ["view"] * self.app.roomy + ["openings"] * (each is None or each.openings is None)
        return [item._replace(shown=item.shown and item.word not in spare) for item in super().list_keys()]

    def action_choose(self, at: int) -> None:
        """Choose the game at this index."""
        if self.summary is not None:
            self.chosen, self.notice = max(0, min(len(self.summary.games) - 1, at)), None
            self.repaint()
            self.refresh_bindings()

    def action_move(self, by: int) -> None:
        """Choose another game below or above."""
        self.action_choose(self.chosen + by)

    def action_switch_view(self, by: int) -> None:
        """Show the next view of a small window."""
        self.action_show_view((self.view + by) % len(VIEWS))

    def action_show_view(self, view: int) -> None:
        """Show this view of a small window."""
        self.view = view
        self.repaint()

    def action_play_next(self) -> None:
        """Open a new game for the next rung of the ladder."""
        if (each := self.game_progress) is not None:
            from primeparlor.tables.rungs import find_next_stake

            self.app.open("new_game", each.game, stake=find_next_stake(each.ladder))

    def action_open_openings(self) -> None:
        """Open the openings of the game, or say that it has none."""
        if (each := self.game_progress) is not None:
            if each.openings is not None:
                self.app.open("openings", each.game.name)
            else:
                from primeparlor.coach.training.openings import format_none

                self._show_message(Said(format_none(each.game), "", "·"))

    @work(group="review", exclusive=True)
    async def action_review_last(self) -> None:
        """Review the last finished game."""
        from primeparlor import records

        saved_games = self.app.saved_games = self.app.saved_games or create_cache()
        entries = await run_in_thread(saved_games.load_games)
        path = next((entry.path for entry in entries if entry.finished and not entry.fault), None)
        if path is None:
            self._show_message(Said("You have not finished a game yet.", "", "·"))
            return
        try:
            match = (await run_in_thread(lambda: records.load(path))).match
        except records.RecordError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self.app.open("review", match)

    def _show_message(self, message: Said) -> None:
        self.notice = message
        self.repaint()

    # Export and import --------------------------------------------------------------------------------

    @work(group="export", exclusive=True)
    async def action_export(self) -> None:
        """Export everything to a file."""
        try:
            path = await run_in_thread(lambda: export_progress(self.diary, self.today()))
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self.app.farewell = [f"Your progress was exported to {path}"]
            self._show_message(Said(f"Exported to {path}", "", "✓", "good"))

    def action_import(self) -> None:
        """Open a text input for the path of the file to import."""
        self.query_one("#say").display = False
        self.line = PathLine()
        self.query_one("#below").mount(self.line)

    @on(TypedLine.Done)
    def _handle_typed(self, event: TypedLine.Done) -> None:
        self.line = None
        event.line.remove()
        self.query_one("#say").display = True
        if text := (event.text or "").strip():
            self._import_progress(text)

    @work(group="import", exclusive=True)
    async def _import_progress(self, path: str) -> None:
        try:
            async with self._one_by_one:
                sentence = await run_in_thread(lambda: import_progress(self.diary, path))
                self._show_summary(await run_in_thread(self._read_diary))
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self._show_message(Said(sentence, "", "✓", "good"))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_move(-1)

"""The screen of the day: the puzzle of the day with its streak, one more of each game, and the daily duel."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.events import Key

from primeparlor.core import Move, ParlorError
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.messages import Said
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.jobs import Job, JobProgress, run_in_thread
from primeparlor.terminal.tui.screens import today_panel
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.puzzle.due_puzzles import DuePuzzles, count_due_puzzles
from primeparlor.terminal.tui.screens.puzzle.screen import (
    ANSWERING,
    LOOKING,
    QUESTION,
    READING,
    WHY,
    PuzzleScreen,
)
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.terminal.tui.widgets.painted_widget import Values
from primeparlor.wording import name_side

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle

NTH = ("first", "second", "third")
COPIED = Said("Copied.", "It gives no answer away.", "✓", "good")
PRACTICE = Said(calendar_signs.PRACTICE, "Take your time.", "◆", "brass")
PLAYED = Said(*calendar_signs.PLAYED, "◆", "brass")
PRACTISED = Said(calendar_signs.PRACTISED, "", "◆", "brass")
LAST_ONE = Said("This is the only puzzle left.", "Take your time.", "◆", "brass")
REVIEWING = Said("Your duel is being reviewed.", "It takes a moment.", "·")
SURE = "Press a again to see the answer."


class TodayScreen(PuzzleScreen, inherit_bindings=False):
    """The puzzles and the duel of one day. Tries count if that day was today when the screen was opened."""

    back_label = "today"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "more", tooltip="one more"),
        Binding("p", "open_duel", "duel", tooltip="the daily duel"),
        Binding("c", "copy_result", "copy", tooltip="copy the result"),
        WHY,
        *ANSWERING,
        Binding("space", "skip", "later", tooltip="later"),
        Binding("z", "practise", "practise", tooltip="practise"),
        *READING,
    ]

    def __init__(self, day: date | None = None) -> None:
        super().__init__()
        real = calendar_signs.get_today()
        self.day, self.counts = day or real, day in (None, real)
        self.round: Any = None  # the coach is imported in a thread
        self.game = ""  # name of the game whose puzzle is on the board
        self.due_puzzles = DuePuzzles()
        self.searches: dict[str, Job[tuple[Any, Any]]] = {}
        self.warned = False  # True if the answer was requested once
        self.busy = False  # True while a table is being opened
        self.duel: Match | None = None  # the current duel, until it is reviewed
        self.reviewing = False  # True while a duel is being reviewed
        self.duel_lines: list[str] = []  # sentences about the duel, until they are shown here

    def on_mount(self) -> None:
        self.show_game("")

    def on_unmount(self) -> None:
        for search in self.searches.values():
            search.stop()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.round is not None and self.puzzle is not None:
            if self._is_unreviewed() and not self.reviewing:
                self._queue_duel_review()
            self._reload_diary()

    @work(group="again", exclusive=True)
    async def _reload_diary(self) -> None:
        """Reload the diary for what other screens have changed."""
        await run_in_thread(self.diary.reload)
        self.due_puzzles = count_due_puzzles(self.diary)
        self._show_if_done()
        self._show_duel_result()
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for what this day does not offer now, and None while a table is being opened."""
        if self.busy and action != "leave":
            return None
        if action == "copy_result":
            return self.puzzle is not None and self.solved and self._may_share()
        return super().check_action(action, parameters)

    def get_binding_word(self, binding: Binding) -> str:
        if binding.action == "next" and self.round.find_next(self.game) is None:
            return ""
        if binding.action == "open_duel" and (not self.solved or self.round.duel_played):
            return ""
        return super().get_binding_word(binding)

    def take_key(self, event: Key) -> bool:
        if self.busy and event.key not in ("q", "escape"):
            return True
        taken = super().take_key(event)
        self.warned = self.warned and not taken and event.key == "a"
        return taken

    def action_show_game(self, game: str) -> None:
        """Show the puzzle of this game."""
        self.show_game(game)

    def action_practise(self) -> None:
        """Open the puzzles of all games."""
        self.app.open("puzzles")

    def action_open_duel(self) -> None:
        """Open the daily duel, unless it was played."""
        self.open_duel()

    def action_copy_result(self) -> None:
        """Copy the result."""
        self.copy_result()

    def action_answer(self) -> None:
        """Show the answer; if it costs something, warn first."""
        warned, self.warned = self.warned, False
        if warned or not self._warn_first():
            super().action_answer()

    def _warn_first(self) -> bool:
        """Warn what the answer costs, if it costs something; return True if a warning was shown."""
        if not self.counts or self.game != self.round.today.main:
            return False
        self.warned, self.held = True, ""
        self.show_message(Said(self.round.price, SURE, "◆", "brass"))
        return True

    def _may_share(self) -> bool:
        """Return True if there is a result to share."""
        return bool(self.counts and self.round.is_over(self.round.today.main))

    # The puzzles of the day ---------------------------------------------------------------------------

    def show_game(self, game: str) -> None:
        """Show the puzzle of this game, or the puzzle of the day for ""."""
        if game not in self.searches or self.searches[game].failed:
            self.searches[game] = Job(LOOKING, partial(self._find_puzzle, game), self.show_progress)
        self.show_search_result(self.searches[game])

    def _find_puzzle(self, game: str, working: JobProgress) -> tuple[Any, Any]:
        from primeparlor.solve import analyse
        from primeparlor.tables.daily.round import DailyRound

        self.round = self.round or DailyRound(self.day, self.counts, self.troubles.append)
        puzzle = self.round.make_puzzle(game or self.round.today.main, working)
        return puzzle, analyse(puzzle.state, progress=working)

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        self.diary, self.game, first = self.round.diary, puzzle.state.name, not self.game
        self.due_puzzles = count_due_puzzles(self.diary)
        super().show_puzzle(puzzle, analysis)
        self.searches[self.game] = self.searches.get(self.game) or self.searches[""]
        if self.round.is_over(self.game):
            self._show_finished()
        self._search_next()
        if first:
            self._queue_duel_review()

    def build_introduction(self) -> Said:
        if not self.counts:
            return PRACTICE
        return Said(
            self.attempt.limit_text, self.round.describe_rule(self.game) or QUESTION.text, "◆", "brass"
        )

    def build_attempt(self, puzzle: Any) -> Any:
        return self.round.start_attempt(puzzle)

    def _show_finished(self) -> None:
        """Show a finished puzzle with its result."""
        from primeparlor.coach.progress.document import is_solved
        from primeparlor.coach.puzzles.verdict import show_answer

        answer, self.hints = show_answer(self.puzzle, self.analysis), []
        self.answer_shown = not is_solved(self.attempt.tries)
        self.close_puzzle(answer.move)
        shown = Said(answer.heading, answer.text)
        self.show_verdict(shown if self.answer_shown else self.judge_move(answer.move))
        self._show_if_done()

    def _search_next(self) -> None:
        game = self.round.find_next(self.game)
        if game is not None and game not in self.searches:
            self.searches[game] = Job(LOOKING, partial(self._find_puzzle, game), self.show_progress)

    def show_next(self) -> None:
        """Show the next game's puzzle; the duel has a key of its own, as it comes only once a day."""
        game = self.round.find_next(self.game)
        if game is not None:
            self.show_game(game)
        elif not self.solved:
            self.show_message(LAST_ONE)
        elif not self.round.duel_played:
            self.show_message(
                Said("All puzzles of the day are done.", "The daily duel is left: press p.", "◆", "brass")
            )
        elif self.counts and self.day != calendar_signs.get_today():
            self.app.switch_screen(TodayScreen())
        else:
            self._show_if_done()

    def _show_if_done(self) -> None:
        """Show a message when nothing is left of the day."""
        if not self.round.duel_played or self.round.find_next(self.game) is not None or not self.solved:
            return
        if self.counts and self.day != calendar_signs.get_today():
            self.show_message(
                Said("That was all of this day.", "A new day has begun: press n.", "◆", "brass")
            )
            return
        title = GAMES[self.round.tomorrow].title
        self.show_message(Said("You have done everything today.", f"Tomorrow: {title}.", "◆", "brass"))

    # Answers ------------------------------------------------------------------------------------------

    def reject_answer(self, move: Move) -> None:
        """Explain why this answer is wrong, and count the tries left; after the last one, show the answer."""
        super().reject_answer(move)
        left = self.attempt.tries_text
        if self.attempt.is_out:
            wrong = self.verdict.bold
            self.show_answer()
            shown = f"{self.verdict.bold} {self.verdict.text}"
            self.show_verdict(Said(f"{wrong} {left}", shown, "✕", "bad"))
        elif left:
            self.show_verdict(self.verdict._replace(bold=f"{self.verdict.bold} {left}"))

    def accept_answer(self, move: Move) -> None:
        super().accept_answer(move)
        self._search_next()

    def show_answer(self) -> None:
        super().show_answer()
        self.due_puzzles = count_due_puzzles(self.diary)

    def copy_result(self) -> None:
        """Copy the result to the clipboard, and show it too: not every terminal supports copying."""
        self.app.copy_to_clipboard("\n".join(self.round.share))
        self.show_message(COPIED)
        if not self.app.roomy:  # otherwise it is visible beside the board
            message = f"{COPIED.bold} {COPIED.text}"
            self.app.push_screen(TextModal("To share", [*self.round.share, "", message]))

    # The duel -----------------------------------------------------------------------------------------

    def open_duel(self) -> None:
        """Open the daily duel, unless it was played."""
        if self.round.duel_played:
            self.show_message(PLAYED if self.counts else PRACTISED)
            return
        if self.reviewing or self._is_unreviewed():
            self.show_message(REVIEWING)
            return
        self.busy, before = True, self.message
        self.show_message(Said("Laying the table …", "", "·"))
        self._open_table(before)

    @work(group="duel")
    async def _open_table(self, before: Said) -> None:
        from primeparlor.terminal.open_table import NOT_RECORDED, open_duel
        from primeparlor.terminal.progress_bar import ProgressBar
        from primeparlor.terminal.tui.screens.table.duel import NOTE, DuelScreen

        quiet = ProgressBar(GAMES[self.round.today.duel].title)
        quiet.quiet = True
        try:
            seated = await run_in_thread(lambda: open_duel(self.round.today.day, quiet, self.counts))
        except (ParlorError, OSError) as error:
            self.show_message(Said(str(error), "", "✕", "bad"))
            return
        finally:
            self.busy = False
        note = f"{NOT_RECORDED} {seated.unkept}" if seated.unkept else NOTE
        if self.is_attached:
            self.show_message(before)
            self.duel = seated.table.match
            self.app.push_screen(DuelScreen(seated.table, self.app.pace, note, self._review_duel))
        else:
            seated.table.close()

    def _review_duel(self, match: Match, record: str | None) -> list[str]:
        """Review the duel, keep its sentences for this screen, and return them to the duel's screen."""
        self.reviewing, self.duel = True, None
        try:
            self.duel_lines = lines = self.round.review_duel(match, record)
        finally:
            self.reviewing = False
        self.app.call_from_thread(self._show_if_back)
        return list(lines)

    def _show_if_back(self) -> None:
        """Show the result if the player left the table before the review was done."""
        if self.app.screen is self:
            self._show_duel_result()

    def _is_unreviewed(self) -> bool:
        """Return True if the player left the table after the duel had ended but before its review."""
        return self.duel is not None and self.duel.outcome is not None

    def _queue_duel_review(self) -> None:
        """Store a duel that was finished elsewhere, or left before its review."""
        self.reviewing, self.duel = True, None
        self._store_left_duel()

    @work(group="duel")
    async def _store_left_duel(self) -> None:
        try:
            self.duel_lines = await run_in_thread(self.round.store_duels)
        finally:
            self.reviewing = False
        self._show_duel_result()

    def _show_duel_result(self) -> None:
        if self.duel_lines:
            self.show_message(Said(self.duel_lines[0], " ".join(self.duel_lines[1:]), "✓", "good"))
        self.duel_lines = []

    # Painters -----------------------------------------------------------------------------------------

    def build_title(self) -> tuple[str, str]:
        name = "Today" if self.counts else f"{self.day.day} {self.day:%B %Y}"
        if self.round is None:
            return name, ""
        today, title = self.round.today, GAMES[self.game or self.round.today.main].title
        heading = f"{name} № {today.number}{' ◆' * today.is_prime}"
        if not self.app.roomy:
            return heading, title
        if self.game not in ("", today.main):
            return heading, f"one more: {title}"
        return heading, f"{'a prime day' if today.is_prime else today.name}: {title}"

    def build_turn_line(self) -> TurnLine:
        state = self.puzzle.state
        about = self.about
        aside = f"{self.day.day} {self.day:%B}  {about.stars}" if self.app.roomy else about.stars
        if self.answer_shown:
            return TurnLine(state.turn, "Answer shown", "It comes back another day.", aside)
        if self.solved:
            return TurnLine(state.turn, "Solved", self._format_try(), aside, lit=True)
        title = "Have another go" if "-" in self.attempt.tries else name_side(state.turn)
        return TurnLine(state.turn, title, self.name_variant(title, aside), aside)

    def _format_try(self) -> str:
        return f"on the {NTH[self.attempt.tries.count('-')]} try."

    def build_strip_text(self) -> str:
        if not self.solved:
            return super().build_strip_text()
        signs = "".join(map(self.round.get_sign, self.round.today.others))
        duel = self.round.duel_result if self.round.duel_played else "·"
        first = self.round.share[-1].split(",")[0] if self.counts else "Practice"
        return f"{first}   more {signs}   duel {duel}"

    def list_values(self) -> dict[str, Values]:
        listed = super().list_values()
        if self.puzzle is None:
            return listed
        tries = tuple(map(self.round.get_tries, self.round.games))
        duel = self.round.duel_played, self.round.duel_result
        day = tries, *duel, self.round.streak, self.round.weeks, self.due_puzzles
        return listed | {"side": (*listed["side"], self.solved, *day)}

    def _draw_side(self, c: Canvas, puzzle: Puzzle | None, *values: Any) -> None:
        c.panel()
        if puzzle is None:
            return
        y = 1
        if not self.solved:
            y = c.para(2, y, c.w - 4, puzzle.question, "ink")
            c.rule(y)
            y += 1
        if (self.hints or self.count_verdict_rows(c)) and not self.solved:
            if self.counts:
                y = today_panel.draw_streak_row(c, y, self.round) + 1
                c.rule(y - 1)
            self.draw_details(c, y)
        else:
            today_panel.draw_day(c, self.round, self.game, self.due_puzzles, y)

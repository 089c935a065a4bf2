"""The rush screen: one puzzle after another against the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Key

from primeparlor.core import Move, ParlorError, State
from primeparlor.games import GAMES, game_of
from primeparlor.messages import Said, Seats, seat_solver
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.drawing.board import Key as Tile
from primeparlor.terminal.drawing.board import Listing, View
from primeparlor.terminal.drawing.default import LISTING
from primeparlor.terminal.tui.base import BoardScreen, Items, ShownBoard
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.jobs import LOOKING, JobProgress, PuzzleSupply, ReadyPuzzle, run_in_thread
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.puzzle.screen import AnswerRefusal, build_view, read_answer
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.panels import RushOffer, Slip
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values, draw_with
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.coach.progress.document import RushScore
    from primeparlor.coach.training.rush import Rush

READY = Said("Enter begins.", "The clock stands until then.", "◆", "brass")
SOON = Said(f"{LOOKING} …", "The clock stands until it is there.", "·")
RUNS = Said("The clock runs.", "The first ones are the easiest.", "◆", "brass")
ALWAYS = ("q", "t", "?")  # keys that no board takes
Phase = Literal["before", "rush", "after"]
PHASES: Sequence[Phase] = ("before", "rush", "after")
OWN_PHASE: dict[str, Phase] = {
    **dict.fromkeys(("begin", "choose", "choose_next"), "before"),
    **dict.fromkeys(("skip", "open_line", "stop"), "rush"),
    **dict.fromkeys(("repeat", "practise"), "after"),
}
GAME = Binding.Group("another game")
ANOTHER = "another game, before you begin"
TICK = 0.1  # seconds between two checks of the clock


class RushScreen(BoardScreen):
    """The page before a rush, the rush itself, and the page after it, one `phase` after another."""

    back_label = "the rush"
    input_keys: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin", tooltip="begin"),
        Binding("left", "choose_next(-1)", "another game", group=GAME, tooltip=ANOTHER),
        Binding("right", "choose_next(1)", "another game", group=GAME, tooltip=ANOTHER),
        Binding("up", "choose_next(-1)", show=False),
        Binding("down", "choose_next(1)", show=False),
        *(Binding(f"{at}", f"choose({at})", show=False) for at in range(10)),
        Binding("a", "repeat", "again", tooltip="again, when it is over"),
        Binding("space", "skip", "skip", tooltip="skip: it costs only the time"),
        Binding("w", "explain", "why", tooltip="why"),
        Binding("z", "practise", "puzzles", tooltip="puzzles, when it is over"),
        Binding("slash", "open_line", show=False, tooltip="type an answer"),
        Binding(LISTING, "show_listing", show=False),
        Binding("escape", "stop", "stop", tooltip="stop, and see your score", id=LEAVE),
        Binding("escape", "leave", show=False),
        Binding("q", "leave", "leave", tooltip="leave; your score is kept", id=LEAVE),
    ]

    def __init__(
        self,
        game: str | None = None,
        now: Callable[[], float] = time.monotonic,
        random: Random | None = None,
        today: Callable[[], date] = calendar_signs.get_today,
    ) -> None:
        super().__init__()
        names = [None, *GAMES.ours, *([game] if game and game not in GAMES.ours else [])]
        self.offers = [RushOffer(name, GAMES[name].title if name else "All games") for name in names]
        self.chosen = names.index(game)
        self.now, self.random, self.today = now, random or SystemRandom(), today
        self.phase: Phase = "before"
        self.rush: Rush | None = None  # the coach is imported after the screen has opened
        self.diary: Any = None
        self.current: ReadyPuzzle | None = None
        self.facts: dict[str, Any] = {}  # of the position on the board, visible to everybody
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.view = View(self.seats, 1)  # of the player to move there
        self.slips = list[Slip]()
        self.own_score: RushScore | None = None  # the score of the finished rush
        self.message, self.progress_text, self.trouble = READY, LOOKING, ""
        self.covered = False  # True if another screen covers this one
        self.supply = PuzzleSupply(self._show_progress)
        self.no_puzzles = False  # True if no puzzle can be generated
        self.page: TextModal | None = None  # the open page that belongs to the board

    @property
    def offer(self) -> RushOffer:
        """The selected offer: one game, or all of them."""
        return self.offers[self.chosen]

    @property
    def state(self) -> Any:
        """The position on the board, or None."""
        return self.current.puzzle.state if self.current else None

    @property
    def listing(self) -> Listing | None:
        return board_of(self.state).listing(self.facts) if self.state else None

    def build_view(self, hover: str = "") -> View:
        """Return the board's view from the side of the player to move."""
        return self.view._replace(held=self.held, tried=self.tried, hover=hover)

    def on_mount(self) -> None:
        self.query_one("#strip").display = True
        self.show_keys(False)
        self.set_interval(TICK, self._check_clock)
        self._prepare_rush()

    def on_screen_suspend(self) -> None:
        self._update_clock()
        super().on_screen_suspend()

    def on_screen_resume(self) -> None:
        self.page = None
        self._update_clock()
        super().on_screen_resume()

    def on_unmount(self) -> None:
        self.supply.stop()
        if self.phase == "rush" and self.rush is not None:  # the player quits the app during a rush
            self._store_score(self.rush)

    # Making puzzles -----------------------------------------------------------------------------------

    def _prepare_rush(self) -> None:
        """Start a new rush and generate its first puzzles."""
        self.supply.stop()
        self.supply = PuzzleSupply(self._show_progress)
        self.rush = self.current = None
        self.no_puzzles = False
        self._make_puzzles(self.supply)

    @work(exclusive=True)
    async def _make_puzzles(self, supply: PuzzleSupply) -> None:
        try:
            rush = await run_in_thread(self._open_rush)
            self.rush = rush
            if self.covered:
                rush.pause()
            self._show_scores()
            await supply.run(lambda working: self.make_puzzle(rush, working), self._show_puzzle)
        except ParlorError as error:
            self._show_failure(str(error))

    def _open_rush(self) -> Rush:
        """Create a rush, and the diary the first time; called in a thread."""
        from primeparlor.coach.progress.diary import open_diary
        from primeparlor.coach.training.rush import Rush

        self.diary = self.diary or open_diary(self._store_trouble)
        return Rush(self.offer.name, self.random, self.now, self.diary.cards)

    def make_puzzle(self, rush: Rush, working: JobProgress) -> ReadyPuzzle:
        """Generate the next puzzle; called in a thread."""
        from primeparlor.coach.reasons import explain_move
        from primeparlor.solve import analyse

        puzzle = rush.generate_next(working)
        analysis = analyse(puzzle.state, progress=working)
        return ReadyPuzzle(puzzle, explain_move(puzzle.state, analysis, puzzle.answers[0]).sentence)

    def _show_progress(self, text: str) -> None:
        """Show the progress of the search; called in its thread."""
        self.progress_text = text
        self.app.call_from_thread(self.repaint)

    def _show_failure(self, why: str) -> None:
        """Show why there are no more puzzles."""
        self.no_puzzles = True
        if self.phase == "rush":
            self._finish_rush()
        first, _, rest = why.partition(". ")
        self.show_message(Said(f"{first}." if rest else first, rest, "✕", "bad"))

    def _store_trouble(self, sentence: str) -> None:
        """Store the diary's fault until the screen can show it."""
        self.trouble = sentence

    # The rush -----------------------------------------------------------------------------------------

    def _begin_rush(self) -> None:
        self.phase, self.slips, self.own_score = "rush", [], None
        self.show_message(SOON)
        self._show_puzzle()

    def _show_puzzle(self) -> None:
        """Show the next puzzle, if the rush runs, the board is empty and a puzzle is ready."""
        if self.phase != "rush" or self.current or not self.rush or not (ready := self.supply.take()):
            return
        self.current = ready
        self.seats, self.held, self.tried = seat_solver(self.state.turn), "", ()
        self.facts, self.view = game_of(self.state).facts(self.state), build_view(self.state, self.seats)
        self.show_keys(bool(board_of(self.state).keys(self.facts, self.build_view())))
        self.rush.show_puzzle(ready.puzzle)
        self.show_message(self.message if self.rush.marks else RUNS)

    def _check_clock(self) -> None:
        """End the rush when the time is up; repaint the clock."""
        if self.phase != "rush" or self.rush is None:
            return
        if self.page is not None:
            self._update_clock()  # the window may have become too small meanwhile
        if self.rush.over:
            self._finish_rush()
        else:
            self.parts["strip"].repaint()

    def _update_clock(self) -> None:
        """Stop the clock if another screen covers this one, unless it is a page that belongs to the board."""
        self.covered = self.app.screen not in (self, self.page)
        if self.rush is not None:
            (self.rush.pause if self.covered else self.rush.resume)()

    def _finish_rush(self) -> None:
        """End the rush, store the score and show it; a rush that has not started has none."""
        if self.rush is None:
            self._cancel_rush()
            return
        self.rush.stop()
        self.supply.stop()
        self.close_line()
        if self.page is not None and self.page.is_current:
            self.page.dismiss()
        self.phase, self.current, self.held = "after", None, ""
        self.show_keys(False)
        self.message = self._store_result(self.rush)
        self._show_scores()

    def _cancel_rush(self) -> None:
        """Return to the page before, and generate the first puzzles anew if possible."""
        self.phase = "before"
        self.show_message(READY)
        if not self.no_puzzles:
            self._prepare_rush()

    def _store_result(self, rush: Rush) -> Said:
        """Store the score and return the final message."""
        end = panels.format_end(rush, self.offer.scores)
        self._store_score(rush)
        both = f"{end.bold} {end.text}".strip()
        return Said(both, self.trouble, end.glyph, "bad") if self.trouble else end

    def _store_score(self, rush: Rush) -> None:
        """Store the score, if there is any."""
        from primeparlor.coach.progress.document import RushScore

        if rush.right:
            self.own_score = RushScore(self.today(), rush.right, rush.slips)
            self.diary.store_rush(self.offer.name, *self.own_score)

    def _show_scores(self) -> None:
        self.offers = [offer.with_scores(self.diary.rush) for offer in self.offers]
        if self.trouble and self.phase == "before":
            self.message = Said(self.trouble, "", "✕", "bad")
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for what this phase does not offer, and None for what comes only in a later one."""
        if (ahead := self._count_phases_to(action)) != 0:
            return None if ahead > 0 else False
        match action:
            case "begin":
                return not self.no_puzzles
            case "choose":
                return parameters[0] in range(len(self.offers))
            case "skip" | "open_line":
                return self.state is not None
            case "explain":
                return bool(self.slips) if self.phase == "after" else self.state is not None and self.is_cut
            case "show_listing":
                return self.listing is not None
        return True

    def _count_phases_to(self, action: str) -> int:
        """Return how far ahead of this phase the one of this action is; 0 if it has none of its own."""
        return PHASES.index(OWN_PHASE.get(action, self.phase)) - PHASES.index(self.phase)

    def get_binding_word(self, binding: Binding) -> str:
        if self._count_phases_to(binding.action) or (binding.action == "leave" and self.phase == "rush"):
            return ""
        if binding.action == "stop":
            return "put back" if self.held else "stop"
        return super().get_binding_word(binding)

    @property
    def needed_keys(self) -> Sequence[str]:  # type: ignore[override]
        return ("w", *super().needed_keys)

    @property
    def help_state(self) -> State | None:
        if self.current is not None:
            return self.current.puzzle.state
        return GAMES[self.offer.name].start() if self.offer.name else None

    def get_shown_board(self) -> ShownBoard | None:
        return ShownBoard(board_of(self.state), self.facts, self.build_view()) if self.state else None

    def take_key(self, event: Key) -> bool:
        """Answer with a key of the board, or select a part of the answer."""
        key = event.character if event.is_printable and event.character else event.key
        if not self.state or key in ALWAYS:
            return False
        pressed = board_of(self.state).press(self.facts, self.build_view(), key)
        if pressed is None:
            return False
        if pressed.move:
            self._judge_answer(pressed.move)
        else:
            self.held = pressed.held
            self.repaint()
        return True

    def action_begin(self) -> None:
        """Begin the rush."""
        self._begin_rush()

    def action_choose_next(self, by: int) -> None:
        """Choose the game before or after the chosen one."""
        self.action_choose((self.chosen + by) % len(self.offers))

    def action_choose(self, at: int) -> None:
        """Choose one game, or all of them."""
        if at != self.chosen:
            self.chosen = at
            self._prepare_rush()
            self.show_message(READY)

    def action_repeat(self) -> None:
        """Begin another rush of the same kind."""
        self._prepare_rush()
        self._begin_rush()

    def action_skip(self) -> None:
        """Skip this puzzle."""
        self._skip_puzzle()

    def action_explain(self) -> None:
        """Show in full the message, or after the rush every slip with the right answer."""
        if self.phase == "after":
            self.app.push_screen(TextModal("Why", panels.explain_slips(self.slips)))
        else:
            self.app.push_screen(TextModal(self.message.bold, [self.message.text]))

    def action_practise(self) -> None:
        """Open the puzzles of this game, or of all games."""
        self.app.open("puzzles", self.offer.name)

    def action_open_line(self) -> None:
        """Open the text input in place of the message."""
        self.open_line()

    def action_show_listing(self) -> None:
        """Show in full what does not fit on the board; the clock goes on."""
        if (listing := self.listing) is not None:
            self.page = TextModal(listing.title, listing.lines)
            self.app.push_screen(self.page)

    def action_stop(self) -> None:
        """Cancel the choice, if there is one; else end the rush."""
        if self.held:
            self.held = ""
            self.repaint()
        else:
            self._finish_rush()

    def leave(self) -> None:
        if self.phase == "rush" and self.rush is not None:
            self._finish_rush()
        super().leave()

    @on(TypedLine.Done)
    def _answer_typed(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip() and self.state:
            self._judge_answer(event.text)

    # Answers ------------------------------------------------------------------------------------------

    def _judge_answer(self, text: str) -> None:
        """Judge this answer: right, a slip, too late, or not a try."""
        assert self.current is not None
        assert self.rush is not None
        from primeparlor.coach.training.rush import format_try

        (puzzle, why), self.held = self.current, ""
        move = read_answer(puzzle, text, self.seats)
        if isinstance(move, AnswerRefusal):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self.show_message(move.message)
            return
        right = self.rush.answer(move)
        if right is None:
            self._finish_rush()
            return
        if not right:
            self.diary.store_answer(puzzle, False, first=False)  # it comes back, but the rating stays
            self.slips.append(panels.build_slip(puzzle, move, why))
        sign = ("✓", "good") if right else ("✕", "bad")
        self._show_verdict(Said(format_try(puzzle, move), why, *sign))

    def _skip_puzzle(self) -> None:
        """Skip to the next puzzle."""
        assert self.current is not None
        assert self.rush is not None
        from primeparlor.coach.training.rush import format_try

        puzzle, why = self.current
        self.rush.skip()
        self._show_verdict(Said(format_try(puzzle, None), why, "→"))

    def _show_verdict(self, message: Said) -> None:
        assert self.rush is not None
        self.message, self.current = message, None
        if self.rush.over:
            self._finish_rush()
        else:
            self._show_puzzle()
            self.repaint()

    def repaint(self) -> None:
        super().repaint()
        self.refresh_bindings()

    def show_message(self, message: Said) -> None:
        """Show a message in place of the last one."""
        self.message = message
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    @property
    def is_cut(self) -> bool:
        """True if the message has too little room for its text."""
        return chrome.layout_message(self.message, self.query_one("#below").size.width).cut

    def build_parts(self) -> list[PaintedWidget]:
        return [
            PaintedWidget(chrome.draw_header, "head", "wall"),
            PaintedWidget(panels.draw_clock, "strip", "wall", self._list_clock_values),
            PaintedWidget(draw_with, "board"),
            PaintedWidget(chrome.draw_keys, "keys", "wall"),
            PaintedWidget(chrome.draw_message, "say"),
            PaintedWidget(draw_with, "side"),
            KeyFooter(),
        ]

    def list_values(self) -> dict[str, Values]:
        limit, tiles, over_keys = None, list[Tile](), self.parts["keys"].hover
        if self.phase == "rush":  # the rail must not answer what a board asks
            limit = board_of(self.state).rail(self.facts) if self.state else 0
        if self.state and not self.covered:
            tiles = board_of(self.state).keys(self.facts, self.build_view(over_keys))
        return {
            "head": ("Rush", self.offer.title, limit),
            "board": self._list_board_values(),
            "keys": (tiles, over_keys),
            "say": (self.message,),
            "side": self._list_side_values(),
        }

    def _list_clock_values(self) -> Values:
        counts = self.phase == "rush" and not self.app.roomy
        return panels.read_clock(self.rush, self.size.width, counts)

    def _list_board_values(self) -> Values:
        framed = self.app.roomy
        if self.phase == "before":
            return panels.draw_intro, self.offers, self.chosen, framed
        if self.phase == "after" and self.rush is not None:
            return panels.draw_result, self.rush.marks, tuple(self.slips), framed
        if self.covered or self.current is None or self.rush is None:
            return panels.draw_waiting, "" if self.covered else self.progress_text, framed
        view = self.build_view(self.parts["board"].hover)
        return panels.draw_puzzle, self.current.puzzle, 1 + len(self.rush.marks), self.facts, view, framed

    def _list_side_values(self) -> Values:
        if self.phase == "rush" and self.rush is not None:
            return panels.draw_score, self.rush.marks, self.offer.best
        return panels.draw_best_scores, self.offer, self.own_score

"""The base screen for puzzles: a board, a question, and an explanation of each try."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Key as KeyEvent

from primeparlor import notation
from primeparlor.core import Move, ParlorError, State, capital
from primeparlor.games import game_of
from primeparlor.messages import Said, Seats, seat_solver
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing.board import CROSSED, Key, Listing, Press, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.default import LISTING
from primeparlor.terminal.tui.base import BoardScreen, Items, ShownBoard
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.jobs import Job, JobCancelled, JobProgress
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values, draw_with
from primeparlor.terminal.tui.widgets.text_input import TypedLine
from primeparlor.wording import name_side

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle

WHY = Binding("w", "explain", "why", tooltip="why: the last try explained")
ANSWERING = [
    Binding("h", "hint", "hint", tooltip="next hint"),
    Binding("a", "answer", "answer", tooltip="show the answer"),
    Binding("enter", "answer_held", show=False, tooltip="answer with what is chosen"),
    Binding("escape", "cancel", show=False, tooltip="cancel your choice"),
]
READING = [
    Binding("slash", "open_line", "type", tooltip="type a move"),
    Binding(LISTING, "show_listing", show=False),
    Binding("b", "open_rules", show=False, tooltip="the rules"),
    Binding("escape", "leave", show=False),
    Binding("space,enter", "next", show=False),
    Binding("q", "leave", "leave", tooltip="back, like Esc", id=LEAVE),
]
ALWAYS = ("q", "t", "?")  # keys that no board takes
ALL_OPEN = "All hints are open."
LOOKING = "Looking for a puzzle"
QUESTION = Said("Take your time.", "A wrong try is explained.", "◆", "brass")


class AnswerRefusal(NamedTuple):
    """An answer that does not count as a try: the message, and the move if the rules forbid it."""

    message: Said
    move: Move | None = None


class PuzzleScreen(BoardScreen):
    """A screen with one puzzle at a time; subclasses define the next puzzle and the side panel."""

    heading, back_label = "Puzzles", "the puzzles"
    input_keys: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "next puzzle", tooltip="the next puzzle"),
        WHY,
        *ANSWERING,
        Binding("space", "skip", "skip", tooltip="skip"),
        *READING,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.puzzle: Any = None  # Any: the coach is imported with the first search
        self.about: Any = None  # the heading of this puzzle
        self.position: State | None = None  # on the board; after the end, with the answer played
        self.facts: dict[str, Any] = {}  # of this position, visible to everybody
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.view = View(self.seats, 1)  # of the player who has to answer, at the start of the puzzle
        self.hints, self.all_open = list[str](), False  # True once there are no more hints
        self.solved = self.answer_shown = False  # `solved` means over, also if the answer was given
        self.message = self.verdict = Said("")  # the last message, and the last verdict
        self._question: Said | None = None  # asks whether what is held is the answer
        self._before = self.message  # what was said before
        self.analysis: Any = None
        self.attempt: Any = None
        self.diary: Any = None
        self.search: Job[tuple[Any, Any]] | None = None  # the current search
        self.troubles = list[str]()  # problems with the diary, each to be shown once

    def build_view(self, hover: str = "") -> View:
        """Return the view of the player who has to answer."""
        return self.view._replace(
            held=self.held, tried=self.tried, yours=not self.solved, over=self.solved, hover=hover
        )

    @property
    def listing(self) -> Listing | None:
        return None if self.puzzle is None else board_of(self.puzzle.state).listing(self.facts)

    def on_unmount(self) -> None:
        if self.search is not None:
            self.search.stop()

    # The puzzle ---------------------------------------------------------------------------------------

    def show_search_result(self, search: Job[tuple[Any, Any]]) -> None:
        """Show the puzzle of this search: at once if it is found, else when the search ends."""
        self.search, self.puzzle, self.hints, self.verdict = search, None, [], Said("")
        if search.found is not None:
            self.show_puzzle(*search.found)
            return
        search.awaited = True
        self.show_message(Said(f"{LOOKING} …", "", "·"))
        self._await_search(search)

    @work(exclusive=True)
    async def _await_search(self, search: Job[tuple[Any, Any]]) -> None:
        try:
            found = await search.wait()
        except JobCancelled:
            return
        except ParlorError as error:
            first, _, rest = str(error).partition(". ")
            self.show_message(Said(first if not rest else f"{first}.", rest, "✕", "bad"))
            return
        if self.search is search:
            self.show_puzzle(*found)

    def show_progress(self, text: str) -> None:
        """Show the progress of the search; called in its thread."""
        self.app.call_from_thread(self.show_message, Said(text, "", "·"))

    @property
    def working(self) -> JobProgress | None:
        """The progress of the current search, or None."""
        return self.search.progress if self.search else None

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        """Show this puzzle and reset the state of the last one."""
        from primeparlor.coach.puzzles.header import build_header

        self.puzzle, self.analysis, self.attempt = puzzle, analysis, self.build_attempt(puzzle)
        self.about = build_header(puzzle)
        self._place_position(puzzle.state)
        self.held, self.tried = "", tuple(self.attempt.tried)
        self.hints = self.attempt.list_hints(analysis)
        self.solved = self.answer_shown = self.all_open = False
        self.verdict, self.unknown = Said(""), 0
        self.seats = seat_solver(puzzle.state.turn)
        self.view = build_view(puzzle.state, self.seats)
        self.show_keys(bool(board_of(puzzle.state).keys(self.facts, self.build_view())))
        self.show_message(self.build_introduction())

    def build_introduction(self) -> Said:
        """Return the message under a puzzle that nobody has tried yet."""
        return QUESTION

    def build_attempt(self, puzzle: Any) -> Any:
        """Return the object that records the tries at this puzzle."""
        from primeparlor.coach.training.practice import Attempt

        return Attempt(puzzle, self.diary)

    def show_next(self) -> None:
        """Go on to the next puzzle."""
        raise NotImplementedError

    # Keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for what this puzzle does not offer now, and None for what needs a choice first."""
        if self.puzzle is None or action == "leave":
            return action == "leave"
        match action:
            case "next":
                return self.solved
            case "hint" | "answer" | "skip" | "open_line":
                return not self.solved
            case "answer_held" | "cancel":
                return not self.solved and (bool(self.held) or None)
            case "explain":
                return self.solved or bool(self.verdict.bold) or self.is_cut(self.message)
            case "show_listing":
                return self.listing is not None
        return True

    def get_binding_word(self, binding: Binding) -> str:
        if binding.action != "explain" or self.solved or self.is_cut(self.verdict):
            return super().get_binding_word(binding)
        return "all of it" if self.is_cut(self.message) else ""

    @property
    def needed_keys(self) -> Sequence[str]:  # type: ignore[override]
        cut = self.puzzle is not None and (self.is_cut(self.message) or self.is_cut(self.verdict))
        return (*["w"] * cut, *super().needed_keys)

    @property
    def help_state(self) -> State | None:
        return None if self.puzzle is None else self.puzzle.state

    def get_shown_board(self) -> ShownBoard | None:
        if self.puzzle is None or self.solved:
            return None
        return ShownBoard(board_of(self.puzzle.state), self.facts, self.build_view())

    def take_key(self, event: KeyEvent) -> bool:
        """Select or answer a move with a key of the board, which takes precedence over the others."""
        key = event.character if event.is_printable and event.character else event.key
        if self.puzzle is None or key in ALWAYS:
            return False
        taken = not self.solved and self._take_move(key)
        active = self.active_bindings.get(event.key)
        self.count_unknown(taken or (active is not None and active.enabled))
        return taken

    def _take_move(self, key: str) -> bool:
        """Select or answer the move of this key; return False if it has none.

        The first press only selects it, on boards whose keys play at once.
        """
        board = board_of(self.puzzle.state)
        pressed = board.press(self.facts, self.build_view(), key)
        if pressed is None:
            return False
        if pressed.move and (self.held == pressed.move or not board.plays_at_once):
            self.judge_answer(pressed.move)
        else:
            self.select_move(pressed.move or pressed.held, lifted=key if pressed.move or pressed.asks else "")
        return True

    def action_next(self) -> None:
        """Go on to the next puzzle."""
        self.show_next()

    def action_skip(self) -> None:
        """Go on to the next puzzle, with this one unsolved."""
        self.show_next()

    def action_hint(self) -> None:
        """Show the next hint."""
        self.show_hint()

    def action_answer(self) -> None:
        """Show the answer."""
        self.show_answer()

    def action_answer_held(self) -> None:
        """Answer with the move that is chosen, as Enter does on the board."""
        self._take_move("enter")

    def action_cancel(self) -> None:
        """Cancel the choice."""
        self.select_move("")

    def action_explain(self) -> None:
        """Show the last verdict in full; once the puzzle is over, the reasons for every move."""
        self.show_reasons()

    def action_open_line(self) -> None:
        """Open the text input in place of the message."""
        self.open_line()

    def action_show_listing(self) -> None:
        """Show in full what does not fit on the board."""
        if (listing := self.listing) is not None:
            self.app.push_screen(TextModal(listing.title, listing.lines))

    def action_open_rules(self) -> None:
        """Open the rules of the game on the board."""
        self.app.open("rules", self.puzzle.state)

    def select_move(self, held: str, lifted: str = "") -> None:
        """Select a move by this key and ask whether it is the answer, or clear the selection."""
        self.held = held
        if self.message is self._question:
            self.message = self._before
        if lifted:
            named = f"{key} or " if (key := self._find_key(held, lifted)) else ""
            how = f"Press {named}Enter to answer, Esc to put it back."
            tiles = board_of(self.puzzle.state).keys(self.facts, self.build_view())
            label = next((tile.label for tile in tiles if tile.key == lifted), held)
            self._before = self.message
            self._question = self.message = Said(f"{label}?", how, "○", "brass")
        self.repaint()

    def _find_key(self, move: str, pressed: str) -> str:
        """Return the one-character key that plays this move, preferably the pressed one; "" without one."""
        board = board_of(self.puzzle.state)
        for key in (pressed, move):
            means = board.press(self.facts, self.build_view(), key) if len(key) == 1 else None
            if means is not None and means.move == move:
                return key
        return ""

    @on(TypedLine.Done)
    def _answer_typed(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip():
            self.judge_answer(event.text)

    # Answers and hints --------------------------------------------------------------------------------

    def judge_answer(self, text: str) -> None:
        """Judge an answer in the game's notation; an invalid one costs nothing."""
        self.held = ""
        move = read_answer(self.puzzle, text, self.seats)
        if isinstance(move, AnswerRefusal):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self.show_message(move.message)
        elif self.attempt.answer(move):
            if self.attempt.is_over:
                self.accept_answer(move)
            else:
                self.continue_line(self.judge_move(move))
        else:
            self.reject_answer(move)

    def accept_answer(self, move: Move) -> None:
        """Close the puzzle after a right answer and explain it."""
        self.close_puzzle(move)
        self.show_verdict(self.judge_move(move))

    def continue_line(self, verdict: Said) -> None:
        """Show the next decision of a line, with what was played before it."""
        from primeparlor.coach.puzzles.verdict import describe_next
        from primeparlor.solve import analyse

        self.puzzle = self.attempt.puzzle
        self.analysis = analyse(self.puzzle.state)
        self._place_position(self.puzzle.state)
        self.held, self.tried = "", tuple(self.attempt.tried)
        self.hints, self.all_open = [], False
        self.view = build_view(self.puzzle.state, self.seats)
        self.show_keys(bool(board_of(self.puzzle.state).keys(self.facts, self.build_view())))
        self.show_verdict(verdict._replace(text=f"{verdict.text} {describe_next(self.puzzle)}".strip()))

    def reject_answer(self, move: Move) -> None:
        """Explain why this answer is wrong, without the right one."""
        self.tried = (*self.tried, move)
        self.show_verdict(self.judge_move(move))

    def close_puzzle(self, move: Move) -> None:
        """Mark the puzzle as over and show the position after the answer."""
        self.solved, self.held = True, ""
        self._place_position(self.puzzle.state.play(move))

    def _place_position(self, position: State) -> None:
        """Place a position on the board."""
        self.position, self.facts = position, game_of(position).facts(position)

    def judge_move(self, move: Move) -> Said:
        """Return the verdict on this move and its reason."""
        from primeparlor.coach.puzzles.verdict import judge_answer

        verdict = judge_answer(self.puzzle, self.analysis, move)
        return Said(verdict.named, verdict.text, *(("✓", "good") if verdict.right else ("✕", "bad")))

    def show_hint(self) -> None:
        """Show the next hint; after the last one, all of them in a dialog."""
        hint = self.attempt.give_hint(self.analysis)
        self.all_open = hint in self.hints  # asking after the last hint returns it again
        self.hints = self.hints if self.all_open else [*self.hints, hint]
        message = Said(ALL_OPEN if self.all_open else f"Hint {self.attempt.step}", hint, "◆", "brass")
        short = message._replace(text="It stands in full at the side.")
        self.show_message(short if self.app.roomy and self.is_cut(message) else message)
        if self.all_open:
            every = [f"{at}. {each}" for at, each in enumerate(self.hints, 1)]
            self.app.push_screen(TextModal(ALL_OPEN, every))
        elif not self.app.roomy and self.is_cut(message):
            self.app.push_screen(TextModal(message.bold, [hint], self.action_hint))

    def show_answer(self) -> None:
        """Show the answer; the puzzle will be asked again another day."""
        answer = self.attempt.show_answer(self.analysis)
        self.answer_shown = True
        if self.attempt.is_over:
            self.close_puzzle(answer.move)
            self.show_verdict(Said(answer.heading, answer.text, "→"))
        else:
            self.continue_line(Said(answer.heading, answer.text, "→"))

    def show_reasons(self) -> None:
        """Show in a dialog the full message or last verdict; once solved, the reasons for every move."""
        if not self.solved:
            message = self.verdict if self.verdict.bold and not self.is_cut(self.message) else self.message
            self.app.push_screen(TextModal(message.bold, [message.text]))
            return
        legal = [choice.move for choice in self.analysis.moves]
        moves = dict.fromkeys([*self.puzzle.answers, *self.tried, *legal])
        shown = {move: notation.format_move(self.puzzle.state, move) for move in moves if move in legal}
        reasons = [f"{capital(name)}: {self.judge_move(move).text}" for move, name in shown.items()]
        self.app.push_screen(TextModal("Why", [line for text in reasons for line in (text, "")][:-1]))

    def show_verdict(self, verdict: Said) -> None:
        """Show the verdict on a try, and keep it to be read again."""
        self.verdict = verdict
        self.show_message(verdict)

    def repaint(self) -> None:
        super().repaint()
        self.refresh_bindings()

    def show_message(self, message: Said) -> None:
        """Show a message; a problem with the diary takes its place once."""
        self.message = Said(self.troubles.pop(0), "", "✕", "bad") if self.troubles else message
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def build_title(self) -> tuple[str, str]:
        """Return the title of the screen and the text at the right end of the header."""
        return self.heading, ""

    def build_turn_line(self) -> TurnLine:
        """Return the line above the board."""
        state, ended = self.puzzle.state, "Answer shown" if self.answer_shown else "Solved"
        title = ended if self.solved else name_side(state.turn)
        lit = self.solved and not self.answer_shown
        return TurnLine(state.turn, title, self.name_variant(title), self.about.stars, lit)

    def name_variant(self, title: str, aside: str = "") -> str:
        """Return the variant, after its game where both fit in the turn line."""
        full = f"{self.about.game}, {self.about.variant}"
        width = self.query_one("#board", PaintedWidget).size.width - 2 * self.app.roomy
        room = width - len(f" ■ {title}  ") - len(aside or self.about.stars) - 3
        return full if len(full) < room else self.about.variant

    def build_strip_text(self) -> str:
        """Return the text above the board in windows without a side panel."""
        return str(self.puzzle.question)

    def build_parts(self) -> list[PaintedWidget]:
        return [
            PaintedWidget(chrome.draw_header, "head", "wall"),
            PaintedWidget(chrome.draw_strip, "strip", "wall"),
            PaintedWidget(draw_with, "board"),
            PaintedWidget(chrome.draw_keys, "keys", "wall"),
            PaintedWidget(chrome.draw_message, "say"),
            PaintedWidget(self._draw_side, "side"),
            KeyFooter(),
        ]

    def list_values(self) -> dict[str, Values]:
        if self.puzzle is None:
            waiting = "" if self.message.kind == "bad" else self.message.bold  # the message says it
            return {
                "head": (*self.build_title(), 0),
                "strip": ("",),
                "board": (draw_waiting, waiting),
                "keys": ((), ""),
                "say": (self.message,),
                "side": (None,),
            }
        board, facts = board_of(self.puzzle.state), self.facts
        over_board, over_keys = self.parts["board"].hover, self.parts["keys"].hover
        turn, view = self.build_turn_line(), self.build_view(over_board)
        return {
            "head": (*self.build_title(), board.rail(facts)),
            "strip": (self.build_strip_text(),),
            "board": (chrome.draw_board, turn, board, facts, view, self.app.roomy),
            "keys": (self._build_tiles(self.build_view(over_keys)), over_keys),
            "say": (self.message,),
            "side": (self.puzzle, self.is_cut(self.verdict) and self.verdict, self.hints, self.all_open),
        }

    def _draw_side(self, c: Canvas, puzzle: Puzzle | None, *values: Any) -> None:
        raise NotImplementedError

    def _build_tiles(self, view: View) -> list[Key]:
        """Return the tiles below the board; those of tried moves are marked."""
        board, facts = board_of(self.puzzle.state), self.facts
        tiles = board.keys(facts, view)
        if self.solved:
            return [tile._replace(off=True, word="", chosen=False) for tile in tiles]
        if not self.tried or not board.plays_at_once:
            return tiles
        tried = {
            tile.key for tile in tiles if self._parse_press(board.press(facts, view, tile.key)) in self.tried
        }
        return [tile._replace(word=CROSSED, ink="bad") if tile.key in tried else tile for tile in tiles]

    def _parse_press(self, pressed: Press | None) -> Move | None:
        with suppress(notation.NotationError):
            return notation.parse(self.puzzle.state, pressed.move) if pressed and pressed.move else None
        return None

    def is_cut(self, message: Said) -> bool:
        """Return True if this does not fit in the message."""
        return chrome.layout_message(message, self.query_one("#below").size.width).cut

    # The side panel -----------------------------------------------------------------------------------

    def draw_details(self, c: Canvas, y: int) -> None:
        """Draw the last verdict, if the message cannot show all of it, and then the hints."""
        rows = self.count_verdict_rows(c)
        below = len(textwrap.wrap(self.hints[-1], c.w - 9)) + 1 if self.hints else 0
        if rows and y + rows + below <= c.h:  # else the key w shows it
            heading, lines = self._wrap_verdict(c)
            c.put(2, y, self.verdict.glyph, self.verdict.kind, "", "bold")
            for row, line in enumerate(heading, y):
                c.put(4, row, line, "ink", "", "bold")
            for row, line in enumerate(lines, y + len(heading)):
                c.put(2, row, line, "ink")
            y += rows
        if self.hints:
            self._draw_hints(c, y)

    def count_verdict_rows(self, c: Canvas) -> int:
        """Return the rows of the last verdict in the side panel; 0 if the message shows all of it."""
        return sum(map(len, self._wrap_verdict(c))) + 1 if self.is_cut(self.verdict) else 0

    def _wrap_verdict(self, c: Canvas) -> tuple[list[str], list[str]]:
        return textwrap.wrap(self.verdict.bold, c.w - 6), textwrap.wrap(self.verdict.text, c.w - 4)

    def _draw_hints(self, c: Canvas, y: int) -> None:
        """Draw the hints so far; some are left out if there is no room."""
        rungs = [
            side_panel.HintStep(at, textwrap.wrap(hint, c.w - 9)) for at, hint in enumerate(self.hints, 1)
        ]
        for number, lines, _ in side_panel.fit_steps(rungs, c.h - 1 - y):
            c.put(2, y, f"◆ {number}." if number else "", "brass", "", "bold")
            shown = lines if number or self.all_open else ["…"]
            if not number and self.all_open:
                c.hit(2, y, c.w - 4, 1, "h")
            for line in shown[: max(0, c.h - 1 - y)]:
                c.put(7, y, line, "ink")
                y += 1


def draw_waiting(c: Canvas, text: str) -> None:
    """Draw this text in the middle of the board."""
    c.centre(0, c.h // 2, c.w, text, "ink2")


def build_view(state: State, seats: Seats) -> View:
    """Return the view of the player to move in this position."""
    actions = lambda: tuple(state.rules.actions)  # noqa: E731
    return View(seats, state.turn, actions=actions, shown=partial(notation.format_move, state))


def read_answer(puzzle: Puzzle, text: str, seats: Seats) -> Move | AnswerRefusal:
    """Parse the answer to this puzzle; return the move, or a refusal if it does not count."""
    from primeparlor.coach.puzzles.puzzle import explain_refusal

    state = puzzle.state
    try:
        move = notation.parse(state, text)
    except notation.NotationError:
        return AnswerRefusal(messages_of(state).not_understood(state, text, notation.form(state)))
    if (reason := notation.why_not(state, move)) is not None:
        return AnswerRefusal(messages_of(state).refused(state, move, reason, seats), move)
    if (reason := explain_refusal(puzzle, move)) is not None:
        return AnswerRefusal(Said(reason, "", "✕", "bad"))
    return move

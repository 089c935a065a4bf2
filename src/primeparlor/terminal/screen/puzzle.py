"""Puzzles on the screen: a board, a question, and a try that is explained."""

from __future__ import annotations

from typing import Any, ClassVar

from primeparlor import notation
from primeparlor.core import Move, ParlorError
from primeparlor.games import game_of
from primeparlor.terminal.drawing.board import Said, Seats, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.screen import chrome
from primeparlor.terminal.screen.apart import apart
from primeparlor.terminal.screen.board_room import BoardRoom, Items
from primeparlor.terminal.screen.boards import board_of
from primeparlor.terminal.screen.chrome import TurnLine
from primeparlor.terminal.screen.line import TypedLine
from primeparlor.terminal.screen.picture import Picture
from primeparlor.terminal.screen.working import Stopped, Working

LOOKING = "Looking for a puzzle"
POSED = Said("Take your time.", "A wrong try is explained.", "◆", "brass")


class PuzzleRoom(BoardRoom):
    """One puzzle after another; what was failed comes back another time."""

    room, left_for = "Puzzles", "home"
    typing: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    asked: ClassVar[Items] = [("h", "hint"), ("a", "answer"), ("n", "skip"), ("/", "type")]
    after: ClassVar[Items] = [("n", "next puzzle")]

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.puzzle: Any = None  # the coach is fetched when the first puzzle is looked for
        self.boxes: Any = None
        self.analysis: Any = None
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.seen, self.hints = tuple[str, ...](), list[str]()
        self.solved = self.given = self.missed = False
        self.count = self.streak = 0  # puzzles solved, and how many of them in a row at the first try
        self.said = Said("")
        self.working = Working(LOOKING, self._show_far)

    # Painters -----------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.next()

    @property
    def facts(self) -> dict[str, Any]:
        """What anybody may see of the position."""
        return game_of(self.puzzle.state).facts(self.puzzle.state)

    def view(self, hover: str = "") -> View:
        """The board from the side of the player to move."""
        state = self.puzzle.state
        actions = lambda: tuple(state.rules.actions)  # noqa: E731
        return View(
            self.seats, state.turn, self.held, self.tried, not self.solved, self.solved, hover, actions
        )

    def _head(self, c: Canvas) -> None:
        limit = None if self.puzzle is None else board_of(self.puzzle.state).rail(self.facts)
        chrome.head(c, self.room, "", 0 if self.puzzle is None else limit)

    def _strip(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, 1, "mat")
        if self.puzzle is not None:
            c.put(1, 0, self.puzzle.question, "ink", "", "bold")

    def _board(self, c: Canvas) -> None:
        if self.puzzle is None:
            if not self.working.stopped:  # else it says below why there is none
                c.centre(0, c.h // 2, c.w, self.said.bold, "ink2")
            return
        state, hover = self.puzzle.state, self.query_one("#board", Picture).hover
        ended = "Answer shown" if self.given else "Solved"
        title = ended if self.solved else f"You are Player {state.turn}"
        aside = f"{'◆' * self.puzzle.difficulty}{'◇' * (5 - self.puzzle.difficulty)}"
        line = TurnLine(state.turn, title, state.title, aside, self.solved and not self.given)
        chrome.board(c, line, board_of(state), self.facts, self.view(hover), self.app.roomy)

    def _keys(self, c: Canvas) -> None:
        if self.puzzle is not None:
            hover = self.query_one("#keys", Picture).hover
            chrome.keys(c, board_of(self.puzzle.state).keys(self.facts, self.view(hover)), hover)

    def _say(self, c: Canvas) -> None:
        chrome.message(c, self.said)

    def _side(self, c: Canvas) -> None:
        c.panel()
        if self.puzzle is None:
            return
        y = c.para(2, 1, c.w - 4, self.puzzle.question, "ink") + 1
        c.rule(y)
        y = self._score(c, y + 1)
        for at, hint in enumerate(self.hints, 1):
            c.put(2, y, f"◆ {at}", "brass", "", "bold")
            y = c.para(6, y, c.w - 8, hint, "ink", max(0, c.h - 1 - y))

    def _score(self, c: Canvas, y: int) -> int:
        """How it has gone so far; the row for what comes next."""
        c.number(2, y, str(self.streak), "M")
        c.put(2, y + 6, "right in a row", "ink", "", "bold")
        c.put(2, y + 7, f"{self.count} puzzle{'s' * (self.count != 1)} solved", "ink2")
        return y + 9

    def _foot(self, c: Canvas) -> None:
        always = [("?", "help"), self.way_out(self.left_for)]
        if self.puzzle is None:
            chrome.foot(c, always)
        elif self.solved:
            chrome.foot(c, [*self.after, *always])
        else:
            board = board_of(self.puzzle.state)
            self.foot(c, board, self.facts, self.view(), [*self.asked, *always])

    # The course -----------------------------------------------------------------------------------------

    def next(self) -> None:
        """Look for the next puzzle beside the screen."""
        self.working = Working(LOOKING, self._show_far)
        self.puzzle, self.said = None, Said(f"{LOOKING} …", "", "·")
        self.held, self.tried, self.hints = "", (), []
        self.solved = self.given = self.missed = False
        self.repaint()
        self.run_worker(self._look(), exclusive=True)

    async def _look(self) -> None:
        try:
            found = await apart(self._found)
        except Stopped:
            return
        except ParlorError as error:
            self.working.stop()
            first, _, rest = str(error).partition(". ")
            self._tell(Said(first if not rest else f"{first}.", rest, "✕", "bad"))
            return
        self.puzzle, self.analysis = found
        self.seen = (*self.seen, self.puzzle.position)
        one, two = ("You" if p == self.puzzle.state.turn else "Your opponent" for p in (1, 2))
        self.seats = Seats((one, two), self.puzzle.state.turn)
        self.query_one("#keys").display = bool(board_of(self.puzzle.state).keys(self.facts, self.view()))
        self._tell(POSED)

    def _found(self) -> tuple[Any, Any]:
        from primeparlor.solve import analyse
        from primeparlor.terminal.practice import Practice, next_puzzle

        self.boxes = self.boxes or Practice(lambda sentence: None)
        puzzle = next_puzzle(self.boxes, self.game, self.working, seen=self.seen)
        return puzzle, analyse(puzzle.state, progress=self.working)

    def _show_far(self, text: str) -> None:
        """Say how far the search is; called in its thread."""
        self.app.call_from_thread(self._tell, Said(text, "", "·"))

    def on_unmount(self) -> None:
        self.working.stop()

    # Keys -----------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c") or (key == "escape" and not self.held):
            self.leave()
        elif key in ("t", "?") or self.puzzle is None:
            super().press(key)
        elif key == "n" or (self.solved and key == "enter"):
            self.streak = self.streak if self.solved else 0
            self.next()
        elif not self.solved:
            self._answer(key)

    def _answer(self, key: str) -> None:
        board = board_of(self.puzzle.state)
        pressed = board.press(self.facts, self.view(), key)
        if pressed is not None and pressed.move and (self.held == pressed.move or not board.plays_at_once):
            self._judge(pressed.move)
        elif pressed is not None:
            self._hold(pressed.move or pressed.held, lifted=bool(pressed.move))
        elif key == "escape":
            self._hold("")
        elif key == "h":
            self._hint()
        elif key == "a":
            self._give()
        elif key == "/":
            self.open_line()

    def _hold(self, held: str, lifted: bool = False) -> None:
        self.held = held
        if lifted:
            how = f"Press {held} or Enter to answer, Esc to put it back."
            self.said = Said(f"{held} lifted.", how, "○", "brass")
        self.repaint()

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip():
            self._judge(event.text)

    def _judge(self, text: str) -> None:
        from primeparlor.coach.grades import grade
        from primeparlor.coach.reasons import reason

        state, self.held = self.puzzle.state, ""
        try:
            move = notation.parse(state, text)
        except notation.NotationError:
            self._tell(board_of(state).not_understood(state, text, notation.form(state)))
            return
        if (refusal := state.why_not(move)) is not None:
            self.tried = (*self.tried, move)
            self._tell(board_of(state).refused(state, move, refusal, self.seats))
            return
        right, first = move in self.puzzle.answers, not self.missed and not self.hints
        if not right or first:
            self.answered(right)
        because = reason(state, self.analysis, move).sentence
        if not right and not grade(self.analysis, move).loss:  # as good, but another one is looked for
            because = f"That is not what is asked for. {because}"
        if right:
            self.solved, self.count, self.streak = True, self.count + 1, self.streak + first
            self._tell(Said(f"{move} is right.", because, "✓", "good"))
        else:
            self.missed, self.tried, self.streak = True, (*self.tried, move), 0
            self._tell(Said(f"{move} is not it.", because, "✕", "bad"))

    def answered(self, right: bool) -> None:
        """Keep how it went, so that what was failed comes back."""
        self.boxes.answered(self.puzzle.position, right)

    def _hint(self) -> None:
        from primeparlor.coach.hints import STEPS
        from primeparlor.coach.puzzles import clue

        if len(self.hints) < STEPS:
            self.hints = [*self.hints, clue(self.puzzle, self.analysis, len(self.hints) + 1)]
        self._tell(Said(f"Hint {len(self.hints)}", self.hints[-1], "◆", "brass"))

    def _give(self) -> None:
        """Tell the answer; the puzzle comes back another time."""
        from primeparlor.coach.reasons import reason

        move, self.held = self.puzzle.answers[0], ""
        self.answered(False)
        self.solved = self.given = True
        self.streak = 0
        self._tell(
            Said(f"The answer is {move}.", reason(self.puzzle.state, self.analysis, move).sentence, "→")
        )

    def _tell(self, said: Said) -> None:
        self.said = said
        self.repaint()

"""The rush screen: one puzzle after another against the clock."""

from __future__ import annotations

from primeparlor.core import capital
from primeparlor.games import GAMES
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.tui.board_room import LISTING
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.puzzle.reading import AnswerRefusal, read_answer
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.rush_course import RushCourse
from primeparlor.terminal.tui.screens.rush.rush_face import READY
from primeparlor.terminal.tui.widgets.text_input import TypedLine

STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}


class RushRoom(RushCourse):
    """The keys before, during and after a rush."""

    # Keys -----------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c"):
            if self.phase == "rush" and self.rush is not None:
                self._finish_rush()
            self.leave()
        elif key in ("t", "?"):
            super().press(key)
        elif self.phase == "before":
            self._choose_game(key)
        elif self.phase == "rush":
            self._handle_key(key)
        elif key == "a":
            self._prepare_rush()
            self._begin_rush()
        elif key == "w" and self.slips:
            self.app.push_screen(TextModal("Why", panels.explain_slips(self.slips)))
        elif key == "z":
            self.app.open_puzzles(GAMES[self.offer.name] if self.offer.name else None)
        elif key == "escape":
            self.leave()
        else:
            super().press(key)

    def _choose_game(self, key: str) -> None:
        """Handle a key before the rush: choose a game, begin, or leave."""
        at = (self.chosen + STEPS.get(key, 0)) % len(self.offers)
        if key.isdecimal() and int(key) < len(self.offers):
            at = int(key)
        if key == "enter" and not self.no_puzzles:
            self._begin_rush()
        elif key == "escape":
            self.leave()
        elif at != self.chosen:
            self.chosen = at
            self._prepare_rush()
            self._show_message(READY)
        else:
            super().press(key)

    def _handle_key(self, key: str) -> None:
        """Handle a key during the rush: answer, skip or stop."""
        assert self.rush is not None or not self.state
        pressed = board_of(self.state).press(self.facts, self.build_view(), key) if self.state else None
        if pressed is not None and pressed.move:
            self._judge_answer(pressed.move)
        elif pressed is not None or (key == "escape" and self.held):
            self.held = pressed.held if pressed else ""
            self.repaint()
        elif key == "escape":
            self._finish_rush()
        elif key in ("space", " ") and self.state:
            self._skip_puzzle()
        elif key == "/" and self.state:
            self.open_line()
        elif key == LISTING and (listing := self.listing) is not None:
            self.page = TextModal(listing.title, listing.lines)
            self.app.push_screen(self.page)
        elif key == "w" and self.is_cut:
            self.app.push_screen(TextModal(self.said.bold, [self.said.text]))
        else:
            super().press(key)

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip() and self.state:
            self._judge_answer(event.text)

    def _judge_answer(self, text: str) -> None:
        """Judge this answer: right, a slip, too late, or not a try."""
        assert self.on_table is not None
        assert self.rush is not None
        (puzzle, why), self.held = self.on_table, ""
        move = read_answer(puzzle, text, self.seats)
        if isinstance(move, AnswerRefusal):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self._show_message(move.said)
            return
        right = self.rush.answer(move)
        if right is None:
            self._finish_rush()
            return
        if right:
            said = Said(capital(f"{move} is right."), why, "✓", "good")
        else:
            self.diary.store_answer(puzzle, False, first=False)  # it comes back, but the rating stays
            self.slips.append(panels.build_slip(puzzle, move, why))
            said = Said(capital(f"{move} was a slip: {puzzle.answers[0]} was right."), why, "✕", "bad")
        self._show_verdict(said)

    def _skip_puzzle(self) -> None:
        """Skip to the next puzzle."""
        assert self.on_table is not None
        assert self.rush is not None
        puzzle, why = self.on_table
        self.rush.skip()
        self._show_verdict(Said(capital(f"{puzzle.answers[0]} was right."), why, "→"))

    def _show_verdict(self, said: Said) -> None:
        assert self.rush is not None
        self.said, self.on_table = said, None
        if self.rush.over:
            self._finish_rush()
        else:
            self._show_puzzle()
            self.repaint()

"""The base screen for puzzles: a board, a question, and an explanation of each try."""

from __future__ import annotations

from typing import Any, ClassVar

from primeparlor.core import Move, ParlorError, capital
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.tui.board_room import LISTING, UNKNOWN, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.puzzle.posed_face import PosedFace
from primeparlor.terminal.tui.screens.puzzle.reading import AnswerRefusal, read_answer
from primeparlor.terminal.tui.searching import Search
from primeparlor.terminal.tui.widgets.text_input import TypedLine
from primeparlor.terminal.tui.working import JobCancelled, JobProgress

SPACE = ("space", " ")
ALL_OPEN = "All hints are open."
LOOKING = "Looking for a puzzle"
POSED = Said("Take your time.", "A wrong try is explained.", "◆", "brass")


class PosedRoom(PosedFace):
    """A screen with one puzzle at a time; subclasses define the next puzzle and the side panel."""

    # Keys for the help page, besides those of every puzzle.
    told_keys: ClassVar[Items] = [("Space", "skip; n: the next one, after this")]

    def __init__(self) -> None:
        super().__init__()
        self.analysis: Any = None
        self.attempt: Any = None
        self.diary: Any = None
        self.search: Search[tuple[Any, Any]] | None = None  # the current search
        self.troubles = list[str]()  # problems with the diary, each to be shown once
        self.unknown = 0  # unknown keys in a row

    # The search ---------------------------------------------------------------------------------------

    def show_search_result(self, search: Search[tuple[Any, Any]]) -> None:
        """Show the puzzle of this search: at once if it is found, else when the search ends."""
        self.search, self.puzzle, self.hints, self.verdict = search, None, [], Said("")
        if search.found is not None:
            self.show_puzzle(*search.found)
            return
        search.awaited = True
        self.show_message(Said(f"{LOOKING} …", "", "·"))
        self.run_worker(self._await_search(search), exclusive=True)

    async def _await_search(self, search: Search[tuple[Any, Any]]) -> None:
        try:
            found = await search.wait_for_result()
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
        return self.search.working if self.search else None

    def on_unmount(self) -> None:
        if self.search is not None:
            self.search.stop()

    def show_puzzle(self, puzzle: Any, analysis: Any) -> None:
        """Show this puzzle and reset the state of the last one."""
        self.puzzle, self.analysis, self.attempt = puzzle, analysis, self.build_attempt(puzzle)
        self.position, self.held, self.tried = puzzle.state, "", ()
        self.hints = self.attempt.list_hints(analysis)
        self.solved = self.given = self.all_open = False
        self.verdict, self.unknown = Said(""), 0
        one, two = ("You" if p == puzzle.state.turn else "Your opponent" for p in (1, 2))
        self.seats = Seats((one, two), puzzle.state.turn)
        self.show_keys(bool(board_of(puzzle.state).keys(self.facts, self.build_view())))
        self.show_message(POSED)

    def build_attempt(self, puzzle: Any) -> Any:
        """Return the object that records the tries at this puzzle."""
        from primeparlor.coach.training.practice import Attempt

        return Attempt(puzzle, self.diary)

    # Keys -----------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c") or (key == "escape" and not self.held):
            self.leave()
        elif key in ("t", "?") or self.puzzle is None:
            super().press(key)
        else:
            known = self.run_key(key)
            self.unknown = 0 if known else self.unknown + 1
            if self.unknown > 1:
                self.show_message(UNKNOWN)

    def run_key(self, key: str) -> bool:
        """Handle this key; return False if it is unknown. The keys of the board take precedence."""
        if self.solved and key in ("n", "enter", *SPACE):
            self.show_next()
        elif not self.solved and self.handle_answer_key(key):
            pass
        elif key == "w" and (self.solved or self.verdict.bold or self.is_cut(self.said)):
            self.show_reasons()
        elif key == LISTING and (listing := self.listing) is not None:
            self.app.push_screen(TextModal(listing.title, listing.lines))
        elif key == "b":
            self.app.open_rules(self.puzzle.state)
        elif key == "o":
            self.app.open_settings()
        else:
            return False
        return True

    def show_next(self) -> None:
        """Go on to the next puzzle."""
        raise NotImplementedError

    def skip(self) -> bool:
        """Skip an unsolved puzzle; return False if this screen has no other."""
        self.show_next()
        return True

    def handle_answer_key(self, key: str) -> bool:
        """Handle a key while the puzzle is unsolved; return False if it is unknown.

        The first press of a move only selects it, on boards whose keys play at once.
        """
        board = board_of(self.puzzle.state)
        pressed = board.press(self.facts, self.build_view(), key)
        if pressed is not None and pressed.move and (self.held == pressed.move or not board.plays_at_once):
            self.judge_answer(pressed.move)
        elif pressed is not None:
            self.select_move(pressed.move or pressed.held, lifted=key if pressed.move else "")
        elif key == "escape":
            self.select_move("")
        elif key == "h":
            self.show_hint()
        elif key == "a":
            self.show_answer()
        elif key == "/":
            self.open_line()
        else:
            return key in SPACE and self.skip()
        return True

    def select_move(self, held: str, lifted: str = "") -> None:
        """Select a move by this key, or clear the selection."""
        self.held = held
        if lifted:
            named = f"{key} or " if (key := self._find_key(held, lifted)) else ""
            how = f"Press {named}Enter to answer, Esc to put it back."
            self.said = Said(capital(f"{held} lifted."), how, "○", "brass")
        self.repaint()

    def _find_key(self, move: str, pressed: str) -> str:
        """Return the one-character key that plays this move, preferably the pressed one; "" without one."""
        board = board_of(self.puzzle.state)
        for key in (pressed, move):
            means = board.press(self.facts, self.build_view(), key) if len(key) == 1 else None
            if means is not None and means.move == move:
                return key
        return ""

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip():
            self.judge_answer(event.text)

    # Answers --------------------------------------------------------------------------------------------

    def judge_answer(self, text: str) -> None:
        """Judge an answer in the game's notation; an invalid one costs nothing."""
        self.held = ""
        move = read_answer(self.puzzle, text, self.seats)
        if isinstance(move, AnswerRefusal):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self.show_message(move.said)
        elif self.attempt.answer(move):
            self.accept_answer(move)
        else:
            self.reject_answer(move)

    def accept_answer(self, move: Move) -> None:
        """Close the puzzle after a right answer and explain it."""
        self.close_puzzle(move)
        self.show_verdict(Said(capital(f"{move} is right."), self.explain_move(move), "✓", "good"))

    def reject_answer(self, move: Move) -> None:
        """Explain why this answer is wrong, without the right one."""
        self.tried = (*self.tried, move)
        self.show_verdict(Said(capital(f"{move} is not the answer."), self.explain_move(move), "✕", "bad"))

    def show_verdict(self, verdict: Said) -> None:
        """Show the verdict on a try, and keep it to be read again."""
        self.verdict = verdict
        self.show_message(verdict)

    def explain_move(self, move: Move) -> str:
        """Explain in a sentence why this move is right or wrong."""
        from primeparlor.coach.grades import grade
        from primeparlor.coach.reasons import explain_move

        sentence = explain_move(self.puzzle.state, self.analysis, move).sentence
        if move not in self.puzzle.answers and not grade(self.analysis, move).loss:
            return f"That is not what is asked for. {sentence}"  # as good, but another move is asked for
        return str(sentence)

    def close_puzzle(self, move: Move) -> None:
        """Mark the puzzle as over and show the position after the answer."""
        self.solved, self.held = True, ""
        self.position = self.puzzle.state.play(move)

    def show_hint(self) -> None:
        """Show the next hint; after the last one, all of them in a dialog."""
        hint = self.attempt.give_hint(self.analysis)
        self.all_open = hint in self.hints  # asking after the last hint returns it again
        self.hints = self.hints if self.all_open else [*self.hints, hint]
        told = Said(ALL_OPEN if self.all_open else f"Hint {self.attempt.step}", hint, "◆", "brass")
        short = told._replace(text="It stands in full at the side.")
        self.show_message(short if self.app.roomy and self.is_cut(told) else told)
        if self.all_open:
            every = [f"{at}  {each}" for at, each in enumerate(self.hints, 1)]
            self.app.push_screen(TextModal(ALL_OPEN, every))
        elif not self.app.roomy and self.is_cut(told):
            self.app.push_screen(TextModal(told.bold, [hint], lambda: self.press("h")))

    def show_answer(self) -> None:
        """Show the answer; the puzzle will be asked again another day."""
        self.attempt.show_answer(self.analysis)
        move = self.puzzle.answers[0]
        self.given = True
        self.close_puzzle(move)
        one = "The" if len(self.puzzle.answers) == 1 else "One"
        self.show_verdict(Said(f"{one} answer is {move}.", self.explain_move(move), "→"))

    def show_reasons(self) -> None:
        """Show in a dialog the full message or last verdict; once solved, the reasons for every move."""
        if not self.solved:
            said = self.verdict if self.verdict.bold and not self.is_cut(self.said) else self.said
            self.app.push_screen(TextModal(said.bold, [said.text]))
            return
        legal = [choice.move for choice in self.analysis.moves]
        moves = dict.fromkeys([*self.puzzle.answers, *self.tried, *legal])
        told = [f"{capital(str(move))}: {self.explain_move(move)}" for move in moves if move in legal]
        self.app.push_screen(TextModal("Why", [line for text in told for line in (text, "")][:-1]))

    def show_message(self, said: Said) -> None:
        """Show a message; a problem with the diary takes its place once."""
        self.said = Said(self.troubles.pop(0), "", "✕", "bad") if self.troubles else said
        self.repaint()

"""The base screen for puzzles: a board, a question, and an explanation of each try."""

from __future__ import annotations

from typing import Any, ClassVar

from primeparlor.core import Move, ParlorError, capital
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.tui.board_room import LISTING, UNKNOWN, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.dialogs import TextSheet
from primeparlor.terminal.tui.screens.puzzle.posed_face import PosedFace
from primeparlor.terminal.tui.screens.puzzle.reading import Refused, read
from primeparlor.terminal.tui.searching import Search
from primeparlor.terminal.tui.widgets.text_input import TypedLine
from primeparlor.terminal.tui.working import Stopped, Working

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

    def searched(self, search: Search[tuple[Any, Any]]) -> None:
        """Show the puzzle of this search: at once if it is found, else when the search ends."""
        self.search, self.puzzle, self.hints, self.verdict = search, None, [], Said("")
        if search.found is not None:
            self.pose(*search.found)
            return
        search.awaited = True
        self.tell(Said(f"{LOOKING} …", "", "·"))
        self.run_worker(self._wait(search), exclusive=True)

    async def _wait(self, search: Search[tuple[Any, Any]]) -> None:
        try:
            found = await search.result()
        except Stopped:
            return
        except ParlorError as error:
            first, _, rest = str(error).partition(". ")
            self.tell(Said(first if not rest else f"{first}.", rest, "✕", "bad"))
            return
        if self.search is search:
            self.pose(*found)

    def show_far(self, text: str) -> None:
        """Show the progress of the search; called in its thread."""
        self.app.call_from_thread(self.tell, Said(text, "", "·"))

    @property
    def working(self) -> Working | None:
        """The progress of the current search, or None."""
        return self.search.working if self.search else None

    def on_unmount(self) -> None:
        if self.search is not None:
            self.search.stop()

    def pose(self, puzzle: Any, analysis: Any) -> None:
        """Show this puzzle and reset the state of the last one."""
        self.puzzle, self.analysis, self.attempt = puzzle, analysis, self.attempting(puzzle)
        self.position, self.held, self.tried = puzzle.state, "", ()
        self.hints = self.attempt.opened(analysis)
        self.solved = self.given = self.all_open = False
        self.verdict, self.unknown = Said(""), 0
        one, two = ("You" if p == puzzle.state.turn else "Your opponent" for p in (1, 2))
        self.seats = Seats((one, two), puzzle.state.turn)
        self.show_keys(bool(board_of(puzzle.state).keys(self.facts, self.view())))
        self.tell(POSED)

    def attempting(self, puzzle: Any) -> Any:
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
            known = self.means(key)
            self.unknown = 0 if known else self.unknown + 1
            if self.unknown > 1:
                self.tell(UNKNOWN)

    def means(self, key: str) -> bool:
        """Handle this key; return False if it is unknown. The keys of the board take precedence."""
        if self.solved and key in ("n", "enter", *SPACE):
            self.next()
        elif not self.solved and self.answer(key):
            pass
        elif key == "w" and (self.solved or self.verdict.bold or self.is_cut(self.said)):
            self.why()
        elif key == LISTING and (listing := self.listing) is not None:
            self.app.push_screen(TextSheet(listing.title, listing.lines))
        elif key == "b":
            self.app.open_rules(self.puzzle.state)
        elif key == "o":
            self.app.open_settings()
        else:
            return False
        return True

    def next(self) -> None:
        """Go on to the next puzzle."""
        raise NotImplementedError

    def skip(self) -> bool:
        """Skip an unsolved puzzle; return False if this screen has no other."""
        self.next()
        return True

    def answer(self, key: str) -> bool:
        """Handle a key while the puzzle is unsolved; return False if it is unknown.

        The first press of a move only selects it, on boards whose keys play at once.
        """
        board = board_of(self.puzzle.state)
        pressed = board.press(self.facts, self.view(), key)
        if pressed is not None and pressed.move and (self.held == pressed.move or not board.plays_at_once):
            self.judge(pressed.move)
        elif pressed is not None:
            self.hold(pressed.move or pressed.held, lifted=key if pressed.move else "")
        elif key == "escape":
            self.hold("")
        elif key == "h":
            self.hint()
        elif key == "a":
            self.give()
        elif key == "/":
            self.open_line()
        else:
            return key in SPACE and self.skip()
        return True

    def hold(self, held: str, lifted: str = "") -> None:
        """Select a move by this key, or clear the selection."""
        self.held = held
        if lifted:
            named = f"{key} or " if (key := self._key_of(held, lifted)) else ""
            how = f"Press {named}Enter to answer, Esc to put it back."
            self.said = Said(capital(f"{held} lifted."), how, "○", "brass")
        self.repaint()

    def _key_of(self, move: str, pressed: str) -> str:
        """Return the one-character key that plays this move, preferably the pressed one; "" without one."""
        board = board_of(self.puzzle.state)
        for key in (pressed, move):
            means = board.press(self.facts, self.view(), key) if len(key) == 1 else None
            if means is not None and means.move == move:
                return key
        return ""

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip():
            self.judge(event.text)

    # Answers --------------------------------------------------------------------------------------------

    def judge(self, text: str) -> None:
        """Judge an answer in the game's notation; an invalid one costs nothing."""
        self.held = ""
        move = read(self.puzzle, text, self.seats)
        if isinstance(move, Refused):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self.tell(move.said)
        elif self.attempt.answer(move):
            self.found(move)
        else:
            self.missed(move)

    def found(self, move: Move) -> None:
        """Close the puzzle after a right answer and explain it."""
        self.close(move)
        self.judged_so(Said(capital(f"{move} is right."), self.because(move), "✓", "good"))

    def missed(self, move: Move) -> None:
        """Explain why this answer is wrong, without the right one."""
        self.tried = (*self.tried, move)
        self.judged_so(Said(capital(f"{move} is not the answer."), self.because(move), "✕", "bad"))

    def judged_so(self, verdict: Said) -> None:
        """Show the verdict on a try, and keep it to be read again."""
        self.verdict = verdict
        self.tell(verdict)

    def because(self, move: Move) -> str:
        """Explain in a sentence why this move is right or wrong."""
        from primeparlor.coach.grades import grade
        from primeparlor.coach.reasons import reason

        sentence = reason(self.puzzle.state, self.analysis, move).sentence
        if move not in self.puzzle.answers and not grade(self.analysis, move).loss:
            return f"That is not what is asked for. {sentence}"  # as good, but another move is asked for
        return str(sentence)

    def close(self, move: Move) -> None:
        """Mark the puzzle as over and show the position after the answer."""
        self.solved, self.held = True, ""
        self.position = self.puzzle.state.play(move)

    def hint(self) -> None:
        """Show the next hint; after the last one, all of them in a dialog."""
        hint = self.attempt.hint(self.analysis)
        self.all_open = hint in self.hints  # asking after the last hint returns it again
        self.hints = self.hints if self.all_open else [*self.hints, hint]
        told = Said(ALL_OPEN if self.all_open else f"Hint {self.attempt.step}", hint, "◆", "brass")
        short = told._replace(text="It stands in full at the side.")
        self.tell(short if self.app.roomy and self.is_cut(told) else told)
        if self.all_open:
            every = [f"{at}  {each}" for at, each in enumerate(self.hints, 1)]
            self.app.push_screen(TextSheet(ALL_OPEN, every))
        elif not self.app.roomy and self.is_cut(told):
            self.app.push_screen(TextSheet(told.bold, [hint], lambda: self.press("h")))

    def give(self) -> None:
        """Show the answer; the puzzle will be asked again another day."""
        self.attempt.show(self.analysis)
        move = self.puzzle.answers[0]
        self.given = True
        self.close(move)
        one = "The" if len(self.puzzle.answers) == 1 else "One"
        self.judged_so(Said(f"{one} answer is {move}.", self.because(move), "→"))

    def why(self) -> None:
        """Show in a dialog the full message or last verdict; once solved, the reasons for every move."""
        if not self.solved:
            said = self.verdict if self.verdict.bold and not self.is_cut(self.said) else self.said
            self.app.push_screen(TextSheet(said.bold, [said.text]))
            return
        legal = [choice.move for choice in self.analysis.moves]
        moves = dict.fromkeys([*self.puzzle.answers, *self.tried, *legal])
        told = [f"{capital(str(move))}: {self.because(move)}" for move in moves if move in legal]
        self.app.push_screen(TextSheet("Why", [line for text in told for line in (text, "")][:-1]))

    def tell(self, said: Said) -> None:
        """Show a message; a problem with the diary takes its place once."""
        self.said = Said(self.troubles.pop(0), "", "✕", "bad") if self.troubles else said
        self.repaint()

"""A puzzle on the screen: a board, a question, and tries that are explained."""

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
    """One puzzle at a time. What it leads to, and what stands beside it, is each room's own."""

    # Beside the keys of every puzzle, for the help page.
    told_keys: ClassVar[Items] = [("Space", "skip; n: the next one, after this")]

    def __init__(self) -> None:
        super().__init__()
        self.analysis: Any = None
        self.attempt: Any = None
        self.diary: Any = None
        self.search: Search[tuple[Any, Any]] | None = None  # whose result is waited for
        self.troubles = list[str]()  # of the diary, to be told once
        self.unknown = 0  # keys in a row that mean nothing

    # Looking for a puzzle -----------------------------------------------------------------------------

    def searched(self, search: Search[tuple[Any, Any]]) -> None:
        """Pose what this search finds: at once if that is known, else when it is."""
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
        """Say how far the search is; called in its thread."""
        self.app.call_from_thread(self.tell, Said(text, "", "·"))

    @property
    def working(self) -> Working | None:
        """The search that is waited for."""
        return self.search.working if self.search else None

    def on_unmount(self) -> None:
        if self.search is not None:
            self.search.stop()

    def pose(self, puzzle: Any, analysis: Any) -> None:
        """Put a puzzle on the table."""
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
        """What keeps how it goes."""
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
        """Do what this key means, if anything: the board's own keys go first."""
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
        """Leave this puzzle for the next one."""
        raise NotImplementedError

    def skip(self) -> bool:
        """Leave a puzzle that is not solved; whether that can be done here."""
        self.next()
        return True

    def answer(self, key: str) -> bool:
        """Whether a key means something while an answer is looked for; the first press of a move lifts it."""
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
        """Lift a move by this key, or put it back."""
        self.held = held
        if lifted:
            named = f"{key} or " if (key := self._key_of(held, lifted)) else ""
            how = f"Press {named}Enter to answer, Esc to put it back."
            self.said = Said(capital(f"{held} lifted."), how, "○", "brass")
        self.repaint()

    def _key_of(self, move: str, pressed: str) -> str:
        """The key that plays this move, the pressed one if it is on a keyboard; "" where there is none."""
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
        """Judge a move that is told in the game's notation; what is no answer at all costs nothing."""
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
        """The answer was found."""
        self.close(move)
        self.judged_so(Said(capital(f"{move} is right."), self.because(move), "✓", "good"))

    def missed(self, move: Move) -> None:
        """Say why this fails, not what is right."""
        self.tried = (*self.tried, move)
        self.judged_so(Said(capital(f"{move} is not the answer."), self.because(move), "✕", "bad"))

    def judged_so(self, verdict: Said) -> None:
        """Say what became of a try, and keep it for who wants to read it again."""
        self.verdict = verdict
        self.tell(verdict)

    def because(self, move: Move) -> str:
        """Why this move is right or wrong, in a sentence."""
        from primeparlor.coach.grades import grade
        from primeparlor.coach.reasons import reason

        sentence = reason(self.puzzle.state, self.analysis, move).sentence
        if move not in self.puzzle.answers and not grade(self.analysis, move).loss:
            return f"That is not what is asked for. {sentence}"  # as good, but another one is looked for
        return str(sentence)

    def close(self, move: Move) -> None:
        """The puzzle is over: the board shows what the answer leads to."""
        self.solved, self.held = True, ""
        self.position = self.puzzle.state.play(move)

    def hint(self) -> None:
        """Open the next hint; after the last one, all of them on a sheet."""
        hint = self.attempt.hint(self.analysis)
        self.all_open = hint in self.hints  # the last one may be asked for again
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
        """Tell the answer; the puzzle comes back another day."""
        self.attempt.show(self.analysis)
        move = self.puzzle.answers[0]
        self.given = True
        self.close(move)
        one = "The" if len(self.puzzle.answers) == 1 else "One"
        self.judged_so(Said(f"{one} answer is {move}.", self.because(move), "→"))

    def why(self) -> None:
        """All of the message, or of what was said of the last try; after the end, of every move."""
        if not self.solved:
            said = self.verdict if self.verdict.bold and not self.is_cut(self.said) else self.said
            self.app.push_screen(TextSheet(said.bold, [said.text]))
            return
        legal = [choice.move for choice in self.analysis.moves]
        moves = dict.fromkeys([*self.puzzle.answers, *self.tried, *legal])
        told = [f"{capital(str(move))}: {self.because(move)}" for move in moves if move in legal]
        self.app.push_screen(TextSheet("Why", [line for text in told for line in (text, "")][:-1]))

    def tell(self, said: Said) -> None:
        """Show a message, unless something is wrong with the diary: that is told once instead."""
        self.said = Said(self.troubles.pop(0), "", "✕", "bad") if self.troubles else said
        self.repaint()

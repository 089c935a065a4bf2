"""Prime Climb on the screen: a staircase, a key for each number, and what is said when one is climbed."""

from __future__ import annotations

from primeparlor.fact_words import Facts
from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.games.prime_climb.stairs import draw
from primeparlor.terminal.drawing import board, numerals
from primeparlor.terminal.drawing.board import AGAIN, ENTER, Key, Press, View, show_key, type_number
from primeparlor.terminal.drawing.canvas import MARK, Canvas

MOST_DIGIT = 9  # with larger numbers several digits make a move, and Enter plays it


class Board(board.Board[PrimeClimb]):
    """The stairs, and a key for each number."""

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        draw(c, facts, view, self.messages.labels(facts, view.seats))

    def keys(self, facts: Facts, view: View) -> list[Key]:
        texts = self.messages.keys(facts, view.me, view.seats).items()
        confirm = ENTER if facts["rules"]["largest"] > MOST_DIGIT else AGAIN
        keys = [show_key(key, text, view, view.held == key, int(key), confirm) for key, text in texts]
        return [key._replace(word=key.word.removeprefix("to ")) for key in keys]  # nine narrow tiles

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        largest = facts["rules"]["largest"]
        if largest > MOST_DIGIT:
            return [(f"1–{largest}", "number"), ("Enter", "climb")]
        return [(f"1–{largest}" if largest > 1 else "1", "climb")]

    def aim(self, facts: Facts) -> str:
        return f"first on Step {facts['rules']['top']}; primes go again"

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g2")
        if c.h < 6:
            c.number((c.w - numerals.width("20", "S")) // 2, (c.h - 3) // 2, "20", "S", "cream")
            return
        c.number(1, 1, "20", "S", "cream")
        for at in range(8):
            x, tall, prime = c.w - 16 + at * 2, 1 + at * (c.h - 2) // 7, at in (1, 2, 4, 6)
            c.fill(x, c.h - tall, 2, tall, "coin" if prime else "cream")
            if prime:
                c.put(x, c.h - tall, "◆", "soot")
        c.put(c.w - 8, c.h - 2 - 4 * (c.h - 2) // 7, MARK[1], "cream")

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        largest, mine = facts["rules"]["largest"], facts["steps"][view.me - 1]
        if key.startswith("step"):
            return Press(move=str(int(key[4:]) - mine))
        if largest > MOST_DIGIT:
            return type_number(view.held, key, largest) or super().press(facts, view, key)
        if key in tuple("0123456789"):
            return Press(move=key)  # of one that is out of range the referee says so
        return super().press(facts, view, key)

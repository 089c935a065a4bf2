"""Prime Duel on the screen: both tracks, the card on the table between them, and the cards left by number."""

from __future__ import annotations

from primeparlor.fact_words import Facts
from primeparlor.games.prime_duel.picture import paint
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.messages import KeyText
from primeparlor.terminal.drawing import board
from primeparlor.terminal.drawing.board import Key, Press, View
from primeparlor.terminal.drawing.canvas import Canvas

ANSWERS = {"k": KEEP, "y": KEEP, "d": DISCARD, "n": DISCARD}


class Board(board.Board[PrimeDuel]):
    """Two keys, keep or discard; each says where it leads."""

    also = {"k": "y", "d": "n"}  # the card is asked about as in the book

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        paint(c, facts, view, self.messages.labels(facts, view.seats))

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g4")
        if c.h < 7:
            c.number((c.w - 3) // 2, (c.h - 3) // 2, "7", "S", "cream")
            return
        left = c.w // 2 - 7
        for row in range(1, c.h - 1):
            c.put(left, row, "◆◇◆◇" if row % 2 else "◇◆◇◆", "coin", "soot")
        c.fill(left + 4, 1, 10, c.h - 2, "cream")
        c.number(left + 6, (c.h - 4) // 2, "7", "M", "g4")

    # Keys -------------------------------------------------------------------------------------------

    def keys(self, facts: Facts, view: View) -> list[Key]:
        texts = self.messages.keys(facts, view.me, view.seats)
        return [_show(key, texts[move], view, move) for key, move in (("k", KEEP), ("d", DISCARD))]

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        if facts["card"] is not None and (move := ANSWERS.get(key.lower())):
            return Press(move=move)
        return super().press(facts, view, key)

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        return [("k", "keep"), ("d", "discard")]

    def aim(self, facts: Facts) -> str:
        return f"keep or discard; land exactly on {facts['rules']['target']}"


def _show(key: str, text: KeyText, view: View, move: str) -> Key:
    """The tile of an answer: whether it is chosen is drawn, and its word stays."""
    return Key(key, text.name, text.word, text.off or not view.yours, view.held == move, text.ink)

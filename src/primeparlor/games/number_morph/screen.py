"""Number Morph on the screen: wheels to turn, digits to choose from, and what is said when one is tried."""

from __future__ import annotations

from itertools import groupby

from primeparlor.fact_words import Facts
from primeparlor.games.number_morph.form import DIGITS, name_places
from primeparlor.games.number_morph.rules import NumberMorph
from primeparlor.games.number_morph.wheels import Choice, chosen, draw
from primeparlor.messages import KeyText
from primeparlor.terminal.drawing import board, numerals
from primeparlor.terminal.drawing.board import Key, Listing, Press, View
from primeparlor.terminal.drawing.canvas import Canvas

FEW = 5  # primes that the trail has room for in any window


class Board(board.Board[NumberMorph]):
    """Wheels to turn, ten digits to choose from, and a button that tries the number."""

    plays_at_once = False  # Enter tries; a digit only turns the wheel
    marks = (("▲", "brass", "the chosen place"),)

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        draw(c, facts, view, self.messages)

    def keys(self, facts: Facts, view: View) -> list[Key]:
        if facts["number"] is None or not view.yours:
            return [Key(digit, digit) for digit in DIGITS]
        choice = chosen(facts, view)
        texts = self.messages.keys(facts, view.me, view.seats)
        return [_key(texts.get(f"{choice.place}:{digit}"), view, choice, digit) for digit in DIGITS]

    def rail(self, facts: Facts) -> int | None:
        return int(10 ** (facts["rules"]["digits"] - 1)) - 1  # shorter than what is asked for

    def listing(self, facts: Facts) -> Listing | None:
        used = [str(prime) for prime in sorted(facts["used"])]
        if len(used) <= FEW:
            return None
        lines = [" ".join(same) for _, same in groupby(used, lambda prime: prime[0])]
        return Listing("used", f"The {len(used):,} primes used so far", lines)

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        return [("←→", "place"), ("0–9", "digit"), ("Enter", "try"), ("/", "type")]

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g1")
        if c.h < 6:
            c.number((c.w - numerals.width("271", "S")) // 2, (c.h - 3) // 2, "271", "S", "cream")
            return
        for at, digit in enumerate("271"):
            x, middle = (c.w - 17) // 2 + at * 6, (c.h - 3) // 2
            c.fill(x, 1, 5, c.h - 2, "coin" if at == 1 else "cream")
            c.number(x + 1, middle + (c.h % 2 == 0), digit, "S", "g1")
            c.put(x + 2, 1, str((int(digit) - 1) % 10), "g1")
            c.put(x + 2, c.h - 2, str((int(digit) + 1) % 10), "g1")

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        if facts["number"] is None:
            return None
        choice = chosen(facts, view)
        turns, places = {"up": 1, "down": -1}, len(choice.number)
        if key == "enter":
            return Press(move=choice.made)  # of the same number the referee says that it must change
        if key in ("left", "right", "←→"):
            step = -1 if key == "left" else 1
            return Press(held=f"{(choice.place + step) % places}:")
        if key in turns:
            return Press(held=choice.turned(turns[key]).held)
        if key in DIGITS:
            if key not in choice.on:
                return Press(move=f"{name_places(places)[choice.place]} {key}")  # the referee says why not
            return Press(held=f"{choice.place}:{key}")
        what, at = key[:-1], key[-1:]
        if what in ("place", "back", "forth"):  # a wheel is clicked: in the middle, above or below
            at_place = choice if choice.place == int(at) else choice._replace(place=int(at), digit="")
            return Press(held=at_place.turned({"place": 0, "back": -1, "forth": 1}[what]).held)
        return None


def _key(text: KeyText | None, view: View, choice: Choice, digit: str) -> Key:
    """The tile of a digit: nothing tells whether it makes a prime, but for what was tried or used."""
    lit = digit == choice.digit
    text = text or KeyText(digit, "Enter" if lit else "")
    if not text.off and int(choice.with_digit(digit)) in view.tried:
        return Key(digit, text.name, board.CROSSED, chosen=lit, ink="bad")
    return Key(digit, text.name, text.word, text.off, lit and not text.off)

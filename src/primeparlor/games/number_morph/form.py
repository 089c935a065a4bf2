"""Number Morph as text: a move is the new number, or a place and a digit (`tens 7`, or `t 7` in short)."""

from __future__ import annotations

from functools import cache

from primeparlor.core import Move
from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.notation import blocks
from primeparlor.notation.blocks import BLANKS, NotationError, Words, whole_number, word

PLACES = ("units", "tens", "hundreds", "thousands", "ten-thousands", "hundred-thousands", "millions")
DIGITS = "0123456789"


def places(state: NumberMorph) -> tuple[str, ...]:
    """The names of the places, the leftmost first."""
    return name_places(state.rules.digits)


def name_places(digits: int) -> tuple[str, ...]:
    """The names of the places of numbers of this length, the leftmost first."""
    return PLACES[:digits][::-1]


def list_digits(digits: int) -> tuple[str, ...]:
    """The digits that each place may have, the leftmost first: no number begins with 0."""
    return (DIGITS[1:], *[DIGITS] * (digits - 1))


@cache
def list_ends(digits: int) -> str:
    """The last digits of the primes of this length, in rising order: a map has a spot for each."""
    return "".join(sorted({str(prime)[-1] for prime in MorphRules(digits=digits).primes}))


def changed(state: NumberMorph, number: int) -> tuple[str, str]:
    """The place in which the number differs from the current one, and the digit it has there."""
    digits = zip(places(state), str(state.number), str(number), strict=True)
    return next((where, new) for where, old, new in digits if old != new)


def place(state: NumberMorph, text: str) -> str | None:
    """The place that the text names, else None."""
    return word(text) if word(text) in places(state) else None


def short_for(state: NumberMorph, text: str) -> str | None:
    """The only place whose name begins so, else None; for before a digit, as a letter alone is a command."""
    found = [name for name in places(state) if name.startswith(word(text))]
    return found[0] if len(found) == 1 else None


class Form(blocks.Form[NumberMorph]):
    """`number-morph number=277 used=211,271,277 turn=1`: `used` always holds `number`"""

    keys = ("number", "used", "turn")

    def asked(self, state: NumberMorph) -> str:
        if state.number is None:
            return "a prime number"
        where, digits = "/".join(places(state)), state.rules.digits
        return f"a place ({where}) and a digit, as in 'tens 7', or the new number of {digits} digits"

    def parse(self, state: NumberMorph, text: str) -> Move | None:
        number = whole_number(text)
        if state.number is None:
            return number
        if number is not None and state.rules.least <= number < state.rules.beyond:
            return number
        where, _, what = text.strip(BLANKS).partition(" ")
        chosen, digit = short_for(state, where), whole_number(what)
        if chosen is None or digit is None or digit > 9:
            return None
        unit: int = 10 ** PLACES.index(chosen)
        return state.number + (digit - state.number // unit % 10) * unit

    def begun(self, state: NumberMorph, text: str) -> str | None:
        """A place, whose digit comes next."""
        return place(state, text)

    def completed(self, state: NumberMorph, begun: str, text: str) -> str:
        """A digit belongs to the place chosen before; anything else stands for itself."""
        digit = whole_number(text)
        return text if digit is None or digit > 9 else f"{begun} {digit}"

    def why_not_drawn(self, state: NumberMorph, outcome: Move | None) -> str:
        return f"it is not a prime number of {state.rules.digits} digits."

    def write(self, state: NumberMorph) -> dict[str, object]:
        if state.number is None:
            return {"turn": state.turn}
        used = ",".join(map(str, state.history))
        return {"number": state.number, "used": used, "turn": state.turn}

    def read(self, rules: MorphRules, words: Words) -> NumberMorph:
        number = words.number("number", 0, rules.beyond - 1, 0) if "number" in words.values else None
        listed = words.numbers("used", 0, rules.beyond - 1)
        if number is None:
            if listed:
                raise NotationError("used needs number: the current number is one of those used.")
            return NumberMorph(rules, None, 0, words.turn())
        used = (number,) if listed is None else listed
        for prime in (number, *used):
            if prime not in rules.index:
                raise NotationError(f"{prime} is not a prime number of {rules.digits} digits.")
        if len(set(used)) < len(used):
            raise NotationError("used lists a number twice.")
        if number not in used:
            raise NotationError(f"used must include the current number, {number}.")
        mask = sum(1 << rules.index[prime] for prime in used)
        return NumberMorph(rules, number, mask, words.turn())

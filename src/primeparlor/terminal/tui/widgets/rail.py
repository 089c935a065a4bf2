"""The rail of primes, the sign of the house: a column for each whole number, ◆ at primes."""

from __future__ import annotations

from primeparlor.primes import is_prime
from primeparlor.terminal.drawing.canvas import Canvas

SIGN, MEANING = "◆", "a prime"
ABOUT = "small games about primes"


def rail(c: Canvas, y: int, limit: int | None) -> None:
    """Draw it along a row; beyond the limit no prime is shown, for a board may be asking for them."""
    c.put(0, y, "".join("┴" if number and number % 10 == 0 else "─" for number in range(c.w)), "edge")
    for number in range(c.w if limit is None else min(c.w, limit + 1)):
        if is_prime(number):
            c.put(number, y, SIGN, "brass")

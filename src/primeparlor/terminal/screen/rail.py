"""The rail of primes, the sign of the house: a column for each whole number, ◆ at primes."""

from __future__ import annotations

from primeparlor.primes import is_prime
from primeparlor.terminal.drawing.canvas import Canvas

SIGN, MEANING = "◆", "a prime"
ABOUT = "small games about primes"


def rail(c: Canvas, y: int, limit: int | None) -> None:
    """Draw it along a row; beyond the limit no prime is shown, for a board may be asking for them."""
    for number in range(c.w):
        if is_prime(number) and (limit is None or number <= limit):
            c.put(number, y, SIGN, "brass")
        else:
            c.put(number, y, "┴" if number and number % 10 == 0 else "─", "edge")

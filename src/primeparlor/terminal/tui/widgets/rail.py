"""The rail of primes in the header: a column for each whole number, ◆ at primes."""

from __future__ import annotations

from primeparlor.primes import is_prime
from primeparlor.terminal.drawing.canvas import Canvas

SIGN, MEANING = "◆", "a prime"
ABOUT = "small games about primes"


def draw_rail(c: Canvas, y: int, limit: int | None) -> None:
    """Draw the rail along a row; no prime beyond `limit` is shown, as a board may be asking for it."""
    c.put(0, y, "".join("┴" if number and number % 10 == 0 else "─" for number in range(c.w)), "edge")
    for number in range(c.w if limit is None else min(c.w, limit + 1)):
        if is_prime(number):
            c.put(number, y, SIGN, "brass")

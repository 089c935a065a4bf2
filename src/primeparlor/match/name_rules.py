"""Which names people may choose: everything but what can harm those who read it.

Names come in many scripts, and joiners (U+200C, U+200D) belong to some of them and to emoji. Refused are only
control characters, characters that turn the direction of the text around them, heaps of combining marks, what
stands for no character, and the sign that marks the house.
"""

from __future__ import annotations

import unicodedata

from primeparlor.core import ParlorError

LONGEST_NAME = 40  # characters
MOST_MARKS = 4  # combining marks in a row: no script needs more, and heaps of them cover other lines
HOUSE_SIGN = "⌂"  # beside the name of the house; no letter of any script is like it
HOUSE_LIKE = frozenset(f"{HOUSE_SIGN}🏠🏡")
DIRECTIONS = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
CONTROLS, MEANINGLESS = ("Cc", "Zl", "Zp"), ("Cn", "Co", "Cs")  # categories of characters
BLANK = "\u115f\u1160\u2800"  # letters and a symbol that are invisible


class NameRefused(ParlorError):
    """Raised when nobody may choose this name; says what is wrong with it."""


def explain_refusal(name: str) -> str:
    """Return a sentence that says what is wrong with this name; empty if it may be chosen."""
    if len(name) > LONGEST_NAME:
        return f"A name must have at most {LONGEST_NAME} characters; this one has {len(name)}."
    if fault := next(filter(None, map(_explain_letter, name)), ""):
        return fault
    if _count_marks(name) > MOST_MARKS:
        return f"A name must have at most {MOST_MARKS} combining marks in a row."
    return "" if _shows_something(name) else "A name must show something. Choose another one, or none."


def _explain_letter(letter: str) -> str:
    """Return a sentence that says why no name may contain this character; empty if it may."""
    code, category = f"U+{ord(letter):04X}", unicodedata.category(letter)
    if category in CONTROLS:
        return f"A name must not contain control characters or line breaks ({code})."
    if letter in DIRECTIONS:
        return f"A name must not turn the direction of the text around it ({code})."
    if category in MEANINGLESS:
        return f"A name must not contain what stands for no character ({code})."
    return f"A name must not contain {letter}: it marks the house." if letter in HOUSE_LIKE else ""


def _count_marks(name: str) -> int:
    """Return the longest row of combining marks; invisible characters between them do not end it."""
    most = row = 0
    for letter in name:
        category = unicodedata.category(letter)
        row = row + 1 if category in ("Mn", "Me") else row if category == "Cf" else 0
        most = max(most, row)
    return most


def _shows_something(name: str) -> bool:
    shown = (letter for letter in unicodedata.normalize("NFKC", name) if letter not in BLANK)
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in shown)

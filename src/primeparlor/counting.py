"""Counts in words, as people say them."""

from __future__ import annotations

FEW = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SHORT = 10  # up to here a count is a word even where larger ones are figures


def in_words(number: int) -> str:
    """The count in words: "none", "eight", "thirty-nine"; figures from a hundred on."""
    if number < len(FEW):
        return FEW[number]
    tens, rest = divmod(number, 10)
    if tens >= len(TENS):
        return f"{number:,}"
    return f"{TENS[tens]}-{FEW[rest]}" if rest else TENS[tens]


def if_few(number: int) -> str:
    """The count in words up to ten, in figures above: "ten", "1,000"."""
    return in_words(number) if number <= SHORT else f"{number:,}"

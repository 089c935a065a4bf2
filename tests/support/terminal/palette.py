"""Which inks painters may use on which grounds, and how much one stands out from the other (WCAG)."""

from __future__ import annotations

from rich.color import Color

QUIET = ("wall", "paper", "mat", "sunk", "soft")
MESSAGES = ("goods", "bads")
AREAS = ("p1s", "p2s")

# Text, which needs a contrast of 4.5; ink → grounds.
TEXT = {
    "ink": (*QUIET, *MESSAGES, *AREAS, "step"),
    "ink2": (*QUIET, *MESSAGES),
    "brass": ("wall", "paper", "mat", "soft"),
    "p1": QUIET,
    "p2": QUIET,
    "good": (*QUIET, "goods"),
    "bad": (*QUIET, "bads"),
    **dict.fromkeys((*QUIET, *MESSAGES, *AREAS), ("ink",)),  # in reverse, and the line within a numeral
    "on": ("p1f", "p2f"),
    "soot": ("fill", "coin", "cream", "g0"),
    "g0": ("soot",),  # the line within a numeral
    "cream": ("g1", "g2", "g3", "g4", "soot"),
    "g1": ("cream", "coin"),
    "g2": ("cream",),
    "g3": ("cream",),
    "g4": ("cream",),
}
# Frames and signs, which need 3.
SIGNS = {
    "edge": ("wall", "paper", "mat", "sunk"),
    "focus": QUIET,
    "brass": QUIET,
    "p1": (*QUIET, *AREAS, "bads"),
    "p2": (*QUIET, *AREAS, "bads"),
    "p1f": ("wall", "paper"),
    "p2f": ("wall", "paper"),
    "good": (*QUIET, "goods"),
    "bad": (*QUIET, "bads"),
    "cream": ("p1f", "p2f"),  # brass would not do there
    "coin": ("g1", "g2", "g4", "soot"),
}
# No limit: inks never used alone (ghost), decoration (line, the hatch), and areas with text on them. Areas
# that touch within a cell (▄ where a token stands on a step) and the lines between them (▏ between steps)
# need no contrast: a token has its sign, a step its number. Nor does the line within a numeral that recedes.
FAINT = {
    "ghost": (*QUIET, *MESSAGES),
    "line": (*QUIET, *MESSAGES),
    "p2h": ("p1f", "p2f", "p1s", "p2s"),
    "fill": (*QUIET, "p1f", "p2f"),
    "step": (*QUIET, "p1f", "p2f"),
    "ink": ("p1f", "p2f"),
    "paper": ("step", "line"),
    "mat": ("ghost", "brass"),
    "soot": ("g3",),
    "p1f": QUIET,
    "p2f": QUIET,
    "cream": ("g0",),
}


def may_stand_on(ink: str, ground: str) -> bool:
    """Whether painters may draw with this ink on this ground."""
    return any(ground in pairs.get(ink, ()) for pairs in (TEXT, SIGNS, FAINT))


def contrast(colour: str, other: str) -> float:
    """From 1 for the same colour to 21 for black and white."""
    darker, lighter = sorted((_luminance(colour), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = Color.parse(colour).get_truecolor()
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

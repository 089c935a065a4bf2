"""Numbers and lists as people read them: counts in words or figures, percentages to the tenth, times.

Chances are rounded once, to tenths of a percentage point, and whatever else is shown is worked out from
those. So 56.4 % and 52.4 % differ by 4.0 %, whatever their further digits say.
"""

from __future__ import annotations

from collections.abc import Sequence

FEW = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
USUAL_GAME = "usual game"  # the one that is no variant
SHORT = 10  # up to here a count is a word even where larger ones are figures


def name_by_number(player: int) -> str:
    """Return the player's number as a name: "Player 2"."""
    return f"Player {player}"


def name_side(player: int) -> str:
    """Tell the reader which player they are: "You are Player 2"."""
    return f"You are {name_by_number(player)}"


def format_to_move(name: str) -> str:
    """Say who moves next in an unfinished game: "your turn", or "Player 2 to move"."""
    return "your turn" if name.lower() == "you" else f"{name} to move"


def format_unfinished(name: str) -> str:
    """Say that a game is unfinished, and who moves next, in a sentence."""
    return f"The game is unfinished: {format_to_move(name)}."


def in_words(number: int) -> str:
    """Write the count in words: "none", "eight", "thirty-nine"; figures from a hundred on."""
    if number < len(FEW):
        return FEW[number]
    tens, rest = divmod(number, 10)
    if tens >= len(TENS):
        return f"{number:,}"
    return f"{TENS[tens]}-{FEW[rest]}" if rest else TENS[tens]


def if_few(number: int) -> str:
    """Write the count in words up to ten, in figures above: "ten", "1,000"."""
    return in_words(number) if number <= SHORT else f"{number:,}"


def to_tenths(chance: float) -> int:
    """Convert a chance from 0 to 1 to tenths of a percentage point: 0.5638 is 564."""
    return round(1000 * chance)


def format_points(tenths: int) -> str:
    """Format tenths of a point as points: "4.0"."""
    return f"{tenths / 10:.1f}"


def in_percentage_points(difference: str) -> str:
    """Format the difference of two percentages: "about 4.1 %" → "about 4.1 percentage points".

    "4.1 %" would be read as a share of the first, and a point alone may be one of the game's score.
    """
    return f"{difference.removesuffix(' %')} percentage points"


def format_loss(tenths: int) -> str:
    """Format tenths of a point of which something was lost, even if they round to none: "4.0"."""
    return format_points(tenths) if tenths else "less than 0.1"


def format_signed(tenths: int) -> str:
    """Format tenths of a point with their sign: "+4.0", "-0.3", and "0.0" for nothing."""
    return f"{tenths / 10:+.1f}" if tenths else "0.0"


def as_percent(chance: float) -> str:
    """Format a chance as a percentage: "56.4 %"."""
    return f"{format_points(to_tenths(chance))} %"


def subtract_chances(better: float, worse: float) -> int:
    """Return the difference of two chances in tenths of a point, as they are shown."""
    return to_tenths(better) - to_tenths(worse)


def format_count(number: int, thing: str) -> str:
    """Format a count and its noun: "one slip", "five slips", "12 slips"."""
    return f"{if_few(number) if number else 'no'} {thing}{'s' * (number != 1)}"


def format_figures(number: int, thing: str) -> str:
    """Format a count in figures, for lists and scores: "1 slip", "5 slips", "1,200 slips"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join the words into a list for a sentence: "11, 13 and 17"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def format_times(number: int) -> str:
    """Format how often: "once", "twice", "12 times"."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def format_time_left(seconds: float) -> str:
    """Format the time as a clock shows it; a second that has begun counts: "2:07"."""
    left = -int(-seconds // 1)
    return f"{left // 60}:{left % 60:02}"


def round_percent(score: float) -> int:
    """Round a score from 0 to 100; 0 and 100 only for scores that are exactly that."""
    if 0 < score < 100:
        return min(99, max(1, round(score)))
    return round(score)


def format_certain_win(player: int) -> str:
    """Say that this player wins, whatever the other does."""
    return f"Player {player} wins with perfect play."

"""The panel beside a reviewed game: the result, the turning point, luck and choices, and both accuracies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.coach.grades import FORCED
from primeparlor.core import capital
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.numerals import HEIGHT, Size

if TYPE_CHECKING:
    from primeparlor.coach.review.story import SideSummary, Story

APART = 3  # columns between two numbers
LONGEST = 10  # letters of a name that large figures leave room for
CHOICES, LUCK = 2, 11  # columns from the edge to the end of each column of points


class PlayerScore(NamedTuple):
    """One player's name, and how they chose."""

    name: str
    side: SideSummary

    @property
    def number(self) -> str:
        """The accuracy in figures; "" where there is none."""
        return "" if self.side.accuracy is None else str(self.side.accuracy)


def draw_verdict(c: Canvas, story: Story, scores: Sequence[PlayerScore]) -> None:
    """Paint the panel: words above, numbers at the bottom; sentences that do not fit are dropped."""
    c.panel()
    y = c.para(2, 1, c.w - 4, f"{story.headline}.", "ink")
    c.rule(y)
    title, sentences = _choose_text(story)
    text = _count_rows([title, *sentences], c.w - 4)
    size = _choose_size(scores, c.w - 4)
    if y + 1 + text + _count_height(story, scores, size, c.w) > c.h - 1:
        size = "S"
    foot = c.h - 1 - _count_height(story, scores, size, c.w)
    while sentences and y + 1 + _count_rows([title, *sentences], c.w - 4) > foot:
        sentences = sentences[:-1]
    y = c.para(2, y + 1, c.w - 4, title, "brass" if story.turning else "ink", max(0, foot - y - 1))
    for sentence in sentences:
        y = c.para(2, y, c.w - 4, sentence, "ink2")
    _draw_numbers(c, foot, story, scores, size)


def format_exactness(label: str, story: Story | None, refining: str, width: int) -> str:
    """Return the label with how many choices are exact and the progress of others, if there is room."""
    choices = [row for row in story.rows if row.word != FORCED] if story else []
    exact = sum(row.exact for row in choices)
    if exact == len(choices):
        return label
    counted = f"{exact} of {len(choices)} exact{refining}"
    mistakes = label.partition(" in ")[0]
    texts = (f"{label}, {counted}", f"{mistakes}, {counted}", counted)
    return next((text for text in texts if len(text) <= width), "")


def _choose_text(story: Story) -> tuple[str, list[str]]:
    """Return the title and its sentences, of which the last may be dropped."""
    if story.turning is None:
        return story.what_decided, []
    parts = [part for told in story.turning.sentences for part in told.split(". ")]
    return story.what_decided, [f"{part.rstrip('.')}." for part in parts]


def _count_rows(texts: Sequence[str], width: int) -> int:
    """Count the rows that these texts take, one below the other."""
    blank = Canvas(0, 0)
    return sum(blank.para(0, 0, width, text) for text in texts)


# The numbers -----------------------------------------------------------------------------------------


def _choose_size(scores: Sequence[PlayerScore], width: int) -> Size:
    """Return the size of the first number: medium if both numbers then fit side by side, else small."""
    first, second = scores
    label = 2 + min(LONGEST, len(_drop_article(second.name)))
    fits = _find_column(first, "M", width) + max(label, _measure_number(second, "S")) <= width
    return "M" if first.number and fits else "S"


def _measure_number(score: PlayerScore, size: Size) -> int:
    """Return the columns of a number; 1 for the dash where there is none."""
    return numerals.width(score.number, size) if score.number else 1


def _find_column(first: PlayerScore, size: Size, width: int) -> int:
    """Return the column of the second number: half way, unless the first takes more."""
    return max(_measure_number(first, size) + APART, (width + 1) // 2)


def _format_explanation(scores: Sequence[PlayerScore]) -> str:
    clause = scores[0].side.explained
    return f"{capital(clause)}." if clause else ""


def _has_luck(scores: Sequence[PlayerScore]) -> bool:
    return any(score.side.luck is not None for score in scores)


def _count_height(story: Story, scores: Sequence[PlayerScore], size: Size, width: int) -> int:
    """Count the rows of all numbers, with the rules above them."""
    luck = 5 * _has_luck(scores)
    why = _count_rows([_format_explanation(scores)], width - 4)
    return luck + 3 + HEIGHT[size] + bool(why) + why


def _draw_numbers(c: Canvas, y: int, story: Story, scores: Sequence[PlayerScore], size: Size) -> None:
    """Paint luck and choices, if luck mattered, and both accuracies."""
    if _has_luck(scores):
        _draw_swings(c, y, scores)
        y += 5
    c.rule(y)
    c.put(2, y + 1, "Accuracy, of 100", "ink", "", "bold")
    below = y + 2 + HEIGHT[size]
    first, second = scores
    x = 2 + _find_column(first, size, c.w - 4)
    _draw_accuracy(c.window(2, y + 2, x - 2 - 1, HEIGHT[size] + 1), first, size, "ink")
    _draw_accuracy(c.window(x, y + 2, c.w - 2 - x, HEIGHT[size] + 1), second, "S", "ink2")
    c.para(2, below + 2, c.w - 4, _format_explanation(scores), "ink2", max(0, c.h - 3 - below))


def _draw_accuracy(c: Canvas, score: PlayerScore, size: Size, ink: str) -> None:
    """Paint one number with its player below it, aligned to the last rows."""
    if score.number:
        c.number(0, c.h - 1 - HEIGHT[size], score.number, size, ink)
    else:
        c.put(0, c.h - 2, "–", "ink2")
    c.mark(0, c.h - 1, score.side.player)
    c.put(2, c.h - 1, _shorten_name(score.name, c.w - 2), "ink2")


def _draw_swings(c: Canvas, y: int, scores: Sequence[PlayerScore]) -> None:
    """Paint what luck and choices were worth to each player, in points."""
    c.rule(y)
    about = any(score.side.about for score in scores)
    c.put(2, y + 1, "About, in %" if about else "In percent", "ink", "", "bold")
    c.right(c.w - LUCK, y + 1, "luck", "ink2")
    c.right(c.w - CHOICES, y + 1, "choices", "ink2")
    for row, score in enumerate(scores, y + 2):
        c.mark(2, row, score.side.player)
        c.put(4, row, _shorten_name(score.name, c.w - LUCK - 11), "ink2")
        c.right(c.w - LUCK, row, _format_points(score.side.luck), "ink")
        c.right(c.w - CHOICES, row, _format_points(score.side.choices), "ink")


def _shorten_name(name: str, width: int) -> str:
    """Fit a name into this width: "House" for "The house", else cut."""
    name = _drop_article(name) if len(name) > width else name
    return name if len(name) <= width else f"{name[: max(0, width - 1)]}…"


def _drop_article(name: str) -> str:
    return name.removeprefix("The ").capitalize() if name.startswith("The ") else name


def _format_points(tenths: int | None) -> str:
    return f"{(tenths or 0) / 10:+.1f}".replace("-", "−")

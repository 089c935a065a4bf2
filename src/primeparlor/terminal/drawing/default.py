"""The default picture of a game: numbers large, scores as bars, the rest in rows; and its default keys.

`fact_words.py` sorts the facts: which numbers belong to the players, and how long their bars are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_lowercase, digits
from typing import Any, NamedTuple, TypeAlias

from primeparlor.core import PLAYERS, Move
from primeparlor.fact_words import Facts, SortedFacts, label, sort_facts
from primeparlor.messages import HELD, ask_for_move
from primeparlor.terminal.drawing import lines, numerals
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.drawing.lines import Line, text_of
from primeparlor.terminal.drawing.numerals import HEIGHT, Size

INKS = {"": "ink", "quiet": "ink2", "now": "ink", "mark": "brass", "one": "p1", "two": "p2"}
LISTING = "l"  # the key that lists what does not fit on the board
TAKEN = frozenset(f"hwumtqx{LISTING}")  # the house's own keys
MOST_NUMERALS = 5
ABOVE = 3  # rows of a numeral's name, and free below it
BETWEEN = 5  # columns between numerals
WIDEST = 96  # columns that a default board takes
BAR = 60  # columns of the longest bar
LONGEST = 20  # digits of a number that is typed

Draw: TypeAlias = Callable[[Facts, int], list[Line]]


# Keys --------------------------------------------------------------------------------------------


def keys_of(moves: Sequence[Move]) -> dict[str, Move]:
    """Assign a key to each move: a number's last digit if clear, else a letter of the word, else any."""
    keys: dict[str, Move] = {}
    for move in moves:
        keys[next(key for key in _wanted(move, moves) if key not in keys)] = move
    return keys


def _wanted(move: Move, moves: Sequence[Move]) -> Iterator[str]:
    if isinstance(move, int) and (0 <= move <= 9 or (move == 10 and 0 not in moves)):
        yield str(move % 10)
    yield from (letter for letter in f"{move}".lower() if letter in ascii_lowercase and letter not in TAKEN)
    yield from (letter for letter in ascii_lowercase if letter not in TAKEN)


def typed(held: str, key: str, moves: Sequence[Move] | None) -> str | None:
    """Return what is held after this key, where moves are typed; None if the key means nothing.

    A digit is added to the number that is held, or begins a new one if no known move begins like that. A
    letter chooses a word.
    """
    texts = [str(move) for move in moves or ()]
    if key == "backspace":
        return held[:-1] if held else None
    if key in tuple(digits):
        longer = f"{held if held.isdigit() else ''}{key}"
        fits = any(text.startswith(longer) for text in texts) if moves else len(longer) <= LONGEST
        return longer if fits else key
    if key in TAKEN or key not in tuple(ascii_lowercase):
        return None
    return next((text for text in texts if text.startswith(key)), None)


def ask(held: str, moves: Sequence[Move] | None, shown: Callable[[Move], str] = str) -> str:
    """Return what to type and to press, where the moves have no keys of their own."""
    if held:
        named = next((shown(move) for move in moves or () if str(move) == held), held)
        return f"{named}?  {HELD}"
    return ask_for_move(moves or ())


# What the facts are ------------------------------------------------------------------------------


class Figure(NamedTuple):
    """A number in large figures, and its name above."""

    label: str
    number: str
    ink: str = "ink2"


# Drawing -----------------------------------------------------------------------------------------


def paint(c: Canvas, facts: Facts, names: tuple[str, str], draw: Draw | None, asked: str = "") -> None:
    """Draw numerals, then bars, then rows, all centred; `draw` is the game's own board in lines.

    The last row says what to type, if that is given.
    """
    if asked:
        c.centre(0, c.h - 1, c.w, asked, "brass", "", "bold")
    w = min(WIDEST, c.w - 4)
    c = c.window((c.w - w) // 2, 0, w, c.h - 1 if asked else c.h)
    found = sort_facts(facts, names)
    if draw is not None:
        alone = found.numbers if len(found.numbers) == 1 else {}
        _stack(c, _named(alone), None, names, draw(facts, w))
        return
    figures, bars = _named(found.numbers), found if found.target else None
    if found.pair and not found.target:
        figures += [
            Figure(f"{MARK[player]} {names[player - 1]}", str(found.pair[player - 1]), f"p{player}")
            for player in PLAYERS
        ]
    if _size(figures, c, 3 * bool(bars) + len(lines.table(found.rest, w))) is None:  # no room to be large
        found.rest.update({figure.label: int(figure.number) for figure in figures})
        figures = []
    rows, rules = lines.table(found.rest, w), _rules(facts["rules"], w)
    taken = 3 * bool(bars) + len(rows)
    fits = taken + len(rules) <= c.h and _size(figures, c, taken) == _size(figures, c, taken + len(rules))
    _stack(c, figures, bars, names, [*rows, *rules] if fits else rows)


def _named(numbers: Mapping[str, int]) -> list[Figure]:
    return [Figure(label(name), str(number)) for name, number in numbers.items()]


def _stack(
    c: Canvas,
    figures: Sequence[Figure],
    bars: SortedFacts | None,
    names: tuple[str, str],
    lines: Sequence[Line],
) -> None:
    """Draw figures, bars and rows one below the other, in the middle of the canvas."""
    size = _size(figures, c, 3 * bool(bars) + len(lines))
    tall, below = HEIGHT[size] + ABOVE if size else 0, 3 * bool(bars)
    y = max(0, (c.h - tall - below - len(lines)) // 2)
    if size:
        _figures(c.window(0, y, c.w, tall), figures, size)
    if bars and bars.pair and bars.target:
        _bars(c.window(0, y + tall, c.w, 2), bars.pair, bars.target, names)
    _rows(c.window(0, y + tall + below, c.w, max(0, c.h - y - tall - below)), lines)


def _rules(rules: Mapping[str, int], width: int) -> list[Line]:
    """Format the numbers of the rules."""
    told = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in rules.items())
    return (
        [[], *lines.labelled("Rules: ", [(word, "quiet") for word in told.split()], " ", width)]
        if told
        else []
    )


def _size(figures: Sequence[Figure], c: Canvas, taken: int) -> Size | None:
    """Return the largest size in which the figures fit side by side, above `taken` rows; None if none."""
    sizes: tuple[Size, ...] = ("L", "M", "S")
    rows = c.h - taken - ABOVE
    fitting = (size for size in sizes if HEIGHT[size] <= rows and _wide(figures, size) <= c.w)
    return next(fitting, None) if 0 < len(figures) <= MOST_NUMERALS else None


def _wide(figures: Sequence[Figure], size: Size) -> int:
    cells = [max(len(name), numerals.width(number, size)) for name, number, _ in figures]
    return sum(cells) + BETWEEN * (len(cells) - 1)


def _figures(c: Canvas, figures: Sequence[Figure], size: Size) -> None:
    """Draw numbers side by side, each with its name above."""
    x = (c.w - _wide(figures, size)) // 2
    for name, number, ink in figures:
        w = numerals.width(number, size)
        cell = max(len(name), w)
        c.centre(x, 0, cell, name, ink, "", "bold")
        c.number(x + (cell - w + 1) // 2, 1, number, size)
        x += cell + BETWEEN


def _bars(c: Canvas, pair: tuple[int, int], target: int, names: tuple[str, str]) -> None:
    """Draw each player's score as a bar on the way to the target."""
    wide, behind = max(map(len, names)) + 2, len(f"  {target} of {target}")
    long = min(BAR, c.w - wide - 1 - behind)
    x = (c.w - wide - 1 - long - behind) // 2
    for player, name, score in zip(PLAYERS, names, pair, strict=True):
        y, full = player - 1, min(score, target) * long // target
        c.mark(x, y, player)
        c.put(x + 2, y, name, f"p{player}", "", "bold")
        c.put(x + wide + 1, y, "─" * long, "edge")
        c.bar(x + wide + 1, y, full, player)
        c.runs(x + wide + 3 + long, y, (f"{score}", "ink", "bold"), (f" of {target}", "ink2"))


def _rows(c: Canvas, lines: Sequence[Line]) -> None:
    """Draw lines centred; if they are too many, "…" stands for those left out."""
    x = max(0, (c.w - max((len(text_of(line)) for line in lines), default=0)) // 2)
    shown = lines if len(lines) <= c.h else lines[: c.h - 1]
    for y, line in enumerate(shown):
        at = x
        for text, style in line:
            at = c.put(at, y, text, INKS[style], "", "bold" if style in ("now", "mark") else "")
    if len(shown) < len(lines):
        c.put(x, c.h - 1, "…", "ink2")


def art(c: Canvas, title: str, rules: Mapping[str, Any]) -> None:
    """Draw a small picture: the first number of the rules, and the title below."""
    c.fill(0, 0, c.w, c.h, "g2")
    number = next((str(range_.standard) for range_ in rules.values()), "")
    size = numerals.fitting(number, c.w - 2, c.h - 2 if c.h > 3 else c.h) if number else None
    if size is None:
        c.centre(0, c.h // 2, c.w, title[: c.w], "cream", "", "bold")
        return
    rows = HEIGHT[size] + (2 if c.h > 3 else 0)
    y = (c.h - rows) // 2
    c.number((c.w - numerals.width(number, size) + 1) // 2, y, number, size, "cream")
    if c.h > 3:
        c.centre(0, y + rows - 1, c.w, title[: c.w], "cream", "", "bold")

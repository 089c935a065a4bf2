"""Boards worth looking at, as lines of styled pieces: the screen decides how they are shown.

A piece is a text and the name of a style. No meaning hangs on a style alone: a prime has its ◆, the
present number its ▲ or ●, each player a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from primeparlor.core import PLAYERS, Move
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import places
from primeparlor.primes import as_product, is_prime

Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Piece]
STYLE = {1: "one", 2: "two"}


def number_line(state: NonprimeAddition, path: Sequence[Move], width: int) -> list[Line]:
    """The running total between where it has been and where it can go.

    Primes are marked only where the total has passed them: which ones lie ahead is the game.
    """
    rules, total = state.rules, state.total
    totals = {total}
    for number in reversed(path):
        totals.add(min(totals) - int(number))
    last = total if state.ending() else total + rules.largest
    cell = len(str(last)) + 1
    first = max(rules.start, min(total - 3, last + 1 - width // cell))
    shown = range(first, min(last, first + width // cell - 1) + 1)
    marks, numbers, reach = [], [], []
    for n in shown:
        mark = "▲" if n == total else "●" if n in totals else "◆" if n < total and is_prime(n) else "·"
        style = {"▲": "now", "◆": "prime", "●": "now", "·": "quiet"}[mark]
        marks.append((mark.rjust(cell), style))
        numbers.append((str(n).rjust(cell), style if n <= total else ""))
        adds = n - total
        reach.append((f"+{adds}".rjust(cell) if rules.smallest <= adds else " " * cell, "quiet"))
    return [[(f"Total {as_product(total)}", "now")], [], numbers, marks, reach]


def digits(state: NumberMorph, path: Sequence[Move], width: int) -> list[Line]:
    """The digits in boxes and the trail of used primes."""
    if state.number is None:
        return [[("The first number is not drawn yet.", "quiet")]]
    names = places(state)
    cells = [max(len(name), 5) for name in names]
    figures = str(state.number)
    top = "  ".join(("┌" + "─" * 3 + "┐").center(cell) for cell in cells)
    middle = "  ".join(f"│ {figure} │".center(cell) for figure, cell in zip(figures, cells, strict=True))
    bottom = "  ".join(("└" + "─" * 3 + "┘").center(cell) for cell in cells)
    labels = "  ".join(name.center(cell) for name, cell in zip(names, cells, strict=True))
    # a set-up position has a history without an order
    trail = (
        [str(move) for move in path] if len(path) == len(state.history) else [str(p) for p in state.history]
    )
    joint = " → " if len(path) == len(trail) else " "
    board: list[Line] = [[(row, "now")] for row in (top, middle, bottom)]
    board += [[(labels, "quiet")], [], [(f"Used ({len(trail)}):", "quiet")]]
    return board + [[(row, "prime")] for row in _folded(trail, joint, width)]


def _folded(words: Sequence[str], joint: str, width: int) -> list[str]:
    """The words in rows no wider than this."""
    rows = [""]
    for word in words:
        piece = joint + word if rows[-1] else word
        if len(rows[-1]) + len(piece) > width and rows[-1]:
            rows.append(joint.lstrip() + word)
        else:
            rows[-1] += piece
    return rows


def staircase(state: PrimeClimb, path: Sequence[Move], width: int) -> list[Line]:
    """The staircase from the top down, with both tokens; prime steps carry a ◆."""
    top, (one, two) = state.rules.top, state.steps
    digits = len(str(top))
    cell = digits + 6  # number, mark, token, gap
    per_row = 2 if top <= 24 and width >= 2 * cell + 4 * (top // 2) else max(1, min(10, width // cell))
    rise = 4 if per_row == 2 else 0  # only short stairs fit as stairs
    rows: list[Line] = []
    for row in reversed(range((top + per_row - 1) // per_row)):
        steps = range(row * per_row + 1, min(top, (row + 1) * per_row) + 1)
        line: Line = [(" " * (rise * row), "")]
        for step in steps:
            prime = state.rules.is_prime_step[step]
            line.append((f"{step:>{digits}}" + ("◆" if prime else " "), "prime" if prime else ""))
            token = "P1" if step == one else "P2" if step == two else "  "
            line.append((f"{token:<5}"[: cell - digits - 1], {"P1": "one", "P2": "two"}.get(token, "")))
        rows.append(line)
    rows = _near_tokens(rows, {(step - 1) // per_row for step in (one, two, top) if step})
    waiting = [f"P{player}" for player, step in zip(PLAYERS, (one, two), strict=True) if step == 0]
    ground = f"{'Step 0':<{digits + 1}} {' '.join(waiting)}" if waiting else ""
    return [*rows, *([[(ground, "now")]] if ground else []), [("◆ prime: another turn", "quiet")]]


def _near_tokens(rows: list[Line], keep: set[int], most: int = 12) -> list[Line]:
    """A tall staircase cut to the rows around its tokens and its top; rows run from the top down."""
    if len(rows) <= most:
        return rows
    wanted = {row + d for row in keep for d in (-1, 0, 1)}
    shown: list[Line] = []
    for at, line in enumerate(rows):
        if len(rows) - 1 - at in wanted:
            shown.append(line)
        elif not shown or shown[-1] != [("…", "quiet")]:
            shown.append([("…", "quiet")])
    return shown


def pool(state: PocketAddition, path: Sequence[Move], width: int) -> list[Line]:
    """The pool and both pockets with their totals."""
    rules, free = state.rules, state.pool
    numbers = [
        (f"{n:>3}" if n in free else "  ·", "now" if n in free else "quiet")
        for n in range(1, rules.largest + 1)
    ]
    board: list[Line] = [[("Pool    ", "quiet"), *numbers], []]
    for player, pocket, total in zip(PLAYERS, state.pockets, state.totals, strict=True):
        board.append(_track(player, total, rules.target, width))
        board.append([("  pocket ", "quiet"), (" ".join(map(str, pocket)) or "empty", STYLE[player])])
    return board


def _track(player: int, score: int, target: int, width: int) -> Line:
    """How far a player is on the way to the target."""
    cells = min(target, 50, max(5, width - 22))
    full = score * cells // target
    bar = "█" * full + "░" * (cells - full)
    return [(f"Player {player} ", STYLE[player]), (bar, STYLE[player]), (f" {score}/{target}", "now")]


def card_table(state: PrimeDuel, path: Sequence[Move], width: int) -> list[Line]:
    """The card on the table, both score tracks and the counts of the cards left."""
    rules = state.rules
    board: list[Line] = []
    if state.card is not None:
        board = [[("┌────┐", "now")], [(f"│ {state.card:>2} │", "now")], [("└────┘", "now")]]
    for player, score in zip(PLAYERS, state.scores, strict=True):
        prime = rules.is_prime_score[score]
        track = _track(player, score, rules.target, width)
        board.append([*track, (" ◆ prime" if prime else "", "prime")])
    board += [[], [(f"Cards left ({len(state.deck)}):", "quiet")]]
    counts = [f"{card}×{state.deck.count(card)}" for card in range(1, rules.largest + 1)]
    return board + [[(row, "")] for row in _folded(counts, "  ", width)]


BOARDS: dict[str, Callable[[Any, Sequence[Move], int], list[Line]]] = {
    "nonprime-addition": number_line,
    "number-morph": digits,
    "prime-climb": staircase,
    "pocket-addition": pool,
    "prime-duel": card_table,
}

"""Boards worth looking at, as lines of styled pieces: the screen decides how they are shown.

A piece is a text and the name of a style. No meaning hangs on a style alone: a prime has its ◆, the
present number its ▲ or ●, each player a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from primeparlor.core import PLAYERS, Move
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import PLACES, places
from primeparlor.primes import as_product, is_prime

Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Piece]
STYLE = {1: "one", 2: "two"}
SHORT = dict(zip(PLACES, ("U", "T", "H", "Th", "TTh", "HTh", "M"), strict=True))
LONGEST_TRAIL = TALLEST = 12  # rows


def number_line(state: NonprimeAddition, path: Sequence[Move], width: int) -> list[Line]:
    """The running total between where it has been and where it can go.

    Primes are marked only where the total has passed them: which ones lie ahead is the game.
    """
    total = state.total
    been = {total}
    for number in reversed(path):
        been.add(min(been) - int(number))
    cell = len(str(total if state.ending() else total + state.rules.largest)) + 1
    cells = max(1, width // cell)
    shown = _around(state, cells)
    product = [(word, "now") for word in f"Total {as_product(total)}".split()]
    board = _folded(product, " ", width)
    for at in range(0, len(shown), cells):
        numbers, marks, reach = [], [], []
        for n in shown[at : at + cells]:
            mark = _mark(n, total, been)
            style = {"▲": "now", "◆": "prime", "●": "now"}.get(mark, "quiet")
            adds = f"+{n - total}" if n and n >= total + state.rules.smallest else ""
            marks.append((mark.rjust(cell), style))
            numbers.append((str(n or "…").rjust(cell), style if n and n <= total else ""))
            reach.append((adds.rjust(cell), "quiet"))
        board += [[], numbers, marks, reach]
    return board


def _around(state: NonprimeAddition, cells: int) -> list[int | None]:
    """The total and every choice; what lies between and behind where a row has room. None is a gap."""
    rules, total = state.rules, state.total
    ahead: list[int | None] = []
    if not state.ending():
        between = range(total + 1, total + rules.smallest)
        choices = range(total + rules.smallest, total + rules.largest + 1)
        fits = len(between) < 2 or len(between) + len(choices) < cells
        ahead = [*between, *choices] if fits else [None, *choices]
    behind = max(0, cells - 1 - len(ahead))
    return [*range(max(rules.start, total - behind), total + 1), *ahead]


def _mark(n: int | None, total: int, been: set[int]) -> str:
    if n is None:
        return ""
    return "▲" if n == total else "●" if n in been else "◆" if n < total and is_prime(n) else "·"


def digits(state: NumberMorph, path: Sequence[Move], width: int) -> list[Line]:
    """The digits in boxes and the trail of used primes."""
    if state.number is None:
        return [[("The first number is not drawn yet.", "quiet")]]
    names: Sequence[str] = places(state)
    cells = [max(len(name), 5) for name in names]
    if sum(cells) + 2 * (len(cells) - 1) > width:
        names, cells = [SHORT[name] for name in names], [5] * len(names)
    figures = str(state.number)
    board = [
        _row(["┌───┐"] * len(cells), cells, "now"),
        _row([f"│ {figure} │" for figure in figures], cells, "now"),
        _row(["└───┘"] * len(cells), cells, "now"),
        _row(names, cells, "quiet"),
    ]
    used = state.history
    ordered = len(path) == len(used)  # a set-up position has a history without an order
    primes = [(str(prime), "prime") for prime in (path if ordered else used)]
    trail = _folded(primes, " → " if ordered else " ", width)
    earlier: list[Line] = [[("…", "quiet")]] if len(trail) > LONGEST_TRAIL else []
    return [*board, [], [(f"Used ({len(used)}):", "quiet")], *earlier, *trail[-LONGEST_TRAIL:]]


def _row(texts: Sequence[str], cells: Sequence[int], style: str) -> Line:
    return [("  ".join(text.center(cell) for text, cell in zip(texts, cells, strict=True)), style)]


def _folded(pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """The pieces side by side, in rows no wider than this."""
    rows: list[Line] = []
    room = 0
    for text, style in pieces:
        if len(joint) + len(text) <= room:
            rows[-1] += [(joint, "quiet"), (text, style)]
            room -= len(joint) + len(text)
        else:
            lead = joint.lstrip() if rows else ""
            rows.append([(lead, "quiet"), (text, style)])
            room = width - len(lead) - len(text)
    return rows


def _labelled(label: str, pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """A label, and the pieces behind it in rows that begin below one another."""
    rows = _folded(pieces, joint, width - len(label))
    return [[(label if row is rows[0] else " " * len(label), "quiet"), *row] for row in rows]


def staircase(state: PrimeClimb, path: Sequence[Move], width: int) -> list[Line]:
    """The staircase from the top down, with both tokens; prime steps carry a ◆."""
    top, steps = state.rules.top, state.steps
    stairs = (top + 1) // 2 * 4 + 14 <= width and top <= 24  # only short stairs fit as stairs
    rows = _stairs(state) if stairs else _landings(state, width)
    waiting = " ".join(f"P{player}" for player, step in zip(PLAYERS, steps, strict=True) if step == 0)
    ground: list[Line] = [[("Step 0 ", "quiet"), (waiting, "now")]] if waiting else []
    return [*rows, *ground, [("◆ prime: another turn", "quiet")]]


def _stairs(state: PrimeClimb) -> list[Line]:
    """Two steps a row, each row a little to the right of the one below."""
    rows: list[Line] = []
    for at, first in enumerate(range(1, state.rules.top + 1, 2)):
        steps = range(first, min(first + 1, state.rules.top) + 1)
        treads = [piece for step in steps for piece in _step(state, step, "─")]
        rows.append([(" " * (4 * at) + "┌", "quiet"), *treads, ("┘", "quiet")])
    return rows[::-1]


def _landings(state: PrimeClimb, width: int) -> list[Line]:
    """As many steps a row as fit, up to ten; of a tall staircase only the rows near tokens and top."""
    top = state.rules.top
    per_row = max(1, min(10, width // (len(str(top)) + 5)))
    rows: list[Line] = []
    near = {(max(step, 1) - 1) // per_row + d for step in (*state.steps, top) for d in (-1, 0, 1)}
    last = (top - 1) // per_row
    for row in reversed(range(last + 1)):
        steps = range(row * per_row + 1, min(top, (row + 1) * per_row) + 1)
        if last < TALLEST or row in near:
            rows.append([piece for step in steps for piece in _step(state, step, " ")])
        elif rows[-1] != [("…", "quiet")]:
            rows.append([("…", "quiet")])
    return rows


def _step(state: PrimeClimb, step: int, fill: str) -> Line:
    """A step's number, its mark if it is prime, and who stands there."""
    prime, digits = state.rules.is_prime_step[step], len(str(state.rules.top))
    token = f"P{state.steps.index(step) + 1}" if step in state.steps else fill * 2
    return [
        (fill * (digits - len(str(step))), "quiet"),
        (str(step), "prime" if prime else ""),
        ("◆" if prime else fill, "prime" if prime else "quiet"),
        (token, {"P1": "one", "P2": "two"}.get(token, "quiet")),
        (fill * 2, "quiet"),
    ]


def pool(state: PocketAddition, path: Sequence[Move], width: int) -> list[Line]:
    """The pool and both pockets with their totals."""
    rules, free = state.rules, state.pool
    numbers = [(f"{n:>2}", "now") if n in free else (" ·", "quiet") for n in range(1, rules.largest + 1)]
    board = [*_labelled("Pool     ", numbers, " ", width), []]
    for player, pocket, total in zip(PLAYERS, state.pockets, state.totals, strict=True):
        held = [(f"{n:>2}", STYLE[player]) for n in pocket] or [(" –", "quiet")]
        board.append(_track(player, total, rules.target, width))
        board += _labelled("  pocket ", held, " ", width)
    return board


def _track(player: int, score: int, target: int, width: int) -> Line:
    """How far a player is on the way to the target."""
    cells = min(target, 50, max(5, width - 25))  # beside "Player 1 ", " 100/100" and " ◆ prime"
    full = score * cells // target
    bar = "█" * full + "░" * (cells - full)
    return [(f"Player {player} ", STYLE[player]), (bar, STYLE[player]), (f" {score}/{target}", "now")]


def card_table(state: PrimeDuel, path: Sequence[Move], width: int) -> list[Line]:
    """The card on the table, both score tracks and the counts of the cards left."""
    rules = state.rules
    board: list[Line] = []
    if state.card is not None:
        board = [[(row, "now")] for row in ("┌────┐", f"│ {state.card:>2} │", "└────┘")]
    for player, score in zip(PLAYERS, state.scores, strict=True):
        prime = rules.is_prime_score[score]
        track = _track(player, score, rules.target, width)
        board.append([*track, (" ◆ prime" if prime else "", "prime")])
    counts = [(f"{card}×{state.deck.count(card)}", "") for card in range(1, rules.largest + 1)]
    return [*board, [], [(f"Cards left ({len(state.deck)}):", "quiet")], *_folded(counts, "  ", width)]


BOARDS: dict[str, Callable[[Any, Sequence[Move], int], list[Line]]] = {
    "nonprime-addition": number_line,
    "number-morph": digits,
    "prime-climb": staircase,
    "pocket-addition": pool,
    "prime-duel": card_table,
}

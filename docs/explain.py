"""The picture of each game's proof, why.svg, drawn from what the solvers say: `python docs/explain.py`.

Each picture has a section; they share only the sheet and the colours. Chart libraries know bars and curves,
not dominoes and staircases, and bring their own fonts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from primeparlor.core import PASS, Move
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb
from primeparlor.games.nonprime_addition import solver as parity
from primeparlor.games.nonprime_addition.rules import NonprimeRules
from primeparlor.games.number_morph.form import places
from primeparlor.games.number_morph.rules import MorphRules
from primeparlor.games.pocket_addition.rules import PocketRules
from primeparlor.games.prime_climb.rules import ClimbRules
from primeparlor.games.prime_duel.rules import DuelRules
from primeparlor.solve import analyse

FOLDERS = Path(__file__).parents[1] / "src" / "primeparlor" / "games"
WIDTH = 960

PAPER, INK, QUIET, RULE = "#fffdf7", "#1f2933", "#52606d", "#cbd2d9"
ONE, TWO = "#ad3b18", "#0d5f6b"  # the players, as on the boards
GOOD, GOOD_PALE, GOOD_FAINT = "#2b8a3e", "#b2f2bb", "#ebfbee"
BAD, BAD_PALE = "#8d1d4b", "#f3c6d3"
PRIME, PRIME_PALE = "#7a5406", "#f6e4b8"  # as on the boards
BLUE, BLUE_PALE, BLUE_FAINT = "#1864ab", "#a5d8ff", "#d0ebff"
SANS, MONO = "system-ui, 'DejaVu Sans', sans-serif", "ui-monospace, 'DejaVu Sans Mono', monospace"


class Drawing:
    """An SVG in the making: shapes in drawing order; the fonts are the reader's own."""

    def __init__(self, height: int, title: str, description: str) -> None:
        self.height, self.title, self.description = height, title, description
        self.shapes: list[str] = []

    def add(self, shape: str, inside: str | None = None, /, **attributes: object) -> None:
        """Add a shape with these attributes; stroke_width stands for stroke-width."""
        words = [f"{key.replace('_', '-')}={quoteattr(_short(value))}" for key, value in attributes.items()]
        head = " ".join([shape, *words])
        self.shapes.append(f"<{head}/>" if inside is None else f"<{head}>{inside}</{shape}>")

    def text(self, x: float, y: float, words: object, size: float = 14, **attributes: object) -> None:
        self.spans(x, y, escape(str(words)), size, **attributes)

    def spans(self, x: float, y: float, inside: str, size: float = 14, **attributes: object) -> None:
        """Text that is marked up already."""
        given = {"fill": INK, "text_anchor": "middle"} | attributes
        self.add("text", inside, x=x, y=y, font_size=size, **given)

    def box(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def key(self, x: float, y: float, fill: str, stroke: str, words: str, **attributes: object) -> None:
        """An entry of the legend."""
        self.box(x, y - 12, 16, 16, rx=3, fill=fill, stroke=stroke, **attributes)
        self.text(x + 24, y + 1, words, 13, text_anchor="start", fill=QUIET)

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-labelledby="title desc" font-family="{SANS}">'
        )
        about = [
            f'<title id="title">{escape(self.title)}</title>',
            f'<desc id="desc">{escape(self.description)}</desc>',
        ]
        paper = f'<rect width="{WIDTH}" height="{self.height}" rx="10" fill="{PAPER}"/>'
        large = f'x="30" y="40" font-size="22" font-weight="600" fill="{INK}"'
        heading = f"<text {large}>{escape(self.title)}</text>"
        return "\n".join([head, *about, paper, heading, *self.shapes, "</svg>", ""])


def _short(value: object) -> str:
    """Coordinates without needless digits, so that a picture comes out the same everywhere."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


# Number Morph ------------------------------------------------------------------------------------

START = 211
PLACES = {"hundreds": TWO, "tens": ONE, "units": PRIME}


def number_morph() -> Drawing:
    """The pairing that answers every move from one start: a domino for each pair."""
    state = NumberMorph.start(MorphRules()).play(START)
    pairs = analyse(state).proof["pairs"]
    drawing = Drawing(
        640,
        f"Start {START}: the other {2 * len(pairs)} primes in {len(pairs)} pairs",
        f"Without {START}, every three-digit prime stands on a domino with a prime one digit away. "
        f"Player 1 must step onto a domino, Player 2 takes its other half: "
        + ", ".join(f"{p} with {q}" for p, q in pairs),
    )
    first = set(state.moves())
    for at, pair in enumerate([None, *pairs]):
        row, column = divmod(at, 9)
        x, y = 30 + column * 101.0, 62 + row * 54.0
        if pair is None:
            drawing.box(x, y, 92, 42, rx=8, fill=PRIME_PALE, stroke=PRIME, stroke_width=2)
            drawing.text(x + 46, y + 21, START, 17, font_family=MONO, font_weight="700")
            drawing.text(x + 46, y + 36, "the start", 11, fill=PRIME)
        else:
            _domino(drawing, x, y, pair, first, places(state))
    y = 520
    drawing.text(30, y, "The digit that changes:", 13, text_anchor="start", fill=QUIET)
    for at, (place, colour) in enumerate(PLACES.items()):
        drawing.text(205 + 95 * at, y, place, 13, text_anchor="start", fill=colour, font_weight="700")
    drawing.key(500, y, BLUE_FAINT, BLUE, f"the {len(first)} moves that Player 1 has from {START}")
    for line, words in enumerate(
        (
            "Player 1 must make a prime, and all of them lie on dominoes.",
            "Player 2 takes the other half: it is one digit away, and nobody has used it.",
            "Then Player 1 must step onto a fresh domino, and so on. Player 2 is never without an answer.",
        )
    ):
        drawing.text(30, y + 38 + 26 * line, words, 16, text_anchor="start")
    return drawing


def _domino(
    drawing: Drawing, x: float, y: float, pair: Sequence[int], first: set[int], names: Sequence[str]
) -> None:
    changed = next(at for at in range(3) if str(pair[0])[at] != str(pair[1])[at])
    drawing.box(x, y, 92, 42, rx=8, fill="#ffffff", stroke=RULE, stroke_width=1.5)
    for half, prime in enumerate(pair):
        if prime in first:
            drawing.box(x + 3 + 44 * half, y + 4, 42, 34, rx=6, fill=BLUE_FAINT, stroke=BLUE)
        digits = list(str(prime))
        colour = PLACES[names[changed]]
        digits[changed] = f'<tspan fill="{colour}" font-weight="700">{digits[changed]}</tspan>'
        drawing.spans(x + 24 + 44 * half, y + 27, "".join(digits), 16, font_family=MONO)


# Prime Climb -------------------------------------------------------------------------------------

CHAINS = ((ONE, (0, 5, 11, 20)), (TWO, (0, 7, 13, 20)))
BANDS = {1: BLUE_PALE, 2: BLUE_FAINT, 3: "#f1f3f5"}


def ways(state: PrimeClimb) -> int:
    """In how many ways the player to move can reach the top this turn."""
    if state.ending():
        return 1
    after = map(state.after, state.moves())
    return sum(ways(later) for later in after if later.ending() or later.turn == state.turn)


def prime_climb() -> Drawing:
    """The staircase, two chains of prime steps, and how far the top is from every step."""
    rules = ClimbRules()
    count = ways(PrimeClimb.start(rules))
    drawing = Drawing(
        560,
        f"From every step to Step {rules.top} in one turn",
        f"A staircase of {rules.top} steps, the prime ones marked. Two chains lead from the start to the top "
        "in one turn: 5, 11, 20 and 7, 13, 20. Below each step: in how few moves and in how many ways the "
        f"player who stands there reaches the top in one turn, from {count} ways on Step 0 to 1 way on "
        f"Step {rules.top - 1}, with the opponent on Step 0.",
    )
    left, wide, floor = 70.0, 41.0, 430.0

    def top_of(step: int) -> tuple[float, float]:
        return left + wide * (step + 0.5), floor - 30 - 11.5 * step

    for step in range(rules.top + 1):
        x, y = top_of(step)
        prime, last = rules.is_prime_step[step], step == rules.top
        plies = None if last else analyse(PrimeClimb(rules, step, 0, 1)).plies
        fill = GOOD_PALE if plies is None else BANDS[plies]
        drawing.box(x - wide / 2, y, wide - 1, floor - y, fill=fill)
        pale, strong = (GOOD_PALE, GOOD) if last else (PRIME_PALE, PRIME) if prime else ("#ffffff", RULE)
        drawing.box(x - wide / 2 + 1, y, wide - 3, 26, rx=4, fill=pale, stroke=strong, stroke_width=1.5)
        drawing.text(x, y + 18, step, 14, font_weight="700" if prime or last else "400")
        if plies is not None:
            drawing.text(x, floor + 20, plies, 13)
            drawing.text(x, floor + 42, ways(PrimeClimb(rules, step, 0, 1)), 13)
    for words, y in (("moves", floor + 20), ("ways", floor + 42)):
        drawing.text(left - 8, y, words, 13, text_anchor="end", fill=QUIET)
    for colour, chain in CHAINS:
        for here, there in pairwise(chain):
            _jump(drawing, top_of(here), top_of(there), colour, f"+{there - here}")
    _climb_legend(drawing, floor + 74)
    return drawing


def _jump(
    drawing: Drawing, start: tuple[float, float], end: tuple[float, float], colour: str, words: str
) -> None:
    """An arrow from step to step, over the stairs."""
    (x, y), (to_x, to_y) = start, end
    lift = 40 + 0.25 * (to_x - x) + (52 if colour == TWO else 0)
    mid, peak = (x + to_x) / 2, min(y, to_y) - lift
    curve = f"M{x:.1f},{y - 3:.1f} Q{mid:.1f},{peak:.1f} {to_x:.1f},{to_y - 7:.1f}"
    drawing.add("path", d=curve, fill="none", stroke=colour, stroke_width=2.5)
    tip = f"M{to_x:.1f},{to_y - 1:.1f} l-10,-7 l8,-5 z"
    drawing.add("path", d=tip, fill=colour)
    height = 0.25 * y + 0.5 * peak + 0.25 * to_y
    across, down = (36, 21) if colour == ONE else (-4, -7)  # inside one chain, outside the other
    drawing.text(mid + across, height + down, words, 14, fill=colour, font_weight="700")


def _climb_legend(drawing: Drawing, y: float) -> None:
    drawing.key(70, y, PRIME_PALE, PRIME, "prime step: another turn")
    for at, (plies, fill) in enumerate(BANDS.items()):
        words = f"{plies} move{'s' if plies > 1 else ''} from the top"
        drawing.key(280 + 180 * at, y, fill, RULE, words)
    words = "The opponent stands on one step only, and no step lies on both chains: one way is always open."
    drawing.text(70, y + 36, words, 15, text_anchor="start")


# Pocket Addition ---------------------------------------------------------------------------------

ANSWER = 6  # refutes every opening that loses


def pocket_addition() -> Drawing:
    """A row for each opening: how it goes on, and who wins."""
    start = PocketAddition.start(PocketRules())
    rows = [(choice, _line(start, choice.move, choice.verdict)) for choice in analyse(start).moves]
    told = [f"{' '.join(map(str, line))}: {choice.verdict}" for choice, line in rows]
    drawing = Drawing(
        690,
        "The nine openings of Pocket Addition",
        "Each opening with the play that decides it, a win or a loss for Player 1. " + "; ".join(told),
    )
    drawing.add("circle", cx=42, cy=66, r=9, fill=ONE)
    drawing.text(58, 71, "Player 1", 13, text_anchor="start", fill=ONE, font_weight="700")
    drawing.add("circle", cx=146, cy=66, r=9, fill=TWO)
    drawing.text(162, 71, "Player 2", 13, text_anchor="start", fill=TWO, font_weight="700")
    words = (
        f"under each number: the new total, and what would make {start.rules.target}, if it is still there"
    )
    drawing.text(250, 71, words, 13, text_anchor="start", fill=QUIET)
    for row, (choice, line) in enumerate(rows):
        y = 92 + 65 * row
        won = choice.verdict == "win"
        fill, stroke = (GOOD_FAINT, GOOD) if won else ("#fff5f5", BAD)
        drawing.box(24, y, WIDTH - 48, 58, rx=8, fill=fill)
        drawing.text(74, y + 35, "wins" if won else "loses", 15, fill=stroke, font_weight="700")
        _chips(drawing, start, line, y)
    return drawing


def _line(start: PocketAddition, opening: Move, verdict: str) -> list[Move]:
    """What follows an opening: best play; if the opening loses, always the same answer."""
    line = [opening] if verdict == "win" else [opening, ANSWER]
    state = start
    for move in line:
        state = state.play(move)
    return line + list(analyse(state).line)


def _chips(drawing: Drawing, state: PocketAddition, line: Sequence[Move], y: float) -> None:
    target = state.rules.target
    for at, move in enumerate(line):
        x, player = 146 + 83.0 * at, state.turn
        state = state.play(move)
        total = state.totals[player - 1]
        colour = ONE if player == 1 else TWO
        if move == PASS:
            drawing.add("circle", cx=x, cy=y + 22, r=16, fill=PAPER, stroke=colour, stroke_width=2)
            drawing.text(x, y + 26, "pass", 11, fill=colour)
            continue
        drawing.add("circle", cx=x, cy=y + 22, r=16, fill=colour)
        drawing.text(x, y + 28, move, 17, fill="#ffffff", font_weight="700")
        needs = f"{total}, needs {target - total}" if target - total in state.pool else str(total)
        won = total == target
        drawing.text(x, y + 52, needs, 11, fill=GOOD if won else QUIET, font_weight="700" if won else "400")
    ending = state.ending()
    assert ending is not None
    one, two = state.totals
    colour = ONE if ending.winner == 1 else TWO
    name = f"Player {ending.winner} wins"
    drawing.text(WIDTH - 40, y + 25, name, 14, text_anchor="end", fill=colour, font_weight="700")
    how = f"{one} : {two}, {ending.reason}" if one == two else ending.reason
    drawing.text(WIDTH - 40, y + 44, how, 12, text_anchor="end", fill=colour)


# Nonprime Addition -------------------------------------------------------------------------------

TOTALS = range(1, 40)


def nonprime_addition() -> Drawing:
    """Every total and number: a chessboard on which the even fields are always safe."""
    rules = NonprimeRules()
    drawing = Drawing(
        440,
        "Every second field is even, and safe",
        f"A board with the totals {TOTALS[0]} to {TOTALS[-1]} across and the numbers {rules.smallest} to "
        f"{rules.largest} down. Sums that are even are always safe, odd sums are safe unless they are prime. "
        "Below each total: how many of the numbers lose.",
    )
    left, top, side = 62.0, 100.0, 22.0
    for column, total in enumerate(TOTALS):
        state = NonprimeAddition(rules, total, 1)
        x, safe, deadly = left + side * column, parity.safe(state), parity.deadly(state)
        over = not state.moves()
        drawing.text(x + 11, top - 8, total, 11, fill=BAD if over else INK, font_weight="700")
        for row, number in enumerate(rules.choices):
            y = top + side * row
            fill = "#e4e7eb" if over else GOOD_PALE if (total + number) % 2 == 0 else GOOD_FAINT
            fill = BAD_PALE if number in deadly else fill
            drawing.box(x, y, side - 1, side - 1, rx=3, fill=fill)
            if number in deadly:
                drawing.text(x + 10.5, y + 15, "×", 15, fill=BAD, font_weight="700")
            assert over or number in safe or number in deadly
        drawing.text(x + 11, top + side * 8 + 17, "" if over else len(deadly), 12, fill=QUIET)
    drawing.text(left - 10, top - 8, "total", 12, text_anchor="end", fill=QUIET)
    for row, number in enumerate(rules.choices):
        drawing.text(left - 10, top + side * row + 16, f"+{number}", 13, text_anchor="end")
    drawing.text(left - 10, top + side * 8 + 17, "lose", 12, text_anchor="end", fill=QUIET)
    y = top + side * 8 + 52
    drawing.key(62, y, GOOD_PALE, GOOD, "even sum: always safe")
    drawing.key(250, y, GOOD_FAINT, GOOD, "odd sum, not prime: safe")
    drawing.key(455, y, BAD_PALE, BAD, "× prime sum: loses at once")
    drawing.key(670, y, "#e4e7eb", QUIET, "prime total: the game is over")
    words = (
        "Of two fields one above the other, one is even. So every column has a safe field,",
        "whatever the other player left: nobody can be forced to lose.",
    )
    for at, line in enumerate(words):
        drawing.text(62, y + 40 + 24 * at, line, 16, text_anchor="start")
    return drawing


# Prime Duel --------------------------------------------------------------------------------------


def prime_duel() -> Drawing:
    """The scores and what they mean, and the one way back: the reshuffle."""
    rules = DuelRules()
    deck, target = rules.full_deck, rules.target
    too_large = [sum(score + card > target for card in deck) for score in range(target)]
    waits = [score for score, cards in enumerate(too_large) if cards]
    drawing = Drawing(
        500,
        "Scores only rise, the deck only shrinks – but for the reshuffle",
        f"The scores 0 to {target}, the prime ones marked. From {waits[0]} on, a second card may be too "
        f"large: {too_large[waits[0]]} of {len(deck)} cards at {waits[0]}, {too_large[-1]} at {waits[-1]}. "
        f"Below, the deck shrinks from {len(deck)} cards to none; a reshuffle leads back to the full deck.",
    )
    left, wide, y = 30.0, 17.6, 205.0
    for score in range(target + 1):
        x, last = left + wide * score, score == target
        prime = rules.is_prime_score[score] and not last
        pale, strong = (GOOD_PALE, GOOD) if last else (PRIME_PALE, PRIME) if prime else ("#ffffff", RULE)
        drawing.box(x, y, wide - 1.5, 26, rx=3, fill=pale, stroke=strong)
        drawing.text(x + 8, y + 17, score, 10, font_weight="700" if prime or last else "400")
        if not last and too_large[score]:
            tall = 2.6 * too_large[score]
            drawing.box(x, y - 6 - tall, wide - 1.5, tall, fill=BAD_PALE)
            drawing.text(x + 8, y - 10 - tall, too_large[score], 10, fill=BAD)
    for line, words in enumerate(("cards of the full deck", "that would pass the target")):
        x = left + wide * waits[0] - 12
        drawing.text(x, y - 62 + 17 * line, words, 13, text_anchor="end", fill=BAD)
    drawing.key(30, y + 54, PRIME_PALE, PRIME, "prime score: another turn")
    drawing.key(240, y + 54, GOOD_PALE, GOOD, "the target wins")
    words = "Every card added moves a score to the right. None ever moves left."
    drawing.text(390, y + 55, words, 14, text_anchor="start")
    _deck(drawing, len(deck), y + 145)
    return drawing


def _deck(drawing: Drawing, cards: int, y: float) -> None:
    """The deck as it shrinks, and the way back."""
    left, wide = 90.0, 19.0
    for gone in range(cards + 1):
        x = left + wide * gone
        drawing.box(x, y, wide - 2, 32, rx=3, fill=BLUE_FAINT if gone < cards else "#ffffff", stroke=BLUE)
        if gone % 5 == 0:
            drawing.text(x + 8.5, y + 21, cards - gone, 11, fill=BLUE)
    drawing.text(left - 10, y + 21, "cards left", 13, text_anchor="end", fill=QUIET)
    drawing.text(WIDTH / 2, y - 14, "every draw: one card fewer  →", 14, fill=BLUE)
    start, end = left + wide * cards + 8, left + 8
    low = f"{y + 105:.1f}"
    curve = f"M{start:.1f},{y + 35:.1f} C{start - 60:.1f},{low} {end + 60:.1f},{low} {end:.1f},{y + 42:.1f}"
    drawing.add("path", d=curve, fill="none", stroke=BAD, stroke_width=2.5, stroke_dasharray="7 5")
    drawing.add("path", d=f"M{end - 1:.1f},{y + 35:.1f} l-3,13 l13,-4 z", fill=BAD)
    words = f"reshuffle: always back to all {cards}. The only way round, and only while nobody scores."
    drawing.text(WIDTH / 2, y + 118, words, 15, fill=BAD)


PICTURES: dict[str, Callable[[], Drawing]] = {
    "nonprime-addition": nonprime_addition,
    "number-morph": number_morph,
    "prime-climb": prime_climb,
    "pocket-addition": pocket_addition,
    "prime-duel": prime_duel,
}


def place(name: str) -> Path:
    """Where the picture of this game is: beside the argument that it shows."""
    return FOLDERS / name.replace("-", "_") / "why.svg"


def main() -> None:
    """Draw every picture again."""
    for name, draw in PICTURES.items():
        place(name).write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()

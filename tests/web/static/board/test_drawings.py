"""What the boards draw, measured: nothing is cut off, and nothing lies over what is to be read."""

from __future__ import annotations

from itertools import pairwise

import pytest

from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition, PocketAddition, PrimeClimb, PrimeDuel
from support.games import at
from support.web.browser import Boards, name_readers

BEYOND = "document.documentElement.scrollWidth - innerWidth"

# Boxes of text are higher than what is written: so much of them, in pixels, is air.
BOXES = """
  const named = (one) => one.textContent || one.closest("[class]").getAttribute("class");
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const air = one.matches("text, small") ? 3 : 0.5;
    return { one, name: named(one), l: left + 0.5, r: right - 0.5, t: top + air, b: bottom - air, width };
  }).filter(({ width }) => width > 0);
"""
COVERED = f"""(pairs) => {{ {BOXES}
  const apart = (a, b) => a === b || a.contains(b) || b.contains(a);
  const meet = (a, b) => a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b;
  return pairs.flatMap(([first, second]) => {{
    const below = boxes(second);
    const over = (a) => below.filter((b) => !apart(a.one, b.one) && meet(a, b));
    return boxes(first).flatMap((a) => over(a).map((b) => `${{a.name}} over ${{b.name}}`));
  }});
}}"""
CUT = f"""(selector) => {{ {BOXES}
  const out = ({{ one, l, r, t, b }}) => {{
    const {{ x, y, width, height }} = one.ownerSVGElement.viewBox.baseVal;
    const corner = (x, y) => new DOMPoint(x, y).matrixTransform(one.ownerSVGElement.getScreenCTM());
    const [first, last] = [corner(x, y), corner(x + width, y + height)];
    return l < first.x || r > last.x || t < first.y || b > last.y;
  }};
  return boxes(selector).filter(out).map(({{ name }}) => name);
}}"""


def sized(boards: Boards, width: int) -> None:
    boards.resize(width, 900)


def covered(boards: Boards, *pairs: tuple[str, str]) -> list[str]:
    """What of the first kind of each pair, and of the second, lies over each other, where it is shown."""
    found: list[str] = boards.page.evaluate(COVERED, pairs)
    return found


def cut(boards: Boards, selector: str) -> list[str]:
    """What lies partly outside its drawing."""
    found: list[str] = boards.page.evaluate(CUT, selector)
    return found


@pytest.mark.parametrize("width", [320, 390])
def test_a_dozen_cards_fit_on_a_phone(boards: Boards, width: int) -> None:
    sized(boards, width)
    boards.paint(at(PrimeDuel, "target=100 largest=12 copies=8").after(12))
    assert boards.page.evaluate(BEYOND) <= 0
    columns = boards.page.locator(".left li b").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert all(before[1] + 1 <= after[0] for before, after in pairwise(columns))


@pytest.mark.parametrize(
    "words", ["one=7,2 two=8,6", "target=200 largest=14 one=1,14 two=2", "target=30 largest=14 one=13,10"]
)
@pytest.mark.parametrize("width", [320, 390, 1280])  # varies last: a window costs more than a board
def test_bars_and_tiles_of_pocket_addition_lie_clear(boards: Boards, words: str, width: int) -> None:
    sized(boards, width)
    seats = name_readers("Bartholomew the Second", "The house")
    boards.paint(at(PocketAddition, f"{words} turn=1"), seats=seats)
    assert boards.page.evaluate(BEYOND) <= 0
    pairs = (".to15 .piece, .to15 text", ".well, .to15 text"), (".tile small", ".tile .n, .tile .n path")
    assert covered(boards, *pairs) == []
    assert cut(boards, ".to15 .piece, .to15 text") == []
    beyond = """all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth).length"""
    assert boards.page.locator(".tile small").evaluate_all(beyond) == 0


LINES = [
    "",
    "start=1000000",
    "start=1000000 largest=99",
    "start=1 largest=99",
    "start=12345 smallest=5 largest=40",
    "total=9223372036854775804",
]


@pytest.mark.parametrize("words", LINES)
@pytest.mark.parametrize("width", [320, 390, 700, 1280])
def test_the_number_line_is_whole_where_a_game_begins(boards: Boards, words: str, width: int) -> None:
    sized(boards, width)
    boards.paint(at(NonprimeAddition, words))
    assert boards.page.locator(".np-line:visible .here").count() == 1
    assert cut(boards, ".np-line .here, .np-line text") == []
    assert covered(boards, (".np-line text", ".np-line text, .np-line .here")) == []
    assert all(int(number) >= 0 for number in boards.texts(".np-line text") if number.lstrip("-").isdigit())


@pytest.mark.parametrize("scores", ["50,49", "0,50", "48,31"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_pieces_and_scores_of_a_duel_stand_clear_of_the_flag(boards: Boards, scores: str, width: int) -> None:
    sized(boards, width)
    deck = "deck=4,4,4,4,4,4,4,4,4,4"
    boards.paint(
        at(PrimeDuel, f"scores={scores} {deck} turn={2 if '50,' in scores else 1}"),
        seats=name_readers("You", "Mrs. Robinson the second, of Upper Sandy"),
    )
    pairs = [
        (".track .flag", ".track .piece, .track text"),
        (".track .piece", ".track .who, .track text:not(.num, .who)"),
        (".track .num", ".track .who"),
    ]
    assert covered(boards, *pairs) == []
    assert cut(boards, ".track .piece, .track text, .track .flag") == []


STAIRS = [
    "",
    "steps=7,8 turn=1",
    "steps=13,15 turn=1",
    "top=24 steps=3,4 turn=2",
    "top=1000 largest=99",
    "top=1000 largest=99 steps=400,390 turn=1",
    "top=1000 largest=99 steps=400,0 turn=1",
    "top=1000 largest=99 steps=401,403 turn=1",
    "top=1000 largest=99 steps=950,999 turn=1",
    "top=1000 largest=20 steps=500,990 turn=1",
    "top=1000 steps=988,991 turn=1",
    "top=100 steps=1,0 turn=1",
]


@pytest.mark.parametrize("words", STAIRS)
@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.prove), 1280])
def test_numbers_and_pieces_on_the_stairs_lie_clear(boards: Boards, words: str, width: int) -> None:
    sized(boards, width)
    boards.paint(at(PrimeClimb, words))
    numbers, pieces, told = ".stair .num", ".stair .piece", ".players text, .mine text"
    assert boards.page.locator(numbers).count()
    assert cut(boards, f"{numbers}, {pieces}, .stair text") == []
    pairs = [
        (numbers, numbers),
        (".stair .num:not(.on)", ".tread ~ .pri"),
        (numbers, f"{pieces}, {told}, .stair .top"),
        (pieces, f"{pieces}, {told}"),
        (told, f"{told}, .tread"),
    ]
    assert covered(boards, *pairs) == []
    assert all(len(number) < 3 for number in boards.texts(".num.on"))  # more do not fit into the sign
    painted = boards.page.locator(":is(.tread, .num):visible").evaluate_all(
        "all => all.map(one => one.tagName)"
    )
    assert painted == sorted(painted)  # every rect, then every text: no tread covers a number


MOTIONS = [
    (at(PocketAddition, "one=7 two=8 turn=1"), 5, '[data-key="tile-5"]', '[data-taken="5"]'),
    (at(PrimeClimb, "steps=4,9 turn=1"), 2, ".players .piece.one", ".players .piece.one"),
    (
        at(PrimeDuel, "scores=30,38 deck=4,4,4,4,4,4,4,3,4,4 turn=1 card=8"),
        "keep",
        ".of1 .piece",
        ".of1 .piece",
    ),
]
MIDDLE = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].find((one) => one.getBoundingClientRect().width > 0);
  const { x, y, width, height } = shown.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
HALT = "bench.motion.pause(), (bench.motion.currentTime = 0)"


@pytest.mark.parametrize(("before", "move", "place", "piece"), MOTIONS)
@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (2560, 1440)])
def test_a_piece_sets_out_from_where_it_was(
    boards: Boards, before: State, move: Move, place: str, piece: str, size: tuple[int, int]
) -> None:
    """Also where the page is zoomed, as it is on large screens."""
    boards.resize(*size)
    seats = name_readers("You", "The house")
    boards.paint(before, seats=seats)
    was = boards.page.evaluate(MIDDLE, place)
    boards.travel(before, move, seats=seats)
    boards.page.evaluate(HALT)
    assert boards.page.evaluate(MIDDLE, piece) == pytest.approx(was, abs=1)

"""Nonprime Addition on the screen: the total, the line, keys and words, and no prime ahead of the total."""

from __future__ import annotations

import pytest

from primeparlor.core import Move, Played
from primeparlor.fact_words import Facts
from primeparlor.games import NonprimeAddition, game_of
from primeparlor.match.events import Outcome
from primeparlor.messages import Row, Said, Seats
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing.board import Press
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from support.games import at
from support.terminal.boards import lines_of_play
from support.terminal.canvas import (
    FIRST,
    FRIENDS,
    SECOND,
    SIZES,
    canvas,
    rows,
    text,
    view_of,
    without_stand_ins,
)

BOARD = board_of(NonprimeAddition)
MESSAGES = messages_of(NonprimeAddition)
LINE: list[Played] = [(1, 8), (2, 7), (1, 8), (2, 3), (1, 6), (2, 2)]
VARIANTS = [
    "",
    "total=99990 largest=99",
    "start=7 smallest=3 largest=5",
    "smallest=90 largest=99",
    f"total={2**62}",
]

LIFTED = """
                      ╶─────╴   ▗╭─────╴
                          ▟╱▛   ▐│▌
                         ▟╱▛    ▐│▌
  ━━┓ ━━┓     ━━┓       ▟╱▛     ▝╰────╮▖      ┏━━     ━━┓
   ━┫  ━┫ ╺╋╸ ┏━┛  =    ╶───╮▖       ▝╰─╮▖ =  ┗━┓  ×   ┏┛
  ━━┛ ━━┛     ┗━━          ▝╰╮▖        ▐│▌    ━━┛      ╹
                            ▐│▌        ▐│▌
                     ▐╷▌   ▗╭╯▘ ▐╷▌   ▗╭╯▘
                     ▝╰─────╯▘  ▝╰─────╯▘

               The house added 2. 35 is not prime.


╌╮╭──────+8──────╮      ╭────+6────╮      +4?
 ┆│              │╭╌+3╌╮│          │╭+2╮·······○
 ■─◆───◆─┴─────◆─●─┴───■───◆─┴─◆───●───▲─────────┴─────────┴──
16      20      24    27    30    33  35   37–44 in reach
"""
OVER = """
                        ▟╱╮▖  ▟╱╮▖
   ━━┓ ┏━━     ┏━━     ▟╱█│▌   ▐│▌
    ━┫ ┗━┓ ╺╋╸ ┣━┓  = ▟╱▛▐│▌   ▐│▌   ◆ prime!
   ━━┛ ━━┛     ┗━┛     ───┼╴   ▐│▌
                         ▐╵▌   ─┴─

      ╭────+6────╮    ╭────+6────╮
╌╌+3╌╮│          │╭+2╮│          │
 ┴───■───◆─┴─◆───●───■───◆─────┴─◆───────┴─────────┴────
    27    30    33  35          41                50
"""


def facts(words: str = "", line: list[Played] | None = None) -> Facts:
    state = at(NonprimeAddition, words)
    return game_of(state).facts(state, line or [])


def told(state: NonprimeAddition, move: Move, seats: Seats = FIRST) -> Said:
    return MESSAGES.moved(state, state.play(move), move, seats)


# The picture -------------------------------------------------------------------------------------


def test_a_number_lifted_at_35() -> None:
    assert text(canvas("nonprime-addition total=35", (64, 18), LINE, held="4")) == LIFTED.strip("\n")


def test_a_prime_made_in_a_small_window() -> None:
    assert text(canvas("nonprime-addition total=41 turn=2", (58, 10), [*LINE, (1, 6)])) == OVER.strip("\n")


@pytest.mark.parametrize("words", VARIANTS)
def test_every_size_is_drawn_and_tells_no_prime_ahead(words: str) -> None:
    start = at(NonprimeAddition, words)
    for seed, size in enumerate(SIZES):
        for state, line in list(lines_of_play(start, seed, longest=30))[::-5]:
            assert isinstance(state, NonprimeAddition)
            c = canvas(state, size, line, held=str(state.rules.smallest), hover="+3")
            assert without_stand_ins(c) == set()
            assert all(hit.x + hit.width <= c.w for hit in c.hits)
            assert not state.ending() or any("prime!" in row for row in rows(c))
            if not state.ending():
                assert_no_prime_ahead(c, state, line)


def assert_no_prime_ahead(c: Canvas, state: NonprimeAddition, line: list[Played]) -> None:
    marked = [row for row in rows(c) if "◆" in row or "▲" in row]
    assert len(marked) == 1, "primes are marked on the line alone"
    assert marked[0].rfind("◆") < marked[0].index("▲")
    seen = game_of(state).facts(state, line)
    assert BOARD.rail(seen) == state.total
    for key in BOARD.keys(seen, view_of(state)):
        total = str(state.total + int(key.key))
        assert (key.label, key.word) == (f"+{key.key}", total if len(total) < 9 else f"…{total[-4:]}")
        assert not key.off
        assert key.ink == "ink2"


def test_primes_are_marked_where_the_total_has_passed_them() -> None:
    line = next(row for row in rows(canvas("nonprime-addition total=35", line=LINE)) if "▲" in row)
    assert [(at - line.index("▲")) // 2 + 35 for at, sign in enumerate(line) if sign == "◆"] == [
        17,
        19,
        23,
        29,
        31,
    ]


def test_the_largest_totals_are_told_in_words() -> None:
    shown = rows(canvas("nonprime-addition total=99990 largest=99", (58, 14), [(1, 58), (2, 20)]))
    assert any("99970 + 20 = 99990 = 2 × 3 × 3 × 5 × 11 × 101" in row for row in shown)
    assert any("99992–100089 in reach" in row for row in shown)
    assert any(
        "190–199 ▶" in row for row in rows(canvas("nonprime-addition total=100 smallest=90 largest=99"))
    )


def test_a_game_begins() -> None:
    assert any("The total starts at 1." in row for row in rows(canvas("nonprime-addition")))


@pytest.mark.parametrize(("size", "sign"), [((17, 8), "◆"), ((11, 3), "┏━━"), ((5, 2), "35")])
def test_the_picture_at_home(size: tuple[int, int], sign: str) -> None:
    c = Canvas(*size)
    BOARD.art(c)
    assert any(sign in row for row in rows(c))
    assert {cell.ground for row in c.cells for cell in row} <= {"g0", "soot"}


# Keys --------------------------------------------------------------------------------------------


def test_digits_add_where_every_number_is_one_digit() -> None:
    seen, view = facts("total=35"), view_of(at(NonprimeAddition, "total=35"))
    assert BOARD.press(seen, view, "4") == Press(move="4")
    assert BOARD.press(seen, view, "1") == Press(move="1"), "the referee refuses it"
    assert BOARD.press(seen, view, "+9") == Press(move="9")
    for key in ("enter", "+", "²", "x", "left"):
        assert BOARD.press(seen, view, key) is None
    assert BOARD.press(seen, view._replace(held="4"), "enter") == Press(move="4")
    assert BOARD.hints_of_keys(seen) == [("2–9", "add")]
    assert [key.key for key in BOARD.keys(seen, view)] == list("23456789")


def test_the_lifted_key_is_lit() -> None:
    keys = BOARD.keys(facts("total=35"), view_of(at(NonprimeAddition, "total=35"), held="4"))
    assert [(key.key, key.word) for key in keys if key.chosen] == [("4", "again")]


def test_longer_numbers_are_typed_or_clicked() -> None:
    state = at(NonprimeAddition, "total=35 largest=12")
    seen, view = facts("total=35 largest=12"), view_of(state)
    assert BOARD.keys(seen, view) == []
    assert BOARD.hints_of_keys(seen) == [("2–12", "number"), ("Enter", "add")]
    assert BOARD.press(seen, view, "1") == Press(held="1", asks=True), "it may begin a longer number"
    assert BOARD.press(seen, view._replace(held="1"), "2") == Press(held="12", asks=True)
    assert BOARD.press(seen, view._replace(held="12"), "enter") == Press(move="12")
    hits = canvas(state).hits
    assert [hit.key for hit in hits] == [f"+{number}" for number in range(2, 13)]
    assert [BOARD.press(seen, view, hit.key) for hit in hits][-1] == Press(move="12")


def test_nothing_is_pressed_while_the_house_thinks() -> None:
    assert canvas("nonprime-addition total=35", yours=False).hits == []


# Words -------------------------------------------------------------------------------------------


def test_moves() -> None:
    state = at(NonprimeAddition, "total=33 turn=2")
    assert told(state, 2) == Said("33 + 2 = 35", "The house added 2. 35 = 5 × 7 is not prime.")
    assert told(state, 2, SECOND).text == "You added 2. 35 = 5 × 7 is not prime."
    assert told(state, 2, FRIENDS).text == "Player 2 added 2. 35 = 5 × 7 is not prime."
    made = Said("33 + 4 = 37", "37 is prime! The house made it, so you win.", "◆", "brass")
    assert told(state, 4) == made
    assert told(state, 4, SECOND).text == "37 is prime! You made it, so the house wins."


def test_a_refusal() -> None:
    state = at(NonprimeAddition, "total=35")
    said = MESSAGES.refused(state, 1, state.refusal(1), FIRST)
    assert said == Said("1 is out of range.", "Choose a whole number from 2 to 9.", "✕", "bad")


@pytest.mark.parametrize(
    ("words", "move", "row"),
    [
        ("total=33", 2, Row("+ 2", "35 = 5 × 7", "35")),
        ("total=56", 8, Row("+ 8", "64 = 2 × 2 × 2 × 2 × 2 × 2", "64")),
        ("total=50", 2, Row("+ 2", "52 = 2 × 2 × 13", "52")),
        ("total=33", 4, Row("+ 4", "37 ◆ prime")),
        (f"total={2**40 - 2}", 2, Row("+ 2", f"{2**40} = {' × '.join('2' * 40)}", str(2**40))),
    ],
)
def test_rows(words: str, move: int, row: Row) -> None:
    state = at(NonprimeAddition, words)
    assert MESSAGES.row(state, state.play(move), move) == row


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (FIRST, "You won: the house made 2, a prime."),
        (SECOND, "The house won: you made 2, a prime."),
        (FRIENDS, "Player 1 won: Player 2 made 2, a prime."),
        (Seats(("Mara", "Ian")), "Mara won: Ian made 2, a prime."),
    ],
)
def test_results(seats: Seats, said: str) -> None:
    state = at(NonprimeAddition, "total=2 turn=1")
    assert MESSAGES.result(state, Outcome(1, "made a prime"), seats).bold == said


def test_what_is_said_of_the_players() -> None:
    over = facts("total=41 turn=2")
    assert [MESSAGES.standing(over, 1), MESSAGES.standing(over, 2)] == ["made 41", ""]
    assert MESSAGES.standing(facts(), 1) == ""
    assert MESSAGES.task(facts(), False) == "Do not make a prime."

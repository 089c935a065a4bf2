"""Pocket Addition on the screen: tiles, pockets, bars, keys and words."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games import PocketAddition, game_of
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

BOARD = board_of(PocketAddition)
MESSAGES = messages_of(PocketAddition)
EXAMPLE = "one=2,7 two=6,8"
LARGE = "target=200 largest=14"
VARIANTS = ["", LARGE, "target=21", "target=30 largest=12", "largest=1 target=1", "largest=4 target=9"]

LIFTED = """
       ● You          ━┓      ━━┓     ━━┓       ■ The house
                       ┃      ┏━┛      ━┫
      ▗╭───╮▖         ━┻━     ┗━━     ━━┛      ▟╱╮▖    ▟╱╮▖
      ▐│▌ ▐│▌         = 10     ●      = 12      ▐│▌   ▟╱█│▌
      ▝╰───╯▘       ▔▔▔▔▔▔▔ ╌╌╌╌╌╌╌ ▔▔▔▔▔▔▔     ▐│▌  ▟╱▛▐│▌
         ▟╱▛          ╻ ╻     ┏━━     ┏━━       ▐│▌   ───┼╴
        ▟╱▛           ┗━╋     ┗━┓     ┣━┓       ─┴─     ▐╵▌
                        ╹     ━━┛     ┗━┛
 ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄   again    = 14     ■     ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
 ┆               ┆  ▀▀▀▀▀▀▀ ▔▔▔▔▔▔▔ ╌╌╌╌╌╌╌  ┆               ┆
 ┆     2   7     ┆    ━━┓     ┏━┓     ┏━┓    ┆    ╱6╱ ╱8╱    ┆
 ┆               ┆     ┏┛     ┣━┫     ┗━┫    ┆               ┆
 ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯     ╹      ┗━┛     ━━┛    ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯
                       ●       ■    too big
                    ╌╌╌╌╌╌╌ ╌╌╌╌╌╌╌ ▔▔▔▔▔▔▔


 ● You    2             7          ···········○      ▌ 6 to go
 ■ House ╱╱╱╱╱╱ 6 ╱╱╱╱╱╱╱ ╱╱╱╱╱╱╱╱╱╱ 8 ╱╱╱╱╱╱╱╱╱╱╱   ▌ 1 to go
         0             5             10             15
"""
SMALL = """
      ● You         1       2       3       ■ The house
      ┏━┓          = 10  ╌╌╌●╌╌╌   = 12      ━┓  ╻ ╻
      ┗━┫           4       5       6         ┃  ┗━╋
      ━━┛          = 13    = 14  ╌╌╌■╌╌╌     ━┻━   ╹
 ▄▄▄▄▄▄▄▄▄▄▄▄▄▄     7       8       9     ▄▄▄▄▄▄▄▄▄▄▄▄▄▄
 ┆   2   7    ┆  ╌╌╌●╌╌╌ ╌╌╌■╌╌╌ too big  ┆  ╱6╱ ╱8╱   ┆
 ╰╌╌╌╌╌╌╌╌╌╌╌╌╯                           ╰╌╌╌╌╌╌╌╌╌╌╌╌╯
     ● You    2        7                   ▌ 6 to go
     ■ House ╱╱╱╱ 6 ╱╱╱╱ ╱╱╱╱╱╱ 8 ╱╱╱╱╱╱╱  ▌ 1 to go
             0         5        10        15
"""


def facts(words: str = "") -> Facts:
    state = at(PocketAddition, words)
    return game_of(state).facts(state)


# The picture -------------------------------------------------------------------------------------


def test_a_number_lifted() -> None:
    assert text(canvas(f"pocket-addition {EXAMPLE}", size=(64, 21), held="4")) == LIFTED.strip("\n")


def test_a_small_window() -> None:
    assert text(canvas(f"pocket-addition {EXAMPLE}", size=(58, 10))) == SMALL.strip("\n")


@pytest.mark.parametrize("words", VARIANTS)
def test_every_size_is_drawn_with_every_number(words: str) -> None:
    start = at(PocketAddition, words)
    for seed, size in enumerate(SIZES):
        for state, line in list(lines_of_play(start, seed))[::2]:
            assert isinstance(state, PocketAddition)
            for seats in (FIRST, FRIENDS):
                c = canvas(state, size, line, seats=seats, held="2", hover="1")
                assert without_stand_ins(c) == set()
                tile = "take{}" if start.rules.largest > 9 else "{}"
                assert [hit.key for hit in c.hits] == [
                    tile.format(n) for n in range(1, start.rules.largest + 1)
                ]
                for hit in c.hits:
                    assert hit.x + hit.width <= c.w
                    assert hit.y + hit.height <= c.h
                shown = text(c)
                for total in state.totals:
                    assert f"{start.rules.target - total} to go" in shown or total == start.rules.target


def test_tiles_say_what_they_make() -> None:
    shown = text(canvas(f"pocket-addition {EXAMPLE}"))
    assert [word in shown for word in ("= 10", "= 12", "= 13", "= 14", "too big", "✕ tried")] == [
        True
    ] * 5 + [False]
    assert "✕ tried" in text(canvas(f"pocket-addition {EXAMPLE}", tried=(9,)))
    assert "= 15" in text(canvas(f"pocket-addition {EXAMPLE} turn=2", seats=SECOND))


def test_two_people_keep_their_sides_and_the_tiles_follow_the_turn() -> None:
    first, second = (
        rows(canvas(f"pocket-addition {EXAMPLE} turn={turn}", size=(97, 26), seats=FRIENDS))
        for turn in (1, 2)
    )
    for shown in (first, second):
        names = next(row for row in shown if "● Player 1" in row and "■ Player 2" in row)
        assert names.index("●") < names.index("■")
    assert "= 10" in "\n".join(first)
    assert "= 15" in "\n".join(second)


def test_your_pocket_is_left() -> None:
    names = next(row for row in rows(canvas(f"pocket-addition {EXAMPLE}", seats=SECOND)) if "You" in row)
    assert names.index("■ You") < names.index("● The house")


def test_a_game_that_is_over_invites_to_nothing() -> None:
    shown = text(canvas("pocket-addition one=7,8 two=6 turn=2"))
    assert "=" not in shown
    assert "✓" in shown


@pytest.mark.parametrize("name", ["Bartholomew the Younger of Alexandria", "A"])
def test_long_names_are_left_out_and_never_cut(name: str) -> None:
    for size in SIZES:
        shown = text(canvas(f"pocket-addition {EXAMPLE}", size=size, seats=Seats((name, "The house"))))
        assert ("Bart" in shown) <= (name in shown)


def test_full_pockets_are_written_or_counted() -> None:
    words = f"pocket-addition {LARGE} one=1,3,5,7,9,11,13 two=2,4,6,8,10,12 turn=2"
    assert "1 3 5 7 9" in text(canvas(words, size=(64, 21)))
    assert any(row.startswith(" ┆   7  ┆") for row in rows(canvas(words, size=(58, 10))))
    words = f"pocket-addition {LARGE} one=2,3,4,5,6,7,8,9,10,11,12,13,14 two=1 turn=2"
    assert any(row.split()[0] == "104" for row in rows(canvas(words, size=(58, 13))) if row.strip())


def test_the_tile_under_the_mouse_is_lit() -> None:
    def lit(**begun: Any) -> bool:
        c = canvas(f"pocket-addition {EXAMPLE}", **begun)
        return any(cell.ground == "soft" for row in c.cells for cell in row)

    assert lit(hover="4")
    assert not lit(hover="9"), "too big"
    assert not lit(held="9"), "too big"
    assert not lit(hover="7"), "taken"
    assert not lit(hover="4", yours=False)


@pytest.mark.parametrize(("size", "sign"), [((17, 8), "╰╌"), ((11, 3), "┏━━"), ((5, 2), "15")])
def test_the_picture_at_home(size: tuple[int, int], sign: str) -> None:
    c = Canvas(*size)
    BOARD.art(c)
    assert any(sign in row for row in rows(c))


# Keys --------------------------------------------------------------------------------------------


def test_numbers_take_and_the_referee_refuses() -> None:
    seen, view = facts(EXAMPLE), view_of(at(PocketAddition, EXAMPLE))
    for key in ("4", "9", "0", "12"):
        assert BOARD.press(seen, view, key) == Press(move=key)
    assert BOARD.press(seen, view, "p") == Press(move="pass")
    for key in ("enter", "²", "x"):
        assert BOARD.press(seen, view, key) is None
    assert BOARD.press(seen, view._replace(held="4"), "enter") == Press(move="4")
    assert BOARD.keys(seen, view) == [], "the tiles are the keys"


def test_the_tiles_are_the_keys_and_a_pass_has_one_when_nothing_fits() -> None:
    start = PocketAddition.start()
    view = view_of(start)._replace(actions=lambda: start.rules.actions)
    assert BOARD.keys(facts(), view) == []
    stuck = at(PocketAddition, "one=5,9 two=1,8 turn=1")
    assert stuck.moves() == ("pass",)
    seen = facts("one=5,9 two=1,8 turn=1")
    [key] = BOARD.keys(seen, view_of(stuck))
    assert (key.key, key.label, key.off) == ("p", "Pass", False)
    assert BOARD.keys(seen, view_of(stuck)._replace(yours=False)) == []


@pytest.mark.parametrize(
    ("words", "hints"),
    [
        ("", [("1–9", "take")]),
        (LARGE, [("1–14", "number"), ("Enter", "take")]),
        ("largest=10", [("1–10", "number"), ("Enter", "take")]),
        ("largest=1", [("1", "take")]),
    ],
)
def test_hints_of_keys(words: str, hints: list[tuple[str, str]]) -> None:
    assert BOARD.hints_of_keys(facts(words)) == hints


def test_numbers_of_two_digits_are_typed_and_their_tiles_take_at_once() -> None:
    seen, view = facts(LARGE), view_of(at(PocketAddition, LARGE))
    assert BOARD.press(seen, view, "1") == Press(held="1", asks=True)
    assert BOARD.press(seen, view._replace(held="1"), "2") == Press(held="12", asks=True)
    assert BOARD.press(seen, view._replace(held="12"), "enter") == Press(move="12")
    assert BOARD.press(seen, view, "take5") == Press(move="5")
    assert BOARD.press(facts(""), view_of(at(PocketAddition, "")), "5") == Press(move="5")


# Words -------------------------------------------------------------------------------------------


def told(words: str, move: Move, seats: Seats = FIRST) -> Said:
    state = at(PocketAddition, words)
    return MESSAGES.moved(state, state.play(move), move, seats)


def refused(words: str, move: Move, seats: Seats = FIRST) -> tuple[str, str]:
    state = at(PocketAddition, words)
    reason = state.why_not(move)
    assert reason is not None
    said = MESSAGES.refused(state, move, reason, seats)
    assert (said.glyph, said.kind) == ("✕", "bad")
    return said.bold, said.text


def test_moves() -> None:
    assert told("one=7 two=8", 2) == Said("7 + 2 = 9", "You took the 2: 6 to go.")
    assert told("one=7,2 two=8 turn=2", 6) == Said("8 + 6 = 14", "The house took the 6: 1 to go.")
    assert told("one=7,2 two=8,6", 6 - 1, FRIENDS).text == "Player 1 took the 5: 1 to go."
    assert told("one=7,2 two=8,5 turn=1", 6) == Said("9 + 6 = 15", "You took the 6 and made 15.", "✓", "good")


def test_refusals() -> None:
    assert refused(EXAMPLE, 9) == ("9 + 9 = 18", "That is past 15. Choose a number up to 5.")
    assert refused(EXAMPLE, 7) == ("The 7 is taken.", "You have it. Choose another number.")
    assert refused(EXAMPLE, 8) == ("The 8 is taken.", "The house has it. Choose another number.")
    assert refused(EXAMPLE, 0) == ("0 is out of range.", "Choose a whole number from 1 to 9.")
    assert refused(EXAMPLE, "pass") == (
        "You cannot pass now.",
        "The 1 still fits, and you may pass only when nothing does.",
    )


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (FIRST, "Nothing fits, so you pass."),
        (SECOND, "Nothing fits, so the house passes."),
        (FRIENDS, "Nothing fits, so Player 1 passes."),
    ],
)
def test_a_forced_pass(seats: Seats, said: str) -> None:
    state = at(PocketAddition, "one=6,8 two=1,9 turn=1")
    why = "The smallest number left is 2, and 14 + 2 = 16 is past 15."
    assert MESSAGES.forced(state, state.play("pass"), "pass", seats) == Said(said, why)


def test_rows() -> None:
    state = at(PocketAddition, "two=9")
    assert MESSAGES.row(state, state.play(7), 7) == Row("7", "total 7")
    state = at(PocketAddition, "one=7 two=9")
    assert MESSAGES.row(state, state.play(2), 2) == Row("2", "7 + 2 = 9")
    state = at(PocketAddition, "one=6,8 two=1,9")
    assert MESSAGES.row(state, state.play("pass"), "pass") == Row("pass", "nothing fits")


@pytest.mark.parametrize(
    ("words", "seats", "bold", "why"),
    [
        ("one=7,8 two=6,4 turn=2", FIRST, "You won, 15 to 10.", "You made exactly 15."),
        ("one=7,8 two=6,4 turn=2", SECOND, "The house won, 15 to 10.", "The house made exactly 15."),
        (
            "one=6,8 two=1,2,3,7 passes=2",
            FRIENDS,
            "Player 1 won, 14 to 13.",
            "Nothing fits any more, so the higher total wins.",
        ),
        (
            "target=30 largest=4 one=1,4 two=2,3",
            FIRST,
            "The house won at 5 all.",
            "The house took the last number, and that breaks the tie.",
        ),
        (
            "target=30 largest=4 one=3,4 two=1,2",
            FIRST,
            "You won, 7 to 3.",
            "Every number is taken, so the higher total wins.",
        ),
    ],
)
def test_results(words: str, seats: Seats, bold: str, why: str) -> None:
    state = at(PocketAddition, words)
    ending = state.ending()
    assert ending is not None
    assert MESSAGES.result(state, Outcome(ending.winner, ending.reason), seats) == Said(bold, why)


@pytest.mark.parametrize(("player", "standing"), [(1, "6 to go"), (2, "1 to go")])
def test_what_is_said_of_the_players(player: Player, standing: str) -> None:
    assert MESSAGES.standing(facts(EXAMPLE), player) == standing
    assert MESSAGES.task(facts(EXAMPLE), False) == "Take a number. Exactly 15 wins."

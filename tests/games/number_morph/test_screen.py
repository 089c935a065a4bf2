"""Number Morph on the screen: wheels in any window, keys, words, and nothing that gives primes away."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import Played
from primeparlor.games import NumberMorph, game_of
from primeparlor.match.events import Outcome
from primeparlor.messages import Row, Said, Seats
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing.board import Key, Listing, Press
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

BOARD = board_of(NumberMorph.start())
MESSAGES = messages_of(NumberMorph)
WORDS = "number=223 used=211,223,227,241,271,277 turn=2"
LINE: list[Played] = [(None, 211), (1, 241), (2, 271), (1, 277), (2, 227), (1, 223)]

NORMAL = """\
                                        Primes used so far
 ╭──────────╮ ┏━━━━━━━━━━┓ ╭──────────╮     1 2 3 4 5 6 7 8 9
 │  ╶──┴─╴  │ ┃▝╰─────╯▘ ┃ │  ╶─────╴ │  0  · · · · · · · · ·
 │ ▗╭────╮▖ │ ┃    ▟╱▛   ┃ │ ╶─────╴  │  1  · ▘ · · · · · · ·
 │▗╭╯▘  ▝╰╮▖│ ┃   ▟╱▛    ┃ │     ▟╱▛  │  2  · ▞ · · · · · · ·
 │▐╵▌    ▐│▌│ ┃  ▟╱▛     ┃ │    ▟╱▛   │  3  · · · · · · · · ·
 │       ▐│▌│ ┃ ▟╱───╮▖  ┃ │   ▟╱▛    │  4  · ▘ · · · · · · ·
 │      ▟╱▛ │ ┃▗╭╯▘ ▝╰─╮▖┃ │   ╶───╮▖ │  5  · · · · · · · · ·
 │     ▟╱▛  │ ┃▐│▌    ▐│▌┃ │      ▝╰╮▖│  6  · · · · · · · · ·
 │    ▟╱▛   │ ┃▐│▌    ▐│▌┃ │       ▐│▌│  7  · ▌ · · · · · · ·
 │   ▟╱▛    │ ┃▝╰╮▖  ▗╭╯▘┃ │▐╷▌   ▗╭╯▘│  8  · · · · · · · · ·
 │  ╶─────╴ │ ┃ ▝╰────╯▘ ┃ │▝╰─────╯▘ │  9  · · · · · · · · ·
 │ ╶─────╴  │ ┃ ╶──────╮▖┃ │     ▟╱╮▖ │ Hundreds across, tens
 ╰──────────╯ ┗━━━━━━━━━━┛ ╰──────────╯ down. Units ▘1 ▝3 ▖7 ▗9
   hundreds      ▲ tens        units       Try 263
                                            Enter
 ──────────────────────────────────────────────────────────────
 211 ─ ● 241 ─ ■ 271 ─ ● 277 ─ ■ 227 ─ ● 223"""

SMALL = """\
  ╭───────╮ ┏━━━━━━━┓ ╭───────╮ ╭───────╮
  │  ▟╱╮▖ │ ┃▗╭───╮▖┃ │▗╭───╴ │ │▗╭───╮▖│
  │ ▟╱█│▌ │ ┃▐╵▌ ▐│▌┃ │▐│▌    │ │▐│▌ ▐│▌│   Pick a digit
  │▟╱▛▐│▌ │ ┃   ▟╱▛ ┃ │▝╰───╮▖│ │▝╰───╯▘│   and try it
  │ ───┼╴ │ ┃  ▟╱▛  ┃ │    ▐│▌│ │   ▟╱▛ │
  │   ▐╵▌ │ ┃ ╶───╴ ┃ │ ╶───╯▘│ │  ▟╱▛  │
  ╰───────╯ ┗━━━━━━━┛ ╰───────╯ ╰───────╯
    1,000s    ▲ 100s     10s        1s
 ────────────────────────────────────────────────────────
 4259"""


def test_wheels_map_and_trail_in_a_normal_window() -> None:
    assert text(canvas(f"number-morph {WORDS}", (64, 18), LINE, held="1:6")) == NORMAL


def test_four_wheels_in_the_smallest_window() -> None:
    assert text(canvas("number-morph number=4259 digits=4", (58, 10))) == SMALL


def test_the_digit_that_changed_is_underlined() -> None:
    trail = canvas(f"number-morph {WORDS}", (64, 18), LINE).cells[-1]
    assert "".join(cell.glyph for cell in trail if "underline" in cell.attributes) == "47723"


def test_a_trail_without_an_order_has_no_lines() -> None:
    trail = text(canvas(f"number-morph {WORDS}", (64, 18))).splitlines()[-1]
    assert trail == " 211   227   241   271   277   223"


def test_a_long_trail_shows_its_end() -> None:
    *_, (state, line) = lines_of_play(NumberMorph.start(), seed=5)
    assert isinstance(state, NumberMorph)
    for yours, cut in ((True, "  l  … ─ "), (False, " … ─ ")):  # the key works where one may choose
        shown = text(canvas(state, (58, 14), line, yours=yours)).splitlines()
        assert shown[-1].startswith(cut)
        assert shown[-1].endswith(str(state.number))


@pytest.mark.parametrize("size", SIZES)
def test_a_trail_takes_the_rows_that_are_free_and_no_wheel_moves(size: tuple[int, int]) -> None:
    names, trails = set[int](), list[int]()
    for state, line in [*lines_of_play(NumberMorph.start(), seed=5)][1::10]:
        shown = rows(canvas(state, size, line))
        [under] = [at for at, row in enumerate(shown) if "hundreds" in row]
        [rule] = [at for at, row in enumerate(shown) if row.startswith(" ──────")]
        assert under < rule
        assert " m  … " not in shown[rule + 1] or shown[rule - 1].strip()
        names.add(under)
        trails.append(len(shown) - rule - 1)
    assert len(names) == 1
    assert trails == sorted(trails)


def test_every_prime_used_is_listed_where_the_trail_may_be_too_short() -> None:
    def listing(words: str) -> Listing | None:
        return BOARD.listing(game_of(NumberMorph).facts(at(NumberMorph, words)))

    assert listing("number=223 used=211,223,227,241,271") is None
    assert listing(f"number=223 used={','.join(map(str, (883, 211, 223, 227, 241, 271)))}") == Listing(
        "used", "The 6 primes used so far", ["211 223 227 241 271", "883"]
    )


def test_before_the_first_number() -> None:
    drawn = text(canvas("number-morph", (60, 12)))
    assert "The first number is being drawn." in drawn
    facts = game_of(NumberMorph).facts(NumberMorph.start())
    assert BOARD.press(facts, view_of(NumberMorph.start()), "5") is None
    assert [key.word for key in BOARD.keys(facts, view_of(NumberMorph.start()))] == [""] * 10


def test_nothing_to_press_while_the_other_one_moves() -> None:
    drawn = canvas(f"number-morph {WORDS}", (64, 18), LINE, yours=False)
    assert drawn.hits == []
    assert not {"▲", "┏"} & {*text(drawn)}


@pytest.mark.parametrize("digits", [2, 3, 4, 5])
def test_every_size_shows_the_wheels_and_the_button(digits: int) -> None:
    played = list(lines_of_play(at(NumberMorph, f"digits={digits}"), seed=digits, longest=30))
    for state, line in played[1::7] + played[-1:]:
        assert isinstance(state, NumberMorph)
        for size in SIZES:
            c = canvas(state, size, line, held="1:3" if str(state.number)[1] != "3" else "1:4")
            assert without_stand_ins(c) == set()
            shown = text(c)
            assert "▲" in shown, (size, shown)
            assert f"Try {str(state.number)[0]}" in shown, (size, shown)
            assert str(state.number) in shown.splitlines()[-1] + shown.splitlines()[-2], (size, shown)
            assert all(h.x >= 0 and h.x + h.width <= c.w and h.y + h.height <= c.h for h in c.hits)


def test_a_button_covers_nothing() -> None:
    for digits, number in ((2, 43), (3, 223), (4, 4259), (5, 22307)):
        for size in SIZES:
            c = canvas(f"number-morph digits={digits} number={number}", size, held="1:9")
            (button,) = (hit for hit in c.hits if hit.key == "enter")
            for hit in c.hits:
                beside = hit.x >= button.x + button.width or hit.x + hit.width <= button.x
                below = hit.y >= button.y + button.height or hit.y + hit.height <= button.y
                assert hit == button or beside or below, (size, digits, hit, button)


# Spoilers ----------------------------------------------------------------------------------------


def test_nothing_shows_which_numbers_are_prime() -> None:
    """A number that is no prime, with no prime near it, is drawn as 211 is: nobody asked."""
    facts = game_of(NumberMorph).facts(at(NumberMorph, "number=211"))
    other = {**facts, "number": 221, "used": [221]}
    view = view_of(NumberMorph.start(), held="0:")
    words = [(key.word, key.off, key.ink) for key in BOARD.keys(facts, view)]
    assert words == [(key.word, key.off, key.ink) for key in BOARD.keys(other, view)]
    assert {word for word, _, _ in words} == {"", "here", "never"}
    assert [MESSAGES.labels(each, FIRST)["aside"] for each in (facts, other)] == ["1 of 143 used"] * 2
    BOARD.paint(one := Canvas(64, 18), facts, view)
    BOARD.paint(two := Canvas(64, 18), other, view)
    assert text(one).splitlines()[13:17] == text(two).splitlines()[13:17]


@pytest.mark.parametrize(("digits", "last"), [(2, 9), (3, 99), (4, 999)])
def test_the_rail_ends_before_the_numbers_asked_for(digits: int, last: int) -> None:
    assert BOARD.rail(game_of(NumberMorph).facts(at(NumberMorph, f"digits={digits}"))) == last


# Keys --------------------------------------------------------------------------------------------


def press(key: str, **view: Any) -> Press | None:
    state = at(NumberMorph, WORDS)
    return BOARD.press(game_of(state).facts(state), view_of(state, **view), key)


def test_a_digit_turns_the_wheel_and_enter_tries() -> None:
    assert press("6") == Press(held="1:6")
    assert press("enter", held="1:6") == Press(move="263")
    assert press("enter", held="1:") == Press(move="223")  # which is refused, in words
    assert press("enter", held="1:2") == Press(move="223")
    assert press("x") is None
    assert not BOARD.plays_at_once


def test_arrows_choose_the_place_and_turn_the_wheel() -> None:
    assert press("right", held="1:6") == Press(held="2:")
    assert press("right", held="2:") == Press(held="0:")
    assert press("left", held="1:") == Press(held="0:")
    assert press("up") == Press(held="1:3")
    assert press("down", held="1:0") == Press(held="1:9")
    assert press("up", held="0:9") == Press(held="0:1")  # no number begins with 0
    assert press("0", held="0:") == Press(move="hundreds 0")  # which the referee refuses in words


def test_wheels_can_be_clicked() -> None:
    assert press("place2", held="1:6") == Press(held="2:3")
    assert press("place1", held="1:6") == Press(held="1:6")
    assert press("forth1", held="1:6") == Press(held="1:7")
    assert press("back0") == Press(held="0:1")
    keys = {hit.key for hit in canvas(f"number-morph {WORDS}", (64, 18), held="1:6").hits}
    wheels = {f"{what}{place}" for what in ("place", "back", "forth") for place in range(3)}
    assert keys == wheels | {"enter"}


def test_the_place_that_was_tried_stays_chosen() -> None:
    assert press("6", tried=(213, 229)) == Press(held="2:6")
    assert press("6", tried=(229, 999, "pass")) == Press(held="2:6")


def test_keys_tell_what_was_tried_and_used() -> None:
    state = at(NumberMorph, WORDS)
    view = view_of(state, held="2:9", tried=(221,))
    keys = BOARD.keys(game_of(state).facts(state), view)
    assert [key.word for key in keys] == ["", "✕ tried", "", "here", "", "", "", "used", "", "Enter"]
    assert keys[1] == Key("1", "1", "✕ tried", ink="bad")
    assert [key.key for key in keys if key.chosen] == ["9"]


# Words -------------------------------------------------------------------------------------------


def moved(number: int, move: int, seats: Seats) -> Said:
    state = at(NumberMorph, f"number={number}")
    return MESSAGES.moved(state, state.play(move), move, seats)


def test_a_move_is_told_with_its_place() -> None:
    said = ("227 → 223", "You changed the units to 3.")
    assert moved(227, 223, FIRST)[:2] == said
    assert moved(227, 277, SECOND).text == "The house changed the tens to 7."
    assert moved(227, 277, FRIENDS).text == "Player 1 changed the tens to 7."


def test_the_last_move_has_nobody_to_follow() -> None:
    state = at(NumberMorph, "digits=2 number=83 used=13,23,43,53,73,83,11,17,19,29,59,79,97")
    assert state.moves() == (89,)
    said = MESSAGES.moved(state, state.play(89), 89, FIRST)
    assert said.text == "You changed the units to 9."


def test_the_first_number() -> None:
    start = NumberMorph.start()
    said = MESSAGES.drawn(start, start.after(271), 271, FIRST)
    assert said[:2] == ("271 is the first number.", "You begin.")
    assert MESSAGES.row(start, start.after(271), 271) == Row("271", "drawn")


def test_a_row_of_the_list() -> None:
    state = at(NumberMorph, "number=227")
    assert MESSAGES.row(state, state.after(223), 223) == Row("223", "units 3")


@pytest.mark.parametrize(
    ("move", "bold", "text"),
    [
        (213, "213 = 3 × 71", "Not a prime, so 223 stays. Trying costs nothing."),
        (
            227,
            "227 has been used already.",
            "Each prime counts only once, so 223 stays. Trying costs nothing.",
        ),
        (223, "That is already 223.", "Choose another digit, then try it."),
        (999, "999 is not 223 with one digit changed.", "223 stays."),
    ],
)
def test_a_refusal(move: int, bold: str, text: str) -> None:
    state = at(NumberMorph, WORDS)
    assert MESSAGES.refused(state, move, state.why_not(move) or "", SECOND) == Said(bold, text, "✕", "bad")


@pytest.mark.parametrize(("seats", "name"), [(FIRST, "You"), (SECOND, "The house"), (FRIENDS, "Player 1")])
def test_the_result(seats: Seats, name: str) -> None:
    state = at(NumberMorph, WORDS)
    said = MESSAGES.result(state, Outcome(1, "no prime left"), seats)
    assert said[:2] == (f"{name} won: 223 leaves no prime to make.", "6 of 143 primes were used.")


def test_what_there_is_to_do() -> None:
    facts = game_of(NumberMorph).facts(at(NumberMorph, WORDS))
    assert MESSAGES.task(facts, False) == "One digit, one new prime."
    assert BOARD.hints_of_keys(facts) == [("←→", "place"), ("0–9", "digit"), ("Enter", "try"), ("/", "type")]


@pytest.mark.parametrize("size", [(17, 8), (11, 3), (22, 10)])
def test_the_little_picture(size: tuple[int, int]) -> None:
    BOARD.art(c := Canvas(*size))
    assert without_stand_ins(c) == set()
    assert "┃" in text(c)

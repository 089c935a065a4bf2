"""Prime Climb on the screen: stairs of any length in any window, keys, and what is said."""

from __future__ import annotations

import re
from typing import Any

import pytest

from primeparlor.games import PrimeClimb, game_of
from primeparlor.match.events import Outcome
from primeparlor.messages import Row, Said, Seats
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing.board import Key, Press
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from support.games import at, play_on
from support.terminal.boards import lines_of_play
from support.terminal.canvas import FIRST, FRIENDS, SECOND, SIZES, canvas, text, view_of, without_stand_ins

VARIANTS = ("", "top=35 largest=4", "top=100 largest=5", "top=1000 largest=99", "top=2", "top=9 largest=1")
BOARD = board_of(PrimeClimb.start())
MESSAGES = messages_of(PrimeClimb)

NORMAL = """\
 You stand on
  ╶──────╮▖
        ▟╱▛                                                 ▄▄▄
       ▟╱▛                                               ▄▄▄ 20
      ▟╱▛                                        +9   ▏18 19
     ▟╱▛                                      +8▄▄▄ 17▏   ◆
    ▟╱▛                                    +7▄▄▄▏16 ◆ ▏
   ▟╱▛                               +5 +6▏14▏15▏     ▏
  ▟╱▛        ◆ a prime step       +4▄▄▄ 13▏  ▏  ▏     ▏
 ▟╱▛         13 to go          +3▄▄▄▏12 ◆ ▏  ▏  ▏     ▏
                        ╱■╱ +2▏10 11▏     ▏  ▏  ▏     ▏
                      ● ▄▄▄▏9 ▏   ◆ ▏     ▏  ▏  ▏     ▏
                     ▄▄▄▏8 ▏  ▏     ▏     ▏  ▏  ▏     ▏
                  ▏6  7 ▏  ▏  ▏     ▏     ▏  ▏  ▏     ▏
            ▄▄▄ 5 ▏   ◆ ▏  ▏  ▏     ▏     ▏  ▏  ▏     ▏
         ▄▄▄▏4  ◆ ▏     ▏  ▏  ▏     ▏     ▏  ▏  ▏     ▏
       2  3 ▏     ▏     ▏  ▏  ▏     ▏     ▏  ▏  ▏     ▏
   ▏1  ◆  ◆ ▏     ▏     ▏  ▏  ▏     ▏     ▏  ▏  ▏     ▏"""

SMALL_WINDOW = """\
 You stand on                           ■ 72 ▶  top 100 ▶
   ▟╱╮▖   ╶───╮▖
  ▟╱█│▌     ▟╱▛   47 + 3 = 50                        ▄▄▄▄
 ▟╱▛▐│▌    ▟╱▛    Enter plays it             ▄▄▄▄▏56 ▏57
  ───┼╴   ▟╱▛      ·   ·  +3  +4  +5 ▄▄▄▄▏54 ▏55 ▏   ▏
    ▐╵▌  ▟╱▛      +1  +2 ▄▄▄▄▏51 ▏52  53 ▏   ▏   ▏   ▏
               ● ▄▄▄▄▏49 ▏50 ▏   ▏     ◆ ▏   ▏   ▏   ▏
         ▄▄▄▄ 47 ▏48 ▏   ▏   ▏   ▏       ▏   ▏   ▏   ▏
     ▏45 ▏46   ◆ ▏   ▏   ▏   ▏   ▏       ▏   ▏   ▏   ▏
     ▏   ▏       ▏   ▏   ▏   ▏   ▏       ▏   ▏   ▏   ▏"""

SMALL_END = """\
 The house reached
  ▗╭────╮▖   ▗╭────╮▖                                    ╱■
 ▗╭╯▘  ▝╰╮▖ ▗╭╯▘  ▝╰╮▖                                   ▄▄
 ▐╵▌    ▐│▌ ▐│▌    ▐│▌                               ▄▄  20
        ▐│▌ ▐│▌    ▐│▌                           ▄▄  18 ◆
       ▟╱▛  ▐│▌    ▐│▌                         ▄▄16 ◆▏
      ▟╱▛   ▐│▌    ▐│▌                     ▄▄14▏ ▏   ▏
     ▟╱▛    ▐│▌    ▐│▌  ✓ the top      ▄▄12  ▏ ▏ ▏   ▏
    ▟╱▛     ▝╰╮▖  ▗╭╯▘             ▄▄10  ▏  ◆▏ ▏ ▏   ▏
   ╶─────╴   ▝╰────╯▘          ▄▄▏8▏9▏  ◆▏   ▏ ▏ ▏   ▏
                             ▏6 7▏ ▏ ▏   ▏   ▏ ▏ ▏   ▏
                         ▄▄ 5▏  ◆▏ ▏ ▏   ▏   ▏ ▏ ▏   ▏
                     ▄▄ 3▏4 ◆▏   ▏ ▏ ▏   ▏   ▏ ▏ ▏   ▏
                 ● ▏1 2 ◆▏   ▏   ▏ ▏ ▏   ▏   ▏ ▏ ▏   ▏"""


def test_the_stairs_in_a_normal_window() -> None:
    assert text(canvas("prime-climb steps=7,8", (64, 18))) == NORMAL


def test_a_window_of_long_stairs_with_what_is_lifted() -> None:
    drawn = canvas("prime-climb top=100 largest=5 steps=47,72", (58, 10), held="3")
    assert text(drawn) == SMALL_WINDOW
    assert drawn.at(27, 4).ink == "brass"  # the 3 that is lifted
    assert drawn.at(31, 4).ink == "ink2"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", ["top=30", "top=20", "top=35 largest=4", "top=100 largest=5", "largest=12"])
def test_numbers_on_the_stairs_never_touch(words: str, size: tuple[int, int]) -> None:
    shown = text(canvas(f"prime-climb {words}", size))
    assert not re.search(r"\d{3}", shown.replace("100", "")), shown
    if size[0] > 60:
        assert {"+1", "+2", "+3", "+4"} <= {*re.findall(r"\+\d+", shown)}, shown


def test_the_end_in_a_small_window() -> None:
    assert text(canvas("prime-climb steps=0,20", (60, 14), yours=False, over=True)) == SMALL_END


def test_a_player_out_of_sight_is_named_at_the_edge() -> None:
    assert "◀ ■ 12\n" in text(canvas("prime-climb top=100 steps=60,12", (60, 14))).replace("  ", "\n")


def test_a_canvas_too_low_for_large_figures() -> None:
    drawn = text(canvas("prime-climb steps=13,2", (60, 4)))
    assert drawn.startswith(" You stand on 13  ◆ a prime step  7 to go")


def test_two_people_are_called_by_their_seats() -> None:
    first = text(canvas("prime-climb steps=4,9 turn=2", (64, 18), seats=FRIENDS)).partition("\n")[0]
    assert first.split("  ")[0] == " Player 2 stands on"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_size_shows_who_stands_where(variant: str) -> None:
    played = list(lines_of_play(at(PrimeClimb, variant), seed=3))
    for state, line in played[:: max(1, len(played) // 6)] + played[-1:]:
        for size in SIZES:
            c = canvas(state, size, line, yours=state.turn == 1)
            assert without_stand_ins(c) == set()
            shown = text(c)
            for mark in ("●", "■"):
                assert mark in shown, (size, shown)
            assert all(h.x >= 0 and h.x + h.width <= c.w and h.y + h.height <= c.h for h in c.hits)


def test_large_figures_never_touch_the_stairs() -> None:
    """Drawn apart, the large number and the stairs use different cells."""
    for steps in ("1,0", "13,2", "17,19", "19,18"):
        for size in SIZES:
            cells = canvas(f"prime-climb steps={steps}", size).cells
            for row in cells:
                glyphs = "".join(cell.glyph for cell in row)
                last = max((x for x, cell in enumerate(row) if cell.attributes == "inline"), default=-1)
                stairs = [x for x, cell in enumerate(row) if cell.ground in ("step", "fill", "p1f", "p2f")]
                assert not stairs or last < min(stairs), glyphs


# Keys --------------------------------------------------------------------------------------------


def press(words: str, key: str, **view: Any) -> Press | None:
    state = at(PrimeClimb, words)
    return BOARD.press(game_of(state).facts(state), view_of(state, **view), key)


def test_keys_say_where_they_lead() -> None:
    state = at(PrimeClimb, "steps=13,18")
    keys = BOARD.keys(game_of(state).facts(state), view_of(state, held="2"))
    words = ["14", "again", "16", "◆ 17", "taken", "◆ 19", "the top", "too far", "too far"]
    assert [key.word for key in keys] == words
    assert [key.key for key in keys if key.off] == ["5", "8", "9"]
    assert [key.key for key in keys if key.chosen] == ["2"]
    assert keys[0] == Key("1", "1", "14")


def test_a_digit_is_a_move_even_where_the_referee_refuses_it() -> None:
    assert press("steps=13,18", "4") == Press(move="4")
    assert press("steps=13,18", "5") == Press(move="5")
    assert press("steps=13,18", "0") == Press(move="0")  # which is out of range
    assert press("steps=13,18 largest=4", "5") == Press(move="5")
    assert press("steps=13,18", "x") is None


def test_enter_plays_what_is_lifted() -> None:
    assert press("steps=13,18", "enter", held="4") == Press(move="4")
    assert press("steps=13,18", "enter") is None


def test_a_click_on_a_step_in_reach_climbs_there() -> None:
    hits = {hit.key for hit in canvas("prime-climb steps=13,18", (64, 18)).hits}
    assert hits == {f"step{step}" for step in range(14, 21)}
    assert press("steps=13,18", "step17") == Press(move="4")
    assert canvas("prime-climb steps=13,18", (64, 18), yours=False).hits == []


def test_large_numbers_are_typed_digit_by_digit() -> None:
    words = "largest=30 top=100 steps=13,18"
    assert BOARD.keys(game_of(PrimeClimb).facts(at(PrimeClimb, words)), view_of(at(PrimeClimb, words))) == []
    assert press(words, "1") == Press(held="1", asks=True)
    assert press(words, "2", held="1") == Press(held="12", asks=True)
    assert press(words, "0", held="3") == Press(held="30", asks=True)
    assert press(words, "4", held="3") == Press(held="4", asks=True)  # 34 is too large, so 4 begins anew
    assert press(words, "0") is None
    assert press(words, "backspace", held="12") == Press(held="1", asks=True)
    assert press(words, "backspace", held="1") == Press()
    assert press(words, "backspace") is None
    assert press(words, "enter", held="12") == Press(move="12")


# Words -------------------------------------------------------------------------------------------


def moved(words: str, move: int, seats: Seats) -> Said:
    state = at(PrimeClimb, words)
    return MESSAGES.moved(state, state.play(move), move, seats)


def test_a_move_is_told_as_a_sum() -> None:
    assert moved("steps=4,0", 4, FIRST)[:2] == ("4 + 4 = 8", "You climbed to Step 8.")
    assert moved("steps=4,0", 4, SECOND)[:2] == ("4 + 4 = 8", "The house climbed to Step 8.")
    assert moved("steps=4,0", 4, FRIENDS).text == "Player 1 climbed to Step 8."


def test_a_prime_step_moves_again() -> None:
    assert moved("steps=4,0", 3, FIRST)[:2] == ("4 + 3 = 7", "A prime step, so you move again.")
    assert moved("steps=4,0", 3, SECOND).text == "A prime step, so the house moves again."
    assert moved("steps=4,0", 3, FRIENDS).text == "A prime step, so Player 1 moves again."


def test_the_top() -> None:
    assert moved("steps=14,0", 6, SECOND)[:2] == ("14 + 6 = 20", "The house reached the top.")


def test_a_pass() -> None:
    state = at(PrimeClimb, "top=9 largest=1 steps=5,6")
    for tell in (MESSAGES.forced, MESSAGES.moved):
        said = tell(state, state.play("pass"), "pass", FIRST)
        assert said.bold == "Step 6 is taken."
        assert said.text == "No other step is in reach, so you pass. The house is next."
    assert MESSAGES.row(state, state.play("pass"), "pass") == Row("pass", "no step open")


@pytest.mark.parametrize(
    ("words", "move", "bold", "text"),
    [
        ("steps=7,8", 1, "7 + 1 = 8", "The house stands on Step 8. Choose another number."),
        ("steps=17,8", 9, "17 + 9 = 26", "The top is Step 20. You need exactly 3 to reach it."),
        ("steps=17,8", 10, "10 is out of range.", "Choose a whole number from 1 to 9."),
        ("steps=17,8", "pass", "You cannot pass now.", "You may pass only when no step is open."),
    ],
)
def test_a_refusal_shows_the_sum(words: str, move: int, bold: str, text: str) -> None:
    state = at(PrimeClimb, words)
    assert MESSAGES.refused(state, move, state.why_not(move) or "", FIRST) == Said(bold, text, "✕", "bad")


def test_the_task_and_the_standing() -> None:
    facts = game_of(PrimeClimb).facts(at(PrimeClimb, "steps=7,8"))
    assert MESSAGES.task(facts, True) == "7 is prime, so you move again."
    assert MESSAGES.task(facts, False) == "Climb 1 to 9 steps."
    assert [MESSAGES.standing(facts, player) for player in (1, 2)] == ["Step 7", "Step 8"]
    assert BOARD.hints_of_keys(facts) == [("1–9", "climb")]
    large = game_of(PrimeClimb).facts(at(PrimeClimb, "largest=30"))
    assert BOARD.hints_of_keys(large) == [("1–30", "number"), ("Enter", "climb")]
    one = game_of(PrimeClimb).facts(at(PrimeClimb, "largest=1"))
    assert MESSAGES.task(one, False) == "Climb one step."
    assert BOARD.hints_of_keys(one) == [("1", "climb")]


def test_rows_of_the_list() -> None:
    state = at(PrimeClimb, "steps=4,0")
    assert MESSAGES.row(state, state.after(3), 3) == Row("3", "Step 7", prime=True)
    assert MESSAGES.row(state, state.after(4), 4) == Row("4", "Step 8")


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (FIRST, ("You won: first to Step 20.", "The house was still on Step 8.")),
        (SECOND, ("The house won: first to Step 20.", "You were still on Step 8.")),
        (FRIENDS, ("Player 1 won: first to Step 20.", "Player 2 was still on Step 8.")),
    ],
)
def test_the_result(seats: Seats, said: tuple[str, str]) -> None:
    over = play_on(at(PrimeClimb, "steps=14,8"), 6)
    assert MESSAGES.result(over, Outcome(1, "reached 20"), seats)[:2] == said


def test_a_result_without_a_step_of_the_other() -> None:
    over = play_on(at(PrimeClimb, "steps=14,0"), 6)
    said = MESSAGES.result(over, Outcome(1, "reached 20"), FIRST)
    assert said.text == "The house was still at the foot of the stairs."


@pytest.mark.parametrize("size", [(17, 8), (11, 3), (22, 10)])
def test_the_little_picture(size: tuple[int, int]) -> None:
    BOARD.art(c := Canvas(*size))
    assert without_stand_ins(c) == set()
    assert "┏━┛ ┃ ┃" in text(c)


def test_what_somebody_did_in_a_row_is_told_in_a_sentence() -> None:
    state, steps = PrimeClimb.start(), []
    for move in (2, 3, 4):
        after = state.after(move)
        steps.append((state, after, move))
        state = after
    assert MESSAGES.several(steps, SECOND) == "The house climbed to 2, 5 and 9."

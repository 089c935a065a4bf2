"""Prime Duel on the screen: what is drawn, where keys lead, and what is said."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest

from primeparlor.games import PrimeDuel, game_of
from primeparlor.games.prime_duel.rules import DISCARD, KEEP
from primeparlor.games.prime_duel.screen import Board
from primeparlor.match import Outcome
from primeparlor.messages import Row, Said, Seats
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing.board import Key, Press
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from support.games import at
from support.terminal.boards import lines_of_play
from support.terminal.canvas import FIRST, FRIENDS, SIZES, canvas, rows, text, view_of, without_stand_ins

DECK = "deck=1,1,3,3,1,2,2,4,2,1"
ASKED = f"scores=31,38 {DECK} card=10"
VARIANTS = [
    "",
    "target=100 largest=12 copies=8",
    "target=2 largest=2 copies=1",
    "target=20 largest=2 copies=7",
]
BOARD = board_of(PrimeDuel)
MESSAGES = messages_of(PrimeDuel)
AGAIN, NEXT = "A prime, so you draw again.", "Not prime, so the house is next."


def here(words: str) -> PrimeDuel:
    return at(PrimeDuel, words)


def told(words: str, move: int | str, seats: Seats = FIRST) -> tuple[str, str]:
    """The two lines said when this happens."""
    before = here(words)
    after = before.after(move)
    if before.card is None:
        said = MESSAGES.drawn(before, after, move, seats)
    else:
        said = (MESSAGES.forced if before.forced() else MESSAGES.moved)(before, after, move, seats)
    return said.bold, said.text


def keys(words: str, **view: str | bool) -> list[Key]:
    state = here(words)
    return BOARD.keys(game_of(state).facts(state), view_of(state, **view))


# Drawn -------------------------------------------------------------------------------------------


def test_the_table() -> None:
    assert (
        text(canvas(here(ASKED), (64, 18)))
        == """\
     ■ House  10        20        30      38          50
     ╱╱◆◆╱◆╱◆╱╱╱◆╱◆╱╱╱◆╱◆╱╱╱◆╱╱╱╱╱◆╱◆╱╱╱╱╱◆■─┼◆─◆───◆──┼▶

 ◆◇◆◇◆▏ ╭ 10 ─────────────────╮   20 cards left in the deck
 ◇◆◇◆◇▏ │   ▟╱╮▖    ▗╭────╮▖  │
 ◆◇◆◇◆▏ │  ▟╱█│▌   ▗╭╯▘  ▝╰╮▖ │   ▁▁ ▁▁ ▁▁ ▁▁ ▁▁ ▁▁ ▁▁ ▆▆ ▁▁ ▁▁
 ◇◆◇◆◇▏ │    ▐│▌   ▐│▌    ▐│▌ │   ▁▁ ▁▁ ▆▆ ▆▆ ▁▁ ▁▁ ▁▁ ▆▆ ▁▁ ▁▁
 ◆◇◆◇◆▏ │    ▐│▌   ▐│▌    ▐│▌ │   ▁▁ ▁▁ ▆▆ ▆▆ ▁▁ ▆▆ ▆▆ ▆▆ ▆▆ ▁▁
 ◇◆◇◆◇▏ │    ▐│▌   ▐│▌    ▐│▌ │   ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆
 ◆◇◆◇◆▏ │    ▐│▌   ▐│▌    ▐│▌ │   1  2  3  4  5  6  7  8  9  10
 ◇◆◇◆◇▏ │    ▐│▌   ▐│▌    ▐│▌ │
 ◆◇◆◇◆▏ │    ▐│▌   ▝╰╮▖  ▗╭╯▘ │   Nobody knows their order.
 ◇◆◇◆◇▏ │  ╶──┴─╴   ▝╰────╯▘  │
 ◆◇◆◇◆▏ ╰───────────────── 10 ╯


       ◆◆ ◆ ◆   ◆ ◆   ◆ ◆   ◆     ◆ ●─────◆──┼◆─◆───◆──┼▶
     ● You    10        20         31       40        50"""
    )


def test_the_smallest_table() -> None:
    assert (
        text(canvas(here(ASKED), (58, 10), held=KEEP))
        == """\
  ■ House  10        20        30      38          50
  ╱╱◆◆╱◆╱◆╱╱╱◆╱◆╱╱╱◆╱◆╱╱╱◆╱╱╱╱╱◆╱◆╱╱╱╱╱◆■─┼◆─◆───◆──┼▶
       ╭─────────╮   20 cards left  ▆▆ is two
       │ ━┓  ┏━┓ │
       │  ┃  ┃ ┃ │   ▁▁ ▁▁ ▃▃ ▃▃ ▁▁ ▁▁ ▁▁ ▆▆ ▁▁ ▁▁
       │ ━┻━ ┗━┛ │   ▃▃ ▃▃ ▆▆ ▆▆ ▃▃ ▆▆ ▆▆ ▆▆ ▆▆ ▃▃
       ╰─────────╯   1  2  3  4  5  6  7  8  9  10

    ◆◆ ◆ ◆   ◆ ◆   ◆ ◆   ◆     ◆ ●·····◆···◆─◆───◆──┼▶
  ● You    10        20         31       40        50"""
    )


# Too few, the fewest in any window, and points of one, two and three columns with names between and beside.
COLUMNS = (41, 58, 64, 67, 97, 160)
NAMED = {"you": FIRST, "friends": FRIENDS, "a long name": Seats(("Bartholomew", "Jo"))}


def tracks(target: int, scores: tuple[int, int], columns: int, seats: Seats) -> list[tuple[str, str]]:
    """The line and the numbers of the upper track, which is Player 2's, and of the lower one."""
    words = f"target={target} largest=2 scores={scores[0]},{scores[1]} turn={1 if scores[1] == target else 2}"
    shown = rows(canvas(here(words), (columns, 12), seats=seats))
    return [(shown[1], shown[0]), (shown[-2], shown[-1])]


@pytest.mark.parametrize(
    ("target", "named"),
    [
        *((2, named) for named in NAMED),
        (50, "a long name"),
        *(pytest.param(50, named, marks=pytest.mark.prove) for named in ("you", "friends")),
        *(pytest.param(target, named, marks=pytest.mark.prove) for target in (35, 100) for named in NAMED),
    ],
)
def test_every_number_stands_at_its_point_of_the_track(target: int, named: str) -> None:
    seats = NAMED[named]
    for columns in COLUMNS:
        at_first = tracks(target, (0, 0), columns, seats)
        for score in range(target + 1):
            other = max(0, score - 1)  # both cannot have reached the target
            for (empty, _), (line, numbers), own in zip(
                at_first, tracks(target, (score, other), columns, seats), (other, score), strict=True
            ):
                zero = min(empty.index(mark) for mark in "●■" if mark in empty)
                long = empty.index("▶") - zero
                told = {int(word[0]): word.end() - 1 for word in re.finditer(r"(?<!Player )\b\d+", numbers)}
                points = {number: zero + number * (long - 1) // target for number in range(target + 1)}
                assert told == {number: points[number] for number in told}, numbers
                due = {target, *range(10, target, 10)} - {own}
                assert told.keys() - due == {own}, numbers
                assert due - told.keys() == {
                    number for number in due if is_hidden(number, target, points, numbers)
                }, numbers
                if columns > 41:
                    named_here = f"{line} {numbers}".lower()
                    assert any(name.split()[-1].lower() in named_here for name in seats.names), numbers


def is_hidden(number: int, target: int, points: dict[int, int], numbers: str) -> bool:
    """Whether the score, the name or the target stands in the place of this number, or touches it."""
    yields = {number, *range(10, target, 10)}  # to what comes first
    labels = {(points[each], str(each)) for each in yields}
    others = [word for word in re.finditer(r"\S+", numbers) if (word.end() - 1, word[0]) not in labels]
    first, last = points[number] - len(str(number)), points[number] + 1
    return any(word.start() <= last and word.end() > first for word in others)


def test_the_end() -> None:
    line = [(None, 2), (1, KEEP)]
    shown = text(canvas(here("scores=50,49 turn=2"), (64, 18), line))  # type: ignore[arg-type]
    assert "48 + 2 = 50" in shown
    assert "Exactly 50." in shown
    assert "●✓" in shown
    assert " + " not in text(canvas(here("scores=50,49 turn=2"), (58, 10)))


def test_between_two_cards() -> None:
    second = here("scores=31,38 deck=4,4,4,4,4,4,4,4,4,3 draw=second")
    assert " discarded " in text(canvas(second, (64, 18), [(None, 10), (1, DISCARD)]))
    assert " last card " in text(canvas(here("scores=31,38"), (64, 18), [(None, 10), (1, KEEP)]))
    assert "no card" in text(canvas(here("scores=31,38"), (64, 18)))


def test_an_empty_deck_says_what_comes() -> None:
    shown = text(canvas(here("scores=31,38 deck=0,0,0,0,0,0,0,0,0,0"), (66, 18)))
    assert "0 cards left" in shown
    assert "All 40 are shuffled for the" in shown


def test_your_track_is_below_and_player_1s_where_friends_play() -> None:
    tracks = text(canvas(here(ASKED), (64, 18), seats=Seats(("The house", "You"), 2))).splitlines()
    assert "● House" in tracks[0]
    assert "■ You" in tracks[-1]
    for turn in (1, 2):
        shown = text(canvas(here(f"scores=31,38 turn={turn}"), (64, 18), seats=FRIENDS)).splitlines()
        assert "Player 1" in shown[-1]


def test_nothing_is_drawn_but_facts() -> None:
    """No state holds the order of the deck or what fate will bring; nor does the line of play."""
    facts = set(game_of(PrimeDuel).facts(here(ASKED)))
    assert facts - {"game", "rules", "turn", "winner"} == {
        "scores",
        "card",
        "last_card",
        "second_draw",
        "deck",
        "prime_scores",
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_size_and_position(variant: str) -> None:
    for state, line in islice(lines_of_play(here(variant), seed=5), 0, 60, 4):
        for size in SIZES:
            c = canvas(state, size, line, held=KEEP if line and len(line) % 3 else "")
            assert without_stand_ins(c) == set()
            shown, scores = text(c), state.scores  # type: ignore[attr-defined]
            assert "You" in shown
            assert "House" in shown.title()
            assert all(str(score) in shown for score in scores)


def test_any_size_at_all() -> None:
    random, state = Random(3), here(ASKED)
    for _ in range(60):
        w, h = random.randint(58, 160), random.randint(10, 50)
        rows = text(canvas(state, (w, h))).splitlines()
        assert [row for row in rows if "1  2  3  4  5  6  7  8  9  10" in row]
    canvas(state, (1, 1))


@pytest.mark.parametrize("size", [(11, 3), (17, 8), (24, 12)])
def test_the_picture_at_home(size: tuple[int, int]) -> None:
    BOARD.art(c := Canvas(*size, ground="wall"))
    assert {cell.ground for row in c.cells for cell in row} <= {"g4", "soot", "cream"}
    assert without_stand_ins(c) == set()


# Keys --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "keep", "discard"),
    [
        (ASKED, "31 + 10 = 41 ◆ go again", "The next card counts"),
        (f"scores=30,38 {DECK} card=10", "30 + 10 = 40", "The next card counts"),
        (f"scores=48,38 {DECK} card=2", "48 + 2 = 50 ✓ wins", "The next card counts"),
        (f"scores=31,49 {DECK} card=2 turn=2", "49 + 2 passes 50", "It must go"),
    ],
)
def test_keys_say_where_they_lead(words: str, keep: str, discard: str) -> None:
    one, two = keys(words)
    assert (one.key, one.label, one.word, two.key, two.label, two.word) == (
        *("k", "Keep it", keep),
        *("d", "Discard it", discard),
    )
    assert (one.off, two.off) == ("passes" in keep, False)


def test_keys_stay_where_they_are_when_there_is_nothing_to_decide() -> None:
    assert [key.word for key in keys("")] == ["No card yet"] * 2
    second = keys("scores=31,38 deck=4,4,4,4,4,4,4,4,4,3 draw=second")
    assert [(key.word, key.off) for key in second] == [("The next card counts", True)] * 2
    assert [key.off for key in keys(ASKED, yours=False)] == [True, True]
    assert [key.chosen for key in keys(ASKED, held=KEEP)] == [True, False]


def test_press() -> None:
    state, drawing = here(ASKED), here("scores=31,38")
    facts, none = game_of(state).facts(state), game_of(drawing).facts(drawing)
    for key, move in {"k": KEEP, "Y": KEEP, "d": DISCARD, "n": DISCARD}.items():
        assert BOARD.press(facts, view_of(state), key) == Press(move=move)
        assert BOARD.press(none, view_of(drawing), key) is None
    assert BOARD.press(facts, view_of(state), "enter") is None
    assert BOARD.press(facts, view_of(state, held=KEEP), "enter") == Press(move=KEEP)
    assert BOARD.press(facts, view_of(state), "1") is None


# Words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "move", "bold", "line"),
    [
        (ASKED, KEEP, "31 + 10 = 41", f"You kept the 10. {AGAIN}"),
        (
            f"scores=45,4 {DECK} card=4",
            KEEP,
            "45 + 4 = 49",
            "You kept the 4. Not prime, so the house is next.",
        ),
        (f"scores=48,4 {DECK} card=2", KEEP, "48 + 2 = 50", "You kept the 2. Exactly 50!"),
        (ASKED, DISCARD, "You discarded the 10.", "The next card counts if it fits."),
        (
            f"scores=49,4 {DECK} card=4",
            DISCARD,
            "49 + 4 would pass 50.",
            "You had to discard the 4. The next card counts if it fits.",
        ),
        ("scores=31,4", 8, "You drew an 8.", "31 + 8 would make 39."),
        ("scores=47,4", 8, "You drew an 8.", "It does not fit."),
        (
            f"scores=31,4 {DECK} draw=second",
            9,
            "31 + 9 = 40",
            "You had to keep the 9. Not prime, so the house is next.",
        ),
        (
            f"scores=31,4 {DECK} draw=second",
            6,
            "31 + 6 = 37",
            "You had to keep the 6. A prime, so you draw again.",
        ),
        (
            f"scores=47,4 {DECK} draw=second",
            6,
            "47 + 6 would pass 50.",
            "You drew a 6, which does not count. The house is next.",
        ),
        (
            "scores=31,4 deck=0,0,0,0,0,0,0,0,0,0",
            6,
            "You drew a 6.",
            "The deck was empty: all 40 cards were shuffled.",
        ),
        (
            "scores=31,4 deck=0,0,0,0,0,0,0,0,0,0 draw=second",
            6,
            "31 + 6 = 37",
            f"The deck was empty: all 40 cards were shuffled. You had to keep the 6. {AGAIN}",
        ),
    ],
)
def test_what_is_said(words: str, move: int | str, bold: str, line: str) -> None:
    assert told(words, move) == (bold, line)
    of_the_house = line.replace("The house is", "HOUSE").replace("the house is", "you are")
    of_the_house = of_the_house.replace("You ", "The house ").replace("HOUSE", "You are")
    of_the_house = of_the_house.replace("you draw", "the house draws")
    swapped = f"{words} turn=2".replace("scores=", "").split()
    swapped[0] = f"scores={','.join(reversed(swapped[0].split(',')))}"
    assert told(" ".join(swapped), move) == (bold.replace("You ", "The house "), of_the_house)


def test_friends_are_called_by_their_names() -> None:
    assert told(f"scores=45,4 {DECK} card=4", KEEP, Seats(("Ann", "Bob"))) == (
        "45 + 4 = 49",
        "Ann kept the 4. Not prime, so Bob is next.",
    )


def test_a_card_too_large_is_refused_with_the_sum() -> None:
    state = here(f"scores=49,4 {DECK} card=4")
    reason = state.why_not(KEEP) or ""
    passes = "That passes 50, so the card must be discarded."
    assert MESSAGES.refused(state, KEEP, reason, FIRST) == Said("49 + 4 = 53", passes, "✕", "bad")
    no_move = Said("'what' is not a move here.", "Type keep or discard.", "✕", "bad")
    assert MESSAGES.refused(state, "what", "No.", FIRST) == no_move


def test_the_list_of_moves() -> None:
    def row(words: str, move: int | str) -> Row | None:
        before = here(words)
        return MESSAGES.row(before, before.after(move), move)

    assert row("scores=31,4", 10) == Row("drew 10", pending=True)
    assert row(ASKED, KEEP) == Row("kept 10", "41", prime=True)
    assert row(ASKED, DISCARD) == Row("10", "discarded", struck=True)
    assert row(f"scores=31,4 {DECK} draw=second", 9) == Row("then 9", "40")
    assert row(f"scores=49,4 {DECK} draw=second", 9) == Row("9", "does not fit", struck=True)
    assert row(f"scores=48,4 {DECK} card=2", KEEP) == Row("kept 2", "50 ✓")


def test_in_a_few_words() -> None:
    state = here(ASKED)
    facts = game_of(state).facts(state)
    assert (MESSAGES.standing(facts, 1), MESSAGES.standing(facts, 2)) == ("31 of 50", "38 of 50")
    assert MESSAGES.task(facts, extra=False) == "You drew a 10: keep it?"
    assert MESSAGES.task(facts, extra=True) == "31 is prime. You drew a 10: keep it?"
    forced = "You drew an 8: it would pass 50, so it goes."
    over = {**facts, "card": 8, "scores": [47, 47]}
    assert [MESSAGES.task(over, extra) for extra in (False, True)] == [forced, forced]
    assert BOARD.hints_of_keys(facts) == [("k", "keep"), ("d", "discard")]
    for words, task in {
        "": "A card is drawn.",
        f"scores=31,4 {DECK} draw=second": "The next card counts if it fits.",
    }.items():
        assert MESSAGES.task(game_of(state).facts(here(words)), extra=False) == task


def test_the_result() -> None:
    won, lost = Outcome(1, "reached 50"), Outcome(2, "reached 50")
    state = here("scores=50,49 turn=2")
    assert MESSAGES.result(state, won, FIRST)[:2] == ("You won, 50 to 49.", "The house was 1 point short.")
    state = here("scores=38,50 turn=1")
    assert MESSAGES.result(state, lost, FIRST)[:2] == (
        "The house won, 50 to 38.",
        "You were 12 points short.",
    )
    assert MESSAGES.result(state, lost, FRIENDS)[:2] == (
        "Player 2 won, 50 to 38.",
        "Player 1 was 12 points short.",
    )


def test_the_screen_finds_this_board() -> None:
    assert isinstance(board_of(PrimeDuel), Board)


def test_what_somebody_did_in_a_row_is_told_in_a_sentence() -> None:
    state, steps = here(ASKED + " turn=2"), []
    for move in (DISCARD, 3):
        after = state.after(move)
        steps.append((state, after, move))
        state = after
    assert MESSAGES.several(steps, FIRST) == "The house discarded the 10 and drew a 3: 41 points."

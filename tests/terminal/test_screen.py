"""What a terminal shows: boards that fit, signs it can show, and never colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pyte
import pytest

from primeparlor import texts
from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition
from primeparlor.notation import read_position
from primeparlor.terminal.boards import BOARDS, SHORT, Line
from primeparlor.terminal.dialogue import DIALOGUES
from primeparlor.terminal.screen import COLOURS, STAND_INS, folded
from terminal_helpers import FATE, GOOD_MOVE, NAMES, Terminal, parlor

WIDTHS = (40, 60, 80, 120)
LARGE = [
    "nonprime-addition total=99990 largest=99",
    "number-morph digits=5 number=99991",
    "prime-climb top=1000 steps=500,703",
    "prime-climb top=24",
    "pocket-addition target=200 largest=14 one=1,3,5,7,9,11,13 two=2,4,6,8,10,12",
    "prime-duel largest=12 copies=8 target=100 scores=73,29",
]
NO_COLOUR: list[dict[str, str | None]] = [
    {"NO_COLOR": "1"},
    {"TERM": "dumb"},
    {"TERM": None},
]
ASCII_ONLY: list[dict[str, str | None]] = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX"},
    {"LANG": "C"},
    {"PYTHONIOENCODING": "ascii"},
]


def frames(lines: list[str]) -> list[list[str]]:
    """The boards on the screen: from each upper edge to the lower edge that follows."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("╭"):
            found.append([])
        if found and not (found[-1] and found[-1][-1].startswith("╰")):
            found[-1].append(line)
    return found


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("words", [*NAMES, *LARGE])
def test_boards_fit_the_terminal_and_stay_whole(words: str, columns: int, tmp_path: Path) -> None:
    name = words.split()[0]
    fate = FATE.get(name, []) if words == name else []
    terminal = Terminal(tmp_path, "play", *words.split(), *fate, rows=200, columns=columns)
    terminal.until_asked()
    if words == name:
        terminal.type(GOOD_MOVE[name])
        terminal.until_asked()
    terminal.type("quit")
    terminal.rest()
    screen = pyte.Screen(columns, 200)
    pyte.ByteStream(screen).feed(terminal.shown)
    boards = frames([line.rstrip() for line in screen.display])
    assert len(boards) == (2 if words == name else 1)
    for top, *inside, bottom in boards:
        assert (top[0], top[-1], bottom[0], bottom[-1]) == ("╭", "╮", "╰", "╯")
        assert {len(line) for line in (top, *inside, bottom)} == {len(top)}
        assert all(line[0] == line[-1] == "│" for line in inside)
        assert len(top) <= columns


def walk(words: str, seed: int) -> Iterator[tuple[State, list[Move]]]:
    """The states of a random game, each with the way to it."""
    state, path, random = read_position(words), list[Move](), Random(seed)
    yield state, path
    for _ in range(60):
        options = state.moves() or state.chances()
        if not options:
            return
        path.append(move := random.choice(options))
        state = state.after(move)
        yield state, path


@pytest.mark.parametrize("words", [*NAMES, *LARGE, "number-morph digits=4", "prime-climb top=100 largest=5"])
def test_no_line_of_a_board_is_wider_than_asked(words: str) -> None:
    for width in (36, 41, 56, 96):
        for seed in range(2):
            for state, path in walk(words, seed):
                for line in BOARDS[state.name](state, path, width):
                    assert len(text_of(line)) <= width, text_of(line)
                    assert {style for _, style in line} <= COLOURS.keys()


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip()


def board(words: str, path: list[Move] | None = None, width: int = 76) -> str:
    state = read_position(words)
    return "\n".join(map(text_of, BOARDS[state.name](state, path or [], width)))


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_board_and_a_dialogue(name: str) -> None:
    assert name in BOARDS, f"{name} needs a board in terminal/boards.py"
    assert name in DIALOGUES, f"{name} needs a dialogue in terminal/dialogue.py"


def test_the_staircase_looks_like_stairs() -> None:
    assert board("prime-climb top=6 steps=3,6 turn=1") == "\n".join(
        [
            "        ┌5◆────6─P2──┘",
            "    ┌3◆P1──4─────┘",
            "┌1─────2◆────┘",
            "◆ prime: another turn",
        ]
    )


def test_a_tall_staircase_shows_where_the_players_are() -> None:
    shown = board("prime-climb top=1000 steps=0,500")
    assert "500 P2" in shown
    assert "1000" in shown
    assert "Step 0 P1" in shown
    assert "  1 " in shown
    assert "300" not in shown


def test_the_number_line_marks_no_prime_ahead() -> None:
    shown = board("nonprime-addition total=12", path=[5, 6])
    assert shown.splitlines()[0] == "Total 12 = 2 × 2 × 3"
    marks = dict(zip(*(line.split() for line in shown.splitlines()[2:4]), strict=True))
    assert marks["12"] == "▲"
    assert marks["1"] == marks["6"] == "●"
    assert {n for n, mark in marks.items() if mark == "◆"} == {"2", "3", "5", "7", "11"}


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize(
    "words", ["total=20", "total=1000007", "smallest=98 largest=99", "total=99990 largest=99"]
)
def test_the_number_line_shows_every_choice_and_where_it_leads(words: str, columns: int) -> None:
    state = read_position(f"nonprime-addition {words}")
    assert isinstance(state, NonprimeAddition)
    shown = [text_of(line).split() for line in BOARDS[state.name](state, [], columns - 4)]
    for move in state.moves():
        [at] = [at for at, line in enumerate(shown) if f"+{move}" in line]
        place = shown[at].index(f"+{move}") - len(shown[at])  # the choices end the line
        assert shown[at - 2][place] == str(state.total + move)


def test_the_trail_keeps_its_order_if_it_has_one() -> None:
    assert board("number-morph number=211 used=271,211", path=[271, 211]).endswith("271 → 211")
    assert board("number-morph number=211 used=271,211").endswith("211 271")
    assert "not drawn yet" in board("number-morph")


def test_a_long_trail_shows_its_end() -> None:
    primes = read_position("number-morph digits=4").chances()[:300]
    used = ",".join(map(str, primes))
    shown = board(f"number-morph digits=4 number={primes[-1]} used={used}", path=list(primes))
    assert "Used (300):\n…\n" in shown
    assert shown.endswith(str(primes[-1]))


def test_never_colour_alone() -> None:
    assert " 7◆" in board("prime-climb").replace("─", " ")
    assert "◆ prime" in board("prime-duel scores=17,0")
    assert "Player 1" in board("pocket-addition")
    for place in list(SHORT.values())[:5]:
        assert place in board("number-morph digits=5 number=61819", width=36).split()


# What a terminal can show ----------------------------------------------------------------------


@pytest.mark.parametrize("env", NO_COLOUR, ids=str)
def test_no_escape_sequence_where_colour_is_not_wanted(env: dict[str, str | None], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-duel", "--fate", "7 10", env=env)
    terminal.until_asked()
    terminal.type("board")
    assert "Cards left (39)" in terminal.until_asked()
    terminal.type("yes")
    terminal.until_asked()
    terminal.key("d")
    terminal.rest()
    assert b"\x1b" not in terminal.shown


def test_plain_and_pipes_have_no_escape_sequence(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--plain")
    terminal.until_asked()
    terminal.type("quit")
    terminal.rest()
    assert b"\x1b" not in terminal.shown
    assert "\x1b" not in parlor(tmp_path, "play", "prime-climb", typed="board\n").out


def test_a_colour_terminal_has_colour(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb")
    terminal.until_asked()
    terminal.type("quit")
    terminal.rest()
    assert b"\x1b[" in terminal.shown


@pytest.mark.parametrize("env", ASCII_ONLY, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_ascii_only(name: str, env: dict[str, str | None], tmp_path: Path) -> None:
    typed = "board\nmoves\nrules\n?\n５\nunits 5\n"
    code, out, err = parlor(tmp_path, "play", name, *FATE.get(name, []), typed=typed, env=env)
    assert code == 0
    assert out.isascii()
    assert err.isascii()


def test_a_colour_terminal_without_signs(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", env={"LC_ALL": "C"})
    terminal.until_asked()
    terminal.type("quit")
    terminal.rest()
    assert terminal.shown.isascii()
    assert "+-" in terminal.text


@pytest.mark.parametrize("env", [{}, {"LC_ALL": "C"}], ids=str)
@pytest.mark.parametrize("columns", [40, 100])
@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_set_as_a_page_on_a_colour_terminal(
    name: str, columns: int, env: dict[str, str | None], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, "rules", name, columns=columns, env=env)
    shown = re.sub(r"\x1b\[[\d;]*m", "", terminal.rest())
    assert b"\x1b[1" in terminal.shown
    assert max(len(line) for line in shown.splitlines()) <= columns
    assert [sign for sign in "#|`" if sign in shown] == []
    assert shown.count("?") == texts.rules(name).count("?"), "a sign without a stand-in"
    assert terminal.shown.isascii() or not env
    words = " ".join(re.sub(r"\W+", " ", shown).split())
    for sentence in re.findall(r"^(\w[^`\n]*)$", texts.rules(name), re.MULTILINE):
        assert " ".join(re.sub(r"\W+", " ", sentence).split()) in words


@pytest.mark.parametrize("columns", [40, 100])
def test_the_rules_are_broken_anew_on_a_plain_terminal(columns: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "rules", "number-morph", "--plain", columns=columns)
    shown = terminal.rest()
    assert b"\x1b" not in terminal.shown
    assert max(len(line) for line in shown.splitlines()) <= min(columns, 79)
    if columns == 40:
        assert (
            "- M1  The first number is any of the 143\n"
            "      primes, each as likely as another,\n"
            "      or one given by hand. It counts as\n"
            "      used.\n"
        ) in shown
    assert "\n    key     from  to  book\n    digits  2     5   3\n" in shown
    assert "'tens', then '7'." in shown


@pytest.mark.parametrize("words", ["--help", "play --help", "games --help", "completion bash", ""])
def test_everything_else_is_ascii_too(words: str, tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, *words.split(), env={"PYTHONIOENCODING": "ascii"})
    assert code == 0
    assert out.isascii()


def test_stand_ins_are_as_wide_as_the_signs() -> None:
    signs = {chr(sign) for sign in STAND_INS}
    for words in [*NAMES, *LARGE]:
        assert {c for c in board(words, width=36) if not c.isascii()} <= signs


# The course of a game ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_input_does_not_draw_the_board_again(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", name, *FATE.get(name, []))
    assert "╭" in terminal.until_asked()
    for bad in ("x", "0"):
        terminal.type(bad)
        assert "╭" not in terminal.until_asked()
    terminal.type("board")
    assert "╭" in terminal.until_asked()
    terminal.type(GOOD_MOVE[name])
    assert "╭" in terminal.until_asked()
    terminal.key("d")
    terminal.rest()


def test_the_last_board_stands_above_the_result(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "steps=19,5")
    terminal.until_asked()
    terminal.type("1")
    end = terminal.rest()
    assert end.index("Prime Climb – over") < end.index("Player")


def test_a_line_too_long_is_broken_between_words() -> None:
    assert folded("  a long line of words", 12) == ["  a long", "  line of", "  words"]
    assert folded("short", 12) == ["short"]
    assert folded("unbreakable-word", 5) == ["unbreakable-word"]
    assert folded("", 5) == [""]

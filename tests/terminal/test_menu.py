"""The menu: choosing, going on, leaving; and what it says of its house variants."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.records import RecordFile
from primeparlor.solve import analyse
from primeparlor.tables.variants import house_variants
from terminal_helpers import UNMEASURED, Terminal, moves_made, only_record, parlor, play, saved_match


def test_the_menu_with_nothing_to_read_shows_how_to_go_on(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path)
    assert (code, err) == (0, "")
    assert "Which game? \n" in out
    assert "All commands: parlor --help\n" in out
    assert "last game" not in out
    assert all(f"  {number}  " in out for number in range(1, 10))


def test_the_menu_plays_and_comes_back(tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, typed="0\nchess\n3\n9\n1\n3\n4\n6\n7\nq\n")
    assert code == 0
    assert out.count("Please type a number from 1 to 9, or q to leave.") == 2
    assert out.count("Please type a number from 1 to 6, or q to leave.") == 1
    assert "Reached Step 20! Player 1 wins!" in out
    assert out.count("Which game? ") == 4
    assert out.endswith("Which game? q\n")


def test_the_questions_of_the_menu_stand_one_blank_line_apart(tmp_path: Path) -> None:
    for choice in ("1\n1\n", "1\n2\n1\n"):
        out = parlor(tmp_path, "--plain", typed=choice).out
        assert "\n\n\n" not in out
        assert f"? {choice[-2]}\n\n" in out


@pytest.mark.parametrize(
    ("choice", "seats"),
    [
        ("1\n1\n", ["human", "human"]),
        ("7\n2\n1\n", ["human", "beginner"]),
        ("6\n6\n2\n", ["perfect", "human"]),
        ("4\n4\n3\n", ["club", "human"]),
    ],
)
def test_the_menu_seats_and_variants(choice: str, seats: list[str], tmp_path: Path) -> None:
    assert parlor(tmp_path, "--plain", typed=choice + "quit\nq\n").code == 0
    match = saved_match(tmp_path)
    assert bool(match.start.rules.changed()) == (choice[0] > "5")
    tossed = choice.endswith("3\n")
    assert (sorted(match.seats) if tossed else list(match.seats)) == seats


@pytest.mark.parametrize(
    ("choice", "told", "not_told"),
    [
        (
            "2",
            ["In brackets: how often it errs", "misses much (14.0 %)", "perfect   never wrong\n"],
            [],
        ),
        (
            "5",
            ["In brackets: the winning chance", "(2.4 %)", "perfect   almost perfect: its"],
            ["never wrong"],
        ),
        ("9", ["misses much\n", "perfect   never wrong\n"], ["%", "In brackets"]),
    ],
)
def test_the_menu_says_what_a_level_gives_away(
    choice: str, told: list[str], not_told: list[str], tmp_path: Path
) -> None:
    out = parlor(tmp_path, typed=f"{choice}\nq\n").out
    assert [words for words in told if words not in out] == []
    assert [words for words in not_told if words in out] == []


def test_the_menu_lists_every_game_and_its_house_variants(tmp_path: Path) -> None:
    out = parlor(tmp_path, "--plain").out
    aims = [f"{game.title} {game.aim}" for game in GAMES.values()]
    variants = [
        f"{game.title} {words} {like}"
        for game in GAMES.values()
        for words, like in game.house_variants.items()
    ]
    rows = [" ".join(line.split()[1:]) for line in out.splitlines() if re.match(r" +\d+  ", line)]
    assert rows == [*aims, *variants]


@pytest.mark.parametrize("opponent", ["1\n", "2\n1\n"])
def test_the_menu_says_who_is_favoured_before_who_begins(opponent: str, tmp_path: Path) -> None:
    told = f"\nWho is favoured? {GAMES['nonprime-addition'].favoured['']}\n\n"
    out = parlor(tmp_path, "--plain", typed=f"1\n{opponent}quit\nq\n").out
    assert out.index("Against whom? ") < out.index(told) < out.index("Starting Nonprime Addition Game!")
    assert "Who begins?" not in out or out.index(told) < out.index("Who begins?")
    variant = parlor(tmp_path, "--plain", typed=f"9\n{opponent}quit\nq\n").out
    assert f"Who is favoured? {GAMES['pocket-addition'].favoured['target=21']}\n" in variant


def test_the_menu_goes_on_with_the_last_game(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6")
    code, out, _ = parlor(tmp_path, typed="r\n9\nquit\nq\n")
    assert code == 0
    assert "Resuming Pocket Addition.\n" in out
    assert moves_made(tmp_path) == [6, 9]


def test_a_game_that_is_open_elsewhere_is_not_the_last_one(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6")
    held, _ = RecordFile.reopen(str(only_record(tmp_path)))
    code, out, _ = parlor(tmp_path, typed="r\nq\n")
    assert code == 0
    assert f"{held.path} is being played elsewhere.\n" in out
    play(tmp_path, "prime-climb", "4")
    assert "Resuming Prime Climb.\n" in parlor(tmp_path, typed="r\nquit\nq\n").out
    held.close()


def wins(state: State, known: dict[State, bool]) -> bool:
    """Whether the player to move can force a win, by trying everything."""
    if state not in known:
        ending, after = state.ending(), [state.after(move) for move in state.moves()]
        values = [wins(then, known) == (then.turn == state.turn) for then in after]
        known[state] = ending.winner == state.turn if ending else any(values)
    return known[state]


def test_the_house_variants_are_as_close_as_the_menu_says() -> None:
    _, short, climb, pocket = (state for state, _ in house_variants())
    assert analyse(short).plies == 20
    known: dict[State, bool] = {}
    assert [move for move in pocket.moves() if not wins(pocket.after(move), known)] == [7]
    known = {}
    wins(climb, known)
    live = [won for state, won in known.items() if not state.ending()]
    assert round(100 * live.count(False) / len(live)) == 46


def test_ctrl_c_in_the_menu(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, env=UNMEASURED)
    terminal.until("Which game\\? ")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130

"""The menu: choosing, going on, leaving, and what it says about the house variants."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from primeparlor.coach.training import daily
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.core import ParlorError, State, capital
from primeparlor.games import GAMES
from primeparlor.records import RecordFile
from primeparlor.solve import analyse
from primeparlor.tables.variants import list_variants
from primeparlor.terminal.preferences import Preferences
from support.terminal.command import UNMEASURED, Terminal, moves_made, only_record, parlor, play, saved_match


def test_the_menu_with_nothing_to_read_shows_how_to_go_on(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path)
    assert (code, err) == (0, "")
    assert "Which game? \n" in out
    assert "All commands: parlor --help\n" in out
    assert "last game" not in out
    assert all(f"  {number}  " in out for number in range(1, 6))


def test_the_menu_plays_and_comes_back(tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, typed="0\nchess\n3\n9\n3\n1\n3\n4\n6\n7\nq\n")
    assert code == 0
    asked = f"Please type a number from 1 to {len(GAMES)}, a letter of the list, or q to leave."
    assert out.count(f"{asked} For help type ?.") == 2
    assert out.count("Please type a number from 1 to 3, or b to go back. For help type ?.") == 1
    assert "Reached Step 20! Player 1 wins!" in out
    assert out.count("Which game? ") == 4
    assert out.endswith("Which game? q\n")


def test_the_menu_explains_itself(tmp_path: Path) -> None:
    out = parlor(tmp_path, typed="help\n3\n?\nq\nq\n").out
    explained = "Each question has numbered answers: type the number and press Enter."
    assert f"Which game? help\n{explained} Or type one of the letters below the numbers.\n" in out
    assert f"?\n{explained} Enter alone takes 3. Or type b to go back.\n" in out


def test_the_menu_opens_every_other_room_and_comes_back(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, typed="d\nq\nz\nq\nx\nq\nopenings\nq\nprogress\nq\n")
    assert (code, err) == (0, "")
    told = (
        "\nToday № ",
        "1 of 5 stars",
        "\nRush: all games.",
        "\nOpenings of ",
        " puzzles solved at the first try, ",
    )
    assert [out.index(words) for words in told] == sorted(out.index(words) for words in told)
    assert out.count("\nWhich game? ") == 6


def test_what_is_wrong_in_a_room_is_said_and_the_menu_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(day: date) -> None:
        raise ParlorError("This day brings nothing.")

    monkeypatch.setattr(daily, "build_today", refuse)
    out = parlor(tmp_path, typed="today\nq\n").out
    assert "This day brings nothing.\n" in out
    assert out.count("\nWhich game? ") == 2


def test_the_menu_tosses_the_coin_aloud(tmp_path: Path) -> None:
    out = parlor(tmp_path, typed="4\n1\nclub\n3\nquit\n").out
    assert re.search(r"\n\n(Heads: the house begins|Tails: you begin)\.\n", out)


def test_the_questions_of_the_menu_stand_one_blank_line_apart(tmp_path: Path) -> None:
    for choice in ("1\n1\n", "1\n2\n1\n", "3\n2\n2\n1\n"):
        out = parlor(tmp_path, "--plain", typed=choice).out
        assert "\n\n\n" not in out
        assert f" {choice[-2]}\n\n" in out


@pytest.mark.parametrize(
    ("choice", "seats"),
    [
        ("1\n1\n", ["human", "human"]),
        ("3\n1\n2\n1\n", ["human", "beginner"]),
        ("2\n1\n6\n1\n", ["human", "perfect"]),
        ("3\n3\n2\n2\n", ["beginner", "human"]),
        ("4\n2\n4\n3\n", ["club", "human"]),
    ],
)
def test_the_menu_seats_and_variants(choice: str, seats: list[str], tmp_path: Path) -> None:
    assert parlor(tmp_path, "--plain", typed=choice + "resign\nq\n").code == 0
    match = saved_match(tmp_path)
    assert bool(match.start.rules.changed()) == choice.startswith(("3\n1\n", "2\n1\n"))
    tossed = choice.endswith("3\n")
    assert (sorted(match.seats) if tossed else list(match.seats)) == seats


@pytest.mark.parametrize(
    ("game", "variant", "seats"),
    [
        ("nonprime", "", ("human", "club")),
        ("number", "\n", ("club", "human")),  # Player 2 wins
        ("prime climb", "\n", ("human", "club")),
    ],
)
def test_enter_takes_the_usual_game_and_the_winning_side(
    game: str, variant: str, seats: tuple[str, str], tmp_path: Path
) -> None:
    parlor(tmp_path, "--plain", typed=f"{game}\n{variant}club\n\nresign\nq\n")
    match = saved_match(tmp_path)
    assert (match.start.rules.changed(), match.seats) == ({}, seats)


def test_the_winning_side_is_named_where_there_is_one(tmp_path: Path) -> None:
    told = " (you get the winning side)\n"
    for choice, row in (("2\n2", "your opponent begins"), ("4\n1", "you begin"), ("5", None), ("1", None)):
        out = parlor(tmp_path, "--plain", typed=f"{choice}\n2\n").out
        assert out.count(told) == (row is not None)
        assert row is None or f"{row}{told}" in out


def test_back_goes_back_one_question_and_leaves_at_the_first(tmp_path: Path) -> None:
    typed = "3\n2\nclub\nb\nQ\nback\nexit\n"
    code, out, _ = parlor(tmp_path, "--plain", typed=typed)
    assert code == 0
    asked = [line.partition("?")[0] for line in out.splitlines() if re.match(r"(Wh|Ag)[a-z ]+\? ", line)]
    there, back = ["Which game", "Which variant", "Against whom", "Who begins"], ["Against whom"]
    assert [line for line in asked if not line.startswith("Who is")] == [
        *there,
        *back,
        "Which variant",
        "Which game",
    ]
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_question_that_was_not_asked_is_not_gone_back_to(tmp_path: Path) -> None:
    out = parlor(tmp_path, "--plain", typed="1\nb\nq\n").out
    assert out.count("Which game? ") == 2
    assert out.endswith("Which game? q\n")


@pytest.mark.parametrize(
    ("choice", "told", "not_told"),
    [
        (
            "2\n3",
            [
                "The percentage says how often a level misses a better move",
                "misses much (14.0 %)",
                "perfect   never wrong\n",
            ],
            [],
        ),
        (
            "5",
            [
                "The percentage says how much winning chance",
                "that fits (2.4 %)",
                "perfect   almost perfect: its",
            ],
            ["never wrong"],
        ),
        ("4\n1", ["misses much\n", "perfect   never wrong\n"], ["%", "The percentage says"]),
    ],
)
def test_the_menu_says_what_a_level_gives_away(
    choice: str, told: list[str], not_told: list[str], tmp_path: Path
) -> None:
    out = parlor(tmp_path, typed=f"{choice}\n").out
    assert [words for words in told if words not in out] == []
    assert [words for words in not_told if words in out] == []


def test_the_menu_lists_every_game_and_then_its_house_variants_first(tmp_path: Path) -> None:
    out = parlor(tmp_path, "--plain").out
    assert _rows(out) == [f"{game.title} {game.aim}" for game in GAMES.values()]
    for number, game in enumerate(GAMES.values(), 1):
        if game.house_variants and "" in game.winning_side:
            assert game.favoured.get(""), f"say in rules.py of {game.name} who is favoured in the usual game"
            out = parlor(tmp_path, "--plain", typed=f"{number}\n").out.partition("Who is favoured? ")[2]
            variants = [f"{variant.name} {variant.line}" for variant in list_variants(game)]
            assert _rows(out) == variants
            assert variants[-1] == "The usual game As in the rule book."
            assert out.startswith(f"{game.favoured['']}\nOne-sided, ")


def _rows(out: str) -> list[str]:
    """The numbered rows, without their numbers."""
    return [" ".join(line.split()[1:]) for line in out.splitlines() if re.match(r" +\d+  ", line)]


def test_where_the_books_game_is_open_it_stands_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["pocket-addition"], "winning_side", {})
    out = parlor(tmp_path, "--plain", typed="4\n").out.partition("Who is favoured? ")[2]
    assert "One-sided" not in out
    assert _rows(out)[0] == "The usual game As in the rule book."


@pytest.mark.parametrize("opponent", ["1\n", "2\n1\n"])
def test_the_menu_says_who_is_favoured_as_soon_as_a_game_is_chosen(opponent: str, tmp_path: Path) -> None:
    told = f"\nWho is favoured? {GAMES['nonprime-addition'].favoured['']}\n\n"
    out = parlor(tmp_path, "--plain", typed=f"1\n{opponent}quit\nq\n").out
    assert out.index(told) < out.index("Against whom? ") < out.index("Starting Nonprime Addition Game!")
    variant = parlor(tmp_path, "--plain", typed=f"4\n1\n{opponent}quit\nq\n").out
    assert f"Who is favoured there? {GAMES['pocket-addition'].favoured['target=21']}\n" in variant


def test_the_menu_resumes_the_last_game(tmp_path: Path) -> None:
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
    short, climb, _ = (variant.start for variant in list_variants(GAMES["prime-climb"]))
    pocket, _ = (variant.start for variant in list_variants(GAMES["pocket-addition"]))
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
    terminal.interrupt()
    terminal.rest()
    assert terminal.code == 130


def test_the_menu_lists_your_games_to_resume_review_and_delete(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "resign", words=f"--record {tmp_path}/1.jsonl")
    play(tmp_path, "pocket-addition", "6", words=f"--record {tmp_path}/2.jsonl")
    typed = "games\n1\nquit\ng\n2\n7\ndelete 2\ndelete 1\n\nq\n"
    code, out, _ = parlor(tmp_path, typed=typed)
    told = (
        "Resuming Pocket Addition.",
        "Player 2 won: Player 1 resigned.",  # the review
        "There is no saved game '7'.",
        "Deleted: Prime Climb, two players.",
        "Deleted: Pocket Addition, two players.",
        "You have no saved games yet.",
    )
    assert code == 0
    assert [out.index(words) for words in told] == sorted(out.index(words) for words in told)


def test_the_menu_shows_the_rules_of_a_game(tmp_path: Path) -> None:
    out = parlor(tmp_path, typed="rules\nb\nl\n3\nq\n").out
    assert "PRIME CLIMB\n\nAIM\n" in out
    assert out.count("\nWhose rules? ") == 2


def test_the_menu_leads_back_to_the_screen_where_there_is_a_terminal(tmp_path: Path) -> None:
    assert "  c  screen: " not in parlor(tmp_path, typed="c\nq\n").out
    terminal = Terminal(tmp_path, "--plain", rows=24, columns=80)
    terminal.until("Which game\\? ")
    terminal.type("c")
    terminal.until("small games")
    terminal.child.send("q")
    terminal.rest()
    assert not Preferences.load(str(tmp_path / "choices.json")).plain


def test_the_menu_shows_a_ladder_and_opens_its_next_rung(tmp_path: Path) -> None:
    rung = load_rungs(GAMES["pocket-addition"])[0]
    out = parlor(tmp_path, "--plain", typed="ladder\n4\nyes\nquit\nq\n").out
    assert f"   1  next    {capital(rung.task)}" in out
    assert f"Play rung 1? (yes/no): yes\n\nPlayer 1: you. Player 2: {rung.level}." in out
    for typed in ("k\n4\nno\nq\n", "k\nb\nq\n"):
        assert "Player 1: you." not in parlor(tmp_path, "--plain", typed=typed).out

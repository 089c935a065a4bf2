"""The coach at the terminal: analyse, review, solve, puzzle, hint and why."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from contextlib import redirect_stdout
from itertools import takewhile
from pathlib import Path
from unittest.mock import Mock

import pytest

from primeparlor.games import GAMES
from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.games.prime_duel.solver.sweep import sweep as sweep_all
from primeparlor.notation import read_position
from primeparlor.terminal import progress_bar
from primeparlor.terminal.plain import puzzles as puzzle
from primeparlor.terminal.plain import review
from primeparlor.terminal.plain_board import draw_lines
from support.coach.daily import diary
from support.matches import help_given
from support.terminal.command import OFFER, UNMEASURED, Terminal, is_subsequence, parlor, play, saved_match

JUST_BEFORE = {
    "nonprime-addition": "total=20",
    "number-morph": "number=277 used=211,271,277",
    "prime-climb": "steps=8,3",
    "pocket-addition": "one=6,8 two=9 turn=2",
    "prime-duel": "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2",
}


@pytest.mark.parametrize("name", GAMES)
def test_analyse_names_every_move_and_why(name: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "analyse", name, *JUST_BEFORE[name].split())
    assert (code, err) == (0, "")
    data = json.loads(parlor(tmp_path, "analyze", name, *JUST_BEFORE[name].split(), "--json").out)
    assert data["moves"]
    assert all(move["why"] in out for move in data["moves"])
    assert data["why"] in out


def test_ruling_nonprime_3_no_moves_lead_where_no_command_can_follow(tmp_path: Path) -> None:
    words = ("analyse", "nonprime-addition", f"total={2**64 - 9}", "--json", "--moves")
    code, out, err = parlor(tmp_path, *words, "9")
    assert (code, out) == (2, "")
    assert err.startswith(
        f"parlor: Move 1 of --moves, '9': total takes whole numbers from 1 to {2**64 - 1}, "
    )
    position = json.loads(parlor(tmp_path, *words, "8").out)["position"]
    assert read_position(position) == read_position(f"nonprime-addition total={2**64 - 1} turn=2")


def test_analyse_plays_moves_first(tmp_path: Path) -> None:
    after = parlor(tmp_path, "analyse", "pocket-addition", "--moves", "6 9 8", "--json")
    assert json.loads(after.out)["position"] == "pocket-addition one=6,8 two=9 turn=2 passes=0"
    for moves in ("211 271 277", "211 tens 7 units 7", "211, tens 7, 277"):
        after = parlor(tmp_path, "analyse", "number-morph", "--moves", moves, "--json")
        assert json.loads(after.out)["position"] == "number-morph number=277 used=211,271,277 turn=1"


@pytest.mark.parametrize(
    ("game", "moves", "sentence"),
    [
        ("pocket-addition", "6 9 8 1 5", "Move 5 of --moves, '5': No number fits within 15: you must pass."),
        ("prime-climb", "3 x", "Move 2 of --moves, 'x': Please type a whole number from 1 to 9."),
        ("prime-climb", "3 4 6 7 1", "Move 5 of --moves, '1': The game is over."),
        ("number-morph", "211 tens 12", "Move 2 of --moves, 'tens 12': Please type a place (hundreds/"),
        ("number-morph", "211 271 units", "Move 3 of --moves, 'units': Please type a place (hundreds/"),
        ("number-morph", "211 tens 1", "Move 2 of --moves, 'tens 1': That is already 211"),
    ],
)
def test_a_move_that_cannot_be_played_first_is_named(
    game: str, moves: str, sentence: str, tmp_path: Path
) -> None:
    code, out, err = parlor(tmp_path, "analyse", game, "--moves", moves)
    assert (code, out) == (2, "")
    assert err.startswith(f"parlor: {sentence}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("analyse prime-climb steps=21,0", "steps takes whole numbers from 0 to 20, not '21'."),
        ("analyse prime-climb height=3", "'height=3' is not understood."),
        ("analyse number-morph digits=40", "digits must be a whole number from 2 to 7."),
        ("analyse prime-climb steps=20,3 turn=2", "The game is over: there is nothing left to analyse."),
        ("analyse prime-climb --moves 0", "Choose a whole number from 1 to 9."),
        ("solve number-morph digits=40", "digits must be a whole number from 2 to 7."),
        ("solve prime-climb steps=3,4", "'steps=3,4' is not understood."),
        ("solve prime-climb --memory small", "leave out --memory."),
        ("puzzle chess", "There is no game 'chess'."),
    ],
)
def test_what_cannot_be_answered_gets_one_sentence(words: str, sentence: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, *words.split())
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "verdict", "positions", "first_player_wins"),
    [
        ("number-morph", "loss", 143, 0),
        ("prime-climb", "win", 426, 1),
        ("pocket-addition", "win", 2541, 1),
        ("nonprime-addition", "endless", 1, None),
        ("prime-duel target=7 largest=3 copies=2", "chance", None, None),
    ],
)
def test_solve_counts_a_whole_game(
    words: str, verdict: str, positions: int | None, first_player_wins: int | None, tmp_path: Path
) -> None:
    code, out, err = parlor(tmp_path, "solve", *words.split(), "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["verdict"], data["first_player_wins"]) == (verdict, first_player_wins)
    assert positions in (None, data["positions"])
    assert data["why"] in parlor(tmp_path, "solve", *words.split()).out


def test_what_is_solved_is_told_to_people(tmp_path: Path) -> None:
    out = parlor(tmp_path, "solve", "number-morph").out
    assert re.fullmatch(
        r"Of 143 starts, Player 1 wins 0 and Player 2 wins 143\.\n"
        r"  positions  143\n  time       [\d.]+ s\n  memory     [\d.]+ MB\n",
        out,
    )
    assert (
        "(error at most " in parlor(tmp_path, "solve", "prime-duel", "target=7", "largest=3", "copies=2").out
    )


def test_first_numbers_with_the_same_value_share_a_row(tmp_path: Path) -> None:
    out = parlor(tmp_path, "analyse", "number-morph", "digits=4").out
    assert "  worth 100.00 %  drawn   0.1 %  6883\n  worth   0.00 %  drawn  99.9 %  1009, 1013, " in out


@pytest.mark.parametrize(
    "words", ["scores=45,30 deck=4,4,4,4,4,4,4,4,3,4", "scores=45,30 deck=4,4,4,4,4,4,4,4,3,4 draw=second"]
)
def test_a_card_that_wins_is_worth_no_estimate(words: str, tmp_path: Path) -> None:
    out = parlor(tmp_path, "analyse", "prime-duel", *words.split()).out
    assert "  worth       100.00 %  drawn  10.3 %  5\n" in out
    assert len(re.findall(r"^  worth about  \d\d\.\d\d %  drawn", out, re.MULTILINE)) == 9


def test_long_work_states_its_cost_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "solve", "prime-climb", "top=600", env=UNMEASURED)
    shown = terminal.until(r"\d+ of [\d,]+ \(\d+ %\)")
    assert shown.startswith("This takes about 206 MiB of memory. Ctrl-C stops it.\n")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130
    assert "This takes" not in parlor(tmp_path, "solve", "prime-climb").err  # nobody needs to know


# From here on progress is shown at once, so that no long work is needed to see it.


def test_a_long_analysis_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "analyse", "prime-climb", "top=600", env=UNMEASURED, eager=True)
    terminal.until(r"[1-9][\d,]* of [\d,]+ \(\d+ %\)")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130


@pytest.mark.parametrize(("seat", "typed"), [("human", "hint"), ("perfect", "1")])
def test_long_thought_at_the_table_shows_how_far_it_is(seat: str, typed: str, tmp_path: Path) -> None:
    words = ("play", "prime-climb", "top=100", "--p2", seat, "--plain")
    terminal = Terminal(tmp_path, *words, env=UNMEASURED, eager=True)
    terminal.until_asked()
    terminal.type(typed)
    terminal.until(r"\rSolving Prime Climb: [\d,]+ of [\d,]+ \(\d+ %\)")
    terminal.until_asked()
    assert "\r\033[K" in terminal.text  # it is wiped when the thought is over
    terminal.type("quit")
    terminal.rest()
    assert terminal.code == 0


def test_a_long_review_shows_how_far_it_is(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4", "quit", words="top=100")
    terminal = Terminal(tmp_path, "review", "--plain", env=UNMEASURED, eager=True)
    terminal.until(r"\rReviewing Prime Climb: [\d,]+ of [\d,]+ \(\d+ %\)")
    assert "Player 1's chances" in terminal.rest()


# Hints and why ----------------------------------------------------------------------------------


def test_hint_tells_more_each_time_and_is_recorded(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", *["hint"] * 6, "1", "why", words=JUST_BEFORE["pocket-addition"])
    assert "Yes: you can win" in out
    assert "1 of 5 moves" in out
    assert "Take 1." in out
    assert help_given(saved_match(tmp_path), 0) == (1, 2, 3, 4, 5)
    match = saved_match(tmp_path)
    assert help_given(match, match.number) == ("why",)


def test_hints_for_the_next_decision_start_again(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "hint", "hint", "6", "hint", "9")
    match = saved_match(tmp_path)
    assert [help_given(match, 0), help_given(match, 1), help_given(match, 2)] == [(1, 2), (1,), ()]


def test_why_grades_the_last_move(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "why", "5", "why")
    assert "Nobody has moved yet.\n" in out
    assert "Player 1 took 5, which gave the win away.\n  Player 2 can take " in out
    assert "Player 1 had a win here with 6, 7 or 8, quickest with 6." in out


def test_why_explains_your_own_move_first_then_the_reply(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "5", "why", words="--p2 perfect --seed 1")
    assert out.index("Player 1 took 5, which gave") < out.index("Player 2 took 6, which was best.")


@pytest.mark.parametrize("name", GAMES)
def test_the_hints_of_a_puzzle_lead_to_its_answer(name: str, tmp_path: Path) -> None:
    puzzle = json.loads(parlor(tmp_path, "puzzle", name, "--seed", "1", "--json").out)
    out = parlor(tmp_path, "puzzle", name, "--seed", "1", typed="hint\n" * 4).out
    assert puzzle["question"] in out
    answer = str(puzzle["answers"][0])
    assert f"{answer.capitalize()} the " in out if answer.isalpha() else f" {answer}.\n" in out


@pytest.mark.parametrize(("digits", "number"), [(6, 100003), (7, 1000003)])
def test_positions_too_large_to_play_are_drawn(digits: int, number: int) -> None:
    state = read_position(f"number-morph digits={digits} number={number}")
    for width in (36, 76):
        board = draw_lines(state, (), width)
        assert max(sum(len(text) for text, _ in line) for line in board) <= max(width, 7 * digits)


def test_review_names_the_deciding_moment(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "8", "9", "7")
    out = parlor(tmp_path, "review").out
    assert out == parlor(tmp_path, "review", "1").out
    told = [
        "Review of Pocket Addition\nPlayer 2 won, 15 to 14.\n",
        "The game turned on move 1: Player 1 took 5.\n  Player 1 had a win here with 6, 7 or 8, ",
        "   1  Player 1  0 + 5 = 5   ▼ gives it away\n",
        "   2  Player 2  0 + 8 = 8   ✓ best\n",
    ]
    assert [out.count(sentence) for sentence in told] == [1] * len(told), out
    assert sorted(told, key=out.index) == told
    data = json.loads(parlor(tmp_path, "review", "1", "--json").out)
    assert data["deciding"] == 1
    assert [row["move"] for row in data["decisions"]] == [5, 8, 9, 7]


def test_review_tells_when_resigning_decided(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "resign")
    out = parlor(tmp_path, "review").out
    assert "Player 1 won: Player 2 resigned.\n\nPlayer 2 had a won position.\n" in out
    assert "5  ▼ gives it away" in out
    assert out.endswith(
        "Player 1  accuracy 0 %: the one choice that mattered was wrong\n"
        "Player 2  no accuracy: no move was made\n"
    )


@pytest.mark.parametrize("command", ["review", "replay"])
def test_without_any_game_there_is_nothing_to_show(command: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, command)
    assert (code, out) == (1, "")
    assert err == "parlor: You have no saved games yet. Start one with 'parlor play GAME'.\n"


def test_review_draws_a_chart(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "8", "9", "7")
    chart = tmp_path / "chart.svg"
    assert parlor(tmp_path, "review", "1", "--svg", str(chart)).code == 0
    assert chart.read_text(encoding="utf-8").startswith("<svg")
    for path, why in ((tmp_path / "no" / "x.svg", "No such file or directory"), (tmp_path, "Is a directory")):
        told = f"parlor: {path} cannot be used: {why}.\n"
        assert parlor(tmp_path, "review", "1", "--svg", str(path)) == (1, "", told)


def test_a_chart_replaces_a_picture_and_nothing_else(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "quit", words=f"--record {tmp_path}/game.jsonl")
    kept = (tmp_path / "game.jsonl").read_bytes()
    code, out, err = parlor(tmp_path, "review", "--svg", str(tmp_path / "game.jsonl"))
    assert (code, out) == (2, "")
    assert err.startswith(f"parlor: {tmp_path}/game.jsonl is not an SVG picture, so it stays as it is. ")
    assert (tmp_path / "game.jsonl").read_bytes() == kept
    os.mkfifo(tmp_path / "pipe")
    told = f"parlor: {tmp_path}/pipe cannot be used: Not a file.\n"
    assert parlor(tmp_path, "review", "--svg", str(tmp_path / "pipe")) == (1, "", told)
    chart = tmp_path / "chart.svg"
    for _ in range(2):
        done = parlor(tmp_path, "review", str(tmp_path / "game.jsonl"), "--json", "--svg", str(chart))
        assert (done.code, done.err) == (0, f"Wrote the chart to {chart}.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chart.svg", "game.jsonl", "pipe"]


def test_hidden_answers_are_shown_after_a_try(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "8", "9", "7")
    out = parlor(tmp_path, "review", "1", "--hide", typed="6\n").out
    assert (
        out.index("What is better?")
        < out.index("6\nRight. Your opponent can take ")
        < out.index("Player 1 had a win here with 6, 7 or 8, ")
    )
    assert " had a win" not in parlor(tmp_path, "review", "1", "--hide").out


def test_a_hidden_review_asks_until_it_is_right(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6", "9", "7", "1", "2")
    typed = "\n".join(["x", "6", "1", "2", ""])
    out = parlor(tmp_path, "review", "--hide", typed=typed).out
    sentences = [
        "   3  Player 1 took 7 here:",
        "Pool      1  2  3  4  5  ·  7  8  ·",
        "x\nPlease type a whole number from 1 to 9.",
        "6\n6 has already been taken.",
        "1\nRight. ",
        "Player 1 had a win here with 1, 2 or 4, ",
        "   4  Player 2 took 1 here:",
        "2\nRight. It blocks 13 + 2 = 15; ",
        "Player 2 had a win here with 2. ",
        "The game turned on move 4: Player 2 took 1.",
    ]
    places = [out.find(sentence) for sentence in sentences]
    assert places == sorted(places), out
    assert -1 not in places


def test_enter_shows_what_is_hidden_and_quit_leaves(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6", "9", "7", "1", "2")
    out = parlor(tmp_path, "review", "--hide", typed="\n\n").out
    assert out.count(" had a win here") == 3  # and once at the end, where the game turned
    assert out.count("Right") == out.count("No: ") == 0
    for word in ("q", "quit", "QUIT"):
        out = parlor(tmp_path, "review", "--hide", typed=f"7\n{word}\n").out
        assert "7\nNo: it gives the win away." in out
        assert " had a win" not in out
        assert out.endswith(f"quit leaves) {word}\n")


def test_one_key_after_a_game_reviews_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "steps=13,5", "--plain")
    terminal.until_asked()
    terminal.type("7")
    terminal.until(re.escape(OFFER))
    terminal.type("r")
    assert "Review of Prime Climb" in terminal.rest()


def test_another_key_hides_the_answers(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "nonprime-addition", "total=10", "--plain")
    terminal.until_asked()
    terminal.type("3")
    terminal.until(re.escape(OFFER))
    terminal.type("h")
    assert "You could have" not in terminal.until("What is better")
    terminal.type("2")
    assert "Right: it is safe." in terminal.rest()


def stars(rating: float) -> int:
    return 1 + sum(rating >= least for least in (900, 1150, 1400, 1650))


def test_a_number_that_is_not_asked_about_is_no_try(tmp_path: Path) -> None:
    words = ("puzzle", "nonprime-addition", "--seed", "1")
    puzzle = json.loads(parlor(tmp_path, *words, "--json").out)
    other = next(number for number in range(2, 10) if number not in puzzle["among"])
    out = parlor(tmp_path, *words, typed=f"{other}\n{puzzle['answers'][0]}\n").out
    assert "Choose one of " in out
    assert "Right: it is safe." in out
    assert diary(tmp_path).cards == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_posed_and_judged(name: str, tmp_path: Path) -> None:
    puzzle = json.loads(parlor(tmp_path, "puzzle", name, "--seed", "4", "--json").out)
    out = parlor(tmp_path, "puzzle", name, "--seed", "4", typed=f"x\nhint\n{puzzle['answers'][0]}\n").out
    assert re.search(r"\nRight[.:] ", out)
    assert ("Prime Climb (50 steps, 1 to 5), difficulty" in out) == (name == "prime-climb")
    assert "=" not in out.splitlines()[0]  # a variant is told in words
    assert (puzzle["difficulty"], "among" in puzzle) == (
        stars(puzzle["rating"]),
        "Which" in puzzle["question"],
    )
    assert not (tmp_path / "progress.json").exists()


def listed(out: str) -> list[str]:
    """The words that `?` offers."""
    rows = out.partition(" Or:\n")[2].splitlines()
    return [row.split()[0] for row in takewhile(lambda row: row.startswith("  "), rows)]


def test_a_puzzle_tells_what_can_be_typed_and_shows_moves_and_board(tmp_path: Path) -> None:
    words = ("puzzle", "pocket-addition", "--seed", "1")
    assert listed(parlor(tmp_path, *words, typed="?\n").out) == [
        "?",
        "hint",
        "answer",
        "moves",
        "board",
        "rules",
        "quit",
    ]
    assert parlor(tmp_path, *words, typed="help\n").out.count("Type a whole number from 1 to 9. Or:\n") == 1
    assert is_subsequence(
        parlor(tmp_path, "rules", "pocket-addition", "--plain").out.splitlines(),
        parlor(tmp_path, *words, typed="rules\n").out.splitlines(),
    )
    out = parlor(tmp_path, *words, typed="moves\nboard\n").out
    state = read_position(json.loads(parlor(tmp_path, *words, "--json").out)["position"])
    assert f"Moves: {' '.join(map(str, state.moves()))}\n" in out
    assert out.count("Pool  ") == 2
    assert not (tmp_path / "progress.json").exists()


def test_a_hidden_review_tells_what_can_be_typed(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5")
    out = parlor(tmp_path, "review", "--hide", typed="?\nboard\n").out
    assert listed(out) == ["?", "Enter", "moves", "board", "rules", "quit"]
    assert out.count("Pool  ") == 2


def test_a_puzzle_is_judged_where_progress_cannot_be_kept(tmp_path: Path) -> None:
    words = ("puzzle", "pocket-addition", "--seed", "1")
    [answer] = json.loads(parlor(tmp_path, *words, "--json").out)["answers"]
    wrong = [move for move in range(1, 10) if move != answer]
    typed = "".join(f"{move}\n" for move in (*wrong, answer))
    code, out, err = parlor(tmp_path, *words, typed=typed, env={"PARLOR_HOME": "/proc/parlor"})
    assert code == 0
    assert "No: " in out
    assert re.search(r"\nRight[.:] ", out)
    told = "Your progress cannot be saved in /proc/parlor/progress.json: No such file or directory.\n"
    assert err.removeprefix("Looking for a puzzle …\n") == told  # once; a busy machine takes a while


def test_progress_that_cannot_be_read_is_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("{")
    code, out, err = parlor(tmp_path, "puzzle", "pocket-addition", "--seed", "1", "--json")
    assert (code, json.loads(out)["game"]) == (0, "pocket-addition")
    aside = "It was set aside as progress.broken-1.json, and your progress starts again."
    assert err == f"{tmp_path}/progress.json cannot be read. {aside}\n"
    assert (tmp_path / "progress.broken-1.json").read_text() == "{"


def test_a_failed_puzzle_comes_back_another_day(tmp_path: Path) -> None:
    puzzle = json.loads(parlor(tmp_path, "puzzle", "pocket-addition", "--seed", "6", "--json").out)
    wrong = [number for number in range(1, 10) if number not in puzzle["answers"]]
    typed = "".join(f"{number}\n" for number in (*wrong, *puzzle["answers"]))
    assert "No: " in parlor(tmp_path, "puzzle", "pocket-addition", "--seed", "6", typed=typed).out
    again = json.loads(parlor(tmp_path, "puzzle", "pocket-addition", "--seed", "14", "--json").out)
    assert again["position"] != puzzle["position"]
    kept = json.loads((tmp_path / "progress.json").read_text())
    kept["cards"][puzzle["position"]]["due"] -= 2 * 86_400  # two days later
    (tmp_path / "progress.json").write_text(json.dumps(kept))
    again = json.loads(parlor(tmp_path, "puzzle", "pocket-addition", "--json").out)
    assert again["position"] == puzzle["position"]


def test_mistakes_become_puzzles(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "2", "resign", words=JUST_BEFORE["pocket-addition"])
    code, out, err = parlor(tmp_path, "puzzle", "pocket-addition", "--mistakes", "--json")
    data = json.loads(out)
    assert (data["position"], data["answers"]) == ("pocket-addition one=6,8 two=9 turn=2 passes=0", [1])
    assert (code, err) == (0, "Mistakes in your games: 1 new, 1 to practise now.\n")
    out = parlor(tmp_path, "puzzle", typed="2\n1\n").out
    assert "No: it gives the win away." in out
    assert "\nRight. " in out


def test_each_record_is_looked_through_once_unless_it_grows(tmp_path: Path) -> None:
    def told(*game: str) -> str:
        return parlor(tmp_path, "puzzle", *game, "--mistakes", "--json").err

    play(tmp_path, "nonprime-addition", "3", words="total=20")
    play(tmp_path, "nonprime-addition", "5", "quit", words="total=20")
    assert "0 new, 0 to practise" in told("prime-climb")
    assert "1 new, 1 to practise" in told()
    assert "0 new, 1 to practise" in told("nonprime-addition")
    assert "0 new, 0 to practise" in told("prime-climb")
    parlor(tmp_path, "resume", "--plain", typed="6\n")  # 25 + 6 = 31 is prime
    assert "1 new, 2 to practise" in told()
    assert len(json.loads((tmp_path / "progress.json").read_text())["games"]) == 2


def test_a_record_that_cannot_be_read_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text("no record")
    told = parlor(tmp_path, "puzzle", "--mistakes", "--json")
    assert (told.code, told.err) == (
        0,
        "Mistakes in your games: 0 new, 0 to practise now. So here are other puzzles.\n",
    )


@pytest.mark.parametrize("mistake", [True, False])
def test_a_mistake_takes_any_good_move_and_a_failed_puzzle_only_its_own(
    mistake: bool, tmp_path: Path
) -> None:
    card = {"box": 0, "due": 0} | ({"mistake": True} if mistake else {})
    cards = {"nonprime-addition total=25 turn=1": card}
    (tmp_path / "progress.json").write_text(json.dumps({"version": 1, "cards": cards}))
    out = parlor(tmp_path, "puzzle", typed="2\n9\n").out
    assert ("Find a safe number." in out) == mistake
    assert ("That is not what is asked for. Find the safe number that leaves" in out) == (not mistake)


@pytest.mark.parametrize(("first", "shown"), [(0, True), (60, False)])
def test_looking_through_games_for_long_shows_how_far_it_is(
    first: int,
    shown: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(tmp_path, "pocket-addition", "5", "resign")
    play(tmp_path, "pocket-addition", "6", "resign")
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setattr(progress_bar, "FIRST", first)
    monkeypatch.setattr(progress_bar, "OFTEN", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert puzzle.run(None, None, mistakes=True, as_json=True) == 0
    told = capsys.readouterr().err
    assert ("\rLooking through your games: 1 of 2 (50 %)" in told) == shown
    assert told.endswith("Mistakes in your games: 1 new, 1 to practise now.\n")


def test_several_games_are_reviewed_one_after_the_other(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "quit")
    play(tmp_path, "prime-climb", "4", "quit")
    out = parlor(tmp_path, "review", "2", "1", "--plain").out
    assert out.index("Review of Pocket Addition\n") < out.index("\n\nReview of Prime Climb\n")
    one, two = json.loads(parlor(tmp_path, "review", "2", "1", "--json").out)
    assert (one["game"], two["game"]) == ("pocket-addition", "prime-climb")
    assert json.loads(parlor(tmp_path, "review", "2", "--json").out) == one
    code, _, err = parlor(tmp_path, "review", "2", "1", "--svg", str(tmp_path / "chart.svg"))
    assert (code, err) == (2, "parlor: --svg draws the chart of one game: name one record.\n")
    assert not (tmp_path / "chart.svg").exists()


def test_leaving_a_hidden_review_leaves_the_others_too(tmp_path: Path) -> None:
    for _ in range(2):
        play(tmp_path, "pocket-addition", "5", "quit")
    out = parlor(tmp_path, "review", "1", "2", "--hide", typed="quit\n").out
    assert out.count("Review of Pocket Addition") == 1
    assert parlor(tmp_path, "review", "1", "2", "--hide", typed="\n\n").out.count("Review of Pocket") == 2


def test_a_review_tells_programs_who_sat_there(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "quit")
    parlor(tmp_path, "resume", "--p1", "random", "--p2", "beginner")
    seats = [row["seat"] for row in json.loads(parlor(tmp_path, "review", "--json").out)["decisions"]]
    assert seats[:3] == ["human", "beginner", "random"]


def test_one_sweep_grades_all_games_of_prime_duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    words = "play prime-duel target=20 largest=5 copies=3 --p1 casual --p2 beginner --plain --seed"
    for seed in ("3", "4"):
        assert parlor(tmp_path, *words.split(), seed).code == 0
    apart = [json.loads(parlor(tmp_path, "review", name, "--exact", "--json").out) for name in ("1", "2")]
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    sweep = Mock(wraps=sweep_all)
    monkeypatch.setattr(at_the_table, "sweep", sweep)
    told = io.StringIO()
    with redirect_stdout(told):
        assert review.run(["1", "2"], as_json=True, hidden=False, exact=True, svg=None) == 0
    assert json.loads(told.getvalue()) == apart
    sweep.assert_called_once()


def test_an_exact_review_of_prime_duel_has_no_estimates(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = "target=20 largest=5 copies=3 --p1 casual --p2 beginner --seed 3 --plain"
    assert parlor(tmp_path, "play", "prime-duel", *words.split()).code == 0
    for flags, exact in (([], False), (["--exact"], True)):
        data = json.loads(parlor(tmp_path, "review", "--json", *flags).out)
        assert data["exact"] == exact
        assert all(row["exact"] for row in data["decisions"]) == exact
    assert "luck about" in parlor(tmp_path, "review").out
    assert "about" not in parlor(tmp_path, "review", "--exact").out


def test_a_review_folds_small_slips_and_tells_luck_and_choices(tmp_path: Path) -> None:
    answers = "n n y y n n n n y n y y y"  # one discard is forced
    words = ("play", "prime-duel", "--seed", "3", "--plain")
    assert parlor(tmp_path, *words, typed=answers.replace(" ", "\n") + "\n").code == 0
    out = parlor(tmp_path, "review", "--plain").out
    assert out.startswith("Review of Prime Duel\nPlayer 1 won, 50 to 35.\n\nThe cards decided: ")
    moves = [int(number) for number in re.findall(r"^ +(\d+)  Player", out, re.MULTILINE)]
    assert moves == [number for number in range(1, 15) if number != 11]
    assert re.search(
        r"^One small slip by Player 2 cost about 0\.\d percentage points: move 11\.$", out, re.MULTILINE
    )
    found = re.findall(r"luck about ([+-][\d.]+) %, own choices ([+-][\d.]+) %", out)
    (luck, choices), (bad_luck, others) = [[float(part) for part in row] for row in found]
    assert luck == -bad_luck
    assert round(luck + choices - others, 1) == 45.6  # from 54.4 % to 100 %
    told = parlor(tmp_path, "review", "--plain", env={"LC_ALL": "C"}).out
    assert told.isascii()
    assert " v best\n" in told
    assert " ! costs about " in told


def test_the_levels_sit_down(tmp_path: Path) -> None:
    for level in ("beginner", "casual", "club", "expert", "perfect"):
        words = f"--p2 {level} --seed 1 --record {tmp_path}/{level}.jsonl"
        out = play(tmp_path, "pocket-addition", "6", words=words)
        assert f"Player 2: {level}." in out
        assert "Player 2's Total Sum: " in out

"""`parlor puzzle` in plain lines: one puzzle and what can be typed at it, and mistakes that come back."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from primeparlor.games import GAMES
from primeparlor.notation import format_move, read_position
from primeparlor.terminal import calendar_signs, progress_bar
from primeparlor.terminal.plain import puzzles as puzzle
from support.coach.daily import diary
from support.terminal.command import is_subsequence, offered_words, parlor, play


@pytest.mark.parametrize("name", GAMES)
def test_the_hints_of_a_puzzle_lead_to_its_answer(name: str, tmp_path: Path) -> None:
    puzzle = json.loads(parlor(tmp_path, "puzzle", name, "--seed", "1", "--json").out)
    out = parlor(tmp_path, "puzzle", name, "--seed", "1", typed="hint\n" * 4).out
    assert puzzle["question"] in out
    answer = format_move(read_position(puzzle["position"]), puzzle["answers"][0])
    assert f"{answer.capitalize()} the " in out if answer.isalpha() else f" {answer}.\n" in out


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
    assert ("Prime Climb (50 steps, 1 to 5), " in out) == (name == "prime-climb")
    assert "=" not in out.splitlines()[0]  # a variant is told in words
    assert (puzzle["difficulty"], "among" in puzzle) == (
        stars(puzzle["rating"]),
        "Which" in puzzle["question"],
    )
    assert not (tmp_path / "progress.json").exists()


def test_a_puzzle_tells_what_can_be_typed_and_shows_moves_and_board(tmp_path: Path) -> None:
    words = ("puzzle", "pocket-addition", "--seed", "1")
    assert offered_words(parlor(tmp_path, *words, typed="?\n").out) == [
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
    play(tmp_path, "pocket-addition", "2", "resign", words="one=6,8 two=9 turn=2 --p1 beginner")
    code, out, err = parlor(tmp_path, "puzzle", "pocket-addition", "--mistakes", "--json")
    data = json.loads(out)
    assert (data["position"], data["answers"]) == ("pocket-addition one=6,8 two=9 turn=2 passes=0", [1])
    assert (code, err) == (0, "Mistakes in your games: 1 new, 1 to practise now.\n")
    out = parlor(tmp_path, "puzzle", typed="2\n1\n").out
    day = calendar_signs.get_today()
    assert out.startswith(f"From your game of {day.day} {day:%B}. Pocket Addition (usual game), ")
    assert "No: it gives the win away." in out
    assert "\nRight. " in out


def test_each_record_is_looked_through_once_unless_it_grows(tmp_path: Path) -> None:
    def told(*game: str) -> str:
        return parlor(tmp_path, "puzzle", *game, "--mistakes", "--json").err

    play(tmp_path, "nonprime-addition", "3", words="total=20 --p2 beginner")
    begun = tmp_path / "own" / "begun"  # not among the saved games, so it is kept without a move
    begun.parent.mkdir()
    play(tmp_path, "nonprime-addition", "quit", words=f"total=25 --p2 beginner --record {begun}")
    begun.rename(tmp_path / "begun.jsonl")
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
    assert ("A fine move, but not the one this puzzle asks for." in out) == (not mistake)


@pytest.mark.parametrize(("first", "shown"), [(0, True), (60, False)])
def test_looking_through_games_for_long_shows_how_far_it_is(
    first: int,
    shown: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(tmp_path, "pocket-addition", "5", "resign", words="--p2 beginner")
    play(tmp_path, "pocket-addition", "6", "resign", words="--p2 beginner")
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setattr(progress_bar, "FIRST", first)
    monkeypatch.setattr(progress_bar, "OFTEN", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert puzzle.run(None, None, mistakes=True, as_json=True) == 0
    told = capsys.readouterr().err
    assert ("\rLooking through your games: 1 of 2 (50 %)" in told) == shown
    assert told.endswith("Mistakes in your games: 1 new, 1 to practise now.\n")


def test_a_line_is_played_to_its_end_and_tried_again_from_where_it_went_wrong(tmp_path: Path) -> None:
    cards = {"prime-climb largest=4 steps=10,6 turn=1": {"box": 0, "due": 0, "line": True}}
    (tmp_path / "progress.json").write_text(json.dumps({"version": 1, "cards": cards}))
    out = parlor(tmp_path, "puzzle", typed="3\n1\n4\n3\nq\n").out
    assert "You are Player 1. Win from here, in at most four decisions." in out
    assert "\nRight.\n\nWin from here, in at most two decisions.\n" in out  # no reason, which would name them
    assert "\nNo: it gives the win away. " in out
    assert "\nRight.\n\nOne decision is left: find the winning move.\n" in out
    assert "Step 20 is the top: you win at once." in out
    assert out.count("Enter for the next puzzle") == 1


def test_after_its_answer_was_shown_a_line_can_be_played_on(tmp_path: Path) -> None:
    cards = {"prime-climb largest=4 steps=10,6 turn=1": {"box": 0, "due": 0, "line": True}}
    (tmp_path / "progress.json").write_text(json.dumps({"version": 1, "cards": cards}))
    out = parlor(tmp_path, "puzzle", typed="answer\nanswer\n3\nq\n").out
    assert out.count("You can play on from there.") == 2
    assert "Step 20 is the top: you win at once." in out

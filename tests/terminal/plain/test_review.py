"""`parlor review` in plain lines: the graded moves, hidden answers, the chart, several games."""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import Mock

import pytest

from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.games.prime_duel.solver.sweep import sweep as sweep_all
from primeparlor.terminal.plain import review
from support.terminal.command import OFFER, UNMEASURED, Terminal, offered_words, parlor, play


def test_a_long_review_shows_how_far_it_is(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4", "quit", words="top=100")
    terminal = Terminal(tmp_path, "review", "--plain", env=UNMEASURED, eager=True)
    terminal.until(r"\rReviewing Prime Climb: [\d,]+ of [\d,]+ \(\d+ %\)")
    assert "Player 1's chances" in terminal.rest()


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
        "Player 1  accuracy 0 of 100: the one choice that mattered was wrong\n"
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


def test_a_hidden_review_tells_what_can_be_typed(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5")
    out = parlor(tmp_path, "review", "--hide", typed="?\nboard\n").out
    assert offered_words(out) == ["?", "Enter", "moves", "board", "rules", "quit"]
    assert out.count("Pool  ") == 2


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
        assert review.run(["1", "2"], as_json=True, hidden=False, exact=True, svg=None, seconds=None) == 0
    assert json.loads(told.getvalue()) == apart
    sweep.assert_called_once()


def test_an_exact_review_of_prime_duel_has_no_estimates(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = "target=20 largest=5 copies=3 --p1 casual --p2 beginner --seed 3 --plain"
    assert parlor(tmp_path, "play", "prime-duel", *words.split()).code == 0
    for flags, exact in ((["--time", "0"], False), (["--exact"], True)):
        data = json.loads(parlor(tmp_path, "review", "--json", *flags).out)
        assert data["exact"] == exact
        assert all(row["exact"] for row in data["decisions"]) == exact
    assert "luck about" in parlor(tmp_path, "review", "--time", "0").out
    assert "about" not in parlor(tmp_path, "review", "--exact").out


def test_a_review_of_prime_duel_takes_some_seconds_for_exact_values(tmp_path: Path) -> None:
    words = "scores=32,40 deck=1,2,1,2,2,2,1,2,2,2 --p1 casual --p2 beginner --seed 4 --plain"
    assert parlor(tmp_path, "play", "prime-duel", *words.split()).code == 0
    estimated = parlor(tmp_path, "review", "--time", "0").out
    exact = parlor(tmp_path, "review").out
    assert "about" in estimated
    assert "by estimates" in estimated
    assert "about" not in exact
    assert "estimate" not in exact
    data = json.loads(parlor(tmp_path, "review", "--json").out)
    assert data["exact"]
    assert data["choices"] == data["exact_choices"] > 0


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf"])
def test_the_time_of_a_review_is_a_number_of_seconds(seconds: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "review", f"--time={seconds}")
    assert (code, out) == (2, "")
    assert err == "parlor: --time takes a number of seconds, such as --time 60; 0 leaves all estimates.\n"


def test_a_review_leaves_close_choices_open_and_tells_luck_and_choices(tmp_path: Path) -> None:
    answers = "n n y y n n n n y n y y y"  # one discard is forced
    cards = "6 8 1 10 4 9 2 1 4 9 5 3 3 5 8 1 7 7 7 8 4 3"
    words = ("play", "prime-duel", "--fate", cards, "--plain")
    assert parlor(tmp_path, *words, typed=answers.replace(" ", "\n") + "\n").code == 0
    out = parlor(tmp_path, "review", "--plain", "--time", "0").out
    assert out.startswith(
        "Review of Prime Duel\nPlayer 1 won, 50 to 35.\n\n"
        "Only Player 1 made clear mistakes, and won all the same.\n"
    )
    moves = [int(number) for number in re.findall(r"^ +(\d+)  Player", out, re.MULTILINE)]
    assert moves == [*range(1, 15)]
    assert re.search(r"^  11  Player 2  keep the 7 at 28 +[=] too close to call$", out, re.MULTILINE)
    assert re.search(r"^   3  Player 1  keep the 4 at 8 +▼ costs about \d\.\d %$", out, re.MULTILINE)
    found = re.findall(r"luck about ([+-][\d.]+) %, own choices (?:about )?(-?[\d.]+) %", out)
    (luck, choices), (bad_luck, others) = [[float(part) for part in row] for row in found]
    assert luck == -bad_luck
    assert round(luck + choices - others, 1) == 45.6  # from 54.4 % to 100 %
    told = parlor(tmp_path, "review", "--plain", "--time", "0", env={"LC_ALL": "C"}).out
    assert told.isascii()
    assert " v best\n" in told
    assert " ! costs about " in told

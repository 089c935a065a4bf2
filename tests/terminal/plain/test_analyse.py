"""`analyse` and `solve` in plain lines: every move and why; long work is announced, stopped or refused."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from primeparlor.games import GAMES
from primeparlor.games.prime_duel import solver
from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.notation import position, read_position
from support.games import first_decision
from support.terminal.command import UNMEASURED, Terminal, parlor

JUST_BEFORE = {
    "nonprime-addition": "total=20",
    "number-morph": "number=277 used=211,271,277",
    "prime-climb": "steps=8,3",
    "pocket-addition": "one=6,8 two=9 turn=2",
    "prime-duel": "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2",
}
VARIANT = "target=12 largest=5 copies=2"


def told(home: Path, words: str) -> Any:
    """What the command answers as JSON."""
    code, out, err = parlor(home, *words.split(), "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize(
    "words",
    [
        "scores=40,41 deck=2,2,2,2,2,2,2,2,2,2",  # within the shipped table
        "target=12 largest=6 copies=4 scores=3,4 deck=3,3,3,3,3,3",  # the whole variant
    ],
)
def test_an_estimate_becomes_exact_on_demand(words: str, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    estimate, exact = (told(tmp_path, f"analyse prime-duel {words} {asked}") for asked in ("", "--exact"))
    assert (estimate["exact"], exact["exact"], exact["error"]) == (False, True, None)
    assert 0 < abs(estimate["value"] - exact["value"]) < estimate["error"]


def test_little_memory_costs_accuracy_as_stated(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    usual = told(tmp_path, f"solve prime-duel {VARIANT}")
    small = told(tmp_path, f"solve prime-duel {VARIANT} --memory small")
    exact = told(tmp_path, f"analyse prime-duel {VARIANT} --exact")["value"]
    assert small["error"] > usual["error"]
    assert abs(usual["value"] - exact) <= usual["error"] + 1e-12  # the answer at the table is rounded, too
    assert 0 < abs(small["value"] - exact) <= small["error"]


def test_a_sweep_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = ["solve", "prime-duel", "target=100", "largest=8", "copies=3"]
    terminal = Terminal(tmp_path, *words, env=UNMEASURED)
    terminal.until(r"[1-9]\d* of [\d,]+ \(\d+ %\)")  # in the middle of it
    terminal.key("c")
    assert "Player 1 wins" not in terminal.rest()
    assert terminal.code == 130


def test_what_does_not_fit_the_memory_is_refused_at_once_with_the_numbers(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "solve", "prime-duel", "largest=12", "copies=8")
    assert (code, out) == (2, "")
    assert err.startswith("parlor: This sweep holds 422 arrays of 282,429,536,481 decks: ")
    assert " GiB are free." in err
    assert err.count("\n") == 1


def test_an_exact_answer_tells_its_memory_and_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = "analyse prime-duel scores=42,43 deck=4,4,3,4,4,4,4,4,4,4 card=3 --exact"
    terminal = Terminal(tmp_path, *words.split(), env=UNMEASURED, eager=True)
    terminal.until(r"This takes about [\d.]+ [MG]iB of memory. Ctrl-C stops it.")
    terminal.until(r"[\d,]+ of [\d,]+ \(\d+ %\)")
    terminal.key("c")
    assert "Chance decides" not in terminal.rest()
    assert terminal.code == 130


def test_an_exact_review_tells_its_memory_or_is_refused_before_any_work(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    for words in ("target=100 largest=8 copies=3", "target=12 largest=12 copies=8"):
        parlor(tmp_path, "play", "prime-duel", *words.split(), typed="yes\n")
    code, out, err = parlor(tmp_path, "review", "1", "--exact")
    assert (code, out) == (2, "")
    assert err.startswith("parlor: This sweep holds ")
    terminal = Terminal(tmp_path, "review", "2", "--exact", env=UNMEASURED, eager=True)
    terminal.until(r"This takes about \d+ MiB of memory. Ctrl-C stops it.")
    terminal.until(r"\d+ of [\d,]+ \(\d+ %\)")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130


def test_an_exact_answer_that_does_not_fit_is_refused_at_once_with_the_numbers(tmp_path: Path) -> None:
    words = "analyse prime-duel largest=12 copies=8 --exact"
    code, out, err = parlor(tmp_path, *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("parlor: This sweep holds 422 arrays of 282,429,536,481 decks: ")
    assert "--memory" not in err  # a choice of `solve`


@pytest.fixture
def _without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the compiled loops impossible to import, even if another test has imported them."""
    for name in ("kernels", "recursion_kernels"):
        monkeypatch.delattr(solver, name, raising=False)
        monkeypatch.setitem(sys.modules, f"{solver.__name__}.{name}", None)


@pytest.mark.usefixtures("_without_numba")
@pytest.mark.parametrize("words", ["solve prime-duel", "analyse prime-duel --exact", "review 1 --exact"])
def test_without_numba_nothing_is_announced_and_the_known_result_is_told(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parlor(tmp_path, "play", "prime-duel", typed="yes\n")
    monkeypatch.setattr(at_the_table, "memory_free", lambda: 1 << 40)
    assert parlor(tmp_path, *words.split()) == (
        2,
        "",
        "parlor: An exact answer here needs Numba: pip install 'primeparlor[fast]'."
        " The standard game has been solved: Player 1 wins 54.40852 % of the games that both play perfectly"
        " (24,414,062,500 positions).\n",
    )


@pytest.mark.usefixtures("_without_numba")
def test_without_numba_a_variant_says_only_what_it_needs(tmp_path: Path) -> None:
    needed = "parlor: An exact answer here needs Numba: pip install 'primeparlor[fast]'.\n"
    assert parlor(tmp_path, "solve", "prime-duel", *VARIANT.split()) == (2, "", needed)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("scores=50,3", "Player 1 has reached 50, so the game is over: write turn=2."),
        ("scores=50,3 turn=2", "The game is over: there is nothing left to analyse."),
        ("scores=50,50", "Both players cannot have reached 50."),
        ("scores=3,51", "scores takes whole numbers from 0 to 50, not '51'."),
        ("deck=5,4,4,4,4,4,4,4,4,4", "deck takes whole numbers from 0 to 4, not '5'."),
        ("deck=4,4", "deck takes 10 counts, one for each card 1 to 10."),
        ("card=4", "All 4 of the 4s are in the deck, so card=4 cannot have been drawn."),
        ("deck=0,1,0,0,0,0,0,0,0,0 --moves 5", "Move 1 of --moves, '5': 5 cannot be drawn here."),
    ],
)
def test_an_impossible_position_gets_its_sentence(words: str, sentence: str, tmp_path: Path) -> None:
    assert parlor(tmp_path, "analyse", "prime-duel", *words.split()) == (2, "", f"parlor: {sentence}\n")


@pytest.mark.parametrize("name", GAMES)
def test_analyse_names_every_move_and_why(name: str, tmp_path: Path) -> None:
    words = (JUST_BEFORE.get(name) or position(first_decision(GAMES[name].start())).partition(" ")[2]).split()
    code, out, err = parlor(tmp_path, "analyse", name, *words)
    assert (code, err) == (0, "")
    data = json.loads(parlor(tmp_path, "analyze", name, *words, "--json").out)
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
    terminal = Terminal(tmp_path, "solve", "number-morph", "digits=7", env=UNMEASURED)
    shown = terminal.until(r"\d+ of [\d,]+ \(\d+ %\)")
    assert shown.startswith("This takes about 233 MiB of memory. Ctrl-C stops it.\n")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130
    assert "This takes" not in parlor(tmp_path, "solve", "prime-climb").err  # nobody needs to know


def test_a_long_analysis_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "analyse", "number-morph", "digits=7", env=UNMEASURED, eager=True)
    terminal.until(r"[1-9][\d,]* of [\d,]+ \(\d+ %\)")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130


RESULT = Path(__file__).parents[3] / "bench" / "results" / "analyse.txt"


def test_every_answer_came_within_its_limit() -> None:
    kept = RESULT.read_text(encoding="utf-8")
    rows = re.findall(r"^([a-z-]+) .* slowest +([\d.]+) ms, .*; at most (\d+)$", kept, re.MULTILINE)
    limits = {name: int(limit) for name, _, limit in rows}
    missing = {*GAMES.ours} - {*limits}
    assert not missing, f"add {missing} to bench/analyse.py, and what it prints to bench/results/analyse.txt"
    assert limits == dict.fromkeys(GAMES.ours, 50) | {"prime-duel": 100}
    assert all(float(slowest) < int(limit) for _, slowest, limit in rows)

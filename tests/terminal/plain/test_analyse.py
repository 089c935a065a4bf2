"""`analyse` and `solve` of Prime Duel at the terminal: exact, in little memory, stopped or refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from primeparlor.games.prime_duel import solver
from primeparlor.games.prime_duel.solver import at_the_table
from support.terminal.command import UNMEASURED, Terminal, parlor

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
    words = "analyse prime-duel scores=44,46 deck=4,4,3,4,4,4,4,4,4,4 card=3 --exact"
    terminal = Terminal(tmp_path, *words.split(), env=UNMEASURED, eager=True)
    terminal.until(r"This takes about \d+ MiB of memory. Ctrl-C stops it.")
    terminal.until(r"\d+ of 18 \(\d+ %\)")
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
    monkeypatch.delattr(solver, "kernels", raising=False)
    monkeypatch.setitem(sys.modules, f"{solver.__name__}.kernels", None)


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

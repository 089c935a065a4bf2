"""The figures of solved Prime Duel that the docs tell are those the scripts have measured."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from primeparlor.games.prime_duel.rules import DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver import at_the_table, choice_error, results
from primeparlor.games.prime_duel.solver.table import full_deck_table
from primeparlor.primes import is_prime
from primeparlor.terminal.plain import review as plain_review
from primeparlor.terminal.tui.screens.review import screen as screen_review
from primeparlor.web.config import REFINE_SECONDS
from support.games import at

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/explanation/why-prime-duel.md").read_text(encoding="utf-8")
TOLD = " ".join(PAGE.split())
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS = ROOT / "bench/results"
FACTS = (RESULTS / "duel_facts.txt").read_text(encoding="utf-8")
CHOICES = (RESULTS / "duel_choice.txt").read_text(encoding="utf-8")
TABLE = full_deck_table(DuelRules())
SHARE = r"([\d.]+)% in [\d.]+ s"
HABITS = {
    "keep whatever fits": "keep whatever fits",
    "keep what makes a prime or 50, nothing else": "keep what makes a prime or 50",
    "the same, and an 8, 9 or 10 up to a score of 42": "the same, and an 8, 9 or 10 up to 42",
    "the table of what to keep at each score, learnt by heart": "the keep-table",
}


def measured(pattern: str) -> float:
    [found] = re.findall(pattern, FACTS)
    return float(found)


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    """The script that makes the facts, which imports its neighbour."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "bench"))
        return runpy.run_path(str(ROOT / "bench/duel_facts.py"))


def test_the_first_move_is_worth_what_the_pages_say() -> None:
    won = f"{100 * measured(r'Player 1 wins (0[.][0-9]+) of perfect games'):.2f} %"
    assert f"Player 1 wins {won}" in TOLD
    assert f"Prime Duel is won {won} of the time by Player 1" in README
    assert f"worth {100 * measured(r'the first move is worth (0[.][0-9]+)[.]'):.1f} %" in TOLD


def test_the_scores_to_wait_on_are_those_of_the_table(bench: dict[str, Any]) -> None:
    head, line, worse = bench["waiting"](TABLE)
    assert f"\n{head}\n{line}\n{worse}\n" in FACTS
    best, *next_best = [int(score) for score in re.findall(r"(\d+): ", line)]
    assert not any(map(is_prime, [best, *next_best]))
    assert f"The best score to wait on, with the other player close to 50 and to move, is {best}:" in TOLD
    assert f"After it come {next_best[0]} and {next_best[1]}, and not 41:" in TOLD


def test_one_prime_is_refused() -> None:
    assert re.findall(r"  from (\d+) to (\d+): against (\d+) of 50", FACTS) == [("44", "47", "45")]
    assert "a 3 at 44, making 47, is refused against 45 of the 50 scores" in TOLD


def test_what_habits_lose_is_what_was_measured() -> None:
    for told, name in HABITS.items():
        loss = measured(rf"  {re.escape(name)}: (0[.][0-9]+) ±")
        assert f"| {told} | {100 * loss:.1f} % |" in PAGE


def test_the_keep_table_is_that_of_the_table(bench: dict[str, Any]) -> None:
    assert FACTS.endswith("\n" + "\n".join(bench["in_rows"](TABLE)) + "\n")
    kept = bench["keep_table"](TABLE)
    assert len(kept) == 50
    for score, cards in enumerate(kept):
        assert f"| {score} | {' '.join(map(str, cards))} |" in PAGE
    good = {*filter(is_prime, range(50)), 50}
    plain = [[card for card in range(1, 11) if score + card in good] for score in range(50)]
    since = 1 + max(score for score in range(50) if kept[score] != plain[score])
    assert f"From {since} on it keeps just what makes a prime or 50." in TOLD


def test_the_logs_of_the_sweep_are_on_the_page() -> None:
    for bits in (32, 16):
        log = (RESULTS / f"duel_sweep_{bits}.txt").read_text(encoding="utf-8")
        assert f"```\n{log}```" in PAGE
        figures = dict(re.split(r"  +", line) for line in log.splitlines())
        assert figures["positions"] == "24,414,062,500" == f"{results.POSITIONS:,}"
        assert figures["bits of a value"] == str(bits)
        assert abs(float(figures["Player 1 wins"]) - results.SHARE) <= float(figures["error at most"])
        assert float(figures["seconds"]) < 1200
        assert float(figures["peak resident memory"].split()[0]) < 16


def test_what_perfect_loses_is_what_was_measured() -> None:
    found = (RESULTS / "duel_loss.txt").read_text(encoding="utf-8")
    [games] = re.findall(r"games +([\d,]+)\n", found)
    [(loss, margin)] = re.findall(r"loss of a seat, a game +([\d.]+) ± ([\d.]+) ", found)
    [(won, give)] = re.findall(r"Player 1 won +([\d.]+) ± ([\d.]+) ", found)
    [slowest] = re.findall(r"milliseconds of processor .* (\d+) at most", found)
    told = " ".join(PAGE.split())
    assert f"over every decision of {games} games" in told
    assert f"A seat lost {loss} ± {margin} of winning chance a game" in told
    assert f"no decision took more than {slowest} milliseconds" in told
    assert (
        f"Player 1 won {100 * float(won):.2f} % of these games, give or take {100 * float(give):.2f}" in told
    )
    assert int(games.replace(",", "")) >= 10_000
    assert float(loss) + float(margin) < 0.002
    assert int(slowest) < 100
    assert abs(float(won) - measured(r"Player 1 wins (0[.][0-9]+) of perfect games")) < float(give)


def test_the_stated_error_of_an_estimate_is_at_least_the_measured_one() -> None:
    played = (RESULTS / "duel_loss.txt").read_text(encoding="utf-8")
    [(usual, most)] = re.findall(r"estimates off by .* ([\d.]+) \(99.0%\).* ([\d.]+) at most", played)
    variants = (RESULTS / "duel_variants.txt").read_text(encoding="utf-8")
    assert float(usual) <= at_the_table.USUAL_ERROR
    assert max(map(float, [most, *re.findall(r"([\d.]+) \(at most\)", variants)])) <= at_the_table.ERROR
    [(decisions, exact)] = re.findall(r"free decisions +([\d,]+), ([\d.]+)% of them", played)
    estimates = int(decisions.replace(",", "")) * (1 - float(exact) / 100)
    estimates += sum(map(int, re.findall(r": (\d+) of \d+ estimated", variants)))
    [(number, most)] = re.findall(r"at once +([\d,]+)\n(?:.*\n)*value off by .* ([\d.]+) at most", CHOICES)
    assert float(most) <= at_the_table.ERROR
    assert estimates + int(number.replace(",", "")) >= at_the_table.MEASURED


# What is exact -------------------------------------------------------------------------------------


def test_the_pages_tell_how_long_exact_values_are_worked_out_for_a_review() -> None:
    told = {
        name: " ".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").split())
        for name in ("how-to", "reference/commands", "reference/server", "explanation/server")
    }
    assert f"in plain lines for {plain_review.SECONDS:g} seconds" in told["how-to"]
    assert (
        f"Prime Duel's estimates, for each record; {plain_review.SECONDS:g} unless"
        in told["reference/commands"]
    )
    assert screen_review.SECONDS == 60
    assert "on the screen for a minute" in told["how-to"]
    assert f"in the browser for {sum(REFINE_SECONDS):g} seconds" in told["how-to"]
    assert "take up to {:g}, {:g} and {:g} seconds".format(*REFINE_SECONDS) in told["reference/server"]
    assert f"for {max(REFINE_SECONDS):g} seconds at most" in told["explanation/server"]


def test_the_page_tells_how_much_of_a_review_is_exact() -> None:
    found = (RESULTS / "duel_reviews.txt").read_text(encoding="utf-8")
    pattern = r"^(fast|numpy) +(\d+) s: .* \(([\d.]+)%\), \d+ at once \(([\d.]+)%\)$"
    rows = re.findall(pattern, found, re.MULTILINE)
    for name, told in (("fast", "with `fast`"), ("numpy", "numpy alone")):
        shares = [f"{share} %" for way, _, share, _ in rows if way == name]
        assert f"| {told} | {' | '.join(shares)} |" in PAGE
    seconds = [f"{seconds} seconds" for way, seconds, *_ in rows if way == "fast"]
    assert f"| | {' | '.join(seconds)} |" in PAGE
    [at_once] = {share for *_, share in rows}
    [games] = re.findall(r"^(\d+) games between levels", found)
    assert f"In {games} games between levels {at_once} % of the choices were exact at once" in TOLD


def test_the_page_tells_how_much_is_exact() -> None:
    found = (RESULTS / "duel_exact.txt").read_text(encoding="utf-8")
    rows = {"apart": "every card by itself", "alike": "counted together", "compiled": "the same, compiled"}
    for name, told in rows.items():
        [line] = re.findall(rf"^{name} .*$", found, re.MULTILINE)
        assert f"{told} | {' | '.join(f'{share} %' for share in re.findall(SHARE, line))} |" in PAGE
    [number] = re.findall(r"^(\d+) decisions", found)
    assert f"Of {number} decisions of games between levels" in TOLD
    [most] = re.findall(r"at most 20 cards left: ([\d.]+) s at most", found)
    assert float(most) < 10
    assert f"With at most 20 cards left, none of them took more than {most} seconds" in TOLD
    [(took, memory)] = re.findall(r"at 0:0: [\d,]+ positions, ([\d.]+) s, (\d+) MiB", found)
    assert f"takes {took} seconds and {memory} MiB" in TOLD
    [(limit, speed)] = re.findall(r"beyond ([\d,]+) positions reckoned at (\d+) million a second", found)
    assert f"more than {limit} positions was not tried" in TOLD
    assert f"speed measured, {speed} million positions a second" in TOLD
    script = (ROOT / "bench/duel_exact.py").read_text(encoding="utf-8")
    [tried] = re.findall(r'"numpy": ([\d_]+)', script)
    assert f"nothing beyond {int(tried):,} positions was tried" in TOLD
    by_cards = re.findall(r"  (\d+ to \d+) cards left: (\d+) decisions, (.*)", found)
    for cards, number, line in by_cards:
        shares = " | ".join(f"{share} %" for share in re.findall(SHARE, line))
        assert f"| {cards} | {number} | {shares} |" in PAGE
    assert by_cards[0][0] == "1 to 20"
    assert re.findall(SHARE, by_cards[0][2])[2:] == ["100.0", "100.0"]  # all of them within ten seconds


# The error of a choice -----------------------------------------------------------------------------


def test_the_error_of_a_choice_is_the_largest_that_was_measured() -> None:
    [number] = re.findall(r"^decisions +([\d,]+):", CHOICES)
    assert int(number.replace(",", "")) >= 100_000
    [largest] = re.findall(r"difference off by .* ([\d.]+) at most", CHOICES)
    assert float(largest) <= choice_error.SMALL
    rows = re.findall(r"^(?:at most (\d+)|more) +((?:[\d.]+ of [\d,]+ *)+)$", CHOICES, re.MULTILINE)
    assert tuple(int(cards) for cards, _ in rows[:-1]) == choice_error.CARDS
    bounds = tuple(tuple(map(float, re.findall(r"([\d.]+) of", cells))) for _, cells in rows)
    assert bounds == choice_error.BOUNDS
    columns = re.findall(r"^cards left .*$", CHOICES, re.MULTILINE)[0]
    assert tuple(map(int, re.findall(r"to (\d+)", columns))) == choice_error.TO_TARGET
    [variants] = re.findall(r"^Variants: .* off by ([\d.]+) at most", CHOICES, re.MULTILINE)
    assert float(variants) <= choice_error.IN_VARIANTS


def test_the_page_tells_what_was_measured_of_choices() -> None:
    table = re.findall(r"^cards left .*\n(?:.*\d of .*\n)+", CHOICES, re.MULTILINE)[0]
    assert f"```\n{table}```" in PAGE
    [(number, *kinds)] = re.findall(
        r"^decisions +([\d,]+): ([\d,]+) of (.*), ([\d,]+) of (.*), ([\d,]+) of (.*)\n", CHOICES
    )
    one, first, two, second, three, third = kinds
    assert f"in {number} decisions: {one} of {first}, {two} of {second}, {three} of {third}." in TOLD
    [(half, most, worst)] = re.findall(
        r"difference off by +([\d.]+) \(50 %\).* ([\d.]+) \(99 %\).* ([\d.]+) at most", CHOICES
    )
    assert f"off by no more than {half}, 99 % by no more than {most}, and none by more than {worst};" in TOLD
    [(share, by)] = re.findall(r"preferred [\d,]+ times \(([\d.]+)%\), by ([\d.]+) at most", CHOICES)
    assert f"{share} % preferred the worse choice, by {by} at most" in TOLD
    [close] = re.findall(r"too close to call +([\d.]+)% in games between levels", CHOICES)
    assert f"happens in {close} % of the estimated decisions of games between levels" in TOLD
    [(wrong, clear)] = re.findall(r"above the bound +(\d+) times of ([\d,]+)", CHOICES)
    assert f"Of the {clear} differences above it, {wrong} were the wrong way round" in TOLD
    [held] = re.findall(r"bounds from every second decision hold for ([\d.]+)% of the others", CHOICES)
    assert f"those from every second decision hold for {held} % of the others" in TOLD
    [(variants, worst)] = re.findall(r"Variants: ([\d,]+) decisions, off by ([\d.]+) at most", CHOICES)
    assert f"{variants} decisions were off by {worst} at most" in TOLD


def test_no_choice_that_was_measured_is_called_a_mistake_and_was_right() -> None:
    [(wrong, clear)] = re.findall(r"above the bound +(\d+) times of ([\d,]+)", CHOICES)
    assert int(wrong) == 0
    assert int(clear.replace(",", "")) > 50_000


@pytest.mark.parametrize(
    ("words", "difference", "error"),
    [
        ("scores=0,0 deck=4,4,3,4,4,4,4,4,4,4 card=3", 0.02, choice_error.BOUNDS[-1][-1]),
        ("scores=45,0 deck=4,4,3,4,4,4,4,4,4,4 card=3", 0.02, choice_error.BOUNDS[-1][0]),
        ("scores=44,0 deck=4,4,3,4,4,4,4,4,4,4 card=3", 0.02, choice_error.BOUNDS[-1][1]),
        ("scores=30,0 deck=3,3,2,2,2,2,2,2,1,1 card=3", 0.1, choice_error.BOUNDS[1][2]),
        ("scores=30,0 deck=3,3,2,2,2,2,2,2,1,1 card=3", 0.11, choice_error.SMALL),
        ("scores=47,0 deck=3,3,2,2,2,2,2,2,1,1 card=3", 0.3, 0.0),  # wins at once
        ("target=40 scores=30,0 deck=3,3,2,2,2,2,2,2,1,1 card=3", 0.02, choice_error.IN_VARIANTS),
    ],
)
def test_the_error_of_a_choice_is_looked_up(words: str, difference: float, error: float) -> None:
    assert choice_error.error_of_choice(at(PrimeDuel, words), difference) == error

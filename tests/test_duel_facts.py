"""The figures of solved Prime Duel that the docs tell are those the scripts have measured."""

from __future__ import annotations

import re
from pathlib import Path

from primeparlor.primes import is_prime

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/explanation/why-prime-duel.md").read_text(encoding="utf-8")
FACTS = (ROOT / "bench/results/duel_facts.txt").read_text(encoding="utf-8")
HABITS = {
    "keep whatever fits": "keep whatever fits",
    "keep what makes a prime or 50, nothing else": "keep what makes a prime or 50",
    "the same, and an 8, 9 or 10 up to a score of 42": "the same, and an 8, 9 or 10 up to 42",
    "the table of what to keep at each score, learnt by heart": "the keep-table",
}


def measured(pattern: str) -> float:
    [found] = re.findall(pattern, FACTS)
    return float(found)


def test_the_first_move_is_worth_what_the_page_says() -> None:
    assert f"Player 1 wins {100 * measured(r'Player 1 wins (0[.][0-9]+) of perfect games'):.2f} %" in PAGE
    assert f"worth {100 * measured(r'the first move is worth (0[.][0-9]+)[.]'):.1f}\npoints" in PAGE


def test_the_scores_to_wait_on_are_those_measured() -> None:
    [line] = re.findall(r"best first:\n +(.+)", FACTS)
    assert [word for word in line.split() if word.endswith(":")][:3] == ["40:", "41:", "42:"]


def test_one_prime_is_refused() -> None:
    assert re.findall(r"  from (\d+) to (\d+): against (\d+) of 50", FACTS) == [("44", "47", "45")]
    assert "a 3 at 44, making 47, is refused\nagainst 45 of the 50 scores" in PAGE


def test_what_habits_lose_is_what_was_measured() -> None:
    for told, name in HABITS.items():
        loss = measured(rf"  {re.escape(name)}: (0[.][0-9]+) ±")
        assert f"| {told} | {100 * loss:.1f} points |" in PAGE


def test_the_keep_table_is_the_one_measured() -> None:
    rows = re.findall(r"^ +(\d+): ([\d ]+)$", FACTS.partition("The keep-table:")[2], re.MULTILINE)
    assert [int(score) for score, _ in rows] == list(range(50))
    for score, cards in rows:
        assert f"| {score} | {cards} |" in PAGE
    good = {*filter(is_prime, range(50)), 50}
    for score, cards in rows[37:]:
        assert cards.split() == [str(card) for card in range(1, 11) if int(score) + card in good]

"""The sweep of Prime Duel against closed forms, its own bound and its plan."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from primeparlor.core import ParlorError, TooLarge
from primeparlor.games.prime_duel.rules import DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.plan import (
    GIB,
    Pair,
    links,
    plan,
    refuse_too_large,
)
from primeparlor.games.prime_duel.solver.sweep import HALF, sweep
from support.prime_duel import one_short_of_the_target

pytest.importorskip("numba")

RESULTS = Path(__file__).parents[3] / "bench/results"
TINY = DuelRules(target=5, largest=2, copies=1)


@pytest.mark.parametrize("bits", [16, pytest.param(32, marks=pytest.mark.prove)])
def test_rounded_values_keep_within_the_stated_error(bits: int) -> None:
    rules = DuelRules(target=12, largest=5, copies=2)
    true, rounded = sweep(rules, bits=64), sweep(rules, bits=bits)
    worst = np.abs(true.first - rounded.first).max()
    assert 0 < worst < rounded.error
    assert true.error < 1e-11


@pytest.mark.parametrize(
    "rules",
    [
        DuelRules(largest=6, copies=2),
        DuelRules(largest=4, copies=3),
        pytest.param(DuelRules(), marks=pytest.mark.prove),  # 5 ** 10 decks
    ],
    ids=repr,
)
def test_the_game_at_49_49_has_a_closed_form(rules: DuelRules) -> None:
    swept, (first, second) = sweep(rules, least=(49, 49)), one_short_of_the_target(rules)
    assert swept.first[49, 49] == pytest.approx(first, abs=1e-9)
    assert swept.second[49, 49] == pytest.approx(second, abs=1e-9)
    assert swept.positions == (rules.copies + 1) ** rules.largest


def test_progress_is_told_and_an_interrupt_comes_through() -> None:
    told: list[tuple[int, int | None]] = []
    sweep(TINY, progress=lambda done, total: told.append((done, total)))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] == len(told) - 1

    def impatient(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(TINY, progress=impatient)


def test_too_large_is_refused_with_the_numbers() -> None:
    with pytest.raises(TooLarge, match=r"282,429,536,481 decks.*GiB"):
        sweep(DuelRules(largest=12, copies=8))
    with pytest.raises(TooLarge, match=r"With 16-bit values \(parlor solve --memory small\) it takes"):
        sweep(DuelRules(), available=8 * 2**30)


@pytest.mark.parametrize("bits", [16, 32])
def test_exactly_the_memory_needed_is_enough(bits: int) -> None:
    standard = plan(DuelRules())
    refuse_too_large(standard, bits, standard.memory(bits))
    with pytest.raises(TooLarge):
        refuse_too_large(standard, bits, standard.memory(bits) - 1, choice=True)


@pytest.mark.parametrize("log", ["duel_sweep_16.txt", "duel_sweep_32.txt", "duel_loss.txt"])
def test_measured_sweeps_of_the_standard_game_took_no_more_than_planned(log: str) -> None:
    text = (RESULTS / log).read_text(encoding="utf-8")
    [bits] = re.findall(r"bits of a value +(\d+)\n", text)
    [peak] = re.findall(r"peak resident memory +([\d.]+) GiB\n", text)
    assert float(peak) * GIB < plan(DuelRules()).memory(int(bits))


def test_positions_the_sweep_will_not_meet_are_refused() -> None:
    start = PrimeDuel.start(DuelRules())
    with pytest.raises(ParlorError, match="different rules"):
        sweep(TINY, [start])
    with pytest.raises(ParlorError, match="does not meet"):
        sweep(DuelRules(), [start], least=(49, 49))
    with pytest.raises(ParlorError, match="does not meet"):
        sweep(TINY, [PrimeDuel(TINY, TINY.target, 0, (), None, False, 1)])
    with pytest.raises(ParlorError, match=r"does not meet \(1, 1\)"):
        sweep(TINY, [PrimeDuel(TINY, 0, 0, (1, 1), None, False, 1)])


def test_a_finished_game_is_answered_without_a_sweep_of_its_own() -> None:
    rules = TINY
    over = PrimeDuel(rules, 2, rules.target, (), None, False, 1)
    assert sweep(rules, [over]).answers[0] == (0.0, {})


def test_the_plan_reads_only_what_is_settled_and_holds_as_much_as_it_says() -> None:
    standard = plan(DuelRules())
    held: set[Pair] = set()
    settled: set[Pair] = set()
    most = 0
    for step in standard.steps:
        held |= set(step.pairs)
        settled |= set(step.pairs)
        most = max(most, len(held))
        for pair in step.pairs:
            assert all(link.pair is None or link.pair in held for link in links(standard.rules, pair))
        held -= set(step.drop)
    assert not held
    assert most == standard.arrays
    assert len(settled) == 50 * 50
    assert standard.memory(32) < 16 * 2**30
    assert standard.memory(16) < 7.5 * 2**30
    assert standard.positions() == 2500 * 5**10
    assert set(HALF) == {16, 32, 64}

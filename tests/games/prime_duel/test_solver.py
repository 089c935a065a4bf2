"""The answers for Prime Duel: exact where they say so, close elsewhere, and always quick."""

from __future__ import annotations

import random
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from primeparlor.core import Move, TooLarge
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver import Solver, at_the_table
from primeparlor.games.prime_duel.solver.recursion import RecursionTable
from primeparlor.games.prime_duel.solver.sweep import sweep
from primeparlor.games.prime_duel.solver.table import exact_from, full_deck_table
from primeparlor.solve import memory, memory_needed
from primeparlor.solve.answers import Analysis, Effort
from support.games import at
from support.prime_duel import one_short_of_the_target

SOLVER = Solver(PrimeDuel)
STANDARD = DuelRules()
MIDDLE = DuelRules(target=18, largest=6, copies=2)
LONG = "scores=40,41 deck=2,2,2,2,2,1,1,1,1,1 card=3"  # too long to be worked out at once


def some_positions(rules: DuelRules, number: int, most_cards: int, least: int = 0) -> list[PrimeDuel]:
    """Positions of every kind: a card on the table, the first or the second draw due."""
    rng = random.Random(7)
    states = []
    for n in range(number):
        deck = tuple(sorted(rng.sample(rules.full_deck, rng.randint(0, most_cards))))
        out = [card for card in range(1, rules.largest + 1) if deck.count(card) < rules.copies]
        mine, theirs = (rng.randrange(least, rules.target) for _ in range(2))
        card = rng.choice(out) if n % 3 == 0 else None
        states.append(PrimeDuel(rules, mine, theirs, deck, card, n % 3 == 1, 1 + n % 2))  # type: ignore[arg-type]
    return states


def rows(answer: Analysis) -> dict[Move, float | None]:
    moves = {row.move: row.value for row in answer.moves}
    return {**moves, **{row.move: row.value for row in answer.chances}}


@pytest.mark.parametrize("number", [100, pytest.param(400, marks=pytest.mark.prove)])
def test_the_recursion_agrees_with_the_sweep_on_many_positions(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(at_the_table, "AT_ONCE", 40_000)  # so that some of them are estimated
    states = some_positions(MIDDLE, number, 11)
    exact = 0
    for state, worth in zip(states, sweep(MIDDLE, states, bits=64).answers, strict=True):
        answer = SOLVER.analyse(state)
        assert answer.value == pytest.approx(worth.value, abs=answer.error or 1e-10), state
        near = 1e-10 if answer.exact else at_the_table.ERROR
        assert rows(answer) == pytest.approx(dict(worth.outcomes), abs=near), state
        exact += answer.exact
    assert number * 3 // 4 <= exact < number


def test_the_standard_table_has_the_closed_form_at_49_49() -> None:
    table = full_deck_table(STANDARD)
    assert exact_from(STANDARD) == 0
    first, second = one_short_of_the_target(STANDARD)
    assert table.first[49, 49] == pytest.approx(first, abs=1e-9)
    assert table.second[49, 49] == pytest.approx(second, abs=1e-9)


@pytest.mark.prove
def test_the_standard_table_is_right_where_it_is_computed_again() -> None:
    pytest.importorskip("numba")
    table, swept = full_deck_table(STANDARD), sweep(STANDARD, least=(48, 49))
    for pair in [(48, 49), (49, 49), (49, 48)]:
        assert table.first[pair] == pytest.approx(swept.first[pair], abs=1e-9)
        assert table.second[pair] == pytest.approx(swept.second[pair], abs=1e-9)


def test_the_standard_table_is_made_of_chances() -> None:
    table = full_deck_table(STANDARD)
    assert table.first.shape == table.second.shape == (50, 50)
    assert (np.stack(table) > 0).all()
    assert (np.stack(table) < 1).all()
    assert (table.first >= table.second).all()  # the first card may always be refused


def test_a_small_variant_makes_its_own_exact_table() -> None:
    pytest.importorskip("numba")
    told: list[int] = []
    table = full_deck_table(MIDDLE, lambda done, _: told.append(done))
    swept = sweep(MIDDLE, bits=64)
    assert exact_from(MIDDLE) == 0
    np.testing.assert_allclose(table.first, swept.first, atol=1e-11)
    np.testing.assert_allclose(table.second, swept.second, atol=1e-11)
    assert told == sorted(told)
    assert full_deck_table(MIDDLE) is table  # kept


def test_a_small_deck_with_a_high_target_has_an_exact_table_too() -> None:
    rules = DuelRules(target=60, largest=7, copies=1)
    answer = SOLVER.analyse(
        at(PrimeDuel, "target=60 largest=7 copies=1 scores=59,58 deck=0,0,1,0,1,0,0 card=6")
    )
    assert exact_from(rules) == 0
    assert answer.exact
    assert answer.value == pytest.approx(0.5568, abs=1e-4)


def test_a_larger_variant_has_a_table_that_is_exact_near_the_target() -> None:
    pytest.importorskip("numba")
    rules = DuelRules(target=60, largest=7, copies=2)
    table, least = full_deck_table(rules), exact_from(rules)
    swept = sweep(rules, least=(least - 1, least - 1), bits=64)
    high = slice(least, None)
    assert 0 < least < rules.target - rules.largest
    np.testing.assert_allclose(table.first[high, high], swept.first[high, high], atol=1e-11)
    np.testing.assert_allclose(table.second[high, high], swept.second[high, high], atol=1e-11)
    assert 1e-4 < np.nanmax(np.abs(table.first - swept.first)) < at_the_table.ERROR
    near = PrimeDuel(rules, least, least, (1, 2, 5, 7), None, False, 1)
    assert SOLVER.analyse(near).exact
    assert not SOLVER.analyse(near._replace(theirs=least - 1)).exact


def test_a_winning_card_is_a_win_and_the_rest_a_chance() -> None:
    answer = SOLVER.analyse(PrimeDuel(STANDARD, 45, 40, STANDARD.full_deck[:16], 5, False, 2))
    keep, discard = answer.moves
    assert keep[:5] == (KEEP, "win", 1.0, True, None)
    assert (discard.move, discard.verdict, discard.best) == (DISCARD, "chance", False)
    assert (answer.verdict, answer.value, answer.proof, answer.plies) == ("win", 1.0, None, None)


def test_a_card_that_wins_is_a_win_however_many_are_left() -> None:
    answer = SOLVER.analyse(at(PrimeDuel, "scores=47,30 deck=4,4,3,4,4,4,4,4,4,4 card=3"))
    keep, discard = answer.moves
    assert (answer.verdict, answer.value, answer.exact, answer.error) == ("win", 1.0, False, 0.0)
    assert (keep.verdict, keep.value, keep.best) == ("win", 1.0, True)
    assert (discard.verdict, discard.best) == ("chance", False)


@pytest.mark.parametrize("words", ["", "scores=44,43", "scores=30,44 deck=0,0,0,0,0,0,0,0,0,0"])
def test_before_a_draw_from_the_full_deck_the_value_is_exact_and_the_cards_average_to_it(words: str) -> None:
    state = at(PrimeDuel, words)
    answer = SOLVER.analyse(state)
    table = full_deck_table(STANDARD)
    assert (answer.exact, answer.error) == (False, 0.0)
    assert answer.value == table.first[state.mine, state.theirs]
    mean = sum(chance.probability * (chance.value or 0) for chance in answer.chances)
    assert mean == pytest.approx(answer.value, abs=1e-9)
    sure = [chance.value for chance in answer.chances if state.mine + int(chance.move) == 50]
    assert sure == [1.0] * len(sure)


def test_a_forced_discard_is_the_only_row() -> None:
    answer = SOLVER.analyse(PrimeDuel(STANDARD, 45, 40, (1, 2, 3, 9), 6, False, 1))
    assert [row.move for row in answer.moves] == [DISCARD]
    assert answer.exact


def test_chances_add_up_to_the_value() -> None:
    for second in (False, True):
        answer = SOLVER.analyse(PrimeDuel(STANDARD, 40, 44, (1, 1, 2, 5, 5, 9, 10), None, second, 1))
        assert answer.exact
        assert sum(row.probability for row in answer.chances) == pytest.approx(1)
        assert answer.value == pytest.approx(
            sum(row.probability * (row.value or 0) for row in answer.chances)
        )


def test_a_finished_game_is_lost_for_the_player_to_move() -> None:
    answer = SOLVER.analyse(PrimeDuel(STANDARD, 30, 50, (), None, False, 1))
    assert (answer.verdict, answer.value, answer.moves, answer.chances) == ("loss", 0.0, (), ())


def test_an_estimate_says_so_and_an_exact_answer_can_be_had() -> None:
    pytest.importorskip("numba")
    state = PrimeDuel(STANDARD, 40, 40, tuple(sorted((*range(1, 11), *range(1, 7)))), 4, False, 1)
    guess, exact = SOLVER.analyse(state), SOLVER.analyse(state, exact=True)
    assert not guess.exact
    assert exact.exact
    assert exact.error is None
    assert guess.error is not None
    assert rows(guess) == pytest.approx(rows(exact), abs=guess.error)


def test_exact_answers_are_the_same_compiled_and_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """By numpy alone, by the compiled recursion, and by a sweep of the deck."""
    pytest.importorskip("numba")
    standard = [state for state in some_positions(STANDARD, 12, 8, least=36) if state.deck]
    states = [*some_positions(MIDDLE, 30, 11, least=8), *standard]
    plain = [SOLVER.analyse(state, exact=True) for state in states]
    monkeypatch.setattr(at_the_table, "AT_ONCE", -1)
    compiled = [SOLVER.analyse(state, exact=True) for state in states]
    monkeypatch.setattr(at_the_table, "recursion_kernels", lambda: None)
    monkeypatch.setattr(at_the_table, "PATIENT", -1)
    for state, answer, other in zip(states, plain, compiled, strict=True):
        assert answer.exact
        assert other.exact
        assert rows(other) == pytest.approx(rows(answer), abs=1e-12), state
        assert rows(SOLVER.analyse(state, exact=True)) == pytest.approx(rows(answer), abs=1e-10), state


def random_line(rules: DuelRules, seed: int) -> list[PrimeDuel]:
    """The positions of a game with random moves."""
    rng, states = random.Random(seed), [PrimeDuel.start(rules)]
    while not states[-1].ending():
        options: tuple[Move, ...] = states[-1].chances() or states[-1].moves()
        states.append(states[-1].after(rng.choice(options)))
    return states[:-1]


@pytest.mark.parametrize("compiled", [True, False])
def test_the_positions_of_a_game_are_refined_together_to_what_each_is_worth(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled:
        pytest.importorskip("numba")
        monkeypatch.setattr(at_the_table, "STEPS", (20_000, 100_000, 10_000_000))
    else:
        monkeypatch.setattr(at_the_table, "recursion_kernels", lambda: None)
    for seed in range(4):
        states = random_line(MIDDLE, seed)
        refined = list(SOLVER.refine(states, Effort()))
        fresh = [state for state in states if len(state.deck or state.chances()) == 12 and not state.card]
        assert {state for state, _ in refined} == {*states} - {*fresh}  # the table has their values
        for state, answer in refined:
            assert answer.exact
            assert answer.error_of_choice is None
            exact = SOLVER.analyse(state, exact=True)
            assert rows(answer) == pytest.approx(rows(exact), abs=1e-12), state
            assert answer.value == pytest.approx(exact.value, abs=1e-12), state


@pytest.mark.parametrize("compiled", [True, False])
def test_what_takes_more_than_the_effort_is_not_refined(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled:
        pytest.importorskip("numba")
    else:
        monkeypatch.setattr(at_the_table, "recursion_kernels", lambda: None)
    states = random_line(MIDDLE, 1)
    assert list(SOLVER.refine(states, Effort.within(0))) == []
    assert list(SOLVER.refine(states, Effort(memory=100))) == []
    assert list(SOLVER.refine([], Effort())) == []


def test_cards_that_fit_neither_player_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of them are left makes no difference, only how many: so they are counted together."""
    standard = [state for state in some_positions(STANDARD, 30, 9, least=43) if state.deck]
    states = [*some_positions(MIDDLE, 60, 11, least=13), *standard]
    merged = [SOLVER.analyse(state) for state in states]
    assert all(answer.exact for answer in merged)
    monkeypatch.setattr(at_the_table, "smallest_unfit", lambda state: state.rules.target)
    for state, answer in zip(states, merged, strict=True):
        apart = SOLVER.analyse(state)
        assert [*rows(answer)] == [*rows(apart)]
        assert rows(answer) == pytest.approx(rows(apart), abs=1e-12), state
    monkeypatch.undo()
    late = at(PrimeDuel, "scores=49,49")  # with all forty cards
    assert SOLVER.analyse(late).exact
    assert len(SOLVER.analyse(late).chances) == 10


def test_a_variant_too_large_for_a_table_is_estimated() -> None:
    rules = DuelRules(target=12, largest=12, copies=2)
    assert exact_from(rules) == rules.target
    assert isinstance(full_deck_table(rules), RecursionTable)
    answer = SOLVER.analyse(PrimeDuel.start(rules))
    assert not answer.exact
    assert answer.value is not None
    assert 0.5 < answer.value < 0.7


def test_a_decision_needs_neither_numba_nor_a_compiler() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from primeparlor.games.prime_duel.rules import PrimeDuel\n"
        "from primeparlor.solve import analyse\n"
        "print(len(analyse(PrimeDuel.start().after(7)).moves))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"


def test_the_whole_game_of_a_variant_is_solved() -> None:
    pytest.importorskip("numba")
    rules = DuelRules(target=8, largest=4, copies=1)
    solution = SOLVER.solve(rules)
    table = full_deck_table(rules)
    assert solution.value == pytest.approx(table.first[0, 0], abs=1e-12)
    assert solution[:1] + solution[2:3] == ("chance", True)
    assert solution.error is not None
    assert solution.error < 1e-11
    assert solution.positions == 2**4 * 8**2
    assert (solution.starts, solution.first_player_wins) == (1, None)


def test_the_first_player_has_the_advantage_the_sweep_found() -> None:
    answer = SOLVER.analyse(PrimeDuel.start())
    assert answer.value == pytest.approx(0.5440852354, abs=1e-9)
    assert len(answer.chances) == 10
    assert sum(row.probability * (row.value or 0) for row in answer.chances) == pytest.approx(
        answer.value, abs=0.01
    )


@pytest.mark.parametrize("compiled", [True, False])
def test_long_exact_work_reports_progress_and_takes_no_more_memory_than_stated(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled:
        pytest.importorskip("numba")
        SOLVER.analyse(at(PrimeDuel, LONG), exact=True)  # compiled before the memory is measured
    else:
        monkeypatch.setattr(at_the_table, "recursion_kernels", lambda: None)
    state = at(PrimeDuel, LONG)
    needed, told = SOLVER.memory_needed(state), list[tuple[int, int | None]]()
    tracemalloc.start()
    assert SOLVER.analyse(state, lambda done, total: told.append((done, total)), exact=True).exact
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < needed
    assert told == sorted(told, key=lambda report: (report[1] is not None, report[0]))
    assert told[0][1] is None or compiled
    assert told[-1][1] == 3**5 * 2**5


def test_an_exact_answer_that_does_not_fit_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (at_the_table, memory):
        monkeypatch.setattr(room, "memory_free", lambda: 1 << 20)
    with pytest.raises(TooLarge, match=r"This takes about \d+ MiB of memory, but only 1 MiB are free[.]"):
        SOLVER.memory_needed(at(PrimeDuel, LONG))
    with pytest.raises(
        TooLarge,
        match=r"arrays of 9,765,625 decks: .* 0[.]0 GiB are free[.] The standard game has been solved: ",
    ):
        SOLVER.memory_needed(PrimeDuel.start())


@pytest.mark.parametrize("game", [PrimeDuel.start(), STANDARD])
def test_only_a_caller_with_a_choice_of_memory_is_told_of_it(
    game: PrimeDuel | DuelRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_the_table, "memory_free", lambda: 9 << 30)
    with pytest.raises(TooLarge, match=r"but only 9[.]0 GiB are free[.] The standard game has been solved: "):
        memory_needed(game)
    with pytest.raises(
        TooLarge, match=r"free[.] With 16-bit values \(parlor solve --memory small\) it takes 7"
    ):
        memory_needed(STANDARD, choice=True)

"""Prime Duel solved literally: every position of small variants, in exact fractions, using only `State`.

A position is worth the best of its moves or the mean of its chances. Scores never fall, and the deck
shrinks until it is reshuffled. So we go from the highest scores down; at each pair of scores, the chances
at the empty deck are the unknowns of a few linear equations. These are solved for the moves that the last
solution found best, until the solution no longer changes. As every game ends, whatever is played, only the
true values pass the test that each is the best of its moves or the mean of its chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

import pytest

from primeparlor.core import PLAYERS, Move, Player
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.games.prime_duel.solver import sweep as sweeping
from primeparlor.games.prime_duel.solver.sweep import sweep
from primeparlor.match import Match
from primeparlor.solve import analyse
from support.games import options, play_on

SMALL = [
    DuelRules(target=5, largest=2, copies=1),
    DuelRules(target=7, largest=3, copies=2),  # a prime target
    DuelRules(target=8, largest=4, copies=1),
    DuelRules(target=3, largest=5, copies=1),  # cards that never fit
]

ZERO = Fraction(0)
Form: TypeAlias = dict[PrimeDuel | None, Fraction]  # coefficients of the unknowns; None: the constant
Policy: TypeAlias = Callable[[PrimeDuel, Mapping[Move, Fraction]], Move]  # is given what each move is worth


def best(state: PrimeDuel, worths: Mapping[Move, Fraction]) -> Move:
    return (max if state.turn == 1 else min)(worths, key=worths.__getitem__)


def all_positions(rules: DuelRules) -> list[PrimeDuel]:
    """Every position of the rules, reachable or not, in which somebody or fate is to act."""
    cards = range(1, rules.largest + 1)
    states = []
    for counts in product(range(rules.copies + 1), repeat=rules.largest):
        deck = tuple(card for card, count in zip(cards, counts, strict=True) for _ in range(count))
        out = [card for card in cards if counts[card - 1] < rules.copies]
        for mine, theirs, turn in product(range(rules.target), range(rules.target), PLAYERS):
            states.append(PrimeDuel(rules, mine, theirs, deck, None, False, turn))
            if out:
                states.append(PrimeDuel(rules, mine, theirs, deck, None, True, turn))
            states += [PrimeDuel(rules, mine, theirs, deck, card, False, turn) for card in out]
    return states


@cache
def literal(rules: DuelRules, policy: Policy = best) -> dict[PrimeDuel, Fraction]:
    """Player 1's winning chance at every position, when both play by the policy."""
    by_scores: dict[tuple[int, int], list[PrimeDuel]] = {}
    for state in all_positions(rules):
        by_scores.setdefault(state.scores, []).append(state)
    forms: dict[PrimeDuel, Form] = {}
    for scores in sorted(by_scores, key=sum, reverse=True):
        settle(by_scores[scores], forms, policy)
    return {state: form[None] for state, form in forms.items()}


def settle(states: Sequence[PrimeDuel], forms: dict[PrimeDuel, Form], policy: Policy) -> None:
    """Add the chances at all positions with the same scores, given those at higher scores."""
    mended = {state: Fraction(1, 2) for state in states if not state.deck and state.card is None}
    others = [state for state in states if state not in mended]
    others.sort(key=lambda state: (len(state.deck), state.card is not None))  # what follows comes first
    guess: dict[PrimeDuel, Fraction] = {}
    while guess != mended:
        guess = mended
        forms |= {state: {state: Fraction(1)} for state in guess}
        for state in others:
            forms[state] = expanded(state, forms, policy, guess)
        mended = solved({state: expanded(state, forms, policy, guess) for state in guess})
    forms |= {state: {None: worth(forms[state], guess)} for state in states}


def expanded(
    state: PrimeDuel, forms: Mapping[PrimeDuel, Form], policy: Policy, guess: Mapping[PrimeDuel, Fraction]
) -> Form:
    """What the position is worth, from the forms of the positions after it."""
    after = {move: form_of(state.after(move), forms) for move in options(state)}
    if state.moves():
        return after[policy(state, {move: worth(form, guess) for move, form in after.items()})]
    total: Form = {None: ZERO}
    for card in state.chances():
        add(total, after[card])
    return {x: part / len(state.chances()) for x, part in total.items()}


def form_of(state: PrimeDuel, forms: Mapping[PrimeDuel, Form]) -> Form:
    return {None: Fraction(ending.winner == 1)} if (ending := state.ending()) else forms[state]


def worth(form: Form, guess: Mapping[PrimeDuel, Fraction]) -> Fraction:
    unknown = (part * guess[x] for x, part in form.items() if x is not None)
    return sum(unknown, form.get(None, ZERO))


def add(total: Form, form: Form, times: Fraction | None = None) -> None:
    for x, part in form.items():
        total[x] = total.get(x, ZERO) + (part if times is None else times * part)


def solved(equations: dict[PrimeDuel, Form]) -> dict[PrimeDuel, Fraction]:
    """The solution of all equations "unknown = form", by substituting one after the other."""
    for unknown, form in equations.items():
        own = form.pop(unknown, ZERO)  # x = own * x + rest, so x = rest / (1 - own)
        for x in form:
            form[x] /= 1 - own
        for other in equations.values():
            if times := other.pop(unknown, None):
                add(other, form, times)
    return {unknown: form[None] for unknown, form in equations.items()}


def exact(state: PrimeDuel, player: Player) -> Fraction:
    """The player's winning chance, also where the game has ended."""
    if ending := state.ending():
        return Fraction(ending.winner == player)
    value = literal(state.rules)[state]
    return value if player == 1 else 1 - value


@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_every_value_is_exactly_the_best_move_or_the_mean_chance(rules: DuelRules) -> None:
    for state in literal(rules):
        after = [exact(state.after(move), state.turn) for move in state.moves() or state.chances()]
        assert exact(state, state.turn) == (max(after) if state.moves() else sum(after) / len(after))


BLOCKS = [sweeping.BLOCK, 4, 1]  # all decks in one block, or in several
ALL_AT_ONCE = [(rules, sweeping.BLOCK) for rules in SMALL]
IN_BLOCKS = [(SMALL[0], 1), (SMALL[1], 1), (SMALL[2], 4)]  # of 2, 3 and 4 decks


@pytest.mark.parametrize(("rules", "block"), ALL_AT_ONCE + IN_BLOCKS, ids=repr)
def test_the_sweep_agrees_on_some_positions(
    rules: DuelRules, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_with_sweep(rules, block, one_in=8, monkeypatch=monkeypatch)


@pytest.mark.prove
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_the_sweep_agrees_on_every_position(
    rules: DuelRules, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_with_sweep(rules, block, one_in=1, monkeypatch=monkeypatch)


def compare_with_sweep(rules: DuelRules, block: int, one_in: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep in blocks of this many decks at most, and check what is found about one in so many positions."""
    pytest.importorskip("numba")
    monkeypatch.setattr(sweeping, "BLOCK", block)
    states = Random(2).sample(list(literal(rules)), len(literal(rules)) // one_in)
    for state, (value, outcomes) in zip(states, sweep(rules, states, bits=64).answers, strict=True):
        check(state, value, outcomes)


@pytest.mark.parametrize("one_in", [8, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_the_answer_at_the_table_agrees_on_every_position(rules: DuelRules, one_in: int) -> None:
    compare_with_answers(rules, one_in, wanted=False)


@pytest.mark.parametrize("one_in", [8, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_the_compiled_recursion_agrees_on_every_position(
    rules: DuelRules, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(at_the_table, "AT_ONCE", -1)
    compare_with_answers(rules, one_in, wanted=True)


def compare_with_answers(rules: DuelRules, one_in: int, wanted: bool) -> None:
    """Check the answers about one in so many positions, exact ones if they are wanted."""
    for state in Random(1).sample(list(literal(rules)), len(literal(rules)) // one_in):
        if state.turn == 1:  # the answer does not depend on who it is
            found = analyse(state, exact=wanted)
            rows = {choice.move: choice.value for choice in found.moves}
            check(state, found.value, rows or {chance.move: chance.value for chance in found.chances})


def check(state: PrimeDuel, value: float | None, outcomes: Mapping[Move, float | None]) -> None:
    """Check the value, and that of each move or card, against the literal solution."""
    assert set(outcomes) == set(options(state))
    for found, after in ((value, state), *((outcomes[move], state.after(move)) for move in outcomes)):
        assert found is not None
        assert abs(found - exact(after, state.turn)) < 1e-10, (state, after)


def test_a_chain_of_primes_through_a_reshuffle_is_among_the_positions() -> None:
    chain = play_on(PrimeDuel.start(SMALL[2]), 3, KEEP, 1, DISCARD, 2, 4, DISCARD, 2)
    assert (chain.turn, chain.mine, chain.deck) == (1, 7, (1, 3, 4))  # by way of 3 and 5
    assert chain in literal(SMALL[2])


def keen_or_choosy(state: PrimeDuel, _: Mapping[Move, Fraction]) -> Move:
    """Player 1 keeps every card that fits, Player 2 only what makes a prime or the target."""
    if KEEP not in state.moves():
        return DISCARD
    score = state.mine + (state.card or 0)
    wants = state.turn == 1 or score == state.rules.target or state.rules.is_prime_score[score]
    return KEEP if wants else DISCARD


@pytest.mark.parametrize("games", [600, pytest.param(10_000, marks=pytest.mark.prove)])
def test_matches_of_two_fixed_policies_agree_with_their_exact_value(games: int) -> None:
    start, won = PrimeDuel.start(DuelRules(target=9, largest=3, copies=2)), 0
    for seed in range(games):
        match = Match(start, seed=seed)
        match.begin()
        while match.outcome is None:
            assert isinstance(match.state, PrimeDuel)
            match.submit(match.state.turn, keen_or_choosy(match.state, {}), match.number)
        won += match.outcome.winner == 1
    value = literal(start.rules, keen_or_choosy)[start]
    sigma = (value * (1 - value) / games) ** 0.5
    assert abs(won / games - value) < 2.6 * sigma  # the 99 % interval

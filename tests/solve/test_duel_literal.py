"""Prime Duel by the letter: every position of a small variant, from the State interface alone.

Nothing here knows decks, pairs or sweeps. All positions that can be set up are listed, and each is given
the best of its moves or the mean of its chances, again and again until nothing changes.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from primeparlor.games.prime_duel import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.solve.duel_sweep import sweep

pytest.importorskip("numba")

SMALL = [
    DuelRules(target=5, largest=2, copies=1),
    DuelRules(target=7, largest=3, copies=2),  # a prime target
    DuelRules(target=8, largest=4, copies=1),
    DuelRules(target=3, largest=5, copies=1),  # cards that never fit
]


def all_positions(rules: DuelRules) -> list[PrimeDuel]:
    """Every position of the rules, reachable or not, in which somebody or fate is to act."""
    cards = range(1, rules.largest + 1)
    states = []
    for counts in product(range(rules.copies + 1), repeat=rules.largest):
        deck = tuple(card for card, count in zip(cards, counts, strict=True) for _ in range(count))
        out = [card for card in cards if counts[card - 1] < rules.copies]
        for mine, theirs in product(range(rules.target), repeat=2):
            states.append(PrimeDuel(rules, mine, theirs, deck, None, False, 1))
            if out:
                states.append(PrimeDuel(rules, mine, theirs, deck, None, True, 1))
            states += [PrimeDuel(rules, mine, theirs, deck, card, False, 1) for card in out]
    return states


def literal_values(rules: DuelRules) -> dict[PrimeDuel, float]:
    """The winning chance of the player to move, for every position."""
    value = dict.fromkeys(all_positions(rules), 0.5)
    after = {state: [state.after(move) for move in state.moves() or state.chances()] for state in value}

    def worth(state: PrimeDuel, following: PrimeDuel) -> float:
        if ending := following.ending():
            return float(ending.winner == state.turn)
        seen = following._replace(turn=1)  # values are by player to move, whoever that is
        return value[seen] if following.turn == state.turn else 1 - value[seen]

    change = 1.0
    while change > 1e-14:
        change = 0.0
        for state, following in after.items():
            worths = [worth(state, next_state) for next_state in following]
            new = max(worths) if state.moves() else sum(worths) / len(worths)
            change = max(change, abs(new - value[state]))
            value[state] = new
    return value


@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_every_position_agrees_with_the_letter_of_the_rules(rules: DuelRules) -> None:
    literal = literal_values(rules)
    swept = sweep(rules, list(literal), bits=64)
    for state, worth in zip(literal, swept.answers, strict=True):
        assert worth.value == pytest.approx(literal[state], abs=1e-10), state
        for move, value in worth.outcomes.items():
            following = state.after(move)
            if following.ending():
                assert value == 1.0
                continue
            same = following.turn == state.turn
            expected = literal[following._replace(turn=1)]
            assert value == pytest.approx(expected if same else 1 - expected, abs=1e-10), (state, move)


def test_every_move_and_card_is_answered() -> None:
    rules = SMALL[1]
    states = all_positions(rules)
    for state, worth in zip(states, sweep(rules, states, bits=64).answers, strict=True):
        assert set(worth.outcomes) == set(state.moves() or state.chances())


def test_a_match_of_two_fixed_policies_agrees_with_its_exact_value() -> None:
    """Player 1 keeps every card that fits, Player 2 only what makes a prime or the target."""
    rules = DuelRules(target=9, largest=3, copies=2)

    def choice(state: PrimeDuel) -> str:
        score = state.mine + (state.card or 0)
        if score > rules.target:
            return DISCARD
        wants = state.turn == 1 or score == rules.target or rules.is_prime_score[score]
        return KEEP if wants else DISCARD

    seen = [PrimeDuel.start(rules)]
    value = {seen[0]: 0.5}  # Player 1's chance
    for state in seen:
        for move in dict.fromkeys(state.chances()) or (choice(state),):
            if not (following := state.after(move)).ending() and following not in value:
                value[following] = 0.5
                seen.append(following)

    def chance(state: PrimeDuel) -> float:
        return float(ending.winner == 1) if (ending := state.ending()) else value[state]

    change = 1.0
    while change > 1e-12:
        change = 0.0
        for state in reversed(seen):
            cards = state.chances()
            new = (
                sum(share * chance(state.after(card)) for card, share in _odds(cards).items())
                if cards
                else chance(state.after(choice(state)))
            )
            change = max(change, abs(new - value[state]))
            value[state] = new

    rng, games, won = random.Random(12), 10_000, 0
    for _ in range(games):
        state = seen[0]
        while not (ending := state.ending()):
            cards = state.chances()
            state = state.after(rng.choice(cards) if cards else choice(state))
        won += ending.winner == 1
    expected = value[seen[0]]
    assert won / games == pytest.approx(expected, abs=2.6 * (expected * (1 - expected) / games) ** 0.5)


def _odds(cards: tuple[int, ...]) -> dict[int, float]:
    return {card: count / len(cards) for card, count in Counter(cards).items()}

"""The words of Prime Duel are true: every number that a sentence names is checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from primeparlor.coach.hints import format_hint
from primeparlor.coach.puzzles.puzzle import build_practice_at
from primeparlor.coach.reasons import explain_position, words_of
from primeparlor.core import Move, Player, State
from primeparlor.games import PrimeDuel
from primeparlor.games.prime_duel.rules import DISCARD, KEEP
from primeparlor.notation import read_position
from primeparlor.primes import is_prime
from primeparlor.solve import analyse
from primeparlor.wording import in_words
from support.coach.reasons import is_one_sentence, ladder, reasons_of, sentence, some, third_steps
from support.games import at, options, reachable, walk

COUNTED = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


def duel_positions() -> Iterator[PrimeDuel]:
    random = Random(3)
    for rules in ["target=8 largest=4 copies=1"] * 30 + ["target=20 largest=5 copies=2"] * 2 + [""]:
        yield from walk(at(PrimeDuel, rules), random)


def test_reasons_are_true() -> None:
    begun = set()
    for state in duel_positions():
        if not state.moves():
            continue
        analysis = analyse(state)
        assert is_one_sentence(without_decimals(explain_position(state, analysis)))
        for move, _, (text, line) in reasons_of(state, analysis):
            assert is_one_sentence(without_decimals(text))
            assert line == (move,)
            check_duel(state, move, text)
            begun.add(text.split()[0])
    assert begun >= {"A", "Of", "None", "Each", "The"}  # every kind of sentence on a second card


def without_decimals(text: str) -> str:
    return re.sub(r"\.\d %", " %", text)


def check_duel(state: PrimeDuel, move: str, text: str) -> None:
    target, mine, made = state.rules.target, state.mine, state.mine + (state.card or 0)
    prime = is_prime(made) and made != target
    if made > target:
        assert text.startswith(f"{mine} + {state.card} would pass {target}: you must discard")
    elif move == "discard":
        check_second_card(state, text)
    elif made == target:
        assert text == f"{mine} + {state.card} = {made}: you win at once."
    else:
        begins = "is prime: you draw again, and " if prime else "is not prime: your opponent draws next, and "
        assert text.startswith(f"{mine} + {state.card} = {made} {begins}")
        check_next_card(state, made if prime else state.theirs, text.partition(begins)[2])
        check_own_card(state, made, prime, text)


def check_own_card(state: PrimeDuel, made: int, prime: bool, text: str) -> None:
    """Check that who passes the turn on is told how many of the cards that win then are left."""
    need, deck = state.rules.target - made, state.deck or state.rules.full_deck
    told = re.findall(r"; (\w+) (\d+)s? (?:is|are) left for you; ", text)
    if prime or need > state.rules.largest:
        assert told == []
    else:
        count = deck.count(need)
        assert told == [(in_words(count) if count else "no", str(need))]


def check_next_card(state: PrimeDuel, score: int, text: str) -> None:
    """Check that the winning card is told with its true count, or else how many cards make a prime."""
    deck, room = state.deck or state.rules.full_deck, state.rules.target - score
    if room <= state.rules.largest:
        assert re.match(rf"an? {room} wins, (and|but) ", text)
        check_number(state, room, text)
    elif len(deck) == 1:
        assert (
            f"the one card left, {a(deck[0])}, makes {'a' if is_prime(score + deck[0]) else 'no'} prime"
            in text
        )
    else:
        primes = sum(is_prime(score + card) for card in deck)
        verb = "make" if primes > 1 else "makes"
        assert text.startswith(f"{in_words(primes)} of {cards_left(state)} {verb} a prime;")


def check_second_card(state: PrimeDuel, text: str) -> None:
    """Check that exactly the cards that make a prime or the target are named, with their true counts."""
    target, mine, deck = state.rules.target, state.mine, state.deck or state.rules.full_deck
    good = Counter(c for c in deck if mine + c == target or (mine + c < target and is_prime(mine + c)))
    over = sum(mine + card > target for card in deck)
    if len(deck) == 1:
        assert text.startswith(f"The one card left is {a(deck[0])}, which ")
        assert ("would take you past" in text) == (over == 1)
        assert ("wins" in text) == (mine + deck[0] == target)
        assert (": prime, another turn" in text) == (bool(good) and mine + deck[0] != target)
    elif over == len(deck):
        assert text.startswith(f"Each of {cards_left(state)} would take you past {target}")
    else:
        assert (f", and {in_words(over)} would take you past {target}" in text) == (over > 0)
        if not good:
            assert text.startswith(f"None of {cards_left(state)} makes a prime or {target}")
        elif len(good) == 1:
            (card,) = good
            what = "makes {} and wins; " if mine + card == target else "makes {}: prime, another turn; "
            assert text.lower().startswith(f"{a(card)} {what.format(mine + card)}")
            check_number(state, card, text)
        else:
            assert text.startswith(f"Of {cards_left(state)}, ")
            named = re.findall(rf"({'|'.join(COUNTED)}) (\d+)(s?)\b", text)
            assert {int(card): COUNTED.index(count) + 1 for count, card, _ in named} == good
            assert all((count == "one") == (plural == "") for count, _, plural in named)


def check_number(state: PrimeDuel, card: int, text: str) -> None:
    deck = state.deck or state.rules.full_deck
    count = deck.count(card)
    if len(deck) == 1:
        assert f"{'and' if count else 'but'} the one card left is {a(deck[0])}" in text
    elif count > 1:
        assert f" {COUNTED[count - 1]} of {cards_left(state)} are {card}s" in text
    else:
        assert f"but {'only one' if count else 'none'} of {cards_left(state)} is {a(card)}" in text


def cards_left(state: PrimeDuel) -> str:
    rules = state.rules
    if state.deck:
        return f"the {in_words(len(state.deck))} cards left"
    return f"the {in_words(rules.largest * rules.copies)} reshuffled cards"


def a(card: int) -> str:
    return f"an {card}" if card in (8, 11) else f"a {card}"


DUELS = {
    ("scores=44,30 deck=1,1,1,0,2,3,1,2,2,0 card=3", "keep"): (
        "44 + 3 = 47 is prime: you draw again, and a 3 wins, but only one of the thirteen cards left is a 3"
    ),
    ("scores=44,30 deck=1,1,1,0,2,3,1,2,2,0 card=3", "discard"): (
        "Of the thirteen cards left, three 6s make 50, and one 3 makes 47, a prime: another turn, "
        "and five would take you past 50"
    ),
    ("scores=44,30 deck=1,1,1,0,2,0,1,2,2,0 card=3", "discard"): (
        "A 3 makes 47: prime, another turn; but only one of the ten cards left is a 3, "
        "and five would take you past 50"
    ),
    ("scores=40,30 deck=0,0,0,0,0,0,0,0,0,0 card=3", "discard"): (
        "Of the forty reshuffled cards, four 10s make 50, and four 1s, four 3s and four 7s make a prime: "
        "another turn"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,1,0,0 card=2", "keep"): (
        "42 + 2 = 44 is not prime: your opponent draws next, and one of the two cards left makes a prime; "
        "no 6 is left for you"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,2,0,0 card=2", "discard"): (
        "An 8 makes 50 and wins; two of the three cards left are 8s"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,0,0,0 card=2", "discard"): (
        "The one card left is a 3, which makes 45: not prime"
    ),
}


def test_no_two_counts_of_the_largest_deck_are_the_same() -> None:
    largest = PrimeDuel.Rules(largest=12, copies=8)
    words = [in_words(number) for number in range(len(largest.full_deck) + 1)]
    assert len(set(words)) == len(words)
    assert words[-1] == "ninety-six"


@pytest.mark.parametrize(("position", "move"), DUELS)
def test_a_duel_reads_well(position: str, move: str) -> None:
    state = at(PrimeDuel, position)
    (value,) = (choice.value for choice in analyse(state).moves if choice.move == move)
    assert value is not None
    words = DUELS[position, move]
    often = "" if words.endswith(" for you") else " of the time with perfect play"
    assert sentence(state, move) == f"{words}; you then win {100 * value:.1f} %{often}."


def test_prime_duel_before_a_draw() -> None:
    state = read_position("prime-duel target=7 largest=3 copies=2")
    value = analyse(state).value
    assert value is not None
    assert (
        explain_position(state, analyse(state)) == f"Before the draw you win {100 * value:.1f} % of the time."
    )


# Hints -------------------------------------------------------------------------------------


SMALL_DUELS = ["target=5 largest=2 copies=1", "target=7 largest=3 copies=1", "target=11 largest=4 copies=1"]


@cache
def duels() -> list[State]:
    """Prime Duel where certain wins are frequent: small variants, and the end of a standard deck."""
    small: set[State] = {s for rules in SMALL_DUELS for s in reachable(at(PrimeDuel, rules))}
    random, found = Random(5), some(small, 100)
    for _ in range(200):
        deck = [0] * 10
        for card in random.choices(range(10), k=random.randrange(5)):
            deck[card] = random.randint(deck[card], 3)
        scores = f"{random.randint(35, 49)},{random.randint(35, 49)}"
        counts = ",".join(map(str, deck))
        found += some([at(PrimeDuel, f"scores={scores} deck={counts} card={random.randint(1, 10)}")], 1)
    found.append(at(PrimeDuel, "target=5 largest=3 copies=2 scores=1,0 deck=0,1,2 turn=2 card=2"))  # both win
    return [*found, at(PrimeDuel, "scores=41,30 deck=4,4,4,4,4,4,4,4,3,4 card=9")]  # discard is estimated


def test_the_ladder() -> None:
    state = at(PrimeDuel, "target=20 largest=5 copies=2 scores=13,12 deck=2,2,2,1,2 card=4")
    analysis = analyse(state)
    keep, discard = (choice.value or 0.0 for choice in analysis.moves)
    assert (
        format_hint(state, analysis, 1)
        == f"With perfect play you win {100 * max(keep, discard):.0f} % of the time."
    )
    assert format_hint(state, analysis, 2) == (
        f"One choice wins {100 * max(keep, discard):.1f} % of the time, "
        f"the other {100 * min(keep, discard):.1f} %."
    )
    assert format_hint(state, analysis, 3) == (
        "Of the nine cards left, count those that make 20 or a prime, and those that would pass 20: "
        "for you and for your opponent."
    )


def test_the_third_step_is_true() -> None:
    for state, told, kept, others, _ in third_steps(duels()):
        check_cards(state, told, kept, others)


def check_cards(state: PrimeDuel, told: str, kept: Sequence[Move], others: Sequence[Move]) -> None:
    target, cards = state.rules.target, state.deck or state.rules.full_deck
    if told == f"This card makes {target}.":
        assert state.mine + int(state.card or 0) == target
        assert KEEP in kept
        return
    certain = [move for move in state.moves() if is_certain(state.after(move), state.turn, 12)]
    if told.startswith("Both choices win whatever the cards bring. "):
        assert certain == [KEEP, DISCARD]
    elif told.startswith("Only one choice wins whatever the cards bring. "):
        assert certain == kept
        assert len(others) == 1
    else:
        assert not certain
    named = "the one card left" if len(cards) == 1 else f"the {in_words(len(cards))} cards left"
    assert (named if state.deck else f"the {in_words(len(cards))} reshuffled cards") in told


@cache
def is_certain(state: PrimeDuel, player: Player, longest: int) -> bool:
    """By the rules alone: whether the player can win within this many moves and cards, whatever comes."""
    if ending := state.ending():
        return ending.winner == player
    if longest == 0:
        return False
    wins = (is_certain(state.after(move), player, longest - 1) for move in options(state))
    return any(wins) if state.moves() and state.turn == player else all(wins)


def test_every_sentence_of_the_third_step_is_told() -> None:
    told = {format_hint(state, analyse(state), 3).partition(",")[0] for state in duels()}
    for words in (
        "This card makes 50.",
        "Both choices win whatever the cards bring.",
        "Only one choice wins whatever the cards bring.",
        "Of the three cards left",
        "Of the forty reshuffled cards",
        "Look at the one card left",
    ):
        assert any(words in sentences for sentences in told), words


def test_a_certain_win_need_not_be_a_card_that_makes_50() -> None:
    count = "those that make 50 or a prime, and those that would pass 50: for you and for your opponent."
    told = ladder("prime-duel scores=45,45 deck=0,0,0,0,3,0,0,0,0,0 card=2")
    assert told[1] == "1 of 2 moves keeps the win."
    assert told[2:4] == [
        f"Only one choice wins whatever the cards bring. Of the three cards left, count {count}",
        "Discard the 2.",
    ]
    assert ladder("prime-duel scores=45,45 deck=0,0,0,0,3,0,0,0,0,0 card=5")[2] == "This card makes 50."


def test_where_a_reshuffle_comes_its_cards_are_in_words() -> None:
    told = ladder("prime-duel scores=30,45 deck=0,0,0,0,0,0,0,0,0,0 card=2")
    assert told[2].startswith("Of the forty reshuffled cards, count those that make 50 or a prime,")


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2", "Find the better choice."),
        (
            "scores=16,10 deck=2,3,3,4,3,4,3,2,2,4 turn=2 card=8",
            "Find the better choice, as far as an estimate can tell.",
        ),
    ],
)
def test_a_mistake_need_not_be_certain(words: str, question: str) -> None:
    state = at(PrimeDuel, words)
    found = build_practice_at(state)
    assert found is not None
    assert found.question == question
    assert found.answers == (max(analyse(state).moves, key=lambda row: row.value or 0).move,)


def test_the_error_of_an_estimate_is_told_as_measured() -> None:
    assert words_of(PrimeDuel).estimate(0.01).endswith(" measured was more than 1.0 % off")

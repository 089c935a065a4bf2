"""Reasons are true: every number that a sentence names is held against the solver and the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import prod
from random import Random
from typing import Any

import pytest

from helpers import at, reachable, walk
from primeparlor.coach.reasons import Reason, reason, why
from primeparlor.core import PASS, Player, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import read_position
from primeparlor.primes import is_prime
from primeparlor.solve import Analysis, analyse

LONGEST = 160  # letters of a sentence of the standard game


def told(state: State) -> Iterator[tuple[Any, str, Reason]]:
    """Each move of the position with its verdict and its reason."""
    analysis = analyse(state)
    for choice in analysis.moves:
        yield choice.move, choice.verdict, reason(state, analysis, choice.move)


def sentence(state: State, move: object) -> str:
    return next(found.sentence for tried, _, found in told(state) if tried == move)


def check_line(state: State, move: object, verdict: str, line: tuple[Any, ...]) -> bool:
    """The line is legal play and begins with the move; if it is whole, it ends as the verdict says."""
    assert line[0] == move
    player = state.turn
    for step in line:
        assert state.why_not(step) is None
        state = state.after(step)
    if ending := state.ending():
        assert (ending.winner == player) == (verdict == "win")
    return ending is not None


def is_one_sentence(text: str, longest: int | None = LONGEST) -> bool:
    return (
        bool(re.fullmatch(r"[A-Z0-9][^.!?]*\.", text)) and "  " not in text and len(text) <= (longest or 999)
    )


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


# Nonprime Addition ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["", "smallest=1 largest=2", "start=7 smallest=3 largest=5"])
def test_reasons_of_nonprime_addition(rules: str) -> None:
    start = at(NonprimeAddition, rules)
    for total in [*range(start.total, 400), 10**6, 10**12 - 2, 2**64 - 100]:
        state = at(NonprimeAddition, f"{rules} total={total}")
        if state.ending():
            continue
        safe = [number for number in state.rules.choices if not is_prime(total + number)]
        text = why(state, analyse(state))
        assert is_one_sentence(text)
        if safe:
            one, two = numbers(text)[2:]
            assert numbers(text)[:2] == [len(safe), len(state.rules.choices)]
            assert two == one + 1
            assert {one, two} & set(safe)
        else:
            assert text == "You lose: whatever you add to 1 makes a prime."
        for move, _, (text, line) in told(state):
            assert is_one_sentence(text)
            assert line == (move,)
            check_sum(state, move, text)


def check_sum(state: NonprimeAddition, move: int, text: str) -> None:
    made = state.total + move
    assert text.startswith(f"{state.total} + {move} = {made} ")
    if is_prime(made):
        assert text.endswith("is prime: you lose at once.")
        return
    first, last = text.split("; ")
    assert ("even" in first) == (made % 2 == 0)
    if " × " in first:
        factors = numbers(first)[3:]
        assert prod(factors) == made
        assert all(map(is_prime, factors))
    deadly = sum(is_prime(made + number) for number in state.rules.choices)
    shown = "none" if deadly == 0 else str(deadly)
    verb = "loses" if deadly == 1 else "lose"
    assert last == f"{shown} of {len(state.rules.choices)} answers {verb}."


# Number Morph --------------------------------------------------------------------------------


def morph_positions() -> Iterator[NumberMorph]:
    random = Random(7)
    for _ in range(3):
        for state in walk(NumberMorph.start(), random):
            if state.moves() and random.random() < 0.25:
                yield state
    for state in walk(at(NumberMorph, "digits=2"), random):
        if state.moves():
            yield state


def test_reasons_of_number_morph() -> None:
    whole = 0
    for state in morph_positions():
        check_morph_position(state, analyse(state))
        for move, verdict, (text, line) in told(state):
            assert is_one_sentence(text)
            whole += check_line(state, move, verdict, line)
            after = state.after(move)
            if "no prime is open" in text.lower():
                assert after.ending()
            elif verdict == "win":
                assert f"every answer to {move} (" in text
                check_pairs(after, text)
            else:
                check_refutation(after, text)
    assert whole > 10  # lines that end the game were among them


def check_morph_position(state: NumberMorph, analysis: Analysis) -> None:
    text = why(state, analysis)
    assert is_one_sentence(text)
    if analysis.verdict == "win":
        at_once = [int(move) for move in state.moves() if not state.after(move).moves()]
        *number, partner = numbers(text)
        assert number == ([] if at_once else [state.number])
        winning = [int(choice.move) for choice in analysis.moves if choice.verdict == "win"]
        assert partner in (at_once or winning)
    else:
        check_pairs(state, text)


def check_refutation(after: NumberMorph, text: str) -> None:
    (answer,) = numbers(text)
    assert any(choice.move == answer and choice.verdict == "win" for choice in analyse(after).moves)
    assert text.endswith("leaves no prime open.") == (after.after(answer).ending() is not None)


def check_pairs(state: NumberMorph, text: str) -> None:
    """Each prime that may be made here, of those named, is met by one that wins for the other player."""
    pairs = re.findall(r"(\d+) → (\d+)", text)
    assert len(pairs) == min(3, len(state.moves()))
    assert ("…" in text) == (len(state.moves()) > 3)
    for made, partner in pairs:
        answers = analyse(state.play(int(made))).moves
        assert any(choice.move == int(partner) and choice.verdict == "win" for choice in answers)


def test_before_the_first_number() -> None:
    state = NumberMorph.start()
    assert why(state, analyse(state)) == "Of the 143 first numbers, Player 1 wins 0 and Player 2 wins 143."


# Prime Climb ---------------------------------------------------------------------------------


CLIMBS = ["", "largest=1", "top=7 largest=2", "top=25 largest=4"]


@pytest.mark.parametrize("rules", CLIMBS)
def test_reasons_of_prime_climb(rules: str) -> None:
    longest = None if rules else LONGEST
    for state in reachable(at(PrimeClimb, rules)):
        if not state.moves():
            continue
        analysis = analyse(state)
        text = why(state, analysis)
        assert is_one_sentence(text, longest)
        assert text.startswith(
            "You win: " if analysis.verdict == "win" else "You lose against perfect play: "
        )
        check_climbs(state, text.partition(": ")[2], state.turn)
        for move, verdict, (text, line) in told(state):
            assert is_one_sentence(text, longest)
            assert check_line(state, move, verdict, line)
            ended = re.match(r"(\d+) is not prime, so your turn ends, and ", text)
            if ended:
                assert int(ended[1]) == state.mine + move
                assert not is_prime(int(ended[1]))
            rest = text[ended.end() if ended else 0 :]
            check_climbs(state.after(move) if ended else state, rest, state.turn)
            if not rules:
                assert ("your opponent climbs" in text) == (verdict == "loss")


def check_climbs(state: PrimeClimb, text: str, you: Player) -> None:
    """Each climb told is one turn of the player it names, and the last ends the game if it is said so."""
    clauses = re.split(r"; ", text[0].lower() + text[1:-1])
    for clause in clauses:
        if "more moves" in clause:
            break
        who = state.turn
        assert clause.startswith("you ") == (state.turn == you), text
        steps = [int(step) for step in re.findall(r"\d+", clause.split(",")[0])]
        if not steps:
            state = state.play(PASS)
            continue
        assert steps[0] == state.mine
        for one, two in pairwise(steps):
            assert state.turn == who
            state = state.play(two - one)
        assert state.turn != who or state.ending()
        primes = numbers("".join(clause.split(",")[1:]))
        assert set(primes) == set(steps[1:-1])
        assert all(map(is_prime, primes))
    else:
        assert state.ending()


def test_a_climb_reads_well() -> None:
    state = PrimeClimb.start()
    assert sentence(state, 2) == "You climb 0 → 2 → 11 → 20, as 2 and 11 are prime."
    assert sentence(at(PrimeClimb, "steps=18,8 turn=2"), 1) == (
        "9 is not prime, so your turn ends, and your opponent climbs 18 → 20."
    )


# Pocket Addition -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["", "target=10 largest=4", "target=4 largest=3", "target=20 largest=6"])
def test_reasons_of_pocket_addition(rules: str) -> None:
    longest = None if rules else LONGEST
    for state in reachable(at(PocketAddition, rules)):
        if not state.moves():
            continue
        analysis = analyse(state)
        text = why(state, analysis)
        assert is_one_sentence(text, longest)
        assert text.startswith(
            "You win: " if analysis.verdict == "win" else "You lose against perfect play: "
        )
        check_takes(state, text.partition(": ")[2], state.turn)
        for move, verdict, (text, line) in told(state):
            assert is_one_sentence(text, longest)
            assert check_line(state, move, verdict, line)
            check_pocket(state, move, verdict, text)


def check_pocket(state: PocketAddition, move: int | str, verdict: str, text: str) -> None:
    after, target = state.after(move), state.rules.target
    if text.endswith("you win at once."):
        mine, taken, made = numbers(text)
        assert (mine, taken, made) == (state.rules.total[state.mine], move, target)
        assert mine + taken == target
    elif text.startswith("It leaves"):
        left, total, again, made = numbers(text)
        assert left == again
        assert total + left == made == target
        assert after.play(left).ending() is not None
        assert verdict == "loss"
    else:
        if blocked := re.match(r"It blocks (\d+)(; |, but )", text):
            assert int(blocked[1]) == move
            assert state.rules.total[state.theirs] + int(blocked[1]) == target
            assert (blocked[2] == "; ") == (verdict == "win")
            text = text[blocked.end() :]
        check_takes(after, text, state.turn)


def test_a_blocked_climber_must_pass_in_the_same_turn() -> None:
    """Such set-ups cannot arise in a game, but can be asked about."""
    for mine in range(20):
        for theirs in range(20):
            if mine != theirs or mine == 0:
                state = at(PrimeClimb, f"largest=1 steps={mine},{theirs}")
                for move, verdict, (text, line) in told(state):
                    assert text.endswith(".")
                    check_line(state, move, verdict, line)


def check_takes(state: PocketAddition, text: str, you: Player) -> None:
    """The moves told are legal, each player's where it says so, and the game ends as told."""
    clauses = re.split(r", (?:and )?(?!but)", text.rstrip("."))
    for clause in clauses:
        words = clause.lower().split()
        if state.ending() or not re.fullmatch(
            r"(you|they|your opponent) ((takes? )?\d+|pass(es)?)", clause.lower()
        ):
            break
        assert (words[0] == "you") == (state.turn == you), text
        state = state.play(int(words[-1]) if words[-1].isdigit() else PASS)
    if " more move" in text:
        return
    ending = state.ending()
    assert ending is not None, text
    end = re.split(r", and (?=both|you|they)", text)[-1].rstrip(".").lower()
    assert bool(re.search(r"\byou\b", end)) == (ending.winner == you), text
    assert ("they" not in end) or "your opponent" in text.lower()
    high, low = max(state.totals), min(state.totals)
    assert numbers(end) == ([high, low] if " to " in end else [high])
    assert ("both" in end) == (high == low)
    assert ("make" in end) == (high == state.rules.target)


def test_a_pocket_reads_well() -> None:
    state = at(PocketAddition, "one=6 turn=2")
    assert sentence(state, 1) == "It leaves 9: 6 + 9 = 15 for your opponent."
    assert sentence(state, 9) == "It blocks 9, but your opponent takes 1, you 2, they 8, and they make 15."
    assert sentence(PocketAddition.start(), 6) == (
        "Your opponent takes 9, you 1, they 2, you 8, and you make 15."
    )


# Prime Duel ----------------------------------------------------------------------------------


COUNTED = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


def duel_positions() -> Iterator[PrimeDuel]:
    random = Random(3)
    for rules in ["target=8 largest=4 copies=1"] * 40 + ["target=20 largest=5 copies=2"] * 4 + [""]:
        yield from walk(at(PrimeDuel, rules), random)


def test_reasons_of_prime_duel() -> None:
    begun = set()
    for state in duel_positions():
        if not state.moves():
            continue
        assert is_one_sentence(without_decimals(why(state, analyse(state))))
        for move, _, (text, line) in told(state):
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
        begins = (
            "is prime: another turn, in which " if prime else "is not prime: your opponent is next, for whom "
        )
        assert text.startswith(f"{mine} + {state.card} = {made} {begins}")
        check_next_card(state, made if prime else state.theirs, text.partition(begins)[2])


def check_next_card(state: PrimeDuel, score: int, text: str) -> None:
    """The card that wins is told with its true number; where none can, how many make a prime."""
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
        assert text.startswith(f"{primes or 'none'} of {cards_left(state)} {verb} a prime;")


def check_second_card(state: PrimeDuel, text: str) -> None:
    """Each card that makes a prime or the target is named with its true number, and no other."""
    target, mine, deck = state.rules.target, state.mine, state.deck or state.rules.full_deck
    good = Counter(c for c in deck if mine + c == target or (mine + c < target and is_prime(mine + c)))
    over = sum(mine + card > target for card in deck)
    if len(deck) == 1:
        assert text.startswith(f"The one card left is {a(deck[0])}, which ")
        assert ("would pass" in text) == (over == 1)
        assert ("wins" in text) == (mine + deck[0] == target)
        assert (": prime, another turn" in text) == (bool(good) and mine + deck[0] != target)
    elif over == len(deck):
        assert text.startswith(f"Each of {cards_left(state)} would pass {target}")
    else:
        assert (f", and {over} would pass {target}" in text) == (over > 0)
        if not good:
            assert text.startswith(f"None of {cards_left(state)} makes a prime or {target}")
        elif len(good) == 1:
            (card,) = good
            what = "makes {} and wins; " if mine + card == target else "makes {}: prime, another turn; "
            assert text.lower().startswith(f"{a(card)} {what.format(mine + card)}")
            check_number(state, card, text)
        else:
            assert text.startswith(f"Of {cards_left(state)}, ")
            counted = re.findall(rf"({'|'.join(COUNTED)}) (\d+)(s?)\b", text)
            assert {int(card): COUNTED.index(count) + 1 for count, card, _ in counted} == good
            assert all((count == "one") == (plural == "") for count, _, plural in counted)


def check_number(state: PrimeDuel, card: int, text: str) -> None:
    deck = state.deck or state.rules.full_deck
    count = deck.count(card)
    if len(deck) == 1:
        assert f"{'and' if count else 'but'} the one card left is {a(deck[0])}" in text
    elif count > 1:
        assert f"and {COUNTED[count - 1]} of {cards_left(state)} are {card}s" in text
    else:
        assert f"but {'only one' if count else 'none'} of {cards_left(state)} is {a(card)}" in text


def cards_left(state: PrimeDuel) -> str:
    rules = state.rules
    if state.deck:
        return f"the {len(state.deck)} cards left"
    return f"the {rules.largest * rules.copies} reshuffled cards"


def a(card: int) -> str:
    return f"an {card}" if card in (8, 11) else f"a {card}"


DUELS = {
    ("scores=44,30 deck=1,1,1,0,2,3,1,2,2,0 card=3", "keep"): (
        "44 + 3 = 47 is prime: another turn, in which a 3 wins, but only one of the 13 cards left is a 3"
    ),
    ("scores=44,30 deck=1,1,1,0,2,3,1,2,2,0 card=3", "discard"): (
        "Of the 13 cards left, three 6s make 50, and one 3 makes 47, a prime: another turn, "
        "and 5 would pass 50"
    ),
    ("scores=44,30 deck=1,1,1,0,2,0,1,2,2,0 card=3", "discard"): (
        "A 3 makes 47: prime, another turn; but only one of the 10 cards left is a 3, and 5 would pass 50"
    ),
    ("scores=40,30 deck=0,0,0,0,0,0,0,0,0,0 card=3", "discard"): (
        "Of the 40 reshuffled cards, four 10s make 50, and four 1s, four 3s and four 7s make a prime: "
        "another turn"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,1,0,0 card=2", "keep"): (
        "42 + 2 = 44 is not prime: your opponent is next, for whom 1 of the 2 cards left makes a prime"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,2,0,0 card=2", "discard"): (
        "An 8 makes 50 and wins; and two of the 3 cards left are 8s"
    ),
    ("scores=42,20 deck=0,0,1,0,0,0,0,0,0,0 card=2", "discard"): (
        "The one card left is a 3, which makes 45: not prime"
    ),
}


@pytest.mark.parametrize(("position", "move"), DUELS)
def test_a_duel_reads_well(position: str, move: str) -> None:
    state = at(PrimeDuel, position)
    (value,) = (choice.value for choice in analyse(state).moves if choice.move == move)
    assert value is not None
    words = DUELS[position, move]
    assert sentence(state, move) == f"{words}; you win {100 * value:.1f} % of the time."


def test_prime_duel_before_a_draw() -> None:
    state = read_position("prime-duel target=7 largest=3 copies=2")
    value = analyse(state).value
    assert value is not None
    assert why(state, analyse(state)) == f"Before the draw you win {100 * value:.1f} % of the time."

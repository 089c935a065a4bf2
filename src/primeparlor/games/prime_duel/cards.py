"""The cards in words: what keeping a card makes, and what the cards left may bring.

Cards and scores are numerals, counts are words: "three of the fourteen cards left are 4s".
"""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.coach.language.phrases import join_words
from primeparlor.games.prime_duel.form import a
from primeparlor.games.prime_duel.rules import PrimeDuel
from primeparlor.wording import in_words


def too_much(state: PrimeDuel) -> str:
    """Why the card must be discarded."""
    return f"{state.mine} + {state.card} would pass {state.rules.target}: you must discard"


def kept(state: PrimeDuel) -> str:
    """What keeping the card makes, and what may come next."""
    rules, score = state.rules, state.mine + int(state.card or 0)
    made = f"{state.mine} + {state.card} = {score}"
    if score == rules.target:
        return f"{made}: you win at once"
    if rules.is_prime_score[score]:
        return f"{made} is prime: you draw again, and {_next_card(state, score)}"
    return f"{made} is not prime: your opponent draws next, and {_next_card(state, state.theirs)}"


def _next_card(state: PrimeDuel, score: int) -> str:
    """What the next card may bring to a player with this score."""
    rules, cards = state.rules, _cards(state)
    room = rules.target - score
    if room <= rules.largest:
        return f"{a(room)} wins, {_how_many(state, room)}"
    primes = sum(rules.is_prime_score[score + card] for card in cards)
    if len(cards) == 1:
        return f"the one card left, {a(cards[0])}, makes {'a' if primes else 'no'} prime"
    return f"{in_words(primes)} of {_those(state)} {'make' if primes > 1 else 'makes'} a prime"


def second_card(state: PrimeDuel) -> str:
    """Which second cards help and how many there are, and how many are too large."""
    rules, mine, cards = state.rules, state.mine, _cards(state)
    room = rules.target - mine
    over = sum(card > room for card in cards)
    if len(cards) == 1:
        return f"The one card left is {a(cards[0])}, which {_makes(state, cards[0])}"
    if over == len(cards):
        return f"Each of {_those(state)} would take you past {rules.target}"
    too_large = f", and {in_words(over)} would take you past {rules.target}" if over else ""
    primes = [card for card in dict.fromkeys(cards) if card < room and rules.is_prime_score[mine + card]]
    good = [room, *primes] if room in cards else primes
    if not good:
        return f"None of {_those(state)} makes a prime or {rules.target}{too_large}"
    if len(good) == 1:
        how_many = _how_many(state, good[0]).removeprefix("and ")
        return f"A{a(good[0])[1:]} {_makes(state, good[0])}; {how_many}{too_large}"
    wins = f"{_make(cards, [room])} {rules.target}, and " if room in cards else ""
    made = f"{mine + primes[0]}, a prime" if len(primes) == 1 else "a prime"
    return f"Of {_those(state)}, {wins}{_make(cards, primes)} {made}: another turn{too_large}"


def what_to_count(state: PrimeDuel) -> str:
    """What to look for in the cards that may come next, without telling what it leads to."""
    if len(_cards(state)) == 1:
        return "Look at the one card left: what it makes for you, and what for your opponent."
    target = state.rules.target
    return (
        f"Of {_those(state)}, count those that make {target} or a prime, and those that would pass {target}: "
        "for you and for your opponent."
    )


def _makes(state: PrimeDuel, card: int) -> str:
    rules, score = state.rules, state.mine + card
    if score >= rules.target:
        return f"makes {score} and wins" if score == rules.target else f"would take you past {rules.target}"
    return f"makes {score}: {'prime, another turn' if rules.is_prime_score[score] else 'not prime'}"


def _how_many(state: PrimeDuel, card: int) -> str:
    """How many of the next cards are this one: "but only one of the seventeen cards left is a 3"."""
    cards = _cards(state)
    count = cards.count(card)
    if len(cards) == 1:
        return f"{'and' if count else 'but'} the one card left is {a(cards[0])}"
    if count > 1:
        return f"and {in_words(count)} of {_those(state)} are {card}s"
    return f"but {'only one' if count else 'none'} of {_those(state)} is {a(card)}"


def _cards(state: PrimeDuel) -> tuple[int, ...]:
    """The cards that the next one comes from."""
    return state.deck or state.rules.full_deck


def _those(state: PrimeDuel) -> str:
    return f"the {in_words(len(_cards(state)))} {'cards left' if state.deck else 'reshuffled cards'}"


def _make(cards: Sequence[int], good: Sequence[int]) -> str:
    """The good cards counted, with the verb: "three 1s and one 7 make"."""
    counts = {card: cards.count(card) for card in good}
    named = [f"{in_words(count)} {card}{'s' if count > 1 else ''}" for card, count in counts.items()]
    return f"{join_words(named)} {'make' if sum(counts.values()) > 1 else 'makes'}"

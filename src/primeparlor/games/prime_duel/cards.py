"""The cards in words: what keeping a card makes, and what the cards left may bring.

Cards and scores are numerals, counts are words: "three of the fourteen cards left are 4s".
"""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.games.prime_duel.form import a
from primeparlor.games.prime_duel.rules import PrimeDuel
from primeparlor.solve.answers import Chance
from primeparlor.wording import in_words, join_words


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
    theirs = f"{made} is not prime: your opponent draws next, and {_next_card(state, state.theirs)}"
    need = rules.target - score
    return theirs if need > rules.largest else f"{theirs}; {_needed(state, need)}"


def _needed(state: PrimeDuel, card: int) -> str:
    """How many of the cards that win for the player are left: "no 1 is left for you"."""
    count = _cards(state).count(card)
    if count > 1:
        return f"{in_words(count)} {card}s are left for you"
    return f"{'one' if count else 'no'} {card} is left for you"


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


def decide(state: PrimeDuel, kept: float, second: Sequence[Chance]) -> str:
    """What makes the better choice better: the second cards that weigh most, as a clause.

    A second card weighs how likely it is, times how much more often it wins than keeping the first (`kept`).
    """
    weights = {chance.move: chance.probability * ((chance.value or 0.0) - kept) for chance in second}
    sign = 1 if sum(weights.values()) > 0 else -1  # of what speaks for the better choice
    groups = dict[str, dict[int, float]]()
    for card, weight in weights.items():
        groups.setdefault(_group(state, int(card)), {})[int(card)] = sign * weight
    group = max(groups, key=lambda name: sum(groups[name].values()))
    heaviest = max(groups[group], key=lambda card: groups[group][card])
    many = sum(_cards(state).count(card) for card in groups[group])
    return _tell_group(state, group, many, heaviest, better=sign > 0)


def _group(state: PrimeDuel, card: int) -> str:
    """What a second card does: "wins", is "over", makes a "prime", or another "score"."""
    rules, score = state.rules, state.mine + card
    if score >= rules.target:
        return "wins" if score == rules.target else "over"
    return "prime" if rules.is_prime_score[score] else "score"


def _tell_group(state: PrimeDuel, group: str, many: int, card: int, better: bool) -> str:
    """The clause for the second cards that decide; `better` if they speak for discarding."""
    rules, mine, kept = state.rules, state.mine, state.mine + int(state.card or 0)
    share, s = f"{in_words(many)} of {_those(state)}", "s" * (many == 1)
    if many == len(_cards(state)):
        share, s = (f"the one card left, {a(card)}," if many == 1 else f"each of {_those(state)}"), "s"
    if group == "wins":
        return f"{share} make{s} {rules.target}"
    if group == "prime":
        return f"{share} make{s} a prime, which gives another turn"
    if group == "over":
        leaves = f"{share} would take you past {rules.target}, and you would stay at {mine}"
        return (
            f"{leaves}, which wins {'more' if better else 'less'} often than {kept}{_compare(state, better)}"
        )
    if not better and rules.is_prime_score[kept]:
        return (
            f"{kept} is prime and gives another turn, and {share} make{s} neither a prime nor {rules.target}"
        )
    told = [_share_of(state, card)]
    if better and card == rules.target - state.theirs:
        told.append("which your opponent needs to win")
    if mine + card != kept:
        told.append(f"and {mine + card} wins {'more' if better else 'less'} often than {kept}")
    return ", ".join(told)


def _share_of(state: PrimeDuel, card: int) -> str:
    """How many of the next cards are this one: "three of the ten cards left are 9s"."""
    cards = _cards(state)
    count = cards.count(card)
    if len(cards) == 1:
        return f"the one card left is {a(card)}"
    return f"{in_words(count)} of {_those(state)} {f'are {card}s' if count > 1 else f'is {a(card)}'}"


def _compare(state: PrimeDuel, better: bool) -> str:
    """The cards that win from both scores, where more of them are left for the better one; else empty."""
    target, cards = state.rules.target, _cards(state)
    mine, kept = state.mine, state.mine + int(state.card or 0)
    good, bad = (mine, kept) if better else (kept, mine)
    many, few = cards.count(target - good), cards.count(target - bad)
    if many <= few:
        return ""
    wins = f"at {good} {a(target - good)} wins, and {in_words(many)} {'are' if many > 1 else 'is'} left"
    return f": {wins}; at {bad} {a(target - bad)} would, but {_count_left(few)} left"


def _count_left(count: int) -> str:
    return (
        f"{in_words(count) if count > 1 else 'only one' if count else 'none'} {'are' if count > 1 else 'is'}"
    )


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

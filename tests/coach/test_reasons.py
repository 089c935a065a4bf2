"""Reasons carry their verdict: of every mistake in the kept games, what they name makes the difference.

The solver and the rules decide here; nothing of a game's words is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from primeparlor import records
from primeparlor.coach.reasons import explain_move, words_of
from primeparlor.coach.review.review import JudgedMove, review
from primeparlor.core import PASS, Move, State
from primeparlor.games import PrimeDuel
from primeparlor.primes import is_prime
from primeparlor.solve import analyse, choices
from support.games import at
from support.kept_answers import RECORDS

ALL = sorted(RECORDS.glob("*.jsonl"))
REPLIES = (  # what the opponent can do, as the games say it
    r"[Yy]our opponent (?:can take|takes|can make) (\d+)",
    r"leaves your opponent the (\d+)",
    r"your opponent can climb (\d+) → (\d+)",
    r"[Yy]our opponent (pass)es",
)
NO_CARD = re.compile(r"no (\d+) is left for you")


@cache
def mistakes() -> list[tuple[str, State, JudgedMove]]:
    """Every mistake in the kept games: its record, its position and how it was judged."""
    found = []
    for path in ALL:
        match = records.load(str(path)).match
        states = {event.number: state for event, state in match.line}
        found += [
            (path.name, states[judged.number], judged)
            for judged in review(match).decisions
            if judged.grade.loss
        ]
    return found


def without_chance() -> Iterator[tuple[str, State, JudgedMove]]:
    return (found for found in mistakes() if not isinstance(found[1], PrimeDuel))


def named_reply(sentence: str) -> Move | None:
    """The opponent's reply that the reason names first."""
    for pattern in REPLIES:
        if found := re.search(pattern, sentence):
            steps = found.groups()
            if steps == (PASS,):
                return PASS
            return int(steps[0]) if len(steps) == 1 else int(steps[1]) - int(steps[0])
    return None


def test_there_are_mistakes_of_every_kind_in_the_kept_games() -> None:
    assert len(ALL) == 39
    assert {state.name for _, state, _ in mistakes()} == {
        "nonprime-addition",
        "number-morph",
        "pocket-addition",
        "prime-climb",
        "prime-duel",
    }
    assert len(mistakes()) > 50


def test_the_reply_that_a_reason_names_is_what_loses() -> None:
    """It wins for the opponent, and after the move that is named as better no reply does."""
    for name, state, judged in without_chance():
        after, said = state.after(judged.grade.move), f"{name}: {judged.why} {judged.missed} {judged.how}"
        ending = after.ending()
        if ending is not None:
            assert ending.winner != state.turn, said
            assert "you lose at once" in judged.why, said
        elif after.turn == state.turn:
            assert all(choice.verdict == "loss" for choice in choices(after)), said
        else:
            reply = named_reply(judged.why)
            assert reply in [choice.move for choice in choices(after) if choice.verdict == "win"], said
        for better in judged.best:
            assert re.search(rf"\b{better}\b", judged.missed), said
            left = state.after(better)
            if left.ending() is None and judged.grade.word != "loses" and left.turn != state.turn:
                assert all(choice.verdict == "loss" for choice in choices(left)), said


# Prime Duel -------------------------------------------------------------------------------------------


def kind_of(state: PrimeDuel, card: int) -> str:
    score, target = state.mine + card, state.rules.target
    return (
        "past" if score > target else "wins" if score == target else "prime" if is_prime(score) else "score"
    )


def weigh_second_cards(state: PrimeDuel, kept: float) -> dict[int, float]:
    """How much each second card adds to what discarding wins more often than keeping."""
    second = analyse(state.after("discard")).chances
    return {int(chance.move): chance.probability * ((chance.value or 0.0) - kept) for chance in second}


def named_kind(state: PrimeDuel, sentence: str) -> tuple[str, int | None]:
    """The kind of second cards that a sentence names as decisive, and the card if it names one."""
    clause = sentence.partition(": ")[2]
    if "would take you past" in clause:
        return "past", None
    if "neither a prime nor" in clause:
        return "score", None
    if re.search(rf"\bmakes? {state.rules.target}\b", clause):
        return "wins", None
    if re.search(r"\bmakes? a prime\b", clause):
        return "prime", None
    named = re.search(r" (?:is an?|are) (\d+)", clause)
    assert named is not None, sentence
    return "score", int(named[1])


def test_the_second_cards_that_a_reason_names_decide() -> None:
    """No other kind of them speaks as much for the better choice; nor does another card of that kind."""
    kinds = set()
    for name, state, judged in mistakes():
        if not isinstance(state, PrimeDuel) or state.mine + (state.card or 0) == state.rules.target:
            continue
        keep, discard = analyse(state).moves
        weights = weigh_second_cards(state, keep.value or 0.0)
        sign = 1 if (discard.value or 0) > (keep.value or 0) else -1
        sums = dict[str, float]()
        for card, weight in weights.items():
            kind = kind_of(state, card)
            sums[kind] = sums.get(kind, 0.0) + sign * weight
        kind, named = named_kind(state, judged.missed)
        assert sums[kind] == max(sums.values()) > 0, f"{name}: {judged.missed} {sums}"
        if named is not None:
            others = [sign * weights[each] for each in weights if kind_of(state, each) == kind]
            assert sign * weights[named] == max(others) > 0, f"{name}: {judged.missed}"
        kinds.add(kind)
    assert kinds == {"past", "wins", "prime", "score"}


ARGUED_AGAINST_ITSELF = at(PrimeDuel, "scores=48,45 deck=0,2,2,1,0,2,1,0,1,1 card=1")


def test_no_other_card_would_have_helped_as_much_as_the_missing_one() -> None:
    """Where a card that wins is missing, another one of it in the deck helps most."""
    found = [(ARGUED_AGAINST_ITSELF, 1)]
    for _, state, judged in mistakes():
        no_card = NO_CARD.search(judged.why)
        if no_card and judged.exact and isinstance(state, PrimeDuel) and not state.rules.changed():
            found.append((state, int(no_card[1])))
    assert len(found) > 1
    for state, card in found:
        gains = {more: win_by_keeping(state, more) for more in range(1, state.rules.largest + 1)}
        assert max(gains, key=lambda more: gains[more]) == card, (state, gains)


def win_by_keeping(state: PrimeDuel, more: int) -> float:
    """How often keeping wins with one more of this card in the deck."""
    keep, _ = analyse(state._replace(deck=tuple(sorted((*state.deck, more)))), exact=True).moves
    return keep.value or 0.0


def test_a_reason_names_the_card_that_is_missing() -> None:
    analysis = analyse(ARGUED_AGAINST_ITSELF)
    told = explain_move(ARGUED_AGAINST_ITSELF, analysis, "keep").sentence
    assert told == (
        "48 + 1 = 49 is not prime: your opponent draws next, and a 5 wins, but none of the ten cards left is "
        "a 5; no 1 is left for you; you then win 18.6 %."
    )
    assert words_of(ARGUED_AGAINST_ITSELF).missed(ARGUED_AGAINST_ITSELF, analysis) == (
        "Discarding the 1 would have won 65.0 % of the time: eight of the ten cards left would take you past "
        "50, and you would stay at 48, which wins more often than 49: at 48 a 2 wins, and two are left; "
        "at 49 a 1 would, but none is left."
    )

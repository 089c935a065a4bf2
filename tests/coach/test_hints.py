"""The hint ladder: five steps, each telling a little more, each true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

import pytest

from helpers import at, options, reachable, walk
from primeparlor.coach.grades import keeping
from primeparlor.coach.hints import STEPS, hint, steps
from primeparlor.coach.reasons import why
from primeparlor.core import Move, Player, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.prime_duel import DISCARD, KEEP
from primeparlor.notation import PLACES, position, read_position
from primeparlor.players import View
from primeparlor.players.perfect import Perfect
from primeparlor.primes import is_prime
from primeparlor.solve import analyse
from primeparlor.terminal.menu import HOUSE_VARIANTS


def ladder(text: str) -> list[str]:
    state = read_position(text)
    return [hint(state, analyse(state), step) for step in range(1, STEPS + 1)]


def test_the_ladder_in_pocket_addition() -> None:
    assert ladder("pocket-addition") == [
        "Yes: you can win against any play.",
        "3 of 9 moves keep the win.",
        "A number from 6 to 8.",
        "Play 6.",
        "You win: you take 6, your opponent 9, you 1, they 2, you 8, and you make 15.",
    ]


def test_the_ladder_in_prime_climb() -> None:
    assert ladder("prime-climb")[1:4] == [
        "4 of 9 moves keep the win.",
        "Land on a prime step: it gives another turn.",
        "Play 2.",
    ]
    assert ladder("prime-climb steps=18,10")[2] == "Step 20 is within reach."


def test_the_ladder_in_nonprime_addition() -> None:
    assert ladder("nonprime-addition")[:4] == [
        "Nobody can be forced to lose: you can always play safe.",
        "5 of 8 moves keep you safe.",
        "Every even total above 2 is safe; best is what leaves the most numbers that lose.",
        "Play 3.",
    ]


def test_the_ladder_of_a_lost_position() -> None:
    assert ladder("pocket-addition one=6 turn=2")[:3] == [
        "Not against perfect play; make it hard for your opponent.",
        "All 8 moves lose against perfect play.",
        "Choose the move that is hardest to answer: few right answers, and no win at once if you can.",
    ]


LOST = ["pocket-addition one=6 turn=2", "pocket-addition one=2,5 two=1,8"]
LOST += ["prime-climb top=35 largest=4 steps=19,28", "number-morph number=211"]


@pytest.mark.parametrize("text", [*LOST, "nonprime-addition total=90"])
def test_the_move_told_is_the_one_that_perfect_plays(text: str) -> None:
    state = read_position(text)
    played = Perfect().choose(View(state, state.turn, state.moves(), (), None, Random(1)))
    assert ladder(text)[3] == f"Play {played}."
    assert f" {played}: " in ladder(text)[4]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("number=79 used=13,17,19,23,41,43,47,53,79,83", "Change the tens digit."),
        (
            "number=17 used=11,13,17,31,41,43,53,71,73",
            "Change the tens or the units digit, but not every prime there keeps the win.",
        ),
        ("number=29 used=11,13,17,19,29,31,41,43,53,71,73", "Any prime."),
    ],
)
def test_the_ladder_in_number_morph_names_the_digits(words: str, told: str) -> None:
    assert ladder(f"number-morph digits=2 {words}")[2] == told


def test_the_ladder_where_chance_decides() -> None:
    state = at(PrimeDuel, "target=20 largest=5 copies=2 scores=13,12 deck=2,2,2,1,2 card=4")
    analysis = analyse(state)
    keep, discard = (choice.value or 0.0 for choice in analysis.moves)
    assert (
        hint(state, analysis, 1) == f"With perfect play you win {100 * max(keep, discard):.0f} % of the time."
    )
    assert hint(state, analysis, 2) == (
        f"Between the better and the worse choice lie {100 * abs(keep - discard):.1f} points."
    )
    assert hint(state, analysis, 3) == (
        "Of the 9 cards left, count those that make 20 or a prime, and those that would pass 20: "
        "for you and for your opponent."
    )


def test_a_forced_move_and_a_draw_need_no_ladder() -> None:
    state = at(PocketAddition, "one=1,2,3,8 two=9 turn=1")
    analysis = analyse(state)
    assert steps(analysis) == 1
    assert hint(state, analysis, 1) == f"There is only one legal move: pass. {why(state, analysis)}"
    draw = at(PrimeDuel, "target=7 largest=3 copies=2")
    assert {hint(draw, analyse(draw), step) for step in range(1, 6)} == {why(draw, analyse(draw))}


# Every sentence of the third step is true of every move that keeps the value --------------------

VARIANTS = ["prime-climb top=25 largest=4", "number-morph digits=2", *HOUSE_VARIANTS]
SMALL_DUELS = ["target=5 largest=2 copies=1", "target=7 largest=3 copies=1", "target=11 largest=4 copies=1"]


def some(found: Iterable[State], most: int) -> list[State]:
    """At most so many of these positions, in which there is something to choose."""
    choices = sorted({state for state in found if len(state.moves()) > 1}, key=position)
    return Random(5).sample(choices, min(most, len(choices)))


def positions(text: str) -> list[State]:
    """Positions of this game: of all there are, or on random ways where there are too many."""
    start = read_position(text)
    if isinstance(start, PrimeClimb | PocketAddition):
        return some(reachable(start), 150)
    random = Random(5)
    return some((state for _ in range(9) for state in walk(start, random)), 50)


def duels() -> list[State]:
    """Prime Duel where certain wins are frequent: small variants, and the end of a standard deck."""
    small: set[State] = {s for rules in SMALL_DUELS for s in reachable(at(PrimeDuel, rules))}
    random, found = Random(5), some(small, 150)
    for _ in range(400):
        deck = [0] * 10
        for card in random.choices(range(10), k=random.randrange(5)):
            deck[card] = random.randint(deck[card], 3)
        scores = f"{random.randint(35, 49)},{random.randint(35, 49)}"
        counts = ",".join(map(str, deck))
        found += some([at(PrimeDuel, f"scores={scores} deck={counts} card={random.randint(1, 10)}")], 1)
    found.append(at(PrimeDuel, "target=5 largest=3 copies=2 scores=1,0 deck=0,1,2 turn=2 card=2"))  # both win
    return [*found, at(PrimeDuel, "scores=41,30 deck=4,4,4,4,4,4,4,4,3,4 card=9")]  # discard is estimated


@pytest.mark.parametrize("text", [*GAMES, *VARIANTS])
def test_the_third_step_fits_every_move_that_keeps_the_value(text: str) -> None:
    for state in duels() if text == "prime-duel" else positions(text):
        analysis = analyse(state)
        kept = [choice.move for choice in keeping(analysis)]
        told = [hint(state, analysis, step) for step in range(1, STEPS + 1)]
        played = [move for move in kept if told[3] == f"Play {move}."]
        assert len(played) == 1, told
        if analysis.verdict != "loss":
            assert told[1].startswith((f"{len(kept)} of", "Between"))
            check_kind(state, told[2], kept, played[0])
        else:
            assert told[1] == f"All {len(kept)} moves lose against perfect play."
            assert told[2].startswith("Choose the move that is hardest to answer:")


def check_kind(state: State, told: str, kept: Sequence[Move], played: Move) -> None:
    """What is told is true of every move kept, and of no other, or it says so."""
    others = [move for move in state.moves() if move not in kept]
    match state:
        case NonprimeAddition():
            assert told.startswith("Every even total above 2 is safe;")
            assert not any((state.total + int(move)) % 2 == 0 for move in others)
        case NumberMorph() if told == "Any prime.":
            assert not others
        case NumberMorph():
            check_places(state, told, numbers(kept), numbers(others))
        case PrimeClimb() if told == f"Step {state.rules.top} is within reach.":
            assert state.mine + int(played) == state.rules.top
        case PrimeClimb() if told == "Land on a prime step: it gives another turn.":
            assert others
            assert kept == [move for move in state.moves() if is_prime(state.mine + int(move))]
        case PrimeClimb():
            check_span(told, "step", *([state.mine + n for n in numbers(moves)] for moves in (kept, others)))
        case PocketAddition() if told == f"You can make {state.rules.target} now.":
            assert state.rules.total[state.mine] + int(played) == state.rules.target
        case PocketAddition() if told == "Take what your opponent needs.":
            assert [state.rules.total[state.theirs] + n for n in numbers(kept)] == [state.rules.target]
        case PocketAddition():
            check_span(told, "number", numbers(kept), numbers(others))
        case PrimeDuel():
            check_cards(state, told, kept, others)
        case _:
            pytest.fail(told)


def numbers(moves: Iterable[Move]) -> list[int]:
    return [int(move) for move in moves]


def check_places(state: NumberMorph, told: str, kept: Sequence[int], others: Sequence[int]) -> None:
    found = re.fullmatch(r"Change (the .*) digit(, but not every prime there keeps the win)?\.", told)
    assert found, told
    units = [10 ** PLACES.index(place.removeprefix("the ")) for place in found[1].split(" or ")]

    def is_there(number: int) -> bool:
        assert state.number
        return any(number - number // u % 10 * u == state.number - state.number // u % 10 * u for u in units)

    assert all(map(is_there, kept))
    assert (found[2] is not None) == any(map(is_there, others))


def check_span(told: str, what: str, good: Sequence[int], bad: Sequence[int]) -> None:
    if told == f"Any {what}.":
        assert not bad
    elif told in (f"An even {what}.", f"An odd {what}."):
        odd = int("odd" in told)
        assert {n % 2 for n in good} == {odd}
        assert {n % 2 for n in bad} == {1 - odd}
    elif told == f"A low {what}.":
        assert max(good) < min(bad)
    elif told == f"A high {what}.":
        assert min(good) > max(bad)
    elif told == f"Neither the lowest nor the highest {what}.":
        assert all(min(bad) < n < max(bad) for n in good)
    elif found := re.fullmatch(rf"A {what} from (\d+) to (\d+)(, but not every one of them)?\.", told):
        low, high = int(found[1]), int(found[2])
        assert all(low <= n <= high for n in good)
        assert (found[3] is not None) == any(low <= n <= high for n in bad)
    else:
        pytest.fail(told)


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
    named = "the one card left" if len(cards) == 1 else f"the {len(cards)} cards left"
    assert (named if state.deck else f"the {len(cards)} reshuffled cards") in told


@cache
def is_certain(state: PrimeDuel, player: Player, longest: int) -> bool:
    """By the rules alone, whether the player can win whatever comes, within so many moves and cards."""
    if ending := state.ending():
        return ending.winner == player
    if longest == 0:
        return False
    wins = (is_certain(state.after(move), player, longest - 1) for move in options(state))
    return any(wins) if state.moves() and state.turn == player else all(wins)


def test_every_sentence_of_prime_duel_is_told() -> None:
    told = {hint(state, analyse(state), 3).partition(",")[0] for state in duels()}
    for sentence in (
        "This card makes 50.",
        "Both choices win whatever the cards bring.",
        "Only one choice wins whatever the cards bring.",
        "Of the 3 cards left",
        "Of the 40 reshuffled cards",
        "Look at the one card left",
    ):
        assert any(sentence in sentences for sentences in told), sentence


def test_a_certain_win_in_prime_duel_need_not_be_a_card_that_makes_50() -> None:
    count = "those that make 50 or a prime, and those that would pass 50: for you and for your opponent."
    told = ladder("prime-duel scores=45,45 deck=0,0,0,0,3,0,0,0,0,0 card=2")
    assert told[1] == "1 of 2 moves keeps the win."
    assert told[2:4] == [
        f"Only one choice wins whatever the cards bring. Of the 3 cards left, count {count}",
        "Play discard.",
    ]
    assert ladder("prime-duel scores=45,45 deck=0,0,0,0,3,0,0,0,0,0 card=5")[2] == "This card makes 50."


def test_where_a_reshuffle_comes_its_cards_are_counted() -> None:
    told = ladder("prime-duel scores=30,45 deck=0,0,0,0,0,0,0,0,0,0 card=2")
    assert told[2].startswith("Of the 40 reshuffled cards, count those that make 50 or a prime,")


def test_where_every_step_wins_none_is_told_apart() -> None:
    told = ladder("prime-climb top=35 largest=4 steps=16,30 turn=2")
    assert told[1:4] == ["4 of 4 moves keep the win.", "Any step.", "Play 1."]


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_no_step_before_the_fourth_names_the_move(step: int) -> None:
    state = at(PocketAddition, "one=3,5 two=6 turn=2")
    analysis = analyse(state)
    (move,) = (choice.move for choice in keeping(analysis))
    assert (f"{move}" in hint(state, analysis, step).replace("1 of", "")) == (step >= 4)

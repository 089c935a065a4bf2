"""Prime Duel: its rulings, its example, its ends and its refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from primeparlor.core import Ending
from primeparlor.games import PrimeDuel
from support.games import at, play, play_on, reachable, refused, rules_refused

FULL = tuple(card for card in range(1, 11) for _ in range(4))
SMALL = {"target": 7, "largest": 3, "copies": 1}


def test_the_game_begins_with_a_full_deck() -> None:
    state = play(PrimeDuel)
    assert (state.scores, state.deck, state.card, state.second, state.turn) == ((0, 0), FULL, None, False, 1)
    assert (state.chances(), state.moves(), state.ending()) == (FULL, (), None)
    assert state.odds() == {card: Fraction(1, 10) for card in range(1, 11)}


def test_the_example_of_the_book() -> None:
    state = play(PrimeDuel, 7)
    assert (state.card, state.moves(), state.chances()) == (7, ("keep", "discard"), ())
    state = play_on(state, "keep")
    assert (state.scores, state.turn, state.card) == ((7, 0), 1, None)
    state = play_on(state, 10, "keep")
    assert (state.scores, state.turn) == ((17, 0), 1)
    state = play_on(state, 9, "keep")
    assert (state.scores, state.turn) == ((26, 0), 2)
    state = play_on(state, 8, "discard")
    assert (state.scores, state.turn, state.second, state.card) == ((26, 0), 2, True, None)
    state = play_on(state, 3)
    assert (state.scores, state.turn, state.second) == ((26, 3), 2, False)
    state = play_on(state, 5, "keep")
    assert (state.scores, state.turn) == ((26, 8), 1)
    assert len(state.deck) == 34


def test_a_card_drawn_leaves_the_deck() -> None:
    state = play(PrimeDuel, 7)
    assert state.deck.count(7) == 3
    assert len(state.deck) == 39
    state = play_on(state, "discard", 7, 1)
    assert state.deck.count(7) == 2
    assert state.odds()[1] if state.chances() else state.card == 1


def test_odds_follow_the_cards_left() -> None:
    odds = play(PrimeDuel, 8, "discard").odds()
    assert odds == {card: Fraction(3 if card == 8 else 4, 39) for card in range(1, 11)}


def test_ruling_duel_1_kept_cards_return_with_the_reshuffle() -> None:
    state = play(PrimeDuel, 1, "keep", 3, "keep", 2, "keep", target=100, largest=3, copies=1)
    assert (state.scores, state.deck) == ((1, 5), ())
    assert state.chances() == (1, 2, 3), "the full deck, the kept cards included"
    state = play_on(state, 2)
    assert (state.card, state.deck) == (2, (1, 3))


def test_ruling_duel_1_rejected_cards_return_with_the_reshuffle() -> None:
    state = play(PrimeDuel, 1, "discard", 3, target=100, largest=3, copies=1)
    assert (state.scores, state.turn, state.deck) == ((3, 0), 1, (2,))
    state = play_on(state, 2, "keep")
    assert state.chances() == (1, 2, 3)


def test_ruling_duel_1_a_card_that_fits_neither_player_returns_too() -> None:
    """With both at 49 the game could never end if the 1s did not return."""
    state = at(PrimeDuel, "scores=49,49 deck=0,0,0,0,0,0,0,0,0,1")
    state = play_on(state, 10, "discard", 10)
    assert (state.scores, state.turn) == ((49, 49), 2)
    assert len(state.deck) == 39
    assert play_on(state, 1, "keep").ending() == Ending(2, "reached 50", 2)


def test_ruling_duel_2_the_deck_is_reshuffled_only_when_a_card_must_be_drawn() -> None:
    state = at(PrimeDuel, "scores=0,0 deck=0,0,0,0,0,0,0,0,0,1")
    assert state.chances() == (10,)
    state = play_on(state, 10)
    assert (state.deck, state.chances()) == ((), ())
    state = play_on(state, "keep")
    assert (state.deck, state.chances()) == ((), FULL)
    assert play_on(state, 4).deck.count(4) == 3


def test_ruling_duel_2_a_reshuffle_between_first_and_second_card_holds_the_rejected_one() -> None:
    state = at(PrimeDuel, "scores=0,0 deck=0,0,0,0,0,0,0,0,0,1")
    state = play_on(state, 10, "discard")
    assert (state.deck, state.second) == ((), True)
    assert state.chances() == FULL
    assert state.chances().count(10) == 4, "the rejected 10 is part of the new deck"
    state = play_on(state, 10)
    assert (state.scores, state.turn, state.deck.count(10), len(state.deck)) == ((10, 0), 2, 3, 39)


def test_ruling_duel_3_a_first_card_that_would_pass_the_target_must_be_discarded() -> None:
    state = at(PrimeDuel, "scores=45,0").play(6)
    assert state.moves() == ("discard",)
    assert state.forced() == "discard"
    assert refused(state, "keep") == "45 + 6 would pass 50: you must discard."
    state = play_on(state, "discard")
    assert (state.second, state.scores, state.turn) == (True, (45, 0), 1)


def test_ruling_duel_3_a_card_that_fits_exactly_may_be_kept() -> None:
    state = at(PrimeDuel, "scores=45,0").play(5)
    assert state.moves() == ("keep", "discard")
    assert state.forced() is None


def test_ruling_duel_3_discarding_for_player_2() -> None:
    state = at(PrimeDuel, "scores=0,45 turn=2").play(6)
    assert refused(state, "keep") == "45 + 6 would pass 50: you must discard."


def test_ruling_duel_4_a_second_card_that_fits_is_kept_without_a_question() -> None:
    state = play_on(at(PrimeDuel, "scores=40,0"), 1, "discard", 4)
    assert (state.scores, state.turn, state.second, state.card) == ((44, 0), 2, False, None)


def test_ruling_duel_4_a_second_card_that_does_not_fit_ends_the_turn_with_the_score_as_it_was() -> None:
    state = play_on(at(PrimeDuel, "scores=45,8"), 6, "discard", 7)
    assert (state.scores, state.turn, state.second, state.card) == ((45, 8), 2, False, None)
    assert (state.deck.count(6), state.deck.count(7)) == (3, 3)
    assert state.chances()


def test_ruling_duel_5_a_turn_that_ended_without_adding_gives_no_extra_turn() -> None:
    state = play_on(at(PrimeDuel, "scores=47,8"), 6, "discard", 7)
    assert (state.scores, state.turn) == ((47, 8), 2), "47 is prime, and yet the turn passes"


def test_ruling_duel_5_a_prime_score_made_by_adding_gives_an_extra_turn() -> None:
    first = play_on(at(PrimeDuel, "scores=40,8"), 7, "keep")
    second = play_on(at(PrimeDuel, "scores=40,8"), 5, "discard", 7)
    assert (first.scores, first.turn) == (second.scores, second.turn) == ((47, 8), 1)


@pytest.mark.parametrize("score", range(1, 50))
def test_ruling_duel_5_the_prime_scores_of_the_book(score: int) -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
    state = play_on(at(PrimeDuel, f"scores={score - 1},0"), 1, "keep")
    assert (state.turn == 1) == (score in primes)


def test_ruling_duel_6_exactly_the_target_wins_at_once() -> None:
    state = play_on(at(PrimeDuel, "scores=43,0"), 7, "keep")
    assert (state.scores, state.turn) == ((50, 0), 2)
    assert state.ending() == Ending(1, "reached 50", 1)
    assert (state.moves(), state.chances()) == ((), ())
    second = play_on(at(PrimeDuel, "scores=0,43 turn=2"), 8, "discard", 7)
    assert second.ending() == Ending(2, "reached 50", 2)


def test_ruling_duel_6_a_prime_target_wins_without_another_turn() -> None:
    state = play(PrimeDuel, 2, "keep", 3, "keep", target=5, largest=3)
    assert (state.scores, state.turn, state.ending()) == ((5, 0), 2, Ending(1, "reached 5", 1))


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_ruling_duel_7_the_order_in_which_cards_went_is_nowhere(order: tuple[int, int, int]) -> None:
    """Whatever the order of three rejected pairs, the same cards are left and nothing else is known."""
    state = at(PrimeDuel, "scores=10,10 target=12 largest=4")
    for first in order:
        state = play_on(state, first, "discard", 4)
    assert state.deck == (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
    assert state == at(PrimeDuel, "scores=10,10 target=12 largest=4 deck=3,3,3,1 turn=2")


def test_ruling_duel_7_no_field_of_any_state_tells_a_future_card() -> None:
    """A state holds the scores, the cards left in rising order, and the open card: nothing more."""
    fields = ("rules", "mine", "theirs", "deck", "card", "second", "turn")
    assert PrimeDuel._fields == fields
    for state in reachable(PrimeDuel.start(PrimeDuel.Rules(**SMALL))):
        assert list(state.deck) == sorted(state.deck)
        assert list(state.chances()) == sorted(state.chances())
        if state.chances():
            assert state.chances() == (state.deck or state.rules.full_deck)


def test_refusals_while_a_card_is_open() -> None:
    state = play(PrimeDuel, 7)
    for move in (7, 0, "", "yes", "pass", "KEEP"):
        assert refused(state, move) == "Answer yes to keep the card or no to discard it."


def test_fate_brings_only_cards_that_are_left() -> None:
    state = at(PrimeDuel, "deck=4,4,4,4,4,4,4,4,4,0")
    assert refused(state, 10) == "10 cannot be drawn here."
    assert refused(state, 11) == "11 cannot be drawn here."
    assert refused(state, 0) == "0 cannot be drawn here."
    assert refused(state, "keep") == "Keep cannot be drawn here."
    assert refused(state, "discard") == "Discard cannot be drawn here."


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ({"target": 1}, "target must be a whole number from 2 to 100."),
        ({"target": 101}, "target must be a whole number from 2 to 100."),
        ({"largest": 1}, "largest must be a whole number from 2 to 12."),
        ({"largest": 13}, "largest must be a whole number from 2 to 12."),
        ({"copies": 0}, "copies must be a whole number from 1 to 8."),
        ({"copies": 9}, "copies must be a whole number from 1 to 8."),
    ],
)
def test_ruling_all_5_numbers_outside_their_range_are_refused(number: dict[str, int], sentence: str) -> None:
    assert rules_refused(PrimeDuel, **number) == sentence


@pytest.mark.parametrize(
    "numbers",
    [{"target": 2}, {"target": 100}, {"largest": 2}, {"largest": 12}, {"copies": 1}, {"copies": 8}],
)
def test_ruling_all_5_numbers_at_the_ends_of_their_range_are_played(numbers: dict[str, int]) -> None:
    state = play(PrimeDuel, **numbers)
    assert state.rules.changed() == numbers
    assert len(state.deck) == state.rules.largest * state.rules.copies

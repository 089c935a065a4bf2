"""Prime Duel as text: yes and no, and the positions that are refused."""

from __future__ import annotations

import pytest

from primeparlor.games import PrimeDuel
from primeparlor.games.prime_duel.form import a
from primeparlor.notation import form_of, parse
from support.games import play, position_refused, text_refused

CARD = "Please type the number of a card."
DECISION = "Please type yes to keep the card or no to discard it."


@pytest.mark.parametrize(
    ("texts", "move"),
    [
        (["yes", "y", "keep", "YES", " Yes ", "Y", "KEEP\n", "Keep", "k"], "keep"),
        (["no", "n", "discard", "NO", "\tNo", "N", "DISCARD", "Discard\r\n", "D"], "discard"),
    ],
)
def test_yes_and_no_keep_and_discard(texts: list[str], move: str) -> None:
    for text in texts:
        assert parse(play(PrimeDuel, 7), text) == move
        assert text_refused(play(PrimeDuel), text) == CARD
        assert text_refused(play(PrimeDuel, 7, "discard"), text) == CARD


@pytest.mark.parametrize(
    "text", ["\u212aEEP", "\u212aeep", "ＹＥＳ", "yeſ", "ⅾ", "ⅾiscard", "ke", "7", "1", "0"]
)
def test_a_card_is_kept_only_by_a_listed_word(text: str) -> None:
    assert text_refused(play(PrimeDuel, 7), text) == DECISION


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("scores=51,0", "scores takes whole numbers from 0 to 50, not '51'."),
        ("scores=5", "scores takes two numbers, Player 1's and Player 2's, as in scores=7,0."),
        ("deck=5,4,4,4,4,4,4,4,4,4", "deck takes whole numbers from 0 to 4, not '5'."),
        ("deck=4,4", "deck takes 10 counts, one for each card 1 to 10."),
        ("deck=4,4,4,4,4,4,4,4,4,4,4", "deck takes 10 counts, one for each card 1 to 10."),
        ("deck=", "deck takes 10 counts, one for each card 1 to 10."),
        ("largest=3 deck=4,4", "deck takes 3 counts, one for each card 1 to 3."),
        ("card=0", "card takes whole numbers from 1 to 10, not '0'."),
        ("card=11", "card takes whole numbers from 1 to 10, not '11'."),
        ("card=", "card takes whole numbers from 1 to 10, not ''."),
        ("card=9", "All 4 of the 9s are in the deck, so card=9 cannot have been drawn."),
        ("copies=1 card=9", "All 1 of the 9s are in the deck, so card=9 cannot have been drawn."),
        ("draw=third", "draw must be 'first' or 'second'."),
        ("draw=", "draw must be 'first' or 'second'."),
        (
            "deck=3,4,4,4,4,4,4,4,4,4 card=1 draw=second",
            "Give card or draw, not both: a card that is drawn awaits a decision.",
        ),
        ("draw=second", "With draw=second, the rejected card cannot still be in the deck."),
        ("scores=50,0", "Player 1 has reached 50, so the game is over: write turn=2."),
        ("scores=0,50 turn=2", "Player 2 has reached 50, so the game is over: write turn=1."),
        ("scores=50,50", "Both players cannot have reached 50."),
        (
            "scores=50,0 turn=2 deck=3,4,4,4,4,4,4,4,4,4 card=1",
            "The game is over: no more cards are drawn.",
        ),
        (
            "scores=0,50 turn=1 deck=3,4,4,4,4,4,4,4,4,4 draw=second",
            "The game is over: no more cards are drawn.",
        ),
    ],
)
def test_invariants_of_prime_duel(words: str, sentence: str) -> None:
    assert position_refused(f"prime-duel {words}") == sentence


def test_a_card_that_cannot_be_drawn() -> None:
    why_not = form_of(PrimeDuel).why_not_drawn
    assert why_not(PrimeDuel.start(), 9) == "no 9 is left in the deck by then."
    assert why_not(PrimeDuel.start(), 11) == why_not(PrimeDuel.start(), None) == "the cards are 1 to 10."


def test_a_card_has_its_article() -> None:
    assert [a(card) for card in (1, 8, 10, 11, 12)] == ["a 1", "an 8", "a 10", "an 11", "a 12"]

"""Invalid input changes nothing, and too much of it in a row loses the game (ruling A2)."""

from __future__ import annotations

import pytest

from primeparlor.core import IllegalMove
from primeparlor.match import (
    MOST_REFUSALS,
    STRIKES,
    Event,
    Match,
    MatchError,
    Mistype,
    Outcome,
    Refusal,
    Settings,
)
from support.matches import AGENTS, Diary, as_bytes, go_on, read_bytes, refused, table
from support.variants import first_state

TRIES = (213, 217, 219)  # 3 × 71, 7 × 31, 3 × 73


def test_ruling_a2_invalid_input_changes_nothing() -> None:
    match = table("pocket-addition", 9)
    before = match.state
    assert refused(IllegalMove, match.submit, 2, 9, 1) == "9 has already been taken."
    assert refused(IllegalMove, match.submit, 2, "pass", 1) == "You may pass only when no number fits."
    match.perform(Mistype(match.state.turn, 1))
    assert (match.state, match.number, match.outcome) == (before, 1, None)
    go_on(match, 6)
    assert match.events[-1] == Event(2, 2, 6, refused=3)
    go_on(match, 5)
    assert match.events[-1] == Event(3, 1, 5)  # the count begins afresh


def test_ruling_a2_people_have_no_strikes_unless_asked() -> None:
    match = table("pocket-addition")
    for _ in range(50):
        match.perform(Mistype(match.state.turn, 0))
    assert match.outcome is None


def test_ruling_a2_that_many_strikes_in_a_row_forfeit_the_game() -> None:
    match = table("pocket-addition", settings=Settings(strikes=2))
    match.perform(Mistype(match.state.turn, 0))
    go_on(match, 6)
    match.perform(Mistype(match.state.turn, 1))
    go_on(match, 7)
    match.perform(Mistype(match.state.turn, 2))
    assert match.outcome is None
    assert refused(IllegalMove, match.submit, 1, 7, 2) == "7 has already been taken."
    assert match.outcome == Outcome(2, STRIKES)
    assert STRIKES == "too many invalid inputs"


def test_ruling_a2_strikes_hit_the_player_to_move() -> None:
    match = table("pocket-addition", 6, settings=Settings(strikes=1))
    match.perform(Mistype(match.state.turn, 1))
    assert match.outcome == Outcome(1, STRIKES)


def test_ruling_a2_agents_have_three_strikes_unless_set_otherwise() -> None:
    match = table("pocket-addition", seats=AGENTS)
    match.perform(Mistype(match.state.turn, 0))
    match.perform(Mistype(match.state.turn, 0))
    assert match.outcome is None
    match.perform(Mistype(match.state.turn, 0))
    assert match.outcome == Outcome(2, STRIKES)
    patient = table("pocket-addition", seats=AGENTS, settings=Settings(strikes=4))
    for _ in range(3):
        patient.perform(Mistype(patient.state.turn, 0))
    assert patient.outcome is None


def test_ruling_a2_each_seat_has_its_own_default() -> None:
    match = table("pocket-addition", seats=("human", "random"))
    for _ in range(5):
        match.perform(Mistype(match.state.turn, 0))
    go_on(match, 6)
    for _ in range(3):
        match.perform(Mistype(match.state.turn, 1))
    assert match.outcome == Outcome(1, STRIKES)


def test_ruling_a2_an_attempt_in_number_morph_is_no_strike_for_a_person() -> None:
    match = table("number-morph", fate=[211], settings=Settings(strikes=1))
    for move in TRIES:
        assert refused(IllegalMove, match.submit, 1, move, 1) == match.state.why_not(move)
    assert match.outcome is None
    go_on(match, 271)
    assert match.events[-1].refused == 3
    assert refused(IllegalMove, match.submit, 2, 211, 2) == "211 has already been used."
    assert match.outcome is None
    # a number that is no attempt is a strike: it does not have one digit changed
    assert refused(IllegalMove, match.submit, 2, 997, 2) == "997 is not 271 with one digit changed."
    assert match.outcome == Outcome(1, STRIKES)


@pytest.mark.parametrize("seats", [AGENTS, ("agent:Ada", "human")])
def test_ruling_a2_an_attempt_in_number_morph_is_a_strike_for_an_agent(seats: tuple[str, str]) -> None:
    match = table("number-morph", seats=seats, fate=[211])
    for move in TRIES:
        assert match.outcome is None, move
        assert refused(IllegalMove, match.submit, 1, move, 1) == match.state.why_not(move)
    assert match.outcome == Outcome(2, STRIKES)


def test_ruling_a2_an_attempt_is_free_for_the_person_and_not_for_the_agent_across_the_table() -> None:
    for seats, forfeits in ((("human", "random"), False), (("random", "human"), True)):
        match = Match(first_state("number-morph"), seats, Settings(strikes=1), fate=[211])
        match.begin()
        with pytest.raises(IllegalMove):
            match.submit(1, 213, match.number)
        assert (match.outcome is not None) == forfeits


def test_ruling_a2_an_attempt_between_two_strikes_does_not_count() -> None:
    match = table("number-morph", fate=[211], settings=Settings(strikes=2))
    match.perform(Mistype(match.state.turn, 1))
    assert refused(IllegalMove, match.submit, 1, 213, 1)
    assert match.outcome is None
    match.perform(Mistype(match.state.turn, 1))
    assert match.outcome == Outcome(2, STRIKES)


def test_only_so_many_refusals_of_a_decision_are_noted_but_all_are_counted_and_told() -> None:
    match = table("number-morph number=211 used=211 turn=1")
    diary = Diary(match)
    for _ in range(MOST_REFUSALS + 3):
        assert refused(IllegalMove, match.submit, 1, 213, 0)
    match.perform(Mistype(1, 0))
    assert len(match.notes) == MOST_REFUSALS == 20
    assert sum(what == "told" for what, _ in diary.notes) == MOST_REFUSALS + 4
    go_on(match, 241)
    assert match.events[-1] == Event(1, 1, 241, refused=MOST_REFUSALS + 4)
    assert read_bytes(as_bytes(match)).match.events == match.events
    match.perform(Mistype(2, 1))
    assert len(match.notes) == MOST_REFUSALS + 1  # each decision has its own


def test_strikes_lose_even_if_there_are_more_of_them_than_refusals_are_noted() -> None:
    match = table("number-morph number=211 used=211 turn=1", settings=Settings(strikes=MOST_REFUSALS + 5))
    for _ in range(MOST_REFUSALS + 5):
        refused(IllegalMove, match.submit, 1, 213, 0)  # an attempt is no strike
    assert len(match.notes) == MOST_REFUSALS
    for _ in range(MOST_REFUSALS + 4):
        match.perform(Mistype(1, 0))
    assert match.outcome is None
    match.perform(Mistype(1, 0))
    assert match.outcome == Outcome(2, STRIKES)
    assert read_bytes(as_bytes(match)).match.outcome == match.outcome


@pytest.mark.parametrize(
    ("position", "strikes", "noted", "refusals", "allowed"),
    [
        ("number-morph number=211 used=211 turn=1", None, 19, 19, True),
        ("number-morph number=211 used=211 turn=1", None, 19, 20, False),
        ("number-morph number=211 used=211 turn=1", None, 20, 20, True),
        ("number-morph number=211 used=211 turn=1", None, 20, 500, True),
        ("number-morph number=211 used=211 turn=1", None, 20, 19, False),
        ("number-morph number=211 used=211 turn=1", 30, 20, 500, True),  # attempts
        ("pocket-addition", None, 20, 500, True),
        ("pocket-addition", 30, 20, 20, True),
        ("pocket-addition", 30, 20, 21, False),  # every refused input would be a strike with a note
    ],
)
def test_a_record_counts_refusals_without_notes_only_after_those_with_notes(
    position: str, strikes: int | None, noted: int, refusals: int, allowed: bool
) -> None:
    match = table(position, settings=Settings(strikes=strikes))
    for _ in range(noted):
        match.restore(Refusal(0, 1, None, strike=True))
    event = Event(1, 1, match.state.moves()[0], refused=refusals)
    if allowed:
        match.restore(event)
    else:
        sentence = f"{noted} refused inputs were noted before, not {refusals}"
        assert refused(MatchError, match.restore, event) == sentence


def test_a_record_with_more_notes_of_refusals_than_are_written_is_refused() -> None:
    match = table("number-morph number=211 used=211 turn=1", settings=Settings(strikes=50))
    for _ in range(MOST_REFUSALS):
        match.restore(Refusal(0, 1, 213, strike=False))
    sentence = "only the first 20 refused inputs of a decision are noted"
    assert refused(MatchError, match.restore, Refusal(0, 1, 213, strike=False)) == sentence
    match.restore(Refusal(0, 1, None, strike=True))

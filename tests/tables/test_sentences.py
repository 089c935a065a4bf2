"""What happened at a table, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import Player
from primeparlor.games import PocketAddition
from primeparlor.match import (
    FAILED,
    FULL,
    LIMIT,
    MOVES,
    REMATCH,
    RESIGNED,
    UNDO,
    Act,
    Answer,
    CallTime,
    Event,
    Hint,
    Match,
    Mistype,
    Note,
    Offer,
    Outcome,
    Pause,
    Play,
    Refusal,
    Resign,
    Seating,
    Settings,
    TakeBack,
    TakeHelp,
)
from primeparlor.messages import Seats
from primeparlor.tables.sentences import (
    describe_offer,
    format_early_end,
    format_help_used,
    format_hints_used,
    format_note,
    format_price_of_help,
    format_standing,
    format_summary,
    format_terms,
    format_undo,
    list_terms,
)
from support.games import at
from support.matches import Clock, table

POCKET = "pocket-addition"


@pytest.mark.parametrize(
    ("options", "reader", "told"),
    [
        ({}, {}, ["With a friend", "Undo if both agree", "Hints for both"]),
        ({}, {"watching": True}, ["With a friend", "You are watching", "Hints for both"]),
        ({}, {"one_screen": True}, ["On one screen"]),
        (
            {"seats": ("human", "club"), "settings": Settings(clock=90, undo=False, hints=False)},
            {},
            ["Against the house", "90 seconds per move", "No hints", "No undo"],
        ),
    ],
)
def test_what_is_special_at_a_table_fits_in_a_few_words(
    options: dict[str, Any], reader: dict[str, bool], told: list[str]
) -> None:
    assert list_terms(table(POCKET, **options), 1, **reader) == told
    assert list_terms(table(POCKET, **options), 2, **reader) == [*told, "Game 2"]


def test_a_variant_and_the_daily_duel_are_named_first() -> None:
    duel = table("prime-duel", day="2026-11-19", seats=("human", "club"))
    assert list_terms(duel, 1)[:2] == ["Daily duel", "Against the house"]
    assert list_terms(Match(at(PocketAddition, "target=20")), 1)[1] == "Exactly 20"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, []),
        (
            {"seats": ("human", "club")},
            ["Player 1: you. Player 2: club.", "This game counts for the ladder only without hints or undo."],
        ),
        ({"seats": ("agent:Ada", "human")}, ["Player 1: Ada. Player 2: you."]),
        ({"names": ("", "Ann")}, ["Player 1: you. Player 2: Ann."]),
        ({"settings": Settings(clock=1)}, ["You have 1 second for each move."]),
        ({"settings": Settings(clock=2.5)}, ["You have 2.5 seconds for each move."]),
        ({"settings": Settings(clock=10**8)}, ["You have 100,000,000 seconds for each move."]),
        ({"settings": Settings(strikes=1)}, ["One invalid input loses the game."]),
        ({"settings": Settings(strikes=3)}, ["Three invalid inputs in a row lose the game."]),
        ({"settings": Settings(strikes=1000)}, ["1,000 invalid inputs in a row lose the game."]),
        ({"settings": Settings(limit=9)}, ["The game stops after 9 moves, with no winner."]),
    ],
)
def test_what_is_agreed_is_told_as_far_as_it_is_unusual(options: dict[str, object], told: list[str]) -> None:
    assert format_terms(table(POCKET, **options)) == told


def test_on_a_page_nobody_is_you() -> None:
    match = table(POCKET, seats=("human", "club"))
    assert format_terms(match, person="a guest")[0] == "Player 1: a guest. Player 2: club."


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "This game counts for the ladder only without hints or undo."),
        ({"settings": Settings(undo=False)}, "This game counts for the ladder only without hints."),
        ({"settings": Settings(hints=False)}, "This game counts for the ladder only without undo."),
        ({"settings": Settings(undo=False, hints=False)}, ""),
        ({"seats": ("human", "random")}, ""),  # no level
        ({"seats": ("expert", "club")}, ""),
        ({"seats": ("human", "human")}, ""),
        ({"seed": 1}, ""),  # no win counts whose fate could be known
        ({"too_large": True}, ""),
    ],
)
def test_what_the_first_help_costs_is_told_while_it_costs_something(
    options: dict[str, object], told: str
) -> None:
    assert format_price_of_help(table(POCKET, **{"seats": ("human", "club"), **options})) == told


@pytest.mark.parametrize("act", [TakeHelp(1, 1, 0), TakeHelp(1, "moves", 0), Play(1, 6, 0), Resign(1, 0)])
def test_after_the_first_help_it_is_not_told_again(act: Act) -> None:
    match = table(POCKET, seats=("human", "club"))
    match.perform(act)
    assert bool(format_price_of_help(match)) is isinstance(act, Play)
    if isinstance(act, Play):
        match.perform(TakeBack(1, match.number))
        assert format_price_of_help(match) == ""


def test_in_a_variant_there_is_no_level_to_beat() -> None:
    match = Match(at(PocketAddition, "target=20"), ("human", "club"))
    match.begin()
    assert format_price_of_help(match) == ""


@pytest.mark.parametrize(
    ("note", "kind", "told"),
    [
        (Hint(0, 1, 2), None, "Player 1 asks for a hint: step 2."),
        (Hint(0, 2, MOVES), None, "Player 2 asks for a hint: moves."),
        (Seating(0, ("human", "club")), None, "Player 1 is now human, and Player 2 is club."),
        (Seating(0, ("human", "club"), ("Ann", "")), None, "Player 1 is now Ann, and Player 2 is club."),
        (Offer(3, 1, UNDO), None, "Player 1 asks to take back a move."),
        (Answer(3, 2, True), UNDO, "Player 2 allows it."),
        (Answer(3, 2, False), UNDO, "Player 2 does not allow it."),
        (Offer(9, 2, REMATCH), None, "Player 2 asks for another game with seats swapped."),
        (Answer(9, 1, True), REMATCH, "Player 1 agrees."),
        (Answer(9, 1, False), REMATCH, "Player 1 declines."),
        (Refusal(0, 1, 12, True), None, None),
        (Pause(0, 5), None, None),
    ],
)
def test_notes_are_told(note: Note, kind: str | None, told: str | None) -> None:
    assert format_note(note, kind) == told


def test_a_move_that_was_taken_back_is_named_by_its_number_at_the_table() -> None:
    match = table(POCKET, 6, 9, number=40, seq=60)
    match.perform(TakeBack(1, 42))
    last = match.events[-1]
    assert isinstance(last, Event)
    assert format_undo(match, last, match.state) == "Player 1 takes back 6."


def test_how_a_match_ended_and_stands() -> None:
    match = table("pocket-addition target=13", 6)
    assert format_standing(match) == "unfinished, Player 2 to move [target=13]"
    assert format_standing(table(POCKET)) == "unfinished, Player 1 to move"
    match.submit(2, 9, 1)
    match.submit(1, 7, 2)
    assert format_standing(match) == "Player 1 won (reached 13) [target=13]"
    lost = table("nonprime-addition", 2)
    assert format_standing(lost) == "Player 2 won (Player 1 made a prime)"


def test_ends_before_the_rules_say_so() -> None:
    assert format_early_end(Outcome(None, LIMIT)) == [
        "The move limit is reached. The game is unfinished: nobody wins."
    ]
    assert format_early_end(Outcome(None, FULL)) == [
        "The table is full. The game is unfinished: nobody wins."
    ]
    assert format_early_end(Outcome(2, RESIGNED)) == ["Player 1 resigns.", "Player 2 wins."]
    assert format_early_end(Outcome(1, FAILED)) == [
        "Player 2 has failed and forfeits the game.",
        "Player 1 wins.",
    ]
    assert format_early_end(Outcome(1, "reached 15")) is None
    match = table(POCKET, settings=Settings(clock=5), now=(clock := Clock()))
    clock.seconds += 9
    assert match.perform(CallTime()).entries
    assert match.outcome
    assert format_summary(match, match.outcome) == "Player 2 won (Player 1 ran out of time)"
    assert format_summary(match, Outcome(None, LIMIT)) == LIMIT


def test_the_end_and_the_turn_are_told_to_one_person() -> None:
    def house(player: Player) -> str:
        return {1: "you", 2: "the house"}[player]

    match = table(POCKET)
    assert format_standing(match, house) == "unfinished, your turn"
    assert format_standing(table(POCKET, 6), house) == "unfinished, the house to move"
    assert format_standing(table("nonprime-addition", 2), house) == "The house won (you made a prime)"
    match.perform(Resign(1, match.number))
    assert format_standing(match, house) == "The house won (you resigned)"
    assert format_standing(table("prime-climb steps=18,0", 2), house) == "You won (reached 20)"


def test_what_is_left_of_a_decision_is_told_when_a_game_is_resumed() -> None:
    clock = Clock()
    match = table("pocket-addition", 6, settings=Settings(strikes=3, clock=60), now=clock)
    clock.seconds += 59.2
    match.perform(Mistype(2, 1))
    assert format_terms(match) == [
        "You have 60 seconds for each move.",
        "You have 1 second left for this one.",
        "Three invalid inputs in a row lose the game.",
        "Invalid inputs so far: 1.",
    ]
    assert "Invalid inputs so far: 1." not in format_terms(match, readers=[1])


def test_hints_and_undos_are_counted_in_a_few_words() -> None:
    match = table("pocket-addition")
    assert format_help_used(match) == ""
    match.perform(TakeHelp(1, 1, match.number))
    assert format_help_used(match) == "1 hint"
    match.submit(1, 6, match.number)
    match.perform(TakeBack(1, match.number))
    match.perform(TakeHelp(1, MOVES, match.number))
    assert format_help_used(match) == "2 hints, 1 undo"
    match.submit(1, 6, match.number)
    match.perform(TakeBack(1, match.number))
    assert format_help_used(match) == "2 hints, 2 undos"


@pytest.mark.parametrize("seats", [Seats(("You", "Mara"), 1), Seats(("Otto", "You"), 2)])
def test_an_offer_is_told_to_who_made_it_and_to_who_is_asked(seats: Seats) -> None:
    asked, declined = ("Otto asks", "You declined") if seats.you == 2 else ("You ask", "Mara declined")
    undo = describe_offer(1, UNDO, "the last move, 5", seats)
    assert undo["asks"] == f"{asked} to take back the last move, 5."
    assert undo["declined"] == f"{declined}: the move stands."
    again = describe_offer(1, REMATCH, "", seats)
    assert again["asks"] == f"{asked} for another game with seats swapped."
    assert again["declined"] == f"{declined}: no rematch for now."


def test_hints_are_counted_beside_a_name() -> None:
    assert [format_hints_used(count) for count in (0, 1, 2)] == ["", "1 hint", "2 hints"]

"""A record that was tampered with is refused with the line and the reason."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from primeparlor.games import GAMES
from primeparlor.match import FAILED, RESIGNED, STRIKES, Event, Outcome, Refusal, Resign
from primeparlor.records import (
    LONGEST_LINE,
    RecordError,
    load,
    read,
)
from support.matches import BEGAN, as_bytes, read_bytes, table, view
from support.records import GOOD, MISSING, changed, dumped, fits, good_lines, refused

# Refused with the line and the reason ------------------------------------------------------------

SHAPE, SENSE = "shape", "sense"  # whether the schema can see it

HEADERS: list[tuple[str, str, object, str, str]] = [
    ("duel", "parlor", 3, SHAPE, "version 3 is unknown; this parlor reads version 2"),
    ("duel", "parlor", 1, SHAPE, "version 1 is from before the first release and is no longer read; "
     "move the file away and start a new game"),
    ("duel", "parlor", True, SHAPE, "parlor is missing or has the wrong type"),
    ("duel", "parlor", MISSING, SHAPE, "parlor is missing or has the wrong type"),
    ("duel", "game", "pig", SENSE, "There is no game 'pig' here. If it comes in a separate package, "
     f"install that first. The installed games are: {', '.join(GAMES.ours)}."),
    ("duel", "game", 5, SHAPE, "game is missing or has the wrong type"),
    ("duel", "rules", [], SHAPE, "rules is missing or has the wrong type"),
    ("duel", "rules.target", MISSING, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.\x1b[2J", 4, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.target", None, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.target", 101, SHAPE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", 50.0, SENSE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", "50", SHAPE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", 49, SENSE, "standard does not match the rules"),
    ("duel", "standard", False, SENSE, "standard does not match the rules"),
    ("duel", "standard", 1, SHAPE, "standard is missing or has the wrong type"),
    ("duel", "seats", "ann", SHAPE, "seats is missing or has the wrong type"),
    ("duel", "seats", ["ann"], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", "bob", "cy"], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", 2], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", ""], SHAPE, "A seat label must be 1 to 1000 printable characters."),
    ("duel", "seats", ["ann", "\x1b[2J"], SHAPE, "A seat label must be 1 to 1000 printable characters."),
    ("duel", "settings", None, SHAPE, "settings is missing or has the wrong type"),
    ("duel", "settings.undo", MISSING, SHAPE,
     "settings must hold exactly strikes, limit, clock, undo, hints, consent"),
    ("duel", "settings.komi", 6.5, SHAPE,
     "settings must hold exactly strikes, limit, clock, undo, hints, consent"),
    ("duel", "settings.consent", MISSING, SHAPE,
     "settings must hold exactly strikes, limit, clock, undo, hints, consent"),
    ("duel", "settings.consent", 1, SHAPE, "settings: consent has the wrong type"),
    ("duel", "settings.undo", None, SHAPE, "settings: undo has the wrong type"),
    ("duel", "settings.hints", 1, SHAPE, "settings: hints has the wrong type"),
    ("duel", "settings.strikes", True, SHAPE, "settings: strikes has the wrong type"),
    ("duel", "settings.strikes", 1.5, SHAPE, "settings: strikes has the wrong type"),
    ("duel", "settings.limit", "9", SHAPE, "settings: limit has the wrong type"),
    ("duel", "settings.clock", [], SHAPE, "settings: clock has the wrong type"),
    ("duel", "settings.clock", False, SHAPE, "settings: clock has the wrong type"),
    ("duel", "settings.strikes", 0, SHAPE, "strikes must be a whole number from 1 to 1000000000."),
    ("duel", "settings.limit", -1, SHAPE, "limit must be a whole number from 1 to 1000000000."),
    ("duel", "settings.clock", 0, SHAPE, "clock must be more than 0 and at most 1000000000 seconds."),
    ("duel", "settings.clock", 10**400, SHAPE, "clock must be more than 0 and at most 1000000000 seconds."),
    ("duel", "seeded", "no", SHAPE, "seeded is missing or has the wrong type"),
    ("duel", "too_large", False, SHAPE, "too_large must be true or left out"),
    ("duel", "too_large", 1, SHAPE, "too_large is missing or has the wrong type"),
    ("duel", "day", 20261117, SHAPE, "day is missing or has the wrong type"),
    ("duel", "day", None, SHAPE, "day is missing or has the wrong type"),
    ("duel", "day", "", SHAPE, "day must be a date such as 2026-01-31"),
    ("duel", "day", "20261117", SHAPE, "day must be a date such as 2026-01-31"),
    ("duel", "day", "2026-11-17\n", SHAPE, "day must be a date such as 2026-01-31"),
    ("duel", "seed", 5, SHAPE, "unknown key 'seed'"),
    ("duel", "deck", [3, 1, 4], SHAPE, "unknown key 'deck'"),
    ("duel", "x" * 50, 1, SHAPE, f"unknown key '{'x' * 40}'"),
    ("duel", "began", 20260131, SHAPE, "began is missing or has the wrong type"),
    ("duel", "began", "yesterday", SHAPE, "began must be a time such as 2026-01-31T18:00:00Z"),
    ("duel", "began", BEGAN + "\n", SHAPE, "began must be a time such as 2026-01-31T18:00:00Z"),
    ("asked", "names", ["Ann"], SHAPE, "names must be two names"),
    ("asked", "names", None, SHAPE, "names is missing or has the wrong type"),
    ("asked", "names", ["Ann", "b" * 41], SHAPE, "A name must have at most 40 characters; this one has 41."),
    ("asked", "names", ["Ann", "\x1b[2J"], SHAPE,
     "A name must not contain control characters or line breaks (U+001B)."),
    ("asked", "names", ["Ann", "\u202eb"], SHAPE,
     "A name must not turn the direction of the text around it (U+202E)."),
    ("asked", "names", ["Ann", "⌂"], SHAPE, "A name must not contain ⌂: it marks the house."),
    ("asked", "names", ["Ann", " "], SENSE, "A name must show something. Choose another one, or none."),
    ("agents", "names", ["", "Bob"], SENSE, "Only people can choose a name."),
    ("series", "series", None, SHAPE, "series is missing or has the wrong type"),
    ("series", "series.game", "2", SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.game", True, SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.score", [1], SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.score", [1, False], SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.first", MISSING, SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.last", "x", SHAPE, "series must hold first_to, game, score and first"),
    ("series", "series.first_to", 1, SHAPE, "A match goes to 2 to 50 won games."),
    ("series", "series.score", [1, 1], SENSE, "A score counts only games that were played before."),
    ("second", "after", 57, SHAPE, "after is missing or has the wrong type"),
    ("second", "after.seq", MISSING, SHAPE, "after must hold number and seq"),
    ("second", "after.seq", True, SHAPE, "after must hold number and seq"),
    ("second", "after.hour", 7, SHAPE, "after must hold number and seq"),
    ("second", "after.number", -1, SHAPE, "after: number must be from 0 to seq, and seq at most 1000000000"),
    ("second", "after.number", 81, SENSE, "after: number must be from 0 to seq, and seq at most 1000000000"),
    ("second", "after.seq", 10**9 + 1, SHAPE,
     "after: number must be from 0 to seq, and seq at most 1000000000"),
    ("duel", "more", True, SHAPE, "unknown key 'more'"),
    ("set up", "position", 7, SHAPE, "position is missing or has the wrong type"),
    ("set up", "position", "prime-duel", SENSE, "position does not match the game and its rules"),
    ("set up", "position", "prime-climb top=21", SENSE, "position does not match the game and its rules"),
    ("set up", "position", "prime-climb steps=4,4", SENSE, "Both players cannot stand on Step 4."),
]  # fmt: skip

EVENTS: list[tuple[str, int, str, object, str, str]] = [
    ("duel", 2, "number", 2, SENSE, "event 1 is missing"),
    ("duel", 3, "number", 1, SENSE, "event 2 is missing"),
    ("duel", 3, "number", "2", SHAPE, "number is missing or has the wrong type"),
    ("duel", 3, "number", MISSING, SHAPE, "number is missing or has the wrong type"),
    ("duel", 2, "who", 1, SHAPE, "it is not Player 1's turn"),
    ("duel", 3, "who", "fate", SENSE, "it is not fate's turn"),
    ("duel", 3, "who", 2, SENSE, "it is not Player 2's turn"),
    ("duel", 3, "who", 3, SHAPE, "who must be 1, 2 or 'fate'"),
    ("duel", 3, "who", "chance", SHAPE, "who must be 1, 2 or 'fate'"),
    ("duel", 3, "who", True, SHAPE, "who is missing or has the wrong type"),
    ("duel", 2, "move", 11, SENSE, "illegal move 11: 11 cannot be drawn here."),
    ("duel", 2, "move", "keep", SENSE, "illegal move keep: Keep cannot be drawn here."),
    ("duel", 3, "move", "pass", SENSE, "illegal move pass: Answer yes to keep the card or no to discard it."),
    ("duel", 3, "move", MISSING, SHAPE, "move is missing or has the wrong type"),
    ("duel", 3, "move", None, SHAPE, "move is missing or has the wrong type"),
    ("duel", 2, "move", 7.0, SENSE, "move is missing or has the wrong type"),
    ("duel", 2, "move", True, SHAPE, "move is missing or has the wrong type"),
    ("duel", 2, "move", -1, SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "kéep", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "\x1b[31m", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "k" * 21, SHAPE, "move must be a whole number or a word"),
    ("duel", 2, "move", 10**20, SHAPE, "move must be a whole number or a word"),
    ("duel", 2, "move", 10**20 - 1, SENSE,
     "illegal move 99999999999999999999: 99999999999999999999 cannot be drawn here."),
    ("duel", 2, "ms", 5, SHAPE, "only a player's own decision can have a time or refusals"),
    ("duel", 2, "refused", 1, SHAPE, "only a player's own decision can have a time or refusals"),
    ("duel", 3, "ms", -1, SHAPE, "ms must be a whole number from 0 to 1000000000000000"),
    ("duel", 3, "refused", -1, SHAPE, "refused must be a whole number from 0 to 1000000000000000"),
    ("duel", 3, "ms", 1.5, SHAPE, "ms is missing or has the wrong type"),
    ("duel", 3, "refused", "1", SHAPE, "refused is missing or has the wrong type"),
    ("duel", 3, "hints", ["moves"], SHAPE, "unknown key 'hints'"),
    ("duel", 3, "hint", 1, SHAPE, "after is missing or has the wrong type"),
    ("duel", 3, "by_hand", True, SHAPE, "only the outcomes of fate can be dealt by hand"),
    ("duel", 3, "by_hand", 1, SHAPE, "by_hand is missing or has the wrong type"),
    ("duel", 3, "forced", True, SENSE, "move keep is not forced"),
    ("duel", 2, "forced", True, SHAPE, "move 7 is not forced"),
    ("duel", 3, "forced", "yes", SHAPE, "forced is missing or has the wrong type"),
    ("duel", 3, "note", "hm", SHAPE, "unknown key 'note'"),
    ("duel", 3, "undo", 2, SHAPE, "unknown key 'move'"),
    ("duel", 3, "more", False, SHAPE, "more must be true or left out"),
    ("duel", 3, "more", 1, SHAPE, "more is missing or has the wrong type"),
    ("forced", 3, "forced", MISSING, SENSE, "move pass is forced"),
    ("forced", 3, "ms", 3, SHAPE, "only a player's own decision can have a time or refusals"),
    ("undone", 4, "undo", 1, SENSE, "Player 2's last decision was not event 1"),
    ("undone", 4, "who", 1, SENSE, "Player 1's last decision was not event 2"),
    ("undone", 4, "who", "fate", SHAPE, "fate cannot take back a move here"),
    ("undone", 4, "forced", True, SHAPE, "Player 2 cannot take back a move here"),
    ("undone", 4, "by_hand", True, SHAPE, "only the outcomes of fate can be dealt by hand"),
    ("undone", 4, "undo", None, SHAPE, "undo is missing or has the wrong type"),
    ("undone", 4, "move", 7, SHAPE, "unknown key 'move'"),
    ("strict", 2, "ms", 2001, SENSE, "the decision took longer than the clock allows"),
    ("helped", 3, "after", 0, SENSE, "after should be 1"),
    ("helped", 3, "after", 2, SENSE, "after should be 1"),
    ("helped", 3, "after", -1, SHAPE, "after should be 1"),
    ("helped", 3, "after", "1", SHAPE, "after is missing or has the wrong type"),
    ("helped", 3, "after", MISSING, SHAPE, "after is missing or has the wrong type"),
    ("helped", 3, "who", 1, SENSE, "Player 1 has no choice to make here"),
    ("helped", 3, "who", 3, SHAPE, "who must be 1 or 2"),
    ("helped", 3, "who", "fate", SHAPE, "who is missing or has the wrong type"),
    ("helped", 3, "who", True, SHAPE, "who is missing or has the wrong type"),
    ("helped", 3, "hint", "best", SHAPE, "A hint is a step number, 'moves' or 'why'."),
    ("helped", 3, "hint", "\x1b[2J", SHAPE, "A hint is a step number, 'moves' or 'why'."),
    ("helped", 3, "hint", None, SHAPE, "hint is missing or has the wrong type"),
    ("helped", 3, "hint", True, SHAPE, "hint is missing or has the wrong type"),
    ("helped", 3, "hint", 1.0, SENSE, "hint is missing or has the wrong type"),
    ("helped", 3, "hint", ["moves"], SHAPE, "hint is missing or has the wrong type"),
    ("helped", 3, "hint", 2, SENSE, "The next hint is step 1."),
    ("helped", 3, "hint", 0, SHAPE, "The next hint is step 1."),
    ("helped", 4, "hint", 10**1000, SENSE, "The next hint is step 1."),
    ("helped", 4, "hint", "moves", SENSE, "this hint was already noted for this decision"),
    ("helped", 5, "hint", 1, SENSE, "this hint was already noted for this decision"),
    ("helped", 5, "hint", 3, SENSE, "The next hint is step 2."),
    ("helped", 5, "ms", -5, SHAPE, "ms must be a whole number from 0 to 1000000000000000"),
    ("helped", 5, "number", 2, SHAPE, "unknown key 'number'"),
    ("helped", 5, "text", "Play 9.", SHAPE, "unknown key 'text'"),
    ("seated", 3, "after", 0, SENSE, "after should be 1"),
    ("seated", 3, "after", MISSING, SHAPE, "after is missing or has the wrong type"),
    ("seated", 3, "seats", ["human"], SHAPE, "seats must be two names"),
    ("seated", 3, "seats", ["human", "\x1b[2J"], SHAPE,
     "A seat label must be 1 to 1000 printable characters."),
    ("seated", 3, "seats", ["human", "human"], SENSE, "the players have not changed"),
    ("seated", 3, "who", 1, SHAPE, "unknown key 'who'"),
    ("seated", 4, "refused", 3, SENSE, "0 refused inputs were noted before, not 3"),
    ("seated", 3, "names", ["", "Bob"], SENSE, "Only people can choose a name."),
    ("asked", 8, "names", ["Ann"], SHAPE, "names must be two names"),
    ("asked", 8, "names", ["Ann", ""], SENSE, "the players have not changed"),
    ("clumsy", 2, "refusal", 4, SENSE, "move 4 is legal here"),
    ("clumsy", 2, "refusal", -4, SHAPE, "refusal must be a whole number or a word"),
    ("clumsy", 2, "refusal", [], SHAPE, "refusal is missing or has the wrong type"),
    ("clumsy", 2, "refusal", True, SHAPE, "refusal is missing or has the wrong type"),
    ("clumsy", 2, "strike", False, SENSE, "this refusal should count as a strike"),
    ("clumsy", 2, "strike", MISSING, SHAPE, "strike is missing or has the wrong type"),
    ("clumsy", 2, "who", 2, SENSE, "Player 2 has no choice to make here"),
    ("clumsy", 2, "who", 0, SHAPE, "who must be 1 or 2"),
    ("clumsy", 2, "after", 1, SENSE, "after should be 0"),
    ("clumsy", 2, "ms", True, SHAPE, "ms is missing or has the wrong type"),
    ("clumsy", 2, "text", "oops", SHAPE, "unknown key 'text'"),
    ("clumsy", 3, "refused", MISSING, SENSE, "1 refused inputs were noted before, not 0"),
    ("trying", 3, "strike", True, SENSE, "this refusal should not count as a strike"),
    ("trying", 3, "refusal", 277, SENSE, "this refusal should count as a strike"),
    ("timed", 2, "ms", 60001, SENSE, "the decision took longer than the clock allows"),
    ("timed", 3, "pause", 60001, SENSE, "the decision took longer than the clock allows"),
    ("timed", 3, "pause", 999, SENSE, "the decision took less time than an earlier note says"),
    ("timed", 3, "pause", -1, SHAPE, "pause must be a whole number from 0 to 1000000000000000"),
    ("timed", 3, "pause", None, SHAPE, "pause is missing or has the wrong type"),
    ("timed", 3, "who", 1, SHAPE, "unknown key 'who'"),
    ("asked", 3, "offer", "draw", SHAPE, "An offer must be 'undo' or 'rematch'."),
    ("asked", 3, "offer", 7, SHAPE, "offer is missing or has the wrong type"),
    ("asked", 3, "offer", "rematch", SENSE, "The game is not over yet. You can offer a rematch when it is."),
    ("asked", 3, "who", 2, SENSE, "There is nothing to take back yet."),
    ("asked", 4, "who", 1, SENSE, "Player 1 has nothing to answer here"),
    ("asked", 4, "answer", "no", SHAPE, "answer is missing or has the wrong type"),
    ("asked", 5, "who", MISSING, SHAPE, "who is missing or has the wrong type"),
    ("rematch", 4, "offer", "undo", SENSE, "The match is over."),
    ("rematch", 5, "after", 2, SENSE, "after should be 1"),
    ("second", 2, "number", 1, SENSE, "event 58 is missing"),
]  # fmt: skip

RESULTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("duel", {"winner": 1, "reason": "reached 50"}, SENSE,
     "the match cannot have ended with winner 1, 'reached 50'"),
    ("duel", {"winner": None, "reason": RESIGNED}, SENSE,
     "the match cannot have ended with winner None, 'resigned'"),
    ("duel", {"winner": 3, "reason": RESIGNED}, SHAPE,
     "the match cannot have ended with winner 3, 'resigned'"),
    ("duel", {"winner": 1, "reason": "out of time"}, SENSE,
     "the match cannot have ended with winner 1, 'out of time'"),
    ("duel", {"winner": 1, "reason": "x" * 50}, SENSE,
     f"the match cannot have ended with winner 1, '{'x' * 40}'"),
    ("strict", {"winner": 2, "reason": "out of time"}, SENSE,
     "the match cannot have ended with winner 2, 'out of time'"),
    ("forced", {"winner": 2, "reason": STRIKES}, SENSE,
     "the match cannot have ended with winner 2, 'too many invalid inputs'"),
    ("struck", {"winner": 2, "reason": RESIGNED}, SENSE,
     "the match cannot have ended with winner 2, 'resigned'"),
    ("agents", {"winner": 2, "reason": FAILED}, SENSE, "the match cannot have ended with winner 2, 'failed'"),
    ("clumsy", {"winner": 2, "reason": STRIKES}, SENSE,
     "the match cannot have ended with winner 2, 'too many invalid inputs'"),
    ("agents", {"winner": 2, "reason": STRIKES}, SENSE,
     "the match cannot have ended with winner 2, 'too many invalid inputs'"),
    ("over", {"winner": 1, "reason": "made a prime"}, SENSE,
     "the match cannot have ended with winner 1, 'made a prime'"),
    ("over", {"winner": 2, "reason": RESIGNED}, SENSE,
     "the match cannot have ended with winner 2, 'resigned'"),
    ("limit", {"winner": 1, "reason": "unfinished: move limit"}, SENSE,
     "the match cannot have ended with winner 1, 'unfinished: move limit'"),
    ("duel", {"winner": True, "reason": RESIGNED}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1}, SHAPE, "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1, "reason": ["resigned"]}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1, "reason": RESIGNED, "score": 3}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
]  # fmt: skip


def check(lines: list[dict[str, Any]], at: int, kind: str, sentence: str) -> None:
    assert refused(read_bytes, dumped(lines)) == f"line {at}: {sentence}"
    assert fits(lines[at - 1]) == (kind == SENSE)


@pytest.mark.parametrize("name", GOOD)
def test_the_records_tampered_with_below_are_good(name: str) -> None:
    assert view(read_bytes(as_bytes(GOOD[name]())).match) == view(GOOD[name]())


@pytest.mark.parametrize(("name", "key", "value", "kind", "sentence"), HEADERS)
def test_a_wrong_header_is_refused(name: str, key: str, value: object, kind: str, sentence: str) -> None:
    header, *rest = good_lines(name)
    check([changed(header, key, value), *rest], 1, kind, sentence)


@pytest.mark.parametrize(("name", "at", "key", "value", "kind", "sentence"), EVENTS)
def test_a_wrong_event_is_refused(
    name: str, at: int, key: str, value: object, kind: str, sentence: str
) -> None:
    lines = good_lines(name)
    lines[at - 1] = changed(lines[at - 1], key, value)
    check(lines, at, kind, sentence)


@pytest.mark.parametrize(("name", "result", "kind", "sentence"), RESULTS)
def test_a_wrong_result_is_refused(name: str, result: dict[str, Any], kind: str, sentence: str) -> None:
    lines = [line for line in good_lines(name) if "result" not in line]
    marks = list(GOOD[name]().marks)
    check([*lines, {"result": result, "marks": marks}], len(lines) + 1, kind, sentence)


@pytest.mark.parametrize(
    ("name", "winner", "reason"),
    [
        ("duel", 1, RESIGNED),
        ("duel", 2, RESIGNED),
        ("strict", 1, "out of time"),
        ("struck", 2, STRIKES),
        ("agents", 1, FAILED),
        ("over", 2, "made a prime"),
        ("limit", None, "unfinished: move limit"),
    ],
)
def test_a_possible_result_is_accepted(name: str, winner: Any, reason: str) -> None:
    lines = [line for line in good_lines(name) if "result" not in line]
    result = {"result": {"winner": winner, "reason": reason}, "marks": list(GOOD[name]().marks)}
    assert read_bytes(dumped([*lines, result])).match.outcome == Outcome(winner, reason)


def test_nobody_resigns_or_takes_back_while_fate_or_a_forced_move_is_due() -> None:
    duel = good_lines("duel")[:3]
    resigned = {"result": {"winner": 1, "reason": RESIGNED}, "marks": ["dealt by hand"]}
    check([*duel, resigned], 4, SENSE, "the match cannot have ended with winner 1, 'resigned'")
    check([*duel, {"number": 3, "who": 1, "undo": 2}], 4, SENSE, "Player 1 cannot take back a move here")
    forced = good_lines("forced")[:2]
    check(
        [*forced, resigned | {"marks": []}], 3, SENSE, "the match cannot have ended with winner 1, 'resigned'"
    )
    check([*forced, {"number": 2, "who": 1, "undo": 1}], 3, SENSE, "Player 1 cannot take back a move here")


def test_undo_is_refused_where_the_other_player_has_not_allowed_it() -> None:
    lines = good_lines("asked")
    lines[5]["answer"] = False
    check(lines[:7], 7, SENSE, "Player 1 was not allowed to take back a move")


def test_undo_is_refused_where_the_table_does_not_allow_it() -> None:
    lines = good_lines("strict")
    check([*lines, {"number": 2, "who": 1, "undo": 1}], 3, SENSE, "Taking back moves is off in this game.")


def test_an_undo_counts_only_the_inputs_of_who_takes_back() -> None:
    *lines, undo = good_lines("undone")
    lines.append({"after": 2, "who": 1, "refusal": None, "strike": True})
    assert read_bytes(dumped([*lines, undo])).match.events[-1] == Event(3, 2, None, undo=2)
    check([*lines, undo | {"refused": 1}], 5, SENSE, "0 refused inputs were noted before, not 1")


def test_a_person_may_try_what_a_record_cannot_hold_where_the_book_allows_tries() -> None:
    lines = good_lines("trying")
    lines[2]["refusal"] = None
    assert read_bytes(dumped(lines)).match.notes == [Refusal(1, 1, None, strike=False)]


@pytest.mark.parametrize(("name", "at"), [("seated", 4), ("clumsy", 3)])
def test_refusals_that_would_have_ended_the_match_are_refused(name: str, at: int) -> None:
    """Three of an agent, or as many as the table allows."""
    lines = good_lines(name)
    event = lines[at - 1]
    note = {"after": event["number"] - 1, "who": event["who"], "refusal": None, "strike": True}
    allowed = 3 if name == "seated" else 2
    tries = [note] * (allowed - event.get("refused", 0))
    sentence = "that many refused inputs in a row would have ended the match"
    last = event | {"refused": allowed}
    check([*lines[: at - 1], *tries, last], at + len(tries), SENSE, sentence)
    fewer = [*lines[: at - 1], *tries[1:], event | {"refused": allowed - 1}]
    assert read_bytes(dumped(fewer)).match.events[-1].refused == allowed - 1


def test_hints_are_refused_where_the_table_does_not_allow_them() -> None:
    lines = good_lines("strict")
    check([*lines, {"after": 1, "who": 2, "hint": "moves"}], 3, SENSE, "Hints are off in this game.")


def test_nobody_is_helped_while_fate_or_a_forced_move_is_due() -> None:
    duel, forced = good_lines("duel")[:3], good_lines("forced")[:2]
    check([*duel, {"after": 2, "who": 1, "hint": 1}], 4, SENSE, "Player 1 has no choice to make here")
    check([*forced, {"after": 1, "who": 2, "hint": 1}], 3, SENSE, "Player 2 has no choice to make here")


def test_no_time_is_kept_where_no_clock_runs() -> None:
    header = good_lines("helped")[:1]
    check([*header, {"after": 0, "pause": 5}], 2, SENSE, "no clock is running here")


def test_nobody_asks_why_before_a_move_was_chosen() -> None:
    header = good_lines("helped")[:1]
    check([*header, {"after": 0, "who": 1, "hint": "why"}], 2, SENSE, "Nobody has moved yet.")


def test_hints_start_again_after_every_event() -> None:
    lines = [*good_lines("helped"), {"number": 2, "who": 1, "undo": 1}]
    check([*lines, {"after": 2, "who": 1, "hint": 3}], 7, SENSE, "The next hint is step 1.")
    again = read_bytes(dumped([*lines, {"after": 2, "who": 1, "hint": 1}])).match
    assert (again.hint_step, again.marks) == (1, ("taken back",))


def test_time_within_the_clock_is_accepted() -> None:
    lines = good_lines("strict")
    lines[1]["ms"] = 2000
    assert read_bytes(dumped(lines)).match.events == [Event(1, 1, 6, ms=2000)]


def test_nothing_follows_the_end() -> None:
    over, event = good_lines("over"), {"number": 2, "who": 2, "move": 4}
    check([*over, event], 4, SENSE, "the game is already over")
    check([*over, {"after": 1, "who": 2, "hint": 1}], 4, SENSE, "the game is already over")
    check([*over[:2], event], 3, SENSE, "the game is already over")
    check([*over[:2], {"after": 1, "who": 2, "hint": 1}], 3, SENSE, "the game is already over")
    check([*over, over[-1]], 4, SENSE, "the match already has a result")
    check([over[0], over[2]], 2, SENSE, "the match cannot have ended with winner 2, 'made a prime'")


@pytest.mark.parametrize(
    ("key", "value", "kind", "sentence"),
    [
        ("marks", [], SENSE, "marks should be ['seeded']"),
        ("marks", ["seeded", "taken back"], SENSE, "marks should be ['seeded']"),
        ("marks", "seeded", SHAPE, "marks is missing or has the wrong type"),
        ("marks", MISSING, SHAPE, "marks is missing or has the wrong type"),
        ("seed", "5", SHAPE, "seed is missing or has the wrong type"),
        ("number", 2, SHAPE, "unknown key 'number'"),
        ("result", None, SHAPE, "result is missing or has the wrong type"),
    ],
)
def test_a_wrong_last_line_is_refused(key: str, value: object, kind: str, sentence: str) -> None:
    *lines, result = good_lines("seeded")
    check([*lines, changed(result, key, value)], 3, kind, sentence)


def test_only_a_seeded_match_has_a_seed() -> None:
    *lines, result = good_lines("over")
    sentence = "the match was not seeded, so it has no seed"
    check([*lines, result | {"seed": 0}], 3, SENSE, sentence)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "Expecting value at column 1"),
        (b"nonsense\n", "Expecting value at column 1"),
        (b"[1]\n", "not an object"),
        (b"7\n", "not an object"),
        (b'{"number":1,"number":1}\n', "a key appears twice"),
        (b'{"number":NaN}\n', "NaN is not a number"),
        (b'{"number":-1e999}\n', "-1e999 is too large a number"),
        (b'{"number":-Infinity}\n', "-Infinity is not a number"),
        (b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"number":1}}\n', "Extra data at column 13"),
        (b"\xff\n", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(line: bytes, reason: str) -> None:
    header = dumped(good_lines("over")[:1])
    assert refused(read_bytes, header + line) == f"line 2: not a line of JSON ({reason})"


def test_a_number_of_ten_thousand_digits_is_refused() -> None:
    header = dumped(good_lines("over")[:1])
    line = b'{"number":1,"who":1,"move":' + b"7" * 10_000 + b"}\n"
    assert refused(read_bytes, header + line).startswith("line 2: not a line of JSON (")


def test_a_line_without_end_is_refused(path: str) -> None:
    header = dumped(good_lines("over")[:1])
    Path(path).write_bytes(header + b" " * (LONGEST_LINE - 1))
    assert load(path).match.number == 0  # it may have been cut
    Path(path).write_bytes(header + b" " * LONGEST_LINE)
    assert refused(load, path) == f"{path}, line 2: not a line of JSON (Expecting value at column 1048577)"


@pytest.mark.parametrize("data", [b"", b"{", b'{"parlor":1', b"\0\0\0"])
def test_without_a_header_there_is_nothing_to_load(path: str, data: bytes) -> None:
    Path(path).write_bytes(data)
    sentence = f"{path}, line 1: the header is missing or cut off, so there is nothing to load"
    assert refused(load, path) == sentence
    assert refused(read, iter([])) == "line 1: the header is missing or cut off, so there is nothing to load"


def test_windows_line_ends_are_read() -> None:
    data = as_bytes(GOOD["duel"]()).replace(b"\n", b"\r\n")
    assert view(read_bytes(data).match) == view(GOOD["duel"]())


# Fuzzing -----------------------------------------------------------------------------------------


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([1, 2, "fate"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def good() -> dict[str, bytes]:
    """The bytes of every good record."""
    return {name: as_bytes(match()) for name, match in GOOD.items()}


def read_or_refused(data: bytes) -> None:
    """A match that is read can be resumed; anything else raises a `RecordError` that can be shown."""
    try:
        match = read_bytes(data).match
    except RecordError as error:
        sentence = str(error)
    else:
        sentence = "line 0: none"
        assert view(read_bytes(as_bytes(match)).match) == view(match)
        match.begin()
    assert sentence.startswith("line ")
    assert sentence.isprintable()
    assert len(sentence) < 300


@examples(max_examples=150)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(good: dict[str, bytes], data: bytes) -> None:
    read_or_refused(data)
    read_or_refused(good["duel"] + data + b"\n")


@examples(max_examples=400)
@given(name=st.sampled_from([*GOOD]), random=st.randoms(use_true_random=True))
def test_a_damaged_record_is_read_or_refused(good: dict[str, bytes], name: str, random: Random) -> None:
    data = bytearray(good[name])
    for _ in range(random.randrange(1, 4)):
        at, size = random.randrange(len(data)), random.randrange(4)
        data[at : at + size] = random.choice(
            [random.randbytes(size), b"", b"\n", b"0", b"9", b'"', b"null", data[: random.randrange(200)]]
        )
    read_or_refused(bytes(data))


@examples(max_examples=300)
@given(data=st.data(), name=st.sampled_from([*GOOD]))
def test_any_value_in_any_place_is_read_or_refused(
    good: dict[str, bytes], data: st.DataObject, name: str
) -> None:
    lines = [json.loads(line) for line in good[name].splitlines()]
    at = data.draw(st.integers(0, len(lines) - 1))
    line: Any = lines[at]
    while isinstance(line, dict):
        key = data.draw(st.sampled_from([*line]))
        if not isinstance(line[key], dict) or data.draw(st.booleans()):
            line[key] = data.draw(ANY_JSON)
            break
        line = line[key]
    read_or_refused(dumped(lines))


@examples(max_examples=100)
@given(random=st.randoms(use_true_random=True))
def test_lines_in_any_order_are_read_or_refused(good: dict[str, bytes], random: Random) -> None:
    lines = [line for data in good.values() for line in data.splitlines(keepends=True)]
    read_or_refused(b"".join(random.choices(lines, k=random.randrange(1, 6))))


def test_lines_that_belong_together_are_one_turn() -> None:
    climbed = good_lines("forced")  # a step, a pass that is forced, another step, and so on
    two = [climbed[0], climbed[1], climbed[2] | {"more": True}, *climbed[3:]]
    assert (
        refused(read_bytes, dumped(two))
        == "line 4: this line belongs to a different turn than the one before it"
    )


def test_an_allowed_undo_follows() -> None:
    header, moved, _, _, asks, allows, undo, _ = good_lines("asked")
    begun = [header, moved, asks, {key: value for key, value in allows.items() if key != "more"}]
    assert refused(read_bytes, dumped(begun)) == "line 4: the undo that this allows is missing"
    instead = {"number": 2, "who": 2, "move": 4}
    for other in (instead, {"after": 1, "who": 2, "hint": 1}):
        lines = [header, moved, asks, allows | {"more": True}, other]
        assert refused(read_bytes, dumped(lines)) == "line 5: Player 1 must take back a move here"
    assert read_bytes(dumped([header, moved, asks, allows | {"more": True}, undo])).match.number == 2


def test_a_seed_must_be_the_one_that_drew_the_outcomes() -> None:
    match = table("prime-duel", "keep", seed=7)
    match.perform(Resign(1, match.number))
    *lines, result = [json.loads(line) for line in as_bytes(match).splitlines()]
    with pytest.raises(RecordError, match=r"^line 5: Event \d was not drawn with seed 8\.$"):
        read_bytes(dumped([*lines, result | {"seed": 8}]))

"""What the house is asked at a table, each as a function from data to data."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor import notation
from primeparlor.coach.levels import Level
from primeparlor.coach.puzzles import difficulty
from primeparlor.match import Entry, Match, Resign, Settings
from primeparlor.match.checks import check_entry
from primeparlor.players import LEVELS, build_view
from primeparlor.players.level_player import LevelPlayer
from primeparlor.records import format_record
from primeparlor.records.line import strict_json
from primeparlor.records.writer import encode_lines
from primeparlor.web.config import MOST_EVENTS, TableLimits
from primeparlor.web.workers.fair_queue import BACKGROUND
from primeparlor.web.workers.worker import load_tasks, run_task

BEGAN = "2026-01-31T18:00:00Z"


def answer(task: str, **data: Any) -> dict[str, Any]:
    found = run_task(task, data)
    assert "answer" in found, found
    told: dict[str, Any] = found["answer"]
    return told


def test_everything_that_is_asked_for_can_be_asked() -> None:
    asked = {"choose", "sit", "hint", "opened", "why", "review", "upload", *BACKGROUND}
    asked |= {"judge", "puzzle", "today", "answer", "clue", "progress"}
    assert asked <= set(load_tasks())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_sits_down_and_chooses_a_legal_move(level: str) -> None:
    position = "pocket-addition one=6 two=9 turn=1"
    assert answer("sit", position=position, level=level, clock=None) == {"too_large": False}
    move = answer("choose", position=position, level=level, time=5.0, seed=None, number=2)["move"]
    assert move in notation.read_position(position).moves()


def test_the_house_chooses_as_at_every_table_with_that_seed() -> None:
    """So that the daily duel is the same in the terminal and in the browser."""
    start = notation.read_position("prime-climb")
    for seed in range(5):
        match = Match(start, ("casual", "human"), seed=seed)
        match.begin()
        [chosen] = {
            answer("choose", position="prime-climb", level="casual", time=5.0, seed=seed, number=0)["move"]
            for _ in range(3)
        }
        assert chosen == LevelPlayer("casual").choose(build_view(match)).move


def test_all_hints_up_to_a_step_are_told_and_one_move_needs_one_only() -> None:
    position = "prime-climb steps=8,3"
    two, five = (answer("hint", position=position, step=step) for step in (2, 9))
    assert (two["step"], two["all"], five["step"], five["all"]) == (2, False, 5, True)
    assert five["hints"][:2] == two["hints"]
    only = answer("opened", position="pocket-addition one=6,8 two=9,5 turn=1", step=3)
    assert (only["step"], only["all"]) == (1, True)


def test_why_speaks_to_the_asker() -> None:
    match = Match(notation.read_position("pocket-addition"), settings=Settings())
    match.begin()
    match.submit(1, 1, 0)
    match.submit(2, 9, 1)
    told = answer("why", record=format_record(match, BEGAN), asker=2, names=["the house", "you"])["lines"]
    assert [line.split(",")[0] for line in told[::2]] == ["You took 9", "The house took 1"]


def test_levels_answer_a_puzzle_where_its_rating_is_asked_for_and_only_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To be told its difficulty, or for a first answer, which changes the player's own rating."""
    measure, levels = difficulty._measure_share, list[str]()

    def noted(level: Level, *given: Any) -> float:
        levels.append(level.name)
        return measure(level, *given)

    monkeypatch.setattr(difficulty, "_measure_share", noted)
    puzzle: dict[str, Any] = {"position": "pocket-addition one=1,9 two=2 turn=2", "mistake": False}
    assert answer("answer", **puzzle, move="5")["right"]
    assert answer("answer", **puzzle, show=True)["answer"] == ["5"]
    answer("clue", **puzzle, step=1)
    changes = [
        {"do": "slipped", **puzzle, "now": 1e9},
        {"do": "answered", **puzzle, "mark": "+", "tries": "-", "hints": 0, "now": 1e9},
    ]
    asked = {"day": "2026-11-17", "now": 1e9, "minutes": 0}
    kept = answer("progress", progress={}, changes=changes, **asked)["progress"]
    answer("progress", progress=kept, changes=[changes[1] | {"tries": ""}], **asked)  # it has come back
    assert levels == []
    assert answer("puzzle", **puzzle)["difficulty"] == 1
    assert levels == ["beginner", "casual"]  # neither misses it, so the others are not asked
    answer("progress", progress={}, changes=[changes[1] | {"tries": ""}], **asked)
    assert levels == ["beginner", "casual"] * 2


def test_a_record_of_ours_is_neither_parsed_again_in_a_worker_nor_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes as data in the question; what a client sends is text, and all of it is checked."""
    match = Match(notation.read_position("pocket-addition"), settings=Settings())
    match.begin()
    match.submit(1, 1, 0)
    match.submit(2, 9, 1)
    match.perform(Resign(1, 2))
    record = format_record(match, BEGAN)
    checked, parsed = list[Entry](), list[str]()

    def note_check(match: Match, entry: Entry) -> None:
        checked.append(entry)
        check_entry(match, entry)

    def note_parse(text: str) -> Any:
        parsed.append(text)
        return strict_json(text)

    monkeypatch.setattr("primeparlor.match.match.check_entry", note_check)
    monkeypatch.setattr("primeparlor.records.line.strict_json", note_parse)
    review = answer("review", record=record, answers=True, you=None)
    answer("why", record=record, asker=1, names=["one", "two"])
    change = {"do": "played", "table": "k3vd", "record": record, "seat": 1}
    kept = answer("progress", progress={}, changes=[change], day="2026-11-17", now=1e9, minutes=0)["progress"]
    [game] = kept["games"].values()
    assert (game["won"], game["size"]) == (False, len(record))
    assert (checked, parsed) == ([], [])
    assert answer("upload", text=encode_lines(record).decode(), answers=True) == review
    assert (len(checked), len(parsed)) == (len(record) - 1, len(record))


def test_a_review_is_refined_step_by_step() -> None:
    match = Match(notation.read_position("prime-duel scores=30,31 deck=2,2,2,2,2,2,1,1,1,1 card=4"))
    match.begin()
    match.submit(1, "keep", 0)
    match.perform(Resign(match.state.turn, match.number))
    record = format_record(match, BEGAN)
    asked: dict[str, Any] = {"answers": True, "you": None}
    first = answer("review", record=record, **asked)
    assert (first["step"], first["more"], first["exact"]) == (0, True, False)
    assert (first["choices"], first["exact_choices"]) == (1, 0)
    assert first["exactness"] == "All choices are graded by estimates."
    refined = answer("refine", record=record, step=1, **asked)
    assert (refined["step"], refined["more"], refined["exact"]) == (1, False, True)
    assert (refined["exact_choices"], refined["exactness"]) == (1, "")
    assert refined["rows"][0]["exact"]
    text = encode_lines(record).decode()
    assert answer("refine upload", text=text, answers=True, step=1) == refined


def test_a_game_of_more_events_than_a_table_takes_is_not_reviewed() -> None:
    assert TableLimits().events < MOST_EVENTS
    match = Match(notation.read_position("nonprime-addition total=4"), settings=Settings(undo=False))
    match.begin()
    while match.number <= MOST_EVENTS:
        match.submit(match.state.turn, 2, match.number)
    record = format_record(match, BEGAN)
    for task, data in (
        ("review", {"record": record, "you": None}),
        ("upload", {"text": encode_lines(record).decode()}),
    ):
        assert run_task(task, data | {"answers": False})["error"] == {
            "kind": "too large",
            "message": "This game is too long to be reviewed here: a game may have at most 1,600 events.",
        }


LINE: dict[str, Any] = {"position": "prime-climb largest=4 steps=10,6 turn=1", "mistake": False, "line": True}


def test_a_line_goes_on_after_a_right_move_and_ends_when_it_is_won() -> None:
    assert answer("puzzle", **LINE)["question"] == "Win from here, in at most four decisions."
    first = answer("answer", **LINE, move="3")
    assert (first["right"], first["text"]) == (True, "")
    assert first["next"]["facts"]["steps"] == [13, 6]
    assert first["next"]["question"] == "Win from here, in at most two decisions."
    wrong = answer("answer", **LINE, moves=["3"], move="1")
    assert (wrong["right"], "next" in wrong) == (False, False)
    last = answer("answer", **LINE, moves=["3", "4"], move="3")
    assert (last["right"], "next" in last, last["facts"]["winner"]) == (True, False, 1)
    shown = answer("answer", **LINE, moves=["3"], show=True)
    assert (shown["answer"], shown["next"]["facts"]["steps"]) == (["4"], [17, 6])
    assert answer("clue", **LINE, moves=["3", "4"], step=1)["text"]


def test_the_last_of_three_misses_tells_the_answer_and_the_line_goes_on() -> None:
    wrong = next(move for move in "1234" if not answer("answer", **LINE, move=move)["right"])
    tries = [answer("answer", **LINE, move=wrong, left=left) for left in (3, 2, 1)]
    assert tries[0]["text"].endswith("You have two tries left.")
    assert tries[1]["text"].endswith("You have one try left.")
    assert [bool(each.get("next")) for each in tries] == [False, False, True]
    again = answer("answer", **LINE, move=f"+ {wrong}", left=1, tried=[wrong])
    assert (again["text"], "answer" in again) == (tries[1]["text"], False)  # it counts once
    assert tries[-1]["heading"].endswith("That was your last try.")
    assert " answer is " in tries[-1]["text"]
    assert not tries[-1]["right"]
    assert answer("answer", **LINE, move=tries[-1]["answer"][0], left=1)["right"]


@pytest.mark.parametrize("moves", [["2"], ["3", "1"], ["3", "4", "3"]])
def test_moves_that_lead_to_no_decision_of_the_line_are_refused(moves: list[str]) -> None:
    refused = run_task("answer", {**LINE, "moves": moves, "move": "3"})["error"]
    assert refused["message"] == "These moves do not lead to a decision of this line."

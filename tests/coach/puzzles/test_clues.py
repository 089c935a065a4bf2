"""The hints of a puzzle: they begin where they help, and none gives the answer away before its turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from primeparlor.coach.puzzles.clues import ALL_TRIED, build_clues
from primeparlor.coach.puzzles.puzzle import Puzzle, build_practice_at, build_puzzle_at
from primeparlor.coach.reasons import explain_move, words_of
from primeparlor.coach.training.practice import Attempt
from primeparlor.core import Move, State
from primeparlor.games import GAMES, PocketAddition
from primeparlor.notation import form_of, format_move, read_position
from primeparlor.solve import analyse


def told(position: str, *tried: Move) -> list[str]:
    """The hints of the puzzle here, or of the mistake to practise, but for the reason at the end."""
    state = read_position(position)
    puzzle = build_puzzle_at(state) or build_practice_at(state)
    assert puzzle is not None
    return build_clues(puzzle, analyse(state), tried)[:-1]


@pytest.mark.parametrize(
    ("position", "hints"),
    [
        (  # several wrong moves are of the same kind
            "pocket-addition target=20 one=5 turn=2 passes=0",
            ["Neither the lowest nor the highest number.", "It is 3 or 4.", "Take 3."],
        ),
        (  # no wrong move is of the kind: it would give the answer away at once
            "pocket-addition one=2,3,8 two=1,6 turn=2 passes=0",
            ["It is 5 or 7.", "A high number.", "Take 7."],
        ),
        (
            "nonprime-addition total=20",
            ["It is 3 or 5.", "The safe one makes a total that can be divided by 5.", "Add 5."],
        ),
        ("nonprime-addition total=60", ["The safe one makes a total that can be divided by 5.", "Add 5."]),
        (
            "number-morph digits=2 number=41 used=11,17,41,47,67,97",
            [
                "After the right one your opponent can make two primes, and you can answer both.",
                "Make 61.",
            ],
        ),
        (
            "number-morph digits=2 number=41 used=13,17,23,41,47,67,71,73,83,97",
            ["After the right one your opponent can make one prime, and you can answer it.", "Make 43."],
        ),
        (
            "prime-duel scores=48,46 deck=0,1,0,0,1,0,0,0,0,0 turn=2 card=3",
            [
                "Of the two cards left, count those that make 50 or a prime, and those that would pass 50: "
                "for you and for your opponent.",
                "One choice wins 25.0 % of the time, the other 0.0 %.",
                "Discard the 3.",
            ],
        ),
        ("pocket-addition", ["3 of 9 moves are right.", "A number from 6 to 8.", "Take 6."]),
    ],
)
def test_the_hints_begin_with_what_the_question_does_not_say(position: str, hints: list[str]) -> None:
    assert told(position) == hints


@pytest.fixture(scope="module", params=GAMES.values(), ids=list(GAMES))
def posed(request: pytest.FixtureRequest, generated: Callable[[type[State], int], Puzzle]) -> list[Puzzle]:
    game: type[State] = request.param
    return [generated(game, seed) for seed in range(12)]


def test_the_last_two_hints_are_the_answer_and_its_reason(posed: list[Puzzle]) -> None:
    for puzzle in posed:
        analysis, (answer,) = analyse(puzzle.state), puzzle.answers
        hints = build_clues(puzzle, analysis)
        assert 3 <= len(hints) == len(set(hints)) <= 4
        assert hints[-2] == words_of(puzzle.state).instruction(puzzle.state, answer)
        assert hints[-1].endswith(explain_move(puzzle.state, analysis, answer).sentence)
        assert build_clues(puzzle, analysis) == hints


def test_two_moves_that_are_left_are_the_answer_and_one_that_is_wrong(posed: list[Puzzle]) -> None:
    for puzzle in posed:
        offered = puzzle.among or puzzle.state.moves()
        found = [hint for hint in build_clues(puzzle, analyse(puzzle.state)) if hint.startswith("It is ")]
        assert len(found) == (len(offered) > 2)
        for hint in found:
            named = hint.removeprefix("It is ").removesuffix(".").split(" or ")
            two = [move for move in offered if format_move(puzzle.state, move) in named]
            assert len(two) == 2
            assert puzzle.answers[0] in two


def test_what_was_tried_is_not_named_again(posed: list[Puzzle]) -> None:
    """Whatever was tried: the hints stay in their order, and two that are left are still open."""
    for puzzle in posed:
        analysis, (answer,) = analyse(puzzle.state), puzzle.answers
        wrong = [move for move in puzzle.among or puzzle.state.moves() if move != answer]
        fresh = build_clues(puzzle, analysis)
        for known in range(1, len(wrong) + 1):
            tried = wrong[:known]
            hints = build_clues(puzzle, analysis, tried)
            changed = [hint for hint, before in zip(hints, fresh, strict=True) if hint != before]
            assert len(changed) <= 1
            for hint in changed:
                assert hint == ALL_TRIED if known == len(wrong) else hint.startswith("It is ")
                named = re.split("It is |, | or |[.]$", hint)
                assert not {format_move(puzzle.state, move) for move in tried} & set(named)


def test_an_attempt_remembers_what_was_tried() -> None:
    puzzle = build_puzzle_at(read_position("nonprime-addition total=20"))
    assert puzzle is not None
    attempt, analysis = Attempt(puzzle, None), analyse(puzzle.state)
    attempt.answer(3)
    assert attempt.give_hint(analysis) == "It is 5 or 9."
    assert attempt.list_hints(analysis) == ["It is 5 or 9."]


def test_the_answer_is_named_as_people_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(form_of(PocketAddition)), "shown", lambda self, state, move: f"the tile {move}")
    state = read_position("pocket-addition one=2,3,8 two=1,6 turn=2 passes=0")
    puzzle = build_puzzle_at(state)
    assert puzzle is not None
    *_, answer, reason = build_clues(puzzle, analyse(state))
    assert answer == "Take the tile 7."
    assert reason.startswith("The tile 7: ")

"""Puzzles: exactly one right answer, and what was failed comes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.hints import format_hint
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.language.words import HARDEST
from primeparlor.coach.levels import Habits
from primeparlor.coach.puzzles.clues import build_clues
from primeparlor.coach.puzzles.difficulty import rate_puzzle
from primeparlor.coach.puzzles.puzzle import (
    Puzzle,
    build_practice_at,
    build_puzzle_at,
    explain_refusal,
    generate,
)
from primeparlor.coach.reasons import words_of
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from support.coach.puzzles import rated
from support.coach.reasons import right_answers
from support.games import at

ONE, TWO = "pocket-addition one=3,5 two=6 turn=2 passes=0", "prime-climb steps=9,3 turn=2"


COUNTS: dict[type[State], int] = {
    NonprimeAddition: 60,
    NumberMorph: 8,
    PrimeClimb: 12,
    PocketAddition: 12,
    PrimeDuel: 3,
}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_puzzle_has_exactly_one_right_answer(
    game: type[State], generated: Callable[[type[State], int], Puzzle]
) -> None:
    for seed in range(COUNTS.get(game, 5)):
        puzzle = generated(game, seed)
        assert isinstance(puzzle.state, game)
        assert len(puzzle.state.moves()) > 1
        assert right_answers(puzzle) == list(puzzle.answers)
        assert len(puzzle.answers) == 1
        assert not puzzle.state.after(puzzle.answers[0]).ending()
        assert build_puzzle_at(read_position(puzzle.position)) == puzzle
        assert set(puzzle.among) <= set(puzzle.state.moves())
        asked = "Which" if puzzle.among else "Find"
        assert puzzle.question.startswith(asked)
        assert all(str(move) in puzzle.question for move in puzzle.among)


def test_among_a_few_numbers_one_makes_an_odd_total_that_is_safe() -> None:
    asked = {total: build_puzzle_at(at(NonprimeAddition, f"total={total}")) for total in range(20, 400, 7)}
    posed = [puzzle for puzzle in asked.values() if puzzle and puzzle.among]
    assert {len(puzzle.among) for puzzle in posed} == {2, 3, 4}
    for puzzle in posed:
        assert isinstance(puzzle.state, NonprimeAddition)
        assert all((puzzle.state.total + int(number)) % 2 for number in puzzle.among)
    assert any(puzzle and not puzzle.among for puzzle in asked.values())  # the trap


def test_what_is_not_among_the_numbers_asked_about_is_no_answer() -> None:
    puzzle = build_puzzle_at(at(NonprimeAddition, "total=20"))
    assert puzzle is not None
    assert puzzle.question == "Which is safe: 3, 5 or 9?"
    assert explain_refusal(puzzle, 2) == "Choose one of 3, 5 and 9."
    assert [explain_refusal(puzzle, move) for move in (3, 5, 9)] == [None] * 3
    assert explain_refusal(Puzzle(puzzle.state, puzzle.asked._replace(among=())), 2) is None


def test_where_several_primes_win_one_is_asked_for_among_a_few() -> None:
    random, words = Random(1), words_of(NumberMorph)
    drawn = (words.draw_position(random, 900.0) for _ in range(300))
    found = [puzzle for state in drawn if state and (puzzle := build_puzzle_at(state)) and puzzle.among]
    assert found
    for puzzle in found:
        (answer,) = puzzle.answers
        wrong = [puzzle.state.after(move) for move in puzzle.among if move != answer]
        assert wrong
        assert not any(find_instant_wins(state) for state in wrong)


# How hard ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "stars"),
    [(300, 1), (899, 1), (900, 2), (1149, 2), (1150, 3), (1399, 3), (1400, 4), (1649, 4), (1650, 5)],
)
def test_stars_come_from_the_rating(rating: float, stars: int) -> None:
    assert rated(Puzzle(PocketAddition.start(), Asked("", ())), rating).difficulty == stars


def test_a_rating_is_where_the_levels_would_make_as_many_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halves of all levels: the middle of their strengths. None or all: far out, alike on both sides."""
    state, answers = PocketAddition.start(), iter([6, 1] * 24)
    monkeypatch.setattr(Habits, "answer", lambda *_: next(answers))
    assert rate_puzzle(state, Asked("", (6,))) == 1250
    monkeypatch.setattr(Habits, "answer", lambda *_: 6)
    always, never = rate_puzzle(state, Asked("", (6,))), rate_puzzle(state, Asked("", (7,)))
    assert always + never == 2500
    assert never > 1900


def test_a_rating_is_the_same_every_time() -> None:
    for text in (ONE, "nonprime-addition total=25 turn=1", "prime-climb top=60 largest=7 steps=30,31 turn=1"):
        state = read_position(text)
        asked = Asked("", (state.moves()[0],))
        assert rate_puzzle(state, asked) == rate_puzzle(state, asked)


def test_many_used_primes_are_never_one_star(monkeypatch: pytest.MonkeyPatch) -> None:
    start = read_position("number-morph")
    assert isinstance(start, NumberMorph)
    monkeypatch.setattr(Habits, "answer", lambda *_: 0)  # everybody is right
    masks = {used: (1 << used) - 1 for used in range(1, 140)}
    rated = {
        used: rate_puzzle(start._replace(number=101, used=mask), Asked("", (0,)))
        for used, mask in masks.items()
    }
    assert [used for used, points in rated.items() if points < 900] == list(range(1, 30))


def test_the_strongest_climb_longer_staircases_with_harder_puzzles() -> None:
    posed = [generate(PrimeClimb, Random(seed), None, 1800.0) for seed in range(20)]
    tops = [puzzle.state.rules.values()["top"] for puzzle in posed]
    assert set(tops) == {100, 150, 200}
    assert len({puzzle.position for puzzle in posed}) > 16
    assert sum(puzzle.difficulty == 5 for puzzle in posed) > 10
    below = [generate(PrimeClimb, Random(seed), None, HARDEST - 1) for seed in range(8)]
    assert max(puzzle.state.rules.values()["top"] for puzzle in below) == 100


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_among_200_puzzles_three_difficulties_occur(
    game: type[State], generated: Callable[[type[State], int], Puzzle]
) -> None:
    seen: set[int] = set()
    for seed in range(200):
        seen.add(generated(game, seed).difficulty)
        if len(seen) == 3:
            return
    pytest.fail(f"only {seen}")


def test_the_same_seed_gives_the_same_puzzle() -> None:
    for game in (NonprimeAddition, PrimeClimb, PocketAddition):
        assert generate(game, Random("7/puzzle")) == generate(game, Random("7/puzzle"))
        assert len({generate(game, Random(seed)).position for seed in range(8)}) > 4


def test_positions_that_make_no_puzzle() -> None:
    assert build_puzzle_at(at(PocketAddition, "one=6 turn=2")) is None  # lost
    assert build_puzzle_at(PocketAddition.start()) is None  # three right answers
    assert build_puzzle_at(at(PrimeClimb, "steps=20,3 turn=2")) is None  # over
    assert build_puzzle_at(at(PrimeClimb, "steps=19,3")) is None  # one move
    assert (
        build_puzzle_at(at(PocketAddition, "one=2,5 two=7 turn=1")) is None
    )  # the one right move wins at once
    assert build_puzzle_at(NumberMorph.start()) is None  # fate's turn


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words_of(PrimeClimb), "puzzle_starts", ("steps=19,3",))
    with pytest.raises(ParlorError, match="No puzzle was found"):
        generate(PrimeClimb, Random(1))


def test_a_mistake_with_several_right_answers_is_practised_too() -> None:
    found = build_practice_at(PocketAddition.start())  # 6, 7 and 8 win
    assert found is not None
    assert (found.answers, found.question) == ((6, 7, 8), "Find a move that keeps the win.")
    assert build_practice_at(read_position(found.position)) == found


@pytest.mark.parametrize(
    "text",
    [
        "pocket-addition one=6 turn=2",
        "prime-climb steps=20,3 turn=2",
        "number-morph",
        "prime-climb steps=19,3",
        "prime-duel scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=4",
    ],
)
def test_where_no_mistake_was_possible_there_is_nothing_to_practise(text: str) -> None:
    assert build_practice_at(read_position(text)) is None


@pytest.mark.parametrize("text", ["nonprime-addition total=10", "pocket-addition", "prime-climb"])
def test_of_several_right_moves_the_answer_is_the_one_that_the_hints_name(text: str) -> None:
    state = read_position(text)
    found, analysis = build_practice_at(state), analyse(state)
    assert found is not None
    assert len(found.answers) > 1
    assert sorted(found.answers, key=str) == sorted((c.move for c in find_keeping_moves(analysis)), key=str)
    assert build_clues(found, analysis)[-2] == format_hint(state, analysis, 4)

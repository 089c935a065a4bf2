"""Lines: played to the end against the best defence, and every right answer checked by the rules alone."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from primeparlor import notation
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.file import MemoryStorage
from primeparlor.coach.puzzles.line_puzzle import LinePuzzle, build_line_at, describe_replies
from primeparlor.coach.random_choice import StableRandom
from primeparlor.coach.reasons import words_of
from primeparlor.coach.training.practice import Attempt, repeat_puzzle
from primeparlor.core import Player, State
from primeparlor.games import GAMES
from primeparlor.solve import analyse
from primeparlor.wording import in_words

CLIMB = "prime-climb largest=4 steps=10,6 turn=1"
TO_THE_END = ("number-morph", "prime-climb", "pocket-addition")
IN_A_ROW = ("nonprime-addition", "prime-duel")


def line_at(position: str) -> LinePuzzle:
    found = build_line_at(notation.read_position(position))
    assert found is not None
    return found


@cache
def lines(game: str, count: int = 3) -> list[LinePuzzle]:
    """Lines of this game, always the same ones."""
    random, words = StableRandom(game), words_of(GAMES[game])
    drawn = (words.draw_position(random, 900.0) for _ in range(2_000))
    return list(islice((line for state in drawn if state and (line := build_line_at(state))), count))


@cache
def wins(state: State, player: Player) -> bool:
    """True if this player can force a win, by the rules alone."""
    if (ending := state.ending()) is not None:
        return ending.winner == player
    following = [wins(state.after(move), player) for move in state.moves()]
    return any(following) if state.turn == player else all(following)


@pytest.mark.parametrize("game", TO_THE_END)
def test_whoever_gives_right_answers_wins_in_as_many_moves_as_the_question_says(game: str) -> None:
    for line in lines(game):
        random, you = StableRandom(line.position), line.state.turn
        most = next(number for number in range(2, 6) if f"{in_words(number)} decisions" in line.question)
        for _ in range(5):
            at: LinePuzzle | None = line
            decisions = 0
            while at is not None:
                decisions += 1
                last, move = at, random.choice(at.answers)
                at = at.follow(move)
            assert len(line.list_steps()) >= 2
            assert wins(last.state.after(move), you)
            assert decisions <= most


@pytest.mark.parametrize("game", TO_THE_END)
def test_right_is_what_wins_by_the_rules_alone(game: str) -> None:
    for step in lines(game, 1)[0].list_steps():
        right = {move for move in step.state.moves() if wins(step.state.after(move), step.state.turn)}
        assert set(step.answers) == right


@pytest.mark.parametrize("game", IN_A_ROW)
def test_where_fate_acts_or_play_goes_on_a_line_is_so_many_decisions(game: str) -> None:
    most = words_of(GAMES[game]).line_choices
    for line in lines(game, 2):
        steps = line.list_steps()
        assert [step.question[:13] for step in steps] == [f"Choice {at + 1} of {most}" for at in range(most)]
        assert all(len(step.answers) == 1 and step.state.turn == line.state.turn for step in steps)


def test_a_position_always_makes_the_same_line_and_names_it() -> None:
    one, two = line_at(CLIMB), line_at(CLIMB)
    assert one == two
    assert hash(one) == hash(two)
    assert one.position == CLIMB
    following = one.follow(one.answers[0])
    assert following is not None
    assert following != one
    assert (following.position, following.rating) == (CLIMB, one.rating)
    assert [step.state for step in one.list_steps()] == [step.state for step in two.list_steps()]


def test_the_defence_is_told_and_the_question_counts_down() -> None:
    line = line_at("pocket-addition one=1,6 two=5,8 turn=1 passes=0")
    assert line.question == "Win from here, in at most two decisions."
    following = line.follow(2)
    assert following is not None
    assert describe_replies(following.replies, 1) == "Your opponent had to pass."
    assert following.question == "One decision is left: find the winning move."
    assert following.follow(4) is None


def test_no_line_begins_where_nothing_can_go_wrong_or_the_game_is_over() -> None:
    assert build_line_at(notation.read_position("prime-climb largest=4 steps=0,0 turn=1")) is None
    assert build_line_at(GAMES["prime-duel"].start()) is None
    over = notation.read_position("pocket-addition one=6,9 two=7 turn=2 passes=0")
    assert build_line_at(over) is None


def test_a_position_that_is_won_whatever_is_drawn_makes_no_line() -> None:
    won = notation.read_position("prime-duel scores=48,48 deck=0,1,0,0,0,0,0,0,0,0 turn=1 card=1")
    assert analyse(won).verdict == "win"
    assert build_line_at(won) is None


def test_a_wrong_move_can_be_tried_again_from_there_and_counts_once_the_line_is_done() -> None:
    line, diary = (
        line_at("pocket-addition one=1,6 two=5,8 turn=1 passes=0"),
        Diary("", file=MemoryStorage({})),
    )
    attempt = Attempt(line, diary)
    assert attempt.answer(2)
    assert (attempt.is_over, attempt.tries) == (False, "")
    here = attempt.puzzle.state
    wrong = next(move for move in here.moves() if move not in attempt.puzzle.answers)
    assert not attempt.answer(wrong)
    assert attempt.puzzle.state == here
    assert attempt.answer(4)
    assert (attempt.is_over, attempt.tries) == (True, "-+")
    card = diary.cards[line.position]
    assert (card.line, card.mistake, card.box) == (True, False, 0)
    assert repeat_puzzle(line.position, card.mistake, line=card.line) == line


def test_a_hint_at_an_earlier_decision_is_remembered() -> None:
    attempt = Attempt(line_at(CLIMB), None)
    attempt.give_hint(analyse(attempt.puzzle.state))
    while not attempt.is_over:
        assert attempt.answer(attempt.puzzle.answers[0])
    assert attempt.tries == "+"
    assert not attempt.is_flawless


def test_a_shown_answer_is_played_and_the_line_can_be_played_on() -> None:
    attempt = Attempt(line_at(CLIMB), None)
    attempt.show_answer(analyse(attempt.puzzle.state))
    assert (attempt.is_over, attempt.tries) == (False, "?")
    while not attempt.is_over:
        assert attempt.answer(attempt.puzzle.answers[0])
    assert attempt.tries == "?"  # what comes after it counts no more

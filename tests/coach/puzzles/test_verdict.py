"""The verdict on a try at a puzzle, in words."""

from __future__ import annotations

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.puzzles.verdict import NOT_ASKED, judge_answer, show_answer
from primeparlor.notation import read_position
from primeparlor.solve import analyse

START = read_position("pocket-addition")  # 6, 7 and 8 win
PUZZLE, ANALYSIS = Puzzle(START, Asked("Which?", (6,))), analyse(START)


def test_a_right_answer_and_a_mistake() -> None:
    right, wrong = (judge_answer(PUZZLE, ANALYSIS, move) for move in (6, 1))
    assert (right.right, right.named, right.is_fine) == (True, "6 is right.", False)
    assert right.sentence.startswith("Right")
    assert (wrong.right, wrong.named, wrong.is_fine) == (False, "1 is not the answer.", False)
    assert wrong.heading == "No: it gives the win away."


def test_a_move_that_is_as_good_but_not_asked_for() -> None:
    fine = judge_answer(PUZZLE, ANALYSIS, 7)
    assert (fine.right, fine.is_fine) == (False, True)
    assert fine.text.startswith(f"{NOT_ASKED} ")


def test_the_answer_that_is_shown() -> None:
    assert show_answer(PUZZLE, ANALYSIS).heading == "The answer is 6."
    several = Puzzle(START, Asked("Which?", (7, 6)))
    assert show_answer(several, ANALYSIS)[:2] == (7, "One answer is 7.")

"""The longest defence: what is said of a move that loses at once where every move loses."""

from __future__ import annotations

import pytest

from primeparlor import notation
from primeparlor.coach.advice import Defence, find_defence
from primeparlor.coach.review.review import review
from primeparlor.coach.review.story import build_story, format_judgement
from primeparlor.core import State
from primeparlor.games import NumberMorph, PocketAddition, PrimeClimb
from primeparlor.solve import analyse
from support.coach.reasons import played
from support.games import at
from support.second_solver import SecondSolver

LOST = at(PocketAddition, "one=5 two=6 turn=1")  # only 9 keeps the opponent from 15


def defence(state: State, move: int) -> Defence | None:
    return find_defence(state, analyse(state), move)


def test_a_move_that_loses_at_once_is_compared_with_the_longest_defence() -> None:
    assert defence(LOST, 2) == Defence((9,), longest=True, at_once=True)
    assert defence(LOST, 9) is None


def test_a_move_more_before_the_same_turn_of_the_opponent_is_no_better() -> None:
    """Step 23 is prime, so it gives a move more; but the opponent is three steps from the top."""
    state = at(PrimeClimb, "top=35 largest=4 steps=32,20 turn=2")
    assert defence(state, 1) == Defence((3,), longest=True, at_once=False)


def test_where_no_move_holds_out_longer_nothing_is_said() -> None:
    assert defence(PocketAddition.start(), 5) is None  # a win was given away
    assert defence(at(PocketAddition, "one=4,6 two=7 turn=1"), 5) is None


def test_where_the_distance_is_unknown_the_others_only_hold_out_longer() -> None:
    state = at(NumberMorph, MORPH)
    moves = analyse(state).moves
    at_once = [choice.move for choice in moves if find_wins(state, int(choice.move))]
    assert 0 < len(at_once) < len(moves)
    for choice in moves:
        found = defence(state, int(choice.move))
        if choice.move in at_once:
            others = tuple(other.move for other in moves if other.move not in at_once)
            assert found == Defence(others, longest=False, at_once=True)
        else:
            assert found is None


MORPH = "digits=2 number=13 used=11,13,17,23,37,41,47,53,67,71,73,79 turn=2"


def find_wins(state: NumberMorph, move: int) -> list[int]:
    after = state.after(move)
    return [reply for reply in after.moves() if not after.after(reply).moves()]


@pytest.mark.parametrize("rules", ["target=10 largest=5", "target=15 largest=6"])
def test_the_defence_is_the_longest_by_the_book(rules: str) -> None:
    """In every lost position, by a second solver that knows only the rule book."""
    start = at(PocketAddition, rules)
    second = SecondSolver(start)
    waiting, lost = [(start, second.book.start())], 0
    for state, now in waiting:
        options = second.book.options(now)
        if state.ending() is None:
            answers = {notation.parse(state, move): answer for move, answer in second.rows(now).items()}
            if all(winner != state.turn for winner, _ in answers.values()):
                longest = max(moves for _, moves in answers.values())
                for move, (_, moves) in answers.items():
                    found = find_defence(state, analyse(state), move)
                    assert (found is None) == (moves == longest)
                    if found is not None:
                        assert set(found.moves) == {
                            m for m, (_, plies) in answers.items() if plies == longest
                        }
                        lost += 1
        waiting += [(state.after(notation.parse(state, move)), after) for move, after in options.items()]
        if len(waiting) > MOST:
            break
    assert lost > 10


MOST = 4000


def test_a_review_says_that_a_move_lost_at_once_and_what_held_out_longest() -> None:
    match = played(LOST, 2, 9)
    found = review(match)
    row = build_story(match, found).rows[0]
    assert row.word == "loses at once"
    assert row.reason == "The 2 leaves Player 2 the 9: 6 + 9 = 15. 9 would have held out longest."
    assert (row.kind, row.better) == ("ink2", ())  # nothing was given away
    assert found.decisions[0].grade.word == "lost anyway"
    assert format_judgement(found.decisions[0]) == [
        "Player 1 took 2, which lost at once.",
        "  It leaves Player 2 the 9: 6 + 9 = 15. 9 would have held out longest.",
    ]


def test_of_a_move_that_only_loses_sooner_the_answer_to_why_says_so() -> None:
    match = played(at(PocketAddition, "target=21 one=7 turn=2"), 2)
    judged = review(match).decisions[0]
    assert (judged.grade.word, judged.hasty) == ("lost anyway", False)
    assert judged.held == "1, 4, 5 or 8 would have held out longest."
    assert format_judgement(judged)[1].endswith(f" {judged.held}")
    row = build_story(match, review(match)).rows[0]
    assert (row.word, row.reason) == ("lost anyway", "")

"""The words of Pocket Addition are true: every number that a sentence names is checked."""

from __future__ import annotations

import re

import pytest

from primeparlor.coach.grades import find_keeping_moves
from primeparlor.coach.hints import STEPS, format_hint
from primeparlor.coach.puzzles.puzzle import build_puzzle_at
from primeparlor.core import PASS, Player
from primeparlor.games import PocketAddition
from primeparlor.solve import analyse
from primeparlor.tables.messages import OPEN_SEATS, messages_of
from support.coach.reasons import (
    all_positions,
    all_told,
    check_span,
    ladder,
    numbers,
    sentence,
    third_steps,
)
from support.games import at, reachable


@pytest.mark.parametrize(
    ("rules", "one_in"),
    [
        ("", 3),
        ("target=10 largest=4", 1),
        ("target=4 largest=3", 1),
        ("target=20 largest=6", 1),
        pytest.param("", 1, marks=pytest.mark.prove),
    ],
)
def test_reasons_are_true(rules: str, one_in: int) -> None:
    for state, because, reasons in all_told(PocketAddition, rules, one_in):
        check_takes(state, because, state.turn)
        for move, verdict, text in reasons:
            check_pocket(state, move, verdict, text)


def check_pocket(state: PocketAddition, move: int | str, verdict: str, text: str) -> None:
    after, target = state.after(move), state.rules.target
    if text.endswith("you win at once."):
        mine, taken, made = numbers(text)
        assert (mine, taken, made) == (state.rules.total[state.mine], move, target)
        assert mine + taken == target
    elif text.startswith("It leaves"):
        left, total, again, made = numbers(text)
        assert left == again
        assert total + left == made == target
        assert after.play(left).ending() is not None
        assert verdict == "loss"
    else:
        if blocked := re.match(r"It blocks (\d+) \+ (\d+) = (\d+)(; |, but )", text):
            theirs, taken, made = map(int, blocked.groups()[:3])
            assert (theirs, taken, made) == (state.rules.total[state.theirs], move, target)
            assert theirs + taken == made
            assert (blocked[4] == "; ") == (verdict == "win")
            text = text[blocked.end() :]
        check_takes(after, text, state.turn)


def check_takes(state: PocketAddition, text: str, you: Player) -> None:
    """Check that the moves told are legal and by the player named, and that the game ends as told."""
    clauses = re.split(r", (?:and )?(?!but)", text.rstrip("."))
    for clause in clauses:
        words = clause.lower().split()
        if state.ending() or not re.fullmatch(
            r"(you|they|your opponent) (can )?(takes? \d+|pass(es)?)", clause.lower()
        ):
            break
        assert (words[0] == "you") == (state.turn == you), text
        state = state.play(int(words[-1]) if words[-1].isdigit() else PASS)
    if " more move" in text:
        return
    ending = state.ending()
    assert ending is not None, text
    end = re.split(r", and (?=both|you|they)", text)[-1].rstrip(".").lower()
    assert bool(re.search(r"\byou\b", end)) == (ending.winner == you), text
    assert ("they" not in end) or "your opponent" in text.lower()
    high, low = max(state.totals), min(state.totals)
    assert numbers(end) == ([high, low] if " to " in end else [high])
    assert ("both" in end) == (high == low)
    assert ("make" in end) == (high == state.rules.target)


def test_a_pocket_reads_well() -> None:
    state = at(PocketAddition, "one=6 turn=2")
    assert sentence(state, 1) == "It leaves your opponent the 9: 6 + 9 = 15."
    assert sentence(state, 9) == (
        "It blocks 6 + 9 = 15, but your opponent can take 1, you take 2, they take 8, and they make 15."
    )
    assert sentence(PocketAddition.start(), 6) == (
        "Your opponent can take 9, you take 1, they take 2, you take 8, and you make 15."
    )


# Hints -------------------------------------------------------------------------------------


def test_the_ladder() -> None:
    assert ladder("pocket-addition") == [
        "Yes: you can win whatever your opponent does.",
        "3 of 9 moves keep the win.",
        "A number from 6 to 8.",
        "Take 6.",
        "You win: you take 6, your opponent takes 9, you take 1, they take 2, you take 8, and you make 15.",
    ]


@pytest.mark.parametrize("rules", ["", *PocketAddition.house_variants])
def test_the_third_step_is_true(rules: str) -> None:
    for state, told, kept, others, played in third_steps(all_positions(f"pocket-addition {rules}")):
        if told == f"You can make {state.rules.target} now.":
            assert state.rules.total[state.mine] + played == state.rules.target
        elif told == "Take the number your opponent needs.":
            assert [state.rules.total[state.theirs] + n for n in kept] == [state.rules.target]
        else:
            check_span(told, "number", kept, others)


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_no_step_before_the_fourth_names_the_move(step: int) -> None:
    state = at(PocketAddition, "one=3,5 two=6 turn=2")
    analysis = analyse(state)
    (move,) = (choice.move for choice in find_keeping_moves(analysis))
    assert (f"{move}" in format_hint(state, analysis, step).replace("1 of", "")) == (step >= 4)


def test_every_puzzle_has_exactly_one_right_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "primeparlor.coach.puzzles.puzzle.rate_puzzle", lambda *_: 1000.0
    )  # measured elsewhere
    found = [puzzle for state in reachable(PocketAddition.start()) if (puzzle := build_puzzle_at(state))]
    assert len(found) == 239
    for puzzle in found:
        right = [row.move for row in analyse(puzzle.state).moves if row.verdict == "win"]
        assert list(puzzle.answers) == right


def test_a_refusal_says_what_fits_instead() -> None:
    def refuse(position: str, number: int) -> str:
        state = at(PocketAddition, position)
        return messages_of(state).refused(state, number, state.why_not(number) or "", OPEN_SEATS).text

    assert refuse("one=7,1 two=9 turn=1", 8) == "That is past 15. Choose a number up to 6."
    assert refuse("one=6,8 two=9 turn=1", 3) == "That is past 15. Only the 1 fits."
    assert refuse("one=1,6,7 two=9 turn=1", 3) == "That is past 15. Nothing fits, so you can only pass."

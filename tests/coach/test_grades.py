"""Grades in exact words, and accuracy."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primeparlor.coach.grades import Grade, accuracy, find_keeping_moves, grade_choice
from primeparlor.coach.hints import format_hint
from primeparlor.coach.language.phrases import percent
from primeparlor.core import State
from primeparlor.games import NonprimeAddition, PocketAddition, PrimeClimb
from primeparlor.solve import analyse
from primeparlor.solve.answers import Analysis, Choice, Verdict
from support.games import at, reachable


def won(move: int, plies: int | None, best: bool) -> Choice:
    return Choice(move, "win", 1.0, best, plies)


def lost(move: int, plies: int | None = 2, best: bool = False) -> Choice:
    return Choice(move, "loss", 0.0, best, plies)


def likely(move: str, value: float, best: bool = False) -> Choice:
    return Choice(move, "win" if value == 1 else "chance", value, best, None)


def safe(move: int) -> Choice:
    return Choice(move, "endless", None, True, None)


def position(*moves: Choice, exact: bool = True) -> Analysis:
    """An analysis made by hand, with the verdict of its best move."""
    best = next(choice for choice in moves if choice.best)
    return Analysis(best.verdict, best.value, exact, None, best.plies, moves, (), None)


def words(analysis: Analysis) -> list[str]:
    return [grade_choice(analysis, choice.move).word for choice in analysis.moves]


def test_a_won_position() -> None:
    here = position(won(1, 3, True), won(2, 5, False), lost(3), lost(4))
    assert words(here) == ["best", "keeps the win", "gives it away", "gives it away"]
    assert [grade_choice(here, move).loss for move in (1, 2, 3, 4)] == [0, 0, 1, 1]
    assert {grade_choice(here, move).weight for move in (1, 2, 3, 4)} == {0.5}
    assert not any(grade_choice(here, move).only for move in (1, 2, 3, 4))


def test_the_only_move() -> None:
    here = position(won(1, 3, True), lost(2), lost(3), lost(4))
    assert [grade_choice(here, move).only for move in (1, 2, 3, 4)] == [True, False, False, False]
    assert grade_choice(here, 1).weight == 0.75


def test_a_lost_position() -> None:
    here = position(lost(1, 4, True), lost(2), lost(3))
    assert words(here) == ["lost anyway"] * 3
    assert grade_choice(here, 2)[2:6] == (0.0, False, 0.0, 0.0)


def test_a_single_move_is_forced() -> None:
    for only in (won(1, 1, True), lost(1, 2, True), likely("discard", 0.4, True)):
        assert grade_choice(position(only), only.move) == Grade(only.move, "forced", 0.0, False, 0.0, 0.0)


def test_endless_play() -> None:
    here = position(safe(3), lost(2, 1), lost(4, 1))
    assert words(here) == ["safe", "loses", "loses"]
    assert [grade_choice(here, move).only for move in (3, 2)] == [True, False]
    assert grade_choice(here, 2).loss == 1


def test_where_chance_decides_the_loss_is_told_in_percentage_points() -> None:
    here = position(likely("keep", 0.5), likely("discard", 0.5123, True))
    assert words(here) == ["loses 1.2 points", "best"]
    assert grade_choice(here, "keep").loss == pytest.approx(0.0123)
    assert not grade_choice(
        here, "discard"
    ).only  # of two choices one is nearly always better: no praise for that


def test_a_sure_win_missed_where_chance_decides_loses_only_what_was_missed() -> None:
    here = position(likely("keep", 1.0, True), likely("discard", 0.6))
    assert words(here) == ["best", "loses 40.0 points"]


def test_an_estimate_is_called_one() -> None:
    here = position(likely("keep", 0.4), likely("discard", 0.5, True), exact=False)
    assert words(here) == ["loses about 10.0 points", "best"]


def estimated(keep: float, discard: float, error: float) -> Analysis:
    moves = (likely("keep", keep, keep >= discard), likely("discard", discard, discard > keep))
    return position(*moves, exact=False)._replace(error_of_choice=error)


def test_a_difference_within_the_error_is_too_close_to_call() -> None:
    """Neither move is a mistake then, and neither is best."""
    here = estimated(0.52, 0.5, 0.03)
    assert words(here) == ["too close to call"] * 2
    for choice in here.moves:
        grade = grade_choice(here, choice.move)
        assert (grade.loss, grade.points, grade.weight, grade.earned) == (0, 0, 0, 0)
        assert (grade.kind, grade.glyph, grade.label) == ("ink2", "=", "too close to call")
        assert (grade.deed("your"), grade.verdict) == (
            ": too close to call",
            ": the choice is too close to call",
        )
    assert find_keeping_moves(here) == [*here.moves]
    assert accuracy([grade_choice(here, "keep")]) is None


def test_a_difference_beyond_the_error_is_graded() -> None:
    here = estimated(0.54, 0.5, 0.03)
    assert words(here) == ["best", "loses about 4.0 points"]
    assert accuracy([grade_choice(here, "discard")]) == 0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 0.1))
def test_a_grade_below_the_error_never_says_mistake(keep: float, discard: float, error: float) -> None:
    here = estimated(keep, discard, error)
    for choice in here.moves:
        grade = grade_choice(here, choice.move)
        assert not grade.loss or abs(keep - discard) >= error
        assert (grade.kind == "bad") == bool(grade.loss) == grade.word.startswith("loses")


def test_an_exact_answer_is_never_too_close() -> None:
    here = position(likely("keep", 0.5001, True), likely("discard", 0.5))
    assert here.error_of_choice is None
    assert words(here) == ["best", "loses less than 0.1 points"]


def test_a_small_loss_is_not_shown_as_none() -> None:
    assert words(position(likely("keep", 0.4999), likely("discard", 0.5, True)))[0] == (
        "loses less than 0.1 points"
    )
    assert words(position(likely("keep", 0.5), likely("discard", 0.5, True))) == ["best", "best"]


@pytest.mark.parametrize(
    ("here", "signs"),
    [
        (position(won(1, 3, True), won(2, 5, False), lost(3)), ["✓ good", "✓ good", "▼ bad"]),
        (position(lost(1, 4, True), lost(2)), ["· ink2", "· ink2"]),
        (position(lost(1, 4, True)), ["→ ink2"]),
        (position(safe(1), lost(2, 1)), ["✓ good", "▼ bad"]),
        (position(likely("keep", 0.4), likely("discard", 0.5, True)), ["▼ bad", "✓ good"]),
    ],
)
def test_every_grade_has_a_sign_and_a_colour_that_agree(here: Analysis, signs: list[str]) -> None:
    found = [grade_choice(here, choice.move) for choice in here.moves]
    assert [f"{judged.glyph} {judged.kind}" for judged in found] == signs


def test_grades_are_read_as_labels_and_told_as_deeds() -> None:
    close = position(Choice(1, "chance", 0.4, False, None), Choice(2, "chance", 0.5, True, None), exact=False)
    worse, best = (grade_choice(close, choice.move) for choice in close.moves)
    assert (worse.word, worse.label) == ("loses about 10.0 points", "costs about 10.0 %")
    assert worse.deed("your") == ", which cost about 10.0 percentage points of your winning chance"
    assert (best.label, best.deed("their")) == ("best", ", which was best")
    assert worse.verdict == ": it costs about 10.0 percentage points of your winning chance"
    assert (best.verdict, best._replace(word="keeps the win").verdict) == ("", ": it keeps the win")
    assert best._replace(word="gives it away").deed("your") == ", which gave the win away"


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_points_agree_with_the_percentages_beside_them(one: float, two: float, exact: bool) -> None:
    """The rounded figures must add up as shown: 56.4 % and 52.4 % differ by 4.0 %."""
    best = max(one, two)
    here = position(*(Choice(m, "chance", v, v == best, None) for m, v in ((1, one), (2, two))), exact=exact)
    low, high = sorted(Decimal(percent(here, choice).split()[-2]) for choice in here.moves)
    for choice in here.moves:
        word = grade_choice(here, choice.move).word
        if found := re.search(r"(?<!less than )\b(\d+\.\d) points", word):
            assert Decimal(found[1]) == high - low
        elif word != "best":
            assert (word, high) == ("loses less than 0.1 points", low)
    told = re.findall(r"(\d+\.\d) %", format_hint(PrimeClimb.start(), here, 2))
    assert [Decimal(often) for often in told] == ([high, low] if high != low else [high])


def worth_of(state: State, move: object) -> tuple[bool, int | None]:
    """Whether the player to move wins after this move, and in how many moves, by the next position."""
    after = state.after(move)
    if ending := after.ending():
        return ending.winner == state.turn, 1
    answer = analyse(after)
    assert answer.plies is not None
    return (answer.verdict == "win") == (after.turn == state.turn), answer.plies + 1


@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition])
def test_every_grade_of_the_standard_game_agrees_with_what_follows(game: type[State]) -> None:
    for state in reachable(game.start()):
        moves = state.moves()
        if not moves:
            continue
        analysis = analyse(state)
        ends = {move: worth_of(state, move) for move in moves}
        wins = [move for move in moves if ends[move][0]]
        quickest = min((ends[move][1] or 0 for move in wins), default=0)
        for move in moves:
            found = grade_choice(analysis, move)
            if len(moves) == 1:
                assert found.word == "forced"
            elif not wins:
                assert found.word == "lost anyway"
            elif move not in wins:
                assert (found.word, found.loss, found.earned) == ("gives it away", 1, 0)
            else:
                assert found.word == ("best" if ends[move][1] == quickest else "keeps the win")
                assert (found.loss, found.only) == (0, len(wins) == 1)
            if len(moves) > 1:
                assert found.weight == (pytest.approx(1 - len(wins) / len(moves)) if wins else 0)


def test_nonprime_addition_is_graded_by_primes() -> None:
    here = analyse(at(NonprimeAddition, "total=26"))
    assert [move for move in range(2, 10) if grade_choice(here, move).word == "loses"] == [3, 5]
    assert [choice.move for choice in find_keeping_moves(here)] == [2, 4, 6, 7, 8, 9]


def test_accuracy_of_nothing_at_stake() -> None:
    assert accuracy([]) is None
    assert accuracy([grade_choice(position(lost(1, 2, True), lost(2)), 1)]) is None
    assert accuracy([grade_choice(position(won(1, 1, True)), 1)]) is None


def test_accuracy_counts_a_choice_by_its_difficulty() -> None:
    hard = position(won(1, 3, True), lost(2), lost(3), lost(4))
    easy = position(won(1, 3, True), won(2, 3, True), won(3, 5, False), lost(4))
    assert accuracy([grade_choice(hard, 1), grade_choice(easy, 4)]) == pytest.approx(75)
    assert accuracy([grade_choice(hard, 2), grade_choice(easy, 1)]) == pytest.approx(25)


def test_accuracy_where_chance_decides_counts_the_stake() -> None:
    large = position(likely("keep", 0.2), likely("discard", 0.5, True))
    small = position(likely("keep", 0.4), likely("discard", 0.5, True))
    assert accuracy([grade_choice(large, "discard"), grade_choice(small, "keep")]) == pytest.approx(75)


VALUES: list[tuple[Verdict, float | None]] = [("win", 1.0), ("endless", None), ("loss", 0.0), ("chance", 0.3)]


@given(st.lists(st.tuples(st.lists(st.sampled_from(VALUES), min_size=1, max_size=6), st.integers(0, 5))))
def test_accuracy_is_a_percentage_and_full_exactly_for_those_who_kept_everything(
    played: list[tuple[list[tuple[Verdict, float | None]], int]],
) -> None:
    grades = []
    for rows, chosen in played:
        choices = [Choice(move, verdict, value, True, None) for move, (verdict, value) in enumerate(rows)]
        best = max(choices, key=lambda choice: 0.5 if choice.value is None else choice.value)
        analysis = Analysis(best.verdict, best.value, True, None, None, tuple(choices), (), None)
        grades.append(grade_choice(analysis, chosen % len(rows)))
    found = accuracy(grades)
    if found is None:
        assert all(graded.weight == 0 for graded in grades)
    else:
        assert 0 <= found <= 100
        assert (found > 100 - 1e-9) == all(graded.loss == 0 for graded in grades)

"""Reviews that get better: estimates first, then exact values, until the effort is spent."""

from __future__ import annotations

import pytest

from primeparlor.coach.review.refinement import RefinedReview
from primeparlor.coach.review.review import Review, review, review_exactly
from primeparlor.coach.review.story import build_story
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.games.prime_duel.rules import PrimeDuel
from primeparlor.games.prime_duel.solver import at_the_table
from primeparlor.match import Match
from primeparlor.players import create_player, play_match
from primeparlor.solve import Effort
from support.games import at


def played(start: PrimeDuel | PocketAddition, seed: int) -> Match:
    """A game between two levels."""
    match = Match(start, ("casual", "beginner"), seed=seed)
    play_match(match, [player for label in match.seats if (player := create_player(label))])
    return match


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A short duel of which little is exact at once."""
    monkeypatch.setattr(at_the_table, "AT_ONCE", 5_000)
    return played(at(PrimeDuel, "target=20 largest=5 copies=2"), 3)


def exactness(found: Review, match: Match) -> str:
    return build_story(match, found).exactness


def test_estimates_come_first_and_are_replaced_until_all_is_exact(duel: Match) -> None:
    refined = RefinedReview(duel)
    first = refined.estimate()
    assert first == review(duel)
    found = [first, *refined.refine(Effort())]
    counts = [each.exact_choices for each in found]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] == found[-1].choices
    assert [each.exact for each in found] == [False] * (len(found) - 1) + [True]
    [exact] = review_exactly([duel])
    for row, other in zip(found[-1].decisions, exact.decisions, strict=True):
        assert row.grade.word == other.grade.word
        assert row.grade.loss == pytest.approx(other.grade.loss, abs=1e-9)
    assert found[-1].values == pytest.approx(exact.values, abs=1e-9)


def test_the_story_says_how_many_choices_are_exact(duel: Match) -> None:
    refined = RefinedReview(duel)
    found = [refined.estimate(), *refined.refine(Effort())]
    told = {exactness(each, duel) for each in found}
    number = found[0].choices
    assert exactness(found[-1], duel) == ""
    assert f"{number - 1} of {number} choices are graded exactly, the other by estimates." in told
    nothing = found[0]._replace(decisions=tuple(row._replace(exact=False) for row in found[0].decisions))
    assert exactness(nothing, duel) == "All choices are graded by estimates."


def test_a_row_is_refined_as_soon_as_it_is_known_fewest_cards_first(duel: Match) -> None:
    refined = RefinedReview(duel)
    before = refined.estimate()
    after = next(refined.refine(Effort()))
    new = [
        b.number for a, b in zip(before.decisions, after.decisions, strict=True) if b.exact and not a.exact
    ]
    decks = {event.number: len(state.deck) for event, state in duel.line if isinstance(state, PrimeDuel)}
    fewest = min(decks[row.number] for row in before.decisions if not row.exact)
    assert [decks[number] for number in new] == [fewest]


def test_no_time_leaves_the_estimates(duel: Match) -> None:
    refined = RefinedReview(duel)
    refined.estimate()
    assert [*refined.refine(Effort.within(0))] == []


def test_time_that_runs_out_ends_the_work_in_the_middle(duel: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    refined = RefinedReview(duel)
    refined.estimate()
    left = iter([100.0] * 12)
    monkeypatch.setattr(Effort, "seconds_left", lambda effort: next(left, 0.0))
    found = [*refined.refine(Effort())]
    assert not any(each.exact for each in found)


def test_the_work_reports_its_progress_and_can_be_cancelled_there(duel: Match) -> None:
    refined = RefinedReview(duel)
    refined.estimate()

    def cancel(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(refined.refine(Effort(), cancel))


def test_a_game_without_estimates_has_nothing_to_refine() -> None:
    refined = RefinedReview(played(PocketAddition.start(), 1))
    assert refined.estimate().exact
    assert [*refined.refine(Effort())] == []

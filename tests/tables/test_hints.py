"""Help is allowed, computed with the clock stopped, kept, and only then given."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from primeparlor import solve
from primeparlor.coach.hints import STEPS
from primeparlor.coach.unproven import list_unproven_hints
from primeparlor.core import Player, State
from primeparlor.match import Hint, Match, MatchError, NotYourTurn, OutOfTime, Settings, Turn
from primeparlor.tables import hints
from primeparlor.tables.hints import (
    MORE,
    HelpStopped,
    OpenHints,
    explain_moves,
    give_hint,
    list_legal_moves,
    list_open_hints,
)
from support.example_games import TwentyOne
from support.matches import Clock, again, table
from support.too_large import limit_positions

POCKET = "pocket-addition"
Give = Callable[[Match, Player], list[str]]
GIVEN: list[Give] = [list_legal_moves, give_hint, explain_moves]
COMPUTED: list[Give] = [give_hint, explain_moves]


class Full:
    """A store without room."""

    def append(self, turn: Turn) -> None:
        raise OSError("no room")

    def since(self, seq: int) -> list[Turn]:
        raise NotImplementedError


@pytest.fixture(name="computed")
def watched(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The positions that were analysed."""
    asked, analyse = list[State](), solve.analyse

    def watch(state: State, **options: object) -> solve.Analysis:
        asked.append(state)
        return analyse(state)

    monkeypatch.setattr(solve, "analyse", watch)
    return asked


def test_moves_are_told_and_kept() -> None:
    match = table("prime-climb steps=14,12")
    assert list_legal_moves(match, 1) == ["Moves: 1 2 3 4 5 6"]
    assert list_legal_moves(match, 1) == ["Moves: 1 2 3 4 5 6"]
    assert match.journal == [Hint(0, 1, "moves")]


def test_hints_climb_the_ladder_and_the_last_one_stays() -> None:
    match = table(POCKET)
    told = [give_hint(match, 1)[0] for _ in range(6)]
    assert told[0] == "Yes: you can win whatever your opponent does. ('hint' again tells more.)"
    assert told[4] == told[5]
    assert not told[4].endswith("more.)")
    assert match.journal == [Hint(0, 1, step) for step in range(1, 6)]


def test_why_tells_the_asker_s_own_move_first() -> None:
    match = table(POCKET, 5, 4)
    told = explain_moves(match, 1)
    assert told[0] == "Player 1 took 5, which gave the win away."
    had = "Player 1 had a win here with 6, 7 or 8, quickest with 6."
    assert told[1].endswith(f" Player 2 takes 8, and Player 2 makes 15. {had}")
    assert told[2] == "Player 2 took 4, which gave the win away."
    assert told[3].startswith("  Player 1 can take ")
    assert match.journal[-1] == Hint(2, 1, "why")


def test_why_after_a_best_move_names_no_better_one() -> None:
    told = explain_moves(table(POCKET, 6), 2)
    assert "Player 1 took 6, which was best." in told
    assert "had a win" not in told[1]


@pytest.mark.parametrize("give", GIVEN)
def test_without_hints_nothing_is_even_computed(give: Give, computed: list[State]) -> None:
    match = table(POCKET, 6, settings=Settings(hints=False))
    with pytest.raises(MatchError, match=r"Hints are off in this game\."):
        give(match, 2)
    assert computed == []
    assert match.notes == []


@pytest.mark.parametrize("give", GIVEN)
def test_only_the_player_to_move_is_helped(give: Give, computed: list[State]) -> None:
    match = table(POCKET, 6)
    with pytest.raises(NotYourTurn):
        give(match, 1)
    assert computed == []


def test_why_before_the_first_move_is_not_computed(computed: list[State]) -> None:
    with pytest.raises(MatchError, match=r"Nobody has moved yet\."):
        explain_moves(table(POCKET), 1)
    assert computed == []


@pytest.mark.parametrize("give", COMPUTED)
def test_the_clock_stands_still_while_the_parlor_computes(
    give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, analyse = Clock(), solve.analyse

    def slow(state: State, **options: object) -> solve.Analysis:
        clock.seconds += 1000
        return analyse(state)

    monkeypatch.setattr(solve, "analyse", slow)
    match = table(POCKET, 6, settings=Settings(clock=10), now=clock)
    clock.seconds += 4
    assert give(match, 2)
    assert match.time_left == 6
    assert match.outcome is None


@pytest.mark.parametrize("give", GIVEN)
def test_help_that_is_asked_for_too_late_is_not_given(give: Give, computed: list[State]) -> None:
    clock = Clock()
    match = table(POCKET, 6, settings=Settings(clock=10), now=clock)
    clock.seconds += 10
    with pytest.raises(OutOfTime):
        give(match, 2)
    assert match.outcome
    assert computed == []
    assert match.notes == []


@pytest.mark.parametrize("give", COMPUTED)
def test_help_can_be_stopped_and_is_then_not_kept(give: Give, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(state: State, **options: object) -> solve.Analysis:
        raise HelpStopped  # as progress does when the player stops waiting

    monkeypatch.setattr(solve, "analyse", stopped)
    clock = Clock()
    match = table(POCKET, 6, settings=Settings(clock=10), now=clock)
    with pytest.raises(HelpStopped, match=r"^Stopped: no help was given\.$"):
        give(match, 2)
    assert match.notes == []
    clock.seconds += 3
    assert match.time_left == 7  # the clock goes on


@pytest.mark.parametrize("give", GIVEN)
def test_help_that_cannot_be_kept_is_not_given(give: Give) -> None:
    match = table(POCKET, 6)
    match.store = Full()
    with pytest.raises(OSError, match="no room"):
        give(match, 2)
    assert match.notes == []


def test_hints_already_given_are_told_again_after_a_restart_and_noted_once() -> None:
    match = table(POCKET, 6)
    assert list_open_hints(match) == OpenHints([], False)
    list_legal_moves(match, 2)
    told = [give_hint(match, 2)[0].removesuffix(MORE) for _ in range(5)]
    resumed = again(match)
    assert list_open_hints(resumed) == OpenHints(told, True)
    assert resumed.journal == match.journal
    resumed.submit(2, 9, resumed.number)
    assert list_open_hints(resumed) == OpenHints([], False)


def test_why_after_the_end_is_no_help_and_is_told_even_without_hints() -> None:
    match = table("prime-climb steps=14,6", 6, settings=Settings(hints=False))
    assert match.outcome
    assert explain_moves(match, 2)[0] == "Player 1 climbed from 14 to 20, which was best."
    assert match.notes == []


# Too large to solve ------------------------------------------------------------------------------


def test_hints_and_why_say_what_can_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    match = Match(TwentyOne.start())
    match.begin()
    told = [give_hint(match, 1)[0] for _ in range(4)]
    assert [text.removesuffix(MORE) for text in told[:3]] == list_unproven_hints(match.state)
    assert [text.endswith(MORE) for text in told] == [True, True, False, False]
    assert [hint.kind for hint in match.journal if isinstance(hint, Hint)] == [1, 2, 3]
    assert list_open_hints(again(match)) == OpenHints(list_unproven_hints(match.state), all=True)
    match.submit(1, 2, 0)
    assert explain_moves(match, 2) == [
        "Player 1 played 2.",
        "  What that is worth is not known: Twenty-One is too large to solve from there.",
    ]
    for number, move in enumerate([3, 3, 3, 3], 1):
        match.submit(match.state.turn, move, number)
    told = explain_moves(match, 2)
    assert told[0] == "Player 2 played 3."
    assert "too large" not in " ".join(told[2:]), "from 11 on the game is small enough"


def test_help_does_not_wait_for_a_game_that_may_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch, 500_000)
    monkeypatch.setattr(hints, "HELP_SECONDS", 0.0)
    match = Match(TwentyOne.start())
    match.begin()
    assert give_hint(match, 1)[0].removesuffix(MORE) == list_unproven_hints(match.state)[0]
    assert give_hint(table(POCKET), 1)[0].startswith("Yes"), "what is known to be bounded is awaited"


def test_every_step_of_the_ladder_has_its_question_and_is_counted() -> None:
    notes = hints.list_hint_notes(are_on=True)
    assert len(notes["questions"]) == STEPS
    assert notes["taken"][0] == "one step at a time, noted in the record"
    assert notes["taken"][2] == "two taken, noted in the record"
    assert len(notes["taken"]) == 1 + STEPS
    assert notes["agreement"].startswith("Hints are on at this table: ")
    assert hints.list_hint_notes(are_on=False)["agreement"] == "Hints are off at this table."

"""The time a player may think: house players stop when it is used up. No test waits for real time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from primeparlor.coach import advice
from primeparlor.core import State
from primeparlor.games import GAMES, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import read_position
from primeparlor.players import create_player
from primeparlor.players.budget import PREPARATION_SECONDS, SHARE, Budget, BudgetSpent
from primeparlor.players.level_player import LevelPlayer
from primeparlor.players.perfect import PerfectPlayer
from primeparlor.solve import outline
from primeparlor.solve.expectation import expectation, graph
from support.example_games import Pig, PigRules
from support.games import at, first_decision
from support.matches import Clock
from support.players import WEAKER, choice, shown

LARGE = "prime-climb top=997"  # which no other test has solved before


class Ticking(Clock):
    """A clock on which a second passes whenever it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.seconds + self.looks


def test_a_budget_passes_progress_on_until_it_is_used_up() -> None:
    clock, told = Clock(), list[tuple[int, int | None]]()
    budget = Budget(10, lambda *done: told.append(done), clock)
    budget(1, 100)
    clock.seconds += 10 * SHARE
    assert not budget.has_time()
    with pytest.raises(BudgetSpent):
        budget(2, 100)
    assert told == [(1, 100)]


def test_without_a_clock_there_is_no_end() -> None:
    clock = Clock()
    budget = Budget(None, None, clock)
    clock.seconds += 10**9
    budget(1, None)
    assert budget.has_time()


# Perfect -----------------------------------------------------------------------------------------


def test_perfect_plays_as_an_expert_where_there_is_no_time_and_says_so() -> None:
    clock, state = Ticking(), read_position(LARGE)
    chosen = PerfectPlayer(now=clock).choose(shown(state, seed=3, time_left=2.0))
    assert chosen.move == choice("expert", state, 3)
    assert chosen.notes == "No time to solve this: chosen as expert would."
    assert clock.looks < 10


def test_what_was_solved_in_one_turn_is_there_in_the_next() -> None:
    """So after enough turns everything is solved."""
    state, clock = read_position("prime-climb top=91 largest=6"), Ticking()
    perfect = PerfectPlayer(now=clock)
    notes = [perfect.choose(shown(state, time_left=5.0)).notes for _ in range(9)]
    assert notes[0]
    assert notes[-1] == ""
    assert perfect.choose(shown(state, time_left=5.0)).move == choice("perfect", state, 1)


@pytest.mark.parametrize("game", [GAMES[name] for name in GAMES.ours])
def test_perfect_with_enough_time_plays_as_without_a_clock(game: type[State]) -> None:
    state = first_decision(game.start())
    chosen = PerfectPlayer(now=Clock()).choose(shown(state, time_left=1.0))
    assert (chosen.move, chosen.notes) == (choice("perfect", state, 1), "")


def test_traps_are_looked_for_while_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(PocketAddition, "one=6 turn=2")
    looks: list[State] = []

    def look(_: object, state: State) -> float:
        looks.append(state)
        return 0.5

    monkeypatch.setattr(advice._TrapFinder, "_compute_share", look)
    answer, times = outline(state), iter([True, True, False])
    assert advice.advise_move(state, answer, lambda: next(times, False)) in state.moves()
    assert len(looks) == 2
    assert advice.advise_move(state, answer) in state.moves()
    assert len(looks) == 2 + len(state.moves())


class Endless(Pig):
    """Pig without a limit to its points."""

    __slots__ = ()

    def moves(self) -> tuple[str, ...]:
        return () if self.rolling else ("roll", "hold")


def test_perfect_plays_as_an_expert_what_turns_out_too_large_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expectation, "LIMIT", 1_000)
    state = Endless(PigRules(), 1, 2, 3, False, 1)
    for time_left in (None, 1.0):
        chosen = PerfectPlayer(now=Clock()).choose(shown(state, time_left=time_left))
        assert chosen.move == choice("expert", state, 1)
        assert chosen.notes == "This is too large to solve: chosen as expert would."


def forget_solutions() -> None:
    """Forget what other tests have solved."""
    expectation._tables.clear()
    expectation._waiting.clear()


def test_nobody_waits_for_perfect_to_sit_down_where_there_is_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_solutions()
    monkeypatch.setattr(graph, "STEP", 10)
    start, clock = Pig.start(PigRules(target=13, sides=5)), Ticking()
    PerfectPlayer(now=clock).prepare_match(start, clock=1.0)
    assert clock.looks < 3 * PREPARATION_SECONDS
    assert expectation._explored(start) is None  # it was not done
    PerfectPlayer(now=Clock()).prepare_match(start, clock=1.0)
    assert expectation._explored(start) is not None
    monkeypatch.setattr(expectation, "LIMIT", 1_000)
    forget_solutions()
    found = create_player("perfect", start=Endless.start(), clock=1.0)
    assert isinstance(found, PerfectPlayer)
    assert found.too_large, "what is found out in time is said"


# Levels ------------------------------------------------------------------------------------------

VARIANT = "prime-duel target=30 largest=4 copies=2 scores=3,5 deck=2,1,2,2 card=2"


@pytest.fixture
def unprepared(monkeypatch: pytest.MonkeyPatch) -> Iterator[State]:
    """A variant for which the better levels need a table that has not been made."""
    from primeparlor.games.prime_duel.solver import table

    table._tables.clear()
    yield read_position(VARIANT)
    table._tables.clear()


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_level_that_has_no_time_to_prepare_plays_as_a_weaker_one(level: str, unprepared: State) -> None:
    clock = Ticking()
    chosen = LevelPlayer(level, now=clock).choose(shown(unprepared, time_left=1.0))
    assert chosen.move == choice("casual", unprepared, 1)
    assert chosen.notes == "No time: chosen as casual would."
    assert PerfectPlayer(now=clock).choose(shown(unprepared, time_left=1.0)) == chosen
    assert clock.looks < 20
    given = LevelPlayer(level, now=Clock()).choose(shown(unprepared, time_left=1.0))
    assert given.notes == ""


@pytest.mark.parametrize("level", ["club", "expert", "perfect"])
def test_what_a_level_needs_is_ready_once_it_sits(level: str, unprepared: State) -> None:
    assert create_player(level, start=unprepared, clock=1.0)
    chosen = LevelPlayer("club", now=Ticking()).choose(shown(unprepared, time_left=1.0))
    assert chosen.notes == ""


@pytest.mark.parametrize("level", WEAKER)
@pytest.mark.parametrize("game", [NumberMorph, PrimeClimb, PocketAddition, PrimeDuel])
def test_a_level_chooses_the_same_with_a_clock_as_without(game: type[State], level: str) -> None:
    state = first_decision(game.start())
    chosen = LevelPlayer(level, now=Ticking()).choose(shown(state, time_left=0.5))
    assert (chosen.move, chosen.notes) == (choice(level, state, 1), "")

"""The descriptions of the levels are true in every game: checked in positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from primeparlor.coach.grades import find_instant_wins
from primeparlor.core import Move, State
from primeparlor.games import (
    GAMES,
    ROTAS,
    NonprimeAddition,
    NumberMorph,
    PocketAddition,
    PrimeClimb,
    PrimeDuel,
)
from primeparlor.games.prime_climb.habits import CHAIN
from primeparlor.players import DESCRIBED, LEVELS, describe_levels
from primeparlor.players.level_player import BY_NAME
from primeparlor.primes import is_prime
from primeparlor.solve import find_solvable, retrograde, solver, solver_of
from primeparlor.solve.expectation import expectation
from primeparlor.tables.variants import build_levels
from support.example_games import Pig, TwentyOne
from support.games import at
from support.players import WEAKER, choice

SHARES = {"every second": 0.5, "three in ten": 0.3, "one in seven": 0.15, "one in twenty": 0.05}
STEPS = {"takes the top in reach": 1, "plans two steps": 2, "plans three steps": 3}

# Games that the right choice may win at once. In Nonprime Addition only the opponent can end the game,
# and in a new one what wins may be forced, so that there is nothing to miss.
OFTEN_WON = {*ROTAS[1], TwentyOne.name} - {NonprimeAddition.name}


def positions(game: type[State], games: int = 40) -> Iterator[State]:
    """Positions of some random games in which a player chooses."""
    for seed in range(games):
        random, state = Random(seed), game.start()
        for _ in range(100):
            if len(moves := state.moves()) > 1:
                yield state
            if not (options := moves or state.chances()):
                break
            state = state.after(random.choice(options))


@cache
def won_in_one_move(game: type[State]) -> list[State]:
    return list(islice(filter(find_instant_wins, positions(game)), 20))


@cache
def lost_by_some_moves(game: type[State]) -> list[tuple[State, set[Move]]]:
    """Positions with the moves that let the opponent win at once, where there are others too."""
    found = (
        (state, {move for move in state.moves() if _is_answered(state.after(move))})
        for state in positions(game)
    )
    return list(islice(((state, allow) for state, allow in found if 0 < len(allow) < len(state.moves())), 20))


@pytest.mark.parametrize("level", WEAKER)
@pytest.mark.parametrize("game", [*GAMES.values(), TwentyOne])
def test_no_level_misses_a_win_in_one_move(game: type[State], level: str) -> None:
    met = won_in_one_move(game)  # type: ignore[arg-type]
    if game.name in OFTEN_WON:
        assert met
    for seed, state in enumerate(met):
        assert choice(level, state, seed) in find_instant_wins(state)


@pytest.mark.parametrize("level", WEAKER)
@pytest.mark.parametrize("game", [NumberMorph, PocketAddition])
def test_a_level_that_sees_immediate_losses_avoids_them(game: type[State], level: str) -> None:
    assert describe_levels(game.start())["beginner"].startswith("sees what wins or loses at once")
    met = lost_by_some_moves(game)  # type: ignore[arg-type]
    assert len(met) == 20
    for seed, (state, allow) in enumerate(met):
        assert choice(level, state, seed) not in allow


def _is_answered(state: State) -> bool:
    return not state.ending() and bool(find_instant_wins(state))


def test_nothing_is_said_of_what_loses_at_once_elsewhere() -> None:
    for game in (NonprimeAddition, PrimeClimb, PrimeDuel, TwentyOne, Pig):
        assert not any("loses at once" in words for words in describe_levels(game.start()).values())


@pytest.mark.parametrize("level", WEAKER)
def test_primes_overlooked_in_nonprime_addition_are_above_20_and_as_many_as_said(level: str) -> None:
    words = describe_levels(NonprimeAddition.start())[level]
    assert words.endswith((" primes above 20", " prime above 20"))
    [share] = [share for told, share in SHARES.items() if told in words]
    assert share == BY_NAME[level].overlooks
    for total in (1, 4, 6, 8, 9, 10):
        chosen = [choice(level, at(NonprimeAddition, f"total={total}"), seed) for seed in range(40)]
        assert not any(is_prime(total + int(number)) for number in chosen)
    risky = at(NonprimeAddition, "total=34")  # 37, 41 and 43 are in reach, and five safe numbers
    made = [is_prime(34 + int(choice(level, risky, seed))) for seed in range(400)]
    safe, primes = 5, 3 * share
    assert sum(made) / 400 == pytest.approx(primes / (safe + primes), abs=0.06)
    assert any(made)


@pytest.mark.parametrize("level", WEAKER)
def test_plans_and_errors_of_prime_climb_are_as_said(level: str) -> None:
    words = describe_levels(PrimeClimb.start())[level]
    [steps] = [steps for told, steps in STEPS.items() if words.startswith(told)]
    assert steps == CHAIN[BY_NAME[level].rank]
    [share] = [share for told, share in SHARES.items() if told in words]
    assert share == BY_NAME[level].overlooks


def test_the_first_levels_of_prime_duel_keep_what_is_said() -> None:
    assert describe_levels(PrimeDuel.start())["beginner"] == "keeps every card that fits"
    assert describe_levels(PrimeDuel.start())["casual"] == "keeps what makes a prime, and cards from 3 up"
    for state in positions(PrimeDuel, 10):
        assert isinstance(state, PrimeDuel)
        card = int(state.card or 0)
        good = card >= 3 or is_prime(state.mine + card) or state.mine + card == state.rules.target
        assert choice("beginner", state, 0) == "keep"
        assert choice("casual", state, 0) == ("keep" if good else "discard")


def test_every_level_is_described_in_every_game() -> None:
    games: list[type[State]] = [*GAMES.values(), TwentyOne, Pig]
    for game in games:
        assert tuple(describe_levels(game.start())) == LEVELS
    assert describe_levels(TwentyOne.start()) | {"perfect": ""} == DESCRIBED | {"perfect": ""}


# What perfect is ---------------------------------------------------------------------------------


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has counted the positions of any game yet, and few are too many."""
    for store in (solver.counted, retrograde._tables, expectation._tables, expectation._waiting):
        store.clear()
    monkeypatch.setattr(expectation, "LIMIT", 1_000)


def perfect(start: State, variant: bool = False) -> str:
    return describe_levels(start, variant)["perfect"]


@pytest.mark.usefixtures("uncounted")
def test_perfect_says_what_it_is_before_and_after_the_game_is_counted() -> None:
    small, large = TwentyOne.start(), Pig.start()
    unknown = "never wrong if the game can be solved, else plays as expert"
    assert perfect(small) == perfect(large) == unknown
    assert find_solvable(small)
    assert not find_solvable(large)
    assert (perfect(small), perfect(large)) == ("never wrong", "plays as expert here: too large to solve")
    assert perfect(small, variant=True) == perfect(large, variant=True) == unknown
    assert build_levels(large).sentences["perfect"] == "Plays as expert here: too large to solve."


@pytest.mark.parametrize("game", [NumberMorph, PrimeClimb, PocketAddition])
def test_perfect_is_never_wrong_in_every_variant_that_can_be_played(game: type[State]) -> None:
    numbers = {key: number.most_to_play or number.most for key, number in game.Rules.numbers.items()}
    start = game.start(game.Rules(**numbers))
    assert perfect(game.start()) == perfect(start) == perfect(start, variant=True) == "never wrong"


def test_what_estimates_cost_is_said_only_where_it_was_measured() -> None:
    assert perfect(PrimeDuel.start()) == "almost perfect: its mistakes cost about one game in 5,000"
    elsewhere = "almost perfect: estimates what takes too long to work out"
    assert perfect(PrimeDuel.start(), variant=True) == perfect(at(PrimeDuel, "target=30")) == elsewhere


def test_no_variant_of_the_five_games_is_too_large_to_play_perfectly() -> None:
    for name in ROTAS[1]:
        solves = solver_of(GAMES[name])
        assert solves.complete or solves.estimates

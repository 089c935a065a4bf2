"""The levels: none misses what is in plain sight, and each is stronger than the one before."""

from __future__ import annotations

import itertools
import runpy
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from primeparlor.core import Move, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb
from primeparlor.match import Match
from primeparlor.notation import position, read_position
from primeparlor.players import LEVELS, SEATS, habits_of, play_match
from primeparlor.tables.variants import list_variants
from support.games import reachable, walk
from support.players import WEAKER, choice, seated

BENCH: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "levels.py"))


def wins_at_once(state: State) -> list[Move]:
    """The moves after which the player to move has won."""
    ended = {move: state.after(move).ending() for move in state.moves()}
    return [move for move, ending in ended.items() if ending and ending.winner == state.turn]


def some(states: Sequence[State], number: int) -> list[State]:
    return Random(1).sample(states, number)


@pytest.mark.parametrize("level", WEAKER)
@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition])
def test_a_win_at_once_is_never_missed(game: type[State], level: str) -> None:
    states = [state for state in reachable(game.start()) if wins_at_once(state)]
    for seed, state in enumerate(some(states, 100)):
        assert choice(level, state, seed) in wins_at_once(state)


@pytest.mark.parametrize("level", WEAKER)
@pytest.mark.parametrize("game", [PocketAddition, NumberMorph])
def test_an_answer_that_wins_at_once_is_not_allowed_if_that_can_be_helped(
    game: type[State], level: str
) -> None:
    random = Random(3)
    states = [state for _ in range(25) for state in walk(game.start(), random) if len(state.moves()) > 1]
    seen = 0
    for state in some(states, 80):
        good = [move for move in state.moves() if not wins_at_once(state.after(move))]
        if good and len(good) < len(state.moves()):
            seen += 1
            assert choice(level, state, seen) in good
    assert seen >= 5


VARIANTS = [
    "prime-climb largest=1 steps=1,2",  # a pass
    "number-morph digits=5 number=10007",
    "nonprime-addition smallest=1 largest=2",  # lost
    "prime-climb top=1000 largest=99",
    "pocket-addition target=200 largest=14",
]


@pytest.mark.parametrize("text", VARIANTS)
@pytest.mark.parametrize("level", SEATS)
def test_every_variant_is_played_within_the_rules(level: str, text: str) -> None:
    state = read_position(text)
    assert state.why_not(choice(level, state, 1)) is None


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> list[Move | None]:
        match = Match(PocketAddition.start(), ("club", "casual"), seed=seed)
        play_match(match, seated(*match.seats))
        return [event.move for event in match.events]

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(6)}) > 1


# How strong they are -------------------------------------------------------------------------


def test_every_level_states_its_expected_regret() -> None:
    for game in GAMES.ours:
        regret = habits_of(GAMES[game]).regret
        assert regret is not None, (
            f"state in habits.py of {game} as regret what bench/levels.py regret measures"
        )
        assert regret.keys() == set(SEATS)
        stated = [regret[player] for player in SEATS]
        assert stated == sorted(stated, reverse=True)
        assert len(set(stated)) == len(stated)
        assert stated[-1] == 0


@pytest.mark.parametrize(
    ("game", "decisions"),
    [(NonprimeAddition, 400), (NumberMorph, 200), (PrimeClimb, 400), (PocketAddition, 120)]
    + [pytest.param(game, 400, marks=pytest.mark.prove) for game in (NumberMorph, PocketAddition)],
)
def test_the_levels_are_ordered_by_regret_as_stated(game: type[State], decisions: int) -> None:
    states = BENCH["decisions"](game.start(), decisions)
    measured = {player: BENCH["regret"](player, states, 1) for player in SEATS}
    for weaker, stronger in itertools.pairwise(SEATS):
        assert measured[weaker] > measured[stronger]
    for player, found in measured.items():
        stated = (habits_of(game).regret or {})[player]
        assert found == pytest.approx(stated, abs=0.02 + 0.3 * stated)


@pytest.mark.parametrize("games", [30, pytest.param(100, marks=pytest.mark.prove)])
@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition, NonprimeAddition])
def test_the_levels_are_ordered_by_their_games(game: type[State], games: int) -> None:
    for weaker, stronger in itertools.pairwise(LEVELS):
        score = BENCH["games"](game.start(), stronger, weaker, games)
        assert score.won > score.lost or (stronger == "perfect" and score.won == score.lost), (
            stronger,
            weaker,
        )


# Of games whose levels have been measured: nobody has promised yet that those of any other are well ordered.
HOUSE_VARIANTS = [
    position(variant.start)
    for game in GAMES.values()
    for variant in list_variants(game)
    if variant.words and game.name != "number-morph" and habits_of(variant.start).regret
]
LONG = [text for text in HOUSE_VARIANTS if "top=100" in text]
LONG_GAMES = [text for text in HOUSE_VARIANTS if "target=21" in text]  # quick to be asked, long to be played


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        *((text, 80) for text in HOUSE_VARIANTS if text not in LONG),
        *(pytest.param(text, 250, marks=pytest.mark.prove) for text in HOUSE_VARIANTS),
    ],
)
def test_the_levels_are_ordered_by_regret_in_the_house_variants_too(text: str, decisions: int) -> None:
    states = BENCH["decisions"](read_position(text), decisions)
    measured = [BENCH["regret"](player, states, 2) for player in LEVELS]
    assert measured == sorted(measured, reverse=True)
    assert len(set(measured)) == len(measured)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        *((text, 30) for text in HOUSE_VARIANTS if text not in LONG + LONG_GAMES),
        *(pytest.param(text, 60, marks=pytest.mark.prove) for text in HOUSE_VARIANTS),
    ],
)
def test_the_levels_are_ordered_by_their_games_in_the_house_variants_too(text: str, games: int) -> None:
    for weaker, stronger in itertools.pairwise(LEVELS):
        score = BENCH["games"](read_position(text), stronger, weaker, games)
        assert score.won > score.lost, (stronger, weaker)

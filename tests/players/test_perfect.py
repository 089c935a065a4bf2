"""`perfect` never loses a won position; where all is lost, it sets the trap that most answers fall into."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.core import OTHER, Move, Player, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb
from primeparlor.players import SEATS
from primeparlor.players.perfect import PerfectPlayer
from primeparlor.primes import is_prime
from primeparlor.solve import analyse
from support.games import at, reachable, walk
from support.players import shown, winner

PERFECT = PerfectPlayer()


def choice(state: State) -> Move:
    return PERFECT.choose(shown(state)).move


def won_by(start: State, opponent: str, perfect: Player, seed: int, limit: int = 60) -> str | None:
    """Who wins when `perfect` plays in that seat; None at the move limit."""
    return winner(start, ("perfect", opponent) if perfect == 1 else (opponent, "perfect"), seed, limit)


# Games from positions that are won for `perfect`; in the long proofs over a thousand, with 5 opponents.
@pytest.mark.parametrize("games", [50, pytest.param(220, marks=pytest.mark.prove)])
@pytest.mark.parametrize("opponent", SEATS[:-1])
@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition])
def test_no_won_position_is_lost(game: type[State], opponent: str, games: int) -> None:
    random = Random(4)
    states = sorted(state for state in reachable(game.start()) if state.moves())  # type: ignore[type-var]
    for seed, state in enumerate(random.choices(states, k=games)):
        wins = state.turn if analyse(state).verdict == "win" else OTHER[state.turn]
        assert won_by(state, opponent, wins, seed) == "perfect"


@pytest.mark.parametrize("games", [30, pytest.param(120, marks=pytest.mark.prove)])
@pytest.mark.parametrize("opponent", SEATS[:-1])
def test_nonprime_addition_is_never_lost(opponent: str, games: int) -> None:
    for seed in range(games):
        perfect: Player = 1 if seed % 2 else 2
        assert won_by(NonprimeAddition.start(), opponent, perfect, seed) != opponent


@pytest.mark.parametrize(
    ("opponent", "games"),
    [
        *[("random", 5), ("beginner", 3), ("casual", 2), ("club", 1), ("expert", 1)],
        *(
            pytest.param(opponent, games, marks=pytest.mark.prove)
            for opponent, games in (
                ("random", 50),
                ("beginner", 30),
                ("casual", 15),
                ("club", 8),
                ("expert", 2),
            )
        ),
    ],
)
def test_player_2_wins_number_morph_from_every_start(opponent: str, games: int) -> None:
    for seed in range(games):
        assert won_by(NumberMorph.start(), opponent, 2, seed, 200) == "perfect"


def test_a_won_middle_game_of_number_morph_is_won() -> None:
    random, seen = Random(6), 0
    for seed in range(2):
        for state in walk(NumberMorph.start(), random):
            if state.moves() and random.random() < 0.3 and analyse(state).verdict == "win":
                seen += 1
                assert won_by(state, "casual", state.turn, seed, 200) == "perfect"
    assert seen > 5


def errors(state: State) -> float:
    """The share of the moves that give a won position away; 0 if one of them wins at once."""
    endings = [state.after(move).ending() for move in state.moves()]
    if any(ending and ending.winner == state.turn for ending in endings):
        return 0.0
    rows = analyse(state).moves
    return sum(row.verdict == "loss" for row in rows) / len(rows)


@pytest.mark.parametrize("game", [PocketAddition, NumberMorph])
def test_a_lost_position_sets_the_trap_that_most_answers_fall_into(game: type[State]) -> None:
    random, seen = Random(8), 0
    for _ in range(20 if game is PocketAddition else 2):
        for state in walk(game.start(), random):
            if len(state.moves()) < 2 or analyse(state).verdict != "loss":
                continue
            seen += 1
            shares = {
                move: 0.0 if state.after(move).ending() else errors(state.after(move))
                for move in state.moves()
            }
            assert shares[choice(state)] == max(shares.values())
    assert seen > 10


def test_an_obvious_answer_is_no_trap() -> None:
    state = at(PocketAddition, "one=2,5 two=1,8")  # 7 leaves one right answer, but 6 makes 15
    assert errors(state.after(7)) == 0
    assert choice(state) != 7


def test_a_trap_may_lie_behind_an_extra_turn() -> None:
    """By hand: the best share of wrong answers over all that this turn may lead to."""

    def best(state: State, player: Player) -> float:
        if state.ending():
            return 0.0
        if state.turn == player:
            return max(best(state.after(move), player) for move in state.moves())
        return errors(state)

    random, seen = Random(9), 0
    for _ in range(4):
        for state in walk(at(PrimeClimb, "top=40 largest=5"), random):
            if len(state.moves()) > 1 and analyse(state).verdict == "loss":
                seen += 1
                shares = {move: best(state.after(move), state.turn) for move in state.moves()}
                assert shares[choice(state)] == max(shares.values())
    assert seen > 10


def test_endless_play_tempts_the_opponent() -> None:
    for total in range(1, 300):
        if is_prime(total):
            continue
        move = int(choice(at(NonprimeAddition, f"total={total}")))
        left = {n: sum(is_prime(total + n + k) for k in range(2, 10)) for n in range(2, 10)}
        assert not is_prime(total + move)
        assert left[move] == max(count for n, count in left.items() if not is_prime(total + n))


def test_a_large_variant_is_answered() -> None:
    """One with five digits is in `test_levels`."""
    state = at(NumberMorph, "digits=4 number=1009")
    assert choice(state) in state.moves()

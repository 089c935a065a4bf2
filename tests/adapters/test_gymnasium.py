"""Gymnasium: its own check of every environment, and what we promise beside it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import RecordEpisodeStatistics

from primeparlor.adapters import gymnasium as adapter
from primeparlor.adapters.gymnasium import GameEnv, name_environment
from primeparlor.core import IllegalMove, Move, ParlorError, State
from primeparlor.games import GAMES
from primeparlor.players import SEATS, Chosen, View
from primeparlor.solve import choices
from support.indexed_games import (
    EVERY,
    GUESTS,
    NAMES,
    install_guests,
    refusal,
    refused,
    run_guide,
    run_shown,
    told_without,
)
from support.too_large import limit_positions

SEAT_NUMBERS = (1, 2, "random")


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Count the example games as installed, and register them meanwhile."""
    install_guests(monkeypatch)
    before = set(gymnasium.registry)
    adapter.register_games()
    yield
    for name in gymnasium.registry.keys() - before:
        del gymnasium.registry[name]


def make(game: str, **options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name_environment(game), **options)


def play_game(env: gymnasium.Env[Any, Any], seed: int) -> list[tuple[Any, ...]]:
    """Every step of a game of legal actions, chosen at random, the same for each seed."""
    numbers, info = env.reset(seed=seed)
    random = np.random.default_rng(seed)
    steps: list[tuple[Any, ...]] = [(None, numbers, info)]
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        action = int(random.choice(legal)) if legal.size else 0
        numbers, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        steps.append((action, numbers, reward, terminated, truncated, info))
    return steps


# The host's own check ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules"), EVERY, ids=NAMES)
@pytest.mark.parametrize("seat", SEAT_NUMBERS)
@pytest.mark.parametrize("opponent", ["random", "club"])
def test_gymnasium_finds_no_fault(name: str, rules: dict[str, int], opponent: str, seat: int | str) -> None:
    """A warning would be an error, as in all our tests."""
    with make(name, rules=rules, opponent=opponent, seat=seat, render_mode="ansi") as env:
        check_env(env.unwrapped)


@pytest.mark.parametrize("opponent", [seat for seat in SEATS if seat not in ("random", "club")])
def test_gymnasium_finds_no_fault_with_any_opponent(opponent: str) -> None:
    for game in GAMES.ours:
        for seat in SEAT_NUMBERS:
            with make(game, opponent=opponent, seat=seat, render_mode="ansi") as env:
                check_env(env.unwrapped)


def test_gymnasium_finds_no_fault_where_regret_is_rewarded() -> None:
    for game in GAMES.ours:
        with make(game, reward="regret", render_mode="ansi") as env:
            check_env(env.unwrapped)


# Games ---------------------------------------------------------------------------------------------


def test_importing_the_module_registers_every_game() -> None:
    ours = {GAMES[name].__name__ for name in GAMES.ours}
    assert ours >= {"NonprimeAddition", "NumberMorph", "PrimeClimb", "PocketAddition", "PrimeDuel"}
    found = {name for name in gymnasium.registry if name.startswith("primeparlor/")}
    assert found == {f"primeparlor/{game}-v0" for game in ours | {"Pig", "TwentyOne"}}
    told = subprocess.run(
        [
            *(sys.executable, "-c"),
            "import gymnasium, primeparlor.adapters.gymnasium; print(*gymnasium.registry)",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {name for name in told if name.startswith("primeparlor/")} == {
        f"primeparlor/{game}-v0" for game in ours
    }


def test_an_environment_can_be_made_by_the_name_of_its_module() -> None:
    with gymnasium.make("primeparlor.adapters.gymnasium:primeparlor/PrimeClimb-v0", rules={"top": 35}) as env:
        assert env.observation_space.shape == (2 + 2 * 36,)


@pytest.mark.parametrize(("name", "rules"), EVERY, ids=NAMES)
def test_a_seed_fixes_a_game_and_its_numbers_are_in_range(name: str, rules: dict[str, int]) -> None:
    with make(name, rules=rules, seat="random") as one, make(name, rules=rules, seat="random") as two:
        ends = set()
        for seed in range(50):
            steps = play_game(one, seed)
            assert all(step[1] in one.observation_space for step in steps)
            assert seed % 10 or data_equivalence(play_game(two, seed), steps, exact=True)
            ends.add(steps[-1][2])
            assert {step[2] for step in steps[1:-1]} <= {0.0}
        assert {-1.0, 1.0} <= ends <= {-1.0, 0.0, 1.0}


def test_both_seats_are_drawn() -> None:
    with make("prime-climb", seat="random") as env:
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {1, 2}


class Scripted:
    """An opponent that plays these moves, and keeps what it was shown."""

    def __init__(self, *moves: Move) -> None:
        self.moves, self.shown = list(moves), list[State]()

    def choose(self, view: View) -> Chosen:
        self.shown.append(view.state)
        assert (view.seat, view.moves) == (view.state.turn, view.state.moves())
        return Chosen(self.moves.pop(0))


def test_a_step_is_your_move_and_all_answers_of_the_opponent() -> None:
    """Steps 3 and 7 are primes, which give the opponent another turn."""
    opponent = Scripted(3, 4, 1, 1)
    env = GameEnv("prime-climb", opponent=opponent, seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "prime-climb steps=8,0 turn=2"
    _, reward, terminated, truncated, info = env.step(3)
    assert env.render() == "prime-climb steps=9,4 turn=2"
    assert (reward, terminated, truncated, info["illegal"]) == (0.0, False, False, False)
    assert [state.turn for state in opponent.shown] == [1, 1, 1, 1]


def test_extra_turns_are_steps_of_their_own() -> None:
    opponent = Scripted(4)
    env = GameEnv("prime-climb", opponent=opponent, render_mode="ansi")
    env.reset(seed=1)
    env.step(2)
    assert env.render() == "prime-climb steps=3,0 turn=1"
    env.step(5)
    assert env.render() == "prime-climb steps=9,4 turn=1"
    assert [state.turn for state in opponent.shown] == [2]


def test_a_game_that_is_lost_before_your_first_move_ends_with_any_action() -> None:
    """Player 1 can climb the book's staircase in one turn."""
    env = GameEnv("prime-climb", opponent=Scripted(7, 6, 6, 1), seat=2)
    numbers, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    after, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, False)
    assert np.array_equal(after, numbers)


def test_a_forced_move_is_an_action_with_a_mask_of_one() -> None:
    """Ruling A3: the referee of a match would play it, an environment leaves it to the agent."""
    env = GameEnv("prime-climb", {"largest": 1}, opponent=Scripted(1, 1), seat=2)
    _, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [0, 1], "only the pass"
    assert env.action_masks().tolist() == [False, True]
    assert env.step(0)[4]["refusal"] == "You cannot move: you must pass."


@pytest.mark.parametrize("seat", [1, 2])
def test_at_the_horizon_a_game_is_truncated(seat: int) -> None:
    for horizon in (1, 2, 3, 200):
        env = GameEnv("nonprime-addition", opponent="perfect", seat=seat, horizon=horizon)
        _, info = env.reset(seed=1)
        steps, over = 0, False
        while not over:
            safe = [
                choice.move
                for choice in choices(env.state)
                if env.state.ending() is None and choice.verdict == "endless"
            ]
            action = env.game.actions.index(safe[0]) if info["action_mask"].any() else 0
            _, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            steps += 1
        assert (truncated, terminated, reward) == (True, False, 0.0)
        assert steps == max(1, (horizon + (seat == 1)) // 2)
        assert not info["action_mask"].any()


# Illegal actions -----------------------------------------------------------------------------------


def test_an_illegal_action_loses_and_says_why() -> None:
    env = GameEnv("prime-climb")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(9)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert info["refusal"] == "You may pass only when you cannot move."
    assert env.step(0)[1:4] == (-1.0, True, False), "it stays lost"
    env.reset(seed=1)
    assert env.step(10)[4]["refusal"] == "There are 10 actions: choose from 0 to 9."
    env.reset(seed=1)
    assert env.step(0)[2] is False


def test_an_illegal_action_may_raise_instead() -> None:
    env = GameEnv("prime-climb", illegal="raise")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(IllegalMove, match=r"^You may pass only when you cannot move\.$"):
        env.step(9)
    assert env.state is before
    with pytest.raises(ParlorError, match=r"^An action is a whole number from 0 to 9\.$"):
        env.step("4")


# Rewards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pocket-addition", "prime-climb", "nonprime-addition"])
def test_regret_is_what_a_move_gives_away(game: str) -> None:
    """Without chance a move gives away all or nothing: found here by what each move is worth."""
    env = GameEnv(game, reward="regret", opponent="club", seat="random", horizon=20)
    rewards = set()
    for seed in range(30):
        _, info = env.reset(seed=seed)
        random, over = np.random.default_rng(seed), not info["action_mask"].any()
        while not over:
            rows = {row.move: row for row in choices(env.state)}
            move = env.state.moves()[int(random.integers(len(rows)))]
            good = [row.move for row in rows.values() if row.verdict in ("win", "endless")]
            wrong = bool(good) and move not in good
            _, reward, terminated, truncated, _ = env.step(env.game.actions.index(move))
            assert reward == -float(wrong)
            rewards.add(reward)
            over = terminated or truncated
    assert rewards == {0.0, -1.0}


def test_a_game_that_is_over_before_your_first_move_is_no_regret_of_yours() -> None:
    for reward, expected in (("regret", 0.0), ("result", -1.0)):
        env = GameEnv("prime-climb", reward=reward, opponent="perfect", seat=2)
        _, info = env.reset(seed=1)
        assert not info["action_mask"].any()
        assert env.step(0)[1:4] == (expected, True, False)


def test_perfect_plays_as_a_level_where_the_game_cannot_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GameEnv("twenty-one", opponent="perfect").opponent.too_large  # type: ignore[attr-defined]
    limit_positions(monkeypatch)
    assert GameEnv("twenty-one", opponent="perfect").opponent.too_large  # type: ignore[attr-defined]


def test_regret_needs_a_game_that_can_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    with pytest.raises(ParlorError) as caught:
        GameEnv("twenty-one", reward="regret")
    assert str(caught.value) == "reward is 'regret', but Twenty-One with these rules is too large to solve."


# Bad input -----------------------------------------------------------------------------------------


@refused(
    ({"seat": 3}, "seat is 3, but must be one of: 1, 2, 'random'."),
    ({"seat": True}, "seat is True, but must be one of: 1, 2, 'random'."),
    ({"seat": "1"}, "seat is '1', but must be one of: 1, 2, 'random'."),
    ({"reward": "score"}, "reward is 'score', but must be one of: 'result', 'regret'."),
    ({"illegal": None}, "illegal is None, but must be one of: 'lose', 'raise'."),
    ({"opponent": 5}, "opponent must be a name or have a method choose(view)."),
    ({"render_mode": "human"}, "render_mode is 'human', but must be one of: None, 'ansi'."),
    *(
        (
            {"opponent": label},
            f"opponent is {label!r}, but must be one of: {', '.join(map(repr, SEATS))}.",
        )
        for label in ("human", "grandmaster", "")
    ),
)
def test_an_option_that_cannot_be_used_is_refused_in_one_sentence(
    options: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(GameEnv, options, monkeypatch) == sentence


def test_a_seed_may_be_of_any_size() -> None:
    env = GameEnv("prime-duel")
    assert np.array_equal(env.reset(seed=2**400)[0], env.reset(seed=2**400)[0])
    for seed in (-1, "one"):
        with pytest.raises(gymnasium.error.Error, match="Seed must be"):
            env.reset(seed=seed)  # type: ignore[arg-type]


def test_without_gymnasium_the_way_to_install_it_is_told() -> None:
    assert told_without("gymnasium").endswith(
        "ModuleNotFoundError: Gymnasium is missing. Install it with: pip install 'primeparlor[rl]'\n"
    )


# Many at once --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES.ours, *GUESTS])
def test_a_vector_of_environments_brings_the_masks(game: str) -> None:
    envs: Any = gymnasium.make_vec(
        name_environment(game), num_envs=3, vectorization_mode="sync", seat="random"
    )
    numbers, infos = envs.reset(seed=7)
    assert numbers.shape == (3, envs.single_observation_space.shape[0])
    ended = 0
    for _ in range(60):
        masks = infos["action_mask"]
        assert masks.shape == (3, envs.single_action_space.n)
        actions = np.array([int(np.argmax(mask)) for mask in masks])
        numbers, _, terminated, truncated, infos = envs.step(actions)
        ended += int(np.sum(terminated | truncated))
        assert not np.any(infos.get("illegal", False)), "the masks allow only what is legal"
    assert ended
    envs.close()


def test_wrappers_of_gymnasium_fit() -> None:
    env = RecordEpisodeStatistics(make("pocket-addition", opponent="perfect"))
    last = play_game(env, 3)[-1]
    assert last[-1]["episode"]["r"] == last[2]


def test_the_readme_makes_an_environment() -> None:
    env = run_shown("gymnasium.make")
    assert (env.unwrapped.game.start.name, env.unwrapped.seat) == ("prime-climb", 1)


def test_the_guide_runs_as_shown() -> None:
    assert run_guide("One seat") in ("won\n", "lost\n")

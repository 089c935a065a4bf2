"""OpenSpiel: its own tests of every game, its solvers as oracles, and what shimmy makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax_solver
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0

from primeparlor.adapters import open_spiel, pettingzoo
from primeparlor.adapters.indexed_game import IndexedGame
from primeparlor.adapters.open_spiel import name_game
from primeparlor.core import Move, ParlorError, State
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.solve import analyse, choices
from support import open_spiel_playthroughs as playthroughs
from support.games import reachable
from support.indexed_games import EVERY, NAMES, install_guests, run_guide, run_shown

every = pytest.mark.parametrize(("name", "rules"), EVERY, ids=NAMES)


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the example games as installed. OpenSpiel never forgets a game, but nobody else asks for them."""
    install_guests(monkeypatch)
    open_spiel.register_games()


def write(name: str, rules: dict[str, int], **more: int) -> str:
    """The game with its parameters, as OpenSpiel reads it."""
    given = ",".join(f"{key}={number}" for key, number in (rules | more).items())
    return f"{name_game(name)}({given})"


def load(name: str, rules: dict[str, int] | None = None, **more: int) -> Any:
    return pyspiel.load_game(write(name, rules or {}, **more))


# The host's own tests ------------------------------------------------------------------------------


@every
def test_openspiel_simulates_every_game(name: str, rules: dict[str, int]) -> None:
    pyspiel.random_sim_test(load(name, rules), 10, serialize=True, verbose=False)


@every
def test_openspiel_copies_and_pickles_every_game(
    name: str, rules: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    np.random.seed(1)  # what OpenSpiel's test draws from
    for _ in range(5):
        games_sim_test.GamesSimTest().sim_game(load(name, rules), True, True)


@every
def test_a_playthrough_is_replayed_equal(name: str, rules: dict[str, int], tmp_path: Path) -> None:
    path = tmp_path / "playthrough.txt"
    for seed in range(2):
        path.write_text(playthroughs.write_playthrough(write(name, rules), seed), encoding="utf-8")
        original, new = playthroughs.replay(path)
        assert original == new


@pytest.mark.parametrize("name", GAMES.ours)
def test_the_playthroughs_kept_are_replayed_equal(name: str) -> None:
    kept, told = playthroughs.FOLDER / f"{name}.txt", "run python -m support.open_spiel_playthroughs in tests"
    assert kept.exists(), told
    original, new = playthroughs.replay(kept)
    assert original == new, f"if the change is meant, {told}"


def test_importing_the_module_registers_every_game() -> None:
    code = "import pyspiel, primeparlor.adapters.open_spiel; print(*pyspiel.registered_names())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = {name for name in done.stdout.split() if name.startswith("parlor_")}
    assert found == {name_game(name) for name in GAMES.ours}
    assert done.stderr == "", "and Python ends in peace"


# A second opinion on our AEC environment -----------------------------------------------------------


def play_both(
    name: str, rules: dict[str, int], seed: int, horizon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play one game in both environments, and compare them after every move."""
    shimmy: Any = OpenSpielCompatibilityV0(env=load(name, rules, horizon=horizon))
    shimmy.config = {**rules, "horizon": horizon}
    ours: Any = pettingzoo.raw_env(name, rules=rules, horizon=horizon, mask="info")
    outcomes: list[Move] = []

    def draw(self: IndexedGame, state: State, random: object) -> State:
        """Draw what was drawn in the other environment."""
        while state.chances():
            state = state.play(outcomes.pop(0))
        return state

    monkeypatch.setattr(IndexedGame, "draw", draw)
    shimmy.reset(seed=seed)
    outcomes += [ours.game.outcomes[place] for place in shimmy.game_state.history()]
    ours.reset()
    random = np.random.default_rng(seed)
    while not any([*shimmy.terminations.values(), *shimmy.truncations.values()]):
        compare(shimmy, ours)
        action = int(random.choice(np.flatnonzero(ours.last()[4]["action_mask"])))
        before = len(shimmy.game_state.history())
        shimmy.step(action)
        outcomes += [ours.game.outcomes[place] for place in shimmy.game_state.history()[before + 1 :]]
        ours.step(action)
        assert outcomes == []
    if not any(shimmy.terminations.values()):
        return  # shimmy counts what chance draws as moves, and so stops sooner
    assert list(shimmy.rewards.values()) == list(ours.rewards.values())
    assert all(ours.terminations[agent] or ours.truncations[agent] for agent in ours.agents)


def compare(shimmy: Any, ours: Any) -> None:
    """Compare two games that are not over; shimmy counts its agents from 0."""
    agents = dict(zip(ours.agents, shimmy.agents, strict=True))
    assert agents[ours.agent_selection] == shimmy.agent_selection
    assert not any(ours.terminations.values())
    assert not any(ours.truncations.values())
    for agent, other in agents.items():
        assert ours.observe(agent).tolist() == shimmy.observe(other).astype(np.float32).tolist()
        assert ours.infos[agent]["action_mask"].tolist() == shimmy.infos[other]["action_mask"].tolist()
        assert ours.rewards[agent] == shimmy.rewards[other] == 0


@every
@pytest.mark.parametrize("horizon", [3, 200])
def test_shimmy_makes_the_same_games_of_it_as_our_own_environment(
    name: str, rules: dict[str, int], horizon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(10):
        play_both(name, rules, seed, horizon, monkeypatch)


@every
def test_pettingzoo_finds_no_fault_with_what_shimmy_makes_of_it(name: str, rules: dict[str, int]) -> None:
    """With one exception: shimmy says nothing of the bounds of the numbers, which PettingZoo warns of."""
    made: Any = OpenSpielCompatibilityV0(env=load(name, rules))
    made.config = rules
    with pytest.warns(UserWarning, match="infinity"):
        api_test(made)


# OpenSpiel's solvers as oracles --------------------------------------------------------------------


def list_values(name: str, rules: dict[str, int]) -> int:
    """Compare every move of every live position with OpenSpiel's own solver; how many they were."""
    game = write(name, rules)
    table = minimax_solver.MinimaxSolver(game).solve()
    actions = load(name, rules).new_initial_state().indexed.actions
    compared = 0
    for text, (values, _) in table.items():
        rows = choices(read_position(text))
        assert {move: value for move, value in zip(actions, values, strict=True) if value >= -1} == {
            row.move: 1.0 if row.verdict == "win" else -1.0 for row in rows
        }
        compared += len(rows)
    assert {read_position(text) for text in table} == {
        state for state in reachable(GAMES[name].start(GAMES[name].Rules(**rules))) if not state.ending()
    }
    return compared


def test_minimax_agrees_on_every_move_of_every_live_position() -> None:
    assert list_values("prime-climb", {}) + list_values("pocket-addition", {}) == 8_053


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("prime-climb", {"top": 35, "largest": 4}),
        ("prime-climb", {"largest": 1}),
        ("pocket-addition", {"target": 10, "largest": 4}),
        ("twenty-one", {}),
    ],
)
def test_minimax_agrees_in_variants_and_other_games(name: str, rules: dict[str, int]) -> None:
    assert list_values(name, rules) > 20


def run_deep(work: Callable[[], None]) -> None:
    """Run this with room for a deep recursion: OpenSpiel visits positions one below the other."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    limit, size = sys.getrecursionlimit(), threading.stack_size(512 * 1024 * 1024)
    sys.setrecursionlimit(10**6)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
    if failed:
        raise failed[0]


def iterate_values(rules: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> dict[State, float]:
    """What each live position is worth to Player 1, from −1 to 1, by OpenSpiel's value iteration."""
    # It solves games of simultaneous moves with cvxpy, which is large and not asked for here.
    unused = "open_spiel.python.algorithms.lp_solver"
    monkeypatch.setitem(sys.modules, unused, ModuleType(unused))
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = load("prime-duel", rules, horizon=10**6)
    values = value_iteration(game, -1, 1e-13, cyclic_game=True)
    positions = {read_position(text): value for text, value in values.items()}
    return {state: value for state, value in positions.items() if not state.ending()}


def check_values(rules: dict[str, int], live: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare every position in which a player chooses with our solver."""

    def work() -> None:
        values = iterate_values(rules, monkeypatch)
        assert len(values) == live
        for state, value in values.items():
            found = analyse(state, exact=True).value
            assert found is not None
            assert (2 * found - 1) * (1 if state.turn == 1 else -1) == pytest.approx(value, abs=1e-9)

    run_deep(work)


def test_value_iteration_agrees_on_a_tiny_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    check_values({"target": 7, "largest": 3, "copies": 1}, 477, monkeypatch)


@pytest.mark.prove
def test_value_iteration_agrees_on_a_small_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    check_values({"target": 12, "largest": 4, "copies": 2}, 26_707, monkeypatch)


# What the host asks --------------------------------------------------------------------------------


def test_chance_is_explicit() -> None:
    game = load("prime-duel", {"target": 7, "largest": 3, "copies": 2})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_action(2)
    assert (state.current_player(), state.legal_actions(), state.action_to_string(1)) == (
        0,
        [0, 1],
        "discard",
    )
    state.apply_action(1)
    assert dict(state.chance_outcomes()) == {0: 2 / 5, 1: 2 / 5, 2: 1 / 5}
    assert load("prime-climb").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_a_state_and_its_copy_go_on_apart() -> None:
    state = load("prime-climb").new_initial_state()
    copy = state.clone()
    copy.apply_action(3)
    assert (str(state), str(copy)) == ("prime-climb steps=0,0 turn=1", "prime-climb steps=4,0 turn=2")
    assert copy.indexed is state.indexed


def test_at_the_horizon_nobody_has_won() -> None:
    state = load("nonprime-addition", horizon=2).new_initial_state()
    for action in (1, 3):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert str(state) == "nonprime-addition total=9 turn=1 (unfinished)"
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_each_player_sees_the_pieces_of_the_encoding_from_its_seat() -> None:
    game = load("prime-climb")
    state = game.new_initial_state()
    state.apply_action(3)
    seen: Any = make_observation(game)
    assert list(seen.dict) == ["turn", "your step", "their step"]
    for player, (yours, theirs) in enumerate([(4, 0), (0, 4)]):
        seen.set_from(state, player)
        assert (int(seen.dict["your step"].argmax()), int(seen.dict["their step"].argmax())) == (
            yours,
            theirs,
        )
        assert seen.string_from(state, player) == "prime-climb steps=4,0 turn=2"
    assert state.observation_tensor(1) == seen.tensor.tolist()
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"piece": 1})


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("top=1", "top must be a whole number from 2 to 1000."),
        ("horizon=0", "horizon must be a whole number from 1 to 1,000,000."),
        ("horizon=1000001", "horizon must be a whole number from 1 to 1,000,000."),
    ],
)
def test_a_parameter_out_of_range_is_refused_in_one_sentence(parameters: str, sentence: str) -> None:
    with pytest.raises(ParlorError) as caught:
        pyspiel.load_game(f"parlor_prime_climb({parameters})")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("parlor_chess", "Unknown game 'parlor_chess'."),
        (
            "parlor_prime_climb(height=3)",
            "Unknown parameter 'height'. Available parameters are: horizon, largest, top",
        ),
        ("parlor_prime_climb(top=high)", "Wrong type for parameter top."),
    ],
)
def test_what_openspiel_itself_refuses(game: str, sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(pyspiel.SpielError) as caught:
        pyspiel.load_game(game)
    assert str(caught.value).startswith(sentence)


def test_without_openspiel_the_way_to_install_it_is_told() -> None:
    hidden = "import sys; sys.modules['pyspiel'] = None; import primeparlor.adapters.open_spiel"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.stderr.endswith(
        "ModuleNotFoundError: OpenSpiel is missing. Install it with: pip install 'primeparlor[open-spiel]'\n"
    )


def test_the_readme_loads_a_game() -> None:
    assert str(run_shown("pyspiel.load_game").new_initial_state()) == "prime-climb top=35 steps=0,0 turn=1"


def test_an_illegal_action_is_refused_where_openspiel_checks_it(capfd: pytest.CaptureFixture[str]) -> None:
    state = load("prime-climb").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="illegal action"):
        state.apply_action_with_legality_check(9)
    assert str(state) == "prime-climb steps=0,0 turn=1"
    assert "illegal action" in capfd.readouterr().err


def test_the_guide_runs_as_shown() -> None:
    """One of the nine openings wins, as the rules say of this variant."""
    printed = run_guide("Whole trees")
    assert re.fullmatch(r"\d+ positions; openings that win: \d\n", printed)


def test_the_example_learns() -> None:
    program = Path(__file__).parents[2] / "examples" / "agents" / "q-learner" / "learn.py"
    done = subprocess.run(
        [sys.executable, program, "--games", "4000"], capture_output=True, text=True, check=False
    )
    before, after = map(float, re.findall(r"regret (\d\.\d+)", done.stdout))
    assert before > 0.5
    assert after < 0.1

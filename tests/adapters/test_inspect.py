"""Inspect AI: both tasks in Python and through its own command, the log's figures again, bad parameters.

No test needs the network: models are functions of this process, or our stand-in for an endpoint.
"""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import isnan, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias

import pytest
from inspect_ai import Task
from inspect_ai import eval as run_task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, StopReason, get_model

from primeparlor.adapters.inspect import games, positions
from primeparlor.core import Move, State
from primeparlor.games import ROTAS
from primeparlor.notation import read_position
from primeparlor.players.prompt import VERSION
from primeparlor.solve import analyse
from support.installed_games import path_with
from support.stand_in import StandIn

Answer: TypeAlias = Callable[[State], str]

ROOT = Path(__file__).parents[2]
POSITION = re.compile(r"^Position: (.+)$", re.MULTILINE)
PATIENCE = 300  # seconds
NAMES = {"grouped": "mean", "primeparlor/stderr": "stderr"}  # of figures in the log
pytestmark = (
    pytest.mark.filterwarnings(  # both are of Inspect itself: how it calls tenacity, and what it leaves open
        "ignore:The 'initial' parameter is deprecated:DeprecationWarning",
        "ignore:Unclosed <MemoryObject:ResourceWarning",
    )
)
FEW = ["prime-climb", "pocket-addition"]


def read_asked(messages: Sequence[Any]) -> State:
    """Return the position that a model is asked about."""
    return read_position(POSITION.findall("\n".join(message.text for message in messages))[-1])


def run(task: Task, answer: Answer, folder: Path, stop: StopReason = "stop") -> EvalLog:
    """Run a task on a model that answers like this, and return its log."""

    def complete(messages: Sequence[Any], *more: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", answer(read_asked(messages)), stop)
        output.usage = ModelUsage(
            input_tokens=1, output_tokens=1, total_tokens=2
        )  # else it counts tokens itself
        return output

    model = get_model("mockllm/model", custom_outputs=complete)
    [log] = run_task(task, model=model, log_dir=str(folder), display="none")
    gc.collect()  # else what Inspect has left open is found in somebody else's test
    assert log.status == "success", log.error
    return log


def be_perfect(state: State) -> str:
    """Answer with a best move; the solver says which, not the suite."""
    analysis = analyse(state)
    values = {choice.move: choice.value for choice in analysis.moves}
    assert None not in values.values()
    return f"Let me see.\n\nANSWER: {max(values, key=lambda move: values[move] or 0.0)}"


def be_random(state: State) -> str:
    """Answer with a legal move, the same for the same position."""
    return f"ANSWER: {Random(str(state)).choice(state.moves())}"


def talk(state: State) -> str:
    """Name a move, but not as an answer."""
    return f"I would play {state.moves()[0]}, surely."


# The log's figures ------------------------------------------------------------------------------------


def read_score(sample: EvalSample) -> Any:
    """Return the score of a sample."""
    assert sample.scores is not None
    return sample.scores["perfect_play"]


def read_row(sample: Sample) -> Any:
    """Return the row of the suite that a sample was made from."""
    return sample.metadata


def read_scores(log: EvalLog) -> list[tuple[str, str, dict[str, float]]]:
    """Return game, pair and values of each sample."""
    assert log.samples is not None
    return [
        (
            sample.metadata["game"],
            sample.metadata.get("pair", sample.id),
            {key: float(value) for key, value in read_score(sample).value.items()},
        )
        for sample in log.samples
    ]


def read_figures(log: EvalLog) -> dict[tuple[str, str, str], float]:
    """Return what the log says of all samples: by key, figure and group."""
    assert log.results is not None
    return {
        (score.name, NAMES[metric.partition("_")[0]], found.name): float(found.value)
        for score in log.results.scores
        for metric, found in score.metrics.items()
    }


def compute_figures(log: EvalLog) -> dict[tuple[str, str, str], float]:
    """Return the same from the samples alone; the standard error counts samples of one pair as one."""
    samples, figures = read_scores(log), dict[tuple[str, str, str], float]()
    for key in samples[0][2]:
        for group in {game for game, _, _ in samples} | {"all"}:
            clusters = defaultdict[str, list[float]](list)
            for game, pair, values in samples:
                if group in (game, "all") and not isnan(values[key]):
                    clusters[pair].append(values[key])
            numbers = [number for cluster in clusters.values() for number in cluster]
            if numbers:
                average, many = fmean(numbers), len(clusters)
                sums = [sum(number - average for number in cluster) for cluster in clusters.values()]
                spread = sqrt(sum(each**2 for each in sums) * many / (many - 1)) if many > 1 else 0.0
                figures[key, "mean", group] = average
                figures[key, "stderr", group] = spread / len(numbers)
    return figures


def check_figures(log: EvalLog) -> dict[tuple[str, str, str], float]:
    """Compare the log's figures with those computed again, and return them."""
    told = read_figures(log)
    assert {key: told[key] for key in told if not isnan(told[key])} == pytest.approx(compute_figures(log))
    return told


def list_games(figures: dict[tuple[str, str, str], float]) -> set[str]:
    return {group for _, _, group in figures}


# Positions --------------------------------------------------------------------------------------------


def test_a_perfect_answerer_gives_nothing_away(tmp_path: Path) -> None:
    log = run(positions(game=",".join(FEW), limit=3), be_perfect, tmp_path)
    figures = check_figures(log)
    assert list_games(figures) == {*FEW, "all"}
    for group in (*FEW, "all"):
        means = [figures[key, "mean", group] for key in ("regret", "optimal", "legal")]
        assert means == [0.0, 1.0, 1.0]
        assert figures["regret", "stderr", group] == 0.0


def test_a_random_player_gives_away_what_the_solver_says(tmp_path: Path) -> None:
    log = run(positions(game=["prime-climb"], limit=8), be_random, tmp_path)
    figures = check_figures(log)
    assert 0 < figures["regret", "mean", "all"] < 1
    assert figures["legal", "mean", "all"] == 1
    values = [values["regret"] for _, _, values in read_scores(log)]
    assert figures["regret", "stderr", "all"] == pytest.approx(stdev(values) / sqrt(len(values)))
    assert log.samples is not None
    for sample in log.samples:
        state, score = read_position(sample.metadata["position"]), read_score(sample)  # type: ignore[index]
        analysis = analyse(state)
        exact = {str(choice.move): choice.value for choice in analysis.moves}
        assert {str(move["move"]): move["value"] for move in score.metadata["moves"]} == exact
        lost = float(analysis.value or 0) - float(exact[str(score.answer)] or 0)
        assert score.value["regret"] == pytest.approx(lost)
        assert all(f"| {move} |" in str(score.explanation) for move in exact)


@pytest.mark.parametrize(
    ("answer", "stop", "told"),
    [
        (talk, "stop", "is not of the form ANSWER: MOVE"),
        (
            lambda state: f"{talk(state)}\nANSWER: 10{state.moves()[0]}",
            "stop",
            "Choose a whole number from 1 to ",
        ),
        (lambda state: f"ANSWER: {state.moves()[0]}\nThat is it.", "stop", "is not of the form ANSWER: MOVE"),
        (be_perfect, "max_tokens", "cut off"),
    ],
    ids=["prose", "illegal", "answer-not-last", "cut-off"],
)
def test_an_answer_without_a_legal_move_loses_all(
    answer: Answer, stop: StopReason, told: str, tmp_path: Path
) -> None:
    log = run(positions(game="climb", limit=1), answer, tmp_path, stop)
    assert log.samples is not None
    for sample in log.samples:
        score = read_score(sample)  # type: ignore[index]
        assert score.value == {"regret": sample.metadata["value"], "optimal": 0.0, "legal": 0.0}
        assert told in str(score.explanation)


def test_the_task_says_what_was_asked(tmp_path: Path) -> None:
    plain, shown = positions(game="duel", limit=1), positions(game="duel", limit=1, show_moves=True)
    assert plain.metadata is not None
    assert plain.metadata["prompt"] == VERSION
    assert plain.metadata["suite"] == "1"
    assert plain.metadata["seed"] is None
    assert re.fullmatch(r"[0-9a-f]{64}", plain.metadata["sha256"])
    for task, listed in ((plain, False), (shown, True)):
        assert [("The legal moves are" in str(sample.input)) for sample in task.dataset] == [listed] * 3
    rows = [read_row(sample) for sample in plain.dataset]
    assert {row["difficulty"] for row in rows} == {"easy", "medium", "hard"}
    hard = positions(game="duel", difficulty="hard", limit=2)
    assert [read_row(sample)["difficulty"] for sample in hard.dataset] == ["hard"] * 2
    assert {read_row(sample)["game"] for sample in positions().dataset} == set(ROTAS[1])


# Games ------------------------------------------------------------------------------------------------


def test_every_decision_of_a_game_is_judged(tmp_path: Path) -> None:
    log = run(games(game=FEW, games=3, opponent="casual"), be_random, tmp_path)
    figures = check_figures(log)
    assert list_games(figures) == {*FEW, "all"}
    assert log.samples is not None
    assert len(log.samples) == 2 * 3 * 2
    for sample in log.samples:
        played = read_score(sample).metadata
        own = [move for who, move in played["moves"] if who == sample.metadata["seat"]]
        assert [decision["move"] for decision in played["decisions"]] == [
            move for move in own if move != "pass"
        ]
        for decision in played["decisions"]:
            analysis = analyse(read_position(decision["position"]))
            exact = {choice.move: choice.value for choice in analysis.moves}
            assert {move["move"]: move["value"] for move in decision["moves"]} == exact
            lost = float(analysis.value or 0) - float(exact[decision["move"]] or 0)
            assert decision["regret"] == pytest.approx(lost)
        assert (played["legal"], played["answers"]) == (len(played["decisions"]),) * 2


def test_perfect_play_wins_where_it_can(tmp_path: Path) -> None:
    log = run(games(game="pocket", seats=1, games=2, opponent="perfect"), be_perfect, tmp_path)
    figures = check_figures(log)
    means = [figures[key, "mean", "all"] for key in ("result", "regret", "optimal", "legal")]
    assert means == [1.0, 0.0, 1.0, 1.0]


def test_prose_loses_by_strikes_and_each_refusal_is_told(tmp_path: Path) -> None:
    log = run(games(game="pocket", seats=2, games=1), talk, tmp_path)
    assert log.samples is not None
    [sample] = log.samples
    score = read_score(sample)  # type: ignore[index]
    assert score.metadata is not None
    assert (score.metadata["result"], score.metadata["answers"], score.metadata["legal"]) == (0.0, 3, 0)
    assert "invalid inputs" in score.metadata["reason"]
    assert isnan(score.value["regret"])
    told = [message.text for message in sample.messages if message.role == "user"][1:]
    assert len(told) == 3
    assert "invalid input 1 of 3 in a row" in told[1]
    assert "is not of the form ANSWER: MOVE" in told[2]


def test_a_reply_that_is_cut_off_is_asked_again_to_be_short(tmp_path: Path) -> None:
    log = run(games(game="pocket", seats=1, games=1), be_perfect, tmp_path, "max_tokens")
    assert log.samples is not None
    told = [message.text for message in log.samples[0].messages if message.role == "user"][1:]
    assert len(told) == 9  # three answers, each asked for three times
    assert sum("cut off because it was too long" in text for text in told) == 6
    assert read_score(log.samples[0]).metadata["answers"] == 3


def test_a_seed_gives_both_seats_the_same_luck(tmp_path: Path) -> None:
    task = games(game="duel", games=2, seed=5, rules="target=12,largest=4,copies=1")
    wishes = [sample.metadata for sample in task.dataset]
    assert [(wish["seed"], wish["seat"], wish["pair"]) for wish in wishes if wish] == [
        (5, 1, "prime-duel-5"),
        (5, 2, "prime-duel-5"),
        (6, 1, "prime-duel-6"),
        (6, 2, "prime-duel-6"),
    ]
    logs = [run(task, be_random, tmp_path / str(number)) for number in range(2)]
    first, second = ([read_score(sample).metadata["moves"] for sample in log.samples or []] for log in logs)
    assert first == second


# Bad parameters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "wishes", "told"),
    [
        (positions, {"game": "chess"}, "There is no game 'chess'"),
        (
            positions,
            {"difficulty": "harder"},
            "difficulty is 'harder', but must be one of: 'easy', 'medium', 'hard'.",
        ),
        (positions, {"limit": 0}, "limit must be a whole number from 1 to 100,000."),
        (positions, {"show_moves": "perhaps"}, "show_moves is 'perhaps', but must be one of: False, True."),
        (positions, {"version": "0"}, "There is no version 0 of the suite here."),
        (positions, {"seed": -1}, "seed must be a whole number from 0 to"),
        (games, {"game": 5}, "game must be a name, or several with commas between them."),
        (games, {"opponent": "god"}, "opponent is 'god', but must be one of: 'random'"),
        (games, {"seats": 3}, "seats must be 1, 2 or both."),
        (games, {"games": "many"}, "games must be a whole number from 1 to 100,000."),
        (games, {"seed": 10**30}, "seed must be a whole number from 0 to"),
        (games, {"limit": 0}, "limit"),
        (games, {"rules": "top=35"}, "rules are for one game: name it with game."),
        (games, {"game": "climb", "rules": "top=1"}, "top"),
        (games, {"game": "climb", "rules": {"bottom": 1}}, "bottom"),
    ],
    ids=str,
)
def test_a_bad_parameter_is_refused_in_a_sentence(
    task: Callable[..., Task], wishes: dict[str, Any], told: str
) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        task(**wishes)
    sentence = str(caught.value.message).replace("\\[", "[")
    assert told in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_without_inspect_the_missing_extra_is_named() -> None:
    program = "import sys; sys.modules['inspect_ai'] = None; import primeparlor.adapters.inspect"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("pip install 'primeparlor[inspect]'")


# Through its own command --------------------------------------------------------------------------------


@pytest.fixture
def inspect(tmp_path: Path) -> Callable[..., tuple[str, int]]:
    """The command `inspect eval`, with our entry point as a wheel brings it, and a folder for logs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [(name, module)] = project["entry-points"]["inspect_ai"].items()
    about = tmp_path / "site" / "parlor_points-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: parlor-points\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[inspect_ai]\n{name} = {module}\n")

    def command(*words: str, **more: str) -> tuple[str, int]:
        program = [str(Path(sys.executable).with_name("inspect")), "eval", *words]
        program += ["--log-dir", str(tmp_path / "logs"), "--display", "plain"]
        environment = os.environ | {"PYTHONPATH": path_with(tmp_path / "site"), "HOME": str(tmp_path), **more}
        done = subprocess.run(
            program,
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout + done.stderr, done.returncode

    return command


def choose_best(state: State) -> Move:
    """Return what the perfect answerer answers."""
    return read_answer_of(be_perfect(state), state)


def read_answer_of(text: str, state: State) -> Move:
    return next(move for move in state.moves() if text.endswith(f" {move}"))


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("positions", ["game=climb", "limit=2"]),
        ("games", ["game=pocket", "games=2", "seats=1", "opponent=club"]),
    ],
)
def test_the_command_asks_an_endpoint(
    task: str, words: list[str], inspect: Callable[..., tuple[str, int]], tmp_path: Path
) -> None:
    parameters = [word for parameter in words for word in ("-T", parameter)]
    with StandIn(choose_best) as endpoint:
        told, code = inspect(
            f"primeparlor/{task}",
            *parameters,
            *("--model", "openai-api/standin/good"),
            STANDIN_BASE_URL=endpoint.url,
            STANDIN_API_KEY="secret-of-the-test",
        )
    assert code == 0, told
    assert endpoint.seen
    [path] = (tmp_path / "logs").glob("*.eval")
    log = read_eval_log(str(path))
    assert (log.status, log.eval.task) == ("success", f"primeparlor/{task}")
    figures = check_figures(log)
    assert [figures[key, "mean", "all"] for key in ("regret", "optimal", "legal")] == [0.0, 1.0, 1.0]
    assert "secret-of-the-test" not in json.dumps(log.model_dump(mode="json")) + told


def test_the_command_shows_a_bad_parameter_without_a_traceback(
    inspect: Callable[..., tuple[str, int]],
) -> None:
    told, code = inspect("primeparlor/games", "-T", "opponent=god", "--model", "mockllm/model")
    assert code != 0
    assert "opponent is 'god', but must be one of: 'random'" in told
    assert "Traceback" not in told

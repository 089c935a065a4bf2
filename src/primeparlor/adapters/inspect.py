"""Evaluations of language models with Inspect AI, every decision measured against perfect play.

    inspect eval primeparlor/positions --model openai/gpt-5 -T game=GAME -T limit=20
    inspect eval primeparlor/games --model openai/gpt-5 -T game=GAME -T opponent=expert

`positions` asks once about each position of the suite. `games` plays whole games against the house. Only a
last line `ANSWER: move` counts. The log has the value of every move of every decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NoReturn, TypeAlias, TypeVar

try:
    from inspect_ai import Task, task
    from inspect_ai._util.error import PrerequisiteError  # the only error shown without a traceback
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageUser, ModelOutput, get_model
    from inspect_ai.scorer import Metric, Score, Scorer, Target, grouped, mean, metric, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
except ModuleNotFoundError as error:
    if error.name != "inspect_ai":
        raise
    raise ModuleNotFoundError(
        "Inspect AI is missing. Install it with: pip install 'primeparlor[inspect]'", name="inspect_ai"
    ) from None
from anyio import to_thread
from rich.markup import escape

from primeparlor import __version__, notation
from primeparlor.core import PLAYERS, Move, ParlorError, Player, State, TooLarge
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.players import NoAnswer, build_view
from primeparlor.players.language_model import MOST_CUT_OFF, SHORT
from primeparlor.players.prompt import (
    VERSION,
    build_position_prompt,
    build_prompt,
    format_refusal,
    read_answer,
)
from primeparlor.solve import outline
from primeparlor.suite import DIFFICULTIES, Row, compute_digest, find_move, read_rows, regret
from primeparlor.suite.edition import format_row
from primeparlor.suite.row import Worth, build_worth
from primeparlor.tables.agents.agent_table import DEFAULT_OPPONENT, AgentTable, InvalidInput, open_agent_table
from primeparlor.tables.agents.options import LARGEST_SEED, check_choice, check_seed, check_whole

Words: TypeAlias = str | Sequence[str]  # a name, or several: `-T game=ONE,OTHER`

T = TypeVar("T")

BOTH = "both"
MOST = 100_000  # games of a kind, and positions
CUT = ("max_tokens", "model_length")  # why a reply stopped before its end
GAME, PAIR = "game", "pair"  # what samples are grouped by: their game, and games with the same luck


# Positions ----------------------------------------------------------------------------------------


@task
def positions(
    game: Words | None = None,
    difficulty: Words | None = None,
    version: str | int = "1",
    seed: int | None = None,
    limit: int | None = None,
    show_moves: bool = False,
) -> Task:
    """Positions of the suite, each asked about once.

    Args:
        game: Names of games; all of them if it is left out.
        difficulty: easy, medium or hard, or several of them.
        version: The version of the suite that is shipped with Prime Parlor.
        seed: Makes a fresh suite of the same kind instead.
        limit: So many positions of each game and difficulty at most.
        show_moves: Lists the legal moves in the prompt.
    """
    names = _choose_games(game)
    difficulties = _choose("difficulty", difficulty, DIFFICULTIES)
    most = None if limit is None else _check(check_whole, "limit", limit, 1, MOST)
    _check(check_choice, "show_moves", show_moves, (False, True))
    _check(check_seed, seed)
    suite = _read_suite(str(version), seed, names)
    rows = _take_first([row for row in suite if row["difficulty"] in difficulties], most)
    if not rows:
        _refuse("The suite has no such positions.")
    return Task(
        dataset=MemoryDataset([_build_sample(row, show_moves) for row in rows], name="primeparlor-suite"),
        solver=generate(),
        scorer=score_position(),
        version=f"{version}-{VERSION}",
        metadata=_describe_task(show_moves) | _name_suite(str(version), seed, suite),
    )


def _read_suite(version: str, seed: int | None, names: Sequence[str]) -> list[Row]:
    """Return the rows of these games, in the suite that is shipped or in a fresh one."""
    return _check(lambda: [row for name in names for row in read_rows(version, seed=seed, game=name)])


def _name_suite(version: str, seed: int | None, rows: Iterable[Row]) -> dict[str, Any]:
    """Return what names a suite beyond doubt: SHA-256 of the file shipped, or of the fresh rows as lines."""
    lines = "".join(map(format_row, rows))
    digest = compute_digest() if seed is None else sha256(lines.encode()).hexdigest()
    return {"suite": version, "seed": seed, "sha256": digest}


def _take_first(rows: Iterable[Row], most: int | None) -> list[Row]:
    """Return the first rows of each game and difficulty, all of them if there is no limit."""
    taken, seen = list[Row](), Counter[tuple[str, str]]()
    for row in rows:
        key = (row["game"], row["difficulty"])
        seen[key] += 1
        if most is None or seen[key] <= most:
            taken.append(row)
    return taken


def _build_sample(row: Row, show_moves: bool) -> Sample:
    """Build the sample of a position; everything the suite says of it is in its metadata."""
    prompt = build_position_prompt(read_position(row["position"]), show_moves=show_moves)
    best = [str(move["move"]) for move in row["moves"] if move["best"]]
    return Sample(input=prompt, target=best, id=row["id"], metadata=dict(row))


@metric(name="stderr")
def stderr_by_game(cluster: str | None = None) -> Metric:
    """Return the standard error of the mean of each game, and of all; samples of a `cluster` count as one."""
    return grouped(stderr(cluster=cluster), GAME)


def _measure(keys: Sequence[str], cluster: str | None = None) -> dict[str, list[Metric]]:
    """Return the metrics of each key of a score."""
    # not grouped twice: of two metrics with one name Inspect leaves out the second, without a word
    return {key: [grouped(mean(), GAME), stderr_by_game(cluster)] for key in keys}


@scorer(name="perfect_play", metrics=_measure(("regret", "optimal", "legal")))
def score_position() -> Scorer:
    """Score an answer by what its move gives away.

    `regret` is from 0 to 1. An answer that names no legal move counts as losing the game: it gives away all
    that the position is worth.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row: Row = state.metadata  # type: ignore[assignment]
        position = read_position(row["position"])
        move, fault = _read_output(position, state.output)
        found = None if move is None else find_move(row, move)
        if move is not None and found is None:
            fault = position.why_not(move) or ""
        value = {
            "regret": regret(row, move),
            "optimal": float(found is not None and found["best"]),
            "legal": float(found is not None),
        }
        told = f"{fault}\n\n" if fault else ""
        return Score(
            value=value,
            answer=None if move is None else str(move),
            explanation=f"{told}{_format_values(row['moves'])}",
            metadata={"moves": row["moves"], "fault": fault, "stop_reason": state.output.stop_reason},
        )

    return score


def _read_output(state: State, output: ModelOutput) -> tuple[Move | None, str]:
    """Return the move of an answer, legal or not, or None and why it names none."""
    if output.stop_reason in CUT:
        return None, "The reply was cut off before its last line."
    try:
        return read_answer(state, output.completion), ""
    except NoAnswer as error:
        return None, str(error)


def _format_values(moves: Sequence[Mapping[str, Any]]) -> str:
    """Return a table of every move and what it is worth."""
    rows = [
        f"| {move['move']} | {move['verdict'] if move['value'] is None else move['value']} "
        f"| {move['regret']} | {'yes' if move['best'] else ''} |"
        for move in moves
    ]
    return "\n".join(["| move | value | regret | best |", "|---|---|---|---|", *rows])


# Games --------------------------------------------------------------------------------------------


@task
def games(
    game: Words | None = None,
    opponent: str = DEFAULT_OPPONENT,
    rules: Words | Mapping[str, object] | None = None,
    seats: str | int = BOTH,
    games: int = 10,
    seed: int = 0,
    limit: int | None = None,
    show_moves: bool = False,
) -> Task:
    """Whole games against the house.

    Args:
        game: Names of games; all of them if it is left out.
        opponent: A level of the house, or random.
        rules: The numbers of a variant, as in KEY=NUMBER,KEY=NUMBER; for one game only.
        seats: 1, 2 or both. Games of the same number have the same cards from both seats.
        games: So many games of each game and seat.
        seed: Fixes all chance and the opponent: that of the first game, the next ones count on.
        limit: The game stops after so many moves, with no winner.
        show_moves: Lists the legal moves in the prompt.
    """
    names, players = _choose_games(game), _choose_seats(seats)
    count = _check(check_whole, "games", games, 1, MOST)
    first = _check(check_whole, "seed", seed, 0, LARGEST_SEED - MOST)
    _check(check_choice, "show_moves", show_moves, (False, True))
    variant = _read_rules(rules, names)
    wishes = [
        {
            "game": name,
            "rules": variant,
            "opponent": opponent,
            "seat": seat,
            "seed": first + number,
            "limit": limit,
        }
        for name in names
        for number in range(count)
        for seat in players
    ]
    for wish in wishes[:: count * len(players)]:
        _open_table(wish)
    return Task(
        dataset=MemoryDataset([_build_game(wish) for wish in wishes], name="primeparlor-games"),
        solver=play_game(show_moves),
        scorer=score_game(),
        version=f"{__version__}-{VERSION}",
        metadata=_describe_task(show_moves) | {"opponent": opponent, "rules": variant, "seed": first},
    )


def _build_game(wish: Mapping[str, Any]) -> Sample:
    """Build the sample of one game; games with the same luck are a pair."""
    name, seat, seed = wish["game"], wish["seat"], wish["seed"]
    return Sample(
        input=f"Play {GAMES[name].title} as Player {seat} against {wish['opponent']}.",
        id=f"{name}-{seed}-{seat}",
        metadata={**wish, PAIR: f"{name}-{seed}"},
    )


@solver
def play_game(show_moves: bool) -> Solver:
    """Play a game to its end; each decision is a conversation of its own."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        table = _open_table(state.metadata)
        legal = answers = 0
        messages: list[Any] = []  # of the decision that is due
        refusal = ""
        await to_thread.run_sync(table.play_house)
        while table.match.outcome is None:
            prompt = (
                format_refusal(refusal)
                if refusal
                else build_prompt(build_view(table.match), show_moves=show_moves)
            )
            messages = [*(messages if refusal else []), ChatMessageUser(content=prompt)]
            output = await _ask(state, messages)
            answers += 1
            refusal = await to_thread.run_sync(_answer, table, output)
            legal += not refusal
        state.store.set(
            "game", await to_thread.run_sync(_sum_up, table) | {"legal": legal, "answers": answers}
        )
        return state

    return solve


async def _ask(state: TaskState, messages: list[Any]) -> ModelOutput:
    """Return the model's reply, asked again to be short while it is cut off; all of it goes into the log."""
    state.messages.append(messages[-1])
    for left in reversed(range(MOST_CUT_OFF + 1)):
        state.output = await get_model().generate(messages)
        for log in (messages, state.messages):
            log.append(state.output.message)
        if state.output.stop_reason not in CUT or not left:
            break
        for log in (messages, state.messages):
            log.append(ChatMessageUser(content=SHORT))
    return state.output


def _answer(table: AgentTable, output: ModelOutput) -> str:
    """Play the move of an answer and let the house reply; return why it was refused, or nothing."""
    try:
        move, fault = _read_output(table.match.state, output)
        table.play("" if move is None else move)
    except InvalidInput as refused:
        return f"{fault} {refused}".strip()
    return ""


def _sum_up(table: AgentTable) -> dict[str, Any]:
    """Return how a game ended and what each decision of the model was worth, as JSON data."""
    outcome = table.match.outcome
    assert outcome is not None
    won = {table.seat: 1.0, None: 0.5}.get(outcome.winner, 0.0)
    return {
        "result": won,
        "reason": outcome.reason,
        "moves": [[event.who, event.move] for event, _ in table.match.line],
        "decisions": _judge_decisions(table),
    }


def _judge_decisions(table: AgentTable) -> list[dict[str, Any]]:
    """Return each decision of the model with the value of every move; without where it cannot be solved."""
    judged = []
    for event, state in table.match.line:
        if event.who == table.seat and not event.forced:
            worth = _find_worth(state)
            found = worth and next(move for move in worth["moves"] if move["move"] == event.move)
            judged.append(
                {
                    "number": event.number,
                    "position": notation.position(state),
                    "move": event.move,
                    "regret": found and found["regret"],
                    "best": found and found["best"],
                    **(worth or {}),
                }
            )
    return judged


def _find_worth(state: State) -> Worth | None:
    """Return what a position and its moves are worth; None if it is too large to solve."""
    try:
        return build_worth(outline(state))
    except TooLarge:
        return None


@scorer(name="perfect_play", metrics=_measure(("result", "regret", "optimal", "legal"), PAIR))
def score_game() -> Scorer:
    """Score a game by its result and by what its decisions gave away.

    `result` is 1 for a win, 0 for a loss, 0.5 if nobody has won. `regret` is the mean of the decisions, and
    `optimal` the share of the best; games without a decision that can be judged have neither. `legal` is the
    share of answers that were legal moves.
    """

    async def score(state: TaskState, target: Target) -> Score:
        played = state.store.get("game")
        decisions = [decision for decision in played["decisions"] if decision["regret"] is not None]
        value = {
            "result": played["result"],
            "regret": _average([decision["regret"] for decision in decisions]),
            "optimal": _average([decision["best"] for decision in decisions]),
            "legal": _average([1.0] * played["legal"] + [0.0] * (played["answers"] - played["legal"])),
        }
        lines = [f"{d['number']}. {d['move']}: regret {d['regret']}" for d in played["decisions"]]
        return Score(
            value=value,
            answer=" ".join(str(decision["move"]) for decision in played["decisions"]),
            explanation="\n".join([f"{played['reason']}.", *lines]),
            metadata=played,
        )

    return score


def _average(numbers: Sequence[float]) -> float:
    """Return the mean; not a number if there is none, which Inspect leaves out."""
    return sum(numbers) / len(numbers) if numbers else float("nan")


# Parameters ---------------------------------------------------------------------------------------


def _describe_task(show_moves: bool) -> dict[str, Any]:
    return {"primeparlor": __version__, "prompt": VERSION, "show_moves": show_moves}


def _refuse(sentence: object) -> NoReturn:
    """Raise the error that Inspect shows as a sentence."""
    raise PrerequisiteError(escape(str(sentence)))


def _check(function: Callable[..., T], *values: object) -> T:
    """Return what this function returns; its refusal becomes a sentence of Inspect's."""
    try:
        return function(*values)
    except ParlorError as error:
        _refuse(error)


def _split(words: object, name: str) -> list[str]:
    """Return words that are separated by commas or given as a list."""
    if isinstance(words, str):
        return [word.strip() for word in words.split(",")]
    if isinstance(words, Sequence):
        return [str(word) for word in words]
    _refuse(f"{name} must be a name, or several with commas between them.")


def _choose_games(words: Words | None) -> list[str]:
    """Return the names of games, all of ours if none is given."""
    if words is None:
        return list(GAMES.ours)
    found = [_check(notation.find_game, word).name for word in _split(words, "game")]
    return list(dict.fromkeys(found))


def _choose(name: str, words: Words | None, choices: Sequence[str]) -> list[str]:
    """Return those that are wished for, all of them if none is."""
    chosen = list(choices) if words is None else _split(words, name)
    for word in chosen:
        _check(check_choice, name, word, choices)
    return chosen


def _choose_seats(seats: object) -> Sequence[Player]:
    if seats == BOTH:
        return PLAYERS
    for player in PLAYERS:
        if str(seats) == str(player):
            return [player]
    _refuse("seats must be 1, 2 or both.")


def _read_rules(rules: object, names: Sequence[str]) -> str | None:
    """Return the numbers of a variant in words."""
    if rules is None:
        return None
    if len(names) > 1:
        _refuse("rules are for one game: name it with game.")
    if isinstance(rules, Mapping):
        return " ".join(f"{key}={value}" for key, value in rules.items())
    return " ".join(_split(rules, "rules"))


def _open_table(wish: Mapping[str, Any]) -> AgentTable:
    """Open the table of one game."""
    keys = ("game", "rules", "opponent", "seat", "seed")
    wishes = [wish[key] for key in keys]
    return _check(lambda: open_agent_table(*wishes, limit=wish["limit"], name="inspect"))

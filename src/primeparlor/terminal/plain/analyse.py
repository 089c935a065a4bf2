"""`parlor analyse` and `parlor solve`: exact answers as text or as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable

from primeparlor import notation, solve
from primeparlor.coach.advice import LOSES_AT_ONCE, find_defence
from primeparlor.coach.grades import ONLY, Grade, find_instant_wins, grade_choice, rank_choice
from primeparlor.coach.language.phrases import is_estimate
from primeparlor.coach.reasons import explain_move, explain_position, words_of
from primeparlor.coach.review import analysis_json
from primeparlor.core import ParlorError, Player, State
from primeparlor.solve import Analysis
from primeparlor.solve.answers import Chance
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.progress_bar import ProgressBar, print_memory
from primeparlor.wording import as_percent, format_figures

NARROWEST = 7  # columns of a move
LISTED = 12  # chance outcomes listed for one value
COUNTING = "Counting the positions of"  # where the total is not known in advance

VERDICTS = {
    "win": "The player to move wins",
    "loss": "The player to move loses",
    "endless": "Nobody can be forced to lose",
    "chance": "Chance decides",
}


def analyse(state: State, moves: str, as_json: bool, exact: bool) -> int:
    """Print the analysis of the position reached by these moves."""
    state = _play_moves(state, moves)
    with ProgressBar(state.title, COUNTING, live=not as_json) as progress:
        at_once = state.ending() or (solve.solver_of(state).estimates and not exact)
        needed = 0 if at_once else solve.memory_needed(state, progress=progress)
    if not as_json:
        print_memory(needed)
    with ProgressBar(state.title, live=not as_json) as progress:
        analysis = solve.analyse(state, exact, progress)
    if as_json:
        Output().say(json.dumps(analysis_json.as_data(state, analysis), indent=2))
        return 0
    output = Output()
    output.draw(draw_lines(state, (), output.width - 4))
    output.say("", *_format_position(state, analysis), "", *_format_moves(state, analysis))
    return 0


def _play_moves(state: State, moves: str) -> State:
    """Play these moves and return the position; raises NotationError naming the first illegal one."""
    words, number = moves.replace(",", " ").split(), 0
    while words:
        both = notation.form_of(state).begun(state, words[0]) is not None  # the move has two words
        text, words, number = " ".join(words[: 1 + both]), words[1 + both :], number + 1
        try:
            state = state.play(notation.parse(state, text))
            notation.read_position(notation.position(state))  # raises if it cannot be written and read
        except ParlorError as error:
            raise notation.NotationError(f"Move {number} of --moves, {text[:20]!r}: {error}") from None
    return state


def _format_position(state: State, analysis: Analysis) -> list[str]:
    value = "" if analysis.verdict != "chance" else f": {as_percent(analysis.value or 0)}"
    about = f" ({words_of(state).estimate(analysis.error or 0)})" if is_estimate(analysis) else ""
    plies = f" in {format_figures(analysis.plies, 'move')}" if analysis.plies else ""
    verdict = "Play may go on for ever" if any(analysis.guarantees) else VERDICTS[analysis.verdict]
    return [f"{verdict}{plies}{value}{about}.", explain_position(state, analysis)]


def _format_moves(state: State, analysis: Analysis) -> list[str]:
    """Format a row for each move, the best first."""
    if not analysis.moves:
        return _format_chances(state, analysis)
    ranked = sorted(analysis.moves, key=lambda choice: (-rank_choice(analysis, choice), not choice.best))
    grades = [grade_choice(analysis, choice.move) for choice in ranked]
    moves = [notation.format_typed(state, judged.move) for judged in grades]
    words = [ONLY if judged.only else _format_label(state, analysis, judged) for judged in grades]
    long, wide = max(NARROWEST, *map(len, moves)), max(map(len, words))
    return [
        f"  {move:>{long}}  {word:<{wide}}  {explain_move(state, analysis, judged.move).sentence}"
        for judged, move, word in zip(grades, moves, words, strict=True)
    ]


def _format_label(state: State, analysis: Analysis, grade: Grade) -> str:
    """Format the grade; where every move loses, one that loses at once says so."""
    defence = find_defence(state, analysis, grade.move)
    return LOSES_AT_ONCE if defence and defence.at_once else grade.label


def _format_chances(state: State, analysis: Analysis) -> list[str]:
    """Format a row for each value, the best first: hundreds of chance outcomes may share one."""
    by_worth: dict[tuple[float | None, str], list[Chance]] = {}
    for chance in sorted(analysis.chances, key=lambda chance: (chance.value is None, -(chance.value or 0))):
        about = "" if analysis.exact or _has_won(state.after(chance.move), state.turn) else "about "
        by_worth.setdefault((chance.value, about), []).append(chance)
    rows, wide = [], max((len(about) for _, about in by_worth), default=0)
    verb = state.drawn
    for (value, about), found in by_worth.items():
        drawn = 100 * sum(chance.probability for chance in found)
        shown = [notation.format_move(state, chance.move) for chance in found[:LISTED]]
        listed = ", ".join(shown + ["…"] * (len(found) > LISTED))
        worth = f"{'endless':>8}" if value is None else f"{100 * value:6.2f} %"
        rows.append(f"  worth {about:<{wide}}{worth}  {verb} {drawn:5.1f} %  {listed}")
    return rows


def _has_won(state: State, player: Player) -> bool:
    """Return True if this player has won, or wins with the next move."""
    ending = state.ending()
    return ending.winner == player if ending else state.turn == player and bool(find_instant_wins(state))


def solve_game(game: type[State], words: Iterable[str], memory: str | None, as_json: bool) -> int:
    """Solve a whole game and print who wins, the counts, and the time and memory it took."""
    given = notation.Words(words, (), tuple(game.Rules.numbers))
    rules = notation.read_rules(game, given.values)
    began = time.perf_counter()
    with ProgressBar(game.title, COUNTING, live=not as_json) as progress:
        needed = solve.memory_needed(rules, memory, choice=True, progress=progress)
    if not as_json:
        print_memory(needed)
    with ProgressBar(game.title, live=not as_json) as progress:
        solution = solve.solve(rules, progress, memory)
    data = {
        "game": game.name,
        "rules": rules.values(),
        **solution._asdict(),
        "seconds": round(time.perf_counter() - began, 3),
        "memory_mb": _measure_memory(),
        "why": words_of(game).solved(solution),
    }
    if as_json:
        Output().say(json.dumps(data, indent=2))
    else:
        Output().say(
            str(data["why"]),
            f"  positions  {solution.positions:,}",
            f"  time       {data['seconds']} s",
            f"  memory     {data['memory_mb']} MB",
        )
    return 0


def _measure_memory() -> float:
    import resource

    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)

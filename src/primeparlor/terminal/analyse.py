"""`parlor analyse` and `parlor solve`: exact answers on the screen or as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from math import floor, log10

from primeparlor import notation, solve
from primeparlor.coach import answer
from primeparlor.coach.at_once import wins_at_once
from primeparlor.coach.grades import grade, worth
from primeparlor.coach.reasons import reason, why
from primeparlor.core import ParlorError, Player, State
from primeparlor.games import NumberMorph
from primeparlor.solve import Analysis
from primeparlor.solve.answers import Chance
from primeparlor.terminal.boards import BOARDS
from primeparlor.terminal.progress import Progress, tell_memory
from primeparlor.terminal.screen import Screen

LISTED = 12  # outcomes of fate listed for one worth

VERDICTS = {
    "win": "The player to move wins",
    "loss": "The player to move loses",
    "endless": "Nobody can be forced to lose",
    "chance": "Chance decides",
}


def analyse(state: State, moves: str, as_json: bool, exact: bool, plain: bool) -> int:
    """Answer the position reached by these moves."""
    state = _after(state, moves)
    needed = solve.memory_needed(state.name, state) if exact and not state.ending() else 0
    if not as_json:
        tell_memory(needed)
    with Progress(shown=not as_json) as progress:
        analysis = solve.analyse(state, exact, progress)
    if as_json:
        Screen(plain=True).say(json.dumps(answer.as_data(state, analysis), indent=2))
        return 0
    screen = Screen(plain)
    screen.draw(
        f"{state.title} – Player {state.turn} to move", BOARDS[state.name](state, [], screen.width - 4)
    )
    screen.say("", *_position(state, analysis), "", *_moves(state, analysis))
    return 0


def _after(state: State, moves: str) -> State:
    """The position after these moves; the one that cannot be played is named."""
    words, number = moves.replace(",", " ").split(), 0
    while words:
        # in Number Morph a place and its digit are one move
        both = isinstance(state, NumberMorph) and notation.place(state, words[0]) is not None
        text, words, number = " ".join(words[: 1 + both]), words[1 + both :], number + 1
        try:
            state = state.play(notation.parse(state, text))
        except ParlorError as error:
            raise notation.NotationError(f"Move {number} of --moves, {text[:20]!r}: {error}") from None
    return state


def _position(state: State, analysis: Analysis) -> list[str]:
    value = "" if analysis.verdict != "chance" else f": {100 * (analysis.value or 0):.2f} %"
    about = f" ({_about(analysis.error)})" if analysis.error else ""
    plies = f" in {analysis.plies} move{'s' * (analysis.plies != 1)}" if analysis.plies else ""
    return [f"{VERDICTS[analysis.verdict]}{plies}{value}{about}.", why(state, analysis)]


def _about(error: float) -> str:
    from primeparlor.solve.duel import MEASURED, USUAL_ERROR

    usual, most = (f"{100 * share:.1f}" for share in (USUAL_ERROR, error))
    measured = f"none of {MEASURED:,} measured was more than {most} off"
    return f"an estimate, usually within {usual} points; {measured}"


def _moves(state: State, analysis: Analysis) -> list[str]:
    """A row for each move, the best first."""
    if not analysis.moves:
        return _chances(state, analysis)
    ranked = sorted(analysis.moves, key=lambda choice: (-worth(choice), not choice.best))
    grades = [grade(analysis, choice.move) for choice in ranked]
    words = ["only move" if judged.only else judged.word for judged in grades]
    wide = max(map(len, words))
    return [
        f"  {judged.move!s:>7}  {word:<{wide}}  {reason(state, analysis, judged.move).sentence}"
        for judged, word in zip(grades, words, strict=True)
    ]


def _chances(state: State, analysis: Analysis) -> list[str]:
    """A row for each worth, the best first: in Number Morph hundreds of outcomes share one."""
    by_worth: dict[tuple[float, str], list[Chance]] = {}
    for chance in sorted(analysis.chances, key=lambda chance: -chance.value):
        about = "" if analysis.exact or _has_won(state.after(chance.move), state.turn) else "about "
        by_worth.setdefault((chance.value, about), []).append(chance)
    rows, wide = [], max(len(about) for _, about in by_worth)
    for (value, about), found in by_worth.items():
        drawn = 100 * sum(chance.probability for chance in found)
        listed = ", ".join([str(chance.move) for chance in found[:LISTED]] + ["…"] * (len(found) > LISTED))
        rows.append(f"  worth {about:<{wide}}{100 * value:6.2f} %  drawn {drawn:5.1f} %  {listed}")
    return rows


def _has_won(state: State, player: Player) -> bool:
    """Whether the game is won, or this player's next move wins it."""
    ending = state.ending()
    return ending.winner == player if ending else state.turn == player and bool(wins_at_once(state))


def solve_game(game: type[State], words: Iterable[str], memory: str | None, as_json: bool) -> int:
    """Solve a whole game: who wins, counts and what it took."""
    given = notation.Words(words, tuple(game.Rules.numbers))
    rules = notation.read_rules(game, given.values)
    needed = solve.memory_needed(game.name, rules, memory, choice=True)
    if not as_json:
        tell_memory(needed)
    began = time.perf_counter()
    with Progress(shown=not as_json) as progress:
        solution = solve.solve(game.name, rules, progress, memory)
    data = {
        "game": game.name,
        "rules": rules.values(),
        **solution._asdict(),
        "seconds": round(time.perf_counter() - began, 3),
        "memory_mb": _peak_memory(),
        "why": _why(solution),
    }
    if as_json:
        Screen(plain=True).say(json.dumps(data, indent=2))
    else:
        Screen(plain=True).say(
            _why(solution),
            f"  positions  {solution.positions:,}",
            f"  time       {data['seconds']} s",
            f"  memory     {data['memory_mb']} MB",
        )
    return 0


def _why(solution: solve.Solution) -> str:
    if solution.verdict == "endless":
        return "A safe number always exists: nobody can be forced to lose, and perfect play never ends."
    if solution.first_player_wins is None:
        points = 100 * (solution.error or 1e-6)
        error = f" (error at most {points:.1g} points)" if solution.error else ""
        digits = min(6, max(1, floor(-log10(points))))  # those that the error leaves
        share = f"{100 * (solution.value or 0):.{digits}f} %"
        return f"Player 1 wins {share} of games with perfect play on both sides{error}."
    if solution.starts == 1:
        return f"Player {1 if solution.first_player_wins else 2} wins with perfect play."
    won, starts = solution.first_player_wins, solution.starts
    return f"Of {starts:,} starts, Player 1 wins {won:,} and Player 2 wins {starts - won:,}."


def _peak_memory() -> float:
    import resource

    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)

"""The designer's report: who wins, how long a game takes, and how each level fares from each side."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from primeparlor import solve
from primeparlor.coach.reasons import words_of
from primeparlor.core import Player, State
from primeparlor.match import Match
from primeparlor.players import LEVELS, create_player
from primeparlor.players.loop import take_turn
from primeparlor.solve import Progress, Solution
from primeparlor.wording import as_percent

GAMES = 20  # of each level against itself
LONGEST = 300  # moves of a game, after which nobody wins it
SECONDS = 10.0  # after which no further game begins


class Played(NamedTuple):
    """The games of a level against itself."""

    level: str
    won: tuple[int, int]  # by Player 1 and by Player 2


class Design(NamedTuple):
    """What an author may want to know of a game."""

    who_wins: str  # with perfect play, in a sentence
    winning_side: Player | None  # None if nobody wins for certain, or nobody knows
    value: float | None  # Player 1's chance with perfect play
    games: int
    length: float  # moves of players in a game, on average
    shortest: int
    longest: int
    branching: float  # legal moves at each of them, on average
    levels: tuple[Played, ...]


def measure_design(
    state: type[State], progress: Progress, clock: Callable[[], float] = time.monotonic
) -> Design:
    """Play every level against itself, in turn, until there are enough games or the time is up."""
    start, end = state.start(), clock() + SECONDS
    solution = _solve(state)
    levels = [level for level in LEVELS if solution is not None or level != "perfect"]
    won = {level: [0, 0] for level in levels}
    lengths, widths = list[int](), list[int]()
    for at in range(GAMES * len(levels)):
        if clock() > end and lengths:
            break
        progress(at, GAMES * len(levels))
        level = levels[at % len(levels)]
        match = _play(start, level, at // len(levels))
        if match.outcome is not None and match.outcome.winner is not None:
            won[level][match.outcome.winner - 1] += 1
        chosen = [before for event, before in match.line if event.who is not None]
        lengths.append(len(chosen))
        widths += [len(before.moves()) for before in chosen]
    played = tuple(Played(level, (one, two)) for level, (one, two) in won.items())
    side: Player | None = None
    if solution is not None and solution.starts == 1 and solution.first_player_wins is not None:
        side = 1 if solution.first_player_wins else 2
    told = "Too large to solve in this check." if solution is None else _describe_solution(start, solution)
    value = solution.value if solution is not None else None
    return Design(
        told,
        side,
        value,
        len(lengths),
        sum(lengths) / len(lengths),
        min(lengths),
        max(lengths),
        sum(widths) / max(1, len(widths)),
        played,
    )


def _describe_solution(start: State, solution: Solution) -> str:
    """Say who wins; a chance in tenths of a point, as it is to stand in `favoured`."""
    if solution.verdict != "chance" or solution.value is None:
        return words_of(start).solved(solution)
    chance = as_percent(max(solution.value, 1 - solution.value))
    if chance == as_percent(0.5):
        return "Nobody is favoured: with perfect play each player wins half the games."
    return (
        f"Player {1 if solution.value > 0.5 else 2} wins {chance} of games with perfect play on both sides."
    )


def _solve(state: type[State]) -> Solution | None:
    """Solve the usual game; None if it is too large, or can only be estimated."""
    try:
        return None if solve.solver_of(state).estimates else solve.solve(state.Rules())
    except solve.TooLarge:
        return None


def _play(start: State, level: str, seed: int) -> Match:
    match, player = Match(start, (level, level), seed=seed), create_player(level, start=start)
    assert player is not None
    match.begin()
    while match.outcome is None and len(match.line) < LONGEST:
        take_turn(match, player)
    return match


def format_design(state: type[State], design: Design) -> list[str]:
    """Format the report: what was found, and the lines to paste into the State class."""
    lines = [
        "",
        f"Who wins: {design.who_wins}",
        f"In {design.games} games of the levels against themselves: {design.length:.1f} moves each "
        f"({design.shortest} to {design.longest}), {design.branching:.1f} choices at a time.",
        *_format_levels(design.levels),
    ]
    if paste := _list_lines(state, design):
        lines += ["", f"To paste into the class {state.__name__}, once you agree:", *paste]
    return lines


def _format_levels(levels: Sequence[Played]) -> list[str]:
    rows = [f"  {level:<9} {one:>8} {two:>9}" for level, (one, two) in levels]
    return [f"  {'won by':<9} {'Player 1':>8} {'Player 2':>9}", *rows]


def _list_lines(state: type[State], design: Design) -> list[str]:
    """Return the lines that the class does not have yet."""
    lines = []
    if design.winning_side is not None and "" not in state.winning_side:
        lines.append(f'    winning_side = {{"": {design.winning_side}}}')
    if "" not in state.favoured and (told := _describe_favoured(design)):
        lines.append(f'    favoured = {{"": "{told}"}}')
    return lines


def _describe_favoured(design: Design) -> str:
    """Say who has the better side; "" if the games do not show it."""
    if design.winning_side is not None or design.value is not None:
        return design.who_wins
    one, two = (sum(played.won[at] for played in design.levels) for at in (0, 1))
    if abs(one - two) ** 2 < 4 * (one + two):  # within what luck does
        return ""
    return f"Player {1 if one > two else 2} won {max(one, two)} of {one + two} games between equal levels."

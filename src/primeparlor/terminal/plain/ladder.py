"""`parlor ladder`: the rungs of a game, or where the player stands in every game, in plain lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from primeparlor.coach.progress.diary import open_diary
from primeparlor.coach.progress.import_games import import_saved
from primeparlor.coach.training.ladder import Ladder, Step, build_ladder, build_ladder_data
from primeparlor.core import State, capital
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.tables.rungs import format_command
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.progress_bar import ProgressBar

PASSED, AHEAD, LEFT = "passed", "next", ""


def load_ladders(games: Sequence[type[State]], live: bool = False) -> list[Ladder]:
    """Look through the saved games that are new; return the ladder of each of these games."""
    diary = open_diary(print_notice)
    with ProgressBar("your games", "Looking through", live=live) as progress:
        import_saved(diary, progress)
    own = diary.own_games
    return [build_ladder(game, own) for game in games]


def run(game: type[State] | None, as_json: bool) -> int:
    """Print the ladder of this game, or of every game."""
    ladders = load_ladders([game] if game else list(GAMES.values()), live=not as_json)
    if as_json:
        data = {ladder.game: _build_data(ladder) for ladder in ladders}
        Output().say(json.dumps(data[game.name] if game else data, indent=2, ensure_ascii=False))
    elif game:
        Output().say(*_format_ladder(ladders[0]), *_format_commands(ladders[0]))
    else:
        more = f"All rungs of a game: {find_command()} ladder GAME"
        Output().say(*(line for ladder in ladders for line in _format_standing(ladder)), "", more)
    return 0


def print_ladder(game: type[State]) -> Step | None:
    """Print the rungs of this game; return the one to try next."""
    [ladder] = load_ladders([game], live=True)
    Output().say(*_format_ladder(ladder), "")
    return ladder.next


def _build_data(ladder: Ladder) -> dict[str, object]:
    step = ladder.next
    return {**build_ladder_data(ladder), "command": step and format_command(step.rung)}


def _format_standing(ladder: Ladder) -> Iterator[str]:
    """Format where the player stands in a game, and the command to type next."""
    yield f"{GAMES[ladder.game].title}: {ladder.count_text}"
    yield f"  {ladder.next_text}"
    yield from _format_commands(ladder)


def _format_ladder(ladder: Ladder) -> Iterator[str]:
    """Format every rung of a game, its badges, and which to try next."""
    yield f"{GAMES[ladder.game].title}: {ladder.count_text} passed, without hints or undo"
    yield ""
    for step in ladder.steps:
        yield f"{step.rung.number:>4}  {_find_mark(ladder, step):<6}  {capital(step.rung.task)}"
    for step in ladder.badges:
        yield f"      {_find_mark(ladder, step):<6}  {step.rung.name}: {step.rung.task}"
    if (ahead := ladder.next) is not None:
        yield ""
        yield " ".join(filter(None, (f"Next: rung {ahead.rung.number}.", ahead.standing)))


def _format_commands(ladder: Ladder) -> Iterator[str]:
    """Format the command that plays the next rung, if there is one."""
    if (step := ladder.next) is not None:
        yield f"  {format_command(step.rung)}"


def _find_mark(ladder: Ladder, step: Step) -> str:
    if step.passed:
        return PASSED
    return AHEAD if step == ladder.next else LEFT

"""`parlor review`: every move of a record graded, the deciding moment, a chart."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Sequence

from primeparlor import files, records
from primeparlor.coach import chart
from primeparlor.coach.grades import keeping
from primeparlor.coach.review import Judged, Review, as_data, closing, exact_reviews, review
from primeparlor.core import PLAYERS, ParlorError, State
from primeparlor.files import shown
from primeparlor.match import Match
from primeparlor.solve import Analysis, analyse, memory_needed
from primeparlor.tables.saved import find
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.progress import Progress, tell_memory
from primeparlor.terminal.quiz import QUIT, Quiz
from primeparlor.terminal.screen import Screen
from primeparlor.terminal.teller import played

REVIEWING = "Reviewing"
LONGEST_PREAMBLE = 4096  # bytes in which an SVG has shown what it is


def run(names: Sequence[str], as_json: bool, hidden: bool, exact: bool, svg: str | None, plain: bool) -> int:
    """Review the records of these names, or the last one; `exact` takes the time to estimate nothing."""
    if svg is not None:
        _check_picture(svg, len(names))
    paths = [find(name) for name in names] or [find(None)]
    matches = [records.load(path).match for path in paths]
    if exact:
        rules = {match.start.rules for match in matches}
        needed = max(map(memory_needed, rules))  # refused before any work if it is not there
        if not as_json:
            tell_memory(needed)
    with Progress(matches[0].start.title, REVIEWING, live=not as_json) as progress:
        found = exact_reviews(matches, progress) if exact else [_review(match, progress) for match in matches]
    if svg is not None:
        title = f"Player 1's winning chance, {matches[0].start.title}"
        files.write_whole(svg, chart.svg(found[0].values, title) + "\n")
        print(f"The chart is in {shown(svg)}.", file=sys.stderr)
    if as_json:
        data = list(map(as_data, matches, found))
        Screen(plain=True).say(json.dumps(data if len(names) > 1 else data[0], indent=2))
        return 0
    screen, keyboard = Screen(plain), Keyboard() if hidden else None
    for at, (match, reviewed) in enumerate(zip(matches, found, strict=True)):
        screen.say(*[""] * (at > 0))
        if not _tell(match, reviewed, screen, keyboard):
            break
    return 0


def show(match: Match, screen: Screen, keyboard: Keyboard | None = None) -> None:
    """The review on the screen; with a keyboard, each answer is hidden until it has been tried."""
    with Progress(match.start.title, REVIEWING) as progress:
        found = _review(match, progress)
    _tell(match, found, screen, keyboard)


def _check_picture(path: str, records: int) -> None:
    """Refuse, before any work, to draw over what is no picture, or where none can be."""
    if records > 1:
        raise ParlorError("--svg draws the chart of one game: name one record.")
    if not path:
        raise ParlorError("--svg needs the name of a file for the picture.")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    if not os.path.exists(path):
        return
    with files.open_regular(path) as file:
        is_svg = chart.is_svg(file.read(LONGEST_PREAMBLE))
    if not is_svg:
        raise ParlorError(
            f"{shown(path)} is not an SVG picture, so it stays as it is. "
            "Name the record and the picture, as in: parlor review game.jsonl --svg chart.svg"
        )


def _review(match: Match, progress: Progress) -> Review:
    def answer(state: State) -> Analysis:
        progress(0, None)  # many small answers take long too
        return analyse(state, progress=progress)

    return review(match, answer)


def _tell(match: Match, found: Review, screen: Screen, keyboard: Keyboard | None) -> bool:
    """Show all of it, or what comes until the reader leaves; whether they stayed."""
    screen.say(f"Review of {match.start.title}", *[""] * bool(found.decisions))
    for judged in found.decisions:
        if keyboard is not None and judged.grade.loss > 0 and not _tried(match, judged, screen, keyboard):
            return False
        screen.say(*_lines(judged))
    screen.say("", *_summary(match, found))
    return True


def _tried(match: Match, judged: Judged, screen: Screen, keyboard: Keyboard) -> bool:
    """Let the reader look for a better move first; False when they leave."""
    at = [event.number for event in match.history].index(judged.number)
    state = match.line[at][1]
    quiz = Quiz(state, analyse(state), screen, keyboard)
    screen.say("", f"{judged.number:>4}  Player {judged.player} played {judged.grade.move} here:", "")
    quiz.draw(played(match.history[:at]))
    right = False
    while not right and (answer := quiz.ask("What is better? (Enter shows it, quit leaves) ", [""])) != "":
        if answer == QUIT:
            return False
        right = answer in [choice.move for choice in keeping(quiz.analysis)]
        quiz.judge(answer, right)
    return True


def _lines(judged: Judged) -> list[str]:
    only = ", only move" if judged.grade.only else ""
    hints = f" (hints: {len(judged.hints)})" if judged.hints else ""
    lines = [
        f"{judged.number:>4}  Player {judged.player}: {judged.grade.move}  {judged.grade.word}{only}{hints}"
    ]
    if judged.grade.loss > 0:
        better = " or ".join(map(str, judged.best))
        lines.append(f"      To Player {judged.player}: {judged.why} Better: {better}.")
    return lines


def _summary(match: Match, found: Review) -> list[str]:
    lines = [f"Player 1's chances: {chart.blocks(found.values)}"]
    for player in PLAYERS:
        score = found.accuracy[player]
        told = "no accuracy, as nothing was at stake" if score is None else f"accuracy {score:.0f} %"
        luck, skill = (f"{100 * change[player]:+.1f}" for change in (found.luck, found.skill))
        swing = f", luck {'' if found.exact else 'about '}{luck} points, own choices {skill}"
        lines.append(f"Player {player}: {told}{swing if any(found.luck.values()) else ''}")
    return [*lines, closing(match, found)]

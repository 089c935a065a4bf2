"""`parlor review`: the result, the moment the game turned on, every move of a record graded, and a chart."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Sequence
from math import isfinite
from typing import TypeAlias

from primeparlor import files, records
from primeparlor.coach.grades import ONLY, find_keeping_moves
from primeparlor.coach.puzzles.verdict import judge_try
from primeparlor.coach.review import chart
from primeparlor.coach.review.refinement import RefinedReview
from primeparlor.coach.review.review import Review, as_data, review_exactly
from primeparlor.coach.review.story import ReviewRow, Story, build_story
from primeparlor.core import ParlorError, State
from primeparlor.files import escape_text
from primeparlor.match import Match
from primeparlor.solve import Analysis, Effort, analyse, memory_needed
from primeparlor.tables.saved_games import find_record
from primeparlor.terminal.dialogue import list_played
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.puzzles import QUIT, Quiz
from primeparlor.terminal.progress_bar import ProgressBar, print_memory

REVIEWING, REFINING = "Reviewing", "Working out exact values of"
SECONDS = 10.0  # for exact values in place of estimates, unless another time is asked for
Answer: TypeAlias = Callable[[State], Analysis]
LONGEST_PREAMBLE = 4096  # bytes at the start of a file in which an SVG is recognized


def run(
    names: Sequence[str], as_json: bool, hidden: bool, exact: bool, svg: str | None, seconds: float | None
) -> int:
    """Review the records of these names, or the last one; `exact` computes instead of estimating.

    Otherwise exact values replace the estimates of each game as far as that is done in so many seconds.
    """
    if seconds is not None and not (isfinite(seconds) and seconds >= 0):
        raise ParlorError("--time takes a number of seconds, such as --time 60; 0 leaves all estimates.")
    if svg is not None:
        _check_svg_path(svg, len(names))
    paths = [find_record(name) for name in names] or [find_record(None)]
    matches = [records.load(path).match for path in paths]
    if exact:
        rules = {match.start.rules for match in matches}
        needed = max(map(memory_needed, rules))  # raises before any work if there is not enough memory
        if not as_json:
            print_memory(needed)
    live, answers = not as_json, list[Answer](analyse for _ in matches)
    if exact:
        with ProgressBar(matches[0].start.title, REVIEWING, live) as progress:
            found = review_exactly(matches, progress)
    else:
        refined = [_review_match(match, SECONDS if seconds is None else seconds, live) for match in matches]
        found, answers = [each[0] for each in refined], [each[1] for each in refined]
    if svg is not None:
        title = f"Player 1's winning chance, {matches[0].start.title}"
        files.write_whole(svg, chart.draw_svg(found[0].values, title) + "\n")
        print(f"Wrote the chart to {escape_text(svg)}.", file=sys.stderr)
    if as_json:
        data = list(map(as_data, matches, found))
        Output().say(json.dumps(data if len(names) > 1 else data[0], indent=2))
        return 0
    output, keyboard = Output(), Keyboard() if hidden else None
    for at, (match, reviewed, answer) in enumerate(zip(matches, found, answers, strict=True)):
        output.say(*[""] * (at > 0))
        if not _print_story(match, reviewed, answer, output, keyboard):
            break
    return 0


def print_review(match: Match, output: Output, keyboard: Keyboard | None = None) -> None:
    """Print the review; with a keyboard, each answer stays hidden until the reader has tried it."""
    _print_story(match, *_review_match(match, SECONDS), output, keyboard)


def _check_svg_path(path: str, records: int) -> None:
    """Raise before any work if the chart would overwrite another kind of file, or cannot be written."""
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
            f"{escape_text(path)} is not an SVG picture, so it stays as it is. "
            "Name the record and the picture, as in: parlor review game.jsonl --svg chart.svg"
        )


def _review_match(match: Match, seconds: float, live: bool = True) -> tuple[Review, Answer]:
    """Review a match, with exact values as far as the time allows; return it with the answers behind it."""
    refined = RefinedReview(match)
    with ProgressBar(match.start.title, REVIEWING, live) as progress:

        def answer(state: State) -> Analysis:
            progress(0, None)  # report between positions: many quick analyses take long too
            return analyse(state, progress=progress)

        found = refined.estimate(answer)
    if not found.exact and seconds:
        with ProgressBar(match.start.title, REFINING, live) as progress:
            for better in refined.refine(Effort.within(seconds), progress):
                found = better
    return found, refined.find_answer


def _print_story(
    match: Match, found: Review, answer: Answer, output: Output, keyboard: Keyboard | None
) -> bool:
    """Print the review, or its beginning until the reader leaves; return False if they left.

    The decisive moment comes first, but last where the reader is to find it.
    """
    story = build_story(match, found)
    decided = _format_decision(story)
    output.say(f"Review of {story.game}", f"{story.headline}.")
    if keyboard is None and decided:
        output.say("", *decided)
    output.say(*[""] * bool(story.rows))
    rows = [row for row in story.rows if not row.folded]
    wide = max((len(row.brief) for row in rows), default=0)
    for row in rows:
        if keyboard is not None and row.better and not _ask_better_move(match, row, answer, output, keyboard):
            return False
        told_above = keyboard is None and story.turning is not None and row.place == story.turning.place
        output.say(*_format_row(row if not told_above else row._replace(reason=""), wide))
    if below := [*story.slips, *([story.exactness] if story.exactness else [])]:
        output.say("", *below)
    output.say("", f"Player 1's chances: {chart.draw_blocks(found.values)}")
    for side in story.sides:
        output.say(
            f"Player {side.player}  {side.accuracy_text}",
            *([f"          {side.swing}"] if side.swing else []),
        )
    if keyboard is not None and decided:
        output.say("", *decided)
    return True


def _ask_better_move(
    match: Match, row: ReviewRow, answer_of: Answer, output: Output, keyboard: Keyboard
) -> bool:
    """Let the reader look for a better move first; return False when they leave."""
    state = match.line[row.place][1]
    quiz = Quiz(state, answer_of(state), output, keyboard)
    output.say("", f"{row.move_number:>4}  {row.name} {row.did} here:", "")
    quiz.draw_board(list_played(match.history[: row.place]))
    right = False
    while (
        not right and (answer := quiz.ask_move("What is better? (Enter shows it, quit leaves) ", [""])) != ""
    ):
        if answer == QUIT:
            return False
        right = answer in [choice.move for choice in find_keeping_moves(quiz.analysis)]
        output.say(judge_try(state, quiz.analysis, answer, right).sentence)
    return True


def _format_decision(story: Story) -> list[str]:
    """Format what decided the game, and the turning point with the better choice there."""
    closing = [story.closing] if story.closing else []
    if (moment := story.turning) is None:
        return closing
    title = [] if moment.decided else [moment.title]
    return [*closing, *title, *(f"  {sentence}" for sentence in moment.sentences)]


def _format_row(row: ReviewRow, wide: int) -> list[str]:
    only = f", {ONLY}" if row.only else ""
    hints = f" (hints: {row.hints})" if row.hints else ""
    line = f"{row.move_number:>4}  {row.name}  {row.brief:<{wide}}  {row.glyph} {row.word}{only}{hints}"
    return [line, f"      {row.reason}"] if row.reason else [line]

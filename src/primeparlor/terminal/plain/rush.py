"""`parlor rush`: as many right answers as you can in three minutes, in plain lines; three slips end it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random, SystemRandom

from primeparlor import solve
from primeparlor.coach.language.phrases import joined
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import ALL
from primeparlor.coach.puzzles.puzzle import Puzzle, why_not_among
from primeparlor.coach.training.rush import SLIPS, Rush, best_scores
from primeparlor.games import GAMES
from primeparlor.terminal import here
from primeparlor.terminal.plain.input import Keyboard, TimeUp
from primeparlor.terminal.plain.output import Output, tell
from primeparlor.terminal.plain.posing import SKIP, introduced
from primeparlor.terminal.plain.quiz import MOVES, QUIT, Quiz, wants_to
from primeparlor.terminal.practice import open_diary
from primeparlor.terminal.progress_bar import Progress
from primeparlor.wording import counted, time_left

STOPPED = "Stopped."
START = "Press Enter to start, or type quit: "
ASKED = f"Your move ({SKIP}, {QUIT}): "


def run(
    game: str | None,
    as_json: bool = False,
    keyboard: Keyboard | None = None,
    random: Random | None = None,
    now: Callable[[], float] = time.monotonic,
) -> int:
    """Run one rush through a game, or through all of them; with JSON, print the best scores."""
    kept = open_diary(tell)
    if as_json:
        scores = kept.rush if game is None else {game: kept.rush.get(game, ())}
        Output().say(json.dumps(best_scores(scores), indent=2))
        return 0
    rush = Rush(game, random or SystemRandom(), now)
    _Runner(rush, kept, keyboard or Keyboard()).play()
    return 0


class _Runner:
    """One rush at a keyboard."""

    def __init__(self, rush: Rush, kept: Diary, keyboard: Keyboard) -> None:
        self.rush, self.kept, self.keyboard, self.output = rush, kept, keyboard, Output()
        self.day = here.this_day()

    def play(self) -> None:
        """Ask puzzles until the time or the slips are used up or the player leaves; then store the score."""
        say, game = self.output.say, self.rush.game
        say(f"Rush: {GAMES[game].title if game else 'all games'}. {self._best()}")
        say("Three minutes, as many right answers as you can. The third slip ends it.")
        if not wants_to(START, self.output, self.keyboard, ["start"]):
            return
        end = ""
        try:
            while not self.rush.over and not end:
                end = self._one()
        finally:
            self._keep(end)

    def _best(self) -> str:
        scores = self.kept.rush.get(self.rush.game or ALL)
        return f"Your best: {scores[0].right} right." if scores else "No score yet."

    def _one(self) -> str:
        """Ask one puzzle; return the reason if the rush ends with it, else ""."""
        rush, say = self.rush, self.output.say
        with Progress("a puzzle", "Looking for") as progress:
            puzzle = rush.make(progress)
            quiz = Quiz(puzzle.state, solve.analyse(puzzle.state), self.output, self.keyboard)
            quiz.ours = tuple(word for word in quiz.ours if word != MOVES)  # there are no hints in a rush
        rush.show(puzzle)
        say("", f"{time_left(rush.left)} left, {rush.right} right, {counted(rush.slips, 'slip')}.")
        say(introduced(puzzle), "")
        quiz.draw()
        quiz.seconds = lambda: rush.left
        try:
            said = quiz.ask(ASKED, [SKIP])
            while said not in (SKIP, QUIT) and (refusal := why_not_among(puzzle, said)) is not None:
                say(refusal)
                said = quiz.ask(ASKED, [SKIP])
        except TimeUp:
            say("")
            return "Time."
        if said == QUIT:
            return STOPPED
        if said == SKIP:
            rush.skip()
            return ""
        return self._judge(puzzle, rush.answer(said))

    def _judge(self, puzzle: Puzzle, right: bool | None) -> str:
        if right is None:
            return "Time. That came too late."
        if not right:
            self.kept.answered(puzzle, False, first=False)  # asked again later, but not rated
        answer = joined([str(move) for move in puzzle.answers], "or")
        self.output.say("Right." if right else f"No. The answer was {answer}.")
        return "Three slips." if self.rush.slips == SLIPS else ""

    def _keep(self, end: str) -> None:
        """Store the score and print it, however the rush ended."""
        rush = self.rush
        slips = "" if rush.slips == SLIPS else f", {counted(rush.slips, 'slip')}"
        told = f"{end or ('Time.' if rush.over else STOPPED)} {rush.right} right{slips}."
        if not rush.right:
            self.output.say("", told)
            return
        before = self._best()
        is_best = self.kept.rushed(rush.game, self.day, rush.right, rush.slips)
        self.output.say("", f"{told} {'Your best so far!' if is_best else before}")

"""`parlor rush`: as many right answers as you can in three minutes, in plain lines; three slips end it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random, SystemRandom

from primeparlor import solve
from primeparlor.coach.progress.diary import Diary, open_diary
from primeparlor.coach.progress.document import ALL, RushScore
from primeparlor.coach.puzzles.puzzle import Puzzle, explain_refusal
from primeparlor.coach.training.rush import (
    STOPPED,
    THREE_SLIPS,
    TIME,
    Rush,
    format_best,
    format_result,
    format_try,
    list_best_scores,
)
from primeparlor.coach.training.rush_rules import AIM, END, SLIPS
from primeparlor.core import Move
from primeparlor.games import GAMES
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.plain.input import Keyboard, TimeUp
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.plain.puzzles import MOVES, QUIT, SKIP, Quiz, ask_to_continue, format_introduction
from primeparlor.terminal.progress_bar import ProgressBar
from primeparlor.wording import format_figures, format_time_left

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
    diary = open_diary(print_notice)
    if as_json:
        scores = diary.rush if game is None else {game: diary.rush.get(game, ())}
        Output().say(json.dumps(list_best_scores(scores), indent=2))
        return 0
    rush = Rush(game, random or SystemRandom(), now, diary.cards)
    _RushSession(rush, diary, keyboard or Keyboard()).play()
    return 0


class _RushSession:
    """One rush at a keyboard."""

    def __init__(self, rush: Rush, diary: Diary, keyboard: Keyboard) -> None:
        self.rush, self.diary, self.keyboard, self.output = rush, diary, keyboard, Output()
        self.day = calendar_signs.get_today()

    def play(self) -> None:
        """Ask puzzles until the time or the slips are used up or the player leaves; then store the score."""
        say, game = self.output.say, self.rush.game
        say(f"Rush: {GAMES[game].title if game else 'all games'}. {format_best(self._scores)}")
        say(f"{AIM} {END}")
        if not ask_to_continue(START, self.output, self.keyboard, ["start"]):
            return
        end = ""
        try:
            while not self.rush.over and not end:
                end = self._ask_puzzle()
        finally:
            self._store_score(end)

    @property
    def _scores(self) -> tuple[RushScore, ...]:
        return self.diary.rush.get(self.rush.game or ALL, ())

    def _ask_puzzle(self) -> str:
        """Ask one puzzle; return the reason if the rush ends with it, else ""."""
        rush, say = self.rush, self.output.say
        with ProgressBar("a puzzle", "Looking for") as progress:
            puzzle = rush.generate_next(progress)
            quiz = Quiz(puzzle.state, solve.analyse(puzzle.state), self.output, self.keyboard)
            quiz.commands = tuple(
                word for word in quiz.commands if word != MOVES
            )  # there are no hints in a rush
        rush.show_puzzle(puzzle)
        left, slips = format_time_left(rush.seconds_left), format_figures(rush.slips, "slip")
        say("", f"{left} left, {rush.right} solved, {slips}.")
        say(format_introduction(puzzle), "")
        quiz.draw_board()
        quiz.seconds = lambda: rush.seconds_left
        try:
            answer = quiz.ask_move(ASKED, [SKIP])
            while answer not in (SKIP, QUIT) and (refusal := explain_refusal(puzzle, answer)) is not None:
                say(refusal)
                answer = quiz.ask_move(ASKED, [SKIP])
        except TimeUp:
            say("")
            return TIME
        if answer == QUIT:
            return STOPPED
        if answer == SKIP:
            rush.skip()
            say(format_try(puzzle, None))
            return ""
        return self._judge_answer(puzzle, answer, rush.answer(answer))

    def _judge_answer(self, puzzle: Puzzle, move: Move, right: bool | None) -> str:
        if right is None:
            return f"{TIME} That came too late."
        if not right:
            self.diary.store_answer(puzzle, False, first=False)  # asked again later, but not rated
        self.output.say(format_try(puzzle, move))
        return THREE_SLIPS if self.rush.slips == SLIPS else ""

    def _store_score(self, end: str) -> None:
        """Store the score and print it, however the rush ended."""
        rush = self.rush
        result = format_result(rush.right, rush.slips, self._scores, end or rush.end)
        if rush.right:
            self.diary.store_rush(rush.game, self.day, rush.right, rush.slips)
        self.output.say("", " ".join(filter(None, result)))

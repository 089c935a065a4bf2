"""`parlor openings`: train the winning replies in the openings of a small game, in plain lines."""

from __future__ import annotations

import json
from random import Random, SystemRandom

from primeparlor.coach.progress.diary import Diary, open_diary
from primeparlor.coach.training.openings import (
    ALL_KNOWN,
    HOW_TO_LEARN,
    Openings,
    build_puzzle,
    find_first_game,
    format_row,
)
from primeparlor.coach.training.practice import OpeningAttempt
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.plain.puzzles import PuzzleEnd, PuzzlePrompt, format_introduction
from primeparlor.terminal.progress_bar import ProgressBar


def run(
    game: str | None,
    as_json: bool = False,
    keyboard: Keyboard | None = None,
    random: Random | None = None,
) -> int:
    """Train the openings of a game, or of the first that has any; with JSON, print how many are known."""
    diary, chosen = open_diary(print_notice), find_first_game() if game is None else game
    if as_json:
        known = _load_openings(diary, chosen)
        data = {"game": chosen, "side": known.side, "known": known.known, "positions": len(known.positions)}
        Output().say(json.dumps(data, indent=2))
        return 0
    _OpeningsSession(chosen, diary, keyboard or Keyboard(), random or SystemRandom()).play()
    return 0


def _load_openings(diary: Diary, game: str) -> Openings:
    with ProgressBar(f"the openings of {GAMES[game].title}", "Finding") as progress:
        return Openings(GAMES[game], diary.openings.get(game, {}), progress)


class _OpeningsSession:
    """A training session: one position after the other."""

    def __init__(self, game: str, diary: Diary, keyboard: Keyboard, random: Random) -> None:
        self.game, self.diary, self.keyboard, self.random = game, diary, keyboard, random
        self.output, self.seen = Output(), list[str]()

    def play(self) -> None:
        """Ask for replies until all are known or the player leaves."""
        openings = _load_openings(self.diary, self.game)
        self.output.say(f"Openings of {GAMES[self.game].title}. Find a move that wins, whatever comes next.")
        self.output.say(f"{HOW_TO_LEARN} {openings.known_text}.")
        while (state := openings.choose_next(self.random, self.seen)) is not None:
            self.output.say("")
            end = self._ask_reply(state)
            openings = _load_openings(self.diary, self.game)
            self.output.say(f"{openings.known_text}.")
            if end is PuzzleEnd.LEFT:
                return
        self.output.say(ALL_KNOWN if self.seen else f"{ALL_KNOWN} Play them in a game.")

    def _ask_reply(self, state: State) -> PuzzleEnd:
        """Ask for one reply until it is found, shown or left."""
        reply = OpeningAttempt(build_puzzle(state), self.diary)
        self.seen.append(reply.puzzle.position)
        end = PuzzlePrompt(reply, self.output, self.keyboard, format_introduction(reply.puzzle)).ask(
            may_skip=True
        )
        if end in (PuzzleEnd.SOLVED, PuzzleEnd.SHOWN):
            self.output.say(format_row(reply.row))
        return end

"""`parlor openings`: train the winning replies in the openings of a small game, in plain lines."""

from __future__ import annotations

import json
from random import Random, SystemRandom

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.training.openings import Openings, asked, first_game, in_a_row
from primeparlor.coach.training.practice import Reply
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.terminal.plain import posing
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output, tell
from primeparlor.terminal.plain.posing import End, Posing
from primeparlor.terminal.practice import open_diary
from primeparlor.terminal.progress_bar import Progress


def run(
    game: str | None,
    as_json: bool = False,
    keyboard: Keyboard | None = None,
    random: Random | None = None,
) -> int:
    """Train the openings of a game, or of the first that has any; with JSON, print how many are known."""
    kept, chosen = open_diary(tell), first_game() if game is None else game
    if as_json:
        known = _openings(kept, chosen)
        data = {"game": chosen, "side": known.side, "known": known.known, "positions": len(known.positions)}
        Output().say(json.dumps(data, indent=2))
        return 0
    _Training(chosen, kept, keyboard or Keyboard(), random or SystemRandom()).play()
    return 0


def _openings(kept: Diary, game: str) -> Openings:
    with Progress(f"the openings of {GAMES[game].title}", "Finding") as progress:
        return Openings(GAMES[game], kept.openings.get(game, {}), progress)


class _Training:
    """A training session: one position after the other."""

    def __init__(self, game: str, kept: Diary, keyboard: Keyboard, random: Random) -> None:
        self.game, self.kept, self.keyboard, self.random = game, kept, keyboard, random
        self.output, self.seen = Output(), list[str]()

    def play(self) -> None:
        """Ask for replies until all are known or the player leaves."""
        openings = _openings(self.kept, self.game)
        self.output.say(f"Openings of {GAMES[self.game].title}. Find a move that wins, whatever comes next.")
        self.output.say(f"What you find twice in a row, you know. {_known(openings)}")
        while (state := openings.next(self.random, self.seen)) is not None:
            self.output.say("")
            end = self._one(state)
            openings = _openings(self.kept, self.game)
            self.output.say(_known(openings))
            if end is End.LEFT:
                return
        self.output.say("You know them all." if self.seen else "You know them all. Play them in a game.")

    def _one(self, state: State) -> End:
        """Ask for one reply until it is found, shown or left."""
        reply = Reply(asked(state), self.kept)
        self.seen.append(reply.puzzle.position)
        end = Posing(reply, self.output, self.keyboard, posing.asked(reply.puzzle)).ask(may_skip=True)
        if end in (End.SOLVED, End.SHOWN):
            self.output.say(in_a_row(reply.row))
        return end


def _known(openings: Openings) -> str:
    return f"You know {openings.known} of {len(openings.positions)}."

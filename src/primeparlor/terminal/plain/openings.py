"""`parlor openings`: find the winning reply until you know the openings of a small game, in plain lines."""

from __future__ import annotations

import json
from random import Random, SystemRandom

from primeparlor import notation, solve
from primeparlor.coach.diary import Diary
from primeparlor.coach.openings import Openings, first_game
from primeparlor.core import Move, State
from primeparlor.games import GAMES
from primeparlor.solve import Analysis
from primeparlor.terminal.plain.keyboard import Keyboard
from primeparlor.terminal.plain.output import Output, tell
from primeparlor.terminal.plain.posing import ANSWER, SKIP
from primeparlor.terminal.plain.quiz import QUIT, Quiz
from primeparlor.terminal.practice import open_diary
from primeparlor.terminal.progress import Progress

ASKED = f"Your move ({ANSWER}, {SKIP}, {QUIT}): "


def run(
    game: str | None,
    as_json: bool = False,
    keyboard: Keyboard | None = None,
    random: Random | None = None,
) -> int:
    """Train the openings of a game, or of the first that has any; as JSON, how much of them is known."""
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
    """One position after the other."""

    def __init__(self, game: str, kept: Diary, keyboard: Keyboard, random: Random) -> None:
        self.game, self.kept, self.keyboard, self.random = game, kept, keyboard, random
        self.output, self.seen = Output(), list[str]()

    def play(self) -> None:
        """Until all is known or the player leaves."""
        openings = _openings(self.kept, self.game)
        self.output.say(f"Openings of {GAMES[self.game].title}. Find a move that wins, whatever comes next.")
        self.output.say(f"What you find twice in a row, you know. {_known(openings)}")
        while (state := openings.next(self.random, self.seen)) is not None:
            self.output.say("")
            if not self._one(state):
                self.output.say(_known(_openings(self.kept, self.game)))
                return
            openings = _openings(self.kept, self.game)
            self.output.say(_known(openings))
        self.output.say("You know them all." if self.seen else "You know them all. Play them in a game.")

    def _one(self, state: State) -> bool:
        """Ask for one reply; whether the player stays."""
        position, analysis = notation.position(state), solve.analyse(state)
        self.seen.append(position)
        quiz = Quiz(state, analysis, self.output, self.keyboard)
        self.output.say(f"You are Player {state.turn}.", "")
        quiz.draw()
        said = quiz.ask(ASKED, [ANSWER, SKIP])
        if said in (SKIP, QUIT):
            return said == SKIP
        if said == ANSWER:
            self._show(position, analysis, quiz)
            return True
        right = said in _winning(analysis)
        self.kept.replied(self.game, position, said, right)
        quiz.judge(said, right)
        if not right:
            self._tell_winning(analysis, quiz)
        return True

    def _show(self, position: str, analysis: Analysis, quiz: Quiz) -> None:
        """Tell the reply; it is not known then."""
        self.kept.replied(self.game, position, "", False)
        self._tell_winning(analysis, quiz)

    def _tell_winning(self, analysis: Analysis, quiz: Quiz) -> None:
        best = next(choice.move for choice in analysis.moves if choice.best)
        self.output.say(f"{best} wins. {quiz.why(best)}")


def _winning(analysis: Analysis) -> list[Move]:
    return [choice.move for choice in analysis.moves if choice.verdict == "win"]


def _known(openings: Openings) -> str:
    return f"You know {openings.known} of {len(openings.positions)}."

"""Puzzles with exactly one right answer, made from the solver or from a player's own mistakes.

What was failed comes back: each puzzle lies in a box, a right answer moves it to the next one, a
wrong one back to the first, and the boxes are opened at growing intervals (Leitner's system).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from math import log2
from random import Random
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import keeping, worth
from primeparlor.coach.review import review
from primeparlor.core import Move, ParlorError, State
from primeparlor.match import HUMAN, Match
from primeparlor.solve import Analysis, analyse

DAY = 86_400
INTERVALS = (0, 1 * DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)
AT_STAKE = 0.02  # where chance decides, the other move must lose this much
TRIES = 2_000
HARDEST = 5


class Puzzle(NamedTuple):
    """A position and its only right answer."""

    state: State
    answer: Move
    difficulty: int  # 1 to 5

    @property
    def position(self) -> str:
        return notation.position(self.state)


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle that this position is, if it has exactly one right answer and more than one move."""
    if state.ending() or len(state.moves()) < 2:
        return None
    analysis = analyse(state)
    kept = keeping(analysis)
    if analysis.verdict == "loss" or len(kept) != 1 or _stake(analysis) < AT_STAKE:
        return None
    return Puzzle(state, kept[0].move, difficulty(analysis))


def _stake(analysis: Analysis) -> float:
    values = sorted(map(worth, analysis.moves))
    return values[-1] - values[-2]


def difficulty(analysis: Analysis) -> int:
    """From 1 to 5: many moves to choose from and a distant end make it hard; a close call too."""
    score = log2(len(analysis.moves)) + (analysis.plies or 2) / 3
    if analysis.verdict == "chance":
        score = 4 - 20 * _stake(analysis)
    return max(1, min(HARDEST, round(score)))


def generate(game: type[State], random: Random) -> Puzzle:
    """A fresh puzzle of this game, from somewhere in a game played at random."""
    for _ in range(TRIES):
        state = game.start()
        for _ in range(random.randrange(60)):
            if state.ending():
                break
            state = state.after(random.choice(state.chances() or state.moves()))
        while not state.ending() and state.chances():
            state = state.after(random.choice(state.chances()))
        if (found := puzzle_at(state)) is not None:
            return found
    raise ParlorError(f"No puzzle was found in {TRIES} tries.")


def from_mistakes(matches: Iterable[Match]) -> Iterator[Puzzle]:
    """The positions in which a person went wrong and only one move was right."""
    for match in matches:
        for judged in review(match).decisions:
            if match.seats[judged.player - 1] != HUMAN or judged.grade.loss == 0:
                continue
            if (found := puzzle_at(notation.read_position(judged.position))) is not None:
                yield found


class Boxes:
    """Which puzzles come back, and when; kept in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: dict[str, dict[str, float]] = {}
        try:
            with open(path, encoding="utf-8") as file:
                self.cards = _cards(json.load(file))
        except FileNotFoundError:
            pass
        except (OSError, ValueError):
            raise ParlorError(f"{path} cannot be read. Move it away to begin anew.") from None

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        now = time.time() if now is None else now
        waiting = [(card["due"], position) for position, card in self.cards.items() if card["due"] <= now]
        return [position for _, position in sorted(waiting) if game in (None, position.split()[0])]

    def add(self, position: str) -> None:
        """Put a puzzle into the first box unless it is known."""
        self.cards.setdefault(position, {"box": 0, "due": 0.0})

    def answered(self, position: str, right: bool, now: float | None = None) -> None:
        """Move a puzzle to its next box and keep that; one answered right at first sight is done."""
        if right and position not in self.cards:
            return
        box = self.cards.get(position, {"box": 0})["box"]
        box = min(int(box) + 1, len(INTERVALS) - 1) if right else 0
        self.cards[position] = {"box": box, "due": (time.time() if now is None else now) + INTERVALS[box]}
        self._save()

    def _save(self) -> None:
        """Replace the file as a whole: a crash leaves the old one or the new one."""
        beside = f"{self.path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(beside, "w", encoding="utf-8") as file:
                json.dump(self.cards, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            raise ParlorError(
                f"What you have practised cannot be kept in {self.path}: {error.strerror}."
            ) from None


def _cards(data: object) -> dict[str, dict[str, float]]:
    """The cards of a file that may have been edited by hand."""
    if not isinstance(data, dict):
        raise ValueError
    return {
        str(position): {"box": int(card["box"]), "due": float(card["due"])} for position, card in data.items()
    }

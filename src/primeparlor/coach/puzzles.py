"""Puzzles with exactly one right answer, made from the solver or from a player's own mistakes.

What was failed comes back: each puzzle lies in a box, a right answer moves it to the next one, a
wrong one back to the first, and the boxes are opened at growing intervals (Leitner's system).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from math import isfinite, log2
from random import Random
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import keeping, worth
from primeparlor.coach.hints import hint, kind
from primeparlor.coach.reasons import reason
from primeparlor.coach.review import review
from primeparlor.core import Move, ParlorError, State
from primeparlor.games import NonprimeAddition, PrimeClimb
from primeparlor.match import HUMAN, Match
from primeparlor.solve import Analysis, analyse, parity

DAY = 86_400
INTERVALS = (0, 1 * DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)
AT_STAKE = 0.02  # where chance decides, the other move must lose this much
TRIES = 2_000
LONGEST_WALK = 100  # moves
HARDEST = 5
QUESTIONS = {  # where several moves are always good enough
    "nonprime-addition": "Find the safe number that leaves your opponent the most numbers that lose.",
    "prime-climb": "Find the move that wins quickest.",
}


class Puzzle(NamedTuple):
    """A position and its only right answer."""

    state: State
    answer: Move
    difficulty: int  # 1 to 5

    @property
    def position(self) -> str:
        return notation.position(self.state)

    @property
    def question(self) -> str:
        """What is asked for; of its answers exactly one is right."""
        return QUESTIONS.get(self.state.name, "Find the only right move.")


def clue(puzzle: Puzzle, analysis: Analysis, step: int) -> str:
    """A step of the hint ladder towards this puzzle's own answer."""
    state, answer = puzzle.state, puzzle.answer
    if step == 1:
        return hint(state, analysis, 1)
    if step == 2:
        return f"One of {len(analysis.moves)} moves is right. {puzzle.question}"
    if step == 3 and isinstance(state, NonprimeAddition):
        return f"It makes the total {'odd' if (state.total + int(answer)) % 2 else 'even'}."
    if step == 3:
        return kind(state, analysis.verdict, [answer])
    if step == 4:
        return f"Play {answer}."
    return f"{answer}: {reason(state, analysis, answer).sentence}"


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle that this position is, if it has exactly one right answer and more than one move."""
    if state.ending() or len(state.moves()) < 2:
        return None
    if isinstance(state, NonprimeAddition):
        return _tempting(state)
    analysis = analyse(state)
    if analysis.verdict == "loss":
        return None
    if isinstance(state, PrimeClimb):
        right = [choice for choice in analysis.moves if choice.best and analysis.plies != 1]
    else:
        right = keeping(analysis) if _at_stake(analysis) else []
    return Puzzle(state, right[0].move, difficulty(analysis)) if len(right) == 1 else None


def _tempting(state: NonprimeAddition) -> Puzzle | None:
    """Several numbers are always safe in Nonprime Addition: right is the one that tempts the most."""
    tempting = sorted((share, number) for number, share in parity.temptation(state).items())
    if len(tempting) < 2 or tempting[-1][0] == tempting[-2][0]:
        return None
    # every odd total within reach of an answer has to be tested, the harder the larger it is
    return Puzzle(state, tempting[-1][1], max(1, min(HARDEST, round(log2(state.total) - 3.5))))


def _stake(analysis: Analysis) -> float:
    """What lies between the best move and the next."""
    values = sorted(map(worth, analysis.moves))
    return values[-1] - values[-2]


def _at_stake(analysis: Analysis) -> bool:
    """Whether the answer matters; and it must be right, though an estimate may be wrong about both moves."""
    return _stake(analysis) > max(AT_STAKE, 2 * (analysis.error or 0.0))


def difficulty(analysis: Analysis) -> int:
    """From 1 to 5: many moves to choose from and a distant end make it hard; a close call too."""
    if any(choice.verdict == "chance" for choice in analysis.moves):
        score = HARDEST - 20 * _stake(analysis)
    elif analysis.plies is not None:
        score = log2(len(analysis.moves)) + analysis.plies / 3 - 1
    else:  # Number Morph: the more primes are open, the farther the end
        score = log2(len(analysis.moves)) / 2 + log2(1 + len(analysis.proof["pairs"])) / 2
    return max(1, min(HARDEST, round(score)))


def generate(game: type[State], random: Random) -> Puzzle:
    """A fresh puzzle of this game, from somewhere in a game played at random."""
    for _ in range(TRIES):
        state = game.start()
        for _ in range(random.randrange(LONGEST_WALK)):
            options = [move for move in state.chances() or state.moves() if not state.after(move).ending()]
            if not options:
                break
            state = state.after(random.choice(options))
        while state.chances():
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


class Card(NamedTuple):
    """In which box a puzzle lies, and when it comes back."""

    box: int  # from 0
    due: float  # seconds since 1970


class Boxes:
    """Which puzzles come back, and when; kept in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: dict[str, Card] = {}
        try:
            with open(path, encoding="utf-8") as file:
                self.cards = _sound(json.load(file))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            raise ParlorError(f"{path} cannot be read. Move it away to begin anew.") from None

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        now = time.time() if now is None else now
        waiting = [(card.due, position) for position, card in self.cards.items() if card.due <= now]
        return [position for _, position in sorted(waiting) if game in (None, position.split()[0])]

    def add(self, position: str) -> None:
        """Put a puzzle into the first box and keep that, unless it is known."""
        if position not in self.cards:
            self.cards[position] = Card(0, 0.0)
            self._save()

    def answered(self, position: str, right: bool, now: float | None = None) -> None:
        """Move a puzzle to its next box and keep that; one answered right at first sight is done."""
        if right and position not in self.cards:
            return
        known = self.cards.get(position, Card(0, 0.0))
        box = min(known.box + 1, len(INTERVALS) - 1) if right else 0
        self.cards[position] = Card(box, (time.time() if now is None else now) + INTERVALS[box])
        self._save()

    def _save(self) -> None:
        """Replace the file as a whole: a crash leaves the old one or the new one."""
        beside = f"{self.path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            with open(beside, "w", encoding="utf-8") as file:
                json.dump({p: card._asdict() for p, card in self.cards.items()}, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            raise ParlorError(
                f"What you have practised cannot be kept in {self.path}: {error.strerror}."
            ) from None


def _sound(data: object) -> dict[str, Card]:
    """The cards of a file that may have been edited by hand; what is no card of a puzzle is left out."""
    if not isinstance(data, dict):
        raise ValueError
    return {position: card for position, given in data.items() if (card := _card(position, given))}


def _card(position: str, given: object) -> Card | None:
    match given:
        case {"box": int(box), "due": int(due) | float(due)} if isfinite(due):
            try:
                notation.read_position(position)
            except ParlorError:
                return None
            return Card(max(0, min(box, len(INTERVALS) - 1)), float(due))
    return None

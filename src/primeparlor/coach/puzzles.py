"""Puzzles: made from the solver, with exactly one right answer, or from a player's own mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from random import Random
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.at_once import wins_at_once
from primeparlor.coach.grades import grade, keeping, worth
from primeparlor.coach.hints import hint, kind
from primeparlor.coach.reasons import reason
from primeparlor.core import Move, ParlorError, State
from primeparlor.games import NonprimeAddition, NumberMorph, PrimeDuel
from primeparlor.match import HUMAN, Match
from primeparlor.solve import Analysis, analyse, parity

AT_STAKE = 0.02  # where chance decides, the other move must lose this much
TRIES = 2_000
LONGEST_WALK = 100  # moves
HARDEST = 5
STARTS = {  # a house variant where no position of the standard game has exactly one right move
    "prime-climb": "prime-climb top=35 largest=4",
}
TEMPTING = "Find the safe number that leaves your opponent the most numbers that lose."


class Puzzle(NamedTuple):
    """A position, what is asked for in it, and what is right."""

    state: State
    question: str
    answers: tuple[Move, ...]  # one; after a mistake every move that would have been none
    difficulty: int  # 1 to 5

    @property
    def position(self) -> str:
        return notation.position(self.state)


def clue(puzzle: Puzzle, analysis: Analysis, step: int) -> str:
    """A step of the hint ladder towards this puzzle's own answer."""
    state, answers = puzzle.state, puzzle.answers
    if step == 1:
        return hint(state, analysis, 1)
    if step == 2:
        right = "One" if len(answers) == 1 else str(len(answers))
        verb = "is" if len(answers) == 1 else "are"
        return f"{right} of {len(analysis.moves)} moves {verb} right. {puzzle.question}"
    if step == 3 and isinstance(state, NonprimeAddition) and len(answers) == 1:
        return f"It makes the total {'odd' if (state.total + int(answers[0])) % 2 else 'even'}."
    if step == 3:
        return kind(state, analysis.verdict, answers)
    if step == 4:
        return f"Play {answers[0]}."
    return f"{answers[0]}: {reason(state, analysis, answers[0]).sentence}"


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle that this position is, if it has exactly one right answer and more than one move.

    A win at once is no puzzle: nobody overlooks it.
    """
    if state.ending() or len(state.moves()) < 2 or wins_at_once(state):
        return None
    if isinstance(state, NonprimeAddition):
        return _tempting(state)
    analysis = analyse(state)
    right = keeping(analysis)
    if len(right) != 1 or not _is_certain(analysis):
        return None
    return Puzzle(state, "Find the only right move.", (right[0].move,), difficulty(state, analysis))


def practice_at(state: State) -> Puzzle | None:
    """What can be learned from a mistake made here: every move that would have been none is right."""
    return _practice(state, analyse(state)) if state.moves() else None


def _practice(state: State, analysis: Analysis) -> Puzzle | None:
    if _stake(analysis) <= AT_STAKE:
        return None
    right = tuple(choice.move for choice in keeping(analysis))
    question = _practised(state, analysis, len(right))
    return Puzzle(state, question, right, difficulty(state, analysis, len(right)))


def _practised(state: State, analysis: Analysis, right: int) -> str:
    """What is asked for after a mistake."""
    if isinstance(state, PrimeDuel):
        return f"Find the better choice{'' if analysis.exact else ', as far as an estimate can tell'}."
    what = "safe number" if isinstance(state, NonprimeAddition) else "move that keeps the win"
    return f"Find {'the only' if right == 1 else 'a'} {what}."


def _tempting(state: NonprimeAddition) -> Puzzle | None:
    """Several numbers are always safe in Nonprime Addition: right is the one that tempts the most."""
    tempting = sorted((share, number) for number, share in parity.temptation(state).items())
    if len(tempting) < 2 or tempting[-1][0] == tempting[-2][0]:
        return None
    return Puzzle(state, TEMPTING, (tempting[-1][1],), difficulty(state, analyse(state)))


def _stake(analysis: Analysis) -> float:
    """What lies between the best move and the worst."""
    values = [worth(choice) for choice in analysis.moves]
    return max(values) - min(values)


def _is_certain(analysis: Analysis) -> bool:
    """Whether the answer matters; and it must be right, though an estimate may be wrong about both moves."""
    return _stake(analysis) > max(AT_STAKE, 2 * (analysis.error or 0.0))


def difficulty(state: State, analysis: Analysis, right: int = 1) -> int:
    """From 1 to 5: many moves for each right one and a distant end make it hard; a close call too."""
    choice = log2(len(analysis.moves) / right)
    match state:
        case NonprimeAddition():  # the odd totals have to be tested, the harder the larger they are
            score = log2(state.total) - 4
        case NumberMorph():  # the more primes are open, the farther the end
            score = choice + log2(1 + len(analysis.proof["pairs"])) - 3.5
        case PrimeDuel():
            score = HARDEST - 20 * _stake(analysis)
        case _:
            score = choice + log2(analysis.plies or 1) - 1.5
    return max(1, min(HARDEST, round(score)))


def generate(game: type[State], random: Random) -> Puzzle:
    """A fresh puzzle of this game, from somewhere in a game played at random."""
    start = notation.read_position(STARTS.get(game.name, game.name))
    for _ in range(TRIES):
        state = start
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


def from_mistakes(match: Match) -> Iterator[Puzzle]:
    """What the people of this match can learn from the choices that stand."""
    for event, state in match.line:
        if (
            event.who is None
            or event.move is None
            or event.forced
            or match.seats_at(event.number)[event.who - 1] != HUMAN
        ):
            continue
        analysis = analyse(state)
        if grade(analysis, event.move).loss and (found := _practice(state, analysis)) is not None:
            yield found

"""Lines: puzzles of several decisions, played to the end against the best defence.

Where the solver says that you win, the line goes on until you have won: every move that keeps the win is
right, and the defence holds out as long as it can. Where fate acts, or where a game need not end, a line is
a few decisions in a row, each with one right answer; what fate brings is fixed by the position.

A position always makes the same line. A wrong move leaves the line where it is, to be tried again from there.
"""

from __future__ import annotations

from collections.abc import Container
from math import log10
from random import Random
from typing import NamedTuple, Self

from primeparlor import notation
from primeparlor.coach.advice import advise_move
from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.language.phrases import Asked, capital
from primeparlor.coach.puzzles.difficulty import rate_puzzle
from primeparlor.coach.puzzles.puzzle import NEAR, Puzzle, strip_turn
from primeparlor.coach.random_choice import StableRandom, pick
from primeparlor.coach.reasons import words_of
from primeparlor.core import PASS, Move, Player, State
from primeparlor.messages import seat_solver
from primeparlor.solve import Progress, TooLarge, outline
from primeparlor.wording import in_words

LEAST, MOST = 2, 5  # decisions of a line that ends with a win
NODES = 1_000  # positions that are looked at for one line
TRIES, CANDIDATES = 60, 3  # positions drawn for a line, and lines of which the nearest is posed
LONGEST = 12  # moves and draws between two decisions


class Reply(NamedTuple):
    """A move of the defence, an outcome of fate or a forced move, and the position before it."""

    state: State
    move: Move


class LinePuzzle(Puzzle):
    """A line at one of its decisions: the question here, the moves so far, and what follows a right move."""

    def __init__(
        self, line: _Line, state: State, moves: tuple[Move, ...] = (), replies: tuple[Reply, ...] = ()
    ) -> None:
        super().__init__(state, line.ask(state, len(moves)))
        self._line = line
        self.moves = moves  # your right moves so far
        self.replies = replies  # what happened since the last of them

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, LinePuzzle) and self.position == other.position
        return same and isinstance(other, LinePuzzle) and self.moves == other.moves

    def __hash__(self) -> int:
        return hash((self.position, self.moves))

    @property
    def position(self) -> str:
        """The position at which the line begins: it names the puzzle."""
        return notation.position(self._line.start)

    @property
    def is_line(self) -> bool:
        return True

    def follow(self, move: Move) -> LinePuzzle | None:
        """Return the next decision after this right move, or None if the line is done."""
        state, replies = self._line.reply(self.state.after(move), len(self.moves) + 1)
        if state is None:
            return None
        return LinePuzzle(self._line, state, (*self.moves, move), replies)

    def list_steps(self) -> list[LinePuzzle]:
        """Return the decisions from here to the end, if the first right answer is always given."""
        found, steps = self, list[LinePuzzle]()
        while True:
            steps.append(found)
            following = found.follow(found.answers[0])
            if following is None:
                return steps
            found = following

    @property
    def rating(self) -> float:
        """How hard the whole line is: the odds of failing at one decision or at another add up."""
        return self._line.rate(None)

    def rate(self, progress: Progress | None) -> Self:
        self._line.rate(progress)
        return self


class _Line:
    """One line from its start on, with the positions looked at so far."""

    def __init__(self, start: State) -> None:
        self.start, self.you = start, start.turn
        self._rating: float | None = None

    def ask(self, state: State, done: int) -> Asked:
        """Return the question at this decision, with so many decisions behind it."""
        raise NotImplementedError

    def reply(self, state: State, done: int) -> tuple[State | None, tuple[Reply, ...]]:
        """Play on after a right move; return the next decision, None at the end, and what was played."""
        raise NotImplementedError

    def rate(self, progress: Progress | None) -> float:
        """Return the rating of the line, which is computed once."""
        if self._rating is None:
            odds = sum(10 ** (rate_puzzle(at.state, at.asked, progress) / 400) for at in self.list_hard())
            self._rating = float(round(400 * log10(odds)))
        return self._rating

    def list_hard(self) -> list[Puzzle]:
        """Return the decisions along the answer at which something can go wrong."""
        return [step for step in LinePuzzle(self, self.start).list_steps() if _is_hard(step)]


def _is_hard(step: Puzzle) -> bool:
    return len(step.answers) < len(step.among or step.state.moves())


class _WinningLine(_Line):
    """A line that ends when you have won."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self._lengths: dict[State, int] = {}
        self._nodes = 0

    def ask(self, state: State, done: int) -> Asked:
        most = self.count_decisions(state)
        right = sorted(self._right(state), key=lambda move: (self.measure(state.after(move)), str(move)))
        if most == 1:
            return Asked("One decision is left: find the winning move.", tuple(right))
        decisions = f"{in_words(most)} decisions"
        return Asked(f"Win from here, in at most {decisions}.", tuple(right))

    def reply(self, state: State, done: int) -> tuple[State | None, tuple[Reply, ...]]:
        replies = list[Reply]()
        while not state.ending():
            legal = state.moves()
            if not legal:  # fate acts, in a game that is decided whatever it brings
                raise TooLarge("The line would depend on fate.")
            if state.turn == self.you and len(legal) > 1:
                return state, tuple(replies)
            replies.append(Reply(state, legal[0] if len(legal) == 1 else self.defend(state)))
            state = state.after(replies[-1].move)
        return None, tuple(replies)

    def defend(self, state: State) -> Move:
        """Return the move that holds out longest; of equal ones always the same."""
        lengths = {move: self.measure(state.after(move)) for move in state.moves()}
        best = [move for move, length in lengths.items() if length == max(lengths.values())]
        return pick(StableRandom(notation.position(state)), best)

    def measure(self, state: State) -> int:
        """Return the moves until the end, if you win as fast as you can and the defence holds out."""
        if state.ending():
            return 0
        if state not in self._lengths:
            self._count_node(state)
            mine = state.turn == self.you
            following = [
                self.measure(state.after(move)) for move in (self._right(state) if mine else state.moves())
            ]
            self._lengths[state] = 1 + (min if mine else max)(following)
        return self._lengths[state]

    def count_decisions(self, state: State, left: int = MOST) -> int:
        """Return how many decisions you need at most from here, whichever right moves you choose."""
        if not left:
            raise TooLarge("The line is too long.")
        counts = [0]
        for move in self._right(state):
            following, _ = self.reply(state.after(move), 0)
            counts.append(0 if following is None else self.count_decisions(following, left - 1))
        return 1 + max(counts)

    def _right(self, state: State) -> list[Move]:
        if len(legal := state.moves()) == 1:
            return list(legal)
        return [choice.move for choice in find_keeping_moves(outline(state))]

    def _count_node(self, state: State) -> None:
        self._nodes += 1
        if self._nodes > NODES or state.chances():
            raise TooLarge("The line is too long.")


class _ChoiceLine(_Line):
    """A line of so many decisions, each with one right answer."""

    def __init__(self, start: State, choices: int) -> None:
        super().__init__(start)
        self._choices = choices

    def ask(self, state: State, done: int) -> Asked:
        asked = words_of(state).puzzle(state, outline(state))
        assert asked is not None  # `reply` stops nowhere else
        return asked._replace(question=f"Choice {done + 1} of {self._choices}: {asked.question}")

    def reply(self, state: State, done: int) -> tuple[State | None, tuple[Reply, ...]]:
        if done == self._choices:
            return None, ()
        replies = list[Reply]()
        while len(replies) < LONGEST and not state.ending():
            if replies and _is_choice(state, self.you):
                return state, tuple(replies)
            replies.append(Reply(state, self._continue(state)))
            state = state.after(replies[-1].move)
        raise TooLarge("The line is too short.")

    def _continue(self, state: State) -> Move:
        """Return what fate brings, the only move, or one of the best moves that leads to a decision."""
        random, legal = StableRandom(notation.position(state)), state.chances() or state.moves()
        if state.chances() or len(legal) == 1:
            return pick(random, legal)
        analysis = outline(state)
        best = [choice.move for choice in analysis.moves if choice.best]
        if len(best) == 1 or state.turn == self.you:
            return advise_move(state, analysis)
        random.shuffle(best)
        return next((move for move in best if _is_choice(state.after(move), self.you)), best[0])


def _is_choice(state: State, you: Player) -> bool:
    """Return True if this player has to decide here, with one right answer."""
    if state.turn != you or state.ending() or state.chances() or len(state.moves()) < 2:
        return False
    return words_of(state).puzzle(state, outline(state)) is not None


def build_line_at(state: State, progress: Progress | None = None) -> LinePuzzle | None:
    """Return the line that begins at this position, if it makes a good one; else None.

    It has two to five decisions, and at two of them or more something can go wrong.
    """
    choices = words_of(state).line_choices
    if not choices or state.ending() or state.chances() or len(state.moves()) < 2 or find_instant_wins(state):
        return None
    try:
        analysis = outline(state, progress)
        if any(choice.verdict in ("chance", "endless") for choice in analysis.moves):
            return _build_choices(state, choices)
        if analysis.verdict != "win" or len(find_keeping_moves(analysis)) == len(analysis.moves):
            return None
        line = _WinningLine(state)
        if line.count_decisions(state) < LEAST:
            return None
        return LinePuzzle(line, state) if len(line.list_hard()) >= LEAST else None
    except (TooLarge, RecursionError):
        return None


def generate_line(
    game: type[State],
    random: Random,
    progress: Progress | None,
    wanted: float,
    boards: Container[str] = (),
) -> LinePuzzle | None:
    """Generate a line of about this rating on none of these boards; None if none is found quickly."""
    words, found = words_of(game), list[LinePuzzle]()
    for _ in range(TRIES):
        if progress:
            progress(0, None)
        state = words.draw_position(random, wanted)
        line = None if state is None else build_line_at(state, progress)
        if line is not None and strip_turn(line.position) not in boards:
            found.append(line.rate(progress))
            if len(found) == CANDIDATES or abs(line.rating - wanted) <= NEAR:
                break
    return min(found, key=lambda line: abs(line.rating - wanted), default=None)


def _build_choices(state: State, choices: int) -> LinePuzzle | None:
    if not _is_choice(state, state.turn):
        return None
    line = _ChoiceLine(state, choices)
    found = LinePuzzle(line, state)
    return found if len(found.list_steps()) == choices else None


def describe_replies(replies: tuple[Reply, ...], you: Player) -> str:
    """Say what happened between two decisions: "Your opponent climbed from 8 to 11."."""
    sentences = list[str]()
    for state, move in replies:
        if state.chances():
            sentences.append(f"{notation.format_move(state, move)} is {type(state).drawn}.")
            continue
        had_to = " had to pass" if move == PASS else f" {words_of(state).did(state, move)}"
        sentences.append(f"{seat_solver(you).name(state.turn)}{had_to}.")
    return " ".join(map(capital, sentences))

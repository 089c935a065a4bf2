"""Puzzles to practise: those whose time has come, those made of one's own mistakes, and fresh ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from primeparlor import notation, solve
from primeparlor.coach import diary, session
from primeparlor.coach.clues import clues
from primeparlor.coach.diary import Diary
from primeparlor.coach.draw import pick
from primeparlor.coach.pages import RIGHT, SHOWN, WRONG
from primeparlor.coach.puzzles import STARS, Puzzle, generate, practice_at, puzzle_at
from primeparlor.core import Move, ParlorError
from primeparlor.games import GAMES
from primeparlor.solve import Analysis, Progress

FIRST_TRIES = 20  # puzzles made until one is easy enough to be a player's first


def open_diary(tell: Callable[[str], None] = diary.ignored) -> Diary:
    """The player's diary; `tell` gets what is wrong with its file."""
    return Diary(diary.path(), tell)


def next_puzzle(
    kept: Diary, game: str | None, progress: Progress, seed: int | None = None, seen: tuple[str, ...] = ()
) -> Puzzle:
    """One whose time has come, but for those just seen; else a fresh one that fits the player.

    A seed always fixes a fresh one, the same for every player.
    """
    if seed is not None:
        return _fresh(None, game, Random(f"{seed}/puzzle"), progress)
    for position in kept.due(game):
        again = position not in seen and _again(position, kept.cards[position].mistake, progress)
        if again:
            return again
    return _fresh(kept, game, SystemRandom(), progress)


def _fresh(kept: Diary | None, game: str | None, random: Random, progress: Progress) -> Puzzle:
    """A puzzle of the game, or of any that has one; as hard as the player of this diary wants it.

    Without a diary it is the same whatever games are installed, so only the standard ones are drawn.
    """
    games = [game] if game is not None else list(GAMES.ours if kept is None else GAMES)
    while True:
        chosen = games[0] if len(games) == 1 else pick(random, games)
        try:
            if kept is None:
                return generate(GAMES[chosen], random, progress)
            return _fitting(kept, chosen, random, progress)
        except ParlorError:  # too large, or nothing to ask there; our own have puzzles
            if len(games) == 1:
                raise
            games.remove(chosen)


def _fitting(kept: Diary, game: str, random: Random, progress: Progress) -> Puzzle:
    """A fresh puzzle for the player of this diary; the very first one is easy."""
    ratings = {name: rated.rating for name, rated in kept.ratings.items()}
    known = any(rated.asked for rated in kept.ratings.values())
    made = list[Puzzle]()
    while not made or (made[-1].rating >= STARS[0] and not known and len(made) < FIRST_TRIES):
        wanted = session.fitting(ratings, game, random)
        made.append(generate(GAMES[game], random, progress, wanted))
    return min(made, key=lambda puzzle: puzzle.rating)


def _again(position: str, mistake: bool, progress: Progress) -> Puzzle | None:
    """What was failed, asked as before; what is no puzzle any more can still be practised."""
    state = notation.read_position(position)
    try:
        asked = None if mistake else puzzle_at(state, progress)
        return asked or practice_at(state, progress)
    except solve.TooLarge:  # the file was edited by hand
        return None


class Attempt:
    """One puzzle before a player: what was told and tried, and what of it the diary keeps.

    `mark` is told each try: "-" wrong, "+" right, "?" the answer was asked for; `hinted` how many hints are
    open, before a new one is given.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        kept: Diary | None,
        mark: Callable[[str], None] | None = None,
        hinted: Callable[[int], None] | None = None,
    ) -> None:
        self.puzzle, self._diary, self._mark, self._hinted = puzzle, kept, mark, hinted
        self.step = 0  # how many hints are open
        self.tries = ""

    @property
    def first(self) -> bool:
        """Whether nothing was told or tried yet."""
        return not self.step and not self.tries

    @property
    def at_once(self) -> bool:
        """Whether it was solved at the first try and without a hint."""
        return not self.step and self.tries == RIGHT

    def opened(self, analysis: Analysis) -> list[str]:
        """The hints that were given, perhaps in an earlier sitting."""
        return clues(self.puzzle, analysis)[: self.step] if self.step else []

    def hint(self, analysis: Analysis) -> str:
        """The next hint, or the last one again."""
        told = clues(self.puzzle, analysis)
        step = min(self.step + 1, len(told))
        if self._hinted is not None and step > self.step:
            self._hinted(step)
        self.step = step
        return told[step - 1]

    def answer(self, move: Move) -> bool:
        """Whether this is right; what is wrong comes back another day."""
        right = move in self.puzzle.answers
        self._keep(RIGHT if right else WRONG)
        return right

    def show(self, analysis: Analysis) -> str:
        """The answer with its reason; who asks for it gets the puzzle again another day."""
        self._keep(SHOWN)
        return clues(self.puzzle, analysis)[-1]

    def _keep(self, mark: str) -> None:
        if self._diary is not None:
            first = self.first if mark == RIGHT else not self.tries  # a failure counts even after hints
            self._diary.answered(self.puzzle, mark == RIGHT, first=first)
        if self._mark is not None:
            self._mark(mark)
        self.tries += mark


class Reply(Attempt):
    """A position of the openings before a player: what is kept of it is the reply, no puzzle comes back."""

    def __init__(self, puzzle: Puzzle, kept: Diary) -> None:
        super().__init__(puzzle, None)
        self._kept = kept

    @property
    def row(self) -> int:
        """How often in a row the reply to this position was right."""
        reply = self._kept.openings.get(self.puzzle.state.name, {}).get(self.puzzle.position)
        return reply.row if reply else 0

    def answer(self, move: Move) -> bool:
        """Whether this wins; what is found only after a wrong reply or a hint is not known."""
        right = super().answer(move)
        if not right or self.at_once:
            self._keep_reply(move, right)
        return right

    def show(self, analysis: Analysis) -> str:
        """A winning reply with its reason; it is not known then."""
        self._keep_reply("", False)
        return super().show(analysis)

    def _keep_reply(self, move: Move, right: bool) -> None:
        self._kept.replied(self.puzzle.state.name, self.puzzle.position, move, right)

"""Puzzles to practise: those that are due, those made from the player's own mistakes, and fresh ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from random import Random, SystemRandom

from primeparlor import notation, solve
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import RIGHT, SHOWN, WRONG, Card, PlayerRating
from primeparlor.coach.puzzles.clues import build_clues
from primeparlor.coach.puzzles.line_puzzle import build_line_at, generate_line
from primeparlor.coach.puzzles.puzzle import (
    STARS,
    Puzzle,
    build_practice_at,
    build_puzzle_at,
    generate,
    generate_another,
    strip_turn,
)
from primeparlor.coach.puzzles.ratings import choose_puzzle_rating
from primeparlor.coach.puzzles.verdict import ShownAnswer, count_tries_left, show_answer
from primeparlor.coach.random_choice import pick
from primeparlor.coach.training.daily import ROTA
from primeparlor.core import Move, ParlorError, State
from primeparlor.games import GAMES
from primeparlor.solve import Analysis, Progress

LINES = 1 / 3  # share of the fresh puzzles that are lines
SHEET_RATINGS = (750.0, 1025.0, 1275.0, 1525.0, 1750.0)  # wanted for one star to five
FIRST_TRIES = 20  # puzzles made until one is easy enough to be a player's first


def next_puzzle(
    diary: Diary,
    game: str | None,
    progress: Progress | None,
    seed: int | None = None,
    seen: Collection[str] = (),
    random: Random | None = None,
) -> Puzzle:
    """Return a puzzle that is due and not in `seen`; else a fresh one that fits the player.

    With a seed it is always a fresh one, the same for every player.
    """
    if seed is not None:
        return _generate_seeded(game, Random(f"{seed}/puzzle"), progress)
    for position in diary.find_due(game):
        again = position not in seen and _try_repeat(position, diary.cards[position], progress)
        if again:
            return again.rate(progress)
    return choose_fresh(diary.ratings, game, random or SystemRandom(), progress, (*seen, *diary.cards))


def describe_origin(card: Card | None, today: date) -> str:
    """Say in a sentence where a puzzle that comes back is from; empty for a fresh one."""
    if card is None or card.day is None:
        return ""
    year = f" {card.day.year}" * (card.day.year != today.year)
    day = f"{card.day.day} {card.day:%B}{year}"
    if card.mistake:
        return f"From your game of {day}."
    return f"From the puzzle of the day of {day}." if card.daily else f"You missed this on {day}."


def repeat_puzzle(
    position: str, mistake: bool, progress: Progress | None = None, line: bool = False
) -> Puzzle | None:
    """Return a failed puzzle with its question as before.

    A position that is no puzzle any more can still be practised.
    """
    state = notation.read_position(position)
    if line and (found := build_line_at(state, progress)) is not None:
        return found
    asked = None if mistake else build_puzzle_at(state, progress)
    return asked or build_practice_at(state, progress)


def _try_repeat(position: str, card: Card, progress: Progress | None) -> Puzzle | None:
    try:
        return repeat_puzzle(position, card.mistake, progress, card.line)
    except solve.TooLarge:  # the file was edited by hand
        return None


def choose_fresh(
    ratings: Mapping[str, PlayerRating],
    game: str | None,
    random: Random,
    progress: Progress | None = None,
    known: Collection[str] = (),
) -> Puzzle:
    """Return a fresh puzzle for a player of these ratings: now and then a line, but never as the first."""
    is_first = not any(rated.asked for rated in ratings.values())
    if not is_first and random.random() < LINES:
        chosen = game or pick(random, list(GAMES))
        wanted = choose_puzzle_rating({name: each.rating for name, each in ratings.items()}, chosen, random)
        line = generate_line(GAMES[chosen], random, progress, wanted, {strip_turn(at) for at in known})
        if line is not None:
            return line
    return generate_fresh(ratings, game, random, progress, known)


# Fresh puzzles --------------------------------------------------------------------------------------------


def _generate_seeded(game: str | None, random: Random, progress: Progress | None) -> Puzzle:
    """Return a puzzle fixed by the seed: only games of the rota are drawn, whatever games are installed."""
    return _generate_any(game, ROTA, random, lambda chosen: generate(GAMES[chosen], random, progress))


def generate_for_sheet(game: str | None, seed: int, stars: int, known: Collection[str] = ()) -> Puzzle:
    """Return a puzzle of about these stars, fixed by the seed: for a sheet on paper."""
    random, boards = Random(f"{seed}/sheet"), {strip_turn(position) for position in known}
    wanted = SHEET_RATINGS[stars - 1]
    return _generate_any(
        game, ROTA, random, lambda chosen: generate_another(GAMES[chosen], random, None, wanted, boards)
    )


def generate_fresh(
    ratings: Mapping[str, PlayerRating],
    game: str | None,
    random: Random,
    progress: Progress | None = None,
    known: Collection[str] = (),
) -> Puzzle:
    """Return a puzzle of the game, or of any game, for a player of these ratings; the very first is easy.

    It is in none of the known positions, unless no such puzzle is found quickly.
    """
    boards = {strip_turn(position) for position in known}
    strengths = {name: rated.rating for name, rated in ratings.items()}
    is_first = not any(rated.asked for rated in ratings.values())

    def made(chosen: str) -> Puzzle:
        if is_first:
            return _generate_easy(chosen, random, progress, boards)
        wanted = choose_puzzle_rating(strengths, chosen, random)
        return generate_another(GAMES[chosen], random, progress, wanted, boards)

    return _generate_any(game, GAMES, random, made)


def _generate_any(
    game: str | None, games: Collection[str], random: Random, made: Callable[[str], Puzzle]
) -> Puzzle:
    """Return a puzzle of the game, or of any of these that has one."""
    choice = [game] if game is not None else list(games)
    while True:
        chosen = choice[0] if len(choice) == 1 else pick(random, choice)
        try:
            return made(chosen)
        except ParlorError:  # too large, or without puzzles; the built-in games have some
            if len(choice) == 1:
                raise
            choice.remove(chosen)


def _generate_easy(game: str, random: Random, progress: Progress | None, boards: Collection[str]) -> Puzzle:
    """Return a player's first puzzle, with one star if found quickly; there are no ratings to go by yet."""
    made = list[tuple[bool, float, Puzzle]]()
    for _ in range(FIRST_TRIES):
        puzzle = generate(GAMES[game], random, progress, choose_puzzle_rating({}, game, random))
        made.append((strip_turn(puzzle.position) in boards, puzzle.rating, puzzle))
        if made[-1][:2] < (False, STARS[0]):
            break
    return min(made, key=lambda rated: rated[:2])[2]


# Answers --------------------------------------------------------------------------------------------------


class Attempt:
    """A player's attempt at one puzzle: the hints and tries so far, and what the diary stores of them.

    `mark` is called with each try: "-" wrong, "+" right, "?" the answer was shown. `hinted` is called with
    the number of hints given, before a new one is. `now` replaces the current time. `most` limits the tries.
    `daily` is the day of a puzzle of the day. `wrong` has the wrong moves of earlier attempts by
    position, and gets those of this one.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        diary: Diary | None,
        mark: Callable[[str], None] | None = None,
        hinted: Callable[[int], None] | None = None,
        now: float | None = None,
        most: int | None = None,
        daily: date | None = None,
        wrong: dict[State, list[Move]] | None = None,
    ) -> None:
        self.puzzle, self._diary, self._mark, self._hinted = puzzle, diary, mark, hinted
        self._now, self._most, self._daily = now, most, daily
        self.step = 0  # how many hints are open
        self.is_listed = False  # True if the legal moves were listed, which counts as a hint
        self.tries = ""
        self._wrong = {} if wrong is None else wrong
        self._is_done = False
        self.hints_before = 0  # given at earlier decisions of a line
        self.tries_text = ""  # how many tries are left, after one that failed
        self.is_out = False  # True if the last try was just missed: now the answer is due

    @property
    def tried(self) -> list[Move]:
        """The wrong moves here, as far as they are known."""
        return self._wrong.setdefault(self.puzzle.state, [])

    @property
    def is_untouched(self) -> bool:
        """True if no hint was given and nothing was tried yet."""
        return not self._is_helped and not self.tries

    @property
    def is_flawless(self) -> bool:
        """True if the puzzle was solved at the first try and without a hint."""
        return not self._is_helped and self.tries == RIGHT

    @property
    def _is_helped(self) -> bool:
        return bool(self.step) or self.is_listed or bool(self.hints_before)

    @property
    def tries_left(self) -> int:
        """The number of tries left, where they are limited."""
        return (self._most or 0) - self.tries.count(WRONG)

    @property
    def limit_text(self) -> str:
        """How many tries there are before the next one; empty where they are not limited."""
        return count_tries_left(self.tries_left, self._most) if self._most else ""

    @property
    def _is_closed(self) -> bool:
        """True if no try counts any more: the answer was shown, or every try missed."""
        return SHOWN in self.tries or (self._most is not None and not self.tries_left)

    @property
    def is_over(self) -> bool:
        """True if the last decision was made; a line can be played on after its answer was shown."""
        return self._is_done

    def list_hints(self, analysis: Analysis) -> list[str]:
        """Return the hints given so far, perhaps in an earlier session."""
        return build_clues(self.puzzle, analysis, self.tried)[: self.step] if self.step else []

    def list_moves(self) -> None:
        """Note that the legal moves were listed, which counts as a hint but opens none."""
        self.is_listed = True
        if self._hinted is not None:
            self._hinted(self.hints_before + self.step)

    def give_hint(self, analysis: Analysis) -> str:
        """Return the next hint, or the last one again."""
        clues = build_clues(self.puzzle, analysis, self.tried)
        step = min(self.step + 1, len(clues))
        if self._hinted is not None and step > self.step:
            self._hinted(self.hints_before + step)
        self.step = step
        return clues[step - 1]

    def answer(self, move: Move) -> bool:
        """Store the answer and return True if it is right; a wrong one comes back another day.

        In a line, a right move leads to the next decision, and only the last one is stored. A wrong move
        counts once.
        """
        self.tries_text, was_closed = "", self._is_closed
        if not self.puzzle.judge(move):
            if move not in self.tried:
                self.tried.append(move)
                self._store_if_open(WRONG)
            if not was_closed:
                self.tries_text, self.is_out = self.limit_text, self._is_closed
            return False
        if not self._advance(move):
            self._store_if_open(RIGHT)
        return True

    def _advance(self, move: Move) -> bool:
        """Go on to the next decision of a line; return False if there is none."""
        following = self.puzzle.follow(move)
        if following is None:
            self._is_done = True
            return False
        self.puzzle = following
        self.hints_before, self.step = self.hints_before + self.step, 0
        return True

    def _store_if_open(self, mark: str) -> None:
        """Store a try, unless none counts any more."""
        if not self._is_closed:
            self.store_try(mark)

    def show_answer(self, analysis: Analysis) -> ShownAnswer:
        """Return the answer with its reason; the puzzle comes back another day."""
        self._store_if_open(SHOWN)
        self.is_out = False
        shown = show_answer(self.puzzle, analysis)
        self._advance(shown.move)
        return shown

    def store_try(self, mark: str) -> None:
        """Store a try: right, wrong, or a request for the answer."""
        if self._diary is not None:
            first = (
                self.is_untouched if mark == RIGHT else not self.tries
            )  # a failure counts even after hints
            self._diary.store_answer(
                self.puzzle, mark == RIGHT, first=first, now=self._now, daily=self._daily
            )
        if self._mark is not None:
            self._mark(mark)
        self.tries += mark


class OpeningAttempt(Attempt):
    """A player's attempt at a position of the openings: only the reply is stored, no puzzle comes back."""

    def __init__(self, puzzle: Puzzle, diary: Diary) -> None:
        super().__init__(puzzle, None)
        self._reply_diary = diary

    @property
    def row(self) -> int:
        """The number of times in a row that the reply to this position was right."""
        reply = self._reply_diary.openings.get(self.puzzle.state.name, {}).get(self.puzzle.position)
        return reply.row if reply else 0

    def answer(self, move: Move) -> bool:
        """Store the reply and return True if it wins; after a wrong reply or a hint it is not known."""
        right = super().answer(move)
        if not right or self.is_flawless:
            self._store_reply(move, right)
        return right

    def show_answer(self, analysis: Analysis) -> ShownAnswer:
        """Return a winning reply with its reason; it does not count as known then."""
        self._store_reply("", False)
        return super().show_answer(analysis)

    def _store_reply(self, move: Move, right: bool) -> None:
        self._reply_diary.store_reply(self.puzzle.state.name, self.puzzle.position, move, right)

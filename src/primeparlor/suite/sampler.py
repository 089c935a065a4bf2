"""Positions drawn from play: games at random and between levels, under the book's rules and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from primeparlor import notation
from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.random_choice import StableRandom, pick
from primeparlor.coach.reasons import words_of
from primeparlor.core import Rules, RulesError, State
from primeparlor.games import game_of
from primeparlor.solve import find_solvable, solver_of

# How often a game is played by the book, or under rules that the game recommends or that are drawn.
BOOK, RECOMMENDED, DRAWN = 0.4, 0.2, 0.2  # else the game draws a position for a puzzle
BY_LEVELS = 0.25  # share of the games between levels; the others are played at random
LONGEST = 200  # moves of a game
GIVEN_UP = 10  # games in a row without a decision that matters, after which a start is given up
DRAWN_RULES, FRESH = 8, 0.1  # sets of rules that are drawn at first, and how often another one is
TRIES = 60  # at rules that are small enough
MOST_POSITIONS = 100_000  # under rules that are drawn
MOST_COUNTED = 20_000  # positions, where the game does not know how many there are
LOWEST, HIGHEST = 0.25, 2.0  # how far a number that is drawn may be from the book's


class _TooMany(Exception):
    """Raised where counting positions would take long."""


class PositionSampler:
    """Draws positions of a game in which a player decides. The random generator alone decides which."""

    def __init__(self, game: type[State], random: StableRandom) -> None:
        self.game, self.random = game, random
        self.words, self.habits = words_of(game), game_of(game).part("habits", Habits)
        self._start: State | None = None  # of the last game
        self._useless: Counter[State] = Counter()  # games from each start that were of no use, in a row

    @cached_property
    def book(self) -> list[State]:
        """The start of the book's game; empty if that is too large to solve."""
        return self._keep_solvable([self.game.start()])

    @cached_property
    def recommended(self) -> list[State]:
        """The starts of the variants that the game recommends to play or has puzzles in."""
        variants = (*self.game.house_variants, *self.words.puzzle_starts, *self.words.hardest_starts)
        starts = [notation.set_up(self.game, variant.split()) for variant in dict.fromkeys(variants)]
        return self._keep_solvable(starts)

    @cached_property
    def drawn(self) -> list[State]:
        """The starts under rules that are drawn, none of them too large; more come while games are drawn."""
        starts = list[State]()
        for _ in range(DRAWN_RULES):
            starts += self._draw_start(starts)
        return starts

    def draw_positions(self, wanted: float) -> list[State]:
        """Draw a game and return its decisions in order; `wanted` is a rating that is needed."""
        starts, share = self.book, self.random.random()
        if share >= BOOK:
            starts = self.recommended if share < BOOK + RECOMMENDED else self.drawn
        if starts is self.drawn and self.random.random() < FRESH:
            starts += self._draw_start(starts)
        if share >= BOOK + RECOMMENDED + DRAWN or not starts:
            position = self.words.draw_position(self.random, wanted)
            return [] if position is None else [position]
        self._start = pick(self.random, starts)
        return list(self._play(self._start))

    def report_use(self, useful: bool) -> None:
        """Note if the last game had any decision that matters; a start without any is given up."""
        start, self._start = self._start, None
        if start is None:
            return
        self._useless[start] = 0 if useful else self._useless[start] + 1
        if self._useless[start] == GIVEN_UP:
            for starts in (self.book, self.recommended, self.drawn):
                starts[:] = [other for other in starts if other != start]

    def _play(self, state: State) -> Iterator[State]:
        """Play a game and yield its decisions."""
        levels: tuple[Level | None, ...] = (None, *WEAKER) if self.random.random() < BY_LEVELS else (None,)
        players = [pick(self.random, levels) for _ in range(2)]
        for _ in range(LONGEST):
            if not (options := state.chances() or state.moves()):
                return
            level = players[state.turn - 1]
            if len(options) > 1 and not state.chances():
                yield state
            if level is None or state.chances():
                state = state.after(pick(self.random, options))
            else:
                state = state.after(self.habits.choose(level, state, options, self.random))

    def _draw_start(self, known: list[State]) -> list[State]:
        """Draw rules near the book's and return their start; empty if no others are found that are small."""
        for _ in range(TRIES):
            try:
                start = self.game.start(self._draw_rules())
            except RulesError:  # numbers that contradict each other
                continue
            positions = solver_of(start).positions(start)
            is_known = start in known or self._useless[start] >= GIVEN_UP
            if not is_known and (positions is None or positions <= MOST_POSITIONS):
                return self._keep_solvable([start])
        return []

    def _draw_rules(self) -> Rules:
        numbers: dict[str, int] = {}
        for name, (standard, least, most, most_to_play) in self.game.Rules.numbers.items():
            low, high = max(least, LOWEST * standard), min(most_to_play or most, HIGHEST * standard)
            # by factors, so that small numbers are as likely as large ones
            numbers[name] = min(max(least, round(low * (high / low) ** self.random.random())), most)
        return self.game.Rules(**numbers)

    def _keep_solvable(self, starts: list[State]) -> list[State]:
        """Return those of the starts whose positions can be solved here."""
        return [start for start in starts if self._is_solvable(start)]

    def _is_solvable(self, start: State) -> bool:
        solver = solver_of(start)
        try:
            return solver.complete or solver.estimates or find_solvable(start, _limit_count)
        except _TooMany:
            return False


def _limit_count(done: int, total: int | None) -> None:
    """Stop counting positions where there are too many."""
    if done > MOST_COUNTED:
        raise _TooMany

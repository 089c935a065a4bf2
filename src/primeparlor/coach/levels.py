"""Levels of play: by default a level looks ahead, and makes mistakes the way people do.

A level looks a few moves ahead and overlooks some of the moves there. It never misses the obvious: a move
that wins at once and, without chance, an answer that would.

If fate acts during play, nobody can follow every branch. There a level averages over the outcomes of fate. It
judges positions beyond its horizon by how often they are won when both sides move at random. It misjudges
each of its moves a little: the better the level, the less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from primeparlor.coach.grades import find_instant_wins
from primeparlor.coach.language.phrases import Asked
from primeparlor.core import Move, Player, Rules, State
from primeparlor.solve.answers import Progress
from primeparlor.solve.cache import Recent

S = TypeVar("S", bound=State)
PLAIN = 2  # moves ahead in which no level overlooks anything: its own, and the answer
ATTENTION = 8_000  # moves that any level looks at before a choice
LEAVES = 200  # positions that any level judges before a choice, where fate acts
OUTCOMES = 12  # outcomes of fate that any level considers
PLAYOUTS, LONGEST = 6, 200  # random games that judge a position, and their longest length
MISJUDGES = 0.6  # how far off a judgement may be, per unit of `overlooks`
REMEMBERED = 50_000  # positions judged before, while the same game is played
BYTES = 300  # for each of them
WELL_KNOWN = 20  # everybody knows which smaller numbers are prime


class Level(NamedTuple):
    """A level of play: how far it looks ahead and how much it overlooks."""

    name: str
    rank: int  # from 0
    horizon: int  # moves it looks ahead
    overlooks: float  # the share of what lies farther ahead that it misses
    careful: bool  # if it cannot see the end, it counts the answers it leaves


WEAKER = (  # every level that errs
    Level("beginner", 0, 2, 0.50, False),
    Level("casual", 1, 3, 0.30, True),
    Level("club", 2, 4, 0.15, True),
    Level("expert", 3, 6, 0.05, True),
)


class Habits(Generic[S]):
    """The way the levels play a game; the default for a game without habits of its own."""

    regret: ClassVar[Mapping[str, float] | None] = None  # what each seat gives away on average, if measured
    regret_means: ClassVar[str] = "how often a level misses a better move"
    regret_told: ClassVar[str] = "It misses a better move {} of the time."
    described: ClassVar[Mapping[str, str]] = {}  # levels that play differently here than elsewhere

    def __init__(self, game: type[S]) -> None:
        self.game = game
        self.judges: Recent[Rules, Judge] = Recent(Judge.count_bytes)

    def choose(self, level: Level, state: S, moves: Sequence[Move], random: Random) -> Move:
        """Return the move that looks best within the horizon; among equals, any of them."""
        if winning := find_instant_wins(state):
            return random.choice(winning)
        if (judge := self.judges.get(state.rules)) is None:
            judge = self.judges.put(state.rules, Judge(has_late_chance(state.start(state.rules))))
        if judge.is_needed:
            return judge.choose(level, state, moves, random)
        return look_ahead(level, state, moves, random)

    def answer(self, level: Level, state: S, asked: Asked, random: Random) -> Move:
        """Return this level's answer to a puzzle: its move, among those that may be chosen."""
        return self.choose(level, state, asked.among or state.moves(), random)

    def prepare(self, level: Level, state: S, progress: Progress) -> None:
        """Compute what this level needs before it can choose quickly; by default nothing.

        `progress` may raise to stop the work; then a weaker level chooses.
        """


def overlooks(level: Level, number: int) -> float:
    """Return the share of numbers of this size about which a level is wrong in a puzzle.

    The larger the number, the larger the share: more divisions mean more chances to go wrong. Each doubling
    above the well-known numbers counts as one more chance.
    """
    return 1 - float((1 - level.overlooks) ** max(1.0, log2(number / WELL_KNOWN)))


# Without chance ----------------------------------------------------------------------------------


def look_ahead(level: Level, state: State, moves: Sequence[Move], random: Random) -> Move:
    """Return the move that looks best within the horizon to a level that overlooks some moves."""
    horizon = level.horizon
    while horizon > PLAIN and len(moves) ** horizon > ATTENTION:
        horizon -= 1
    search, best, chosen = _Search(level, state.turn, horizon, random), -1.0, list(moves)
    for move in moves:
        value = search.evaluate(state.after(move), 1, best, 1.0)
        if value >= best:
            best, chosen = value, [move] if value > best else [*chosen, move]
    if best == 0 and horizon > PLAIN:  # if all seems lost, at least avoid losing at once
        return look_ahead(level._replace(horizon=PLAIN), state, moves, random)
    return random.choice(chosen)


class _Search(NamedTuple):
    """A search by one player of a level."""

    level: Level
    player: Player
    horizon: int
    random: Random

    def evaluate(self, state: State, ahead: int, low: float, high: float) -> float:
        """Return the value of a position this many moves ahead: 1 won, 0 lost, else in between.

        Outside `low` to `high` the position will not be chosen anyway, so the search stops (alpha-beta).
        """
        moves, mine = state.moves(), state.turn == self.player
        if not moves:
            ending = state.ending()
            return float(ending is not None and ending.winner == self.player)
        if ahead == self.horizon:
            return 0.5 + (_score_freedom(len(moves), mine) if self.level.careful else 0.0)
        if ahead >= PLAIN:
            overlooks, chance = self.level.overlooks, self.random.random
            moves = [move for move in moves if chance() >= overlooks]
        best: float | None = None
        for move in moves:
            value = self.evaluate(state.after(move), ahead + 1, low, high)
            best = value if best is None else max(best, value) if mine else min(best, value)
            if best == mine or (best > high if mine else best < low):
                break
            low, high = (max(low, best), high) if mine else (low, min(high, best))
        return 0.5 if best is None else best


def _score_freedom(answers: int, mine: bool) -> float:
    """Return a small bonus if the opponent has few answers, a small penalty if the player has."""
    return min(answers, 20) / (100 if mine else -100)


# With chance -------------------------------------------------------------------------------------


def has_late_chance(state: State) -> bool:
    """Return True if fate acts after the first decision, judging by a few random games."""
    random = Random(0)
    for _ in range(PLAYOUTS):
        reached, decided = state, False
        for _ in range(LONGEST):
            moves = reached.moves()
            if decided and reached.chances():
                return True
            if not (options := moves or reached.chances()):
                break
            reached, decided = reached.after(random.choice(options)), decided or bool(moves)
    return False


class Judge:
    """Estimates of Player 1's winning chance in a game with chance, always the same for a position."""

    def __init__(self, is_needed: bool) -> None:
        self.is_needed = is_needed  # whether fate acts during play
        self.worths: dict[tuple[State, int, bool], float] = {}
        self.sizes: dict[tuple[State, int, bool], int] = {}

    def count_bytes(self) -> int:
        """Return the approximate number of bytes in memory."""
        return BYTES * (len(self.worths) + len(self.sizes))

    def choose(self, level: Level, state: State, moves: Sequence[Move], random: Random) -> Move:
        """Return the move that seems best to this level."""
        if len(self.worths) > REMEMBERED:
            self.worths.clear()
            self.sizes.clear()
        off, ahead = MISJUDGES * level.overlooks, self._choose_depth(level, state)
        sign = 1 if state.turn == 1 else -1
        seems = {
            move: sign * self.estimate(state.after(move), ahead) + random.uniform(-off, off) for move in moves
        }
        return max(moves, key=seems.__getitem__)

    def _choose_depth(self, level: Level, state: State) -> int:
        """Return how many moves this level looks ahead after its own: fewer if there is more to judge."""
        ahead = 0
        while ahead < level.horizon - PLAIN and self.count_positions(state, ahead + 2) <= LEAVES:
            ahead += 1
        return ahead

    def count_positions(self, state: State, ahead: int, drawn: bool = False) -> int:
        """Return the number of positions to judge for a player who looks this many moves ahead."""
        key = state, ahead, drawn
        size = self.sizes.get(key)  # another thread may clear it at any time
        if size is None:
            moves, chances = state.moves(), state.chances()
            if (moves and ahead) or (chances and not drawn):
                options = moves or weigh_outcomes(chances)
                sizes = [
                    self.count_positions(state.after(m), ahead - bool(moves), bool(chances)) for m in options
                ]
                size = sum(sizes)
            else:
                size = 1
            self.sizes[key] = size
        return size

    def estimate(self, state: State, ahead: int, drawn: bool = False) -> float:
        """Return the estimate for a player looking this many moves ahead; `drawn`: fate just acted."""
        key = state, ahead, drawn
        if (worth := self.worths.get(key)) is None:
            worth = self.worths[key] = self._compute_estimate(state, ahead, drawn)
        return worth

    def _compute_estimate(self, state: State, ahead: int, drawn: bool) -> float:
        if (moves := state.moves()) and ahead:
            values = [self.estimate(state.after(move), ahead - 1) for move in moves]
            return max(values) if state.turn == 1 else min(values)
        if (
            chances := state.chances()
        ) and not drawn:  # of two acts of fate in a row, only the first is followed
            odds = weigh_outcomes(chances)
            worth = sum(self.estimate(state.after(move), ahead, drawn=True) * odds[move] for move in odds)
            return worth / sum(odds.values())
        ending = state.ending()
        return run_playouts(state) if ending is None else float(ending.winner == 1)


def weigh_outcomes(chances: Sequence[Move]) -> Mapping[Move, int]:
    """Return the weight of each outcome; if there are very many, of an evenly spread selection."""
    odds = Counter(chances)
    if len(odds) <= OUTCOMES:
        return odds
    return {move: odds[move] for move in list(odds)[:: -(-len(odds) // OUTCOMES)]}


def run_playouts(state: State) -> float:
    """Return how often Player 1 wins when both sides move at random; unfinished games count half."""
    random = Random(repr(state))  # so that a position is always judged the same
    won = 0.0
    for _ in range(PLAYOUTS):
        reached: Any = state
        for _ in range(LONGEST):
            if not (options := reached.moves() or reached.chances()):
                break
            reached = reached.after(random.choice(options))
        ending = reached.ending()
        won += 0.5 if ending is None else ending.winner == 1
    return won / PLAYOUTS

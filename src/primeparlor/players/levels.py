"""The levels: `beginner casual club expert`, who err as people do.

A level looks a few moves ahead and overlooks some of what lies there: a prime, an answer, a card.
What is in plain sight it never misses: every level plays a move that wins at once, sees the answer
that would lose at once in Number Morph and Pocket Addition, and knows the small primes in Nonprime
Addition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor.coach.at_once import wins_at_once
from primeparlor.core import Move, Player, State
from primeparlor.games import NonprimeAddition, PrimeClimb
from primeparlor.players.duel_habits import keep_or_discard

if TYPE_CHECKING:
    from random import Random

    from primeparlor.players import View

CHAIN = (1, 2, 2, 3)  # steps that each level can string together in one turn
PLAIN = 2  # moves ahead in which nobody overlooks anything: the own one, and the answer
WELL_KNOWN = 20  # primes below are in plain sight
ATTENTION = 8_000  # moves that anyone looks at before a choice


class Level(NamedTuple):
    """How much a level sees."""

    name: str
    rank: int  # from 0
    horizon: int  # moves it looks ahead
    overlooks: float  # share of what lies farther ahead that it does not see
    careful: bool  # where it cannot see the end, it counts the answers it leaves

    def choose(self, view: View) -> Move:
        """A move of this strength."""
        habit = _HABITS.get(view.state.name, _look_ahead)
        return habit(self, view.state, view.moves, view.random)


WEAKER = {
    level.name: level
    for level in (
        Level("beginner", 0, 2, 0.50, False),
        Level("casual", 1, 3, 0.30, True),
        Level("club", 2, 4, 0.15, True),
        Level("expert", 3, 6, 0.05, True),
    )
}


def _look_ahead(level: Level, state: State, moves: Sequence[Move], random: Random) -> Move:
    """The move that looks best within the horizon; among equals any."""
    if winning := wins_at_once(state):
        return random.choice(winning)
    horizon = level.horizon
    while horizon > PLAIN and len(moves) ** horizon > ATTENTION:
        horizon -= 1
    search, best, chosen = _Search(level, state.turn, horizon, random), -1.0, list(moves)
    for move in moves:
        value = search.outlook(state.after(move), 1, best, 1.0)
        if value >= best:
            best, chosen = value, [move] if value > best else [*chosen, move]
    if best == 0 and horizon > PLAIN:  # where all seems lost, at least not at once
        return _look_ahead(level._replace(horizon=PLAIN), state, moves, random)
    return random.choice(chosen)


class _Search(NamedTuple):
    """What one player of a level sees ahead."""

    level: Level
    player: Player
    horizon: int
    random: Random

    def outlook(self, state: State, ahead: int, low: float, high: float) -> float:
        """What a position so many moves ahead looks like: 1 won, 0 lost, else between.

        Below `low` or above `high` it will not be chosen anyway, and nobody looks on (alpha and beta).
        """
        moves, mine = state.moves(), state.turn == self.player
        if not moves:
            ending = state.ending()
            return float(ending is not None and ending.winner == self.player)
        if ahead == self.horizon:
            return 0.5 + (_freedom(len(moves), mine) if self.level.careful else 0.0)
        if ahead >= PLAIN:
            overlooks, chance = self.level.overlooks, self.random.random
            moves = [move for move in moves if chance() >= overlooks]
        best: float | None = None
        for move in moves:
            value = self.outlook(state.after(move), ahead + 1, low, high)
            best = value if best is None else max(best, value) if mine else min(best, value)
            if best == mine or (best > high if mine else best < low):
                break
            low, high = (max(low, best), high) if mine else (low, min(high, best))
        return 0.5 if best is None else best


def _freedom(answers: int, mine: bool) -> float:
    """A little more where the opponent has few answers, a little less where oneself has."""
    return min(answers, 20) / (100 if mine else -100)


def _climb(level: Level, state: PrimeClimb, moves: Sequence[Move], random: Random) -> Move:
    """The first step of the chain to the top, or farthest up, over the steps that are believed prime."""
    rules, longest = state.rules, CHAIN[level.rank]
    believed = {
        step
        for step in range(1, rules.top)
        if _seems_prime(level, step, bool(rules.is_prime_step[step]), random)
    }
    chains = [[move] for move in moves if isinstance(move, int)]
    random.shuffle(chains)
    for chain in chains:  # grows while it is walked: shorter chains come first
        step = state.mine + sum(chain)
        if step == rules.top:
            return chain[0]
        if step in believed and len(chain) < longest:
            further = [n for n in rules.within_reach[step] if step + n != state.theirs]
            chains += [[*chain, n] for n in further]
    if not chains:
        return moves[0]  # a pass
    return max(chains, key=lambda chain: (state.mine + sum(chain) in believed, sum(chain)))[0]


def _seems_prime(level: Level, step: int, is_prime: bool, random: Random) -> bool:
    """A prime may not be recognised, and an odd number such as 9 or 1 taken for one."""
    mistaken = random.random() < level.overlooks
    return is_prime != mistaken if step % 2 or is_prime else False


def _recognise(level: Level, state: NonprimeAddition, moves: Sequence[Move], random: Random) -> Move:
    """Any number that seems safe in Nonprime Addition: a large prime is not always recognised."""

    def seems_deadly(move: Move) -> bool:
        total = state.total + int(move)
        prime = state.after(int(move)).ending() is not None
        return prime and (total < WELL_KNOWN or random.random() >= level.overlooks)

    safe = [move for move in moves if not seems_deadly(move)]
    return random.choice(safe or list(moves))


def _draw(level: Level, state: Any, moves: Sequence[Move], random: Random) -> Move:
    return keep_or_discard(level.rank, state, moves, random)


_HABITS: dict[str, Callable[[Level, Any, Sequence[Move], Random], Move]] = {
    "nonprime-addition": _recognise,
    "prime-climb": _climb,
    "prime-duel": _draw,
}

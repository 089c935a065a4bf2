"""Exact answers for any small game, with chance or without, even where positions repeat.

The solver sees a game only through `core.State`. It numbers all positions that can follow (`graph`), finds
what is certain (`certain`), then proves bounds on each player's guarantee (`bounds`): the winning chance
that the player can secure when endless play counts as a loss. This gives two numbers for Player 1 at every
position:

    least   the winning chance if endless play counts as lost for Player 1: Player 1's guarantee
    most    the winning chance if endless play counts as won for Player 1: 1 minus Player 2's guarantee

If they are proven to lie within 1e-9 of each other, their middle is the value, and the error stated is half
the distance between the proven bounds. If they are proven to differ, a player who avoids losing keeps the
game going for ever: the position is *endless* and has no value. "Win" and "loss" are certain, not just very
likely. An answer is inexact only if the bounds converge too slowly; its error then says how far they got.

**Moves that make progress.** In a game that can go round, a move of best value need not make progress. A
strategy here plays the move with the highest lower bound, and among equals the one that reached its bound
first. This secures the bound. For suppose the opponent had some chance of keeping play for ever among
positions with bounds above 0, each of which comes again and again:
- No bound is higher than the mean, or the choice, that follows. So all these positions have the same bound.
- Take the one that reached that bound first. It got the bound from its successors' values one round before.
- If fate acts there or the opponent chooses, some position among them had the bound a round earlier.
- If the strategy chooses, its move leads to one that reached the bound earlier.
Each contradicts "first". So play ends or leaves the positions with bounds above 0. On average the bounds do
not fall on the way, so the player wins with at least that chance.

Where fate no longer acts, `plies` counts the moves: the winner takes the shortest way, the loser the longest.

The proof of an answer is JSON data about Player 1's winning chance:

    {"lower": 0.25, "upper": 0.25, "strategy": {"1": {"at=3 turn=1": "go", …}, "2": {…}}}

Player 1 secures `lower` by following the first strategy, and Player 2 secures 1 - `upper` by following the
second, whatever the opponent does. Each strategy covers the positions that can then arise. Where `lower` is
less than `upper`, the proof says nothing about the gap. A strategy of more than `PROOF_LIMIT` positions is
left out: `strategy` is null, `omitted` says why, and nothing is proven.
"""

from __future__ import annotations

from primeparlor.core import Move, State, TooLarge
from primeparlor.solve.answers import Analysis, Chance, Choice, Progress, Solution
from primeparlor.solve.cache import Recent
from primeparlor.solve.expectation.bounds import bounds
from primeparlor.solve.expectation.graph import CHANCE, LIMIT, WON, Graph, explore
from primeparlor.solve.expectation.proof import PROOF_LIMIT, check, proof
from primeparlor.solve.expectation.value_table import ValueTable
from primeparlor.solve.memory import refused_once
from primeparlor.solve.position_key import Spelled, spell_position

BYTES = 1000  # for a position, at worst
REPLIES = 3  # how many of the opponent's answers are shown with a reply


def analyse(state: State, progress: Progress | None = None, spelled: Spelled = spell_position) -> Analysis:
    """The exact answer for this position and for each of its moves or outcomes.

    `progress` may raise to stop the work; then nothing is kept.
    """
    found, table = outline(state, progress), _solved(state, progress)
    position = table.graph.number[state]
    rows = tuple(_with_lines(table, position, row) for row in found.moves)
    evidence, play = proof(table, position, spelled), tuple(table.line(position))
    return found._replace(moves=rows, proof=evidence, line=play)


def outline(state: State, progress: Progress | None = None) -> Analysis:
    """The same without proof, lines and replies, except for the first best move."""
    table = _solved(state, progress)
    position = table.graph.number[state]
    here = table.worth(position, state.turn)
    after = table.rows(position)
    exact = here.exact and all(row.exact for row in after)
    rows, chances = _choices(table, position), _chances(table, position)
    best = (table.reply(position),) if rows else ()
    found = Analysis(here.verdict, here.value, exact, here.error, here.plies, rows, chances, None, best)
    apart = 2 * max((row.error or 0.0) for row in after) if rows and not exact else None
    return found._replace(guarantees=here.guarantees, error_of_choice=apart)


def choices(state: State) -> tuple[Choice, ...]:
    """The moves of `analyse`, without proof, lines and replies."""
    if not state.moves():
        return ()
    table = _solved(state, None)
    return _choices(table, table.graph.number[state])


def solve(start: State, progress: Progress | None = None) -> Solution:
    """The whole game from this first position."""
    table = _solved(start, progress)
    position = table.graph.number[start]
    worth = table.worth(position, start.turn)
    wins = int(table.sides[1].sure[position]) if worth.verdict in ("win", "loss") else None
    graph = table.graph if position == 0 else _explored(start) or _explore(start)
    return Solution(worth.verdict, worth.value, worth.exact, worth.error, len(graph.states), 1, wins)


def count(start: State, progress: Progress | None = None) -> int:
    """How many positions can follow, this one included. They are kept for the answer."""
    if (graph := _explored(start)) is None:
        graph = _waiting.put(start, _explore(start, progress))
    return len(graph.states)


# Answers from a table ------------------------------------------------------------------------


def _choices(table: ValueTable, position: int) -> tuple[Choice, ...]:
    """The moves with what each is worth; none where fate acts."""
    if not (moves := table.graph.states[position].moves()):
        return ()
    rows = zip(moves, table.rows(position), table.best(position), strict=True)
    return tuple(
        Choice(
            move,
            row.verdict,
            row.value,
            best,
            None if row.plies is None else row.plies + 1,
            guarantees=row.guarantees,
        )
        for move, row, best in rows
    )


def _with_lines(table: ValueTable, position: int, row: Choice) -> Choice:
    """The row with best play after its move, and with replies to some answers."""
    graph, state = table.graph, table.graph.states[position]
    after = graph.number[state.after(row.move)]
    replies: list[tuple[Move, Move]] = []
    if CHANCE < graph.kind[after] <= WON and graph.states[after].turn != state.turn:
        answers = zip(graph.states[after].moves(), graph.successors(after).tolist(), strict=True)
        ours = [(move, there) for move, there in answers if graph.kind[there] == state.turn]
        ours.sort(key=lambda answer: -table.worth(answer[1], graph.states[after].turn).lower)
        replies = [(move, table.reply(there)) for move, there in ours[:REPLIES]]
    return row._replace(line=(row.move, *table.line(after, (position,))), replies=tuple(replies))


def _chances(table: ValueTable, position: int) -> tuple[Chance, ...]:
    """Fate's outcomes; none where a player chooses."""
    odds = table.graph.states[position].odds()
    rows = zip(odds.items(), table.rows(position), strict=True) if odds else ()
    return tuple(Chance(move, float(share), row.value) for (move, share), row in rows)


# The tables ----------------------------------------------------------------------------------

# Both by the position they were explored from: solved tables, and the last graph counted but not yet solved.
_tables: Recent[State, ValueTable] = Recent(lambda table: BYTES * len(table.graph.states))
_waiting: Recent[State, Graph] = Recent(lambda graph: BYTES * len(graph.states), most=1)


def _solved(state: State, progress: Progress | None) -> ValueTable:
    """A table with this position in it; tables not used for long are forgotten."""
    for start, table in _tables.items():
        if state in table.graph.number:
            return _tables.put(start, table)
    graph = _explored(state) or _explore(state, progress)
    table = ValueTable(graph, bounds(graph, progress))
    _waiting.clear()
    return _tables.put(state, table)


def _explore(start: State, progress: Progress | None = None) -> Graph:
    """The graph of all that can follow; one that is too large is never explored twice."""
    with refused_once(start, LIMIT):
        return explore(start, LIMIT, progress)


def _explored(start: State) -> Graph | None:
    """The graph of all that can follow, if it is known from an earlier question."""
    table = _tables.get(start)
    return table.graph if table else _waiting.get(start)


__all__ = ["BYTES", "PROOF_LIMIT", "TooLarge", "analyse", "check", "choices", "count", "outline", "solve"]

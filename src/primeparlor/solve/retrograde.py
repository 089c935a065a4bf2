"""Backward induction: exact answers for games without chance in which no position repeats.

It uses only `moves`, `after`, `ending` and `turn` of a game. Positions are solved from the ends backwards;
the line being explored is kept in a list, so its length is not limited by Python's stack. A table holds one
number for every position, seen from its player to move:

    END - n   wins in n moves       n - END   loses in n moves

so that the largest is best: the winner takes the shortest way, the loser the longest. Every move
counts, passes too. The positions say whose turn it is; turns need not alternate.

If fate acts or a position repeats, this is the wrong method, and it raises `Unsuited`. A game that does not
state its size may have `LIMIT` positions; a larger one raises `TooLarge`.

The proof of an answer is a complete strategy, as JSON data:

    {"winner": 1, "plies": 3, "strategy": {"steps=0,0 turn=1": 2, "steps=2,0 turn=1": 9, …}}

Whatever the loser does, the winner follows `strategy` and wins within `plies` moves. It gives the winner's
move for each position, in words, that can then arise with the winner to move. `check` plays that out. A
strategy of more than `PROOF_LIMIT` positions is left out: `strategy` is null, `omitted` says why, and nothing
is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias

from primeparlor.core import OTHER, Move, Player, Rules, State, TooLarge
from primeparlor.solve.answers import Analysis, Choice, Progress, Solution, Verdict
from primeparlor.solve.cache import Recent
from primeparlor.solve.memory import refused_once, too_large
from primeparlor.solve.position_key import Spelled, spell_position

END = 1 << 30  # above the length of any game
LIMIT, LONGEST = 500_000, 100_000  # positions, and moves, of a game whose size is not known
PROOF_LIMIT = 2_000  # positions in a proof
STEP = 1_000  # positions between two reports of progress
DEEP = 100  # moves in a line before the first check
BYTES = 300  # for a position in a table, at worst, while the table grows

Table: TypeAlias = dict[State, int]


class Values(Protocol):
    """The numbers of positions, looked up by position: a table of this module, or a game's own sweep."""

    def __getitem__(self, state: Any, /) -> int: ...


Size: TypeAlias = Callable[[Any], int | None]  # about how many positions can follow one


class Unsuited(Exception):
    """Raised where fate acts or a position repeats: another method has to answer."""


def unknown(state: State) -> None:
    """The size of a game that has not been counted: unknown."""


def analyse(
    state: State,
    progress: Progress | None = None,
    size: Size = unknown,
    spelled: Spelled = spell_position,
) -> Analysis:
    """The exact answer for this position and for each of its moves.

    `progress` may raise to stop the work; what was solved by then is kept.
    """
    return analyse_with(_solved(state, progress, size), state, spelled)


def outline(state: State, progress: Progress | None = None, size: Size = unknown) -> Analysis:
    """The same without proof and lines, except for the first best move."""
    return outline_with(_solved(state, progress, size), state)


def choices(state: State, size: Size = unknown) -> tuple[Choice, ...]:
    """The moves of `analyse`, without the work of a proof."""
    return choices_with(_solved(state, None, size), state)


def analyse_with(table: Values, state: State, spelled: Spelled = spell_position) -> Analysis:
    """The answer of `analyse`, read from a table that holds this position and all that can follow."""
    found = outline_with(table, state)
    rows = tuple(row._replace(line=(row.move, *_line(state.after(row.move), table))) for row in found.moves)
    return found._replace(moves=rows, proof=_proof(state, table, spelled), line=_line(state, table))


def outline_with(table: Values, state: State) -> Analysis:
    """The answer of `outline`, read from a table."""
    value, rows = table[state], choices_with(table, state)
    best = (_best_move(state, table),) if rows else ()
    return Analysis(_verdict(value), float(value > 0), True, None, END - abs(value), rows, (), None, best)


def choices_with(table: Values, state: State) -> tuple[Choice, ...]:
    """The answer of `choices`, read from a table."""
    values = _values(state, table)
    best = max(values, default=0)
    return tuple(
        Choice(move, _verdict(v), float(v > 0), v == best, END - abs(v) + 1)
        for move, v in zip(state.moves(), values, strict=True)
    )


def solve(start: State, progress: Progress | None = None, size: Size = unknown) -> Solution:
    """The whole game from this first position. `positions` counts all positions that can arise."""
    table, sizes = _whole(start, progress, size)
    return solve_with(table, start, sizes[start])


def solve_with(table: Values, start: State, positions: int) -> Solution:
    """The answer of `solve`, read from a table, with this number of positions."""
    value = table[start]
    wins = int((value > 0) == (start.turn == 1))
    return Solution(_verdict(value), float(value > 0), True, None, positions, 1, wins)


def count(start: State, progress: Progress | None = None) -> int:
    """How many positions can follow, this one included. They are solved on the way, and kept."""
    return _whole(start, progress, unknown).sizes[start]


def check(state: State, proof: Any, spelled: Spelled = spell_position) -> bool:
    """Whether the proof holds: its strategy wins within its plies, whatever the opponent does.

    This knows the rules and the proof, and nothing about how the answer was found.
    """
    if not isinstance(proof, dict):
        return False
    winner, plies, strategy = (proof.get(key) for key in ("winner", "plies", "strategy"))
    if type(plies) is not int or not isinstance(strategy, dict):
        return False
    positions, played = {state}, 0  # positions that can arise after this many moves
    while positions:
        if played > plies:
            return False
        later: set[State] = set()
        for here in positions:
            if ending := here.ending():
                if ending.winner != winner:
                    return False
                continue
            moves: Sequence[Move] = here.moves()
            if not moves:  # fate acts: this proves nothing there
                return False
            if here.turn == winner:
                move: Any = strategy.get(spelled(here))
                if move not in moves:
                    return False
                moves = (move,)
            later.update(map(here.after, moves))
        positions, played = later, played + 1
    return True


# The tables ----------------------------------------------------------------------------------


class _Solved(NamedTuple):
    """What is known of a game: its table, and how many positions follow each start solved as a whole."""

    table: Table
    sizes: dict[State, int]


_tables: Recent[Rules, _Solved] = Recent(lambda solved: BYTES * len(solved.table))


def _solved(state: State, progress: Progress | None, size: Size) -> Table:
    """The table of these rules with this position in it; tables not used for long are forgotten.

    A table holds as many positions as may follow one. What other positions have left in it makes room.
    """
    table = (_tables.get(state.rules) or _tables.put(state.rules, _Solved({}, {}))).table
    if state in table:
        return table
    with refused_once(state, LIMIT):
        if table:
            try:
                return _fill(state, table, progress, size)
            except TooLarge:
                table = _tables.put(state.rules, _Solved({}, {})).table
        try:
            return _fill(state, table, progress, size)
        except TooLarge:
            _tables.drop(state.rules)  # what was solved so far takes much memory
            raise


def _whole(start: State, progress: Progress | None, size: Size) -> _Solved:
    """The same with the number of positions that can follow; solved again unless that number is known."""
    if (known := _tables.get(start.rules)) and start in known.sizes:
        return known
    with refused_once(start, LIMIT):
        table = _fill(start, {}, progress, size)
    return _tables.put(start.rules, _Solved(table, {start: len(table)}))


def _fill(state: State, table: Table, progress: Progress | None, size: Size) -> Table:
    """The table, with this position and all that can follow it solved.

    Only finished values enter the table, so this may be interrupted at any time and the table shared.
    """
    if not state.moves():
        table[state] = _ended(state)
        return table
    watch = _Watch(state, progress, size)
    due, deepest = len(table) + STEP, DEEP
    above: list[tuple[State, Any, Player, int]] = []  # the line that leads to `here`
    here, turn, best = state, state.turn, -END
    children = map(here.after, here.moves())
    while True:
        for child in children:
            if (value := table.get(child)) is None:
                if moves := child.moves():
                    above.append((here, children, turn, best))
                    if len(above) > deepest:
                        deepest = watch.line(above)
                    here, turn, best = child, child.turn, -END
                    children = map(here.after, moves)
                    break
                value = table[child] = _ended(child)
            if child.turn != turn:
                value = -value
            if value > best:
                best = value
        else:
            # one move further away than its best successor
            value = table[here] = best - 1 if best > 0 else best + 1
            if len(table) >= due:
                due = watch.table(len(table))
            if not above:
                return table
            value = -value if here.turn != above[-1][2] else value
            here, children, turn, best = above.pop()
            if value > best:
                best = value


class _Watch:
    """Pauses now and then to report progress, and stops work that would never end."""

    def __init__(self, start: State, progress: Progress | None, size: Size) -> None:
        self.start, self.progress, self._count = start, progress, size

    @cached_property
    def size(self) -> int | None:
        """About how many positions can follow; counted only when there is much to do."""
        return self._count(self.start)

    def table(self, solved: int) -> int:
        """After how many positions to check again, given how many are done."""
        if self.size is None and solved > LIMIT:
            self._refuse(f"More than {LIMIT:,} positions can follow")
        if self.progress:
            self.progress(solved, self.size)
        return solved + STEP

    def line(self, above: list[tuple[State, Any, Player, int]]) -> int:
        """How long the line may get before the next check.

        A position that repeats is not solved yet, so the search takes the same way from it again, and the
        line grows round and round. It is enough to check whenever the line has doubled since the last check.
        """
        if len({state for state, *_ in above}) < len(above):
            raise Unsuited("A position comes again.")
        if self.size is not None:
            return 2 * len(above)
        if len(above) > LONGEST:
            self._refuse(f"Play can go on for more than {LONGEST:,} moves")
        return min(2 * len(above), LONGEST)

    def _refuse(self, reason: str) -> NoReturn:
        raise too_large(self.start, reason)


def _ended(state: State) -> int:
    """The value of a finished game."""
    ending = state.ending()
    if ending is None:
        raise Unsuited("Fate acts here.")
    return END if ending.winner == state.turn else -END


# Answers from a table ------------------------------------------------------------------------


def _line(state: State, table: Values) -> tuple[Move, ...]:
    """Best play from here to the end, with the first of equal moves."""
    moves = []
    while not state.ending():
        moves.append(_best_move(state, table))
        state = state.after(moves[-1])
    return tuple(moves)


def _values(state: State, table: Values) -> list[int]:
    """What the position after each move is worth to the player who moves."""
    children = map(state.after, state.moves())
    return [table[child] if child.turn == state.turn else -table[child] for child in children]


def _best_move(state: State, table: Values) -> Move:
    """The first move of best value."""
    values = _values(state, table)
    return state.moves()[values.index(max(values))]


def _verdict(value: int) -> Verdict:
    return "win" if value > 0 else "loss"


def _proof(state: State, table: Values, spelled: Spelled) -> dict[str, Any]:
    """The winner's strategy, in the form above."""
    winner = state.turn if table[state] > 0 else OTHER[state.turn]
    proof = {"winner": winner, "plies": END - abs(table[state])}
    strategy: dict[str, Move] = {}
    positions, seen = [state], {state}
    for here in positions:
        moves: Sequence[Move] = here.moves()
        if moves and here.turn == winner:
            if len(strategy) == PROOF_LIMIT:
                reason = f"The strategy covers more than {PROOF_LIMIT} positions."
                return proof | {"strategy": None, "omitted": reason}
            moves = (_best_move(here, table),)
            strategy[spelled(here)] = moves[0]
        for child in map(here.after, moves):
            if child not in seen:
                seen.add(child)
                positions.append(child)
    return proof | {"strategy": strategy}

"""Backward induction: exact answers for finite games without chance.

It knows a game only by `moves`, `after`, `ending` and `turn`, so it serves Prime Climb, Pocket
Addition and any later game in which no position comes twice. Positions are solved from the ends
backwards, the line in hand kept on a list, not on Python's own stack. A table holds for every
position one number, seen from its player to move:

    END - n   wins in n moves       n - END   loses in n moves

so that the largest is best: the winner takes the shortest way, the loser the longest. Every move
counts, passes too. Whose turn it is comes from the positions; nobody is taken to alternate.

The proof of an answer is a complete strategy, as JSON data:

    {"winner": 1, "plies": 3, "strategy": {"steps=0,0 turn=1": 2, "steps=2,0 turn=1": 9, …}}

Whatever the loser does, the winner follows `strategy` and wins within `plies` moves. It maps each
position that can then arise with the winner to move, in the words of `parlor analyse`, to the
move. `check` plays that out. A strategy of more than `PROOF_LIMIT` positions is left out:
`strategy` is null, `omitted` says why, and nothing is proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Lock
from typing import Any, TypeAlias

from primeparlor.core import OTHER, Move, Player, Rules, State
from primeparlor.games import GAMES, PocketAddition, PrimeClimb
from primeparlor.solve.answers import Analysis, Choice, Progress, Solution, Verdict

END = 1 << 30  # above the length of any game
PROOF_LIMIT = 2_000  # positions in a proof
KEPT = 2_000_000  # positions kept for the next question
STEP = 10_000  # positions between two reports of progress
BYTES = 300  # a position in a table at worst, while the table grows

Table: TypeAlias = dict[State, int]


def analyse(state: State, progress: Progress | None = None) -> Analysis:
    """The exact answer for this position and for each of its moves.

    `progress` may raise to stop the work; what was solved until then is kept.
    """
    table = _solved(state, progress)
    value, proof = table[state], _proof(state, table)
    verdict, rows = _verdict(value), choices(state)
    return Analysis(verdict, float(value > 0), True, None, END - abs(value), rows, (), proof)


def choices(state: State) -> tuple[Choice, ...]:
    """The moves of `analyse`, without the work of a proof."""
    values = _values(state, _solved(state, None))
    best = max(values, default=0)
    return tuple(
        Choice(move, _verdict(v), float(v > 0), v == best, END - abs(v) + 1)
        for move, v in zip(state.moves(), values, strict=True)
    )


def line(state: State, progress: Progress | None = None) -> list[Move]:
    """Best play from here to the end, the first of equals taken."""
    table = _solved(state, progress)
    moves = []
    while not state.ending():
        moves.append(_best_move(state, table))
        state = state.after(moves[-1])
    return moves


def solve(game: Rules | State, progress: Progress | None = None) -> Solution:
    """The whole game under these rules, or from this first position.

    `positions` counts every one that can arise.
    """
    start = game if isinstance(game, State) else _start(game)
    table: Table = {}
    _fill(start, table, progress)
    value = table[start]
    wins = int((value > 0) == (start.turn == 1))
    return Solution(_verdict(value), float(value > 0), True, None, len(table), 1, wins)


def memory_needed(game: Rules | State) -> int | None:
    """About how many bytes it takes to solve this game or position; None for a game not known here."""
    positions = _positions(game if isinstance(game, State) else _start(game))
    return None if positions is None else positions * BYTES


def check(state: State, proof: Any) -> bool:
    """Whether the proof holds: its strategy wins against everything, within its plies.

    This knows the rules and the proof, and nothing of how the answer was found.
    """
    if not isinstance(proof, dict):
        return False
    winner, plies, strategy = (proof.get(key) for key in ("winner", "plies", "strategy"))
    if type(plies) is not int or not isinstance(strategy, dict):
        return False
    positions, played = {state}, 0  # what can arise after so many moves
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
            if here.turn == winner:
                move: Any = strategy.get(spelled(here))
                if move not in moves:
                    return False
                moves = (move,)
            later.update(map(here.after, moves))
        positions, played = later, played + 1
    return True


def spelled(state: State) -> str:
    """The position in the words of `parlor analyse`, without the game and its rules."""
    match state:
        case PrimeClimb():
            return "steps={},{} turn={}".format(*state.steps, state.turn)
        case PocketAddition():
            pockets = zip(("one", "two"), state.pockets, strict=True)
            words = [f"{key}={','.join(map(str, numbers))}" for key, numbers in pockets if numbers]
            return " ".join([*words, f"turn={state.turn}", f"passes={state.passes}"])
    return repr(state)


def _start(rules: Rules) -> State:
    """The first position under these rules, in the game they belong to."""
    return next(game for game in GAMES.values() if game.Rules is type(rules)).start(rules)


# The tables ----------------------------------------------------------------------------------

_tables: dict[Rules, Table] = {}  # the last used last
_lock = Lock()


def _solved(state: State, progress: Progress | None) -> Table:
    """The table of these rules with this position in it; those long unused are forgotten."""
    with _lock:
        table = _tables[state.rules] = _tables.pop(state.rules, {})
        while len(_tables) > 1 and sum(map(len, _tables.values())) > KEPT:
            del _tables[next(iter(_tables))]
    if state not in table:
        _fill(state, table, progress)
    return table


def _fill(state: State, table: Table, progress: Progress | None) -> None:
    """Solve the position and all that can follow.

    Nothing unfinished ever enters the table: it may be interrupted at any time, and shared.
    """
    if not state.moves():
        table[state] = _ended(state)
        return
    total = _positions(state) if progress else None
    due = STEP
    above: list[tuple[State, Any, Player, int]] = []  # the line to the position in hand
    here, turn, best = state, state.turn, -END
    children = map(here.after, here.moves())
    while True:
        for child in children:
            if (value := table.get(child)) is None:
                if moves := child.moves():
                    above.append((here, children, turn, best))
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
            if progress and len(table) >= due:
                progress(len(table), total)
                due = len(table) + STEP
            if not above:
                return
            if here.turn != above[-1][2]:
                value = -value
            here, children, turn, best = above.pop()
            if value > best:
                best = value


def _ended(state: State) -> int:
    """The value of a finished game."""
    ending = state.ending()
    if ending is None:
        raise ValueError(f"fate acts here: {state}")
    return END if ending.winner == state.turn else -END


# Answers from a table ------------------------------------------------------------------------


def _values(state: State, table: Table) -> list[int]:
    """What the position after each move is worth to the player who moves."""
    children = map(state.after, state.moves())
    return [table[child] if child.turn == state.turn else -table[child] for child in children]


def _best_move(state: State, table: Table) -> Move:
    """The first move of best value."""
    values = _values(state, table)
    return state.moves()[values.index(max(values))]


def _verdict(value: int) -> Verdict:
    return "win" if value > 0 else "loss"


def _proof(state: State, table: Table) -> dict[str, Any]:
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


# How large a table gets ----------------------------------------------------------------------


def _positions(state: State) -> int | None:
    """About how many positions can follow, this one included; None for a game not known here."""
    match state:
        case PrimeClimb():
            return 2 * (state.rules.top + 1 - state.mine) * (state.rules.top + 1 - state.theirs)
        case PocketAddition():
            return _pockets(state)
    return None


def _pockets(state: PocketAddition) -> int:
    """About how many positions can follow.

    Without passes the players take turns, so the one to move now has taken as many as the other
    since, or one more: those pairs of pockets are counted. Passes add up to half as many.
    """
    target, totals = state.rules.target, state.rules.total
    pairs = Counter({(totals[state.mine], totals[state.theirs], 0): 1})  # and by how many one is ahead
    for number in map(int, state.pool):
        for (mine, theirs, ahead), count in list(pairs.items()):
            if mine + number <= target:
                pairs[mine + number, theirs, ahead + 1] += count
            if theirs + number <= target:
                pairs[mine, theirs + number, ahead - 1] += count
    return sum(count for (_, _, ahead), count in pairs.items() if ahead in (0, 1)) * 3 // 2 + 1

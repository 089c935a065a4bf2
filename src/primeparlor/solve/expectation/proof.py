"""The proof of an answer in any small game: a strategy for each player, and its checker.

The form of a proof is described in `expectation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from primeparlor.core import PLAYERS, Move, Player, State
from primeparlor.solve.expectation.bounds import ERROR, TINY, Level
from primeparlor.solve.expectation.graph import LIMIT, WON, explore
from primeparlor.solve.expectation.value_table import ValueTable
from primeparlor.solve.position_key import Spelled, spell_position

PROOF_LIMIT = 2_000  # positions in a strategy


class Uncovered(Exception):
    """Raised where a strategy has no legal move."""


def proof(table: ValueTable, position: int, spelled: Spelled = spell_position) -> dict[str, Any]:
    """What each player can secure, with a strategy that does so."""
    lower = {player: float(table.sides[player].lower[position]) for player in PLAYERS}
    found = {"lower": lower[1], "upper": 1 - lower[2]}
    strategy = {}
    for player in PLAYERS:
        moves = _strategy(table, position, player, spelled) if lower[player] else {}
        if moves is None:
            reason = f"The strategy covers more than {PROOF_LIMIT} positions."
            return found | {"strategy": None, "omitted": reason}
        strategy[str(player)] = moves
    return found | {"strategy": strategy}


def _strategy(table: ValueTable, position: int, player: Player, spelled: Spelled) -> dict[str, Move] | None:
    """The player's move at each position that can arise; None if there are too many."""
    graph = table.graph
    strategy: dict[str, Move] = {}
    positions, seen = [position], {position}
    for here in positions:
        after = graph.successors(here).tolist()
        if graph.kind[here] == player:
            if len(strategy) == PROOF_LIMIT:
                return None
            move = table.safe_move(here, player)
            strategy[spelled(graph.states[here])] = graph.states[here].moves()[move]
            after = after[move : move + 1]
        new = set(after) - seen
        seen |= new
        positions += sorted(new)
    return strategy


def check(state: State, proof: Any, spelled: Spelled = spell_position) -> bool:
    """Whether the proof holds: each strategy delivers what it promises, whatever the opponent does.

    This knows the rules and the proof, and nothing about how the answer was found. What a strategy is
    worth is worked out upwards from 0, so that endless play counts as a loss.
    """
    if not isinstance(proof, dict) or not isinstance(proof.get("strategy"), dict):
        return False
    lower: Any = proof.get("lower")
    upper: Any = proof.get("upper")
    if type(lower) not in (int, float) or type(upper) not in (int, float) or not 0 <= lower <= upper + ERROR:
        return False
    promised: dict[Player, float] = {1: lower, 2: 1 - upper}
    return all(
        _keeps(state, player, proof["strategy"].get(str(player)), promised[player], spelled)
        for player in PLAYERS
    )


def _keeps(state: State, player: Player, strategy: Any, promised: float, spelled: Spelled) -> bool:
    """Whether the player who follows the strategy wins with the promised chance."""
    if not isinstance(strategy, dict):
        return False
    if promised <= ERROR:
        return True
    try:
        graph = explore(state, LIMIT, choose=lambda here: _moves(here, player, strategy, spelled))
    except Uncovered:
        return False
    level = Level(graph, np.flatnonzero(graph.kind <= WON), player)
    values = (graph.kind == WON + player).astype(float)
    for _ in range(level.rounds):
        if values[0] >= promised - ERROR:
            return True
        old = values[level.positions]
        values[level.positions] = level.backed_up(values, upwards=False)
        if (values[level.positions] - old).max(initial=0) <= TINY:
            break
    return bool(values[0] >= promised - ERROR)


def _moves(state: State, player: Player, strategy: Mapping[str, Any], spelled: Spelled) -> Sequence[Move]:
    """The player's own move, or all of the opponent's."""
    moves = state.moves()
    if state.turn != player:
        return moves
    move: Any = strategy.get(spelled(state))
    if type(move) not in (int, str) or move not in moves:
        raise Uncovered
    return (move,)

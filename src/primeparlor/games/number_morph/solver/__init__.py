"""Number Morph solved by matching: a walk from prime to prime, none of them twice.

The graph of the primes is made in `links`; why a pairing tells who wins, and what a proof looks like,
is told in solve/matching/matching.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from primeparlor.core import Move
from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.games.number_morph.solver.links import fast, graph_of, linked, whole_pairing
from primeparlor.solve import solver
from primeparlor.solve.answers import Analysis, Chance, Choice, Progress, Solution, Verdict
from primeparlor.solve.cache import Recent
from primeparlor.solve.matching import matching
from primeparlor.solve.matching.matching import Search
from primeparlor.solve.matching.search import OUTER, maximum_pairing
from primeparlor.solve.memory import unless_too_much

BYTES = 120  # a prime in a search: three numbers in lists
SHOWN = 6  # moves of a line, which would go on for long
EXAMPLES = 3  # answers shown with their partners

_searches: Recent[NumberMorph, Search] = Recent(lambda found: BYTES * len(found.pairing.mate))


def searched(state: NumberMorph, progress: Progress | None = None) -> Search:
    """One search answers a position and all its moves; the last few are kept, for their reasons."""
    if (found := _searches.get(state)) is None:
        graph = graph_of(state.rules, progress)
        unused = [mark == "0" for mark in reversed(f"{state.used:0{len(state.rules.primes)}b}")]
        quick = fast(state.rules)
        pair = quick.maximum_pairing if quick else maximum_pairing
        current = state.rules.index[cast(int, state.number)]
        found = _searches.put(state, matching.search(graph, current, unused, progress, pair))
    return found


class Partners(NamedTuple):
    """The winner's way to the end of the game: every prime is answered with its partner."""

    rules: MorphRules
    mate: list[int]

    def of(self, prime: int) -> int:
        return self.rules.primes[self.mate[self.rules.index[prime]]]


def partners(state: NumberMorph, move: int | None = None) -> Partners:
    """The partners with which this move, or without it the position, is won."""
    found = searched(state)
    chosen = min(found.winning, default=None) if move is None else state.rules.index[move]
    return Partners(state.rules, found.mate(chosen))


class Solver(solver.Solver[NumberMorph]):
    """One search for a pairing answers a position, or all first numbers."""

    complete = True
    proof_form = matching.PROOF

    def analyse(self, state: NumberMorph, progress: Progress | None = None, exact: bool = False) -> Analysis:
        """The verdict of a position and of every move, or first number, in it, with a proof."""
        if state.number is None:
            return _analyse_starts(state.rules, progress)
        found, proof = self.outline(state, progress), matching.proof(searched(state), state.rules.primes)
        rows = tuple(_explained(state, row) for row in found.moves)
        best = next((row.line for row in rows if row.best), ())
        return found._replace(moves=rows, proof=proof, line=best)

    def outline(self, state: NumberMorph, progress: Progress | None = None) -> Analysis:
        if state.number is None:
            return _analyse_starts(state.rules, progress)
        wins = bool(searched(state, progress).winning)
        rows = self.choices(state)
        best = tuple(row.move for row in rows if row.best)[:1]
        return Analysis("win" if wins else "loss", float(wins), True, None, None, rows, (), None, best)

    def choices(self, state: NumberMorph) -> tuple[Choice, ...]:
        if state.number is None:
            return ()
        winning = {state.rules.primes[w] for w in searched(state).winning}
        return tuple(
            Choice(move, "win", 1.0, True, None)
            if move in winning
            else Choice(move, "loss", 0.0, not winning, None)
            for move in state.moves()
        )

    def solve(
        self, rules: MorphRules, progress: Progress | None = None, memory: str | None = None
    ) -> Solution:
        """The whole variant: from how many of the first numbers Player 1 wins."""
        self.refuse_choice(memory)
        starts, won = len(rules.primes), len(winning_starts(rules, progress))
        value = won / starts
        return Solution(_verdict(value), value, True, None, starts, starts, won)

    def positions(self, state: NumberMorph) -> int:
        """The points of the graph: nothing else is looked at."""
        return len(state.rules.primes)

    def memory_needed(
        self,
        game: MorphRules | NumberMorph,
        memory: str | None = None,
        choice: bool = False,
        progress: Progress | None = None,
    ) -> int:
        """About how many bytes `solve` takes, the tables of the rules and the compiled search included."""
        self.refuse_choice(memory)
        rules = game.rules if isinstance(game, NumberMorph) else game
        return unless_too_much(rules.beyond + 400 * len(rules.primes))

    def check(self, state: NumberMorph, proof: Any) -> bool:
        """Whether the proof holds, by the rules and the form of a proof alone."""
        unused = set(state.rules.primes).difference(state.history)
        return matching.check(proof, state.number, unused, lambda prime: linked(state.rules, prime))


def winning_starts(rules: MorphRules, progress: Progress | None = None) -> tuple[Move, ...]:
    """The first numbers from which Player 1, who moves first, wins."""
    return tuple(matching.won_starts(whole_pairing(rules, progress), rules.primes))


def _explained(state: NumberMorph, row: Choice) -> Choice:
    """The row with a line in which the loser always makes the first prime and the winner its partner."""
    pairing, after = partners(state, int(row.move)), state.after(int(row.move))
    line: list[Move] = [row.move]
    if row.verdict == "loss":
        line.append(pairing.of(int(row.move)))
        after = after.after(pairing.of(int(row.move)))
    answers = after.moves() if row.verdict == "win" else ()
    while (moves := after.moves()) and len(line) < SHOWN:
        line += [moves[0], pairing.of(moves[0])]
        after = after.after(moves[0]).after(pairing.of(moves[0]))
    replies = tuple((answer, pairing.of(answer)) for answer in answers[:EXAMPLES])
    return row._replace(line=tuple(line), replies=replies)


def _analyse_starts(rules: MorphRules, progress: Progress | None) -> Analysis:
    pairing, primes = whole_pairing(rules, progress), rules.primes
    proof, odds = matching.proof_of_starts(pairing, primes), 1 / len(primes)
    chances = tuple(
        Chance(prime, odds, float(label != OUTER)) for prime, label in zip(primes, pairing.label, strict=True)
    )
    value = len(proof["wins"]) / len(primes)
    return Analysis(_verdict(value), value, True, None, None, (), chances, proof)


def _verdict(value: float) -> Verdict:
    return "win" if value == 1 else "loss" if value == 0 else "chance"

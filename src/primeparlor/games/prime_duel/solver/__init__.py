"""Prime Duel solved: exact sweeps over every deck and score, and good estimates while a player waits.

at_the_table  `Solver`: which of the ways below answers a question
results       what the sweep of the book's game has found
sweep         the whole game, or all below some scores, compiled (kernels), in the order of its plan
recursion     exact answers from the full deck's table and numpy alone; compiled_recursion with Numba
estimate      a model for decks too many to be worked out
choice_error  how far the difference of two estimates may be off
table         the full deck's table, shipped for the book's game
"""

from __future__ import annotations

from primeparlor.games.prime_duel.solver.at_the_table import Solver

__all__ = ["Solver"]

"""One check of everything that a game's folder brings: for its author, and first in our own tests.

It plays the game at random, in its usual form and in its house variants, and asks every part about the
positions it meets. All that is missing or wrong is named at once, with the file it stands in and the way
out; of faults of one kind only the first is told.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from primeparlor.conformance import law, parts, shape
from primeparlor.conformance.faults import Fault, Faults
from primeparlor.core import State
from primeparlor.games import Game

BETTER = ("form", "facts", "terminal", "words", "solver", "habits")


class Report(NamedTuple):
    """What the check has found."""

    faults: tuple[Fault, ...]
    brings: tuple[str, ...]  # the files of the folder beside the rules and the text
    positions: int | None  # how many there are; None if the game is too large to be solved
    complete: bool  # whether everything was asked: long questions are asked of a sound game only


def check(game: Game, name: str | None = None) -> Report:
    """Everything that is missing or wrong in this folder, whose game should have this name."""
    faults = Faults()
    state = faults.ask("rules.py", "cannot be used", lambda: game.state)
    if state is None:
        return Report(faults.found, (), None, complete=False)
    with ExitStack() as stack:
        stack.enter_context(game.strictly())
        files = _files(game, faults, stack)
        for attribute, value in law.check_names(state, name, faults).items():
            stack.enter_context(law.lent(state, attribute, value))
        walks = _check(game, state, faults, stack)
        if faults.found:
            return Report(faults.found, files, None, complete=False)
        positions = parts.check_answers(state, walks, faults)
    return Report(faults.found, files, positions, complete=True)


def _files(game: Game, faults: Faults, stack: ExitStack) -> tuple[str, ...]:
    """The files that the folder brings; one that cannot be used is left out, to check the rest."""
    there: list[str] = []
    absent: list[str] = []
    for file in BETTER:
        before = faults.found
        module = faults.ask(f"{file}.py", "cannot be imported", partial(game.module, file))
        failed = faults.found != before
        if failed or (module and not shape.check_shape(file, module, faults)):
            stack.enter_context(game.without(file))
        (there if module or failed else absent).append(f"{file}.py")
    faults.defaults = absent
    return tuple(there)


def _check(game: Game, state: type[State], faults: Faults, stack: ExitStack) -> list[law.Step]:
    """Ask what can be asked quickly, of a game that need not be sound; the positions met on the way."""
    faults.ask("text.md", "cannot be read", partial(law.check_text, game, state, faults))
    before = faults.found
    if not law.check_rules(state, faults):
        return []
    walks = law.walks(state, faults)
    faults.lawful = faults.found == before
    if faults.lawful:  # else what follows from the first fault would be told, too
        faults.ask("rules.py", "actions fail", partial(law.check_actions, walks, faults))
    if not faults.within("form.py"):
        parts.check_form(state, walks, faults)
        if faults.within("form.py"):  # the rest is asked with the default: one fault is told once
            stack.enter_context(game.without("form"))
    law.check_variants(state, faults)
    parts.check_facts(game, walks, faults)
    parts.check_terminal(state, walks, faults)
    return walks


__all__ = ["Fault", "Report", "check"]

"""One check of everything in a game's folder: for its author, and for our own tests.

It plays the game at random, in its usual form and its house variants, and calls every part with the positions
it reaches. It lists everything that is missing or wrong, with the file and the fix; of each kind of fault
only the first is reported.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from primeparlor.conformance import board_checks, folder_checks, part_checks, rule_checks, shape_checks
from primeparlor.conformance.faults import Fault, Faults
from primeparlor.core import State
from primeparlor.games import Game

BETTER = ("form", "facts", "terminal", "screen", "words", "solver", "habits", "tensor")


class Report(NamedTuple):
    """The result of the check."""

    faults: tuple[Fault, ...]
    brings: tuple[str, ...]  # the files of the folder besides the rules and the text
    positions: int | None  # how many there are; None if the game is too large to be solved
    complete: bool  # whether every check was made: the long ones need a sound game
    note: str | None = None  # what could not be tried here


def check_game(game: Game, name: str | None = None) -> Report:
    """Check this folder, whose game should have this name, and report what is missing or wrong."""
    faults = Faults()
    state = faults.try_call("rules.py", "cannot be used", lambda: game.state)
    if state is None:
        return Report(faults.found, (), None, complete=False)
    with ExitStack() as stack:
        stack.enter_context(game.strictly())
        files = _check_files(game, faults, stack)
        note = folder_checks.check_scripts(game, faults)
        for attribute, value in rule_checks.check_names(state, name, game.package, faults).items():
            stack.enter_context(rule_checks.override_attribute(state, attribute, value))
        walks = _run_quick_checks(game, state, faults, stack)
        if faults.found:
            return Report(faults.found, files, None, complete=False, note=note)
        positions = part_checks.check_answers(state, walks, faults)
        if positions is not None and not faults.found:
            part_checks.check_winning_side(state, faults)
    return Report(faults.found, files, positions, complete=True, note=note)


def _check_files(game: Game, faults: Faults, stack: ExitStack) -> tuple[str, ...]:
    """Return the optional files of the folder; a broken one is replaced by its default, to check the rest."""
    there = [name for name in (rule_checks.WHY, rule_checks.RUNGS) if name in game.files(name)]
    absent: list[str] = []
    for file in BETTER:
        before = faults.found
        module = faults.try_call(f"{file}.py", "cannot be imported", partial(game.module, file))
        failed = faults.found != before
        if failed or (module and not shape_checks.check_shape(file, module, faults)):
            stack.enter_context(game.without(file))
        (there if module or failed else absent).append(f"{file}.py")
    faults.defaults = absent
    folder_checks.check_names(game, faults)
    browser = game.files(*folder_checks.SCRIPTS, "page.css")
    return (*there, *(name for name in folder_checks.KNOWN if name in browser))


def _run_quick_checks(
    game: Game, state: type[State], faults: Faults, stack: ExitStack
) -> list[rule_checks.Step]:
    """Run the quick checks, which need no sound game; return the positions reached on the way."""
    faults.try_call("text.md", "cannot be read", partial(rule_checks.check_text, game, state, faults))
    faults.try_call(rule_checks.WHY, "cannot be read", partial(rule_checks.check_why, game, faults))
    before = faults.found
    if not rule_checks.check_rules(state, faults):
        return []
    faults.try_call(rule_checks.RUNGS, "cannot be read", partial(rule_checks.check_rungs, game, faults))
    walks = rule_checks.walk_games(state, faults)
    faults.lawful = faults.found == before
    if faults.lawful:  # else the same fault would be reported again
        faults.try_call("rules.py", "actions fail", partial(rule_checks.check_actions, walks, faults))
    if not faults.has_fault("form.py"):
        part_checks.check_form(state, walks, faults)
        if faults.has_fault("form.py"):  # check the rest with the default: one fault is reported once
            stack.enter_context(game.without("form"))
    rule_checks.check_variants(state, faults)
    part_checks.check_facts(game, walks, faults)
    part_checks.check_terminal(state, walks, faults)
    board_checks.check_screen(game, state, walks, faults)
    part_checks.check_tensor(game, walks, faults)
    board_checks.check_messages(game, state, walks, faults)
    return walks


__all__ = ["Fault", "Report", "check_game"]

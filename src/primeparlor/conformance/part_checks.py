"""Checks of the parts of a folder, each called with positions of random games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from random import Random
from typing import Any

from primeparlor import notation, records, solve
from primeparlor.coach.hints import count_steps, format_hint
from primeparlor.coach.language.phrases import Reason
from primeparlor.coach.reasons import words_of
from primeparlor.coach.review import analysis_json
from primeparlor.conformance.faults import Faults
from primeparlor.conformance.rule_checks import Step
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.games import GAMES, Game
from primeparlor.match import Match
from primeparlor.players import LEVELS, build_view, create_player
from primeparlor.tables.prompt_words import COMMANDS
from primeparlor.tensors import Tensor, tensor_of
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.drawing.lines import STYLES, text_of
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.prompt import EventPrinter
from primeparlor.terminal.plain_board import draw_lines

ASKED = 12  # positions that solver, words and levels are asked about
# Methods of a Dialogue that give lists of lines.
LISTS = ("opening", "standing", "turn", "again", "fate", "forced", "moved", "refused", "won", "prompts")
WIDTHS = (36, 56, 76, 100)  # columns that a board must fit into


def check_form(state: type[State], walks: Sequence[Step], faults: Faults) -> None:
    keys = faults.try_call("form.py", "cannot be used", lambda: notation.form_of(state).keys)
    if keys is None:
        return
    if shared := set(keys) & set(state.Rules.numbers):
        same = f"a position and the rules share the key {min(shared)!r}: rename one of them."
        faults.add("form.py", "keys", same)
        return
    for step in walks:
        faults.try_call("form.py", "fails", partial(_check_notation, step.state, faults))


def _check_notation(state: State, faults: Faults) -> None:
    text, form = notation.position(state), notation.form_of(state)
    try:
        read: object = notation.set_up(type(state), text.split()[1:])
    except notation.NotationError as error:
        read = error
    if read != state:
        told = f" ({read})" if isinstance(read, Exception) else ""
        again = f"{text!r} does not read back as the same position{told}."
        faults.add("form.py", "round trip", again)
    for move in state.chances() or state.moves():
        if form.parse(state, str(move)) != move:
            faults.add("form.py", "moves", f"parse() does not read the move {str(move)!r} at {text!r}.")
    if not state.ending() and not form.asked(state):
        faults.add("form.py", "asked", "asked() must say what to type, as in 'a number from 1 to 3'.")


def check_facts(game: Game, walks: Sequence[Step], faults: Faults) -> None:
    for state, line in walks:
        facts = faults.try_call("facts.py", "facts() fails", partial(game.facts, state, line))
        if facts is not None and (odd := _find_non_json(facts)):
            use = "use numbers, strings, True, False, None, lists and dictionaries."
            faults.add("facts.py", "json", f"facts() holds {odd}, which is not JSON: {use}")


def _find_non_json(data: object) -> str | None:
    """Return a description of the first value that is no plain JSON data; None if there is none."""
    if data is None or isinstance(data, bool | int | str) or (isinstance(data, float) and isfinite(data)):
        return None
    if isinstance(data, list | tuple):
        return next((odd for item in data if (odd := _find_non_json(item))), None)
    if isinstance(data, dict):
        if names := [key for key in data if not isinstance(key, str)]:
            return f"the key {names[0]!r}"
        return _find_non_json(list(data.values()))
    return f"{data!r}" if isinstance(data, float) else f"a {type(data).__name__}"


def check_tensor(game: Game, walks: Sequence[Step], faults: Faults) -> None:
    """Check the numbers of every position, as each player sees it; where they are the default, do nothing."""
    tensor, seen = tensor_of(game.state), dict[tuple[Player, tuple[float, ...]], State]()
    if not game.brings("tensor", "Tensor"):
        return
    for state, _ in walks:
        for player in PLAYERS:
            check = partial(_check_numbers, tensor, state, player, faults)
            numbers = faults.try_call("tensor.py", "fails", check)
            if numbers is None:
                return
            if (
                seen.setdefault((player, numbers), state) != state
                and seen[player, numbers].rules is state.rules
            ):
                one, two = notation.position(seen[player, numbers]), notation.position(state)
                faults.add(
                    "tensor.py", "alike", f"{one!r} and {two!r} give Player {player} the same numbers."
                )


def _check_numbers(tensor: Tensor[Any], state: State, player: Player, faults: Faults) -> tuple[float, ...]:
    names, numbers = tensor.names(state.rules), tensor.encode(state, player)
    at = notation.position(state)
    if len(names) != len(numbers) or len(names) != tensor.size(state.rules):
        faults.add(
            "tensor.py", "size", f"blocks() name {len(names)} numbers, but encode() gives {len(numbers)}."
        )
    if len(set(names)) < len(names):
        faults.add("tensor.py", "names", "blocks() give two numbers one name: each needs its own.")
    for name, number in zip(names, numbers, strict=False):
        if type(number) is not float or not 0 <= number <= 1:
            faults.add("tensor.py", "range", f"{name!r} is {number!r} at {at!r}: use a float from 0 to 1.")
    if tensor.encode(state, player) != numbers:
        faults.add("tensor.py", "varies", f"encode() gave different answers when called twice at {at!r}.")
    return tuple(numbers)


# At the table --------------------------------------------------------------------------------------


def check_terminal(state: type[State], walks: Sequence[Step], faults: Faults) -> None:
    """Draw every position, and show whole matches as the terminal does, if they can be played."""
    if faults.has_fault("facts.py"):  # every drawing and sentence comes from the facts
        return
    faults.try_call("terminal.py", "the Dialogue fails", partial(_watch_dialogue, state, faults))
    for step in walks:
        faults.try_call("terminal.py", "board() fails", partial(_check_board, step, faults))
        faults.try_call("terminal.py", "the Dialogue fails", partial(_check_prompts, step.state, faults))
    for seed in range(3 if faults.lawful else 0):
        faults.try_call("terminal.py", "the Dialogue fails", partial(_check_match, state, seed, faults))


def _watch_dialogue(state: type[State], faults: Faults) -> None:
    """Make the dialogue report methods that return a string: its letters would be shown as lines."""
    dialogue: Any = dialogue_of(state.start())
    for method in LISTS:
        setattr(dialogue, method, partial(_check_listed, method, getattr(dialogue, method), faults))


def _check_listed(
    method: str, say: Callable[..., object], faults: Faults, *about: object, **more: object
) -> object:
    said = say(*about, **more)
    if said is None or isinstance(said, str):
        what = "None" if said is None else "a string"
        faults.add("terminal.py", method, f"{method}() must return a list of lines, not {what}.")
        return [said or ""]
    return said


def _check_board(step: Step, faults: Faults) -> None:
    for width in WIDTHS:
        rows = list(draw_lines(*step, width))
        if (wide := max((len(text_of(row)) for row in rows), default=0)) > width:
            faults.add("terminal.py", "width", f"board() draws {wide} columns where only {width} fit.")
        if unknown := {style for row in rows for _, style in row}.difference(STYLES):
            styles = ", ".join(map(repr, STYLES))
            faults.add(
                "terminal.py", "style", f"board() uses the unknown style {min(unknown)!r}: use {styles}."
            )


def _check_prompts(state: State, faults: Faults) -> None:
    """Check what a random match may never show: prompts, refusals, and resuming."""
    dialogue, silly = dialogue_of(state), "no such move"
    said = [*dialogue.standing(state), *dialogue.again(state)]
    if state.moves():
        said += dialogue.refused(state, silly, state.why_not(silly) or "")
        said += dialogue.prompts(state)
    _check_lines(said, faults)
    for move in state.moves():
        if str(move) in COMMANDS:
            faults.add("rules.py", "command", f"the move {move!r} is also a command: rename it.")


def _check_match(state: type[State], seed: int, faults: Faults) -> None:
    match = _play_match(state, seed, output := _StoredOutput())
    _check_lines(output.lines, faults)
    if not faults.found:
        faults.try_call(
            "rules.py", "a recorded match cannot be read back", partial(_check_record, match, faults)
        )


def _check_lines(lines: Sequence[object], faults: Faults) -> None:
    for line in lines:
        if not isinstance(line, str):
            faults.add("terminal.py", "lines", f"the Dialogue says {line!r}: return lists of strings.")


def _play_match(state: type[State], seed: int, output: Output) -> Match:
    """Play a match at random, shown in this output."""
    match, random = Match(state.start(), ("random", "random"), seed=seed), Random(seed)
    printer = EventPrinter(match, output, typed_by=())
    printer.print_opening()
    match.observers.append(printer)
    match.begin()
    while match.outcome is None:
        match.submit(match.state.turn, random.choice(match.state.moves()), match.number)
    return match


class _StoredOutput(Output):
    """An output that stores the lines instead of showing them."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines


def _check_record(match: Match, faults: Faults) -> None:
    if GAMES.get(match.start.name) is not type(match.start):
        return  # records are read for games that are installed
    lines = records.format_record(match, "2000-01-01T00:00:00Z")
    read = records.read(json.dumps(line).encode() + b"\n" for line in lines)
    if read.match.state != match.state or read.match.outcome != match.outcome:
        faults.add("rules.py", "record", "a recorded match does not read back as it was played.")


# Solver, words and levels --------------------------------------------------------------------------


def check_answers(state: type[State], walks: Sequence[Step], faults: Faults) -> int | None:
    """Check some positions; return the number of positions, None if the game is too large to solve here."""
    try:
        positions = _count_positions(state)
        levels: Sequence[str] = LEVELS
    except solve.TooLarge:
        positions, levels = None, [level for level in LEVELS if level != "perfect"]
    except Exception:
        faults.try_call("solver.py", "solve() fails", partial(_count_positions, state))
        return None
    ended = any(step.state.ending() for step in walks)
    if positions is not None and not ended and solve.outline(state.start()).verdict == "endless":
        faults.add(
            "rules.py", "ends", "nobody can force an end, and no game at random came to one: can it end?"
        )
    open_ = [step.state for step in walks if step.state.moves() and not step.state.rules.changed()]
    for here in open_[:: max(1, len(open_) // ASKED)]:
        if levels == LEVELS:
            _check_answer(here, faults)
        for level in levels:
            _check_level(here, level, faults)
    return positions


def check_winning_side(state: type[State], faults: Faults) -> None:
    """Check that `winning_side` names who wins, in every variant that can be solved here."""
    for words, side in state.winning_side.items():
        start = notation.set_up(state, words.split())
        try:
            analysis = solve.analyse(start)
        except solve.TooLarge:
            continue
        variant = f"with {words}" if words else "in the usual game"
        if analysis.value is None or analysis.value == 0.5:
            told = f"nobody is favoured {variant}: leave it out."
        elif (analysis.value > 0.5) == (side == start.turn):
            continue
        else:
            told = (
                f"Player {OTHER[side]} {'is favoured' if analysis.verdict == 'chance' else 'wins'} {variant}."
            )
        faults.add("rules.py", "winning_side", f"winning_side names Player {side}, but {told}")


def _count_positions(state: type[State]) -> int | None:
    return None if solve.solver_of(state).estimates else solve.solve(state.Rules()).positions


def _check_answer(state: State, faults: Faults) -> None:
    analysis = faults.try_call("solver.py", "analyse() fails", partial(solve.analyse, state))
    if analysis is None:
        return
    if [choice.move for choice in analysis.moves] != list(state.moves()):
        rows = "analyse() must have a row for every move, in the order of moves()."
        faults.add("solver.py", "rows", rows)
        return
    faults.try_call("words.py", "the Words fail", partial(_check_words, state, analysis, faults))


def _check_words(state: State, analysis: solve.Analysis, faults: Faults) -> None:
    words = words_of(state)
    if not isinstance(told := words.variant(state.rules.changed()), str):
        faults.add("words.py", "variant", f"variant() must return text, not {told!r}.")
    for choice in analysis.moves:
        if not isinstance(words.reason(state, analysis, choice), Reason):
            use = "use Reason(sentence, line) from primeparlor.coach.language.phrases."
            faults.add("words.py", "reason", f"reason() must return a Reason: {use}")
            return
        for tell in (words.did, words.brief):
            if not isinstance(told := tell(state, choice.move), str) or not told:
                what = f"{tell.__name__}() must tell what was played, not {told!r}."
                faults.add("words.py", tell.__name__, what)
                return
    data: Any = analysis_json.as_data(state, analysis)
    if odd := _find_non_json(data["proof"]):
        faults.add("solver.py", "proof", f"the proof holds {odd}, which is not JSON.")
    sentences = [data["why"], *(row["why"] for row in data["moves"])]
    sentences += [words.missed(state, analysis)] if analysis.verdict != "loss" else []
    sentences += [format_hint(state, analysis, step) for step in range(1, count_steps(analysis) + 1)]
    for sentence in sentences:
        if not _is_sentence(sentence):
            wanted = "start with a capital or a number, and end with a full stop."
            faults.add("words.py", "sentence", f"{sentence!r} is not a sentence: {wanted}")


def _is_sentence(told: object) -> bool:
    return isinstance(told, str) and told[:1] == told[:1].upper() and told.endswith((".", "!", "?", ")"))


def _check_level(state: State, level: str, faults: Faults) -> None:
    file = "words.py" if level == "perfect" else "habits.py"  # `perfect` asks Words which moves are traps
    if faults.has_fault("solver.py") or faults.has_fault(file):
        return
    match, player = Match(state, ("random", "random"), seed=1), create_player(level)
    match.begin()
    if match.outcome is not None or player is None:  # ended by a forced move
        return
    before = faults.found
    move: Move | None = faults.try_call(file, f"{level} fails", lambda: player.choose(build_view(match)).move)
    if faults.found == before and move not in match.state.moves():
        at = notation.position(match.state)
        faults.add(file, "illegal", f"{level} chooses {move!r} at {at!r}, where it is not legal.")

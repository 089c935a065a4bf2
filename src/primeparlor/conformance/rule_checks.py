"""The law of states: what `rules.py`, `text.md` and `why.md` must satisfy, tested in random games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

from primeparlor import notation
from primeparlor.coach.training.ladder import MOST_RUNGS, read_rungs
from primeparlor.conformance.faults import Faults
from primeparlor.core import PASS, PLAYERS, Ending, Move, Played, Range, Rules, State
from primeparlor.games import GAMES, Game

WALKS, LONGEST = 8, 100  # games played at random in each variant, and the moves of each at most
MOST = 300  # positions of them that the parts are asked about
MOST_MOVES = 1000  # in a position
TRIED = 50  # of them, or of the outcomes
WORD = r"[a-z]{1,20}"  # as records keep it
REASON = r"[a-z0-9][^\n]{0,58}[^\s.!?]"
PAST = re.compile(  # of irregular verbs, also with a prefix
    "(?:over|out|under|un|re|with|for|mis)?(?:"
    "ate|beat|became|began|bent|bet|bid|bit|bled|blew|bound|bought|bred|broke|built|burst|came|cast"
    "|caught|chose|clung|could|crept|cut|dealt|did|drank|drew|drove|dug|fed|fell|felt|fled|flew|flung"
    "|forgot|fought|found|froze|gave|got|grew|ground|had|held|hid|hit|hung|hurt|kept|knew|laid|lay"
    "|leapt|led|left|lent|let|lit|lost|made|meant|met|paid|put|quit|ran|rang|read|rode|rose|said|sang"
    "|sank|sat|saw|sent|set|shed|shook|shot|shrank|shut|slept|slid|slung|sold|sought|sped|spent|split"
    "|spoke|sprang|spread|spun|stole|stood|struck|stuck|swam|swept|swore|swung|taught|thought|threw"
    "|thrust|told|took|tore|trod|was|went|woke|won|wore|wound|wove|wrote"
    ")"
)
# What makes a sentence of its own of a reason that begins with no deed: "everybody is happy".
OWN_VERB = re.compile(r"\b(?:is|are|am|was|were|has|have|had|wins?|won|does?|did|can|cannot|gets?|got)\b")
WHY = "why.md"
RUNGS = "rungs.json"
NAMELESS = "nameless"  # what stands in for a missing name
SILLY: tuple[Any, ...] = (-1, 10**30, "no such move", 1.5, None)

# Attributes of a State class: the form, and the fix.
NAMES = {
    "name": (
        r"[a-z0-9]+(-[a-z0-9]+)*",
        "use small letters, digits and hyphens, as in name = 'twenty-one'.",
    ),
    "title": (r"\S(.{0,38}\S)?", "write the name as people read it, as in title = 'Twenty-One'."),
    "aim": (r"\S(.{0,58}\S)?", "say in one line of at most 60 characters what a player tries to do."),
}

# Methods that every State class must define itself.
NEEDED = {
    "start": "it must return the first state under the given rules.",
    "moves": "it must list what the player to move may choose.",
    "after": "it must return the state after a move.",
    "ending": "it must return None while the game goes on, then an Ending.",
}
TWICE = "gave different answers when called twice"
AGAIN = 16  # repeated calls of moves() and chances()


class Step(NamedTuple):
    """A position of a random game, and the moves that led there."""

    state: State
    line: tuple[Played, ...]


# Class attributes ----------------------------------------------------------------------------------


def check_names(state: type[State], listed: str | None, package: str, faults: Faults) -> dict[str, str]:
    """Check the names of the class; return replacements for those that are missing or invalid."""
    unfit = {}
    for attribute, (pattern, way_out) in NAMES.items():
        value = getattr(state, attribute, None)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            what = f"{attribute} is missing" if value is None else f"{attribute} is {value!r}"
            faults.add("rules.py", attribute, f"{what}: {way_out}")
            unfit[attribute] = NAMELESS
    if listed is not None and "name" not in unfit and state.name != listed:
        wanted = f"name is {state.name!r}, but the game is listed as {listed!r}: use one name for both."
        faults.add("rules.py", "name", wanted)
    if listed is not None and (owner := GAMES.find_owner(listed, package)):
        faults.add("rules.py", "taken", f"the name {listed!r} is taken by {owner}: choose another.")
    return unfit


@contextmanager
def override_attribute(state: type[State], attribute: str, value: str) -> Iterator[None]:
    """Set this attribute of the class meanwhile, so that its absence is reported only once."""
    own = vars(state).get(attribute)
    setattr(state, attribute, value)
    try:
        yield
    finally:
        if own is None:
            delattr(state, attribute)
        else:
            setattr(state, attribute, own)


def check_rules(state: type[State], faults: Faults) -> bool:
    """Return True if a game can be started at all."""
    rules = getattr(state, "Rules", None)
    if not (isinstance(rules, type) and issubclass(rules, Rules) and hasattr(rules, "numbers")):
        faults.add("rules.py", "Rules", "Rules is missing: make it a subclass of core.Rules with `numbers`.")
        return False
    if wrong := _find_wrong_numbers(rules.numbers):
        faults.add("rules.py", "numbers", wrong)
        return False
    if not _has_needed(state, faults):
        return False
    start = faults.try_call("rules.py", "start() fails", state.start)
    if start is None:
        return False
    if missing := [field for field in ("rules", "turn") if not hasattr(start, field)]:
        fields = f"the state has no {missing[0]}: its fields must include rules and turn."
        faults.add("rules.py", "fields", fields)
        return False
    faults.try_call("rules.py", "at the start, the rules fail", partial(_check_start, start, faults))
    return True


def _has_needed(state: type[State], faults: Faults) -> bool:
    """Return True if the class defines everything that State leaves to it."""
    missing = [name for name in NEEDED if next(cls for cls in state.__mro__ if name in vars(cls)) is State]
    for name in missing:
        faults.add("rules.py", name, f"{name}() is missing: {NEEDED[name]}")
    return not missing


def _find_wrong_numbers(numbers: object) -> str | None:
    """Return a sentence if the numbers of the rules are invalid."""
    if not isinstance(numbers, Mapping):
        return "numbers must be a dictionary, as in {'target': Range(21, 1, 1000)}."
    for name, given in numbers.items():
        if not isinstance(given, Range) or not all(type(number) is int for number in given[:3]):
            return f"the range of {name} is {given!r}: use whole numbers, as in Range(21, 1, 1000)."
        standard, least, most, _ = given
        if not least <= standard <= most:
            return f"the usual {name} is {standard}, which is not in the range {least} to {most}."
    return None


def _check_start(start: State, faults: Faults) -> None:
    rules = type(start).Rules()
    if type(start).start(rules).rules is not rules:
        faults.add("rules.py", "start", "start(rules) must keep the rules that it is given.")
    if start.turn != 1 or start.ending() is not None:
        faults.add("rules.py", "start", "start() must return a game that is not over, with Player 1 to move.")


# Attributes about variants, each with an example.
VARIANTS: Mapping[str, Mapping[str, object]] = {
    "house_variants": {"target=50": "a longer race"},
    "favoured": {"": "Player 1 wins, moving first."},
    "winning_side": {"": 1},
}


def check_variants(state: type[State], faults: Faults) -> None:
    """Check that the variants which are recommended or judged can be set up."""
    for what, example in VARIANTS.items():
        _check_variants(state, what, example, faults)


def _check_variants(state: type[State], what: str, example: Mapping[str, object], faults: Faults) -> None:
    variants: object = getattr(state, what)
    kinds = set(map(type, example.values()))
    if not isinstance(variants, Mapping) or not set(map(type, variants.values())) <= kinds:
        faults.add("rules.py", what, f"{what} must be a dictionary, as in {example}.")
        return
    for words in filter(None, variants):  # without words it is the book's game
        told = f"{what} names {words!r}, which cannot be set up"
        start = faults.try_call("rules.py", told, partial(_set_up_variant, state, words))
        differs = [f"{key}={value}" for key, value in start.rules.changed().items()] if start else []
        if start and set(differs) != set(words.split()):  # else the variant is never found again
            short = (
                f"{what} names {words!r}: write only what differs from the usual game, {' '.join(differs)!r}."
            )
            faults.add("rules.py", what, short)


def _set_up_variant(state: type[State], words: str) -> State:
    return notation.set_up(state, words.split())


def check_text(game: Game, state: type[State], faults: Faults) -> None:
    title = "" if state.title == NAMELESS else state.title
    if not game.text.startswith(f"# {title}") or "\n## Aim\n" not in game.text:
        headings = f"must begin with the line '# {title or 'The title'}' and have a section '## Aim'."
        faults.add("text.md", "headings", headings)


def check_why(game: Game, faults: Faults) -> None:
    """Check that the proof, if there is one, has its title and its pictures."""
    text = game.why
    if text is None:
        return
    if not text.startswith("# Why "):
        faults.add(WHY, "title", "must begin with a line such as '# Why Player 1 wins'.")
    for picture in re.findall(r"!\[[^]]*]\(([^)]*)\)", text):
        if picture not in game.files(".svg"):
            faults.add(WHY, "picture", f"shows {picture}, but there is no such SVG file in the folder.")


def check_rungs(game: Game, faults: Faults) -> None:
    """Check that the rungs, if there are any, can be read, and that none is on the side that loses."""
    if game.rungs is None:
        return
    winners = {frozenset(words.split()): side for words, side in game.state.winning_side.items()}
    rungs = read_rungs(game.state, game.rungs)
    if not 1 <= len(rungs) <= MOST_RUNGS:
        faults.add(RUNGS, "count", f"has {len(rungs)} rungs: a ladder has 1 to {MOST_RUNGS}.")
    for rung in (*rungs, *read_rungs(game.state, game.rungs, "badges")):
        label = f"rung {rung.number}" if rung.number else f"the badge {rung.name!r}"
        if winners.get(frozenset(rung.words), rung.side) != rung.side:
            faults.add(RUNGS, "side", f"{label} cannot be won: winning_side says that the other side wins.")


# Games played at random ----------------------------------------------------------------------------


def walk_games(state: type[State], faults: Faults) -> list[Step]:
    """Return the positions of random games, as long as they keep the law."""
    starts: list[State | None] = [state.start()]
    if isinstance(state.house_variants, Mapping):  # one that cannot be set up has been reported
        starts += [
            Faults().try_call("", "", partial(_set_up_variant, state, words))
            for words in state.house_variants
        ]
    steps = [
        step for start in starts if start for seed in range(WALKS) for step in _walk_game(start, seed, faults)
    ]
    return steps[:: 1 + len(steps) // MOST]  # long games: a selection is enough


def _walk_game(state: State, seed: int, faults: Faults) -> Iterator[Step]:
    line: tuple[Played, ...] = ()
    random = Random(seed)
    for _ in range(LONGEST):
        broken = faults.try_call(
            "rules.py", f"{_format_line(line)} the rules fail", partial(_find_fault, state)
        )
        if broken is None:
            return
        if broken:
            faults.add("rules.py", broken[0], f"{_format_line(line)} {broken[1]}")
            return
        yield Step(state, line)
        options = state.chances() or state.moves()
        if not options:
            return
        move = random.choice(options)
        line = (*line, (None if state.chances() else state.turn, move))
        state = state.after(move)


def _format_line(line: Sequence[Played]) -> str:
    """Format the moves that led to a position, for the report."""
    return f"after {' '.join(str(move) for _, move in line)}," if line else "at the start,"


def _find_fault(state: State) -> tuple[str, ...]:
    """Return the kind of fault and the sentence if this state breaks the law of states; else ()."""
    if not _is_value(state):
        return (
            "value",
            "the state is not immutable: make it a NamedTuple of numbers, words and tuples.",
        )
    for name in getattr(state, "_fields", ()):
        if _holds_float(value := getattr(state, name)):
            use = "use a whole number, a boolean, a word, None, or a tuple of these"
            return "field", f"the field {name} is {value!r}: {use}."
    ending, chances, moves = state.ending(), state.chances(), state.moves()
    told = {"ending()": ending is not None, "chances()": bool(chances), "moves()": bool(moves)}
    answers = [name for name, has in told.items() if has]
    if len(answers) != 1:
        those = f"{' and '.join(answers)} both have an answer" if answers else "nothing has an answer"
        return "law", f"{those}: exactly one of ending(), chances() and moves() must."
    if state.turn not in PLAYERS:
        return "turn", f"turn is {state.turn!r}: it must be 1 or 2, even when the game is over."
    if fault := _find_list_fault(state, chances, moves):
        return fault
    if ending is not None:
        return _find_ending_fault(ending)
    if len(moves) > MOST_MOVES:
        return "many", f"moves() lists {len(moves):,} moves: a position may have at most {MOST_MOVES:,}."
    options = (*chances, *moves)
    for move in options[:: 1 + len(options) // TRIED]:
        if fault := _find_move_fault(state, move):
            return fault
    if len(set(moves)) < len(moves):
        return "twice", "moves() lists a move twice: list each once."
    return _find_refusal_fault(state)


def _find_list_fault(state: State, chances: Sequence[Move], moves: Sequence[Move]) -> tuple[str, ...]:
    """Return a fault unless these are lists, and the same each time."""
    for name, given in (("chances()", chances), ("moves()", moves)):
        if not isinstance(given, Sequence) or isinstance(given, str):
            return "list", f"{name} must return a tuple or a list, not {given!r}."
    for _ in range(AGAIN):
        if state.chances() != chances:
            return "draws", f"chances() {TWICE}: list every outcome, do not draw one."
        if state.moves() != moves:
            return "draws", f"moves() {TWICE}: list every move, do not draw one."
    return ()


def _is_value(state: State) -> bool:
    """Return True if equal states have equal hashes."""
    try:
        return isinstance(state, tuple) and hash(state) == hash(type(state)(*state))
    except TypeError:  # something in it can change
        return False


def _holds_float(value: object) -> bool:
    """Return True if this is a number that is not whole, or a tuple with one."""
    return any(map(_holds_float, value)) if isinstance(value, tuple) else isinstance(value, float)


def _find_ending_fault(ending: Ending) -> tuple[str, ...]:
    if type(ending) is not Ending or ending.winner not in PLAYERS or ending.by not in PLAYERS:
        return "ending", f"ending() is {ending!r}: return Ending(winner, reason, by), with players 1 and 2."
    reason = ending.reason
    told = f"Player {ending.winner} wins: {ending.how}."
    if type(reason) is not str or not re.fullmatch(REASON, reason):
        use = "write at most 60 characters in one line, with a small letter first and no full stop"
        return "reason", f"the reason {reason!r} does not fit: {use}, as in 'reached 21'."
    deed = reason.partition(" ")[0]
    past = _is_past(deed)
    if deed in ("by", "player", "you") or (
        not past and (ending.by != ending.winner or OWN_VERB.search(reason))
    ):
        return (
            "reason",
            f"the reason {reason!r} does not fit its sentence, {told!r}: say what that player did.",
        )
    return ()


def _is_past(verb: str) -> bool:
    return verb.endswith("ed") or PAST.fullmatch(verb) is not None


def _find_move_fault(state: State, move: Move) -> tuple[str, ...]:
    """Return a fault unless a listed move, or outcome of fate, can be recorded and played."""
    is_number = type(move) is int and 0 <= move < 10**20
    if not is_number and not (type(move) is str and re.fullmatch(WORD, move)):
        use = "use a whole number, not negative, or a word of at most 20 lower-case letters."
        return "move", f"{move!r} cannot be a move: {use}"
    if reason := state.why_not(move):
        return "refused", f"{move!r} is listed, but why_not() refuses it: {reason}"
    before = repr(state)
    try:
        after, again = state.after(move), state.after(move)
    except Exception as error:
        return "after", f"{move!r} is listed, but after({move!r}) fails ({type(error).__name__}): {error}."
    if type(after) is not type(state) or after.rules is not state.rules:
        return "after", f"after({move!r}) must return a state of the same game and rules, not {after!r}."
    if repr(state) != before:
        return (
            "changes",
            f"after({move!r}) changes the state: it must return a new one and leave this one.",
        )
    if after != again:
        return (
            "changes",
            f"after({move!r}) varies from call to call: list the outcomes in chances().",
        )
    return ()


def _find_refusal_fault(state: State) -> tuple[str, ...]:
    """Return a fault unless nonsense is refused in a sentence."""
    for move in SILLY:
        reason = state.why_not(move)
        if not (isinstance(reason, str) and reason.endswith((".", "!"))):
            return "refusal", f"why_not({move!r}) must return a sentence that refuses it, not {reason!r}."
    return ()


def check_actions(walks: Sequence[Step], faults: Faults) -> None:
    """Check that `rules.actions` and `rules.outcomes` contain every move that was met."""
    for state, _ in walks:
        rules = state.rules
        for move in state.moves():
            if move not in rules.actions:
                faults.add("rules.py", "actions", f"moves() lists {move!r}, which is not in rules.actions.")
        for move in state.chances():
            if move not in rules.outcomes:
                missing = f"chances() lists {move!r}, which is not in rules.outcomes."
                faults.add("rules.py", "outcomes", missing)
        if len(set(rules.actions)) < len(rules.actions) or PASS in rules.actions[:-1]:
            faults.add("rules.py", "order", "rules.actions must list each move once, with a pass last.")

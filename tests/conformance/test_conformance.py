"""The conformance check: our games pass it, and it names whatever is wrong in a game's folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from primeparlor import conformance
from primeparlor.conformance import board_checks, folder_checks, rule_checks
from primeparlor.conformance.command import format_report
from primeparlor.conformance.faults import Faults
from primeparlor.games import GAMES, Game, game
from support.game_folders import make

Change = tuple[str, str, str]
Maker = Callable[..., Game]


@pytest.fixture(name="made")
def making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Makes a folder from an example game, with changes; it counts as installed if it is usable."""
    monkeypatch.setattr(game, "_folders", {})
    monkeypatch.setattr(GAMES, "_others", [])
    monkeypatch.syspath_prepend(tmp_path)

    def make_it(name: str, *changes: Change) -> Game:
        make(tmp_path / "somebody", name, *changes)
        folder = game.folder("somebody")
        try:
            monkeypatch.setattr(GAMES, "_others", [game.Brought(folder.state.name, folder.package)])
        except Exception:
            assert GAMES.get(name) is None
        return folder

    yield make_it
    for name in [name for name in sys.modules if name.partition(".")[0] == "somebody"]:
        del sys.modules[name]


def faults(folder: Game, name: str | None) -> list[str]:
    """The faults that the check names, file by file."""
    return [f"{fault.file}: {fault.sentence}" for fault in conformance.check_game(folder, name).faults]


# Sound games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES.ours)
def test_our_games_pass(name: str) -> None:
    folder = GAMES.folder(name)
    assert folder is not None
    assert faults(folder, name) == []


def test_a_game_with_its_proof_passes(made: Maker) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    why = "# Why Player 1 wins\n\n![Totals](totals.svg)\n"
    report = conformance.check_game(made("twenty-one", ("why.md", "", why), ("totals.svg", "", picture)))
    assert report.faults == ()
    assert report.brings == ("why.md",)
    assert format_report("twenty-one", "somebody", report)[1] == (
        "It has rules.py, text.md, why.md; everything else is the default."
    )


def test_a_proof_that_is_no_text_is_named(made: Maker, tmp_path: Path) -> None:
    folder = made("twenty-one")
    (tmp_path / "somebody" / "why.md").write_bytes(b"# Why \xff")
    [fault] = faults(folder, "twenty-one")
    assert fault.startswith("why.md: cannot be read (UnicodeDecodeError): ")


@pytest.mark.parametrize("name", ["twenty-one", "pig"])
def test_the_examples_pass(made: Maker, name: str) -> None:
    report = conformance.check_game(made(name), name)
    assert report.faults == ()
    assert report.complete
    assert (report.brings, report.positions) == {
        "twenty-one": ((), 42),
        "pig": (("facts.py", "terminal.py", "words.py"), 16910),
    }[name]


# Bad parts -------------------------------------------------------------------------------------

RULES, FORM, FACTS, TERMINAL, SCREEN, WORDS, SOLVER, HABITS, TENSOR = (
    f"{part}.py"
    for part in ("rules", "form", "facts", "terminal", "screen", "words", "solver", "habits", "tensor")
)
MOVES = "return tuple(range(1, min(self.rules.largest, room) + 1))"
AFTER = "return type(self)(self.rules, self.total + number, OTHER[self.turn])"
NAMED = 'name, title = "twenty-one", "Twenty-One"'
AIM = 'aim = "add 1, 2 or 3; make the total 21"'
BLOCKS = "from primeparlor.notation import blocks\n\nclass Form(blocks.Form):\n"
SAYING = "from primeparlor.terminal.drawing import dialogue_base\n\nclass Dialogue(dialogue_base.Dialogue):\n"
DRAWING = """from primeparlor.terminal.drawing import board
from primeparlor.terminal.drawing.board import Key, Press

class Board(board.Board):
"""
MESSAGES = """from primeparlor import messages
from primeparlor.messages import Said

class Messages(messages.Messages):
"""
TELLING = "from primeparlor.coach.language import words\n\nclass Words(words.Words):\n"
SOLVING = "from primeparlor.solve import solver\n\nclass Solver(solver.Solver):\n"
CHOOSING = "from primeparlor.coach import levels\n\nclass Habits(levels.Habits):\n"
ENCODING = "from primeparlor.tensors import tensor\n\nclass Tensor(tensor.Tensor):\n"


SEEN = f"""{BLOCKS}
    def write(self, state):
        return {{"total": state.total, "seen": ",".join(map(str, sorted(state.seen))), "turn": state.turn}}

    def read(self, rules, words):
        total = words.number("total", 0, 99, 0)
        seen = frozenset(words.numbers("seen", 0, 99) or ())
        return self.game(rules, total, seen, words.turn())
"""
BOX = """
class Box:
    n = 0

    def add(self, number):
        self.n += number

    def __repr__(self):
        return f"Box({self.n})"


"""


def rules(old: str, new: str) -> Change:
    return RULES, old, new


def facts(value: str) -> Change:
    return FACTS, "", f"def facts(state, line):\n    return {value}\n"


# One change to Twenty-One each, sorted by what it breaks, and the one fault that the check names.
BAD: dict[str, tuple[Change | list[Change], str]] = {
    "moves in an ended game": (
        rules("min(self.rules.largest, room)", "min(self.rules.largest, room + 1)"),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, ending() and moves() both have an answer: exactly one of "
        "ending(), chances() and moves() must.",
    ),
    "nothing can happen": (
        rules("if self.total != self.rules.target:", "if self.total < 99:"),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, nothing has an answer: exactly one of ending(), "
        "chances() and moves() must.",
    ),
    "a list in a state": (
        [
            rules("    total: int\n", "    total: int\n    path: list[int]\n"),
            rules("TwentyOneRules(), 0, 1)", "TwentyOneRules(), 0, [], 1)"),
            rules("self.total + number,", "self.total + number, [*self.path, number],"),
        ],
        "rules.py: at the start, the state is not immutable: make it a NamedTuple of numbers, words "
        "and tuples.",
    ),
    "no tuple": (
        rules("class TwentyOne(_Fields, State)", "class TwentyOne(State)"),
        "rules.py: start() fails in line 36 (TypeError): TwentyOne() takes no arguments.",
    ),
    "a move that changes its state": (
        rules(
            AFTER,
            "self.rules.__dict__['x'] = self.rules.__dict__.get('x', 0) + 1\n"
            "        return type(self)(self.rules, self.total + self.rules.x, OTHER[self.turn])",
        ),
        "rules.py: at the start, after(1) varies from call to call: list the outcomes in chances().",
    ),
    "a move that changes the state it is played in": (
        [
            rules("class _Fields", BOX + "class _Fields"),
            rules("TwentyOneRules(), 0, 1)", "TwentyOneRules(), Box(), 1)"),
            rules(
                AFTER,
                "self.total.add(number)\n        return type(self)(self.rules, self.total, OTHER[self.turn])",
            ),
            rules("self.total", "self.total.n"),
            rules("self.total.n.add", "self.total.add"),
            rules("self.total.n, OTHER", "self.total, OTHER"),
        ],
        "rules.py: at the start, after(1) changes the state: it must return a new one and leave this one.",
    ),
    **{
        f"no {method}": (
            rules(f"def {method}(", f"def no_{method}("),
            f"rules.py: {method}() is missing: {way_out}",
        )
        for method, way_out in rule_checks.NEEDED.items()
    },
    "no turn": (
        [
            rules("    turn: Player\n", "    player: Player\n"),
            rules("self.turn", "self.player"),
        ],
        "rules.py: the state has no turn: its fields must include rules and turn.",
    ),
    "moves that are drawn": (
        [
            rules("class _Fields", "from random import Random\nRANDOM = Random(1)\n\nclass _Fields"),
            rules(MOVES, "return (RANDOM.randint(1, min(self.rules.largest, room)),) if room else ()"),
        ],
        "rules.py: at the start, moves() gave different answers when called twice: "
        "list every move, do not draw one.",
    ),
    "a list as a move": (
        rules(MOVES, "return ([1],) if room else ()"),
        "rules.py: at the start, [1] cannot be a move: use a whole number, not negative, or a word "
        "of at most 20 "
        "lower-case letters.",
    ),
    "moves in a set": (
        rules(MOVES, "return {1} if room else ()"),
        "rules.py: at the start, moves() must return a tuple or a list, not {1}.",
    ),
    "chances that are None": (
        rules("    def after(", "    def chances(self):\n        return None\n\n    def after("),
        "rules.py: at the start, chances() must return a tuple or a list, not None.",
    ),
    "a turn of 0": (
        rules("OTHER[self.turn])\n\n", "0)\n\n"),
        "rules.py: after 2, turn is 0: it must be 1 or 2, even when the game is over.",
    ),
    "a bad ending": (
        rules('return Ending(winner, f"reached {self.rules.target}", winner)', "return 1"),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, ending() is 1: return Ending(winner, reason, by), "
        "with players 1 and 2.",
    ),
    "not in actions": (
        rules("    target: int\n", "    target: int\n    actions = (1, 2)\n"),
        "rules.py: moves() lists 3, which is not in rules.actions.",
    ),
    "an action twice": (
        rules("    target: int\n", "    target: int\n    actions = (1, 2, 3, 3)\n"),
        "rules.py: rules.actions must list each move once, with a pass last.",
    ),
    "after fails": (
        rules(AFTER, f"assert number < 3, 'three'\n        {AFTER}"),
        "rules.py: at the start, 3 is listed, but after(3) fails (AssertionError): three.",
    ),
    "refused": (
        rules("    def after", "    def why_not(self, move):\n        return 'No.'\n\n    def after"),
        "rules.py: at the start, 1 is listed, but why_not() refuses it: No.",
    ),
    "never refused": (
        rules("    def after", "    def why_not(self, move):\n        return None\n\n    def after"),
        "rules.py: at the start, why_not(-1) must return a sentence that refuses it, not None.",
    ),
    "a float": (
        rules(MOVES, "return (1.5,) if room else ()"),
        "rules.py: at the start, 1.5 cannot be a move: use a whole number, not negative, or a word "
        "of at most 20 "
        "lower-case letters.",
    ),
    "a negative number": (
        rules(MOVES, "return (-1,) if room else ()"),
        "rules.py: at the start, -1 cannot be a move: use a whole number, not negative, or a word of "
        "at most 20 "
        "lower-case letters.",
    ),
    "a phrase": (
        rules(MOVES, "return ('add one',) if room else ()"),
        "rules.py: at the start, 'add one' cannot be a move: use a whole number, not negative, or a "
        "word of at "
        "most 20 lower-case letters.",
    ),
    "capitals": (
        rules(MOVES, "return ('ADD',) if room else ()"),
        "rules.py: at the start, 'ADD' cannot be a move: use a whole number, not negative, or a word of at "
        "most 20 lower-case letters.",
    ),
    "a long word": (
        rules(MOVES, "return ('a' * 21,) if room else ()"),
        f"rules.py: at the start, '{'a' * 21}' cannot be a move: use a whole number, not negative, or "
        "a word of at "
        "most 20 lower-case letters.",
    ),
    "a command": (
        [
            rules(MOVES, "return ('hint', 'skip') if room else ()"),
            rules("self.total + number", "self.total + 1 + (number == 'skip' and self.total < 20)"),
        ],
        "rules.py: the move 'hint' is also a command: rename it.",
    ),
    "twice": (
        rules(MOVES, "return (1, 1) if room else ()"),
        "rules.py: at the start, moves() lists a move twice: list each once.",
    ),
    "another class": (
        rules(AFTER, "return (self.rules, self.total + number, 1)"),
        "rules.py: at the start, after(1) must return a state of the same game and rules, not "
        "(TwentyOneRules(), 1, 1).",
    ),
    "moves fail": (
        rules(MOVES, "return 1 // self.total"),
        "rules.py: at the start, the rules fail in line 40 (ZeroDivisionError): integer division "
        "or modulo by zero.",
    ),
    "moves fail later": (
        rules(MOVES, f"assert self.total != 9, 'nine'\n        {MOVES}"),
        "rules.py: after 1 1 1 2 1 3, the rules fail in line 40 (AssertionError): nine.",
    ),
    "moves fail later, with a form": (
        [
            rules(MOVES, f"assert self.total != 9, 'nine'\n        {MOVES}"),
            (FORM, "", BLOCKS + "    def begun(self, state, text):\n        return None\n"),
        ],
        "rules.py: after 1 1 1 2 1 3, the rules fail in line 40 (AssertionError): nine.",
    ),
    "no name": (
        rules(NAMED, 'title = "Twenty-One"'),
        "rules.py: name is missing: use small letters, digits and hyphens, as in name = 'twenty-one'.",
    ),
    "a name in capitals": (
        rules(NAMED, 'name, title = "Twenty One", "Twenty-One"'),
        "rules.py: name is 'Twenty One': use small letters, digits and hyphens, as in name = 'twenty-one'.",
    ),
    "another name": (
        rules(NAMED, 'name, title = "twenty-two", "Twenty-One"'),
        "rules.py: name is 'twenty-two', but the game is listed as 'twenty-one': use one name for both.",
    ),
    "no title": (
        rules(NAMED, 'name = "twenty-one"'),
        "rules.py: title is missing: write the name as people read it, as in title = 'Twenty-One'.",
    ),
    "no aim": (
        rules(AIM, ""),
        "rules.py: aim is missing: say in one line of at most 60 characters what a player tries to do.",
    ),
    "two classes": (
        rules("class TwentyOne(", "class Other(State): ...\n\n\nclass TwentyOne("),
        "rules.py: cannot be used: somebody.rules must have one State class, but has 2.",
    ),
    "a syntax error": (
        rules("def moves", "dev moves"),
        "rules.py: cannot be used (SyntaxError): invalid syntax (rules.py, line 38).",
    ),
    "an import that fails": (
        rules("from typing", "import no_such_module\nfrom typing"),
        "rules.py: cannot be used in line 5 (ModuleNotFoundError): No module named 'no_such_module'.",
    ),
    "no Rules": (
        rules("    Rules = TwentyOneRules\n", ""),
        "rules.py: Rules is missing: make it a subclass of core.Rules with `numbers`.",
    ),
    "a number out of range": (
        rules("Range(21, 1, 1000)", "Range(0, 1, 1000)"),
        "rules.py: the usual target is 0, which is not in the range 1 to 1000.",
    ),
    "a range that is none": (
        rules("Range(21, 1, 1000)", "Range(21, 1, 'x')"),
        "rules.py: the range of target is Range(standard=21, least=1, most='x', most_to_play=None): "
        "use whole numbers, as in Range(21, 1, 1000).",
    ),
    "no range": (
        rules("Range(21, 1, 1000)", "21"),
        "rules.py: the range of target is 21: use whole numbers, as in Range(21, 1, 1000).",
    ),
    "start fails": (
        rules("return cls(rules or TwentyOneRules(), 0, 1)", "return 1 // 0"),
        "rules.py: start() fails in line 36 (ZeroDivisionError): integer division or modulo by zero.",
    ),
    "start forgets": (
        rules("cls(rules or TwentyOneRules(), 0, 1)", "cls(TwentyOneRules(target=9), 0, 1)"),
        "rules.py: start(rules) must keep the rules that it is given.",
    ),
    "Player 2 begins": (
        rules("cls(rules or TwentyOneRules(), 0, 1)", "cls(rules or TwentyOneRules(), 0, 2)"),
        "rules.py: start() must return a game that is not over, with Player 1 to move.",
    ),
    "a variant that is none": (
        rules(AIM, AIM + '\n    house_variants = {"tall=9": "tall"}'),
        "rules.py: house_variants names 'tall=9', which cannot be set up: 'tall=9' is not "
        "understood. Write key=value (rules: target, largest; position: total, turn).",
    ),
    "a variant that also says what is as usual": (
        rules(AIM, AIM + '\n    house_variants = {"target=9 largest=3": "short"}'),
        "rules.py: house_variants names 'target=9 largest=3': write only what differs from the usual game, "
        "'target=9'.",
    ),
    "variants in a list": (
        rules(AIM, AIM + '\n    house_variants = ["target=9"]'),
        "rules.py: house_variants must be a dictionary, as in {'target=50': 'a longer race'}.",
    ),
    "favoured where": (
        rules('favoured = {"":', 'favoured = {"tall=9":'),
        "rules.py: favoured names 'tall=9', which cannot be set up: 'tall=9' is not "
        "understood. Write key=value (rules: target, largest; position: total, turn).",
    ),
    "a winning side that is no player": (
        rules('winning_side = {"": 1}', 'winning_side = {"": "Player 1"}'),
        "rules.py: winning_side must be a dictionary, as in {'': 1}.",
    ),
    "a text without title": (
        ("text.md", "# Twenty-One", "Twenty-One"),
        "text.md: must begin with the line '# Twenty-One' and have a section '## Aim'.",
    ),
    "a proof without a title": (
        ("why.md", "", "**Player 1 wins.**\n"),
        "why.md: must begin with a line such as '# Why Player 1 wins'.",
    ),
    "a proof without its picture": (
        ("why.md", "", "# Why Player 1 wins\n\n![Totals](totals.svg)\n"),
        "why.md: shows totals.svg, but there is no such SVG file in the folder.",
    ),
    "no default form": (
        [
            rules("    total: int\n", "    total: int\n    seen: frozenset[int]\n"),
            rules("TwentyOneRules(), 0, 1)", "TwentyOneRules(), 0, frozenset(), 1)"),
            rules("self.total + number,", "self.total + number, self.seen | {number},"),
            facts("{'total': state.total}"),
        ],
        "form.py: fails: Twenty-One: the type of the field seen cannot be written as "
        "key=value. Make it an int, a bool, a str or a tuple of ints, or add a form.py.",
    ),
    "no default facts": (
        [
            rules("    total: int\n", "    total: int\n    seen: frozenset[int]\n"),
            rules("TwentyOneRules(), 0, 1)", "TwentyOneRules(), 0, frozenset(), 1)"),
            rules("self.total + number,", "self.total + number, self.seen | {number},"),
            (FORM, "", SEEN),
        ],
        "facts.py: facts() holds a frozenset, which is not JSON: use numbers, strings, True, False, "
        "None, lists and dictionaries. The folder has no facts.py: add one, or fix rules.py.",
    ),
    "a field named like a rule": (
        [rules("    total: int\n", "    largest: int\n"), rules("self.total", "self.largest")],
        "form.py: cannot be used: In Twenty-One a field and a rule are both named largest: "
        "rename one of them, or add a form.py.",
    ),
    "a text without aim": (
        ("text.md", "## Aim", "## Goal"),
        "text.md: must begin with the line '# Twenty-One' and have a section '## Aim'.",
    ),
    "a form that does not round-trip": (
        (FORM, "", BLOCKS + "    def write(self, state):\n        return {'total': 0, 'turn': state.turn}\n"),
        "form.py: 'twenty-one total=0 turn=2' does not read back as the same position.",
    ),
    "a form that reads nothing": (
        (FORM, "", BLOCKS + "    def read(self, rules, words):\n        raise blocks.NotationError('No.')\n"),
        "form.py: 'twenty-one total=0 turn=1' does not read back as the same position (No.).",
    ),
    "a form that reads no move": (
        (FORM, "", BLOCKS + "    def parse(self, state, text):\n        return None\n"),
        "form.py: parse() does not read the move '1' at 'twenty-one total=0 turn=1'.",
    ),
    "a form that asks nothing": (
        (FORM, "", BLOCKS + "    def asked(self, state):\n        return ''\n"),
        "form.py: asked() must say what to type, as in 'a number from 1 to 3'.",
    ),
    "a form that fails": (
        (FORM, "", BLOCKS + "    def write(self, state):\n        return 1 / 0\n"),
        "form.py: fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "keys of both": (
        (FORM, "", BLOCKS + "    keys = ('total', 'turn', 'largest')\n"),
        "form.py: a position and the rules share the key 'largest': rename one of them.",
    ),
    "a set of facts": (
        facts("{'total': {state.total}}"),
        "facts.py: facts() holds a set, which is not JSON: use numbers, strings, True, False, None, "
        "lists and dictionaries.",
    ),
    "NaN": (
        facts("{'total': float('nan')}"),
        "facts.py: facts() holds nan, which is not JSON: use numbers, strings, True, False, None, "
        "lists and dictionaries.",
    ),
    "infinity": (
        facts("{'total': [float('inf')]}"),
        "facts.py: facts() holds inf, which is not JSON: use numbers, strings, True, False, None, "
        "lists and dictionaries.",
    ),
    "names that are numbers": (
        facts("{'total': {1: 2}}"),
        "facts.py: facts() holds the key 1, which is not JSON: use numbers, strings, True, False, "
        "None, lists and dictionaries.",
    ),
    "facts that fail": (
        facts("{'total': state.sum}"),
        "facts.py: facts() fails in line 2 (AttributeError): 'TwentyOne' object has no attribute 'sum'.",
    ),
    "facts in a list": (facts("[1]"), "facts.py: facts() fails (TypeError): 'list' object is not a mapping."),
    "a wide board": (
        (TERMINAL, "", "def board(facts, width):\n    return [[('x' * 50, '')]]\n"),
        "terminal.py: board() draws 50 columns where only 36 fit.",
    ),
    "a style": (
        (TERMINAL, "", "def board(facts, width):\n    return [[('x', 'pink')]]\n"),
        "terminal.py: board() uses the unknown style 'pink': use '', 'quiet', 'mark', 'one', 'two', 'now'.",
    ),
    "a board that fails": (
        (TERMINAL, "", "def board(facts, width):\n    return facts['sum']\n"),
        "terminal.py: board() fails in line 2 (KeyError): 'sum'.",
    ),
    "a dialogue that fails": (
        (TERMINAL, "", SAYING + "    def moved(self, before, after, move):\n        return 1 / 0\n"),
        "terminal.py: the Dialogue fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a dialogue that fails aside": (
        (TERMINAL, "", SAYING + "    def refused(self, state, move, reason):\n        return 1 / 0\n"),
        "terminal.py: the Dialogue fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a dialogue of numbers": (
        (TERMINAL, "", SAYING + "    def standing(self, state):\n        return [1]\n"),
        "terminal.py: the Dialogue says 1: return lists of strings.",
    ),
    **{
        f"a text from {method}": (
            (TERMINAL, "", SAYING + f"    def {method}(self, *about):\n        return 'Hello.'\n"),
            f"terminal.py: {method}() must return a list of lines, not a string.",
        )
        for method in ("opening", "standing", "turn", "again", "moved", "refused", "won", "prompts")
    },
    "a dialogue that says nothing": (
        (TERMINAL, "", SAYING + "    def moved(self, before, after, move):\n        print('Hello.')\n"),
        "terminal.py: moved() must return a list of lines, not None.",
    ),
    "a reason that is a text": (
        (WORDS, "", TELLING + "    def reason(self, state, analysis, choice):\n        return 'Just so.'\n"),
        "words.py: reason() must return a Reason: "
        "use Reason(sentence, line) from primeparlor.coach.language.phrases.",
    ),
    "words that fail": (
        (WORDS, "", TELLING + "    def why(self, state, analysis):\n        return 1 / 0\n"),
        "words.py: the Words fail in line 5 (ZeroDivisionError): division by zero.",
    ),
    "words that say nothing": (
        (WORDS, "", TELLING + "    def why(self, state, analysis):\n        return 'just so'\n"),
        "words.py: 'just so' is not a sentence: start with a capital or a number, and end with a full stop.",
    ),
    "words that are none": (
        (WORDS, "", TELLING + "    def kind(self, state, analysis, kept):\n        return None\n"),
        "words.py: None is not a sentence: start with a capital or a number, and end with a full stop.",
    ),
    "words for what was missed that say nothing": (
        (WORDS, "", TELLING + "    def missed(self, state, analysis):\n        return 'a win'\n"),
        "words.py: 'a win' is not a sentence: start with a capital or a number, and end with a full stop.",
    ),
    "a move without words": (
        (WORDS, "", TELLING + "    def brief(self, state, move):\n        return move\n"),
        "words.py: brief() must tell what was played, not 1.",
    ),
    "an illegal choice": (
        (HABITS, "", CHOOSING + "    def choose(self, level, state, moves, random):\n        return 7\n"),
        "habits.py: beginner chooses 7 at 'twenty-one total=0 turn=1', where it is not legal.",
    ),
    "a choice that fails": (
        (
            HABITS,
            "",
            CHOOSING + "    def choose(self, level, state, moves, random):\n        return moves[9]\n",
        ),
        "habits.py: beginner fails in line 5 (IndexError): tuple index out of range.",
    ),
    "too many numbers": (
        (
            TENSOR,
            "",
            ENCODING
            + "    def encode(self, state, player):\n        return [*super().encode(state, player), 0.0]\n",
        ),
        "tensor.py: blocks() name 4 numbers, but encode() gives 5.",
    ),
    "numbers beyond 1": (
        (
            TENSOR,
            "",
            ENCODING + "    def encode(self, state, player):\n"
            "        return [1.0, float(player == 1), float(state.turn == 1), float(state.total)]\n",
        ),
        "tensor.py: 'total' is 2.0 at 'twenty-one total=2 turn=2': use a float from 0 to 1.",
    ),
    "numbers that do not tell positions apart": (
        (TENSOR, "", ENCODING + "    def encode(self, state, player):\n        return [1.0] * 4\n"),
        "tensor.py: 'twenty-one total=0 turn=1' and 'twenty-one total=2 turn=2' "
        "give Player 1 the same numbers.",
    ),
    "numbers that vary": (
        (
            TENSOR,
            "",
            "import itertools\n" + ENCODING + "    count = itertools.count(1)\n\n"
            "    def encode(self, state, player):\n        return [1 / next(self.count)] * 4\n",
        ),
        "tensor.py: encode() gave different answers when called twice at 'twenty-one total=0 turn=1'.",
    ),
    "numbers of one name": (
        (
            TENSOR,
            "",
            ENCODING
            + "    def blocks(self, rules):\n        return (*super().blocks(rules)[:-1], tensor.TURN)\n\n"
            "    def encode(self, state, player):\n        return [*super().encode(state, player), 0.0]\n",
        ),
        "tensor.py: blocks() give two numbers one name: each needs its own.",
    ),
    "numbers that fail": (
        (TENSOR, "", ENCODING + "    def encode(self, state, player):\n        return 1 / 0\n"),
        "tensor.py: fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "rows that miss a move": (
        (
            SOLVER,
            "",
            SOLVING + "    def analyse(self, state, progress=None, exact=False):\n"
            "        found = super().analyse(state, progress, exact)\n"
            "        return found._replace(moves=found.moves[1:])\n",
        ),
        "solver.py: analyse() must have a row for every move, in the order of moves().",
    ),
    "a solver that fails": (
        (
            SOLVER,
            "",
            SOLVING + "    def analyse(self, state, progress=None, exact=False):\n        return 1 / 0\n",
        ),
        "solver.py: analyse() fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a solver that fails whole": (
        (
            SOLVER,
            "",
            SOLVING + "    def solve(self, rules, progress=None, memory=None):\n        return 1 / 0\n",
        ),
        "solver.py: solve() fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a dialogue of another name": (
        (TERMINAL, "", SAYING.replace("class Dialogue", "class Dialog") + "    pass\n"),
        "terminal.py: has neither a Dialogue nor a board: should Dialog be called Dialogue?",
    ),
    "a dialogue of another name beside a board": (
        (
            TERMINAL,
            "",
            SAYING.replace("class Dialogue", "class Dialog") + "    pass\n\n"
            "def board(facts, width):\n    return [[('x', '')]]\n",
        ),
        "terminal.py: Should Dialog be called Dialogue?",
    ),
    "a terminal that brings nothing": (
        (
            TERMINAL,
            "",
            "from primeparlor.terminal.drawing.dialogue_base import Dialogue\n"
            "from primeparlor.terminal.drawing.lines import board\n",
        ),
        "terminal.py: has neither a Dialogue nor a board: add one, or remove the file.",
    ),
    "a picture that fails": (
        (SCREEN, "", DRAWING + "    def paint(self, c, facts, view):\n        c.put(0, 0, facts['sum'])\n"),
        "screen.py: the Board fails in line 6 (KeyError): 'sum'.",
    ),
    "a picture for home that fails": (
        (SCREEN, "", DRAWING + "    def art(self, c):\n        1 / 0\n"),
        "screen.py: art() fails in line 6 (ZeroDivisionError): division by zero.",
    ),
    "a sign without another in ASCII": (
        (SCREEN, "", DRAWING + "    def paint(self, c, facts, view):\n        c.put(0, 0, '♜')\n"),
        "screen.py: paint() uses '♜', for which there is no sign in ASCII.",
    ),
    "keys that are no keys": (
        (SCREEN, "", DRAWING + "    def keys(self, facts, view):\n        return ['1']\n"),
        "screen.py: keys() gives '1': use Key, from primeparlor.terminal.drawing.board.",
    ),
    "a key that does nothing": (
        (SCREEN, "", DRAWING + "    def keys(self, facts, view):\n        return [Key('x', 'X')]\n"),
        "screen.py: press() gives None for the key 'x' that keys() shows.",
    ),
    "a key that makes no move": (
        (SCREEN, "", DRAWING + "    def press(self, facts, view, key):\n        return Press(move='x')\n"),
        "screen.py: the key '1' makes the move 'x', which is none.",
    ),
    "a message that is a text": (
        (WORDS, "", MESSAGES + "    def moved(self, before, after, move, seats):\n        return 'Hello.'\n"),
        "words.py: moved() must give a Said, not 'Hello.'.",
    ),
    "an empty message": (
        (WORDS, "", MESSAGES + "    def result(self, state, outcome, seats):\n        return Said('')\n"),
        "words.py: result() says nothing.",
    ),
    "a message that is no sentence": (
        (WORDS, "", MESSAGES + "    def task(self, facts, extra):\n        return 'go on'\n"),
        "words.py: task() says 'go on', which is no sentence: "
        "begin with a capital or a number, and end with a full stop.",
    ),
    "a row that is a text": (
        (WORDS, "", MESSAGES + "    def row(self, before, after, move):\n        return 'x'\n"),
        "words.py: row() must give a Row, not 'x'.",
    ),
    "a listing that is a text": (
        (SCREEN, "", DRAWING + "    def listing(self, facts):\n        return 'x'\n"),
        "screen.py: listing() must give a Listing, not 'x'.",
    ),
    "a screen without a board": (
        (SCREEN, "", "class Bord:\n    pass\n"),
        "screen.py: has no Board: should Bord be called Board?",
    ),
    "a board that is no function": ((TERMINAL, "", "board = 1\n"), "terminal.py: board must be a function."),
    "facts of another name": (
        (FACTS, "", "def fact(state, line):\n    return {}\n"),
        "facts.py: has no facts(): should fact be called facts?",
    ),
    "words of another name": (
        (WORDS, "", "from primeparlor.coach.language.words import Words\n\nclass Word(Words):\n    pass\n"),
        "words.py: has neither Words nor Messages: should Word be called Words?",
    ),
    "a method of another name": (
        (TERMINAL, "", SAYING + "    def openning(self, start):\n        return ['Hello.']\n"),
        "terminal.py: Dialogue.openning overrides nothing: did you mean opening?",
    ),
    **{
        f"a {name} that derives from nothing": (
            (file, "", f"class {name}:\n    def __init__(self, game):\n        pass\n"),
            f"{file}: derive {name} from primeparlor.{default}.{name}.",
        )
        for file, name, default in (
            (FORM, "Form", "notation.blocks"),
            (TERMINAL, "Dialogue", "terminal.drawing.dialogue_base"),
            (WORDS, "Words", "coach.language.words"),
            (SOLVER, "Solver", "solve.solver"),
            (HABITS, "Habits", "coach.levels"),
            (TENSOR, "Tensor", "tensors.tensor"),
        )
    },
    "a form that cannot be imported": (
        (FORM, "", "import no_such_module\n"),
        "form.py: cannot be imported in line 1 (ModuleNotFoundError): No module named 'no_such_module'.",
    ),
    "words that leave": (
        (WORDS, "", "raise SystemExit('bye')\n"),
        "words.py: cannot be imported in line 1 (SystemExit): bye.",
    ),
    "a false winning side": (
        rules('winning_side = {"": 1}', 'winning_side = {"": 2}'),
        "rules.py: winning_side names Player 2, but Player 1 wins in the usual game.",
    ),
    "a reason that is a sentence": (
        rules('f"reached {self.rules.target}"', 'f"Reached {self.rules.target}."'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason 'Reached 21.' does not fit: write at most 60 "
        "characters in one line, with a small letter first and no full stop, as in 'reached 21'.",
    ),
    "a reason that names no deed": (
        rules('f"reached {self.rules.target}", winner', '"no number left", self.turn'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason 'no number left' does not fit its sentence, "
        "'Player 1 wins: Player 2 no number left.': say what that player did.",
    ),
    "words in a file of another name": (
        ("word.py", "", "# nothing\n"),
        "word.py: is not looked for: should it be called words.py?",
    ),
    "a page of another name": (
        ("pages.js", "", "export default 5;\n"),
        "pages.js: is not looked for: should it be called page.js?",
    ),
    "a solver for the browser": (
        ("solver.js", "", "export default 5;\n"),
        "solver.js: is not looked for: should it be called solver.py?",
    ),
    "rules in capitals": (
        ("Words.py", "", "# nothing\n"),
        "Words.py: is not looked for: should it be called words.py?",
    ),
    "a style sheet of another name": (
        ("pages.css", "", "p {}\n"),
        "pages.css: is not looked for: should it be called page.css?",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_fault_is_named(made: Maker, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        board_checks, "ASKED", 6
    )  # to paint more takes long, and our games are asked about more
    changes, sentence = BAD[what]
    found = faults(made("twenty-one", *(changes if isinstance(changes, list) else [changes])), "twenty-one")
    assert found == [sentence]


PAGE = 'import Board from "/static/board/board.js";\n'


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("page.js", f"{PAGE}export default class extends Board {{}}\n", None),
        ("page.js", "export default class {}\n", "must be a class that extends"),
        ("page.js", f"{PAGE}export default class extends Board {{\n", "cannot be loaded (SyntaxError): "),
        ("page.js", f"{PAGE}import './none.js';\n", "cannot be loaded (Error): "),
        ("page.js", f"{PAGE}export default class extends Board {{ a = no.b }}\n", "(ReferenceError): no "),
        ("art.js", "export default () => null;\n", None),
        ("art.js", "export default 5;\n", "must be a function."),
    ],
)
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_what_is_for_the_browser_is_loaded_in_node(
    made: Maker, file: str, text: str, fault: str | None
) -> None:
    folder = made("twenty-one", (file, "", text))
    found, there = Faults(), folder_checks.check_scripts
    assert there(folder, found) is None
    assert [one.file for one in found.found] == ([file] if fault else [])
    assert not fault or fault in found.found[0].sentence


@pytest.mark.parametrize("node", [None, "/bin/false"])
def test_without_node_it_is_said(made: Maker, monkeypatch: pytest.MonkeyPatch, node: str | None) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: node)
    report = conformance.check_game(made("twenty-one", ("page.js", "", "nonsense")), "twenty-one")
    assert (report.faults, report.brings) == ((), ("page.js",))
    assert format_report("twenty-one", "somebody", report)[-1] == (
        "page.js could not be tried: that needs Node.js 20 or newer."
    )


def test_a_missing_text_is_named(made: Maker, tmp_path: Path) -> None:
    folder = made("twenty-one")
    (tmp_path / "somebody" / "text.md").unlink()
    assert faults(folder, "twenty-one") == [
        "text.md: cannot be read: Twenty-One has no text.md next to its rules.py."
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            rules("return self.rules.outcomes if", "return (*self.rules.outcomes, 7) if"),
            "rules.py: chances() lists 7, which is not in rules.outcomes.",
        ),
        (
            rules(
                "return self.rules.outcomes if",
                "import random\n\n        return (random.choice(self.rules.outcomes),) if",
            ),
            "rules.py: at the start, chances() gave different answers when called twice: "
            "list every outcome, do not draw one.",
        ),
        (
            rules("self.actions = (ROLL, HOLD)", "self.actions = (ROLL,)"),
            "rules.py: moves() lists 'hold', which is not in rules.actions.",
        ),
        (
            rules(
                "        if self.rolling:\n",
                "        assert self[1:3] != (19, 19), 'close'\n        if self.rolling:\n",
            ),
            "rules.py: solve() fails in line 59 (AssertionError): close.",
        ),
        (
            rules("target=10 sides=2", "sides=500"),
            "rules.py: house_variants names 'sides=500', which cannot be set up: "
            "sides must be a whole number from 2 to 20.",
        ),
        (
            (
                TERMINAL,
                'return [f"That is enough: {before.score} + {before.points} points are held.", ""]',
                "return ''",
            ),
            "terminal.py: forced() must return a list of lines, not a string.",
        ),
        (
            (
                TERMINAL,
                "if outcome == 1:",
                "if outcome == 2:\n            return 'Two.'\n        if outcome == 1:",
            ),
            "terminal.py: fate() must return a list of lines, not a string.",
        ),
        (
            (TERMINAL, 'facts["scores"]', 'facts["score"]'),
            "terminal.py: board() fails in line 52 (KeyError): 'score'.",
        ),
    ],
    ids=["outcomes", "drawn", "actions", "far", "variant", "forced", "fate", "board"],
)
def test_a_fault_is_named_where_fate_acts(made: Maker, change: Change, sentence: str) -> None:
    assert faults(made("pig", change), "pig") == [sentence]


def test_several_faults_are_named_in_one_report(made: Maker, tmp_path: Path) -> None:
    folder = made(
        "pig",
        rules('aim = "roll, and hold in time; a 1 ends your turn"', ""),
        rules("target=10 sides=2", "sides=500"),
        ("text.md", "## Aim", "## Goal"),
        (FORM, "", BLOCKS + "    def parse(self, state, text):\n        return None\n"),
        (TERMINAL, "{outcome}.", "{rolled}."),
        (TERMINAL, '"At risk:', '"At risk for the player whose turn it is:'),
        (WORDS, "from .rules", "from .laws"),
    )
    report = conformance.check_game(folder, "pork")
    assert not report.complete
    assert format_report("pork", "somebody", report) == [
        "pork (somebody): 8 things to fix.",
        "  words.py     cannot be imported in line 11 (ModuleNotFoundError): "
        "No module named 'somebody.laws'.",
        "  rules.py     aim is missing: say in one line of at most 60 characters what a player tries to do.",
        "  rules.py     name is 'pig', but the game is listed as 'pork': use one name for both.",
        "  text.md      must begin with the line '# Pig' and have a section '## Aim'.",
        "  form.py      parse() does not read the move '1' at 'pig one=0 two=0 points=0 rolling=yes turn=1'.",
        "  rules.py     house_variants names 'sides=500', which cannot be set up: "
        "sides must be a whole number from 2 to 20.",
        "  terminal.py  board() draws 42 columns where only 36 fit.",
        "  terminal.py  the Dialogue fails in line 32 (NameError): name 'rolled' is not defined.",
        "Then check again: some checks have to wait until these are fixed.",
    ]
    assert conformance.check_game(folder, "pork") == report, "the check leaves a folder as it was"

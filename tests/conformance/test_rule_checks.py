"""The conformance check names what is wrong in the rules of a game."""

from __future__ import annotations

import pytest

from primeparlor import conformance
from primeparlor.conformance import rule_checks
from support.faults import (
    AFTER,
    AIM,
    BLOCKS,
    BOX,
    FORM,
    MOVES,
    NAMED,
    TERMINAL,
    Bad,
    Finder,
    Maker,
    faults,
    rules,
)
from support.game_folders import Change

# One change to Twenty-One each, and the one fault that the check names.
BAD: Bad = {
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
    "a float in the state": (
        rules("self.total + number,", "self.total + number / 2,"),
        "rules.py: after 2, the field total is 1.0: use a whole number, a boolean, a word, None, or a tuple "
        "of these.",
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
    "a false winning side": (
        rules('winning_side = {"": 1}', 'winning_side = {"": 2}'),
        "rules.py: winning_side names Player 2, but Player 1 wins in the usual game.",
    ),
    "no end": (
        rules("self.total + number, OTHER", "self.total % 9, OTHER"),
        "rules.py: nobody can force an end, and no game at random came to one: can it end?",
    ),
    "too many moves": (
        rules("tuple(range(1, min(self.rules.largest, room) + 1))", "tuple(range(1, 1002))"),
        "rules.py: at the start, moves() lists 1,001 moves: a position may have at most 1,000.",
    ),
    "a reason that is empty": (
        rules('f"reached {self.rules.target}"', '""'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason '' does not fit: write at most 60 "
        "characters in one line, with a small letter first and no full stop, as in 'reached 21'.",
    ),
    "a reason that is a sentence": (
        rules('f"reached {self.rules.target}"', 'f"Reached {self.rules.target}."'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason 'Reached 21.' does not fit: write at most 60 "
        "characters in one line, with a small letter first and no full stop, as in 'reached 21'.",
    ),
    "a reason that is a clause": (
        rules('f"reached {self.rules.target}"', '"everybody is happy"'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason 'everybody is happy' does not fit its sentence, "
        "'Player 1 wins: everybody is happy.': say what that player did.",
    ),
    "a reason that names no deed": (
        rules('f"reached {self.rules.target}", winner', '"no number left", self.turn'),
        "rules.py: after 2 2 1 2 3 2 2 2 2 2 1, the reason 'no number left' does not fit its sentence, "
        "'Player 1 wins: Player 2 no number left.': say what that player did.",
    ),
}


@pytest.mark.parametrize("deed", ["sank", "overthrew", "reached"])
def test_a_reason_may_begin_with_any_verb_in_the_past(found: Finder, deed: str) -> None:
    change = rules('f"reached {self.rules.target}", winner', f'"{deed} the boat", self.turn')
    assert found(change) == []


@pytest.mark.parametrize("what", BAD)
def test_a_fault_in_the_rules_is_named(found: Finder, what: str) -> None:
    changes, sentence = BAD[what]
    assert found(changes) == [sentence]


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


# Rungs -----------------------------------------------------------------------------------------

RUNG = '{"variant": "", "side": 1, "level": "club", "kind": "win", "need": 1}'


def test_a_game_with_its_rungs_passes(made: Maker) -> None:
    report = conformance.check_game(made("twenty-one", ("rungs.json", "", f'{{"rungs": [{RUNG}]}}')))
    assert (report.faults, report.brings) == ((), ("rungs.json",))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "cannot be read (JSONDecodeError): "),
        ('{"rungs": []}', "has 0 rungs: a ladder has 1 to 10."),
        (
            f'{{"rungs": [{RUNG.replace("club", "random")}]}}',
            "cannot be read (ValueError): rung 1 makes no sense",
        ),
        (
            '{"rungs": [{"variant": "", "level": "club"}]}',
            "cannot be read (ValueError): rung 1 has no side, kind or need",
        ),
        (f'{{"rungs": [{RUNG.replace(": 1", ": 2", 1)}]}}', "rung 1 cannot be won: winning_side says"),
        (f'{{"rungs": [{RUNG}], "badges": [{RUNG.replace(": 1", ": 2", 1)}]}}', "the badge '' cannot be won"),
        (f'{{"rungs": [{RUNG.replace(chr(34) * 2, chr(34) + "target=x" + chr(34))}]}}', "cannot be read: "),
    ],
)
def test_rungs_that_cannot_be_used_are_named(made: Maker, text: str, told: str) -> None:
    [fault] = faults(made("twenty-one", ("rungs.json", "", text)), "twenty-one")
    assert fault.startswith(f"rungs.json: {told}")

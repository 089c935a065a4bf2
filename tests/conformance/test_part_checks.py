"""The conformance check names what is wrong in how a game is written, encoded, solved and explained."""

from __future__ import annotations

import pytest

from support.faults import (
    BLOCKS,
    CHOOSING,
    ENCODING,
    FORM,
    HABITS,
    MESSAGES,
    SEEN,
    SOLVER,
    SOLVING,
    TELLING,
    TENSOR,
    WORDS,
    Bad,
    Finder,
    facts,
    rules,
)

# One change to Twenty-One each, and the one fault that the check names.
BAD: Bad = {
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
}


@pytest.mark.parametrize("what", BAD)
def test_a_fault_in_a_part_is_named(found: Finder, what: str) -> None:
    changes, sentence = BAD[what]
    assert found(changes) == [sentence]

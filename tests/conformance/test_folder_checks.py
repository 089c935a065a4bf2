"""The conformance check names what is wrong with the files of a game's folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from primeparlor import conformance
from primeparlor.conformance import folder_checks
from primeparlor.conformance.command import format_report
from primeparlor.conformance.faults import Faults
from support.faults import (
    FACTS,
    FORM,
    HABITS,
    SAYING,
    SCREEN,
    SOLVER,
    TENSOR,
    TERMINAL,
    WORDS,
    Bad,
    Finder,
    Maker,
    faults,
)

# One change to Twenty-One each, and the one fault that the check names.
BAD: Bad = {
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
    "a text without aim": (
        ("text.md", "## Aim", "## Goal"),
        "text.md: must begin with the line '# Twenty-One' and have a section '## Aim'.",
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
def test_a_fault_in_a_folder_is_named(found: Finder, what: str) -> None:
    changes, sentence = BAD[what]
    assert found(changes) == [sentence]


def test_a_proof_that_is_no_text_is_named(made: Maker, tmp_path: Path) -> None:
    folder = made("twenty-one")
    (tmp_path / "somebody" / "why.md").write_bytes(b"# Why \xff")
    [fault] = faults(folder, "twenty-one")
    assert fault.startswith("why.md: cannot be read (UnicodeDecodeError): ")


def test_a_missing_text_is_named(made: Maker, tmp_path: Path) -> None:
    folder = made("twenty-one")
    (tmp_path / "somebody" / "text.md").unlink()
    assert faults(folder, "twenty-one") == [
        "text.md: cannot be read: Twenty-One has no text.md next to its rules.py."
    ]


# What is for the browser ---------------------------------------------------------------------------

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
    assert there(folder, found) == f"{file} was loaded, {folder_checks.UNPAINTED}"
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

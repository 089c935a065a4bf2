"""The conformance check: our games pass it, and it reports everything that is wrong in one's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor import conformance
from primeparlor.conformance.command import format_report
from primeparlor.games import GAMES
from support.faults import (
    BLOCKS,
    FORM,
    TERMINAL,
    WORDS,
    Maker,
    faults,
    rules,
)


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


@pytest.mark.parametrize("name", ["twenty-one", "pig"])
def test_the_examples_pass(made: Maker, name: str) -> None:
    report = conformance.check_game(made(name), name)
    assert report.faults == ()
    assert report.complete
    assert (report.brings, report.positions) == {
        "twenty-one": ((), 42),
        "pig": (("facts.py", "terminal.py", "words.py"), 16910),
    }[name]


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

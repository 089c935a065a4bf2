"""`parlor check-game`, games from broken packages, and a game too large to be solved."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from primeparlor.conformance import design_report
from primeparlor.games import GAMES, game
from primeparlor.match import Match, Resign
from primeparlor.solve import retrograde
from primeparlor.tables.table import Table
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.progress_bar import ProgressBar
from support.example_games import Pig
from support.game_folders import install, make
from support.terminal.command import OFFER, Result, parlor

RULES = "rules.py"
BILLION = [
    (RULES, '"twenty-one", "Twenty-One"', '"billion", "Billion"'),
    (RULES, "Range(21, 1, 1000)", "Range(10**9, 1, 10**9)"),
    (
        RULES,
        "    largest: int\n",
        "    largest: int\n\n    def prepare(self):\n        self.actions = 1, 2, 3\n",
    ),
    ("text.md", "# Twenty-One", "# Billion"),
]
TOO_LARGE = (
    "Play can go on for more than 1,000 moves: Billion is too large to solve exactly from here. "
    "The levels up to expert still play it."
)
UNKNOWN_WORTH = "  What that is worth is not known: Billion is too large to solve from there.\n"
DESIGN = """
Who wins: Player 1 wins with perfect play.
In 100 games of the levels against themselves: 11.1 moves each (8 to 15), 2.9 choices at a time.
  won by    Player 1  Player 2
  beginner         9        11
  casual           9        11
  club             9        11
  expert          12         8
  perfect         20         0
"""
LEFT_OUT = "parlor: The game 'twenty-one' from the package somebody is left out: "
Change = tuple[str, str, str]
Bring = Callable[..., None]


@pytest.fixture(name="bring")
def bringing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Installs a package that brings a game made from Twenty-One, with changes."""
    monkeypatch.setattr(game, "_folders", dict(game._folders))
    monkeypatch.setattr(GAMES, "_others", None)
    monkeypatch.syspath_prepend(tmp_path / "site")

    def bring(*changes: Change, name: str = "twenty-one") -> None:
        make(tmp_path / "site" / "somebody", "twenty-one", *changes)
        install(tmp_path / "site", name, "somebody")

    yield bring
    for module in [module for module in sys.modules if module.partition(".")[0] == "somebody"]:
        del sys.modules[module]


# The command -----------------------------------------------------------------------------------


def test_a_sound_game(bring: Bring, tmp_path: Path) -> None:
    bring()
    assert parlor(tmp_path, "check-game", "twenty-one") == Result(
        0,
        "twenty-one (somebody): nothing to fix.\n"
        "It has rules.py, text.md; everything else is the default.\n"
        f"42 positions, solved exactly.\n{DESIGN}",
        "",
    )


def test_lines_to_paste(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, '    winning_side = {"": 1}\n', ""), (RULES, "    favoured =", "    _ ="))
    assert parlor(tmp_path, "check-game", "twenty-one").out.endswith(
        "\n\nTo paste into the class TwentyOne, once you agree:\n"
        '    winning_side = {"": 1}\n'
        '    favoured = {"": "Player 1 wins with perfect play."}\n'
    )


def test_a_package_is_checked_by_its_name_too(bring: Bring, tmp_path: Path) -> None:
    bring()
    assert parlor(tmp_path, "check-game", "somebody").out.startswith(
        "twenty-one (somebody): nothing to fix.\n"
    )


def test_part_of_a_name_will_do(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "check-game", "duel")
    assert (code, err) == (0, "")
    lines = [line for line in out.splitlines() if "a browser" not in line]  # told where there is Node
    assert lines[:5] == [
        "prime-duel (primeparlor.games.prime_duel): nothing to fix.",
        "It has rules.py, text.md, why.md, rungs.json, form.py, facts.py, terminal.py, screen.py, words.py, "
        "solver.py, habits.py, tensor.py, page.js, page.css, art.js.",
        "Too large to solve in this check.",
        "",
        "Who wins: Too large to solve in this check.",
    ]


def test_part_of_the_name_of_a_game_that_a_package_brings(bring: Bring, tmp_path: Path) -> None:
    bring()
    assert parlor(tmp_path, "check-game", "twenty").out.startswith("twenty-one (somebody): nothing to fix.\n")


def test_a_broken_game(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, 'favoured = {"":', 'favoured = {"tall=9":'), ("text.md", "# Twenty-One", "# Twenty"))
    assert parlor(tmp_path, "check-game", "twenty-one") == Result(
        1,
        "twenty-one (somebody): 2 things to fix.\n"
        "  text.md   must begin with the line '# Twenty-One' and have a section '## Aim'.\n"
        "  rules.py  favoured names 'tall=9', which cannot be set up: 'tall=9' is not understood. "
        "Write key=value (rules: target, largest; position: total, turn).\n"
        "Then check again: some checks have to wait until these are fixed.\n",
        "",
    )


def test_a_game_that_cannot_even_be_imported(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, "def moves", "dev moves"))
    assert parlor(tmp_path, "check-game", "twenty-one") == Result(
        1,
        "twenty-one (somebody): 1 thing to fix.\n"
        "  rules.py  cannot be used (SyntaxError): invalid syntax (rules.py, line 38).\n"
        "Then check again: some checks have to wait until these are fixed.\n",
        "",
    )


def test_a_name_that_is_taken(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, '"twenty-one", "Twenty-One"', '"climb", "Twenty-One"'), name="climb")
    code, out, _ = parlor(tmp_path, "check-game", "climb")
    assert code == 1
    assert (
        "  rules.py  the name 'climb' is taken by the game 'prime-climb' of the house: choose another.\n"
        in out
    )
    assert parlor(tmp_path, "play", "climb").out.count("Prime Climb") > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Which game? The games are: nonprime-addition, "),
        (["chess"], "There is no game 'chess'. The games are: nonprime-addition, "),
        (["addition"], "'addition' could be nonprime-addition or pocket-addition: type more of the name."),
    ],
)
def test_a_game_that_is_not_there(words: list[str], sentence: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "check-game", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"parlor: {sentence}")
    assert err.count("\n") == 1


def test_as_json(bring: Bring, tmp_path: Path) -> None:
    bring()
    sound = json.loads(parlor(tmp_path, "check-game", "twenty-one", "--json").out)
    design = sound.pop("design")
    rest = {"faults": [], "brings": [], "positions": 42, "complete": True, "note": None}
    assert sound == {"game": "twenty-one", **rest}
    assert (design["winning_side"], design["value"], design["games"]) == (1, 1.0, 100)
    assert design["levels"]["perfect"] == [20, 0]


def test_faults_as_json(bring: Bring, tmp_path: Path) -> None:
    bring(("words.py", "", "import no_such_module\n"))
    code, out, _ = parlor(tmp_path, "check-game", "twenty-one", "--json")
    sentence = "cannot be imported in line 1 (ModuleNotFoundError): No module named 'no_such_module'."
    assert code == 1
    assert json.loads(out) == {
        "game": "twenty-one",
        "faults": [{"file": "words.py", "sentence": sentence}],
        "brings": ["words.py"],
        "positions": None,
        "complete": False,
        "note": None,
        "design": None,
    }


# A broken package does no harm -------------------------------------------------------------------

BROKEN: dict[str, tuple[Change, str]] = {
    "a syntax error": ((RULES, "def moves", "dev moves"), f"{LEFT_OUT}invalid syntax (rules.py, line 38).\n"),
    "no aim": (
        (RULES, 'aim = "add 1, 2 or 3; make the total 21"', ""),
        f"{LEFT_OUT}type object 'TwentyOne' has no attribute 'aim'.\n",
    ),
    "no start": (
        (RULES, "return cls(rules or TwentyOneRules(), 0, 1)", "return 1 // 0"),
        f"{LEFT_OUT}integer division or modulo by zero.\n",
    ),
    "a form": (
        ("form.py", "", "import no_such_module\n"),
        "parlor: The form.py of the game 'twenty-one' is left out: No module named 'no_such_module'. "
        "Run 'parlor check-game twenty-one' for more.\n",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_package_breaks_nothing_else(bring: Bring, tmp_path: Path, what: str) -> None:
    change, warning = BROKEN[what]
    bring(change)
    assert parlor(tmp_path, "play", "prime-climb", typed="4\n").err.startswith("Saved. Resume it with: ")
    told = []
    for words, shown in (
        (["games"], "prime-climb"),
        (["completion", "bash"], " prime-climb "),
        ([], "Prime Climb"),
    ):
        GAMES._others = None  # as in a fresh process
        game._folders.pop("somebody", None)
        code, out, err = parlor(tmp_path, *words, typed="q\n")
        assert (code, shown in out, err in ("", warning)) == (0, True, True), (words, err)
        told.append(err)
    assert warning in told, "whoever lists all games is told which are left out"


def test_variants_that_make_no_sense_are_not_offered(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, "    favoured =", "    house_variants = {'tall=9': 'tall'}\n    favoured ="))
    code, out, err = parlor(tmp_path, typed="twenty-one\nb\nq\n")
    assert (code, "Which variant?" in out) == (0, False)
    assert err == (
        "parlor: The variants of Twenty-One are left out: 'tall=9' is not understood. "
        "Write key=value (rules: target, largest; position: total, turn).\n"
    )


FAILS = (
    "parlor: The game 'twenty-one' from the package somebody failed: integer division or modulo by zero. "
    "Run 'parlor check-game twenty-one' for more.\n"
)
TELLING = "from primeparlor.coach.language import words\n\nclass Words(words.Words):\n"


def test_a_part_that_fails_in_the_middle_of_a_game_leaves_it_saved(bring: Bring, tmp_path: Path) -> None:
    bring(("words.py", "", f"{TELLING}    def reason(self, *_):\n        1 // 0\n"))
    code, _, err = parlor(tmp_path, "play", "twenty-one", typed="3\nwhy\n")
    assert (code, err.splitlines(keepends=True)[1:]) == (1, [FAILS])
    assert err.startswith("Saved. Resume it with: parlor resume\n")
    assert parlor(tmp_path, "analyse", "twenty-one", "--json") == Result(1, "", FAILS)
    assert "Player 2 to move, move 2" in parlor(tmp_path, "games").out
    resumed = parlor(tmp_path, "resume", typed="2\n")
    assert resumed.code == 0
    assert "Resuming Twenty-One." in resumed.out


def test_a_game_that_is_over_is_not_offered_again(bring: Bring, tmp_path: Path) -> None:
    saying = (
        "from primeparlor.terminal.drawing import dialogue_base as base\n\nclass Dialogue(base.Dialogue):\n"
    )
    bring(("terminal.py", "", f"{saying}    def won(self, *_):\n        1 // 0\n"))
    code, _, err = parlor(tmp_path, "play", "twenty-one", "total=20", typed="1\n")
    assert (code, err) == (1, FAILS)


def test_a_part_that_cannot_be_imported_does_not_end_a_game(bring: Bring, tmp_path: Path) -> None:
    bring(("words.py", "", "import no_such_module\n"))
    code, out, err = parlor(tmp_path, "play", "twenty-one", typed="3\nwhy\nwhy\n3\n")
    assert (code, "Player 2" in out) == (0, True)
    assert err.startswith(
        "parlor: The words.py of the game 'twenty-one' is left out: No module named 'no_such_module'. "
        "Run 'parlor check-game twenty-one' for more.\nSaved. "
    )


def test_a_package_that_leaves_at_once_is_checked(bring: Bring, tmp_path: Path) -> None:
    bring((RULES, "", "import sys\n\nsys.exit('go away')\n"))
    code, out, err = parlor(tmp_path, "check-game", "twenty-one")
    assert (code, err) == (1, "")
    assert "  rules.py  cannot be used in line 3 (SystemExit): go away.\n" in out
    assert parlor(tmp_path, "play", "twenty-one") == Result(
        2,
        "",
        "parlor: The game 'twenty-one' from the package somebody cannot be used: go away. "
        "Run 'parlor check-game twenty-one' for more.\n",
    )


def test_a_chance_is_reported_in_tenths_of_a_point() -> None:
    design = design_report.measure_design(Pig, lambda done, total: None, clock=count().__next__)
    assert re.fullmatch(
        r"Player 1 wins \d\d\.\d % of games with perfect play on both sides\.", design.who_wins
    )
    lines = design_report.format_design(Pig, design)
    assert lines[-1] == f'    favoured = {{"": "{design.who_wins}"}}'


# A game too large to be solved -------------------------------------------------------------------


@pytest.fixture(name="billion")
def too_large(bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add 1 to 3 to a total until it is 1,000,000,000: too far to count."""
    monkeypatch.setattr(retrograde, "LONGEST", 1000)
    bring(*BILLION, name="billion")


@pytest.mark.usefixtures("billion")
def test_a_large_game_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design_report, "LONGEST", 9)
    code, out, _ = parlor(tmp_path, "check-game", "billion")
    assert code == 0
    assert "\nToo large to solve in this check.\n" in out
    assert out.endswith("\n  expert           0         0\n")


@pytest.mark.usefixtures("billion")
@pytest.mark.parametrize("level", ["beginner", "casual", "club", "expert", "random"])
def test_a_large_game_is_played_against_the_levels(level: str, tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, "play", "billion", "--p2", level, typed="1\nhint\nwhy\n3\n")
    assert code == 0
    assert out.count(": hint\nBillion is too large to solve from here, so nobody can say ") == 1
    assert out.count(UNKNOWN_WORTH) == 2
    assert out.count("Player 2's turn.") == 2


@pytest.mark.usefixtures("billion")
def test_perfect_says_before_a_large_game_that_it_plays_as_expert(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "play", "billion", "--p2", "perfect", typed="1\n3\n")
    assert code == 0
    begun = "Player 1: you. Player 2: perfect.\nPerfect plays as expert here: too large to solve.\n"
    assert out.startswith(begun)
    assert "too large" not in err
    [path] = tmp_path.rglob("*.jsonl")
    header, *_ = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["too_large"] is True
    assert out.count("Player 2's turn.") == 2
    resumed = parlor(tmp_path, "resume", typed="")
    assert resumed.out.startswith(begun)


@pytest.mark.usefixtures("billion")
@pytest.mark.parametrize("words", ["analyse billion", "analyse billion --json", "solve billion"])
def test_exact_answers_about_a_large_game_are_refused_in_a_sentence(words: str, tmp_path: Path) -> None:
    assert parlor(tmp_path, *words.split()) == Result(2, "", f"parlor: {TOO_LARGE}\n")
    assert list(tmp_path.glob("*.jsonl")) == [], "no game was begun"


@pytest.mark.usefixtures("billion")
def test_the_review_of_a_large_game_grades_nothing_and_there_are_no_puzzles(tmp_path: Path) -> None:
    parlor(tmp_path, "play", "billion", typed="1\n3\n")
    code, out, _ = parlor(tmp_path, "review")
    assert code == 0
    assert "\nNo move is graded: Billion is too large to solve here.\n" in out
    assert out.count("no accuracy: the game is too large to solve") == 2
    assert parlor(tmp_path, "puzzle", "billion") == Result(2, "", f"parlor: {TOO_LARGE}\n")
    for seed in range(6):  # which game it is, is drawn
        code, out, _ = parlor(tmp_path, "puzzle", "--mistakes", "--seed", str(seed))
        assert code == 0
        assert "Billion" not in out


@pytest.mark.usefixtures("billion")
def test_the_menu_says_what_perfect_is_in_a_large_game(tmp_path: Path) -> None:
    number = len(GAMES.ours) + 1  # in the menu, below the games of the house
    out = parlor(tmp_path, typed=f"{number}\n").out
    assert "perfect   never wrong if the game can be solved, else plays as expert\n" in out
    parlor(tmp_path, "play", "billion", "--p2", "perfect", typed="")  # now it has been counted
    assert "perfect   plays as expert here: too large to solve\n" in parlor(tmp_path, typed=f"{number}\n").out


class Reviewer(Keyboard):
    """A player at a terminal who asks for the review offered after a game, and then leaves."""

    is_terminal = True

    def __init__(self) -> None:
        self.lines = ["r"]

    def read_line(self, seconds: float | None = None) -> str:
        return self.lines.pop() if self.lines else ""


@pytest.mark.usefixtures("billion")
def test_the_review_offered_after_a_large_game_says_that_nothing_is_graded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = Match(GAMES["billion"].start())
    match.begin()
    match.submit(1, 3, 0)
    match.perform(Resign(2, 1))
    table = Table(match, [None, None])
    assert play.play_table(table, Reviewer(), ProgressBar("Billion")) == 0
    _, review, offer = capsys.readouterr().out.rsplit(OFFER, 2)
    assert review.startswith("Review of Billion\nPlayer 1 won: Player 2 resigned.\n")
    assert "No move is graded: Billion is too large to solve here." in review
    assert offer == ""

"""A game is a folder: its parts, the defaults, and the games that other packages bring."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import primeparlor
from primeparlor import games
from primeparlor.core import GameError, State
from primeparlor.games import GAMES, Game, Games, PrimeClimb, game, game_of
from primeparlor.notation import find_game, form_of, position, read_position

OURS = list(GAMES.ours)
CLIMB = "primeparlor.games.prime_climb"
RULES = """
from typing import NamedTuple
from primeparlor.core import Ending, OTHER, Player, Rules, State

class CoinRules(Rules):
    numbers = {}

class Fields(NamedTuple):
    rules: CoinRules
    coins: int
    turn: Player

class Coins(Fields, State):
    name, title, aim = "take-coins", "Take Coins", "take the last coin"
    Rules = CoinRules

    @classmethod
    def start(cls, rules=None):
        return cls(rules or CoinRules(), 3, 1)

    def moves(self):
        return tuple(range(1, min(self.coins, 2) + 1))

    def after(self, move):
        return type(self)(self.rules, self.coins - move, OTHER[self.turn])

    def ending(self):
        return None if self.coins else Ending(OTHER[self.turn], "took the last", OTHER[self.turn])
"""
FORM = """
from primeparlor.notation import blocks

class Form(blocks.Form):
    def asked(self, state):
        return "one coin or two"
"""
Maker = Callable[..., Game]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Make a folder with these files, importable by name; returns the game in it."""
    monkeypatch.setattr(game, "_folders", {})
    monkeypatch.setattr(GAMES, "_others", None)
    monkeypatch.setattr(GAMES, "warn", game._warn)
    monkeypatch.syspath_prepend(tmp_path)

    def made(package: str, **files: str) -> Game:
        folder = tmp_path / package
        folder.mkdir()
        for name, text in ({"__init__": "", "rules": RULES} | files).items():
            (folder / f"{name}.py").write_text(text)
        return game.folder(package)

    yield made
    for name in [name for name in sys.modules if (tmp_path / name.partition(".")[0]).exists()]:
        del sys.modules[name]


def bring(tmp_path: Path, *lines: str) -> None:
    """Pretend that an installed package declares these games."""
    about = tmp_path / "somebody-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("\n".join(["[primeparlor.games]", *lines, ""]))


# One folder ------------------------------------------------------------------------------------


def test_a_game_lives_in_the_folder_of_its_state() -> None:
    climb = game_of(PrimeClimb)
    assert climb is game_of(PrimeClimb.start()) is game.folder(CLIMB)
    assert climb.package == CLIMB
    assert climb.state is PrimeClimb
    assert climb.text.startswith("# Prime Climb\n")


def test_a_part_is_the_folders_own_and_made_once() -> None:
    form = form_of(PrimeClimb)
    assert type(form).__module__ == f"{CLIMB}.form"
    assert form is form_of(PrimeClimb.start())
    assert form.game is PrimeClimb


class Shape:
    """A part that some room asks for."""

    def __init__(self, state: type[State]) -> None:
        self.state = state


def test_a_part_that_is_not_there_has_a_default() -> None:
    climb = game_of(PrimeClimb)
    shape = climb.part("shape", Shape)
    assert type(shape) is Shape
    assert shape.state is PrimeClimb
    assert climb.part("shape", Shape) is shape
    assert type(climb.part("form", Shape)) is Shape, "the file is there, and no such class in it"


def test_single_functions_are_brought() -> None:
    assert game_of(PrimeClimb).brings("rules", "PASSING") == ("pass",)
    assert game_of(PrimeClimb).brings("rules", "no_such_name") is None
    assert game_of(PrimeClimb).brings("no_such_file", "PASSING") is None


def test_a_folder_of_rules_alone_is_a_game(make: Maker) -> None:
    coins = make("coins_bare")
    start = coins.state.start()
    assert game_of(start) is coins
    assert position(start) == "take-coins coins=3 turn=1"
    assert form_of(start).asked(start) == "1 or 2"


def test_a_folder_with_a_form_is_asked_for_it(make: Maker) -> None:
    start = make("coins_formed", form=FORM).state.start()
    assert form_of(start).asked(start) == "one coin or two"


def test_a_part_can_be_left_out_for_a_while(make: Maker) -> None:
    coins = make("coins_formed", form=FORM)
    start = coins.state.start()
    with coins.without("form"):
        assert form_of(start).asked(start) == "1 or 2"
    assert form_of(start).asked(start) == "one coin or two"


FAILING = {
    "import no_such_module": "No module named 'no_such_module'",
    "raise SystemExit('bye')": "bye",
    "class Form:\n    def __init__(self, game):\n        raise ValueError": "ValueError",
    "def __getattr__(name):\n    raise OSError('no disk')": "no disk",
}


@pytest.mark.parametrize("text", FAILING)
def test_a_broken_part_of_a_package_is_left_out_with_one_warning(make: Maker, text: str) -> None:
    coins = make("coins_broken", form=text)
    start = coins.state.start()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert form_of(start).asked(start) == "1 or 2"
        assert form_of(start).asked(start) == "1 or 2"
        assert type(coins.part("form", Shape)) is Shape, "and for the whole file"
    assert [str(warning.message) for warning in told] == [
        f"The form.py of the game 'take-coins' is left out: {FAILING[text]}. "
        "Run 'parlor check-game take-coins' for more."
    ]


@pytest.mark.parametrize("text", FAILING)
def test_the_check_is_told_what_is_wrong_with_a_part(make: Maker, text: str) -> None:
    coins = make("coins_broken", form=text)
    for _ in range(2):
        with coins.strictly(), pytest.raises((Exception, SystemExit)) as caught:
            form_of(coins.state)
        assert FAILING[text] in (str(caught.value), type(caught.value).__name__)


def test_a_broken_part_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ImportError(f"no {name}")

    ours = Game(CLIMB, PrimeClimb)
    monkeypatch.setattr(game, "_imported", fail)
    with pytest.raises(ImportError, match=f"no {CLIMB}.form"):
        ours.brings("form", "Form")


@pytest.mark.parametrize(
    ("text", "count"), [("from primeparlor.core import State", 0), (f"{RULES}\nclass More(Coins): ...", 2)]
)
def test_rules_hold_one_state_class(make: Maker, text: str, count: int) -> None:
    with pytest.raises(GameError) as caught:
        assert make("coins_counted", rules=text).state
    assert str(caught.value) == f"coins_counted.rules must have one State class, but has {count}."


def test_a_folder_without_a_text_says_so(make: Maker, tmp_path: Path) -> None:
    coins = make("coins_wordless")
    with pytest.raises(GameError) as caught:
        assert coins.text
    assert str(caught.value) == "Take Coins has no text.md next to its rules.py."
    (tmp_path / "coins_wordless" / "text.md").write_text("# Take Coins\n", encoding="utf-8")
    assert coins.text == "# Take Coins\n"


def test_a_folder_may_tell_who_wins_and_why(make: Maker, tmp_path: Path) -> None:
    assert (game_of(PrimeClimb).why or "").startswith("# Why the player to move wins Prime Climb\n")
    coins = make("coins_unproved")
    assert coins.why is None
    (tmp_path / "coins_unproved" / "why.md").write_text("# Why not\n", encoding="utf-8")
    assert coins.why == "# Why not\n"


class Loose(PrimeClimb):
    """A state class that lives in no folder."""

    __slots__ = ()


def test_a_folder_gives_its_files_for_the_browser(make: Maker, tmp_path: Path) -> None:
    coins = make("coins")
    folder = Path(str(sys.modules[coins.state.__module__].__file__)).parent
    assert coins.files(".js", ".css") == {}
    (folder / "page.js").write_text("export default 1;")
    (folder / "page.css").write_text("")
    assert coins.files(".js", ".css") == {"page.css": b"", "page.js": b"export default 1;"}
    assert coins.files(".svg") == {}


def test_a_state_in_no_folder_has_no_parts() -> None:
    loose = game_of(Loose)
    assert loose is game_of(Loose.start())
    assert loose is not game_of(PrimeClimb)
    assert loose.state is Loose
    assert loose.brings("form", "Form") is None
    with pytest.raises(GameError, match=r"Prime Climb has no text\.md"):
        assert loose.text


def test_rules_in_no_package_are_in_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone(PrimeClimb):
        """As if its module were a file `rules.py` somewhere."""

        __module__ = "rules"
        __slots__ = ()

    assert game_of(Alone).package == ""
    monkeypatch.setitem(sys.modules, "rules", type(sys)("rules"))
    with pytest.raises(GameError, match=r"Prime Climb has no text\.md"):
        assert game_of(Alone).text


def test_facts_are_the_fields_of_the_state_where_a_folder_brings_none(make: Maker) -> None:
    coins = make("coins_plain")
    start = coins.state.start()
    table = {"game": "take-coins", "rules": {}}
    assert coins.facts(start) == table | {"turn": 1, "winner": None, "coins": 3}
    over = start.play(2).play(1)
    assert coins.facts(over, [(1, 2), (2, 1)]) == table | {"turn": 1, "winner": 2, "coins": 0}


def test_facts_may_be_the_folders_own(make: Maker) -> None:
    coins = make("coins_told", facts="def facts(state, line):\n    return {'taken': len(line)}\n")
    facts = coins.facts(coins.state.start().play(2), [(1, 2)])
    assert facts == {"game": "take-coins", "rules": {}, "turn": 2, "winner": None, "taken": 1}


# The list --------------------------------------------------------------------------------------


def test_the_games_by_name() -> None:
    assert list(GAMES.ours) == list(GAMES) == OURS
    assert len(GAMES) == len(OURS) >= 5
    assert GAMES["prime-climb"] is PrimeClimb
    assert "prime-climb" in GAMES
    assert "chess" not in GAMES
    assert GAMES.get("chess") is None


def test_the_games_by_class() -> None:
    for name in OURS:
        assert getattr(games, name.title().replace("-", "")) is GAMES[name]
    with pytest.raises(AttributeError, match="has no attribute 'Chess'"):
        assert games.Chess
    assert set(games.__all__) >= {GAMES[name].__name__ for name in OURS}


def test_a_game_is_brought_by_a_package(make: Maker, tmp_path: Path) -> None:
    make("coins_brought")
    bring(tmp_path, "take-coins = coins_brought")
    assert list(GAMES) == [*OURS, "take-coins"]
    assert len(GAMES) == len(OURS) + 1
    assert GAMES["take-coins"].title == "Take Coins"
    assert position(read_position("take-coins coins=2")) == "take-coins coins=2 turn=1"
    assert find_game("coin") is GAMES["take-coins"]
    assert find_game("climb") is PrimeClimb


def left_out(*names: str) -> list[str]:
    """The games found besides Prime Climb, then the warnings."""
    brought = Games(CLIMB)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert list(brought) == ["prime-climb", *names]
        assert len(brought) == 1 + len(names), "and it is not tried or told again"
    return [str(warning.message) for warning in told]


BROKEN = {
    "no_such_package": (None, "No module named 'no_such_package'"),
    "coins_failing": ("1 / 0", "division by zero"),
    "coins_silent": ("raise ValueError", "ValueError"),
    "coins_leaving": ("raise SystemExit('bye')", "bye"),
    "coins_twice": (
        f"{RULES}\nclass More(Coins): ...",
        "coins_twice.rules must have one State class, but has 2",
    ),
    "coins_renamed": (RULES.replace("take-coins", "give-coins"), "its State class is named 'give-coins'"),
    "coins_nameless": (
        RULES.replace('name, title, aim = "take-coins",', "title, aim ="),
        "type object 'Coins' has no attribute 'name'",
    ),
    "coins_aimless": (
        RULES.replace("title, aim", "title, goal"),
        "type object 'Coins' has no attribute 'aim'",
    ),
    "coins_endless": (RULES.replace("3, 1)", "3, 1 / 0)"), "division by zero"),
    "coins_unfinished": (
        RULES.replace("def ending(self)", "def outcome(self)"),
        "ending() is missing in its rules.py",
    ),
    "coins_nowhere": (
        RULES.replace("return cls(rules or CoinRules(), 3, 1)", "return 3"),
        "start() gives 3, which is no Coins",
    ),
    "coins_changing": (
        RULES.replace("CoinRules(), 3, 1)", "CoinRules(), [3], 1)"),
        "its state is not immutable (unhashable type: 'list')",
    ),
    "coins_second": (
        RULES.replace("CoinRules(), 3, 1)", "CoinRules(), 3, 2)"),
        "start() must return a game that is not over, with Player 1 to move",
    ),
}


@pytest.mark.parametrize("package", BROKEN)
def test_a_package_that_cannot_be_used_is_left_out_with_one_warning(
    make: Maker, tmp_path: Path, package: str
) -> None:
    rules, reason = BROKEN[package]
    if rules is not None:
        make(package, rules=rules)
    make("coins_good", rules=RULES.replace("take-coins", "other-coins"))
    bring(tmp_path, f"take-coins = {package}", "other-coins = coins_good")
    sentence = f"The game 'take-coins' from the package {package} is left out: {reason}."
    assert left_out("other-coins") == [sentence]


@pytest.mark.parametrize("name", ["prime-climb", "climb"])
def test_a_package_cannot_use_a_name_of_ours_or_a_part_of_one(make: Maker, tmp_path: Path, name: str) -> None:
    make("coins_climbing", rules=RULES.replace("take-coins", name))
    bring(tmp_path, f"{name} = coins_climbing")
    taken = f"The game '{name}' from the package coins_climbing is left out: the name '{name}' is taken "
    taken += "by the game 'prime-climb' of the house."
    assert left_out() == [taken]
    assert (name in GAMES) == (name == "prime-climb")
    assert find_game(name) is PrimeClimb


def test_a_name_is_taken_by_the_first_package(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    make("coins_first")
    make("coins_second")
    points = [("take-coins", "coins_first"), ("take-coins", "coins_second")]
    monkeypatch.setattr(game, "_entry_points", lambda: points)
    taken = "The game 'take-coins' from the package coins_second is left out: the name 'take-coins' is taken "
    taken += "by the package coins_first."
    assert left_out("take-coins") == [taken]
    assert GAMES["take-coins"].__module__ == "coins_first.rules"
    assert GAMES.folder("take-coins") is game.folder("coins_first")


def test_asking_for_one_game_loads_no_other(
    make: Maker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make("coins_brought")
    make("coins_loud", rules="print('loaded')\n1 / 0")
    bring(tmp_path, "take-coins = coins_brought", "loud-coins = coins_loud")
    assert GAMES.names == (*OURS, "loud-coins", "take-coins")
    assert "loud-coins" in GAMES
    assert GAMES["take-coins"] is find_game("take") is type(read_position("take-coins"))
    assert capsys.readouterr().out == ""


def test_asking_for_an_unusable_game_says_why(
    make: Maker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make("coins_loud", rules="print('loaded')\n1 / 0")
    bring(tmp_path, "loud-coins = coins_loud")
    for ask in (GAMES.__getitem__, find_game, read_position):
        with pytest.raises(GameError) as caught:
            ask("loud-coins")
        assert str(caught.value) == (
            "The game 'loud-coins' from the package coins_loud cannot be used: division by zero. "
            "Run 'parlor check-game loud-coins' for more."
        )
    assert capsys.readouterr().out == "loaded\n", "it is tried once"


@pytest.mark.parametrize("failure", ["1 / 0", "raise SystemExit('division by zero')"])
def test_a_game_that_fails_is_blamed(make: Maker, failure: str) -> None:
    rules = RULES.replace("def moves(self):", f"def moves(self):\n        {failure}")
    start = make("coins_failing", rules=rules).state.start()
    with pytest.raises((ZeroDivisionError, SystemExit)) as caught:
        start.play(1)
    assert game.blame(caught.value) == (
        "The game 'take-coins' from the package coins_failing failed: division by zero. "
        "Run 'parlor check-game take-coins' for more."
    )


def test_the_game_in_hand_is_found_when_our_own_code_fails(make: Maker) -> None:
    coins = make("coins_in_hand").state

    def fail(value: object) -> None:
        raise ValueError(value)

    for value in (coins, coins.start(), coins.Rules()):
        with pytest.raises(ValueError, match=r".+") as caught:
            fail(value)
        assert game.find_guest(caught.value) is game_of(coins)
    with pytest.raises(ValueError, match=r".+") as caught:
        fail(PrimeClimb.start())
    assert game.find_guest(caught.value.with_traceback(caught.value.__traceback__.tb_next)) is None  # type: ignore[union-attr]


def test_a_game_is_named_by_its_package_too(make: Maker, tmp_path: Path) -> None:
    make("coins_named")
    bring(tmp_path, "take-coins = coins_named")
    assert (GAMES.find_name("coins_named"), GAMES.find_name("climb")) == ("take-coins", "climb")


def test_no_package_is_blamed_for_our_own_errors(make: Maker) -> None:
    make("coins_good").state.start()
    with pytest.raises(KeyError) as caught:
        GAMES["chess"]
    assert game.blame(caught.value) is None


def test_a_package_that_describes_itself_wrongly_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[tuple[str, str]]:
        raise ValueError("no = in this line")

    monkeypatch.setattr(game, "_entry_points", fail)
    assert left_out() == ["Games from other packages are left out: no = in this line."]
    with pytest.warns(UserWarning, match="no = in this line"):
        assert Games(CLIMB).folder("take-coins") is None


def test_a_folder_is_found_even_if_its_game_cannot_be_used(
    make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = make("coins_first", rules="1 / 0")
    points = [("take-coins", "coins_first"), ("take-coins", "coins_second")]
    monkeypatch.setattr(game, "_entry_points", lambda: points)
    assert GAMES.folder("take-coins") is broken
    assert GAMES.folder("prime-climb") is game_of(PrimeClimb)
    assert GAMES.folder("chess") is None


# When packages are looked for ------------------------------------------------------------------

SLOW = ["importlib.metadata", "dataclasses", "fractions", "pathlib", "numpy", "rich"]


def fresh(tmp_path: Path, code: str) -> str:
    """What this code prints in a fresh interpreter, without any import of ours or of the test tools."""
    assert primeparlor.__file__
    source = os.path.dirname(os.path.dirname(primeparlor.__file__))
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys\n{code}"],
        env={"PYTHONPATH": source, "PARLOR_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_playing_a_game_of_ours_looks_for_no_package(tmp_path: Path) -> None:
    code = f"""
from primeparlor.cli import main as cli
assert cli.main(["play", "climb", "--plain"]) == 0
print("loaded:", *[name for name in {SLOW} if name in sys.modules])
"""
    shown = fresh(tmp_path, code)
    assert "Prime Climb" in shown
    assert shown.endswith("\nloaded:\n")


def test_packages_are_looked_for_when_ours_do_not_answer(tmp_path: Path) -> None:
    code = """
from primeparlor import notation
from primeparlor.games import GAMES, game_of, PrimeClimb
notation.find_game("duel"), notation.game("prime-climb"), notation.read_position("number-morph")
assert "prime-climb" in GAMES and GAMES["prime-climb"] is PrimeClimb and game_of(PrimeClimb)
print("importlib.metadata" in sys.modules)
"pig" in GAMES
print("importlib.metadata" in sys.modules)
"""
    assert fresh(tmp_path, code).split() == ["False", "True"]


def test_our_list_is_known_without_loading_a_game(tmp_path: Path) -> None:
    code = """
from primeparlor.games import GAMES
assert GAMES.ours[2] == "prime-climb"
GAMES["prime-climb"]
print(*[name for name in sys.modules if name.endswith(".rules")])
"""
    assert fresh(tmp_path, code).split() == [f"{CLIMB}.rules"]


def test_every_folder_of_ours_is_listed() -> None:
    spec = importlib.util.find_spec("primeparlor.games")
    assert spec is not None
    assert spec.origin
    found = [path.parent.name for path in Path(spec.origin).parent.glob("*/rules.py")]
    assert sorted(found) == sorted(name.replace("-", "_") for name in OURS)


def test_a_folder_is_found_whether_or_not_its_game_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_others", None)
    monkeypatch.setattr(game, "_entry_points", lambda: [("broken", "no_such_package")])
    assert GAMES.folder("prime-climb") is game_of(GAMES["prime-climb"])
    found = GAMES.folder("broken")
    assert found is not None
    assert found.package == "no_such_package"
    assert GAMES.folder("chess") is None

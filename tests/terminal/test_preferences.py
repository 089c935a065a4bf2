"""The last choices are remembered, and the parlor starts whatever has happened to their file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from primeparlor.terminal.preferences import LONGEST, GameSetup, Preferences
from support.permissions import permissions_kept

CLUB = GameSetup("house", "club", "second", "top=100 largest=5")
DEFAULTS = {
    "game": "",
    "games": {},
    "theme": "",
    "plain": False,
    "confirm": "when it counts",
    "wait": False,
    "pace": 1.0,
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "choices.json"


def known(choices: Preferences) -> dict[str, object]:
    return {name: getattr(choices, name) for name in DEFAULTS}


def written(path: Path, text: str | bytes) -> Preferences:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Preferences.load()


def test_a_first_visit_has_the_defaults(path: Path) -> None:
    assert known(Preferences.load()) == DEFAULTS
    assert not path.parent.exists()  # reading makes no folder


def test_everything_chosen_is_there_next_time(path: Path) -> None:
    choices = Preferences.load()
    choices.remember_game("twenty-one", CLUB)
    choices.remember_game("pig", GameSetup(against="friend"))
    choices.theme, choices.plain, choices.confirm, choices.wait = "light", True, "always", True
    choices.pace = 0.0
    choices.save()
    assert known(Preferences.load()) == {
        "game": "pig",
        "games": {"twenty-one": CLUB, "pig": GameSetup(against="friend")},
        "theme": "light",
        "plain": True,
        "confirm": "always",
        "wait": True,
        "pace": 0.0,
    }
    assert json.loads(path.read_text())["version"] == 1


def test_the_file_may_lie_elsewhere(tmp_path: Path) -> None:
    choices = Preferences.load(str(tmp_path / "mine.json"))
    choices.theme = "dark"
    choices.save()
    assert Preferences.load(str(tmp_path / "mine.json")).theme == "dark"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "null", '"dark"', b"\xff\xfe", "[" * 100_000, '{"theme": "dark"}' + " " * LONGEST],
    ids=["empty", "torn", "list", "number", "null", "text", "bytes", "deep", "long"],
)
def test_a_broken_file_counts_as_none_and_is_replaced(text: str | bytes, path: Path) -> None:
    choices = written(path, text)
    assert known(choices) == DEFAULTS
    choices.theme = "light"
    choices.save()
    assert Preferences.load().theme == "light"


WRONG: dict[str, list[object]] = {
    "game": [7, "a\x1b[31m", "x" * 1000, None],
    "games": [[], {"pig": 7}, "pig"],
    "theme": ["blue", 1, ["dark"], {}],
    "plain": [1, "yes", None],
    "confirm": ["sometimes", True, []],
    "wait": [0, "no"],
    "pace": [-1, 11, "1", True, float("nan"), float("inf"), 10**400],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_value_that_makes_no_sense_counts_as_not_chosen(name: str, path: Path) -> None:
    for value in WRONG[name]:
        choices = written(path, json.dumps({name: value, ("wait" if name == "plain" else "plain"): True}))
        expected = DEFAULTS | {("wait" if name == "plain" else "plain"): True}
        assert known(choices) == expected, value


@pytest.mark.parametrize(
    ("given", "setting"),
    [
        ({"against": "house", "level": 3, "side": "left"}, GameSetup(against="house")),
        ({"against": ["house"], "level": "club", "variant": {}}, GameSetup(level="club")),
        ({"side": "toss", "variant": "a\nb", "colour": "red"}, GameSetup(side="toss")),
        ({}, GameSetup()),
    ],
)
def test_each_choice_for_a_game_stands_alone(
    given: dict[str, object], setting: GameSetup, path: Path
) -> None:
    assert written(path, json.dumps({"games": {"pig": given, "other": None}})).games == {"pig": setting}


def test_what_others_have_added_is_kept(path: Path) -> None:
    choices = written(path, '{"version": 1, "theme": "dark", "sound": {"volume": [1, 2]}}')
    choices.theme = "light"
    choices.save()
    data = json.loads(path.read_text())
    assert (data["theme"], data["sound"]) == ("light", {"volume": [1, 2]})


@pytest.mark.parametrize("version", ["2", '"two"'])
def test_a_file_of_a_later_version_is_read_but_never_written(version: str, path: Path) -> None:
    text = f'{{"version": {version}, "theme": "light", "confirm": "with a gong"}}'
    choices = written(path, text)
    assert (choices.theme, choices.confirm) == ("light", "when it counts")
    choices.theme = "dark"
    choices.save()
    assert path.read_text() == text


def test_the_last_one_to_save_wins(path: Path) -> None:
    one, two = Preferences.load(), Preferences.load()
    one.theme, two.wait = "light", True
    one.save()
    two.save()
    assert known(Preferences.load()) == DEFAULTS | {"wait": True}
    assert os.listdir(path.parent) == ["choices.json"]


def test_where_nothing_can_be_kept_nothing_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.write_text("a file where the folder should be")
    choices = Preferences.load()
    choices.theme = "light"
    choices.save()
    assert known(Preferences.load()) == DEFAULTS
    monkeypatch.setenv("PARLOR_HOME", "/proc/none")
    Preferences.load().save()


def test_a_folder_that_is_read_only(path: Path) -> None:
    written(path, '{"theme": "dark"}')
    path.parent.chmod(0o500)
    try:
        with permissions_kept():
            choices = Preferences.load()
            choices.theme = "light"
            choices.save()
            assert Preferences.load().theme == "dark"
    finally:
        path.parent.chmod(0o700)


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(30, "Read-only file system")]
)
def test_a_file_system_that_refuses(error: OSError, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise error

    choices = written(path, '{"theme": "dark"}')
    monkeypatch.setattr("primeparlor.files.os.replace", refuse)
    choices.theme = "light"
    choices.save()
    assert Preferences.load().theme == "dark"
    assert os.listdir(path.parent) == ["choices.json"]


def test_a_pipe_in_its_place_is_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    choices = Preferences.load()
    assert known(choices) == DEFAULTS
    choices.save()

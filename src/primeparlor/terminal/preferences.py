"""Preferences of the player, remembered in one small file beside the saved games.

    {"version": 1, "game": "twenty-one", "games": {"twenty-one": {"against": "house", "level": "club", …}},
     "theme": "dark", "plain": false, "confirm": "when it counts", "wait": false, "pace": 1.0}

No fault of this file stops the program: a file that is unreadable or malformed counts as empty, and one that
cannot be written is left as it is. Unknown keys are preserved. A file of a later version is read as far as it
is understood and never written. If two processes save, the last one wins.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from primeparlor import files
from primeparlor.tables import series_words

NAME = "choices.json"
VERSION = 1
LONGEST = 1 << 16  # bytes; a longer file was not written by us
LONGEST_TEXT = 200
SLOWEST = 10.0

AGAINST = ("house", "friend")
SIDES = ("first", "second", "toss")
THEMES = ("dark", "light")
CONFIRM = ("never", "when it counts", "always")
LENGTHS = tuple(f"{first_to or ''}" for first_to in series_words.LENGTHS)  # as text


class GameSetup(NamedTuple):
    """The options a game was last begun with; "" where nothing was chosen yet."""

    against: str = ""
    level: str = ""
    side: str = ""
    variant: str = ""  # its rules as words, "" for the book's game
    games: str = ""  # games to be won, as text


class Preferences:
    """All remembered preferences, with the defaults of a new player."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.game = ""  # the one played last
        self.games: dict[str, GameSetup] = {}
        self.theme = ""  # dark, light, or "" to follow the terminal
        self.plain = False
        self.confirm = "when it counts"  # when a key plays its move at once, and when it only selects it
        self.wait = False  # for a key press after the house has moved
        self.pace = 1.0  # how long the house's moves take
        self.names: list[str] = ["", ""]  # of two friends at this keyboard
        self._more: dict[str, Any] = {}  # unknown keys, preserved unchanged
        self._later = False  # True if a later version wrote the file

    @classmethod
    def load(cls, path: str | None = None) -> Preferences:
        """Load the preferences from this path, or from the folder of saved games."""
        choices = cls(path or _build_path())
        with suppress(OSError, ValueError, RecursionError), files.open_regular(choices.path) as file:
            text = file.read(LONGEST + 1)
            if len(text) <= LONGEST and isinstance(data := json.loads(text), dict):
                choices._read_values(data)
        return choices

    def remember_game(self, game: str, setting: GameSetup) -> None:
        """Remember that this game was begun with these options."""
        self.game, self.games[game] = game, setting

    def save(self) -> None:
        """Write the whole file, unless a later version wrote it."""
        if self._later:
            return
        data = {**self._more, "version": VERSION, **{name: getattr(self, name) for name in _VALIDATORS}}
        data["games"] = {game: setting._asdict() for game, setting in self.games.items()}
        with suppress(OSError, RecursionError):
            files.make_folders(os.path.dirname(self.path) or ".")
            files.write_whole(self.path, json.dumps(data, indent=1) + "\n")

    def _read_values(self, data: dict[str, Any]) -> None:
        """Read the valid values; the file may have been edited by hand."""
        version = data.pop("version", VERSION)
        self._later = not isinstance(version, int) or version > VERSION
        for name, allowed in _VALIDATORS.items():
            if allowed(value := data.pop(name, None)):
                setattr(self, name, value)
        self.pace = float(self.pace)
        games = data.pop("games", None)
        if isinstance(games, dict):
            self.games = {
                game: _read_setup(given) for game, given in games.items() if isinstance(given, dict)
            }
        self._more = data


def _build_path() -> str:
    from primeparlor.records import find_folder

    return os.path.join(find_folder(), NAME)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()


def _read_setup(given: Mapping[str, object]) -> GameSetup:
    against, level, side, variant, games = (given.get(name) for name in GameSetup._fields)
    return GameSetup(
        against if isinstance(against, str) and against in AGAINST else "",
        level if isinstance(level, str) and _is_text(level) else "",
        side if isinstance(side, str) and side in SIDES else "",
        variant if isinstance(variant, str) and _is_text(variant) else "",
        games if isinstance(games, str) and games in LENGTHS else "",
    )


# A validator for each preference; an invalid value counts as not chosen.
_VALIDATORS: dict[str, Callable[[Any], bool]] = {
    "game": _is_text,
    "theme": lambda value: value in ("", *THEMES),
    "plain": lambda value: isinstance(value, bool),
    "confirm": lambda value: value in CONFIRM,
    "wait": lambda value: isinstance(value, bool),
    "pace": lambda value: type(value) in (int, float) and 0 <= value <= SLOWEST,
    "names": lambda value: isinstance(value, list) and len(value) == 2 and all(map(_is_text, value)),
}

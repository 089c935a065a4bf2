"""The suite that is shipped, as files for everybody, and the way to it and to fresh suites of the same kind.

data/suite-1.jsonl   the rows of version 1, which are never edited
data/bounds.json     the ratings that divide each game's decisions into classes, measured for this version
data/README.md       how it was made, and its limits, for readers and for `datasets`
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from primeparlor import notation
from primeparlor.core import ParlorError, State
from primeparlor.files import open_regular
from primeparlor.games import GAMES
from primeparlor.suite.row import Label, Row, as_row
from primeparlor.tables.agents.options import check_seed

if TYPE_CHECKING:
    from primeparlor.suite.maker import SuiteMaker

VERSION = "1"
FOLDER = Path(__file__).parent / "data"
FILE = FOLDER / f"suite-{VERSION}.jsonl"
SHOWN = 40  # characters of a name that a refusal repeats


class SuiteError(ParlorError):
    """Raised for a suite that does not exist or cannot be read."""


def read_rows(
    version: str = VERSION,
    *,
    seed: int | None = None,
    path: str | Path | None = None,
    game: str | None = None,
) -> Iterator[Row]:
    """Return the rows of the shipped suite, a fresh one or a file, or only those of one game."""
    if version != VERSION:
        raise SuiteError(
            f"There is no version {version[:SHOWN]} of the suite here. There is version {VERSION}."
        )
    if seed is not None and path is not None:
        raise SuiteError("A suite is made with a seed or read from a file: give one of the two.")
    name = None if game is None else notation.find_game(game).name
    if seed is not None:
        check_seed(seed)
        return make_rows(seed, list(GAMES.ours) if name is None else [name])
    if path is None and name is not None and name not in GAMES.ours:
        raise SuiteError(
            f"Version {VERSION} of the suite has no rows of {GAMES[name].title}: make some with a seed."
        )
    return _read_file(FILE if path is None else path, name)


def make_rows(seed: int, games: Iterable[str]) -> Iterator[Row]:
    """Make the rows of a fresh suite of these games, one game after the other."""
    for name in games:
        yield from build_maker(GAMES[name], seed).make_rows()


def build_maker(game: type[State], seed: int) -> SuiteMaker:
    """Return the maker of one game's rows in a fresh suite."""
    from primeparlor.suite.maker import SuiteMaker, measure_bounds  # imported here: readers need no solver

    return SuiteMaker(game, Label(VERSION, seed), read_bounds().get(game.name) or measure_bounds(game))


def read_bounds() -> dict[str, tuple[int, int]]:
    """Return the bounds of the games that were measured for this version."""
    text = (FOLDER / "bounds.json").read_text(encoding="utf-8")
    return {name: (low, high) for name, (low, high) in json.loads(text).items()}


def format_row(row: Row) -> str:
    """Format the row as a line, always the same for the same row."""
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n"


def compute_digest(path: str | Path = FILE) -> str:
    """Return the SHA-256 of this file, which names a suite beyond doubt."""
    with open_regular(str(path)) as file:
        return sha256(file.read()).hexdigest()


def _read_file(path: str | Path, game: str | None) -> Iterator[Row]:
    with open_regular(str(path)) as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            row = as_row(json.loads(line))
        except (ValueError, RecursionError) as error:
            reason = _format_reason(error)
            raise SuiteError(f"{path}, line {number} is no row of a suite: {reason}.") from None
        if game is None or row["game"] == game:
            yield row


def _format_reason(error: Exception) -> str:
    return "it is not JSON" if isinstance(error, (json.JSONDecodeError, RecursionError)) else str(error)

"""Pictures of the real screens, each at a fixed point of a real game: `python docs/screens.py [NAME …]`.

A scene says where it begins, which keys are pressed, and how the screen looks. Nothing in a picture depends
on the time or the machine, so that a test can draw one again and compare.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from days import FixedProgress, FixedRush, FixedToday, keep_a_diary
from textual.pilot import Pilot
from textual.screen import Screen

from primeparlor.coach.progress import diary
from primeparlor.coach.training.practice import next_puzzle
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from primeparlor.tables.setup import open_table
from primeparlor.terminal.drawing.palette import LOOKS
from primeparlor.terminal.preferences import GameSetup, Preferences
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.rules import RulesScreen
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.theme import LateAnswerFilter, TerminalLook

FOLDER = Path(__file__).parent / "pictures"
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
PATIENCE = 120  # seconds a room may take to settle
LONG_AGO = 1_709_640_000  # 5 March 2024, noon: an earlier year is shown without the time of day


class Scene(NamedTuple):
    """Where it begins, the keys pressed there, and the look of the screen."""

    room: Callable[[], Screen[None]]
    keys: str = ""
    look: str = "dark"
    size: tuple[int, int] = (100, 32)
    ascii_only: bool = False
    before: Callable[[], None] = lambda: None


# Rooms -------------------------------------------------------------------------------------------


def table(position: str, level: str, seed: int = 1, fate: str = "") -> ParlorScreen:
    """A table where you begin against the house; the seed fixes the house's choices."""
    return TableScreen(open_table(read_position(position), (HUMAN, level), seed=seed, fate=fate), pace=0)


def saved(days: int, position: str, moves: str, level: str, fate: str = "") -> None:
    """Save a game with these moves of both players, last played this many days after the first game."""
    table = open_table(read_position(position), (HUMAN, level), fate=fate)
    path, match = table.create_record(), table.match
    match.begin()
    for word in moves.split():
        match.submit(match.state.turn, int(word) if word.isdigit() else word, match.number)
    table.leave()
    table.close()
    os.utime(path, (LONG_AGO + days * 86_400,) * 2)


def play_a_few() -> None:
    """Save a few games: two are unfinished, the others are over."""
    saved(0, "nonprime-addition", "5 4 5 6 2", "casual")
    saved(1, "prime-climb", "4 9 4 2 9", "casual")
    saved(3, "pocket-addition", "6 9 1 2 8", "club")
    saved(4, "number-morph", "271 277", "club", fate="211")
    saved(6, "prime-duel", "keep keep keep discard", "expert", fate="7 10 9 8 3 4 1 5 6")
    choices = Preferences.load()
    choices.remember_game("prime-duel", GameSetup("house", "expert", "first", ""))
    choices.save()


class FixedPuzzle(PuzzleSessionScreen):
    """Always the same puzzle of a game."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game)
        self.seed = seed

    def _find_puzzle(self, working: Any) -> tuple[Any, Any]:
        self.diary = diary.Diary(diary.diary_path())
        puzzle = next_puzzle(self.diary, self.game, lambda done, total: None, seed=self.seed)
        return puzzle, analyse(puzzle.state)


CARDS = "5 6 7 4 2 6 8 3 8 10 1 2 8 3 7 7 10 1 9 1 3"
DUEL = partial(table, "prime-duel", "club", fate=CARDS)
TO_47 = "k k k k k k k d k"  # against the club level of seed 1: the 3 that is drawn would make 50
SCENES = {
    "home": Scene(HomeScreen, before=play_a_few),
    "home-light": Scene(HomeScreen, look="light"),
    "new-game": Scene(HomeScreen, "4 enter down right", look="light"),
    "nonprime-addition": Scene(partial(table, "nonprime-addition", "club", 2), "5 4 3"),
    "number-morph": Scene(partial(table, "number-morph", "casual", fate="223"), "3 enter 9", look="light"),
    "prime-climb": Scene(partial(table, "prime-climb", "beginner"), "1 4", look="light"),
    "pocket-addition": Scene(partial(table, "pocket-addition", "club"), "6 1"),
    "prime-duel": Scene(DUEL, TO_47),
    "end": Scene(DUEL, f"{TO_47} k"),
    "review": Scene(DUEL, f"{TO_47} k r"),
    "puzzle": Scene(partial(FixedPuzzle, "pocket-addition", 1), "h", look="light"),
    "today": Scene(FixedToday, "1 enter", before=keep_a_diary),
    "solved": Scene(FixedToday, "1 enter 2 enter", look="light", before=keep_a_diary),
    "rush": Scene(FixedRush, "enter 7 space 3 4 k", before=keep_a_diary),
    "progress": Scene(FixedProgress, look="light", before=keep_a_diary),
    "your-games": Scene(SavedGamesScreen, "down", before=play_a_few),
    "rules": Scene(lambda: RulesScreen(GAMES["prime-climb"].start()), look="light"),
    "small": Scene(DUEL, TO_47, size=(60, 24)),
    "ascii": Scene(partial(table, "prime-climb", "beginner"), "1 4", ascii_only=True),
}


# Pictures ----------------------------------------------------------------------------------------


def picture(name: str) -> str:
    """The picture of this scene as SVG."""
    scene = SCENES[name]
    with _elsewhere():
        scene.before()
        return _own_fonts(asyncio.run(_exported(scene)))


async def _exported(scene: Scene) -> str:
    found = TerminalLook(LOOKS[scene.look], scene.ascii_only, LateAnswerFilter(owed=False))
    app = ParlorApp(scene.room, found, pace=0)  # type: ignore[arg-type]
    async with app.run_test(size=scene.size) as pilot:
        await _settled(app, pilot)
        for key in scene.keys.split():
            await pilot.press(key)
            await _settled(app, pilot)
        return app.export_screenshot(simplify=True)


async def _settled(app: ParlorApp, pilot: Pilot[int]) -> None:
    """Wait until all slow work is done and painted."""
    await pilot.pause()
    async with asyncio.timeout(PATIENCE):
        while not _has_all(app.screen):
            await pilot.pause(0.01)
    await pilot.pause()


def _has_all(room: Screen[Any]) -> bool:
    """Whether nothing more will be shown here until a key is pressed."""
    match room:
        case TableScreen():
            over = room.playback.outcome is not None
            known = all(worker.is_finished or worker.group != "stake" for worker in room.workers)
            return bool(room.turning_point) if over else known and room.is_your_turn() and not room.helping
        case HomeScreen():
            return room.loaded
        case SavedGamesScreen():
            return room.entries is not None
        case ReviewScreen():
            return room.story is not None
        case PuzzleScreen():
            return room.puzzle is not None
        case RushScreen():
            return room.rush is not None and (room.phase != "rush" or room.current is not None)
        case ProgressScreen():
            return not room.busy
    return True


@contextmanager
def _elsewhere() -> Iterator[None]:
    """No saved games or choices of anybody, and only the games of the house."""
    kept, others = dict(os.environ), GAMES._others
    with tempfile.TemporaryDirectory() as home:
        os.environ["PARLOR_HOME"] = home
        os.environ.pop("NO_COLOR", None)
        GAMES._others = []
        try:
            yield
        finally:
            GAMES._others = others
            os.environ.clear()
            os.environ.update(kept)


def _own_fonts(svg: str) -> str:
    """The picture with the reader's own fonts: nothing is fetched from elsewhere.

    Those fonts are less tall than the one intended; a little larger, they leave no gaps in vertical lines.
    """
    svg = re.sub(r"<!--.*?-->\s*|@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r"font-family: [^;]*;", f"font-family: {FONTS};", svg.replace("font-size: 20px", "font-size: 21px")
    )
    return _shortened(re.sub(r"terminal-\d+", "parlor", svg))


def _shortened(svg: str) -> str:
    """The same picture in half as many bytes, without what every rectangle and every row repeats."""
    svg = re.sub(r' clip-path="url\(#parlor-line-\d+\)"| shape-rendering="crispEdges"', "", svg)
    svg = re.sub(r'<clipPath id="parlor-line-\d+">.*?</clipPath>\s*', "", svg, flags=re.DOTALL)
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = svg.replace("<style>", "<style>\nrect { shape-rendering: crispEdges }", 1)
    return svg.replace("&#160;", "\u00a0").replace("><", ">\n<")


def main(names: Sequence[str]) -> None:
    """Draw these pictures again, or all of them."""
    for name in names or SCENES:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

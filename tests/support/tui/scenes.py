"""Every screen of the parlor in the states that people meet, always the same, for the snapshots."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from queue import SimpleQueue
from typing import Any, NamedTuple

from textual.pilot import Pilot

import parlor_pig.rules
from parlor_twenty_one.rules import TwentyOne
from primeparlor.coach.progress.diary import NAME, Diary
from primeparlor.coach.puzzles.puzzle import build_practice_at
from primeparlor.coach.summary import ProgressSummary, summarize_progress
from primeparlor.core import Move, State
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match
from primeparlor.notation import read_position
from primeparlor.players.player import Chosen, PlayerFailed, View
from primeparlor.records import find_folder, load
from primeparlor.solve import analyse
from primeparlor.tables.table import Table
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.jobs import JobProgress
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.replay import ReplayScreen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from support.coach.full_diary import TODAY, fill_diary
from support.tui import rush_scenes
from support.tui.today import DAY as FRIDAY
from support.tui.today import on, puzzle, solved_before
from support.tui.visits import NORMAL, SMALL, WIDE, pressed, save, until

BOTH = (SMALL, NORMAL)
MANY = (SMALL, (80, 24), NORMAL, WIDE)
ALL = (*MANY, (200, 60))
EDGES = ((60, 20), (92, 30), NORMAL, (200, 60))  # the least with and without a side, and much room
DAY = time.mktime((2020, 1, 1, 12, 0, 0, 0, 0, -1))  # at noon, wherever this runs
HOUSE = "club"


class Stage(NamedTuple):
    """Where scenes are played: at home, in a scene's smallest window."""

    app: ParlorApp
    pilot: Pilot[int]

    async def enter(self, room: ParlorScreen, *keys: str) -> None:
        """Push a room, wait until it is ready, and press keys there."""
        self.app.push_screen(room)
        await until(self.pilot, lambda: self.app.screen is room)
        await self.settle()
        for key in keys:
            await self.press(key)

    async def press(self, *keys: str) -> None:
        """Press one key after the other, each when what the one before asked for is there."""
        await self.settle()
        for key in keys:
            await pressed(self.app, self.pilot, key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until nothing more changes without a key."""
        await self.pilot.pause()
        await until(self.pilot, lambda: settled(self.app.screen))
        await self.pilot.pause()

    async def leave(self) -> None:
        """Go home again, where the same game is chosen as always."""
        while len(self.app.screen_stack) > 2:
            room = self.app.screen
            self.app.pop_screen()
            if isinstance(room, TableScreen):
                room.left = True
                room.table.close()
        self.app.preferences.confirm = "when it counts"
        await self.pilot.pause()


def settled(room: Any) -> bool:
    """Whether everything computed in the background for this room is there."""
    if isinstance(room, TableScreen):
        over = room.playback.outcome is not None and bool(room.turning_point)
        waits = any(getattr(player, "for_ever", False) for player in room.table.players)
        known = all(worker.is_finished or worker.group != "stake" for worker in room.workers)
        return known and not room.helping and (room.is_your_turn() or waits or over)
    if isinstance(room, ProgressScreen):
        return not room.busy
    if isinstance(room, RushScreen):
        return room.rush is not None and (room.phase != "rush" or room.current is not None)
    found = {
        ReplayScreen: "replay",
        ReviewScreen: "story",
        PuzzleScreen: "puzzle",
        SavedGamesScreen: "entries",
    }
    names = [name for kind, name in found.items() if isinstance(room, kind)]
    return all(getattr(room, name) is not None for name in names)


class Scene(NamedTuple):
    """A state of a screen, and the sizes at which it is shown; it is entered at the first of them."""

    name: str
    enter: Callable[[Stage], Awaitable[None]]
    sizes: tuple[tuple[int, int], ...] = BOTH


# Tables ------------------------------------------------------------------------------------------


class Scripted:
    """A house player that plays what it is told, and then thinks for ever."""

    own = True

    def __init__(self, moves: tuple[Move, ...]) -> None:
        self.moves: SimpleQueue[Move | None] = SimpleQueue()
        self.for_ever = False
        for move in moves:
            self.moves.put(move)

    def choose(self, view: View) -> Chosen:
        self.for_ever = self.moves.empty()
        if (move := self.moves.get()) is None:
            raise PlayerFailed("The table was left.")
        return Chosen(move)

    def close(self) -> None:
        self.moves.put(None)


def table(
    start: State | str, *answers: Move, friends: bool = False, fate: tuple[Move, ...] = (), seed: int = 1
) -> TableScreen:
    """A table against a house that answers like this, or of two people."""
    state = read_position(start) if isinstance(start, str) else start
    match = Match(state, (HUMAN, HUMAN if friends else HOUSE), seed=seed, fate=fate)
    return TableScreen(Table(match, (None, None if friends else Scripted(answers))), pace=0)


def played(name: str, start: str, answers: tuple[Move, ...], *keys: str, **given: Any) -> Scene:
    """A table after these keys and answers."""
    sizes = given.pop("sizes", BOTH)
    return Scene(name, lambda stage: stage.enter(table(start, *answers, **given), *keys), sizes)


async def lifted(stage: Stage) -> None:
    stage.app.preferences.confirm = "always"
    await stage.enter(table("nonprime-addition total=24"), "9")


async def twenty_one(stage: Stage) -> None:
    await stage.enter(table(TwentyOne.start()._replace(total=11), 2), "3")


async def pig(stage: Stage) -> None:
    start = parlor_pig.rules.Pig.start()._replace(one=7, two=5, points=8, rolling=False)
    await stage.enter(table(start))


MORPH = "number-morph number=223 used=211,223,227,241,271,277"
DUEL = "prime-duel scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 card=10"
POCKET = "pocket-addition one=7 two=8"
CLIMB = "prime-climb steps=4,6"

TABLES = [
    played("nonprime-addition", "nonprime-addition total=16", (3, 2), "8", "6", sizes=MANY),
    played("number-morph", MORPH, (239,), "right", "9", "enter", "6", sizes=MANY),
    played("prime-climb", CLIMB, (4,), "4", sizes=ALL),
    played("pocket-addition", POCKET, (6,), "2", sizes=MANY),
    played("prime-duel", DUEL, ("keep",), "k", "k", fate=(3, 2, 6), sizes=MANY),
    Scene("twenty-one", twenty_one),
    Scene("pig", pig),
    played("thinking", CLIMB, (), "4"),
    Scene("lifted", lifted),
    played("refused-number-morph", MORPH, (), "1", "enter"),
    played("refused-prime-climb", CLIMB, (), "2"),
    played("forced", "pocket-addition one=6,8 two=1,9", (), friends=True),
    played("extra-turn", CLIMB, (), "1"),
    played("won", "prime-climb steps=14,6", (), "6", sizes=(*BOTH, (80, 24))),
    played("lost", "nonprime-addition total=24", (), "5"),
    played("friends", "pocket-addition one=7,2 two=8,5", (), "6", friends=True),
    played("hints", CLIMB, (), "h", "h", "h", "h", "h"),
    played("why", CLIMB, (4,), "4", "w"),
    played("moves", "nonprime-addition total=16", (3, 2), "8", "6", "m", sizes=(SMALL, (80, 24))),
    played("help-at-the-table", CLIMB, (4,), "4", "?"),
]

# Other rooms -------------------------------------------------------------------------------------


class Posed(PuzzleSessionScreen):
    """A set of puzzles that holds only this one."""

    def _find_puzzle(self, working: Any) -> tuple[Any, Any]:
        puzzle = build_practice_at(read_position("pocket-addition one=2,7 two=6,8"))
        assert puzzle is not None
        return puzzle, analyse(puzzle.state)


def posed(name: str, *keys: str) -> Scene:
    return Scene(name, lambda stage: stage.enter(Posed(), *keys))


async def opened(stage: Stage, *keys: str) -> None:
    """A day after some others, with a puzzle that comes back; its diary is its own."""
    with on() as patch:
        patch.setenv("PARLOR_HOME", tempfile.mkdtemp(dir=find_folder()))
        solved_before(12).store_answer(puzzle(FRIDAY, "prime-climb"), right=False, now=DAY)
        await stage.enter(TodayScreen(), *keys)
        await stage.settle()


def saved_games() -> list[str]:
    """The paths of games that were played long ago, the oldest first; and a diary."""
    fill_diary()
    paths = [
        save("prime-climb", 2, 4, 9, 8, 6, 6, seats=(HUMAN, HOUSE)),
        save("prime-climb top=35 largest=4", 4, seats=(HUMAN, HOUSE)),
        save("nonprime-addition", 8, 6, 6, 4, 2, 8, 4, 2, names=("Ann", "Bob")),
    ]
    for day, path in enumerate(paths):
        os.utime(path, (DAY + 86_400 * day,) * 2)
    return paths


async def home(stage: Stage) -> None:
    await until(stage.pilot, lambda: stage.app.screen.loaded)  # type: ignore[attr-defined]
    await stage.press("1")


async def new_game(stage: Stage) -> None:
    await stage.press("3", "enter", "down")


async def helped(stage: Stage) -> None:
    await stage.press("3", "?")


async def rules(stage: Stage) -> None:
    stage.app.open("rules", GAMES["prime-climb"].start())
    await stage.settle()


async def shelf(stage: Stage) -> None:
    await stage.enter(SavedGamesScreen(), "down")


class Kept(ProgressScreen):
    """The progress of a diary that is kept as it is."""

    def __init__(self) -> None:
        super().__init__(lambda: TODAY)

    def _import_games(self, working: JobProgress) -> ProgressSummary:
        return self._read_diary()


async def progress(stage: Stage) -> None:
    await stage.enter(Kept(), "down")


class Newcomer(Kept):
    """The progress of somebody who has done nothing yet."""

    def _read_diary(self) -> ProgressSummary:
        self.diary = Diary(os.path.join(find_folder(), "nobody", NAME))
        return summarize_progress(self.diary, TODAY)


async def too_small(stage: Stage) -> None:
    """Nothing to do: a small window covers home by itself."""


def others(paths: list[str]) -> Iterator[Scene]:
    """The rooms around the tables, with these games on the shelf."""
    yield Scene("home", home, ALL)
    yield Scene("progress", progress, ALL)
    yield Scene("progress-of-the-last-game", lambda stage: stage.enter(Kept(), "end", "right", "right"))
    yield Scene("progress-of-a-newcomer", lambda stage: stage.enter(Newcomer()))
    yield Scene("new-game", new_game)
    yield Scene("help", helped)
    yield Scene("rules", rules)
    yield Scene("your-games", shelf)
    yield Scene("replay", lambda stage: stage.enter(ReplayScreen(paths[2]), "right", "right", "right"))
    yield Scene("review", lambda stage: stage.enter(ReviewScreen(load(paths[0]).match), "b"), MANY)
    yield Scene("review-of-friends", lambda stage: stage.enter(ReviewScreen(load(paths[2]).match)))
    yield posed("puzzle")
    yield posed("puzzle-hint", "h", "h")
    yield posed("puzzle-wrong", "3", "3")
    yield posed("puzzle-right", "1", "1")
    yield Scene("rush-before", rush_scenes.before, EDGES)
    yield Scene("rush", rush_scenes.right, MANY)
    yield Scene("rush-slip", rush_scenes.slip, EDGES)
    yield Scene("rush-over", rush_scenes.over, EDGES)
    yield Scene("openings", rush_scenes.openings, MANY)
    yield Scene("openings-right", rush_scenes.openings_right)
    yield Scene("today", lambda stage: opened(stage, "3", "3"), ALL)
    yield Scene("today-hint", lambda stage: opened(stage, "h", "h", "h"))
    yield Scene("today-answer", lambda stage: opened(stage, "a"))
    yield Scene("solved", lambda stage: opened(stage, "3", "3", "5", "5"), ALL)
    yield Scene("cover", too_small, ((52, 18), (30, 10)))

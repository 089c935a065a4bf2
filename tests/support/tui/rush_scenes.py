"""A rush and the openings trainer in the states that people meet, each with a diary of its own."""

from __future__ import annotations

import os
import tempfile
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from primeparlor.coach.advice import advise_move
from primeparlor.coach.progress.diary import NAME, Diary
from primeparlor.coach.training.openings import Openings
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.records import find_folder
from primeparlor.solve import analyse
from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen
from support.tui.rush import POSED, Dealt, posed_at

if TYPE_CHECKING:
    from support.tui.scenes import Stage

GAME = "pocket-addition"


def diary() -> Diary:
    """An empty one that no other scene sees."""
    os.makedirs(find_folder(), exist_ok=True)
    return Diary(os.path.join(tempfile.mkdtemp(dir=find_folder()), NAME))


async def rush(stage: Stage, *keys: str, seconds: float = 53) -> None:
    """A rush through all games after so much time and these keys; without any time, the page before."""
    kept = diary()
    kept.store_rush(None, date(2026, 11, 3), 21, 1)
    kept.store_rush(None, date(2026, 10, 31), 2, 0)
    kept.store_rush("prime-climb", date(2026, 11, 3), 12, 0)
    nonprime, morph, *others = POSED
    room = Dealt(*map(posed_at, (*others, nonprime, morph)), kept=kept)
    await stage.enter(room)
    if seconds:
        await stage.press("enter")
        room.time(seconds)
        await stage.press(*keys)


async def before(stage: Stage) -> None:
    await rush(stage, seconds=0)


async def right(stage: Stage) -> None:
    await rush(stage, "4", "5", "k")


async def slip(stage: Stage) -> None:
    await rush(stage, "4", "5", "k", "4", "right", "7", "enter", "2")


async def over(stage: Stage) -> None:
    await rush(stage, "2", "5", "d", "4", "right", "7", "enter", "4", "3")


async def openings(stage: Stage) -> None:
    """A third of the openings are known."""
    kept = diary()
    for position in Openings(GAMES[GAME], {}).positions[:7]:
        state = read_position(position)
        reply = advise_move(state, analyse(state))
        for _ in range(2):
            kept.store_reply(GAME, position, reply, True)
    room = OpeningsScreen(GAME, Random(1))
    room.diary = kept
    await stage.enter(room)


async def openings_right(stage: Stage) -> None:
    await openings(stage)
    await stage.press("space")
    room = stage.app.screen
    assert isinstance(room, OpeningsScreen)
    await stage.press(*[str(room.puzzle.answers[0])] * 2)

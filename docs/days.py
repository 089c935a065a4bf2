"""The rooms of the days, for the pictures: on a fixed date, with a diary of half a year and a slow clock."""

from __future__ import annotations

import json
from datetime import date, timedelta
from random import Random
from typing import Any

from textual.events import Key

from primeparlor.coach.progress.diary import diary_path
from primeparlor.coach.summary import ProgressSummary
from primeparlor.coach.training import daily
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.games import GAMES, ROTAS
from primeparlor.terminal.tui.jobs import JobProgress
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from primeparlor.terminal.tui.screens.today import TodayScreen

DAY = date(2026, 2, 16)  # № 47, a prime: that of the tutorial
NAMES = ROTAS[1]  # stays as it is when a game is added
PASSED = dict(zip(NAMES, (3, 2, 4, 5, 2), strict=True))  # rungs, by game
MISTAKES = {
    "nonprime-addition": ("made a prime from 100 to 200", "made a prime from 50 to 100"),
    "number-morph": ("changed the wrong place", "left your opponent the last prime"),
    "prime-climb": ("took the wrong step", "ended your turn where a prime step was right"),
    "pocket-addition": ("took a number that loses further on", "missed the number that made 15"),
    "prime-duel": ("kept a card better discarded", "discarded a card better kept"),
}
THINKS = 9.0  # seconds that each answer in the rush takes


def keep_a_diary() -> None:
    """Write what somebody did in half a year: solved most days, the last twelve in a row."""
    with open(diary_path(), "w", encoding="utf-8") as file:
        json.dump({"version": 1, "days": _days(), "games": _games(), "rush": _rush()}, file)


def _days() -> dict[str, Any]:
    lots, found = Random(3), dict[str, Any]()
    for ago in range(180, 0, -1):
        day, lot = DAY - timedelta(days=ago), lots.random()
        solved = ago <= 12 or (lot < 0.6 and ago != 13)
        if solved or lot < 0.75:
            tries = ("+" if lot < 0.4 else "-+") if solved else "-?"
            found[day.isoformat()] = {
                "puzzle": {"game": daily.build_today(day).main, "tries": tries},
                "right": 3,
            }
        elif lot < 0.85:
            found[day.isoformat()] = {"games": 1}
    return found


def _games() -> dict[str, Any]:
    """Forty games, better and better."""
    lots, found, names = Random(4), dict[str, Any](), NAMES
    won = [
        rung
        for name in names
        for rung in load_rungs(GAMES[name])[: PASSED[name]]
        for _ in range(rung.need if rung.kind == "win" else rung.games)
    ]
    for at in range(40):
        rung = won[at] if at < len(won) else None
        name = rung.game if rung else names[at % len(names)]
        duel = name == names[-1]
        accuracy = 55 + at * 9 // 10 + int(lots.random() * 8)
        found[f"{at:02}.jsonl"] = {
            "size": 1,
            "day": (DAY - timedelta(days=4 * (40 - at))).isoformat(),
            "game": name,
            "regular": True,
            "level": rung.level if rung else "expert",
            "side": rung.side if rung else 1 + int(lots.random() * 2),
            "won": rung is not None,
            "helped": rung is None,
            "accuracy": max(accuracy, rung.need) if rung and rung.kind == "choices" else accuracy,
            "luck": int(lots.random() * 300) - 150 if duel else None,
            "choices": -40 - int(lots.random() * 60) if duel else None,
            "mistakes": {MISTAKES[name][at % 3 % 2]: 1 + at % 2},
            "over": True,
            "variant": rung.variant if rung else "",
            "clock": rung and rung.clock,
            "moves": rung.need if rung else 5,
            "played_out": True,
        }
    return found


def _rush() -> dict[str, Any]:
    return {
        game: [{"day": "2026-02-01", "right": right, "slips": 1}]
        for game, right in (("all", 14), ("prime-climb", 21), ("pocket-addition", 17))
    }


class FixedToday(TodayScreen):
    """The puzzle of a day that is over, as if it were today."""

    def __init__(self) -> None:
        super().__init__(DAY)
        self.counts = True


class FixedRush(RushScreen):
    """Always the same puzzles, and the same time for each."""

    def __init__(self) -> None:
        self.seconds = 0.0
        super().__init__(None, lambda: self.seconds, Random(2))

    def take_key(self, event: Key) -> bool:
        if self.phase == "rush":
            self.seconds += THINKS
        return super().take_key(event)


class FixedProgress(ProgressScreen):
    """The diary as it is: there are no games to look through."""

    def __init__(self) -> None:
        super().__init__(lambda: DAY)

    def _import_games(self, working: JobProgress) -> ProgressSummary:
        return self._read_diary()

"""A diary that was kept for half a year, always the same."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from typing import Any

from primeparlor.coach.progress.diary import Diary, diary_path
from primeparlor.coach.summary import build_ladders, count_rungs
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.games import GAMES, ROTAS

TODAY = date(2026, 11, 13)  # № 317, a prime
NAMES = ROTAS[1]  # stays as it is when a game is added
PASSED = dict(zip(NAMES, (4, 1, 3, 10, 2), strict=True))  # rungs, by game
MISTAKES = ("left the opponent a win at once", "gave a forced win away", "missed a win at once")


def days() -> dict[str, Any]:
    """The last 200 days: the puzzle of the day was solved on the last twelve, and on many before."""
    found: dict[str, Any] = {}
    for ago in range(1, 200):
        day = (TODAY - timedelta(days=ago)).isoformat()
        lot = (ago**3 * 31 + ago * 57) % 97 % 10
        if ago <= 12 or (lot < 5 and ago != 13):
            found[day] = {"puzzle": {"game": "prime-climb", "tries": "-+"}, "right": 1}
        elif lot < 6:
            found[day] = {"puzzle": {"game": "prime-climb", "tries": "-?"}}
        elif lot < 8:
            found[day] = {"games": 1}
    return found


def games() -> dict[str, Any]:
    """A hundred games, better and better, and those that pass the rungs among them."""
    found: dict[str, Any] = {}
    won = [
        rung
        for name in NAMES
        for rung in load_rungs(GAMES[name])[: PASSED[name]]
        for _ in range(rung.need if rung.kind == "win" else rung.games)
    ]
    for at in range(100):
        rung = won[at] if at < len(won) else None
        name = rung.game if rung else NAMES[at % len(NAMES)]
        accuracy = min(100, 50 + at * 2 // 5 + at * at % 7)
        found[f"{at:03}.jsonl"] = {
            "size": 1,
            "day": (TODAY - timedelta(days=100 - at)).isoformat(),
            "game": name,
            "regular": True,
            "level": rung.level if rung else "perfect",
            "side": rung.side if rung else 1 + at % 2,
            "won": rung is not None or at % 3 == 0,
            "helped": rung is None,
            "accuracy": max(accuracy, rung.need) if rung and rung.kind == "choices" else accuracy,
            "luck": 12 if name == NAMES[-1] else None,
            "choices": -21,
            "mistakes": {MISTAKES[at % 3]: 1 + at % 2},
            "over": True,
            "variant": rung.variant if rung else "",
            "clock": rung and rung.clock,
            "moves": rung.need if rung else 5,
            "played_out": True,
        }
    return found


def fill_diary() -> Diary:
    """Write such a diary, and read it."""
    data = {
        "version": 1,
        "days": days(),
        "games": games(),
        "ratings": {
            "prime-climb": {
                "rating": 1432.1,
                "deviation": 88.0,
                "volatility": 0.06,
                "asked": 37,
                "right": 25,
            }
        },
        "rush": {
            "prime-climb": [{"day": "2026-11-01", "right": 21, "slips": 1}],
            "all": [{"day": "2026-11-02", "right": 14, "slips": 2}],
        },
        "cards": {
            f"prime-climb steps={step},3 turn=2": {"box": 0, "due": 0.0, "mistake": True}
            for step in (4, 6, 9)
        },
    }
    os.makedirs(os.path.dirname(diary_path()), exist_ok=True)
    with open(diary_path(), "w", encoding="utf-8") as file:
        json.dump(data, file)
    return Diary(diary_path())


def count_passed(diary: Diary) -> str:
    """How many rungs are passed in this diary, as it is shown."""
    return "{} of {}".format(*count_rungs(build_ladders(diary.own_games)))

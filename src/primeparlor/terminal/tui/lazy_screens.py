"""The screens that can be opened by name, each imported when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _open_new_game(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.new_game import NewGameModal

    return NewGameModal(*arguments, **options)


def _open_openings(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen

    return OpeningsScreen(*arguments, **options)


def _open_progress(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen

    return ProgressScreen(*arguments, **options)


def _open_puzzles(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen

    return PuzzleSessionScreen(*arguments, **options)


def _open_replay(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.replay import ReplayScreen

    return ReplayScreen(*arguments, **options)


def _open_review(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.review.screen import ReviewScreen

    return ReviewScreen(*arguments, **options)


def _open_rules(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.rules import RulesScreen

    return RulesScreen(*arguments, **options)


def _open_rush(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.rush.screen import RushScreen

    return RushScreen(*arguments, **options)


def _open_saved_games(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen

    return SavedGamesScreen(*arguments, **options)


def _open_settings(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.settings import SettingsModal

    return SettingsModal(*arguments, **options)


def _open_today(*arguments: Any, **options: Any) -> Any:
    from primeparlor.terminal.tui.screens.today import TodayScreen

    return TodayScreen(*arguments, **options)


SCREENS: dict[str, Callable[..., Any]] = {
    "new_game": _open_new_game,
    "openings": _open_openings,
    "progress": _open_progress,
    "puzzles": _open_puzzles,
    "replay": _open_replay,
    "review": _open_review,
    "rules": _open_rules,
    "rush": _open_rush,
    "saved_games": _open_saved_games,
    "settings": _open_settings,
    "today": _open_today,
}

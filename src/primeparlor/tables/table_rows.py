"""A table as a row of a list, and its games as rows, in words for one of its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primeparlor.coach.reasons import describe_variant
from primeparlor.core import OTHER, Player, capital
from primeparlor.match import HUMAN, Match
from primeparlor.messages import Seats
from primeparlor.tables.names import name_seats
from primeparlor.tables.sentences import format_how, format_players
from primeparlor.tables.series_words import (
    find_score,
    format_goal,
    format_place,
    format_score,
    format_series_result,
    is_undecided,
)
from primeparlor.tables.turn_words import WAITING


def build_table_row(match: Match, you: Player | None, waiting: bool) -> dict[str, Any]:
    """Return the table of this match as JSON data, for a player or for two who share a screen.

    It is `waiting` while a friend is still to join, and not over before the whole match is.
    """
    seats, played = name_seats(match, you), match.outcome is not None
    return {
        "game": match.start.name,
        "title": match.start.title,
        "variant_words": describe_variant(match.start),
        "opponent": _format_opponent(match, you),
        "status": WAITING[0].rstrip(".") if waiting else _format_status(match, seats),
        "score": _format_series_score(match, seats),
        "over": played and not is_undecided(match),
        "yours": not played and not waiting and you in (None, match.state.turn),
    }


def build_game_rows(matches: Sequence[Match], you: Player | None, known: int = 0) -> list[dict[str, Any]]:
    """Return the games of a table as JSON data, for who had this seat in the first, without those known."""
    nth = sum(_begins_match(match) for match in matches[:known])
    rows = []
    for game, match in enumerate(matches[known:], known + 1):
        nth += _begins_match(match)
        seat = OTHER[you] if you is not None and game % 2 == 0 else you
        rows.append({"game": game, **_build_game_row(match, seat, nth)})
    return rows


def _begins_match(match: Match) -> bool:
    return match.series is None or match.series.game == 1


def _build_game_row(match: Match, you: Player | None, nth: int) -> dict[str, Any]:
    """Return a game as JSON data: which one it is, how it went, and the score after it."""
    seats = name_seats(match, you)
    return {
        "place": format_place(match.series, nth),
        "status": _format_status(match, seats),
        "result": format_series_result(match, seats),
        "over": match.outcome is not None,
    }


def _format_status(match: Match, seats: Seats) -> str:
    """Format in a few words how a game stands: "Your turn, move 3"."""
    return capital(format_how(match, seats.inside))


def _format_opponent(match: Match, you: Player | None) -> str:
    """Format in a few words whom this player plays; for two who share a screen, who plays."""
    if you is None or match.seats != (HUMAN, HUMAN):
        return capital(format_players(match))
    return f"Against {match.names[OTHER[you] - 1] or 'a friend'}"


def _format_series_score(match: Match, seats: Seats) -> str:
    """Format the place of a game among several, with the score; empty if it is played alone."""
    if match.series is None:
        return ""
    return f"{format_goal(match.series)}. {format_score(find_score(match), seats)}"

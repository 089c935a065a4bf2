"""The score of several games in a row, in words: before a game, during it, and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match import Match, Series
from primeparlor.wording import format_figures

if TYPE_CHECKING:
    from primeparlor.messages import Seats

LENGTHS = (None, 2, 3, 5)  # games to be won that are offered for a new table; None: a game played alone


def format_length(first_to: int | None) -> str:
    """Format one of these lengths as a choice: "First to 3"."""
    return "One" if first_to is None else f"First to {first_to}"


def find_score(match: Match) -> tuple[int, int]:
    """Return the games won by Player 1 and Player 2 of this game, with this one once it is over."""
    series = match.series or Series()
    return series.add_win(match.outcome.winner) if match.outcome else series.score


def find_series_winner(match: Match) -> Player | None:
    """Return who has won the whole series with this game; None if it goes on, or there is no goal."""
    if match.series is None or match.outcome is None:
        return None
    return match.series.find_winner(match.outcome.winner)


def format_score(score: tuple[int, int], seats: Seats) -> str:
    """Format a score with names: "Ann: 1, Ben: 0"."""
    return ", ".join(f"{seats.name(player)}: {won}" for player, won in zip(PLAYERS, score, strict=True))


def format_wins(match: Match, player: Player) -> str:
    """Format how many games this player has won: "1 game won"; empty if the game is played alone."""
    return "" if match.series is None else f"{format_figures(find_score(match)[player - 1], 'game')} won"


def format_goal(series: Series | None) -> str:
    """Format the place of a game among several: "Game 2, first to 3 wins"; empty if it is played alone."""
    if series is None:
        return ""
    goal = "" if series.first_to is None else f", first to {series.first_to} wins"
    return f"Game {series.game}{goal}"


def format_place(series: Series | None, nth: int = 1) -> str:
    """Format which game at a table this is, in its n-th match: "Match 2, game 1, first to 3 wins"."""
    goal = format_goal(series or Series())
    return goal if nth == 1 else f"Match {nth:,}, {goal[0].lower()}{goal[1:]}"


def format_series_opening(match: Match, seats: Seats) -> str:
    """Format what the players should know before a game of several; empty if it is played alone."""
    if match.series is None:
        return ""
    series = match.series
    if series.game == 1:
        return f"{format_goal(series)}. Seats are swapped after each game."
    return f"{format_goal(series)}. Seats are swapped. {format_score(series.score, seats)}."


def format_series_result(match: Match, seats: Seats) -> str:
    """Format the score after a game: "Ann leads 2–1."; empty if it is played alone, or not over."""
    if match.series is None or match.outcome is None:
        return ""
    score = find_score(match)
    if score[0] == score[1]:
        return f"The score is {score[0]}–{score[1]}."
    ahead: Player = 1 if score[0] > score[1] else 2
    figures = f"{score[ahead - 1]}–{score[OTHER[ahead] - 1]}"
    if find_series_winner(match) is not None:
        return f"{seats.name(ahead)} {seats.verb(ahead, 'win', 'wins')} the match {figures}."
    return f"{seats.name(ahead)} {seats.verb(ahead, 'lead', 'leads')} {figures}."


def is_undecided(match: Match) -> bool:
    """Return True if the players agreed on a number of wins that nobody has yet."""
    goal = match.series is not None and match.series.first_to is not None
    return goal and find_series_winner(match) is None


def format_next_game(match: Match) -> str:
    """Format what playing again means here, as in "a to …"."""
    if match.series is None or match.series.first_to is None:
        return "swap seats and play again"
    return f"swap seats for game {match.series.game + 1}" if is_undecided(match) else "play another match"


def format_again(match: Match) -> str:
    """Format the same as the label of a key: "Game 3, seats swapped"."""
    if match.series is None or match.series.first_to is None:
        return "Again, seats swapped"
    return f"Game {match.series.game + 1}, seats swapped" if is_undecided(match) else "Another match"


def build_series_data(match: Match, seats: Seats) -> dict[str, Any] | None:
    """Return the series as JSON data with its words; None if the game is played alone."""
    if match.series is None:
        return None
    return {
        "first_to": match.series.first_to,
        "game": match.series.game,
        "score": list(find_score(match)),
        "wins": [format_wins(match, player) for player in PLAYERS],
        "winner": find_series_winner(match),
        "undecided": is_undecided(match),
        "goal": format_goal(match.series),
        "result": format_series_result(match, seats),
    }

"""The score of several games in words, as each reader sees it."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games import PocketAddition
from primeparlor.match import Match, Resign, Series
from primeparlor.messages import Seats
from primeparlor.tables.series_words import (
    LENGTHS,
    build_series_data,
    find_series_winner,
    format_again,
    format_goal,
    format_length,
    format_next_game,
    format_series_opening,
    format_series_result,
    format_wins,
    is_undecided,
)
from primeparlor.tables.setup import open_table

ANN_AND_BEN = Seats(("Ann", "Ben"))
YOU = Seats(("The house", "You"), 2)


def play(series: Series | None, winner: Player | None = None) -> Match:
    """A match of this series, resigned by the other player if somebody wins."""
    match = Match(PocketAddition.start(), series=series)
    match.begin()
    if winner is not None:
        match.perform(Resign(1 if winner == 2 else 2, match.number))
    return match


def test_a_game_played_alone_has_no_score() -> None:
    alone = play(None, winner=1)
    assert format_goal(None) == ""
    assert format_series_opening(alone, ANN_AND_BEN) == format_series_result(alone, ANN_AND_BEN) == ""
    assert build_series_data(alone, ANN_AND_BEN) is None
    assert find_series_winner(alone) is None
    assert (format_next_game(alone), is_undecided(alone)) == ("swap seats and play again", False)
    assert [format_length(first_to) for first_to in LENGTHS[:2]] == ["One", "First to 2"]
    assert (format_again(alone), format_wins(alone, 1)) == ("Again, seats swapped", "")


def test_before_a_game_the_players_are_told_goal_and_score() -> None:
    first, second = play(Series(3)), play(Series(3, 2, (0, 1)))
    assert (
        format_series_opening(first, ANN_AND_BEN)
        == "Game 1, first to 3 wins. Seats are swapped after each game."
    )
    assert (
        format_series_opening(second, ANN_AND_BEN)
        == "Game 2, first to 3 wins. Seats are swapped. Ann: 0, Ben: 1."
    )
    opening = format_series_opening(play(Series(None, 2, (0, 1))), YOU)
    assert opening == "Game 2. Seats are swapped. The house: 0, You: 1."
    assert format_series_result(second, ANN_AND_BEN) == ""


def test_after_a_game_the_result_names_who_leads_or_has_won() -> None:
    level = play(Series(3, 2, (0, 1)), winner=1)
    assert format_series_result(level, ANN_AND_BEN) == "The score is 1–1."
    assert format_next_game(level) == "swap seats for game 3"
    leading = play(Series(3, 2, (0, 1)), winner=2)
    assert format_series_result(leading, ANN_AND_BEN) == "Ben leads 2–0."
    assert format_series_result(leading, YOU) == "You lead 2–0."
    won = play(Series(2, 3, (1, 1)), winner=1)
    assert format_series_result(won, ANN_AND_BEN) == "Ann wins the match 2–1."
    assert (format_next_game(won), format_again(won)) == ("play another match", "Another match")
    assert format_series_result(play(Series(2, 3, (1, 1)), winner=2), YOU) == "You win the match 2–1."


def test_a_rematch_goes_on_with_the_score_and_names_the_first_record() -> None:
    table = open_table(PocketAddition.start(), names=("Ann", "Ben"), first_to=2)
    table.match.begin()
    table.match.perform(Resign(1, table.match.number))
    assert table.offer_rematch(1, [1, 2])
    match = table.create_rematch().match
    assert (match.names, match.series) == (("Ben", "Ann"), Series(2, 2, (1, 0)))
    data = build_series_data(match, Seats(match.names))
    assert data == {
        "first_to": 2,
        "game": 2,
        "score": [1, 0],
        "winner": None,
        "goal": "Game 2, first to 2 wins",
        "result": "",
        "wins": ["1 game won", "0 games won"],
        "undecided": True,
    }

"""Tables and their games as rows of a list, in words for one of the players."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games import PocketAddition
from primeparlor.match import HUMAN, Match, Resign, Series
from primeparlor.tables.table_rows import build_game_rows, build_table_row


def begin(seats: tuple[str, str] = (HUMAN, HUMAN), *names: str, series: Series | None = None) -> Match:
    one, two = names or ("", "")
    match = Match(PocketAddition.start(), seats, names=(one, two), series=series)
    match.begin()
    return match


def shown(match: Match, you: Player | None, waiting: bool = False) -> tuple[str, str, bool]:
    row = build_table_row(match, you, waiting)
    return row["opponent"], row["status"], row["yours"]


def test_a_table_is_listed_for_whoever_plays_there() -> None:
    friends = begin((HUMAN, HUMAN), "Ann", "")
    assert shown(friends, 1) == ("Against a friend", "Your turn, move 1", True)
    assert shown(friends, 2) == ("Against Ann", "Ann to move, move 1", False)
    assert shown(friends, None) == ("Two players", "Ann to move, move 1", True)
    assert shown(friends, 1, waiting=True) == ("Against a friend", "Waiting for a friend", False)
    assert shown(begin((HUMAN, "club")), 1)[0] == "Against the house, club"
    friends.perform(Resign(2, 0))
    assert shown(friends, 1) == ("Against a friend", "You won (Player 2 resigned)", False)


def test_the_score_of_a_match_stands_in_both_rows() -> None:
    match = begin((HUMAN, HUMAN), "Ann", "Ben", series=Series(3, 2, (0, 1)))
    assert build_table_row(match, 1, False)["score"] == "Game 2, first to 3 wins. You: 0, Ben: 1"
    assert build_table_row(begin(), 1, False)["score"] == ""
    match.perform(Resign(1, 0))
    assert not build_table_row(match, 1, False)["over"]  # the match goes on
    one, two, three = build_game_rows([begin(series=Series(3)), match, begin(series=Series(3))], 1)
    assert [one["place"], three["place"]] == ["Game 1, first to 3 wins", "Match 2, game 1, first to 3 wins"]
    assert two == {
        "game": 2,
        "place": "Game 2, first to 3 wins",
        "status": "You won (Ann resigned)",
        "result": "You lead 2–0.",
        "over": True,
    }
    assert build_game_rows([begin()], None)[0]["place"] == "Game 1"
    known = [begin(), begin(series=Series(None, 2))]
    assert build_game_rows(known, None, known=1) == build_game_rows(known, None)[1:]

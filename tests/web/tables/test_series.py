"""A match of several games at one table: names for both, the score, and what goes on after a rematch."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from primeparlor.core import ParlorError, Player
from primeparlor.web.errors import OtherNameRefused
from primeparlor.web.tables.create import ONE_NAME, TableRequest
from primeparlor.web.tables.live import LiveTable
from support.web.registry import found, look, place, play, refused, run, start, two, until

CLIMB = [7, 6, 7]  # Player 1 steps on two primes, and then on the top


def score(table: LiveTable, *seats: Any) -> tuple[int, list[int], str, str]:
    """The number of the game, the score, its sentence, and what comes next, as these seats see it."""
    view = look(table, seats)
    series = view["series"]
    return series["game"], series["score"], series["result"], view["again"]


def test_friends_play_a_match_and_the_score_swaps_sides_with_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            request = TableRequest(start(), "friend", name="Mara", first_to=2)
            table, _, _ = await two(here.open_registry(), request)
            series = look(table, [1])["series"]
            assert series["goal"] == "Game 1, first to 2 wins"
            assert (series["wins"], series["undecided"]) == (["0 games won", "0 games won"], True)
            await table.resign({2}, 0)
            assert score(table, 1) == (1, [1, 0], "You lead 1–0.", "Game 2, seats swapped")
            assert score(table, 2)[2] == score(table)[2] == "Mara leads 1–0."
            await table.rematch({1}, 0)
            await table.answer({2}, 0, True)
            assert score(table, 2)[:2] == (2, [0, 1])  # Mara is Player 2 now
            registry, table = await found(here, table)  # after a restart
            assert score(table, 2) == (2, [0, 1], "", "")
            await table.resign({1}, 1)
            view = look(table, [2])
            assert view["series"]["result"] == "You win the match 2–0."
            assert (view["series"]["winner"], view["series"]["undecided"]) == (2, False)
            assert view["again"] == "Another match"
            await table.rematch({1}, 1)
            await table.answer({2}, 1, True)
            assert score(table, 1)[:2] == (1, [0, 0])
            assert (look(table, [1])["game_number"], look(table, [1])["series"]["first_to"]) == (3, 2)
            rows = await table.list_games({2})  # for Ben, who is Player 2 again
            assert [row["status"] for row in rows[:2]] == ["Mara won (you resigned)"] * 2
            assert [row["place"] for row in rows[1:]] == [
                "Game 2, first to 2 wins",
                "Match 2, game 1, first to 2 wins",
            ]
            assert [row["result"] for row in rows] == ["Mara leads 1–0.", "Mara wins the match 2–0.", ""]
            assert await table.list_games({2}) == rows  # those of the earlier games are kept
            assert (await table.list_games({1}))[0]["status"] == "You won (Ben resigned)"
            assert (await table.list_games(()))[0]["status"] == "Mara won (Ben resigned)"
            with ZipFile(BytesIO(await table.pack_records({1}))) as packed:
                names = packed.namelist()
                assert names == [f"pocket-addition-{table.id}-{game}.jsonl" for game in (1, 2, 3)]
                assert packed.read(names[0]) == await table.request_record({1}, 1)
            assert [b'"series":{' in await table.request_record({1}, game) for game in (1, 2, 3)] == [
                True
            ] * 3
            await registry.close()

    run(test())


def test_two_at_one_screen_have_names_which_swap_with_the_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            request = TableRequest(start("prime-climb"), "same screen", 1, "Ann", other_name="Ben")
            table = (await here.open_registry().open_table(request)).table
            both: frozenset[Player] = frozenset([1, 2])
            view = look(table, both)
            assert (view["names"], view["series"], view["again"]) == (["Ann", "Ben"], None, "")
            await play(table, *CLIMB)
            assert look(table, both)["outcome"]["winner"] == 1
            assert (look(table, both)["series"], look(table, both)["again"]) == (None, "Again, seats swapped")
            await table.rematch(both, table.match.number)
            view = look(table, both)
            assert (view["names"], view["series"]["goal"]) == (["Ben", "Ann"], "Game 2")
            assert view["series"]["wins"] == ["0 games won", "1 game won"]
            await play(table, *CLIMB)
            assert score(table, 1, 2) == (2, [1, 1], "The score is 1–1.", "Again, seats swapped")

    run(test())


def test_the_house_plays_a_match_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            request = TableRequest(start(), "beginner", 1, first_to=3)
            table = (await here.open_registry().open_table(request)).table
            await table.resign({1}, 0)
            assert score(table, 1) == (1, [0, 1], "The house leads 1–0.", "Game 2, seats swapped")
            await table.rematch({1}, 0)
            await until(table, lambda: table.match.state.turn == 2)  # the house begins
            assert score(table, 2)[:2] == (2, [1, 0])
            await table.close()

    run(test())


def test_only_two_at_one_screen_are_named_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            for opponent in ("friend", "beginner"):
                request = TableRequest(start(), opponent, 1, "Ann", other_name="Ben")
                assert await refused(ParlorError, here.open_registry().open_table(request)) == ONE_NAME
            request = TableRequest(start(), "same screen", 1, "Ann", other_name="you")
            sentence = await refused(OtherNameRefused, here.open_registry().open_table(request))
            assert sentence == 'The parlor uses "you" itself. Choose another name.'

    run(test())

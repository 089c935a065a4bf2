"""Opening a table: whom to play, who begins, where the game starts, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Settings, StaleMove
from primeparlor.web.errors import NoSuchTable, ServerFull
from primeparlor.web.tables.create import build_start
from primeparlor.web.tables.registry import TableLimits, TableRequest
from primeparlor.web.tables.seats import create_name, is_table_name
from support.web.registry import place, play, refused, run, start, until


def test_a_table_against_the_house_begins_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open_table(TableRequest(start("prime-climb"), "beginner", 1, " Mara "))
            desk = opened.table
            view = desk.build_view(desk.find_seats(opened.token))
            assert (opened.seat, view["you"], view["holds"], view["waiting"]) == (1, 1, [1], False)
            assert [seat["name"] for seat in view["seats"]] == ["Mara", ""]
            assert [seat["house"] for seat in view["seats"]] == [False, True]
            await desk.move({1}, "4", 0)
            await until(desk, lambda: desk.match.state.turn == 1 and not desk.build_view({1})["thinking"])
            assert [step["who"] for step in desk.build_view({1})["steps"]][:2] == [1, 2]
            await desk.close()

    run(test())


def test_the_house_begins_where_it_has_the_first_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open_table(TableRequest(start(), "beginner", 2))
            assert (opened.seat, sorted(opened.table.find_seats(opened.token))) == (2, [2])
            await until(opened.table, lambda: opened.table.match.state.turn == 2)
            await opened.table.close()

    run(test())


def test_a_coin_is_tossed_for_the_side(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            sides = set[int]()
            while sides != {1, 2}:  # once in 2 ** 100 this would take 100 tosses
                sides.add((await hall.open_table(TableRequest(start(), "friend", "toss"))).seat)

    run(test())


def test_on_the_same_screen_one_token_holds_both_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open_table(TableRequest(start(), "same screen", 2))
            desk = opened.table
            seats = desk.find_seats(opened.token)
            assert seats == {1, 2}
            await desk.move(seats, "6", 0)
            assert (desk.build_view(seats)["you"], desk.build_view(seats)["holds"]) == (2, [1, 2])
            await desk.move(seats, "6", 0)  # again: it was heard the first time
            await refused(StaleMove, desk.move(seats, "7", 0))
            await desk.move(seats, "9", 1)
            await desk.undo(seats, 2)
            assert desk.build_view(seats)["turn"] == 2
            await desk.resign(seats, 3)
            assert desk.build_view(seats)["outcome"]["by"] == 2
            await desk.rematch(seats, 3)
            assert desk.build_view(seats)["game_number"] == 2

    run(test())


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (TableRequest(start(), "random"), "Choose whom to play"),
        (TableRequest(start(), "cmd:rm"), "Choose whom to play"),
        (TableRequest(start(), "friend", name="x" * 41), "A name must be at most 40"),
        (TableRequest(start(), "friend", name="a\nb"), "A name must be at most 40"),
        (TableRequest(start(), "friend", settings=Settings(clock=0)), "clock must be more than 0"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_a_sentence(
    tmp_path: Path, order: TableRequest, sentence: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            assert sentence in await refused(ParlorError, here.hall().open_table(order))
            assert here.store.count_tables() == 0

    run(test())


@pytest.mark.parametrize(
    ("game", "rules", "position", "sentence"),
    [
        ("number-morph", {"digits": 6}, None, "To play, digits must be a whole number from 2 to 5."),
        ("number-morph", {}, "number-morph digits=7", "To play, digits must be a whole number from 2 to 5."),
        ("prime-climb", {"top": 1}, None, "top must be a whole number from 2 to 1000."),
        ("prime-climb", {}, "pocket-addition one=6", "The position must begin with prime-climb."),
        ("prime-climb", {}, "prime-climb steps=20,1 turn=2", "This game is already over"),
        ("chess", {}, None, "There is no game 'chess' here."),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(
    game: str, rules: dict[str, int], position: str | None, sentence: str
) -> None:
    with pytest.raises(ParlorError, match=sentence.replace("'", ".")):
        build_start(game, rules, position)


def test_a_game_may_begin_in_a_position() -> None:
    text = "prime-climb top=30 steps=7,3 turn=2"
    assert build_start("prime-climb", {"top": 30}, text).turn == 2
    assert build_start("prime-climb", {"top": 30}).rules.changed() == {"top": 30}


def test_a_table_is_found_by_its_whole_name_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk = (await hall.open_table(TableRequest(start(), "friend"))).table
            assert is_table_name(desk.id)
            assert await hall.find_table(desk.id.upper()) is desk
            for name in ("", desk.id[:-1], f"{desk.id}a", create_name(), "../etc", f"{desk.id[:-1]}'"):
                await refused(NoSuchTable, hall.find_table(name))

    run(test())


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            hall = here.hall()
            for _ in range(2):
                desk = (await hall.open_table(TableRequest(start(), "same screen"))).table
                await play(desk, 6)
            await refused(ServerFull, hall.open_table(TableRequest(start(), "friend")))

    run(test())

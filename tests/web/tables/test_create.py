"""Opening a table: whom to play, who begins, where the game starts, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Settings, StaleMove
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import NoSuchTable, ServerFull
from primeparlor.web.tables.create import TableRequest, build_start
from primeparlor.web.tables.seats import create_name, is_table_name
from support.web.registry import look, place, play, refused, run, start, two, until


def test_a_table_against_the_house_begins_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.open_registry().open_table(
                TableRequest(start("prime-climb"), "beginner", 1, " Mara ")
            )
            table = opened.table
            view = look(table, table.find_seats(opened.token))
            assert (opened.seat, view["you"], view["holds"], view["waiting"]) == (1, 1, [1], False)
            assert [seat["name"] for seat in view["seats"]] == ["Mara", ""]
            assert [seat["house"] for seat in view["seats"]] == [False, True]
            await table.move({1}, "4", 0)
            await until(table, lambda: table.match.state.turn == 1 and not look(table, {1})["thinking"])
            assert [step["who"] for step in look(table, {1})["steps"]][:2] == [1, 2]
            await table.close()

    run(test())


def test_the_house_begins_where_it_has_the_first_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.open_registry().open_table(TableRequest(start(), "beginner", 2))
            assert (opened.seat, sorted(opened.table.find_seats(opened.token))) == (2, [2])
            await until(opened.table, lambda: opened.table.match.state.turn == 2)
            await opened.table.close()

    run(test())


def test_a_coin_is_tossed_for_the_side(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            sides = set[int]()
            while sides != {1, 2}:  # once in 2 ** 100 this would take 100 tosses
                sides.add((await registry.open_table(TableRequest(start(), "friend", "toss"))).seat)

    run(test())


def test_on_the_same_screen_one_token_holds_both_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.open_registry().open_table(TableRequest(start(), "same screen", 2))
            table = opened.table
            seats = table.find_seats(opened.token)
            assert seats == {1, 2}
            await table.move(seats, "6", 0)
            assert (look(table, seats)["you"], look(table, seats)["holds"]) == (2, [1, 2])
            await table.move(seats, "6", 0)  # again: it was heard the first time
            await refused(StaleMove, table.move(seats, "7", 0))
            await table.move(seats, "9", 1)
            await table.undo(seats, 2)
            assert look(table, seats)["turn"] == 2
            await table.resign(seats, 3)
            assert look(table, seats)["outcome"]["by"] == 2
            await table.rematch(seats, 3)
            assert look(table, seats)["game_number"] == 2

    run(test())


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (TableRequest(start(), "random"), "Choose whom to play"),
        (TableRequest(start(), "cmd:rm"), "Choose whom to play"),
        (TableRequest(start(), "llm:m@http://x/v1"), "Choose whom to play"),
        (TableRequest(start(), "friend", name="x" * 41), "A name must have at most 40 characters"),
        (TableRequest(start(), "friend", name="a\nb"), "A name must not contain control characters"),
        (TableRequest(start(), "friend", settings=Settings(clock=0)), "clock must be more than 0"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_a_sentence(
    tmp_path: Path, wanted: TableRequest, sentence: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            assert sentence in await refused(ParlorError, here.open_registry().open_table(wanted))
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
            registry = here.open_registry()
            table = (await registry.open_table(TableRequest(start(), "friend"))).table
            assert is_table_name(table.id)
            assert await registry.find_table(table.id.upper()) is table
            for name in ("", table.id[:-1], f"{table.id}a", create_name(), "../etc", f"{table.id[:-1]}'"):
                await refused(NoSuchTable, registry.find_table(name))

    run(test())


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            registry = here.open_registry()
            for _ in range(2):
                table, _, _ = await two(registry)
                await play(table, 6)
            await refused(ServerFull, registry.open_table(TableRequest(start(), "friend")))

    run(test())

"""Opening a table: whom to play, who begins, where the game starts, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Settings, StaleMove
from primeparlor.web.faults import NoSuchTable, TooMuch
from primeparlor.web.tables.create import start_of
from primeparlor.web.tables.registry import Limits, Order
from primeparlor.web.tables.seats import is_name, new_name
from support.web.registry import place, play, refused, run, start, until


def test_a_table_against_the_house_begins_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start("prime-climb"), "beginner", 1, " Mara "))
            desk = opened.desk
            view = desk.view(desk.seats_of(opened.token))
            assert (opened.seat, view["you"], view["holds"], view["waiting"]) == (1, 1, [1], False)
            assert [seat["name"] for seat in view["seats"]] == ["Mara", ""]
            assert [seat["house"] for seat in view["seats"]] == [False, True]
            await desk.move({1}, "4", 0)
            await until(desk, lambda: desk.match.state.turn == 1 and not desk.view({1})["thinking"])
            assert [step["who"] for step in desk.view({1})["steps"]][:2] == [1, 2]
            await desk.close()

    run(test())


def test_the_house_begins_where_it_has_the_first_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start(), "beginner", 2))
            assert (opened.seat, sorted(opened.desk.seats_of(opened.token))) == (2, [2])
            await until(opened.desk, lambda: opened.desk.match.state.turn == 2)
            await opened.desk.close()

    run(test())


def test_a_coin_is_tossed_for_the_side(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            sides = set[int]()
            while sides != {1, 2}:  # once in 2 ** 100 this would take 100 tosses
                sides.add((await hall.open(Order(start(), "friend", "toss"))).seat)

    run(test())


def test_on_the_same_screen_one_token_holds_both_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start(), "same screen", 2))
            desk = opened.desk
            seats = desk.seats_of(opened.token)
            assert seats == {1, 2}
            await desk.move(seats, "6", 0)
            assert (desk.view(seats)["you"], desk.view(seats)["holds"]) == (2, [1, 2])
            await desk.move(seats, "6", 0)  # again: it was heard the first time
            await refused(StaleMove, desk.move(seats, "7", 0))
            await desk.move(seats, "9", 1)
            await desk.undo(seats, 2)
            assert desk.view(seats)["turn"] == 2
            await desk.resign(seats, 3)
            assert desk.view(seats)["outcome"]["by"] == 2
            await desk.rematch(seats, 3)
            assert desk.view(seats)["game_number"] == 2

    run(test())


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Order(start(), "random"), "Choose whom to play"),
        (Order(start(), "cmd:rm"), "Choose whom to play"),
        (Order(start(), "friend", name="x" * 41), "A name must be at most 40"),
        (Order(start(), "friend", name="a\nb"), "A name must be at most 40"),
        (Order(start(), "friend", settings=Settings(clock=0)), "clock must be more than 0"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_a_sentence(
    tmp_path: Path, order: Order, sentence: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            assert sentence in await refused(ParlorError, here.hall().open(order))
            assert here.store.count() == 0

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
        start_of(game, rules, position)


def test_a_game_may_begin_in_a_position() -> None:
    text = "prime-climb top=30 steps=7,3 turn=2"
    assert start_of("prime-climb", {"top": 30}, text).turn == 2
    assert start_of("prime-climb", {"top": 30}).rules.changed() == {"top": 30}


def test_a_table_is_found_by_its_whole_name_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk = (await hall.open(Order(start(), "friend"))).desk
            assert is_name(desk.id)
            assert await hall.find(desk.id.upper()) is desk
            for name in ("", desk.id[:-1], f"{desk.id}a", new_name(), "../etc", f"{desk.id[:-1]}'"):
                await refused(NoSuchTable, hall.find(name))

    run(test())


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, Limits(tables=2)) as here:
            hall = here.hall()
            for _ in range(2):
                desk = (await hall.open(Order(start(), "same screen"))).desk
                await play(desk, 6)
            await refused(TooMuch, hall.open(Order(start(), "friend")))

    run(test())

"""A friend joins: once, or again where the answer was lost; and nobody else does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Match
from primeparlor.web.faults import SeatTaken, StoreFailed, UnknownToken, Waiting
from primeparlor.web.tables.registry import Opened, Order
from support.web.registry import PATIENCE, place, play, refused, run, start

KEY = "0123456789abcdef"


def test_a_friend_joins_once_and_then_the_game_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            opened = await hall.open(Order(start("number-morph"), "friend", 2, "Mara"))
            desk = opened.desk
            view = desk.view({2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (True, 0, False)
            assert await refused(Waiting, desk.move({2}, "271", 0))
            assert await refused(Waiting, desk.hint({2}, 0))
            joined = await desk.join("Ben")
            assert (joined.seat, sorted(desk.seats_of(joined.token))) == (1, [1])
            assert joined.token != opened.token
            view = desk.view({2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (False, 1, True)
            assert [seat["name"] for seat in view["seats"]] == ["Ben", "Mara"]
            await desk.seated(joined.token)
            await refused(SeatTaken, desk.join("Eve"))

    run(test())


def test_of_two_who_join_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            came = await asyncio.gather(*(desk.join(name) for name in "abcd"), return_exceptions=True)
            assert sum(isinstance(each, SeatTaken) for each in came) == 3
            [joined] = [each for each in came if isinstance(each, Opened)]
            assert sorted(await desk.seated(joined.token)) == [2]

    run(test())


@pytest.mark.parametrize("restart", [False, True])
def test_a_friend_who_heard_no_answer_joins_again(tmp_path: Path, restart: bool) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            mara = await here.hall().open(Order(start("prime-duel"), "friend", name="Mara"))
            lost = await mara.desk.join("Ben", KEY)
            desk = await here.hall().find(mara.desk.id) if restart else mara.desk
            for key in (None, KEY[::-1]):
                await refused(SeatTaken, desk.join("Eve", key))
            again = await desk.join("Benno", KEY)
            await refused(UnknownToken, desk.seated(lost.token))
            assert sorted(await desk.seated(again.token)) == [2]
            assert sorted(await desk.seated(mara.token)) == [1]
            assert [seat["name"] for seat in desk.view(())["seats"]] == ["Mara", "Benno"]
            await refused(SeatTaken, desk.join("Benno", KEY))  # who came with the token needs no other
            await refused(SeatTaken, (await here.hall().find(desk.id)).join("Benno", KEY))
            await play(desk, "keep")

    run(test())


def test_a_name_that_comes_after_the_end_is_left_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            await desk.join("Ben", KEY)
            await desk.resign({1}, desk.match.number)
            await desk.join("Benno", KEY)
            await desk.rematch({1}, desk.match.number)
            await desk.rematch({2}, desk.match.number)
            assert (desk.game, desk.match.names.count("Ben")) == (2, 1)

    run(test())


def test_of_a_token_used_and_replaced_at_once_one_thing_holds(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            ben = await desk.join("Ben", KEY)
            other = await here.hall().find(desk.id)  # as another process has it
            await desk.join("Benno", KEY)
            await refused(UnknownToken, other.seated(ben.token))

    run(test())


@pytest.mark.parametrize("failing", ["seat", "begin"])
def test_a_friend_keeps_seat_and_name_where_the_game_cannot_begin_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start("prime-duel"), "friend"))).desk

            def fail(match: Match, *given: object) -> None:
                raise StoreFailed("The database cannot be used.")

            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(Match, failing, fail)
                joined = await desk.join("Ben")
            assert await desk.seated(joined.token) == {2}
            await refused(ParlorError, desk.move({1}, "keep", 0))  # no card yet, but now there will be
            await play(desk, "keep")
            for found in (desk, await here.hall().find(desk.id)):
                assert found.view(())["seats"][1]["name"] == "Ben"

    run(test())
    assert "a table could not go on" in caplog.text


def test_who_is_refused_leaves_no_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend", name="Mara"))).desk
            other = await here.hall().find(desk.id)  # as another process has it
            await desk.join("Ben")
            await refused(SeatTaken, other.join("Eve"))
            for found in (other, await here.hall().find(desk.id)):
                assert "Eve" not in [seat["name"] for seat in found.view(())["seats"]]

    run(test())


def test_nobody_can_join_the_house_or_the_same_screen(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            for opponent in ("same screen", "casual"):
                opened = await hall.open(Order(start(), opponent))
                await refused(SeatTaken, opened.desk.join("Eve"))

    run(test())


def test_everybody_is_told_when_a_friend_without_a_name_sits_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            assert desk.view({1})["waiting"]
            waits = asyncio.ensure_future(desk.changed(desk.seen))
            await asyncio.sleep(0)
            await desk.join("")
            await asyncio.wait_for(waits, PATIENCE)
            assert not desk.view({1})["waiting"]

    run(test())

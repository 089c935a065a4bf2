"""A friend joins: once, or again where the answer was lost; and nobody else does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Act, Begin, Match, Sit, Turn
from primeparlor.web.errors import FriendMissing, SeatTaken, StoreFailed, UnknownToken
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import SeatGrant
from support.web.registry import PATIENCE, look, place, play, refused, run, start, wait_for_change

KEY = "0123456789abcdef"


def test_a_friend_joins_once_and_then_the_game_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            opened = await registry.open_table(TableRequest(start("number-morph"), "friend", 2, "Mara"))
            table = opened.table
            view = look(table, {2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (True, 0, False)
            assert await refused(FriendMissing, table.move({2}, "271", 0))
            assert await refused(FriendMissing, table.hint({2}, 0))
            joined = await table.join("Ben")
            assert (joined.seat, sorted(table.find_seats(joined.token))) == (1, [1])
            assert joined.token != opened.token
            view = look(table, {2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (False, 1, True)
            assert [seat["name"] for seat in view["seats"]] == ["Ben", "Mara"]
            await table.claim_person(joined.token)
            await refused(SeatTaken, table.join("Eve"))

    run(test())


def test_of_two_who_join_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "friend"))).table
            came = await asyncio.gather(*(table.join(name) for name in "abcd"), return_exceptions=True)
            assert sum(isinstance(each, SeatTaken) for each in came) == 3
            [joined] = [each for each in came if isinstance(each, SeatGrant)]
            assert await table.claim_person(joined.token) == 2

    run(test())


@pytest.mark.parametrize("restart", [False, True])
def test_a_friend_who_heard_no_answer_joins_again(tmp_path: Path, restart: bool) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            mara = await here.open_registry().open_table(
                TableRequest(start("prime-duel"), "friend", name="Mara")
            )
            lost = await mara.table.join("Ben", KEY)
            table = await here.open_registry().find_table(mara.table.id) if restart else mara.table
            for key in (None, KEY[::-1]):
                await refused(SeatTaken, table.join("Eve", key))
            again = await table.join("Benno", KEY)
            await refused(UnknownToken, table.claim_person(lost.token))
            assert await table.claim_person(again.token) == 2
            assert await table.claim_person(mara.token) == 1
            assert [seat["name"] for seat in look(table, ())["seats"]] == ["Mara", "Benno"]
            await refused(SeatTaken, table.join("Benno", KEY))  # who came with the token needs no other
            await refused(SeatTaken, (await here.open_registry().find_table(table.id)).join("Benno", KEY))
            await play(table, "keep")

    run(test())


def test_a_name_that_comes_after_the_end_is_left_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "friend"))).table
            await table.join("Ben", KEY)
            await table.resign({1}, table.match.number)
            await table.join("Benno", KEY)
            await table.rematch({1}, table.match.number)
            await table.rematch({2}, table.match.number)
            assert (table.game, table.match.names.count("Ben")) == (2, 1)

    run(test())


def test_of_a_token_used_and_replaced_at_once_one_thing_holds(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "friend"))).table
            ben = await table.join("Ben", KEY)
            other = await here.open_registry().find_table(table.id)  # as another process has it
            await table.join("Benno", KEY)
            await refused(UnknownToken, other.claim_person(ben.token))

    run(test())


@pytest.mark.parametrize("failing", [Sit, Begin])
def test_a_friend_keeps_seat_and_name_where_the_game_cannot_begin_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: type[Act]
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start("prime-duel"), "friend"))).table

            decide = Match.decide

            def fail(match: Match, act: Act) -> Turn:
                if type(act) is failing:
                    raise StoreFailed("The database cannot be used.")
                return decide(match, act)

            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(Match, "decide", fail)
                joined = await table.join("Ben")
            assert await table.claim_person(joined.token) == 2
            await refused(ParlorError, table.move({1}, "keep", 0))  # no card yet, but now there will be
            await play(table, "keep")
            for found in (table, await here.open_registry().find_table(table.id)):
                assert look(found, ())["seats"][1]["name"] == "Ben"

    run(test())
    assert "a table could not go on" in caplog.text


def test_who_is_refused_leaves_no_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start(), "friend", name="Mara"))
            ).table
            other = await here.open_registry().find_table(table.id)  # as another process has it
            await table.join("Ben")
            await refused(SeatTaken, other.join("Eve"))
            for found in (other, await here.open_registry().find_table(table.id)):
                assert "Eve" not in [seat["name"] for seat in look(found, ())["seats"]]

    run(test())


def test_nobody_can_join_the_house_or_the_same_screen(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            for opponent in ("same screen", "casual"):
                opened = await registry.open_table(TableRequest(start(), opponent))
                await refused(SeatTaken, opened.table.join("Eve"))

    run(test())


def test_everybody_is_told_when_a_friend_without_a_name_sits_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "friend"))).table
            assert look(table, {1})["waiting"]
            waits = asyncio.ensure_future(wait_for_change(table, table.presence.version))
            await asyncio.sleep(0)
            await table.join("")
            await asyncio.wait_for(waits, PATIENCE)
            assert not look(table, {1})["waiting"]

    run(test())

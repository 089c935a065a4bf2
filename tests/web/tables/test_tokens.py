"""Tokens: which seats they hold, for how long, and that nobody else sees them."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from primeparlor.match import StaleMove
from primeparlor.web.errors import ForeignSeat, TableFull, UnknownToken
from primeparlor.web.storage.store import TokenOwner
from primeparlor.web.tables.registry import TableLimits, TableRequest
from primeparlor.web.tables.seats import NOBODY
from support.web.registry import PATIENCE, READERS, place, play, refused, run, start, two


def test_tokens_open_their_own_table_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, ben = await two(hall)
            other = await hall.open_table(TableRequest(start(), "friend"))
            assert [sorted(desk.find_seats(each.token)) for each in (mara, ben)] == [[1], [2]]
            assert [sorted(await desk.claim_seats(each.token)) for each in (mara, ben)] == [[1], [2]]
            await refused(ForeignSeat, desk.claim_seats(other.token))
            for guess in ("", "x" * 43, "\ud800", mara.token[:-1]):
                await refused(UnknownToken, desk.claim_seats(guess))

    run(test())


def test_the_database_is_asked_neither_in_the_loop_nor_behind_other_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guess must not hold everybody up, and a start that takes long to make must not hold up moves."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, ben = await two(here.hall())
            threads, held = set[threading.Thread](), here.store.find_owner

            def noted(kept: str) -> TokenOwner | None:
                threads.add(threading.current_thread())
                return held(kept)

            monkeypatch.setattr(here.store, "find_owner", noted)
            loop, done = asyncio.get_running_loop(), threading.Event()
            loop.set_default_executor(ThreadPoolExecutor(1))
            busy = loop.run_in_executor(None, done.wait, PATIENCE)
            await refused(UnknownToken, desk.claim_seats("x" * 43))
            assert await desk.claim_seats(ben.token) == {2}
            await play(desk, 6)
            assert not busy.done()
            done.set()
            await busy
            assert threads
            assert threading.current_thread() not in threads

    run(test())


def test_a_seat_can_be_opened_on_a_few_devices(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(links=3)) as here:
            hall = here.hall()
            desk, _, ben = await two(hall)
            links = [await desk.create_link({2}) for _ in range(2)]
            assert [desk.find_seats(link) for link in links] == [{2}, {2}]
            told = await refused(TableFull, desk.create_link({2}))
            assert told == "You have made 2 links to this seat, the most allowed."
            assert desk.find_seats(await desk.create_link({1})) == {1}
            await refused(ForeignSeat, desk.create_link(NOBODY))
            again = await here.hall().find_table(desk.id)
            assert [again.find_seats(token) for token in (ben.token, *links)] == [{2}] * 3

    run(test())


def test_no_token_is_in_the_database_nor_in_anything_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, ben = await two(here.hall())
            tokens = [mara.token, ben.token, await desk.create_link({1})]
            await play(desk, 6, 9)
            told = repr([desk.build_view(seats) for seats in READERS] + desk.find_entries(0, {1, 2}))
            files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert desk.id.encode() in files
            for token in tokens:
                assert token not in told
                assert token.encode() not in files

    run(test())


def test_seats_of_the_game_before_do_nothing_and_see_only_their_own(tmp_path: Path) -> None:
    """A request that was begun before a rematch and ends after it must not act or look for the other."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, ben = await two(here.hall())
            before = desk.find_seats(mara.token)
            await desk.resign({1}, 0)
            await desk.rematch({1}, 0)
            await desk.rematch({2}, 0)
            await desk.hint(desk.find_seats(ben.token), 1)
            for act in (
                desk.move(before, "6", 0),
                desk.resign(before, 0),
                desk.undo(before, 0),
                desk.answer(before, 0, True),
                desk.rematch(before, 0),
                desk.hint(before, 0),
                desk.why(before, 0),
                desk.moves(before, 0),
                desk.create_link(before),
            ):
                await refused(StaleMove, act)
            assert before == desk.find_seats(ben.token)  # but for the game
            assert (
                desk.build_view(before)
                == desk.build_view(desk.find_seats(mara.token))
                != desk.build_view({1})
            )
            assert desk.find_entries(0, before) == desk.find_entries(0, {2}) != desk.find_entries(0, {1})
            assert desk.encode_record(before) == desk.encode_record({2}) != desk.encode_record({1})
            with desk.watch(before):
                assert [seat["here"] for seat in desk.build_view(())["seats"]] == [False, True]
            assert (await desk.request_review(False, before, 1))["names"] == ["You", "Ben"]

    run(test())

"""Tokens: which seats they hold, for how long, and that nobody else sees them."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from primeparlor.match import StaleMove
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import ForeignSeat, FriendMissing, TableFull, UnknownToken
from primeparlor.web.storage.store import TokenOwner
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.seats import NOBODY
from support.web.registry import PATIENCE, READERS, look, place, play, refused, run, start, two


def test_tokens_open_their_own_table_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, mara, ben = await two(registry)
            other = await registry.open_table(TableRequest(start(), "friend"))
            assert [sorted(table.find_seats(each.token)) for each in (mara, ben)] == [[1], [2]]
            assert [await table.claim_person(each.token) for each in (mara, ben)] == [1, 2]
            await refused(ForeignSeat, table.claim_person(other.token))
            for guess in ("", "x" * 43, "\ud800", mara.token[:-1]):
                await refused(UnknownToken, table.claim_person(guess))

    run(test())


def test_the_database_is_asked_neither_in_the_loop_nor_behind_other_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guess must not hold everybody up, and a start that takes long to make must not hold up moves."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, ben = await two(here.open_registry())
            threads, held = set[threading.Thread](), here.store.find_owner

            def noted(kept: str) -> TokenOwner | None:
                threads.add(threading.current_thread())
                return held(kept)

            monkeypatch.setattr(here.store, "find_owner", noted)
            loop, done = asyncio.get_running_loop(), threading.Event()
            loop.set_default_executor(ThreadPoolExecutor(1))
            busy = loop.run_in_executor(None, done.wait, PATIENCE)
            await refused(UnknownToken, table.claim_person("x" * 43))
            assert await table.claim_person(ben.token) == 2
            await play(table, 6)
            assert not busy.done()
            done.set()
            await busy
            assert threads
            assert threading.current_thread() not in threads

    run(test())


def test_a_seat_can_be_opened_on_a_few_devices(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(links=3)) as here:
            registry = here.open_registry()
            table, _, ben = await two(registry)
            links = [await table.create_link({2}) for _ in range(2)]
            assert [table.find_seats(link) for link in links] == [{2}, {2}]
            told = await refused(TableFull, table.create_link({2}))
            assert told == "You have made 2 links to this seat, the most allowed."
            assert table.find_seats(await table.create_link({1})) == {1}
            await refused(ForeignSeat, table.create_link(NOBODY))
            again = await here.open_registry().find_table(table.id)
            assert [again.find_seats(token) for token in (ben.token, *links)] == [{2}] * 3

    run(test())


def test_no_token_is_in_the_database_nor_in_anything_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, mara, ben = await two(here.open_registry())
            tokens = [mara.token, ben.token, await table.create_link({1})]
            await play(table, 6, 9)
            told = repr([look(table, seats) for seats in READERS] + table.view.list_entries(0, {1, 2}))
            files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert table.id.encode() in files
            for token in tokens:
                assert token not in told
                assert token.encode() not in files

    run(test())


def test_seats_of_the_game_before_do_nothing_and_see_only_their_own(tmp_path: Path) -> None:
    """A request that was begun before a rematch and ends after it must not act or look for the other."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, mara, ben = await two(here.open_registry())
            before = table.find_seats(mara.token)
            await table.resign({1}, 0)
            await table.rematch({1}, 0)
            await table.rematch({2}, 0)
            await table.hint(table.find_seats(ben.token), 1)
            for act in (
                table.move(before, "6", 0),
                table.resign(before, 0),
                table.undo(before, 0),
                table.answer(before, 0, True),
                table.rematch(before, 0),
                table.hint(before, 0),
                table.why(before, 0),
                table.moves(before, 0),
                table.create_link(before),
            ):
                await refused(StaleMove, act)
            assert before == table.find_seats(ben.token)  # but for the game
            assert look(table, before) == look(table, table.find_seats(mara.token)) != look(table, {1})
            entries = table.view.list_entries
            assert entries(0, before) == entries(0, {2}) != entries(0, {1})
            assert (
                (await table.request_record(before))
                == (await table.request_record({2}))
                != (await table.request_record({1}))
            )
            with table.presence.watch([1]):
                assert [seat["here"] for seat in look(table, ())["seats"]] == [False, True]
            assert (await table.request_review(False, before, 1))["names"] == ["You", "Ben"]

    run(test())


def test_nobody_acts_in_a_game_that_has_not_begun_yet(tmp_path: Path) -> None:
    """A rematch swaps the seats: what was sent before it, with the next game's number, is refused."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, mara, _ = await two(here.open_registry())
            await table.resign({2}, 0)
            await table.rematch({2}, 0)
            seats = table.find_seats(mara.token)
            agreed, *others = await asyncio.gather(
                table.rematch(seats, 0),
                table.resign(seats, 1),
                table.move(seats, "6", 1),
                table.hint(seats, 1),
                return_exceptions=True,
            )
            assert agreed is None
            assert [type(error) for error in others] == [StaleMove] * 3
            assert (table.game, table.match.outcome, table.match.journal) == (2, None, [])

    run(test())


def test_a_move_before_the_friend_has_joined_counts_for_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "friend"))).table
            await refused(FriendMissing, table.move({1}, "6", 0))
            await table.join("Ben")
            assert not table._store.person_moved

    run(test())

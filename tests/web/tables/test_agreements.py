"""What players agree on: to take a move back, and to play again; and what stays of a game that is over."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from primeparlor import records
from primeparlor.core import Player
from primeparlor.match import MatchError, StaleMove
from primeparlor.web.errors import NoSuchGame, NotOver, StoreFailed
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import LiveTable
from support.web.registry import PATIENCE, look, place, play, refused, run, start, two, until, wait_for_change


def offer_at(table: LiveTable, seats: Collection[Player]) -> tuple[Player, str, str]:
    """Who offers what, as these seats see it, and what it is about."""
    offer = look(table, seats)["offer"]
    return offer["who"], offer["kind"], offer["about"]


def test_a_friend_is_asked_before_a_move_is_taken_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await play(table, 6)
            await table.undo({1}, 1)
            assert offer_at(table, {2}) == (1, "undo", "the last move, 6")
            await table.answer({2}, 1, False)
            assert (look(table, {1})["offer"], look(table, {1})["number"]) == (None, 1)
            await table.undo({1}, 1)
            await table.answer({2}, 1, True)
            view = look(table, {1})
            assert (view["turn"], view["number"], view["steps"], view["marks"]) == (1, 2, [], ["taken back"])
            assert b"step" not in table.view.list_entries(0, {1})[1].text  # it does not stand any more

    run(test())


def test_the_house_is_not_asked_even_while_it_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table
            here.workers.held = asyncio.Event()
            await table.move({1}, "6", 0)
            await here.workers.waits.wait()
            assert look(table, {1})["thinking"]
            await table.undo({1}, 1)
            assert (look(table, {1})["turn"], look(table, {1})["number"]) == (1, 2)
            here.workers.held.set()  # its answer is for a position that is gone
            await until(table, lambda: not look(table, {1})["thinking"])
            assert (look(table, {1})["turn"], look(table, {1})["number"]) == (1, 2)
            await table.move({1}, "7", 2)
            await until(table, lambda: look(table, {1})["number"] == 4)
            await table.close()

    run(test())


def test_a_rematch_is_at_the_same_table_with_the_seats_swapped(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, mara, ben = await two(here.open_registry())
            await play(table, 6)
            await refused(MatchError, table.rematch({1}, 1))
            await table.resign({2}, 1)
            assert look(table, ())["outcome"] == {
                "winner": 1,
                "reason": "resigned",
                "how": "resigned",
                "by": 2,
                "said": {"bold": "{1} won.", "text": "{2} resigned.", "glyph": "→", "kind": "ink2"},
            }
            await table.rematch({1}, 1)
            assert offer_at(table, ()) == (1, "rematch", "")
            before = look(table, ())["seq"]
            await table.rematch({2}, 1)
            view = look(table, table.find_seats(mara.token))
            assert (view["you"], view["game_number"], view["number"], view["steps"]) == (2, 2, 2, [])
            assert [seat["name"] for seat in view["seats"]] == ["Ben", "Mara"]
            await table.move(table.find_seats(ben.token), "7", 2)
            assert [json.loads(news.text)["kind"] for news in table.view.list_entries(before, ())] == [
                "answer",
                "event",
            ]
            assert look(table, ())["steps"][0]["number"] == 3
            texts = [await table.request_record((), game) for game in (1, 2)]
            first, second = (records.read(text.splitlines(True)).match for text in texts)
            assert (first.outcome is not None, second.first_number) == (True, 2)

    run(test())


def test_a_rematch_is_open_until_the_next_game_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nobody takes it for declined in between."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await table.resign({2}, 0)
            await table.rematch({1}, 0)
            store, kept = table.registry.store, threading.Event()
            add = store.add_game
            monkeypatch.setattr(store, "add_game", lambda *data: kept.wait(PATIENCE) and add(*data))
            agreeing = asyncio.ensure_future(table.rematch({2}, 0))
            await until(table, lambda: table.match.offer is None)
            assert offer_at(table, ()) == (1, "rematch", "")
            kept.set()
            await agreeing
            assert (look(table, ())["offer"], look(table, ())["game_number"]) == (None, 2)

    run(test())


def test_the_house_always_agrees_to_a_rematch_and_then_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "beginner"))).table
            await table.resign({1}, 0)
            await table.rematch({1}, 0)
            await until(table, lambda: table.match.state.turn == 2)
            assert look(table, {2})["seats"][0]["house"]
            await table.close()

    run(test())


def test_a_rematch_that_was_kept_though_it_seemed_to_fail_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, _, ben = await two(registry)
            await table.resign({1}, 0)
            await table.rematch({1}, 0)
            add_game = here.store.add_game

            def kept_all_the_same(*data: Any) -> None:
                add_game(*data)
                raise StoreFailed("The database cannot be used: disk I/O error.")

            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(here.store, "add_game", kept_all_the_same)
                await refused(StoreFailed, table.rematch({2}, 0))
            seen = table.presence.version
            await refused(StaleMove, table.rematch({2}, 0))
            await wait_for_change(table, seen)
            assert table.closing  # its streams end, and their readers come back
            again = await registry.find_table(table.id)
            assert (again is table, again.game) == (False, 2)
            await again.move(again.find_seats(ben.token), "7", again.match.number)
            assert len(look(again, ())["steps"]) == 1

    run(test())


def test_only_games_that_were_played_have_a_record(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            for game in (0, 2):
                with pytest.raises(NoSuchGame):
                    (await table.request_record((), game))
            await refused(NotOver, table.request_review(False))

    run(test())


def test_the_review_is_made_once_and_names_better_moves_only_if_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await play(table, 1, 9)
            await table.resign({1}, 2)
            plain = await asyncio.gather(*(table.request_review(False, {1}) for _ in range(3)))
            told = await table.request_review(True, {1})
            asked = [task for task, _ in here.workers.questions if task == "review"]
            assert (len(asked), plain[0] == plain[2]) == (2, True)
            assert plain[0]["names"] == ["You", "Ben"]
            assert [bool(row["better"]) for row in told["rows"]] == [True, True]
            assert not any(row["better"] or row["better_words"] or row["reason"] for row in plain[0]["rows"])

    run(test())

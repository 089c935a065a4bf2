"""Positions that stand on a table without hints are known, from the first move to the last."""

from __future__ import annotations

from pathlib import Path

from primeparlor.match import Settings
from primeparlor.web.config import TableLimits
from primeparlor.web.tables.create import TableRequest
from support.web.http_server import Served, error, two_friends
from support.web.registry import place, play, run, start, two


def test_the_position_of_a_game_without_hints_is_a_secret_while_it_stands(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=1)) as here:
            registry = here.open_registry()
            secret = registry.secret_positions
            table, _, _ = await two(registry, TableRequest(start(), "friend", settings=Settings(hints=False)))
            first = table.match.state
            assert first not in secret
            await play(table, 6)
            second = table.match.state
            assert (first in secret, second in secret) == (False, True)
            await play(table, 7)
            assert (second in secret, table.match.state in secret) == (False, True)
            await table.resign({1}, 2)
            assert (table.match.state in secret, secret.knows_game("pocket-addition")) == (False, False)

    run(test())


def test_two_tables_may_have_the_same_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(untouched_days=1)) as here:
            registry = here.open_registry()
            request = TableRequest(start(), "friend", settings=Settings(hints=False))
            tables = [(await two(registry, request))[0] for _ in "12"]
            for table in tables:
                await play(table, 6)
            state = tables[0].match.state
            await tables[0].resign({1}, 1)
            assert state in registry.secret_positions
            here.now.time += 2 * 86_400
            here.clock.time += 2 * 86_400  # else the date would seem to be wrong
            await two(registry)  # likewise if all tables were old
            await registry.clean_up()  # deletes the other
            assert state not in registry.secret_positions

    run(test())


def test_judge_does_not_tell_what_hints_may_not(server: Served) -> None:
    host, guest = two_friends(server.client, "pocket-addition", settings={"hints": False})
    judged = {"position": host.view()["position"], "move": "6"}
    assert server.client.post("/api/judge", json=judged).status_code == 200  # the start is no secret
    assert host.now("move", move="6").status_code == 200
    judged = {"position": host.view()["position"], "move": "7"}
    assert error(server.client.post("/api/judge", json=judged)) == (409, "no hints")
    assert guest.now("move", move="7").status_code == 200
    assert server.client.post("/api/judge", json=judged).status_code == 200

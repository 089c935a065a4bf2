"""The daily duel at the server: dealt from its date, and nothing told of the cards to come."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from primeparlor.coach.training import daily
from primeparlor.core import ParlorError
from primeparlor.match import HUMAN, Settings
from primeparlor.web.tables.create import TableRequest
from support.web.registry import found, look, place, refused, run, start, until

DAY = date(2026, 11, 17)
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()


def test_the_daily_duel_is_dealt_from_its_date_also_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            here.now.time = NOON
            duel, games = daily.build_duel(DAY), []
            for restart in (False, True):
                registry = here.open_registry()
                opened = await registry.open_table(
                    TableRequest(start(), "friend", 2, "Mara", Settings(), DAY)
                )
                table = opened.table
                assert (opened.seat, table.match.seats) == (1, (HUMAN, duel.level))
                while table.match.outcome is None:
                    await until(table, lambda: table.match.outcome or table.match.state.turn == 1)  # noqa: B023
                    if restart and table.match.outcome is None:
                        await registry.close()
                        registry, table = await found(here, table)
                    if table.match.outcome is None:
                        move = "keep" if "keep" in table.match.state.moves() else "discard"
                        await table.move({1}, move, table.match.number)
                await until(table, lambda: not look(table, {1})["thinking"])  # noqa: B023
                games.append([(event.who, event.move) for event in table.match.events])
                cards = [event.move for event in table.match.events if event.who is None]
                assert tuple(cards) == duel.dealt[: len(cards)]
                view = look(table, {1})
                assert (view["daily"], view["marks"]) == ("2026-11-17", ["seeded", "dealt by hand"])
                assert (view["settings"]["undo"], view["settings"]["hints"]) == (False, False)
            assert games[0] == games[1]

    run(test())


def test_nothing_that_is_told_of_a_duel_shows_the_cards_to_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            here.now.time = NOON
            table = (await here.open_registry().open_table(TableRequest(start(), "friend", daily=DAY))).table
            told = json.dumps(
                [look(table, {1}), [json.loads(news.text) for news in table.view.list_entries(0, {1})]]
            )
            assert "20261117" not in told + (await table.request_record({1})).decode()
            assert table.match.seed == 20261117

    run(test())


def test_a_duel_can_be_opened_from_the_day_before(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            here.now.time = NOON
            registry = here.open_registry()
            for days, sentence in ((2, "The duel of 2026-11-19 is not open yet."), (400, "not open yet")):
                later = TableRequest(start(), "friend", daily=DAY + timedelta(days))
                assert sentence in await refused(ParlorError, registry.open_table(later))
            for days in (1, 0, -1):
                await registry.open_table(TableRequest(start(), "friend", daily=DAY + timedelta(days)))

    run(test())

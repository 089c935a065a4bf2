"""The daily duel at the server: dealt from its date, and nothing told of the cards to come."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from primeparlor.coach.training import daily
from primeparlor.match import HUMAN, Settings
from primeparlor.web.tables.registry import TableRequest
from support.web.registry import found, place, run, start, until

DAY = date(2026, 11, 17)


def test_the_daily_duel_is_dealt_from_its_date_also_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            duel, games = daily.build_duel(DAY), []
            for restart in (False, True):
                hall = here.hall()
                opened = await hall.open_table(TableRequest(start(), "friend", 2, "Mara", Settings(), DAY))
                desk = opened.table
                assert (opened.seat, desk.match.seats) == (1, (HUMAN, duel.level))
                while desk.match.outcome is None:
                    await until(desk, lambda: desk.match.outcome or desk.match.state.turn == 1)  # noqa: B023
                    if restart and desk.match.outcome is None:
                        await hall.close()
                        hall, desk = await found(here, desk)
                    if desk.match.outcome is None:
                        move = "keep" if "keep" in desk.match.state.moves() else "discard"
                        await desk.move({1}, move, desk.match.number)
                await until(desk, lambda: not desk.build_view({1})["thinking"])  # noqa: B023
                games.append([(event.who, event.move) for event in desk.match.events])
                cards = [event.move for event in desk.match.events if event.who is None]
                assert tuple(cards) == duel.dealt[: len(cards)]
                view = desk.build_view({1})
                assert (view["daily"], view["marks"]) == ("2026-11-17", ["seeded", "dealt by hand"])
                assert (view["settings"]["undo"], view["settings"]["hints"]) == (False, False)
            assert games[0] == games[1]

    run(test())


def test_nothing_that_is_told_of_a_duel_shows_the_cards_to_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open_table(TableRequest(start(), "friend", daily=DAY))).table
            told = json.dumps([desk.build_view({1}), [news.data for news in desk.find_entries(0, {1})]])
            assert "20261117" not in told + desk.encode_record({1}).decode()
            assert desk.match.seed == 20261117

    run(test())

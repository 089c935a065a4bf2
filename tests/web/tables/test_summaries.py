"""Many tables in one list: whose turn it is, whom one plays, the score; without opening what is stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from primeparlor.core import Player
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.seats import create_name
from primeparlor.web.tables.summaries import summarize_tables
from support.web.registry import place, play, run, start, two


def test_tables_in_memory_and_stored_ones_are_listed_alike(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            won, _, _ = await two(registry, TableRequest(start(), "friend", name="Mara", first_to=2))
            await won.resign({2}, 0)
            over = (await registry.open_table(TableRequest(start(), "same screen"))).table
            await over.resign({1, 2}, 0)
            here.pass_time(60)
            alone = (await registry.open_table(TableRequest(start("prime-climb"), "same screen"))).table
            await play(alone, 4)
            here.pass_time(60)
            house = (await registry.open_table(TableRequest(start(), "beginner", 1))).table
            waits = (await registry.open_table(TableRequest(start(), "friend", name="Mara"))).table
            here.pass_time(60)
            again, _, _ = await two(registry)
            await again.resign({2}, 0)
            await again.rematch({1}, 0)
            await again.answer({2}, 0, True)
            asked: list[tuple[str, Player | None]]
            wrong: list[tuple[str, Player | None]]
            asked = [
                (won.id, 2),
                (alone.id, None),
                (house.id, 1),
                (waits.id, 1),
                (again.id, 2),
                (over.id, None),
            ]
            nobody = create_name()
            read = list[int]()
            wrong = [(nobody, 1), ("Wrong", None)]
            found = await summarize_tables(registry, [*asked, *wrong], read.append)
            assert found.gone == [nobody, "wrong"]
            assert [(row["opponent"], row["status"], row["score"]) for row in found.rows] == [
                ("Against Mara", "Your turn, move 1", "Game 2. You: 0, Mara: 1"),
                ("Against the house, beginner", "Your turn, move 1", ""),
                ("Two players", "Player 2 to move, move 2", ""),
                ("Against a friend", "Waiting for a friend", ""),
                ("Against Mara", "Mara won (you resigned)", "Game 1, first to 2 wins. Mara: 1, You: 0"),
                ("Two players", "Player 2 won (Player 1 resigned)", ""),
            ]
            assert [row["yours"] for row in found.rows] == [True, True, True, False, False, False]
            assert [row["over"] for row in found.rows] == [False] * 5 + [True]  # Mara's match goes on
            assert [row["games"] for row in found.rows] == [2, 1, 1, 1, 1, 1]
            assert found.rows[0]["touched"] - found.rows[-1]["touched"] == 180
            await registry.close()
            stored = here.open_registry()
            assert await summarize_tables(stored, [*asked, *wrong], read.append) == found
            assert not stored.live_tables
            assert read[0] == 0 < read[1]  # entries, of what is not in memory

    run(test())


def test_a_damaged_table_is_left_out_and_logged(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table = (await registry.open_table(TableRequest(start(), "same screen"))).table
            with closing(sqlite3.connect(tmp_path / "tables.db")) as raw, raw:
                raw.execute("UPDATE matches SET header = '{}'")
            found = await summarize_tables(here.open_registry(), [(table.id, None)], charge=lambda _: None)
            assert (found.rows, found.gone) == ([], [])  # the browser need not forget it
            await registry.close()

    run(test())

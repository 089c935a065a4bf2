"""After a restart, a crash, or a move of another process, a table goes on where it stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.match import AskRematch, MatchError
from primeparlor.web.tables.create import TableRequest
from support.web.registry import READERS, found, look, place, play, refused, run, start, two, until


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    """Closed in order, or left without a word as after a kill; in the middle of a chain of rematches."""

    async def test(close: bool) -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, mara, ben = await two(registry, TableRequest(start("prime-duel"), "friend", 2, "Mara"))
            await play(table, "keep")
            await table.undo({1}, table.match.number)
            await table.answer({2}, table.match.number, True)
            await table.resign({1}, table.match.number)
            await table.rematch({1}, table.match.number)
            await table.rematch({2}, table.match.number)
            await play(table, "keep")
            await table.hint({table.match.state.turn}, table.match.number)
            await table.undo({1}, table.match.number)
            if close:
                await registry.close()
            _, again = await found(here, table)
            await until(again, lambda: look(again, {1, 2})["hints"])
            for seats in READERS:
                assert look(again, seats) == look(table, seats)
                assert again.view.list_entries(0, seats) == table.view.list_entries(0, seats)
                assert [(await again.request_record(seats, game)) for game in (1, 2)] == [
                    (await table.request_record(seats, game)) for game in (1, 2)
                ]
            assert [again.find_seats(each.token) for each in (mara, ben)] == [
                table.find_seats(each.token) for each in (mara, ben)
            ]
            await again.answer({2}, again.match.number, False)
            await play(again, "keep")

    for close in (True, False):
        run(test(close))


def test_a_rematch_that_was_agreed_is_begun_after_a_crash(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, mara, _ = await two(here.open_registry(), TableRequest(start("prime-duel"), "friend"))
            await table.resign({1}, 1)
            await table.rematch({1}, 1)
            # as if the server had been killed between the answer and the first line of the next game
            match = table.match
            turn = match.decide(AskRematch(2, 1))
            await here.store.for_table(table.id, here.now).append(turn)
            _, again = await found(here, table)
            view = look(again, again.find_seats(mara.token))
            assert (view["game_number"], view["you"], view["number"]) == (2, 2, 3)
            _, third = await found(here, table)
            assert look(third, ()) == look(again, ())

    run(test())


@pytest.mark.parametrize("opponent", ["beginner", "same screen"])
def test_the_house_answers_after_a_crash_who_asked_it_for_a_rematch(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.open_registry().open_table(TableRequest(start(), opponent))
            table = opened.table
            await table.resign({1}, 0)
            # as if the server had been killed between the question and the answer
            turn = table.match.decide(AskRematch(1, 0))
            await here.store.for_table(table.id, here.now).append(turn)
            _, again = await found(here, table)
            view = look(again, again.find_seats(opened.token))
            assert (view["game_number"], view["offer"], view["outcome"]) == (2, None, None)

    run(test())


def test_a_hall_that_was_overtaken_catches_up(tmp_path: Path) -> None:
    """Another process has moved: who is behind takes that in before anything else counts."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            _, other = await found(here, table)
            await play(other, 6)
            await refused(MatchError, table.move({1}, "7", 0))
            assert look(table, ()) == look(other, ())
            await play(table, 9)
            await refused(MatchError, other.move({2}, "8", 1))
            await other.move({2}, "9", 1)  # the same move: it was made already
            assert look(table, ()) == look(other, ())

    run(test())

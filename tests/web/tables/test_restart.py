"""After a restart, a crash, or a move of another process, a table goes on where it stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.match import MatchError
from primeparlor.web.tables.registry import TableRequest
from support.web.registry import READERS, found, place, play, refused, run, start, two, until


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    """Closed in order, or left without a word as after a kill; in the middle of a chain of rematches."""

    async def test(close: bool) -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, ben = await two(hall, TableRequest(start("prime-duel"), "friend", 2, "Mara"))
            await play(desk, "keep")
            await desk.undo({1}, desk.match.number)
            await desk.answer({2}, desk.match.number, True)
            await desk.resign({1}, desk.match.number)
            await desk.rematch({1}, desk.match.number)
            await desk.rematch({2}, desk.match.number)
            await play(desk, "keep")
            await desk.hint({desk.match.state.turn}, desk.match.number)
            await desk.undo({1}, desk.match.number)
            if close:
                await hall.close()
            _, again = await found(here, desk)
            await until(again, lambda: again.build_view({1, 2})["hints"])
            for seats in READERS:
                assert again.build_view(seats) == desk.build_view(seats)
                assert again.find_entries(0, seats) == desk.find_entries(0, seats)
                assert [again.encode_record(seats, game) for game in (1, 2)] == [
                    desk.encode_record(seats, game) for game in (1, 2)
                ]
            assert [again.find_seats(each.token) for each in (mara, ben)] == [
                desk.find_seats(each.token) for each in (mara, ben)
            ]
            await again.answer({2}, again.match.number, False)
            await play(again, "keep")

    for close in (True, False):
        run(test(close))


def test_a_rematch_that_was_agreed_is_begun_after_a_crash(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, _ = await two(here.hall(), TableRequest(start("prime-duel"), "friend"))
            await desk.resign({1}, 1)
            await desk.rematch({1}, 1)
            # as if the server had been killed between the answer and the first line of the next game
            match = desk.match
            match.store = here.store.for_table(desk.id, here.now)
            match.rematch(2, 1)
            _, again = await found(here, desk)
            view = again.build_view(again.find_seats(mara.token))
            assert (view["game_number"], view["you"], view["number"]) == (2, 2, 3)
            _, third = await found(here, desk)
            assert third.build_view(()) == again.build_view(())

    run(test())


@pytest.mark.parametrize("opponent", ["beginner", "same screen"])
def test_the_house_answers_after_a_crash_who_asked_it_for_a_rematch(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open_table(TableRequest(start(), opponent))
            desk = opened.table
            await desk.resign({1}, 0)
            # as if the server had been killed between the question and the answer
            desk.match.store = here.store.for_table(desk.id, here.now)
            desk.match.rematch(1, 0)
            _, again = await found(here, desk)
            view = again.build_view(again.find_seats(opened.token))
            assert (view["game_number"], view["offer"], view["outcome"]) == (2, None, None)

    run(test())


def test_a_hall_that_was_overtaken_catches_up(tmp_path: Path) -> None:
    """Another process has moved: who is behind takes that in before anything else counts."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            _, other = await found(here, desk)
            await play(other, 6)
            await refused(MatchError, desk.move({1}, "7", 0))
            assert desk.build_view(()) == other.build_view(())
            await play(desk, 9)
            await refused(MatchError, other.move({2}, "8", 1))
            await other.move({2}, "9", 1)  # the same move: it was made already
            assert desk.build_view(()) == other.build_view(())

    run(test())

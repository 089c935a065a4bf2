"""What goes on at a table by itself: help, the house, clocks, restarts; and who sees what of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from hall_helpers import READERS, Place, place, play, refused, run, seen, start, two, until
from primeparlor import records
from primeparlor.coach import daily
from primeparlor.core import IllegalMove, ParlorError, TooLarge
from primeparlor.match import HUMAN, MatchError, OutOfTime, Settings, Turn
from primeparlor.web.desk import Desk
from primeparlor.web.faults import HouseFailed, StoreFailed, TooBusy, TookTooLong
from primeparlor.web.hall import Hall, Limits, Order
from primeparlor.web.ordering import start_of
from primeparlor.web.store import TableStore
from primeparlor.web.telling import DRAWN, actions
from primeparlor.web.wire import encoded

CLOCK = Settings(clock=30)


async def found(here: Place, desk: Desk) -> tuple[Hall, Desk]:
    """The table in another hall, as after a restart."""
    hall = here.hall()
    return hall, await hall.find(desk.id)


# Help, and who sees it -------------------------------------------------------------------------------------


def test_hints_come_step_by_step_and_stay_open(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            one = await desk.hint({1}, 0)
            assert (one["step"], len(one["hints"]), one["all"]) == (1, 1, False)
            for _ in range(5):
                last = await desk.hint({1}, 0)
            assert (last["step"], len(last["hints"]), last["all"]) == (5, 5, True)
            view = desk.view({1})
            assert (view["hints"], view["ladder"]) == (last["hints"], 5)
            await play(desk, 6)
            assert desk.view({1})["hints"] == desk.view({2})["hints"] == []

    run(test())


def test_only_the_own_seat_sees_hints_and_refused_tries(tmp_path: Path) -> None:
    """Until the game is over: then everybody does."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start_of("number-morph", None, PRIMES), "friend"))
            await refused(IllegalMove, desk.move({1}, "213", 0))
            await desk.hint({1}, 0)
            await desk.moves({1}, 0)
            mine = desk.view({1})
            assert (len(mine["hints"]), mine["tried"], 271 in mine["moves"]) == (1, [213], True)
            assert seen(desk, {1}) == ["seating", "refusal", "hint", "hint"]
            for others in READERS[1:]:
                view = desk.view(others)
                assert (view["hints"], view["tried"], view["moves"], view["seq"]) == ([], [], None, 1)
                assert seen(desk, others) == ["seating"]
                assert desk.record(others).count(b"\n") == 2
            await play(desk, 271)
            assert "refused" not in desk.news(0, {2})[-1].data
            assert desk.news(0, {1})[-1].data["refused"] == 1
            await refused(MatchError, desk.hint({1}, 1))
            await desk.resign({2}, 1)
            assert seen(desk, ()) == ["seating", "refusal", "hint", "hint", "event", "result"]

    run(test())


PRIMES = "number-morph number=211 used=211"


def test_a_record_of_a_live_game_is_a_record_whoever_reads_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start("number-morph"), "friend"))
            await desk.hint({1}, 1)
            await refused(IllegalMove, desk.move({1}, "100", 1))
            await play(desk, desk.match.state.moves()[0])
            for readers in READERS:
                match = records.read(desk.record(readers).splitlines(keepends=True)).match
                assert (match.state, len(match.events)) == (desk.match.state, 2)
                hints = sum(b"hint" in line for line in desk.record(readers).splitlines()[1:])
                assert hints == (readers == {1})

    run(test())


def test_no_primes_of_number_morph_are_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start_of("number-morph", None, PRIMES), "friend"))
            told = json.dumps([desk.view({1}), [news.data for news in desk.news(0, {1})]])
            assert "211" in told
            assert [prime for prime in desk.match.state.moves() if str(prime) in told] == []
            every = (await desk.moves({1}, 0))["every"]
            assert (len(every), desk.view({1})["actions"]) == (143, None)

    run(test())


def test_why_tells_the_asker_what_the_last_moves_were_worth(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            assert "Nobody has moved yet" in await refused(MatchError, desk.why({1}, 0))
            await play(desk, 1)
            told = (await desk.why({2}, 1))["lines"]
            assert told[0].startswith("Mara took 1, which gave the win away")
            assert seen(desk, {1}) == ["seating", "event"]
            await play(desk, 9)
            assert (await desk.why({1}, 2))["lines"][0].startswith("You took 1")
            await desk.resign({1}, 2)
            entries = desk.match.seq
            await desk.why({1}, 2)
            assert desk.match.seq == entries  # after the end it is no help

    run(test())


def test_hints_can_be_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start(), "friend", settings=Settings(hints=False)))
            for ask in (desk.hint, desk.why, desk.moves):
                assert await refused(MatchError, ask({1}, 0)) == "Hints are off in this game."
            assert here.house.questions == []

    run(test())


@pytest.mark.parametrize("error", [TooBusy(), TookTooLong(), TooLarge("too large to solve")])
def test_help_that_fails_is_a_sentence_and_is_not_noted(tmp_path: Path, error: ParlorError) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())

            def fail(task: str) -> None:
                raise error

            here.house.fails = fail
            assert await refused(type(error), desk.hint({1}, 0)) == str(error)
            await refused(type(error), here.hall().open(Order(start(), "perfect")))
            here.house.fails = lambda task: None
            assert (await desk.hint({1}, 0))["step"] == 1

    run(test())


# The house -------------------------------------------------------------------------------------------------


def test_the_house_chooses_without_thought_where_thinking_fails(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual"))).desk
            failures = [TookTooLong()]

            def fail(task: str) -> None:
                if failures:
                    raise failures.pop()

            here.house.fails = fail
            await desk.move({1}, "6", 0)
            await until(desk, lambda: desk.match.number == 2)
            assert [data["time"] for task, data in here.house.questions if task == "choose"] == [6.0, 0.0]

    run(test())


def test_a_house_that_cannot_move_forfeits(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual"))).desk

            def fail(task: str) -> None:
                raise HouseFailed

            here.house.fails = fail
            await desk.move({1}, "6", 0)
            await until(desk, lambda: desk.match.outcome is not None)
            assert desk.view({1})["outcome"]["reason"] == "failed"

    run(test())


def test_a_busy_house_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.web.playing.AGAIN", 0.0)

    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual"))).desk
            failures = [TooBusy() for _ in range(5)]

            def fail(task: str) -> None:
                if failures:
                    raise failures.pop()

            here.house.fails = fail
            await desk.move({1}, "6", 0)
            await until(desk, lambda: desk.match.number == 2)

    run(test())


def test_a_move_of_the_house_that_could_not_be_kept_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody sees a move that is not in the database; a person's is refused, and can be sent again."""
    monkeypatch.setattr("primeparlor.web.playing.AGAIN", 0.0)
    append, full = TableStore.append, [True]

    def fail(store: TableStore, turn: Turn) -> None:
        if full and full.pop():
            raise StoreFailed("The database cannot be used: database or disk is full.")
        append(store, turn)

    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual"))).desk
            monkeypatch.setattr(TableStore, "append", fail)
            await refused(StoreFailed, desk.move({1}, "6", 0))
            assert (desk.view({1})["number"], desk.view({1})["thinking"]) == (0, False)
            full[:] = [True, False]  # the next is kept, and the one after that is not
            await desk.move({1}, "6", 0)
            await until(desk, lambda: desk.match.number == 2)
            assert full == []
            assert here.store.of(desk.id, here.now).since(0) == desk.match.turns()

    run(test())
    assert "could not be kept" in caplog.text


def test_the_house_moves_after_a_restart_if_it_is_its_turn(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk = (await hall.open(Order(start(), "casual"))).desk
            here.house.held = asyncio.Event()
            await desk.move({1}, "6", 0)
            await here.house.waits.wait()
            await hall.close()
            here.house.held = None
            _, again = await found(here, desk)
            await until(again, lambda: again.match.number == 2)

    run(test())


# Clocks ----------------------------------------------------------------------------------------------------


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    """With a clock that really runs: nobody has to do anything."""

    async def test() -> None:
        async with place(tmp_path) as here:
            hall = Hall(here.store, here.house)
            desk, _, _ = await two(hall, Order(start(), "friend", settings=Settings(clock=0.05)))
            await until(desk, lambda: desk.match.outcome is not None)
            assert desk.view(())["outcome"] == {
                "winner": 2,
                "reason": "out of time",
                "how": "ran out of time",
                "by": 1,
            }

    run(test())


def test_a_move_that_comes_too_late_loses(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            assert desk.view(())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 18
            await refused(OutOfTime, desk.move({1}, "6", 0))
            assert desk.view(())["outcome"]["winner"] == 2
            assert desk.view(())["clock"] is None

    run(test())


def test_the_clock_does_not_run_before_the_friend_has_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend", settings=CLOCK))).desk
            here.clock.time += 100
            assert desk.view(())["clock"] is None
            await desk.join("Ben")
            assert desk.view(())["clock"] == {"left": 30.0, "running": True}
            await desk.close()

    run(test())


def test_the_clock_stands_while_the_house_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual", settings=CLOCK))).desk
            here.clock.time += 10
            here.house.held = asyncio.Event()
            hint = asyncio.ensure_future(desk.hint({1}, 0))
            await here.house.waits.wait()
            assert desk.view({1})["clock"] == {"left": 20.0, "running": False}
            here.clock.time += 100
            here.house.held.set()
            await hint
            assert desk.view({1})["clock"] == {"left": 20.0, "running": True}
            here.house.held = asyncio.Event()
            here.house.waits.clear()
            await desk.move({1}, "6", 0)
            await here.house.waits.wait()
            here.clock.time += 100
            await desk.call_time()
            assert (desk.match.outcome, desk.view({1})["clock"]["running"]) == (None, False)
            here.house.held.set()
            await until(desk, lambda: desk.match.number == 2)
            assert desk.view({1})["clock"]["left"] == 30.0
            await desk.close()

    run(test())


def test_between_two_people_the_clock_does_not_tell_who_asks_for_help(tmp_path: Path) -> None:
    """It runs on, and nobody is stirred: neither the opponent nor a spectator sees any difference."""

    async def asked(here: Place, desk: Desk, help: Coroutine[Any, Any, object]) -> None:
        here.house.held = asyncio.Event()
        here.house.waits.clear()
        stirred, left = desk.seen.presence, desk.view(())["clock"]["left"]
        asking = asyncio.ensure_future(help)
        await here.house.waits.wait()
        here.clock.time += 5
        for others in READERS[1:]:
            assert desk.view(others)["clock"] == {"left": left - 5, "running": True}
        here.house.held.set()
        await asking
        here.clock.time += 1
        for others in READERS[1:]:
            assert desk.view(others)["clock"] == {"left": left - 6, "running": True}
        assert desk.seen.presence == stirred

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start(), "friend", settings=CLOCK))
            await asked(here, desk, desk.hint({1}, 0))
            await play(desk, 6, 9)
            assert desk.match.events[0].ms == 6_000
            await asked(here, desk, desk.hint({1}, 2))
            await asked(here, desk, desk.why({1}, 2))
            await desk.close()

    run(test())


def test_a_flag_falls_while_help_is_found(tmp_path: Path) -> None:
    """Between two people: then the help comes too late, and is not noted."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start(), "friend", settings=CLOCK))
            here.house.held = asyncio.Event()
            hint = asyncio.ensure_future(desk.hint({1}, 0))
            await here.house.waits.wait()
            here.clock.time += 30
            await desk.call_time()
            assert desk.view(())["outcome"]["reason"] == "out of time"
            here.house.held.set()
            assert await refused(MatchError, hint) == "The match is over."
            assert seen(desk, ()) == ["seating", "result"]

    run(test())


def test_hints_are_told_again_after_a_restart_unnoticed(tmp_path: Path) -> None:
    """The opponent's clock shows nothing of the hints that are found again."""

    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall, Order(start(), "friend", settings=CLOCK))
            await desk.hint({1}, 0)
            await hall.close()
            here.house.held = asyncio.Event()
            again, desk = await found(here, desk)
            await here.house.waits.wait()
            here.clock.time += 5
            assert desk.view({2})["clock"] == {"left": 25.0, "running": True}
            here.house.held.set()
            await until(desk, lambda: desk.view({1})["hints"])
            assert desk.view({2})["clock"] == {"left": 25.0, "running": True}
            await again.close()

    run(test())


@pytest.mark.parametrize("opponent", ["casual", "same screen"])
def test_a_clock_that_stands_for_help_is_shown_to_those_who_play_only(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), opponent, settings=CLOCK))).desk
            assert desk.view({1})["clock"] == {"left": 30.0, "running": True}
            assert (desk.view(())["clock"], json.loads(desk.sent(()))["clock"]) == (None, None)
            await desk.close()

    run(test())


def test_the_clock_stands_while_the_server_is_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall, Order(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            await hall.close()
            here.clock.time += 1000
            again, desk = await found(here, desk)
            assert desk.view(())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 6
            await play(desk, 6)
            assert desk.match.events[0].ms == 18_000
            await again.close()

    run(test())


# Restarts --------------------------------------------------------------------------------------------------


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    """Closed in order, or left without a word as after a kill; in the middle of a chain of rematches."""

    async def test(close: bool) -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, ben = await two(hall, Order(start("prime-duel"), "friend", 2, "Mara"))
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
            await until(again, lambda: again.view({1, 2})["hints"])
            for seats in READERS:
                assert again.view(seats) == desk.view(seats)
                assert again.news(0, seats) == desk.news(0, seats)
                assert [again.record(seats, game) for game in (1, 2)] == [
                    desk.record(seats, game) for game in (1, 2)
                ]
            assert [again.seats_of(each.token) for each in (mara, ben)] == [
                desk.seats_of(each.token) for each in (mara, ben)
            ]
            await again.answer({2}, again.match.number, False)
            await play(again, "keep")

    for close in (True, False):
        run(test(close))


def test_a_rematch_that_was_agreed_is_begun_after_a_crash(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, _ = await two(here.hall(), Order(start("prime-duel"), "friend"))
            await desk.resign({1}, 1)
            await desk.rematch({1}, 1)
            # as if the server had been killed between the answer and the first line of the next game
            match = desk.match
            match.store = here.store.of(desk.id, here.now)
            match.rematch(2, 1)
            _, again = await found(here, desk)
            view = again.view(again.seats_of(mara.token))
            assert (view["game_number"], view["you"], view["number"]) == (2, 2, 2)
            _, third = await found(here, desk)
            assert third.view(()) == again.view(())

    run(test())


@pytest.mark.parametrize("opponent", ["beginner", "same screen"])
def test_the_house_answers_after_a_crash_who_asked_it_for_a_rematch(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start(), opponent))
            desk = opened.desk
            await desk.resign({1}, 0)
            # as if the server had been killed between the question and the answer
            desk.match.store = here.store.of(desk.id, here.now)
            desk.match.rematch(1, 0)
            _, again = await found(here, desk)
            view = again.view(again.seats_of(opened.token))
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
            assert desk.view(()) == other.view(())
            await play(desk, 9)
            await refused(MatchError, other.move({2}, "8", 1))
            await other.move({2}, "9", 1)  # the same move: it was made already
            assert desk.view(()) == other.view(())

    run(test())


# The daily duel --------------------------------------------------------------------------------------------

DAY = date(2026, 11, 17)


def test_the_daily_duel_is_dealt_from_its_date_also_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            duel, games = daily.duel(DAY), []
            for restart in (False, True):
                hall = here.hall()
                opened = await hall.open(Order(start(), "friend", 2, "Mara", Settings(), DAY))
                desk = opened.desk
                assert (opened.seat, desk.match.seats) == (1, (HUMAN, duel.level))
                while desk.match.outcome is None:
                    await until(desk, lambda: desk.match.outcome or desk.match.state.turn == 1)  # noqa: B023
                    if restart and desk.match.outcome is None:
                        await hall.close()
                        hall, desk = await found(here, desk)
                    if desk.match.outcome is None:
                        move = "keep" if "keep" in desk.match.state.moves() else "discard"
                        await desk.move({1}, move, desk.match.number)
                await until(desk, lambda: not desk.view({1})["thinking"])  # noqa: B023
                games.append([(event.who, event.move) for event in desk.match.events])
                cards = [event.move for event in desk.match.events if event.who is None]
                assert tuple(cards) == duel.dealt[: len(cards)]
                view = desk.view({1})
                assert (view["daily"], view["marks"]) == ("2026-11-17", ["seeded", "dealt by hand"])
                assert (view["settings"]["undo"], view["settings"]["hints"]) == (False, False)
            assert games[0] == games[1]

    run(test())


def test_nothing_that_is_told_of_a_duel_shows_the_cards_to_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend", daily=DAY))).desk
            told = json.dumps([desk.view({1}), [news.data for news in desk.news(0, {1})]])
            assert "20261117" not in told + desk.record({1}).decode()
            assert desk.match.seed == 20261117

    run(test())


# The line of play ------------------------------------------------------------------------------------------


def test_a_long_game_sends_facts_for_its_last_steps_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, Limits(entries=500)) as here:
            desk = (await here.hall().open(Order(start("nonprime-addition"), "same screen"))).desk
            for _ in range(DRAWN + 10):
                total = desk.view(())["facts"]["total"]
                move = next(n for n in range(2, 10) if (total + n) % 2 == 0)
                await desk.move({1, 2}, str(move), desk.match.number)
            drawn = [step["facts"] is not None for step in desk.view(())["steps"]]
            assert drawn == [False] * 10 + [True] * DRAWN
            for _ in range(5):
                await desk.undo({1, 2}, desk.match.number)
            steps = desk.view(())["steps"]
            assert [step["facts"] is not None for step in steps] == [False] * 5 + [True] * DRAWN
            assert steps[-1]["facts"] == desk.view(())["facts"]
            _, again = await found(here, desk)
            assert again.view({1, 2}) == desk.view({1, 2})

    run(test())


def test_what_is_sent_of_a_table_is_written_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[object]()

    def counted(data: Any) -> bytes:
        written.extend([data] if isinstance(data, dict) and "steps" in data else [])
        return encoded(data)

    monkeypatch.setattr("primeparlor.web.wire.encoded", counted)

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), Order(start(), "friend", settings=CLOCK))
            for _ in range(2):
                written.clear()
                for seats in READERS * 2:
                    assert json.loads(desk.sent(seats)) == json.loads(encoded(desk.view(seats)))
                    here.clock.time += 1
                assert len(written) == len(READERS)
                await play(desk, desk.match.number + 4)
            await desk.close()

    run(test())


def test_every_move_is_told_where_they_are_few_and_no_secret() -> None:
    assert actions(start("prime-climb")) == [1, 2, 3, 4, 5, 6, 7, 8, 9, "pass"]
    assert actions(start("number-morph")) is None
    assert actions(start_of("prime-climb", {"largest": 40})) is None

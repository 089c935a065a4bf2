"""Hints, why and the list of moves: given step by step, and seen by their own seat only."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from primeparlor import records
from primeparlor.core import IllegalMove, Move, ParlorError, Rules, RulesError, TooLarge
from primeparlor.match import MatchError, NotYourTurn, Settings
from primeparlor.web.errors import TaskTimeout, TooBusy
from primeparlor.web.tables.create import TableRequest, build_start
from primeparlor.web.tables.seats import NOBODY
from support.web.registry import READERS, look, place, play, refused, run, seen, start, two

PRIMES = "number-morph number=211 used=211"


def test_hints_come_step_by_step_and_stay_open(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            one = await table.hint({1}, 0)
            assert (one["step"], len(one["hints"]), one["all"]) == (1, 1, False)
            for _ in range(5):
                last = await table.hint({1}, 0)
            assert (last["step"], len(last["hints"]), last["all"]) == (5, 5, True)
            view = look(table, {1})
            assert (view["hints"], view["ladder"]) == (last["hints"], 5)
            await play(table, 6)
            assert look(table, {1})["hints"] == look(table, {2})["hints"] == []

    run(test())


def test_only_the_own_seat_sees_hints_and_refused_tries(tmp_path: Path) -> None:
    """Until the game is over: then everybody does."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(
                here.open_registry(), TableRequest(build_start("number-morph", None, PRIMES), "friend")
            )
            await refused(IllegalMove, table.move({1}, "213", 0))
            await table.hint({1}, 0)
            await table.moves({1}, 0)
            mine = look(table, {1})
            assert (len(mine["hints"]), mine["tried"], 271 in mine["moves"]) == (1, [213], True)
            assert seen(table, {1}) == ["seating", "refusal", "hint", "hint"]
            for others in READERS[1:]:
                view = look(table, others)
                assert (view["hints"], view["tried"], view["moves"], view["seq"]) == ([], [], None, 1)
                assert seen(table, others) == ["seating"]
                assert (await table.request_record(others)).count(b"\n") == 2
            await play(table, 271)
            assert "refused" not in json.loads(table.view.list_entries(0, {2})[-1].text)
            assert json.loads(table.view.list_entries(0, {1})[-1].text)["refused"] == 1
            await refused(MatchError, table.hint({1}, 1))
            await table.resign({2}, 1)
            assert seen(table, ()) == ["seating", "event", "result"]  # numbers that were given stay
            assert (await table.request_record(NOBODY)).count(b"\n") == 7  # all of it

    run(test())


def test_a_record_of_a_live_game_is_a_record_whoever_reads_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start("number-morph"), "friend"))
            await table.hint({1}, 1)
            await refused(IllegalMove, table.move({1}, "100", 1))
            await play(table, table.match.state.moves()[0])
            for readers in READERS:
                match = records.read((await table.request_record(readers)).splitlines(keepends=True)).match
                assert (match.state, len(match.events)) == (table.match.state, 2)
                hints = sum(
                    b"hint" in line for line in (await table.request_record(readers)).splitlines()[1:]
                )
                assert hints == (readers == {1})

    run(test())


def test_no_primes_of_number_morph_are_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(
                here.open_registry(), TableRequest(build_start("number-morph", None, PRIMES), "friend")
            )
            view = look(table, {1}) | {"table": ""}  # its random name may spell a number
            told = json.dumps([view, [json.loads(news.text) for news in table.view.list_entries(0, {1})]])
            assert "211" in told
            assert [prime for prime in table.match.state.moves() if str(prime) in told] == []
            every = (await table.moves({1}, 0))["every"]
            assert (len(every), look(table, {1})["actions"]) == (143, None)

    run(test())


def test_moves_that_take_long_to_find_hold_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game need not list its moves: they are looked for in a thread, and only while they may be told."""
    begins = build_start("pocket-addition", {"target": 37, "largest": 11})
    threads = list[threading.Thread]()

    def walked(rules: Rules) -> tuple[Move, ...]:
        threads.append(threading.current_thread())
        raise RulesError("There are too many positions.")

    monkeypatch.setattr(type(begins.rules), "actions", property(walked))

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(begins, "friend"))
            await refused(NotYourTurn, table.moves({2}, 0))
            assert await table.moves({1}, 0) == {"moves": list(begins.moves()), "every": None}
            assert seen(table, {1}) == ["seating", "hint"]
            assert threads
            assert threading.current_thread() not in threads

    run(test())


def test_why_tells_the_asker_what_the_last_moves_were_worth(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            assert "Nobody has moved yet" in await refused(MatchError, table.why({1}, 0))
            await play(table, 1)
            told = (await table.why({2}, 1))["lines"]
            assert told[0].startswith("Mara took 1, which gave the win away")
            assert seen(table, {1}) == ["seating", "event"]
            await play(table, 9)
            assert (await table.why({1}, 2))["lines"][0].startswith("You took 1")
            await table.resign({1}, 2)
            entries = table.match.seq
            await table.why({1}, 2)
            assert table.match.seq == entries  # after the end it is no help

    run(test())


def test_hints_can_be_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(
                here.open_registry(), TableRequest(start(), "friend", settings=Settings(hints=False))
            )
            for ask in (table.hint, table.why, table.moves):
                assert await refused(MatchError, ask({1}, 0)) == "Hints are off in this game."
            assert here.workers.questions == []

    run(test())


@pytest.mark.parametrize("error", [TooBusy(), TaskTimeout(), TooLarge("too large to solve")])
def test_help_that_fails_is_a_sentence_and_is_not_noted(tmp_path: Path, error: ParlorError) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())

            def fail(task: str) -> None:
                raise error

            here.workers.fails = fail
            assert await refused(type(error), table.hint({1}, 0)) == str(error)
            await refused(type(error), here.open_registry().open_table(TableRequest(start(), "perfect")))
            here.workers.fails = lambda task: None
            assert (await table.hint({1}, 0))["step"] == 1

    run(test())

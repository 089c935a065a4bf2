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
from primeparlor.web.tables.create import build_start
from primeparlor.web.tables.registry import TableRequest
from support.web.registry import READERS, place, play, refused, run, seen, start, two

PRIMES = "number-morph number=211 used=211"


def test_hints_come_step_by_step_and_stay_open(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            one = await desk.hint({1}, 0)
            assert (one["step"], len(one["hints"]), one["all"]) == (1, 1, False)
            for _ in range(5):
                last = await desk.hint({1}, 0)
            assert (last["step"], len(last["hints"]), last["all"]) == (5, 5, True)
            view = desk.build_view({1})
            assert (view["hints"], view["ladder"]) == (last["hints"], 5)
            await play(desk, 6)
            assert desk.build_view({1})["hints"] == desk.build_view({2})["hints"] == []

    run(test())


def test_only_the_own_seat_sees_hints_and_refused_tries(tmp_path: Path) -> None:
    """Until the game is over: then everybody does."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(
                here.hall(), TableRequest(build_start("number-morph", None, PRIMES), "friend")
            )
            await refused(IllegalMove, desk.move({1}, "213", 0))
            await desk.hint({1}, 0)
            await desk.moves({1}, 0)
            mine = desk.build_view({1})
            assert (len(mine["hints"]), mine["tried"], 271 in mine["moves"]) == (1, [213], True)
            assert seen(desk, {1}) == ["seating", "refusal", "hint", "hint"]
            for others in READERS[1:]:
                view = desk.build_view(others)
                assert (view["hints"], view["tried"], view["moves"], view["seq"]) == ([], [], None, 1)
                assert seen(desk, others) == ["seating"]
                assert desk.encode_record(others).count(b"\n") == 2
            await play(desk, 271)
            assert "refused" not in desk.find_entries(0, {2})[-1].data
            assert desk.find_entries(0, {1})[-1].data["refused"] == 1
            await refused(MatchError, desk.hint({1}, 1))
            await desk.resign({2}, 1)
            assert seen(desk, ()) == ["seating", "refusal", "hint", "hint", "event", "result"]

    run(test())


def test_a_record_of_a_live_game_is_a_record_whoever_reads_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start("number-morph"), "friend"))
            await desk.hint({1}, 1)
            await refused(IllegalMove, desk.move({1}, "100", 1))
            await play(desk, desk.match.state.moves()[0])
            for readers in READERS:
                match = records.read(desk.encode_record(readers).splitlines(keepends=True)).match
                assert (match.state, len(match.events)) == (desk.match.state, 2)
                hints = sum(b"hint" in line for line in desk.encode_record(readers).splitlines()[1:])
                assert hints == (readers == {1})

    run(test())


def test_no_primes_of_number_morph_are_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(
                here.hall(), TableRequest(build_start("number-morph", None, PRIMES), "friend")
            )
            view = desk.build_view({1}) | {"table": ""}  # its random name may spell a number
            told = json.dumps([view, [news.data for news in desk.find_entries(0, {1})]])
            assert "211" in told
            assert [prime for prime in desk.match.state.moves() if str(prime) in told] == []
            every = (await desk.moves({1}, 0))["every"]
            assert (len(every), desk.build_view({1})["actions"]) == (143, None)

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
            desk, _, _ = await two(here.hall(), TableRequest(begins, "friend"))
            await refused(NotYourTurn, desk.moves({2}, 0))
            assert await desk.moves({1}, 0) == {"moves": list(begins.moves()), "every": None}
            assert seen(desk, {1}) == ["seating", "hint"]
            assert threads
            assert threading.current_thread() not in threads

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
            desk, _, _ = await two(
                here.hall(), TableRequest(start(), "friend", settings=Settings(hints=False))
            )
            for ask in (desk.hint, desk.why, desk.moves):
                assert await refused(MatchError, ask({1}, 0)) == "Hints are off in this game."
            assert here.house.questions == []

    run(test())


@pytest.mark.parametrize("error", [TooBusy(), TaskTimeout(), TooLarge("too large to solve")])
def test_help_that_fails_is_a_sentence_and_is_not_noted(tmp_path: Path, error: ParlorError) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())

            def fail(task: str) -> None:
                raise error

            here.house.fails = fail
            assert await refused(type(error), desk.hint({1}, 0)) == str(error)
            await refused(type(error), here.hall().open_table(TableRequest(start(), "perfect")))
            here.house.fails = lambda task: None
            assert (await desk.hint({1}, 0))["step"] == 1

    run(test())

"""Large documents hold up nobody, and work goes on when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from primeparlor.web import responses, threads
from primeparlor.web.api import bodies, puzzles
from primeparlor.web.errors import ServerClosing
from primeparlor.web.threads import LARGE, is_large, run_in_thread, wait_shielded
from primeparlor.web.workers import pool as pools
from primeparlor.web.workers.pool import WorkerPool
from support.web.http_server import Served, error
from support.web.registry import PATIENCE, run

RECORD = {"Content-Type": "application/jsonl"}


def sent(cards: int) -> dict[str, Any]:
    """Progress with so many keys that nobody knows, which are kept."""
    kept = {f"x{at:06}": [at] for at in range(cards)}
    return {"progress": {"more": kept}, "day": "2026-11-17", "now": 1e9, "minutes": 0}


class Places:
    """The threads in which something was done, by its name."""

    def __init__(self) -> None:
        self.found = dict[str, set[bool]]()

    def noting(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        """The same, noting whether it is done apart."""

        def done(*args: Any, **options: Any) -> Any:
            is_apart = threading.current_thread().name.startswith("apart")
            self.found.setdefault(name, set()).add(is_apart)
            return does(*args, **options)

        return done

    def patch(self, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> None:
        monkeypatch.setattr(module, name, self.noting(name, getattr(module, name)))


@pytest.mark.parametrize(("cards", "is_apart"), [(10, False), (20_000, True)])
def test_large_progress_is_read_and_written_apart(
    server: Served, monkeypatch: pytest.MonkeyPatch, cards: int, is_apart: bool
) -> None:
    places = Places()
    places.patch(monkeypatch, bodies, "parse_json")
    places.patch(monkeypatch, responses, "encode_json")
    answer = server.client.post("/api/progress", json=sent(cards))
    assert answer.json()["progress"]["more"] == sent(cards)["progress"]["more"]
    assert places.found == {"parse_json": {is_apart}, "encode_json": {is_apart}}


@pytest.mark.parametrize(("lines", "is_apart"), [(10, False), (1_000, True)])
def test_a_large_record_is_read_apart(
    server: Served, monkeypatch: pytest.MonkeyPatch, lines: int, is_apart: bool
) -> None:
    places = Places()
    places.patch(monkeypatch, puzzles, "_read_text")
    body = b"\n".join([b"x" * 100] * lines)
    assert error(server.client.post("/api/review", content=body, headers=RECORD)) == (422, "refused")
    assert places.found == {"_read_text": {is_apart}}


def test_a_record_of_too_many_lines_is_not_even_read(server: Served) -> None:
    refused = server.client.post("/api/review", content=b"\n" * 1_000_000, headers=RECORD)
    assert error(refused) == (422, "too large")


def test_the_house_is_asked_and_understood_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places()
    places.patch(monkeypatch, pools, "_encode_task")
    noting = SimpleNamespace(dumps=json.dumps, loads=places.noting("loads", json.loads))
    monkeypatch.setattr(pools, "json", noting)

    async def asked(cards: int) -> Any:
        return await pool.ask("progress", seconds=PATIENCE, changes=[], **sent(cards))

    async def test() -> None:
        await pool.start_workers()
        places.found.clear()
        await asked(10)
        assert places.found == {"_encode_task": {False}, "loads": {False}}
        places.found.clear()
        assert (await asked(20_000))["progress"]["more"] == sent(20_000)["progress"]["more"]
        assert places.found == {"_encode_task": {True}, "loads": {True}}
        await pool.close()

    pool = WorkerPool(1)
    run(test())


@pytest.mark.parametrize(
    ("data", "large"),
    [
        ({}, False),
        ("x" * LARGE, False),
        ("x" * LARGE + "x", True),
        ({"a": [{"b": ("x" * LARGE, 1)}]}, True),
        ({"x" * LARGE: 1}, True),
        ([0] * LARGE, True),
        ([[0.5, None, True]] * 100, False),
        ([[0.5, None, True]] * 5_000, True),
        ({1: "a", 2.5: "b"}, False),  # keys that JSON writes as text
        (dict.fromkeys(range(LARGE), ""), True),
    ],
)
def test_what_is_large(data: Any, large: bool) -> None:
    assert is_large(data) == large


def test_after_each_work_there_is_a_rest_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [100.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    def work(seconds: float) -> None:
        assert not gc.isenabled()
        now[0] += seconds

    monkeypatch.setattr(threads, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    monkeypatch.setattr(threads, "_ONE", threads._WorkerThread())

    async def test() -> None:
        await run_in_thread(True, work, 3.0)
        await run_in_thread(True, work, 1.0)
        now[0] += 0.25
        with pytest.raises(ZeroDivisionError):
            await run_in_thread(True, divmod, 1, 0)
        assert gc.isenabled()

    run(test())
    assert slept == [0.0, 3.0, 0.75]


@pytest.mark.parametrize(
    ("error", "told"), [(ServerClosing(), []), (OSError(), ["failed with nobody waiting"])]
)
def test_what_is_refused_when_nobody_waits_is_no_error(
    error: Exception, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> list[Any]:
        forgotten, may_end = list[Any](), asyncio.Event()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: forgotten.append(context))

        async def refused() -> None:
            await may_end.wait()
            raise error

        work = asyncio.ensure_future(refused())
        asker = asyncio.ensure_future(wait_shielded(work))
        await asyncio.sleep(0)
        asker.cancel()
        await asyncio.wait([asker])
        may_end.set()
        await asyncio.wait([work])
        del work
        gc.collect()
        return forgotten

    assert run(test()) == []
    assert [record.message for record in caplog.records] == told


def test_who_waits_is_told() -> None:
    async def test() -> None:
        async def refused() -> None:
            raise ServerClosing

        with pytest.raises(ServerClosing):
            await wait_shielded(asyncio.ensure_future(refused()))

    run(test())

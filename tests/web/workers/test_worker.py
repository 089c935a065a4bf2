"""Processes that think: each thought within its time, and none outlives its asker."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from primeparlor.core import IllegalMove, ParlorError, TooLarge
from primeparlor.notation import NotationError
from primeparlor.web.errors import ServerClosing, TaskTimeout, WorkerFailed, WorkerKilled
from primeparlor.web.logging import JsonLines
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers import pool as pools
from primeparlor.web.workers import worker
from primeparlor.web.workers import worker as answering
from primeparlor.web.workers.pool import Worker, WorkerPool
from primeparlor.web.workers.worker import NO_MEMORY, read_answer, run_task
from support.web.registry import PATIENCE, place, refused, run, two

SLOW = {"position": "number-morph digits=7 number=1000003", "step": 1}  # 586,081 primes: seconds
QUICK = {"position": "prime-climb steps=7,3", "step": 1}
WORKER = [sys.executable, "-m", "primeparlor.web.workers.worker"]


@asynccontextmanager
async def opened(workers: int = 1) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(workers=workers)
    try:
        yield pool
    finally:
        await pool.close()


async def at_work(pool: WorkerPool, seconds: float = PATIENCE) -> tuple[asyncio.Future[Any], int]:
    """A question that takes long, and the process of the only worker, which is at work on it."""
    await pool.start_workers()
    [worker] = pool._all
    asked = asyncio.ensure_future(pool.ask("hint", seconds=seconds, **SLOW))
    while worker.ready:
        await asyncio.sleep(0.01)
    assert worker._process is not None
    return asked, worker._process.pid


def test_a_process_answers_one_question_after_the_other() -> None:
    async def test() -> None:
        async with opened() as pool:
            await pool.start_workers()
            [worker] = pool._all
            first = await pool.ask("hint", seconds=PATIENCE, **QUICK)
            assert first["hints"] == ["Yes: you can win whatever your opponent does."]
            assert await pool.ask("hint", seconds=PATIENCE, **QUICK) == first
            await refused(NotationError, pool.ask("hint", seconds=PATIENCE, position="chess", step=1))
            await refused(WorkerFailed, pool.ask("nothing", seconds=PATIENCE))
            assert pool._all == {worker}

    run(test())


def test_a_thought_is_killed_at_the_end_of_its_time_and_another_process_goes_on() -> None:
    async def test() -> None:
        async with opened() as pool:
            asked, killed = await at_work(pool, 0.5)
            await refused(TaskTimeout, asked)
            with pytest.raises(ProcessLookupError):
                os.kill(killed, 0)
            assert (await pool.ask("hint", seconds=PATIENCE, **QUICK))["step"] == 1

            # and one that nobody waits for any more does not think on
            asked, left = await at_work(pool)
            asked.cancel()
            await refused(asyncio.CancelledError, asked)
            with pytest.raises(ProcessLookupError):
                os.kill(left, 0)
            assert pool._all == set()

    run(test())


@pytest.mark.parametrize("kills", [1, 2])
def test_a_question_whose_process_is_killed_is_asked_once_more(
    kills: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with opened() as pool:
            await pool.start_workers()
            [worker] = pool._all
            start, killed = pool._start_worker, list[int]()

            def hold(worker: Worker) -> Worker:
                """Stop it before it can answer, and kill it when it is asked."""
                assert worker._process is not None
                send, pid = worker.send, worker._process.pid
                os.kill(pid, signal.SIGSTOP)

                async def sent(task: str, data: dict[str, Any]) -> None:
                    await send(task, data)
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

                worker.send = sent  # type: ignore[method-assign]
                return worker

            async def started() -> Worker:
                return hold(await start()) if len(killed) < kills else await start()

            pool._start_worker = started  # type: ignore[method-assign]
            hold(worker)
            asked = pool.ask("hint", seconds=PATIENCE, **QUICK)
            if kills == 1:
                assert (await asked)["step"] == 1
            else:
                await refused(WorkerKilled, asked)
            assert len(killed) == kills
            assert worker not in pool._all

    run(test())
    assert [record.getMessage() for record in caplog.records] == ["a worker was killed"] * kills


def test_a_question_is_answered_although_all_processes_are_killed_at_once() -> None:
    async def test() -> None:
        async with opened(2) as pool:
            await pool.start_workers()
            for worker in pool._all:
                worker.read_answer = AsyncMock(side_effect=WorkerKilled)  # type: ignore[method-assign]
            assert (await pool.ask("hint", seconds=PATIENCE, **QUICK))["step"] == 1

    run(test())


def test_a_process_that_has_ended_is_awaited_before_it_could_be_killed() -> None:
    """Else the kill may take the exit code from the watcher, which then warns of an unknown process."""

    async def test() -> None:
        async with opened() as pool:
            await pool.start_workers()
            [worker] = pool._all
            process, codes = worker._process, list[int | None]()
            assert process is not None
            process.kill = lambda: codes.append(process.returncode)  # type: ignore[method-assign]
            os.kill(process.pid, signal.SIGKILL)
            await refused(WorkerKilled, worker.read_answer(PATIENCE))
            await worker.end()
            assert codes == [-signal.SIGKILL]

    run(test())


def test_help_that_takes_long_goes_on_or_waits_as_a_long_question_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pools, "SHORT_SECONDS", 0.0)

    async def test() -> None:
        pool = WorkerPool(workers=3)  # of which one may be busy with a long question
        try:
            first = await pool.ask("hint", seconds=PATIENCE, **QUICK)
            [worker] = pool._all
            async with pool._queue.find_queue("review").wait_turn():
                asked = asyncio.ensure_future(pool.ask("hint", seconds=PATIENCE, **QUICK))
                while worker in pool._all:  # it makes room
                    await asyncio.sleep(0.01)
                assert not asked.done()
            assert await asked == first
        finally:
            await pool.close()

    run(test())


def test_closing_turns_away_who_asked_and_who_waits() -> None:
    async def test() -> None:
        async with opened() as pool:
            asked, _ = await at_work(pool)
            [worker] = pool._all
            kill = Mock(wraps=worker._process.kill)  # type: ignore[union-attr]
            worker._process.kill = kill  # type: ignore[method-assign, union-attr]
            waits = asyncio.ensure_future(pool.ask("hint", seconds=PATIENCE, **QUICK))
            await asyncio.sleep(0)
            await pool.close()
            await refused(ServerClosing, asked)
            kill.assert_called_once()
            await refused(ServerClosing, waits)
            await refused(ServerClosing, pool.ask("hint", seconds=PATIENCE, **QUICK))

    run(test())


def test_who_waits_for_a_review_hears_that_the_server_closes(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here, opened() as pool:
            registry = TableRegistry(here.store, pool, here.limits)
            table, _, _ = await two(registry)
            await table.resign({1}, 0)
            asked, _ = await at_work(pool)
            waits = asyncio.ensure_future(table.request_review(answers=False))
            await asyncio.sleep(0)
            await registry.close()
            await pool.close()
            await refused(ServerClosing, waits)
            await refused(ServerClosing, asked)

    run(test())


def test_a_process_ends_with_its_input_in_the_middle_of_a_thought() -> None:
    """However the server ends, nothing thinks on."""
    process = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout:
        assert json.loads(process.stdout.readline()) == {"ready": True}
        process.stdin.write(json.dumps({"task": "hint", "data": SLOW}).encode() + b"\n")
        process.stdin.flush()
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b""


# Answers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (TooLarge("too large"), TooLarge),
        (NotationError("type this"), NotationError),
        (IllegalMove("no"), IllegalMove),
        (ParlorError("a sentence"), ParlorError),
    ],
)
def test_an_error_comes_back_as_it_was(
    raised: ParlorError, kind: type[ParlorError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> dict[str, object]:
        raise raised

    monkeypatch.setattr(answering, "load_tasks", lambda: {"fail": fail})
    with pytest.raises(kind, match=str(raised)) as caught:
        read_answer(json.loads(json.dumps(run_task("fail", {}))))
    assert type(caught.value) is kind


def test_a_worker_counts_its_own_memory_and_not_that_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has used more than a worker may would otherwise replace its workers after every task."""
    monkeypatch.setattr(
        "primeparlor.web.workers.worker.getrusage", lambda who: pytest.fail("the server's too")
    )
    if sys.platform == "linux":
        assert 10**6 < worker._read_peak_memory() < 10**11


def test_too_little_memory_and_faults_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def memory() -> dict[str, object]:
        raise MemoryError

    def fault() -> dict[str, object]:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(answering, "load_tasks", lambda: {"memory": memory, "fault": fault})
    with pytest.raises(TooLarge, match=NO_MEMORY):
        read_answer(run_task("memory", {}))
    with pytest.raises(WorkerFailed) as caught:
        read_answer(run_task("fault", {}))
    assert "secret" not in str(caught.value)
    assert capsys.readouterr().err == ""
    [logged] = [JsonLines().format(record) for record in caplog.records]
    assert json.loads(logged)["error"] == "ZeroDivisionError"
    assert "secret" not in logged


def test_a_fault_of_a_process_is_one_line_of_the_log_without_its_text() -> None:
    secret = "a secret in the question"
    questions = [{"task": "hint", "data": {"position": 3, "step": secret}}, {"task": secret, "data": {}}, {}]
    given = "".join(json.dumps(question) + "\n" for question in questions)
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(WORKER, **piped) as process:  # type: ignore[call-overload]
        process.stdin.write(given.encode())
        process.stdin.flush()
        assert process.wait(PATIENCE) == 1  # the last is no question, and the input has not ended
        told = process.stderr.read()
    logged = [json.loads(line) for line in told.decode().splitlines()]
    assert [(line["what"], line["error"]) for line in logged][1:] == [("failed", "KeyError")] * 2
    assert len(logged) == 3
    assert all(line["trace"] for line in logged)
    assert secret not in json.dumps([{**line, "task": ""} for line in logged])


def test_a_process_that_has_grown_large_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what it once worked out would stay in memory for good."""
    asked = [{"task": "hint", "data": QUICK}] * 2
    told = list[dict[str, Any]]()
    monkeypatch.setattr(worker, "_write", lambda answers, answer: told.append(answer))
    monkeypatch.setattr(worker, "_read_tasks", lambda: iter(asked))
    monkeypatch.setattr(worker, "_read_peak_memory", lambda: len(told) << 30)
    kept = os.dup(1)
    try:
        worker.main()
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    assert [answer.get("last") for answer in told] == [None, False, True]


def test_an_answer_that_is_too_long_is_told_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server reads lines up to this length, and must be able to read every line."""
    monkeypatch.setattr(worker, "ANSWER_BYTES", 200)
    fits = {"answer": "x" * 150, "last": False}
    assert json.loads(worker.format_line(fits)) == fits
    cut = worker.format_line({"answer": "x" * 200, "last": True})
    assert len(cut) < 200
    assert json.loads(cut)["last"]
    with pytest.raises(TooLarge, match="too long"):
        read_answer(json.loads(cut))


def test_an_answer_that_is_the_last_ends_its_process() -> None:
    async def test() -> None:
        async with opened() as pool:
            await pool.start_workers()
            [process] = pool._all
            asked = process._read_line

            async def last(seconds: float) -> dict[str, Any]:
                return await asked(seconds) | {"last": True}

            process._read_line = last  # type: ignore[method-assign]
            assert (await pool.ask("hint", seconds=PATIENCE, **QUICK))["step"] == 1
            assert pool._all == set()

    run(test())


def test_a_worker_is_ready_before_it_imports_anything_large() -> None:
    """Its first imports come before it limits the threads of numpy and moves its output out of the way."""
    ask = (
        "import sys, primeparlor.web.workers.worker; print({'numpy', 'numba', 'starlette'} & {*sys.modules})"
    )
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout
    assert told == "set()\n"

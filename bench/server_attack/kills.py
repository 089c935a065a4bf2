"""The server killed with `kill -9` while people play, and its workers while they think."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from primeparlor.match import EARLY_ENDS
from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import AttackedServer, attacked
from server_attack.visitor import Friends, Visitor, choose_address, open_friends, read

SEED = 20_261_118
TABLES = 12  # played at once
LEAST = 20  # acknowledgements before a kill


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Kill the server, then workers."""
    await _kill_server(report, plan, folder / "server")
    await _kill_workers(report, plan, folder / "workers")


async def _kill_server(report: Report, plan: Plan, folder: Path) -> None:
    """Kill the server again and again: every move that was acknowledged must be there afterwards."""
    chance, faults = random.Random(SEED), list[str]()
    async with attacked(folder) as server:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        tables = [await open_friends(visitor) for _ in range(TABLES)]
        acked: list[list[int]] = [[] for _ in tables]
        for _ in range(plan.kills):
            enough = sum(map(len, acked)) + LEAST + chance.randrange(60)
            players = [
                asyncio.create_task(_play(server, at, table, moves, report.counts))
                for at, (table, moves) in enumerate(zip(tables, acked, strict=True))
            ]
            while sum(map(len, acked)) < enough and not any(player.done() for player in players):
                await asyncio.sleep(0.005)
            await asyncio.sleep(chance.uniform(0, 0.01))  # somewhere between two answers
            await server.kill()
            report.counts["kills of the server"] += 1
            await asyncio.gather(*players)
            await server.start()
            visitor = Visitor(server.port, "127.0.0.1", report.counts)
            for table, moves in zip(tables, acked, strict=True):
                kept = [step["move"] for step in (await table.view(visitor, 1))["steps"]]
                if kept[: len(moves)] != moves or len(kept) > len(moves) + 1:
                    faults.append(f"{len(moves)} moves were acknowledged, {len(kept)} are there")
                moves[:] = kept  # one more may have been kept, whose answer was lost
        report.counts["acknowledged before a kill"] += sum(map(len, acked))
        report.check("nothing that was acknowledged is lost by kill -9", not faults, faults[:3])
        complaints = server.read_complaints()
        report.check("the server has logged no error", not complaints, complaints[:3])


async def _play(
    server: AttackedServer, at: int, table: Friends, acked: list[int], counts: Counter[str]
) -> None:
    """Play at this table until the server is gone, and note what was acknowledged."""
    visitor = Visitor(server.port, choose_address(at), counts)
    with suppress(OSError, asyncio.TimeoutError):
        while True:
            answer = await table.move(visitor, await table.view(visitor))
            if answer.status == 200:
                acked.append(json.loads(answer.text)["steps"][-1]["move"])


async def _kill_workers(report: Report, plan: Plan, folder: Path) -> None:
    """Kill workers that were just asked for a hint or for a move of the house."""
    async with attacked(folder) as server:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        other = Visitor(server.port, "127.0.0.2", report.counts)
        hints, statuses = Counter[int](), Counter[int]()
        forfeits = 0
        while report.counts["killed workers"] < plan.workers:
            path, token, view = await _open_house(visitor)
            workers = await _await_workers(server)
            _signal(workers, signal.SIGSTOP)  # so that none can answer before it is killed
            hint = asyncio.create_task(visitor.post(f"{path}/hint", {"number": view["number"]}, token))
            await asyncio.sleep(0.05)
            _signal(workers, signal.SIGKILL)
            report.counts["killed workers"] += len(workers)
            hints[(await hint).status] += 1
            workers = await _await_workers(server)
            move = await other.post(f"{path}/move", {"number": view["number"], "move": "4"}, token)
            _signal(workers, signal.SIGKILL)  # while the house thinks about its move
            report.counts["killed workers"] += len(workers)
            statuses[move.status] += 1
            forfeits += not await _await_house(other, path, token)
        report.check("a hint whose worker is killed is answered all the same", set(hints) == {200}, hints)
        report.check("moves are taken while workers are killed", set(statuses) == {200}, statuses)
        report.check("the house moves on, and never loses for want of a worker", not forfeits, forfeits)
        report.check("the server is well afterwards", (await visitor.get("/healthz")).status == 200)
        complaints = [line for line in server.read_complaints() if "a worker was killed" not in line]
        report.check("the log tells of killed workers and of nothing else", not complaints, complaints[:3])


async def _open_house(visitor: Visitor) -> tuple[str, str, dict[str, Any]]:
    """Open a table against a level; return its path, the token and the view."""
    opened = read(await visitor.post("/api/tables", {"game": "prime-climb", "opponent": "club", "side": 1}))
    return f"/api/tables/{opened['table']}", opened["token"], opened["view"]


async def _await_workers(server: AttackedServer) -> list[int]:
    """Return the server's workers as soon as there are some."""
    async with asyncio.timeout(60):
        while not (workers := server.list_workers()):
            await asyncio.sleep(0.01)
    return workers


async def _await_house(visitor: Visitor, path: str, token: str) -> bool:
    """Return True as soon as the house has moved, False if the game has ended without that."""
    async with asyncio.timeout(60):
        while True:
            view = read(await visitor.get(path, token))
            if view["turn"] == 1 or len(view["steps"]) > 1:
                return view["outcome"] is None or view["outcome"]["reason"] not in EARLY_ENDS
            if view["outcome"] is not None:
                return False
            await asyncio.sleep(0.02)


def _signal(processes: list[int], sent: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, sent)

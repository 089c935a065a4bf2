"""More than there is room for: inputs, tables, streams, answers that nobody reads, connections, questions."""

from __future__ import annotations

import asyncio
import json
import socket
import statistics
import time
from contextlib import ExitStack
from pathlib import Path

from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import AttackedServer, attacked
from server_attack.visitor import Visitor, choose_address, exchange, open_friends, read

FEW_FILES = 400
QUICK_STOP = 8.0  # seconds: readers are cut after 2, and 20 is all that anybody may wait
STILL_SMOOTH = 0.5  # seconds a friend's move may take while one address asks for all it may
CUT_SECONDS = 60.0  # within which a client that reads nothing is cut
LONG_GAME = 400  # moves


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Run one flood after the other."""
    async with attacked(folder / "one") as server:
        await _flood_inputs(report, plan, server)
        await _open_streams(report, plan, server)
        await _ask_for_much(report, plan, server)
        await _read_nothing(report, plan, server)
        complaints = server.read_complaints()
        report.check("the server has logged no error", not complaints, complaints[:3])
    await _stop_with_readers(report, folder / "stop")
    await _open_tables(report, plan, folder / "tables")
    await _open_files(report, plan, folder / "files")


async def _flood_inputs(report: Report, plan: Plan, server: AttackedServer) -> None:
    """Send refused inputs for one turn: neither player may lose a move by it."""
    visitors = [Visitor(server.port, choose_address(at), report.counts) for at in range(4)]
    table = await open_friends(visitors[0])
    for player in (1, 2):
        view = await table.view(visitors[0])
        token, body = table.tokens[view["turn"] - 1], {"number": view["number"], "move": "nonsense"}
        statuses = set[int]()
        for at in range(plan.refusals):
            statuses.add((await visitors[at % 4].post(f"{table.path}/move", body, token)).status)
        report.counts["refused inputs"] += plan.refusals
        moved = (await table.move(visitors[0], view)).status
        after = await table.view(visitors[0])
        report.check(
            f"player {player} can move after {plan.refusals:,} refused inputs, and the game goes on",
            (statuses, moved, after["outcome"]) == ({422}, 200, None) and after["turn"] != view["turn"],
            (statuses, moved, after["outcome"]),
        )
    lines = (await visitors[0].get(f"{table.path}/record", table.tokens[0])).text.splitlines()
    report.check("of the refused inputs of a turn at most 20 are kept", len(lines) <= 1 + 20 + 3, len(lines))
    for visitor in visitors:
        visitor.close()


async def _open_streams(report: Report, plan: Plan, server: AttackedServer) -> None:
    """Open streams of spectators from many addresses until no more are given."""
    owner = Visitor(server.port, "127.0.0.1", report.counts)
    table = await open_friends(owner)
    writers = list[asyncio.StreamWriter]()
    statuses = list[bytes]()
    head = f"GET {table.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    try:
        for at in range(plan.streams):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=(choose_address(at // 60), 0)
            )
            writers.append(writer)
            writer.write(f"{head}\r\n".encode())
            statuses.append((await reader.readline())[9:12])
        report.counts["streams of spectators"] += len(statuses)
        report.counts["requests"] += len(statuses)
        most = min(plan.streams, 1_000)
        report.check(
            "spectators get their share of the streams and no more",
            statuses.count(b"200") == most and set(statuses) <= {b"200", b"429"},
            statuses.count(b"200"),
        )
        players = list[bytes]()
        for at, token in enumerate(table.tokens):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=(f"127.0.8.{at + 2}", 0)
            )
            writers.append(writer)
            writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
            players.append((await reader.readline())[9:12])
        report.check("the players of that table still get theirs", players == [b"200"] * 2, players)
        moved = (await table.move(owner, await table.view(owner))).status
        report.check("and can move", moved == 200, moved)
    finally:
        for writer in writers:
            writer.transport.abort()
        owner.close()


async def _ask_for_much(report: Report, plan: Plan, server: AttackedServer) -> None:
    """Ask from one address for all that is large, while others play."""
    owner = Visitor(server.port, "127.0.0.1", report.counts)
    long, other = await open_friends(owner), await open_friends(owner)
    for _ in range(LONG_GAME if plan.waits else 60):
        read(await long.move(owner, await long.view(owner)))
    asking = [
        asyncio.create_task(_ask(server.port, f"{long.path}{what}", report, 40))
        for what in ("/record", "", "/stream?entries=1", "/review") * 15
    ]
    waits = list[float]()
    while not all(task.done() for task in asking) or not waits:
        view = await other.view(owner)
        began = time.perf_counter()
        read(await other.move(owner, view))
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    await asyncio.gather(*asking)
    middle = statistics.median(waits)
    report.check(
        "one address that asks for all it may does not stop others' moves",
        middle < STILL_SMOOTH,
        f"{middle:.2f} s",
    )
    owner.close()


async def _ask(port: int, path: str, report: Report, times: int) -> None:
    """Ask for the same again and again from one address."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: 0\r\nConnection: close\r\n\r\n".encode()
    for _ in range(times):
        await exchange(port, head, "127.0.7.7", 0.5)
        report.counts["requests"] += 1


async def _read_nothing(report: Report, plan: Plan, server: AttackedServer) -> None:
    """Send many requests on one connection and read no answer."""
    if not plan.waits:
        return
    owner = Visitor(server.port, "127.0.0.1", report.counts)
    table = await open_friends(owner)
    before = server.count_files()
    with ExitStack() as opened:
        for _ in range(20):
            opened.enter_context(_send_unread(server.port))
        report.counts["requests"] += 20 * 2_000
        moved = [(await table.move(owner, await table.view(owner))).status for _ in range(20)]
        report.check("friends play on beside clients that read nothing", set(moved) == {200}, set(moved))
        began = time.perf_counter()
        while (after := server.count_files()) > before and time.perf_counter() - began < CUT_SECONDS:
            await asyncio.sleep(1)
        report.check("clients that read nothing are cut", after <= before, f"{after} files, {before} before")
    owner.close()


def _send_unread(port: int) -> socket.socket:
    """Return a connection on which many requests were sent and no answer is read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind(("127.0.6.6", 0))
    line.connect(("127.0.0.1", port))
    line.setblocking(False)
    pipelined = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2_000
    while pipelined:
        try:
            pipelined = pipelined[line.send(pipelined) :]
        except BlockingIOError:  # the server takes no more before its answers are read
            break
    return line


async def _stop_with_readers(report: Report, folder: Path) -> None:
    """End a server in order while clients read nothing."""
    async with attacked(folder) as server:
        with ExitStack() as opened:
            for _ in range(10):
                opened.enter_context(_send_unread(server.port))
            await asyncio.sleep(0.5)
            began = time.perf_counter()
            await server.stop()
            took = time.perf_counter() - began
    report.check("SIGTERM ends the server soon all the same", took < QUICK_STOP, f"{took:.1f} s")


async def _open_tables(report: Report, plan: Plan, folder: Path) -> None:
    """Open tables from one address, then from many, until there is no room."""
    async with attacked(folder, tables=plan.room) as server:
        friend = Visitor(server.port, "127.0.0.1", report.counts)
        table = await open_friends(friend)
        read(await table.move(friend, await table.view(friend)))
        order = {"game": "nonprime-addition", "opponent": "same screen"}
        one = Visitor(server.port, "127.0.5.5", report.counts)
        alone = [(await one.post("/api/tables", order)).status for _ in range(230)]
        report.check(
            "one address opens 200 tables at once and then a few a minute",
            alone.count(201) <= 210 and set(alone) == {201, 429},
            alone.count(201),
        )
        statuses = set[int]()
        gate = asyncio.Semaphore(8)

        async def open_some(first: int) -> None:
            async with gate:
                visitor = Visitor(server.port, choose_address(first), report.counts)
                for _ in range(min(150, plan.tables - first)):
                    opened = await visitor.post("/api/tables", order)
                    statuses.add(opened.status)
                    if opened.status == 201:
                        data = json.loads(opened.text)
                        path, total = f"/api/tables/{data['table']}/move", {"number": 0, "move": "4"}
                        await visitor.post(path, total, data["token"])
                visitor.close()

        await asyncio.gather(*(open_some(first) for first in range(0, plan.tables, 150)))
        report.counts["tables opened"] += plan.tables + alone.count(201)
        report.check(
            "a full server takes new tables and drops old ones of one screen", statuses == {201}, statuses
        )
        answer = await table.move(friend, await table.view(friend))
        report.check("a game between two people stays, and goes on", answer.status == 200, answer.status)
        new = (await friend.post("/api/tables", {"game": "prime-climb", "opponent": "friend"})).status
        report.check("friends can still open a table", new == 201, new)


async def _open_files(report: Report, plan: Plan, folder: Path) -> None:
    """Open more connections than the server may have files."""
    async with attacked(folder, files=FEW_FILES) as server:
        owner = Visitor(server.port, "127.0.0.1", report.counts)
        table = await open_friends(owner)
        with ExitStack() as opened:
            for at in range(plan.connections):
                line = opened.enter_context(socket.socket())
                line.bind((choose_address(at), 0))
                line.setblocking(False)
                line.connect_ex(("127.0.0.1", server.port))
                if at % 50 == 0:  # so that the friends' own connection is not closed as idle
                    await owner.get("/healthz")
            report.counts["connections held"] += plan.connections
            moved = (await table.move(owner, await table.view(owner))).status
            report.check("who is connected plays on while all connections are taken", moved == 200, moved)
            used = server.count_files()
            report.check("the server keeps files for itself", used < FEW_FILES - 50, used)
        size = server.measure_logs()
        report.check("the log stays short", size < 20_000, f"{size} bytes")
        async with asyncio.timeout(30):
            while (
                again := await exchange(
                    server.port,
                    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                    seconds=5,
                )
            ) == b"":
                await asyncio.sleep(0.1)
        report.check("and the server is well when they are gone", b" 200 " in again[:20], again[:60])

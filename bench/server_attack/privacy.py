"""What one player may not learn of the other, and names that may deceive."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import AttackedServer, attacked
from server_attack.visitor import Friends, Visitor, open_friends, read

FAR = "192.0.2.7"  # an address of no machine
DECEIVERS = (
    "the house",
    " The  House ",
    "⌂ house",
    "🏠",
    "you",
    "Player 1",
    "a\u202eb",
    "a\u0007b",
    "a" + "\u0301" * 30,
)
HARMLESS = ("Zoë", "می\u200cخواهم", "👩\u200d🚀", "Ада")
TRIES = 5  # refused inputs that the other player must not notice
OF_A_TABLE = re.compile(rb'"(?:table|began)":"[^"]*"|"(?:ms|clock)":[0-9]+|/t/[a-z0-9]+|tables/[a-z0-9]+')


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Try to learn what is for others."""
    async with attacked(folder / "direct") as server:
        await _compare_tables(report, server)
        await _judge(report, server)
        await _open_duels(report, server)
        await _take_names(report, server)
        complaints = server.read_complaints()
        report.check("the server has logged no error", not complaints, complaints[:3])
    async with attacked(folder / "proxy", "--proxy", "127.0.0.1") as server:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        far = await visitor.send("GET", "/metrics", headers={"X-Forwarded-For": FAR})
        near = await visitor.get("/metrics")
        report.check(
            "metrics are for this machine only",
            (far.status, near.status) == (404, 200),
            (far.status, near.status),
        )


async def _compare_tables(report: Report, server: AttackedServer) -> None:
    """Play the same game twice, once with refused tries: nobody else sees a difference."""
    seen = [await _play(report, server, tries) for tries in (0, TRIES)]
    for at, reader in enumerate(("the other player", "a spectator")):
        for what in ("view", "record", "stream", "stream with entries"):
            one, other = (OF_A_TABLE.sub(b"", table[at][what]) for table in seen)
            report.check(
                f"{reader} sees nothing of refused tries in the {what}",
                one == other,
                (one[-150:], other[-150:]),
            )


async def _play(report: Report, server: AttackedServer, tries: int) -> list[dict[str, bytes]]:
    """Play three moves, the first after some tries; return what the other player and a spectator see."""
    visitor = Visitor(server.port, "127.0.0.1", report.counts)
    table = await open_friends(visitor)
    readers = [(token, entries) for token in (table.tokens[1], None) for entries in ("", "?entries=1")]
    streams = [asyncio.create_task(_listen(server.port, table, token, entries)) for token, entries in readers]
    await asyncio.sleep(0.2)
    for move in range(3):
        view = await table.view(visitor)
        if move == 0:
            for _ in range(tries):
                await visitor.post(
                    f"{table.path}/move", {"number": view["number"], "move": "x"}, table.tokens[0]
                )
        read(await table.move(visitor, view))
        await asyncio.sleep(0.1)
    heard = await asyncio.gather(*streams)
    found = list[dict[str, bytes]]()
    for at, token in enumerate((table.tokens[1], None)):
        found.append(
            {
                "view": (await visitor.get(table.path, token)).text,
                "record": (await visitor.get(f"{table.path}/record", token)).text,
                "stream": heard[2 * at],
                "stream with entries": heard[2 * at + 1],
            }
        )
    visitor.close()
    return found


async def _listen(port: int, table: Friends, token: str | None, entries: str) -> bytes:
    """Return the events of a stream until three moves have been played, without those about presence."""
    seat = "" if token is None else f"Authorization: Bearer {token}\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {table.path}/stream{entries} HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: 0\r\n"
    writer.write(f"{head}{seat}\r\n".encode())
    events = b""
    async with asyncio.timeout(30):
        while True:
            event = await reader.readuntil(b"\n\n")
            event = event[event.find(b"event: ") :] if b"event: " in event else b""
            if not event.startswith(b"event: presence"):
                events += re.sub(rb'"(?:seats|watching|thinking)":(?:\[.*?\]|[^,]*)', b"", event)
            if event.startswith(b"event: update") and b'"number":3' in event:
                writer.transport.abort()
                return events


async def _judge(report: Report, server: AttackedServer) -> None:
    """Ask what a move is worth in a position that stands on one's own table without hints."""
    visitor = Visitor(server.port, "127.0.4.4", report.counts)
    table = await open_friends(visitor)
    view = read(await table.move(visitor, await table.view(visitor)))
    position = (await table.view(visitor))["position"]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.4.4", 0))
    writer.write(f"GET {table.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    await reader.readuntil(b"event: view")
    asked = (await visitor.post("/api/judge", {"position": position, "move": "4"})).status
    hint = (await visitor.post(f"{table.path}/hint", {"number": view["number"]}, table.tokens[1])).status
    writer.transport.abort()
    visitor.close()
    report.check(
        "no hint and no judgement at a table without hints", (asked, hint) == (409, 409), (asked, hint)
    )


async def _open_duels(report: Report, server: AttackedServer) -> None:
    """Open the daily duels of days to come."""
    visitor, today = Visitor(server.port, "127.0.4.5", report.counts), datetime.now(UTC).date()
    statuses = {
        days: (
            await visitor.post(
                "/api/tables", {"game": "prime-duel", "daily": (today + timedelta(days)).isoformat()}
            )
        ).status
        for days in (0, 1, 2, 30, 3_000)
    }
    visitor.close()
    later = {statuses[days] for days in (2, 30, 3_000)}
    report.check("the cards of a later day are nobody's", later == {422} and statuses[0] == 201, statuses)


async def _take_names(report: Report, server: AttackedServer) -> None:
    """Sit down under names that imitate the house or harm a page, and under names of many scripts."""
    visitor = Visitor(server.port, "127.0.4.6", report.counts)
    taken = [name for name in DECEIVERS if await _open(visitor, name) != 422]
    refused = [name for name in HARMLESS if await _open(visitor, name) != 201]
    visitor.close()
    report.check("names that imitate the house or harm are refused", not taken, taken)
    report.check("names of every script are taken", not refused, refused)


async def _open(visitor: Visitor, name: str) -> int:
    return (
        await visitor.post("/api/tables", {"game": "prime-climb", "opponent": "same screen", "name": name})
    ).status

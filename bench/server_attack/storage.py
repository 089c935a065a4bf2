"""Databases that somebody has changed or deleted, and a disk that is full."""

from __future__ import annotations

import json
import resource
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import AttackedServer, attacked
from server_attack.visitor import Friends, Visitor, open_friends, read

VERSION = "UPDATE alembic_version SET version_num = {}"
OPTIONS = "UPDATE tables SET options = {} WHERE id = '{{table}}'"
HEADER = "UPDATE matches SET header = {} WHERE \"table\" = '{{table}}'"
LINE = "UPDATE entries SET line = {} WHERE \"table\" = '{{table}}' AND seq = 2"
STATEMENTS = {
    "a version that is NULL": "DROP TABLE alembic_version; CREATE TABLE alembic_version (version_num); "
    "INSERT INTO alembic_version VALUES (NULL)",
    "a version that is text": VERSION.format("'five'"),
    "a version that is bytes": VERSION.format("x'00ff'"),
    "a version below zero": VERSION.format("'-1'"),
    "a version of another script": VERSION.format("'\u0665'"),
    "a long version": VERSION.format(f"'{'9' * 5000}'"),
    "no version": "DELETE FROM alembic_version",
    "two versions": "INSERT INTO alembic_version VALUES ('4')",
    "a version of another column": "ALTER TABLE alembic_version RENAME version_num TO other",
    "no table of versions": "DROP TABLE alembic_version",
    "no tables": "DROP TABLE tables",
    "no matches": "DROP TABLE matches",
    "no entries": "DROP TABLE entries",
    "no seats": "DROP TABLE seats",
    "no health": "DROP TABLE health",
    "options that are text": OPTIONS.format("'x'"),
    "options that are a list": OPTIONS.format("'[]'"),
    "options that are bytes": OPTIONS.format("x'ff'"),
    "other options": OPTIONS.format("""'{{"a": 1}}'"""),
    "a header that is text": HEADER.format("'x'"),
    "a header that is bytes": HEADER.format("x'ff'"),
    "a header of another game": HEADER.format("replace(header, 'nonprime-addition', 'prime-climb')"),
    "a header of no game": HEADER.format("replace(header, 'nonprime-addition', 'chess')"),
    "a line that is text": LINE.format("'x'"),
    "a line that is bytes": LINE.format("x'ff'"),
    "a line that is an empty object": LINE.format("'{{}}'"),
    "a line that is deep": LINE.format(f"'{'[' * 5000}'"),
    "a line that is infinite": LINE.format("""'{{"number":1e999}}'"""),
    "a move that is not legal": LINE.format("""'{{"number":2,"who":2,"move":99}}'"""),
    "a missing line": "DELETE FROM entries WHERE \"table\" = '{table}' AND seq = 1",
    "lines out of order": "UPDATE entries SET seq = 12 - seq WHERE \"table\" = '{table}'",
    "a line of no number": "UPDATE entries SET seq = 'x' WHERE \"table\" = '{table}' AND seq = 2",
}
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "half a file": lambda data: data[: len(data) // 2],
    "100 bytes of a file": lambda data: data[:100],
    "an empty file": lambda data: b"",
    "a file of zeros": lambda data: bytes(len(data)),
    "a file of text": lambda data: b"hello\n" * 1000,
    "a page of zeros": lambda data: data[:4096] + bytes(4096) + data[8192:],
    "a file turned over": lambda data: data[:100] + bytes(255 - byte for byte in data[100:]),
    "a broken head": lambda data: data[:16] + b"\xff" * 84 + data[100:],
}


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Break databases, fill the disk, delete the database."""
    await _break_databases(report, plan, folder)
    await _fill_disk(report, folder / "full")
    await _delete_database(report, folder / "deleted")


async def _break_databases(report: Report, plan: Plan, folder: Path) -> None:
    """Start a server with each kind of broken database."""
    async with attacked(folder / "whole") as server:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        tables = [await open_friends(visitor) for _ in range(2)]
        for table in tables:
            for _ in range(3):
                read(await table.move(visitor, await table.view(visitor)))
        visitor.close()
    whole = server.database
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute("PRAGMA journal_mode = delete")  # all of it in one file
    kinds: dict[str, str | Callable[[bytes], bytes]] = {**STATEMENTS, **BYTES}
    names = list(kinds) if plan.broken is None else list(kinds)[:: len(kinds) // plan.broken]
    faults = list[str]()
    for at, name in enumerate(names):
        home = folder / f"broken-{at}"
        home.mkdir()
        path = home / "tables.db"
        shutil.copy(whole, path)
        damage(path, kinds[name], tables[0].path.rpartition("/")[2])
        if fault := await _use(report, home, path, tables, kinds[name]):
            faults.append(f"{name}: {fault}")
        report.counts["broken databases"] += 1
    report.check(
        "a broken database is told in a sentence; other tables can be played, and nothing is a fault of ours",
        not faults,
        faults,
    )


def damage(path: Path, change: str | Callable[[bytes], bytes], table: str) -> None:
    """Change a database: one table of it, or all."""
    if callable(change):
        path.write_bytes(change(path.read_bytes()))
        return
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(change.format(table=table))
        connection.commit()


async def _use(
    report: Report, home: Path, path: Path, tables: list[Friends], change: str | Callable[[bytes], bytes]
) -> str:
    """Start a server with this database and ask for both tables; return what is wrong with its answers."""
    before = path.read_bytes()
    server = AttackedServer(home)
    try:
        await server.start()
    except RuntimeError as refused:
        told = str(refused).partition(": ")[2].strip()
        if "Traceback" in told or not told.startswith("parlor: ") or "\n" in told:
            return f"the server ended with {told[-200:]!r}"
        return "" if path.read_bytes() == before else "a database that was refused was changed"
    try:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        answers = [await visitor.get(tables[0].path, tables[0].tokens[0]), await visitor.get("/healthz")]
        if isinstance(change, str) and "{table}" in change:  # the other table is whole
            answers.append(read_moved := await tables[1].move(visitor, await tables[1].view(visitor)))
            if read_moved.status != 200:
                return f"the other table answered {read_moved.status}"
            if answers[0].status != 404:
                return f"the broken table answered {answers[0].status}"
        for answer in answers:
            if answer.status >= 400 and not json.loads(answer.text)["error"]["message"].endswith("."):
                return f"{answer.text!r:.100} is no sentence"
            if answer.status == 500:
                return "500"
        visitor.close()
        return ""
    finally:
        await server.stop()


async def _fill_disk(report: Report, folder: Path) -> None:
    """Let no file of the server grow, as on a full disk."""
    async with attacked(folder) as server:
        visitor = Visitor(server.port, "127.0.0.1", report.counts)
        table = await open_friends(visitor)
        view = read(await table.move(visitor, await table.view(visitor)))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        view = await table.view(visitor)
        moved, health = (await table.move(visitor, view)).status, (await visitor.get("/healthz")).status
        report.check("on a full disk no move is acknowledged", moved == 503, moved)
        report.check("and the health check says so", health == 503, health)
        shown = (await table.view(visitor))["number"]
        report.check("and nobody sees a move that was not kept", shown == view["number"], shown)
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        moved, health = (await table.move(visitor, view)).status, (await visitor.get("/healthz")).status
        report.check("with room again the game goes on", (moved, health) == (200, 200), (moved, health))


async def _delete_database(report: Report, folder: Path) -> None:
    """Delete the database of a running server, or put another one in its place."""
    for how in ("deleted", "replaced"):
        async with attacked(folder / how) as server:
            visitor = Visitor(server.port, "127.0.0.1", report.counts)
            table = await open_friends(visitor)
            read(await table.move(visitor, await table.view(visitor)))
            copy = server.database.read_bytes()
            server.database.unlink()
            if how == "replaced":
                server.database.write_bytes(copy)
            moved = (await table.move(visitor, await table.view(visitor))).status
            opened = (await visitor.post("/api/tables", {"game": "prime-climb"})).status
            health = (await visitor.get("/healthz")).status
            report.check(
                f"with the database {how}, nothing is acknowledged and the health check says so",
                (moved, opened, health) == (503, 503, 503),
                (moved, opened, health),
            )

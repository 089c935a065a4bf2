"""What a move costs the server, next to its peers in the same run.

python bench/load.py [--quick] [--parts a,b,c,d,e] [--tables N] [--json FILE] [--profile]

a  100 tables, two friends each with an open stream, all played at once
b  a game at its start and after 1,300 moves
c  0 to 400 spectators at one table
d  2,000 tables with 4,000 streams, a few of which move at a time
e  peers, in the rounds of part a: an echo, bare and with one durable commit, and boardgame.io

Everything runs on loopback. Players come from 249 addresses, within the server's own limits. The processor
time is that of the server's main process with its threads; our worker processes, which have nothing to do
here, do not count. Each system is measured in turn, in several rounds: ratios are those of the best rounds.
`--profile` tells instead where our server spends its time in part a, by py-spy, which `make load` installs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from server_load.crowd import Crowd
from server_load.process import ServerProcess
from server_load.profile_report import print_profile
from server_load.rounds import Slice, Stopwatch, Summary, System, run_rounds
from server_load.systems import Boardgame, Echo, Ours, find_missing_packages, start_echo, start_ours
from server_load.table import FriendsTable, open_tables

OURS, PACKED, BARE, DURABLE = "ours", "ours, gzip accepted", "bare echo", "durable echo"
COSTS = ["processor ms per move: best round", "median"]
IN_MEMORY, WITH_FILES = "boardgame.io in memory", "boardgame.io with files"


class Plan(NamedTuple):
    """How much is measured."""

    rounds: int = 5
    tables: int = 100
    opening: int = 20  # moves at each of our tables before the rounds
    moves: int = 4  # of ours, at each table in each round
    echoes: int = 20  # of the echo, on each connection in each round
    board_moves: int = 10  # of boardgame.io, in each match in each round
    long_tables: int = 2
    length: int = 1300
    window: int = 10  # moves of a round in parts b and c
    crowds: tuple[int, ...] = (0, 10, 50, 200, 400)
    held: int = 2000  # tables in part d
    pace: float = 60.0  # moves per second in part d
    paced: int = 600  # moves of a round in part d
    sample_seconds: int = 15


QUICK = Plan(2, 10, 2, 2, 5, 3, 1, 60, 4, (0, 10, 30), 50, 40.0, 40, 3)


def main(words: list[str] | None = None) -> dict[str, Any]:
    """Run the chosen parts, print the tables, and return the figures."""
    parser = argparse.ArgumentParser(description="What a move costs the server, next to its peers.")
    parser.add_argument("--quick", action="store_true", help="a small run of some seconds, to try it")
    parser.add_argument("--parts", default="a,b,c,d,e", help="parts, such as a,c (default: all)")
    parser.add_argument("--tables", type=int, help="tables of part a (default: 100, quick 10)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there too")
    parser.add_argument("--profile", action="store_true", help="tell where our server spends its time")
    args = parser.parse_args(words)
    plan = QUICK if args.quick else Plan()
    if args.tables is not None:
        plan = plan._replace(tables=args.tables)
    with tempfile.TemporaryDirectory(prefix="parlor-load-") as folder:
        if args.profile:
            asyncio.run(profile(plan, Path(folder)))
            return {}
        figures = asyncio.run(measure(plan, set(args.parts.split(",")), Path(folder)))
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return figures


async def measure(plan: Plan, parts: set[str], folder: Path) -> dict[str, Any]:
    """Measure the chosen parts one after the other."""
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before.\n"
    )
    figures: dict[str, Any] = {}
    if parts & {"a", "e"}:
        figures |= await compare_systems(plan, parts, folder)
    for part, run in (("b", measure_lengths), ("c", measure_crowds), ("d", hold_streams)):
        if part in parts:
            (folder / part).mkdir()  # with databases of its own
            figures |= await run(plan, folder / part)
    return figures


@asynccontextmanager
async def running(server: ServerProcess) -> AsyncIterator[ServerProcess]:
    """Stop this server at the end of the block."""
    try:
        yield server
    finally:
        await server.stop()


# Parts a and e ----------------------------------------------------------------------------------------


async def compare_systems(plan: Plan, parts: set[str], folder: Path) -> dict[str, Any]:
    """Measure our server and its peers in the same rounds."""
    async with AsyncExitStack() as stack:
        systems: dict[str, System] = {}
        if "a" in parts:
            ours = await stack.enter_async_context(running(await start_ours(folder)))
            tables = await open_tables(ours.port, plan.tables)
            stack.callback(close_tables, tables)
            await Ours(ours, tables, plan.opening).play()
            systems[OURS] = Ours(ours, tables, plan.moves)
            systems[PACKED] = Ours(ours, tables, plan.moves, packed=True)
        if "e" in parts:
            systems |= await start_peers(plan, folder, stack)
        summaries = await run_rounds(systems, plan.rounds)
    first, last = plan.opening + 2 * plan.moves, plan.opening + 2 * plan.moves * (plan.rounds + 1)
    print(f"## {plan.tables} tables, two friends each with a stream, {plan.rounds} rounds\n")
    print(f"Our games are at moves {first + 1} to {last}.\n")
    print_table(
        ["system", *COSTS, "moves/s", "answer", "to each stream", "p50 ms", "p99 ms"],
        [
            [
                *(name, *write_costs(each), f"{each.per_second:.0f}"),
                *(write_size(each.answer), write_size(each.stream), f"{each.p50:.1f}", f"{each.p99:.1f}"),
            ]
            for name, each in summaries.items()
        ],
    )
    ratios = print_ratios(summaries)
    return {"systems": {name: each._asdict() for name, each in summaries.items()}, "ratios": ratios}


async def start_peers(plan: Plan, folder: Path, stack: AsyncExitStack) -> dict[str, System]:
    """Start the peers that can be measured here; say which cannot."""
    systems: dict[str, System] = {}
    for name, durable in ((BARE, False), (DURABLE, True)):
        echo = Echo(
            await stack.enter_async_context(running(await start_echo(folder, durable))),
            plan.tables,
            plan.echoes,
        )
        stack.callback(echo.close)
        systems[name] = echo
    if (missing := find_missing_packages()) is not None:
        print(f"SKIPPED: boardgame.io is not measured, because this is missing: {missing}.\n")
        return systems
    for name, files in ((IN_MEMORY, False), (WITH_FILES, True)):
        boardgame = await Boardgame.start(folder, files, plan.tables, plan.board_moves)
        await stack.enter_async_context(running(boardgame.server))
        stack.push_async_callback(boardgame.close)
        systems[name] = boardgame
    return systems


def print_ratios(summaries: dict[str, Summary]) -> dict[str, float]:
    """Print what a move of ours costs in moves of each peer, and return these ratios."""
    if OURS not in summaries:
        return {}
    ours, ratios = summaries[OURS], dict[str, float]()
    print(f"The load generator took {ours.generator:.2f} ms per move of ours, in a process of its own.")
    for name in (BARE, DURABLE, IN_MEMORY, WITH_FILES):
        if name in summaries:
            ratios[f"ours / {name}"] = ours.processor / summaries[name].processor
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.1f} ×")
    print()
    return ratios


# Part b -----------------------------------------------------------------------------------------------


async def measure_lengths(plan: Plan, folder: Path) -> dict[str, Any]:
    """Measure moves at the start of a game and late in it, in turn."""
    async with running(await start_ours(folder)) as server:
        late = await open_tables(server.port, plan.long_tables)
        growth = Ours(server, late, plan.length)
        await growth.play()
        early = await open_tables(server.port, plan.long_tables, plan.long_tables)
        systems = {
            "at the start": Ours(server, early, plan.window),
            f"after {plan.length} moves": Ours(server, late, plan.window),
        }
        summaries = await run_rounds(systems, plan.rounds)
        close_tables([*early, *late])
    print(f"## A game by its length: {plan.long_tables} tables at a time, {plan.rounds} rounds\n")
    print_table(
        ["moves", *COSTS, "answer", "to each stream", "p50 ms"],
        [
            [name, *write_costs(each), write_size(each.answer), write_size(each.stream), f"{each.p50:.1f}"]
            for name, each in summaries.items()
        ],
    )
    first, last = summaries.values()
    for what in ("processor", "answer", "stream"):
        print(f"{what} late / early: {getattr(last, what) / getattr(first, what):.1f} ×")
    print()
    return {"lengths": {name: each._asdict() for name, each in summaries.items()}}


# Part c -----------------------------------------------------------------------------------------------


class CrowdedTable:
    """A table whose next move waits until every spectator has seen the last."""

    def __init__(self, server: ServerProcess, table: FriendsTable, crowd: Crowd, moves: int) -> None:
        self.server, self._table, self._crowd, self._moves = server, table, crowd, moves

    async def play(self) -> Slice:
        """Play the moves of one round."""
        before, stopwatch, moves = self._crowd.size, Stopwatch(self.server), []
        for _ in range(self._moves):
            moves.append(await self._table.play_move())
            await self._crowd.reach(self._table.seq)
        received = (self._crowd.size - before) / max(1, self._crowd.count)
        return stopwatch.stop([move.seconds for move in moves], sum(move.answer for move in moves), received)


async def measure_crowds(plan: Plan, folder: Path) -> dict[str, Any]:
    """Measure moves at tables with more and more spectators, in turn."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(await start_ours(folder)))
        tables = await open_tables(server.port, len(plan.crowds))
        stack.callback(close_tables, tables)
        systems: dict[str, System] = {}
        for count, table in zip(plan.crowds, tables, strict=True):
            crowd = await Crowd.start(server.port, table.name, count)
            stack.push_async_callback(crowd.close)
            systems[str(count)] = CrowdedTable(server, table, crowd, plan.window)
        summaries = await run_rounds(systems, plan.rounds)
    alone, most = summaries["0"], summaries[str(plan.crowds[-1])]
    print(f"## Spectators of one table, {plan.rounds} rounds\n")
    rows = list[list[str]]()
    for count in plan.crowds:
        each = summaries[str(count)]
        further = f"{(each.processor - alone.processor) / count:.3f}" if count else "–"
        received = write_size(each.stream) if count else "–"
        rows.append(
            [str(count), *write_costs(each), further, received, f"{each.p50:.1f}", f"{each.longest:.1f}"]
        )
    head = ["one more spectator, ms", "to each of them", "mover waits, p50 ms", "longest"]
    print_table(["spectators", *COSTS, *head], rows)
    share = (most.processor - alone.processor) / plan.crowds[-1] / alone.processor
    print(f"a further spectator / a move: {share:.3f} ×")
    print(f"the mover's wait with {plan.crowds[-1]} spectators / alone: {most.p50 / alone.p50:.1f} ×\n")
    return {"crowds": {name: each._asdict() for name, each in summaries.items()}, "spectator share": share}


# Part d -----------------------------------------------------------------------------------------------


class Pace:
    """Moves at a steady pace, each at the next table, whether or not the last ones are answered."""

    def __init__(
        self, server: ServerProcess, moves: int, pace: float, tables: list[FriendsTable] | Echo
    ) -> None:
        self.server, self._moves, self._pace, self._tables = server, moves, pace, tables
        self._next = 0

    async def play(self) -> Slice:
        """Play the moves of one round."""
        stopwatch, tasks = Stopwatch(self.server), list[asyncio.Task[float]]()
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(self._moves):
            await asyncio.sleep(began + number / self._pace - loop.time())
            tasks.append(asyncio.create_task(self._send()))
        return stopwatch.stop(await asyncio.gather(*tasks), 0.0, 0.0)

    async def _send(self) -> float:
        self._next += 1
        if isinstance(self._tables, Echo):
            return await self._tables.send(self._next)
        return (await self._tables[self._next % len(self._tables)].play_move()).seconds


async def hold_streams(plan: Plan, folder: Path) -> dict[str, Any]:
    """Hold many tables with two streams each, and measure moves at some of them."""
    streams = 2 * plan.held
    needed, (_, most) = 2 * streams + 200, resource.getrlimit(resource.RLIMIT_NOFILE)
    print(f"## {plan.held} tables with {streams} streams held, {plan.pace:.0f} moves a second\n")
    if most < needed:
        print(f"SKIPPED: this takes {needed} open files, and the system allows {most} (ulimit -Hn).\n")
        return {}
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(await start_ours(folder, streams + 100)))
        echo_server = await stack.enter_async_context(running(await start_echo(folder, durable=True)))
        echo = Echo(echo_server, plan.tables, plan.echoes)
        stack.callback(echo.close)
        tables = await open_tables(server.port, plan.held)
        stack.callback(close_tables, tables)
        systems = {
            OURS: Pace(server, plan.paced, plan.pace, tables),
            DURABLE: Pace(echo_server, plan.paced, plan.pace, echo),
        }
        summaries = await run_rounds(systems, plan.rounds)
        for table in tables:
            if table.number:
                table.check_streams()
    print("ClientLimits.streams is 2,000; for this part alone the server was started with room for more.")
    print("A table moves again after seconds, so a player's connection is often opened anew, which counts.\n")
    print_table(
        ["system", *COSTS, "p50 ms", "p99 ms", "longest"],
        [
            [name, *write_costs(each), f"{each.p50:.1f}", f"{each.p99:.1f}", f"{each.longest:.1f}"]
            for name, each in summaries.items()
        ],
    )
    ratio = summaries[OURS].p99 / summaries[DURABLE].p99
    print(f"p99 of ours / durable echo: {ratio:.1f} ×\n")
    return {"held": {name: each._asdict() for name, each in summaries.items()}}


# Profile ----------------------------------------------------------------------------------------------


async def profile(plan: Plan, folder: Path) -> None:
    """Sample our server while all tables are played, and print where the time goes."""
    async with running(await start_ours(folder)) as server:
        tables = await open_tables(server.port, plan.tables)
        await Ours(server, tables, plan.opening).play()
        load = Ours(server, tables, plan.moves)
        print(f"## Where the time goes: {plan.tables} tables, {plan.sample_seconds} seconds\n")
        await print_profile(server, load, plan.sample_seconds, folder / "stacks.txt")
        close_tables(tables)


def close_tables(tables: list[FriendsTable]) -> None:
    """Close all connections of these tables."""
    for table in tables:
        table.close()


def print_table(head: list[str], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    for row in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(row)} |")
    print()


def write_costs(summary: Summary) -> list[str]:
    """Write what a move costs, for the two columns of every table."""
    return [f"{summary.processor:.2f}", f"{summary.median:.2f}"]


def write_size(size: float) -> str:
    """Write a number of bytes."""
    return f"{size / 1000:.1f} kB" if size >= 1000 else f"{size:.0f} B"


if __name__ == "__main__":
    main(sys.argv[1:])

"""A server that is killed again and again: its process, what it has acknowledged, and what it has kept."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition
from typing import Any, NamedTuple

import httpx

from primeparlor import records
from primeparlor.core import PLAYERS
from primeparlor.match import Hint, Match, NumberedEntry, Refusal
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.seats import SeatMap, hash_token
from support.web.http_server import PLAIN, Event
from support.web.registry import PATIENCE

Data = dict[str, Any]


class Ack(NamedTuple):
    """Something that somebody was told has happened: the entry that must say so, and the last one then."""

    table: str
    seq: int
    says: Data


class Mortal:
    """`parlor serve` at one address, dead or alive; and everything that it has promised."""

    def __init__(self, folder: Path) -> None:
        self.database, self.log = folder / "tables.db", folder / "log.jsonl"
        # Nobody else gets this port while the server is down; only on Linux can two sockets share it so.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", 0))
        self.port = self._place.getsockname()[1]
        if sys.platform != "linux":
            self._place.close()
        self.changed = Condition()
        self.life = 0  # how often it was opened
        self.done = False  # nobody need come back
        self.acks: list[Ack] = []
        self.seats: dict[str, str] = {}  # tables by the tokens that were given for them
        self.faults: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # Its lives ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open it, and let everybody know."""
        process = self._started()
        assert process.stdout is not None
        told = process.stdout.readline()
        assert self.address in told, self.log.read_text()
        with self.line() as line:
            line.get("/healthz").raise_for_status()
        with self.changed:
            self.life += 1
            self.changed.notify_all()

    def start_in_vain(self, seconds: float) -> None:
        """Kill it while it starts."""
        with suppress(subprocess.TimeoutExpired):
            self._started().wait(seconds)
        self.end(signal.SIGKILL)

    def _started(self) -> subprocess.Popen[str]:
        options = ["--port", str(self.port), "--database", f"sqlite:///{self.database}"]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "primeparlor", "serve", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        return self._process

    def end(self, by: signal.Signals) -> int:
        """The exit code after this signal."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.send_signal(by)
        code = self._process.wait(PATIENCE)
        self._process.stdout.close()
        return code

    def close(self) -> None:
        """Leave nothing behind, whatever happened."""
        self.stop()
        if self._process is not None and self._process.poll() is None:
            self.end(signal.SIGKILL)
        self._place.close()

    def line(self) -> httpx.Client:
        """A new line to it."""
        return httpx.Client(base_url=self.address, timeout=PATIENCE, **PLAIN)

    # Those who wait for it ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether nobody need go on."""
        return self.done or bool(self.faults)

    def stop(self) -> None:
        """Tell everybody that it is over."""
        with self.changed:
            self.done = True
            self.changed.notify_all()

    def wait(self, holds: Callable[[], object], what: str) -> None:
        """Wait until this holds, or raise what went wrong meanwhile."""
        with self.changed:
            came = self.changed.wait_for(lambda: holds() or self.faults, PATIENCE)
        assert not self.faults, "\n".join(self.faults)
        assert came, f"waited in vain for {what}"

    def wait_for_life(self, after: int) -> None:
        """Wait until it is open once more."""
        with self.changed:
            came = self.changed.wait_for(lambda: self.life > after or self.over, PATIENCE)
        assert came, f"the line was cut in life {after}, and nobody has killed the server"

    def pause(self, seconds: float) -> None:
        """Wait as one is told to, unless it is over."""
        with self.changed:
            self.changed.wait_for(lambda: self.over, seconds)

    def note(self, ack: Ack) -> None:
        """Remember what was acknowledged."""
        with self.changed:
            self.acks.append(ack)
            self.changed.notify_all()

    def fail(self, what: str) -> None:
        """Remember what must not be."""
        with self.changed:
            self.faults.append(what)
            self.changed.notify_all()


# What it has kept ------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """An entry of a table as it is stored, and who may see it while its game is on."""

    line: Data
    readers: frozenset[int] | None  # persons; None for everybody


class Keeper:
    """Looks at a copy of the database after each end of the server, and remembers what was there."""

    def __init__(self, parlor: Mortal, folder: Path) -> None:
        self._parlor, self._folder = parlor, folder
        self.entries: dict[str, list[Entry]] = {}  # by table
        self._checked = 0

    def look(self) -> None:
        """Check all that was ever acknowledged or kept; the server recovers its own files by itself."""
        copy = self._folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for end in ("", "-wal"):
            if (file := Path(f"{self._parlor.database}{end}")).exists():
                shutil.copy(file, copy / f"tables.db{end}")
        store = Store(f"sqlite:///{copy / 'tables.db'}")
        try:
            self._look(store)
        finally:
            store.close()

    def _look(self, store: Store) -> None:
        with store.queries.engine.begin() as connection:
            found = connection.exec_driver_sql('SELECT "table", seq, line FROM entries ORDER BY "table", seq')
            lines = dict[str, list[str]]()
            for table, seq, line in found:
                lines.setdefault(table, []).append(line)
                assert seq == len(lines[table]), f"{table}: entry {seq} is out of order"
            opened = [row[0] for row in connection.exec_driver_sql("SELECT id FROM tables")]
        assert self.entries.keys() <= set(opened)
        for table in opened:
            before, now = self.entries.get(table, []), [json.loads(line) for line in lines.get(table, [])]
            assert [entry.line for entry in before] == now[: len(before)], f"{table} has another past"
            if len(now) > len(before) or not now:
                self.entries[table] = self._replayed(store, table, now)
        for token, table in list(self._parlor.seats.items()):
            assert store.find_owner(hash_token(token)) is not None, f"{table}: a seat is lost"
        self._check_promises()

    def _replayed(self, store: Store, table: str, lines: list[Data]) -> list[Entry]:
        """The entries of all games at a table, each of which must be a whole record."""
        kept, found = store.load_table(table), list[Entry]()
        seat_map = SeatMap(kept.options, kept.held)
        for game, record in enumerate(kept.games, 1):
            read = records.read(record)
            assert read.size == sum(map(len, record)), f"{table}: half a turn was kept"
            assert read.match.first_seq == len(found), f"{table}: game {game} begins too early or too late"
            found += [
                Entry(line, _readers(each, seat_map, game))
                for line, each in zip(lines[len(found) :], _all(read.match), strict=False)
            ]
        assert len(found) == len(lines), f"{table}: entries belong to no game"
        return found

    def _check_promises(self) -> None:
        acks = list(self._parlor.acks)
        for ack in acks[self._checked :]:
            entries = self.entries[ack.table]
            assert len(entries) >= ack.seq, f"{ack} is lost: only {len(entries)} entries are left"
            assert any(entry.line.items() >= ack.says.items() for entry in entries), f"{ack} is lost"
        self._checked = len(acks)


def _all(match: Match) -> list[NumberedEntry]:
    return match.since(match.first_seq, PLAYERS)


def _readers(kept: NumberedEntry, seat_map: SeatMap, game: int) -> frozenset[int] | None:
    """The persons who may see this while the game is on; None if everybody may."""
    if not isinstance(kept.entry, Hint | Refusal):
        return None
    return frozenset(seat_map.find_holders(kept.entry.who, game))


# What it has told ----------------------------------------------------------------------------------------


class Told:
    """What somebody was told of one table, over all lines."""

    def __init__(self, table: str, person: int | None) -> None:
        self.table, self.person = table, person
        self.entries: dict[int, Data] = {}
        self.last = 0  # the entry after which the stream goes on
        self.seen = 0  # the last entry of the last view: everything up to it must have been told

    def take(self, event: Event) -> None:
        """Take in an event of the stream; raises if it was told before."""
        if event.name == "entry":
            seq = int(event.id)
            assert seq > self.last, f"{self.table}: entry {seq} comes after {self.last}"
            self.entries[seq] = event.data
        elif event.name in ("view", "update"):
            self.seen = event.data["seq"]
            assert self.seen >= self.last, f"{self.table}: a view goes back to {self.seen} from {self.last}"
        if event.id:
            self.last = int(event.id)

    def check(self, kept: list[Entry]) -> None:
        """Raise unless all of this was kept, and nothing that was for this reader is missing."""
        mine = [entry for entry in kept if entry.readers is None or self.person in entry.readers]
        for seq, data in self.entries.items():
            said = {key: value for key, value in data.items() if key not in ("seq", "kind", "step")}
            assert mine[seq - 1].line.items() >= said.items(), f"{self.table}: {data} was told, not kept"
        for seq in range(1, self.seen + 1):
            assert seq in self.entries, f"{self.table}: entry {seq} was not told"

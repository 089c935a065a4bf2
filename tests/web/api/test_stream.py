"""Streams over a real connection: what is sent, to whom, from where on, and what becomes of slow readers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from primeparlor.web.api.stream import EventStream
from primeparlor.web.config import ClientLimits
from primeparlor.web.rate_limit import build_stream_limiter
from primeparlor.web.tables.create import TableRequest
from support.web.follower import Follower
from support.web.http_server import (
    FREE,
    LONG,
    PLAIN,
    Event,
    Seat,
    Served,
    Stream,
    open_table,
    reading,
    served,
    two_friends,
)
from support.web.registry import place, play, run, start, two

LIMITS = ClientLimits()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("streams"), FREE._replace(beat=0.2)) as one:
        yield one


def test_a_stream_begins_with_the_view_and_tells_every_move(server: Served) -> None:
    host, guest = two_friends(server.client)
    with reading(guest, host.table, server.client) as stream:
        [first] = stream.until("view")
        assert first.data == guest.view() | {"seats": first.data["seats"]}
        assert stream.retry == "1000"
        assert host.now("move", move="4").status_code == 200
        [update] = (event for event in stream.until("update") if event.name != "presence")
        [step] = update.data["steps"]
        assert int(update.id) == update.data["seq"]
        assert (step["move"], step["facts"]["steps"], update.data["you"]) == (4, [4, 0], 2)
        assert (update.data["after"], update.data["kept"], update.data["facts"]) == (
            first.data["seq"],
            0,
            None,
        )


def test_a_bot_may_ask_for_every_entry(server: Served) -> None:
    host, guest = two_friends(server.client)
    with reading(guest, host.table, server.client, entries=True) as stream:
        [first] = stream.until("view")
        assert host.now("move", move="4").status_code == 200
        entry, update = (event for event in stream.until("update") if event.name != "presence")
        assert (entry.name, entry.data["kind"], entry.data["step"]) == (
            "entry",
            "event",
            update.data["steps"][0],
        )
        assert int(entry.id) == entry.data["seq"] == update.data["seq"]
    host.now("undo")
    guest.now("answer", allow=True)
    host.now("move", move="5")
    with reading(guest, host.table, server.client, int(first.id), entries=True) as stream:
        *entries, _ = stream.until("view")
        assert [entry.data["kind"] for entry in entries] == ["event", "offer", "answer", "event", "event"]
        assert ["step" in entry.data for entry in entries] == [False] * 4 + [True]


def now(known: Follower) -> dict[str, str]:
    """The position of the last view: updates bring none."""
    assert known.view is not None
    return {"position": known.view["position"]}


def test_who_comes_back_gets_exactly_what_was_missed(server: Served) -> None:
    host, guest = two_friends(server.client)
    known = Follower()
    with reading(guest, host.table, server.client) as stream:
        [first] = stream.until("view")
        known.take(first)
    for seat, move in ((host, "4"), (guest, "6"), (host, "5")):
        seat.now("move", move=move)
    with reading(guest, host.table, server.client, int(first.id)) as stream:
        [update] = stream.until("update")
        assert [step["move"] for step in update.data["steps"]] == [4, 6, 5]
        assert known.take(update) == guest.view() | {"seats": update.data["seats"]} | now(known)
    with reading(guest, host.table, server.client, int(update.id) - 1) as stream:
        [update] = stream.until("update")
        assert (update.data["kept"], [step["move"] for step in update.data["steps"]]) == (2, [5])
    guest.now("undo")
    host.now("answer", allow=True)
    with reading(guest, host.table, server.client, int(update.id)) as stream:
        [update] = stream.until("update")
        assert (update.data["kept"], update.data["steps"], update.data["facts"]["steps"]) == (1, [], [4, 0])
        assert known.take(update) == guest.view() | {"seats": update.data["seats"]} | now(known)
    for beyond in ("999999", "-1", "x", "9" * 400, "0"):
        headers = guest.headers | {"Last-Event-ID": beyond}
        with server.client.stream("GET", f"/api/tables/{host.table}/stream", headers=headers) as response:
            assert next(iter(Stream(response))).name == "view"


def test_who_has_the_view_is_not_sent_it_again(server: Served) -> None:
    host, guest = two_friends(server.client)
    older = guest.view()["seq"]
    assert host.now("move", move="4").status_code == 200
    view = guest.view()
    path = f"/api/tables/{host.table}/stream"
    for after, steps in ((view["seq"], []), (older, view["steps"])):
        with server.client.stream("GET", f"{path}?after={after}", headers=guest.headers) as response:
            first = next(iter(Stream(response)))
            assert (first.name, int(first.id), first.data["steps"]) == ("update", view["seq"], steps)
            assert first.data["seats"][1]["here"]


def first_of(server: Served, table: str, seat: Seat | None, after: int) -> Event:
    """What a stream begins with for who has this view already."""
    path, headers = f"/api/tables/{table}/stream?after={after}", seat.headers if seat else {}
    with server.client.stream("GET", path, headers=headers) as response:
        return next(iter(Stream(response)))


def test_hints_that_are_told_again_after_a_restart_are_sent_to_their_seat_only(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        host, guest = two_friends(server.client, settings={"hints": True})
        host.now("move", move="4")
        assert guest.now("hint").status_code == 200
    with served(tmp_path) as server:
        guest = guest._replace(client=server.client)
        seq = guest.view()["seq"]
        with reading(guest, guest.table, server.client) as stream:
            hints = stream.until("view")[-1].data["hints"] or stream.until("update")[-1].data["hints"]
        assert (len(hints), guest.view()["seq"]) == (1, seq)
        for reader, known in ((guest, hints), (host, []), (None, [])):
            headers = reader.headers if reader else {}
            has = server.client.get(f"/api/tables/{guest.table}", headers=headers).json()["seq"]
            assert first_of(server, guest.table, reader, has).data["hints"] == known


def test_the_host_hears_of_a_friend_who_joins_without_a_name(server: Served) -> None:
    host = open_table(server.client, "pocket-addition", opponent="friend")
    seq = host.view()["seq"]
    assert server.client.post(f"/api/tables/{host.table}/join", json={}).status_code == 200
    assert host.view()["seq"] == seq
    assert not first_of(server, host.table, host, seq).data["waiting"]


def test_people_come_and_go(server: Served) -> None:
    host, guest = two_friends(server.client)
    with reading(host, host.table, server.client) as stream:
        [first] = stream.until("view")
        assert [seat["here"] for seat in first.data["seats"]] == [True, False]
        with reading(guest, host.table, server.client):
            assert stream.until("presence")[-1].data["seats"][1]["here"]
        assert not stream.until("presence")[-1].data["seats"][1]["here"]
        with reading(None, host.table, server.client):
            assert stream.until("presence")[-1].data["watching"] == 1


def test_a_quiet_stream_shows_that_it_lives(server: Served) -> None:
    host = open_table(server.client)
    with reading(host, host.table, server.client) as stream:
        stream.until("view")
        assert next(line for line in stream._lines if line.startswith(":"))


@pytest.mark.parametrize("clock", [None, 600])
def test_nobody_else_hears_of_hints_and_refused_tries(server: Served, clock: int | None) -> None:
    """But for their number, where both have agreed on hints: only the other player is told."""
    host, guest = two_friends(server.client, settings={"clock": clock, "hints": True})
    with (
        reading(host, host.table, server.client, entries=True) as own,
        reading(guest, host.table, server.client, entries=True) as other,
        reading(None, host.table, server.client) as spectator,
    ):
        for stream in (own, other, spectator):
            stream.until("view")
        seq = guest.view()["seq"]
        assert first_of(server, host.table, guest, seq + 1).name == "view"
        assert host.now("move", move="17").status_code == 422
        hint = host.now("hint").json()["hints"][0]
        for reader in (guest, None):  # who asks for what is not there yet cannot tell what is hidden
            assert [first_of(server, host.table, reader, seq + more).name for more in (1, 2)] == ["view"] * 2
        assert host.now("move", move="4").status_code == 200
        told = own.until("entry")
        assert told[-1].data["kind"] == "refusal"
        assert own.until("entry")[-1].data["kind"] == "hint"
        for stream, name in ((other, "entry"), (spectator, "update")):
            events = stream.until(name)
            assert [event.data["help_used"] for event in events[:-1] if event.name == "update"] == (
                [[1, 0]] if stream is other else []
            )
            assert {event.name for event in events[:-1]} <= {
                "presence",
                "update",
            }  # of those who came to read
            [step] = (events if name == "update" else stream.until("update"))[-1].data["steps"]
            assert step["move"] == 4
            assert hint not in stream.raw


@pytest.mark.parametrize("opponent", ["same screen", "casual"])
def test_a_spectator_does_not_hear_of_a_clock_that_stands_for_help(server: Served, opponent: str) -> None:
    host = open_table(server.client, opponent=opponent, settings={"clock": 600})
    with reading(None, host.table, server.client) as spectator:
        spectator.until("view")
        assert host.now("hint").status_code == 200
        assert host.now("move", move="4").status_code == 200
        *before, update = spectator.until("update")
        assert {event.name for event in before} <= {"presence"}
        assert [step["move"] for step in update.data["steps"]][:1] == [4]


def test_a_stream_goes_on_through_a_rematch_with_seats_swapped(server: Served) -> None:
    host, guest = two_friends(server.client)
    with reading(host, host.table, server.client) as stream:
        assert stream.until("view")[-1].data["you"] == 1
        host.now("resign")
        host.now("rematch")
        assert guest.now("answer", allow=True).status_code == 200
        assert stream.until("view")[-1].data["you"] == 2
        assert host.view()["game_number"] == 2


def test_a_stream_says_goodbye_when_the_server_closes(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        host = open_table(server.client)
        with reading(host, host.table, server.client) as stream:
            stream.until("view")
            server.close_registry()
            assert stream.until("bye")
            assert list(stream) == []


# Too many, too slow ---------------------------------------------------------------------------------


def flood(server: Served, table: str, many: int, kept: int) -> None:
    """Open so many streams: only some are let in, and a place that is given up is free again."""
    path = f"{server.address}/api/tables/{table}/stream"
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    with httpx.Client(timeout=LONG, limits=limits, **PLAIN) as client, ExitStack() as opened:
        statuses = []
        for _ in range(many):
            response = opened.enter_context(client.stream("GET", path))
            statuses.append(response.status_code)
            if response.status_code != 200:
                assert int(response.headers["retry-after"]) > 0
                response.read()
                assert response.json()["error"]["kind"] == "too much"
        assert statuses == [200] * kept + [429] * (many - kept)


def until_there_is_room(server: Served, table: str) -> None:
    while True:
        with server.client.stream("GET", f"/api/tables/{table}/stream") as response:
            if response.status_code == 200:
                return


def test_a_client_that_opens_too_many_streams_is_stopped(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(streams_each=5)) as server:
        table = open_table(server.client).table
        flood(server, table, 40, 5)
        until_there_is_room(server, table)


def test_all_clients_together_have_a_limit(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(streams=3)) as server:
        flood(server, open_table(server.client).table, 5, 3)


@pytest.mark.prove
def test_ten_thousand_streams_are_stopped(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(streams_each=50)) as server:
        table = open_table(server.client).table
        flood(server, table, 10_000, 50)
        until_there_is_room(server, table)


DROPPED = "parlor_slow_readers_total 1"


def cut_off(line: socket.socket) -> bool:
    """Whether this line ends, once all that arrived is read."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def test_a_slow_reader_is_dropped_and_nobody_else_waits(tmp_path: Path) -> None:
    limits = FREE._replace(patience=0.5)
    with served(tmp_path, limits, buffer=4096) as server, socket.socket() as slow:
        host = open_table(server.client, "number-morph", opponent="same screen")
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(LONG)
        slow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        head = f"Host: x\r\nAuthorization: Bearer {host.token}\r\n\r\n"
        slow.sendall(f"GET /api/tables/{host.table}/stream HTTP/1.1\r\n{head}".encode())
        number, tries = host.view()["number"], 0
        move = str(host.now("moves").json()["moves"][0])
        while tries % 50 or DROPPED not in server.client.get("/metrics").text:
            assert host.post("move", number=number, move=move).status_code == 200
            assert host.post("undo", number=number + 1).status_code == 200
            number, tries = number + 2, tries + 1
            assert tries < 700
        assert cut_off(slow)
        assert "parlor_streams 0" in server.client.get("/metrics").text


def test_entries_are_sent_some_at_a_time_and_others_are_served_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("primeparlor.web.api.stream.STREAM_BATCH", 2)

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start("nonprime-addition"), "friend"))
            await play(table, 3, 2, 2, 2, 2)  # six entries, with the seating
            order = list[str]()

            async def send(message: Any) -> None:
                if b"event: entry" in message.get("body", b""):
                    order.append("entries")
                if b"event: view" in message.get("body", b""):
                    order.append("view")

            async def serve_others() -> None:
                while "view" not in order:
                    order.append("others")
                    await asyncio.sleep(0)

            services: Any = SimpleNamespace(limits=LIMITS, stream_limiter=build_stream_limiter(LIMITS))
            stream = EventStream(services, "127.0.0.1", table, None, 0, entries=True)
            line = asyncio.create_task(stream({}, asyncio.Event().wait, send))  # type: ignore[arg-type]
            await serve_others()
            line.cancel()
            await asyncio.wait([line])
            sent = [what for what, _ in groupby(order)]
            assert sent[sent.index("entries") :][:6] == ["entries", "others"] * 3

    run(test())

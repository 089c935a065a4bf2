"""Connections that send no whole request, and addresses that hold too many of them."""

from __future__ import annotations

import json
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from primeparlor.web import server as serve
from primeparlor.web.config import ClientLimits
from primeparlor.web.connections import ConnectionCounter, LimitedConnection
from support.web.http_server import FREE, LONG, Served, open_registry, open_table, reading, served

HURRIED = FREE._replace(head_time=1.0)
H11_LIMIT = 16 << 10  # bytes of a head that is not whole yet


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that does not wait long for requests."""
    with served(tmp_path_factory.mktemp("hurried"), HURRIED) as one:
        yield one


def line_to(server: Served) -> socket.socket:
    """A connection of this machine; every wait for it has a limit."""
    line = socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), LONG)
    line.settimeout(LONG)
    return line


def heard(line: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    try:
        while more := line.recv(65536):
            found += more
    except ConnectionError:
        pass  # cut, which closes it too
    return found


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n"])
def test_a_request_that_does_not_begin_in_time_is_given_up(hurried: Served, sent: bytes) -> None:
    with line_to(hurried) as line:
        line.sendall(sent)
        assert heard(line) == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n",  # refused before it is whole
    ],
)
def test_bytes_that_drip_in_do_not_buy_more_time(hurried: Served, sent: bytes) -> None:
    """The line ends before all that drips in is too much, or no request."""
    found, over = b"", False
    with line_to(hurried) as line:
        line.sendall(sent)
        line.settimeout(0.05)
        while not over:
            try:
                more = line.recv(65536)
                found, over = found + more, not more
            except TimeoutError:
                with suppress(ConnectionError):
                    line.sendall(b"x: y\r\n")
            except ConnectionError:
                over = True
    assert b" 400 " not in found


NOT_HTTP = {
    "words": b"Hello!\r\n\r\n",
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "no length": b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
    "two lengths": b"GET / HTTP/1.1\r\nHost: x\r\n"
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a long address": b"GET /".ljust(H11_LIMIT + 1, b"x"),
}


@pytest.mark.parametrize("sent", NOT_HTTP.values(), ids=NOT_HTTP)
def test_what_is_not_http_is_refused_in_the_form_of_every_error(hurried: Served, sent: bytes) -> None:
    with line_to(hurried) as line:
        line.sendall(sent)
        head, body = heard(line).split(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-security-policy: default-src 'none'" in head.lower()
    sentence = "This is not HTTP, or its address or headers are too long."
    assert json.loads(body) == {"error": {"kind": "malformed", "message": sentence}}


def test_every_call_may_be_told_so(hurried: Served) -> None:
    paths = hurried.client.get("/api/openapi.json").json()["paths"].values()
    assert all("400" in call["responses"] for calls in paths for call in calls.values())


def test_a_later_request_of_the_same_line_has_no_more_time(hurried: Served) -> None:
    with line_to(hurried) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /healthz HTTP/1.1\r\nHos")
        assert b" 200 " not in heard(line)


def test_what_is_answered_may_take_its_time(hurried: Served) -> None:
    """A stream outlives the time for a request by far: it ends when its reader goes."""
    host = open_table(hurried.client)
    with reading(host, host.table, hurried.client) as stream, line_to(hurried) as line:
        stream.until("view")
        assert heard(line) == b""  # this line's time was over, and so was the stream's
        assert host.post("link").status_code == 200
        with reading(None, host.table, hurried.client):
            assert stream.until("presence")[-1].data["watching"] == 1


def answer_on(line: socket.socket) -> bytes:
    """What comes for a whole request; nothing if the line is cut."""
    with suppress(ConnectionError):
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return heard(line)


def test_an_address_holds_only_so_many_connections(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(connections_each=4)) as server, ExitStack() as opened:
        table = open_table(server.client).table
        with ExitStack() as leaving:
            stays = [opened.enter_context(reading(None, table, server.client)) for _ in range(3)]
            leaves = leaving.enter_context(reading(None, table, server.client))
            assert leaves.until("view")[-1].data["watching"] == 4
            for _ in range(5):
                with line_to(server) as line:
                    assert answer_on(line) == b""
        for stream in stays:
            seen = [stream.until("view")[-1].data["watching"]]
            while seen[-1] != 4:
                seen.append(stream.until("presence")[-1].data["watching"])
            assert stream.until("presence")[-1].data["watching"] == 3
        answer = b""
        while not answer:  # the server may not have seen yet that there is a place
            with line_to(server) as line:
                answer = answer_on(line)
        assert answer.startswith(b"HTTP/1.1 200")


def test_the_connections_of_a_believed_proxy_are_not_counted(tmp_path: Path) -> None:
    limits = FREE._replace(connections_each=1)
    with served(tmp_path, limits, believed=["127.0.0.1"]) as server, ExitStack() as opened:
        for _ in range(5):
            line = opened.enter_context(line_to(server))
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_the_command_counts_connections_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.web.logging.CONFIG", None)
    limits = ClientLimits(connections_each=2)
    speaks = serve.Server(open_registry(tmp_path), ["10.0.0.1"], "open", limits).config.http
    assert isinstance(speaks, type)
    assert issubclass(speaks, LimitedConnection)
    assert [speaks.all.add("10.0.0.1") for _ in range(3)] == [True, True, True]
    assert [speaks.all.add("10.0.0.2") for _ in range(3)] == [True, True, False]


def test_connections_are_counted_while_they_are_open() -> None:
    counted = ConnectionCounter(ClientLimits(connections_each=2))
    hosts = ["10.1.2.3", "::ffff:10.1.2.3", "10.1.2.3", "10.1.2.4"]
    assert [counted.add(host) for host in hosts] == [True, True, False, True]
    for host in hosts:
        counted.remove(host)
    assert not counted.open
    assert counted.add("10.1.2.3")


PIPELINED = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 5_000


def send_unread(line: socket.socket) -> None:
    """Send many requests at once, as far as the server takes them, and read no answer."""
    line.settimeout(0.2)
    with suppress(TimeoutError):
        line.sendall(PIPELINED)


def test_a_client_that_reads_no_answers_is_cut(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(patience=0.5), buffer=8192) as server, line_to(server) as line:
        send_unread(line)
        waiting = select.poll()
        waiting.register(line, 0)  # errors and the end are told all the same
        assert waiting.poll(LONG * 1000)


def test_a_client_that_reads_slowly_gets_every_answer(tmp_path: Path) -> None:
    """What counts is that something was received meanwhile."""
    ask = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 19
    ask += b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with served(tmp_path, FREE._replace(patience=5.0), buffer=8192) as server, line_to(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        line.sendall(ask)
        assert heard(line).count(b"HTTP/1.1 200") == 20


def test_a_client_that_reads_no_answers_does_not_keep_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """At its end the server waits for requests under way; uvicorn logs an error if that takes too long."""
    stuck, pause = threading.Event(), LimitedConnection.pause_writing

    def note_pause(connection: LimitedConnection) -> None:
        pause(connection)
        stuck.set()

    monkeypatch.setattr(LimitedConnection, "pause_writing", note_pause)
    monkeypatch.setattr("primeparlor.web.connections.SHUTDOWN_PATIENCE", 0.1, raising=False)
    with socket.socket() as line:
        with served(tmp_path, FREE, buffer=8192) as server:
            line.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
            send_unread(line)
            assert stuck.wait(LONG)
        assert [record.msg for record in caplog.records if record.levelname == "ERROR"] == []

"""Bodies that are malformed, too large, or never come."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.web.http_server import FREE, LONG, Served, error, served, two_friends

BODIES = [
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"1e999",
    b"{",
    b"\0",
    b"\xff\xfe",
    b'{"number": 0, "move": "\x00"}',
    b'{"number": 0, "move": "\\u0000"}',
    b'{"number": 0, "move": "\\ud800"}',
    b'{"number": 0, "\\udfff": 1}',
    b'{"number": NaN, "move": "4"}',
    b'{"number": Infinity}',
    b'{"number": 1e999}',
    b'{"number": 1e400}',
    b'{"number": ' + b"9" * 5000 + b"}",
    b'{"number": 99999999999999999999, "move": "4"}',
    b'{"number": -1, "move": "4"}',
    b'{"number": 0.5, "move": "4"}',
    b'{"number": true, "move": "4"}',
    b'{"number": "0", "move": "4"}',
    b'{"number": 0, "number": 0, "move": "4"}',
    b'{"number": 0, "move": "4", "more": 1}',
    b'{"number": 0, "move": ["4"]}',
    b'{"number": 0, "move": 4}',
    b'{"number": 0, "move": "' + b"4" * 200 + b'"}',
    b"[" * 50_000,
    b'{"a":' * 10_000,
    '{"number": 0, "move": "４"}'.encode("utf-16"),
    '{"game": "ﬀ", "name": "\u202e", "position": "🂡"}'.encode(),
]
ADDRESSES = [
    "/api/tables",
    *(f"/api/tables/{{table}}/{what}" for what in ("join", "move", "hint", "answer", "link", "rematch")),
    "/api/puzzles",
    "/api/puzzles/pcHJpbWUtY2xpbWI/answer",
    "/api/puzzles/pcHJpbWUtY2xpbWI/hint",
    "/api/judge",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_malformed_body_is_refused_in_one_form(server: Served, address: str) -> None:
    host, _ = two_friends(server.client)
    path = address.format(table=host.table)
    json_type = host.headers | {"Content-Type": "application/json"}
    for body in BODIES:
        answer = server.client.post(path, content=body, headers=json_type)
        assert answer.status_code == 422, (body[:60], answer.text)
        assert answer.json()["error"]["message"].endswith((".", "!"))
    for wrong in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        headers = host.headers | ({"Content-Type": wrong} if wrong else {})
        assert server.client.post(path, content=b"{}", headers=headers).status_code == 415
    assert host.view()["steps"] == []


def test_a_large_body_is_refused_before_it_has_arrived(server: Served) -> None:
    host, _ = two_friends(server.client)
    path, headers = f"/api/tables/{host.table}/move", host.headers | {"Content-Type": "application/json"}
    large = b'{"move": "' + b"4" * FREE.body + b'"}'
    assert error(server.client.post(path, content=large, headers=headers)) == (413, "too large")

    def in_parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 10_000

    assert error(server.client.post(path, content=in_parts(), headers=headers)) == (413, "too large")
    told = headers | {"Content-Length": "9" * 30}
    with pytest.raises(httpx.HTTPError):  # the server hangs up on such a length
        server.client.post(path, content=b"{}", headers=told).raise_for_status()
    record = {"Content-Type": "application/jsonl"}
    sent = server.client.post("/api/review", content=b" " * (FREE.record + 1), headers=record)
    assert error(sent) == (413, "too large")
    assert server.client.get("/healthz").status_code == 200


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(body_time=0.2)) as server, socket.socket() as slow:
        slow.settimeout(LONG)
        slow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        head = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        slow.sendall(f"POST /api/tables HTTP/1.1\r\n{head}".encode())
        assert slow.recv(65536).startswith(b"HTTP/1.1 408 ")

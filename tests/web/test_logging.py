"""What is logged and what is shown: no token in either, and no trace of an error for a client."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from primeparlor.web.config import Rate
from primeparlor.web.errors import NOT_KEPT
from primeparlor.web.logging import ALL_TAKEN, CONFIG, OUT_OF_FILES, JsonLines, RareLines, build_handler
from support.web.http_server import FREE, LONG, Served, error, reading, served, two_friends


@pytest.fixture
def log() -> Iterator[list[str]]:
    """What would be logged, as it would be written."""
    lines = list[str]()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    loggers = [logging.getLogger(name) for name in CONFIG["loggers"]]
    kept, levels = Kept(), [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(kept)
        logger.setLevel(logging.DEBUG)
    yield lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(kept)
        logger.setLevel(level)


def test_a_token_is_told_to_its_owner_once_and_to_nobody_else(server: Served, log: list[str]) -> None:
    host, guest = two_friends(server.client, name="Ann")
    third = host.post("link").json()["token"]
    tokens = (host.token, guest.token, third)
    said = list[str]()
    with (
        reading(None, host.table, server.client) as watching,
        reading(guest, host.table, server.client) as other,
    ):
        for seat, move in ((host, "4"), (guest, "6"), (host, "x"), (host, "5")):
            answer = seat.now("move", move=move)
            said += [answer.text, str(answer.headers)]
        host.now("hint")
        for seat in (host, guest, host._replace(token=third)):
            for what in ("", "/record"):
                said += [seat.get(what).text, str(seat.get(what).headers)]
            said.append(seat.post("join", name="x").text)
        host.now("resign")
        said.append(guest.get("/review").text)
        events = [*watching.until("view"), *other.until("view")]
        said += [watching.raw, other.raw, *(str(event) for event in events)]
    said += [server.client.get(f"/t/{host.table}").text, server.client.get("/metrics").text, *log]
    assert log
    for text in said:
        assert not [token for token in tokens if token in text]
    assert not [line for line in log if host.table in line or "127.0.0.1" in line]
    for line in log:
        assert {"time", "level", "what"} <= set(json.loads(line))


def test_who_hangs_up_in_the_middle_of_a_body_is_no_error_of_ours(server: Served, log: list[str]) -> None:
    with socket.socket() as rude:
        rude.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        head = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        rude.sendall(f"POST /api/tables HTTP/1.1\r\n{head}".encode())
    hung_up = 'parlor_requests_total{method="POST",route="/api/tables",status="408"}'
    until = time.monotonic() + LONG
    while hung_up not in server.client.get("/metrics").text:
        assert time.monotonic() < until
    assert not [line for line in log if json.loads(line)["level"] == "error"]


def test_an_error_that_nobody_foresaw_is_logged_and_not_shown(
    server: Served, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "a secret in the message"

    async def broken(table: str) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr(server.registry, "find_table", broken)
    answer = server.client.get("/api/tables/x")
    assert error(answer) == (500, "broken")
    assert "Traceback" not in answer.text
    assert secret not in answer.text
    [failed] = [json.loads(line) for line in log if '"failed"' in line]
    assert (failed["error"], failed["route"]) == ("RuntimeError", "/api/tables/{table}")
    assert any("test_logging" in place for place in failed["trace"])
    assert not [line for line in log if secret in line]


def test_what_the_database_says_is_logged_and_not_shown(server: Served, log: list[str]) -> None:
    host, _ = two_friends(server.client)
    database = server.registry.store.writer.connection
    database.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON entries "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    answer = host.now("move", move="4")
    database.execute("DROP TRIGGER full")
    assert error(answer) == (503, "store")
    assert answer.json()["error"]["message"] == NOT_KEPT
    assert "disk" not in answer.text
    [failed] = [json.loads(line) for line in log if '"failed"' in line]
    assert (failed["error"], failed["cause"]) == ("StoreFailed", "database or disk is full")
    assert host.now("move", move="4").status_code == 200


def test_who_asks_too_much_does_not_fill_the_log(tmp_path: Path, log: list[str]) -> None:
    for name, config in CONFIG["loggers"].items():
        logging.getLogger(name).setLevel(config["level"])
    with served(tmp_path, FREE._replace(writes=Rate(0.001, 3))) as server:
        statuses = [server.client.post("/api/judge", json={}).status_code for _ in range(9)]
        assert statuses == [422] * 3 + [429] * 6
        figures = server.client.get("/metrics").text
        assert 'parlor_requests_total{method="POST",route="elsewhere",status="429"} 6' in figures
        with socket.socket() as rude:
            rude.settimeout(LONG)
            rude.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
            rude.sendall(b"nonsense\r\n\r\n")
            assert b" 400 " in rude.recv(65536)
    own = [line for line in log if "/api/tables" not in line]  # another server logs after it has answered
    assert [json.loads(line).get("status") for line in own] == [422] * 3


@pytest.mark.parametrize(("opened", "shown"), [(os.openpty, ["failed"]), (os.pipe, ["answered", "failed"])])
def test_at_a_terminal_only_what_went_wrong_is_shown(
    opened: Callable[[], tuple[int, int]], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = opened()
    with os.fdopen(reader) as lines, os.fdopen(writer, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        logger = logging.Logger("primeparlor.web")
        logger.addHandler(build_handler())
        logger.info("answered")
        logger.error("failed")
        assert [lines.readline().strip() for _ in shown] == shown


def test_what_clients_can_cause_without_end_is_logged_once_a_minute() -> None:
    def pass_line(what: str, seconds: float) -> bool:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, what, (), None)
        record.created = 1e9 + seconds
        return bool(lines.filter(record))

    lines = RareLines()
    files = f"{OUT_OF_FILES}\nsocket: 7"
    assert [pass_line(files, seconds) for seconds in (0, 1, 59, 60, 61, 3600)] == [1, 0, 0, 1, 0, 1]
    assert [pass_line(ALL_TAKEN, seconds) for seconds in (0, 1, 3600)] == [1, 0, 1]
    assert [pass_line("answered", seconds) for seconds in (0, 0, 1)] == [1, 1, 1]

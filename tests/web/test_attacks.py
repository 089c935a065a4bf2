"""What people with bad intentions try, and what comes of it: nothing, in one form, never a 5xx."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from http_helpers import FREE, LONG, Seat, Served, open_table, reading, served, two_friends
from primeparlor.web.errors import NOT_KEPT
from primeparlor.web.guard import HEADERS, Limits, Rate
from primeparlor.web.logs import CONFIG, JsonLines

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("attacks")) as one:
        yield one


def kind(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["kind"]


# Moving for others, and at once ----------------------------------------------------------------------


def test_nobody_moves_for_the_other_seat(server: Served) -> None:
    host, guest = two_friends(server.client)
    before = host.view()
    assert kind(guest.now("move", move="4")) == (403, "turn")
    assert kind(host._replace(token="A" * 43).post("move", number=0, move="4")) == (401, "token")
    assert host.view()["position"] == before["position"]
    host.now("move", move="4")
    assert kind(host.now("move", move="4")) == (403, "turn")
    assert kind(host.now("answer", allow=True))[0] == 409


def at_once(server: Served, seat: Seat, *moves: str) -> list[int]:
    """The statuses of these moves, all sent at the same time."""
    number = seat.view()["number"]

    async def send() -> list[int]:
        async with httpx.AsyncClient(base_url=server.address, headers=seat.headers, timeout=60) as client:
            path = f"/api/tables/{seat.table}/move"
            sent = [client.post(path, json={"number": number, "move": move}) for move in moves]
            return [answer.status_code for answer in await asyncio.gather(*sent)]

    return asyncio.run(send())


def test_of_many_moves_at_once_exactly_one_counts(server: Served) -> None:
    host, _ = two_friends(server.client)
    moves = "468" * 10
    statuses = at_once(server, host, *moves)
    assert set(statuses) <= {200, 403, 409}
    [counted] = {move for move, status in zip(moves, statuses, strict=True) if status == 200}
    assert [str(step["move"]) for step in host.view()["steps"]] == [counted]


def test_a_move_that_comes_twice_counts_once(server: Served) -> None:
    host, guest = two_friends(server.client)
    number = host.view()["number"]
    for _ in range(2):  # who heard no answer may send a move again
        assert host.post("move", number=number, move="4").status_code == 200
    guest.now("move", move="6")
    assert kind(host.post("move", number=number, move="5")) == (409, "stale")
    host.post("move", number=number, move="4")
    assert [step["move"] for step in host.view()["steps"]] == [4, 6]


# Other pages ----------------------------------------------------------------------------------------


def test_a_page_elsewhere_cannot_play_with_the_cookie(server: Served) -> None:
    host, _ = two_friends(server.client)
    path, move = f"/api/tables/{host.table}/move", {"number": host.view()["number"], "move": "4"}
    cookie = {"Cookie": f"seat={host.token}"}
    for origin in ({}, {"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert kind(server.client.post(path, json=move, headers=cookie | origin)) == (403, "origin")
    plain = cookie | {"Origin": server.address, "Content-Type": "text/plain"}
    assert kind(server.client.post(path, content=json.dumps(move), headers=plain)) == (415, "wrong type")
    ours = cookie | {"Origin": server.address}
    assert server.client.post(path, json=move, headers=ours).status_code == 200


def test_no_answer_may_be_read_framed_or_sniffed_elsewhere(server: Served) -> None:
    asked = [
        server.client.get(path) for path in ("/", "/api/games", "/static/parlor.css", "/nothing", "/api/x")
    ]
    for answer in [*asked, server.client.post("/api/tables"), server.client.put("/")]:
        assert {name: answer.headers[name] for name in HEADERS if name != "Cache-Control"} == {
            name: value for name, value in HEADERS.items() if name != "Cache-Control"
        }
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.headers["cache-control"] in ("no-store", "no-cache")
    preflight = {"Origin": "http://evil.test", "Access-Control-Request-Method": "POST"}
    assert server.client.options("/api/tables", headers=preflight).status_code == 405


# Bodies ---------------------------------------------------------------------------------------------

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
    assert kind(server.client.post(path, content=large, headers=headers)) == (413, "too large")

    def in_parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 10_000

    assert kind(server.client.post(path, content=in_parts(), headers=headers)) == (413, "too large")
    told = headers | {"Content-Length": "9" * 30}
    with pytest.raises(httpx.HTTPError):  # the server hangs up on such a length
        server.client.post(path, content=b"{}", headers=told).raise_for_status()
    record = {"Content-Type": "application/jsonl"}
    assert kind(server.client.post("/api/review", content=b" " * (FREE.record + 1), headers=record))[0] == 413
    assert server.client.get("/healthz").status_code == 200


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(body_time=0.2)) as server, socket.socket() as slow:
        slow.settimeout(LONG)
        slow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        head = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        slow.sendall(f"POST /api/tables HTTP/1.1\r\n{head}".encode())
        assert slow.recv(65536).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../cli.py",
        "/static/..%2f..%2fcli.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/shell.html",
        "/static/jsconfig.json",
        "/static/types.d.ts",
        "/static/%00",
        "/static/" + "a" * 3000,
        "/games/prime-climb/rules.py",
        "/games/prime-climb/..%2f..%2fcli.py",
        "/games/../page.js",
        "/games/nothing/page.js",
        "/learn/nothing",
        "/learn/<script>",
        "/puzzle/nothing",
        "/nothing",
        "/t/x/y",
    ],
)
def test_no_address_leads_out_of_what_is_served(server: Served, path: str) -> None:
    answer = server.client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text
    assert "<script>" not in answer.text.replace("<script src=", "")


# Names ----------------------------------------------------------------------------------------------


def test_script_in_a_name_stays_text(server: Served) -> None:
    name = SCRIPT[:40]
    host = open_table(server.client, opponent="same screen", name=name)
    answer = host.get()
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["seats"][0]["name"] == name
    assert name not in server.client.get(f"/t/{host.table}").text
    assert SCRIPT not in server.client.get(f"/t/{SCRIPT}").text
    assert SCRIPT not in server.client.get(f"/{SCRIPT}").text
    assert SCRIPT not in server.client.get(f"/metrics?{SCRIPT}").text
    assert b"script" in host.get("/record").content
    assert host.get("/record").headers["content-type"] == "application/jsonl"


# Secrets of a seat ----------------------------------------------------------------------------------


def test_hints_and_refused_tries_are_their_own_seats_until_the_end(server: Served) -> None:
    host, guest = two_friends(server.client)
    host.now("hint")
    host.now("move", move="17")
    spectator = f"/api/tables/{host.table}"
    for seen in (guest.get(), server.client.get(spectator)):
        assert (seen.json()["hints"], seen.json()["tried"], seen.json()["seq"]) == ([], [], 1)
    for record in (guest.get("/record").text, server.client.get(f"{spectator}/record").text):
        assert not {"hint", "refusal"} & {key for line in record.splitlines() for key in json.loads(line)}
    assert len(host.get("/record").text.splitlines()) == len(record.splitlines()) + 2
    host.now("resign")
    assert guest.get("/record").text == host.get("/record").text


# Guessing and flooding --------------------------------------------------------------------------------


def test_guessing_tables_and_tokens_is_slow(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(misses=Rate(0.001, 6))) as server:
        host = open_table(server.client)
        statuses = [
            server.client.get("/api/tables/aaaa-bbbb-cccc-dddd").status_code,
            server.client.get("/api/tables/x").status_code,
            host._replace(token="x").get().status_code,
            host._replace(token="x").post("move").status_code,
            server.client.get("/api/tables/x/stream").status_code,
            server.client.get("/api/tables/x/record").status_code,
        ]
        assert statuses == [404, 404, 401, 401, 404, 404]
        refused = server.client.get("/api/tables/aaaa-bbbb-cccc-dddd")
        assert kind(refused) == (429, "too much")
        assert int(refused.headers["retry-after"]) > 100
        assert host.get().status_code == 429  # or a right guess would show
        assert server.client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("what", "method", "path", "body"),
    [
        ("reads", "GET", "/", None),
        ("writes", "POST", "/api/judge", {}),
        ("tables", "POST", "/api/tables", {"game": "prime-climb"}),
        ("thoughts", "POST", "/api/judge", {}),
        ("thoughts", "POST", "/api/tables", {"game": "pocket-addition", "opponent": "beginner"}),
    ],
)
def test_too_much_is_refused_with_the_time_to_wait(
    tmp_path: Path, what: str, method: str, path: str, body: Any
) -> None:
    limits = Limits(**FREE._asdict() | {what: Rate(0.001, 4)})
    with served(tmp_path, limits) as server:
        answers = [server.client.request(method, path, json=body) for _ in range(6)]
        server.client.cookies.clear()
        assert [answer.status_code for answer in answers].count(429) >= 2
        assert kind(answers[-1]) == (429, "too much")
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[-1].headers["x-content-type-options"] == "nosniff"


def test_nobody_keeps_the_house_to_himself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many thoughts may be under way for one client; what needs none goes on."""
    with served(tmp_path, FREE._replace(thoughts_each=3)) as server:
        ask, began, go = server.hall.house.ask, threading.Semaphore(0), threading.Event()

        async def held(task: str, **data: Any) -> dict[str, Any]:
            began.release()
            await asyncio.to_thread(go.wait, LONG)
            return await ask(task, **data)

        monkeypatch.setattr(server.hall.house, "ask", held)
        asked = {"position": "pocket-addition turn=1", "move": "7"}
        level = {"game": "pocket-addition", "opponent": "beginner"}
        with ThreadPoolExecutor(3) as people:
            sent = [
                people.submit(httpx.post, f"{server.address}/api/{what}", json=body, timeout=LONG)
                for what, body in (("judge", asked), ("judge", asked), ("tables", level))
            ]
            for _ in sent:
                assert began.acquire(timeout=LONG)
            for what, body in (("judge", asked), ("tables", level)):
                assert kind(server.client.post(f"/api/{what}", json=body)) == (429, "too much")
            open_table(server.client)
            go.set()
            assert [each.result(LONG).status_code for each in sent] == [200, 200, 201]
        assert server.client.post("/api/judge", json=asked).status_code == 200


# Tokens ---------------------------------------------------------------------------------------------


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

    monkeypatch.setattr(server.hall, "find", broken)
    answer = server.client.get("/api/tables/x")
    assert kind(answer) == (500, "broken")
    assert "Traceback" not in answer.text
    assert secret not in answer.text
    [failed] = [json.loads(line) for line in log if '"failed"' in line]
    assert (failed["error"], failed["route"]) == ("RuntimeError", "/api/tables/{table}")
    assert any("test_attacks" in place for place in failed["trace"])
    assert not [line for line in log if secret in line]


def test_what_the_database_says_is_logged_and_not_shown(
    server: Served, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = two_friends(server.client)

    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("primeparlor.web.store._touch", full)
        answer = host.now("move", move="4")
    assert kind(answer) == (503, "store")
    assert answer.json()["error"]["message"] == NOT_KEPT
    assert "disk" not in answer.text
    [failed] = [json.loads(line) for line in log if '"failed"' in line]
    assert (failed["error"], failed["cause"]) == ("StoreFailed", "database or disk is full")
    assert host.now("move", move="4").status_code == 200


def test_progress_tells_nothing_of_a_game_that_is_on_and_guesses_no_tables(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(misses=Rate(0.001, 3))) as server:
        host, _ = two_friends(server.client, "pocket-addition")
        host.now("move", move="1")

        def played(table: str) -> Any:
            change = {"do": "played", "table": table, "game": 1, "seat": 1}
            sent = {"progress": {}, "day": "2026-11-17", "now": 1e9, "minutes": 0, "changes": [change]}
            return server.client.post("/api/progress", json=sent)

        assert kind(played(host.table)) == (409, "not over")
        host.now("resign")
        assert played(host.table).status_code == 200
        guesses = [played("aaaa-bbbb-cccc-dddd").status_code for _ in range(4)]
        assert guesses == [404, 404, 404, 429]


def test_only_a_few_games_are_looked_through_at_once(server: Served) -> None:
    host, _ = two_friends(server.client, "pocket-addition")
    host.now("resign")
    change = {"do": "played", "table": host.table, "game": 1, "seat": 1}
    sent: dict[str, Any] = {"progress": {}, "day": "2026-11-17", "now": 1e9, "minutes": 0}
    assert server.client.post("/api/progress", json=sent | {"changes": [change] * 5}).status_code == 200
    refused = server.client.post("/api/progress", json=sent | {"changes": [change] * 6})
    assert kind(refused) == (422, "malformed")
    assert "at most 5 games" in refused.json()["error"]["message"]

"""What people with bad intentions try, and what comes of it: nothing, in one form, never a 5xx."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from primeparlor.web.middleware import HEADERS, OF_PAGES
from support.web.http_server import PLAIN, Seat, Served, error, open_table, two_friends

SCRIPT = "<script>alert(1)</script>"


def test_nobody_moves_for_the_other_seat(server: Served) -> None:
    host, guest = two_friends(server.client)
    before = host.view()
    assert error(guest.now("move", move="4")) == (403, "turn")
    assert error(host._replace(token="A" * 43).post("move", number=0, move="4")) == (401, "token")
    assert host.view()["position"] == before["position"]
    host.now("move", move="4")
    assert error(host.now("move", move="4")) == (403, "turn")
    assert error(host.now("answer", allow=True))[0] == 409


def at_once(server: Served, seat: Seat, *moves: str) -> list[int]:
    """The statuses of these moves, all sent at the same time."""
    number = seat.view()["number"]

    async def send() -> list[int]:
        async with httpx.AsyncClient(
            base_url=server.address, headers=seat.headers, timeout=60, **PLAIN
        ) as client:
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
    assert error(host.post("move", number=number, move="5")) == (409, "stale")
    host.post("move", number=number, move="4")
    assert [step["move"] for step in host.view()["steps"]] == [4, 6]


def test_a_page_elsewhere_cannot_play_with_the_cookie(server: Served) -> None:
    host, _ = two_friends(server.client)
    path, move = f"/api/tables/{host.table}/move", {"number": host.view()["number"], "move": "4"}
    cookie = {"Cookie": f"seat={host.token}"}
    for origin in ({}, {"Origin": "http://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert error(server.client.post(path, json=move, headers=cookie | origin)) == (403, "origin")
    plain = cookie | {"Origin": server.address, "Content-Type": "text/plain"}
    assert error(server.client.post(path, content=json.dumps(move), headers=plain)) == (415, "wrong type")
    ours = cookie | {"Origin": server.address}
    assert server.client.post(path, json=move, headers=ours).status_code == 200


def test_no_answer_may_be_read_framed_or_sniffed_elsewhere(server: Served) -> None:
    pages = ("/", "/api/games", "/static/img/mark.svg", "/nothing", "/api/x", "/static/nothing.css")
    parts = ("/static/css/parlor.css", "/static/lib/dom.js")
    wanted = {path: set(HEADERS) for path in pages} | {path: set(HEADERS) - set(OF_PAGES) for path in parts}
    asked = {path: server.client.get(path) for path in wanted}
    asked |= {"POST": server.client.post("/api/tables"), "PUT": server.client.put("/")}
    for path, answer in asked.items():
        found = {name: answer.headers[name] for name in HEADERS if name in answer.headers}
        assert found.pop("Cache-Control") in ("no-store", "no-cache")
        names = wanted.get(path, set(HEADERS)) - {"Cache-Control"}
        assert found == {name: HEADERS[name] for name in names}, path
        assert not [name for name in answer.headers if name.startswith("access-control")]
    preflight = {"Origin": "http://evil.test", "Access-Control-Request-Method": "POST"}
    assert server.client.options("/api/tables", headers=preflight).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../cli.py",
        "/static/..%2f..%2fcli.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/html/shell.html",
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


def test_hints_and_refused_tries_are_their_own_seats_until_the_end(server: Served) -> None:
    host, guest = two_friends(server.client, settings={"hints": True})
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

"""Who holds a seat over HTTP: a cookie for a browser, a token for a program, and nobody else."""

from __future__ import annotations

import pytest

from primeparlor.web.tables import live, seats
from support.web.http_server import Served, error, open_table, two_friends


def test_the_seat_is_in_a_cookie_for_this_table_only(server: Served) -> None:
    answer = server.client.post("/api/tables", json={"game": "prime-climb"})
    server.client.cookies.clear()
    table, token = answer.json()["table"], answer.json()["token"]
    cookie = answer.headers["set-cookie"]
    assert cookie.split("; ")[0] == f"seat={token}"
    assert {"HttpOnly", "SameSite=strict", f"Path=/api/tables/{table}"} <= set(cookie.split("; "))
    assert "Secure" not in cookie  # over plain HTTP it would be lost
    page = {"Cookie": f"seat={token}", "Origin": server.address}
    view = server.client.get(f"/api/tables/{table}", headers={"Cookie": f"seat={token}"}).json()
    assert view["you"] == 1
    assert server.client.post(f"/api/tables/{table}/link", json={}, headers=page).status_code == 200


def test_what_is_done_with_a_cookie_keeps_the_seat_for_longer(server: Served) -> None:
    host = open_table(server.client, "pocket-addition", opponent="same screen")
    page = {"Cookie": f"seat={host.token}", "Origin": server.address}
    path = f"/api/tables/{host.table}"
    moved = {"number": 0, "move": "6"}
    for what, body in (("move", moved), ("undo", {"number": 1}), ("link", {}), ("hint", {"number": 2})):
        answer = server.client.post(f"{path}/{what}", json=body, headers=page)
        assert answer.status_code == 200, answer.text
        [cookie] = answer.headers.get_list("set-cookie")
        assert cookie.startswith(f"seat={host.token}; ")
        assert {"Max-Age=2592000", "HttpOnly", "SameSite=strict", f"Path={path}"} <= set(cookie.split("; "))
    refused = server.client.post(f"{path}/move", json=moved | {"move": "x"}, headers=page)
    read = server.client.get(path, headers=page)
    program = host.post("move", number=2, move="6")
    assert [answer.status_code for answer in (refused, read, program)] == [409, 200, 200]
    assert not [answer for answer in (refused, read, program) if "set-cookie" in answer.headers]
    server.client.cookies.clear()


def test_a_seat_is_taken_to_another_device(server: Served) -> None:
    host, _ = two_friends(server.client)
    token = host.post("link").json()["token"]
    assert token != host.token
    other = host._replace(token=token)
    answer = other.post("seat")
    assert answer.json()["you"] == 1
    assert f"seat={token}" in answer.headers["set-cookie"]
    answers = [host.post("link") for _ in range(20)]
    assert error(answers[-1]) == (409, "full")
    assert "retry-after" not in answers[-1].headers  # it would be in vain


def test_who_may_do_what(server: Served) -> None:
    host, guest = two_friends(server.client)
    stranger = open_table(server.client)._replace(table=host.table)
    nobody = host._replace(token="x" * 43)
    for what in ("move", "hint", "why", "moves", "undo", "answer", "resign", "rematch", "link", "seat"):
        path = f"/api/tables/{host.table}/{what}"
        plain = server.client.post(path, json={})
        assert error(plain) == (401, "token")
        assert plain.headers["www-authenticate"] == "Bearer"
        assert error(nobody.post(what)) == (401, "token")
        assert error(stranger.post(what)) == (403, "seat")
    assert error(guest.now("move", move="4")) == (403, "turn")
    assert error(guest.now("hint")) == (403, "turn")
    assert error(nobody.get()) == (401, "token")
    assert error(stranger.get("/record")) == (403, "seat")
    basic = server.client.get(f"/api/tables/{host.table}", headers={"Authorization": "Basic eDp5"})
    assert error(basic) == (401, "token")
    gone = host._replace(table="aaaa-bbbb-cccc-dddd")
    assert error(gone.get()) == (404, "no table")
    assert error(gone.get("/stream")) == (404, "no table")
    assert error(gone._replace(table="%00").post("move", number=0, move="4")) == (404, "no table")


def test_a_token_is_checked_once_for_each_request(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    host, _ = two_friends(server.client)
    hashed = list[str]()

    def counted(token: str) -> str:
        hashed.append(token)
        return seats.hash_token(token)

    monkeypatch.setattr(live, "hash_token", counted)
    assert host.post("move", number=0, move="4").status_code == 200
    assert hashed == [host.token]

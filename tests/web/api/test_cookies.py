"""A cookie that belongs to no seat: it is in nobody's way, and the browser forgets it."""

from __future__ import annotations

from typing import Any

import pytest

from support.web.http_server import Seat, Served, error, open_table, reading

KEYS = ("0123456789abcdef", "fedcba9876543210")


def join(server: Served, host: Seat, **body: str) -> Any:
    answer = server.client.post(f"/api/tables/{host.table}/join", json=body)
    server.client.cookies.clear()
    return answer


def test_a_seat_that_was_given_is_taken_away_by_nobody_else(server: Served) -> None:
    host = open_table(server.client)
    joined = join(server, host, name="Ann", key=KEYS[0]).json()
    assert error(join(server, host, name="Eve")) == (409, "taken")
    assert error(join(server, host, name="Eve", key=KEYS[1])) == (409, "taken")
    ann = Seat(server.client, host.table, joined["token"], joined["seat"])
    assert ann.view()["you"] == 2


def test_a_seat_joined_without_a_key_is_replaced_by_nobody(server: Served) -> None:
    host = open_table(server.client)
    joined = join(server, host, name="Ann").json()
    assert error(join(server, host, name="Ann")) == (409, "taken")
    assert error(join(server, host, name="Eve", key=KEYS[1])) == (409, "taken")
    assert Seat(server.client, host.table, joined["token"], 2).view()["you"] == 2


def test_a_key_that_could_be_guessed_is_refused(server: Served) -> None:
    host = open_table(server.client)
    assert error(join(server, host, key="1234")) == (422, "malformed")


@pytest.mark.parametrize("token", ["x" * 43, "x" * 300, ""])
def test_who_has_a_cookie_of_no_seat_watches_and_forgets_it(token: str, server: Served) -> None:
    host = open_table(server.client)
    path, page = f"/api/tables/{host.table}", {"Cookie": f"seat={token}", "Origin": server.address}
    seen = server.client.get(path, headers=page)
    refused = server.client.post(f"{path}/move", json={"number": 0, "move": "4"}, headers=page)
    assert (seen.status_code, seen.json()["you"]) == (200, None)
    assert error(refused) == (401, "token")
    with server.client.stream("GET", f"{path}/stream", headers=page) as stream:
        assert stream.status_code == 200
        assert "content-length" not in stream.headers
    for answer in (seen, refused, stream):
        [cookie] = answer.headers.get_list("set-cookie")
        assert cookie.startswith('seat="";')
        assert {"Max-Age=0", f"Path={path}", "HttpOnly"} <= set(cookie.split("; "))
    joined = server.client.post(f"{path}/join", json={}, headers=page)
    [cookie] = joined.headers.get_list("set-cookie")
    assert cookie.startswith(f"seat={joined.json()['token']}; ")
    server.client.cookies.clear()


def test_a_program_with_an_unknown_token_is_told_so(server: Served) -> None:
    host = open_table(server.client)
    answer = host._replace(token="x" * 43).get()
    assert error(answer) == (401, "token")
    assert "set-cookie" not in answer.headers
    with reading(None, host.table, server.client) as stream:
        assert stream.until("view")

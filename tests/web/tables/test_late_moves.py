"""A move that arrives when the next game has begun."""

from __future__ import annotations

from support.web.http_server import Served, error, two_friends


def test_a_late_move_of_the_game_before_is_stale(server: Served) -> None:
    host, guest = two_friends(server.client, "pocket-addition")
    host.now("move", move="6")
    late = guest.view()["number"]
    host.now("resign")
    host.now("rematch")
    guest.now("rematch")
    assert error(guest.post("move", number=late, move="9")) == (409, "stale")
    assert guest.view()["steps"] == []
    assert guest.now("move", move="9").json()["game_number"] == 2

"""The calls at a table: from opening it to the review, and what each is refused with."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.games import GAMES
from support.web.http_server import Served, error, open_table, reading, two_friends


@pytest.mark.parametrize("game", GAMES.ours)
def test_a_table_of_any_game_is_opened_and_seen(server: Served, game: str) -> None:
    answer = server.client.post("/api/tables", json={"game": game, "opponent": "same screen", "name": "Ann"})
    server.client.cookies.clear()
    assert answer.status_code == 201
    opened = answer.json()
    assert opened["url"] == f"/t/{opened['table']}"
    assert opened["seat"] == 1
    view = opened["view"]
    assert (view["game"], view["holds"], view["you"], view["outcome"]) == (game, [1, 2], view["turn"], None)
    seen = server.client.get(f"/api/tables/{opened['table']}").json()
    assert (seen["you"], seen["holds"]) == (None, [])
    assert {"position", "number", "seq", "turn", "facts", "seats", "rules"} <= set(seen)


def test_a_friend_joins_by_post_and_by_nothing_else(server: Served) -> None:
    host = open_table(server.client, side=2, name="Ann")
    assert host.player == 2
    assert error(host.now("move", move="4")) == (409, "waiting")
    for path in (f"/t/{host.table}", f"/api/tables/{host.table}", f"/api/tables/{host.table}/record"):
        assert server.client.get(path).status_code == 200
    assert host.view()["waiting"]
    assert error(server.client.get(f"/api/tables/{host.table}/join")) == (405, "method")
    answer = server.client.post(f"/api/tables/{host.table}/join", json={"name": "Mara"})
    server.client.cookies.clear()
    assert (answer.json()["seat"], answer.json()["view"]["you"]) == (1, 1)
    assert [seat["name"] for seat in host.view()["seats"]] == ["Mara", "Ann"]
    guest = host._replace(token=answer.json()["token"])
    for seat in (host, guest):
        sits = seat.post("join", name="Eve")
        assert error(sits) == (409, "seated")
        assert sits.json()["error"]["message"] == "You sit here already."
    again = server.client.post(f"/api/tables/{host.table}/join", json={"name": "Eve"})
    assert error(again) == (409, "taken")


def test_a_game_from_the_first_move_to_the_review(server: Served) -> None:
    host, guest = two_friends(server.client, "pocket-addition")
    assert error(host.get("/review")) == (409, "not over")
    for seat, move in ((host, "6"), (guest, "9"), (host, "8"), (guest, "5"), (host, "1")):
        answer = seat.now("move", move=move)
        assert answer.status_code == 200, answer.text
    view = answer.json()
    assert (view["outcome"]["winner"], view["you"]) == (1, 1)
    assert (view["kept"], [step["move"] for step in view["steps"]]) == (4, [1])
    assert [step["move"] for step in host.view()["steps"]] == [6, 9, 8, 5, 1]
    assert error(guest.now("move", move="2"))[0] == 409
    review = guest.get("/review").json()
    assert (review["table"], review["you"], review["names"][1]) == (host.table, 2, "You")
    assert not any(row["better"] or row["reason"] for row in review["rows"])
    assert not review["turning"]["better"]
    told = guest.get("/review?answers=1").json()
    assert any(row["better"] for row in told["rows"])
    assert told["turning"]["better"]
    record = guest.get("/record")
    assert record.headers["content-type"] == "application/jsonl"
    assert record.headers["content-disposition"].startswith("attachment; ")
    sent = server.client.post(
        "/api/review?answers=1", content=record.content, headers={"Content-Type": "application/jsonl"}
    )
    assert sent.json()["table"] is None
    for part in ("steps", "values", "position", "outcome"):
        assert sent.json()[part] == told[part]


def test_the_house_plays_and_helps(server: Served) -> None:
    host = open_table(server.client, "prime-climb", opponent="perfect")
    hints = host.now("hint").json()
    assert (hints["step"], len(hints["hints"]), hints["all"]) == (1, 1, False)
    assert hints["update"]["hints"] == hints["hints"]
    moves = host.now("moves").json()
    assert moves["moves"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert host.now("move", move="4").status_code == 200
    with reading(host, host.table, server.client) as stream:
        next(event for event in stream if event.data.get("outcome"))
    assert host.view()["outcome"]["winner"] == 2  # in one turn, as always in this game
    why = host.now("why").json()
    assert why["lines"][0] == "You climbed from 0 to 4, which gave the win away."
    assert any(line.startswith("The house climbed") for line in why["lines"])


def test_a_move_is_taken_back_by_consent(server: Served) -> None:
    host, guest = two_friends(server.client)
    host.now("move", move="4")
    assert host.now("undo").json()["offer"] == {
        "who": 1,
        "kind": "undo",
        "about": "the last move, 4",
        "asks": "{1} {1:ask|asks} to take back the last move, 4.",
        "asked": "You asked to take back your move.",
        "waits": "Waiting for {2,}.",
        "declined": "{2} declined: the move stands.",
    }
    assert guest.now("answer", allow=False).json()["offer"] is None
    host.now("undo")
    view = guest.now("answer", allow=True).json()
    assert (view["steps"], view["turn"]) == ([], 1)


def test_a_rematch_swaps_the_seats(server: Served) -> None:
    host, guest = two_friends(server.client)
    assert host.now("resign").json()["outcome"]["winner"] == 2
    host.now("rematch")
    view = guest.now("answer", allow=True).json()
    assert (view["you"], view["game_number"], view["outcome"]) == (1, 2, None)
    assert host.view()["you"] == 2


def test_each_game_of_a_table_has_its_record_and_its_review(server: Served) -> None:
    host, guest = two_friends(server.client)
    host.now("move", move="4")
    host.now("resign")
    first = host.get("/record").text
    host.now("rematch")
    guest.now("rematch")
    assert host.get("/record?game=1").text.startswith(first)  # the agreement to go on follows
    assert host.get("/record?game=2").text == host.get("/record").text
    assert host.get("/record?game=1").headers["content-disposition"].endswith('-1.jsonl"')
    review = host.get("/review?game=1").json()
    assert (len(review["steps"]), review["outcome"]["winner"], review["you"]) == (1, 2, 1)
    assert error(host.get("/review")) == error(host.get("/review?game=2")) == (409, "not over")
    for what in ("record", "review"):
        assert error(host.get(f"/{what}?game=3")) == (404, "no game")
        for game in ("0", "-1", "x", "", "1.0", "9" * 30, "²"):
            refused = host.get(f"/{what}", params={"game": game})
            assert error(refused) == (422, "malformed")
            assert refused.json()["error"]["message"] == "game must be a whole number from 1 to 10,000."


def test_a_table_begins_where_it_is_told_to(server: Served) -> None:
    position = "prime-climb top=35 largest=4 steps=7,9 turn=2"
    host = open_table(server.client, opponent="same screen", position=position)
    assert host.view()["position"] == position
    variant = open_table(
        server.client, rules={"top": 35, "largest": 4}, settings={"clock": 60, "hints": False}
    )
    assert variant.view()["variant"] == {"top": 35, "largest": 4}
    assert variant.view()["settings"]["clock"] == 60


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess"},
        {"game": 1},
        {"game": "prime-climb", "colour": "red"},
        {"game": "prime-climb", "opponent": "random"},
        {"game": "prime-climb", "opponent": "cmd:rm"},
        {"game": "prime-climb", "opponent": "llm:m@http://x/v1"},
        {"game": "prime-climb", "opponent": "human"},
        {"game": "prime-climb", "side": 3},
        {"game": "prime-climb", "side": True},
        {"game": "prime-climb", "rules": {"top": 10**6}},
        {"game": "prime-climb", "rules": {"steps": 1}},
        {"game": "prime-climb", "rules": {"turn": 2}},
        {"game": "prime-climb", "rules": {"top": 1.5}},
        {"game": "prime-climb", "rules": {"top": 2**64}},
        {"game": "number-morph", "rules": {"digits": 7}},
        {"game": "prime-climb", "name": "x" * 41},
        {"game": "prime-climb", "name": "a\nb"},
        {"game": "prime-climb", "name": "\0"},
        {"game": "prime-climb", "settings": {"clock": 0}},
        {"game": "prime-climb", "settings": {"clock": "60"}},
        {"game": "prime-climb", "settings": {"strikes": 0}},
        {"game": "prime-climb", "settings": {"consent": True}},
        {"game": "prime-climb", "position": "prime-climb steps=20,3 turn=2"},
        {"game": "prime-climb", "position": "pocket-addition"},
        {"game": "prime-climb", "position": "prime-climb steps=\0"},
        {"game": "prime-climb", "position": "x" * 5000},
        {"game": "prime-climb", "daily": "yesterday"},
        {"game": "prime-climb", "daily": "20261117"},
        {"game": "prime-climb", "daily": "1066-10-14"},
    ],
)
def test_an_order_that_cannot_be_is_refused_with_a_sentence(server: Served, body: dict[str, Any]) -> None:
    status, _ = error(server.client.post("/api/tables", json=body))
    assert status == 422


def test_the_table_of_a_rung_has_its_terms_and_no_help(server: Served) -> None:
    body = {"game": "nonprime-addition", "rung": 1, "opponent": "friend", "name": "Mara"}
    view = server.client.post("/api/tables", json=body).json()["view"]
    assert (view["you"], view["seats"][0]["label"], view["seats"][1]["name"]) == (2, "perfect", "Mara")
    told = {"clock": 60, "limit": 6, "hints": False, "undo": False}
    assert {key: view["settings"][key] for key in told} == told
    assert view["climbs"]
    playing = {"table": view["table"], "game": 1}
    reader = {"progress": {}, "day": "2026-11-17", "now": 1_800_000_000, "minutes": 0}
    answer = server.client.post("/api/progress", json={**reader, "playing": playing}).json()
    server.client.cookies.clear()
    assert answer["stake"].startswith("This game counts for rung 1 of 10: survive 3 moves ")


def test_a_move_is_refused_by_the_rules_with_their_sentence(server: Served) -> None:
    host, _ = two_friends(server.client)
    answer = host.now("move", move="12")
    assert error(answer)[0] == 422
    assert answer.json()["error"]["message"] != ""
    assert answer.json()["error"]["said"]["bold"] == "12 is out of range."
    banana = host.now("move", move="banana")
    assert error(banana)[0] == 422
    assert banana.json()["error"]["message"] == "Please type a whole number from 1 to 9."
    said = banana.json()["error"]["said"]
    assert said["bold"] == "'banana' is not a move here."
    assert said["text"] == "Type a whole number from 1 to 9."
    assert "{1}" not in host.now("move", move="{1}").json()["error"]["said"]["bold"]  # no name is put in
    assert error(host.now("move", move=""))[0] == 422
    assert error(host.post("move", number=7, move="4")) == (409, "stale")
    assert host.view()["steps"] == []


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"\0", b"\xff", b'{"parlor": 2}', b"[" * 100_000, b"{\n" * 1000]
)
def test_what_is_no_record_is_refused(server: Served, body: bytes) -> None:
    answer = server.client.post("/api/review", content=body, headers={"Content-Type": "application/jsonl"})
    assert error(answer)[0] == 422


@pytest.mark.parametrize(
    ("opponent", "settings", "hints"),
    [
        ("friend", {}, False),
        ("friend", {"hints": None}, False),
        ("friend", {"hints": True}, True),
        ("same screen", {}, True),
        ("same screen", {"hints": False}, False),
        ("club", {}, True),
    ],
)
def test_hints_are_off_against_a_friend_unless_asked_for(
    server: Served, opponent: str, settings: dict[str, bool | None], hints: bool
) -> None:
    host = open_table(server.client, opponent=opponent, settings=settings)
    before_joining = server.client.get(f"/api/tables/{host.table}").json()
    assert before_joining["settings"]["hints"] == hints
    assert before_joining["help_used"] is None


def test_that_help_was_used_is_counted_for_both_at_once(server: Served) -> None:
    host, guest = two_friends(server.client, settings={"hints": True})
    assert host.now("hint").json()["update"]["help_used"] == [1, 0]
    host.now("moves")
    assert host.now("move", move="4").json()["help_used"] == [2, 0]
    guest.now("why")
    assert host.view()["help_used"] == guest.view()["help_used"] == [2, 1]
    assert server.client.get(f"/api/tables/{host.table}").json()["help_used"] is None  # a spectator
    host, guest = two_friends(server.client)
    assert error(host.now("hint")) == (409, "not now")
    assert host.view()["help_used"] is guest.view()["help_used"] is None

"""Every call of the API: what it answers, and every status that it is described to have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from http_helpers import Served, open_table, served, two_friends
from primeparlor.games import GAMES
from primeparlor.web.app import calls
from primeparlor.web.openapi import described


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("api")) as one:
        yield one


@pytest.fixture(scope="module")
def description(server: Served) -> Any:
    return server.client.get("/api/openapi.json").json()


def error(answer: Any) -> tuple[int, str]:
    """The status and kind of an error, in the one form that all have."""
    told = answer.json()
    assert set(told) == {"error"}
    assert set(told["error"]) == {"kind", "message"}
    assert told["error"]["message"].endswith((".", "!"))
    return answer.status_code, told["error"]["kind"]


# Tables -------------------------------------------------------------------------------------------


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


def test_long_answers_are_compressed_for_those_who_want_that(server: Served) -> None:
    packed = server.client.get("/api/games")
    assert packed.headers["content-encoding"] == "gzip"
    assert 3 * int(packed.headers["content-length"]) < len(packed.content)
    for accepted in ("identity", "gzip;q=0"):
        plain = server.client.get("/api/games", headers={"Accept-Encoding": accepted})
        assert "content-encoding" not in plain.headers
        assert plain.content == packed.content
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in server.client.get("/healthz").headers


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
    assert [step["move"] for step in view["steps"]] == [6, 9, 8, 5, 1]
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
    assert hints["view"]["hints"] == hints["hints"]
    moves = host.now("moves").json()
    assert moves["moves"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert host.now("move", move="4").status_code == 200
    why = host.now("why")
    assert why.status_code in (200, 409)  # the house may have ended the game meanwhile
    assert host.view()["settings"]["hints"]


def test_a_move_is_taken_back_by_consent(server: Served) -> None:
    host, guest = two_friends(server.client)
    host.now("move", move="4")
    assert host.now("undo").json()["offer"] == {"who": 1, "kind": "undo"}
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
        assert error(host.get(f"/{what}?game=3")) == (409, "not over")
        for game in ("0", "-1", "x", "", "1.0", "9" * 30, "²"):
            refused = host.get(f"/{what}", params={"game": game})
            assert error(refused) == (422, "malformed")
            assert refused.json()["error"]["message"] == "game must be a whole number from 1 to 10,000."


def test_a_seat_is_taken_to_another_device(server: Served) -> None:
    host, _ = two_friends(server.client)
    token = host.post("link").json()["token"]
    assert token != host.token
    other = host._replace(token=token)
    answer = other.post("seat")
    assert answer.json()["you"] == 1
    assert f"seat={token}" in answer.headers["set-cookie"]
    answers = [host.post("link") for _ in range(20)]
    assert error(answers[-1]) == (429, "too much")


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
    "order",
    [
        {},
        {"game": "chess"},
        {"game": 1},
        {"game": "prime-climb", "colour": "red"},
        {"game": "prime-climb", "opponent": "random"},
        {"game": "prime-climb", "opponent": "cmd:rm"},
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
def test_an_order_that_cannot_be_is_refused_with_a_sentence(server: Served, order: dict[str, Any]) -> None:
    status, _ = error(server.client.post("/api/tables", json=order))
    assert status == 422


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


def test_a_move_is_refused_by_the_rules_with_their_sentence(server: Served) -> None:
    host, _ = two_friends(server.client)
    answer = host.now("move", move="12")
    assert error(answer)[0] == 422
    assert answer.json()["error"]["message"] != ""
    assert error(host.now("move", move="banana"))[0] == 422
    assert error(host.now("move", move=""))[0] == 422
    assert error(host.post("move", number=7, move="4")) == (409, "stale")
    assert host.view()["steps"] == []


# Puzzles ------------------------------------------------------------------------------------------


def test_a_day_brings_the_same_for_everybody(server: Served) -> None:
    today = server.client.get("/api/today?date=2026-11-17").json()
    assert (today["number"], today["prime"], today["name"]) == (321, False, "№ 321 = 3 × 107")
    assert sorted(puzzle["game"] for puzzle in (today["puzzle"], *today["more"])) == sorted(GAMES.ours)
    assert server.client.get("/api/today?date=2026-11-17").json() == today
    assert server.client.get("/api/today").status_code == 200
    for date in ("x", "", "2026-02-30", "20261117", "0001-01-01", "2026-11-17 "):
        assert error(server.client.get("/api/today", params={"date": date}))[0] == 422


def test_a_puzzle_is_answered(server: Served) -> None:
    puzzle = server.client.post("/api/puzzles", json={"position": "pocket-addition turn=1"}).json()
    path = f"/api/puzzles/{puzzle['puzzle']}"
    assert "answers" not in puzzle
    wrong = server.client.post(f"{path}/answer", json={"move": "1"}).json()
    assert not wrong["right"]
    assert "answer" not in wrong
    right = server.client.post(f"{path}/answer", json={"move": "8"}).json()
    assert right["right"]
    assert "8" in right["answer"]
    shown = server.client.post(f"{path}/answer", json={"show": True}).json()
    assert (shown["right"], shown["answer"]) == (False, right["answer"])
    assert server.client.post(f"{path}/hint", json={"step": 5}).json()["text"]
    for body in ({"move": "10"}, {"move": "banana"}, {}, {"move": "8", "show": True}, {"show": False}):
        assert error(server.client.post(f"{path}/answer", json=body))[0] == 422


RATED = {"rating": 1700, "deviation": 60, "volatility": 0.06, "asked": 50, "right": 30}


def test_puzzles_fit_and_do_not_come_twice(server: Served) -> None:
    first = server.client.post("/api/puzzles", json={"game": "nonprime-addition", "rush": 0}).json()
    assert first["game"] == "nonprime-addition"
    other = (
        first["position"].replace("turn=1", "turn=3").replace("turn=2", "turn=1").replace("turn=3", "turn=2")
    )
    fitting: list[dict[str, Any]] = [{"rush": 0}, {"ratings": {}}, {"ratings": {"nonprime-addition": RATED}}]
    for more in fitting:
        wanted = {"game": "nonprime-addition", "seen": [other]} | more
        assert server.client.post("/api/puzzles", json=wanted).json()["position"] not in (
            first["position"],
            other,
        )
    easy = server.client.post("/api/puzzles", json={"ratings": {"prime-climb": {"asked": "many"}}}).json()
    assert easy["difficulty"] == 1
    hard = server.client.post(
        "/api/puzzles", json={"game": "nonprime-addition", "ratings": {"nonprime-addition": RATED}}
    )
    assert hard.json()["difficulty"] > 2
    assert server.client.post("/api/puzzles", json={"rush": 2}).json()["game"] == "prime-climb"
    mistake = {"position": first["position"], "mistake": True}
    again = server.client.post("/api/puzzles", json=mistake).json()
    assert again["puzzle"] != first["puzzle"]
    assert server.client.post(f"/api/puzzles/{again['puzzle']}/hint", json={"step": 1}).status_code == 200
    for body in ({"game": "chess"}, {"position": "x"}, {"position": "prime-climb steps=20,0 turn=2"}):
        assert error(server.client.post("/api/puzzles", json=body))[0] == 422


@pytest.mark.parametrize("name", ["x", "p", "p====", "m!", "pw6k", "p" + "QUFB" * 1500])
def test_a_puzzle_that_is_none(server: Served, name: str) -> None:
    status, _ = error(server.client.post(f"/api/puzzles/{name}/hint", json={"step": 1}))
    assert status in (404, 422)


def test_a_move_is_judged(server: Served) -> None:
    asked = {"position": "pocket-addition turn=1", "move": "1"}
    judged = server.client.post("/api/judge", json=asked).json()
    assert (judged["right"], judged["glyph"]) == (False, "▼")
    assert server.client.post("/api/judge", json=asked | {"move": "7"}).json()["right"]
    for move in ("10", "pass", "x"):
        assert error(server.client.post("/api/judge", json=asked | {"move": move}))[0] == 422


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"\0", b"\xff", b'{"parlor": 2}', b"[" * 100_000, b"{\n" * 1000]
)
def test_what_is_no_record_is_refused(server: Served, body: bytes) -> None:
    answer = server.client.post("/api/review", content=body, headers={"Content-Type": "application/jsonl"})
    assert error(answer)[0] == 422


# The rest -----------------------------------------------------------------------------------------


def test_the_games_are_listed(server: Served) -> None:
    games = server.client.get("/api/games").json()
    assert [game["name"] for game in games if game["ours"]] == list(GAMES.ours)
    climb = next(game for game in games if game["name"] == "prime-climb")
    assert climb["rules"]["top"] == {"standard": 20, "least": 2, "most": 1000}
    assert climb["variants"][0]["rules"] == {"top": 35, "largest": 4}
    assert len(climb["levels"]) == 5
    assert next(game for game in games if game["name"] == "number-morph")["rules"]["digits"]["most"] == 5


def test_health_and_figures(server: Served) -> None:
    assert server.client.get("/healthz").json() == {"status": "ok"}
    server.client.get("/t/abc")
    figures = server.client.get("/metrics").text
    assert 'parlor_requests_total{method="GET",route="/healthz",status="200"}' in figures
    assert 'route="/t/{table}"' in figures
    assert "/t/abc" not in figures
    for line in figures.splitlines():
        assert line.startswith("# TYPE ") or float(line.rpartition(" ")[2]) >= 0


def test_every_address_refuses_other_methods(server: Served, description: Any) -> None:
    for path, methods in description["paths"].items():
        [method] = methods
        address = path.replace("{table}", "x").replace("{puzzle}", "x")
        for other in {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "TRACE"} - {method.upper()}:
            answer = server.client.request(other, address)
            assert answer.status_code == 405, (other, path)
            assert answer.headers["allow"] == method.upper()
            assert other == "HEAD" or error(answer) == (405, "method")
    assert error(server.client.get("/api/nothing")) == (404, "no page")
    assert error(server.client.get("/api/tables/")) == (404, "no page")


def unknown(description: Any, schema: Any, value: Any, name: str) -> list[str]:
    """The keys of an answer that its schema does not name."""
    if "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        found = [unknown(description, each, value, name) for each in schema["anyOf"]]
        return min(found, key=len) if not isinstance(value, dict | list) else max(found, key=len)
    if isinstance(value, list):
        return [key for each in value for key in unknown(description, schema.get("items", {}), each, name)]
    if not isinstance(value, dict) or "properties" not in schema:
        return []
    known = schema["properties"]
    strange = [f"{name}.{key}" for key in value if key not in known]
    shared = [key for key in value if key in known]
    return strange + [
        each for key in shared for each in unknown(description, known[key], value[key], f"{name}.{key}")
    ]


def test_no_answer_has_a_key_that_is_not_described(server: Served, description: Any) -> None:
    """A table that is on, with all that it may show, one that is over, and what else the pages read."""
    house = open_table(server.client, opponent="casual", settings={"clock": 600})
    shown = [house.now("hint").json()["view"], house.now("moves").json()["view"]]
    duel = open_table(server.client, daily="2026-11-17")
    host, guest = two_friends(server.client, "pocket-addition")
    host.now("move", move="6")
    shown += [duel.view(), host.now("undo").json(), guest.view()]
    shown.append(guest.now("resign").json())
    answers = [("View", view) for view in shown]
    answers += [("Review", guest.get("/review?answers=1").json())]
    answers += [("Games", server.client.get("/api/games").json())]
    answers += [("Today", server.client.get("/api/today?date=2026-11-17").json())]
    for name, answer in answers:
        schema = {"$ref": f"#/components/schemas/{name}"}
        assert unknown(description, schema, answer, name) == []
        jsonschema.validate(answer, schema | {"components": description["components"]})
    assert unknown(description, {"$ref": "#/components/schemas/View"}, {"more": 1}, "View") == ["View.more"]


def test_the_description_is_whole(description: Any) -> None:
    jsonschema.Draft202012Validator.check_schema({"$defs": description["components"]["schemas"]})
    text = json.dumps(description)
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named == set(description["components"]["schemas"])
    described_here = described(calls())["paths"]
    assert description["paths"] == described_here
    operations = [operation for methods in description["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)

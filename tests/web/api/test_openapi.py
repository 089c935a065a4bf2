"""The API and its description: all of it is described, and nothing else is answered."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from primeparlor.games import GAMES
from primeparlor.web.api.openapi import build_description
from primeparlor.web.api.routes import list_endpoints
from support.web.http_server import Served, error, open_table, two_friends


@pytest.fixture(scope="module")
def description(server: Served) -> Any:
    return server.client.get("/api/openapi.json").json()


def test_the_games_are_listed(server: Served) -> None:
    games = server.client.get("/api/games").json()
    assert [game["name"] for game in games if game["ours"]] == list(GAMES.ours)
    climb = next(game for game in games if game["name"] == "prime-climb")
    assert climb["rules"]["top"] == {"standard": 20, "least": 2, "most": 1000}
    assert climb["variants"][0]["rules"] == {"top": 35, "largest": 4}
    assert len(climb["levels"]) == len(climb["other_levels"]) == 5
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
    described_here = build_description(list_endpoints())["paths"]
    assert description["paths"] == described_here
    operations = [operation for methods in description["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)

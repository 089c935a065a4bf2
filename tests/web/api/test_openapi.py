"""The API and its description: all of it is described, and nothing else is answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from primeparlor.games import GAMES
from primeparlor.messages import Tips
from support.web.api_shape import describe_api, reduce_description
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
        assert line.startswith(("# HELP ", "# TYPE ")) or float(line.rpartition(" ")[2]) >= 0


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
        schemas = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        pairs = zip(schemas, value, strict=True)
        return [key for inner, each in pairs for key in unknown(description, inner, each, name)]
    if not isinstance(value, dict) or "properties" not in schema or schema.get("additionalProperties"):
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
    updates = [house.now("hint").json()["update"], house.now("moves").json()["update"]]
    duel = open_table(server.client, daily="2026-11-17")
    host, guest = two_friends(server.client, "pocket-addition")
    updates += [host.now("move", move="6").json(), host.now("undo").json(), guest.now("resign").json()]
    views = [house.view(), duel.view(), host.view(), guest.view()]
    answers = [("View", view) for view in views] + [("Update", update) for update in updates]
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
    assert description == describe_api()
    operations = [operation for methods in description["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)


KEPT = Path(__file__).parents[2] / "kept" / "api.json"
# Fields that used to be any object or any text, and are described now.
PRECISE = ("changes[].", "facts.", "first.", "rows[].", "turning.", "sides[].", "summary.")
STREAM = "GET /api/tables/{table}/stream"


def differences(before: Any, now: Any, at: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The places at which two shapes differ, each with what was lost and what was added."""
    if isinstance(before, dict):
        gone = [(*at, "-", key) for key in before if key not in now] + [
            (*at, "+", key) for key in now if key not in before
        ]
        return gone + [
            each for key in before if key in now for each in differences(before[key], now[key], (*at, key))
        ]
    was, is_now = (set(each.split() if isinstance(each, str) else map(str, each)) for each in (before, now))
    return [(*at, "-", each) for each in sorted(was - is_now)] + [
        (*at, "+", each) for each in sorted(is_now - was)
    ]


def changed_answers() -> set[tuple[str, ...]]:
    """What acts answer with now: what is new instead of the whole table."""
    found: set[tuple[str, ...]] = {("named", "+", "Update")}
    for act in ("move", "undo", "answer", "resign", "rematch"):
        found.add((*answer_of(act), "+", ":Update"))
    for act in ("hint", "why", "moves"):
        found |= {(*answer_of(act), "-", field) for field in ("view", "view:View")}
        found |= {(*answer_of(act), "+", field) for field in ("update", "update:Update", "update:View")}
    return found


def added_fields() -> set[tuple[str, ...]]:
    """What tells where a level is weaker than its name says, and what is worded for the page."""
    games = ("calls", "GET /api/games", "answers", "200", "application/json")
    levels = ("[].other_levels", "[].other_levels[].name", "[].other_levels[].told")
    answer = ("calls", "POST /api/puzzles/{puzzle}/answer")
    verdict = (*answer, "answers", "200", "application/json")
    named = (("View", "seats[].note"), ("View", "variant_words"), ("Puzzle", "side"))
    names = (("Puzzle", "names"), *((name, "names_inside") for name in ("Puzzle", "View")))
    heading = ("heading", *(f"heading.{field}" for field in ("game", "variant", "stars", "difficulty")))
    return (
        {("named", "Puzzle", "+", field) for field in heading}
        | {("named", name, "+", field) for name, field in (*named, *names)}
        | {(*games, "+", field) for field in (*levels, "[].variants[].words", "[].shows_moves", "[].style")}
        | {
            ("named", "Puzzle", "+", "line"),
            ("calls", "POST /api/puzzles", "body", "application/json", "+", "line?"),
            ("calls", "POST /api/puzzles/{puzzle}/hint", "body", "application/json", "+", "moves?"),
            (*answer, "body", "application/json", "+", "moves?"),
            *((*verdict, "+", field) for field in ("next?", "next:Puzzle", "facts?")),
            (*verdict, "+", "heading"),
            (*verdict, "+", "text"),
            (*answer, "body", "application/json", "+", "rush?"),
            (*answer, "body", "application/json", "+", "left?"),
            (*answer, "body", "application/json", "+", "tried?"),
            *(("calls", "GET /api/today", *verdict[2:], "+", field) for field in ("most_tries", "rule")),
        }
    )


def ladder_fields() -> set[tuple[str, ...]]:
    """What opens the table of a rung, and says for which one a game counts."""
    games = ("calls", "GET /api/games", "answers", "200", "application/json")
    progress = ("calls", "POST /api/progress")
    return (
        {(*games, "+", field) for field in ("[].ladder", "[].ladder.next", "[].ladder.next_text")}
        | {
            (*progress, "body", "application/json", "+", f"playing{field}")
            for field in ("?", ".table", ".game")
        }
        | {
            (*progress, "answers", "200", "application/json", "+", "stake"),
            ("calls", "POST /api/tables", "body", "application/json", "+", "rung?"),
            ("named", "View", "+", "climbs"),
        }
    )


def messages() -> set[tuple[str, ...]]:
    """What the game says of steps, refused moves, offers and the end, with names left open."""
    said = ("bold", "text", "glyph", "kind")
    row = ("move", "what", "short", "prime", "struck", "pending")
    of_turns = ("waiting", "watching", "forced", "free", "absent", "fallen", "away", "to_move", "sides")
    notes = [f"turn_notes.{note}" for note in of_turns]
    notes += ["hint_notes", "hint_notes.questions", "hint_notes.taken", "hint_notes.agreement"]
    notes += ["terms", *(f"terms.{who}" for who in ("player", "one_screen", "spectator"))]
    notes += ["how_to_play", "tips", *(f"tips.{moment}" for moment in Tips._fields)]
    offer = [f"offer.{words}" for words in ("about", "asks", "asked", "waits", "declined")]
    return (
        {("named", name, "+", f"said.{field}") for name in ("Step", "Outcome") for field in said}
        | {("named", "Error", "+", f"error.said.{field}") for field in said}
        | {("named", "Step", "+", f"row.{field}") for field in row}
        | {("named", name, "+", "said") for name in ("Step", "Outcome")}
        | {("named", "Error", "+", "error.said?"), ("named", "Step", "+", "row")}
        | {("named", "View", "+", field) for field in (*offer, "names", "help_words")}
        | {("named", "View", "+", field) for field in ("turn_notes", *notes)}
        | {("named", "Outcome", sign, field) for sign, field in (("+", "how"), ("+", "by"))}
        | {("named", "Outcome", "-", field) for field in ("how?", "by?")}
    )


def refined_reviews() -> set[tuple[str, ...]]:
    """What tells how much of a review is exact, and asks for more."""
    found: set[tuple[str, ...]] = set()
    for call in ("GET /api/tables/{table}/review", "POST /api/review"):
        answer = ("calls", call, "answers", "200", "application/json")
        fields = [
            "choices",
            "exact_choices",
            "exactness",
            "more",
            "step",
            "what_decided",
            "label",
            "mistakes",
        ]
        fields += ["chart_title", "chart_words", "names_inside"]
        found |= {(*answer, "+", field) for field in fields}
        found.add(("calls", call, "parameters", "+", "query exact?"))
    return found


def several_games() -> set[tuple[str, ...]]:
    """What opens a match of several games, and tells its score."""
    series = ("first_to", "game", "score", "wins", "winner", "undecided", "goal", "result")
    body = ("calls", "POST /api/tables", "body", "application/json", "+")
    return (
        {("named", "View", "+", field) for field in ("again", "series")}
        | {("named", "View", "+", f"series.{field}") for field in series}
        | {(*body, field) for field in ("first_to?", "other_name?")}
        | {("calls", "+", "POST /api/summaries")}
        | {("calls", "+", f"GET /api/tables/{{table}}/{what}") for what in ("games", "records")}
    )


def answer_of(act: str) -> tuple[str, ...]:
    return "calls", f"POST /api/tables/{{table}}/{act}", "answers", "200", "application/json"


OTHER_SITES = [("answers", "+", status) for status in ("403", "421")]  # pages of other sites are refused


def test_the_api_is_that_of_before() -> None:
    """But for what acts answer with, what was added or became more precise, events, and other sites."""
    before = json.loads(KEPT.read_text(encoding="utf-8"))
    found = differences(before, reduce_description(describe_api()))
    events = ("calls", STREAM, "answers", "200", "text/event-stream")  # were text
    other = {
        place
        for place in found
        if not (place[-2] == "+" and place[-1].startswith(PRECISE))
        and place[:5] != events
        and place[-3:] not in OTHER_SITES
    }
    assert other == (
        changed_answers()
        | added_fields()
        | ladder_fields()
        | messages()
        | refined_reviews()
        | several_games()
    ) | {
        ("calls", STREAM, "parameters", "+", "query entries?"),
        ("named", "Step", "-", "seq"),  # numbers are each reader's own; a step has its `number`
        ("calls", "+", "GET /api/sheet"),
        ("calls", "GET /metrics", "answers", "+", "404"),  # for other machines
        ("calls", "POST /api/judge", "answers", "+", "409"),  # a position at a table without hints
        ("named", "View", "+", "help_price"),
        ("named", "View", "+", "help_used"),
    }
    assert (*events, "+", "event") in found

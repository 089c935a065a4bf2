"""Whoever guesses, floods or asks for too much is told to wait."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from primeparlor.web.config import ClientLimits, Rate
from primeparlor.web.errors import ApiError
from primeparlor.web.rate_limit import RateLimiter, build_stream_limiter, build_task_limiter, find_client
from support.web.http_server import FREE, LONG, PLAIN, Served, error, open_table, served, two_friends

SERVER = Path(__file__).parents[2] / "docs" / "reference" / "server.md"


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spent(limiter: RateLimiter, client: str = "a", what: str = "writes") -> int | None:
    """How long to wait; None if there was a token."""
    try:
        limiter.take(client, what)
    except ApiError as refused:
        return int(refused.headers["Retry-After"])
    return None


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    limiter = RateLimiter(ClientLimits(writes=Rate(0.5, 3)), clock)
    assert [spent(limiter) for _ in range(5)] == [None, None, None, 2, 2]
    clock.now = 2.0
    assert [spent(limiter) for _ in range(2)] == [None, 2]
    clock.now = 1000.0
    assert [spent(limiter) for _ in range(4)] == [None, None, None, 2]


def test_clients_and_things_have_buckets_of_their_own() -> None:
    limiter = RateLimiter(ClientLimits(writes=Rate(1, 1), reads=Rate(1, 1)), Clock())
    assert spent(limiter, "a") is None
    assert spent(limiter, "b") is None
    assert spent(limiter, "a", "reads") is None
    assert spent(limiter, "a") == 1


def test_only_so_many_clients_are_remembered_and_those_who_ask_most_longest() -> None:
    clock = Clock()
    limiter = RateLimiter(ClientLimits(writes=Rate(0.001, 2), clients=10), clock)
    assert [spent(limiter, "greedy") for _ in range(3)][:2] == [None, None]
    for at in range(1000):
        spent(limiter, f"client {at}")
        assert len(limiter._buckets) <= 10
    assert spent(limiter, "greedy") is not None
    clock.now = 1e9
    for at in range(20):
        spent(limiter, f"new client {at}")
    assert spent(limiter, "greedy") is None


def test_streams_are_counted_while_they_are_open() -> None:
    streams = build_stream_limiter(ClientLimits(streams_each=1, streams=2))
    with streams.hold_slot("a"), streams.hold_slot("b"):
        for client in ("a", "c"):
            with pytest.raises(ApiError), streams.hold_slot(client):
                pass
        assert streams.count == 2
    assert (streams.count, streams.open) == (0, {})


def test_spectators_leave_streams_for_players() -> None:
    streams = build_stream_limiter(ClientLimits(streams_each=9, streams=4, spectators=2))
    with streams.hold_slot("a", is_guest=True), streams.hold_slot("b", is_guest=True):
        with pytest.raises(ApiError), streams.hold_slot("c", is_guest=True):
            pass
        with streams.hold_slot("c"), streams.hold_slot("d"), pytest.raises(ApiError), streams.hold_slot("e"):
            pass
        assert streams.guests == 2
    assert streams.guests == 0


def test_a_token_that_is_given_back_can_be_taken_again() -> None:
    limiter = RateLimiter(ClientLimits(unfinished=Rate(0.001, 2)), Clock())
    limiter.give_back("a", "unfinished")  # of a client that is not remembered
    assert [spent(limiter, "a", "unfinished") is None for _ in range(3)] == [True, True, False]
    for _ in range(5):
        limiter.give_back("a", "unfinished")
    assert [spent(limiter, "a", "unfinished") is None for _ in range(3)] == [True, True, False]


def test_an_address_has_only_so_many_unfinished_tables(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(unfinished=Rate(0.0001, 2))) as server:
        hosts = [open_table(server.client, opponent="same screen") for _ in range(2)]
        request = {"game": "prime-climb", "opponent": "same screen"}
        refused = server.client.post("/api/tables", json=request)
        assert error(refused) == (429, "too much")
        assert hosts[0].now("resign").status_code == 200
        open_table(server.client, **request)
        assert server.client.post("/api/tables", json=request).status_code == 429


def test_thoughts_are_counted_for_each_client_alone() -> None:
    tasks = build_task_limiter(ClientLimits(thoughts_each=2))
    with tasks.hold_slot("a"), tasks.hold_slot("a"), tasks.hold_slot("b"), tasks.hold_slot("b"):
        with pytest.raises(ApiError) as refused, tasks.hold_slot("a"):
            pass
        assert (refused.value.status, "Retry-After" in refused.value.headers) == (429, True)
    with tasks.hold_slot("a"):
        pass


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address(address: str, client: str) -> None:
    assert find_client(address) == client


def test_a_socket_without_an_address_is_one_client() -> None:
    assert find_client("") == ""


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
        assert error(refused) == (429, "too much")
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
        ("lists", "POST", "/api/summaries", {"tables": []}),
        ("thoughts", "POST", "/api/tables", {"game": "pocket-addition", "opponent": "beginner"}),
    ],
)
def test_too_much_is_refused_with_the_time_to_wait(
    tmp_path: Path, what: str, method: str, path: str, body: Any
) -> None:
    limits = ClientLimits(**FREE._asdict() | {what: Rate(0.001, 4)})
    with served(tmp_path, limits) as server:
        answers = [server.client.request(method, path, json=body) for _ in range(6)]
        server.client.cookies.clear()
        assert [answer.status_code for answer in answers].count(429) >= 2
        assert error(answers[-1]) == (429, "too much")
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[-1].headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("what", "path", "status"),
    [
        ("records", "record", 200),
        ("records", "games", 200),
        ("reviews", "review", 409),
        ("openings", "stream?after=x", 422),
    ],
)
def test_what_is_large_has_limits_of_its_own(tmp_path: Path, what: str, path: str, status: int) -> None:
    with served(tmp_path, ClientLimits(**FREE._asdict() | {what: Rate(0.001, 2)})) as server:
        host = open_table(server.client)
        answers = [host.get(f"/{path}").status_code for _ in range(4)]
        assert answers == [status, status, 429, 429]
        assert host.get().status_code == 200


def test_nobody_has_the_house_to_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many thoughts may be under way for one client; what needs none goes on."""
    with served(tmp_path, FREE._replace(thoughts_each=3)) as server:
        ask, began, go = server.registry.workers.ask, threading.Semaphore(0), threading.Event()

        async def held(task: str, **data: Any) -> dict[str, Any]:
            began.release()
            await asyncio.to_thread(go.wait, LONG)
            return await ask(task, **data)

        monkeypatch.setattr(server.registry.workers, "ask", held)
        asked = {"position": "pocket-addition turn=1", "move": "7"}
        level = {"game": "pocket-addition", "opponent": "beginner"}
        with ThreadPoolExecutor(3) as people:
            sent = [
                people.submit(httpx.post, f"{server.address}/api/{what}", json=body, timeout=LONG, **PLAIN)
                for what, body in (("judge", asked), ("judge", asked), ("tables", level))
            ]
            for _ in sent:
                assert began.acquire(timeout=LONG)
            for what, body in (("judge", asked), ("tables", level)):
                assert error(server.client.post(f"/api/{what}", json=body)) == (429, "too much")
            open_table(server.client)
            go.set()
            assert [each.result(LONG).status_code for each in sent] == [200, 200, 201]
        assert server.client.post("/api/judge", json=asked).status_code == 200


def test_progress_tells_nothing_of_a_game_that_is_on_and_guesses_no_tables(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(misses=Rate(0.001, 3))) as server:
        host, _ = two_friends(server.client, "pocket-addition")
        host.now("move", move="1")

        def played(table: str) -> Any:
            change = {"do": "played", "table": table, "game": 1, "seat": 1}
            sent = {"progress": {}, "day": "2026-11-17", "now": 1e9, "minutes": 0, "changes": [change]}
            return server.client.post("/api/progress", json=sent)

        assert error(played(host.table)) == (409, "not over")
        host.now("resign")
        assert played(host.table).status_code == 200
        guesses = [played("aaaa-bbbb-cccc-dddd").status_code for _ in range(4)]
        assert guesses == [404, 404, 404, 429]


def test_every_unknown_table_of_a_list_counts_for_lists_only(tmp_path: Path) -> None:
    with served(tmp_path, FREE._replace(gone=Rate(0.001, 3))) as server:
        host = open_table(server.client)
        asked = {"tables": [{"table": host.table, "seat": 1}]}
        [row] = server.client.post("/api/summaries", json=asked).json()["tables"]
        assert (row["table"], row["title"], row["yours"]) == (host.table, "Prime Climb", False)
        asked["tables"] += [{"table": f"aaaa-bbbb-cccc-{name}", "seat": None} for name in ("dddd", "eeee")]
        for _ in range(2):  # the second time one guess is left, so it is answered
            found = server.client.post("/api/summaries", json=asked).json()
            assert (len(found["tables"]), len(found["gone"])) == (1, 2)
        refused = server.client.post("/api/summaries", json=asked)
        assert error(refused) == (429, "too much")
        assert int(refused.headers["retry-after"]) > 1_000  # all four count
        assert host.get().status_code == 200


def test_a_list_for_which_much_is_read_counts_as_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("primeparlor.web.api.summaries.ENTRIES_OF_A_LIST", 1)
    with served(tmp_path, FREE._replace(lists=Rate(0.001, 3))) as server:
        host = open_table(server.client, opponent="same screen")
        for move in ("4", "6", "5"):
            host.now("move", move=move)
        asked = {"tables": [{"table": host.table, "seat": None}]}
        assert server.client.post("/api/summaries", json=asked).status_code == 200
        server.registry.live_tables.clear()  # now it has to be read
        assert server.client.post("/api/summaries", json=asked).json()["tables"][0]["game"] == "prime-climb"
        refused = server.client.post("/api/summaries", json=asked)
        assert error(refused) == (429, "too much")
        assert int(refused.headers["retry-after"]) > 2_000  # it owes for what was read


@pytest.mark.parametrize("path", ["/api/progress", "/api/review"])
def test_who_has_asked_for_too_much_need_not_send_a_large_body(tmp_path: Path, path: str) -> None:
    with served(tmp_path, FREE._replace(thoughts=Rate(0.001, 1))) as server:
        assert server.client.post("/api/judge", json={}).status_code == 422
        assert error(server.client.post(path, content=b" " * (FREE.record + 1))) == (429, "too much")


def test_only_a_few_games_are_looked_through_at_once(server: Served) -> None:
    host, _ = two_friends(server.client, "pocket-addition")
    host.now("resign")
    change = {"do": "played", "table": host.table, "game": 1, "seat": 1}
    sent: dict[str, Any] = {"progress": {}, "day": "2026-11-17", "now": 1e9, "minutes": 0}
    assert server.client.post("/api/progress", json=sent | {"changes": [change] * 5}).status_code == 200
    refused = server.client.post("/api/progress", json=sent | {"changes": [change] * 6})
    assert error(refused) == (422, "malformed")
    assert "at most 5 games" in refused.json()["error"]["message"]


def test_the_documented_limits_are_those_of_the_server() -> None:
    text = SERVER.read_text(encoding="utf-8").replace("500 a day", str(500 / 86_400)).replace(",", "")
    rows = re.findall(r"^\| [^|]+ \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    documented = [Rate(float(second), float(at_once)) for second, at_once in rows]
    assert documented == [rate for rate in ClientLimits() if isinstance(rate, Rate)]

"""The calls of the puzzles: what a day brings, a puzzle that fits, and what a move is worth."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from primeparlor.coach.training.daily import ROTA
from primeparlor.web.api import puzzles
from primeparlor.web.api.services import Client
from primeparlor.web.config import MOST_HINTS, ClientLimits, Rate
from primeparlor.web.errors import ApiError
from primeparlor.web.rate_limit import RateLimiter, build_task_limiter
from support.web.http_server import FREE, Served, error, reading, served, two_friends

RATED = {"rating": 1700, "deviation": 60, "volatility": 0.06, "asked": 50, "right": 30}


def test_a_day_brings_the_same_for_everybody(server: Served) -> None:
    today = server.client.get("/api/today?date=2026-11-17").json()
    assert (today["number"], today["prime"], today["name"]) == (321, False, "№ 321 = 3 × 107")
    assert sorted(puzzle["game"] for puzzle in (today["puzzle"], *today["more"])) == sorted(ROTA)
    assert server.client.get("/api/today?date=2026-11-17").json() == today
    assert server.client.get("/api/today").status_code == 200
    for date in ("x", "", "2026-02-30", "20261117", "0001-01-01", "2026-11-17 "):
        assert error(server.client.get("/api/today", params={"date": date}))[0] == 422


def test_a_class_opens_a_sheet_together(tmp_path: Path) -> None:
    """From one address, which may think once at a time: one sheet for all, made once."""
    with served(tmp_path, FREE._replace(thoughts_each=1)) as server, ThreadPoolExecutor(12) as readers:
        path = "/api/sheet?game=prime-climb&seed=7&stars=2&puzzles=3"
        first, *others = readers.map(lambda _: server.client.get(path), range(12))
        assert first.status_code == 200
        assert {answer.content for answer in others} == {first.content}
        sheet = first.json()
        assert len({puzzle["position"] for puzzle in sheet["puzzles"]}) == len(sheet["solutions"]) == 3
        [puzzle, *_] = sheet["puzzles"]
        shown = server.client.post(f"/api/puzzles/{puzzle['puzzle']}/answer", json={"show": True}).json()
        assert shown["why"] == sheet["solutions"][0]
        for wrong in ("game=chess&seed=1", "game=prime-climb", "game=prime-climb&seed=1&puzzles=13"):
            assert error(server.client.get(f"/api/sheet?{wrong}"))[0] == 422


def test_whoever_is_over_a_limit_leaves_others_their_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(services: object, task: str, **data: str) -> dict[str, str]:
        return data

    monkeypatch.setattr(puzzles, "run_task", answer)
    limits = ClientLimits(thoughts=Rate(0.001, 1))
    services: Any = SimpleNamespace(rate_limiter=RateLimiter(limits), task_limiter=build_task_limiter(limits))
    clients, shared = [Client(name, services) for name in "abc"], puzzles.SharedAnswers(2)
    clients[0].take("thoughts")  # its only one

    async def ask() -> list[Any]:
        asked = (shared.load(client, "today", day="2026-11-17") for client in clients)
        return list(await asyncio.gather(*asked, return_exceptions=True))

    first, *others = asyncio.run(ask())
    assert isinstance(first, ApiError)
    assert others == [{"day": "2026-11-17"}] * 2


def test_a_puzzle_is_answered(server: Served) -> None:
    puzzle = server.client.post("/api/puzzles", json={"position": "pocket-addition turn=1"}).json()
    path = f"/api/puzzles/{puzzle['puzzle']}"
    assert "answers" not in puzzle
    wrong = server.client.post(f"{path}/answer", json={"move": "+ 1"}).json()
    assert (wrong["right"], wrong["move"]) == (False, "1")
    assert "answer" not in wrong
    right = server.client.post(f"{path}/answer", json={"move": "8"}).json()
    assert right["right"]
    assert "8" in right["answer"]
    shown = server.client.post(f"{path}/answer", json={"show": True}).json()
    assert (shown["right"], shown["answer"]) == (False, right["answer"])
    assert server.client.post(f"{path}/hint", json={"step": 5}).json()["text"]
    for body in ({"move": "10"}, {"move": "banana"}, {}, {"move": "8", "show": True}, {"show": False}):
        assert error(server.client.post(f"{path}/answer", json=body))[0] == 422


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
    assert hard.json()["difficulty"] > 1
    assert server.client.post("/api/puzzles", json={"rush": 2}).json()["game"] == "prime-climb"
    mistake = {"position": first["position"], "mistake": True}
    again = server.client.post("/api/puzzles", json=mistake).json()
    assert again["puzzle"] != first["puzzle"]
    assert server.client.post(f"/api/puzzles/{again['puzzle']}/hint", json={"step": 1}).status_code == 200
    for body in ({"game": "chess"}, {"position": "x"}, {"position": "prime-climb steps=20,0 turn=2"}):
        assert error(server.client.post("/api/puzzles", json=body))[0] == 422


def test_a_line_solved_with_many_hints_is_stored(server: Served) -> None:
    """Each decision has hints of its own."""
    line = {"position": "prime-climb largest=4 steps=10,6 turn=1", "line": True}
    puzzle = server.client.post("/api/puzzles", json=line).json()["puzzle"]
    answered = {"do": "answered", "puzzle": puzzle, "mark": "+", "tries": "", "hints": MOST_HINTS}
    sent: dict[str, Any] = {"progress": {}, "day": "2026-11-17", "now": 1, "minutes": 0}
    sent["changes"] = [answered]
    assert server.client.post("/api/progress", json=sent).status_code == 200
    answered["hints"] += 1
    message = server.client.post("/api/progress", json=sent).json()["error"]["message"]
    assert message == "'hints' must be a whole number from 0 to 1,000."


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


def test_judge_does_not_tell_what_hints_may_not(server: Served) -> None:
    """Not to who looks at a table without hints, while the position stands there; the start is no secret."""
    host, guest = two_friends(server.client, "pocket-addition", settings={"hints": False})
    moves = ("6", "7")

    def judge(move: str) -> Any:
        return server.client.post("/api/judge", json={"position": host.view()["position"], "move": move})

    with reading(host, host.table, server.client) as stream:
        stream.until("view")
        assert judge(moves[0]).status_code == 200
        assert host.now("move", move=moves[0]).status_code == 200
        assert error(judge(moves[1])) == (409, "no hints")
        before = {"position": host.view()["position"], "move": moves[1]}
        assert guest.now("move", move=moves[1]).status_code == 200
        assert server.client.post("/api/judge", json=before).status_code == 200
        assert error(judge("1")) == (409, "no hints")
        assert host.now("resign").status_code == 200
        assert judge("1").status_code == 200


def test_judge_answers_for_what_stands_on_somebody_elses_table(server: Served) -> None:
    host, _ = two_friends(server.client, "pocket-addition", settings={"hints": False})
    assert host.now("move", move="6").status_code == 200
    judged = {"position": host.view()["position"], "move": "7"}
    assert server.client.post("/api/judge", json=judged).status_code == 200  # nobody here looks at it

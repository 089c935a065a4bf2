"""Whose thought comes next: nobody has the house to themselves, and its moves always have a process."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from typing import Any

import pytest

from primeparlor.web.api.puzzles import encode_name
from primeparlor.web.config import WORKERS
from primeparlor.web.errors import TooBusy
from primeparlor.web.workers.fair_queue import CLIENT, FairQueue
from support.web.http_server import Served, error, open_table, reading
from support.web.registry import refused, run

MOVE, HELP, LONG = "choose", "judge", "review"


class Thoughts:
    """Thoughts that take as long as the test wants, in the order in which their turns came."""

    def __init__(self, workers: int = WORKERS, waiting: int = 100) -> None:
        self.turns = FairQueue(workers, waiting)
        self.under_way = list[str]()
        self._asked = dict[str, asyncio.Task[None]]()
        self._done = dict[str, asyncio.Event]()
        self._late = dict[str, asyncio.Event]()

    async def ask(self, client: str, task: str, name: str) -> asyncio.Task[None]:
        """Let this client ask, and see whose turn it is then."""
        self._done[name], self._late[name] = asyncio.Event(), asyncio.Event()
        context = copy_context()
        context.run(CLIENT.set, client)
        self._asked[name] = asyncio.create_task(self._think(task, name), context=context)
        await settled()
        return self._asked[name]

    async def _think(self, task: str, name: str) -> None:
        async with self.turns.find_queue(task).wait_turn() as turn:
            self.under_way.append(name)
            await self._late[name].wait()
            if turn.is_short and not self._done[name].is_set() and not await turn.extend():
                self.under_way.remove(name)
                await turn.wait_again()
                self.under_way.append(name)
            await self._done[name].wait()
            self.under_way.remove(name)

    async def be_late(self, name: str) -> None:
        """Let this thought take long."""
        self._late[name].set()
        await settled()

    async def end(self, name: str) -> None:
        self._done[name].set()
        self._late[name].set()
        await self._asked[name]
        await settled()

    async def end_all(self) -> None:
        while self.under_way:
            await self.end(self.under_way[0])


async def settled() -> None:
    """Let everything go on that can: nothing here waits for anything but turns."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_one_client_takes_turns_with_himself_and_with_all_others() -> None:
    async def test() -> None:
        thoughts = Thoughts(workers=2)  # one for help, one for moves
        order = list[str]()
        for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
            await thoughts.ask(name[0], HELP, name)
        while thoughts.under_way:
            [name] = thoughts.under_way
            order.append(name)
            await thoughts.end(name)
        assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]

    run(test())


def test_a_client_who_asks_for_everything_leaves_a_process_for_every_kind() -> None:
    async def test() -> None:
        thoughts = Thoughts()
        for task in (HELP, LONG, MOVE):
            for number in range(8):
                await thoughts.ask("a", task, f"{task} {number}")
        assert sorted(thoughts.under_way) == [f"{MOVE} 0", f"{HELP} 0", f"{LONG} 0"]
        for task in (HELP, LONG, MOVE):
            await thoughts.ask("b", task, "another's")
            assert "another's" in thoughts.under_way
            await thoughts.end("another's")
        await thoughts.end_all()

    run(test())


@pytest.mark.parametrize(
    ("busy", "goes_on"), [((LONG,), (HELP, MOVE)), ((LONG, HELP), (MOVE,)), ((LONG, MOVE), (HELP,))]
)
def test_moves_wait_for_no_help_and_help_for_no_move_and_no_review(
    busy: tuple[str, ...], goes_on: tuple[str, ...]
) -> None:
    async def test() -> None:
        thoughts = Thoughts()
        for task in busy:
            for client in range(9):
                await thoughts.ask(f"{client}", task, f"{task} {client}")
        for task in goes_on:
            await thoughts.ask("another", task, task)
            assert task in thoughts.under_way
            await thoughts.end(task)
        await thoughts.end_all()

    run(test())


def test_exact_values_of_reviews_are_worked_out_one_at_a_time_and_delay_nothing() -> None:
    async def test() -> None:
        thoughts = Thoughts()
        for number in range(9):
            await thoughts.ask(f"{number}", "refine", f"refine {number}")
        assert thoughts.under_way == ["refine 0"]
        for client in "ab":
            await thoughts.ask(client, LONG, f"{LONG} {client}")
        for task in (HELP, MOVE):
            await thoughts.ask("c", task, task)
        assert thoughts.under_way[1:] == [f"{LONG} a", f"{LONG} b", HELP, MOVE]
        await thoughts.end("refine 0")
        assert thoughts.under_way[-1] == "refine 1"
        await thoughts.end_all()

    run(test())


def test_help_waits_for_no_help_that_takes_long() -> None:
    """Ten clients whose questions are heavy, and one who wants a puzzle."""

    async def test() -> None:
        thoughts, heavy = Thoughts(), [f"heavy {client}" for client in range(10)]
        for name in heavy:
            await thoughts.ask(name, HELP, name)
        assert thoughts.under_way == heavy[:3]
        await thoughts.ask("another", "puzzle", "puzzle")
        for name in heavy:  # each gets its turn, and no more than a moment
            assert name in thoughts.under_way
            await thoughts.be_late(name)
        assert thoughts.under_way == [*heavy[:2], "puzzle"]
        for name in heavy[2:]:  # none is begun in the place of the puzzle
            await thoughts.end("puzzle")
            assert len(thoughts.under_way) == 2
            await thoughts.ask("another", "puzzle", "puzzle")
            await thoughts.end(thoughts.under_way[0])
            assert name in thoughts.under_way
        await thoughts.end_all()

    run(test())


def test_where_too_many_others_wait_the_next_is_turned_away_but_no_move() -> None:
    async def test() -> None:
        thoughts = Thoughts(waiting=5)
        for client in "abcde":
            await thoughts.ask(client, HELP, client)
        more = await thoughts.ask("a", HELP, "a's next")  # who is let in may wait for his own
        assert not more.done()
        await refused(TooBusy, await thoughts.ask("f", HELP, "f"))
        await thoughts.ask("f", MOVE, "f's move")
        assert "f's move" in thoughts.under_way
        await thoughts.end_all()
        assert more.done()

    run(test())


# Who asks ---------------------------------------------------------------------------------------------------


def test_what_a_request_starts_counts_as_its_clients(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's answer to a move too, or tables by the hundred would take all turns."""
    ask, asked = server.registry.workers.ask, dict[str, str]()

    async def noted(task: str, **data: Any) -> dict[str, Any]:
        asked[task] = CLIENT.get()
        return await ask(task, **data)

    monkeypatch.setattr(server.registry.workers, "ask", noted)
    seat = open_table(server.client, "pocket-addition", opponent="beginner", side=2)
    with reading(seat, seat.table, server.client) as stream:
        next(event for event in stream if event.data.get("number"))  # it has moved
    assert seat.now("hint").status_code == 200
    assert asked == dict.fromkeys(("sit", "choose", "hint"), "127.0.0.1")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("judge", {"position": "number-morph digits=7", "move": "1234567"}),
        ("puzzles", {"position": " number-morph  turn=1 digits=7 "}),
        (f"puzzles/{encode_name('number-morph digits=6', mistake=True)}/answer", {"move": "123457"}),
        (f"puzzles/{encode_name('number-morph digits=6', mistake=False)}/hint", {"step": 1}),
        (
            "progress",
            {
                "progress": {},
                "day": "2026-11-17",
                "now": 1e9,
                "minutes": 0,
                "changes": [
                    {
                        "do": "answered",
                        "puzzle": encode_name("number-morph digits=7", mistake=False),
                        "mark": "+",
                        "tries": "",
                        "hints": 0,
                    }
                ],
            },
        ),
    ],
)
def test_the_house_is_not_asked_about_a_variant_that_cannot_be_played(
    path: str, body: dict[str, Any], server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.registry.workers, "ask", None)  # it is not even asked
    refusal = server.client.post(f"/api/{path}", json=body)
    assert error(refusal) == (422, "refused")
    told = refusal.json()["error"]["message"]
    assert told == "To play, digits must be a whole number from 2 to 5."

"""A table of ours with two friends who play Nonprime Addition for ever: no number they add makes a prime."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, NamedTuple

from primeparlor.primes import is_prime
from server_load.http_client import ANSWER_SECONDS, Answer, EventStream, HttpConnection

GAME = "nonprime-addition"


class Move(NamedTuple):
    """What a move took: seconds until the answer, its bytes, and the bytes on the two streams."""

    seconds: float
    answer: int
    streams: int


class Friend(NamedTuple):
    """A player with a seat, a connection for moves and an open stream."""

    token: str
    connection: HttpConnection
    stream: EventStream


class FriendsTable:
    """A table at which two friends take turns, each as soon as the streams of both show the last move."""

    def __init__(self, name: str, friends: tuple[Friend, Friend], view: dict[str, Any]) -> None:
        self.name, self.friends = name, friends
        self.total, self.number, self.turn = view["facts"]["total"], view["number"], view["turn"]
        self.seq = view["seq"]

    @classmethod
    async def open(cls, port: int, addresses: tuple[str, str]) -> FriendsTable:
        """Open a table from one address and join it from the other, then open both streams."""
        first, second = (HttpConnection(port, address) for address in addresses)
        order = {"game": GAME, "opponent": "friend", "side": 1, "name": "Ada"}
        opened = read_answer(await first.request(write_head("POST", "/api/tables"), encode(order)))
        name = opened["table"]
        join = {"name": "Bob", "key": f"load-{name}"}
        joined = read_answer(
            await second.request(write_head("POST", f"/api/tables/{name}/join"), encode(join))
        )
        tokens = opened["token"], joined["token"]
        streams = [
            await EventStream.open(port, address, write_head("GET", f"/api/tables/{name}/stream", token))
            for address, token in zip(addresses, tokens, strict=True)
        ]
        friends = Friend(tokens[0], first, streams[0]), Friend(tokens[1], second, streams[1])
        return cls(name, friends, joined["view"])

    async def play(self, moves: int, packed: bool = False) -> list[Move]:
        """Play so many moves."""
        return [await self.play_move(packed) for _ in range(moves)]

    async def play_move(self, packed: bool = False) -> Move:
        """Play a safe number, check the answer, and wait until both streams show the move."""
        mover, added = self.friends[self.turn - 1], find_safe_number(self.total)
        head = write_head("POST", f"/api/tables/{self.name}/move", mover.token, packed)
        body = encode({"number": self.number, "move": str(added)})
        streams = [friend.stream for friend in self.friends]
        before, began = sum(stream.size for stream in streams), time.perf_counter()
        answer = await mover.connection.request(head, body)
        seconds = time.perf_counter() - began
        state = read_answer(answer)
        step = state["steps"][-1]
        self.total += added
        if (step["move"], step["facts"]["total"], state["number"]) != (added, self.total, self.number + 1):
            raise RuntimeError(f"The answer does not show the move: {step}")
        self.number, self.turn, self.seq = state["number"], state["turn"], state["seq"]
        async with asyncio.timeout(ANSWER_SECONDS):
            await asyncio.gather(*(stream.reach(self.seq) for stream in streams))
        return Move(seconds, len(answer.body), sum(stream.size for stream in streams) - before)

    def check_streams(self) -> None:
        """Raise if the last event on a stream does not show the game as it stands."""
        for friend in self.friends:
            state = json.loads(friend.stream.data)
            shown = state["number"], state["turn"], state["steps"][-1]["facts"]["total"]
            if shown != (self.number, self.turn, self.total):
                raise RuntimeError(f"A stream shows {shown} at move {self.number}.")

    def close(self) -> None:
        """Close all connections."""
        for friend in self.friends:
            friend.connection.close()
            friend.stream.close()


def find_safe_number(total: int) -> int:
    """Return the smallest number from 2 to 9 that does not make the total prime."""
    return next(number for number in range(2, 10) if not is_prime(total + number))


def write_head(method: str, path: str, token: str | None = None, packed: bool = False) -> str:
    """Write the head of a request, but for its end, which the connection writes."""
    seat = "" if token is None else f"Authorization: Bearer {token}\r\n"
    accepted = "Accept-Encoding: gzip, deflate\r\n" if packed else ""
    kind = "Content-Type: application/json\r\n" if method == "POST" else ""
    return f"{method} {path} HTTP/1.1\r\n{kind}{accepted}{seat}"


def read_answer(answer: Answer) -> dict[str, Any]:
    """Decode an answer; raise if the server refused the request."""
    if answer.status not in (200, 201):
        raise RuntimeError(f"The server answered {answer.status}: {answer.text.decode(errors='replace')}")
    data: dict[str, Any] = json.loads(answer.text)
    return data


def encode(data: dict[str, Any]) -> bytes:
    """Encode the body of a request."""
    return json.dumps(data).encode()


def choose_address(number: int) -> str:
    """Return a player's loopback address, one of 249: the server's limits are per address."""
    return f"127.0.0.{2 + number % 249}"


async def open_tables(port: int, count: int, first: int = 0) -> list[FriendsTable]:
    """Open so many tables, a few at a time; the players' addresses count on from the first table's number."""
    gate = asyncio.Semaphore(10)

    async def open_one(number: int) -> FriendsTable:
        async with gate:
            return await FriendsTable.open(port, (choose_address(2 * number), choose_address(2 * number + 1)))

    return await asyncio.gather(*(open_one(number) for number in range(first, first + count)))

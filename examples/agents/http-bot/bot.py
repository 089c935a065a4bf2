"""A bot that plays Pocket Addition over the HTTP API of `parlor serve`, with the standard library only.

    python bot.py http://127.0.0.1:8000                      against the house
    python bot.py http://127.0.0.1:8000 --opponent friend    prints the link for the other player
    python bot.py http://127.0.0.1:8000/t/TABLE              takes the free seat behind such a link

The seat is kept in a file, so the same command resumes a game that was interrupted.
"""

from __future__ import annotations

import argparse
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import cache
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
PATIENCE = 60.0  # seconds without a sign of life; the server sends one every few seconds
TRIES = 5  # for an answer that does not arrive
NOW_AND_THEN = (429, 503)  # too much at once, or busy: `Retry-After` says how long to wait


# What to play ---------------------------------------------------------------------------------------------


def choose_number(facts: Json) -> int:
    """Return a number that wins by force, or the largest that fits if there is none."""
    turn, target = facts["turn"] - 1, facts["rules"]["target"]
    mine, theirs = facts["totals"][turn], facts["totals"][1 - turn]
    pool, took_last = frozenset(facts["pool"]), facts["passes"] == 1
    fitting: list[int] = sorted((number for number in pool if mine + number <= target), reverse=True)
    winning = [n for n in fitting if wins(target, mine, theirs, pool, facts["passes"], took_last, n)]
    return (winning or fitting)[0]


def wins(
    target: int, mine: int, theirs: int, pool: frozenset[int], passes: int, took_last: bool, move: int | None
) -> bool:
    """Return whether the player to move wins by force with this move: a number, or None to pass."""
    if move is None:
        passes += 1
    else:
        mine, pool, passes, took_last = mine + move, pool - {move}, 0, True
    if mine == target:
        return True
    if passes == 2 or not pool:
        return mine > theirs or (mine == theirs and took_last)
    return not can_win(target, theirs, mine, pool, passes, not took_last)


@cache
def can_win(target: int, mine: int, theirs: int, pool: frozenset[int], passes: int, took_last: bool) -> bool:
    """Return whether the player to move can win by force; `took_last` tells who took a number last."""
    moves: list[int | None] = [number for number in pool if mine + number <= target]
    return any(wins(target, mine, theirs, pool, passes, took_last, move) for move in moves or [None])


# How to play it -------------------------------------------------------------------------------------------


class Refused(Exception):
    """Raised with the server's own sentence when it refuses a call."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Seat:
    """A seat at a table: the server's address, the table, and the token that holds the seat."""

    def __init__(self, server: str, table: str = "", token: str = "") -> None:
        self.server, self.table, self.token = server, table, token

    def call(self, path: str, body: Json | None = None) -> Json:
        """Return the answer to a GET, or to a POST if there is a body; a lost answer is asked for again.

        The server counts a move that is sent twice against the same number once.
        """
        for left in reversed(range(TRIES)):
            try:
                with self._open(path, body) as answer:
                    told: Json = json.load(answer)
                    return told
            except urllib.error.HTTPError as error:
                if error.code not in NOW_AND_THEN or not left:
                    raise Refused(error.code, json.load(error)["error"]["message"]) from None
                time.sleep(float(error.headers.get("Retry-After", 1)))
            except (OSError, HTTPException):
                if not left:
                    raise
                time.sleep(1)
        raise AssertionError

    def _open(self, path: str, body: Json | None = None) -> HTTPResponse:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers)
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE)
        return answer

    def follow(self) -> Iterator[Json]:
        """Yield the view of the table now and after everything that happens; reconnect if it is cut."""
        while True:
            try:
                with self._open(f"/api/tables/{self.table}/stream") as stream:
                    yield from self._read_views(stream)
            except urllib.error.HTTPError as error:
                if error.code not in NOW_AND_THEN:
                    raise Refused(error.code, json.load(error)["error"]["message"]) from None
            except (OSError, HTTPException):
                pass  # cut: the next stream begins with a view of everything
            time.sleep(1)

    def _read_views(self, stream: HTTPResponse) -> Iterator[Json]:
        view: Json = {}
        kind = ""
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "view":
                view = json.loads(value)
                yield view
            elif name == "data" and kind == "update":
                view = apply_update(view, json.loads(value)) or self.call(f"/api/tables/{self.table}")
                yield view


def apply_update(view: Json, update: Json) -> Json | None:
    """Return the view after this update, or None if one before it was missed."""
    if update["game_number"] != view["game_number"] or update["after"] > view["seq"]:
        return None
    if update["seq"] < view["seq"]:
        return view  # the stream is behind
    steps = view["steps"][: update["kept"]] + update["steps"]
    facts = update["facts"] or (update["steps"][-1]["facts"] if update["steps"] else view["facts"])
    news = {key: value for key, value in update.items() if key not in ("after", "kept")}
    return view | news | {"steps": steps, "facts": facts}


def take_seat(address: str, opponent: str, side: int, name: str, file: Path) -> Seat:
    """Return the seat kept in the file, else one at a new table or behind a link, and keep that."""
    server, _, table = address.rstrip("/").partition("/t/")
    kept: Json = json.loads(file.read_text()) if file.exists() else {}
    if not kept and table:  # kept before it is asked for: if the answer is lost, the same key gets the seat
        kept = {"server": server, "table": table, "key": secrets.token_urlsafe()}
        file.write_text(json.dumps(kept))
    if "token" not in kept:
        if table:
            body: Json = {"name": name, "key": kept["key"]}
            granted = Seat(server).call(f"/api/tables/{table}/join", body)
        else:
            body = {"game": "pocket-addition", "opponent": opponent, "side": side, "name": name}
            granted = Seat(server).call("/api/tables", body)
        kept = {"server": server, "table": granted["table"], "token": granted["token"]}
        file.write_text(json.dumps(kept))
    return Seat(kept["server"], kept["table"], kept["token"])


def play(seat: Seat, most: int | None) -> str:
    """Play until the game is over, or until this many moves are made; return how it stands."""
    made = 0
    for view in seat.follow():
        if view["outcome"]:
            result = {view["you"]: "won", None: "nobody won"}.get(view["outcome"]["winner"], "lost")
            return f"{result} as player {view['you']}: {view['outcome']['reason']}"
        if made == most:
            return f"left after {made} moves"
        if view["turn"] != view["you"] or view["waiting"]:
            continue
        move = choose_number(view["facts"])
        try:
            seat.call(f"/api/tables/{seat.table}/move", {"number": view["number"], "move": str(move)})
        except Refused as refused:
            if refused.status != 409:  # 409: the game has moved on, which the stream tells too
                raise
        else:
            made += 1
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description="Play Pocket Addition over HTTP.")
    parser.add_argument("address", help="the server, or the link of a table")
    parser.add_argument("--opponent", default="club", help="a level of the house, or friend")
    parser.add_argument("--side", type=int, choices=(1, 2), default=1)
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--seat", type=Path, default=Path("seat.json"), help="the file that keeps the seat")
    parser.add_argument("--moves", type=int, help="leave after so many moves")
    args = parser.parse_args()
    seat = take_seat(args.address, args.opponent, args.side, args.name, args.seat)
    print(f"table {seat.server}/t/{seat.table}", flush=True)
    told = play(seat, args.moves)
    if not told.startswith("left"):
        args.seat.unlink()
    print(told)


if __name__ == "__main__":
    main()

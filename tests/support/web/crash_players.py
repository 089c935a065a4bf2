"""People who play at a server that is killed again and again: their streams come back, and they go on.

Each is a thread that does what a page does: it reads the stream of a table, and sends what the view calls
for. Nobody looks at a clock: whoever loses the line waits until the server is open again.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread

import httpx

from primeparlor import notation
from primeparlor.core import Move
from support.web.crashes import Ack, Data, Mortal, Told
from support.web.follower import Follower
from support.web.http_server import Event, Seat, Stream, open_table

GAMES = 3  # at one table, then another is opened
NONSENSE = "a fine move"


class Reader(Thread):
    """Somebody who follows tables; without a seat, a spectator."""

    def __init__(self, parlor: Mortal, name: str, chance: random.Random) -> None:
        super().__init__(name=name, daemon=True)
        self.parlor, self.chance = parlor, chance
        self.told: list[Told] = []
        self.life = 0  # of the server, or an earlier one, when the line was opened
        self.here = 0  # and when the last view came
        self.seen: Data = {}  # that view
        self.client = self.parlor.line()

    def run(self) -> None:
        try:
            self.life = self.parlor.life
            while not self.parlor.over:
                self.visit()
        except Exception:
            if not self.parlor.over:
                self.parlor.fail(f"{self.name}: {traceback.format_exc()}")
        finally:
            self.client.close()

    @property
    def is_back(self) -> bool:
        """Whether the server's present life has been noticed."""
        return self.here == self.parlor.life

    def visit(self) -> None:
        """One table, from opening it to leaving it."""
        raise NotImplementedError

    def act(self, view: Data) -> bool:
        """Do what this view calls for; whether to stay at the table."""
        return view["outcome"] is None or view["game_number"] < GAMES

    # The line -------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """The line is cut: wait until the server is open again."""
        self.client.close()
        self.parlor.wait_for_life(self.life)
        self.life, self.client = self.parlor.life, self.parlor.line()

    def follow(self, seat: Seat | None, table: str, person: int | None) -> None:
        """Follow the table until it is to be left, over as many lines as it takes."""
        told, follower = Told(table, person), Follower()
        self.told.append(told)
        while not self.parlor.over:
            try:
                for event in self._events(seat, table, told.last):
                    told.take(event)
                    if (view := follower.take(event)) is None:
                        continue
                    self.here, self.seen = self.parlor.life, view
                    if not self.act(view):
                        return
                    if self.chance.random() < 0.03:
                        break  # another line, without any need
            except httpx.TransportError:
                self.cut()

    def _events(self, seat: Seat | None, table: str, after: int) -> Iterator[Event]:
        headers = {"Last-Event-ID": str(after)} | ({} if seat is None else seat.headers)
        with self.client.stream("GET", f"/api/tables/{table}/stream?entries=1", headers=headers) as response:
            if response.status_code == 503 and self.parlor.over:
                return
            assert response.status_code == 200, response.read()
            yield from Stream(response)


class Spectator(Reader):
    """Somebody who watches the tables that are named to them."""

    tables: SimpleQueue[str]

    def visit(self) -> None:
        if table := self.tables.get():
            self.follow(None, table, None)


class Player(Reader):
    """Somebody who plays: at random, but by the rules."""

    seat: Seat
    game: str
    done = 0  # the last life in which something was acknowledged

    @property
    def is_back(self) -> bool:
        """Whether something was done in the server's present life."""
        return super().is_back and self.done == self.parlor.life

    def play(self, seat: Seat, person: int) -> None:
        """Play at this table until it is left."""
        self.seat = seat
        self.follow(seat, seat.table, person)

    def opened(self, opponent: str) -> Seat:
        """A seat at a new table; where the answer is lost, another one."""
        clock = self.chance.choice((None, 600))
        while True:
            try:
                seat = open_table(
                    self.client, self.game, opponent=opponent, name="Ada", settings={"clock": clock}
                )
            except httpx.TransportError:
                self.cut()
            else:
                self.parlor.seats[seat.token] = seat.table
                return seat

    # What is done ---------------------------------------------------------------------------------------

    def act(self, view: Data) -> bool:
        if view["outcome"] is not None:
            return self._over(view)
        offer, me = view["offer"], view["you"]
        if offer is not None and offer["who"] != me:
            allow = self.chance.random() < 0.7
            self._send("answer", view, {"answer": allow, "who": me, "after": view["number"]}, allow=allow)
        elif offer is None and view["turn"] == me:
            now = self.seat._replace(client=self.client).view()
            moves = notation.read_position(now["position"]).moves() if now["number"] == view["number"] else ()
            if moves:  # else a card is still to be drawn, and another view comes
                self._disturb(view)
                self._move(view, self.chance.choice(moves))
        return True

    def _over(self, view: Data) -> bool:
        """Ask for another game, or leave."""
        if view["game_number"] == GAMES:
            return False
        if view["offer"] is None or view["offer"]["who"] != view["you"]:
            self._send("rematch", view, {"who": view["you"], "after": view["number"]})
        return True

    def _disturb(self, view: Data) -> None:
        """What should not, or need not, be sent."""
        says = {"after": view["number"], "who": view["you"]}
        kind = self.chance.random()
        if kind < 0.1:
            self._send("move", view, says | {"refusal": None}, counts=422, move=NONSENSE)
        elif kind < 0.2 and view["number"]:
            self._post("move", number=view["number"] - 1, move=NONSENSE)
        elif kind < 0.28:
            self._send("hint", view, says)

    def _move(self, view: Data, move: Move) -> None:
        """Send this move, perhaps twice, perhaps to regret it."""
        number = view["number"]
        says = {"number": number + 1, "who": view["you"], "move": move}
        kind = self.chance.random()
        if kind < 0.2:
            with ThreadPoolExecutor(2) as both:  # exactly one counts: replaying the record shows it
                for sent in [both.submit(self._send, "move", view, says, move=str(move)) for _ in "12"]:
                    sent.result()
        else:
            for _ in range(2 if kind < 0.3 else 1):
                after = self._send("move", view, says, move=str(move))
            if after is not None and after["outcome"] is None and self.chance.random() < 0.15:
                self._undo(after)

    def _undo(self, view: Data) -> None:
        """Take the last move back, or ask for it."""
        number, you = view["number"], view["you"]
        alone = any(seat["house"] for seat in view["seats"])
        event, offer = {"number": number + 1, "who": you}, {"after": number, "who": you, "offer": "undo"}
        self._send("undo", view, event if alone else offer)

    def _send(self, what: str, view: Data, says: Data, counts: int = 200, **body: object) -> Data | None:
        """The view after this, if it counts; where it does, an entry must say so for ever."""
        life = self.parlor.life
        answer = self._post(what, number=view["number"], **body)
        if answer.status_code != counts:
            return None
        after: Data = answer.json()
        if what == "hint":
            says = says | {"hint": after["step"]}
        after = after.get("update", after)
        self.parlor.note(Ack(self.seat.table, after.get("seq", view["seq"] + 1), says))
        self.done = life
        return after

    def _post(self, what: str, **body: object) -> httpx.Response:
        seat = self.seat._replace(client=self.client)
        answer: httpx.Response = seat.post(what, **body)
        while answer.status_code == 429 and not self.parlor.over:  # on a machine that is fast at times
            self.parlor.pause(int(answer.headers["Retry-After"]))
            answer = seat.post(what, **body)
        known = {200, 409} | ({422} if body.get("move") == NONSENSE else set())
        known |= {422, 429, 503} if what == "hint" else set()  # on a machine where that takes too long
        if answer.status_code not in known and not self.parlor.over:
            raise AssertionError(f"{what} {body}: {answer.status_code} {answer.text}")
        return answer


class Alone(Player):
    """Somebody who plays against the house."""

    def __init__(self, parlor: Mortal, game: str, level: str, chance: random.Random) -> None:
        super().__init__(parlor, f"{game} against {level}", chance)
        self.game, self.level = game, level

    def visit(self) -> None:
        self.play(self.opened(self.level), 1)


class Host(Player):
    """Somebody who invites a friend."""

    def __init__(self, parlor: Mortal, game: str, chance: random.Random) -> None:
        super().__init__(parlor, f"host of {game}", chance)
        self.game = game
        self.invited, self.came = SimpleQueue[str](), SimpleQueue[bool]()

    def visit(self) -> None:
        seat = self.opened("friend")
        self.invited.put(seat.table)
        if self.came.get():
            self.play(seat, 1)


class Guest(Player):
    """A friend: where the answer to Join is lost, the key of the friend still gets the seat."""

    def __init__(self, host: Host, watched: SimpleQueue[str], chance: random.Random) -> None:
        super().__init__(host.parlor, f"guest at {host.game}", chance)
        self.host, self.watched = host, watched

    def visit(self) -> None:
        if not (table := self.host.invited.get()):
            return
        seat = self._joined(table)
        self.host.came.put(True)
        self.watched.put(table)
        self.play(seat, 2)

    def _joined(self, table: str) -> Seat:
        friend = {"name": "Mara", "key": f"{self.chance.getrandbits(128):032x}"}
        while True:
            try:
                answer = self.client.post(f"/api/tables/{table}/join", json=friend)
            except httpx.TransportError:
                self.cut()
                continue
            self.client.cookies.clear()
            assert answer.status_code == 200, answer.text
            joined = answer.json()
            self.parlor.seats[joined["token"]] = table
            return Seat(self.client, table, joined["token"], joined["seat"])

"""Nothing that is sent gives the game away: no prime of Number Morph that was not played, no future card."""

from __future__ import annotations

import re

import pytest

from primeparlor.primes import is_prime
from support.web.http_server import Served, error, open_table, reading, two_friends


def primes_in(text: str, *ours: str) -> set[int]:
    """The three-digit primes in this text, but for names, tokens and times."""
    text = re.sub(r'"ms": ?[0-9]+', "", text)
    for name in ours:
        text = text.replace(name, "")
    return {
        int(number) for number in re.findall(r"(?<![0-9.])[0-9]{3}(?![0-9])", text) if is_prime(int(number))
    }


def test_no_prime_that_was_not_played(server: Served) -> None:
    host, guest = two_friends(server.client, "number-morph", position="number-morph number=211 turn=1")
    ours = (host.table, host.token, guest.token)
    played, said = {211}, list[str]()
    streams = [reading(seat, host.table, server.client) for seat in (host, guest, None)]
    with streams[0] as one, streams[1] as two, streams[2] as three:
        for seat, move in ((host, 271), (guest, 277), (host, 577), (guest, 547)):
            refused = seat.now("move", move=str(move + 1))
            assert refused.status_code == 422
            answer = seat.now("move", move=str(move))
            assert answer.status_code == 200, answer.text
            played.add(move)
            said.append(answer.text)
            for reader in (host, guest):
                said += [reader.get().text, reader.get("/record").text]
            said.append(server.client.get(f"/api/tables/{host.table}").text)
            said.append(server.client.get(f"/api/tables/{host.table}/record").text)
            view = reader.view()
            assert (view["actions"], view["moves"]) == (None, None)
        for stream in (one, two, three):
            while 547 not in primes_in(stream.raw, *ours):
                stream.until("update")
            said.append(stream.raw)
    for text in said:
        assert primes_in(text, *ours) <= played
    assert primes_in(said[-1], *ours) == played  # the eye that looks for them sees


def test_the_legal_moves_come_with_the_hint_and_to_its_asker_only(server: Served) -> None:
    position, agreed = "number-morph number=211 turn=1", {"hints": True}
    host, guest = two_friends(server.client, "number-morph", position=position, settings=agreed)
    moves = host.now("moves").json()
    assert 271 in moves["moves"]
    assert len(moves["every"]) == 143
    ours = (host.table, host.token, guest.token)
    for text in (
        guest.get().text,
        guest.get("/record").text,
        server.client.get(f"/api/tables/{host.table}").text,
    ):
        assert primes_in(text, *ours) == {211}
    off = open_table(server.client, "number-morph", opponent="same screen", settings={"hints": False})
    for what in ("moves", "hint", "why"):
        assert off.now(what).status_code == 409


def test_a_puzzle_is_posed_without_its_answer(server: Served) -> None:
    position = {"position": "pocket-addition turn=1"}
    posed = server.client.post("/api/puzzles", json=position).json()
    assert not {"answer", "answers", "why", "hint"} & set(posed)
    assert posed["line"] is False  # whether it is one, and no line of play
    wrong = server.client.post(f"/api/puzzles/{posed['puzzle']}/answer", json={"move": "1"}).json()
    assert not {"answer", "answers", "line"} & set(wrong)
    judged = server.client.post("/api/judge", json=position | {"move": "1"}).json()
    assert set(judged) == {"grade", "glyph", "kind", "why", "right"}


class Source:
    """A source of chance that always says the same."""

    said = 0

    def urandom(self, size: int) -> bytes:
        return bytes([self.said]) * size


def test_no_card_is_drawn_before_it_is_due(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the source says after everything was sent decides the next card: nothing sent can hold it."""
    source = Source()
    monkeypatch.setattr("primeparlor.match.fate.os", source)
    before, cards = set[str](), list[int]()
    for said in (0, 10, 20, 30):
        source.said = 0
        host = open_table(server.client, "prime-duel", opponent="same screen")
        with reading(host, host.table, server.client) as stream:
            stream.until("view")
            sent = "\n".join([host.get().text, host.get("/record").text, stream.raw])
        assert '"seeded":false' in sent
        assert "seed" not in sent.replace('"seeded":false', "")
        before.add(re.sub('"(began|table)":"[^"]*"', "", sent))
        source.said = said
        cards.append(host.now("move", move="keep").json()["steps"][-1]["facts"]["card"])
    assert len(before) == 1
    assert cards == [1, 3, 6, 8]


# Times, and who is there: a stream that was closed may still be seen for a moment.
PASSING = re.compile(
    rb'"ms": ?[0-9]+|"began": ?"[^"]*"|"here": ?[a-z]+|"watching": ?[0-9]+|"absence": ?(?:null|{[^}]*})'
)


def follow_three_moves(served: Served, tries: int, hints: bool) -> dict[str, bytes]:
    """All that the guest and a spectator are sent of a game in which the host had help or tried in vain."""
    host, guest = two_friends(served.client, settings={"hints": False})
    found = dict[str, bytes]()
    for seat, move in ((host, "4"), (guest, "6"), (host, "5")):
        number = seat.view()["number"]
        if seat is host:
            for _ in range(tries):
                assert host.post("move", number=number, move="nonsense").status_code == 422
            if hints:
                assert error(host.post("hint", number=number)) == (409, "not now")
        assert seat.post("move", number=number, move=move).status_code == 200
    for reader, headers in (("guest", guest.headers), ("spectator", {})):
        path = f"/api/tables/{host.table}"
        found[f"{reader} view"] = served.client.get(path, headers=headers).content
        found[f"{reader} record"] = served.client.get(f"{path}/record", headers=headers).content
        for after in (0, 1, 2):
            with served.client.stream(
                "GET", f"{path}/stream?entries=1&after={after}", headers=headers
            ) as response:
                text = b""
                for chunk in response.iter_raw():
                    text += chunk
                    if b"event: view" in text and text.endswith(b"\n\n"):
                        break
            found[f"{reader} stream after {after}"] = text
    return {what: PASSING.sub(b"", text.replace(host.table.encode(), b"")) for what, text in found.items()}


def test_no_byte_tells_another_reader_of_refused_tries(server: Served) -> None:
    """Two games that differ only in what is hidden are the same for everybody else."""
    quiet, tried = follow_three_moves(server, 0, False), follow_three_moves(server, 3, True)
    assert {what: text for what, text in tried.items() if quiet[what] != text} == {}


def test_what_is_at_stake_does_not_tell_who_had_help(server: Served) -> None:
    """Anybody with the link may ask for it."""
    host = open_table(server.client, opponent="beginner", side=1, rules={"top": 30, "largest": 5})
    reader = {"progress": {}, "day": "2026-11-17", "now": 1_800_000_000, "minutes": 0}
    asked = {**reader, "playing": {"table": host.table, "game": 1}}
    before = server.client.post("/api/progress", json=asked).json()["stake"]
    assert host.now("hint").status_code == 200
    assert not host.view()["climbs"]
    after = server.client.post("/api/progress", json=asked).json()["stake"]
    assert after == before != ""

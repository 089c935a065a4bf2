"""Names at a table: who opens or joins is told if a name is taken, and a review speaks to its reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.web.tables.create import TableRequest
from support.web.http_server import Served, error, two_friends
from support.web.registry import READERS, place, play, run, start


def test_who_opens_and_who_joins_is_told(server: Served) -> None:
    opened = server.client.post("/api/tables", json={"game": "prime-climb", "name": "You"})
    assert error(opened) == (422, "name")
    assert "Choose another name" in opened.json()["error"]["message"]
    table = server.client.post("/api/tables", json={"game": "prime-climb"}).json()["table"]
    server.client.cookies.clear()
    assert error(server.client.post(f"/api/tables/{table}/join", json={"name": "the house"})) == (
        422,
        "name",
    )


def test_a_name_with_joiners_is_taken_and_a_harmful_one_named(server: Served) -> None:
    name = "می\u200cخواهم"
    assert (
        server.client.post("/api/tables", json={"game": "prime-climb", "name": name}).json()["table"]
        is not None
    )
    refused = server.client.post("/api/tables", json={"game": "prime-climb", "name": "Ann\u202e"})
    assert error(refused) == (422, "name")
    assert (
        refused.json()["error"]["message"]
        == "A name must not turn the direction of the text around it (U+202E)."
    )


def test_a_review_speaks_to_its_reader_whatever_the_players_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table may be older than the rule that nobody is called "you"."""
    monkeypatch.setattr("primeparlor.web.tables.live.check_name", str)

    async def test() -> None:
        async with place(tmp_path) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start(), "friend", name="Mara"))
            ).table
            await table.join("you")
            await play(table, 1, 9)
            await table.resign({1}, 2)
            mara, friend, spectator = [await table.request_review(False, seats) for seats in READERS]
            assert (mara["you"], mara["names"]) == (1, ["You", "Player 2"])
            assert (friend["you"], friend["names"]) == (2, ["Mara", "You"])
            assert (spectator["you"], spectator["names"]) == (None, ["Mara", "Player 2"])
            assert "you" not in f"{spectator['headline']} {spectator['closing']}".lower()

    run(test())


def test_a_record_from_elsewhere_speaks_to_nobody(server: Served) -> None:
    host, guest = two_friends(server.client, "pocket-addition", name="Ann")
    host.now("move", move="1")
    guest.now("resign")
    sent = host.get("/record").text.replace('"Ann"', '"you"').replace('"Mara"', '"The house"')
    answer = server.client.post("/api/review", content=sent, headers={"Content-Type": "application/jsonl"})
    told = answer.json()
    assert (told["you"], told["names"]) == (None, ["Player 1", "Player 2"])

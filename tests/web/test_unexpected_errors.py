"""What nobody foresaw, and who is still waiting at the end of the server: both are told in the one form."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from primeparlor.web.app import build_app
from support.web.http_server import SITE, Served, error
from support.web.registry import place, run


def test_an_answer_that_cannot_be_written_is_an_error_like_any_other(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(task: str, **data: Any) -> dict[str, Any]:
        return {"why": object()}

    monkeypatch.setattr(server.registry.workers, "ask", ask)
    answer = server.client.post("/api/judge", json={"position": "prime-climb", "move": "4"})
    assert error(answer) == (500, "broken")
    assert "object" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_who_still_waits_when_the_server_waits_no_longer_hears_that_it_closes(tmp_path: Path) -> None:
    """As with a body that never comes: the web server cancels what is under way, with bare text."""
    asks = {"type": "http", "method": "POST", "path": "/api/judge", "query_string": b"", "client": ("::1", 1)}
    headers = [(b"content-type", b"application/json"), (b"content-length", b"100")]
    sent = list[dict[str, Any]]()
    reads = asyncio.Event()

    async def receive() -> Any:
        reads.set()
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def test() -> None:
        async with place(tmp_path) as here:
            app = build_app(here.open_registry(), site=SITE)
            asked = asyncio.ensure_future(app(asks | {"headers": headers}, receive, send))
            await reads.wait()
            asked.cancel()
            await asked

    run(test())
    begins, told = sent
    assert (begins["status"], json.loads(told["body"])["error"]["kind"]) == (503, "busy")

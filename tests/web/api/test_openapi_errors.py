"""Every problem that a call may have stands in its description."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.web.api_shape import Call, list_calls
from support.web.http_server import Seat, Served, open_table, served

WRITES = [call for call in list_calls() if call.method == "POST"]
PLAYED = {"do": "played", "table": "aaaa-bbbb-cccc-dddd", "game": 1, "seat": 1}
BODIES: dict[str, Any] = {
    "/api/tables": {"game": "prime-climb"},
    "/api/progress": {"progress": {}, "day": "2026-11-17", "now": 1, "minutes": 0, "changes": [PLAYED]},
}
AT_TABLES = [call for call in list_calls() if "{table}" in call.path or call.path in BODIES]


def answered(call: Call, host: Seat, **headers: str) -> int:
    """The status that this call answers with, which is described; it needs no more than its head."""
    path = call.path.replace("{table}", host.table).replace("{puzzle}", "p")
    body = {"json": BODIES.get(call.path, {})} if call.method == "POST" else {}
    with host.client.stream(call.method, path, headers=host.headers | headers, **body) as answer:
        assert answer.status_code in call.statuses
        status: int = answer.status_code
        return status


@pytest.mark.parametrize("call", WRITES, ids=lambda call: call.path)
def test_no_page_elsewhere_may_write(server: Served, call: Call) -> None:
    host = Seat(server.client, "aaaa-bbbb-cccc-dddd", "x", 1)
    assert answered(call, host, Origin="http://evil.test") == 403
    assert answered(call, host, Origin=server.address) != 403


def test_all_that_happens_at_tables_may_find_them_closed_or_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as server:
        host = open_table(server.client)

        async def broken(*_: object) -> None:
            raise RuntimeError

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(server.registry, "find_table", broken)
            meanwhile.setattr(server.registry, "open_table", broken)
            assert {call.path: answered(call, host) for call in AT_TABLES} == {
                call.path: 500 for call in AT_TABLES
            }
        server.close_registry()
        assert {call.path: answered(call, host) for call in AT_TABLES} == {
            call.path: 503 for call in AT_TABLES
        }
        for call in list_calls():
            assert answered(call, host) in (200, 404, 415, 422, 503)


@pytest.mark.parametrize("call", WRITES, ids=lambda call: call.path)
def test_no_body_may_be_large_or_of_another_type(server: Served, call: Call) -> None:
    host = open_table(server.client)
    path = call.path.replace("{table}", host.table).replace("{puzzle}", "p")
    for content, kind, status in ((b" " * (1 << 21), call.takes, 413), (b"", "text/plain", 415)):
        headers = host.headers | {"Content-Type": kind}
        answer = server.client.post(path, content=content, headers=headers)
        assert answer.status_code == status
        assert {408, 413, 415} <= call.statuses

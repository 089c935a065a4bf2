"""The application that the server starts with: health checks at once, everything else when it is built."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from primeparlor.web.app import build_app
from primeparlor.web.config import ClientLimits, Rate
from primeparlor.web.errors import StoreFailed
from primeparlor.web.lazy_app import LazyApp
from primeparlor.web.tables.registry import TableRegistry
from support.web.http_server import SITE, error
from support.web.registry import place, run

LIMITS = ClientLimits()


class Build:
    """Builds the application when it is let, and counts how often."""

    def __init__(self, build: Callable[[], Any]) -> None:
        self.build, self.let, self.count = build, Event(), 0

    def __call__(self) -> Any:
        self.count += 1
        self.let.wait()
        return self.build()


@asynccontextmanager
async def opened(
    folder: Path, build: Callable[[], Any] | None = None, limits: ClientLimits = LIMITS
) -> AsyncIterator[tuple[httpx.AsyncClient, Build, TableRegistry]]:
    """A client of an application that is not built yet, and what builds it."""
    async with place(folder) as here:
        registry = here.open_registry()
        builds = Build(build or (lambda: build_app(registry, limits, SITE)))
        transport = httpx.ASGITransport(LazyApp(builds, registry, limits))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            try:
                yield client, builds, registry
            finally:
                builds.let.set()


def test_requests_wait_for_the_application_and_a_health_check_does_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as (client, builds, _):
            waiting = [asyncio.ensure_future(client.get(path)) for path in ("/", "/api/games", "/nothing")]
            waiting.append(asyncio.ensure_future(client.head("/healthz")))
            early = await client.get("/healthz")
            assert not any(request.done() for request in waiting)
            builds.let.set()
            assert [(await request).status_code for request in waiting] == [200, 200, 404, 405]
            late = await client.get("/healthz")
            assert builds.count == 1
            assert (early.status_code, early.content) == (late.status_code, late.content)
            assert early.json() == {"status": "ok"}
            varies = {"vary": "Accept-Encoding"}
            assert dict(early.headers) | varies == dict(late.headers) | varies

    run(test())


def test_an_early_health_check_fails_with_the_database_and_has_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise StoreFailed("The database does not answer.")

    async def test() -> None:
        async with opened(tmp_path, limits=LIMITS._replace(reads=Rate(0.001, 2))) as (client, _, registry):
            monkeypatch.setattr(registry, "check_database", fail)
            answers = [await client.get("/healthz") for _ in range(3)]
            assert [error(answer) for answer in answers] == [(503, "store")] * 2 + [(429, "too much")]
            assert "retry-after" in answers[0].headers
            assert answers[0].headers["x-content-type-options"] == "nosniff"

    run(test())


def test_without_an_application_everybody_hears_that_something_went_wrong(tmp_path: Path) -> None:
    def build() -> None:
        raise StoreFailed("Nobody hears this.")

    async def test() -> None:
        async with opened(tmp_path, build) as (client, builds, _):
            waiting = [asyncio.ensure_future(client.get(path)) for path in ("/", "/api/games")]
            await client.get("/healthz")
            builds.let.set()
            answers = [*[await request for request in waiting], await client.get("/api/games")]
            assert [error(answer) for answer in answers] == [(500, "broken")] * 3
            assert "Nobody" not in answers[0].text
            assert answers[0].headers["x-content-type-options"] == "nosniff"
            assert builds.count == 1

    run(test())

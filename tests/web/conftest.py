"""Servers, and a few browser windows for the tests of pages; each test opens tables of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import httpx
import pytest
from playwright.sync_api import Browser

from support.web.http_server import PLAIN, Served, served
from support.web.registry import PATIENCE
from support.web.visitors import PHONE, ParlorServer, Person, opened, visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, without limits for those who ask much."""
    with served(tmp_path_factory.mktemp("served")) as one:
        yield one


@pytest.fixture(scope="session")
def parlor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ParlorServer]:
    """A real server, with its database in a folder that is thrown away."""
    with opened(tmp_path_factory.mktemp("parlor")) as found:
        yield found


@pytest.fixture(scope="session")
def client(parlor: ParlorServer) -> Iterator[httpx.Client]:
    """For people without a browser, who come by a program's calls: a window costs fifty times as much."""
    with httpx.Client(base_url=parlor.address, timeout=PATIENCE, **PLAIN) as line:
        yield line


@pytest.fixture(scope="session")
def regular(parlor: ParlorServer, browser: Browser) -> Iterator[Callable[[str], Person]]:
    """People who stay while the browser is open: a page in an open window costs a quarter of a new window."""
    with ExitStack() as stack:
        yield cache(lambda who: stack.enter_context(visitor(parlor, browser)))


NOON = "2026-11-17T12:00:00"  # of a day whose puzzles are found soon


@pytest.fixture
def diarist(regular: Callable[[str], Person]) -> Iterator[Person]:
    """Somebody for whom it is always the same day, unless a test moves the clock."""
    regular("diarist").page.clock.set_fixed_time(NOON)
    yield regular("diarist")
    regular("diarist").go()


@pytest.fixture
def host(regular: Callable[[str], Person]) -> Iterator[Person]:
    """Who opens the table."""
    yield regular("host")
    regular("host").go()


@pytest.fixture
def guest(regular: Callable[[str], Person]) -> Iterator[Person]:
    """A friend."""
    yield regular("guest")
    regular("guest").go()


@pytest.fixture
def watcher(regular: Callable[[str], Person]) -> Iterator[Person]:
    """Somebody who has the link."""
    yield regular("watcher")
    regular("watcher").go()


@pytest.fixture
def phone(guest: Person) -> Person:
    """A friend whose window is as small as a phone."""
    guest.page.set_viewport_size(PHONE)
    return guest


@pytest.fixture
def mover(host: Person) -> Iterator[Person]:
    """Who opens the table, and did not ask for less motion."""
    host.page.emulate_media(reduced_motion="no-preference")
    yield host
    host.page.emulate_media(reduced_motion="reduce")


@pytest.fixture(scope="session")
def _timed(parlor: ParlorServer, browser: Browser) -> Iterator[Person]:
    with visitor(parlor, browser) as person:
        person.page.clock.install()
        yield person


@pytest.fixture
def timed(_timed: Person) -> Iterator[Person]:
    """Somebody whose page has a clock that can be turned."""
    yield _timed
    _timed.page.clock.resume()
    _timed.page.emulate_media(reduced_motion="reduce")
    _timed.go()

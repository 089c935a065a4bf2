"""One server and a few browser windows for all tests of pages; each test opens tables of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from parlor_helpers import Parlor, Person, opened, visitor


@pytest.fixture(scope="session")
def parlor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlor]:
    """A real server, with its database in a folder that is thrown away."""
    with opened(tmp_path_factory.mktemp("parlor")) as found:
        yield found


@pytest.fixture(scope="session")
def regulars(parlor: Parlor, browser: Browser) -> Iterator[list[Person]]:
    """Three people who stay: a window that is open already costs a quarter of a new one."""
    with ExitStack() as stack:
        yield [stack.enter_context(visitor(parlor, browser)) for _ in range(3)]


@pytest.fixture
def host(regulars: list[Person]) -> Iterator[Person]:
    """Who opens the table."""
    yield regulars[0]
    regulars[0].go()


@pytest.fixture
def guest(regulars: list[Person]) -> Iterator[Person]:
    """A friend."""
    yield regulars[1]
    regulars[1].go()


@pytest.fixture
def watcher(regulars: list[Person]) -> Iterator[Person]:
    """Somebody who has the link."""
    yield regulars[2]
    regulars[2].go()

"""Settings that make all tests behave the same everywhere: examples, threads, Ctrl-C, locale, guests."""

from __future__ import annotations

import gc
import os
import re
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from _pytest.nodes import Node
from _pytest.terminal import TerminalReporter
from hypothesis import settings

from primeparlor.core import Rules
from primeparlor.primes import is_prime
from support.installed_games import hide_guests

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from support.web.browser import Boards

signal.signal(signal.SIGINT, signal.default_int_handler)  # a runner in the background may ignore Ctrl-C
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does
for variable in ("LC_ALL", "LC_CTYPE", "PYTHONUTF8", "PYTHONUNBUFFERED"):
    os.environ.pop(variable, None)
os.environ |= {"LANG": "C.UTF-8"}  # whatever language is spoken here
os.environ |= {"NO_PROXY": "*", "no_proxy": "*"}  # every server in these tests is on this machine
settings.register_profile("parlor", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("parlor")
hide_guests()


if "MUTANT_UNDER_TEST" in os.environ:  # mutmut 3.8 asks for a name that pytest 9.2 has given up
    Node._nodeid = property(lambda node: node.nodeid)  # type: ignore[attr-defined]


# What Numba compiles is kept beside the source. In a fresh clone two workers would both compile all of it.
COMPILING = re.compile(
    r"tests/(solve/|games/(prime_duel|number_morph)/test_(solver|figures)|coach/review/test_review"
    r"|terminal/plain/test_(analyse|review|puzzles)|test_kept_answers)"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one worker run all tests that compile, with `--dist loadgroup`; tests in a browser come last.

    While a browser is open an event loop runs in this thread, and none of ours could. Last, they can all
    have the same one: opening it takes longer than most of them.
    """
    for item in items:
        if COMPILING.match(item.nodeid):
            item.add_marker(pytest.mark.xdist_group("numba"))
        if takes_many(item):
            item.add_marker(pytest.mark.no_cover)
        if item.parent and not item.nodeid.endswith(item.name):
            # Schemathesis 4.32 makes the name too late for pytest 9.2 to put it into the id.
            item._id = item.parent.id.child(item.name)
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))
    if twice := [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]:
        raise pytest.UsageError(
            f"Several tests have one id, and of those xdist would run only one: {twice[0]}"
        )


def takes_many(item: pytest.Item) -> bool:
    """True for a test of samples or of every variant, whose coverage is not measured: that doubles its time.

    What it reaches, tests with chosen values must reach too: samples may miss it tomorrow.
    """
    from support.variants import NAMES

    sampled = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return sampled or any(NAMES in mark.args for mark in item.iter_markers("parametrize"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector the ten thousand tests, and let it come less often once they run.

    What is imported and collected stays: to look for garbage in it meanwhile takes a fifth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000)
        gc.enable()


def pytest_sessionstart() -> None:
    """Forget what an earlier session in this process made.

    Mutation testing runs many sessions in one process: tables and answers kept from before a mutation
    would hide it. For the same reason no test module may keep state of its own.
    """
    from support.variants import first_state

    first_state.cache_clear()
    Rules._books.clear()
    Rules._known.clear()
    is_prime.cache_clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all; each test, or file of tests, opens pages in contexts of its own."""
    from support.web.browser import launched  # only these tests need what it imports

    with launched() as found:
        yield found


@pytest.fixture(scope="session")
def painter(browser: Browser) -> Iterator[Boards]:
    """One page that paints boards, for all."""
    from support.web.browser import in_a_browser

    with in_a_browser(browser) as found:
        yield found


@pytest.fixture(scope="module")
def boards(painter: Boards) -> Iterator[Boards]:
    """The same, at first in a window of the usual size; nothing may go wrong in it."""
    painter.resize(1280, 800)
    yield painter
    faults, painter.faults = painter.faults, []
    assert faults == []


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say loudly which tests were skipped, and why: where everything is installed, none is."""
    skipped = Counter(report.longrepr[2] for report in terminalreporter.getreports("skipped"))
    for reason, count in skipped.items():
        told = f"TESTS SKIPPED: {count}. {reason.removeprefix('Skipped: ')}"
        terminalreporter.write_sep("!", told, red=True, bold=True)

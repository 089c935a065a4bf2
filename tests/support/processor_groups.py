"""A pytest plugin that prints how much of the processor each group of tests took, below `bench/processor.py`.

A group is a folder of tests; those in a browser count apart, and everything they start counts with them.
PARLOR_PROCESSOR_BY=file prints it for each file.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from processor import ROOT, as_minutes, processor_seconds

STARTED = "starting and collecting"


class ProcessorGroups:
    """The processor time of each group; it is read only where a group begins, as that takes milliseconds."""

    def __init__(self, root: int, by_file: bool) -> None:
        self.root = root
        self.by_file = by_file
        self.group = STARTED
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.tests: Counter[str] = Counter()
        self.read = processor_seconds(root)

    def enter(self, group: str) -> None:
        """Charge what was used since the last call to the group that ends, and begin another."""
        now = processor_seconds(self.root)
        self.seconds[self.group] += now - self.read
        self.read, self.group = now, group

    def group_of(self, item: pytest.Item) -> str:
        """Name the group of a test."""
        path = Path(item.nodeid.partition("::")[0])
        folder = path.parts[1] if len(path.parts) > 2 else "top level"
        name = str(path) if self.by_file else folder
        return f"{name}, in a browser" if "browser" in getattr(item, "fixturenames", ()) else name

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Begin a group with its first test."""
        if (group := self.group_of(item)) != self.group:
            self.enter(group)
        self.tests[group] += 1
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Print the groups, the costliest first."""
        self.enter("")
        terminalreporter.write_sep("-", "processor time by group")
        for group, seconds in sorted(self.seconds.items(), key=itemgetter(1), reverse=True):
            terminalreporter.write_line(f"{seconds:7.1f} s {self.tests[group]:6} tests  {group}")
        terminalreporter.write_line(f"{as_minutes(sum(self.seconds.values()))} in all")


def pytest_configure(config: pytest.Config) -> None:
    """Count if `bench/processor.py` runs the tests; who starts pytest-xdist's workers counts for them."""
    root = os.environ.get(ROOT)
    if root and Path("/proc/self/stat").exists() and not hasattr(config, "workerinput"):
        by_file = os.environ.get("PARLOR_PROCESSOR_BY") == "file"
        config.pluginmanager.register(ProcessorGroups(int(root), by_file), "processor-groups")

"""What an attack found: named checks that passed or failed, and counts of what was sent."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Check(NamedTuple):
    """A promise of the server, and what came of trying to break it."""

    part: str
    promise: str
    found: str  # "" if it was kept


class Report:
    """All checks of a run in their order, and the counts."""

    def __init__(self) -> None:
        self.checks = list[Check]()
        self.counts = Counter[str]()
        self.part = ""

    @property
    def broken(self) -> list[Check]:
        """The checks that failed."""
        return [check for check in self.checks if check.found]

    def check(self, promise: str, kept: object, found: object = "it was not kept") -> None:
        """Note whether a promise was kept; `found` says what happened instead."""
        self.checks.append(Check(self.part, promise, "" if kept else str(found)[:300]))
        print(f"{'pass' if kept else 'FAIL'}  {self.part}: {promise}", flush=True)
        if not kept:
            print(f"      {found}", flush=True)

    def write(self, head: str) -> str:
        """Write the report as text: the counts, then one line a check."""
        counts = [f"{what}: {count:,}" for what, count in self.counts.items()]
        lines = [
            f"{'FAIL' if check.found else 'pass'}  {check.part}: {check.promise}"
            + (f" ({check.found})" if check.found else "")
            for check in self.checks
        ]
        kept = f"{len(self.checks) - len(self.broken)} of {len(self.checks)} promises kept"
        return "\n".join([head, "", *counts, kept, "", *lines, ""])

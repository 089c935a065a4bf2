"""For all tests of the terminal: quick work shows no progress, however slow the machine."""

from __future__ import annotations

from math import inf

import pytest

from primeparlor.terminal import progress_bar


@pytest.fixture(autouse=True)
def _nothing_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "LONG", inf)

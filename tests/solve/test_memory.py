"""How much memory is free, as far as the machine tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.core import TooLarge
from primeparlor.solve import memory
from primeparlor.solve.memory import memory_free, unless_too_much


def test_the_limit_of_a_container_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "CGROUP", tmp_path)
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    (tmp_path / "meminfo").write_text("MemTotal: 60 kB\nMemAvailable: 20 kB\n")
    assert memory_free() == 20 * 1024  # no control group
    for name, text in (("max", "max\n"), ("current", "7000\n"), ("stat", "anon 5000\ninactive_file 500\n")):
        (tmp_path / f"memory.{name}").write_text(text)
    assert memory_free() == 20 * 1024
    for limit, free in ((10_000, 3_500), (6_000, 0)):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        assert memory_free() == free


def test_more_memory_than_is_free_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "memory_free", lambda: 5 << 20)
    assert unless_too_much(5 << 20) == 5 << 20
    with pytest.raises(TooLarge, match=r"This takes about 6 MiB of memory, but only 5 MiB are free[.]"):
        unless_too_much(6 << 20)

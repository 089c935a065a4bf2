"""Handles of open tables: nobody can guess one, each table is used by one caller, and old ones make room."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.records import StoreError
from primeparlor.tables.agents import handles as module
from primeparlor.tables.agents.agent_table import AgentTable, open_agent_table
from primeparlor.tables.agents.handles import IDLE_SECONDS, TableHandles

PATIENCE = 60.0


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def opened() -> AgentTable:
    table = open_agent_table("pocket-addition")
    table.play_house()
    return table


def test_a_table_is_found_by_its_handle_and_by_nothing_else() -> None:
    handles, table = TableHandles(), opened()
    handle = handles.add(table)
    assert len(handle) >= 20
    with handles.use(handle) as found:
        assert found is table
    for wrong in ("", handle[:-1], handle.swapcase(), "x" * 1000):
        with pytest.raises(ParlorError, match=r"^There is no table .* here\. .* Open a new one\.$") as caught:
            handles.use(wrong).__enter__()
        assert len(str(caught.value)) < 300
    assert len({handles.add(opened()) for _ in range(50)}) == 50


def test_one_caller_at_a_time_uses_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.01)
    handles = TableHandles()
    handle, other = handles.add(opened()), handles.add(opened())
    inside, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with handles.use(handle):
            inside.set()
            leave.wait(PATIENCE)

    thread = threading.Thread(target=stay)
    thread.start()
    try:
        assert inside.wait(PATIENCE)
        with pytest.raises(ParlorError, match="Another call is busy at this table"):
            handles.use(handle).__enter__()
        with handles.use(other):
            pass
    finally:
        leave.set()
        thread.join(PATIENCE)
    with handles.use(handle):
        pass


def test_an_error_at_a_table_leaves_it_free() -> None:
    handles = TableHandles()
    handle = handles.add(opened())
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), handles.use(handle):
            raise ZeroDivisionError


def test_finished_tables_make_room_first_and_then_idle_ones() -> None:
    clock = Clock()
    handles = TableHandles(3, clock)
    first, second, third = (handles.add(opened()) for _ in range(3))
    with pytest.raises(ParlorError, match=r"^All 3 tables are in use\. "):
        handles.add(opened())
    with handles.use(third) as table:
        table.resign()
        with pytest.raises(ParlorError, match="in use"):
            handles.add(opened())  # somebody is looking at the end of that game
    fourth = handles.add(opened())
    with pytest.raises(ParlorError, match="There is no table"):
        handles.use(third).__enter__()
    clock.time = IDLE_SECONDS
    with handles.use(first), handles.use(fourth):
        pass
    clock.time += 1
    handles.add(opened())
    with pytest.raises(ParlorError, match="There is no table"):
        handles.use(second).__enter__()
    with handles.use(first), handles.use(fourth):
        pass
    assert len(handles) == 3


def test_a_position_counts_as_played_after_the_first_move_while_its_table_is_used() -> None:
    clock = Clock()
    handles, table = TableHandles(now=clock), opened()
    handles.add(table)
    assert not handles.is_played(table.match.state)
    table.play(1)
    assert handles.is_played(table.match.state)
    assert not handles.is_played(opened().match.state)
    over = opened()
    handles.add(over)
    over.play(2)
    assert handles.is_played(over.match.state)
    over.resign()
    assert not handles.is_played(over.match.state)
    clock.time = IDLE_SECONDS + 1
    assert not handles.is_played(table.match.state)


def test_closing_closes_the_records(tmp_path: Path) -> None:
    handles = TableHandles()
    tables = [opened(), opened()]
    for at, table in enumerate(tables):
        table.table.create_record(str(tmp_path / f"{at}.jsonl"))
    handles.remove(handles.add(tables[0]))
    assert len(handles) == 0
    handles.add(tables[1])
    handles.close()
    assert len(handles) == 0
    for table in tables:
        with pytest.raises(StoreError):
            table.play(1)

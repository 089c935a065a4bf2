"""The page on programs says what they are really asked, and what comes of their answers."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from primeparlor.games import PrimeClimb
from primeparlor.match import FAILED, OUT_OF_TIME, STRIKES, Match, Settings
from primeparlor.players import play_match, program
from primeparlor.players.process import LEAVE_SECONDS, LONGEST_LINE
from primeparlor.players.program import MOVE_SECONDS, START_SECONDS, ProgramPlayer
from support.matches import Clock
from support.players import fair

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "programs.md"
TEXT = PAGE.read_text(encoding="utf-8")


class ScriptedProcess:
    """A program that is asked and answers as on the page."""

    failed = False

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def exchange(self, line: bytes, seconds: float) -> bytes:
        raw.append(line.decode().rstrip("\n"))
        clock.seconds += 0.5
        return answers.pop(0).encode()

    def end(self, farewell: bytes) -> bool:
        raw.append(farewell.decode().rstrip("\n"))
        return True

    def read_errors(self) -> str:
        return ""


raw: list[str] = []
answers: list[str] = []
clock = Clock()


def test_the_python_session_runs_as_shown() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted >= 6
    assert result.failed == 0


def test_the_lines_of_the_protocol_are_real(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.findall(r"^([→←]) (.*)$", TEXT, re.MULTILINE)
    questions = [line for arrow, line in shown if arrow == "→"]
    answers[:] = [line for arrow, line in shown if arrow == "←"]
    ids = [json.loads(line)["id"] for line in questions if '"id"' in line]
    raw.clear()
    monkeypatch.setattr(program, "Process", ScriptedProcess)
    monkeypatch.setattr("secrets.randbelow", lambda _: ids.pop(0))
    match = Match(PrimeClimb.start(), ("cmd:one", "cmd:two"), Settings(clock=60, limit=1), now=clock)
    play_match(match, [ProgramPlayer("sh", match.start, match.settings.clock), fair()])
    assert raw == questions


def test_every_key_is_explained() -> None:
    keys = {key for _, line in re.findall(r"^(→) (.*)$", TEXT, re.MULTILINE) for key in json.loads(line)}
    assert [key for key in sorted(keys) if f"`{key}`" not in TEXT] == []


def test_the_limits_on_the_page_are_those_of_the_code() -> None:
    assert START_SECONDS == MOVE_SECONDS == 30
    assert TEXT.count("within 30 seconds") == 2
    assert f"longer than {LONGEST_LINE:,} bytes" in TEXT
    assert LEAVE_SECONDS == 1
    assert f"`{FAILED}`, `{OUT_OF_TIME}`, `{STRIKES}`" in TEXT

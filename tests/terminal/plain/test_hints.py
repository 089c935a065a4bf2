"""Hints at the prompt: each is in the record before it is shown, whatever happens next."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from primeparlor.match import Entry, Event, Hint, Match, Outcome, Result, Settings
from primeparlor.tables.table import Table
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.prompt import TablePrompt
from primeparlor.terminal.progress_bar import ProgressBar
from support.matches import Clock, help_given
from support.terminal.command import (
    Terminal,
    forked,
    only_record,
    parlor,
    play,
    saved_match,
)
from support.variants import first_state

STEPS = [
    "Yes: you can win whatever your opponent does.",
    "3 of 9 moves keep the win.",
]  # the first two of Pocket Addition


def journal(home: Path) -> list[Entry]:
    """The entries of the one saved game, without the time they took."""
    return [
        entry._replace(ms=0) if isinstance(entry, Event | Hint) else entry
        for entry in saved_match(home).journal
    ]


def test_a_hint_before_leaving_is_in_the_record(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "hint", "moves", "quit")
    assert STEPS[0] in out
    assert journal(tmp_path) == [Hint(0, 1, 1), Hint(0, 1, "moves")]
    assert "Player 1 to move, move " in parlor(tmp_path, "games").out


def test_a_hint_shown_before_kill_9_is_in_the_record(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "pocket-addition", "--plain")
    terminal.until_asked()
    terminal.type("hint")
    terminal.until(STEPS[0])
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    assert journal(tmp_path) == [Hint(0, 1, 1)]


def test_a_resumed_game_goes_on_with_the_next_step(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "hint")
    out = parlor(tmp_path, "resume", "--plain", typed="hint\n6\n").out
    assert STEPS[0] not in out
    assert STEPS[1] in out
    assert help_given(saved_match(tmp_path), 0) == (1, 2)
    assert "6  ✓ best (hints: 2)\n" in parlor(tmp_path, "review", "1", "--plain").out


def test_undo_takes_back_the_move_before_the_hint(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "6", "hint", "undo", "hint")
    assert "Player 1 takes back 6.\n" in out
    assert out.count(" ('hint' again tells more.)\n") == 2  # the first step of each of the two decisions
    assert journal(tmp_path) == [Event(1, 1, 6), Hint(1, 2, 1), Event(2, 1, None, undo=1), Hint(2, 1, 1)]


def test_a_hint_before_resigning_is_in_the_record(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "hint", "resign")
    assert journal(tmp_path) == [Hint(0, 1, 1), Result(Outcome(2, "resigned"))]


def test_after_a_hint_the_move_is_asked_for_as_before(tmp_path: Path) -> None:
    alone = play(tmp_path / "alone", "pocket-addition", "6", "quit")
    helped = play(tmp_path / "helped", "pocket-addition", "moves", "6", "quit")
    assert helped.replace("Select a number: moves\nMoves: 1 2 3 4 5 6 7 8 9\n", "") == alone


def test_a_hint_that_cannot_be_kept_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "measure").mkdir()
    play(tmp_path, "pocket-addition", words=f"--record {tmp_path}/measure/game.jsonl")
    room = only_record(tmp_path / "measure").stat().st_size + 40  # for the first hint only
    words = ("play", "pocket-addition", "--plain")
    code, out, err = forked(tmp_path, *words, typed="hint\nhint\n", largest_file=room)  # as a full disk
    assert code == 1
    assert err.startswith("parlor: The game could not be saved: File too large. ")
    assert err.endswith(" has it as you last saw it.\n")
    assert STEPS[0] in out
    assert STEPS[1] not in out
    assert journal(tmp_path) == [Hint(0, 1, 1)]
    assert STEPS[1] in parlor(tmp_path, "resume", "--plain", typed="hint\n").out


class Slow(Keyboard):
    """A player who asks for the moves when the time is over."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def read_line(self, seconds: float | None = None) -> str:
        self.clock.seconds += 11
        return "moves"


def test_a_hint_that_comes_after_the_flag_fell_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    match = Match(first_state("pocket-addition"), settings=Settings(clock=10), now=clock)
    table = Table(match, [None, None])
    TablePrompt(table, Slow(clock), Output(), ProgressBar("Pocket Addition")).play()
    assert (match.notes, match.outcome) == ([], Outcome(2, "out of time"))
    assert "Moves: " not in capsys.readouterr().out


def test_a_replay_says_that_help_was_asked_for(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "moves", "hint", "6", "why")
    out = parlor(tmp_path, "replay", "1").out
    asked = [line for line in out.splitlines() if " asks for a hint: " in line]
    assert asked == [
        "Player 1 asks for a hint: moves.",
        "Player 1 asks for a hint: step 1.",
        "Player 2 asks for a hint: why.",
    ]
    events = json.loads(parlor(tmp_path, "replay", "1", "--json").out)["events"]
    start = "pocket-addition turn=1 passes=0"
    events[1].pop("ms", None)
    assert events[1] == {"after": 0, "who": 1, "hint": 1, "position": start}
    assert [event.get("move") for event in events] == [None, None, 6, None]


def test_hint_tells_more_each_time_and_is_recorded(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", *["hint"] * 6, "1", "why", words="one=6,8 two=9 turn=2")
    assert "Yes: you can win" in out
    assert "1 of 5 moves" in out
    assert "Take 1." in out
    assert help_given(saved_match(tmp_path), 0) == (1, 2, 3, 4, 5)
    match = saved_match(tmp_path)
    assert help_given(match, match.number) == ("why",)


def test_hints_for_the_next_decision_start_again(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "hint", "hint", "6", "hint", "9")
    match = saved_match(tmp_path)
    assert [help_given(match, 0), help_given(match, 1), help_given(match, 2)] == [(1, 2), (1,), ()]


def test_why_grades_the_last_move(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "why", "5", "why")
    assert "Nobody has moved yet.\n" in out
    assert "Player 1 took 5, which gave the win away.\n  Player 2 can take " in out
    assert "Player 1 had a win here with 6, 7 or 8, quickest with 6." in out


def test_why_explains_your_own_move_first_then_the_reply(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "5", "why", words="--p2 perfect --seed 1")
    assert out.index("Player 1 took 5, which gave") < out.index("Player 2 took 6, which was best.")

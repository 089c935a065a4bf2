"""Programs that we call, real ones: what each does wrong has a name, and afterwards no process is left."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import GAMES, PocketAddition
from primeparlor.match import FAILED, OUT_OF_TIME, STRIKES, Match, Outcome, Refusal, Settings
from primeparlor.players import PlayerFailed, build_view, create_player, play_match, program
from primeparlor.players.process import Process, ProgramFailed
from primeparlor.players.program import split_command
from primeparlor.tables.setup import open_table
from support.players import Stranger, fair, player
from support.programs import left, strange

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
START = PocketAddition.start()
LONG = 60  # seconds: longer than anything here takes, unless it hangs


@pytest.fixture
def token() -> Iterator[str]:
    """A word for the command line of programs, none of which may be left after the test."""
    word = secrets.token_hex(8)
    yield word
    assert left(word) == []


def meet(seat: str, settings: Settings = Settings(clock=LONG)) -> tuple[Match, list[str]]:  # noqa: B008
    """A match of this program as Player 1 against a fair player, and what was told of it."""
    told: list[str] = []
    match = Match(START, (seat, "cmd:fair"), settings)
    one = create_player(seat, None, START, settings.clock)
    assert one is not None
    play_match(match, [one, fair()], lambda _, text: told.append(text))
    return match, told


@pytest.mark.parametrize("way", ["good", "notes", "complain", "leave_children", "leave_a_daemon", "stay"])
def test_a_program_plays(way: str, token: str) -> None:
    match, told = meet(strange(way, token))
    assert match.outcome is not None
    assert match.outcome.reason not in (FAILED, OUT_OF_TIME, STRIKES)
    assert [event.move for event in match.events][:3:2] == [1, 3]  # always its first
    assert told == []


FAILURES = {
    "end": "The program ended with exit code 3 instead of answering.",
    "second_end": "The program ended with exit code 3 instead of answering.",
    "crash": "The program ended with exit code 1 instead of answering.",
    "kill": "The program was ended by the signal SIGKILL instead of answering.",
    "fork_and_end": "The program ended with exit code 0 instead of answering.",
    "flood": "The program sent a line of more than 65,536 bytes.",
    "flood_lines": "The program sent a line that is not a JSON object.",
    "too_early": "The program sent a line that answers no open question.",
    "answer_twice": "The program sent a line that answers no open question.",
    "answer_ahead": "The program sent a line that answers no open question.",
    "answer_the_one_before": "The program sent a line that answers no open question.",
    "true_id": "The program sent a line that answers no open question.",
    "text_id": "The program sent a line that answers no open question.",
    "no_move": "The program answered without a move.",
    "close_output": "The program closed its output instead of answering.",
    "close_input": "The program closed its output instead of answering.",
    "latin": "The program sent a line that is not UTF-8.",
    "utf16": "The program sent a line that is not UTF-8.",
    "prose": "The program sent a line that is not a JSON object.",
    "list": "The program sent a line that is not a JSON object.",
    "deep": "The program sent a line that is not a JSON object.",
    "long_number": "The program sent a line that is not a JSON object.",
}
STAY = ("close_output", "close_input")  # those who close their output, and do not end


@pytest.mark.parametrize("way", FAILURES)
def test_a_program_that_breaks_the_protocol_fails(
    way: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 0.2 if way in STAY else LONG  # a busy machine may notice late that a program has ended
    monkeypatch.setattr("primeparlor.players.process.ENDED_SECONDS", seconds)
    match, told = meet(strange(way, token))
    assert match.outcome == Outcome(2, FAILED)
    assert told == [FAILURES[way]]


@pytest.mark.parametrize("way", ["illegal", "null", "fraction", "word", "nan"])
def test_an_illegal_answer_is_a_strike(way: str, token: str) -> None:
    match, _ = meet(strange(way, token))
    assert match.outcome == Outcome(2, STRIKES)
    assert len([note for note in match.notes if isinstance(note, Refusal)]) == 3


def test_a_program_is_asked_again_and_told_why(token: str) -> None:
    match, told = meet(strange("try_once", token))
    assert match.outcome is not None
    assert match.outcome.reason != STRIKES
    assert set(told) == {"Choose a whole number from 1 to 9."}
    assert {event.refused for event in match.events if event.who == 1 and not event.forced} == {1}


@pytest.mark.parametrize("way", ["hang", "drip", "complain_for_ever"])
def test_a_program_that_does_not_answer_in_time_is_out_of_time(way: str, token: str) -> None:
    match, told = meet(strange(way, token), Settings(clock=0.3))
    assert match.outcome == Outcome(2, OUT_OF_TIME)
    assert told[0].startswith("The program did not answer within ")


def test_without_a_clock_it_fails(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOVE_SECONDS", 0.2)
    match, told = meet(strange("hang", token), Settings())
    assert match.outcome == Outcome(2, FAILED)
    assert told == ["The program did not answer within 0.2 seconds."]


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ("hello_end", "The program ended with exit code 3 instead of answering."),
        ("hello_prose", "The program sent a line that is not a JSON object."),
        ("hello_no_move", "The program did not answer hello with version 1."),
        ("hello_hang", "The program did not answer within 0.2 seconds."),
    ],
)
def test_a_program_that_says_no_hello_cannot_sit_down(
    way: str, sentence: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "hello_hang":
        monkeypatch.setattr(program, "START_SECONDS", 0.2)
    seat = strange(way, token)
    with pytest.raises(PlayerFailed) as caught:
        open_table(START, ("human", seat))
    assert str(caught.value) == f"{seat!r} cannot play. {sentence}"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program -x", "There is no program 'no-such-program' here that can be started."),
        (__file__, f"There is no program {__file__!r} here that can be started."),
        ("python 'x", 'The command "python \'x" cannot be read: no closing quotation.'),
        ("''", "A program needs a name: cmd:PROGRAM."),
    ],
)
def test_a_command_that_cannot_be_started_is_refused(command: str, sentence: str) -> None:
    with pytest.raises(ParlorError) as caught:
        create_player(f"cmd:{command}")
    assert str(caught.value) == sentence


def test_a_file_that_is_no_program_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/no/such/shell\n")
    path.chmod(0o755)
    with pytest.raises(PlayerFailed, match="ended with exit code 127 instead of answering"):
        create_player(f"cmd:{path}", start=START)


def test_no_shell_reads_the_command(token: str, tmp_path: Path) -> None:
    path = tmp_path / "touched"
    match, _ = meet(f"{strange('good', token)} ; touch {path} `touch {path}` $(touch {path}) > {path}")
    assert match.outcome is not None
    assert not path.exists()


def test_what_a_program_is_asked(token: str, tmp_path: Path) -> None:
    """As the page of the protocol says, word for word."""
    path = tmp_path / "said"
    one = player(f"cmd:sh -c 'tee {path} | \"$@\"' {token} {strange('try_once', token)[4:]}")
    match = Match(PocketAddition.start(), ("cmd:one", "cmd:two"), Settings(clock=LONG))
    play_match(match, [one, Stranger(9, 8, 7)])
    hello, first, again, *_, bye = map(json.loads, path.read_text().splitlines())
    rules = {"target": 15, "largest": 9}
    assert hello == {
        "type": "hello",
        "version": 1,
        "game": "pocket-addition",
        "rules": rules,
        "clock": hello["clock"],
    }
    assert 0 < first.pop("time_left") <= LONG
    assert 0 <= first["id"] != again["id"]
    assert first == {
        "type": "choose",
        "id": first["id"],
        "game": "pocket-addition",
        "rules": rules,
        "position": "pocket-addition turn=1 passes=0",
        "turn": 1,
        "seat": 1,
        "moves": list(range(1, 10)),
        "history": [],
        "error": None,
    }
    assert again["error"] == "Choose a whole number from 1 to 9."
    assert bye == {"type": "bye"}


@pytest.mark.parametrize("name", GAMES.ours)
def test_every_game_can_be_asked_for(name: str, token: str) -> None:
    """History holds what fate did, too."""
    seats = (strange("good", token), "cmd:fair")
    match = Match(GAMES[name].start(), seats, Settings(limit=6), seed=1)
    outcome = play_match(match, [player(seats[0]), fair()])
    assert outcome is not None
    assert outcome.reason not in (FAILED, STRIKES)


# Its life ----------------------------------------------------------------------------------------


def test_a_program_is_started_anew_for_a_rematch(token: str, tmp_path: Path) -> None:
    path = tmp_path / "said"
    command = f"cmd:sh -c 'tee -a {path} | \"$@\"' {token} {strange('good', token)[4:]}"
    table = open_table(START, (command, "club"))
    for _ in range(2):
        table.match.begin()
        while table.match.outcome is None:
            table.play_house_move(lambda *_: None, threading.Lock())
        table.offer_rematch(1, [1, 2])
        table = table.create_rematch()
    table.close()
    said = [json.loads(line) for line in path.read_text().splitlines()]
    hellos = [at for at, line in enumerate(said) if line["type"] == "hello"]
    assert len(hellos) == 2
    assert [said[at + 1]["seat"] for at in hellos] == [1, 2]


def test_a_program_can_be_left_while_it_thinks(token: str) -> None:
    one = player(strange("hang", token))
    match = Match(START, ("cmd:one", "human"))
    match.begin()
    failed: list[str] = []

    def think() -> None:
        try:
            one.choose(build_view(match))
        except PlayerFailed as error:
            failed.append(str(error))

    thread = threading.Thread(target=think)
    thread.start()
    wait_until(lambda: bool(left(token)))
    one.close()
    one.close()
    thread.join(LONG)
    assert len(failed) == 1


def test_a_program_that_is_ended_just_before_it_is_asked_fails(token: str) -> None:
    """As when somebody leaves the table in that moment: two threads use the process."""
    process = Process(split_command(strange("good", token).removeprefix("cmd:")))
    process.end()
    with pytest.raises(ProgramFailed, match=r"^The program was ended before\.$"):
        process.exchange(b"{}\n", LONG)


@pytest.mark.parametrize("way", ["hang", "leave_a_daemon"])
def test_a_program_does_not_outlive_us(way: str, token: str) -> None:
    """Even if we are killed, and have no time to say goodbye."""
    script = (
        "import sys\n"
        "from primeparlor.games import PocketAddition\n"
        "from primeparlor.match import Match\n"
        "from primeparlor.players import build_view, create_player\n"
        "match = Match(PocketAddition.start(), ('cmd:one', 'human'))\n"
        "match.begin()\n"
        "one = create_player(sys.argv[1])\n"
        "print(one._start(match.state, None, 60), flush=True)\n"
        "one.choose(build_view(match))\n"
        "print('chosen', flush=True)\n"
        "sys.stdin.read()\n"
    )
    us = subprocess.Popen(
        [sys.executable, "-c", script, strange(way, token)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert us.stdin is not None
    assert us.stdout is not None
    with us.stdin, us.stdout:
        us.stdout.readline()
        if way == "leave_a_daemon":
            us.stdout.readline()
        assert left(token)
        us.kill()
        us.wait(LONG)
    wait_until(lambda: not left(token))  # for the supervisor, which is nobody's child any more


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(100 * LONG):
        if is_so():
            return
        threading.Event().wait(0.01)
    pytest.fail("waited for a minute")


def test_no_stream_stays_open(token: str) -> None:
    before = os.listdir("/proc/self/fd")
    for way in ("good", "crash", "hello_end"):
        with suppress(PlayerFailed):
            meet(strange(way, token))
    assert os.listdir("/proc/self/fd") == before


def test_signals_of_the_terminal_do_not_reach_a_program(token: str) -> None:
    """Ctrl-C is for whoever sits at the keyboard."""
    one = player(strange("good", token))
    match = Match(START, ("cmd:one", "human"))
    match.begin()
    one.choose(build_view(match))
    pids = [int(name) for name in filter(str.isdigit, os.listdir("/proc")) if _has(name, token)]
    assert pids
    assert all(os.getpgid(pid) != os.getpgrp() for pid in pids)
    assert signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL  # nothing of ours has changed
    one.close()


def _has(name: str, token: str) -> bool:
    try:
        return token.encode() in Path("/proc", name, "cmdline").read_bytes()
    except OSError:
        return False


# Secrets -----------------------------------------------------------------------------------------


def test_what_a_program_writes_is_in_no_sentence_and_no_record(
    token: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = secrets.token_hex(16)
    monkeypatch.setenv("STRANGE_KEY", secret)
    seat = strange("crash", token)
    told: list[str] = []
    table = open_table(START, (seat, "club"))
    path = table.create_record(str(tmp_path / "game.jsonl"))
    table.match.begin()
    while table.match.outcome is None:
        table.play_house_move(lambda _, text: told.append(text), threading.Lock())
    table.close()
    assert told == [FAILURES["crash"]]
    assert secret not in Path(path).read_text()


def test_reading_a_record_starts_nothing(tmp_path: Path) -> None:
    from primeparlor import records
    from support.matches import as_bytes

    touched = tmp_path / "touched"
    match = Match(START, ("human", f"cmd:touch {touched}"))
    match.begin()
    path = tmp_path / "game.jsonl"
    path.write_bytes(as_bytes(match))
    assert records.load(str(path)).match.seats == match.seats
    assert not touched.exists()

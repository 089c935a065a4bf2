"""How a game at the terminal ends: saved where it should be or elsewhere, left, stopped, played again."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from primeparlor import records, solve
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.core import State
from primeparlor.games import PocketAddition
from primeparlor.match import Answer, Match, Offer, Pause, Resign, Settings
from primeparlor.players import Chosen, PlayerFailed, View
from primeparlor.tables.rungs import LOST, prepare_rung
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table
from primeparlor.terminal.open_table import NewTableOptions
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.progress_bar import ProgressBar
from support.terminal import command
from support.terminal.command import OFFER, UNMEASURED, Terminal, parlor

ASKED = "Save it in which file? (Enter: among your games, q: give it up) "
GONE = "was moved or deleted during the game.\n"
Act = Callable[[], object]


class Typist(Keyboard):
    """A player who types these lines and does something else in between."""

    def __init__(self, *lines: str | Act, is_terminal: bool = True) -> None:
        self.lines, self.is_terminal = list(lines), is_terminal

    def read_line(self, seconds: float | None = None) -> str:
        while self.lines and not isinstance(self.lines[0], str):
            act = self.lines.pop(0)
            assert not isinstance(act, str)
            act()
        if not self.lines:
            raise EOFError
        return str(self.lines.pop(0))


@pytest.fixture(name="home")
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "games"
    monkeypatch.setenv("PARLOR_HOME", str(home))
    return home


def played(*lines: str | Act, is_terminal: bool = True) -> int:
    """The exit code of a game of Pocket Addition between two people."""
    keyboard = Typist(*lines, is_terminal=is_terminal)
    return play.play(PocketAddition.start(), keyboard=keyboard)


def moves(path: Path | str) -> list[object]:
    return [event.move for event in records.load(str(path)).match.history]


@contextmanager
def heeded(number: signal.Signals) -> Iterator[None]:
    """Let this signal do what it usually does, even where the tests were told to ignore it, as by nohup."""
    before = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


def interrupt() -> None:
    raise KeyboardInterrupt


# The record is gone --------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["quit", "9"])
def test_a_game_whose_record_is_gone_is_saved_under_a_new_name(
    last: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("6", lambda: shutil.rmtree(home), last, is_terminal=False) == 1
    [path] = home.iterdir()
    assert moves(path) == [6]
    told = capsys.readouterr().err
    assert GONE in told
    assert re.search(
        rf"Saved (again|elsewhere)\. Resume it with: parlor resume {re.escape(str(path))}\n$", told
    )


def test_a_player_at_a_terminal_is_asked_where_to_save_it(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"
    assert played("6", lambda: shutil.move(home, tmp_path / "moved"), "quit", str(path)) == 1
    assert moves(path) == [6]
    told = capsys.readouterr()
    assert told.out.endswith(ASKED)
    assert told.err.endswith(f"{GONE}Saved elsewhere. Resume it with: parlor resume {path}\n")


@pytest.mark.parametrize("answer", [[""], [], ["exists"], ["exists", ""], ["none/here", "exists"]])
def test_an_unusable_file_name_leaves_the_game_among_the_saved_ones(
    answer: list[str], home: Path, tmp_path: Path
) -> None:
    (tmp_path / "exists").write_text("something")
    names = [str(tmp_path / name) if name else name for name in answer]
    assert played("6", lambda: shutil.rmtree(home), "quit", *names) == 1
    [path] = home.iterdir()
    assert moves(path) == [6]
    assert (tmp_path / "exists").read_text() == "something"


def test_a_game_that_can_be_saved_nowhere(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def replace() -> None:
        shutil.rmtree(home)
        home.write_text("not a folder")

    assert played("6", replace, "quit", is_terminal=False) == 1
    assert capsys.readouterr().err.endswith("\nThis game was not saved.\n")


def test_a_player_who_gives_up_saving_is_not_asked_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("6", lambda: shutil.rmtree(home), "quit", "q") == 1
    assert capsys.readouterr().err.endswith(f"{GONE}This game was not saved.\n")
    assert not home.exists()


def test_ctrl_c_at_that_question_keeps_it_among_the_saved_games(home: Path) -> None:
    assert played("6", lambda: shutil.rmtree(home), "quit", interrupt, "x") == 1
    [path] = home.iterdir()
    assert moves(path) == [6]


def test_a_match_of_several_games_says_the_score(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = ("resign", "yes")  # by whoever begins: first Ann, then Ben, then Ann again
    keyboard = Typist(*lost, "a", *lost, "a", *lost, "a", "quit")
    options = NewTableOptions(names=("Ann", "Ben"), first_to=2)
    assert play.play(PocketAddition.start(), options=options, keyboard=keyboard) == 0
    told = capsys.readouterr().out
    score = [line for line in told.splitlines() if ", first to" in line or "–" in line]
    assert score == [
        "Game 1, first to 2 wins. Seats are swapped after each game.",
        "Ben leads 1–0.",
        "Game 2, first to 2 wins. Seats are swapped. Ben: 1, Ann: 0.",
        "The score is 1–1.",
        "Game 3, first to 2 wins. Seats are swapped. Ann: 1, Ben: 1.",
        "Ben wins the match 2–1.",
        "Game 1, first to 2 wins. Seats are swapped after each game.",
    ]
    assert ["a to swap seats for game 2" in told, "a to play another match" in told] == [True, True]
    first, *later = (os.path.basename(path).removesuffix(".jsonl") for path in records.list_saved())
    listed = {game["name"]: game["series"] for game in json.loads(parlor(home, "games", "--json").out)}
    assert [listed[name]["first"] for name in (first, *later)] == ["", first, first]
    assert "Ben and Ann (game 2, first to 2 wins)" in parlor(home, "games").out


def test_a_home_folder_may_be_named_briefly(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert played("6", lambda: shutil.rmtree(home), "quit", "~/mine.jsonl") == 1
    assert moves(tmp_path / "mine.jsonl") == [6]


def test_a_record_that_is_gone_when_another_game_is_asked_for(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played("6", "resign", "yes", lambda: shutil.rmtree(home), "a", "") == 1
    [path] = home.iterdir()
    told = capsys.readouterr()
    assert told.out.endswith(OFFER + ASKED)
    assert GONE in told.err
    assert f"Replay it with: parlor replay {path}\n" in told.err


def test_the_time_left_is_kept_where_the_game_is_saved_again(home: Path) -> None:
    keyboard = Typist("6", lambda: shutil.rmtree(home), "quit", "")
    settings = Settings(clock=600)
    assert play.play(PocketAddition.start(), settings=settings, keyboard=keyboard) == 1
    [path] = home.iterdir()
    assert isinstance(records.load(str(path)).match.journal[-1], Pause)


def test_the_record_of_a_finished_game_is_looked_after_too(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = open_table(PocketAddition.start())
    table.create_record()
    table.match.begin()
    table.match.perform(Resign(1, 0))
    shutil.rmtree(home)
    assert play.play_table(table, Typist(is_terminal=False), ProgressBar("")) == 1
    assert GONE in capsys.readouterr().err
    [path] = home.iterdir()
    assert records.load(str(path)).match.outcome


def test_ctrl_c_leaves_at_once_and_asks_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played("6", interrupt, "x") == 130
    [path] = home.iterdir()
    assert capsys.readouterr().err == "\nSaved. Resume it with: parlor resume\n"
    assert played("6", lambda: shutil.rmtree(home), interrupt, "x") == 1
    [path] = home.iterdir()
    assert moves(path) == [6]


def test_a_full_disk_is_reported_as_usual(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise records.StoreError("The game could not be saved: No space left on device.")

    def fill() -> None:
        monkeypatch.setattr(records.RecordFile, "append", full)

    with pytest.raises(records.StoreError, match="No space left on device"):
        played("6", fill, "9")
    assert moves(next(home.iterdir())) == [6]


# Help that takes too long ----------------------------------------------------------------------------------


def test_ctrl_c_during_a_hint_leaves_the_hint_and_not_the_game(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reached: list[str] = []

    def long(state: State, progress: Callable[[int, int], None]) -> None:
        signal.raise_signal(signal.SIGINT)
        reached.append("something that must be made whole")
        progress(1, 2)

    monkeypatch.setattr(solve, "analyse", long)
    assert played("6", "hint", "why", "9") == 0
    stopped = "Select a number: Stopped: no help was given.\n"
    assert stopped * 2 in capsys.readouterr().out
    assert len(reached) == 2
    assert moves(next(home.iterdir())) == [6, 9]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_pressing_ctrl_c_twice_leaves_the_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def long(state: State, progress: Callable[[int, int], None]) -> None:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(solve, "analyse", long)
    assert played("6", "hint", "9") == 130
    assert moves(next(home.iterdir())) == [6]


def test_a_signal_that_was_ignored_stays_so(home: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert played("6", lambda: signal.raise_signal(signal.SIGHUP), "9") == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert moves(next(home.iterdir())) == [6, 9]


def test_a_closed_output_leaves_with_the_time_that_is_left(home: Path) -> None:
    def broken() -> None:
        raise BrokenPipeError

    keyboard = Typist("6", broken, "9")
    with pytest.raises(BrokenPipeError):
        play.play(PocketAddition.start(), settings=Settings(clock=600), keyboard=keyboard)
    [path] = home.iterdir()
    assert isinstance(records.load(str(path)).match.journal[-1], Pause)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_termination_signal_leaves_with_the_time_that_is_left(
    number: signal.Signals, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Typist("6", lambda: signal.raise_signal(number), "9")
    with heeded(number):
        with pytest.raises(SystemExit) as ended:
            play.play(PocketAddition.start(), settings=Settings(clock=600), keyboard=keyboard)
        assert signal.getsignal(number) == signal.SIG_DFL
    assert ended.value.code == 128 + number
    [path] = home.iterdir()
    assert "Saved. Resume it with:" in capsys.readouterr().err
    assert isinstance(records.load(str(path)).match.journal[-1], Pause)


# Players who talk, and fail ------------------------------------------------------------------------------


class Program:
    """Takes the first move it is shown, and says so; after some moves it fails."""

    own, moves = False, 2

    def choose(self, view: View) -> Chosen:
        if self.moves == 0:
            raise PlayerFailed("The program has ended.")
        self.moves -= 1
        return Chosen(view.moves[0], "The first will do.")

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def test_a_player_s_notes_are_shown_once_beside_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(Match(PocketAddition.start(), ("human", "program")), [None, Program()])
    assert play.play_table(table, Typist("3", "4", "5", is_terminal=False), ProgressBar("")) == 0
    told = capsys.readouterr()
    assert told.err == "Player 2: The first will do.\nPlayer 2: The program has ended.\n"
    assert told.out.endswith("Player 2 has failed and forfeits the game.\nPlayer 1 wins.\n")


# Playing again ---------------------------------------------------------------------------------------------


def test_a_game_is_played_again_with_seats_swapped(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = ("8", "9", "7")
    keyboard = Typist(*first, "a", "resign", "yes", "")
    code = play.play(PocketAddition.start(), ("human", "human"), keyboard=keyboard)
    assert (code, keyboard.lines) == (0, [])
    assert capsys.readouterr().out.count(OFFER) == 2
    one, two = (records.load(path).match for path in records.list_saved())
    assert one.journal[-2:] == [Offer(3, 1, "rematch"), Answer(3, 2, True)]
    assert (two.first_number, two.first_seq) == (one.number + 1, one.seq)
    told = parlor(home, "replay", "2").out
    assert told.endswith("Player 1 asks for another game with seats swapped.\nPlayer 2 agrees.\n")


def test_the_house_takes_the_other_side(home: Path) -> None:
    keyboard = Typist("resign", "yes", "a", "resign", "yes", "")
    assert play.play(PocketAddition.start(), ("human", "random"), keyboard=keyboard) == 0
    _, two = (records.load(path).match for path in records.list_saved())
    assert two.seats == ("random", "human")
    assert len(two.events) == 1
    assert home.exists()


@pytest.mark.usefixtures("home")
def test_the_rung_of_a_game_is_told_and_the_next_is_a_key_away(capsys: pytest.CaptureFixture[str]) -> None:
    rung = load_rungs(PocketAddition)[0]
    start, seats, settings = prepare_rung(rung)
    keyboard = Typist("resign", "yes", "n", "resign", "yes", "")
    assert play.play(start, seats, settings, keyboard=keyboard) == 0
    told = capsys.readouterr().out
    assert told.count(f"Rung 1 of 10: {rung.task}.\n") == 2
    assert "Rung 1 of 10 is not passed yet: " in told
    assert "n to play rung 1, Enter to leave: " in told
    _, two = (records.load(path).match for path in records.list_saved())
    assert (two.seats, two.settings) == (seats, settings)


@pytest.mark.usefixtures("home")
def test_help_is_told_to_end_what_a_game_counts_for(capsys: pytest.CaptureFixture[str]) -> None:
    start, seats, _ = prepare_rung(load_rungs(PocketAddition)[0])
    assert play.play(start, seats, keyboard=Typist("board", "hint", "hint", "quit")) == 0
    before, _, after = capsys.readouterr().out.partition(LOST)
    assert ("again tells more" in before, LOST in after) == (True, False)


@pytest.mark.usefixtures("home")
def test_a_pipe_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert played("resign", "a", is_terminal=False) == 0
    assert "to review" not in capsys.readouterr().out
    assert len(records.list_saved()) == 1


def test_a_spectator_of_the_house_is_not_asked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("random", "random")
    assert play.play(PocketAddition.start(), seats, keyboard=Typist("a")) == 0
    assert "to review" not in capsys.readouterr().out
    assert len(list(home.iterdir())) == 1


@pytest.mark.parametrize(("seat", "typed"), [("human", "hint"), ("perfect", "1")])
def test_long_thought_at_the_table_shows_how_far_it_is(seat: str, typed: str, tmp_path: Path) -> None:
    words = ("play", "prime-climb", "top=100", "--p2", seat, "--plain")
    terminal = Terminal(tmp_path, *words, env=UNMEASURED, eager=True)
    terminal.until_asked()
    terminal.type(typed)
    terminal.until(r"\rSolving Prime Climb: [\d,]+ of [\d,]+ \(\d+ %\)")
    terminal.until_asked()
    assert "\r\033[K" in terminal.text  # it is wiped when the thought is over
    terminal.type("quit")
    terminal.rest()
    assert terminal.code == 0


def test_the_levels_sit_down(tmp_path: Path) -> None:
    for level in ("beginner", "casual", "club", "expert", "perfect"):
        words = f"--p2 {level} --seed 1 --record {tmp_path}/{level}.jsonl"
        out = command.play(tmp_path, "pocket-addition", "6", words=words)
        assert f"Player 2: {level}." in out
        assert "Player 2's Total Sum: " in out

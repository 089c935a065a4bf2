"""The command line finds a game by any part of its name that no other game has."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

import pytest

from primeparlor.cli import main, parser
from primeparlor.terminal.mode import TerminalOptions
from support.terminal.command import PATIENCE


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        (["rules", "climb", "--plain"], ["rules", "prime-climb", "--plain"]),
        (["rules", "Duel", "--plain"], ["rules", "prime-duel", "--plain"]),
        (["rules", "prime", "climb", "--plain"], ["rules", "prime-climb", "--plain"]),
        (["rules", "primeclimb", "--plain"], ["rules", "prime-climb", "--plain"]),
        (
            ["analyse", "number", "morph", "number=211", "--json"],
            ["analyse", "number-morph", "number=211", "--json"],
        ),
        (["analyse", "pocket", "one=6", "--json"], ["analyse", "pocket-addition", "one=6", "--json"]),
    ],
)
def test_part_of_a_name_will_do(
    short: list[str], whole: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(short) == 0
    shown = capsys.readouterr().out
    assert main.main(whole) == 0
    assert shown == capsys.readouterr().out != ""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("prime", "'prime' could be nonprime-addition, prime-climb or prime-duel: type more of the name."),
        ("chess", "There is no game 'chess'. The games are: nonprime-addition, "),
        ("", "Which game? The games are: nonprime-addition, "),
    ],
)
def test_a_name_that_fits_none_or_several_is_refused(
    name: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["rules", name]) == 2
    assert capsys.readouterr().err.startswith(f"parlor: {sentence}")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("prime", "'prime' could be nonprime-addition, prime-climb or prime-duel: type more of the name."),
        ("chess", "There is no game 'chess'. The games are: nonprime-addition, "),
        ("", "Which game? The games are: nonprime-addition, "),
    ],
)
def test_an_author_is_told_which_games_can_be_checked(
    name: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["check-game", name]) == 2
    assert capsys.readouterr().err.startswith(f"parlor: {sentence}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rules prime-climb chess", "unrecognized argument: chess\n"),
        (
            "puzzle prime-climb top=35",
            "unrecognized argument: top=35 (variants are for play, analyse and solve)\n",
        ),
        (
            "analyse prime-climb chess",
            "'chess' is not understood. Write key=value (rules: top, largest; position: steps, turn",
        ),
        ("analyse prime chess", "'prime' could be nonprime-addition, prime-climb or prime-duel"),
    ],
)
def test_a_word_that_belongs_to_no_name_is_refused(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(words.split()) == 2
    assert capsys.readouterr().err.startswith(f"parlor: {sentence}")


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        ("", TerminalOptions()),
        ("play prime-climb", TerminalOptions()),
        ("--plain play prime-climb", TerminalOptions(plain=True)),
        ("resume --screen --ascii", TerminalOptions(screen=True, ascii=True)),
        ("--theme light play prime-climb --pace 0.5", TerminalOptions(theme="light", pace=0.5)),
        ("--theme light play prime-climb top=9 --theme dark", TerminalOptions(theme="dark")),
        ("--pace off", TerminalOptions(pace=0.0)),
        ("--pace 0", TerminalOptions(pace=0.0)),
    ],
)
def test_terminal_options_may_come_before_or_after_the_command(words: str, wishes: TerminalOptions) -> None:
    assert parser.read_terminal_options(main.build_parser().parse_args(words.split())) == wishes


@pytest.mark.parametrize(
    "words", ["--pace fast", "--pace -1", "--pace 11", "--pace nan", "--theme blue", "--pace ."]
)
def test_other_paces_and_themes_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(words.split()) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_help_has_a_note_for_screen_reader_users(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--help"]) == 0
    assert "With a screen reader: parlor --plain (kept for next time)." in capsys.readouterr().out


@pytest.mark.parametrize("words", ["dance", "dance play", "dance --help"])
def test_a_command_that_does_not_exist_is_answered_with_every_one_that_does(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(words.split()) == 2
    told = capsys.readouterr().err
    assert all(f"'{name}'" in told for name in main.COMMANDS)


def test_every_command_is_listed_where_it_is_found() -> None:
    assert {name: list(found()).count(name) for name, found in main.COMMANDS.items()} == dict.fromkeys(
        main.COMMANDS, 1
    )
    assert {name for found in main.COMMANDS.values() for name in found()} == set(main.COMMANDS)


def test_only_the_commands_asked_for_are_imported() -> None:
    ask = "import sys; from primeparlor.cli import main; main.build_parser(sys.argv[1:]); print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", ask, "play", "climb"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    imported = {name for name in told.stdout.split() if name.startswith("primeparlor.cli.")}
    assert imported == {"primeparlor.cli.main", "primeparlor.cli.parser", "primeparlor.cli.play"}


class Interrupted(io.TextIOWrapper):
    """An output whose reader is slow: Ctrl-C comes while the first text is flushed."""

    came = False

    def flush(self) -> None:
        if not self.came:
            self.came = True
            raise KeyboardInterrupt
        super().flush()


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("words", [["--help"], ["rules", "prime-climb"]])
def test_an_interrupted_command_does_not_wait_for_a_slow_reader(
    monkeypatch: pytest.MonkeyPatch, words: list[str], full: bool
) -> None:
    """What the reader takes at once is written; the rest must not keep the process at its exit."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while full:
            os.write(writes, b"x" * 65536)
    os.set_blocking(writes, True)
    output = Interrupted(open(writes, "wb", buffering=1 << 20), write_through=False)  # noqa: SIM115
    monkeypatch.setattr(sys, "stdout", output)
    assert main.main(words) == 130
    assert os.get_blocking(writes)
    discarded = stat.S_ISCHR(os.fstat(writes).st_mode)
    assert discarded == full
    if not full:
        assert os.read(reads, 100)
    os.close(reads)  # so that nothing can wait here
    with suppress(BrokenPipeError):
        output.close()


def test_a_home_3000_folders_deep_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path) + "/d" * 3000)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main.main(["play", "prime-climb", "--plain"]) == 0
    told = capsys.readouterr().err
    assert "File name too long. This game will not be kept." in told
    assert main.main(["serve", "--port", "0"]) == 1
    assert capsys.readouterr().err.endswith("cannot be created for tables: File name too long.\n")


def test_a_full_disk_is_no_games_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: object) -> int:
        raise OSError(28, "No space left on device")

    args = Namespace(version=False, run=fail)
    monkeypatch.setattr(main, "_parse_arguments", lambda argv: args)
    monkeypatch.setattr(main, "_find_fault", lambda error: "A game failed.")
    with pytest.raises(OSError, match="No space left"):
        main._run_command(["play"])

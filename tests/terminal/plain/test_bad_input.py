"""Whatever is typed, closed, full or interrupted: a clear sentence or a quiet, saved exit."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from primeparlor.files import quote_argument
from support.permissions import permissions_kept
from support.terminal.command import (
    FATE,
    GOOD_MOVE,
    NAMES,
    PATIENCE,
    UNMEASURED,
    Result,
    Terminal,
    environment,
    forked,
    moves_made,
    parlor,
    read_all,
    saved_match,
    shell,
    wait_for_sleep,
)
from support.terminal.fork_server import fork

BAD_LINES = [
    *("", "   ", "word", "5.0", "++5", "-3", "0x5", "05", "1e1", "5,", "5 5", "'5'", "½", "٣"),
    *("５", "²", "\N{ZERO WIDTH SPACE}5", "5\N{NO-BREAK SPACE}", "9" * 10_000, "\x00", "5\x00", "\x1b[A"),
]
BAD_BYTES = b"".join(line.encode() + b"\n" for line in BAD_LINES)
BAD_BYTES += b"\xff\xfe5\n" + b"\xc3\n" + b"5" * 1_000_000 + b"\n"
HOW_MANY = BAD_BYTES.count(b"\n")


def play(name: str, *words: str) -> list[str]:
    return ["play", name, "--plain", *FATE.get(name, []), *words]


@pytest.mark.parametrize("name", NAMES)
def test_each_bad_line_is_refused_with_a_sentence_and_changes_nothing(name: str, tmp_path: Path) -> None:
    typed = BAD_BYTES + GOOD_MOVE[name].encode() + b"\n"
    code, out, err = parlor(tmp_path, *play(name), typed=typed)
    assert code == 0
    assert out.count("Please type ") == HOW_MANY
    assert len(out) < 20_000  # a megabyte is not echoed
    assert len(moves_made(tmp_path)) == 1
    assert "Saved. Resume it with: parlor resume" in err


@pytest.mark.parametrize("name", NAMES)
def test_blanks_around_a_move_do_no_harm(name: str, tmp_path: Path) -> None:
    assert parlor(tmp_path, *play(name), typed=f" \t {GOOD_MOVE[name]} \t\r\n").code == 0
    assert len(moves_made(tmp_path)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_last_line_without_its_end_counts(name: str, tmp_path: Path) -> None:
    assert parlor(tmp_path, *play(name), typed=GOOD_MOVE[name]).code == 0
    assert len(moves_made(tmp_path)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_end_of_input_leaves_a_game_that_can_be_resumed(name: str, tmp_path: Path) -> None:
    code, _, err = parlor(tmp_path, *play(name), typed=f"{GOOD_MOVE[name]}\n")
    assert code == 0
    assert err == "Saved. Resume it with: parlor resume\n"
    assert parlor(tmp_path, "resume", "--plain").code == 0
    assert len(moves_made(tmp_path)) == 1


@pytest.mark.parametrize("typed", ["", "quit\n", "board\nquit\n"])
def test_a_game_in_which_nobody_has_moved_is_not_kept(typed: str, tmp_path: Path) -> None:
    code, _, err = parlor(tmp_path, "play", "pocket-addition", "--p1", "beginner", "--plain", typed=typed)
    assert (code, err) == (0, "You made no move, so nothing was saved.\n")
    assert not list(tmp_path.glob("*.jsonl"))
    own = tmp_path / "own.jsonl"  # asked for by name
    assert parlor(tmp_path / "home", "play", "prime-climb", "--record", str(own)).code == 0
    assert own.exists()


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_closed_streams(name: str, closed: tuple[int, ...], tmp_path: Path) -> None:
    assert forked(tmp_path, *play(name), typed=f"{GOOD_MOVE[name]}\n", closed=closed).code == 0
    assert len(moves_made(tmp_path)) == (0 not in closed)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_a_shell_has_closed(closed: str, tmp_path: Path) -> None:
    """The interpreter starts without them; what the games do then is the same as above."""
    done = shell(tmp_path, f"echo 4 | parlor play prime-climb --plain {closed}")
    assert done.code == 0
    assert "Traceback" not in done.err
    assert len(moves_made(tmp_path)) == ("<&-" not in closed)


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_d_at_a_terminal(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *play(name))
    terminal.until_asked()
    terminal.type(GOOD_MOVE[name])
    terminal.until_asked()
    terminal.key("d")
    assert "Saved. Resume it with:" in terminal.rest()
    assert terminal.code == 0


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_at_a_terminal_leaves_at_once_with_the_game_saved(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *play(name), env=UNMEASURED)
    terminal.until_asked()
    terminal.type(GOOD_MOVE[name])
    terminal.until_asked()
    terminal.interrupt()
    assert "Saved. Resume it with:" in terminal.rest()
    assert terminal.code == 130
    assert len(moves_made(tmp_path)) == 1
    assert parlor(tmp_path, "resume", typed="quit\n").code == 0


class Piped:
    """A game at its first prompt, with pipes for all three streams."""

    def __init__(self, home: Path, name: str) -> None:
        reads, self.keyboard = os.pipe()
        self.screen, writes = os.pipe()
        self.errors, complains = os.pipe()
        self.process = fork(play(name), environment(home, **UNMEASURED), (reads, writes, complains))
        for end in (reads, writes, complains):
            os.close(end)
        seen = b""
        while not seen.endswith((b"): ", b"number: ")):
            new = os.read(self.screen, 1 << 16)
            assert new, "it ended before it asked"
            seen += new

    def left(self) -> Result:
        """How it ended, and what it complained of."""
        status = self.process.status(PATIENCE)
        assert status is not None, "it has not ended"
        return Result(os.waitstatus_to_exitcode(status), "", read_all(self.errors)[0])


@pytest.mark.parametrize("name", NAMES)
def test_an_interrupt_while_the_input_is_a_pipe(name: str, tmp_path: Path) -> None:
    game = Piped(tmp_path, name)
    wait_for_sleep(game.process.pid)
    os.kill(game.process.pid, signal.SIGINT)
    code, _, err = game.left()
    assert code == 130
    assert err.endswith("You made no move, so nothing was saved.\n")
    assert "Traceback" not in err
    for end in (game.keyboard, game.screen):
        os.close(end)


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_that_leaves(name: str, tmp_path: Path) -> None:
    game = Piped(tmp_path, name)
    os.close(game.screen)
    os.write(game.keyboard, GOOD_MOVE[name].encode() + b"\n")
    os.close(game.keyboard)
    assert game.left() == (0, "", "")
    assert len(moves_made(tmp_path)) <= 1  # its echo may already have found nobody
    assert parlor(tmp_path, "resume", "--plain", typed=f"{GOOD_MOVE[name]}\n").code == 0


@pytest.mark.parametrize("command", ["play prime-climb", "rules prime-duel", "games --json", "--help", ""])
def test_output_that_cannot_be_written(command: str, tmp_path: Path) -> None:
    done = shell(tmp_path, f"parlor {command} </dev/null >/dev/full")
    assert done.code in (0, 1)  # argparse swallows what it cannot write
    assert done.err in ("", "parlor: The output cannot be used: No space left on device.\n")
    left = shell(tmp_path, f"set -o pipefail; parlor {command} </dev/null | true")
    assert left.code == 0
    assert left.err == "" or left.err.startswith("Saved. Resume it with: ")


@pytest.mark.parametrize(
    ("command", "code"),
    [("play chess", 2), ("replay nowhere.jsonl", 1), ("--nonsense", 2), ("rules prime-climb >/dev/full", 1)],
)
def test_where_messages_cannot_be_shown_the_exit_code_is_the_same(
    command: str, code: int, tmp_path: Path
) -> None:
    assert shell(tmp_path, f"parlor {command} 2>/dev/full").code == code


# Where games are kept ------------------------------------------------------------------------


def unusable_folders(tmp_path: Path) -> list[str]:
    file = tmp_path / "file"
    file.write_text("")
    locked = tmp_path / "locked"
    locked.mkdir(0o500)
    return [str(file / "below"), str(file), "/proc/parlor", str(locked)]


@pytest.mark.parametrize("name", NAMES)
def test_without_a_folder_the_game_is_played_and_the_player_warned(name: str, tmp_path: Path) -> None:
    for folder in unusable_folders(tmp_path):
        typed = f"{GOOD_MOVE[name]}\nquit\n"
        with permissions_kept():
            code, out, err = parlor(Path(folder), *play(name), typed=typed)
        assert code == 0
        assert GOOD_MOVE[name] in out
        assert err.startswith(folder)
        assert " This game will not be kept. Set PARLOR_HOME or use --record FILE.\n" in err
        assert err.endswith("This game was not saved.\n")


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    deep = tmp_path / "not" / "yet"
    assert parlor(deep, "play", "prime-climb", typed="4\n").code == 0
    assert saved_match(deep).start.name == "prime-climb"


def test_an_unusable_folder_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    file, *others = unusable_folders(tmp_path)[1:]
    for folder in (file, f"{file}/below"):
        code, out, err = parlor(Path(folder), "games")
        assert (code, out, err) == (1, "", f"parlor: {folder} cannot be read: Not a directory.\n")
        assert parlor(Path(folder), "resume").code == 1
    for folder in others:  # missing, or to be read but not written: empty indeed
        with permissions_kept():
            code, out, _ = parlor(Path(folder), "games")
        assert (code, out) == (0, "You have no saved games yet. Start one with 'parlor play GAME'.\n")
        assert parlor(Path(folder), "resume").code == 1


def test_something_that_is_no_file_hides_no_saved_game(tmp_path: Path) -> None:
    assert parlor(tmp_path, "play", "prime-climb").code == 0
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    listed = parlor(tmp_path, "games")
    assert listed.code == 0
    assert len(listed.out.splitlines()) == 1


@pytest.mark.parametrize("command", ["replay", "review", "resume"])
def test_something_that_is_no_file_is_refused_without_waiting(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, out, err = parlor(tmp_path, command, str(tmp_path / "pipe"))
    assert (code, out) == (1, "")
    assert err.startswith(f"parlor: {tmp_path}/pipe cannot be ")
    assert err.endswith(": Not a file.\n")


def test_file_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    home, name = tmp_path / "\x1b[2J", "\x1b[31m\n\u202e"
    home.mkdir()
    left = parlor(tmp_path, "play", "prime-climb", "--record", f"{home}/{name}.jsonl")
    assert left.err == f"Saved. Resume it with: parlor resume {quote_argument(f'{home}/{name}.jsonl')}\n"
    (home / f"{name}broken.jsonl").write_text("no record")
    (home / "progress.json").write_text("{")
    commands = [
        *(("games",), ("puzzle",), ("replay", f"{home}/{name}broken.jsonl"), ("analyse", f"{name}=1")),
        *(("play", "prime-climb", "--record", f"{home}/{name}.jsonl"), ("resume", f"{home}/{name}no.jsonl")),
        *(("review", "--svg", f"{home}/{name}/x.svg"), ("games", f"--{name}"), ("play", "--seed", name)),
    ]
    for words in commands:
        _, out, err = parlor(home, *words)
        assert [line for line in (out + err).split("\n") if not line.isprintable()] == [], words
    assert "\\x1b[31m\\n\\u202ebroken" in parlor(home, "games").out
    assert json.loads(parlor(home, "games", "--json").out)[0]["name"] == f"{name}broken"


@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_loses_nothing_that_was_told(name: str, tmp_path: Path) -> None:
    moves = f"{GOOD_MOVE[name]}\nundo\n" * 20
    code, _, err = forked(tmp_path, *play(name), typed=moves, largest_file=500)
    assert code == 1
    assert err.startswith("parlor: The game could not be saved: File too large. ")
    assert err.endswith(" has it as you last saw it.\n")
    events = saved_match(tmp_path).number
    assert events > 0
    assert parlor(tmp_path, "resume", "--plain", typed=f"{GOOD_MOVE[name]}\nundo\n").code == 0
    assert saved_match(tmp_path).number > events


def test_a_record_that_cannot_be_made(tmp_path: Path) -> None:
    taken = tmp_path / "taken.jsonl"
    taken.write_text("")
    for file in (taken, tmp_path / "no" / "folder.jsonl", tmp_path):
        code, out, err = parlor(tmp_path, "play", "prime-climb", "--record", str(file))
        assert (code, out) == (1, "")
        assert err.startswith(f"parlor: {file} ")
        assert err.count("\n") == 1
    assert taken.read_text() == ""


# Wrong command lines -------------------------------------------------------------------------

WRONG = {
    "play": "Which game? The games are: nonprime-addition,",
    "rules": "Which game? The games are: nonprime-addition,",
    "play chess": "There is no game 'chess'. The games are: nonprime-addition,",
    "rules chess": "There is no game 'chess'.",
    "dance": "argument COMMAND: invalid choice: 'dance'",
    "play prime-climb --fast": "unrecognized argument: --fast",
    "games prime-climb": "unrecognized argument: prime-climb",
    "play prime-climb hello": "'hello' is not understood. Write key=value (rules: top",
    "play prime-climb speed=3": "'speed=3' is not understood.",
    "play prime-climb top=3 top=4": "top is given twice.",
    "play prime-climb top=1001": "top must be a whole number from 2 to 1000.",
    "play prime-climb top=５": "top must be a whole number from 2 to 1000.",
    "play prime-climb top=": "top must be a whole number from 2 to 1000.",
    "play prime-climb steps=5,5": "Both players cannot stand on Step 5.",
    "play nonprime-addition smallest=9 largest=9": "smallest must be less than largest (both are 9).",
    "play number-morph digits=6": "To play, digits must be a whole number from 2 to 5.",
    "play number-morph number=212": "212 is not a prime number of 3 digits.",
    "play pocket-addition target=201": "target must be a whole number from 1 to 200.",
    "play prime-duel copies=9": "copies must be a whole number from 1 to 8.",
    "play prime-climb steps=20,3 turn=2": "This game is already over: there is nothing left to play.",
    "play nonprime-addition total=13": "This game is already over: there is nothing left to play.",
    "play prime-duel --fate 77": "77 cannot be drawn: the cards are 1 to 10.",
    "play prime-duel --fate seven": "seven cannot be drawn: the cards are 1 to 10.",
    "play prime-duel --fate 7,7,7,7,7": "7 cannot be drawn: no 7 is left in the deck by then.",
    "play number-morph --fate 213": "213 cannot be drawn: it is not a prime number of 3 digits.",
    "play number-morph --fate 211,271": "Only one outcome is drawn in this game of Number Morph, but",
    "play prime-climb --fate 3": "Nothing is drawn in this game of Prime Climb: leave out --fate.",
    "play number-morph number=211 --fate 211": "Nothing is drawn in this game of Number Morph",
    "play prime-climb --seed x": "argument --seed: 'x' is not a whole number",
    "play prime-climb --seed -1": "argument --seed: '-1' is not a whole number from 0 to 999999999999999999",
    "play prime-duel --seed 9223372036854775807": "argument --seed: '9223372036854775807' is not a whole",
    "puzzle --seed -1": "argument --seed: '-1' is not a whole number from 0 to 999999999999999999",
    "resume --seed -1": "argument --seed: '-1' is not a whole number from 0 to 999999999999999999",
    "play prime-climb --seed 1_0": "argument --seed: '1_0' is not a whole number",
    "play prime-climb --clock 0": "clock must be more than 0",
    "play prime-climb --clock -1": "argument --clock: '-1' is not a number of seconds",
    "play prime-climb --clock nan": "argument --clock: 'nan' is not a number of seconds",
    "play prime-climb --clock 1e3": "argument --clock: '1e3' is not a number of seconds",
    "play prime-climb --strikes 0": "strikes must be a whole number from 1 ",
    "play prime-climb --strikes -1": "strikes must be a whole number from 1 to 1000000000.",
    "play prime-climb --strikes --1": "argument --strikes: ",
    "play prime-climb --strikes 1.5": "argument --strikes: '1.5' is not a whole number",
    "play prime-climb --limit 0": "limit must be a whole number from 1 ",
    "play prime-climb --limit 99999999999999999999": "limit must be a whole number from 1 to 1000000000.",
    "play prime-climb --p2 chess:ls": "There is no player 'chess:ls'. Choose from: human, random, beginner,",
    "play prime-climb --p2 cmd:no-such-program": "There is no program 'no-such-program' here",
    "play prime-climb --p2 cmd:ls": "'cmd:ls' cannot play. The program ",
    "play prime-climb --p1 agent:Ada": "'agent:Ada' comes in by itself, through 'parlor mcp', an adapter or",
    "resume --p2 agent:Ada": "'agent:Ada' comes in by itself",
    "completion fish": "argument shell: invalid choice: 'fish'",
    "completion": "the following arguments are required: shell",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_line_is_told_in_a_sentence(line: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, *line.split(), typed="5\n")
    assert (code, out) == (2, "")
    assert err.startswith(f"parlor: {WRONG[line]}")
    assert err.count("\n") == 1 + ("\nTry 'parlor" in err)
    assert not list(tmp_path.iterdir())


def test_an_unknown_argument_points_to_the_help_of_its_command(tmp_path: Path) -> None:
    for line, help_of in (("puzzle --hm", "parlor puzzle"), ("games x", "parlor games"), ("--hm", "parlor")):
        word = line.split()[-1]
        told = f"parlor: unrecognized argument: {word}\nTry '{help_of} --help'.\n"
        assert parlor(tmp_path, *line.split()) == (2, "", told)


def test_a_number_too_long_to_be_read_is_outside_its_range(tmp_path: Path) -> None:
    told = "parlor: limit must be a whole number from 1 to 1000000000.\n"
    assert parlor(tmp_path, "play", "prime-climb", "--limit", "9" * 5000) == (2, "", told)


@pytest.mark.parametrize("words", [["play", "pocket-addition", "--plain"], ["progress"], ["games"]])
def test_a_home_too_deep_to_be_made_is_no_fault(words: list[str], tmp_path: Path) -> None:
    home = tmp_path / ("d/" * 1_900)  # short enough for a path, but deeper than Python's recursion
    result = parlor(home, *words, typed="6\n")
    assert result.code == 0
    assert ("This game was not saved." in result.out + result.err) is (words[0] == "play")

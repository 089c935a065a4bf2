"""The commands of the shell and those of the prompt."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from primeparlor import __version__
from primeparlor.records import load
from terminal_helpers import (
    FATE,
    GOOD_MOVE,
    NAMES,
    PARLOR,
    Terminal,
    is_subsequence,
    moves_made,
    only_record,
    parlor,
    saved_match,
    shell,
)

COMMANDS = ["?", "moves", "board", "rules", "undo", "resign", "quit"]


def play(home: Path, name: str, *typed: str, words: str = "") -> str:
    """What is shown when this is typed."""
    args = ["play", name, *words.split(), *FATE.get(name, []), "--plain"]
    code, out, _ = parlor(home, *args, typed="".join(line + "\n" for line in typed))
    assert code == 0
    return out


# At the prompt -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_help_lists_the_form_and_every_command(name: str, tmp_path: Path) -> None:
    out = play(tmp_path, name, "?", "HELP ")
    assert out.count(" Or:\n") == 2
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert listed == COMMANDS * 2


@pytest.mark.parametrize("name", NAMES)
def test_moves_board_and_rules_change_nothing(name: str, tmp_path: Path) -> None:
    out = play(tmp_path, name, "moves", "board", "rules")
    assert "Moves: " in out
    assert f"# {saved_match(tmp_path).start.title}" in out
    assert moves_made(tmp_path) == []


def test_moves_count_as_a_hint(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-climb", "moves", "4", words="steps=14,12")
    assert "Moves: 1 2 3 4 5 6\n" in out
    assert saved_match(tmp_path).events[0].hints == ("moves",)


def test_without_hints_and_undo_they_are_refused_and_not_listed(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "?", "6", "moves", "undo", words="--no-hints --no-undo")
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert listed == ["?", "board", "rules", "resign", "quit"]
    assert "Hints are off in this game.\n" in out
    assert "Taking back is off in this game.\n" in out
    assert moves_made(tmp_path) == [6]


def test_undo_at_one_keyboard_takes_back_the_last_decision(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "6", "9", "undo", "8")
    assert "Player 2 takes back 9.\n" in out
    assert [event.move for event in saved_match(tmp_path).history] == [6, 8]


def test_undo_against_random_takes_back_the_reply_too(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "6", "undo", "5", words="--p2 random --seed 3")
    assert "Player 1 takes back 6.\n" in out
    mine = [event.move for event in saved_match(tmp_path).history if event.who == 1]
    assert mine == [5]


def test_undo_with_nothing_to_take_back(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-duel", "undo", "yes")
    assert "There is nothing to take back yet.\n" in out


def test_an_undone_card_is_drawn_afresh(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-duel", "no", "undo", "yes")
    assert "Player 1 takes back discard.\n" in out
    assert out.count("Card drawn: 7\n") == 2


def test_quit_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    home = tmp_path / "my games"
    code, _, err = parlor(home, "play", "prime-climb", typed="3\nquit\n")
    assert code == 0
    assert err == f"Saved. Go on with: parlor resume '{only_record(home)}'\n"


def test_a_command_in_the_middle_of_a_move(tmp_path: Path) -> None:
    out = play(tmp_path, "number-morph", "tens", "board", "tens", "7")
    assert "Used (1):" in out
    assert moves_made(tmp_path) == [271]


# Opening a table -----------------------------------------------------------------------------------


def test_what_is_agreed_is_told(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-climb", words="--p2 random --clock 60 --strikes 3 --limit 9")
    assert is_subsequence(
        [
            "Player 1: you. Player 2: random.",
            "Seconds for each decision: 60.",
            "Invalid inputs in a row that forfeit the game: 3.",
            "Moves after which the game stops unfinished: 9.",
        ],
        out.splitlines(),
    )


def test_the_same_seed_gives_the_same_transcript(tmp_path: Path) -> None:
    other_games = 0
    for name in NAMES:
        args = ["play", name, "--p1", "random", "--p2", "random", "--plain", "--seed"]
        first, second, other = (parlor(tmp_path, *args, seed).out for seed in ("5", "5", "6"))
        assert first == second
        other_games += first != other
    assert other_games >= 3  # a short game may happen twice


def test_machines_alone_stop_at_a_limit(tmp_path: Path) -> None:
    parlor(tmp_path, "play", "nonprime-addition", "--p1", "random", "--p2", "random")
    assert saved_match(tmp_path).settings.limit == 200


def test_the_toss_decides_who_begins(tmp_path: Path) -> None:
    seats = set()
    for seed in range(6):
        home = tmp_path / str(seed)
        out = play(home, "pocket-addition", words=f"--p2 random --toss --seed {seed}")
        one, two = saved_match(home).seats
        seats.add((one, two))
        name = {"human": "you", "random": "random"}
        assert f"Player 1: {name[one]}. Player 2: {name[two]}.\n" in out
    assert seats == {("human", "random"), ("random", "human")}


def test_the_toss_of_two_people_is_shown(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", words="--toss")
    assert "The coin shows " in out


def test_a_clock_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--clock", "0.5")
    terminal.until_asked()
    assert "is out of time." in terminal.rest().replace("\x1b[1;36m", "").replace("\x1b[0m", "")
    assert terminal.code == 0


def test_words_and_options_in_any_order(tmp_path: Path) -> None:
    parlor(
        tmp_path,
        "--plain",
        "play",
        "--limit",
        "5",
        "prime-climb",
        "--no-undo",
        "top=30",
        "--seed",
        "1",
        "largest=3",
    )
    assert saved_match(tmp_path).start.rules.changed() == {"top": 30, "largest": 3}


def test_fate_that_an_undo_made_impossible_is_drawn_instead(tmp_path: Path) -> None:
    words = ["play", "prime-duel", "deck=1,0,0,0,0,0,1,0,0,0", "--fate", "1 7 8 8", "--plain"]
    code, out, _ = parlor(tmp_path, *words, typed="no\nundo\nno\n")
    assert code == 0
    assert "Fate cannot bring 8 here. From here on fate draws by itself.\n" in out
    assert out.count("Card drawn: 7 (must keep)\n") == 2


# The menu ---------------------------------------------------------------------------------------


def test_the_menu_with_nothing_to_read_shows_how_to_go_on(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path)
    assert (code, err) == (0, "")
    assert "Which game? \n" in out
    assert "All commands: parlor --help\n" in out
    assert "last game" not in out
    assert all(f"  {number}  " in out for number in range(1, 9))


def test_the_menu_plays_and_comes_back(tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, typed="0\nchess\n3\n9\n1\n3\n4\n6\n7\nq\n")
    assert code == 0
    assert out.count("Please type a number from 1 to 8, or q to leave.") == 2
    assert out.count("Please type a number from 1 to 3, or q to leave.") == 1
    assert "Reached Step 20! Player 1 wins!" in out
    assert out.count("Which game? ") == 4
    assert out.endswith("Which game? q\n")


@pytest.mark.parametrize("choice", ["1\n2\n", "6\n3\n", "7\n1\n", "8\n2\n"])
def test_the_menu_seats_and_variants(choice: str, tmp_path: Path) -> None:
    assert parlor(tmp_path, "--plain", typed=choice + "quit\nq\n").code == 0
    match = saved_match(tmp_path)
    assert bool(match.start.rules.changed()) == (choice[0] > "5")
    assert match.seats == (("human", "human"), ("human", "random"), ("random", "human"))[int(choice[2]) - 1]


def test_the_menu_goes_on_with_the_last_game(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6")
    code, out, _ = parlor(tmp_path, typed="r\n9\nquit\nq\n")
    assert code == 0
    assert "Going on with Pocket Addition.\n" in out
    assert moves_made(tmp_path) == [6, 9]


def test_ctrl_c_in_the_menu(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.until("Which game\\? ")
    terminal.key("c")
    terminal.rest()
    assert terminal.code == 130


# Saved games --------------------------------------------------------------------------------------


def test_resume_the_last_by_number_name_and_path(tmp_path: Path) -> None:
    play(tmp_path, "nonprime-addition", "5")
    path = only_record(tmp_path)
    for at, name in enumerate([None, "1", path.stem, path.name, str(path)]):
        given = [name] if name else []
        code, out, _ = parlor(tmp_path, "resume", *given, "--plain", typed="8\n")
        assert code == 0
        assert is_subsequence(
            ["Going on with Nonprime Addition.", f"Running Total: {6 + 8 * at}"], out.splitlines()
        )
    assert moves_made(tmp_path) == [5, 8, 8, 8, 8, 8]


def test_resume_takes_the_newest_unfinished(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4")
    play(tmp_path, "pocket-addition", "resign")
    (tmp_path / "99999999-999999-broken.jsonl").write_text("no record\n")
    assert "Going on with Prime Climb." in parlor(tmp_path, "resume", "--plain").out


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "resign")
    code, out, err = parlor(tmp_path, "resume", "1")
    assert (code, out) == (1, "")
    assert f"is finished. Look at it with: parlor replay {only_record(tmp_path)}\n" in err
    code, _, err = parlor(tmp_path, "resume")
    assert code == 1
    assert err == "parlor: There is no unfinished game. Begin one with 'parlor play GAME'.\n"


def test_there_is_no_such_record(tmp_path: Path) -> None:
    for command in ("resume", "replay"):
        code, _, err = parlor(tmp_path, command, "7")
        assert code == 1
        assert err == "parlor: There is no record '7'. 'parlor games' lists the saved ones.\n"


def test_a_record_never_starts_a_program(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4")
    path, trace = only_record(tmp_path), tmp_path / "started"
    program = f"cmd:touch {trace}"
    path.write_text(path.read_text().replace('["human","human"]', json.dumps(["human", program])))
    code, out, err = parlor(tmp_path, "resume")
    assert (code, out) == (1, "")
    assert err.startswith(f"parlor: Player 2 of this game is '{program}', whom this parlor does not know.")
    assert "--p2 human" in err
    assert parlor(tmp_path, "resume", "--p2", "random", typed="quit\n").code == 0
    assert parlor(tmp_path, "resume", "--p2", "nobody").code == 2
    assert parlor(tmp_path, "replay", "1").code == parlor(tmp_path, "games").code == 0
    assert not trace.exists()


def test_a_game_is_not_played_twice_at_once(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--plain")
    terminal.until_asked()
    code, _, err = parlor(tmp_path, "resume")
    assert code == 1
    assert "is being played elsewhere." in err
    terminal.key("d")
    terminal.rest()


def test_a_seed_goes_on_only_where_it_began(tmp_path: Path) -> None:
    whole = parlor(tmp_path / "whole", "play", "prime-duel", "--seed", "4", "--plain", typed="yes\n" * 3).out
    parlor(tmp_path, "play", "prime-duel", "--seed", "4", "--plain", typed="yes\n")
    assert parlor(tmp_path, "resume", "--seed", "5").code == 2
    rest = parlor(tmp_path, "resume", "--seed", "4", "--plain", typed="yes\n" * 2).out
    assert whole.endswith(rest.split("\n\n", 1)[1])
    play(tmp_path / "unseeded", "prime-climb")
    assert parlor(tmp_path / "unseeded", "resume", "--seed", "4").code == 2


@pytest.mark.parametrize("name", NAMES)
def test_killed_in_mid_game_and_resumed(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", name, *FATE.get(name, []), "--plain")
    terminal.until_asked()
    terminal.type(GOOD_MOVE[name])
    terminal.until_asked()
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    made = moves_made(tmp_path)
    assert len(made) == 1
    assert parlor(tmp_path, "resume", "--plain", typed="resign\n").code == 0
    outcome = saved_match(tmp_path).outcome
    assert outcome is not None
    assert moves_made(tmp_path) == made


def test_games_lists_the_newest_first(tmp_path: Path) -> None:
    assert parlor(tmp_path, "games").out == "No games are saved yet. Begin one with 'parlor play GAME'.\n"
    assert json.loads(parlor(tmp_path, "games", "--json").out) == []
    play(tmp_path, "prime-climb", "4", words=f"top=30 --record {tmp_path}/2-climb.jsonl")
    play(tmp_path, "number-morph", "resign", words=f"--record {tmp_path}/3-morph.jsonl")
    play(tmp_path, "nonprime-addition", "5", "4", words=f"--limit 2 --record {tmp_path}/4-nonprime.jsonl")
    (tmp_path / "1-old.jsonl").write_text("no record\n")
    lines = parlor(tmp_path, "games").out.splitlines()
    ends = [line.split("  ")[-1].strip() for line in lines]
    assert ends[0] == "unfinished: move limit"
    assert ends[1] == "Player 2 won (Player 1: resigned)"
    assert ends[2] == "unfinished, Player 2 to move [top=30]"
    assert ends[3].startswith("cannot be read: line 1")
    entries = json.loads(parlor(tmp_path, "games", "--json").out)
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4]
    assert entries[1]["result"] == {"winner": 2, "reason": "resigned"}
    assert entries[2]["rules"] == {"top": 30}


@pytest.mark.parametrize("name", NAMES)
def test_replay_tells_the_game_as_it_was_told(name: str, tmp_path: Path) -> None:
    told = play(tmp_path, name, GOOD_MOVE[name].split()[-1] if name != "number-morph" else "271", "resign")
    replayed = parlor(tmp_path, "replay", "1").out
    typed = [line for line in told.splitlines() if "resign\n" not in line + "\n"]
    if name == "number-morph":  # a replay asks for place and digit
        typed = [line for line in typed if not line.startswith("Enter")]
    assert is_subsequence(typed[: len(typed) // 2], replayed.splitlines())
    assert replayed.endswith(told[-len("Player 1 wins.\n") :])


def test_replay_of_an_unfinished_game_with_undo(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6", "undo", "5")
    out = parlor(tmp_path, "replay", str(only_record(tmp_path))).out
    assert "Player 1 takes back 6.\n" in out
    assert out.endswith("The game is unfinished: Player 2 to move.\n")


def test_replay_as_json_has_every_position(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "3", "4", "resign")
    data = json.loads(parlor(tmp_path, "replay", "1", "--json").out)
    assert [event["position"] for event in data["events"]] == [
        "prime-climb steps=3,0 turn=1",
        "prime-climb steps=7,0 turn=1",
    ]
    assert data["result"] == {"winner": 2, "reason": "resigned"}


def test_replay_step_by_step_at_a_terminal(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "3", "4", "6")
    for leave in ("q", None):
        terminal = Terminal(tmp_path, "replay", "1")
        terminal.until("Enter for the next event, q to leave: ")
        terminal.type("")
        terminal.until("Enter for the next event, q to leave: ")
        terminal.type(leave) if leave else terminal.key("d")
        terminal.rest()
        assert terminal.code == 0
        assert "13" not in terminal.text.rpartition("q to leave")[2]


# About the program --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_rules(name: str, tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, "rules", name)
    assert code == 0
    assert out.startswith("# ")
    assert max(map(len, out.splitlines())) <= 80


def test_help_starts_with_examples(tmp_path: Path) -> None:
    for words in (["--help"], ["play", "--help"]):
        code, out, _ = parlor(tmp_path, *words)
        assert code == 0
        assert out.startswith("Examples:\n  parlor")
    assert parlor(tmp_path, "--version").out == f"parlor {__version__}\n"


def completed(home: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    line = " ".join(f"'{word}'" for word in words)
    script = (
        f"source <(parlor completion bash); COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
        "_parlor; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = shell(home, script)
    assert done.err == ""
    return done.out.split()


def test_bash_completes(tmp_path: Path) -> None:
    assert completed(tmp_path, "parlor", "re") == ["resume", "replay"]
    assert completed(tmp_path, "parlor", "play", "prime-") == ["prime-climb", "prime-duel"]
    assert completed(tmp_path, "parlor", "play", "prime-climb", "to") == ["top="]
    assert completed(tmp_path, "parlor", "play", "prime-climb", "--p1", "") == ["human", "random"]
    assert completed(tmp_path, "parlor", "play", "prime-climb", "--no") == ["--no-undo", "--no-hints"]
    assert completed(tmp_path, "parlor", "completion", "") == ["bash", "zsh", "--help"]
    assert completed(tmp_path, "parlor", "resume", "--p") == ["--p1", "--p2", "--plain"]
    assert set(NAMES) < set(completed(tmp_path, "parlor", "rules", ""))


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_completes(tmp_path: Path) -> None:
    script = (
        "compdef() { }; compadd() { shift; print -l -- $@ }; source <(parlor completion zsh); "
        "words=(parlor play ''); CURRENT=3; _parlor"
    )
    done = shell(tmp_path, f'zsh -fc "{script}"'.replace("$@", "\\$@"))
    assert done.err == ""
    assert set(NAMES) < set(done.out.split())


def test_python_dash_m(tmp_path: Path) -> None:
    python = str(Path(PARLOR).with_name("python"))
    done = subprocess.run(
        [python, "-m", "primeparlor", "--version"],
        capture_output=True,
        check=True,
        env={**os.environ, "PARLOR_HOME": str(tmp_path)},
    )
    assert done.stdout.decode() == f"parlor {__version__}\n"


def test_a_record_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    _, _, err = parlor(tmp_path / "home", "play", "prime-climb", "--record", str(file), typed="4\n")
    assert err == f"Saved. Go on with: parlor resume {file}\n"
    assert parlor(tmp_path / "home", "resume", str(file), typed="6\n").code == 0
    assert [event.move for event in load(str(file)).match.events] == [4, 6]

"""The commands of the shell and those of the prompt."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from primeparlor import __version__
from primeparlor.games import GAMES
from primeparlor.match import LIMIT, Outcome
from primeparlor.notation import form, read_position
from primeparlor.players import SEATS
from support.matches import help_given
from support.terminal.command import (
    NAMES,
    PARLOR,
    Terminal,
    is_subsequence,
    moves_made,
    only_record,
    parlor,
    play,
    saved_match,
    shell,
)

COMMANDS = ["?", "moves", "hint", "why", "board", "rules", "undo", "resign", "quit"]


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
    assert f"{GAMES[name].title.upper()}\n\nAIM\n\n" in out
    assert "This game is played with" not in out
    assert moves_made(tmp_path) == []


def test_moves_count_as_a_hint(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-climb", "moves", "4", words="steps=14,12")
    assert "Moves: 1 2 3 4 5 6\n" in out
    assert help_given(saved_match(tmp_path), 0) == ("moves",)


def test_without_hints_and_undo_they_are_refused_and_not_listed(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", "?", "6", "moves", "undo", words="--no-hints --no-undo")
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert listed == ["?", "board", "rules", "resign", "quit"]
    assert "Hints are off in this game.\n" in out
    assert "Taking back moves is off in this game.\n" in out
    assert moves_made(tmp_path) == [6]


@pytest.mark.parametrize(("answer", "resigns"), [("y", True), ("no", False), ("", False), ("4", False)])
def test_resign_asks_once_for_confirmation(answer: str, resigns: bool, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "pocket-addition")
    terminal.until_asked()
    terminal.type("resign")
    terminal.until("Resign this game\\? \\(yes/no\\): ")
    terminal.type(answer)
    if not resigns:
        terminal.until_asked()
        terminal.type("quit")
    terminal.rest()
    assert len(list(tmp_path.glob("*.jsonl"))) == resigns  # a game without a move is kept if it is over
    assert not resigns or saved_match(tmp_path).outcome is not None


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
    out = play(tmp_path, "prime-duel", "no", "undo", "yes", words="--seed 1")
    shown = out.partition("Player 1 takes back discard.\n")[2]
    assert "Card drawn: 7\n" in shown  # the card on the table stays; what followed it is void
    events = saved_match(tmp_path).events
    [taken_back] = [event.undo for event in events if event.undo is not None]
    assert events[taken_back - 1].move == "discard"
    assert [event.move for event in saved_match(tmp_path).history][:2] == [7, "keep"]


def test_quit_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    home = tmp_path / "my games"
    code, _, err = parlor(home, "play", "prime-climb", typed="3\nquit\n")
    assert code == 0
    assert err == "Saved. Resume it with: parlor resume\n"
    assert only_record(home)
    named = parlor(tmp_path, "play", "prime-climb", "--record", f"{home}/mine.jsonl", typed="3\nquit\n")
    assert named.err == f"Saved. Resume it with: parlor resume '{home}/mine.jsonl'\n"


DIGIT = "Enter the new digit (0-9): "
ASKED_AGAIN = f"Please type the new digit of the tens (0-9), or another place.\n{DIGIT}"


@pytest.mark.parametrize("between", ["board", "moves", "hint", "?", "", "12", "x", "tens", "units\ntens"])
def test_the_place_stays_chosen_until_its_digit_comes(between: str, tmp_path: Path) -> None:
    out = play(tmp_path, "number-morph", "tens", between, "7")
    assert moves_made(tmp_path) == [271]
    assert (ASKED_AGAIN in out) == (between in ("", "12", "x"))
    assert f"{DIGIT}7\n" in out


@pytest.mark.parametrize("whole", ["271", "tens 7"])
def test_a_whole_move_where_a_digit_is_asked_for(whole: str, tmp_path: Path) -> None:
    play(tmp_path, "number-morph", "units", whole)
    assert moves_made(tmp_path) == [271]


def test_a_number_that_is_refused_asks_for_a_place_again(tmp_path: Path) -> None:
    out = play(tmp_path, "number-morph", "units", "3", "7", "undo", "tens", "7", "tens", "undo", "4")
    place = "Enter the position to change (hundreds/tens/units): "
    asked = f"Please type {form(read_position('number-morph number=211'))}."
    assert f"213 = 3 × 71\n{place}7\n{asked}\n{place}undo\n" in out
    assert out.endswith(f"{place}4\n{asked}\n{place}\n")
    assert moves_made(tmp_path) == [271, None]


def test_help_tells_what_is_asked_for_in_the_middle_of_a_move(tmp_path: Path) -> None:
    assert "Type the new digit of the tens (0-9), or another place. Or:\n" in play(
        tmp_path, "number-morph", "tens", "?"
    )


# Opening a table -----------------------------------------------------------------------------------


def test_what_is_agreed_is_told(tmp_path: Path) -> None:
    out = play(tmp_path, "prime-climb", words="--p2 random --clock 60 --strikes 3 --limit 9")
    assert is_subsequence(
        [
            "Player 1: you. Player 2: random.",
            "You have 60 seconds for each move.",
            "Three invalid inputs in a row lose the game.",
            "The game stops after 9 moves, with no winner.",
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
    out = parlor(tmp_path, "play", "nonprime-addition", "--p1", "perfect", "--p2", "perfect").out
    assert "The game stops after 200 moves, with no winner.\n" in out
    assert len(moves_made(tmp_path)) == 200
    assert saved_match(tmp_path).outcome == Outcome(None, LIMIT)


def test_the_toss_decides_who_begins(tmp_path: Path) -> None:
    seats = set()
    for seed in range(6):
        home = tmp_path / str(seed)
        out = play(home, "pocket-addition", "5", "6", "7", words=f"--p2 random --toss --seed {seed}")
        one, two = saved_match(home).seats
        seats.add((one, two))
        name = {"human": "you", "random": "random"}
        assert f"Player 1: {name[one]}. Player 2: {name[two]}.\n" in out
    assert seats == {("human", "random"), ("random", "human")}


def test_the_toss_of_two_people_is_shown(tmp_path: Path) -> None:
    out = play(tmp_path, "pocket-addition", words="--toss")
    assert re.search(r"^(Heads|Tails): ", out, re.MULTILINE)


def test_a_clock_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--clock", "0.5")
    terminal.until_asked()
    assert "is out of time." in terminal.rest()
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
        typed="2\n",
    )
    assert saved_match(tmp_path).start.rules.changed() == {"top": 30, "largest": 3}


def test_fate_that_an_undo_made_impossible_is_drawn_instead(tmp_path: Path) -> None:
    words = ["play", "prime-duel", "deck=1,0,0,0,0,0,1,0,0,0", "--fate", "1 7 8 8", "--plain"]
    code, out, _ = parlor(tmp_path, *words, typed="no\nundo\nno\n")
    assert code == 0
    assert "8 cannot be drawn here. The rest is drawn by chance.\n" in out
    assert out.count("Card drawn: 7 (must keep)\n") == 2


# About the program --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_rules(name: str, tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, "rules", name)
    assert code == 0
    assert out.startswith(f"{GAMES[name].title.upper()}\n\nAIM\n\n")
    assert max(map(len, out.splitlines())) <= 80
    assert [sign for sign in "#|`" if sign in out] == []
    assert f"\n    {'  '.join(COMMANDS)}\n" in out


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("prime-climb top=35 largest=4", "with top=35 and largest=4, where the rules below say 20 and 9."),
        ("number-morph digits=4", "with digits=4, where the rules below say 3."),
        (
            "prime-duel copies=2 target=31 largest=9",
            "with target=31, largest=9 and copies=2, where the rules below say 50, 10 and 4.",
        ),
    ],
)
def test_the_rules_of_a_variant_say_first_what_is_different(variant: str, said: str, tmp_path: Path) -> None:
    name, *words = variant.split()
    code, out, _ = parlor(tmp_path, "play", name, *words, "--plain", typed="rules\n")
    assert code == 0
    told = out.replace("\n", " ")
    assert f"This game is played {said} " in told
    assert told.index(said) < told.index(GAMES[name].title.upper())


def test_help_starts_with_examples(tmp_path: Path) -> None:
    for words in (["--help"], ["play", "--help"]):
        code, out, _ = parlor(tmp_path, *words)
        assert code == 0
        assert out.startswith("Examples:\n  parlor")
    assert parlor(tmp_path, "--version").out == f"parlor {__version__}\n"


def completed(home: Path, *lines: str) -> list[list[str]]:
    """What bash offers for the last word of each of these lines, which may be empty."""
    script = [
        "source <(parlor completion bash)",
        "compopt() { [ $2 = default ] && echo FILES; }",
        *(
            f"COMPREPLY=(); COMP_WORDS=({' '.join(repr(word) for word in line.split(' '))});"
            f' COMP_CWORD={line.count(" ")}; _parlor; echo "${{COMPREPLY[@]}}"; echo .'
            for line in lines
        ),
    ]
    done = shell(home, "\n".join(script))
    assert done.err == ""
    return [offered.split() for offered in done.out.split(".\n")[: len(lines)]]


BASH: dict[str, list[str]] = {  # what is typed, and what bash offers
    "parlor re": ["resume", "replay", "review"],
    "parlor play prime-": ["prime-climb", "prime-duel"],
    "parlor --plain play prime-": ["prime-climb", "prime-duel"],
    "parlor play prime-climb to": ["top="],
    "parlor play prime-climb --p1 ": ["human", *SEATS, "cmd:", "llm:"],
    "parlor play prime-climb --no": ["--no-undo", "--no-hints"],
    "parlor completion ": ["bash", "zsh", "--help"],
    "parlor solve prime-duel --memory ": ["full", "small"],
    "parlor play prime-climb --seed ": [],
    "parlor resume --p": ["--p1", "--p2", "--plain", "--pace"],
    "parlor --theme ": ["dark", "light"],
    "parlor --ascii --theme light solve --m": ["--memory"],
    "parlor solve prime-duel ": ["--help", "--memory", "--json", "target=", "largest=", "copies="],
    "parlor rules prime-climb ": ["--help", "--plain"],
    "parlor review ": ["FILES"],
    "parlor replay ": ["FILES"],
    "parlor resume ": ["FILES"],
    "parlor review --svg ": ["FILES"],
    "parlor play prime-climb --record ": ["FILES"],
}


def test_bash_completes(tmp_path: Path) -> None:
    assert dict(zip(BASH, completed(tmp_path, *BASH), strict=True)) == BASH


def test_bash_offers_only_what_is_taken(tmp_path: Path) -> None:
    commands = [f"parlor {command} prime-climb " for command in ("play", "analyse", "analyze")]
    names, *offers = completed(tmp_path, "parlor rules ", *commands)
    assert set(NAMES) < set(names)
    for offered in offers:
        assert {"steps=", "turn=", "top=", "largest="} < set(offered)
        assert not set(offered) & {*NAMES, "full", "small"}


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is missing. On Debian: apt-get install zsh")
def test_zsh_completes(tmp_path: Path) -> None:
    lines = ("play", "", "solve pocket-addition", "solve prime-duel --memory", "review")
    script = [
        "compdef() { }; compadd() { shift; print -l -- $@ }; _files() { print FILES }",
        "source <(parlor completion zsh)",
        *(f"words=(parlor {line} ''); CURRENT=$#words; _parlor; print ." for line in lines),
    ]
    done = shell(tmp_path, f"zsh -fc {shlex.quote(chr(10).join(script))}")
    assert done.err == ""
    offers = [set(offered.split()) for offered in done.out.split(".\n")[: len(lines)]]
    games, commands, of_solve, of_memory, of_review = offers
    assert set(NAMES) < games
    assert {"play", "review", "--version"} < commands
    assert of_solve == {"--help", "--memory", "--json", "target=", "largest="}
    assert of_memory == {"full", "small"}
    assert "FILES" in of_review


def test_python_dash_m(tmp_path: Path) -> None:
    python = str(Path(PARLOR).with_name("python"))
    done = subprocess.run(
        [python, "-m", "primeparlor", "--version"],
        capture_output=True,
        check=True,
        env={**os.environ, "PARLOR_HOME": str(tmp_path)},
    )
    assert done.stdout.decode() == f"parlor {__version__}\n"

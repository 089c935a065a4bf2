"""Every golden playthrough, through a pipe and at a pseudo-terminal.

A file in `tests/playthroughs/GAME/` is one game that a person can read and repeat:

    # what it shows
    $ the command
    < what is typed, line by line; … waits without typing
    = the winner and the reason, or `saved` for a game that is left unfinished

    what is shown, with what was typed behind its prompt

After a change of wording, run the tests with PARLOR_REGENERATE=1 to write the last part again, and read
what has changed: `git diff tests/playthroughs`. The lines of the books' own sample dialogues are in
`tests/playthroughs/books/`; those that belong to illegal play are marked with `!`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from primeparlor.match import LIMIT, OUT_OF_TIME, RESIGNED, STRIKES
from support.terminal.command import (
    NAMES,
    PARLOR,
    PATIENCE,
    Terminal,
    environment,
    is_subsequence,
    parlor,
    saved_match,
)

FOLDER = Path(__file__).parents[2] / "playthroughs"
FILES = sorted(path for path in FOLDER.glob("*/*.txt") if path.parent.name != "books")
IDS = [f"{path.parent.name}/{path.stem}" for path in FILES]
KINDS = {"sample", "out-of-time", "undo", "refusals", "forced-pass", "forced-discard", "reshuffle-in-a-turn"}
WAITS = "…"
SURE = "Resign this game? (yes/no): "  # asked at a terminal only, as the help is offered
HELP = "Type ? at any prompt for help.\n\n"

# How each game can end by its rules, besides the ways any match can end.
ENDINGS = {
    "nonprime-addition": {"made a prime"},
    "number-morph": {"no prime left"},
    "prime-climb": {"reached 20"},
    "pocket-addition": {"reached 15", "higher total", "last to take"},
    "prime-duel": {"reached 50"},
}


class Playthrough(NamedTuple):
    head: str
    words: list[str]
    typed: list[str]
    end: str
    shown: str

    @classmethod
    def read(cls, path: Path) -> Playthrough:
        head, _, shown = path.read_text(encoding="utf-8").partition("\n\n")
        _, command, typed, end = head.split("\n")
        prompt, program, *words = shlex.split(command)
        assert (prompt, program) == ("$", "parlor")
        answers = typed.removeprefix("<").strip()
        return cls(head, words, answers.split(", ") if answers else [], end.removeprefix("= "), shown)


def through_a_pipe(game: Playthrough, home: Path) -> str:
    """What is shown when the lines come from a pipe, which stays open while a player thinks."""
    if WAITS not in game.typed:
        code, shown, _ = parlor(home, *game.words, typed="".join(line + "\n" for line in game.typed))
        assert code == 0
        return shown
    with subprocess.Popen(
        [PARLOR, *game.words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    ) as process:
        assert process.stdin is not None
        process.stdin.write("".join(line + "\n" for line in game.typed if line != WAITS).encode())
        process.stdin.flush()
        if WAITS in game.typed:
            process.wait(PATIENCE)
        out, err = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in err
    assert process.returncode == 0
    return out.decode()


def at_a_terminal(game: Playthrough, home: Path) -> str:
    """What is shown when every line is typed at its prompt."""
    terminal = Terminal(home, *game.words)
    for line in game.typed:
        terminal.until_asked()
        if line != WAITS:
            terminal.type(line)
        if line == "resign":
            terminal.until(re.escape(SURE))
            terminal.type("yes")
    if game.end == "saved":
        terminal.until_asked()
        terminal.key("d")
    terminal.rest()
    assert terminal.code == 0
    return terminal.text.partition("Saved. Resume it with:")[0].replace(f"{SURE}yes\n", "")


def how_it_ended(home: Path) -> str:
    outcome = saved_match(home).outcome
    if outcome is None:
        return "saved"
    return f"Player {outcome.winner}: {outcome.reason}" if outcome.winner else f"nobody: {outcome.reason}"


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_through_a_pipe(path: Path, tmp_path: Path) -> None:
    game = Playthrough.read(path)
    shown = through_a_pipe(game, tmp_path)
    if os.environ.get("PARLOR_REGENERATE"):
        path.write_text(f"{game.head}\n\n{shown}", encoding="utf-8")
    else:
        assert shown == game.shown
    assert how_it_ended(tmp_path) == game.end


# All of them run through a pipe; at a terminal, where we do not echo what is typed, one of each kind does.
AT_A_TERMINAL = [path for path in FILES if path.stem in KINDS]


@pytest.mark.parametrize("path", AT_A_TERMINAL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_at_a_terminal(path: Path, tmp_path: Path) -> None:
    game = Playthrough.read(path)
    assert at_a_terminal(game, tmp_path) == HELP + game.shown
    assert how_it_ended(tmp_path) == game.end


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_of_the_book_is_shown(name: str) -> None:
    path = FOLDER / "books" / f"{name}.txt"
    assert path.exists(), f"write {path}, the dialogue of the book's sample, and play it in {name}/sample.txt"
    book = path.read_text(encoding="utf-8").splitlines()
    sample = Playthrough.read(FOLDER / name / "sample.txt")
    true = [line.rstrip() for line in book if not line.startswith("!")]
    assert is_subsequence([line for line in true if line], sample.shown.splitlines())


@pytest.mark.parametrize("name", ["number-morph", "pocket-addition"])
def test_where_the_sample_is_false_the_referee_goes_on(name: str) -> None:
    book = (FOLDER / "books" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    false = [line.removeprefix("! ") for line in book if line.startswith("!")]
    sample = Playthrough.read(FOLDER / name / "sample.txt")
    assert false
    assert not set(false) & set(sample.shown.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_playthrough_for_each_way_to_end(name: str) -> None:
    assert name in ENDINGS, f"say in ENDINGS above how {name} can end by its rules"
    ends = {Playthrough.read(path).end.partition(": ")[2] for path in FILES if path.parent.name == name}
    missing = {*ENDINGS[name], RESIGNED, OUT_OF_TIME, STRIKES, LIMIT} - ends
    told = f"{name} needs playthroughs (see the top of this file) for: {', '.join(missing)}"
    assert not missing, told

"""`parlor suite`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from primeparlor.cli.main import main
from primeparlor.suite import FILE, maker
from support.terminal.command import parlor

ROWS = FILE.read_text(encoding="utf-8")


def test_without_a_seed_it_prints_the_shipped_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite"]) == 0
    assert capsys.readouterr() == (ROWS, "")


def test_one_game_is_found_by_part_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "--game", "climb"]) == 0
    lines = ROWS.splitlines(keepends=True)
    assert capsys.readouterr().out == "".join(line for line in lines if '"game":"prime-climb"' in line)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make two rows of each difficulty."""
    monkeypatch.setattr(maker.SuiteMaker.__init__, "__defaults__", (2,))


@pytest.mark.usefixtures("few")
def test_a_fresh_suite_goes_to_a_file_as_it_goes_to_standard_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "fresh.jsonl"
    path.write_text(ROWS, encoding="utf-8")
    words = ["suite", "--game", "nonprime", "--seed", "3"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert main([*words, "--out", str(path)]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith(f"Wrote 6 positions to {path}.\n")
    assert path.read_text(encoding="utf-8") == printed
    rows = [json.loads(line) for line in printed.splitlines()]
    assert len(rows) == 6
    assert {row["id"].partition("-")[0] for row in rows} == {"seed3"}
    assert [path.name for path in tmp_path.iterdir()] == ["fresh.jsonl"]


@pytest.mark.usefixtures("few")
def test_what_cannot_be_found_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "PATIENCE", 0)
    assert main(["suite", "--game", "pocket", "--seed", "3"]) == 0
    assert capsys.readouterr() == (
        "",
        "".join(
            f"Pocket Addition: 0 {difficulty} positions found, fewer than 2.\n"
            for difficulty in ("easy", "medium", "hard")
        ),
    )


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--game", "chess"], 2, "There is no game 'chess'. The games are: "),
        (["--game", ""], 2, "Which game? The games are: "),
        (["--seed", "9" * 19], 2, "argument --seed: '9999999999999999999' is not a whole number from 0 to "),
        (["--seed", "-1"], 2, "argument --seed: "),
        (["prime-climb"], 2, "unrecognized argument: prime-climb"),
    ],
)
def test_it_refuses_in_one_sentence(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suite", *words]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"parlor: {sentence}")
    assert "Traceback" not in told.err


def test_nothing_but_a_suite_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary", encoding="utf-8")
    assert main(["suite", "--game", "climb", "--out", str(path)]) == 2
    assert (
        capsys.readouterr().err
        == f"parlor: {path} is not a suite, so it stays as it is. Name another file.\n"
    )
    assert path.read_text(encoding="utf-8") == "Dear diary"
    path.write_text("", encoding="utf-8")
    assert main(["suite", "--game", "climb", "--out", str(path)]) == 0
    assert len(path.read_text(encoding="utf-8").splitlines()) == 600


def test_a_file_that_cannot_be_written_is_named_before_any_work(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "rows.jsonl"
    told = parlor(tmp_path, "suite", "--seed", "3", "--out", str(path))
    assert (told.code, told.out, told.err) == (
        1,
        "",
        f"parlor: {path} cannot be used: No such file or directory.\n",
    )

"""The command line finds a game by any part of its name that no other game has."""

from __future__ import annotations

import pytest

from primeparlor import cli


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        (["rules", "climb", "--plain"], ["rules", "prime-climb", "--plain"]),
        (["rules", "Duel", "--plain"], ["rules", "prime-duel", "--plain"]),
        (["analyse", "pocket", "one=6", "--json"], ["analyse", "pocket-addition", "one=6", "--json"]),
    ],
)
def test_part_of_a_name_will_do(
    short: list[str], whole: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(short) == 0
    shown = capsys.readouterr().out
    assert cli.main(whole) == 0
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
    assert cli.main(["rules", name]) == 2
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
    assert cli.main(["check-game", name]) == 2
    assert capsys.readouterr().err.startswith(f"parlor: {sentence}")

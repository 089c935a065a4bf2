"""A table as text: what is told and what is not, rewards, seeds, bad input, and what trainers need."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from primeparlor.adapters.text import TextTable
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.players.prompt import VERSION, describe_rules, format_history
from primeparlor.tables.agents.options import LARGEST_SEED

RULES = {"number-morph": {"digits": 2}, "prime-duel": {"target": 12, "largest": 4, "copies": 1}}


def finish(table: TextTable) -> TextTable:
    """Play the first legal move until the game is over."""
    while not table.done:
        assert table.table is not None
        table.play(str(table.table.match.state.moves()[0]))
    return table


def test_without_any_wish_there_is_a_game_to_play() -> None:
    table = TextTable()
    text = table.reset()
    assert GAMES[GAMES.ours[0]].title in text
    assert "You are Player 1. It is your turn." in text
    assert (table.done, table.reward, table.losses, table.version) == (False, 0.0, [], VERSION)


@pytest.mark.parametrize("game", GAMES.ours)
@pytest.mark.parametrize("seat", [1, 2])
def test_every_game_is_told_and_played(game: str, seat: int) -> None:
    table, seed = TextTable(), 0
    text = table.reset(game, RULES.get(game), "random", seat, seed)
    while table.done:  # the opponent may win, or lose, before the program has a turn
        seed += 1
        text = table.reset(game, RULES.get(game), "random", seat, seed)
    assert table.table is not None
    match = table.table.match
    assert describe_rules(match.start) in text
    assert f"You are Player {seat}. It is your turn." in text
    assert "The legal moves are" not in text
    assert (len(match.history) > 0) == (seat == 2 or match.start.chances() != ())
    finish(table)
    assert table.reward == table.table.reward
    assert len(table.losses) == len(table.decisions) > 0
    assert all(loss is None or 0 <= loss <= 1 for loss in table.losses)


def test_the_text_after_a_move_holds_what_happened_since_and_nothing_before() -> None:
    table = TextTable()
    table.reset("pocket-addition", opponent="perfect")
    first = table.play("9")
    assert first.startswith("Player 1: 9\nPlayer 2: ")
    assert table.table is not None
    number = table.table.match.number
    second = table.play(str(table.table.match.state.moves()[0]))
    news = [event for event in table.table.match.history if event.number > number]
    assert second.startswith(format_history(news))
    finish(table)
    assert table.reward == -1.0
    assert table.losses[0] == 1.0  # 6, 7 or 8 would have won
    assert [type(loss) for loss in table.losses] == [float] * len(table.losses)


def test_the_last_text_says_how_the_game_ended() -> None:
    table = TextTable(strikes=1)
    table.reset("pocket-addition")
    told = "Your move was refused: Choose a whole number from 1 to 9."
    assert table.play("12") == f"{told} Your opponent won (you gave too many invalid inputs)."
    assert (table.done, table.reward) == (True, -1.0)
    stopped = TextTable(limit=1)
    stopped.reset("pocket-addition")
    assert stopped.play("1").endswith("The move limit is reached. The game is unfinished: nobody wins.")
    assert (stopped.done, stopped.reward) == (True, 0.0)


def test_an_illegal_move_is_told_with_its_true_reason_and_three_lose() -> None:
    table = TextTable()
    table.reset("pocket-addition", seat=2)
    assert table.table is not None
    taken = table.table.match.history[0].move
    told = table.play(f"{taken}")
    assert "taken" in told
    assert "invalid input 1 of 3 in a row. The position has not changed." in told
    assert not table.done
    table.play("I take the 3, please")
    assert "Your opponent won (you gave too many invalid inputs)." in table.play(None)  # type: ignore[arg-type]
    assert table.reward == -1.0


def test_legal_moves_are_shown_only_if_asked_for() -> None:
    table = TextTable(show_moves=True)
    assert table.reset("pocket-addition").endswith("The legal moves are: 1, 2, 3, 4, 5, 6, 7, 8, 9.")
    assert "The legal moves are: " in table.play("12")
    assert "The legal moves are: " in table.play("1")


def test_people_may_try_again_where_the_book_lets_them_and_a_program_is_told_it_may_not() -> None:
    assert "even where the rules let people try again" in TextTable().reset("number-morph", seed=1)
    assert "try again" not in TextTable().reset("pocket-addition").partition("## The terms")[2]


# Again ---------------------------------------------------------------------------------------------


def test_nothing_of_one_game_is_left_in_the_next() -> None:
    table = TextTable()
    table.reset("prime-duel", seed=1)
    finish(table)
    assert table.losses
    again = table.reset("prime-duel", seed=2)
    assert again == TextTable().reset("prime-duel", seed=2)
    assert (table.done, table.reward, table.losses) == (False, 0.0, [])
    table.play("foo")
    assert table.reset("prime-duel", seed=2) == again
    assert "invalid input 1 of 3" in table.play("foo")


def test_a_reset_that_is_refused_leaves_the_game_as_it_was() -> None:
    table = TextTable()
    table.reset("pocket-addition")
    table.play("9")
    before = table.table
    with pytest.raises(ParlorError):
        table.reset("pocket-addition", seed=-1)
    assert table.table is before


def test_the_same_seed_is_the_same_game_and_another_is_another() -> None:
    def transcript(seed: int | None) -> list[str]:
        table = TextTable()
        told = [table.reset("prime-duel", RULES["prime-duel"], "random", "random", seed)]
        while not table.done:
            assert table.table is not None
            told.append(table.play(str(table.table.match.state.moves()[0])))
        return told

    assert transcript(11) == transcript(11)
    assert len({tuple(transcript(seed)) for seed in range(8)}) > 5
    assert len({tuple(transcript(None)) for _ in range(8)}) > 3


# Bad input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wishes",
    [
        {"game": "chess"},
        {"game": 5},
        {"rules": {"top": 35}},
        {"rules": {"target": 10_000}},
        {"rules": [1]},
        {"opponent": "godlike"},
        {"opponent": None},
        {"seat": 0},
        {"seat": "1"},
        {"seed": LARGEST_SEED + 1},
        {"seed": 1.5},
    ],
    ids=str,
)
def test_a_wrong_wish_is_one_sentence(wishes: dict[str, Any]) -> None:
    with pytest.raises(ParlorError) as caught:
        TextTable().reset(**{"game": "pocket-addition"} | wishes)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("settings", [{"limit": 0}, {"limit": -1}, {"strikes": 0}, {"limit": "9"}], ids=str)
def test_a_wrong_setting_is_one_sentence(settings: dict[str, Any]) -> None:
    with pytest.raises(ParlorError, match=rf"^{next(iter(settings))} must be a whole number from 1 to "):
        TextTable(**settings).reset()


def test_moves_are_shown_or_not() -> None:
    with pytest.raises(ParlorError, match=r"^show_moves is 'no', but must be one of: True, False\.$"):
        TextTable(show_moves="no")  # type: ignore[arg-type]


def test_a_misspelled_wish_is_not_dropped_but_other_columns_of_a_row_are() -> None:
    with pytest.raises(ParlorError, match=r"^reset has no 'sead'\. Did you mean seed\?$"):
        TextTable().reset(sead=3)
    row = {"prompt": [{"role": "user", "content": "Play."}], "game": "pocket", "seed": 3, "id": 7}
    assert TextTable().reset(**row) == TextTable().reset("pocket", seed=3)  # type: ignore[arg-type]


def test_there_is_nothing_to_play_before_the_start_and_after_the_end() -> None:
    table = TextTable()
    assert (table.done, table.reward, table.losses) == (False, 0.0, [])
    with pytest.raises(ParlorError, match=r"^No game is open\. Call reset first\.$"):
        table.play("5")
    table = TextTable(limit=1)
    table.reset("pocket-addition")
    table.play("5")
    with pytest.raises(ParlorError, match=r"^The game is over\. Call reset to play another\.$"):
        table.play("6")


def test_the_example_of_the_page_runs_and_every_member_is_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "text-table.md").read_text(encoding="utf-8")
    example, reward = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    place: dict[str, Any] = {"ask_model": lambda text: "9" if "9" in text.partition("pool")[2][:40] else "1"}
    exec(example, place)
    assert capsys.readouterr().out.startswith(("1.0 [", "-1.0 ["))
    exec(reward, place)
    lost = place["table"].reward - sum(loss for loss in place["table"].losses if loss)
    assert place["reward"]([place["table"]], prompts=["Play."]) == [lost]
    public = {name for name in [*vars(TextTable), *vars(TextTable())] if not name.startswith("_")}
    assert [name for name in public if f"`{name}" not in page] == []


# For trainers --------------------------------------------------------------------------------------


def test_a_trainer_finds_one_tool_with_types_and_a_description() -> None:
    """As TRL does: it makes the class without arguments, and every other public method is a tool."""
    methods = inspect.getmembers(TextTable(), predicate=inspect.ismethod)
    tools = {name: method for name, method in methods if not name.startswith("_") and name != "reset"}
    assert list(tools) == ["play"]
    doc = inspect.getdoc(tools["play"]) or ""
    assert "Args:\n    move: " in doc
    assert inspect.get_annotations(tools["play"], eval_str=True) == {"move": str, "return": str}


def test_only_the_standard_library_is_needed() -> None:
    """Asked of a process of its own, in which nothing is imported yet."""
    code = (
        "import sys; from primeparlor.adapters.text import TextTable; TextTable().reset('pocket').split();"
        "print([m for m in ('numpy', 'rich', 'textual', 'httpx2', 'pydantic', 'mcp') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"

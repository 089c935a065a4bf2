"""`parlor today` in plain lines: the puzzle of the day, the streak, one more of each game, the duel."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from primeparlor import records
from primeparlor.coach.progress.document import Day, Tries
from primeparlor.coach.puzzles.clues import build_clues
from primeparlor.coach.training import daily
from primeparlor.coach.training.daily import Today, build_duel
from primeparlor.games import GAMES
from primeparlor.solve import analyse
from primeparlor.tables.daily import duel as daily_duel
from primeparlor.tables.table import Table
from primeparlor.terminal.open_table import open_saved_table, reopen_table
from primeparlor.terminal.plain import today
from primeparlor.terminal.plain.input import Keyboard
from support.coach.daily import PRIME_DAY, brought, diary, fix_today, right, wrong
from support.terminal.command import moves_made, parlor, saved_match

DAY = timedelta(days=1)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Today:
    return fix_today(monkeypatch)


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def solved_before(home: Path, days: int) -> None:
    kept = diary(home)
    for before in range(days, 0, -1):
        kept.store_try(PRIME_DAY - before * DAY, "prime-climb", "+", main=True)


def test_the_puzzle_of_the_day_carries_the_streak_and_can_be_shared(now: Today, tmp_path: Path) -> None:
    puzzle = brought(now.day, now.main)
    code, out, err = parlor(tmp_path, "today", typed=typed(wrong(puzzle), right(puzzle), "q"))
    assert (code, err) == (0, "")
    assert out.startswith("Today № 317 ◆, a prime day\nFriday, 13 November 2026. Solve the puzzle of the day")
    assert f"\nPuzzle of the day: {GAMES[now.main].title}" in out
    assert puzzle.question in out
    rule = "Any of them keeps your streak; three misses end it, and so does asking for the answer."
    assert f"You have three tries. {rule}\n" in out
    assert "You have two tries left.\n" in out
    assert "\n1 day in a row.\n" in out
    shared = ["Prime Parlor № 317 ◆", f"{GAMES[now.main].title} ✕✓", "1 day in a row"]
    assert out.splitlines()[-3:] == shared
    assert parlor(tmp_path, "today", "--share").out.splitlines() == shared
    kept = diary(tmp_path).days[now.day]
    assert kept.puzzle is not None
    assert (kept.puzzle.game, kept.puzzle.tries, kept.solved) == (now.main, "-+", True)
    assert puzzle.position in diary(tmp_path).cards  # it comes back


def test_after_the_third_miss_the_answer_is_shown_and_the_streak_ends(now: Today, tmp_path: Path) -> None:
    solved_before(tmp_path, 2)
    puzzle = brought(now.day, now.main)
    misses = [str(move) for move in puzzle.state.moves() if move not in puzzle.answers][:3]
    _, out, _ = parlor(tmp_path, "today", typed=typed(*misses, "q"))
    assert "You have one try left.\n" in out
    assert f"That was your last try.\nThe answer is {right(puzzle)}." in out
    assert out.splitlines()[-3:][1:] == [f"{GAMES[now.main].title} ✕✕✕", "0 days in a row"]
    assert diary(tmp_path).days[now.day].given_up
    assert "You have seen the answer" in parlor(tmp_path, "today", typed=typed("q")).out


def test_what_is_done_is_told_and_the_rest_is_offered(now: Today, tmp_path: Path) -> None:
    puzzle, one = brought(now.day, now.main), brought(now.day, now.others[0])
    parlor(tmp_path, "today", typed=typed(right(puzzle)))
    out = parlor(tmp_path, "today", typed=typed("", right(one), "1", "9", now.others[1], "q", "leave")).out
    assert "You have solved the puzzle of the day.\n" in out
    assert "Puzzle of the day:" not in out
    assert f"  1  {one.state.title:<20} ✓ done\n" in out
    assert "You have done this one. The next one comes tomorrow.\n" in out
    assert "Please type a number from 1 to 5, or q to leave." in out
    assert out.splitlines()[-2] == f"{GAMES[now.main].title} ✓, more ✓···"


def test_the_answer_costs_the_streak_and_is_asked_twice(now: Today, tmp_path: Path) -> None:
    solved_before(tmp_path, 12)
    puzzle = brought(now.day, now.main)
    out = parlor(tmp_path, "today", typed=typed("answer", "n", "answer", "y", "q")).out
    assert "12 days in a row.\n" in out
    assert out.count("This ends your streak of 12 days. Show it? (y/n) ") == 2
    assert out.count("0 days in a row, best 12.\n") == 1
    assert f"\n{GAMES[now.main].title} ?\n0 days in a row\n" in out
    assert diary(tmp_path).days[now.day].given_up
    again = parlor(tmp_path, "today", typed="q\n").out
    assert "You have seen the answer to the puzzle of the day." in again
    assert puzzle.question not in again.partition("What next?")[0]


def test_without_a_streak_the_answer_still_has_its_price(now: Today, tmp_path: Path) -> None:
    out = parlor(tmp_path, "today", typed=typed("answer", "no", "answer", "yes", "q")).out
    assert out.count("Then today counts as missed. Show it? (y/n) ") == 2
    assert out.count("Solve the puzzle of the day to start a streak.") == 1  # before it was shown
    assert out.count("Solve tomorrow's puzzle to start a streak.") == 1
    assert diary(tmp_path).days[now.day].given_up


def test_the_puzzle_of_the_day_can_be_left_for_later(now: Today, tmp_path: Path) -> None:
    solved_before(tmp_path, 12)
    main, one = brought(now.day, now.main), brought(now.day, now.others[0])
    lines = (wrong(main), "skip", "", right(one), now.main, "skip", "6", right(main), "q")
    out = parlor(tmp_path, "today", typed=typed(*lines)).out
    row = f"  6  {GAMES[now.main].title:<20} the puzzle of the day\n"
    assert out.count(row) == 3  # as long as it is open
    assert f"  1  {one.state.title:<20} ✓ done\n" in out
    assert out.count(main.question) >= 3
    assert out.count("13 days in a row.\n") == 1  # said once it is solved
    assert out.splitlines()[-2] == f"{GAMES[now.main].title} ✕✓, more ✓···"


def test_skipped_in_practice_it_is_offered_too(now: Today, tmp_path: Path) -> None:
    day, words = now.day - DAY, ("today", "--date", str(now.day - DAY))
    main = daily.build_today(day).main
    out = parlor(tmp_path, *words, typed=typed("skip", main, right(brought(day, main)), "q")).out
    assert out.count(f"{GAMES[main].title:<20} the puzzle of the day\n") == 1
    assert "\nRight" in out


def test_another_day_is_practice_and_keeps_nothing(now: Today, tmp_path: Path) -> None:
    other = now.day - DAY
    puzzle = brought(other, "pocket-addition")
    words = ("today", "--date", str(other))
    out = parlor(tmp_path, *words, typed=typed(wrong(puzzle), "answer", "q")).out
    assert out.startswith("Thursday, 12 November 2026: № 316 = 2 × 2 × 79\n")
    assert "This is practice: only the real today counts.\n" in out
    assert "Prime Parlor" not in out
    assert not (tmp_path / "progress.json").exists()


def test_the_day_as_json_tells_no_answer(now: Today, tmp_path: Path) -> None:
    puzzle = brought(now.day, now.main)
    parlor(tmp_path, "today", typed=typed(right(puzzle)))
    data = json.loads(parlor(tmp_path, "today", "--json").out)
    assert list(data) == [
        "day", "version", "number", "prime", "most_tries", "streak", "puzzle", "more", "duel", "share",
    ]  # fmt: skip
    assert (data["day"], data["number"], data["prime"]) == ("2026-11-13", 317, True)
    assert data["streak"] == {"now": 1, "best": 1}
    assert [data["puzzle"]["game"], *(one["game"] for one in data["more"])] == [now.main, *now.others]
    assert data["puzzle"] == {
        "game": now.main,
        "position": puzzle.position,
        "question": puzzle.question,
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating,
        "among": list(puzzle.among),
        "tries": "+",
        "hints": 0,
        "done": True,
    }
    assert [one["done"] for one in data["more"]] == [False] * 4
    assert (data["duel"]["game"], data["duel"]["done"]) == (now.duel, False)
    assert data["share"] == parlor(tmp_path, "today", "--share").out.splitlines()
    assert "answers" not in json.dumps(data)


@pytest.mark.parametrize("date", ["1999-12-31", "3000-01-01"])
def test_a_day_that_brings_nothing_is_refused(date: str, tmp_path: Path) -> None:
    for more in ([], ["--json"], ["--share"]):
        code, out, err = parlor(tmp_path, "today", "--date", date, *more)
        assert (code, out, err) == (2, "", "parlor: Choose a day from 2000-01-01 to 2999-12-31.\n")


@pytest.mark.parametrize("date", ["", "x", "2026-02-30", "20261117", "2026-W47-2", "٢٠٢٦-١١-١٧"])
def test_what_is_no_day_is_refused(date: str, tmp_path: Path) -> None:
    code, _, err = parlor(tmp_path, "today", "--date", date)
    assert code == 2
    assert "is not a day such as 2026-11-17" in err


def test_hints_are_open_again_when_one_comes_back_and_count_as_in_one_sitting(
    now: Today, tmp_path: Path
) -> None:
    puzzle, there, at_once = brought(now.day, now.main), tmp_path / "there", tmp_path / "at once"
    hints = build_clues(puzzle, analyse(puzzle.state))
    parlor(there, "today", typed=typed("hint", "hint"))
    assert json.loads(parlor(there, "today", "--json").out)["puzzle"]["hints"] == 2
    out = parlor(there, "today", typed=typed("hint", right(puzzle))).out
    assert out.index(f"Hint 1: {hints[0]}\n") < out.index(f"Hint 2: {hints[1]}\n") < out.index("Your move")
    assert f"Your move (hint, answer, skip, quit): hint\n{hints[2]}\n" in out
    told = parlor(at_once, "today", typed=typed("hint", "hint", "hint", right(puzzle))).out
    assert out.partition("Right")[1:] == told.partition("Right")[1:]
    assert diary(there).data == diary(at_once).data
    assert diary(there).days == {
        now.day: Day(Tries(now.main, "+"), hints={now.main: 3})
    }  # not at first sight
    assert not diary(there).ratings


def test_a_list_of_moves_counts_as_a_hint_also_when_one_comes_back(now: Today, tmp_path: Path) -> None:
    puzzle = brought(now.day, now.main)
    parlor(tmp_path, "today", typed=typed("moves"))
    out = parlor(tmp_path, "today", typed=typed(right(puzzle))).out
    assert "Hint 1" not in out
    kept = diary(tmp_path)
    assert kept.days == {now.day: Day(Tries(now.main, "+"), hints={now.main: 0})}
    assert kept.ratings == {}


def test_hints_of_one_day_or_game_open_none_of_another(now: Today, tmp_path: Path) -> None:
    kept = diary(tmp_path)
    kept.store_hints(now.day - DAY, now.main, 2)
    kept.store_hints(now.day, now.others[0], 99)  # more than there are: all are open
    out = parlor(tmp_path, "today", typed=typed(right(brought(now.day, now.main)), "1", "hint")).out
    before, _, after = out.partition("What next?")
    assert "Hint 1" not in before
    other = brought(now.day, now.others[0])
    hints = build_clues(other, analyse(other.state))
    assert all(f"Hint {at}: {hint}\n" in after for at, hint in enumerate(hints, 1))
    assert after.count(hints[-1]) == 2
    assert sum(done.right for done in diary(tmp_path).days.values()) == 1


def test_hints_in_practice_are_not_kept(now: Today, tmp_path: Path) -> None:
    for _ in range(2):
        out = parlor(tmp_path, "today", "--date", "2026-02-16", typed=typed("hint")).out
        assert "Hint 1" not in out
    assert not (tmp_path / "progress.json").exists()


def test_it_ends_well_wherever_the_input_ends(now: Today, tmp_path: Path) -> None:
    solved_before(tmp_path, 1)
    lines = ["hint", "answer", "n", wrong(brought(now.day, now.main)), "answer", "y", "1", "board"]
    for count in range(len(lines) + 1):
        code, out, err = parlor(tmp_path, "today", typed=typed(*lines[:count]))
        assert (code, err) == (0, "")
        assert out.endswith("\n")


class Fingers(Keyboard):
    """Somebody who types these lines and then presses Ctrl-C."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines: Iterator[str] = iter(lines)
        self.is_terminal = self.may_edit = False

    def read_line(self, seconds: float | None = None) -> str:
        for line in self.lines:
            return line
        raise KeyboardInterrupt


def test_what_was_tried_before_ctrl_c_is_kept(
    now: Today, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        today.run(None, as_json=False, share=False, keyboard=Fingers(wrong(brought(now.day, now.main))))
    assert diary(tmp_path).days[now.day].puzzle is not None
    assert capsys.readouterr().out.splitlines()[-2] == f"{GAMES[now.main].title} ✕"


# The duel ----------------------------------------------------------------------------------------------


@pytest.fixture
def duels(now: Today, tmp_path: Path) -> Path:
    """A folder in which the puzzle of the day is done."""
    diary(tmp_path).store_try(now.day, now.main, "+", main=True)
    return tmp_path


def dealt(home: Path) -> list[object]:
    """The cards dealt so far in the one saved duel."""
    return [event.move for event in saved_match(home).events if event.who is None]


def test_the_duel_has_the_cards_of_the_day_also_when_it_is_resumed(now: Today, duels: Path) -> None:
    cards = build_duel(now.day).dealt
    out = parlor(duels, "today", typed=typed("5", "yes", "yes", "quit", "q")).out
    assert "The daily duel: your choices count, not your luck.\n" in out
    assert "duel" not in out.splitlines()[-1]
    dealt_at_first = len(dealt(duels))
    parlor(duels, "today", typed=typed("duel", "yes", "yes", "quit", "q"))
    dealt_after_today = len(dealt(duels))
    parlor(duels, "resume", "--plain", typed=typed("yes", "quit"))
    dealt_after_resume = len(dealt(duels))
    assert dealt_at_first < dealt_after_today < dealt_after_resume  # cards: each time the duel went on
    assert dealt(duels) == list(cards[:dealt_after_resume])
    assert moves_made(duels)
    assert saved_match(duels).marks == ("seeded", "dealt by hand")


def test_the_first_finished_duel_counts_and_no_other(now: Today, duels: Path) -> None:
    out = parlor(duels, "today", typed=typed("5", "yes", "resign", "5", "q")).out
    assert "Your choices: " in out
    assert "of 100.\n" in out
    assert "Your winning chance: luck " in out
    assert "You have played today's duel. The next one comes tomorrow.\n" in out
    kept = diary(duels).days[now.day].duel
    assert kept is not None
    assert (kept.won, (duels / kept.record).exists()) == (False, True)
    assert out.splitlines()[-1] == f"1 day in a row, duel {kept.accuracy} of 100"
    data = json.loads(parlor(duels, "today", "--json").out)["duel"]
    assert (data["done"], data["accuracy"], data["won"]) == (True, kept.accuracy, False)


def test_a_duel_finished_elsewhere_is_kept_when_the_day_is_looked_at(now: Today, duels: Path) -> None:
    parlor(duels, "today", typed=typed("5", "yes", "quit", "q"))
    parlor(duels, "resume", "--plain", typed=typed("resign"))
    assert diary(duels).days[now.day].duel is None
    assert ", duel " in parlor(duels, "today", "--share").out
    assert diary(duels).days[now.day].duel is not None


def test_practice_of_yesterdays_duel_never_counts(now: Today, duels: Path) -> None:
    yesterday = now.day - DAY
    out = parlor(
        duels, "today", "--date", str(yesterday), typed=typed("answer", "5", "yes", "resign", "5", "q")
    ).out
    assert "Your choices: " in out
    assert "You have played this duel.\n" in out
    assert saved_match(duels).find_outcome() is not None
    assert dealt(duels) == list(build_duel(yesterday).dealt[: len(dealt(duels))])
    assert ", duel" not in parlor(duels, "today", "--share").out
    assert yesterday not in diary(duels).days


def test_a_duel_left_yesterday_and_finished_today_counts_for_yesterday(now: Today, duels: Path) -> None:
    parlor(duels, "today", typed=typed("5", "yes", "quit", "q"))
    parlor(duels, "resume", "--plain", typed=typed("resign"))
    with pytest.MonkeyPatch.context() as later:
        fix_today(later, now.day + DAY)
        assert ", duel" not in parlor(duels, "today", "--share").out
    assert diary(duels).days[now.day].duel is not None


@pytest.mark.parametrize("seat", [lambda: open_saved_table(None, (None, None), None)[0], reopen_table])
def test_a_duel_of_another_day_is_practice_and_is_resumed_with_its_cards(
    now: Today, duels: Path, monkeypatch: pytest.MonkeyPatch, seat: Callable[[], Table]
) -> None:
    """At the prompt and on the screen, which sits down at saved games in ways of their own."""
    other = now.day - 100 * DAY
    parlor(duels, "today", "--date", str(other), typed=typed("answer", "5", "yes", "quit", "q"))
    before = dealt(duels)
    assert before == list(build_duel(other).dealt[: len(before)])
    monkeypatch.setenv("PARLOR_HOME", str(duels))
    table = seat()
    left = list(build_duel(other).dealt[len(before) :])
    assert (table.match.day, table.match.dealt) == (str(other), left)
    table.close()
    parlor(duels, "resume", "--plain", typed=typed("yes", "yes", "quit"))
    assert len(before) < len(dealt(duels))
    assert dealt(duels) == list(build_duel(other).dealt[: len(dealt(duels))])
    parlor(duels, "resume", "--plain", typed=typed("resign"))
    assert ", duel" not in parlor(duels, "today", "--share").out
    assert other not in diary(duels).days


def test_practice_of_a_day_is_not_its_duel_when_the_day_has_come(now: Today, duels: Path) -> None:
    with pytest.MonkeyPatch.context() as before:
        fix_today(before, now.day - DAY)
        parlor(duels, "today", "--date", str(now.day), typed=typed("answer", "5", "yes", "quit", "q"))
    practised = saved_match(duels)
    assert practised.day == str(now.day)
    assert daily_duel.is_duel(practised, build_duel(now.day))
    parlor(duels, "today", typed=typed("5", "yes", "resign", "q"))
    assert len(list(duels.glob("*.jsonl"))) == 2  # a new one, which counts
    assert diary(duels).days[now.day].duel is not None


@pytest.mark.parametrize("day", ["2026-11-12", "2026-02-30", "1999-12-31", "3000-01-01", None])
def test_a_record_that_names_another_day_than_its_cards_come_from_is_an_ordinary_game(
    now: Today, duels: Path, monkeypatch: pytest.MonkeyPatch, day: str | None
) -> None:
    parlor(duels, "today", typed=typed("5", "yes", "yes", "yes", "quit", "q"))
    (path,) = duels.glob("*.jsonl")
    header, *rest = path.read_text(encoding="utf-8").splitlines()
    told = {key: value for key, value in json.loads(header).items() if key != "day"}
    first = json.dumps(told | ({"day": day} if day else {}))
    path.write_text("\n".join([first, *rest, ""]), encoding="utf-8")
    monkeypatch.setenv("PARLOR_HOME", str(duels))
    table = reopen_table()
    assert table.match.dealt == []
    table.close()
    parlor(duels, "resume", "--plain", typed=typed("resign"))
    assert ", duel" not in parlor(duels, "today", "--share").out


def test_who_else_sits_down_at_a_duel_draws_other_cards(now: Today, duels: Path) -> None:
    parlor(duels, "today", typed=typed("5", "yes", "quit", "q"))
    parlor(duels, "resume", "--plain", "--p2", "perfect", typed=typed("yes", "quit"))
    assert not all(event.by_hand for event in saved_match(duels).history if event.who is None)


def test_a_seeded_game_is_no_duel(now: Today, duels: Path) -> None:
    for more in ([], ["--no-undo", "--no-hints"]):
        words = ["play", now.duel, "--p2", build_duel(now.day).level, "--seed", "1", "--plain", *more]
        parlor(duels, *words, typed=typed("yes", "resign"))
    assert ", duel" not in parlor(duels, "today", "--share").out


def test_a_duel_that_cannot_be_saved_is_played_all_the_same(
    now: Today, duels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "create_saved", _full)
    code, out, err = parlor(duels, "today", typed=typed("5", "yes", "resign", "q"))
    assert code == 0
    assert "This game will not be kept." in err
    assert "Your choices: " in out


def _full(*_: object) -> None:
    raise records.StoreError("The disk is full.")

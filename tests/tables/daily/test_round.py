"""Everything one day offers: its puzzles with tries and hints, and its duel; practice stores nothing."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from primeparlor.coach.progress.diary import open_diary
from primeparlor.coach.progress.document import Day, DuelResult, Tries
from primeparlor.coach.puzzles.line_puzzle import build_line_at
from primeparlor.coach.training import daily
from primeparlor.games import PrimeDuel
from primeparlor.match import Match
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from primeparlor.tables.daily import duel as daily_duel
from primeparlor.tables.daily.round import DailyRound
from support.coach.daily import PRIME_DAY as DAY
from support.tui.today import puzzle

MAIN, OTHERS = "pocket-addition", ("nonprime-addition", "number-morph", "prime-climb", "prime-duel")
REVIEWED = daily_duel.DuelReview(93.2, True, ["Your choices: 93 of 100."])


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setattr(daily, "build_puzzle", puzzle)
    monkeypatch.setattr(daily_duel, "review_duel", lambda match, progress=None: REVIEWED)


def ignore_progress(done: int, total: int | None) -> None: ...


def solve(day: DailyRound, game: str) -> None:
    attempt = day.start_attempt(day.make_puzzle(game, ignore_progress))
    assert attempt.answer(attempt.puzzle.answers[0])


def miss(day: DailyRound, game: str) -> None:
    attempt = day.start_attempt(day.make_puzzle(game, ignore_progress))
    wrong = next(move for move in attempt.puzzle.state.moves() if move not in attempt.puzzle.answers)
    assert not attempt.answer(wrong)


def test_a_day_begins_with_nothing_done() -> None:
    day = DailyRound(DAY, counts=True)
    assert day.price == "Then today counts as missed."
    assert day.games == (MAIN, *OTHERS)
    assert [day.get_tries(game) for game in day.games] == [""] * 5
    assert day.count_hints(MAIN) is None
    assert (day.duel_played, day.duel_result, day.results) == (False, "played", Day())
    assert day.find_next(MAIN) == OTHERS[0]
    assert day.find_next(OTHERS[-1]) == MAIN
    assert day.tomorrow == daily.build_today(DAY + timedelta(days=1)).main


def test_what_counts_is_in_the_diary() -> None:
    day = DailyRound(DAY, counts=True)
    miss(day, MAIN)
    solve(day, MAIN)
    solve(day, OTHERS[0])
    kept = open_diary().days[DAY]
    assert (kept.puzzle, kept.more) == (Tries(MAIN, "-+"), {OTHERS[0]: "+"})
    assert [day.get_sign(game) for game in day.games] == ["✓", "✓", "·", "·", "·"]
    assert (day.is_over(MAIN), day.is_over(OTHERS[1])) == (True, False)
    assert day.find_next(MAIN) == OTHERS[1]
    assert (day.streak.now, day.streak.best) == (1, 1)
    assert day.price == "This ends your streak of 1 day."
    assert day.weeks[-1][DAY.weekday()].sign == "solved"
    assert day.share == ["Prime Parlor № 317 ◆", "Pocket Addition ✕✓, more ✓···", "1 day in a row"]


def test_an_attempt_goes_on_with_its_tries_and_hints() -> None:
    day = DailyRound(DAY, counts=True)
    miss(day, MAIN)
    attempt = day.start_attempt(day.make_puzzle(MAIN, ignore_progress))
    attempt.list_moves()
    assert day.count_hints(MAIN) == 0
    again = DailyRound(DAY, counts=True)
    attempt = again.start_attempt(again.make_puzzle(MAIN, ignore_progress))
    assert (attempt.tries, attempt.step, attempt.is_listed) == ("-", 0, True)


def test_a_line_begins_again_with_its_tries_and_its_hints_counted() -> None:
    line = build_line_at(read_position("pocket-addition one=1,6 two=5,8 turn=1 passes=0"))
    assert line is not None
    day = DailyRound(DAY, counts=True)
    attempt = day.start_attempt(line)
    attempt.give_hint(analyse(line.state))
    assert attempt.answer(line.answers[0])
    attempt.give_hint(analyse(attempt.puzzle.state))  # at the second decision
    assert day.count_hints(MAIN) == 2
    again = day.start_attempt(line)
    assert (again.step, again.hints_before, again.is_untouched) == (0, 2, False)
    again.give_hint(analyse(line.state))
    assert day.count_hints(MAIN) == 3


def test_the_same_wrong_move_counts_once_when_one_comes_back() -> None:
    line = build_line_at(read_position("pocket-addition one=1,6 two=5,8 turn=1 passes=0"))
    assert line is not None
    day = DailyRound(DAY, counts=True)
    for _ in range(2):
        miss(day, MAIN)
        assert day.get_tries(MAIN) == "-"
    day = DailyRound(DAY, counts=False)
    for _ in range(2):
        attempt = day.start_attempt(line)
        assert attempt.answer(line.answers[0])
        second = attempt.puzzle
        wrong = next(move for move in second.state.moves() if move not in second.answers)
        assert not attempt.answer(wrong)
        assert (attempt.tried, day.get_tries(MAIN)) == ([wrong], "-")


def test_three_misses_end_it_and_the_rule_is_told_where_it_counts() -> None:
    day = DailyRound(DAY, counts=True)
    assert day.describe_rule(MAIN).startswith("Any of them keeps your streak")
    assert day.describe_rule(OTHERS[0]) == DailyRound(DAY, counts=False).describe_rule(MAIN) == ""
    attempt = day.start_attempt(day.make_puzzle(MAIN, ignore_progress))
    wrong = [move for move in attempt.puzzle.state.moves() if move not in attempt.puzzle.answers]
    for move, told in (
        (wrong[0], "two tries left"),
        (wrong[0], "two tries left"),
        (wrong[1], "one try left"),
    ):
        assert not attempt.answer(move)  # the same one counts once
        assert told in attempt.tries_text
    assert not attempt.answer(wrong[2])
    assert (attempt.is_out, attempt.tries_text) == (True, "That was your last try.")
    attempt.show_answer(analyse(attempt.puzzle.state))
    assert (day.get_tries(MAIN), day.is_over(MAIN), day.streak.now) == ("---", True, 0)


def test_practice_is_remembered_but_not_stored() -> None:
    day = DailyRound(DAY, counts=False)
    miss(day, MAIN)
    day.start_attempt(day.make_puzzle(MAIN, ignore_progress)).list_moves()
    assert (day.get_tries(MAIN), day.count_hints(MAIN), day.results) == ("-", 0, Day())
    assert day.store_duels() == []
    assert day.review_duel(Match(PrimeDuel.start()), "game.jsonl") == REVIEWED.sentences
    assert day.duel_played
    assert not Path(open_diary().path).exists()


def test_only_the_first_duel_counts_and_only_with_a_record() -> None:
    day, match = DailyRound(DAY, counts=True), Match(PrimeDuel.start())
    assert day.review_duel(match, None) == REVIEWED.sentences
    assert not day.duel_played
    day.review_duel(match, "/somewhere/first.jsonl")
    day.review_duel(match, "/somewhere/second.jsonl")
    assert open_diary().days[DAY].duel == DuelResult(93, True, "first.jsonl")
    assert day.duel_result == "93 of 100"


def test_duels_of_two_days_that_were_finished_elsewhere_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[date] = []

    def store(diary: object, day: date, progress: object = None) -> daily_duel.DuelReview | None:
        asked.append(day)
        return REVIEWED if day < DAY else None

    monkeypatch.setattr(daily_duel, "store_duel", store)
    assert DailyRound(DAY, counts=True).store_duels() == REVIEWED.sentences
    assert asked == [DAY - timedelta(days=1), DAY]


def test_the_day_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.coach.sharing.build_puzzle", puzzle)
    data = DailyRound(DAY, counts=True).build_data()
    assert (data["day"], data["puzzle"]["game"]) == ("2026-11-13", MAIN)

"""The daily duel: the cards of its day, also after it was left; its saved games; its review."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from primeparlor import records
from primeparlor.coach.progress.diary import open_diary
from primeparlor.coach.progress.document import DuelResult
from primeparlor.coach.training import daily
from primeparlor.match import HUMAN, Match, MatchError, Resign, Settings
from primeparlor.players import create_player, take_turn
from primeparlor.records.writer import encode_lines
from primeparlor.tables.daily import duel as daily_duel

DUEL = daily.build_duel(date(2026, 11, 17))


def play_on(match: Match, decisions: int) -> None:
    """Some more decisions of both players; the person keeps what can be kept."""
    match.begin()
    for _ in range(decisions):
        if match.outcome is None and match.seats[match.state.turn - 1] != HUMAN:
            player = create_player(DUEL.level)
            assert player is not None
            take_turn(match, player)
        elif match.outcome is None:
            match.submit(match.state.turn, match.state.moves()[0], match.number)


def cards(match: Match) -> tuple[object, ...]:
    return tuple(event.move for event in match.history if event.who is None)


def test_the_cards_of_the_day_are_dealt_and_the_match_is_marked() -> None:
    match = daily_duel.build_match(DUEL, "Mara")
    play_on(match, 8)
    assert cards(match) == DUEL.dealt[: len(cards(match))]
    assert (match.names, match.settings, match.marks) == (
        ("Mara", ""),
        daily_duel.AGREED,
        ("seeded", "dealt by hand"),
    )


def test_a_duel_read_back_goes_on_with_the_cards_that_are_left() -> None:
    whole, left = daily_duel.build_match(DUEL), daily_duel.build_match(DUEL)
    play_on(whole, 8)
    play_on(left, 3)
    lines = encode_lines(records.format_record(left, "2026-11-17T09:00:00Z")).splitlines(keepends=True)
    again = records.read(lines).match
    daily_duel.deal_remaining(again, DUEL)
    play_on(again, 5)
    assert [event.move for event in again.events] == [event.move for event in whole.events]


def test_only_a_duel_can_be_dealt_on() -> None:
    with pytest.raises(MatchError, match="did not start with a seed"):
        daily_duel.deal_remaining(Match(daily_duel.build_match(DUEL).start), DUEL)


def test_a_record_that_names_a_duel_goes_on_with_its_cards() -> None:
    match = daily_duel.build_match(DUEL)
    play_on(match, 3)
    match.dealt = []
    daily_duel.restore_deal(match, "2026-11-17")
    assert match.dealt == list(DUEL.dealt[len(cards(match)) :])


@pytest.mark.parametrize("named", ["nonsense", "1999-12-31", "3000-01-01", "2026-11-18"])
def test_another_day_deals_nothing(named: str) -> None:
    match = daily_duel.build_match(DUEL)
    play_on(match, 3)
    match.dealt = []
    daily_duel.restore_deal(match, named)
    assert match.dealt == []


def test_a_game_by_other_players_is_no_duel() -> None:
    match = daily_duel.build_match(DUEL)
    assert daily_duel.is_duel(match, DUEL)
    match.seats = (HUMAN, HUMAN)
    assert not daily_duel.is_duel(match, DUEL)


# The saved duels of a day ------------------------------------------------------------------------------

LONG_AGO = date(2020, 2, 3)  # records written now are later than this day, whatever the clock says


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    return tmp_path


def save_duel(resigned: bool, settings: Settings = daily_duel.AGREED) -> str:
    """The path of a saved duel: left before its first choice, or resigned there."""
    match = daily_duel.build_match(daily.build_duel(LONG_AGO), settings=settings)
    with closing(records.create_saved(match)) as record:
        match.begin()
        if resigned:
            match.perform(Resign(1, match.number))
        else:
            match.suspend()
    return record.path


def test_the_unfinished_duel_of_a_day_is_found(home: Path) -> None:
    save_duel(resigned=True)
    save_duel(resigned=False, settings=daily_duel.PRACTISED)
    (home / "20200203-120000-prime-duel.jsonl").write_text("no record")
    (home / "20200203-120000-prime-climb.jsonl").write_text("another game")
    assert daily_duel.find_unfinished(LONG_AGO) is None
    path = save_duel(resigned=False)
    assert daily_duel.find_unfinished(LONG_AGO) == path
    os.utime(path, (0, 0))  # written before the day
    assert daily_duel.find_unfinished(LONG_AGO) is None


def test_a_folder_that_cannot_be_read_holds_no_duel(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_duel(resigned=False)
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "getmtime", _refuse)
        assert daily_duel.find_unfinished(LONG_AGO) is None
    assert daily_duel.find_unfinished(LONG_AGO) is not None


def _refuse(path: str) -> float:
    raise PermissionError


def test_the_first_finished_duel_is_stored_once(home: Path) -> None:
    diary = open_diary()
    assert daily_duel.store_duel(diary, LONG_AGO) is None
    save_duel(resigned=False)
    assert daily_duel.store_duel(diary, LONG_AGO) is None
    path = save_duel(resigned=True)
    result = daily_duel.store_duel(diary, LONG_AGO)
    assert result is not None
    assert (result.accuracy, result.won) == (None, False)
    assert result.sentences == ["Your choices: nothing was at stake."]
    assert diary.days[LONG_AGO].duel == DuelResult(None, False, os.path.basename(path))
    assert daily_duel.store_duel(diary, LONG_AGO) is None


def test_a_review_tells_choices_and_luck() -> None:
    match = daily_duel.build_match(DUEL)
    play_on(match, 99)
    result = daily_duel.review_duel(match)
    assert match.outcome is not None
    assert result.won is (match.outcome.winner == 1)
    choices, luck = result.sentences
    assert result.accuracy is not None
    assert choices == f"Your choices: {int(result.accuracy)} of 100."
    assert luck.startswith("Your winning chance: luck ")

"""A table: the house's turns, undo and rematch, and what becomes of the record."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from primeparlor import records
from primeparlor.core import Player
from primeparlor.games import PocketAddition, PrimeDuel
from primeparlor.match import (
    REMATCH,
    UNDO,
    Answer,
    AnswerOffer,
    Match,
    MatchError,
    Offer,
    Outcome,
    Resign,
    Series,
    Settings,
)
from primeparlor.players import Chosen, View
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table, is_unmoved
from support.matches import Clock, moves

CONSENT = Settings(consent=True)


def begun(*seats: str, settings: Settings = Settings(), names: tuple[str, str] = ("", "")) -> Table:  # noqa: B008
    """A table of Pocket Addition that is ready to play at."""
    one, two = seats or ("human", "human")
    table = open_table(PocketAddition.start(), (one, two), settings, names=names)
    table.match.begin()
    return table


def play(table: Table, *choices: int) -> Table:
    for move in choices:
        table.match.submit(table.match.state.turn, move, table.match.number)
    return table


def over(*seats: str, settings: Settings = Settings(), names: tuple[str, str] = ("", "")) -> Table:  # noqa: B008
    table = begun(*seats, settings=settings, names=names)
    table.match.perform(Resign(1, table.match.number))
    return table


# The house -----------------------------------------------------------------------------------------------


class Watch(AbstractContextManager[None]):
    """Notes when somebody thinks."""

    def __init__(self, table: Table) -> None:
        self.table, self.seen = table, list[int]()

    def __enter__(self) -> None:
        self.seen.append(self.table.match.number)

    def __exit__(self, *error: object) -> None:
        self.seen.append(self.table.match.number)


class Chatty:
    """A program that sends notes and holds resources."""

    own, closed = False, 0

    def choose(self, view: View) -> Chosen:
        return Chosen(view.moves[0], "the first will do")

    def close(self) -> None:
        self.closed += 1


def test_the_house_plays_on_and_its_thinking_ends_before_anything_happens() -> None:
    player, said = Chatty(), list[tuple[Player, str]]()
    match = Match(PocketAddition.start(), ("human", "program"))
    match.begin()
    table = play(Table(match, [None, player]), 6)
    assert not table.is_person_to_move()
    watch = Watch(table)
    table.play_house_move(lambda player, text: said.append((player, text)), watch)
    assert watch.seen == [1, 1]
    assert moves(match) == [6, 1]
    assert said == [(2, "the first will do")]
    assert table.is_person_to_move()
    table.close()
    assert player.closed == 1


def test_people_are_not_played_for() -> None:
    with pytest.raises(AssertionError):
        begun().play_house_move(lambda player, text: None, nullcontext())


def test_perfect_does_not_lose_on_time_to_its_own_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    match = Match(PocketAddition.start(), ("perfect", "random"), Settings(clock=2), seed=1, now=clock)
    match.begin()
    table = open_table(PocketAddition.start(), ("perfect", "random"))
    slow = Table(match, table.players)
    player = slow.players[0]
    assert player is not None
    choose = player.choose

    def slowly(view: View) -> Chosen:
        clock.seconds += 60
        return choose(view)

    monkeypatch.setattr(player, "choose", slowly)
    while match.outcome is None:
        slow.play_house_move(lambda player, text: None, nullcontext())
    assert match.outcome == Outcome(1, "reached 15")


# Undo ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [Settings(), CONSENT])
def test_at_one_keyboard_the_last_decision_is_taken_back_at_once(settings: Settings) -> None:
    table = play(begun(settings=settings), 6, 9)
    table.undo(table.people)
    assert moves(table.match) == [6]
    asked = [entry for entry in table.match.journal if isinstance(entry, Offer | Answer)]
    assert asked == ([Offer(2, 2, UNDO), Answer(2, 1, True)] if settings.consent else [])


def test_against_the_house_nobody_is_asked() -> None:
    table = play(begun("human", "random", settings=CONSENT), 6)
    table.play_house_move(lambda player, text: None, nullcontext())
    table.undo(table.people)
    assert moves(table.match) == []


@pytest.mark.parametrize("allowed", [True, False])
def test_a_person_elsewhere_is_asked(allowed: bool) -> None:
    table = play(begun(settings=CONSENT), 6)
    table.undo([1])
    assert table.match.offer == Offer(1, 1, UNDO)
    assert moves(table.match) == [6]
    table.match.perform(AnswerOffer(2, allowed, 1))
    assert moves(table.match) == ([] if allowed else [6])


def test_there_may_be_nothing_to_take_back() -> None:
    nothing = pytest.raises(MatchError, match=r"There is nothing to take back yet\.")
    with nothing:
        begun().undo([1, 2])
    table = play(begun(), 6)
    with nothing:
        table.undo([2])  # whoever has made no move yet takes back none of the other's
    assert moves(table.match) == [6]


# Rematch ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "here", "agreed"),
    [
        (("human", "human"), [1, 2], True),
        (("human", "random"), [1], True),
        (("human", "human"), [1], False),
    ],
)
def test_a_rematch_is_agreed_on(seats: tuple[str, str], here: Sequence[Player], agreed: bool) -> None:
    table = over(*seats)
    assert table.offer_rematch(1, here) == agreed
    assert table.match.journal[1:] == [Offer(0, 1, REMATCH), Answer(0, 2, True)][: 1 + agreed]
    if not agreed:
        assert table.offer_rematch(2, [2])


def test_in_a_rematch_seats_are_swapped_and_numbers_go_on() -> None:
    settings = Settings(clock=9, hints=False)
    table = play(begun("human", "random", settings=settings, names=("Ann", "")), 6)
    table.match.perform(Resign(2, 1))
    assert table.offer_rematch(1, [1])
    again = table.create_rematch()
    match = again.match
    assert (match.seats, match.names, match.settings) == (("random", "human"), ("", "Ann"), settings)
    assert (match.number, match.seq) == (2, 4)
    assert (match.start, match.outcome, match.journal) == (table.match.start, None, [])
    assert again.players == table.players[::-1]
    match.begin()
    again.play_house_move(lambda player, text: None, nullcontext())
    assert match.events[0].number == 3


def test_a_rematch_does_not_use_the_seed_revealed_in_the_result() -> None:
    table = open_table(PrimeDuel.start(), seed=4)
    table.match.begin()
    table.match.perform(Resign(1, table.match.number))
    match = table.create_rematch().match
    assert (match.seed, match.seeded) == (None, False)


# The record ----------------------------------------------------------------------------------------------


@pytest.fixture(name="home")
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "games"
    monkeypatch.setenv("PARLOR_HOME", str(home))
    return home


def test_a_table_is_kept_among_the_saved_games_or_in_a_file(home: Path, tmp_path: Path) -> None:
    table = begun()
    path = table.create_record()
    play(table, 6)
    assert Path(path).parent == home
    assert table.leave() is None
    table.close()
    assert moves(records.load(path).match) == [6]
    other = begun()
    assert other.create_record(str(tmp_path / "mine.jsonl")) == str(tmp_path / "mine.jsonl")
    other.close()
    with pytest.raises(records.RecordExists):
        begun().create_record(str(tmp_path / "mine.jsonl"))


def test_a_table_that_is_kept_nowhere_is_left_without_trouble() -> None:
    table = begun()
    assert table.leave() is None
    assert table.match.suspended
    table.close()


def test_a_record_that_is_gone_is_noticed_and_the_game_is_saved_elsewhere(home: Path) -> None:
    table = play(begun(), 5)
    first = table.create_record()
    play(table, 6)
    shutil.rmtree(home)
    with pytest.raises(records.RecordGone):
        play(table, 7)
    told = table.leave()
    assert told == f"The game could not be saved: {first} was moved or deleted during the game."
    began = table.record and table.record.began
    path = table.create_record()
    assert table.find_trouble() is None
    table.close()
    saved = records.load(path)
    assert moves(saved.match) == [5, 6]
    assert saved.began == began


def test_time_that_cannot_be_noted_in_a_record_that_is_gone(home: Path) -> None:
    table = begun(settings=Settings(clock=60))
    table.create_record()
    shutil.rmtree(home)
    assert "was moved or deleted during the game" in str(table.leave())
    table.close()


@pytest.mark.usefixtures("home")
def test_time_that_cannot_be_noted_in_a_record_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(settings=Settings(clock=60))
    table.create_record()

    def full(*args: object) -> None:
        raise records.StoreError("The game could not be saved: No space left on device.")

    with monkeypatch.context() as disk:
        disk.setattr(records.RecordFile, "append", full)
        with pytest.raises(records.StoreError, match="No space left"):
            table.leave()
    table.close()


@pytest.mark.usefixtures("home")
def test_a_rematch_lets_go_of_the_old_record() -> None:
    table = over()
    table.create_record()
    table.offer_rematch(1, [1, 2])
    again = table.create_rematch()
    again.create_record()
    again.close()
    one, two = (records.load(path).match for path in records.list_saved())
    assert one.journal[1:] == [Offer(0, 1, REMATCH), Answer(0, 2, True)]
    assert (two.first_number, two.first_seq) == (1, 3)


def test_a_later_game_of_a_match_is_kept_for_its_score() -> None:
    start = PocketAddition.start()
    assert is_unmoved(Match(start))
    assert not is_unmoved(Match(start, series=Series(3, 2, (1, 0))))


@pytest.mark.usefixtures("home")
def test_a_saved_game_without_a_move_is_deleted() -> None:
    table = begun()
    table.create_record()
    assert table.delete_unmoved()
    assert records.list_saved() == []


def test_only_an_unmoved_game_among_the_saved_ones_is_deleted(home: Path, tmp_path: Path) -> None:
    assert not begun().delete_unmoved()  # kept nowhere
    named = begun()
    named.create_record(str(tmp_path / "mine.jsonl"))
    assert not named.delete_unmoved()
    named.close()
    moved = begun()
    moved.create_record()
    assert not play(moved, 6).delete_unmoved()
    moved.close()
    assert [Path(path).parent for path in records.list_saved()] == [home]


def test_an_unmoved_game_that_cannot_be_deleted_stays(home: Path) -> None:
    table = begun()
    table.create_record()
    shutil.rmtree(home)
    home.mkdir()
    assert not table.delete_unmoved()

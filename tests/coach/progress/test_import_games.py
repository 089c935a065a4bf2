"""Saved games taken into the diary: each once, and what is learned from them."""

from __future__ import annotations

import json
import os
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from primeparlor import files, records
from primeparlor.coach.progress import import_games
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import Card, GameSummary
from primeparlor.coach.progress.import_games import ImportResult, import_saved, summarize_game
from primeparlor.coach.review.review import review
from primeparlor.core import TooLarge
from primeparlor.match import Match, Outcome, Resign, Settings, Sit, TakeBack, TakeHelp
from primeparlor.records import Record, RecordFile
from support.coach.diary import NOON, held
from support.matches import go_on, table

BEGAN = "2026-11-17T20:00:00Z"
ERRED = "pocket-addition one=6,7 two=9 turn=2 passes=0"
CLUB = {"seats": ("club", "human")}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def diary(home: Path) -> Diary:
    return Diary(str(home / "progress.json"))


def saved(home: Path, name: str, position: str, *moves: Any, **options: Any) -> str:
    """A record of this match; its path."""
    path = str(home / f"{name}.jsonl")
    RecordFile.create(path, table(position, *moves, **options), BEGAN).close()
    return path


def learned(match: Match) -> GameSummary:
    return summarize_game(Record(match, BEGAN, 400), 400)[0]


def test_each_game_is_looked_through_once_unless_it_grows(home: Path, diary: Diary) -> None:
    told: list[tuple[int, int | None]] = []
    path = saved(home, "a", "pocket-addition", 6, 9, 7, 1, **CLUB)
    saved(home, "b", "prime-climb", 3, seats=("human", "beginner"))
    assert import_saved(diary, lambda done, of: told.append((done, of)), now=NOON) == ImportResult(0, 0)
    assert told == [(0, 2), (1, 2)]
    assert import_saved(diary, lambda done, of: told.append((done, of)), now=NOON) == ImportResult(0, 0)
    assert len(told) == 2
    assert diary.games == {}
    assert diary.imported_sizes.keys() == {"a.jsonl", "b.jsonl"}
    file, record = RecordFile.reopen(path)
    record.match.begin()
    go_on(record.match, 2)
    file.close()
    assert import_saved(diary, now=NOON) == ImportResult(
        1, 1
    )  # of all its moves, not only those that are new
    assert diary.games["a.jsonl"].won is False
    assert diary.games["a.jsonl"].size == os.path.getsize(path)
    assert diary.days[diary.games["a.jsonl"].day].games == 1
    os.unlink(path)
    import_saved(diary, now=NOON)
    assert Diary(diary.path).imported_sizes.keys() == {"a.jsonl", "b.jsonl"}


@pytest.mark.parametrize(
    ("position", "moves", "options", "games"),
    [
        ("pocket-addition", (6, 9, 7, 1, 2), {}, 1),  # two people
        ("pocket-addition", (6, 9), {"settings": Settings(limit=2), **CLUB}, 1),  # nobody has won
        ("pocket-addition", (6, 9), CLUB, 0),  # still on the table
    ],
    ids=["two people", "move limit", "open"],
)
def test_every_game_that_is_over_counts_for_its_day(
    home: Path, diary: Diary, position: str, moves: tuple[int, ...], options: dict[str, Any], games: int
) -> None:
    saved(home, "a", position, *moves, **options)
    import_saved(diary, now=NOON)
    assert [taken.won for taken in diary.games.values()] == [None] * games
    assert sum(done.games for done in diary.days.values()) == games


def test_mistakes_become_cards_that_are_due_at_once_and_known_ones_stay(home: Path, diary: Diary) -> None:
    saved(home, "a", "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    import_saved(diary, now=NOON)
    day = diary.games["a.jsonl"].day
    assert diary.cards == {ERRED: Card(0, 0.0, mistake=True, day=day)}
    assert diary.games["a.jsonl"].mistakes == {"left your opponent the number that makes 15": 1}
    saved(home, "b", "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    data = held(diary.path)
    data["cards"][ERRED]["box"] = 3
    Path(diary.path).write_text(json.dumps(data))
    other = Diary(diary.path)
    assert import_saved(other, now=NOON) == ImportResult(0, 1)
    assert other.cards[ERRED].box == 3


def test_one_game_can_be_chosen_and_the_others_wait(home: Path, diary: Diary) -> None:
    saved(home, "a", "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    assert import_saved(diary, game="prime-climb", now=NOON) == ImportResult(0, 0)
    assert diary.games == {}
    assert import_saved(diary, game="pocket-addition", now=NOON) == ImportResult(1, 1)


def test_many_games_are_saved_a_batch_at_a_time(
    home: Path, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abcde":
        saved(home, name, "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    known, write = list[int](), files.write_whole

    def count(path: str, text: str) -> None:
        write(path, text)
        known.append(len(held(path)["games"]))

    monkeypatch.setattr(files, "write_whole", count)
    monkeypatch.setattr(import_games, "BATCH", 2)
    assert import_saved(diary, now=NOON) == ImportResult(1, 1)
    assert known == [2, 4, 5]
    (day,) = {taken.day for taken in diary.games.values()}
    assert diary.days[day].games == 5


def test_what_was_learned_before_it_is_stopped_is_kept(home: Path, diary: Diary) -> None:
    for name in "abc":
        saved(home, name, "pocket-addition", 6, 9, 7, 1, 2, **CLUB)

    def stop(done: int, of: int | None) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_saved(diary, stop, now=NOON)
    assert len(Diary(diary.path).games) == 2


def test_what_cannot_be_read_or_is_gone_is_skipped(
    home: Path, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "broken.jsonl").write_text("no record")
    path = saved(home, "a", "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    gone = str(home / "gone.jsonl")
    monkeypatch.setattr(records, "list_saved", lambda: [gone, path, str(home / "broken.jsonl")])
    assert import_saved(diary, now=NOON) == ImportResult(1, 1)
    assert diary.games.keys() == {"a.jsonl"}


def test_a_game_that_is_too_large_to_know_is_kept_without_judgement(
    home: Path, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise TooLarge("Too large.")

    monkeypatch.setattr(import_games, "review", refuse)
    saved(home, "a", "pocket-addition", 6, 9, 7, 1, 2, **CLUB)
    assert import_saved(diary) == ImportResult(0, 0)
    taken = diary.games["a.jsonl"]
    assert (taken.accuracy, taken.choices, taken.mistakes) == (None, None, {})


def test_the_day_of_a_game_is_the_players_own(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table("prime-climb", 3)
    try:
        for zone, day in (("EAST-9", 18), ("WEST+9", 17)):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert learned(match).day == date(2026, 11, day)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_is_learned_from_a_game_against_a_level() -> None:
    taken = learned(table("pocket-addition", 6, 9, 7, 1, 2, **CLUB))
    assert taken._replace(day=date(2026, 11, 17)) == GameSummary(
        400, date(2026, 11, 17), "pocket-addition", True, "club", 2, False, False, 0, None, -1000,
        {"left your opponent the number that makes 15": 1}, moves=2, played_out=True,
    )  # fmt: skip
    match = table("pocket-addition", 6, 9, 7, 2, 1, **CLUB)
    match.perform(Resign(1, match.number))
    assert learned(match).accuracy == 100


def test_luck_is_told_where_fate_acts() -> None:
    match = table("prime-duel target=20", "keep", fate=(7, 6, 3), seats=("human", "club"))
    match.perform(Resign(2, match.number))
    taken = learned(match)
    assert isinstance(taken.luck, int)
    assert taken.choices is not None
    assert taken.choices <= 0


@pytest.mark.parametrize(
    ("seats", "side", "level"),
    [
        (("human", "expert"), 1, "expert"),
        (("perfect", "human"), 2, "perfect"),
        (("human", "random"), 1, None),
        (("human", "cmd:club"), 1, None),
        (("human", "human"), None, None),
        (("club", "casual"), None, None),
    ],
)
def test_the_side_and_the_level(seats: tuple[str, str], side: int | None, level: str | None) -> None:
    match = table("prime-climb", 3, seats=seats)
    taken = learned(match)
    assert (taken.side, taken.level, taken.won, taken.regular) == (side, level, None, True)
    if "human" in seats:
        match.perform(Resign(match.state.turn, match.number))
        taken = learned(match)
        assert (taken.accuracy is not None) == (side == 1)  # the other has not moved yet


def test_a_game_of_two_people_belongs_to_neither(home: Path, diary: Diary) -> None:
    saved(home, "a", "pocket-addition", 6, 9, 7, 1, 2)
    assert import_saved(diary, now=NOON) == ImportResult(0, 0)
    taken = diary.games["a.jsonl"]
    assert (taken.side, taken.accuracy, taken.choices, taken.mistakes) == (None, None, None, {})
    assert (diary.cards, diary.own_games) == ({}, [])


def test_what_was_chosen_at_a_seat_by_somebody_else_is_not_the_persons() -> None:
    """A level played Player 2's seat until it had given the win away; then a person sat down."""
    match = table("pocket-addition", 6, 9, 7, 1, seats=("club", "casual"))
    match.perform(Sit(("club", "human")))
    match.perform(Resign(2, match.number))
    taken, mistakes = summarize_game(Record(match, BEGAN, 400), 400)
    assert (taken.side, taken.accuracy, taken.choices, taken.mistakes, mistakes) == (2, None, 0, {}, [])


def test_a_game_in_which_people_held_both_seats_belongs_to_nobody() -> None:
    match = table("pocket-addition", 6, 9, 7, 1, seats=("human", "human"))
    match.perform(Sit(("club", "human")))
    match.perform(Resign(2, match.number))
    taken, mistakes = summarize_game(Record(match, BEGAN, 400), 400)
    assert (taken.side, taken.level, taken.won, taken.accuracy, mistakes) == (None, None, None, None, [])


@pytest.mark.parametrize(
    ("position", "move", "counted"),
    [("scores=7,0 deck=1,1,1,0 card=2", "keep", 0), ("scores=7,1 deck=1,1,1,0 card=2", "discard", 1)],
    ids=["0.8 %", "1.2 %"],
)
def test_as_many_mistakes_are_counted_as_the_review_shows(position: str, move: str, counted: int) -> None:
    """A small slip is folded there, and is none here."""
    variant = "prime-duel target=12 largest=4 copies=2"
    match = table(f"{variant} {position}", move, fate=(1, 3), seats=("human", "club"))
    match.perform(Resign(match.state.turn, match.number))
    first, *_ = review(match).decisions
    assert (first.is_slip, first.is_mistake) == (not counted, bool(counted))
    taken, mistakes = summarize_game(Record(match, BEGAN, 400), 400)
    assert (sum(taken.mistakes.values()), mistakes) == (counted, [])  # too little is at stake to practise it


def test_what_is_not_regular() -> None:
    for position, options in (
        ("prime-climb steps=3,0", {}),
        ("prime-climb", {"seed": 3}),
        ("number-morph", {"fate": [211]}),
    ):
        assert not learned(table(position, seats=("human", "club"), **options)).regular
    match = table("prime-climb", 3, seats=("human", "club"))
    match.perform(Sit(("human", "beginner")))
    assert not learned(match).regular


def test_the_terms_and_the_moves_outlived() -> None:
    match = table("nonprime-addition start=20", 4, 2, 3, seats=("human", "club"), settings=Settings(clock=30))
    taken = learned(match)  # 24, 26, and 29 is prime
    assert (taken.regular, taken.variant, taken.clock) == (True, "start=20", 30)
    assert (taken.moves, taken.played_out, taken.won) == (1, True, False)
    match = table("nonprime-addition", 3, 2, 3, seats=("human", "club"))
    match.perform(Resign(match.state.turn, match.number))
    taken = learned(match)
    assert (taken.variant, taken.clock, taken.moves, taken.played_out) == ("", None, 2, False)


def test_who_was_helped() -> None:
    match = table("pocket-addition", 6, **CLUB)
    assert not learned(match).helped
    match.perform(TakeHelp(2, 1, match.number))
    assert learned(match).helped
    match = table("pocket-addition", 6, 9, **CLUB)
    match.perform(TakeBack(2, match.number))
    assert (learned(match).helped, learned(match).regular) == (True, True)


def test_a_game_still_on_the_table_is_not_judged_until_it_is_over() -> None:
    match = table("pocket-addition", 6, 9, 7, 1, **CLUB)
    taken, mistakes = summarize_game(Record(match, BEGAN, 400), 400)
    assert (taken.over, taken.accuracy, taken.choices, taken.mistakes, mistakes) == (
        False,
        None,
        None,
        {},
        [],
    )
    match.perform(Resign(2, match.number))
    taken, mistakes = summarize_game(Record(match, BEGAN, 400), 400)
    assert (taken.over, taken.won, taken.accuracy, mistakes) == (True, False, 0, [ERRED])
    assert sum(taken.mistakes.values()) == 1


def test_a_game_that_stopped_at_its_move_limit_is_over_though_nobody_won() -> None:
    limit = Settings(limit=2)
    match = table("nonprime-addition total=25", 9, 2, seats=("human", "club"), settings=limit)
    assert match.find_outcome() == Outcome(None, "unfinished: move limit")
    taken = learned(match)
    assert (taken.over, taken.won, taken.accuracy) == (True, None, 100)


def test_an_entry_that_does_not_say_whether_the_game_is_over_is_none_and_made_anew(
    home: Path, diary: Diary
) -> None:
    saved(home, "a", "pocket-addition", 6, 9, 7, 1, **CLUB)
    import_saved(diary, now=NOON)
    data = held(diary.path)
    entry = data["games"]["a.jsonl"]
    entry.update(accuracy=0, mistakes={"slept": 1})
    del entry["over"]
    Path(diary.path).write_text(json.dumps(data))
    again = Diary(diary.path)
    assert again.imported_sizes == {}
    import_saved(again, now=NOON)
    assert again.imported_sizes == diary.imported_sizes
    assert "a.jsonl" not in again.games  # nobody has won yet

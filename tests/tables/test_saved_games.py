"""The saved games: the list, one by its name, and resuming."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from primeparlor import records
from primeparlor.coach.progress.diary import open_diary
from primeparlor.core import PLAYERS, ParlorError, Player
from primeparlor.games import PocketAddition, PrimeClimb
from primeparlor.match import HUMAN, Match, Resign, Seating
from primeparlor.players import seats
from primeparlor.tables.saved_game_cache import SavedGameCache
from primeparlor.tables.saved_games import (
    delete_saved,
    describe_game,
    find_record,
    find_saved,
    format_none_saved,
    format_reopen,
    list_games,
    reopen_table,
    take_seats,
)
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table


@pytest.fixture(name="home", autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "games"
    monkeypatch.setenv("PARLOR_HOME", str(home))
    return home


def kept(table: Table, *choices: int, path: str | None = None) -> str:
    """The path of a game that was left after these moves."""
    where = table.create_record(path)
    table.match.begin()
    for move in choices:
        table.match.submit(table.match.state.turn, move, table.match.number)
    table.leave()
    table.close()
    return where


def resume(
    name: str | None = None, seats: Sequence[str | None] = (None, None), seed: int | None = None
) -> Table:
    table = reopen_table(name)
    take_seats(table, seats, seed)
    return table


# The list --------------------------------------------------------------------------------------------


def test_games_as_data_the_newest_first(home: Path) -> None:
    assert list_games() == []
    variant = PrimeClimb.start(PrimeClimb.Rules(top=11))
    first = kept(open_table(variant, ("human", "random"), names=("Ann", "")), 9)
    broken = home / "x.jsonl"
    broken.write_text("no record\n")
    two, one = list_games()
    assert two["standing"].startswith("cannot be read: line 1: not a line of JSON")
    assert two.keys() == {"number", "name", "path", "players", "how", "standing"}
    assert one == {
        "number": 2,
        "name": Path(first).stem,
        "path": first,
        "game": "prime-climb",
        "rules": {"top": 11},
        "seats": ["human", "random"],
        "names": ["Ann", ""],
        "series": None,
        "players": "against the house, random",
        "how": "Player 2 to move, move 2 [11 steps]",
        "standing": "unfinished, Player 2 to move [top=11]",
        "result": None,
    }


def test_the_list_tells_how_a_game_ended() -> None:
    table = open_table(PocketAddition.start())
    path = table.create_record()
    table.match.begin()
    table.match.perform(Resign(1, 0))
    table.close()
    [game] = list_games()
    assert (game["path"], game["result"]) == (path, {"winner": 2, "reason": "resigned"})
    assert game["standing"] == "Player 2 won (Player 1 resigned)"


def play_match() -> list[str]:
    """The paths of three games of one match, the first at the start; another game was played meanwhile."""
    table, paths = open_table(PocketAddition.start(), names=("Ann", "Ben"), first_to=2), []
    for loser in PLAYERS[:1] * 3:
        paths.append(table.create_record())
        table.match.begin()
        table.match.perform(Resign(loser, table.match.number))
        if len(paths) == 1:
            paths.append(kept(open_table(PrimeClimb.start()), 2))
        if len(paths) < 4:
            assert table.offer_rematch(1, [1, 2])
            table = table.create_rematch()
    table.close()
    for at, path in enumerate(paths):
        os.utime(path, (at, at))
    return paths


def test_the_games_of_one_match_stand_together_and_are_numbered_so() -> None:
    one, other, two, three = play_match()
    assert [game["path"] for game in list_games()] == [three, two, one, other]
    assert [find_record(number) for number in "1234"] == [three, two, one, other]
    games = SavedGameCache(name_seats).load_games()
    assert [(game.path, game.game) for game in games] == [(three, 3), (two, 2), (one, 1), (other, 0)]
    assert len({game.group for game in games}) == 2


def test_a_game_is_found_by_path_number_and_name(tmp_path: Path) -> None:
    with pytest.raises(records.RecordError) as caught:
        find_record(None)
    assert str(caught.value) == format_none_saved()
    old, new = kept(open_table(PocketAddition.start())), kept(open_table(PrimeClimb.start()))
    elsewhere = kept(open_table(PocketAddition.start()), path=str(tmp_path / "mine"))
    assert (
        find_record(None)
        == find_record("1")
        == find_record(new)
        == find_record(Path(new).name)
        == find_record(Path(new).stem)
        == new
    )
    assert find_record("2") == old
    assert find_record(elsewhere) == elsewhere
    for name in ("0", "3", "nothing"):
        with pytest.raises(records.RecordError, match=f"There is no saved game '{name}'"):
            find_record(name)


def test_how_to_come_back_to_a_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(PrimeClimb.start())
    first = kept(table, 4)
    assert format_reopen(table, first) == "Resume it with: parlor resume"
    assert format_reopen(table, first, named=True) == f"Resume it with: parlor resume {first}"
    kept(open_table(PocketAddition.start()), 6)
    assert format_reopen(table, first) == f"Resume it with: parlor resume {first}"
    monkeypatch.setenv("PARLOR_HOME", str(home / "none" / "x.jsonl"))
    (home / "none").write_text("")
    assert format_reopen(table, first) == f"Resume it with: parlor resume {first}"
    over = open_table(PrimeClimb.start(PrimeClimb.Rules(top=9)))
    monkeypatch.setenv("PARLOR_HOME", str(home))
    path = kept(over, 9)
    assert format_reopen(over, path) == f"Replay it with: parlor replay {path}"


# In words --------------------------------------------------------------------------------------------

LONG_AGO = 1_000_000_000  # seconds since the epoch


class Names(NamedTuple):
    """Calls everybody by number, but the reader."""

    you: Player | None

    def inside(self, player: Player) -> str:
        return "you" if player == self.you else f"Player {player}"


def name_seats(match: Match) -> Names:
    return Names(1 if match.seats.count(HUMAN) == 1 else None)


def library() -> SavedGameCache:
    return SavedGameCache(name_seats)


def aged(*paths: str) -> None:
    """Date these games one day apart, the first one first."""
    for day, path in enumerate(paths):
        os.utime(path, (LONG_AGO + 86_400 * day,) * 2)


def test_unfinished_games_in_words() -> None:
    variant = PrimeClimb.start(PrimeClimb.Rules(top=11))
    aged(
        kept(open_table(PrimeClimb.start(), (HUMAN, "random")), 4),
        kept(open_table(variant, (HUMAN, "random"))),
        kept(open_table(PrimeClimb.start(), names=("Ann", "Bob")), 4),
        kept(open_table(PrimeClimb.start())),
        kept(open_table(PrimeClimb.start(), ("random", "club"))),
    )
    machines, people, named, yours, theirs = library().load_games()
    assert (machines.whom, machines.how) == ("random against club", "Player 1 to move, move 1")
    assert (people.whom, people.how) == ("two players", "Player 1 to move, move 1")
    assert (named.whom, named.how) == ("Ann and Bob", "Player 2 to move, move 2")
    assert (yours.whom, yours.how) == ("against the house, random", "your turn, move 1")
    assert (theirs.how, theirs.moves, theirs.when) == ("Player 2 to move, move 2", 1, LONG_AGO)
    assert [game.waiting for game in (yours, theirs)] == [False, True]
    assert yours.brief == "Prime Climb, 11 steps, random, move 1"
    assert theirs.brief == "Prime Climb, random, move 2"
    assert people.brief == "Prime Climb, two players, move 1"
    assert all(game.resumable and game.won is None and not game.fault for game in (yours, theirs, named))


def test_finished_and_unreadable_games_in_words(home: Path) -> None:
    short = PrimeClimb.start(PrimeClimb.Rules(top=9))
    won = open_table(short, (HUMAN, "random"))
    aged(
        kept(won, 9),
        kept(open_table(short, ("random", "random")), 9),
        kept(open_table(short), 9),
    )
    (home / "x.jsonl").write_text("no record\n")
    broken, people, machines, yours = library().load_games()
    assert broken.title == "x"
    assert broken.fault.startswith("line 1: not a line of JSON")
    assert not broken.resumable
    assert (yours.how, yours.won, yours.finished) == ("You won (reached 9)", True, True)
    assert (machines.won, people.won) == (None, None)
    assert not yours.resumable


def test_only_games_that_have_changed_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = kept(open_table(PrimeClimb.start()), 4), kept(open_table(PrimeClimb.start()), 5)
    aged(one, two)
    read: list[str] = []
    load = records.load

    def counted(path: str) -> object:
        read.append(path)
        return load(path)

    monkeypatch.setattr(records, "load", counted)
    known = library()
    assert [game.path for game in known.load_games()] == [two, one]
    known.load_games()
    assert sorted(read) == sorted([one, two])
    os.utime(one, (LONG_AGO * 1.1,) * 2)
    assert [game.path for game in known.load_games()] == [one, two]
    assert read[2:] == [one]
    os.remove(two)
    assert len(known.load_games()) == 1


def test_a_game_deleted_meanwhile_is_left_out(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(records, "list_saved", lambda: [str(home / "gone.jsonl")])
    assert library().load_games() == []


def test_a_folder_that_cannot_be_read_is_one_entry_that_says_so(home: Path) -> None:
    home.write_text("")
    [game] = library().load_games()
    assert (game.title, game.path) == ("Your games", "")
    assert game.fault


# Resuming --------------------------------------------------------------------------------------------


def test_the_newest_unfinished_game_is_resumed_with_its_people() -> None:
    kept(open_table(PocketAddition.start(), names=("Ann", "Bob")), 6)
    table = resume()
    assert (table.match.number, table.match.names, table.people) == (1, ("Ann", "Bob"), [1, 2])
    assert table.match.notes == []
    assert table.find_trouble() is None
    table.close()


def test_a_game_that_is_open_elsewhere_is_passed_over() -> None:
    older = kept(open_table(PocketAddition.start()))
    newer = open_table(PrimeClimb.start())
    busy = newer.create_record()
    table = resume()
    assert table.record
    assert table.record.path == older
    with pytest.raises(records.RecordBusy, match="is being played elsewhere"):
        resume()
    with pytest.raises(records.RecordBusy, match=Path(busy).name):
        resume(busy)
    for each in (table, newer):
        each.close()


def test_a_game_of_a_program_that_came_in_is_resumed_only_by_its_name() -> None:
    """An agent that leaves a table must not stand between people and their own game."""
    own = kept(open_table(PocketAddition.start()), 6)
    theirs = kept(open_table(PrimeClimb.start(), ("agent:Ada", "club")), 4)
    aged(own, theirs)
    assert [game.waiting for game in library().load_games()] == [False, True]
    table = resume()
    assert table.record
    assert table.record.path == own
    table.close()
    with pytest.raises(records.RecordError, match="'agent:Ada', and a record starts no program"):
        resume(theirs)
    resume(theirs, (HUMAN, None)).close()


def test_there_may_be_nothing_to_resume() -> None:
    with pytest.raises(records.RecordError, match="You have no unfinished game"):
        resume()
    table = open_table(PocketAddition.start())
    path = table.create_record()
    table.match.begin()
    table.match.perform(Resign(1, 0))
    table.close()
    with pytest.raises(records.RecordError, match=f"{path} is finished. Replay it with: parlor replay"):
        resume(path)
    record, _ = records.RecordFile.reopen(path)  # which nobody holds any more
    record.close()


def test_others_may_sit_down_and_their_names_go_with_them() -> None:
    kept(open_table(PocketAddition.start(), names=("Ann", "Bob")), 6)
    table = resume(seats=("random", None))
    assert table.match.journal[-1] == Seating(1, ("random", "human"), ("", "Bob"))
    assert table.people == [2]
    table.close()


def test_a_record_starts_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(open_table(PocketAddition.start()))
    text = Path(path).read_text().replace('["human","human"]', '["human","cmd:rm -rf /"]')
    Path(path).write_text(text)
    program = seats.PlayerKind("cmd", lambda _: pytest.fail("started"), "PROGRAM")
    monkeypatch.setattr(seats, "KINDS", (program, *seats.KINDS))
    with pytest.raises(
        records.RecordError, match=r"is 'cmd:rm -rf /', and a record starts no program\..* --p2 human"
    ):
        resume()
    with pytest.raises(ParlorError, match="There is no player 'nobody'"):
        resume(seats=(None, "nobody"))
    table = resume(seats=(None, "random"))
    assert table.match.seats == ("human", "random")
    table.close()


def test_a_seed_goes_on_where_it_began() -> None:
    kept(open_table(PocketAddition.start(), seed=4))
    table = resume(seed=4)
    assert table.match.fate.seed == 4
    table.close()
    unseeded = kept(open_table(PocketAddition.start()))
    with pytest.raises(ParlorError, match=r"This game did not start with a seed: leave out --seed\."):
        resume(unseeded, seed=4)


# One of them, to be deleted -----------------------------------------------------------------------------


def test_only_a_saved_game_is_found_to_be_deleted(tmp_path: Path) -> None:
    path = kept(open_table(PocketAddition.start(), (HUMAN, "club")), 6)
    other = kept(open_table(PocketAddition.start(), (HUMAN, "club")), 6, path=str(tmp_path / "mine.jsonl"))
    assert find_saved("1") == path
    assert find_saved(path) == path
    with pytest.raises(records.RecordError, match="is not one of your saved games"):
        find_saved(other)


def test_a_game_is_described_even_if_it_cannot_be_read() -> None:
    path = kept(open_table(PocketAddition.start(), (HUMAN, "club")), 6)
    assert describe_game(path) == "Pocket Addition, against the house, club"
    Path(path).write_text("no record")
    assert describe_game(path) == Path(path).name


def test_a_deleted_game_still_counts_for_progress() -> None:
    won = open_table(PrimeClimb.start(), (HUMAN, "beginner"))
    path = kept(won, 5, 2, 4, 9)
    delete_saved(path)
    assert records.list_saved() == []
    assert [(game.game, game.won) for game in open_diary().own_games] == [("prime-climb", True)]


def test_a_file_that_cannot_be_read_is_deleted_too() -> None:
    path = kept(open_table(PocketAddition.start(), (HUMAN, "club")), 6)
    Path(path).write_text("no record")
    delete_saved(path)
    assert records.list_saved() == []

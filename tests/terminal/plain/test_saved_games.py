"""Saved games: resume, games, replay."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from primeparlor.match import LIMIT, Outcome
from primeparlor.notation import position
from primeparlor.records import RecordFile, load
from support.terminal.command import (
    FATE,
    GOOD_MOVE,
    NAMES,
    Terminal,
    is_subsequence,
    moves_made,
    only_record,
    parlor,
    play,
    saved_match,
)


def test_resume_the_last_by_number_name_and_path(tmp_path: Path) -> None:
    play(tmp_path, "nonprime-addition", "5")
    path = only_record(tmp_path)
    for at, name in enumerate([None, "1", path.stem, path.name, str(path)]):
        given = [name] if name else []
        code, out, _ = parlor(tmp_path, "resume", *given, "--plain", typed="8\n")
        assert code == 0
        assert is_subsequence(
            ["Resuming Nonprime Addition.", f"Running Total: {6 + 8 * at}"], out.splitlines()
        )
    assert moves_made(tmp_path) == [5, 8, 8, 8, 8, 8]


def test_resume_takes_the_newest_unfinished(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4")
    play(tmp_path, "pocket-addition", "resign")
    (tmp_path / "99999999-999999-broken.jsonl").write_text("no record\n")
    assert "Resuming Prime Climb." in parlor(tmp_path, "resume", "--plain").out


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "resign")
    code, out, err = parlor(tmp_path, "resume", "1")
    assert (code, out) == (1, "")
    assert f"is finished. Replay it with: parlor replay {only_record(tmp_path)}\n" in err
    code, _, err = parlor(tmp_path, "resume")
    assert code == 1
    assert err == "parlor: You have no unfinished game. Start one with 'parlor play GAME'.\n"


def test_there_is_no_such_record(tmp_path: Path) -> None:
    for command in ("resume", "replay"):
        code, _, err = parlor(tmp_path, command, "7")
        assert code == 1
        assert err == "parlor: There is no saved game '7'. 'parlor games' lists them all.\n"


def test_a_record_never_starts_a_program(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "4")  # which nobody wins in one turn
    path, trace = only_record(tmp_path), tmp_path / "started"
    program = f"cmd:touch {trace}"
    path.write_text(path.read_text().replace('["human","human"]', json.dumps(["human", program])))
    code, out, err = parlor(tmp_path, "resume")
    assert (code, out) == (1, "")
    assert err.startswith(f"parlor: Player 2 in this game is '{program}', and a record starts no program.")
    assert "--p2 human" in err
    assert parlor(tmp_path, "resume", "--p2", "random", typed="quit\n").code == 0
    assert parlor(tmp_path, "resume", "--p2", "nobody").code == 2
    assert parlor(tmp_path, "replay", "1").code == parlor(tmp_path, "games").code == 0
    assert not trace.exists()


def test_new_players_of_a_resumed_game_are_in_the_record(tmp_path: Path) -> None:
    play(tmp_path, "nonprime-addition", "3")
    out = parlor(tmp_path, "resume", "--p1", "perfect", "--p2", "perfect", "--plain").out
    assert "The game stops after 201 moves, with no winner.\n" in out
    match = saved_match(tmp_path)
    assert (match.first_seats, match.seats) == (("human", "human"), ("perfect", "perfect"))
    assert (match.outcome, match.marks) == (Outcome(None, LIMIT), ("seats changed",))
    assert "Player 1 is now perfect, and Player 2 is perfect.\n" in parlor(tmp_path, "replay").out
    replayed = json.loads(parlor(tmp_path, "replay", "--json").out)
    assert replayed["seats"] == {"1": "human", "2": "human"}
    assert replayed["events"][1]["seats"] == ["perfect", "perfect"]
    assert json.loads(parlor(tmp_path, "games", "--json").out)[0]["seats"] == ["perfect", "perfect"]


def test_a_game_cut_before_its_result_is_ended_by_resuming_it(tmp_path: Path) -> None:
    play(tmp_path, "nonprime-addition", "2")  # 3 is prime
    path = only_record(tmp_path)
    *lines, _ = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines).replace(',"more":true', ""))  # a whole turn, but for its result
    assert saved_match(tmp_path).outcome is None
    code, out, _ = parlor(tmp_path, "resume", str(path), "--plain")
    assert (code, out.splitlines()[-1]) == (0, "Player 2 wins the game!")
    assert saved_match(tmp_path).outcome == Outcome(2, "made a prime")


def test_a_record_from_before_the_first_release_is_refused_in_a_sentence_and_left_alone(
    tmp_path: Path,
) -> None:
    """Version 1 had no turns and only counted refused inputs."""
    path = tmp_path / "old.jsonl"
    path.write_text(
        '{"parlor":1,"game":"prime-climb","rules":{"top":20,"largest":9},"standard":true,'
        '"seats":["human","human"],"settings":{"strikes":null,"limit":null,"clock":null,"undo":true,'
        '"hints":true},"seeded":false,"began":"2026-01-31T18:00:00Z"}\n'
        '{"number":1,"who":1,"move":3,"refused":4}\n'
    )
    text = path.read_bytes()
    sentence = (
        "line 1: version 1 is from before the first release and is no longer read; "
        "move the file away and start a new game"
    )
    for command in ("replay", "resume", "review"):
        assert parlor(tmp_path, command, "old") == (1, "", f"parlor: {path}, {sentence}\n")
    assert sentence in parlor(tmp_path, "games").out
    assert path.read_bytes() == text


def test_a_resumed_game_keeps_its_last_players(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "5", "4")
    assert parlor(tmp_path, "resume", "--p2", "random", typed="quit\n").code == 0
    assert "Player 1: you. Player 2: random.\n" in parlor(tmp_path, "resume", typed="quit\n").out
    assert saved_match(tmp_path).seats == ("human", "random")
    assert len(saved_match(tmp_path).notes) == 1


def test_a_machine_s_mistakes_are_nobody_s_puzzles(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6")
    parlor(tmp_path, "resume", "--p1", "random", "--p2", "random")
    assert saved_match(tmp_path).outcome
    err = parlor(tmp_path, "puzzle", "--mistakes", typed="quit\n").err
    assert err.startswith("Mistakes in your games: 0 new, 0 to practise now. So here are other puzzles.\n")


def test_a_game_is_not_played_twice_at_once(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--plain")
    terminal.until_asked()
    code, _, err = parlor(tmp_path, "resume")
    assert code == 1
    assert "is being played elsewhere." in err
    play(tmp_path, "pocket-addition", "6")
    older = sorted(tmp_path.glob("*prime-climb.jsonl"))[0]
    os.utime(older)  # played last
    assert "Resuming Pocket Addition." in parlor(tmp_path, "resume", "--plain").out
    terminal.key("d")
    terminal.rest()


def test_a_seed_goes_on_only_where_it_began(tmp_path: Path) -> None:
    whole = parlor(tmp_path / "whole", "play", "prime-duel", "--seed", "4", "--plain", typed="yes\n" * 3).out
    parlor(tmp_path, "play", "prime-duel", "--seed", "4", "--plain", typed="yes\n")
    assert parlor(tmp_path, "resume", "--seed", "5").code == 2
    rest = parlor(tmp_path, "resume", "--seed", "4", "--plain", typed="yes\n" * 2).out
    assert whole.endswith(rest.split("\n\n", 1)[1])
    play(tmp_path / "unseeded", "prime-climb", "4")
    assert parlor(tmp_path / "unseeded", "resume", "--seed", "4").code == 2


@pytest.mark.parametrize("name", NAMES)
def test_killed_in_mid_game_and_resumed(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", name, *FATE.get(name, []), "--plain")
    terminal.until_asked()
    terminal.type(GOOD_MOVE[name])
    terminal.until_asked()
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    made = moves_made(tmp_path)
    assert len(made) == 1
    assert parlor(tmp_path, "resume", "--plain", typed="resign\n").code == 0
    outcome = saved_match(tmp_path).outcome
    assert outcome is not None
    assert moves_made(tmp_path) == made


def test_games_lists_who_played(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6", words="--p2 beginner")
    assert "  against the house, beginner  your turn, move 3\n" in parlor(tmp_path, "games").out


def test_games_lists_the_newest_first(tmp_path: Path) -> None:
    assert (
        parlor(tmp_path, "games").out == "You have no saved games yet. Start one with 'parlor play GAME'.\n"
    )
    assert json.loads(parlor(tmp_path, "games", "--json").out) == []
    (tmp_path / "1-old.jsonl").write_text("no record\n")
    play(tmp_path, "prime-climb", "4", words=f"top=30 --record {tmp_path}/2-climb.jsonl")
    play(tmp_path, "number-morph", "resign", words=f"--record {tmp_path}/3-morph.jsonl")
    play(tmp_path, "nonprime-addition", "5", "4", words=f"--limit 2 --record {tmp_path}/4-nonprime.jsonl")
    lines = parlor(tmp_path, "games").out.splitlines()
    ends = [line.split("  ")[-1].strip() for line in lines]
    assert ends[0] == "unfinished: move limit"
    assert ends[1] == "Player 2 won (Player 1 resigned)"
    assert ends[2] == "Player 2 to move, move 2 [30 steps]"
    assert ends[3].startswith("cannot be read: line 1")
    entries = json.loads(parlor(tmp_path, "games", "--json").out)
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4]
    assert entries[1]["result"] == {"winner": 2, "reason": "resigned"}
    assert entries[2]["rules"] == {"top": 30}


# A whole game each, typed as a replay shows it.
WHOLE: dict[str, tuple[str, str]] = {
    "nonprime-addition": ("", "5 4 3"),
    "number-morph": ("--fate 349", "tens 5 tens 7 units 3 tens 8 units 9"),
    "prime-climb": ("steps=2,0", "4 9 8 9 6"),
    "pocket-addition": ("", "9 8 4 6 1"),
    "prime-duel": ("scores=47,45 deck=0,0,0,0,0,1,0,0,1,0 --fate 9,6,3,5", "no"),
}


@pytest.mark.parametrize("name", WHOLE)
def test_replay_shows_the_game_as_it_was_played(name: str, tmp_path: Path) -> None:
    words, typed = WHOLE[name]
    lines = "".join(f"{line}\n" for line in typed.split())
    told = parlor(tmp_path, "play", name, *words.split(), "--plain", typed=lines).out
    start = saved_match(tmp_path).start
    assert saved_match(tmp_path).outcome is not None
    begun = f"Begun from: {position(start)}\n\n" if start != type(start).start() else ""
    assert bool(begun) == ("=" in words)
    assert parlor(tmp_path, "replay", "1").out == begun + told


def test_replay_of_prime_duel_tells_cards_when_they_are_drawn(tmp_path: Path) -> None:
    play(tmp_path, "prime-duel", "moves", "yes", "undo", "no")
    out = parlor(tmp_path, "replay", "1").out
    told = [
        "Card drawn: 7",
        "Player 1 asks for a hint: moves.",
        "Do you want to keep this card? (yes/no): yes",
        "New Score: 7",
        "Card drawn: 10",  # of the extra turn, void after the undo
        "Player 1 takes back keep.",
        "Card drawn: 7",
        "Do you want to keep this card? (yes/no): no",
        "Card drawn: 9 (must keep)",
    ]
    assert is_subsequence(told, out.splitlines())
    assert out.partition("takes back")[0].count("Card drawn: 10") == 1
    assert out.endswith(f"The game is unfinished: Player {saved_match(tmp_path).state.turn} to move.\n")


def test_replay_of_a_set_up_game_begins_where_it_was_set_up(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "4", words="one=6,8 two=9 turn=2")
    out = parlor(tmp_path, "replay", "1").out
    assert out.startswith("Begun from: pocket-addition one=6,8 two=9 turn=2 passes=0\n\n")
    assert "Available Numbers: 1 2 3 4 5 7\nYour Total Sum: 9\n" in out


def test_replay_of_an_unfinished_game_with_undo(tmp_path: Path) -> None:
    play(tmp_path, "pocket-addition", "6", "undo", "5")
    out = parlor(tmp_path, "replay", str(only_record(tmp_path))).out
    assert "Player 1 takes back 6.\n" in out
    assert out.endswith("The game is unfinished: Player 2 to move.\n")


def test_replay_as_json_has_every_position(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "3", "4", "resign")
    data = json.loads(parlor(tmp_path, "replay", "1", "--json").out)
    assert [event["position"] for event in data["events"]] == [
        "prime-climb steps=3,0 turn=1",
        "prime-climb steps=7,0 turn=1",
    ]
    assert data["result"] == {"winner": 2, "reason": "resigned"}


def test_a_replay_at_a_terminal_is_the_same_as_in_a_pipe(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "3", "4", "6")
    assert Terminal(tmp_path, "replay", "1").rest() == parlor(tmp_path, "replay", "1").out


def test_a_record_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    _, _, err = parlor(tmp_path / "home", "play", "prime-climb", "--record", str(file), typed="4\n")
    assert err == f"Saved. Resume it with: parlor resume {file}\n"
    assert parlor(tmp_path / "home", "resume", str(file), typed="6\n").code == 0
    assert [event.move for event in load(str(file)).match.events] == [4, 6]


def test_a_saved_game_is_deleted_by_its_number_and_no_other_file(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4", words=f"--record {tmp_path}/1.jsonl")
    play(tmp_path, "pocket-addition", "6", words=f"--record {tmp_path}/2.jsonl --p2 club")
    (tmp_path / "3.jsonl").write_text("no record\n")
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    told = parlor(tmp_path, "games", "--delete", str(other))
    assert (told.code, other.read_text()) == (1, "mine")
    assert told.err.endswith("is not one of your saved games. 'parlor games' lists them all.\n")
    assert parlor(tmp_path, "games", "--delete", "2").out == (
        "Deleted: Pocket Addition, against the house, club.\n"
    )
    assert parlor(tmp_path, "games", "--delete", "3.jsonl").out == "Deleted: 3.jsonl.\n"
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["1.jsonl"]
    assert parlor(tmp_path, "games", "--delete", "2").code == 1


def test_a_game_that_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    play(tmp_path, "prime-climb", "4")
    record, _ = RecordFile.reopen(str(only_record(tmp_path)))
    told = parlor(tmp_path, "games", "--delete", "1")
    record.close()
    assert told.code == 1
    assert told.err.endswith("is being played elsewhere.\n")
    assert only_record(tmp_path)


def test_a_player_at_a_terminal_is_asked_before_a_game_is_deleted(tmp_path: Path) -> None:
    for answer, kept in (("", True), ("yes", False)):
        play(tmp_path, "prime-climb", "4")
        terminal = Terminal(tmp_path, "games", "--delete", "1")
        terminal.until("Delete Prime Climb, two players\\? It cannot be brought back. \\(yes/no\\): ")
        terminal.type(answer)
        terminal.rest()
        assert any(tmp_path.glob("*.jsonl")) == kept
        for path in tmp_path.glob("*.jsonl"):
            path.unlink()

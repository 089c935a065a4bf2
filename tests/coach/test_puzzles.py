"""Puzzles: exactly one right answer, and what was failed comes back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import at
from primeparlor.coach.boxes import DAY, INTERVALS, Boxes, Card
from primeparlor.coach.puzzles import Puzzle, clue, from_mistakes, generate, practice_at, puzzle_at
from primeparlor.coach.reasons import words_of
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.game import Brought
from primeparlor.match import Match
from primeparlor.notation import read_position
from primeparlor.primes import is_prime
from primeparlor.solve import Analysis, analyse

ONE, TWO = "pocket-addition one=3,5 two=6 turn=2 passes=0", "prime-climb steps=9,3 turn=2"


def right_answers(puzzle: Puzzle) -> list[object]:
    """The moves that answer the question, worked out from the solver's moves and the rules alone."""
    state, rows = puzzle.state, analyse(puzzle.state).moves
    match state:
        case NonprimeAddition():
            tempting = {
                row.move: sum(is_prime(state.total + int(row.move) + n) for n in state.rules.choices)
                for row in rows
                if row.verdict != "loss"
            }
            return [move for move, count in tempting.items() if count == max(tempting.values())]
        case PrimeDuel():
            return [max(rows, key=lambda row: row.value or 0).move]
    return [row.move for row in rows if row.verdict == "win"]


COUNTS = {NonprimeAddition: 30, NumberMorph: 4, PrimeClimb: 15, PocketAddition: 40, PrimeDuel: 2}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_puzzle_has_exactly_one_right_answer(game: type[State]) -> None:
    assert COUNTS.keys() == set(GAMES.values())
    for seed in range(COUNTS[game]):  # type: ignore[index]
        puzzle = generate(game, Random(seed))
        assert isinstance(puzzle.state, game)
        assert len(puzzle.state.moves()) > 1
        assert right_answers(puzzle) == list(puzzle.answers)
        assert len(puzzle.answers) == 1
        assert not puzzle.state.after(puzzle.answers[0]).ending()
        assert 1 <= puzzle.difficulty <= 5
        assert puzzle.question.startswith("Find the ")
        assert puzzle_at(read_position(puzzle.position)) == puzzle


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_among_200_puzzles_three_difficulties_occur(game: type[State]) -> None:
    seen: set[int] = set()
    for seed in range(200):
        seen.add(generate(game, Random(seed)).difficulty)
        if len(seen) == 3:
            return
    pytest.fail(f"only {seen}")


def test_the_same_seed_gives_the_same_puzzle() -> None:
    for game in (NonprimeAddition, PrimeClimb, PocketAddition):
        assert generate(game, Random("7/puzzle")) == generate(game, Random("7/puzzle"))
        assert len({generate(game, Random(seed)).position for seed in range(8)}) > 4


def test_positions_that_make_no_puzzle() -> None:
    assert puzzle_at(at(PocketAddition, "one=6 turn=2")) is None  # lost
    assert puzzle_at(PocketAddition.start()) is None  # three right answers
    assert puzzle_at(at(PrimeClimb, "steps=20,3 turn=2")) is None  # over
    assert puzzle_at(at(PrimeClimb, "steps=19,3")) is None  # one move
    assert puzzle_at(at(PocketAddition, "one=2,5 two=7 turn=1")) is None  # the one right move wins at once
    assert puzzle_at(NumberMorph.start()) is None  # fate's turn


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words_of(PrimeClimb), "puzzle_start", "steps=19,3")
    with pytest.raises(ParlorError, match="No puzzle was found"):
        generate(PrimeClimb, Random(1))


def test_own_mistakes_become_puzzles() -> None:
    match = Match(PocketAddition.start(), ("club", "human"))
    match.begin()
    for move in (6, 9, 7, 1, 2):  # Player 1, a program, errs with 7, Player 2 with 1
        match.submit(match.state.turn, move, match.number)
    found = list(from_mistakes(match))
    assert [puzzle.position for puzzle in found] == ["pocket-addition one=6,7 two=9 turn=2 passes=0"]
    assert (found[0].answers, found[0].question) == ((2,), "Find the only move that keeps the win.")


def test_a_mistake_with_several_right_answers_is_practised_too() -> None:
    match = Match(PocketAddition.start(), ("human", "club"))
    match.begin()
    match.submit(1, 1, match.number)  # 6, 7 and 8 win
    (found,) = from_mistakes(match)
    assert (found.answers, found.question) == ((6, 7, 8), "Find a move that keeps the win.")
    analysis = analyse(found.state)
    assert [clue(found, analysis, step) for step in (2, 3, 4)] == [
        "3 of 9 moves are right. Find a move that keeps the win.",
        words_of(found.state).kind(found.state, analysis, (6, 7, 8)),
        "Take 6.",
    ]
    assert practice_at(read_position(found.position)) == found


def test_only_choices_of_people_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(at(PocketAddition, "one=2,4 two=1,6 turn=1"), ("human", "club"))
    match.begin()
    for move in (8, 7):  # two forced passes follow
        match.submit(match.state.turn, move, match.number)
    assert [event.forced for event in match.history] == [False, False, True, True]
    looked_at = []

    def noted(state: State) -> Analysis:
        looked_at.append(state)
        return analyse(state)

    monkeypatch.setattr("primeparlor.coach.puzzles.analyse", noted)
    list(from_mistakes(match))
    assert looked_at == [match.start]


@pytest.mark.parametrize(
    "text",
    [
        "pocket-addition one=6 turn=2",
        "prime-climb steps=20,3 turn=2",
        "number-morph",
        "prime-climb steps=19,3",
        "prime-duel scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=4",
    ],
)
def test_where_no_mistake_was_possible_there_is_nothing_to_practise(text: str) -> None:
    assert practice_at(read_position(text)) is None


# The boxes -----------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "home" / "puzzles.json")


def test_what_was_failed_comes_back_at_growing_intervals(path: str) -> None:
    now = 1000.0
    Boxes(path).answered(ONE, right=False, now=now)
    assert Boxes(path).due(None, now) == [ONE]
    for interval in [*INTERVALS[1:], INTERVALS[-1]]:
        boxes = Boxes(path)
        boxes.answered(ONE, right=True, now=now)
        assert boxes.due(None, now + interval - 1) == []
        assert boxes.due(None, now + interval) == [ONE]
        now += interval
    Boxes(path).answered(ONE, right=False, now=now)
    Boxes(path).answered(ONE, right=True, now=now)
    assert Boxes(path).due(None, now + DAY) == [ONE]


def test_what_was_right_at_first_sight_is_done(path: str) -> None:
    Boxes(path).answered(ONE, right=True)
    assert not os.path.exists(path)


def test_the_longest_waiting_comes_first_and_a_game_can_be_chosen(path: str) -> None:
    boxes = Boxes(path)
    boxes.answered(ONE, right=False, now=20)
    boxes.answered(TWO, right=False, now=10)
    assert boxes.due(None, 30) == [TWO, ONE]
    assert boxes.due("pocket-addition", 30) == [ONE]
    assert boxes.due(None) == [TWO, ONE]


def test_mistakes_taken_in_are_kept_at_once_and_only_once(path: str) -> None:
    boxes = Boxes(path)
    assert boxes.take_in("a.jsonl", 400, [ONE, ONE]) == [ONE]
    assert Boxes(path).due(None) == [ONE]
    boxes.answered(ONE, right=True)
    assert boxes.take_in("b.jsonl", 500, [ONE, TWO]) == [TWO]
    assert Boxes(path).due(None) == [TWO]
    assert Boxes(path).records == {"a.jsonl": 400, "b.jsonl": 500}


def test_a_mistake_stays_one_and_a_puzzle_too(path: str) -> None:
    boxes = Boxes(path)
    boxes.answered(TWO, right=False)
    boxes.take_in("a.jsonl", 400, [ONE, TWO])
    boxes.answered(ONE, right=False)
    assert {position: card.mistake for position, card in Boxes(path).cards.items()} == {ONE: True, TWO: False}


def test_a_crash_while_saving_leaves_the_old_file(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Boxes(path).answered(ONE, right=False, now=0)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    boxes = Boxes(path)
    for step in ("fsync", "replace"):
        with monkeypatch.context() as broken:
            broken.setattr(os, step, crash)
            with pytest.raises(KeyboardInterrupt):
                boxes.answered(TWO, right=False, now=0)
        assert Boxes(path).due(None, 1) == [ONE]


def test_a_full_disk_is_reported(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ParlorError, match="No space left on device"):
        Boxes(path).answered(ONE, right=False)


def written(path: str, text: str) -> str:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ["", "no", "[]", "[" * 100_000, "{", '"x"', "17", "\x00"])
def test_a_file_that_is_not_ours_is_refused_and_left_alone(path: str, text: str) -> None:
    with pytest.raises(ParlorError, match="Move it away to start again"):
        Boxes(written(path, text))
    assert Path(path).read_text(encoding="utf-8") == text


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParlorError, match="cannot be read"):
        Boxes(str(tmp_path))


@pytest.mark.parametrize(
    "card", ["1", "null", "{}", '{"box": 1}', '{"box": "1", "due": 0}', '{"box": 1, "due": NaN}', "[0, 0]"]
)
def test_a_broken_card_is_left_out_and_the_others_stay(path: str, card: str) -> None:
    good = json.dumps({"box": 0, "due": 0})
    boxes = Boxes(written(path, f'{{"{ONE}": {good}, "{TWO}": {card}, "prime-climb steps=9": {good}}}'))
    assert boxes.due(None) == [ONE]


def test_cards_of_games_that_are_not_installed_are_kept(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_others", [Brought("broken", "no_such_package")])
    kept = {"pig scores=3,4": {"box": 2, "due": 5, "more": "later"}, "broken x=1": {"box": 0, "due": 0}}
    boxes = Boxes(written(path, json.dumps({ONE: {"box": 0, "due": 0}, **kept})))
    assert boxes.due(None) == [ONE]
    boxes.answered(ONE, right=True)
    saved = json.loads(Path(path).read_text(encoding="utf-8"))
    assert {position: saved.get(position) for position in kept} == kept
    assert saved[ONE]["box"] == 1


@pytest.mark.parametrize("records", ["1", "[]", '{"a.jsonl": "long"}', '{"box": 1, "due": 0}'])
def test_files_that_are_not_records_are_left_out(path: str, records: str) -> None:
    boxes = Boxes(written(path, f'{{"records": {records}, "{ONE}": {{"box": 0, "due": 0}}}}'))
    assert boxes.cards == {ONE: Card(0, 0.0)}
    assert "a.jsonl" not in boxes.records


def test_a_box_beyond_the_last_counts_as_the_last(path: str) -> None:
    for box in (-7, 99):
        boxes = Boxes(written(path, json.dumps({ONE: {"box": box, "due": 0}})))
        boxes.answered(ONE, right=True, now=0)
        assert boxes.due(None, INTERVALS[-1]) == [ONE]


NUMBERS = st.integers() | st.sampled_from([10**400, -(10**400), 10**4000, 1e308])
PLAIN = st.none() | st.booleans() | NUMBERS | st.floats() | st.text(st.characters())
ANY = st.recursive(PLAIN, lambda of: st.lists(of) | st.dictionaries(st.text(), of), max_leaves=5)
CARD = st.fixed_dictionaries({"box": NUMBERS | ANY, "due": NUMBERS | ANY}, optional={"more": ANY})


@settings(max_examples=30)
@given(
    st.dictionaries(
        st.sampled_from([ONE, TWO, "records", "pig x=1", "x", ""]) | st.text(),
        ANY | CARD | st.dictionaries(st.just("a.jsonl"), NUMBERS),
    )
)
def test_no_edit_by_hand_breaks_the_boxes(tmp_path_factory: pytest.TempPathFactory, data: object) -> None:
    path = str(tmp_path_factory.getbasetemp() / "edited.json")
    boxes = Boxes(written(path, json.dumps(data)))
    boxes.answered(ONE, right=False, now=0)
    assert ONE in Boxes(path).due(None, 1)


def test_nested_values_of_cards_that_are_kept_are_left_out(path: str) -> None:
    deep = "[" * 900 + "]" * 900
    Boxes(written(path, f'{{"pig x=1": {{"box": 0, "due": 0, "more": {deep}}}}}')).answered(
        ONE, right=False, now=0
    )
    assert json.loads(Path(path).read_text(encoding="utf-8"))["pig x=1"] == {"box": 0, "due": 0}


# Several at once -----------------------------------------------------------------------------


def test_each_save_takes_in_what_another_has_saved(path: str) -> None:
    one, two = Boxes(path), Boxes(path)
    one.answered(ONE, right=False, now=0)
    two.answered(TWO, right=False, now=0)
    assert two.take_in("a.jsonl", 400, [ONE]) == []  # it has heard of it with its last save
    one.take_in("b.jsonl", 500, [])
    assert Boxes(path).due(None, 1) == [ONE, TWO]
    assert Boxes(path).records == {"a.jsonl": 400, "b.jsonl": 500}


def test_only_what_was_changed_here_is_written(path: str) -> None:
    one, two = Boxes(path), Boxes(path)
    assert one.take_in("a.jsonl", 400, [ONE, TWO]) == two.take_in("a.jsonl", 400, [ONE, TWO]) == [ONE, TWO]
    one.answered(ONE, right=True, now=0)
    two.answered(TWO, right=True, now=0)
    assert {card.box for card in Boxes(path).cards.values()} == {1}
    late = Boxes(path)
    late.cards.clear()  # as if it had been opened before
    late.take_in("b.jsonl", 500, [ONE])
    assert Boxes(path).cards[ONE].box == 1


def test_what_could_not_be_kept_is_kept_with_the_next_save(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = Boxes(path)
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", Mock(side_effect=OSError(28, "No space left on device")))
        with pytest.raises(ParlorError, match="No space left on device"):
            boxes.answered(ONE, right=False, now=0)
    assert boxes.due(None, 1) == [ONE]
    assert os.listdir(os.path.dirname(path)) == ["puzzles.json.lock"]
    boxes.answered(TWO, right=False, now=0)
    assert Boxes(path).due(None, 1) == [ONE, TWO]


def test_two_processes_lose_nothing(path: str) -> None:
    """With real processes: only they can both be between reading and writing at the same time."""
    script = (
        "import sys; from primeparlor.coach.boxes import Boxes; boxes = Boxes(sys.argv[1])\n"
        "for total in range(int(sys.argv[2]), 60, 2):\n"
        "    boxes.answered(f'nonprime-addition total={total} turn=1', right=False)"
    )
    first = [subprocess.Popen([sys.executable, "-c", script, path, begin]) for begin in ("20", "21")]
    assert [process.wait() for process in first] == [0, 0]
    assert len(Boxes(path).cards) == 40
    assert sorted(os.listdir(os.path.dirname(path))) == ["puzzles.json", "puzzles.json.lock"]

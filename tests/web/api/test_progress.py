"""Progress that a browser keeps: changed and summed up as the terminal's own, in the reader's time zone."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor import records
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.training import daily
from primeparlor.coach.training.ladder import find_rung
from primeparlor.coach.training.practice import repeat_puzzle
from primeparlor.core import ParlorError
from primeparlor.games import PrimeClimb
from primeparlor.match import Match, Resign
from primeparlor.tables import daily_duel
from primeparlor.tables.rungs import prepare_rung
from primeparlor.web.workers.tasks.progress import update_progress
from primeparlor.web.workers.worker import run_task

DAY = "2026-11-17"
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()
POCKET = "pocket-addition one=6,8 two=9 turn=2 passes=0"
KEPT = Path(__file__).parents[2] / "kept" / "records"


def changed(*changes: dict[str, Any], kept: dict[str, Any] | None = None, **when: Any) -> dict[str, Any]:
    """The answer to these changes, as it arrives in the browser."""
    usual = {"day": DAY, "now": NOON}
    asked = {"progress": kept or {}, "minutes": 0, **usual, **when}
    full = [{**usual, **when, **change} for change in changes]
    answer: dict[str, Any] = json.loads(json.dumps(update_progress(changes=full, **asked)))
    return answer


def answer_to(position: str, right: bool, tries: str = "", hints: int = 0) -> dict[str, Any]:
    mark = "+" if right else "-"
    return {
        "do": "answered",
        "position": position,
        "mistake": False,
        "mark": mark,
        "tries": tries,
        "hints": hints,
    }


def played(name: str, seat: int) -> dict[str, Any]:
    record = [json.loads(line) for line in (KEPT / f"{name}.jsonl").read_text().splitlines()]
    return {"do": "played", "table": "k3vd-9xwm", "record": record, "seat": seat}


@pytest.mark.parametrize("minutes", [0, 780, -660])
def test_what_is_missed_comes_back_on_the_readers_next_morning(minutes: int) -> None:
    told = changed(answer_to(POCKET, right=False), minutes=minutes)
    [card] = told["progress"]["cards"].values()
    here = card["due"] + 60 * minutes
    assert here % 86_400 == 0
    local_noon = NOON + 60 * minutes
    assert 0 < here - local_noon <= 86_400
    assert told["summary"]["due"] == []
    later = changed(kept=told["progress"], now=card["due"] + 1, day=DAY)
    missed = datetime.fromtimestamp(local_noon, UTC).date()
    origin = f"You missed this on {missed.day} {missed:%B}."
    due = {"position": POCKET, "mistake": False, "line": False, "origin": origin}
    assert later["summary"]["due"] == [due]
    of_game = later["summary"]["by_game"]["pocket-addition"]["due_text"]
    assert of_game == later["summary"]["due_text"] == "One position from your puzzles and games is due again."


def test_a_missed_puzzle_of_the_day_says_so_when_it_comes_back() -> None:
    told = changed(answer_to(POCKET, right=False) | {"day": "2026-11-12", "daily": True})
    assert told["progress"]["cards"][POCKET]["day"] == "2026-11-12"
    later = changed(kept=told["progress"], now=NOON + 86_400, day=DAY)
    [due] = later["summary"]["due"]
    assert due["origin"] == "From the puzzle of the day of 12 November."


def test_a_first_answer_is_rated_and_a_later_one_is_not() -> None:
    told = changed(answer_to(POCKET, right=True))
    rated = told["progress"]["ratings"]["pocket-addition"]
    assert (rated["asked"], rated["right"]) == (1, 1)
    for later in (answer_to(POCKET, True, tries="-"), answer_to(POCKET, True, hints=1)):
        assert changed(later, kept=told["progress"])["progress"]["ratings"] == told["progress"]["ratings"]
    failed = changed(answer_to(POCKET, False, hints=2), kept=told["progress"])["progress"]
    assert failed["ratings"]["pocket-addition"]["asked"] == 2  # a failure counts even after hints


def test_tries_at_the_puzzle_of_the_day_make_a_streak_to_share() -> None:
    main = daily.build_today(date(2026, 11, 17)).main
    wrong, right = ({"do": "tried", "game": main, "mark": mark} for mark in "-+")
    told = changed(wrong, right, {"do": "hinted", "game": main, "hints": 2})
    assert told["summary"]["streak"]["in_a_row"] == "1 day in a row"
    assert told["summary"]["today"] == {
        "tries": {main: "-+"},
        "hints": {main: 2},
        "duel": None,
        "price": "This ends your streak of 1 day.",
    }
    assert told["summary"]["share"][1].endswith("✕✓ with 2 hints")
    other = next(game for game in daily.build_today(date(2026, 11, 17)).others)
    more = changed({"do": "tried", "game": other, "mark": "?"}, kept=told["progress"])
    assert more["summary"]["today"]["tries"] == {main: "-+", other: "?"}


def test_a_slip_in_a_rush_comes_back_as_in_the_terminal_and_is_not_rated(tmp_path: Path) -> None:
    kept = changed(answer_to(POCKET, right=True))["progress"]
    other = "pocket-addition one=2,3,8 two=1,6 turn=2 passes=0"
    slip = {"do": "slipped", "position": other, "mistake": False}
    told = changed(slip, kept=kept)["progress"]
    assert told["ratings"] == kept["ratings"]
    diary = Diary(str(tmp_path / "progress.json"), zone=UTC)
    puzzle = repeat_puzzle(other, mistake=False)
    assert puzzle is not None
    diary.store_answer(puzzle, right=False, first=False, now=NOON)
    assert told["cards"] == diary.data["cards"]
    assert told["cards"][other]["due"] > NOON


def test_a_rush_is_kept_among_the_best() -> None:
    told = changed({"do": "rushed", "game": None, "right": 7, "slips": 1})
    assert told["summary"]["rush"] == {"all": [{"day": DAY, "right": 7, "slips": 1}]}


def test_a_game_counts_for_the_seat_that_played_it() -> None:
    told = changed(played("levels-pocket", seat=1))
    [(name, taken)] = told["progress"]["games"].items()
    assert name.endswith("-pocket-addition-k3vd.jsonl")
    assert taken["side"] == 1
    assert told["summary"]["by_game"]["pocket-addition"]["games"] == 1
    assert changed(played("levels-pocket", seat=1), kept=told["progress"])["progress"] == told["progress"]


def test_the_daily_duel_counts_for_its_day() -> None:
    match = daily_duel.build_match(daily.build_duel(date.fromisoformat(DAY)))
    match.begin()
    match.perform(Resign(1, match.number))
    record = records.format_record(match, "2026-11-17T09:00:00Z")
    told = changed({"do": "played", "table": "k3vd-9xwm", "record": record, "seat": 1})
    assert told["summary"]["today"]["duel"] == {"accuracy": None, "won": False, "text": "You lost."}
    assert changed(played("duel-dealt", seat=1))["summary"]["today"]["duel"] is None


def test_the_terminal_takes_in_what_the_browser_exports_and_the_other_way_round(tmp_path: Path) -> None:
    told = changed(answer_to(POCKET, right=False), {"do": "rushed", "game": None, "right": 3, "slips": 0})
    diary = Diary(str(tmp_path / "progress.json"))
    assert diary.import_progress(json.dumps(told["progress"])).startswith("Taken in.")
    assert diary.cards.keys() == {POCKET}
    back = changed({"do": "join", "progress": json.loads(diary.export())})
    assert back["told"] == ["Taken in. New here: 1 day and 1 puzzle."]
    assert back["progress"] == told["progress"]


def test_what_is_no_progress_is_refused_with_a_sentence() -> None:
    with pytest.raises(ParlorError, match="not saved progress"):
        changed({"do": "join", "progress": {"cards": 3}})
    with pytest.raises(ParlorError, match="newer Prime Parlor"):
        changed(kept={"version": 99})


def test_the_end_of_a_game_says_what_it_meant_for_the_ladder() -> None:
    """Also when the page of its end is loaded again."""
    start, seats, settings = prepare_rung(find_rung(PrimeClimb, 1))
    match = Match(start, seats, settings)
    match.begin()
    stake = changed(playing=records.format_record(match, "2026-11-17T09:00:00Z"))["stake"]
    assert stake.startswith("This game counts for rung 1 of 10: ")
    match.perform(Resign(2, match.number))
    record = records.format_record(match, "2026-11-17T09:00:00Z")
    won = {"do": "played", "table": "k3vd-9xwm", "record": record, "seat": 1}
    answer = changed(won)
    assert answer["stake"] == ""
    for told in (answer, changed(won, kept=answer["progress"])):
        [sentence] = told["told"]
        assert sentence.startswith("You have passed rung 1 of 10. Rung 2 of 10: ")


NONSENSE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
SECTIONS = st.sampled_from(["days", "ratings", "cards", "rush", "openings", "games", "version", "else"])


@settings(max_examples=40, deadline=None)
@given(kept=st.dictionaries(SECTIONS, NONSENSE, max_size=4))
def test_a_document_edited_by_hand_never_breaks_the_house(kept: dict[str, Any]) -> None:
    data = {"progress": kept, "changes": [], "day": DAY, "now": NOON, "minutes": 60}
    answer = run_task("progress", data)
    assert "answer" in answer or answer["error"]["kind"] == "other"


def test_records_of_the_name_are_those_of_the_terminal() -> None:
    [name] = changed(played("levels-climb", seat=2))["progress"]["games"]
    began = records.load(str(KEPT / "levels-climb.jsonl")).began
    assert name.startswith(began[:10].replace("-", "") + "-" + began[11:19].replace(":", ""))

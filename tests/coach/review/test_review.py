"""The review of a match: every move graded, the deciding moment, values, luck and skill."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from primeparlor.coach.review.review import Review, as_data, number_moves, review, review_exactly
from primeparlor.coach.review.story import build_story, format_closing
from primeparlor.core import OTHER, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.match import CallTime, Match, Mistype, Resign, Settings, TakeBack, TakeHelp
from primeparlor.notation import read_position
from primeparlor.players import play_match
from primeparlor.solve import Analysis, analyse
from support.coach.reasons import played
from support.example_games import TwentyOne
from support.games import at
from support.matches import Clock
from support.players import seated
from support.too_large import limit_positions


def words(found: Review) -> list[str]:
    return [judged.grade.word for judged in found.decisions]


def closed(match: Match) -> str:
    return format_closing(match, review(match))


def test_a_game_of_pocket_addition() -> None:
    found = review(played(PocketAddition.start(), 6, 9, 7, 1, 2))
    assert words(found) == ["best", "lost anyway", "gives it away", "gives it away", "forced"]
    assert [judged.player for judged in found.decisions] == [1, 2, 1, 2, 1]
    assert found.values == (1, 1, 1, 0, 1, 1)
    assert found.deciding is not None
    assert (found.deciding.number, found.deciding.player, found.deciding.grade.move) == (4, 2, 1)
    assert found.deciding.why.startswith("It leaves your opponent the 2: 13 + 2 = 15")
    assert found.skill == {1: -1, 2: -1}


def test_forced_moves_are_graded_too() -> None:
    found = review(played(at(PocketAddition, "one=2,4 two=1,6 turn=1"), 8, 7))
    assert [(judged.grade.move, judged.grade.word) for judged in found.decisions][2:] == [
        ("pass", "forced")
    ] * 2
    assert found.decisions[2].grade.weight == 0


def test_every_value_named_is_the_solvers() -> None:
    found = review(played(PrimeClimb.start(), 1, 4, 2, 8, 9))
    assert words(found) == ["gives it away", "gives it away", "best", "best", "best"]
    assert found.values == (1, 0, 1, 1, 1, 1)


def test_the_winner_s_mistake_is_not_the_deciding_moment() -> None:
    match = played(PrimeClimb.start(), 1)
    match.perform(Resign(2, match.number))  # in a won position
    assert review(match).deciding is None
    match = played(PrimeClimb.start(), 1)
    match.perform(Resign(1, match.number))
    assert (review(match).deciding or 0) != 0


def test_a_game_without_mistakes_has_no_deciding_moment() -> None:
    assert review(played(PrimeClimb.start(), 2, 9, 9)).deciding is None


def test_nobody_made_a_mistake() -> None:
    assert closed(played(PrimeClimb.start(), 2, 9, 9)) == "Nobody made a mistake."
    match = played(NumberMorph.start(), 401, fate=(101,))
    match.perform(Resign(1, match.number))  # lost from the beginning
    assert closed(match) == "Player 1 resigned in a lost position."


@pytest.mark.parametrize(
    ("moves", "told"), [((6,), ""), ((4, 3, 5), " It was lost on move 2: Player 2 took 3.")]
)
def test_after_a_fallen_flag_it_is_not_said_that_nobody_made_a_mistake(
    moves: tuple[int, ...], told: str
) -> None:
    """The flag decided; a move is named only if it lost the position before."""
    clock = Clock()
    match = Match(PocketAddition.start(), settings=Settings(clock=1), now=clock)
    match.begin()
    for move in moves:
        match.submit(match.state.turn, move, match.number)
    clock.seconds += 2
    assert match.perform(CallTime()).entries
    assert closed(match) == f"Player 2 ran out of time in a lost position.{told}"


def test_where_chance_decides_an_early_end_names_the_costliest_mistake() -> None:
    lost = "prime-duel target=5 largest=2 copies=1 scores=3,0 deck=0,1 card=1"
    match = Match(read_position(lost), fate=(2,))
    match.begin()
    match.submit(1, "keep", match.number)
    match.perform(Resign(1, match.number))
    assert closed(match).startswith("Player 1 resigned in a lost position. ")
    assert closed(match).endswith(" move 1: Player 1 kept the 1.")


def test_the_deciding_moment_is_told() -> None:
    told = "The game turned on move 4: Player 2 took 1."
    assert closed(played(PocketAddition.start(), 6, 9, 7, 1, 2)) == told
    match = played(PocketAddition.start(), 6, 9, 7, 1)
    match.perform(Resign(2, match.number))  # in a lost position, though it is not their turn
    assert closed(match) == "Player 2 resigned in a lost position. It was lost on move 4: Player 2 took 1."


def test_leaving_a_won_position_decides_the_game() -> None:
    match = played(PocketAddition.start(), 5)
    match.perform(Resign(2, match.number))
    assert closed(match) == "Player 2 had a won position."
    clock = Clock()
    match = Match(PocketAddition.start(), settings=Settings(clock=1), now=clock)
    match.begin()
    clock.seconds += 2
    assert match.perform(CallTime()).entries
    assert closed(match) == "Player 1 had a won position."
    match = Match(PocketAddition.start(), settings=Settings(strikes=1))
    match.begin()
    match.perform(Mistype(1, match.number))
    assert closed(match) == "Player 1 had a won position."


def test_leaving_an_undecided_position_is_told_as_such() -> None:
    match = played(NonprimeAddition.start(), 3)
    match.perform(Resign(2, match.number))
    assert closed(match) == "Nobody could have been forced to lose."
    match = played(at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2"), "keep", fate=(3,))
    match.perform(Resign(1, match.number))  # after a mistake that cost 22 %
    assert review(match).deciding is None
    assert closed(match) == "Player 1 could still win, about 16 % of the time."


def test_an_unpunished_mistake_decides_nothing() -> None:
    match = played(at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=3"), "discard", fate=(3,))
    assert closed(match) == "Only Player 1 made mistakes, and won all the same."


def test_a_mistake_decides_where_it_weighed_more_than_the_cards() -> None:
    match = played(at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2"), "keep", "keep", fate=(4,))
    found = review(match)
    assert found.values[0] == pytest.approx(0.3597, abs=1e-4)
    assert found.skill[1] == pytest.approx(-0.2211, abs=1e-4)
    assert found.luck[1] == pytest.approx(-0.1385, abs=1e-4)
    assert closed(match) == "The game turned on move 1: Player 1 kept the 2."


def test_a_slip_decides_nothing_where_the_cards_weighed_more() -> None:
    match = Match(PrimeDuel.start(), ("casual", "beginner"), seed=3)
    play_match(match, seated(*match.seats))
    found = review(match)
    assert max(judged.grade.loss for judged in found.decisions if judged.player == 2) > 0.04
    assert found.deciding is None
    swing = found.swings[2]
    assert format_closing(match, found) == (
        f"The cards decided: bad luck cost Player 2 about {-swing.luck / 10:.1f} percentage points "
        f"of winning chance, mistakes about {-swing.choices / 10:.1f}."
    )


def test_what_decided_is_what_cost_the_loser_more() -> None:
    told = set()
    for seed in range(40):
        match = random_match(at(PrimeDuel, "target=11 largest=4 copies=2"), seed)
        found = review(match)
        assert match.outcome is not None
        assert match.outcome.winner is not None
        loser = OTHER[match.outcome.winner]
        cards, choices = -found.swings[loser].luck, -found.swings[loser].choices
        assert (found.deciding is not None) == (choices > max(cards, 0))
        sentence = format_closing(match, found)
        assert sentence.startswith("The cards decided: ") == (0 < choices <= cards)
        told.add(sentence.partition(" ")[2].partition(" ")[0])
    assert told >= {"game", "cards"}


def test_an_unfinished_game_has_no_deciding_moment() -> None:
    match = played(PocketAddition.start(), 5)
    assert review(match).deciding is None
    assert closed(match) == "The game is unfinished: Player 2 to move."
    match = Match(PocketAddition.start(), settings=Settings(limit=1))
    match.begin()
    match.submit(1, 5, match.number)
    assert review(match).deciding is None
    assert closed(match) == "The game stopped at its move limit: nobody won."


def test_what_was_taken_back_is_left_out() -> None:
    match = played(PocketAddition.start(), 1)
    match.perform(TakeBack(1, match.number))
    match.submit(1, 6, match.number)
    assert words(review(match)) == ["best"]
    assert [judged.number for judged in review(match).decisions] == [3]


def test_people_count_moves_not_taken_back_and_no_draws() -> None:
    match = played(at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2"), "keep", "keep", fate=(4,))
    assert [(event.number, event.who) for event in match.history] == [(1, 1), (2, None), (3, 2)]
    assert number_moves(match) == {1: 1, 3: 2}
    assert [judged.move_number for judged in review(match).decisions] == [1, 2]
    match = played(PocketAddition.start(), 1)
    match.perform(TakeBack(1, match.number))
    match.submit(1, 6, match.number)
    assert number_moves(match) == {3: 1}
    match = played(at(PocketAddition, "one=2,4 two=1,6 turn=1"), 8, 7)  # and two forced passes
    assert list(number_moves(match).values()) == [1, 2, 3, 4]


def test_the_missed_chance_is_told_in_the_words_of_the_game() -> None:
    def missed(match: Match) -> str:
        return review(match).decisions[0].missed

    assert missed(played(at(PocketAddition, "one=4,6 two=7 turn=1"), 1)) == "You had a win here: 10 + 5 = 15."
    told = "You had a win here with 6, 7 or 8, quickest with 6."
    assert missed(played(PocketAddition.start(), 5)) == told
    assert missed(played(PocketAddition.start(), 6)) == ""
    assert missed(played(at(PrimeClimb, "steps=16,3"), 2)) == "You had a win here: 16 → 20."
    told = "You could have played safe with 2, 4, 5, 6 or 8."
    assert missed(played(at(NonprimeAddition, "total=10"), 3)) == told
    start = at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2")
    told = "Discarding the 2 would have won 36.0 % of the time: one of the seven cards left makes 50."
    assert missed(played(start, "keep", fate=(4,))) == told


def test_hints_are_listed() -> None:
    match = played(PocketAddition.start())
    match.perform(TakeHelp(match.state.turn, 1, match.number))
    match.perform(TakeHelp(match.state.turn, "moves", match.number))
    match.submit(1, 7, match.number)
    match.submit(2, 9, match.number)
    match.perform(TakeHelp(match.state.turn, 1, match.number))  # for a decision that is still to come
    assert [judged.hints for judged in review(match).decisions] == [(1, "moves"), ()]
    assert _hints_of(as_data(match, review(match))) == [[1, "moves"], []]


def _hints_of(data: Any) -> list[object]:
    return [decision["hints"] for decision in data["decisions"]]


def test_hints_before_a_move_was_taken_back_count_where_they_were_given() -> None:
    match = played(PocketAddition.start())
    for step in (1, 2, 3, 4):
        match.perform(TakeHelp(match.state.turn, step, match.number))
    match.submit(1, 5, match.number)  # thrown away
    match.perform(TakeHelp(match.state.turn, "why", match.number))
    match.perform(TakeBack(1, match.number))
    match.perform(TakeHelp(match.state.turn, 1, match.number))  # told before
    match.perform(TakeHelp(match.state.turn, "moves", match.number))
    match.submit(1, 6, match.number)
    match.submit(2, 9, match.number)
    assert [judged.hints for judged in review(match).decisions] == [(1, 2, 3, 4, "moves"), ()]


def test_hints_count_in_a_position_that_is_reached_again() -> None:
    match = played(PocketAddition.start(), 6)
    match.perform(TakeHelp(match.state.turn, 1, match.number))
    match.perform(TakeBack(1, match.number))
    match.submit(1, 6, match.number)
    match.submit(2, 9, match.number)
    assert [judged.hints for judged in review(match).decisions] == [(), (1,)]


def test_endless_play_has_no_value_until_somebody_loses() -> None:
    found = review(played(NonprimeAddition.start(), 3, 5, 2))
    assert words(found) == ["safe", "safe", "loses"]
    assert found.values == (None, None, None, 0)
    assert found.deciding is found.decisions[2]
    assert found.accuracy == {1: pytest.approx(100 * 3 / 6), 2: 100}  # of 8 numbers 3, 3 and 3 lose


def swings(match: Match) -> float:
    """How far the cards moved Player 1's chance from what cards bring on average."""
    moved = 0.0
    for event, state in match.line:
        if event.who is None:
            answer = analyse(state)
            value = next(chance.value for chance in answer.chances if chance.move == event.move)
            moved += ((value or 0.0) - (answer.value or 0.0)) * (1 if state.turn == 1 else -1)
    return moved


def test_estimates_make_up_the_whole_game_too_and_say_so() -> None:
    match = Match(PrimeDuel.start(), seed=3)
    match.begin()
    while match.outcome is None:
        match.submit(match.state.turn, match.state.moves()[0], match.number)
    found = review(match)
    assert not found.exact
    assert found.values[-1] == float(match.outcome.winner == 1)
    assert found.luck[1] == pytest.approx(swings(match), abs=0.1)
    assert found.luck[1] + found.skill[1] - found.skill[2] == pytest.approx(found.values[-1] - 0.5440852)


def test_one_sweep_grades_every_decision_of_many_matches() -> None:
    pytest.importorskip("numba")
    matches = [random_match(at(PrimeDuel, "target=11 largest=4 copies=2"), seed) for seed in range(5)]
    matches.append(random_match(PocketAddition.start(), 1))
    for match, exact in zip(matches, review_exactly(matches), strict=True):
        found = review(match)
        assert exact.exact
        assert len(exact.decisions) == len(found.decisions) > 0
        assert exact.values == pytest.approx(found.values)
        for swept, judged in zip(exact.decisions, found.decisions, strict=True):
            assert swept.position == judged.position
            assert swept.grade.loss == pytest.approx(judged.grade.loss, abs=1e-9)


def random_match(start: State, seed: int) -> Match:
    match, random = Match(start, seed=seed), Random(seed)
    match.begin()
    while match.outcome is None:
        match.submit(match.state.turn, random.choice(match.state.moves()), match.number)
    return match


def test_luck_and_skill_make_up_the_whole_game() -> None:
    fate = (3, 3, 2, 1, 2, 1, 2, 1)
    match = Match(at(PrimeDuel, "target=7 largest=3 copies=2"), fate=fate)
    match.begin()
    while match.outcome is None:
        match.submit(match.state.turn, "discard" if match.number < 4 else "keep", match.number)
    found = review(match)
    first, last = found.values[0], found.values[-1]
    assert first is not None
    assert last == float(match.outcome.winner == 1)
    assert last - first == pytest.approx(found.luck[1] + found.skill[1] - found.skill[2])
    assert found.luck[1] == -found.luck[2] == pytest.approx(swings(match)) != 0
    assert found.exact
    assert any(word.startswith("loses") for word in words(found))


def test_the_first_number_is_no_luck_where_every_start_is_lost() -> None:
    found = review(played(NumberMorph.start(), 401, fate=(101,)))
    assert found.luck == {1: 0, 2: 0}
    assert words(found) == ["lost anyway"]


def test_luck_is_not_told_where_play_could_go_on_for_ever() -> None:
    start = at(PrimeDuel, "scores=47,46 deck=0,1,1,2,0,0,1,0,1,1 card=2")
    match = played(start, "keep", "keep", fate=(4,))

    def answer(state: State) -> Analysis:
        found = analyse(state)
        return found if state == start else found._replace(verdict="endless", value=None)

    found = review(match, answer)
    assert found.values[1:3] == (None, None)
    assert found.luck == {1: 0, 2: 0}
    assert format_closing(match, found) == "The game turned on move 1: Player 1 kept the 2."


def test_a_review_is_json_data() -> None:
    match = played(PocketAddition.start(), 6, 9, 7, 1, 2)
    data = json.loads(json.dumps(as_data(match, review(match))))
    assert (data["game"], data["rules"]) == ("pocket-addition", {"target": 15, "largest": 9})
    assert (data["seats"], data["result"]) == (["human", "human"], {"winner": 1, "reason": "reached 15"})
    assert data["deciding"] == 4
    assert data["values"] == [1, 1, 1, 0, 1, 1]
    assert data["decisions"][3]["grade"] == "gives it away"
    assert data["decisions"][3]["best"] == [2]
    assert [row["missed"] for row in data["decisions"][2:]] == [
        "You had a win here with 1, 2 or 4, quickest with 1 or 2.",
        "You had a win here with 2.",
        "",
    ]
    assert [row["move_number"] for row in data["decisions"]] == [1, 2, 3, 4, 5]
    assert [row["only"] for row in data["decisions"]] == [False] * 5
    assert list(data["accuracy"]) == ["1", "2"]


# Too large to solve ------------------------------------------------------------------------------


def test_a_large_game_is_graded_from_where_it_can_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(TwentyOne.start(), 3, 3, 3, 3, 2, 3, 3, 1)
    whole = review(match)
    limit_positions(monkeypatch)
    found = review(match)
    assert found.unsolved == 4
    assert found.decisions == whole.decisions[4:]
    assert found.values == (*[None] * 4, *whole.values[4:])
    told = build_story(match, found)
    assert told.slips[0] == "The first four moves are not graded: Twenty-One is too large to solve there."
    assert len(told.rows) == len(match.line) - 4
    assert whole.unsolved == 0


def test_a_game_that_is_too_large_to_its_end_is_told_without_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    match = played(TwentyOne.start(), 3)
    match.perform(Resign(2, match.number))
    found = review(match)
    assert (found.decisions, found.unsolved, found.values) == ((), 1, (None, None))
    told = build_story(match, found)
    assert told.headline == "Player 1 won: Player 2 resigned"
    assert (told.closing, told.turning) == ("It is not known who was winning.", None)
    assert told.slips == ("No move is graded: Twenty-One is too large to solve here.",)
    assert [side.accuracy_text for side in told.sides] == ["no accuracy: the game is too large to solve"] * 2


def test_nobody_is_said_to_have_made_no_mistake_where_moves_are_not_graded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played(TwentyOne.start(), 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1)
    limit_positions(monkeypatch)
    found = review(match)
    assert found.unsolved
    assert not any(judged.grade.loss for judged in found.decisions)
    told = build_story(match, found)
    assert told.closing == "It is not known what decided the game."
    right = "accuracy 100 of 100: every choice that could be graded was right"
    assert right in [side.accuracy_text for side in told.sides]


def test_who_gave_up_where_it_could_be_solved_is_told_what_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    match = played(TwentyOne.start(), 3, 3, 3, 3)
    match.perform(Resign(match.state.turn, match.number))
    found = review(match)
    assert (found.decisions, found.unsolved) == ((), 4)
    assert build_story(match, found).closing == "Player 1 had a won position."

"""The words of games without words of their own: plain sentences, made from the answer alone."""

from __future__ import annotations

import re

import pytest

from primeparlor import solve
from primeparlor.coach.advice import advise_move
from primeparlor.coach.grades import find_keeping_moves, grade_choice
from primeparlor.coach.hints import STEPS, format_hint
from primeparlor.coach.language.line_of_play import format_ending
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.reasons import explain_move, explain_position, words_of
from primeparlor.core import PASS
from primeparlor.solve.answers import Analysis, Chance, Choice
from primeparlor.solve.expectation import expectation
from primeparlor.solve.retrograde import analyse
from support.coach.reasons import check_line, check_span
from support.example_games import HOLD, ROLL, Pig, PigRules, TwentyOne, TwentyOneRules
from support.games import reachable
from support.small_games import WON_1, WON_2, web


def twenty_one(total: int) -> TwentyOne:
    return TwentyOne.start()._replace(total=total)


def at_total(total: int) -> tuple[TwentyOne, Analysis]:
    return twenty_one(total), analyse(twenty_one(total))


# Without chance ----------------------------------------------------------------------------------


def test_why_tells_the_best_line() -> None:
    assert explain_position(*at_total(16)) == (
        "You win: you play 1, your opponent plays 1, you play 3, and you win by reaching 21."
    )
    assert explain_position(*at_total(17)) == (
        "You lose against perfect play: you play 1, your opponent plays 3, and they win by reaching 21."
    )
    assert explain_position(*at_total(20)) == "You win: you play 1, and you win by reaching 21."


def test_a_long_line_is_cut() -> None:
    assert explain_position(*at_total(0)) == (
        "You win: you play 1, your opponent plays 1, you play 3, they play 1, "
        "you play 3, they play 1, you play 3, they play 1, "
        "… (3 more moves), and you win by reaching 21."
    )


def test_reasons_tell_what_follows() -> None:
    state, analysis = at_total(14)
    assert [explain_move(state, analysis, move).sentence for move in (1, 2, 3)] == [
        "Your opponent can play 2, you play 1, they play 3, and they win by reaching 21.",
        "Your opponent can play 1, you play 1, they play 3, and they win by reaching 21.",
        "Your opponent can play 1, you play 3, and you win by reaching 21.",
    ]
    assert explain_move(*at_total(19), 2).sentence == "You win at once by reaching 21."
    assert (
        explain_move(*at_total(0), 2).sentence
        == "Your opponent can answer 3, and you lose after 8 more moves."
    )


@pytest.mark.parametrize("rules", [TwentyOneRules(), TwentyOneRules(target=30, largest=7)])
def test_every_sentence_of_every_position(rules: TwentyOneRules) -> None:
    for state in reachable(TwentyOne.start(rules)):
        if state.ending():
            continue
        analysis = analyse(state)
        assert re.fullmatch(
            r"You (win|lose against perfect play): you play .*\.", explain_position(state, analysis)
        )
        for choice in analysis.moves:
            sentence, line = explain_move(state, analysis, choice.move)
            assert re.fullmatch(r"You(r opponent)? [^.]*\.", sentence)
            assert check_line(state, choice.move, choice.verdict, line)
            assert f"you {choice.verdict.replace('loss', 'lose')}" in sentence.lower() or (
                "they win" in sentence or "opponent wins" in sentence
            )


@pytest.mark.parametrize("rules", [TwentyOneRules(), TwentyOneRules(target=30, largest=7)])
def test_the_third_step_is_true_of_every_right_move_and_of_no_other(rules: TwentyOneRules) -> None:
    told = set()
    for state in reachable(TwentyOne.start(rules)):
        if len(state.moves()) < 2:
            continue
        analysis = analyse(state)
        kept = [int(choice.move) for choice in find_keeping_moves(analysis)]
        steps = [format_hint(state, analysis, step) for step in range(1, STEPS + 1)]
        assert steps[3] == f"Play {advise_move(state, analysis)}."
        if analysis.verdict == "loss":
            assert steps[0] == "You are losing against perfect play. Make it as hard as you can."
            continue
        told.add(steps[2])
        if steps[2] == "You can win at once.":
            assert state.total + kept[0] == rules.target
        else:
            check_span(steps[2], "number", kept, [move for move in state.moves() if move not in kept])
    assert {"A low number.", "A high number.", "You can win at once."} <= told


def test_a_puzzle_has_one_right_move_with_something_at_stake() -> None:
    words = words_of(TwentyOne)
    found = {total: words.puzzle(*at_total(total)) for total in range(19)}
    for total, asked in found.items():
        _, analysis = at_total(total)
        right = [choice.move for choice in analysis.moves if choice.verdict == "win"]
        assert (list(asked.answers) if asked else []) == (right if len(right) == 1 else [])
        assert asked is None or asked.question == "Find the only right move."
    assert words.question(*at_total(16), 1) == "Find the only move that keeps the win."
    assert words.clue(*at_total(16), Asked("Which?", (1,))) == "A low number."


def test_traps_are_where_most_answers_lose() -> None:
    words = words_of(TwentyOne)
    assert words.risk(twenty_one(19)) == 0  # wins at once
    assert words.risk(twenty_one(16)) == pytest.approx(2 / 3)
    assert words.risk(twenty_one(17)) == 1


def test_the_reason_of_an_ending_becomes_part_of_the_sentence() -> None:
    assert format_ending("reached 21") == " by reaching 21"
    assert format_ending("emptied the pool") == " by emptying the pool"
    assert format_ending("agreed") == " by agreeing"
    assert format_ending("made a prime") == " by making a prime"
    assert format_ending("no prime left") == " (no prime left)"
    assert format_ending("red") == " (red)"


def test_looking_back() -> None:
    words = words_of(TwentyOne)
    assert words.did(twenty_one(3), 2) == "played 2"
    assert words.did(twenty_one(3), PASS) == "passed"
    assert words.estimate(0.0123) == "an estimate, at most 1.2 % off"


# With chance, and without an end: answers made by hand ------------------------------------------


def chance(move: str, value: float, best: bool) -> Choice:
    return Choice(move, "chance", value, best, None, (move,))


def answered(*rows: Choice, exact: bool = True) -> Analysis:
    best = next(row for row in rows if row.best)
    error = None if exact else 0.01
    return Analysis(best.verdict, best.value, exact, error, None, rows, (), None, best.line)


DECIDING = Pig(PigRules(), 4, 3, 5, False, 1)
ROLLING = Pig.start()
TWO = answered(chance(ROLL, 0.543, True), chance(HOLD, 0.512, False))


def test_chances_are_told_as_percentages() -> None:
    assert explain_position(DECIDING, TWO) == "Roll wins 54.3 %, hold wins 51.2 % of the time."
    assert explain_move(DECIDING, TWO, HOLD).sentence == "You win 51.2 % of the time."
    guessed = answered(*TWO.moves, exact=False)
    assert explain_move(DECIDING, guessed, HOLD).sentence == "You win about 51.2 % of the time."
    many = answered(*(chance(f"m{n}", n / 10, n == 5) for n in range(1, 6)))
    assert explain_position(DECIDING, many) == "The best move is m5: it wins 50.0 % of the time."


def test_with_two_words_to_choose_from_neither_is_named() -> None:
    told = [format_hint(DECIDING, TWO, step) for step in range(1, STEPS + 1)]
    assert told == [
        "With perfect play you win 54 % of the time.",
        "One choice wins 54.3 % of the time, the other 51.2 %.",
        "Compare roll and hold: what can happen after each, and how likely is it?",
        "Play roll.",
        "Roll wins 54.3 %, hold wins 51.2 % of the time. Play roll: you win 54.3 % of the time.",
    ]
    many = answered(*(chance(f"m{n}", n / 10, n == 5) for n in range(1, 6)))
    assert format_hint(DECIDING, many, 2) == "The best move wins 50.0 % of the time, the worst 10.0 %."
    assert format_hint(DECIDING, many, 3).startswith("Compare the moves: ")
    won = answered(Choice(ROLL, "win", 1.0, True, None), Choice(HOLD, "loss", 0.0, False, None))
    assert format_hint(DECIDING, won, 3) == "Compare roll and hold: what can your opponent do after each?"


def test_a_certain_result_before_fate_is_told_so() -> None:
    won = answered(
        Choice(ROLL, "win", 1.0, True, None, (ROLL,)), Choice(HOLD, "loss", 0.0, False, None, (HOLD,))
    )
    assert explain_position(DECIDING, won) == "You win: you play roll, and you win whatever is rolled."
    assert explain_move(DECIDING, won, ROLL).sentence == "You win whatever is rolled."
    assert explain_move(DECIDING, won, HOLD).sentence == "You lose whatever is rolled."


@pytest.mark.parametrize(
    ("verdict", "value", "told"),
    [
        ("chance", 0.5412, "On average you win 54.1 % of the time."),
        ("win", 1.0, "You win whatever is rolled."),
        ("loss", 0.0, "You lose whatever is rolled."),
        ("endless", None, "Whatever is rolled, nobody can be forced to lose."),
    ],
)
def test_before_fate(verdict: str, value: float | None, told: str) -> None:
    chances = (Chance(1, 1.0, 0.5),)
    analysis = Analysis(verdict, value, True, None, None, (), chances, None)  # type: ignore[arg-type]
    assert explain_position(ROLLING, analysis) == told


ENDLESS = answered(
    Choice(1, "endless", None, True, None, (1,)),
    Choice(2, "loss", 0.0, False, 2),
    Choice(3, "loss", 0.0, False, None, (3, 1)),
)


def test_endless_play_is_told() -> None:
    state = twenty_one(0)
    assert (
        explain_position(state, ENDLESS) == "Nobody can be forced to lose: 1 of 3 moves keeps the game going."
    )
    assert explain_move(state, ENDLESS, 1).sentence == "It keeps the game going for ever."
    assert explain_move(state, ENDLESS, 2).sentence == "You lose against perfect play."
    assert explain_move(state, ENDLESS, 3).sentence == "Your opponent can play 1, and so on until you lose."
    assert words_of(state).question(state, ENDLESS, 1) == "Find the only safe move."
    assert grade_choice(ENDLESS, 1).word == "safe"
    mixed = answered(chance(ROLL, 0.6, True), Choice(HOLD, "endless", None, False, None))
    assert explain_position(DECIDING, mixed) == "The best move is roll: it wins 60.0 % of the time."


OFFER = web((1, (1, 2)), (2, (0,)), (0, (*[3] * 9, 4)), WON_1, WON_2)  # wait for ever, or toss: 90 % win
RISK = web((1, (1, 4)), (0, (2, 4)), (1, (3, 4)), (2, (2, 5)), WON_2, WON_1)  # half of the tosses lose


def grades(analysis: Analysis) -> list[tuple[bool, str]]:
    return [(choice.best, grade_choice(analysis, choice.move).word) for choice in analysis.moves]


def test_safe_play_comes_before_a_good_chance() -> None:
    """`best`, grades, hints and sentences follow the same order."""
    analysis = solve.analyse(OFFER)
    assert grades(analysis) == [(True, "safe"), (False, "gives up safe play")]
    assert grade_choice(analysis, "b2").loss == pytest.approx(0.1)
    told = "Play may go on for ever, but you can be sure of winning at least 90.0 % of the time."
    assert explain_position(OFFER, analysis) == f"1 of 2 moves keeps the game going. {told}"
    assert [format_hint(OFFER, analysis, step) for step in (1, 2, 4)] == [
        told,
        "1 of 2 moves keeps you safe.",
        "Play a1.",
    ]
    assert words_of(OFFER).question(OFFER, analysis, 1) == "Find the only safe move."
    assert words_of(OFFER).mistake(OFFER, analysis, "b2") == "gave up safe play"


def test_a_player_whom_fate_can_beat_is_not_called_safe() -> None:
    analysis = solve.analyse(RISK)
    told = "Play may go on for ever, but your opponent can be sure of winning at least 50.0 % of the time."
    assert grades(analysis) == [(True, "best"), (False, "loses")]
    assert explain_move(RISK, analysis, "a1").sentence == told
    assert format_hint(RISK, analysis, 2) == "1 of 2 moves keeps your risk lowest."
    assert words_of(RISK).question(RISK, analysis, 1) == "Find the only right move."
    tossed = RISK.after("a1")
    assert explain_position(tossed, solve.analyse(tossed)) == told
    assert [chance.value for chance in solve.analyse(tossed).chances] == [None, 0.0]


def test_a_whole_game_without_end_is_told() -> None:
    told = "Neither player can force a win: perfect play may never end."
    assert words_of(OFFER).solved(expectation.solve(OFFER)) == told


def test_a_sure_chance_given_up_for_endless_play_is_not_told_in_points() -> None:
    mixed = answered(chance(ROLL, 0.6, True), Choice(HOLD, "endless", None, False, None))
    assert grades(mixed) == [(True, "best"), (False, "settles for endless play")]
    assert format_hint(DECIDING, mixed, 2) == "1 of 2 moves keeps your winning chance."


def test_where_all_moves_are_right_any_will_do() -> None:
    both = answered(chance(ROLL, 0.5, True), chance(HOLD, 0.5, True))
    assert words_of(Pig).kind(DECIDING, both, [ROLL, HOLD]) == "Any move."


def test_what_is_asked_after_a_mistake_where_chance_decides() -> None:
    words = words_of(Pig)
    assert words.question(DECIDING, TWO, 1) == "Find the better choice."
    guessed = answered(*TWO.moves, exact=False)
    assert words.question(DECIDING, guessed, 1) == "Find the better choice, as far as an estimate can tell."
    assert words.puzzle(DECIDING, TWO) is not None
    assert words.puzzle(DECIDING, guessed) is not None
    close = answered(chance(ROLL, 0.543, True), chance(HOLD, 0.54, False))
    assert words.puzzle(DECIDING, close) is None

"""The general solver against exact fractions, against the games' own solvers, and on games drawn by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, TypeAlias

import pytest

from primeparlor.core import State
from primeparlor.games import PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.solve import retrograde, solver_of
from primeparlor.solve.cache import Recent
from primeparlor.solve.expectation import expectation
from primeparlor.solve.expectation.expectation import TooLarge, analyse, check, choices, solve
from primeparlor.solve.expectation.graph import CHANCE, WON, explore
from primeparlor.solve.expectation.value_table import ValueTable
from primeparlor.solve.position_key import spell_position
from support.example_games import HOLD, Pig, PigRules
from support.games import play_on, reachable
from support.small_games import WON_1, WON_2, Knot, Strand, guarantees, web

ERROR = 1e-9

# Pig, in fractions ---------------------------------------------------------------------------


Form: TypeAlias = tuple[Fraction, Fraction]  # (a, b): a + b · (1 - what the other's turn is worth)


class ExactPig:
    """The exact winning chances when both play the moves that the solver calls best."""

    def __init__(self, target: int) -> None:
        self.rules = PigRules(target=target)
        self.holds = cache(self._holds)
        self.turns: dict[tuple[int, int], Fraction] = {}  # with a turn to begin, for the player to move
        self.forms: dict[tuple[int, int, int], Form] = {}  # with a roll due at this total of the turn
        scores = [score for score in range(target) if score != 1]  # nobody ever has 1
        pairs = sorted(((i, j) for i in scores for j in scores), key=sum, reverse=True)
        for i, j in pairs:
            if i <= j:
                self._settle(i, j)

    def _settle(self, i: int, j: int) -> None:
        """A turn is worth a + b · (1 - the other's turn), at these scores for each of the two."""
        (a, b), (c, d) = self._turn(i, j), self._turn(j, i)
        self.turns[i, j] = (a + b * (1 - c - d)) / (1 - b * d)
        self.turns[j, i] = c + d * (1 - self.turns[i, j])

    def _turn(self, mine: int, theirs: int) -> Form:
        for total in reversed(range(self.rules.target - mine)):
            later = [self._decided(mine, theirs, total + die) for die in range(2, 7)]
            a, b = (sum(parts, Fraction(0)) for parts in zip(*later, strict=True))
            self.forms[mine, theirs, total] = a / 6, (b + 1) / 6
        return self.forms[mine, theirs, 0]

    def _decided(self, mine: int, theirs: int, total: int) -> Form:
        if self.holds(mine, theirs, total):
            return self.held(mine, theirs, total), Fraction(0)
        return self.forms[mine, theirs, total]

    def held(self, mine: int, theirs: int, total: int) -> Fraction:
        return 1 - self.turns[theirs, mine + total] if mine + total < self.rules.target else Fraction(1)

    def rolled(self, mine: int, theirs: int, total: int) -> Fraction:
        a, b = self.forms[mine, theirs, total]
        return a + b * (1 - self.turns[theirs, mine])

    def _holds(self, mine: int, theirs: int, total: int) -> bool:
        """Whether holding is best; between equals, the first."""
        rows = choices(Pig(self.rules, mine, theirs, min(total, self.rules.target - mine), False, 1))
        return next(row.move for row in rows if row.best) == HOLD

    def worth(self, state: Pig) -> Fraction:
        """What a position is worth to the player to move."""
        mine, theirs = (state.one, state.two) if state.turn == 1 else (state.two, state.one)
        if theirs >= self.rules.target:
            return Fraction(0)
        if not state.rolling and self.holds(mine, theirs, state.points):
            return self.held(mine, theirs, state.points)
        return self.rolled(mine, theirs, state.points)


@pytest.mark.parametrize("target", [2, 5, pytest.param(7, marks=pytest.mark.prove)])
def test_pig_is_worth_what_its_best_moves_are_worth_in_fractions(target: int) -> None:
    """No other move is better anywhere. As every game ends, this shows that the values are right."""
    start = Pig.start(PigRules(target=target))
    solve(start)
    exact = ExactPig(target)
    for state in reachable(start):
        answer = analyse(state)
        worth = exact.worth(state)
        assert answer.exact
        assert abs(Fraction(answer.value or 0) - worth) <= Fraction(answer.error or 0)
        first = worth if state.turn == 1 else 1 - worth
        assert answer.proof["lower"] <= first <= answer.proof["upper"]
        for row in answer.moves:
            after = state.after(row.move)
            gained = exact.worth(after) if after.turn == state.turn else 1 - exact.worth(after)
            assert gained == worth if row.best else gained < worth


@pytest.mark.parametrize(
    ("target", "positions"), [(12, 3_806), pytest.param(20, 16_910, marks=pytest.mark.prove)]
)
def test_a_longer_game_of_pig(target: int, positions: int) -> None:
    start = Pig.start(PigRules(target=target))
    answer, exact = solve(start), ExactPig(target)
    assert answer.positions == positions
    assert abs(Fraction(answer.value or 0) - exact.turns[0, 0]) <= Fraction(answer.error or 0) < ERROR
    for mine, theirs in exact.turns:
        for total in range(2, target - mine):
            held, rolled = exact.held(mine, theirs, total), exact.rolled(mine, theirs, total)
            assert held >= rolled if exact.holds(mine, theirs, total) else rolled >= held


# The solvers of single games -----------------------------------------------------------------


@pytest.mark.parametrize(
    "numbers",
    [
        {"target": 5, "largest": 2, "copies": 1},
        {"target": 7, "largest": 3, "copies": 1},
        {"target": 5, "largest": 2, "copies": 3},  # cards that come more than once
    ],
    ids=str,
)
def test_small_prime_duels_agree_with_their_own_solver(numbers: dict[str, int]) -> None:
    start, duel = PrimeDuel.start(PrimeDuel.Rules(**numbers)), solver_of(PrimeDuel)
    solve(start)
    states = sorted((state for state in reachable(start) if not state.ending()), key=repr)
    for state in states[::20]:
        mine, theirs = analyse(state), duel.analyse(state, exact=True)
        assert mine.value == pytest.approx(theirs.value, abs=ERROR)
        for move, odds, value in mine.chances:
            (other,) = (chance for chance in theirs.chances if chance.move == move)
            assert (odds, value) == pytest.approx(other[1:], abs=ERROR)
    for state in states[:: 1 + len(states) // 200]:
        rows, others = choices(state), duel.analyse(state, exact=True).moves
        assert [row.move for row in rows] == [row.move for row in others]
        assert [row.value for row in rows] == pytest.approx([row.value for row in others], abs=ERROR)


@pytest.mark.parametrize(
    ("start", "positions"),
    [
        (PrimeClimb.start(), 426),
        (PrimeClimb.start(PrimeClimb.Rules(top=12, largest=1)), 23),
        (PocketAddition.start(), 2541),
    ],
    ids=str,
)
def test_games_without_chance_agree_with_backward_induction(start: State, positions: int) -> None:
    assert solve(start) == retrograde.solve(start)
    assert solve(start).positions == positions
    for state in reachable(start):
        assert choices(state) == retrograde.choices(state)
    for state in sorted(reachable(start), key=repr)[::40]:
        mine, theirs = analyse(state), retrograde.analyse(state)
        assert mine[:5] == theirs[:5]
        assert mine.line == theirs.line
        assert check(state, mine.proof)


# Games drawn by hand -------------------------------------------------------------------------


def gamble(wins: int, losses: int, first: int = 4) -> Knot:
    """A roll that Player 1 wins with this many outcomes and loses with that many."""
    return 0, (*[first] * wins, *[first + 1] * losses)


def test_each_avoids_a_bad_gamble_so_the_game_never_ends() -> None:
    """A player who stops waiting gambles at odds of 2 to 3, and waiting costs nothing."""
    start = web((1, (1, 2)), (2, (0, 3)), gamble(2, 3), gamble(3, 2), WON_1, WON_2)
    answer = analyse(start)
    assert answer[:5] == ("endless", None, True, None, None)
    waits, gambles = answer.moves
    assert waits[:5] == ("a1", "endless", None, True, None)
    assert (gambles.move, gambles.verdict, gambles.best) == ("b2", "chance", False)
    assert gambles.value == pytest.approx(0.4)
    assert answer.line == ("a1", "a0")  # and so on
    assert (answer.proof["lower"], answer.proof["upper"]) == pytest.approx((0.4, 0.6))
    assert check(start, answer.proof)
    assert solve(start) == ("endless", None, True, None, 6, 1, None)


def test_fate_before_an_endless_game() -> None:
    start = web(
        (0, (1, 1, 1, 5)), (1, (2, 3)), (2, (1, 4)), *[gamble(2, 3, 5), gamble(3, 2, 5)], WON_1, WON_2
    )
    answer = analyse(start)
    assert answer[:5] == ("endless", None, True, None, None)
    assert [(move, odds) for move, odds, _ in answer.chances] == [(1, 0.75), (5, 0.25)]
    assert [value for _, _, value in answer.chances] == [None, 1]
    assert answer.guarantees == pytest.approx((0.55, 0.3))
    assert answer.proof["lower"] == pytest.approx(0.55)
    assert answer.line == ()


def test_equal_gambles_have_a_value_although_both_may_wait() -> None:
    start = web((1, (1, 2)), (2, (0, 3)), gamble(1, 1), gamble(1, 1), WON_1, WON_2)
    answer = analyse(start)
    assert answer.verdict == "chance"
    assert answer.value == pytest.approx(0.5, abs=ERROR)
    assert answer.exact
    assert answer.error is not None
    assert answer.error <= ERROR / 2
    assert check(start, answer.proof)
    assert answer.proof["strategy"]["1"] == {"at=0": "b2"}  # waiting would be as good, if it ended


def test_a_loop_that_nobody_can_leave() -> None:
    start = web((1, (1,)), (2, (0,)))
    assert analyse(start)[:5] == ("endless", None, True, None, None)
    assert check(start, analyse(start).proof)


def test_a_loop_that_only_one_player_can_leave() -> None:
    """If leaving wins, that player leaves; if leaving only loses, that player stays."""
    assert analyse(web((1, (1, 2)), (2, (0,)), WON_1))[:5] == ("win", 1.0, True, None, 1)
    stays = analyse(web((1, (1, 2)), (2, (0,)), WON_2))
    assert stays.verdict == "endless"
    assert [(row.verdict, row.best, row.plies) for row in stays.moves] == [
        ("endless", True, None),
        ("loss", False, 1),
    ]


def test_waiting_for_a_six_is_certain_and_very_likely_is_not() -> None:
    patient = web((0, (0, 0, 0, 0, 0, 1)), WON_1)
    assert analyse(patient)[:5] == ("win", 1.0, True, None, None)
    steps = 30  # a loss needs thirty sixes
    likely = web(
        *[(0, (*[steps] * 5, at + 1)) for at in range(steps - 1)],
        (0, (*[steps] * 5, steps + 1)),
        WON_1,
        WON_2,
    )
    answer = analyse(likely)
    assert (answer.verdict, answer.exact) == ("chance", True)
    assert answer.value == pytest.approx(1)
    assert answer.proof["upper"] - answer.proof["lower"] < ERROR


def test_the_winner_takes_the_shortest_way_through_a_loop_and_the_loser_the_longest() -> None:
    start = web((1, (0, 1, 3)), (2, (0, 2, 3)), (2, (4,)), WON_1, (1, (3,)))
    assert [(row.verdict, row.best, row.plies) for row in choices(start)] == [
        ("win", False, 2),
        ("win", False, 4),
        ("win", True, 1),
    ]


def test_replies_are_prepared() -> None:
    start = web((1, (1, 5)), (2, (2, 3)), (1, (4, 5)), (1, (5, 4)), WON_1, WON_2)
    first, second = analyse(start).moves
    assert (first.verdict, first.line, first.replies) == (
        "win",
        ("a1", "a2", "a4"),
        (("a2", "a4"), ("b3", "b4")),
    )
    assert (second.line, second.replies) == (("b5",), ())


def random_web(seed: int) -> tuple[Knot, ...]:
    """A few knots of players and fate, and two plain gambles that each player may wait for."""
    random = Random(seed)
    size = random.randint(2, 5)
    targets = range(size + 4) if seed % 2 else range(size + 2)  # the ends among them, or only gambles
    knots = [
        (random.choice((0, 1, 1, 2, 2)), tuple(random.choices(targets, k=random.randint(1, 3))))
        for _ in range(size)
    ]
    gambles = [gamble(random.randint(1, 4), random.randint(1, 4), size + 2) for _ in range(2)]
    return (*knots, *gambles, WON_1, WON_2)


@cache
def secured(seed: int) -> list[tuple[Fraction, Fraction]]:
    return guarantees(random_web(seed))


def test_the_random_webs_hold_what_is_hard() -> None:
    """Endless play although both have a chance, and values that are not round numbers."""
    pairs = [pair for seed in range(60) for pair in secured(seed)]
    assert sum(sum(pair) < 1 and min(pair) > 0 for pair in pairs) > 10
    assert len({pair for pair in pairs if sum(pair) < 1}) > 20
    assert sum(0 < pair[0] == 1 - pair[1] < 1 for pair in pairs) > 100


@pytest.mark.parametrize(
    "seed", [*range(60), *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(60, 200))]
)
def test_random_webs_agree_with_all_pairs_of_plans(seed: int) -> None:
    knots, exact = random_web(seed), secured(seed)
    for at in range(len(knots)):
        state = web(*knots, at=at)
        answer = analyse(state)
        agrees(answer, *(exact[at] if state.turn == 1 else exact[at][::-1]))
        assert Fraction(answer.proof["lower"]) <= exact[at][0] + Fraction(1, 10**15)
        assert exact[at][0] - Fraction(1, 10**9) <= Fraction(answer.proof["lower"])
        assert abs(1 - exact[at][1] - Fraction(answer.proof["upper"])) < ERROR
        assert check(state, json.loads(json.dumps(answer.proof)))
        after = [exact[state.after(row.move).at] for row in answer.moves]
        for row, pair in zip(answer.moves, after, strict=True):
            agrees(row, *(pair if state.turn == 1 else pair[::-1]))
        assert not answer.moves or any(row.best for row in answer.moves)
        for row, pair in zip(answer.moves, after, strict=True):
            assert row.best == is_best(row, pair, answer, state, exact)


def agrees(answer: Any, mine: Fraction, theirs: Fraction) -> None:
    """Check that verdict and value fit what the player and the opponent can secure."""
    if mine == 1 or theirs == 1:
        assert (answer.verdict, answer.value) == (("win", 1.0) if mine else ("loss", 0.0))
    elif mine + theirs < 1:
        assert (answer.verdict, answer.value) == ("endless", None)
    else:
        assert answer.verdict == "chance"
        assert answer.value == pytest.approx(float(mine), abs=ERROR)


def is_best(row: Any, pair: tuple[Fraction, Fraction], answer: Any, state: Strand, exact: Any) -> bool:
    """By definition: has the best value, or is the safest in endless play. Another test checks the plies."""
    mine, verdict = state.turn - 1, answer.verdict
    if verdict == "endless":
        after = [exact[state.after(move).at] for move in state.moves()]
        least = min(other[1 - mine] for other in after)
        assert all(sum(other) < 1 for other in after if other[1 - mine] == least)
        most = max(other[mine] for other in after if other[1 - mine] == least)
        return (pair[1 - mine], pair[mine]) == (least, most)
    if answer.plies is not None:
        lengths = [other.plies or 0 for other in choices(state) if other.verdict == verdict]
        return bool(row.verdict == verdict and row.plies == (min if verdict == "win" else max)(lengths))
    return sum(pair) == 1 and pair[mine] == exact[state.at][mine]


# Bounds, proofs and limits -------------------------------------------------------------------


def mutations(proof: dict[str, Any], state: State) -> Iterator[dict[str, Any]]:
    """Copies of the proof, each made wrong by one change."""
    yield proof | {"lower": proof["lower"] + 1e-6, "upper": 1.0}
    yield proof | {"upper": proof["upper"] - 1e-6, "lower": 0.0}
    yield proof | {"strategy": None}
    yield proof | {"lower": float("nan")}
    yield proof | {"upper": "1"}
    yield {key: value for key, value in proof.items() if key != "lower"}
    for player, strategy in proof["strategy"].items():
        yield proof | {"strategy": {key: moves for key, moves in proof["strategy"].items() if key != player}}
        for position in strategy:
            fewer = {key: move for key, move in strategy.items() if key != position}
            yield proof | {"strategy": proof["strategy"] | {player: fewer}}
            yield proof | {"strategy": proof["strategy"] | {player: fewer | {position: "leap"}}}


@pytest.mark.parametrize(
    "state", [Pig.start(PigRules(target=4)), PrimeDuel.start(PrimeDuel.Rules(target=4, largest=2, copies=2))]
)
def test_a_proof_with_one_thing_changed_is_refused(state: State) -> None:
    proof = analyse(state).proof
    assert check(state, proof)
    assert min(map(len, proof["strategy"].values())) > 2
    for wrong in mutations(proof, state):
        assert not check(state, wrong), wrong
    assert not check(state, None)


def test_a_strategy_with_a_worse_move_is_refused() -> None:
    """Waiting for ever wins nothing, and holding too early wins less."""
    start = web((1, (1, 2)), (2, (0, 3)), gamble(1, 1), gamble(1, 1), WON_1, WON_2)
    proof = analyse(start).proof
    assert not check(start, proof | {"strategy": {"1": {"at=0": "a1"}, "2": {"at=1": "b3"}}})
    pig = Pig.start(PigRules(target=6))
    proof = analyse(pig).proof
    for player in ("1", "2"):
        always = dict.fromkeys(proof["strategy"][player], HOLD)
        assert not check(pig, proof | {"strategy": proof["strategy"] | {player: always}})


def test_a_strategy_too_long_to_print_is_left_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.solve.expectation.proof.PROOF_LIMIT", 5)
    proof = analyse(Pig.start(PigRules(target=6))).proof
    assert proof["strategy"] is None
    assert proof["omitted"] == "The strategy covers more than 5 positions."
    assert not check(Pig.start(PigRules(target=6)), proof)


def test_bounds_that_come_too_slowly_are_told_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 outcomes one wins, one loses and the others start over: three rounds narrow it down little."""
    monkeypatch.setattr(expectation, "_tables", tables_for(0))
    monkeypatch.setattr("primeparlor.solve.expectation.bounds.ROUNDS", 3)
    start = web((0, (*[0] * 298, 1, 2)), WON_1, WON_2)
    answer = analyse(start)
    assert (answer.verdict, answer.exact) == ("chance", False)
    assert answer.error is not None
    assert answer.error > 0.4
    assert abs((answer.value or 0) - 0.5) <= answer.error
    assert answer.error_of_choice is None  # fate acts
    chosen = analyse(web((1, (1, 2)), (0, (*[1] * 298, 2, 3)), WON_1, WON_2))
    assert not chosen.exact
    assert chosen.error_of_choice is not None
    assert chosen.error_of_choice > 0.4


def test_positions_are_numbered_with_their_successors() -> None:
    state = web((1, (1, 2)), (0, (2, 2, 0)), WON_2)
    graph = explore(state)
    assert graph.states == [state, state._replace(at=1), state._replace(at=2)]
    assert graph.kind.tolist() == [1, CHANCE, WON + 2]
    assert [graph.successors(position).tolist() for position in range(3)] == [[1, 2], [2, 0], []]
    assert graph.weight.tolist() == [1, 1, 2, 1]
    with pytest.raises(ValueError, match="nothing can happen here"):
        explore(state, choose=lambda _: ())


def test_a_game_too_large_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "LIMIT", 1_000)
    with pytest.raises(TooLarge) as caught:
        analyse(Pig.start(PigRules(target=30)))
    assert str(caught.value) == (
        "More than 1,000 positions can follow: Pig is too large to solve exactly from here. "
        "The levels up to expert still play it."
    )
    monkeypatch.setattr(expectation, "explore", None)  # not called again
    for ask in (analyse, solve, expectation.count):
        with pytest.raises(TooLarge, match="More than 1,000 positions can follow"):
            ask(Pig.start(PigRules(target=30)))


def tables_for(positions: int) -> Recent[State, ValueTable]:
    """No tables yet, with room for this many positions besides the last table."""
    return Recent(expectation._tables._weigh, limit=positions * expectation.BYTES)


class Enough(Exception):
    """Stop."""


def test_work_stopped_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "_tables", tables_for(0))
    monkeypatch.setattr("primeparlor.solve.expectation.graph.STEP", 100)
    reports: list[int] = []
    start = Pig.start(PigRules(target=6))
    whole = analyse(start, lambda done, _: reports.append(done))
    assert len(reports) > 5
    assert reports == sorted(reports)
    for last in range(len(reports)):
        expectation._tables.clear()
        left = iter(range(last))

        def stop(done: int, total: int | None, left: Iterator[int] = left) -> None:
            assert total is None
            if next(left, None) is None:
                raise Enough(done)

        with pytest.raises(Enough):
            analyse(start, stop)
        assert not expectation._tables
    assert analyse(start) == whole


def test_tables_long_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "_tables", tables_for(2_600))
    climb: State = PrimeClimb.start()
    pocket: State = PocketAddition.start()
    for state in (climb, pocket, climb.after(2), pocket.after(6)):
        analyse(state)
    assert [*expectation._tables] == [climb, pocket]
    analyse(PrimeClimb.start(PrimeClimb.Rules(top=19)))
    assert climb not in expectation._tables
    assert pocket in expectation._tables


def test_a_part_of_a_known_game_is_counted_for_itself() -> None:
    start = PrimeClimb.start()
    assert solve(start).positions == 426
    assert solve(start.after(2)) == retrograde.solve(start.after(2))
    over = play_on(start, 2, 9, 9)
    assert solve(over) == ("loss", 0.0, True, None, 1, 1, 1)
    assert analyse(over)[:7] == ("loss", 0.0, True, None, 0, (), ())


def test_a_position_is_spelled_by_its_fields() -> None:
    assert spell_position(Pig.start()) == "one=0 two=0 points=0 rolling=yes turn=1"
    assert spell_position(PrimeDuel.start(PrimeDuel.Rules(largest=2, copies=1))) == (
        "mine=0 theirs=0 deck=1,2 second=no turn=1"
    )

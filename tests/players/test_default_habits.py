"""The default habits of the levels: look-ahead that averages over chance, each level stronger."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from primeparlor.coach import levels
from primeparlor.core import State
from primeparlor.games import NumberMorph, PocketAddition, PrimeDuel
from primeparlor.players import SEATS, create_player, describe_levels, habits_of
from primeparlor.players.perfect import PerfectPlayer
from primeparlor.solve import choices
from primeparlor.solve.expectation import expectation
from support.example_games import HOLD, ROLL, Pig, PigRules, TwentyOne
from support.games import walk
from support.players import WEAKER, choice, shown, winner


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(SEATS)))
@pytest.mark.parametrize(
    ("game", "pairs"),
    [(TwentyOne, 40), *(pytest.param(game, 250, marks=pytest.mark.prove) for game in (TwentyOne, Pig))],
)
def test_no_level_is_weaker_than_the_one_below(
    game: type[State], pairs: int, weaker: str, stronger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "ATTENTION", 100)  # looks at less, to be done soon: four moves ahead
    won = 0
    for seed in range(pairs):
        for seats in ((stronger, weaker), (weaker, stronger)):
            won += winner(game.start(), seats, seed) == stronger
    assert won >= pairs


class Endless(Pig):
    """Pig in which a player with enough points may keep rolling, so that there is no last position."""

    __slots__ = ()

    def moves(self) -> tuple[str, ...]:
        return () if self.rolling else (ROLL, HOLD)


@pytest.mark.parametrize("level", WEAKER)
def test_a_win_at_once_is_never_missed(level: str) -> None:
    held = Endless(PigRules(), 12, 15, 6, False, 2)
    assert {choice(level, held, seed) for seed in range(20)} == {HOLD}
    near = TwentyOne.start()._replace(total=19)
    assert {choice(level, near, seed) for seed in range(20)} == {2}


def test_an_expert_sees_what_fate_brings_on_average() -> None:
    """One roll in six costs little; with a coin instead of a die, every other roll costs all 12 points."""
    little = Pig(PigRules(), 0, 0, 2, False, 1)
    much = Pig(PigRules(sides=2), 4, 8, 12, False, 1)
    for state, best in ((little, ROLL), (much, HOLD)):
        assert [row.move for row in choices(state) if row.best] == [best]
        assert {choice("expert", state, seed) for seed in range(10)} == {best}


def test_the_same_stream_gives_the_same_choices_whatever_was_judged_before() -> None:
    states = [state for state in walk(Pig.start(), Random(3)) if state.moves()]
    habits_of(Pig).judges.clear()
    chosen = [choice("club", state, seed) for seed, state in enumerate(states)]
    habits_of(Pig).judges.clear()
    again = [choice("club", state, seed) for seed, state in reversed(list(enumerate(states)))]
    assert chosen == again[::-1]


def test_what_was_judged_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Pig(PigRules(), 4, 3, 5, False, 1)
    before = choice("club", state, 1)
    monkeypatch.setattr(levels, "REMEMBERED", 0)
    assert choice("club", state, 1) == before


def test_whether_fate_acts_during_play_is_found_out() -> None:
    assert levels.has_late_chance(Pig.start())
    assert levels.has_late_chance(PrimeDuel.start())
    for game in (TwentyOne, PocketAddition, NumberMorph):
        assert not levels.has_late_chance(game.start())


def test_with_very_many_outcomes_only_some_are_considered() -> None:
    assert levels.weigh_outcomes([1, 1, 2]) == Counter({1: 2, 2: 1})
    some = levels.weigh_outcomes(range(1, 101))
    assert list(some) == list(range(1, 101, 9))


def test_play_without_an_end_is_worth_half() -> None:
    endless = NumberMorph.start()  # any game that is cut off
    assert levels.run_playouts(endless) in [n / levels.PLAYOUTS for n in range(levels.PLAYOUTS + 1)]


def test_every_level_is_described() -> None:
    assert list(describe_levels(Pig.start())) == list(SEATS[1:])
    assert habits_of(Pig).regret is None


def test_perfect_knows_when_it_sits_down_that_a_game_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "LIMIT", 1_000)
    expectation._tables.clear()  # another test may have solved it
    expectation._waiting.clear()
    large = create_player("perfect", start=Endless.start())
    assert isinstance(large, PerfectPlayer)
    assert large.too_large
    state = Endless(PigRules(), 1, 2, 3, False, 1)
    chosen = large.choose(shown(state, seed=1))
    assert (chosen.move, chosen.notes) == (choice("expert", state, 1), "")
    for start in (None, TwentyOne.start(), TwentyOne.start()._replace(total=21)):  # the last one is over
        solved = create_player("perfect", start=start)
        assert isinstance(solved, PerfectPlayer)
        assert not solved.too_large

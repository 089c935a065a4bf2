"""Positions as numbers: what every encoding promises, in every game and variant, and the default."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, NamedTuple, Self

import numpy as np
import pytest

from primeparlor.core import OTHER, PLAYERS, Ending, GameError, Move, Player, State
from primeparlor.games import GAMES, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel, game_of
from primeparlor.notation import read_position
from primeparlor.tensors import Tensor, tensor_of
from support.example_games import NoRules, Pig, TwentyOne
from support.games import at, for_seeds, reachable, walk
from support.variants import NAMES, SMALL, first_state

BY_DEFAULT: list[type[State]] = [TwentyOne, Pig]


def encode(state: State, player: Player) -> bytes:
    """The numbers as programs get them: in 32 bits."""
    return np.array(tensor_of(state).encode(state, player), np.float32).tobytes()


def named(state: State, player: Player) -> dict[str, float]:
    """The numbers that are not 0, by their names."""
    tensor = tensor_of(state)
    pairs = zip(tensor.names(state.rules), tensor.encode(state, player), strict=True)
    return {name: number for name, number in pairs if number}


def check_numbers(state: State, size: int) -> None:
    for player in PLAYERS:
        numbers = tensor_of(state).encode(state, player)
        assert len(numbers) == size
        assert {type(number) for number in numbers} == {float}
        assert 0 <= min(numbers) <= max(numbers) <= 1
        assert any(numbers), "PettingZoo warns where all are 0"


@pytest.mark.parametrize("name", NAMES)
@for_seeds(2)
def test_there_are_always_as_many_numbers_from_0_to_1(name: str, random: Random) -> None:
    start = first_state(name)
    size = tensor_of(start).size(start.rules)
    for state in walk(start, random, 60):
        check_numbers(state, size)


@pytest.mark.parametrize("name", NAMES)
@for_seeds(2)
def test_no_two_positions_of_a_game_look_the_same(name: str, random: Random) -> None:
    states = set(walk(first_state(name), random, 60))
    for player in PLAYERS:
        assert len({encode(state, player) for state in states}) == len(states)


@pytest.mark.parametrize("name", [name for name in SMALL if "nonprime" not in name])
def test_no_two_positions_of_a_small_game_look_the_same(name: str) -> None:
    states = reachable(first_state(name))
    size = tensor_of(first_state(name)).size(first_state(name).rules)
    for state in states:
        check_numbers(state, size)
    for player in PLAYERS:
        assert len({encode(state, player) for state in states}) == len(states)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_has_a_name_of_its_own(name: str) -> None:
    rules = first_state(name).rules
    names = tensor_of(rules.game).names(rules)
    assert len(set(names)) == len(names) == tensor_of(rules.game).size(rules)
    assert all(each == each.strip() for each in names)


@pytest.mark.parametrize("name", NAMES)
@for_seeds(2)
def test_both_players_see_the_same_game_each_from_their_own_seat(name: str, random: Random) -> None:
    """With the seats exchanged, each sees what the other saw: a program may learn both seats as one."""
    for state in walk(first_state(name), random, 60):
        exchanged: State = state._replace(turn=OTHER[state.turn])  # type: ignore[attr-defined]
        for player in PLAYERS:
            same = encode(state, player) == encode(exchanged, OTHER[player])
            assert same, "let tensor.py put the player's own things first, whether that is Player 1 or 2"


def test_every_game_of_the_house_brings_its_own() -> None:
    lacking = [name for name in GAMES.ours if game_of(GAMES[name]).brings("tensor", "Tensor") is None]
    assert not lacking, f"add tensor.py, with a Tensor, to the folder of {lacking}"


# Each game, read aloud ---------------------------------------------------------------------------


def test_the_steps_of_prime_climb() -> None:
    state = at(PrimeClimb, "steps=7,4 turn=2")
    assert set(named(state, 1)) == {"turn theirs", "your step 7", "their step 4"}
    assert set(named(state, 2)) == {"turn yours", "your step 4", "their step 7"}


def test_the_pockets_of_pocket_addition() -> None:
    state = at(PocketAddition, "one=6,8 two=9 turn=2")
    assert set(named(state, 1)) == {
        "turn theirs",
        *("your pocket 6", "your pocket 8", "their pocket 9", "passes 0"),
    }
    assert "passes 1" in named(at(PocketAddition, "one=5,9 two=1 turn=2 passes=1"), 1)


def test_the_digits_of_number_morph() -> None:
    state = at(NumberMorph, "number=277 used=211,271,277")
    assert set(named(state, 1)) == {
        "turn yours",
        *("digit 1 2", "digit 2 7", "digit 3 7"),
        *("used 211", "used 271", "used 277"),
    }
    assert set(named(NumberMorph.start(), 2)) == {"turn theirs"}


def test_the_cards_of_prime_duel() -> None:
    state = at(PrimeDuel, "scores=17,0 deck=4,4,4,4,4,4,3,4,0,2 card=9")
    seen = named(state, 1)
    assert (seen["deck 1"], seen["deck 7"], seen["deck 10"]) == (1, 0.75, 0.5)
    assert "deck 9" not in seen
    assert {name for name in seen if not name.startswith("deck")} == {
        *("turn yours", "your score 17", "their score 0", "card 9")
    }
    assert "second draw" in named(state.after("discard"), 1)


def test_the_total_of_nonprime_addition_has_room_for_every_total() -> None:
    state = read_position(f"nonprime-addition total={2**63 + 4}")
    assert set(named(state, 1)) == {"turn yours", "total bit 2", "total bit 63"}


# The default -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BY_DEFAULT)
def test_the_default_keeps_every_promise(game: type[State]) -> None:
    states = reachable(game.start())
    size = tensor_of(game).size(game.Rules())
    for state in states:
        check_numbers(state, size)
    for player in PLAYERS:
        assert len({encode(state, player) for state in states}) == len(states)


def test_the_default_scales_each_field_by_the_values_it_takes() -> None:
    total = TwentyOne.start()._replace(total=7, turn=2)
    assert named(total, 2) == {"turn yours": 1, "total": 7 / 21}
    assert named(total, 1) == {"turn theirs": 1, "seat": 1, "total": 7 / 21}
    assert tensor_of(TwentyOne).size(TwentyOne.Rules(target=30)) == 4


class FieldRules(NoRules):
    """Rules of its own: a class of rules belongs to one game."""


class _Things(NamedTuple):
    rules: FieldRules
    tally: int
    wide: int
    first: int | None
    never: None
    pile: tuple[int, ...]
    colour: Literal["red", "black"]
    turn: Player


class Things(_Things, State):
    """Fields of every kind."""

    __slots__ = ()
    name, title = "things", "Things"
    Rules = FieldRules

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        return cls(rules or FieldRules(), -1, 0, None, None, (), "red", 1)

    def moves(self) -> tuple[Move, ...]:
        return () if self.tally == 1 else (1, 2)

    def after(self, move: Any) -> Self:
        pile = (*self.pile, 5 * move)
        return self._replace(
            tally=self.tally + 1,
            wide=2**60 + move,
            first=self.first or move,
            pile=pile,
            colour="black",
            turn=2,
        )

    def ending(self) -> Ending | None:
        return Ending(1, "counted", 1) if self.tally == 1 else None


def test_the_default_can_write_fields_of_every_kind() -> None:
    start = Things.start()
    assert named(start, 1) == {"turn yours": 1, "seat": 1, "colour red": 1}
    state = start.after(2).after(1)
    high = {f"wide {place}": 1 for place in (0, 60)}
    fields = {"tally": 1, **high, "first known": 1, "first": 1, "colour black": 1}
    pile = {"pile 1 known": 1, "pile 1": 1, "pile 2 known": 1}
    assert named(state, 2) == {"turn yours": 1, **fields, **pile}
    states = reachable(start)
    assert len({encode(state, 1) for state in states}) == len(states)


def test_a_game_too_large_for_the_default_is_told_to_bring_its_own() -> None:
    class Large(Pig):
        __slots__ = ()
        name, title = "large", "Large"

    rules = Large.Rules(target=100, sides=20)
    with pytest.raises(GameError) as caught:
        Tensor(Large).size(rules)
    told = (
        "Large has too many positions to find the ranges of its fields by visiting them all: add a tensor.py."
    )
    assert str(caught.value) == told


def test_a_state_without_fields_is_told_to_bring_its_own() -> None:
    class BareRules(NoRules):
        pass

    class Bare(State):
        Rules = BareRules
        title = "Bare"

        @classmethod
        def start(cls, rules: Any = None) -> Self:
            return cls()

    with pytest.raises(GameError) as caught:
        Tensor(Bare).size(BareRules())
    assert str(caught.value) == "The state of Bare is not a NamedTuple: make it one, or add a tensor.py."

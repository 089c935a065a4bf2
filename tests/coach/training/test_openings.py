"""Openings: whoever knows the replies wins against everything, and nothing else is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

import pytest

from primeparlor.coach.progress.document import OpeningReply
from primeparlor.coach.training.openings import KNOWN, Openings, has_openings
from primeparlor.core import OTHER, Ending, Move, ParlorError, Player, Rules, State
from primeparlor.games import GAMES, ROTAS, PocketAddition, PrimeClimb
from primeparlor.notation import parse, position, read_position, set_up
from primeparlor.solve import choices
from support.example_games import NoRules, Pig, TwentyOne
from support.games import at
from support.second_solver import SecondSolver

START = "pocket-addition turn=1 passes=0"
LARGER = PocketAddition.Rules(target=21)
CLIMB = PrimeClimb.Rules(top=35, largest=4)
TREES: list[tuple[type[State], Rules | None]] = [
    (PocketAddition, None),
    (PocketAddition, LARGER),
    (PrimeClimb, CLIMB),
    (TwentyOne, None),
    (TwentyOne, TwentyOne.Rules(target=24)),  # the second player wins
]
TREE_NAMES = [
    "pocket-addition",
    "pocket-addition target=21",
    "prime-climb top=35 largest=4",
    "twenty-one",
    "twenty-one target=24",
]


def winning(state: State) -> list[Move]:
    return [row.move for row in choices(state) if row.verdict == "win"]


def ruled(game: type[State], rules: Rules | None) -> Any:
    """The game as if these were its standard rules."""
    return SimpleNamespace(title=game.title, start=lambda: game.start(rules))


def learnt(game: type[State], rules: Rules | None, random: Random) -> dict[str, OpeningReply]:
    """What somebody knows who was asked everything, and gave any of the right replies."""
    known: dict[str, OpeningReply] = {}
    while unknown := Openings(ruled(game, rules), known).unknown:
        for text in unknown:
            known[text] = OpeningReply(str(random.choice(winning(set_up(game, text.split()[1:])))), KNOWN)
    return known


# Which games -----------------------------------------------------------------------------------


def test_of_our_games_one_has_openings_to_learn() -> None:
    assert [name for name in ROTAS[1] if has_openings(GAMES[name])] == ["pocket-addition"]


def test_the_examples_have_openings_if_fate_does_not_act() -> None:
    assert has_openings(TwentyOne)
    assert not has_openings(Pig)


def test_a_game_decided_in_the_first_turn_has_no_openings_but_its_house_variant_has() -> None:
    assert not has_openings(PrimeClimb)
    assert has_openings(ruled(PrimeClimb, CLIMB))


def test_a_game_with_too_many_positions_has_no_openings() -> None:
    assert has_openings(ruled(PocketAddition, LARGER))
    assert not has_openings(ruled(PocketAddition, PocketAddition.Rules(target=40, largest=14)))
    assert not has_openings(ruled(PrimeClimb, PrimeClimb.Rules(top=100, largest=5)))


def test_a_game_with_too_much_to_learn_has_no_openings() -> None:
    """Few positions, but nearly all of them have to be known."""
    assert has_openings(ruled(TwentyOne, TwentyOne.Rules(target=300)))
    assert not has_openings(ruled(TwentyOne, TwentyOne.Rules(target=400)))


class _Place(NamedTuple):
    rules: NoRules
    at: str
    turn: Player


class Web(_Place, State):
    """Player 1 wins by going left twice, but may as well go round for ever in between."""

    __slots__ = ()
    name, title, aim = "web", "Web", "go"
    Rules = NoRules
    ways: dict[str, dict[str, str]] = {
        "start": {"left": "theirs", "right": "lost"},
        "theirs": {"on": "mine"},
        "mine": {"left": "quiet", "right": "lost", "round": "theirs"},
        "quiet": {"on": "won"},
        "lost": {"on": "taken"},
    }

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        return cls(rules or NoRules(), "start", 1)

    def moves(self) -> tuple[str, ...]:
        return tuple(self.ways.get(self.at, ()))

    def after(self, move: str) -> Self:
        return type(self)(self.rules, self.ways[self.at][move], OTHER[self.turn])

    def ending(self) -> Ending | None:
        winners: dict[str, Player] = {"won": 1, "taken": 2}
        winner = winners.get(self.at)
        return winner and Ending(winner, "arrived", OTHER[self.turn])


class StraightRules(NoRules):
    """Rules of their own, since every game has some."""


class Straight(Web):
    """The same without the way round."""

    __slots__ = ()
    name, title = "straight", "Straight"
    Rules = StraightRules
    ways = Web.ways | {"mine": {"left": "quiet", "right": "lost"}}

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        return cls(rules or StraightRules(), "start", 1)


def test_a_game_in_which_a_position_comes_again_has_no_openings() -> None:
    """Although it is won: a reply that keeps the win need not bring it nearer."""
    assert winning(Web(NoRules(), "mine", 1)) == ["left", "round"]
    assert not has_openings(Web)
    assert has_openings(Straight)


def test_a_game_without_openings_says_so() -> None:
    with pytest.raises(ParlorError, match=r"^Prime Climb has no openings to learn\. Try Pocket Addition\b"):
        Openings(PrimeClimb, {})


# Which positions -------------------------------------------------------------------------------


def by_the_book(rules: str, side: int) -> set[str]:
    """The positions of this side to know with the quickest repertoire: by the book, and by recursion.

    The state goes along for its name only.
    """
    start = at(PocketAddition, rules)
    second, found, seen = SecondSolver(start), set(), set()

    def visit(now: Any, state: State) -> None:
        if state in seen:
            return
        seen.add(state)
        ways = second.book.options(now)
        followed = list(ways)
        if now.player == side - 1:
            wins = {move: plies for move, (winner, plies) in second.rows(now).items() if winner == side}
            if 0 in wins.values():  # won at once
                return
            followed = list(wins)
            if 0 < len(wins) < len(ways):
                found.add(position(state))
                followed = [min(wins, key=lambda move: (wins[move], int(move)))]
        for move in followed:
            visit(ways[move], state.after(parse(state, move)))

    visit(second.book.start(), start)
    return found


@pytest.mark.parametrize("rules", ["", "target=21", "target=10 largest=6", "target=12 largest=7"])
def test_the_positions_are_those_by_the_book(rules: str) -> None:
    found = Openings(ruled(PocketAddition, at(PocketAddition, rules).rules), {})
    for side in (found.side, OTHER[found.side]):
        assert {text for text in found.positions if read_position(text).turn == side} == by_the_book(
            rules, side
        )
    assert len(set(found.positions)) == len(found.positions)


@pytest.mark.parametrize(("first", "winners", "both"), [("6", 2, 24), ("7", 3, 25), ("8", 3, 25)])
def test_another_first_move_leads_to_another_tree(first: str, winners: int, both: int) -> None:
    openings = Openings(PocketAddition, {START: OpeningReply(first, 1)})
    assert len(openings.positions) == both
    found = [text for text in openings.positions if read_position(text).turn == openings.side]
    assert len(found) == winners
    assert all(f"one={first}" in text or f",{first} " in text for text in found if text != START)


def depths(found: Sequence[str]) -> list[tuple[Player, int]]:
    """Whose turn it is in each position, and how many numbers were taken."""
    states = [at(PocketAddition, text.partition(" ")[2]) for text in found]
    return [(state.turn, sum(map(len, state.pockets))) for state in states]


def test_the_side_that_wins_comes_first_and_the_shallow_before_the_deep() -> None:
    found = depths(Openings(PocketAddition, {}).positions)
    assert found == sorted(found)
    assert found[:3] == [(1, 0), (1, 2), (2, 1)]


@pytest.mark.parametrize("reply", ["", "9", "12", "pass", "06", "x"])
def test_a_reply_that_does_not_win_counts_for_nothing(reply: str) -> None:
    found = Openings(PocketAddition, {START: OpeningReply(reply, 5), "no position": OpeningReply("6", 5)})
    assert found.positions == Openings(PocketAddition, {}).positions
    assert found.known == 0


# Whether they are enough -----------------------------------------------------------------------


def lines(state: State, side: Player, known: dict[str, OpeningReply]) -> Iterator[State]:
    """The ends of every line of play in which this side gives the known replies.

    Where none is known it takes a win at once, and without one makes any move at all.
    """
    waiting, seen = [state], {state}
    for here in waiting:
        if here.ending():
            yield here
        following = list(map(here.after, here.moves()))
        if here.turn == side:
            if given := known.get(position(here)):
                following = [here.play(parse(here, given.reply))]
            else:
                won = [after for after in following if (end := after.ending()) and end.winner == side]
                following = won or following
        new = [after for after in dict.fromkeys(following) if after not in seen]
        seen.update(new)
        waiting += new


def after_mistakes(state: State, side: Player) -> Iterator[State]:
    """The positions after the opponent's first turn in which this side can win."""
    waiting = [state]
    for here in waiting:
        if here.turn == side:
            if winning(here):
                yield here
        else:
            waiting += map(here.after, here.moves())


@pytest.mark.parametrize(("game", "rules"), TREES, ids=TREE_NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_knows_the_replies_wins_against_everything(
    game: type[State], rules: Rules | None, seed: int
) -> None:
    known = learnt(game, rules, Random(seed))
    found, start = Openings(ruled(game, rules), known), game.start(rules)
    assert (found.share, found.known) == (1.0, len(found.positions))
    known = {text: known[text] for text in found.positions}  # not what was learnt on the way to it
    other = OTHER[found.side]
    mistakes = list(after_mistakes(start, other))
    assert bool(mistakes) == (start.turn == found.side)  # else it is not the opponent who opens
    for side, begins in ((found.side, [start]), (other, mistakes)):
        for begin in begins:
            ends = [state.ending() for state in lines(begin, side, known)]
            assert ends
            assert all(end is not None and end.winner == side for end in ends)


def test_without_one_of_the_replies_somebody_can_go_wrong() -> None:
    known = learnt(PocketAddition, None, Random(1))
    for text in Openings(PocketAddition, known).positions:
        begin, rest = read_position(text), {other: known[other] for other in known if other != text}
        ends = [state.ending() for state in lines(begin, begin.turn, rest)]
        assert any(end is not None and end.winner != begin.turn for end in ends)


# How they are asked ----------------------------------------------------------------------------


def test_a_reply_is_known_from_the_second_time_on() -> None:
    for row, known in [(0, 0), (1, 0), (2, 1), (9, 1)]:
        found = Openings(PocketAddition, {START: OpeningReply("6", row)})
        assert (found.known, found.share) == (known, known / 24)
        assert (START in found.unknown) == (not known)


def test_what_is_learnt_is_asked_twice_and_never_again() -> None:
    random, known, asked = Random(3), dict[str, OpeningReply](), list[str]()
    while (state := Openings(PocketAddition, known).choose_next(random, asked)) is not None:
        text = position(state)
        row = known[text].row + 1 if text in known else 1
        known[text] = OpeningReply("6" if text == START else str(winning(state)[0]), row)
        asked.append(text)
    half = len(asked) // 2
    assert asked[0] == START
    assert len(set(asked[:half])) == half
    assert asked[half:] == asked[:half]
    assert Openings(PocketAddition, known).share == 1.0


def test_what_was_failed_comes_again_after_the_others() -> None:
    found, random, asked = Openings(PocketAddition, {}), Random(3), list[str]()
    for _ in range(2 * len(found.positions)):
        state = found.choose_next(random, asked)
        assert state is not None
        asked.append(position(state))
    assert asked[:24] == asked[24:]
    assert sorted(asked[:24]) == sorted(found.positions)


def test_only_positions_of_one_depth_are_mixed() -> None:
    found = Openings(PocketAddition, {})
    orders = set()
    for seed in range(20):
        asked: list[str] = []
        while len(asked) < len(found.positions):
            state = found.choose_next(Random(f"{seed} {len(asked)}"), asked)
            assert state is not None
            asked.append(position(state))
        assert depths(asked) == depths(found.positions)
        orders.add(tuple(asked))
    assert len(orders) > 1


@pytest.mark.parametrize("seed", range(5))
def test_the_sides_are_not_mixed(seed: int) -> None:
    found, asked = Openings(ruled(PrimeClimb, CLIMB), {}), list[str]()
    while len(asked) < len(found.positions):
        state = found.choose_next(Random(f"{seed} {len(asked)}"), asked)
        assert state is not None
        asked.append(position(state))
    turns = [read_position(text).turn for text in asked]
    assert turns == sorted(turns)
    assert set(turns) == {1, 2}


ASK = """
from random import Random
from primeparlor.coach.training.openings import Openings
from primeparlor.games import PocketAddition
from primeparlor.notation import position
found, asked, random = Openings(PocketAddition, {}), [], Random("2026-11-17")
for _ in found.positions:
    asked.append(position(found.choose_next(random, asked)))
for text in asked:
    print(text)
"""


def test_the_same_is_asked_under_every_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", ASK],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "7")
    }
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 24

"""What all games share: the words of the core, and how a sentence names a move."""

from __future__ import annotations

import copy
import gc
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from weakref import ref

import pytest

from primeparlor import core
from primeparlor.core import (
    Ending,
    GameError,
    IllegalMove,
    Move,
    ParlorError,
    Range,
    Rules,
    RulesError,
    State,
    named,
)
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from support.example_games import Pig, TwentyOne, UnlistedPig
from support.games import at, play, play_on, reachable, refused


@pytest.mark.parametrize(
    ("move", "name"),
    [
        (0, "0"),
        (-7, "-7"),
        (10**20 - 1, "9" * 20),
        (1 - 10**20, "-" + "9" * 20),
        (10**20, "that"),
        (-(10**20), "that"),
        ("", ""),
        ("keep", "keep"),
        ("x" * 20, "x" * 20),
        ("x" * 21, "that"),
        ("\x1b[2J", "that"),
        ("two\nlines", "that"),
    ],
)
def test_a_move_too_long_or_unprintable_is_called_that(move: Move, name: str) -> None:
    assert named(move) == name


def test_a_refusal_does_not_repeat_unprintable_text() -> None:
    assert refused(play(PrimeDuel), "\0") == "That cannot be drawn here."
    assert refused(play(PrimeDuel), 10**5000) == "That cannot be drawn here."
    assert refused(play(NumberMorph, 211), 10**5000) == "That is not 211 with one digit changed."


def test_the_errors_are_a_short_tree() -> None:
    assert issubclass(RulesError, ParlorError)
    assert issubclass(IllegalMove, ParlorError)
    assert issubclass(GameError, ParlorError)
    assert not issubclass(IllegalMove, RulesError)


def test_players_and_endings() -> None:
    assert core.PLAYERS == (1, 2)
    assert core.OTHER == {1: 2, 2: 1}
    assert core.PASS == "pass"
    assert Ending(2, "reached 20", 2) == (2, "reached 20", 2)
    assert Ending(2, "reached 20", 2).how == "reached 20"
    assert Ending(2, "made a prime", 1).how == "Player 1 made a prime"


def test_rules_that_no_book_has_are_refused() -> None:
    with pytest.raises(RulesError, match=r"There is no rule height\. The rules are: top, largest\."):
        PrimeClimb.Rules(height=9)


def test_rules_do_not_change() -> None:
    rules = PrimeClimb.Rules()
    with pytest.raises(AttributeError, match="rules cannot change: top"):
        rules.top = 9
    with pytest.raises(AttributeError, match="rules cannot change: top"):
        del rules.top
    assert rules == PrimeClimb.Rules()


def test_rules_live_as_long_as_somebody_holds_them() -> None:
    state = PrimeClimb.start(PrimeClimb.Rules(top=321))
    rules = ref(state.rules)
    gc.collect()
    assert rules() is PrimeClimb.Rules(top=321)
    twins = copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.after(3)
    assert all(twin.rules is state.rules for twin in twins)
    del state
    assert rules() is twins[0].rules is PrimeClimb.Rules(top=321)
    del twins
    gc.collect()
    assert rules() is None
    assert PrimeClimb.Rules(top=321).top == 321


def test_the_rules_of_the_book_stay() -> None:
    rules = [ref(game.Rules()) for game in (PrimeClimb, Pig)]
    gc.collect()
    assert [rule() for rule in rules] == [PrimeClimb.Rules(top=20), Pig.Rules()]


class MetRules(Rules):
    """Rules that several threads make at the same time: each thread waits for the others."""

    numbers = {"of": Range(2, 2, 9)}
    of: int
    met = Barrier(4, timeout=300)  # the machine may be busy

    def prepare(self) -> None:
        self.met.wait()


@pytest.mark.parametrize("of", [2, 3])
def test_threads_that_make_the_same_rules_get_the_same_object(of: int) -> None:
    """For the book's rules and for a variant; later callers get the same object too."""
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: MetRules(of=of), range(4)))
    assert len({id(rules) for rules in made}) == 1
    assert MetRules(of=of) is made[0]
    Rules._books.discard(made[0])


def test_a_move_is_a_whole_number_or_a_word() -> None:
    state = play(PrimeClimb)
    assert state.why_not(4) is None
    assert state.why_not(4.0) == state.why_not(None) == "A move is a whole number or a word."


def test_once_the_game_is_over_that_is_why_not() -> None:
    state = play(NonprimeAddition, 2)
    assert state.why_not(3) == state.why_not(None) == "The game is over."


def test_an_ending_says_whose_move_caused_it() -> None:
    def by(state: State) -> tuple[int, int]:
        ending = state.ending()
        assert ending
        return ending.winner, ending.by

    assert by(play(NonprimeAddition, 2)) == (2, 1), "whoever makes a prime loses"
    assert by(play(PrimeClimb, 3, 4, 6, 7)) == (1, 1)
    assert by(play_on(at(PrimeDuel, "scores=43,0"), 7, "keep")) == (1, 1)
    assert by(play(PocketAddition, 8, 1, 7)) == (1, 1)


# Every move there is ---------------------------------------------------------------------------


def test_moves_a_game_does_not_list_are_found_by_walking_it() -> None:
    rules = play(TwentyOne).rules
    assert rules.actions == (1, 2, 3)
    assert rules.outcomes == ()
    assert play(TwentyOne, target=2, largest=9).rules.actions == (1, 2), "9 never fits"
    assert play(UnlistedPig).rules.actions == ("hold", "roll")
    assert play(UnlistedPig).rules.outcomes == (1, 2, 3, 4, 5, 6)


@pytest.mark.no_cover  # thousands of states, all by the same few lines
def test_a_walk_finds_what_a_game_lists() -> None:
    for game in (PrimeClimb, PocketAddition, Pig):
        listed = {*game.Rules().actions}
        outcomes = {*game.Rules().outcomes}
        assert game.Rules()._ever == (listed - {"pass"} if game is PrimeClimb else listed, outcomes)


@pytest.mark.parametrize(
    ("moves", "order"),
    [
        ({3, 1, 20}, (1, 3, 20)),
        ({"roll", "hold"}, ("hold", "roll")),
        ({"pass", "take", 10, 9, "add"}, (9, 10, "add", "take", "pass")),
        (set(), ()),
    ],
)
def test_numbers_come_before_words_and_a_pass_comes_last(moves: set[Move], order: tuple[Move, ...]) -> None:
    assert core._in_order(moves) == order


def test_a_game_with_too_many_positions_must_list_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = play(TwentyOne, target=50).rules
    positions = len(reachable(play(TwentyOne, target=50)))
    monkeypatch.setattr(core, "MOST_WALKED", positions - 1)
    for listed in ("actions", "outcomes"):
        with pytest.raises(RulesError) as caught:
            getattr(rules, listed)
        assert str(caught.value) == (
            "Twenty-One has too many positions to collect its moves by visiting them all: "
            "list them in its Rules as `actions` and `outcomes`."
        )
    monkeypatch.setattr(core, "MOST_WALKED", positions)
    assert rules.actions == (1, 2, 3)


def test_a_refusal_without_a_reason_still_names_the_move() -> None:
    assert State.refusal(play(PrimeClimb), 12) == "12 cannot be played here."
    assert State.refusal(play(PrimeClimb), "jump") == "Jump cannot be played here."

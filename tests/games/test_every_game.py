"""One suite for all games and several variants of each: what every game must do, and what one may lack."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from primeparlor.core import OTHER, PASS, PLAYERS, Ending, IllegalMove, Move, Rules, RulesError, State
from primeparlor.games import GAMES, ROTAS
from primeparlor.notation import form, form_of, game, parse, position, read_position, read_rules, set_up
from support.games import first_decision, for_seeds, options, reachable, refused, walk
from support.variants import NAMES, SMALL, VARIANTS, first_state

every_variant = pytest.mark.parametrize("name", NAMES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
some_walks = for_seeds(8)

FORCED = {PASS, "discard"}  # the words that may be a player's only move (A3)
NOT_MOVES: list[Any] = [True, False, 1.0, 5.0, None, b"5", (5,), [5], {}, Fraction(5), object(), IllegalMove]
WORDS = ["", " ", "5", "pass", "PASS", "keep", "discard", "yes", "no", "no such move", "５"]
NUMBERS = [*range(-3, 130), 199, 211, 213, 999, 1000, 1009, 10007, 10**6, 2**63, 2**64, 10**30]


def is_sentence(text: str) -> bool:
    return text.endswith(".") and text[0] == text[0].upper() and text.isprintable() and len(text) < 150


def fields(state: State) -> tuple[Any, ...]:
    return tuple(getattr(state, name) for name in state._fields)  # type: ignore[attr-defined]


# The law ---------------------------------------------------------------------------------------


def check_law(state: State) -> None:
    answers = [state.ending() is not None, bool(state.chances()), bool(state.moves())]
    assert answers.count(True) == 1, f"exactly one of ending, chances, moves: {answers} at {state}"
    assert state.turn in PLAYERS
    if ending := state.ending():
        check_ending(ending)
    assert all(type(move) in (int, str) for move in options(state))
    assert len(set(state.moves())) == len(state.moves()), "a move is listed once"


def check_ending(ending: Ending) -> None:
    assert type(ending) is Ending
    assert ending.winner in PLAYERS
    assert re.fullmatch(r"[a-z][a-z0-9 ]+", ending.reason)


@every_variant
@some_walks
def test_exactly_one_of_ending_chances_and_moves_has_an_answer(name: str, random: Random) -> None:
    for state in walk(first_state(name), random):
        check_law(state)


@pytest.mark.parametrize("name", SMALL)
def test_the_law_holds_in_every_state_of_a_small_game(name: str) -> None:
    for state in reachable(first_state(name)):
        check_law(state)


@every_variant
def test_a_game_begins_with_player_1_and_an_open_end(name: str) -> None:
    state = first_state(name)
    assert state == type(state).start(state.rules)
    assert state.turn == 1
    assert state.ending() is None


@every_game
def test_without_rules_a_game_is_the_standard_one(game: type[State]) -> None:
    assert game.start() == game.start(game.Rules())
    assert game.start().rules.changed() == {}


# States are values -----------------------------------------------------------------------------


@every_variant
def test_a_state_cannot_be_changed(name: str) -> None:
    state = first_state(name)
    state = state.after(options(state)[0])
    before = fields(state)
    for field in [*state._fields, "name", "anything"]:  # type: ignore[attr-defined]
        with pytest.raises(AttributeError):
            setattr(state, field, 1)
        with pytest.raises(AttributeError):
            delattr(state, field)
    with pytest.raises(TypeError):
        state[0] = 1  # type: ignore[index]
    assert not hasattr(state, "__dict__")
    assert fields(state) == before


@every_variant
@some_walks
def test_a_state_holds_nothing_that_can_change(name: str, random: Random) -> None:
    """No list, generator, clock or seed: rules, numbers and tuples of numbers only."""
    for state in walk(first_state(name), random, 30):
        for value in fields(state):
            assert type(value) in (int, bool, type(None), tuple) or value is state.rules
            assert type(value) is not tuple or all(type(item) is int for item in value)


@every_variant
@some_walks
def test_the_same_moves_lead_to_equal_states(name: str, random: Random) -> None:
    seed = random.random()
    once = list(walk(first_state(name), Random(seed)))
    again = list(walk(first_state(name), Random(seed)))
    assert once == again
    assert list(map(hash, once)) == list(map(hash, again))


@every_variant
def test_states_differ_when_any_field_does(name: str) -> None:
    state = first_state(name)
    state = state.after(options(state)[0])
    other_rules = next(first_state(other) for other in NAMES if other != name).rules
    changes: dict[str, Any] = {"turn": OTHER[state.turn], "rules": other_rules}
    for field in state._fields:  # type: ignore[attr-defined]
        other = state._replace(**{field: changes.get(field, 10**9)})  # type: ignore[attr-defined]
        assert other != state
        assert len({state, other}) == 2


def test_first_states_of_all_variants_differ() -> None:
    states = [first_state(name) for name in NAMES]
    assert len(set(states)) == len(NAMES)


@every_variant
@some_walks
def test_copies_of_a_state_are_equal_and_share_its_rules(name: str, random: Random) -> None:
    *_, state = walk(first_state(name), random, 10)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert type(twin) is type(state)
        assert twin == state
        assert twin.rules is state.rules


# Moves and refusals ----------------------------------------------------------------------------


@every_variant
@some_walks
def test_play_is_after_with_a_check(name: str, random: Random) -> None:
    for state in walk(first_state(name), random):
        before = fields(state)
        for move in options(state)[:20]:
            there = state.play(move)
            assert there == state.after(move)
            assert type(there) is type(state)
            assert there != state
        assert fields(state) == before


@every_variant
@for_seeds(3)
def test_why_not_is_none_exactly_for_what_may_happen(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 40):
        legal = set(options(state))
        for move in [*NUMBERS, *WORDS, *options(state)[-50:]]:
            reason = state.why_not(move)
            assert (reason is None) == (move in legal)
            assert reason is None or is_sentence(reason)


@every_variant
@for_seeds(2)
def test_play_refuses_what_is_not_a_move(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 20):
        over = state.ending() is not None
        for thing in NOT_MOVES:
            sentence = "The game is over." if over else "A move is a whole number or a word."
            assert refused(state, thing) == sentence


@every_variant
@for_seeds(2)
def test_play_refuses_illegal_moves_and_changes_nothing(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 20):
        for move in {-1, 0, 1, 100, 10**9, "", "no such move", "pass", "keep"} - set(options(state)):
            assert is_sentence(refused(state, move))


@every_variant
def test_play_refuses_a_number_too_long_to_print(name: str) -> None:
    state = first_state(name)
    for number in (10**5000, -(10**5000)):
        assert is_sentence(refused(state, number))


@every_variant
def test_play_refuses_a_word_too_long_or_unfit_to_print(name: str) -> None:
    state = first_state(name)
    for word in ("\x1b[2J", "\0", "two\nlines", "x" * 10_000):
        assert is_sentence(refused(state, word))


@every_variant
def test_what_fate_cannot_bring_is_named(name: str) -> None:
    state = first_state(name)
    if state.chances():
        assert refused(state, 0) == f"0 cannot be {state.drawn} here."
        assert refused(state, "keep") == f"Keep cannot be {state.drawn} here."


@every_variant
@for_seeds(4)
def test_after_the_end_every_move_is_refused(name: str, random: Random) -> None:
    *_, state = walk(first_state(name), random, 1000)
    if state.ending():
        assert options(state) == []
        assert state.forced() is None
        for move in (1, 2, 7, 211, "pass", "keep", "discard"):
            assert refused(state, move) == "The game is over."


@every_variant
@some_walks
def test_ruling_all_3_a_forced_move_stands_alone_and_no_other_word_does(name: str, random: Random) -> None:
    for state in walk(first_state(name), random):
        check_forced(state)


@pytest.mark.parametrize("name", SMALL)
def test_ruling_all_3_in_every_state_of_a_small_game(name: str) -> None:
    for state in reachable(first_state(name)):
        check_forced(state)


def check_forced(state: State) -> None:
    moves = state.moves()
    forced = state.forced()
    if PASS in moves:
        assert moves == (PASS,), "a pass is never a choice"
    if len(moves) == 1 and isinstance(moves[0], str):
        assert forced == moves[0]
        assert forced in FORCED or state.name not in ROTAS[1]
    else:
        assert forced is None


@every_variant
def test_odds_are_exact_and_sum_to_one(name: str) -> None:
    for state in {state for seed in range(9) for state in walk(first_state(name), Random(seed), 60)}:
        odds, chances = state.odds(), state.chances()
        weights = Counter(chances)
        assert all(type(odd) is Fraction and odd > 0 for odd in odds.values())
        assert sum(odds.values()) == (1 if chances else 0)
        assert {outcome: odd * len(chances) for outcome, odd in odds.items()} == weights
        assert list(odds) == list(weights)


@every_variant
@some_walks
def test_an_attempt_is_never_a_legal_move_nor_a_word(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 20):
        for move in ["", "pass", "keep", "tens 7", *options(state)[:5]]:
            assert not state.is_attempt(move) or (isinstance(move, int) and state.may_attempt)


# Text ------------------------------------------------------------------------------------------


def check_text(state: State) -> None:
    for move in options(state)[-200:]:
        assert parse(state, str(move)) == move
    text = position(state)
    again = read_position(text)
    assert again == state
    assert type(again) is type(state)
    assert again.rules is state.rules
    assert position(again) == text
    assert list(map(type, fields(again))) == list(map(type, fields(state)))
    assert text.isascii()


@every_variant
@some_walks
def test_moves_and_positions_along_a_walk_are_read_back(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 40):
        check_text(state)


@pytest.mark.parametrize("name", SMALL)
def test_every_state_of_a_small_game_is_read_back(name: str) -> None:
    states = reachable(first_state(name))
    for state in states:
        check_text(state)
    assert len(set(map(position, states))) == len(states), "two states share a text"


@every_variant
@some_walks
def test_the_words_of_a_position_may_stand_in_any_order(name: str, random: Random) -> None:
    *_, state = walk(first_state(name), random, 25)
    first, *words = position(state).split()
    random.shuffle(words)
    assert read_position(" ".join([first, *words])) == state
    assert set_up(type(state), words) == state


@every_variant
def test_the_numbers_of_a_variant_stand_in_its_positions(name: str) -> None:
    state = first_state(name)
    changed = state.rules.changed()
    assert position(state).startswith(" ".join([state.name, *(f"{k}={v}" for k, v in changed.items())]))
    assert read_rules(type(state), {key: str(n) for key, n in changed.items()}) is state.rules


@every_variant
@some_walks
def test_the_form_asked_for_completes_a_sentence(name: str, random: Random) -> None:
    for state in walk(first_state(name), random, 20):
        assert is_sentence(f"Please type {form(state)}.")


# Rules -----------------------------------------------------------------------------------------


@every_game
def test_ruling_all_5_every_number_keeps_its_range(game: type[State]) -> None:
    class Bare(game.Rules):  # type: ignore[misc,name-defined]
        """The same numbers without tables, which take long to make for the largest."""

        def prepare(self) -> None: ...

    for name, (standard, least, most, most_to_play) in game.Rules.numbers.items():
        assert least <= standard <= most
        for good in (least, most):
            rules = Bare(**{name: good})
            assert rules.values()[name] == good
            too_large = most_to_play is not None and good > most_to_play
            assert bool(rules.too_large_to_play()) == too_large
        for bad in (least - 1, most + 1, *({-1, 0} - {least}), 10**30, True, 5.0, "5", ""):
            with pytest.raises(RulesError) as caught:
                Bare(**{name: bad})
            assert str(caught.value) == f"{name} must be a whole number from {least} to {most}."


@every_game
def test_a_rule_that_does_not_exist_is_refused_with_those_that_do(game: type[State]) -> None:
    with pytest.raises(RulesError) as caught:
        game.Rules(colour=1)
    assert str(caught.value) == f"There is no rule colour. The rules are: {', '.join(game.Rules.numbers)}."


@every_variant
def test_rules_of_one_value_are_one_object(name: str) -> None:
    rules = first_state(name).rules
    assert type(rules)(**rules.values()) is rules
    assert type(rules)(**rules.changed()) is rules
    assert copy.copy(rules) is rules
    assert copy.deepcopy(rules) is rules
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) is rules


@every_variant
def test_rules_are_shown_by_what_they_change(name: str) -> None:
    rules = first_state(name).rules
    changed = ", ".join(name.partition(" ")[2].split())
    assert repr(rules) == f"{type(rules).__name__}({changed})"


@every_game
def test_rules_do_not_change(game: type[State]) -> None:
    rules = game.Rules()
    for name, value in rules.values().items():
        with pytest.raises(AttributeError, match=f"rules cannot change: {name}"):
            setattr(rules, name, value + 1)
        assert rules.values()[name] == value
        with pytest.raises(AttributeError, match=f"rules cannot change: {name}"):
            delattr(rules, name)
    with pytest.raises(AttributeError, match="rules cannot change: another"):
        rules.another = 1


@every_game
def test_the_numbers_of_the_book_are_the_standard(game: type[State]) -> None:
    rules = game.Rules()
    assert rules is game.Rules(**{name: number.standard for name, number in rules.numbers.items()})
    assert rules.changed() == {}
    assert rules.too_large_to_play() is None
    assert game.start().too_large_to_play() is None
    assert isinstance(rules, Rules)


# What a game lacks -----------------------------------------------------------------------------


@every_game
def test_a_game_is_listed_by_its_name(game: type[State]) -> None:
    assert GAMES[game.name] is game
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.name)
    assert game.title == game.name.replace("-", " ").title()


@every_game
def test_a_game_can_be_written(game: type[State]) -> None:
    keys = form_of(game).keys
    assert "turn" in keys
    assert not set(keys) & set(game.Rules.numbers), "a rule and a field of the position share a key"
    assert set(form_of(game).write(game.start())) <= set(keys)
    assert form(game.start())


@every_game
def test_a_game_is_tried_in_variants(game: type[State]) -> None:
    variants = VARIANTS.get(game.name, [])
    assert "" in variants, f"{game.name} is missing in tests/support/variants.py"
    assert len(variants) >= 3, f"{game.name} has too few variants in tests/support/variants.py"
    assert any(small.startswith(game.name) for small in SMALL), f"{game.name} has no small variant"


@every_game
def test_every_ruling_stands_in_the_docstring_of_its_game(game: type[State]) -> None:
    text = inspect.getdoc(sys.modules[game.__module__]) or ""
    assert text.startswith(f"{game.title}: ")
    found = list_rulings(game)
    assert found, (
        f"the docstring of {game.name}'s rules.py lists no ruling, as in '- C1  Both players start …'"
    )
    assert found == [f"{found[0][0]}{number}" for number in range(1, len(found) + 1)]


def list_rulings(game: type[State]) -> list[str]:
    """The rulings in the docstring of the game's rules, as in "C1"."""
    text = inspect.getdoc(sys.modules[game.__module__]) or ""
    return re.findall(r"^- ([A-Z]\d+)  ", text, re.MULTILINE)


@every_game
def test_every_ruling_has_a_test_named_after_it(game: type[State]) -> None:
    file = Path(__file__).parent / game.name.replace("-", "_") / "test_rules.py"
    short = "|".join(words := game.name.split("-"))
    advice = f"write in {file} a test such as test_ruling_{words[-1]}_1_… for each ruling"
    assert file.exists(), advice
    found = set(re.findall(rf"def test_ruling_(?:{short})_(\d+)_", file.read_text(encoding="utf-8")))
    assert found == {ruling[1:] for ruling in list_rulings(game)}, advice


@every_game
def test_a_game_and_its_rules_have_docstrings_of_their_own(game: type[State]) -> None:
    for cls in (game, game.Rules):
        assert cls.__doc__, f"{cls.__name__} has no docstring"
        assert cls.__doc__ not in (State.__doc__, Rules.__doc__)


@every_game
def test_a_game_knows_every_move_and_outcome_there_is(game: type[State]) -> None:
    for seed in range(3):
        for state in walk(game.start(), Random(seed), 60):
            assert set(state.moves()) <= set(state.rules.actions)
            assert set(state.chances()) <= set(state.rules.outcomes)
    assert PASS not in game.Rules().actions[:-1], "a pass comes last"


def test_games_are_found_by_name() -> None:
    assert [game(name) for name in GAMES] == list(GAMES.values())
    assert set(ROTAS[1]) <= set(GAMES.ours)


@every_game
def test_ruling_all_1_player_1_moves_first_whoever_sits_there(game: type[State]) -> None:
    state = first_decision(game.start())
    assert state.turn == 1
    assert state.moves()


@every_game
def test_ruling_all_2_an_illegal_move_changes_nothing_and_lists_no_good_moves(game: type[State]) -> None:
    state = first_decision(game.start())
    wrong: Move = "no such move"
    sentence = refused(state, wrong)
    shown = {*re.findall(r"\d+", sentence)}
    primes = {str(move) for move in state.moves() if state.name == "number-morph"}
    assert not shown & primes

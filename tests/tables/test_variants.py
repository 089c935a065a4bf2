"""House variants, who is favoured, and the levels."""

from __future__ import annotations

import pytest

from primeparlor.core import PLAYERS
from primeparlor.games import GAMES, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.players import LEVELS
from primeparlor.tables.setup import set_up
from primeparlor.tables.variants import (
    build_levels,
    find_favoured,
    find_winning_side,
    is_beatable,
    list_variants,
    work_out_favoured,
)
from support.example_games import TwentyOne
from support.games import at


def test_lively_variants_come_first_where_one_side_can_always_win_the_usual_game() -> None:
    for name, offered in {
        "nonprime-addition": ["The usual game"],
        "number-morph": ["Two digits", "Four digits", "The usual game"],
        "prime-climb": ["35 steps, 1 to 4", "100 steps, 1 to 5", "The usual game"],
        "pocket-addition": ["Exactly 21", "The usual game"],
        "prime-duel": ["The usual game"],
    }.items():
        assert [variant.name for variant in list_variants(GAMES[name])] == offered
    lively, usual = list_variants(PocketAddition)
    assert (lively.words, lively.line) == ("target=21", "A longer race with the same nine numbers.")
    assert (usual.words, usual.line) == ("", "As in the rule book.")
    assert not usual.start.rules.changed()


def test_the_usual_game_comes_first_where_it_is_open() -> None:
    class Open(PrimeDuel):
        house_variants = {"target=30": "longer"}

    assert [variant.words for variant in list_variants(Open)] == ["", "target=30"]


def test_variants_of_a_package_that_make_no_sense_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(TwentyOne):
        house_variants = {"target=0": "over at once"}

    told = list[str]()
    monkeypatch.setattr(GAMES, "warn", told.append)
    assert [variant.words for variant in list_variants(Wrong)] == [""]
    [sentence] = told
    assert sentence.startswith("The variants of Twenty-One are left out: target ")


def test_who_is_favoured_in_a_variant_is_found_in_any_order_of_its_words() -> None:
    class Favoured(TwentyOne):
        favoured = {"": "Player 1.", "largest=2 target=9": "Player 2."}

    changed = Favoured.start(TwentyOne.Rules(target=9, largest=2))
    assert find_favoured(changed) == "Player 2."
    assert find_favoured(Favoured.start()) == "Player 1."
    assert find_favoured(Favoured.start(TwentyOne.Rules(target=9))) is None


def test_who_wins_a_variant_is_found_like_who_is_favoured() -> None:
    assert find_winning_side(PocketAddition.start()) == 1
    assert find_winning_side(PocketAddition.start(PocketAddition.Rules(target=21))) == 1
    assert find_winning_side(PocketAddition.start(PocketAddition.Rules(target=22))) is None
    assert find_winning_side(PrimeDuel.start()) is None


def test_the_levels_tell_what_they_give_away_where_that_was_measured() -> None:
    known = build_levels(PrimeDuel.start())
    assert tuple(known.described) == LEVELS
    assert known.in_brackets.startswith("The percentage says how much winning chance")
    assert known.described["beginner"].endswith(" (2.4 %)")
    assert known.sentences["beginner"] == (
        "Keeps every card that fits. "
        "Where a choice matters, it gives away 2.4 % of the winning chance on average."
    )
    assert known.sentences["perfect"] == f"{known.described['perfect'].capitalize()}."
    assert known.described["perfect"].startswith("almost perfect")
    unmeasured = build_levels(PrimeDuel.start(PrimeDuel.Rules(target=31)))
    assert unmeasured.in_brackets == ""
    assert not any("%" in words for words in unmeasured.described.values())
    assert build_levels(TwentyOne.start()).in_brackets == ""


def test_under_other_rules_nothing_is_said_that_was_measured_in_the_standard_game() -> None:
    standard, other = (build_levels(PrimeClimb.start(), variant) for variant in (False, True))
    assert "%" in standard.sentences["club"]
    assert not any("%" in sentence for sentence in other.sentences.values())
    assert other == build_levels(at(PrimeClimb, "top=35"))


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("prime-climb", "top=30 largest=3", "Player 1 wins with perfect play."),
        ("pocket-addition", "largest=1 target=9", "Player 1 wins with perfect play."),
        ("nonprime-addition", "start=50", "Nobody can force a win: perfect play may never end."),
        ("number-morph", "digits=4", "Player 2 wins 99.9 % of games if both play perfectly."),
    ],
)
def test_who_is_favoured_is_worked_out_where_nobody_has_said_it(game: str, words: str, said: str) -> None:
    assert work_out_favoured(set_up(GAMES[game], words.split())) == said


def test_perfect_play_is_beaten_only_from_the_winning_side_or_by_chance() -> None:
    climb, nonprime = PrimeClimb.start(), GAMES["nonprime-addition"].start()
    assert [is_beatable(climb, side, "perfect") for side in PLAYERS] == [True, False]
    assert [is_beatable(climb, side, "expert") for side in PLAYERS] == [True, True]
    assert not is_beatable(nonprime, 1, "perfect")
    assert is_beatable(PrimeDuel.start(), 2, "perfect")

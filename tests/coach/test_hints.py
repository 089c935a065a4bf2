"""The hint ladder: five steps, each saying a little more. Each game's own tests check that they are true."""

from __future__ import annotations

import re

import pytest

from primeparlor.coach.hints import count_steps, format_hint
from primeparlor.coach.reasons import explain_position
from primeparlor.games import PocketAddition, PrimeDuel
from primeparlor.match import Match, Settings
from primeparlor.notation import read_position
from primeparlor.players import play_match
from primeparlor.players.perfect import PerfectPlayer
from primeparlor.solve import analyse
from support.coach.reasons import ladder
from support.games import at
from support.players import shown
from support.small_games import WON_1, web


def test_the_ladder_of_a_lost_position() -> None:
    assert ladder("pocket-addition one=6 turn=2")[:3] == [
        "You are losing against perfect play. Make it as hard as you can.",
        "All 8 moves lose against perfect play.",
        "Choose the move that leaves your opponent the fewest right answers, and if possible no win at once.",
    ]


def test_the_last_hint_of_a_lost_position_says_why_a_losing_move_is_advised() -> None:
    told = ladder("pocket-addition one=6 turn=2")
    hope = "every move loses against perfect play, so hope for a mistake."
    assert told[4].startswith(f"{told[3].rstrip('.')}: {hope} The 9 blocks 6 + 9 = 15, but ")


LOST = ["pocket-addition one=6 turn=2", "pocket-addition one=2,5 two=1,8"]
LOST += ["prime-climb top=35 largest=4 steps=19,28", "number-morph number=211"]


@pytest.mark.parametrize("text", [*LOST, "nonprime-addition total=90"])
def test_the_move_told_is_the_one_that_perfect_plays(text: str) -> None:
    state = read_position(text)
    played = PerfectPlayer().choose(shown(state)).move
    assert re.fullmatch(rf"(Add|Climb|Make|Take) {played}\.", ladder(text)[3])
    assert f" {played}: " in ladder(text)[4]


def test_a_hint_says_that_a_choice_is_too_close_to_call() -> None:
    state = at(PrimeDuel, "scores=17,0 deck=4,4,4,4,4,4,3,4,3,3 card=10")
    found = analyse(state)
    close = found._replace(
        moves=tuple(row._replace(value=0.5 + 0.002 * (row.move == "keep")) for row in found.moves)
    )
    assert format_hint(state, close, 2) == (
        "One choice wins about 50.2 % of the time, the other about 50.0 %: too close to call."
    )
    assert explain_position(state, close) == (
        "Keeping wins about 50.2 % of the time, discarding about 50.0 %: too close to call."
    )


CIRCLE = web((1, (1, 2)), (2, (0,)), (0, (3, 0)), WON_1)  # wait and come back, or toss until it is won


def test_a_won_game_that_can_go_round_is_won() -> None:
    """Both moves have the best value, but only tossing makes progress."""
    analysis = analyse(CIRCLE)
    assert analysis.verdict == "win"
    assert all(choice.best for choice in analysis.moves)
    assert format_hint(CIRCLE, analysis, 4) == "Play b2."
    match = Match(CIRCLE, ("perfect", "perfect"), Settings(limit=50), seed=1)
    outcome = play_match(match, [PerfectPlayer(), PerfectPlayer()])
    assert outcome is not None
    assert outcome.winner == 1


def test_a_forced_move_and_a_draw_need_no_ladder() -> None:
    state = at(PocketAddition, "one=1,2,3,8 two=9 turn=1")
    analysis = analyse(state)
    assert count_steps(analysis) == 1
    assert (
        format_hint(state, analysis, 1)
        == f"You have to pass, so this is the only hint. {explain_position(state, analysis)}"
    )
    state = at(PocketAddition, "one=6,8 two=2,3,9")
    assert format_hint(state, analyse(state), 1).startswith(
        "The only legal move is 1, so this is the only hint. "
    )
    draw = at(PrimeDuel, "target=7 largest=3 copies=2")
    assert {format_hint(draw, analyse(draw), step) for step in range(1, 6)} == {
        explain_position(draw, analyse(draw))
    }


LAST = [
    "pocket-addition one=6 two=5 turn=2",
    "pocket-addition one=6",
    "prime-climb",
    "prime-climb top=35 largest=4 steps=3,8 turn=1",
    "nonprime-addition total=26",
    "number-morph number=211",
    "number-morph number=307 used=211,271,307",
    "prime-duel scores=41,30 card=3 deck=1,0,1,0,1,0,1,0,0,0",
]


@pytest.mark.parametrize("position", LAST)
def test_the_last_hint_is_made_of_sentences_and_tells_no_line_twice(position: str) -> None:
    state = read_position(position)
    analysis = analyse(state)
    told = format_hint(state, analysis, 5)
    assert not re.search(r"(^|[.] )\w+: [A-Z]", told), told  # no move as a label before a sentence
    assert told.endswith(".")
    clauses = re.split(r"[,;:.] ", told.lower())
    lines = [clause for clause in clauses if "opponent" in clause]
    assert len(set(lines)) == len(lines), told
    if analysis.verdict == "loss":
        assert told.startswith(f"{format_hint(state, analysis, 4).rstrip('.')}: ")

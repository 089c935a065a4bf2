"""Who is favoured, as each game says, checked with the solvers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from primeparlor import solve
from primeparlor.games import GAMES, ROTAS
from primeparlor.notation import set_up

RESULTS = Path(__file__).parents[2] / "bench" / "results"
SAID = [(name, words) for name in GAMES.ours for words in GAMES[name].favoured]


@pytest.mark.parametrize(("name", "words"), [(name, words) for name, words in SAID if name != "prime-duel"])
def test_who_is_favoured(name: str, words: str) -> None:
    game = GAMES[name]
    said, start = game.favoured[words], set_up(game, words.split())
    answer, side = solve.analyse(start), game.winning_side.get(words)
    if name not in ROTAS[1] and answer.verdict == "chance":
        assert answer.value is not None
        assert side is None, f"leave {words!r} out of winning_side: nobody wins {name} for certain"
        ahead = 1 if answer.value > 0.5 else 2
        told = f"favoured of {name}, {words!r}: Player {ahead}, as parlor check-game {name} tells"
        assert answer.value == 0.5 or said.startswith(f"Player {ahead} "), told
        return
    assert said.startswith(f"Player {side} " if side else "Nobody is favoured: ")
    if answer.verdict == "endless":
        assert side is None
    elif name not in ROTAS[1]:  # in words that are not known here
        assert (answer.verdict == "win") == (side == start.turn)
    elif answer.chances:
        won = [chance for chance in answer.chances if chance.value == 1]
        assert said == f"Player 2 wins from every first number{' but one' * bool(won)}."
        assert len(won) <= 1
        assert side == 2
    else:
        assert (answer.verdict, side) == ("win", 1)
        winning = sum(choice.verdict == "win" for choice in answer.moves)
        if moves := re.search(r"it takes (\d+) moves", said):
            assert answer.plies == int(moves[1])
        elif openings := re.search(r"wins with (\w+) of the nine", said):
            assert (openings[1], len(answer.moves)) == ({1: "one", 3: "three"}[winning], 9)
        else:
            assert set(map(type, answer.line)) == {int}
            assert answer.plies == len(answer.line) == 3  # and no move of Player 2's between
            assert start.after(answer.line[0]).after(answer.line[1]).turn == 1


def test_player_1_is_favoured_in_prime_duel_as_the_sweep_of_the_whole_game_found() -> None:
    swept = (RESULTS / "duel_sweep_32.txt").read_text(encoding="utf-8")
    share = re.search(r"Player 1 wins +(0\.\d+)", swept)
    assert share
    assert f"{100 * float(share[1]):.1f} %" in GAMES["prime-duel"].favoured[""]
    assert GAMES["prime-duel"].winning_side == {}  # chance decides


def test_every_house_variant_says_who_is_favoured_in_it() -> None:
    for name in GAMES.ours:
        missing = {"", *GAMES[name].house_variants} ^ set(GAMES[name].favoured)
        assert not missing, f"favoured of {name} lacks {missing}: parlor check-game {name} tells who wins"
        assert set(GAMES[name].winning_side) <= set(GAMES[name].favoured)

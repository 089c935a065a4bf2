"""What stands above a puzzle: the same words on every face."""

from __future__ import annotations

from primeparlor import notation
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.puzzles.header import build_header
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.games import PocketAddition, PrimeClimb
from support.coach.puzzles import rated


def test_the_variant_and_the_stars_are_told_in_words_too() -> None:
    state = notation.set_up(PrimeClimb, ["top=35", "largest=4"])
    heading = build_header(rated(Puzzle(state, Asked("", (1,))), 1000))
    assert heading == ("Prime Climb", "35 steps, 1 to 4", "★★☆☆☆", "2 of 5 stars")
    assert heading.sentence == "Prime Climb (35 steps, 1 to 4), 2 of 5 stars."


def test_the_book_s_game_is_called_the_usual_game() -> None:
    heading = build_header(rated(Puzzle(PocketAddition.start(), Asked("", (1,))), 1700))
    assert heading.sentence == "Pocket Addition (usual game), 5 of 5 stars."

"""Golden counts of positions and of move sequences, and every game compared with its book.

A sequence counts each different outcome of fate once, however many cards of a value there are.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from primeparlor.core import PLAYERS, Ending, State
from primeparlor.games import GAMES, PocketAddition, PrimeClimb
from support.games import levels, options, reachable
from support.rule_books import BOOKS, Book
from support.variants import first_state

# Every state that can be reached from the start, and how many of those are finished.
POSITIONS = {
    "prime-climb": (426, 23),
    "prime-climb largest=1": (38, 1),
    "prime-climb top=2 largest=1": (4, 1),
    "prime-climb top=7 largest=2": (39, 7),
    "prime-climb top=100 largest=5": (13217, 133),
    "pocket-addition": (2541, 483),
    "pocket-addition target=1 largest=1": (2, 1),
    "pocket-addition target=4 largest=3": (16, 4),
    "pocket-addition target=10 largest=4": (35, 6),
    "pocket-addition target=20 largest=6": (267, 20),
    "prime-duel target=5 largest=2 copies=1": (180, 13),
    "prime-duel target=7 largest=3 copies=1": (1142, 57),
    "prime-duel target=7 largest=3 copies=2": (4183, 203),
    "nonprime-addition smallest=1 largest=2": (3, 2),
}

# Sequences of moves by depth.
SEQUENCES = {
    "nonprime-addition": [1, 8, 40, 208, 1144, 6784, 41208, 245248, 1424808],
    "nonprime-addition smallest=1 largest=2": [1, 2, 0],
    "nonprime-addition start=7 smallest=3 largest=5": [1, 3, 6, 12, 21, 45, 105, 207, 486],
    "number-morph": [1, 143, 1034, 6812, 43412],
    "number-morph digits=2": [1, 21, 124, 628, 2876, 12386],
    "number-morph digits=4": [1, 1061, 8214],
    "prime-climb": [1, 9, 76, 644, 5161, 37210, 227671],
    "prime-climb top=7 largest=2": [1, 2, 3, 6, 11, 16, 23, 31, 30],
    "prime-climb top=100 largest=5": [1, 5, 23, 110, 514, 2390, 11140],
    "pocket-addition": [1, 9, 72, 476, 2520, 6988, 10924, 9132, 8116, 2568, 924, 0],
    "pocket-addition target=4 largest=3": [1, 3, 6, 6, 2, 0],
    "pocket-addition target=10 largest=4": [1, 4, 12, 24, 24, 0],
    "pocket-addition target=20 largest=6": [1, 6, 30, 120, 360, 720, 720, 0],
    "prime-duel": [1, 10, 20, 200, 1200, 4000, 32000],
    "prime-duel target=5 largest=2 copies=1": [1, 2, 4, 4, 8, 16, 20, 31, 56],
    "prime-duel target=7 largest=3 copies=1": [1, 3, 6, 12, 18, 24, 66, 140, 264],
    "prime-duel target=10 largest=4 copies=2": [1, 4, 8, 32, 92, 240, 731, 1812, 4543],
}

# How many moves deep each game is compared with its book; None: to the end.
BESIDE = {
    "nonprime-addition": 40,
    "nonprime-addition start=7 smallest=3 largest=5": 40,
    "nonprime-addition smallest=1 largest=2": None,
    "number-morph": 2,
    "number-morph digits=2": 4,
    "prime-climb": None,
    "prime-climb largest=1": None,
    "prime-climb top=2 largest=1": None,
    "prime-climb top=7 largest=2": None,
    "prime-climb top=13 largest=4": None,
    "pocket-addition": None,
    "pocket-addition target=1 largest=1": None,
    "pocket-addition target=4 largest=3": None,
    "pocket-addition target=10 largest=4": None,
    "pocket-addition target=20 largest=6": None,
    "prime-duel": 4,
    "prime-duel target=2 largest=2 copies=1": None,
    "prime-duel target=5 largest=2 copies=1": None,
    "prime-duel target=7 largest=3 copies=1": None,
    "prime-duel target=7 largest=3 copies=2": None,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_that_can_be_reached(name: str) -> None:
    states = reachable(first_state(name))
    assert (len(states), sum(state.ending() is not None for state in states)) == POSITIONS[name]


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences_of_moves_by_depth(name: str) -> None:
    counts = SEQUENCES[name]
    state = first_state(name)
    assert [sum(level.values()) for level in levels(state, len(counts) - 1)] == counts


@pytest.mark.parametrize("name", GAMES)
def test_every_standard_game_is_counted_and_read_beside_its_book(name: str) -> None:
    if name not in SEQUENCES:
        counts = [sum(level.values()) for level in levels(first_state(name), 4)]
        pytest.fail(f"{name} has no golden counts: if you found {counts} by hand too, add them to SEQUENCES")
    assert name in BOOKS, f"{name} has no literal reading of its book in tests/support/rule_books.py"
    assert name in BESIDE, f"{name} is not read beside its book"


def compare(state: State, book: Book, page: object) -> None:
    """Check that the game and the book say the same of one position."""
    ending, winner = state.ending(), book.winner(page)
    assert (ending and ending.winner) == (None if winner is None else winner + 1)
    if ending is None:
        assert state.turn == page.player + 1  # type: ignore[attr-defined]  # every page has a player
    assert Counter(map(str, state.chances())) == book.weights(page)
    assert sorted(map(str, options(state))) == sorted(book.options(page))


@pytest.mark.parametrize("name", BESIDE)
def test_the_game_agrees_with_its_book(name: str) -> None:
    state, depth = first_state(name), BESIDE[name]
    book = BOOKS[state.name](**state.rules.values())
    level = {(state, book.start())}
    seen = set(level)
    while level and (depth is None or depth >= 0):
        below = set()
        for here, page in level:
            compare(here, book, page)
            pages = book.options(page)
            below |= {(here.after(move), pages[str(move)]) for move in options(here)}
        level = below - seen
        seen |= level
        depth = None if depth is None else depth - 1
    assert len({state for state, _ in seen}) == len(seen), "one state stands for two positions of the book"


def test_in_prime_climb_the_mover_wins_within_the_turn_from_every_position() -> None:
    @cache
    def ways(state: PrimeClimb) -> int:
        """In how many ways the player to move can reach the top without giving up the turn."""
        after = [state.after(move) for move in state.moves()]
        return sum(one.ending() is not None or (one.turn == state.turn and ways(one)) for one in after)

    start = PrimeClimb.start()
    assert ways(start) == 168
    assert all(ways(state) for state in reachable(start) if not state.ending())


def test_the_shortest_climb_takes_three_moves() -> None:
    finished = [any(state.ending() for state in level) for level in levels(PrimeClimb.start(), 3)]
    assert finished == [False, False, False, True]


def test_pocket_addition_is_won_by_opening_with_6_7_or_8() -> None:
    @cache
    def wins(state: PocketAddition) -> bool:
        """Whether the player to move wins against any defence."""
        if ending := state.ending():
            return ending.winner == state.turn
        return not all(wins(state.after(move)) for move in state.moves())

    start = PocketAddition.start()
    assert [move for move in start.moves() if not wins(start.after(move))] == [6, 7, 8]


def test_endings_of_pocket_addition_in_the_standard_game() -> None:
    reasons = ("reached 15", "higher total", "last to take")
    endings = {state.ending() for state in reachable(PocketAddition.start())}
    assert endings == {None} | {Ending(winner, reason, winner) for winner in PLAYERS for reason in reasons}


def test_the_primes_of_number_morph_have_517_links() -> None:
    start, first, second = levels(GAMES["number-morph"].start(), 2)
    assert (len(start), len(first), sum(second.values())) == (1, 143, 2 * 517)

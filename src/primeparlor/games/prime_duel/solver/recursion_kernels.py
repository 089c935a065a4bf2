"""The compiled inner loops of `compiled_recursion`. Imported only for an exact answer: compiling needs Numba.

A layer holds four values for each deck and pair of scores: of the player to move in the position and of the
other player, each with the first card due and with the second. The values of a deck begin at its place, row
by row: row i and column j stand for scores that are i and j higher than in the position. What is read for a
card begins in `below` where the deck without that card has the same row.

Untyped to mypy: Numba ships no annotations.
"""
# mypy: disable-error-code="attr-defined,no-untyped-def,untyped-decorator,no-any-return,no-untyped-call"

from numba import njit

MOVER, MOVER_SECOND, OTHER, OTHER_SECOND = range(4)


@njit(cache=True, nogil=True)
def _draw_own(here, at, below, there, kept, columns, share, kind):
    """Add a card drawn by the player to move in the position to a row; `kind` says where keeping it leads."""
    for j in range(columns):
        rejected = below[MOVER_SECOND, there + j]
        if kind == 0:  # too large
            here[MOVER, at + j] += share * rejected
            here[MOVER_SECOND, at + j] -= share * below[OTHER, there + j]
        else:
            drawn = 0.5 if kind == 1 else below[MOVER, kept + j] if kind == 2 else -below[OTHER, kept + j]
            here[MOVER, at + j] += share * max(drawn, rejected)
            here[MOVER_SECOND, at + j] += share * drawn


@njit(cache=True, nogil=True)
def _draw_other(here, at, below, there, card, columns, share, goes_on):
    """Add a card drawn by the other player to a row."""
    to_target = goes_on.size
    for j in range(columns):
        rejected = below[OTHER_SECOND, there + j]
        if j + card > to_target:  # too large
            here[OTHER, at + j] += share * rejected
            here[OTHER_SECOND, at + j] -= share * below[MOVER, there + j]
        else:
            drawn = 0.5
            if j + card < to_target:
                kept = there + j + card
                drawn = below[OTHER, kept] if goes_on[j + card] else -below[MOVER, kept]
            here[OTHER, at + j] += share * max(drawn, rejected)
            here[OTHER_SECOND, at + j] += share * drawn


@njit(cache=True, nogil=True)
def draw_layer(decks, counts, size, strides, rank, gone, below, places_below, here, places, goes_on):
    """Fill in the decks of this size from those with one card fewer.

    `gone` is how much both scores together can be higher when this deck is left.
    """
    mine, theirs = goes_on
    for number in range(decks.size):
        rows, columns = min(gone[number] + 1, mine.size), min(gone[number] + 1, theirs.size)
        for card in range(1, counts.shape[1] + 1):
            if counts[number, card - 1] == 0:
                continue
            share = counts[number, card - 1] / size
            wide = min(gone[number] + card + 1, theirs.size)
            start = places_below[rank[decks[number] - strides[card - 1]]]
            for i in range(rows):
                at, there = places[number] + i * columns, start + i * wide
                filled = min(columns, gone[number] - i + 1)
                score = i + card
                kind = 0 if score > mine.size else 1 if score == mine.size else 2 if mine[score] else 3
                _draw_own(here, at, below, there, there + card * wide, filled, share, kind)
                _draw_other(here, at, below, there, card, filled, share, theirs)

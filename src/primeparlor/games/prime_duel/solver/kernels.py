"""The compiled inner loops of the Prime Duel sweep. Imported only by a sweep: compiling needs Numba.

Decks are numbers in base copies + 1, the count of card 1 the lowest digit, so that removing a card is
a subtraction. They are worked through in *blocks* of all combinations of the low digits; a block reads
only blocks with fewer high cards, so the blocks of one *level* (number of high cards) run in parallel.
Values are whole multiples of a unit, centred at one half: `half` stands for a certain win, and the
other player's value is the negative. Rows begin with a margin of zeros, so that a low card that is
not in the deck reads some number, times zero.

Compiling takes seconds, most of them for each function that runs in parallel and for whole slices of
arrays. So there is one such function, and what is done once for a pair of scores stays in Python.

Untyped to mypy: Numba ships no annotations.
"""
# mypy: disable-error-code="attr-defined,no-untyped-def,untyped-decorator,no-any-return,no-untyped-call"

import numpy as np
from numba import config, njit, prange, set_num_threads


def use_threads(blocks):
    """One thread for a single block: others would only wait for it, at the cost of a busy machine."""
    set_num_threads(min(blocks, config.NUMBA_NUM_THREADS))


@njit(cache=True)
def _gather(total, weights, values, sign):
    for j in range(total.size):
        total[j] += weights[j] * (sign * values[j])


@njit(cache=True)
def _gather_better(total, weights, values, sign, rejected):
    for j in range(total.size):
        total[j] += weights[j] * max(sign * values[j], rejected[j])


@njit(cache=True)
def _weights(card, block, decks):
    """How often the card is in each deck of the block."""
    low_counts, high_counts, constants = decks[1], decks[3], decks[5]
    low = low_counts.shape[0]
    return low_counts[card] if card < low else constants[high_counts[block, card - low]]


@njit(cache=True)
def _settle_block(pool, row, rejected, half, links, decks, block, total):
    """The second draw, then the first, for every deck of a block."""
    slots, signs, fits = links
    strides, _, low_totals, _, high_totals, _, shares, margin = decks
    size = low_totals.size
    begin = margin + block * size
    share = shares[high_totals[block] : high_totals[block] + low_totals[-1] + 1]
    total[:] = 0.0
    for card in range(slots.size):
        weights = _weights(card, block, decks)
        if weights[-1] > 0:
            if slots[card] < 0:
                for j in range(size):
                    total[j] += weights[j] * half
            else:
                there = begin - strides[card]
                _gather(total, weights, pool[slots[card], there : there + size], signs[card])
    for j in range(size):
        rejected[begin + j] = total[j] * share[low_totals[j]]
    total[:] = 0.0
    for card in range(slots.size):
        weights = _weights(card, block, decks)
        if weights[-1] > 0:
            there = begin - strides[card]
            second = rejected[there : there + size]
            if slots[card] < 0:
                for j in range(size):
                    total[j] += weights[j] * half
            elif fits[card]:
                _gather_better(total, weights, pool[slots[card], there : there + size], signs[card], second)
            else:
                _gather(total, weights, second, 1.0)
    for j in range(size):
        pool[row, begin + j] = np.rint(total[j] * share[low_totals[j]])


@njit(cache=True)
def _settle_deck(pool, row, rejected, half, links, strides, counts, share, at):
    """The second draw, then the first, for one deck."""
    slots, signs, fits = links
    second, first = 0.0, 0.0
    for card in range(slots.size):
        if counts[card] == 0:
            continue
        there = at - strides[card]
        if slots[card] < 0:
            second += counts[card] * half
            first += counts[card] * half
            continue
        value = signs[card] * pool[slots[card], there]
        second += counts[card] * value
        if fits[card]:
            first += counts[card] * max(value, rejected[there])
        else:
            first += counts[card] * rejected[there]
    rejected[at] = second * share
    pool[row, at] = np.rint(first * share)


@njit(cache=True)
def _settle_block_of_two(pool, rows, rejected, half, links, swapped, decks, block, counts):
    strides, low_counts, low_totals, high_counts, high_totals, _, shares, margin = decks
    low, size = low_counts.shape[0], low_totals.size
    for card in range(low, counts.size):
        counts[card] = high_counts[block, card - low]
    for j in range(size):
        total = high_totals[block] + low_totals[j]
        if total == 0:  # the empty deck holds the guess of the full one
            continue
        for card in range(low):
            counts[card] = low_counts[card, j]
        at = margin + block * size + j
        _settle_deck(pool, rows[0], rejected[0], half, links, strides, counts, shares[total], at)
        if rows[0] != rows[1]:
            _settle_deck(pool, rows[1], rejected[1], half, swapped, strides, counts, shares[total], at)


@njit(parallel=True, cache=True)
def _pass_over(pool, rows, rejected, half, links, swapped, decks, order, levels, cyclic):
    """Settle every block: of a pair and its swap, if they are cyclic, or of one pair."""
    for level in range(levels.size - 1):
        for i in prange(levels[level], levels[level + 1]):
            if cyclic:
                counts = np.empty(decks[0].size)
                _settle_block_of_two(pool, rows, rejected, half, links, swapped, decks, order[i], counts)
            else:
                total = np.empty(decks[2].size)
                _settle_block(pool, rows[0], rejected[0], half, links, decks, order[i], total)


def settle(pool, rows, rejected, half, links, decks, order, levels, closing):
    """Settle one pair whose links are settled: two draws, then the decks that meet a reshuffle.

    `closing` holds the full deck's values, first and second draw, where they are known already; NaN
    where the largest deck swept is the full one.
    """
    _pass_over(pool, rows, rejected, half, links, links, decks, order, levels, False)
    first, second = pool[rows[0]], rejected[0]
    strides, margin = decks[0], decks[7]
    known = not np.isnan(closing[0])
    second[margin] = closing[1] if known else second[-1]
    for card, (slot, sign, fits) in enumerate(zip(*links, strict=True)):
        if _weights(card, order[-1], decks)[-1] == 0:
            continue
        value = second[margin]  # a single card: rejected, the second comes from the full deck
        if slot < 0:
            value = half
        elif fits:
            value = max(sign * pool[slot, margin], value)
        first[margin + strides[card]] = np.rint(value)
    first[margin] = np.rint(closing[0]) if known else first[-1]


def _close(values, margin):
    """Give the empty deck the value of the full one; answer how far that moved it."""
    moved = abs(float(values[-1]) - float(values[margin]))
    values[margin] = values[-1]
    return moved


def settle_two(pool, rows, rejected, half, links, swapped, decks, order, levels, closing):
    """Settle a pair and its swap, which lead to each other, through as many reshuffles as it takes.

    The cycle runs only through the empty deck, and only if a whole deck goes by without a score, so
    each pass brings the guess of the full deck's value many times nearer.
    """
    margin = decks[7]
    own = 1 if rows[0] == rows[1] else 2
    ends = [*(pool[row] for row in rows[:own]), *rejected[:own]]
    known = not np.isnan(closing).any()
    for values, guess in zip(ends, closing.ravel(), strict=True):
        values[margin] = np.rint(guess) if known else 0
    for _ in range(1000):
        _pass_over(pool, rows, rejected, half, links, swapped, decks, order, levels, True)
        if known or max([_close(values, margin) for values in ends]) < 0.5:
            return
    raise ArithmeticError("the values of the full deck do not settle")

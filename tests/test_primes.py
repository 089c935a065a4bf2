"""Primality, factors and sieves, against trial division and against known pseudoprimes."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primeparlor.primes import PROVEN_BELOW, _divisor, as_product, factors, is_prime, sieve

# Strong pseudoprimes: the least composites that pass for the first 1, 2, 3 … prime bases.
STRONG_PSEUDOPRIMES = [
    2047,
    1373653,
    25326001,
    3215031751,
    2152302898747,
    3474749660383,
    341550071728321,
    3825123056546413051,
    318665857834031151167461,
]
CARMICHAEL = [561, 1105, 1729, 2465, 2821, 6601, 8911, 62745, 162401, 825265, 321197185]


def crossed_out(limit: int) -> set[int]:
    """The primes below the limit: what is left when every multiple is crossed out."""
    numbers = set(range(2, limit))
    for n in range(2, limit):
        if n in numbers:
            numbers -= set(range(2 * n, limit, n))
    return numbers


def test_primes_are_those_of_a_plain_sieve() -> None:
    primes = crossed_out(20_000)
    assert {n for n in range(-50, 20_000) if is_prime(n)} == primes


@pytest.mark.parametrize("n", STRONG_PSEUDOPRIMES + CARMICHAEL)
def test_pseudoprimes_are_not_primes(n: int) -> None:
    assert not is_prime(n)


def test_the_proof_ends_at_the_first_number_that_deceives_all_thirteen_bases() -> None:
    assert PROVEN_BELOW == 1287836182261 * 2575672364521
    assert is_prime(PROVEN_BELOW), "one more base would be needed here"


def test_totals_near_two_to_the_64th_are_decided_exactly() -> None:
    """The ten largest primes below 2^64, from a well-known table, and the first one above."""
    primes = {2**64 - below for below in (59, 83, 95, 179, 189, 257, 279, 323, 353, 363)} | {2**64 + 13}
    assert {n for n in range(2**64 - 363, 2**64 + 14) if is_prime(n)} == primes


@pytest.mark.parametrize("exponent", [2, 3, 5, 7, 13, 17, 19, 31, 61])
def test_mersenne_primes(exponent: int) -> None:
    assert is_prime(2**exponent - 1)


@pytest.mark.parametrize("p", [41, 43, 47, 1847, 1861])
def test_squares_of_primes_around_the_short_cut(p: int) -> None:
    assert is_prime(p)
    assert not is_prime(p * p)
    assert factors(p * p) == [p, p]


@given(st.integers(1, 2**64))
def test_factors_are_prime_ascending_and_multiply_back(n: int) -> None:
    parts = factors(n)
    assert all(map(is_prime, parts))
    assert parts == sorted(parts)
    assert prod(parts) == n


def test_factors_of_small_numbers() -> None:
    primes = sorted(crossed_out(3000))
    for n in range(1, 3000):
        rest, expected = n, []
        while rest > 1:
            expected.append(next(p for p in primes if rest % p == 0))
            rest //= expected[-1]
        assert factors(n) == expected


@pytest.mark.parametrize(
    ("n", "parts"),
    [
        (1, []),
        (2, [2]),
        (1024, [2] * 10),
        (41 * 41 * 43, [41, 41, 43]),
        (2**64 - 59, [2**64 - 59]),
        (2**64 - 1, [3, 5, 17, 257, 641, 65537, 6700417]),
        (4294967291**2, [4294967291] * 2),
        (4294967279 * 4294967291, [4294967279, 4294967291]),
        (43**11, [43] * 11),
    ],
)
def test_factors_of_chosen_numbers(n: int, parts: list[int]) -> None:
    assert factors(n) == parts


def test_a_divisor_is_proper_and_a_prime_has_none() -> None:
    for n in (43 * 43, 43 * 47, 47**3, 101 * 103 * 107, 2147483647 * 2147483629):
        divisor = _divisor(n)
        assert 1 < divisor < n
        assert n % divisor == 0
    with pytest.raises(AssertionError, match="47 is prime"):
        _divisor(47)


@pytest.mark.no_cover  # thousands of numbers
def test_a_sieve_marks_exactly_the_primes_below_its_limit() -> None:
    for limit in (*range(130), 1000, 10_000, 10_201, 10_202):
        assert list(sieve(limit)) == [is_prime(n) for n in range(limit)]


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "1"),
        (7, "7"),
        (211, "211"),
        (213, "213 = 3 × 71"),
        (8, "8 = 2 × 2 × 2"),
        (1849, "1849 = 43 × 43"),
    ],
)
def test_a_composite_is_shown_with_its_factors(n: int, text: str) -> None:
    assert as_product(n) == text

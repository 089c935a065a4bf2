"""Primality, factors and sieves, once."""

from __future__ import annotations

from functools import lru_cache

# Miller–Rabin with these bases is a proof below 3.3 × 10^24 (Sorenson and Webster, 2015),
# far above the 2^64 that ruling N3 asks for.
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PROVEN_BELOW = 3_317_044_064_679_887_385_961_981


@lru_cache(maxsize=4096)
def is_prime(n: int) -> bool:
    """Whether n is prime: deterministic, for every n below `PROVEN_BELOW`."""
    if n < 2:
        return False
    for p in _BASES:
        if n % p == 0:
            return n == p
    if n < 43 * 43:
        return True
    odd, halvings = n - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    return all(_passes(n, base, odd, halvings) for base in _BASES)


def _passes(n: int, base: int, odd: int, halvings: int) -> bool:
    """Whether n looks prime to this base, where n − 1 = odd × 2^halvings."""
    x = pow(base, odd, n)
    if x in (1, n - 1):
        return True
    for _ in range(halvings - 1):
        x = x * x % n
        if x == n - 1:
            return True
    return False


def factors(n: int) -> list[int]:
    """The prime factors of n ≥ 1 in rising order, each as often as it divides n."""
    found = []
    for p in _BASES:
        while n % p == 0:
            found.append(p)
            n //= p
    rest = [n] if n > 1 else []
    while rest:
        n = rest.pop()
        if is_prime(n):
            found.append(n)
        else:
            d = _divisor(n)
            rest += [d, n // d]
    return sorted(found)


def _divisor(n: int) -> int:
    """A proper divisor of the composite n (Pollard's rho, each cycle with the next constant)."""
    from math import gcd

    for constant in range(1, n):
        slow = fast = 2
        d = 1
        while d == 1:
            slow = (slow * slow + constant) % n
            fast = (fast * fast + constant) % n
            fast = (fast * fast + constant) % n
            d = gcd(slow - fast, n)
        if d != n:
            return d
    raise AssertionError(f"{n} is prime")


def sieve(limit: int) -> bytearray:
    """A table t with t[n] = 1 exactly where n < limit is prime."""
    table = bytearray([1]) * limit
    table[:2] = bytes(min(limit, 2))
    for n in range(2, int(limit**0.5) + 1):
        if table[n]:
            table[n * n :: n] = bytes(len(range(n * n, limit, n)))
    return table


def as_product(n: int) -> str:
    """The number with its factors, as in "213 = 3 × 71"; a prime or 1 stands alone."""
    parts = factors(n)
    return f"{n} = {' × '.join(map(str, parts))}" if len(parts) > 1 else str(n)

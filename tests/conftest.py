"""Hypothesis for all tests: the same examples every time, and no clock on them."""

from __future__ import annotations

from hypothesis import settings

from primeparlor.core import Rules
from primeparlor.primes import is_prime

settings.register_profile("parlor", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("parlor")


def pytest_sessionstart() -> None:
    """Forget what an earlier session in this process has made.

    Mutation testing runs many sessions in one process: tables and answers kept from before a mutation
    would hide it. So no test module may keep a state of its own either.
    """
    Rules._known.clear()
    is_prime.cache_clear()

"""Hypothesis for all tests: the same examples every time, and no clock on them."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("parlor", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("parlor")

"""Words for lists."""

from __future__ import annotations

from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """The words as a list in a sentence: "11, 13 and 17"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

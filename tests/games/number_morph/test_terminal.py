"""The digits and the trail at the terminal."""

from __future__ import annotations

from primeparlor.core import Played
from primeparlor.notation import read_position
from support.terminal.boards import board


def test_the_trail_keeps_its_order_if_it_has_one() -> None:
    assert board("number-morph number=211 used=271,211", line=[(None, 271), (1, 211)]).endswith("271 → 211")
    assert board("number-morph number=211 used=271,211").endswith("211 271")
    assert "not drawn yet" in board("number-morph")


def test_moves_made_from_a_set_up_position_stand_in_their_order_behind_it() -> None:
    words = "number-morph number=919 used=211,271,911,919"
    line: list[Played] = [(1, 911), (2, 919)]
    assert board(words, line=line).endswith("Used (4):\n211 271\n→ 911 → 919")
    assert board(words, line=line, width=24).endswith("Used (4):\n211 271\n→ 911 → 919")


def test_a_long_trail_shows_its_end() -> None:
    primes = read_position("number-morph digits=4").chances()[:300]
    used = ",".join(map(str, primes))
    shown = board(
        f"number-morph digits=4 number={primes[-1]} used={used}", line=[(1, prime) for prime in primes]
    )
    assert "Used (300):\n…\n" in shown
    assert shown.endswith(str(primes[-1]))

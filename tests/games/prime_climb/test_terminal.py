"""The staircase at the terminal."""

from __future__ import annotations

from support.terminal.boards import board


def test_the_staircase_looks_like_stairs() -> None:
    assert board("prime-climb top=6 steps=3,6 turn=1") == "\n".join(
        [
            "        ┌5◆────6─P2──┘",
            "    ┌3◆P1──4─────┘",
            "┌1─────2◆────┘",
            "◆ prime: another turn",
        ]
    )


def test_a_tall_staircase_shows_where_the_players_are() -> None:
    shown = board("prime-climb top=1000 steps=0,500")
    assert "500 P2" in shown
    assert "1000" in shown
    assert "Step 0 P1" in shown
    assert "  1 " in shown
    assert "300" not in shown

"""ASCII stand-ins: one column each, and different where signs stand side by side."""

from __future__ import annotations

from primeparlor.coach.grades import ARROW, CHECK, DOT, DOWN, EQUALS
from primeparlor.terminal.drawing.ascii import ASCII


def test_every_stand_in_is_one_character() -> None:
    assert all(len(stand_in) == 1 and stand_in.isascii() for stand_in in ASCII.values())


def test_the_grades_of_moves_differ_in_ascii() -> None:
    grades = [CHECK, DOWN, ARROW, DOT, EQUALS]
    assert len({grade.translate(ASCII) for grade in grades}) == len(grades)

"""Which names people may choose: all that harm nobody; the others are told what is wrong."""

from __future__ import annotations

import pytest

from primeparlor.match import MatchError
from primeparlor.match.name_rules import HOUSE_SIGN, LONGEST_NAME, MOST_MARKS, explain_refusal
from support.matches import refused, table

NAMES = [
    "Ann",
    "می\u200cخواهم",  # Persian, with a joiner
    "ශ්\u200dරී",  # Sinhala
    "👩🏽\u200d🚀",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
    "山田\u3000太郎",
    "Việt",
    "בְּרֵאשִׁית",
    "Mu\u00f1oz\u00a0P.",
    f"a{chr(0x301) * MOST_MARKS}",
    "\u200eAnn",
    "x" * LONGEST_NAME,
]
HARMFUL = [
    ("a\x1b[2J", "A name must not contain control characters or line breaks (U+001B)."),
    ("a\nb", "A name must not contain control characters or line breaks (U+000A)."),
    ("a\u2028b", "A name must not contain control characters or line breaks (U+2028)."),
    *((f"a{sign}b", f"A name must not turn the direction of the text around it (U+{ord(sign):04X}).")
      for sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
    ("a\ue000", "A name must not contain what stands for no character (U+E000)."),
    ("a\u0378", "A name must not contain what stands for no character (U+0378)."),
    ("a\ud800", "A name must not contain what stands for no character (U+D800)."),
    (f"a{chr(0x301) * 5}", "A name must have at most 4 combining marks in a row."),
    (f"a{chr(0x301) * 3}\u200d{chr(0x301) * 3}", "A name must have at most 4 combining marks in a row."),
    ("x" * 41, "A name must have at most 40 characters; this one has 41."),
    (f"{HOUSE_SIGN} тhe hоuse", f"A name must not contain {HOUSE_SIGN}: it marks the house."),
    ("🏠 Τhe house", "A name must not contain 🏠: it marks the house."),
    ("\u200d", "A name must show something. Choose another one, or none."),
    ("\u115f", "A name must show something. Choose another one, or none."),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_scripts_can_be_chosen_and_recorded(name: str) -> None:
    assert explain_refusal(name) == ""
    assert table("pocket-addition", names=(name, "")).names == (name, "")


@pytest.mark.parametrize(("name", "sentence"), HARMFUL)
def test_what_can_harm_is_refused_and_named(name: str, sentence: str) -> None:
    assert explain_refusal(name) == sentence
    assert refused(MatchError, lambda: table("pocket-addition", names=(name, ""))) == sentence

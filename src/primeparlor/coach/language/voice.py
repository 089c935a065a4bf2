"""Reasons reworded for another reader: they address the player who moved, but the reader may be the opponent.

Reasons say "you" to the player who moved. If the players are called "you" and "the house", say, a sentence is
reworded so that "you" is the reader: "Your opponent takes 2, and you lose", about a move of the house,
becomes "You take 2, and the house loses". If nobody is "you", both go by their names.
"""

from __future__ import annotations

import re

from primeparlor.coach.language.line_of_play import YOU, Name
from primeparlor.coach.language.phrases import capital
from primeparlor.core import OTHER, Player

# Words after which "you" is a subject; after any other word, as in "for you", it is an object.
BEFORE_WHO_ACTS = {
    *(
        "and",
        "but",
        "or",
        "as",
        "if",
        "when",
        "while",
        "until",
        "unless",
        "because",
        "that",
        "which",
        "where",
    ),
    *("so", "then", "whatever", "before", "after", "once", "since", "here", "now", "what", "how", "yet"),
}
SAME_FOR_ALL = {
    "must",
    "can",
    "may",
    "might",
    "will",
    "would",
    "could",
    "should",
    "had",
    "did",
    "need",
    "took",
}
BETWEEN = {"always", "never", "still", "then", "also", "only", "just", "both", "now", "again"}
ONE, MANY = {"are": "is", "have": "has", "do": "does"}, {"is": "are", "has": "have", "does": "do"}
SOMEBODY = re.compile(
    r"(?P<before>[^\s]*)(?P<space>\s|^)(?P<who>your opponent|you|they)\b(?P<own>'s)?"
    rf"(?P<between>(?: (?:{'|'.join(BETWEEN)}))*)(?P<verb> [a-z]+)?",
    re.IGNORECASE,
)
YOURS = re.compile(r"\byour\b(?! opponent)", re.IGNORECASE)
OPPONENTS = re.compile(r"\byour opponent\b", re.IGNORECASE)


def address_reader(sentence: str, mover: Player, name: Name) -> str:
    """Reword a sentence addressed to the player who moved, with these names for the players."""
    if name(mover) == YOU:
        return OPPONENTS.sub(lambda found: _match_case(found[0], name(OTHER[mover])), sentence)
    return reword_sentence(sentence, name(mover), name(OTHER[mover]))


def reword_sentence(sentence: str, mover: str, other: str = YOU) -> str:
    """Reword the sentence for the opponent of the player who moved, or for anybody, with both names."""
    sentence = YOURS.sub(lambda found: _match_case(found[0], f"{mover}'s"), sentence)
    return SOMEBODY.sub(lambda found: _reword_match(found, mover, other), sentence)


def _reword_match(found: re.Match[str], mover: str, other: str) -> str:
    """Replace one "you", "they" or "your opponent" by its new name, and adapt its verb."""
    before, who, verb = found["before"], found["who"], found["verb"] or ""
    acts = not before or not before[-1].isalnum() or before.lower() in BEFORE_WHO_ACTS
    is_mover = who.lower() == YOU
    new = mover if is_mover else other
    if acts and verb:
        verb = f" {to_plural(verb[1:])}" if new == YOU else f" {to_singular(to_plural(verb[1:]))}"
    own = "" if not found["own"] else "r" if new == YOU else "'s"
    return f"{before}{found['space']}{_match_case(who, new)}{own}{found['between']}{verb}"


def to_singular(verb: str) -> str:
    """Return the verb for one player, from the verb for "you": take → takes."""
    if verb in SAME_FOR_ALL:
        return verb
    if verb in ONE:
        return ONE[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def to_plural(verb: str) -> str:
    """Return the verb for "you", from the verb for one player: takes → take."""
    if verb in MANY:
        return MANY[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _match_case(old: str, new: str) -> str:
    """Return the new word, capitalised if the old one was."""
    return capital(new) if old[0].isupper() else new

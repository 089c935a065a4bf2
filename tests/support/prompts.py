"""Prompts of known decisions, and the files in which they are kept, a folder for each version.

`python -m support.prompts` writes the files of a new version. It never changes those of an old one: results
name the version of their prompt, and a version stands for its very words.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from parlor_pig.rules import Pig
from parlor_twenty_one.rules import TwentyOne
from primeparlor.core import Move, State
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.notation import read_position, set_up
from primeparlor.players import View, build_view
from primeparlor.players.prompt import VERSION, build_position_prompt, build_prompt

FOLDER = Path(__file__).parents[1] / "kept" / "prompts"
GUESTS: dict[str, type[State]] = {"pig": Pig, "twenty-one": TwentyOne}


class Decision(NamedTuple):
    """A decision that is prompted for."""

    words: str  # the game, and its rules or position
    moves: tuple[Move, ...] = ()
    fate: tuple[Move, ...] = ()
    refusal: str = ""
    show_moves: bool = False


DECISIONS = {
    "nonprime-addition": Decision("nonprime-addition", (8, 7)),
    "nonprime-addition-variant": Decision("nonprime-addition start=20 smallest=1 largest=12", (4,)),
    "number-morph": Decision("number-morph", (359,), fate=(349,)),
    "number-morph-refused": Decision(
        "number-morph digits=4",
        (),
        fate=(1009,),
        refusal="1008 is not a prime number: 2 × 2 × 2 × 2 × 3 × 3 × 7.",
    ),
    "prime-climb": Decision("prime-climb", (4, 3, 5)),
    "prime-climb-variant": Decision("prime-climb top=35 largest=4", (4,)),
    "pocket-addition": Decision("pocket-addition", (1, 5), show_moves=True),
    "pocket-addition-variant": Decision("pocket-addition target=10 largest=8", (8, 5)),
    "prime-duel": Decision("prime-duel", ("discard", "keep"), fate=(5, 8, 9, 4)),
    "prime-duel-variant": Decision(
        "prime-duel target=31 copies=2 scores=17,8", (), fate=(9,), show_moves=True
    ),
    "pig": Decision("pig", ("roll",), fate=(5, 4)),
    "twenty-one": Decision("twenty-one largest=5", (1, 3), refusal="Choose a whole number from 1 to 5."),
}
POSITIONS = {  # without a game around them; whether legal moves are shown
    "position-nonprime-addition": ("nonprime-addition total=26 turn=1", False),
    "position-number-morph": ("number-morph number=277 used=211,271,277 turn=1", True),
    "position-prime-duel": ("prime-duel scores=17,0 deck=4,4,4,4,4,4,3,4,3,3 turn=2 card=9 target=40", False),
}


def build_decision(decision: Decision) -> View:
    """Return the view of the player who has to decide."""
    name, *words = decision.words.split()
    start = set_up(GUESTS.get(name) or GAMES[name], words)
    match = Match(start, ("agent:one", "agent:two"), fate=decision.fate)
    match.begin()
    for move in decision.moves:
        match.submit(match.state.turn, move, match.number)
    assert match.due
    return build_view(match, decision.refusal)


def build_prompts() -> dict[str, str]:
    """Return the prompts by the names of their files."""
    games = {
        f"{name}.txt": build_prompt(build_decision(decision), show_moves=decision.show_moves)
        for name, decision in DECISIONS.items()
    }
    positions = {
        f"{name}.txt": build_position_prompt(read_position(text), show_moves=show_moves)
        for name, (text, show_moves) in POSITIONS.items()
    }
    return games | positions


if __name__ == "__main__":
    folder = FOLDER / VERSION
    folder.mkdir(parents=True)  # fails for a version that is there already
    for file, text in build_prompts().items():
        (folder / file).write_text(text, encoding="utf-8")

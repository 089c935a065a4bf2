"""Makes from the games what the docs say about every game: `python docs/build.py`.

    games/*.md                      the page that `parlor rules` shows, and how positions are written
    explanation/why-*.md            the head, up to what can be checked; the rest is kept as it is
    index.md, reference/commands.md the lists of games; so in reference/positions.md
    reference/numbers.md            the tables of the games' encodings
    ../README.md                    the sentence that names the games
    reference/*.schema.json         what differs from game to game; the rest of a schema is kept as it is

The examples of answers are made by examples.py, the pictures by screens.py and explain.py.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from examples import pretty

from primeparlor.core import State
from primeparlor.games import GAMES, game_of
from primeparlor.solve import forms, solver_of
from primeparlor.tensors import tensor_of
from primeparlor.terminal import rules_text
from primeparlor.wording import in_words, join_words

DOCS = Path(__file__).parent
OURS = {name: GAMES[name] for name in GAMES.ours}  # not also what happens to be installed
WHYS = {name: why for name, game in OURS.items() if (why := game_of(game).why) is not None}
NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"


def outputs() -> dict[Path, str]:
    """Every file that is made here, and what it should hold."""
    return {
        **{DOCS / "games" / f"{name}.md": page(name) for name in OURS},
        **{EXPLANATION / f"why-{name}.md": explanation(name) for name in WHYS},
        DOCS / "index.md": index((DOCS / "index.md").read_text(encoding="utf-8")),
        README: readme(README.read_text(encoding="utf-8")),
        POSITIONS: refused(POSITIONS.read_text(encoding="utf-8")),
        COMMANDS: commands(COMMANDS.read_text(encoding="utf-8")),
        NUMBERS: numbers(NUMBERS.read_text(encoding="utf-8")),
        RECORD: f"{pretty(record_schema(json.loads(RECORD.read_text(encoding='utf-8'))))}\n",
        ANALYSE: f"{pretty(analyse_schema(json.loads(ANALYSE.read_text(encoding='utf-8'))))}\n",
    }


# Pages of the games ------------------------------------------------------------------------------


def page(name: str) -> str:
    """The page of one game."""
    return (
        f"{rules_text.build_page(OURS[name])}\n## On the screen\n\n{screen(name)}\n\n"
        f"## In the browser\n\n![{OURS[name].title} in the browser](../pictures/browser-{name}.png)\n\n"
        f"## Positions\n\n{positions(OURS[name].title)}\n\n"
        "What is refused, and in which words: [moves and positions](../reference/positions.md).\n"
    )


def screen(name: str) -> str:
    """A picture of the game, and where its keys are explained."""
    return (
        f"![{OURS[name].title} on the screen](../pictures/{name}.svg)\n\n"
        "The keys stand on the screen, and `?` shows all of them: [how to play on the "
        "screen](../how-to.md#play-on-the-screen)."
    )


def positions(title: str) -> str:
    """What reference/positions.md says about the game with this title, up to what is refused."""
    _, _, section = POSITIONS.read_text(encoding="utf-8").partition(f"\n## {title}\n")
    return section.partition("\n### Refused\n")[0].strip()


# Why each is won, lost or endless ----------------------------------------------------------------

EXPLANATION = DOCS / "explanation"
CHECK = "\n## Check it yourself\n"


def explanation(name: str) -> str:
    """The page that tells why: what the game's folder says, and how to check it."""
    path = EXPLANATION / f"why-{name}.md"
    _, heading, rest = (path.read_text(encoding="utf-8") if path.exists() else "").partition(CHECK)
    folder = game_of(OURS[name]).package.replace(".", "/")
    return f"{WHYS[name].replace('](why.svg)', f'](../../src/{folder}/why.svg)')}{heading}{rest}"


# Lists of the games ------------------------------------------------------------------------------

COMMANDS = DOCS / "reference" / "commands.md"
POSITIONS = DOCS / "reference" / "positions.md"
README = DOCS.parent / "README.md"


def index(text: str) -> str:
    """The index with the number of games, their pages and their explanations."""
    pages = ", ".join(f"[{game.title}](games/{name}.md)" for name, game in OURS.items())
    whys = ", ".join(f"[{_claim(why)}](explanation/why-{name}.md)" for name, why in WHYS.items())
    text = _replaced(text, r"(\n\n)\w+( two-player number games)", in_words(len(OURS)).capitalize())
    text = _replaced(text, r"(\| know the rules of one game \| ).*( \|)", pages)
    return _replaced(text, r"(\| know why a game is won, lost or endless \| Why ).*( \|)", whys)


def _claim(why: str) -> str:
    """The title of the explanation, without its Why."""
    return why.partition("\n")[0].removeprefix("# Why ")


def readme(text: str) -> str:
    """The front page, whose first sentence counts and names the games."""
    named = f"**{join_words([game.title for game in OURS.values()])}**"
    text = _replaced(text, r"(\n\n)\w+( two-player number games)", in_words(len(OURS)).capitalize())
    return _replaced(text, r"(played right and solved exactly:\n)[^.]*(\.\n)", named)


def refused(text: str) -> str:
    """The page on positions, where an unknown game is answered with those that are known."""
    return _replaced(text, r"(The installed games are: ).*(\. \|)", ", ".join(OURS))


def commands(text: str) -> str:
    """The page of the commands with the names of the games."""
    return _replaced(text, r"(`GAME` is one of )`.*`(,\n)", ", ".join(f"`{name}`" for name in OURS))


def _replaced(text: str, pattern: str, new: str) -> str:
    """The text with new text between the two groups of a pattern, which must match exactly once."""
    text, times = re.subn(pattern, lambda found: f"{found[1]}{new}{found[2]}", text)
    assert times == 1, pattern
    return text


# Positions as numbers ----------------------------------------------------------------------------

NUMBERS = DOCS / "reference" / "numbers.md"
ENCODINGS, AFTER = "\n## The numbers of each game\n", "\n## Other games\n"


def numbers(text: str) -> str:
    """The page with a table of the numbers of each game, in its usual form."""
    before, heading, rest = text.partition(ENCODINGS)
    lead, after, end = rest.partition(AFTER)
    assert heading
    assert after
    lead = lead.partition("\n### ")[0].rstrip("\n")
    tables = "".join(f"\n\n{encoding(game)}" for game in OURS.values())
    return f"{before}{heading}{lead}{tables}\n{after}{end}"


def encoding(game: type[State]) -> str:
    """The table of the numbers of one game."""
    tensor, rules = tensor_of(game), game.Rules()
    rows = []
    for block in tensor.blocks(rules):
        first, *others = [f"`{name}`" for name in block.names]
        names = f"{first} to {others[-1]}" if others[1:] else ", ".join([first, *others])
        rows.append(f"| {names} | {len(block.names)} | {block.meaning} |")
    table = "\n".join(["| numbers | how many | what they say |", "|---|---|---|", *rows])
    return f"### {game.title}: {tensor.size(rules)} numbers\n\n{table}"


# Schemas -----------------------------------------------------------------------------------------

RECORD = DOCS / "reference" / "record.schema.json"
ANALYSE = DOCS / "reference" / "analyse.schema.json"


def record_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a record; its header has the rules of each of our games, and of any other."""
    header = schema["$defs"]["header"]
    header["properties"]["game"] = {"type": "string", "pattern": NAME}
    header["oneOf"] = [
        {"properties": {"game": {"const": name}, "rules": rules(game, to_play=True)}}
        for name, game in OURS.items()
    ]
    brought = {"not": {"enum": list(OURS)}, "description": "a game from another package"}
    header["oneOf"].append({"properties": {"game": brought, "rules": _integers()}})
    return schema


def analyse_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an answer, with the rules and the proofs of each of our games."""
    schema["properties"] |= {"game": {"type": "string", "pattern": NAME}, "rules": _integers()}
    schema["allOf"] = [
        {
            "if": {"properties": {"game": {"const": name}}},
            "then": {"properties": {"rules": rules(game), "proof": _proof(game)}},
        }
        for name, game in OURS.items()
    ]
    schema["$defs"]["generic"] = forms.GENERIC
    return schema


def _proof(game: type[State]) -> Any:
    form = solver_of(game).proof_form
    return {"$ref": "#/$defs/generic"} if form is forms.GENERIC else form


def rules(game: type[State], to_play: bool = False) -> dict[str, Any]:
    """The numbers of a game's rules and their ranges, for positions or for games that are played."""
    ranges = {
        key: {
            "type": "integer",
            "minimum": number.least,
            "maximum": (number.most_to_play if to_play else None) or number.most,
        }
        for key, number in game.Rules.numbers.items()
    }
    return {"properties": ranges, "required": list(ranges), "additionalProperties": False}


def _integers() -> dict[str, Any]:
    return {"type": "object", "additionalProperties": {"type": "integer"}}


if __name__ == "__main__":
    for path, text in outputs().items():
        path.write_text(text, encoding="utf-8")

"""The rules in our words: each page has all its parts, and what it says is checked."""

from __future__ import annotations

import re
import sys

import pytest

from primeparlor.core import State
from primeparlor.games import GAMES, NumberMorph, PrimeClimb, game_of
from primeparlor.notation import parse, read_position
from primeparlor.primes import factors, is_prime
from primeparlor.tables.prompt_words import COMMANDS
from primeparlor.terminal.rules_text import build_page
from support.games import first_decision

PARTS = [
    "Aim",
    "What you need",
    "Your turn",
    "The end",
    "Rulings",
    "A short game",
    "Variants",
    "At the prompt",
]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def page_of(game: type[State]) -> str:
    """The file in which these parts are written."""
    return f"games/{game.name.replace('-', '_')}/text.md"


def part(game: type[State], heading: str) -> str:
    """The text under this heading of the game's page."""
    _, _, rest = build_page(game).partition(f"\n## {heading}\n")
    return rest.partition("\n## ")[0].strip("\n")


def rulings(game: type[State]) -> list[str]:
    """The numbers of the rulings in the docstring of the game's own file."""
    return re.findall(r"^- ([A-Z]\d+)  ", sys.modules[game.__module__].__doc__ or "", re.MULTILINE)


@every_game
def test_every_page_has_the_same_headings(game: type[State]) -> None:
    headings = [line for line in build_page(game).splitlines() if line.startswith("#")]
    assert headings == [f"# {game.title}", *(f"## {name}" for name in PARTS)], f"mend {page_of(game)}"


@every_game
def test_a_page_fits_a_terminal(game: type[State]) -> None:
    lines = build_page(game).splitlines()
    assert len(lines) <= 75, f"shorten {page_of(game)}"
    assert max(map(len, lines)) <= 79, f"break the longest line of {page_of(game)}"


@every_game
def test_every_ruling_stands_on_the_page(game: type[State]) -> None:
    listed = re.findall(r"^- ([A-Z]\d+)  \w", part(game, "Rulings"), re.MULTILINE)
    told = (
        f"list under Rulings in {page_of(game)} what the docstring of rules.py lists, as '- P1  There is …'"
    )
    assert listed == rulings(game) != [], told
    for general in ("A1", "A2", "A4", "A6"):
        told = f"say under Rulings in {page_of(game)} what ({general}) says in the other games"
        assert re.search(rf"\({general}\b", part(game, "Rulings")), told


def short_game(game: type[State]) -> list[str]:
    """Turn by turn, and the result in the last line."""
    found = re.findall(r"^    (.*)$", part(game, "A short game"), re.MULTILINE)
    assert found, (
        f"show under A short game in {page_of(game)} a whole game, indented by four, as the other games do"
    )
    return found


@every_game
def test_the_short_game_is_legal(game: type[State]) -> None:
    *lines, last = short_game(game)
    state = game.start()
    for line in lines:
        matched = re.fullmatch(r"(First number|Player ([12])): (\S+(?: \S+)*)(?: {2,}(.*))?", line)
        assert matched, f"write {line!r} in {page_of(game)} as 'Player 1: 7  and a remark'"
        _, player, moves, remark = matched.groups()
        for move in moves.split():
            assert state == game.start() if player is None else state.turn == int(player)
            state = state.play(parse(state, move))
        check_sums(remark or "")
    ending = state.ending()
    assert ending is not None, f"play the short game in {page_of(game)} to its end"
    told = f"end the short game in {page_of(game)} with 'Player {ending.winner} wins: ' and '{ending.reason}'"
    assert last.startswith(f"Player {ending.winner} wins: "), told
    assert ending.reason in last, told


def check_sums(remark: str) -> None:
    """Check that every sum, factoring and prime in a remark is right."""
    for a, b, total, called in re.findall(r"(\d+) \+ (\d+) = (\d+)(, (?:not )?prime)?", remark):
        assert int(a) + int(b) == int(total)
        assert not called or is_prime(int(total)) == (called == ", prime")
    for number, product in re.findall(r"(\d+) = (\d+(?: × \d+)+)", remark):
        assert factors(int(number)) == [int(factor) for factor in product.split(" × ")]


def test_the_remarks_of_the_duel_follow_the_scores() -> None:
    state = GAMES["prime-duel"].start()
    for line in short_game(GAMES["prime-duel"])[:4]:
        _, moves, remark = re.split(r": | {4,}", line, maxsplit=2)
        scores = []
        for move in moves.split():
            mover, before = state.turn, read_scores(state)
            state = state.play(parse(state, move))
            if read_scores(state) != before:
                scores.append(read_scores(state)[mover - 1])
        first, second, last = scores
        assert remark.startswith(f"{first}, {second}, then {second} + {last - second} = {last}")


def read_scores(state: State) -> tuple[int, int]:
    scores: tuple[int, int] = getattr(state, "scores")  # noqa: B009 – a field of Prime Duel alone
    return scores


@every_game
def test_the_variants_are_those_of_the_rules(game: type[State]) -> None:
    rows = re.findall(r"^\| (\w+) +\| (\d+) +\| (\d+) +\| (\d+) +\|$", part(game, "Variants"), re.MULTILINE)
    numbers = game.Rules.numbers
    assert rows == [
        (key, str(least), str(most if to_play is None else to_play), str(standard))
        for key, (standard, least, most, to_play) in numbers.items()
    ], f"give the ranges under Variants in {page_of(game)} as a table like that of the other games"


@every_game
def test_what_is_shown_as_typed_is_understood(game: type[State]) -> None:
    examples = {"number-morph": "number=211", "prime-duel": "card=9 deck=4,4,4,4,4,4,4,4,3,4"}
    state = first_decision(read_position(f"{game.name} {examples.get(game.name, '')}".strip()))
    words = {*COMMANDS, "tens", "7"}
    typed = [text for text in re.findall(r"`([^`]+)`", part(game, "At the prompt")) if text not in words]
    assert typed, f"show in backticks under At the prompt in {page_of(game)} what may be typed at the start"
    for text in typed:
        assert state.why_not(parse(state, text)) is None


@every_game
def test_the_words_of_the_prompt_are_listed_once_and_all_of_them(game: type[State]) -> None:
    blocks = re.findall(r"^    (\?.*)$", part(game, "At the prompt"), re.MULTILINE)
    assert [block.split() for block in blocks] == [list(COMMANDS)]
    source = game_of(game).text
    assert not re.search(r"\b(undo|resign|quit)\b", source), "the list is made from tables.commands"


@pytest.mark.parametrize(
    ("name", "what", "limit"), [("prime-climb", "steps", 20), ("prime-duel", "scores", 50)]
)
def test_the_listed_primes_are_all_of_them(name: str, what: str, limit: int) -> None:
    matched = re.search(rf"The prime {what} are ([\d, and]+)\.", build_page(GAMES[name]))
    assert matched
    assert [int(n) for n in re.findall(r"\d+", matched[1])] == [n for n in range(limit) if is_prime(n)]


def test_what_number_morph_says_of_its_primes() -> None:
    assert len(NumberMorph.start().chances()) == 143
    assert read_position("number-morph number=389").moves() == (349, 359, 379, 383)


def test_player_1_can_climb_the_books_staircase_in_one_turn_but_not_the_longer_one() -> None:
    def within_a_turn(state: State) -> bool:
        if ending := state.ending():
            return ending.winner == 1
        return state.turn == 1 and any(within_a_turn(state.after(move)) for move in state.moves())

    assert within_a_turn(PrimeClimb.start())
    assert not within_a_turn(read_position("prime-climb top=100 largest=5"))

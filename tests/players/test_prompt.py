"""The prompt: the rules and nothing that helps, one form of an answer, and the words of each version kept."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from random import Random

import pytest

from primeparlor.core import Move, State
from primeparlor.games import GAMES, NumberMorph, PrimeClimb, PrimeDuel, game_of
from primeparlor.games.number_morph.form import changed
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.match import Event
from primeparlor.notation import form, position, read_position
from primeparlor.players import NoAnswer
from primeparlor.players.prompt import (
    VERSION,
    build_position_prompt,
    build_prompt,
    describe_form,
    describe_position,
    describe_rules,
    format_history,
    read_answer,
)
from primeparlor.tables.prompt_words import COMMANDS
from support import example_games
from support.games import for_seeds, walk
from support.players import shown
from support.prompts import (
    DECISIONS,
    FOLDER,
    GUESTS,
    POSITIONS,
    Decision,
    build_decision,
    build_prompts,
)
from support.variants import NAMES, first_state

every_game = pytest.mark.parametrize("game", [*(GAMES[name] for name in GAMES.ours), *GUESTS.values()])
every_variant = pytest.mark.parametrize("name", NAMES)


# What stands in it ---------------------------------------------------------------------------------


def test_a_change_of_a_prompt_is_a_new_version() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / VERSION).iterdir()}
    assert build_prompts() == kept, "change VERSION, then run python -m support.prompts"


@pytest.mark.parametrize("name", DECISIONS)
def test_a_prompt_fits_a_page_and_has_every_part(name: str) -> None:
    view = build_decision(DECISIONS[name])
    prompt = build_prompt(view)
    headings = re.findall(r"^## (.*)$", prompt, re.MULTILINE)
    variant = ["This game is a variant"] * bool(view.state.rules.changed())
    assert headings == [
        *("Aim", "What you need", "Your turn", "The end"),
        *variant,
        *("The position now", "The game so far", "Your answer"),
    ]
    assert f"Position: {position(view.state)}\n" in prompt
    assert f"You are Player {view.seat}. It is your turn." in prompt
    assert view.refusal in prompt


@pytest.mark.parametrize(("text", "show_moves"), POSITIONS.values(), ids=list(POSITIONS))
def test_a_position_without_a_game_is_asked_about_once(text: str, show_moves: bool) -> None:
    state = read_position(text)
    prompt = build_position_prompt(state, show_moves=show_moves)
    headings = re.findall(r"^## (.*)$", prompt, re.MULTILINE)
    assert headings[-2:] == ["The position", "Your answer"]
    assert f"Position: {position(state)}\n" in prompt
    assert ("The legal moves are" in prompt) == show_moves
    assert "one answer" in prompt
    assert not re.search(r"so far|in\s+a\s+row|refused", prompt.partition("## The position\n")[2])


def leaks(game: type[State]) -> list[str]:
    """Everything the game's page says outside its rules, and who is favoured, in lines and sentences."""
    text = game_of(game).text
    outside = re.sub(r"^## Aim$.*?(^## The end$.*?)(?=^## )", "", text, flags=re.MULTILINE | re.DOTALL)
    assert "## Aim" not in outside
    assert "## Variants" in outside
    lines = [line.strip(" -|`") for line in outside.splitlines()]
    why = game_of(game).why or ""
    sentences = [*game.favoured.values(), *re.split(r"(?<=\.)\s+", why)]
    return [text for text in (*lines, *sentences) if len(text) > 12]


@every_game
@pytest.mark.parametrize("show_moves", [False, True])
def test_nothing_that_helps_is_in_a_prompt(game: type[State], show_moves: bool) -> None:
    kept = [build_decision(each) for each in DECISIONS.values() if each.words.split()[0] == game.name]
    for view in kept or [build_decision(Decision(game.name))]:
        prompt = build_prompt(view, show_moves=show_moves)
        flat = " ".join(prompt.split())
        found = [text for text in leaks(game) if " ".join(text.split()) in flat]
        assert found == []
        for sentence in ("forced to lose", "single turn", "favoured", "Type the number", "parlor", "(A1)"):
            assert sentence not in prompt
        assert not re.search(r"\b(hint|undo|resign|quit)\b", prompt)
        assert [word for word in COMMANDS if len(word) > 1 and f"`{word}`" in prompt] == []


@every_variant
def test_the_numbers_of_a_variant_are_said(name: str) -> None:
    state = first_state(name)
    told = describe_rules(state)
    assert ("## This game is a variant" in told) == bool(state.rules.changed())
    for key, value in state.rules.changed().items():
        assert f"{key} is {value} instead of {state.rules.numbers[key].standard}" in told


def test_what_is_seen_and_what_happened_are_told() -> None:
    told = describe_position(read_position("pocket-addition one=6,8 two=9 turn=2"), 2)
    assert told.startswith("You are Player 2. It is your turn.")
    seen = json.loads(told.partition("comes first): ")[2])
    assert seen == {"pool": [1, 2, 3, 4, 5, 7], "pockets": [[6, 8], [9]], "totals": [14, 9], "passes": 0}
    assert "It is Player 2's turn." in describe_position(read_position("prime-climb turn=2"), 1)
    won = describe_position(read_position("prime-climb steps=20,3 turn=2"), 1)
    assert '"winner": 1' in won
    events = [
        Event(1, None, 5),
        Event(2, 1, "keep"),
        Event(3, 2, None, undo=2),
        Event(4, 2, "pass", forced=True),
    ]
    assert (
        format_history(events, "rolled") == "Rolled: 5\nPlayer 1: keep\nPlayer 2: pass (the only legal move)"
    )
    assert format_history([]) == "Nothing has happened yet."


def test_legal_moves_are_listed_only_if_asked_for() -> None:
    view = shown(read_position("number-morph number=389"))
    assert "349" not in build_prompt(view)
    assert "The legal moves are: 349, 359, 379, 383.\n" in build_prompt(view, show_moves=True)


class Visible(PrimeClimb):
    """A game in which anybody may see which moves are legal."""

    __slots__ = ()
    shows_moves = True


def test_a_game_that_shows_its_moves_shows_them_in_no_prompt() -> None:
    assert '"moves"' not in build_prompt(shown(Visible.start()))


def test_a_game_without_sections_is_told_by_its_aim(monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe_rules(example_games.Pig.start()) == (
        "## Aim\n\nRoll, and hold in time; a 1 ends your turn."
    )
    for text in ("# Pig\n\nRoll.\n", "# Pig\n\n## Aim\n\nRoll.\n", "# Pig\n\n## The end\n\n20 wins.\n"):
        monkeypatch.setattr(type(game_of(GUESTS["pig"])), "text", text)
        assert describe_rules(GUESTS["pig"].start()).startswith("## Aim\n\nRoll, and hold in time;")
    monkeypatch.setattr(
        type(game_of(GUESTS["pig"])), "text", "## aim\n\nA\n\n## Turns\n\nB\n\n## The End\n\nC\n## X"
    )
    assert describe_rules(GUESTS["pig"].start()) == "## aim\n\nA\n\n## Turns\n\nB\n\n## The End\n\nC"


# Answers -------------------------------------------------------------------------------------------


def write_answers(state: State) -> list[tuple[str, Move]]:
    """Every legal move in every form that the prompt asks for."""
    answers = [(str(move), move) for move in state.moves()]
    if isinstance(state, NumberMorph):
        answers += [(" ".join(changed(state, int(move))), move) for move in state.moves()]
    if isinstance(state, PrimeDuel):
        answers += [({"keep": "yes", "discard": "no"}[move], move) for move in state.moves()]
    return answers


@every_variant
@for_seeds(3)
def test_every_legal_move_in_the_form_of_the_prompt_is_read_back(name: str, random: Random) -> None:
    asked = 0
    for state in walk(first_state(name), random, 60):
        for text, move in write_answers(state):
            assert read_answer(state, f"It is so.\nANSWER: {text}") == move
            asked += 1
        told = describe_form(state) if state.moves() else ""
        if among := re.fullmatch(r"a whole number from (\d+) to (\d+)", told):
            assert all(int(among[1]) <= int(move) <= int(among[2]) for move in state.moves())
        elif (forced := state.forced()) is not None:
            assert told == forced
    assert asked


@pytest.mark.parametrize("name", [*NAMES, "pig", "twenty-one"])
@for_seeds(2)
def test_no_prompt_gives_an_example_of_a_move(name: str, random: Random) -> None:
    start = GUESTS[name].start() if name in GUESTS else first_state(name)
    for state in walk(start, random, 20):
        if state.moves():
            told = describe_form(state)
            assert "as in" not in told
            assert "'" not in told


def test_the_example_for_people_is_what_is_left_out() -> None:
    state = read_position("number-morph number=389")
    assert "as in 'tens 7'" in form(state)
    assert describe_form(state) == (
        "a place (hundreds/tens/units) and a digit, or the new number of 3 digits"
    )


@pytest.mark.parametrize(
    "reply",
    [
        "ANSWER: 5",
        "I think 7.\n\nANSWER: 9\nNo:\nANSWER: 5\n\n  \n",
        "answer:5",
        "**ANSWER: 5**",
        "**Answer:** 5.",
        "> `ANSWER:`   `5`",
        "ANSWER : +5\n```",
        "ANSWER: **5**.",
        "### ANSWER: 5\r\n",
    ],
)
def test_an_answer_is_read_from_the_last_line(reply: str) -> None:
    assert read_answer(PocketAddition.start(), reply) == 5


@pytest.mark.parametrize(
    "reply",
    [
        "5",
        "I take 5.",
        "ANSWER: 5\nThat is best.",
        "My ANSWER: 5",
        'ANSWER: 99\n{"move": 5}',
        '{"answer": 5}',
        '```json\n{"ANSWER": 5}\n```',
        "ANSWER 5",
        "ANSWER:\n5",
    ],
)
def test_a_reply_without_such_a_line_is_no_answer(reply: str) -> None:
    with pytest.raises(NoAnswer, match=r"The last line of your reply is not of the form ANSWER: MOVE\."):
        read_answer(PocketAddition.start(), reply)


@pytest.mark.parametrize("reply", ["", " \n\n", "**"])
def test_an_empty_reply_is_told_to_be_empty(reply: str) -> None:
    with pytest.raises(NoAnswer, match=r"^Your reply is empty\. Its last line"):
        read_answer(PocketAddition.start(), reply)


@pytest.mark.parametrize(
    "answer", ["", "MOVE", "5 or 6", "five", "5, 6", "5 (best)", "٥", "5.0", "0x5", "keep"]
)
def test_an_answer_line_without_a_move_is_no_answer(answer: str) -> None:
    with pytest.raises(NoAnswer, match=r"names no move\. Write a whole number from 1 to 9\."):
        read_answer(PocketAddition.start(), f"ANSWER: {answer}")


def test_an_illegal_answer_is_read_as_it_is() -> None:
    state = read_position("pocket-addition one=6,8 two=9")
    assert read_answer(state, "5 would be legal.\nANSWER: 6") == 6
    assert state.why_not(6)


@for_seeds(200)
def test_any_text_is_an_answer_or_none(random: Random) -> None:
    signs = [
        "ANSWER",
        "answer",
        ":",
        " ",
        "\n",
        "5",
        "9",
        "12",
        "*",
        "`",
        ".",
        "keep",
        "yes",
        "\u2028",
        "\x00",
    ]
    reply = "".join(random.choices(signs, k=random.randrange(12)))
    for state in (PocketAddition.start(), read_position("prime-duel card=5 deck=4,4,4,4,3,4,4,4,4,4")):
        with suppress(NoAnswer):  # and no other error
            move = read_answer(state, reply)
            assert str(move) in reply or (move, "yes" in reply) == ("keep", True)

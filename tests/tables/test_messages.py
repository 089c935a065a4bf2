"""What is said of a game: the same for every reader but for the names, and moves as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from primeparlor import notation
from primeparlor.coach.hints import format_hint
from primeparlor.coach.puzzles.verdict import judge_try
from primeparlor.coach.reasons import words_of
from primeparlor.core import PLAYERS, Move, Player, State
from primeparlor.games import GAMES, PrimeClimb, game_of
from primeparlor.match import LIMIT, RESIGNED, Event, Match, Outcome, Play, TakeBack
from primeparlor.messages import Seats
from primeparlor.notation import Form
from primeparlor.solve import analyse
from primeparlor.tables.hints import list_legal_moves
from primeparlor.tables.messages import (
    OPEN_SEATS,
    build_facts,
    build_step,
    describe_end,
    describe_event,
    format_outcome,
    is_extra_turn,
    messages_of,
)
from primeparlor.tables.sentences import format_undo
from primeparlor.tables.turn_words import list_turn_notes, word_turn
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.drawing import default
from primeparlor.terminal.plain.analyse import analyse as show_analysis
from primeparlor.terminal.tui.boards import board_of
from primeparlor.web.errors import refuse_move
from primeparlor.web.workers.tasks.review import build_review
from support.example_games import Pig, PigRules, TwentyOne
from support.games import at, options
from support.terminal.canvas import view_of

READERS = (Seats(("You", "The house"), 1), Seats(("The house", "You"), 2), Seats(("Mara", "Ian"), None))
ELEVEN = TwentyOne.start()._replace(total=11)


def fill(text: str, seats: Seats) -> str:
    """Fill in the names like the page, by the description of the marks and nothing else."""

    def name(found: re.Match[str]) -> str:
        player: Player = 1 if found[1] == "1" else 2
        if found[2] == ",":
            return seats.inside(player)
        if found[2]:
            you, _, others = found[2][1:].partition("|")
            return you if player == seats.you else others
        return seats.name(player)

    return re.sub(r"\{([12])(,|:[^{}]*)?\}", name, text)


def play(start: State, random: Random, most: int = 120) -> Iterator[tuple[Event, State, State]]:
    """Play a game at random."""
    state = start
    for number in range(1, most + 1):
        if state.ending() is not None:
            return
        who = None if state.chances() else state.turn
        move = random.choice(options(state))
        before, state = state, state.after(move)
        yield Event(number, who, move, forced=who is not None and before.forced() is not None), before, state


@pytest.mark.parametrize("name", GAMES.ours)
def test_readers_are_told_the_same_with_other_names(name: str) -> None:
    for seed in range(4):
        for event, before, after in play(GAMES[name].start(), Random(seed)):
            open_said = describe_event(messages_of(before), event, before, after, OPEN_SEATS)
            ending = after.ending()
            for seats in READERS:
                said = describe_event(messages_of(before), event, before, after, seats)
                assert (fill(open_said.bold, seats), fill(open_said.text, seats)) == said[:2]
                assert "{" not in "".join(said)
                if ending is not None:
                    outcome = Outcome(ending.winner, ending.reason)
                    left_open = describe_end(after, outcome, OPEN_SEATS)
                    told = describe_end(after, outcome, seats)
                    assert (fill(left_open.bold, seats), fill(left_open.text, seats)) == told[:2]


@pytest.mark.parametrize("name", GAMES.ours)
def test_refusals_leave_names_open(name: str) -> None:
    random = Random(3)
    moves: list[Move] = [*range(-1, 16), 213, 227, 999, "pass", "keep", "discard"]
    for _, state, _ in play(GAMES[name].start(), random):
        for move in moves if len(state.moves()) > 1 else ():  # a forced move is never asked for
            if (reason := state.why_not(move)) is not None:
                left_open = messages_of(state).refused(state, move, reason, OPEN_SEATS)
                for seats in READERS:
                    said = messages_of(state).refused(state, move, reason, seats)
                    assert (fill(left_open.bold, seats), fill(left_open.text, seats)) == said[:2]


def test_the_form_of_a_verb_is_left_open() -> None:
    assert [fill(OPEN_SEATS.verb(2, "your", "their"), seats) for seats in READERS] == [
        "their",
        "your",
        "their",
    ]


# Extra turns ----------------------------------------------------------------------------------------


def test_a_second_card_that_makes_a_prime_earns_an_extra_turn() -> None:
    """The page forgot this while it worded the game itself."""
    state = at(GAMES["prime-duel"], "scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 turn=1 card=9")
    line: list[tuple[Event, State]] = []
    for who, move in ((1, "discard"), (None, 6), (None, 3)):
        line.append((Event(len(line) + 1, who, move), state))  # type: ignore[arg-type]
        state = state.after(move)
    assert is_extra_turn(line, state)
    facts = build_facts(
        messages_of(state),
        state,
        [(event.who, event.move) for event, _ in line if event.move],
        word_turn(line, state, messages_of(state), OPEN_SEATS),
    )
    assert facts["words"]["turn"]["extra"]
    assert facts["words"]["turn"]["screen"] == "Extra turn for {1,}"
    assert facts["words"]["task"] == "37 is prime. You drew a 3: keep it?"


# Moves as people read them ----------------------------------------------------------------------------


class Coded(Form[TwentyOne]):
    """Moves that are shown as the sums they make."""

    def shown(self, state: TwentyOne, move: Move) -> str:
        return f"{state.total} + {move}"


@pytest.fixture
def coded() -> Iterator[None]:
    """Twenty-One with that form."""
    parts = game_of(TwentyOne)._parts
    kept = dict(parts)
    parts.clear()
    parts["form.Form"] = Coded(TwentyOne)
    yield
    parts.clear()
    parts.update(kept)


@pytest.mark.usefixtures("coded")
def test_a_move_is_shown_as_its_form_says(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyse(ELEVEN)
    event, after = Event(1, 1, 2), ELEVEN.after(2)
    step = build_step(messages_of(ELEVEN), event, ELEVEN, after)
    assert step["said"]["bold"] == "{1} played 11 + 2."
    assert (step["move"], step["row"]["move"]) == (2, "11 + 2")
    assert messages_of(ELEVEN).deed(ELEVEN, 2) == "the last move, 11 + 2"
    assert format_hint(ELEVEN, analysis, 4) == "Play 11 + 2."
    assert "11 + 1 is not the answer." in judge_try(ELEVEN, analysis, 1, False)
    facts, view = game_of(ELEVEN).facts(ELEVEN), view_of(ELEVEN)
    view = view._replace(shown=lambda move: notation.format_move(ELEVEN, move))
    assert [key.label for key in board_of(ELEVEN).keys(facts, view)] == [
        "Play 11 + 1",
        "Play 11 + 2",
        "Play 11 + 3",
    ]
    forced = TwentyOne.start()._replace(total=20)
    monkeypatch.setattr(TwentyOne, "forced", lambda state: 1)
    assert "There is only one move: 20 + 1." in dialogue_of(forced).forced(forced, False)
    assert build_facts(messages_of(ELEVEN), ELEVEN)["words"]["shown"] == {
        "1": "11 + 1",
        "2": "11 + 2",
        "3": "11 + 3",
    }


@pytest.mark.usefixtures("coded")
def test_where_people_look_up_what_to_type_they_read_the_code_and_what_it_means(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = Match(ELEVEN)
    match.begin()
    assert list_legal_moves(match, 1) == ["Moves: 1 (11 + 1), 2 (11 + 2), 3 (11 + 3)"]
    show_analysis(ELEVEN, "", False, False)
    out = capsys.readouterr().out
    assert "  2 (11 + 2)  only move  " in out
    assert "  1 (11 + 1)  gives it away  " in out


@pytest.mark.usefixtures("coded")
def test_a_move_is_named_in_the_state_in_which_it_was_made() -> None:
    match = Match(ELEVEN)
    match.begin()
    match.perform(Play(1, 2, match.number))
    match.perform(Play(2, 3, match.number))
    match.perform(TakeBack(2, match.number))
    undone = match.events[-1]
    assert isinstance(undone, Event)
    assert format_undo(match, undone, match.state) == "Player 2 takes back 13 + 3."


@pytest.mark.usefixtures("coded")
def test_the_page_names_better_moves_as_their_form_says() -> None:
    match = Match(TwentyOne.start()._replace(total=18))
    match.begin()
    for player in PLAYERS:
        match.perform(Play(player, 1, match.number))
    [mistake, _] = build_review(match, True, None)["rows"]
    assert (mistake["better"], mistake["better_words"]) == ([3], "18 + 3")
    [hidden, _] = build_review(match, False, None)["rows"]
    assert (hidden["better"], hidden["better_words"]) == ([], "")


@pytest.mark.usefixtures("coded")
def test_codes_are_neither_low_nor_odd() -> None:
    told = words_of(ELEVEN).kind(ELEVEN, analyse(ELEVEN), (2,))
    assert told == "Compare 11 + 1, 11 + 2 and 11 + 3: what can your opponent do after each?"


@pytest.mark.usefixtures("coded")
def test_what_is_held_until_enter_is_shown_as_its_form_says() -> None:
    form = notation.form_of(ELEVEN)
    assert default.ask("2", (1, 2, 3), partial(form.shown, ELEVEN)).startswith("11 + 2?  Enter")
    assert default.ask("7", (1, 2, 3), partial(form.shown, ELEVEN)).startswith("7?  Enter")


@pytest.mark.usefixtures("coded")
def test_a_refusal_of_no_more_than_the_default_names_the_move_as_its_form_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    twenty = TwentyOne.start(TwentyOne.Rules(target=21))._replace(total=20)
    assert twenty.why_not(3) == "3 cannot be played here."  # to programs, which play codes
    assert notation.why_not(twenty, 3) == "20 + 3 cannot be played here."
    assert notation.why_not(twenty, 40) == "40 cannot be played here."  # no move of this game
    assert notation.why_not(twenty, 1) is None
    assert refuse_move(twenty, 3, twenty.why_not(3) or "").said["bold"] == "20 + 3 cannot be played here."
    monkeypatch.setattr(TwentyOne, "refusal", lambda state, move: "Too far.")
    assert notation.why_not(twenty, 3) == "Too far."


class CodedDie(Form[Pig]):
    """A roll that is shown in words."""

    def shown(self, state: Pig, move: Move) -> str:
        return f"pip {move}" if state.rolling else f"to {move}"


def test_an_outcome_is_shown_as_its_form_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = game_of(Pig)._parts
    monkeypatch.setitem(parts, "form.Form", CodedDie(Pig))
    for part in ("terminal.Dialogue", "words.Messages", "words.Words"):
        monkeypatch.delitem(parts, part, raising=False)
    start = Pig.start(PigRules(target=3, sides=2))
    rolling = start.after("roll")
    assert notation.why_not(rolling, 2) is None
    assert (
        notation.form_of(rolling).refused(rolling, 1, "1 cannot be rolled here.")
        == "Pip 1 cannot be rolled here."
    )
    assert dialogue_of(start).fate(start, start.after(2), 2)[0] == "Rolled for Player 1: pip 2."
    show_analysis(start, "", False, False)
    assert "pip 1" in capsys.readouterr().out


def test_a_move_that_is_shown_as_typed_is_sent_once() -> None:
    assert build_facts(messages_of(ELEVEN), ELEVEN)["words"]["shown"] == {}


@pytest.mark.parametrize("seats", READERS)
def test_an_end_before_the_rules_is_told_by_its_reason(seats: Seats) -> None:
    state = notation.read_position("prime-climb steps=7,4")
    resigned = Outcome(2, RESIGNED)
    said = describe_end(state, resigned, seats)
    assert (said.bold, said.text) == (f"{seats.name(2)} won.", f"{seats.name(1)} resigned.")
    data = format_outcome(state, resigned)
    assert fill(data["said"]["bold"], seats) == said.bold
    assert fill(data["said"]["text"], seats) == said.text
    assert (data["winner"], data["how"], data["by"]) == (2, "resigned", 1)


def test_nobody_wins_at_a_limit() -> None:
    data = format_outcome(notation.read_position("prime-climb steps=7,4"), Outcome(None, LIMIT))
    assert data["said"]["bold"] == "Nobody lost."
    assert data["said"]["text"] == "The game stopped at its move limit."
    assert (data["how"], data["by"]) == (LIMIT, None)


def test_an_end_by_the_rules_names_who_brought_it_about() -> None:
    lost = notation.read_position("nonprime-addition total=13 turn=2")
    ending = lost.ending()
    assert ending is not None
    data = format_outcome(lost, Outcome(ending.winner, ending.reason))
    assert (data["winner"], data["how"], data["by"]) == (2, ending.reason, 1)


@pytest.mark.parametrize("seats", READERS)
def test_who_is_away_or_to_move_is_told_to_every_reader(seats: Seats) -> None:
    opened, own = list_turn_notes(OPEN_SEATS), list_turn_notes(seats)
    assert [fill(text, seats) for text in opened["to_move"]] == own["to_move"]
    assert [fill(bold, seats) for bold, _ in opened["away"]] == [bold for bold, _ in own["away"]]


def test_a_possessive_is_that_of_the_reader() -> None:
    for seats in READERS:
        for player in PLAYERS:  # a mark within a mark is filled in first
            assert fill(fill(OPEN_SEATS.possessive(player), seats), seats) == seats.possessive(player)


def test_keys_without_a_text_of_the_game_say_how_to_play() -> None:
    typed = build_facts(messages_of(TwentyOne), TwentyOne.start())["words"]["typed"]
    assert typed["asked"] == "Type a number from 1 to 3, then press Enter."
    assert typed["held"] == "Enter plays it, Esc cancels."
    pig = build_facts(messages_of(Pig), Pig.start().after(5))["words"]["typed"]
    assert pig["asked"] == "Type your move, then press Enter."
    assert "typed" not in build_facts(messages_of(PrimeClimb), PrimeClimb.start())["words"]


def test_facts_are_sorted_and_worded_for_a_board_without_a_picture() -> None:
    pig = build_facts(messages_of(Pig), Pig.start().after("roll"))["words"]["board"]
    assert pig["pair"] == (0, 0)
    assert pig["target"] == Pig.start().rules.target
    twenty_one = build_facts(messages_of(TwentyOne), TwentyOne.start())["words"]["board"]
    assert twenty_one == {"pair": None, "target": None, "numbers": [("Total", 0)], "rows": []}
    duel = build_facts(messages_of(GAMES["prime-duel"]), GAMES["prime-duel"].start())["words"]["board"]
    assert ("Card", "–") in duel["rows"]

"""Helpers for tests of the coach: reasons read one by one, lines followed, spans checked, puzzles solved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from primeparlor.coach.grades import find_keeping_moves
from primeparlor.coach.hints import STEPS, format_hint
from primeparlor.coach.levels import has_late_chance
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.reasons import Reason, explain_move, explain_position, words_of
from primeparlor.core import Move, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph
from primeparlor.match import Match
from primeparlor.notation import position, read_position
from primeparlor.primes import is_prime
from primeparlor.solve import Analysis, analyse
from support.games import S, at, fields, reachable, walk

LONGEST = 175  # letters of a sentence of the standard game


def add_a_game_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a sixth game at the head of our list; it has cards for a daily duel too."""
    monkeypatch.setattr(GAMES, "_ours", {"pig": "parlor_pig", **GAMES._ours})
    monkeypatch.setattr(words_of(GAMES["pig"]), "daily_level", "club")
    monkeypatch.setattr(words_of(GAMES["pig"]), "daily_cards", lambda random: (6,) * 60)


def reasons_of(state: State, analysis: Analysis | None = None) -> Iterator[tuple[Any, str, Reason]]:
    """Each move of the position with its verdict and its reason."""
    analysis = analysis or analyse(state)
    for choice in analysis.moves:
        yield choice.move, choice.verdict, explain_move(state, analysis, choice.move)


def sentence(state: State, move: object) -> str:
    return next(found.sentence for tried, _, found in reasons_of(state) if tried == move)


def check_line(state: State, move: object, verdict: str, line: tuple[Any, ...]) -> bool:
    """The line is legal play and begins with the move; if it is whole, it ends as the verdict says."""
    assert line[0] == move
    player = state.turn
    for step in line:
        assert state.why_not(step) is None
        state = state.after(step)
    if ending := state.ending():
        assert (ending.winner == player) == (verdict == "win")
    return ending is not None


def is_one_sentence(text: str, longest: int | None = LONGEST) -> bool:
    return (
        bool(re.fullmatch(r"[A-Z0-9][^.!?]*\.", text)) and "  " not in text and len(text) <= (longest or 999)
    )


def all_told(
    game: type[S], rules: str, one_in: int = 1
) -> Iterator[tuple[S, str, list[tuple[Any, str, str]]]]:
    """Each position that is not over, why it is won or lost, and its moves with verdicts and reasons.

    Of many positions one in so many is told. Also checks what holds in every game without chance: each
    reason is one sentence, each line is whole.
    """
    longest = None if rules else LONGEST
    for state in sorted(reachable(at(game, rules)), key=fields)[::one_in]:
        if not state.moves():
            continue
        analysis = analyse(state)
        text, reasons = explain_position(state, analysis), list(reasons_of(state, analysis))
        verdict, _, because = text.partition(": ")
        assert is_one_sentence(text, longest)
        assert verdict == ("You win" if analysis.verdict == "win" else "You lose against perfect play")
        for move, result, (sentence, line) in reasons:
            assert is_one_sentence(sentence, longest)
            assert check_line(state, move, result, line)
        yield state, because, [(move, result, found.sentence) for move, result, found in reasons]


def played(start: State, *moves: Move, fate: tuple[Move, ...] = ()) -> Match:
    """A match with these moves, whoever's turn it is."""
    match = Match(start, fate=fate)
    match.begin()
    for move in moves:
        match.submit(match.state.turn, move, match.number)
    return match


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


# Hints ---------------------------------------------------------------------------------------


def ladder(text: str) -> list[str]:
    """Every step of the hint ladder in this position."""
    state = read_position(text)
    return [format_hint(state, analyse(state), step) for step in range(1, STEPS + 1)]


def some(found: Iterable[State], most: int) -> list[State]:
    """At most this many of these positions, all of them with a choice to make."""
    choices = sorted({state for state in found if len(state.moves()) > 1}, key=position)
    return Random(5).sample(choices, min(most, len(choices)))


def all_positions(text: str, most: int = 150) -> list[State]:
    """Some of all positions of this game, whose fields are numbers."""
    found = sorted(reachable(read_position(text)), key=fields)
    return some(Random(4).sample(found, min(2 * most, len(found))), most)


def positions_on_the_way(text: str, most: int = 50) -> list[State]:
    """Positions from random games, for a game with too many positions to visit all."""
    start, random = read_position(text), Random(5)
    return some((state for _ in range(most // 5) for state in walk(start, random)), most)


def third_steps(states: Iterable[State]) -> Iterator[tuple[Any, str, list[Any], list[Any], Any]]:
    """Each position that is not lost: its third hint, the moves it keeps, the others, and the move told next.

    Also checks what the hint ladder says in every game.
    """
    for state in states:
        analysis = analyse(state)
        kept = [choice.move for choice in find_keeping_moves(analysis)]
        told = [format_hint(state, analysis, step) for step in range(1, STEPS + 1)]
        played = [move for move in kept if told[3] == words_of(state).instruction(state, move)]
        assert len(played) == 1, told
        if analysis.verdict != "loss":
            assert told[1].startswith((f"{len(kept)} of", "One choice wins", "Both choices win"))
            yield state, told[2], kept, [move for move in state.moves() if move not in kept], played[0]
        else:
            assert told[1] == f"All {len(kept)} moves lose against perfect play."
            assert told[2].startswith("Choose the move that leaves your opponent the fewest right answers")


def check_span(told: str, what: str, good: Sequence[int], bad: Sequence[int]) -> None:
    """Check that the hint is true of every good number, and of no bad one unless it says so."""
    if told == f"Any {what}.":
        assert not bad
    elif told in (f"An even {what}.", f"An odd {what}."):
        odd = int("odd" in told)
        assert {n % 2 for n in good} == {odd}
        assert {n % 2 for n in bad} == {1 - odd}
    elif told == f"A low {what}.":
        assert max(good) < min(bad)
    elif told == f"A high {what}.":
        assert min(good) > max(bad)
    elif told == f"Neither the lowest nor the highest {what}.":
        assert all(min(bad) < n < max(bad) for n in good)
    elif found := re.fullmatch(rf"A {what} from (\d+) to (\d+)(, but not every one is right)?\.", told):
        low, high = int(found[1]), int(found[2])
        assert all(low <= n <= high for n in good)
        assert (found[3] is not None) == any(low <= n <= high for n in bad)
    else:
        pytest.fail(told)


def wins(state: State, known: dict[State, bool]) -> bool:
    """Whether the player to move wins a game without chance, by the rules alone."""
    if state not in known:
        ending = state.ending()
        if ending is not None:
            return ending.winner == state.turn
        after = [state.after(move) for move in state.moves()]
        known[state] = any(wins(then, known) == (then.turn == state.turn) for then in after)
    return known[state]


def right_answers(puzzle: Puzzle) -> list[object]:
    """What answers the question: by the rules alone where that is cheap, else by the solver's rows."""
    state = puzzle.state
    options = puzzle.among or state.moves()
    match state:
        case NonprimeAddition():
            safe = [n for n in options if not is_prime(state.total + int(n))]
            if puzzle.among:
                return list(safe)
            traps = {n: sum(is_prime(state.total + int(n) + m) for m in state.rules.choices) for n in safe}
            return [n for n in safe if traps[n] == max(traps.values())]
        case NumberMorph() if state.rules.digits > 2:
            return [row.move for row in analyse(state).moves if row.verdict == "win" and row.move in options]
        case _ if has_late_chance(state.start(state.rules)):
            return [max(analyse(state).moves, key=lambda row: row.value or 0).move]
    known: dict[State, bool] = {}
    after = {move: state.after(move) for move in options}
    return [move for move, then in after.items() if wins(then, known) == (then.turn == state.turn)]

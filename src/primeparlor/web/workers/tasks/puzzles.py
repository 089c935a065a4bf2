"""Worker tasks for puzzles and reviews: plain JSON data in, plain JSON data out.

Nothing of a puzzle is stored between two requests: its position is all there is to know, and the answer is
computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from random import SystemRandom
from typing import Any

from primeparlor import notation
from primeparlor.coach.grades import find_keeping_moves, grade_choice
from primeparlor.coach.progress.document import TRIES, Data, ProgressDocument
from primeparlor.coach.puzzles.clues import build_clues
from primeparlor.coach.puzzles.header import build_header
from primeparlor.coach.puzzles.puzzle import NOTHING_AT_STAKE, Puzzle, explain_refusal, strip_turn
from primeparlor.coach.puzzles.verdict import (
    TryVerdict,
    count_tries_left,
    describe_next,
    judge_answer,
    show_answer,
)
from primeparlor.coach.reasons import explain_move
from primeparlor.coach.sharing import STREAK_RULE
from primeparlor.coach.training import daily, practice
from primeparlor.coach.training.rush import format_try, generate_puzzle
from primeparlor.core import IllegalMove, Move, ParlorError, State, capital
from primeparlor.messages import seat_solver
from primeparlor.notation import NotationError
from primeparlor.solve import Analysis, analyse
from primeparlor.tables.all_moves import list_actions
from primeparlor.tables.messages import build_facts, messages_of
from primeparlor.web.errors import refuse_move, refuse_text
from primeparlor.web.workers.tasks.review import refine_table, refine_upload, review_table, review_upload
from primeparlor.wording import name_side

APART = 100  # between the seeds of two sheets
NOT_IN_LINE = "These moves do not lead to a decision of this line."


def build_today(day: str) -> dict[str, Any]:
    """Return the puzzles and the duel of this date."""
    checked_day = daily.check_day(date.fromisoformat(day))
    today, duel = daily.build_today(checked_day), daily.build_duel(checked_day)
    return {
        "day": day,
        "version": today.version,
        "number": today.number,
        "prime": today.is_prime,
        "most_tries": TRIES,
        "rule": f"{count_tries_left(TRIES, TRIES)} {STREAK_RULE}",
        "name": today.name,
        "puzzle": format_puzzle(daily.build_puzzle(checked_day, today.main)),
        "more": [format_puzzle(daily.build_puzzle(checked_day, game)) for game in today.others],
        "duel": {"game": duel.game, "level": duel.level},
    }


def build_puzzle(
    game: str | None = None,
    ratings: Data | None = None,
    position: str | None = None,
    mistake: bool = False,
    line: bool = False,
    rush: int | None = None,
    seen: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the puzzle at this position, else one that fits the ratings."""
    if position is not None:
        return format_puzzle(_find_puzzle(position, mistake, line), mistake)
    chosen = None if game is None else notation.game(game).name
    if rush is not None:
        boards = {strip_turn(at) for at in seen}
        return format_puzzle(generate_puzzle(chosen, rush, SystemRandom(), None, boards))
    known = ProgressDocument({"ratings": ratings}).ratings
    return format_puzzle(practice.choose_fresh(known, chosen, SystemRandom(), known=seen))


def build_sheet(game: str, seed: int, stars: int, count: int) -> dict[str, Any]:
    """Return so many puzzles of about these stars, fixed by the seed, each with its solution in words."""
    chosen, made = notation.game(game).name, list[Puzzle]()
    for at in range(count):
        seen = [puzzle.position for puzzle in made]
        made.append(practice.generate_for_sheet(chosen, seed * APART + at, stars, seen))
    return {
        "puzzles": [format_puzzle(puzzle) for puzzle in made],
        "solutions": [_solve(puzzle) for puzzle in made],
    }


def _solve(puzzle: Puzzle) -> str:
    """Return the right move and the reason in a sentence."""
    shown = show_answer(puzzle, analyse(puzzle.state))
    return f"{capital(notation.format_move(puzzle.state, shown.move))}: {shown.text}"


def format_puzzle(puzzle: Puzzle, mistake: bool = False) -> dict[str, Any]:
    """Encode the puzzle without its answers."""
    state, heading, seats = puzzle.state, build_header(puzzle), seat_solver(puzzle.state.turn)
    return {
        "game": state.name,
        "rules": state.rules.values(),
        "heading": heading._asdict(),
        "position": puzzle.position,
        "mistake": mistake,
        "turn": state.turn,
        "side": name_side(state.turn),
        "names": seats.names,
        "names_inside": seats.both_inside,
        "facts": build_facts(messages_of(state), state),
        "question": puzzle.question,
        "among": list(puzzle.among),
        "line": puzzle.is_line,
        "actions": list_actions(state),
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating,
    }


def check_answer(
    position: str,
    mistake: bool,
    move: str | None = None,
    show: bool = False,
    rush: bool = False,
    line: bool = False,
    moves: Sequence[str] = (),
    left: int | None = None,
    tried: Sequence[str] = (),
) -> dict[str, Any]:
    """Return whether the move is right, and why; name the answer only if it was found or asked for.

    In a rush one try ends the puzzle, so the answer is named; so does a try that is the last one left. In a
    line, the next decision comes with it.
    """
    puzzle = _find_puzzle(position, mistake, line, moves)
    analysis = analyse(puzzle.state)
    verdict: dict[str, Any]
    if show or move is None:
        shown, right = show_answer(puzzle, analysis), False
        verdict = {"right": False, "why": _solve(puzzle), "heading": shown.heading, "text": shown.text}
    else:
        chosen = _parse_move(puzzle.state, move)
        if (refusal := explain_refusal(puzzle, chosen)) is not None:
            raise IllegalMove(refusal)
        judged = judge_answer(puzzle, analysis, chosen)
        right = judged.right
        verdict = {"right": right, "move": str(chosen), "why": judged.sentence}
        verdict |= {"heading": judged.heading, "text": judged.text}
        if rush:
            told = show_answer(puzzle, analysis).text
            verdict |= {"heading": format_try(puzzle, chosen), "text": told}
        elif left is not None and not right:
            left -= str(chosen) not in tried
            verdict |= _count_down(puzzle, analysis, judged, left)
    if show or right or rush or left == 0:
        verdict["answer"] = [str(each) for each in puzzle.answers]
        verdict["line"] = list(explain_move(puzzle.state, analysis, puzzle.answers[0]).line)
        given = puzzle.answers[0] if move is None or not right else _parse_move(puzzle.state, move)
        verdict |= _follow(puzzle, given)
    return verdict


def _count_down(puzzle: Puzzle, analysis: Analysis, judged: TryVerdict, left: int) -> dict[str, str]:
    """Return the verdict on a wrong try with the number of tries left; if none is, with the answer."""
    told = count_tries_left(left, TRIES)
    heading, text = judged.heading, f"{judged.text} {told}"
    if not left:
        shown = show_answer(puzzle, analysis)
        heading, text = f"{heading} {told}", f"{shown.heading} {shown.text}"
    return {"heading": heading, "text": text, "why": f"{heading} {text}"}


def _follow(puzzle: Puzzle, move: Move) -> dict[str, Any]:
    """Return the position after the right move, and the next decision of a line with what led to it."""
    if (following := puzzle.follow(move)) is None:
        after = puzzle.state.after(move)
        return {"facts": build_facts(messages_of(after), after)}
    return {"next": format_puzzle(following) | {"question": describe_next(following)}}


def build_hint(
    position: str,
    mistake: bool,
    step: int,
    tried: Sequence[str] = (),
    line: bool = False,
    moves: Sequence[str] = (),
) -> dict[str, Any]:
    """Return one hint towards the answer; it names none of the moves that were tried."""
    puzzle = _find_puzzle(position, mistake, line, moves)
    hints = build_clues(puzzle, analyse(puzzle.state), [_parse_move(puzzle.state, text) for text in tried])
    return {"text": hints[min(step, len(hints)) - 1], "all": step >= len(hints)}


def judge_move(position: str, move: str) -> dict[str, Any]:
    """Return what a move is worth here, for "Try it yourself"; better moves are not named."""
    state = notation.read_position(position)
    chosen, analysis = _parse_move(state, move), analyse(state)
    graded = grade_choice(analysis, chosen)
    return {
        "grade": graded.label,
        "glyph": graded.glyph,
        "kind": graded.kind,
        "why": explain_move(state, analysis, chosen).sentence,
        "right": chosen in [choice.move for choice in find_keeping_moves(analysis)],
    }


def _find_puzzle(position: str, mistake: bool, line: bool = False, moves: Sequence[str] = ()) -> Puzzle:
    """Return the puzzle at this position; a position without a puzzle can still be practised.

    In a line, return the decision after these moves.
    """
    found = _repeat_puzzle(position, mistake, line)
    if found is None:
        raise NotationError(NOTHING_AT_STAKE)
    for text in moves:
        move = _parse_move(found.state, text)
        following = found.follow(move) if found.judge(move) else None
        if following is None:
            raise NotationError(NOT_IN_LINE)
        found = following
    return found


@lru_cache(maxsize=16)
def _repeat_puzzle(position: str, mistake: bool, line: bool) -> Puzzle | None:
    """Return the puzzle at this position, kept for its answers and hints: a line takes long to find."""
    return practice.repeat_puzzle(position, mistake, line=line)


def _parse_move(state: State, text: str) -> Move:
    """Parse a move and raise unless it is legal."""
    if not state.moves():
        raise ParlorError("There is nothing to choose here.")
    if (move := notation.form_of(state).parse(state, text)) is None:
        raise refuse_text(state, text)
    if (refusal := state.why_not(move)) is not None:
        raise refuse_move(state, move, refusal)
    return move


TASKS: dict[str, Callable[..., dict[str, Any]]] = {
    "today": build_today,
    "puzzle": build_puzzle,
    "sheet": build_sheet,
    "answer": check_answer,
    "clue": build_hint,
    "judge": judge_move,
    "review": review_table,
    "upload": review_upload,
    "refine": refine_table,
    "refine upload": refine_upload,
}

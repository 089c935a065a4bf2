"""The review of a match: every move graded, the deciding moment, and luck separated from skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.advice import LOSES_AT_ONCE, Defence, find_defence
from primeparlor.coach.grades import FORCED, GIVES, LOSES, Grade, accuracy, grade_choice
from primeparlor.coach.language.phrases import capital, find_quickest, format_alternatives, format_reason
from primeparlor.coach.reasons import explain_move, words_of
from primeparlor.core import OTHER, PLAYERS, Move, Player, State, TooLarge
from primeparlor.match import EARLY_ENDS, Event, Help, Hint, Match
from primeparlor.solve import Analysis, Progress, analyse, analyse_exactly
from primeparlor.wording import to_tenths

# A slip that costs less changes fewer than one game in a hundred, and is within the error of an estimate.
SMALL = 10  # tenths of a point


class JudgedMove(NamedTuple):
    """One move of the match, forced moves included, with its grade and the reason."""

    number: int  # of the event
    move_number: int  # as people count
    player: Player
    position: str
    grade: Grade
    why: str
    best: tuple[Move, ...]  # what would have been best
    line: tuple[Move, ...]  # the line that shows it
    exact: bool
    hints: tuple[Help, ...]  # all help given in that position, also before a take-back
    did: str  # what was done, in the game's words: "took 7"
    brief: str  # the same for a list: "6 + 7 = 13"
    missed: str = ""  # what this player could have had instead; empty if nothing was given away
    how: str = ""  # the reason for that; empty if it is obvious
    held: str = ""  # in a lost position: what would have held out longer; empty if nothing would
    hasty: bool = False  # likewise: whether the move lost at once

    @property
    def label(self) -> str:
        """The grade in a list; where every move loses, one that loses at once says so."""
        return LOSES_AT_ONCE if self.hasty else self.grade.label

    def deed(self, whose: str) -> str:
        """Format the grade in the past tense, to follow what was done; `whose` as for a grade."""
        return ", which lost at once" if self.hasty else self.grade.deed(whose)

    @property
    def is_slip(self) -> bool:
        """True for a loss so small that it is not counted as a mistake."""
        return bool(self.grade.loss) and self.grade.in_points and self.grade.points < SMALL

    @property
    def is_mistake(self) -> bool:
        """True for a move that gave something away, if it is more than a small slip."""
        return bool(self.grade.loss) and not self.is_slip


class Swing(NamedTuple):
    """The effect of luck and own choices on a player's winning chance, in tenths of a percentage point.

    Rounded so that the numbers shown add up: the choices are the sum of those in the list, and luck and
    choices make up the whole game.
    """

    luck: int
    choices: int  # never above 0


class Review(NamedTuple):
    """The result of reviewing a match."""

    decisions: tuple[JudgedMove, ...]
    deciding: JudgedMove | None  # the moment that decided the game, if a mistake did
    values: tuple[float | None, ...]  # Player 1's winning chance at the start and after each event
    accuracy: dict[Player, float | None]
    luck: dict[Player, float]  # how far fate moved each player's winning chance
    skill: dict[Player, float]  # how far their own choices did: never above 0
    exact: bool  # whether no value is an estimate
    swings: dict[Player, Swing]  # luck and skill, as they are shown
    at_the_end: Analysis | None = None  # the answer to the last position, if it is not over
    unsolved: int = 0  # moves at the beginning that are not graded: too large to solve

    @property
    def choices(self) -> int:
        """How many moves were chosen among several."""
        return sum(judged.grade.word != FORCED for judged in self.decisions)

    @property
    def exact_choices(self) -> int:
        """How many of them are graded by exact values."""
        return sum(judged.exact and judged.grade.word != FORCED for judged in self.decisions)

    def has_exact_choices(self, player: Player) -> bool:
        """True if no choice of this player is graded by estimates."""
        return all(judged.exact for judged in self.decisions if judged.player == player)


def number_moves(match: Match) -> dict[int, int]:
    """Return the number of each move as people count, by the number of its event.

    Every move of a player that was not taken back counts, forced moves included, as for a move limit.
    Outcomes of chance do not count.
    """
    moves = (event.number for event in match.history if event.who is not None)
    return {number: at for at, number in enumerate(moves, 1)}


def review(match: Match, answer: Callable[[State], Analysis] = analyse) -> Review:
    """Review a match; moves that were taken back are left out."""
    decisions: list[JudgedMove] = []
    values: list[float | None] = []
    skill = dict.fromkeys(PLAYERS, 0.0)
    exact, helped, last, unsolved = True, _collect_help(match), None, 0
    numbers = number_moves(match)
    for (event, state), analysis in zip(_walk_line(match), _answer_all(match, answer), strict=True):
        values.append(_find_value(state, analysis))
        exact = exact and (analysis is None or is_known(analysis))
        last = analysis
        if event is not None and event.who is not None and analysis is not None:
            judged = _judge(event, numbers[event.number], state, analysis, helped.get(state, ()))
            decisions.append(judged)
            skill[event.who] -= judged.grade.loss
        elif event is not None and event.who is not None:
            unsolved += 1
    graded = {p: [judged.grade for judged in decisions if judged.player == p] for p in PLAYERS}
    scores = {player: accuracy(grades) for player, grades in graded.items()}
    luck = _compute_luck(match, values, skill)
    swings = _compute_swings(values, decisions, any(luck.values()))
    deciding = _find_deciding(match, decisions, values[-1], swings)
    return Review(
        tuple(decisions), deciding, tuple(values), scores, luck, skill, exact, swings, last, unsolved
    )


def _answer_all(match: Match, answer: Callable[[State], Analysis]) -> list[Analysis | None]:
    """Return the answers to all positions of a match, None for one that is over or too large to solve.

    What follows a position also follows every earlier one: the first that is too large, seen from the end,
    is the last to be tried.
    """
    states = [state for _, state in _walk_line(match)]
    try:
        return [None if state.ending() else answer(state) for state in states]
    except TooLarge:
        found: list[Analysis | None] = [None] * len(states)
    with suppress(TooLarge):
        for at in range(len(states) - 1, -1, -1):
            found[at] = None if states[at].ending() else answer(states[at])
    return found


def review_exactly(matches: Sequence[Match], progress: Progress | None = None) -> list[Review]:
    """Review any number of matches without estimates, analysing all their positions together."""
    states = dict.fromkeys(state for match in matches for state in list_positions(match))
    answers = analyse_exactly(states, progress)
    return [review(match, answers.__getitem__) for match in matches]


def is_known(analysis: Analysis) -> bool:
    """Return True if the review shows nothing estimated of this answer: where fate acts, only its value."""
    return analysis.exact or (not analysis.moves and analysis.error == 0)


def list_positions(match: Match) -> list[State]:
    """Return the positions of a match that are reviewed."""
    return [state for _, state in _walk_line(match) if not state.ending()]


def _walk_line(match: Match) -> Iterator[tuple[Event | None, State]]:
    """Yield each event not taken back with the state before it, then None with the final state."""
    yield from match.line
    yield None, match.state


def _find_value(state: State, analysis: Analysis | None) -> float | None:
    if analysis is None:
        ending = state.ending()
        return float(ending.winner == 1) if ending else None
    return convert_chance(state.turn, analysis.value)


def _compute_luck(
    match: Match, values: Sequence[float | None], skill: dict[Player, float]
) -> dict[Player, float]:
    """Return the change of the winning chance that is not due to the players' choices.

    So luck and skill add up to the whole game, even if they rest on estimates. Luck is 0 if fate did nothing,
    or if play could have gone on for ever: endless play has no winning chance to compare.
    """
    chances = [value for value in values if value is not None]
    if len(chances) < len(values) or all(event.who is not None for event in match.history):
        return dict.fromkeys(PLAYERS, 0.0)
    luck = (chances[-1] - chances[0]) - (skill[1] - skill[2])
    return {1: luck, 2: -luck}


def _compute_swings(
    values: Sequence[float | None], decisions: Iterable[JudgedMove], has_luck: bool
) -> dict[Player, Swing]:
    """Return luck and skill in tenths of a point, rounded so that the numbers shown add up."""
    choices = dict.fromkeys(PLAYERS, 0)
    for judged in decisions:
        choices[judged.player] -= judged.grade.points
    first, last = values[0], values[-1]
    luck = 0
    if has_luck and first is not None and last is not None:
        luck = to_tenths(last) - to_tenths(first) - (choices[1] - choices[2])
    return {1: Swing(luck, choices[1]), 2: Swing(-luck, choices[2])}


def _judge(
    event: Event, move_number: int, state: State, analysis: Analysis, hints: Iterable[Help]
) -> JudgedMove:
    assert event.move is not None
    assert event.who is not None
    because, words = explain_move(state, analysis, event.move), words_of(state)
    graded, defence = grade_choice(analysis, event.move), find_defence(state, analysis, event.move)
    return JudgedMove(
        event.number,
        move_number,
        event.who,
        notation.position(state),
        graded,
        because.sentence,
        tuple(choice.move for choice in analysis.moves if choice.best),
        because.line,
        analysis.exact or graded.word == FORCED,
        tuple(hints),
        words.did(state, event.move),
        words.brief(state, event.move),
        words.missed(state, analysis) if graded.loss else "",
        _explain_best(state, analysis) if graded.loss else "",
        _format_defence(state, defence) if defence else "",
        defence is not None and defence.at_once,
    )


def _format_defence(state: State, defence: Defence) -> str:
    longest = "longest" if defence.longest else "longer"
    return capital(f"{format_alternatives(state, defence.moves)} would have held out {longest}.")


def _explain_best(state: State, analysis: Analysis) -> str:
    """Return the reason why the best move would have been better; empty if it wins at once."""
    best = find_quickest(state, analysis)
    if state.after(best).ending():
        return ""
    sentence = explain_move(state, analysis, best).sentence
    return format_reason(state, best, sentence, "With")


def _collect_help(match: Match) -> dict[State, list[Help]]:
    """Return the help given in each position: a hint is still known after a move is taken back."""
    helped: dict[State, list[Help]] = {}
    copy = match.copy_start()
    for entry in match.journal:
        if isinstance(entry, Hint) and entry.kind not in helped.setdefault(copy.state, []):
            helped[copy.state].append(entry.kind)
        copy.apply_entry(entry)
    return helped


def judge_choice(match: Match, event: Event, state: State, analysis: Analysis) -> JudgedMove:
    """Judge one decision of a match, given the answer to the state before it."""
    number = number_moves(match)[event.number]
    return _judge(event, number, state, analysis, _collect_help(match).get(state, ()))


def find_last_choice(match: Match, player: Player) -> tuple[Event, State] | None:
    """Return the last decision of this player that was not taken back, with the state before it."""
    chosen = (pair for pair in reversed(match.line) if pair[0].who == player and not pair[0].forced)
    return next(chosen, None)


def _find_deciding(
    match: Match, decisions: list[JudgedMove], at_the_end: float | None, swings: dict[Player, Swing]
) -> JudgedMove | None:
    """Return the loser's last choice that gave the game away; with chance, their costliest one.

    None if luck cost the loser at least as much as all their mistakes, if there was no mistake, if nobody has
    lost, or if resigning, the clock or strikes decided the game.
    """
    outcome = match.find_outcome()
    if outcome is None or outcome.winner is None:
        return None
    loser = OTHER[outcome.winner]
    if outcome.reason in EARLY_ENDS and convert_chance(loser, at_the_end) != 0:
        return None
    mistakes = [judged for judged in decisions if judged.grade.loss and judged.player == loser]
    if mistakes and -swings[loser].choices <= -swings[loser].luck:
        return None
    given = [judged for judged in mistakes if judged.grade.word in (GIVES, LOSES)]
    return given[-1] if given else max(mistakes, key=lambda judged: judged.grade.loss, default=None)


def convert_chance(player: Player, value: float | None) -> float | None:
    """Convert a winning chance of Player 1 to one of this player, or back."""
    return value if value is None or player == 1 else 1 - value


def as_data(match: Match, found: Review) -> dict[str, object]:
    """Return the review of this match as JSON data."""
    outcome = match.find_outcome()
    return {
        "game": match.start.name,
        "rules": match.start.rules.values(),
        "seats": list(match.seats),
        "result": outcome and outcome._asdict(),
        "decisions": [_build_decision(match, judged) for judged in found.decisions],
        "deciding": found.deciding and found.deciding.number,
        "values": list(found.values),
        "exact": found.exact,
        "choices": found.choices,
        "exact_choices": found.exact_choices,
        "accuracy": {str(player): score for player, score in found.accuracy.items()},
        "luck": {str(player): swing for player, swing in found.luck.items()},
        "skill": {str(player): swing for player, swing in found.skill.items()},
    }


def _build_decision(match: Match, judged: JudgedMove) -> dict[str, object]:
    grade = judged.grade
    return {
        "number": judged.number,
        "move_number": judged.move_number,
        "player": judged.player,
        "seat": match.find_seats(judged.number)[judged.player - 1],
        "position": judged.position,
        "move": grade.move,
        "grade": grade.word,
        "loss": grade.loss,
        "only": grade.only,
        "best": list(judged.best),
        "why": judged.why,
        "missed": judged.missed,
        "held": judged.held,
        "line": list(judged.line),
        "exact": judged.exact,
        "hints": list(judged.hints),
    }

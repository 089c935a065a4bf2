"""A match reviewed: every move graded, the deciding moment named, luck and skill told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import GIVES, LOSES, Grade, accuracy, grade
from primeparlor.coach.reasons import reason, words_of
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.match import EARLY_ENDS, Event, Help, Hint, Match
from primeparlor.solve import Analysis, Progress, analyse, analyse_exactly


class Judged(NamedTuple):
    """One move of the match, forced ones too, and what it was worth."""

    number: int  # of the event
    player: Player
    position: str
    grade: Grade
    why: str
    best: tuple[Move, ...]  # what would have been best
    line: tuple[Move, ...]  # what shows it
    exact: bool
    hints: tuple[Help, ...]  # all that were given in that position, before a take-back too


class Review(NamedTuple):
    """Everything a player wants to know after a game."""

    decisions: tuple[Judged, ...]
    deciding: Judged | None  # the moment that decided the game, if a mistake did
    values: tuple[float | None, ...]  # Player 1's winning chance at the start and after each event
    accuracy: dict[Player, float | None]
    luck: dict[Player, float]  # how far fate moved each player's winning chance
    skill: dict[Player, float]  # how far their own choices did: never above 0
    exact: bool  # whether no value is an estimate
    at_the_end: Analysis | None = None  # the answer to the last position, if it is not over


def review(match: Match, answer: Callable[[State], Analysis] = analyse) -> Review:
    """The review of what stands of a match; taken-back moves are left out."""
    decisions: list[Judged] = []
    values: list[float | None] = []
    skill = dict.fromkeys(PLAYERS, 0.0)
    exact, helped, last = True, _helped(match), None
    for event, state in _passed(match):
        analysis = None if state.ending() else answer(state)
        values.append(_for_player_1(state, analysis))
        exact = exact and (analysis is None or analysis.exact)
        last = analysis
        if event is not None and event.who is not None and analysis is not None:
            judged = _judge(event, state, analysis, helped.get(state, ()))
            decisions.append(judged)
            skill[event.who] -= judged.grade.loss
    graded = {p: [judged.grade for judged in decisions if judged.player == p] for p in PLAYERS}
    scores = {player: accuracy(grades) for player, grades in graded.items()}
    luck = _luck(match, values, skill)
    deciding = _deciding(match, decisions, values[-1], luck)
    return Review(tuple(decisions), deciding, tuple(values), scores, luck, skill, exact, last)


def exact_reviews(matches: Sequence[Match], progress: Progress | None = None) -> list[Review]:
    """The reviews of any number of matches without an estimate, all their positions answered at once."""
    states = {state: None for match in matches for _, state in _passed(match) if not state.ending()}
    answers = analyse_exactly(states, progress)
    return [review(match, answers.__getitem__) for match in matches]


def _passed(match: Match) -> Iterator[tuple[Event | None, State]]:
    """Each standing event with the state before it; at the end, the state that was reached."""
    yield from match.line
    yield None, match.state


def _for_player_1(state: State, analysis: Analysis | None) -> float | None:
    if analysis is None:
        ending = state.ending()
        return float(ending.winner == 1) if ending else None
    return _chance_of(state.turn, analysis.value)


def _luck(match: Match, values: Sequence[float | None], skill: dict[Player, float]) -> dict[Player, float]:
    """What is left of the way from the first chance to the last when both players' choices are taken off.

    So luck and skill make up the whole game, also where they rest on estimates. There is none to tell where
    fate did nothing, or where play could have gone on for ever: that has no winning chance to compare.
    """
    chances = [value for value in values if value is not None]
    if len(chances) < len(values) or all(event.who is not None for event in match.history):
        return dict.fromkeys(PLAYERS, 0.0)
    luck = (chances[-1] - chances[0]) - (skill[1] - skill[2])
    return {1: luck, 2: -luck}


def _judge(event: Event, state: State, analysis: Analysis, hints: Iterable[Help]) -> Judged:
    assert event.move is not None
    assert event.who is not None
    because = reason(state, analysis, event.move)
    return Judged(
        event.number,
        event.who,
        notation.position(state),
        grade(analysis, event.move),
        because.sentence,
        tuple(choice.move for choice in analysis.moves if choice.best),
        because.line,
        analysis.exact,
        tuple(hints),
    )


def _helped(match: Match) -> dict[State, list[Help]]:
    """The help given in each position: what was told before a take-back is known after it."""
    helped: dict[State, list[Help]] = {}
    copy = match.anew()
    for entry in match.journal:
        if isinstance(entry, Hint) and entry.kind not in helped.setdefault(copy.state, []):
            helped[copy.state].append(entry.kind)
        copy.take(entry)
    return helped


def judge_last(match: Match, player: Player, answer: Callable[[State], Analysis] = analyse) -> Judged | None:
    """The last decision of this player that stands, judged; None if there is none yet."""
    for event, state in reversed(match.line):
        if event.who == player and not event.forced:
            return _judge(event, state, answer(state), _helped(match).get(state, ()))
    return None


def _deciding(
    match: Match, decisions: list[Judged], at_the_end: float | None, luck: dict[Player, float]
) -> Judged | None:
    """The loser's last choice that gave the game away; where chance decides, their costliest one.

    None if luck cost the loser as much as all their mistakes or more, if there was no mistake, if
    nobody has lost, or if resigning decided, the clock or strikes.
    """
    outcome = match.ended()
    if outcome is None or outcome.winner is None:
        return None
    loser = OTHER[outcome.winner]
    if outcome.reason in EARLY_ENDS and _chance_of(loser, at_the_end) != 0:
        return None
    mistakes = [judged for judged in decisions if judged.grade.loss and judged.player == loser]
    if sum(judged.grade.loss for judged in mistakes) <= -luck[loser]:
        return None
    given = [judged for judged in mistakes if judged.grade.word in (GIVES, LOSES)]
    return given[-1] if given else max(mistakes, key=lambda judged: judged.grade.loss, default=None)


def _chance_of(player: Player, value: float | None) -> float | None:
    """The winning chance of Player 1 as this player's, and the other way round."""
    return value if value is None or player == 1 else 1 - value


def closing(match: Match, found: Review) -> str:
    """What decided the game, in a sentence."""
    outcome = match.ended()
    if outcome is None:
        return f"The game is unfinished: Player {match.state.turn} to move."
    if outcome.winner is None:
        return "The game stopped at its move limit: nobody won."
    if (moment := found.deciding) is not None:
        state = next(state for event, state in match.line if event.number == moment.number)
        did = words_of(state).did(state, moment.grade.move)
        return f"The game turned on move {moment.number}: Player {moment.player} {did}."
    loser = OTHER[outcome.winner]
    chance = _chance_of(loser, found.values[-1])
    if outcome.reason in EARLY_ENDS and chance != 0:
        return f"Player {loser} {EARLY_ENDS[outcome.reason].then} {_standing(chance, found.at_the_end)}."
    given = {judged.player for judged in found.decisions if judged.grade.loss}
    if given == {outcome.winner}:
        return f"Only Player {outcome.winner} made mistakes, and won all the same."
    if given:
        about = "" if found.exact else "about "
        luck, choices = (f"{-100 * change[loser]:.1f}" for change in (found.luck, found.skill))
        cost = f"bad luck cost Player {loser} {about}{luck} points, their own choices {choices}"
        return f"{words_of(match.start).luck}: {cost}."
    return "Nobody made a mistake."


def _standing(chance: float | None, analysis: Analysis | None) -> str:
    """How a player stood who could still have won."""
    if chance is None:
        risky = analysis is not None and any(analysis.guarantees)
        return "where play could go on for ever" if risky else "where nobody can be forced to lose"
    return "in a won position" if chance == 1 else f"with a winning chance of about {100 * chance:.0f} %"


def as_data(match: Match, found: Review) -> dict[str, object]:
    """The review of this match as JSON data."""
    outcome = match.ended()
    return {
        "game": match.start.name,
        "rules": match.start.rules.values(),
        "seats": list(match.seats),
        "result": outcome and outcome._asdict(),
        "decisions": [_decision(match, judged) for judged in found.decisions],
        "deciding": found.deciding and found.deciding.number,
        "values": list(found.values),
        "exact": found.exact,
        "accuracy": {str(player): score for player, score in found.accuracy.items()},
        "luck": {str(player): swing for player, swing in found.luck.items()},
        "skill": {str(player): swing for player, swing in found.skill.items()},
    }


def _decision(match: Match, judged: Judged) -> dict[str, object]:
    grade = judged.grade
    return {
        "number": judged.number,
        "player": judged.player,
        "seat": match.seats_at(judged.number)[judged.player - 1],
        "position": judged.position,
        "move": grade.move,
        "grade": grade.word,
        "loss": grade.loss,
        "only": grade.only,
        "best": list(judged.best),
        "why": judged.why,
        "line": list(judged.line),
        "exact": judged.exact,
        "hints": list(judged.hints),
    }

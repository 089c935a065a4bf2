"""A match reviewed: every move graded, the deciding moment named, luck and skill told apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import GIVES, LOSES, Grade, accuracy, grade
from primeparlor.coach.reasons import reason
from primeparlor.core import PLAYERS, Move, Player, State
from primeparlor.match import Event, Help, Match
from primeparlor.solve import Analysis, analyse


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
    hints: tuple[Help, ...]


class Review(NamedTuple):
    """Everything a player wants to know after a game."""

    decisions: tuple[Judged, ...]
    deciding: Judged | None  # the moment that decided the game, if a mistake did
    values: tuple[float | None, ...]  # Player 1's winning chance at the start and after each event
    accuracy: dict[Player, float | None]
    luck: dict[Player, float]  # how far fate moved each player's winning chance
    skill: dict[Player, float]  # how far their own choices did: never above 0


def review(match: Match) -> Review:
    """The review of what stands of a match; taken-back moves are left out."""
    decisions: list[Judged] = []
    values: list[float | None] = []
    luck = dict.fromkeys(PLAYERS, 0.0)
    skill = dict.fromkeys(PLAYERS, 0.0)
    for event, state, analysis in _analysed(match):
        values.append(_for_player_1(state, analysis))
        if event is None or analysis is None:
            continue
        if event.who is None:
            _share_luck(luck, state, analysis, event)
        else:
            judged = _judge(match, event, state, analysis)
            decisions.append(judged)
            skill[event.who] -= judged.grade.loss
    winner = match.outcome and match.outcome.winner
    graded = {p: [judged.grade for judged in decisions if judged.player == p] for p in PLAYERS}
    scores = {player: accuracy(grades) for player, grades in graded.items()}
    return Review(tuple(decisions), _deciding(decisions, winner), tuple(values), scores, luck, skill)


def _analysed(match: Match) -> Iterator[tuple[Event | None, State, Analysis | None]]:
    """Each standing event with the state before it; at the end, the state that was reached."""
    state = match.start
    for event in match.history:
        yield event, state, analyse(state)
        state = state.after(event.move)
    yield None, state, None if state.ending() else analyse(state)


def _for_player_1(state: State, analysis: Analysis | None) -> float | None:
    if analysis is None:
        ending = state.ending()
        return float(ending.winner == 1) if ending else None
    value = analysis.value
    return value if value is None or state.turn == 1 else 1 - value


def _share_luck(luck: dict[Player, float], state: State, analysis: Analysis, event: Event) -> None:
    """What fate brought, against what it brings on average: one player's luck is the other's misfortune."""
    outcome = next(chance for chance in analysis.chances if chance.move == event.move)
    swing = outcome.value - (analysis.value or 0.0)
    for player in PLAYERS:
        luck[player] += swing if player == state.turn else -swing


def _judge(match: Match, event: Event, state: State, analysis: Analysis) -> Judged:
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
        match.helped(event.number - 1),
    )


def judge_last(match: Match, player: Player) -> Judged | None:
    """The last decision of this player that stands, judged; None if there is none yet."""
    for event, state in reversed(match.line):
        if event.who == player and not event.forced:
            return _judge(match, event, state, analyse(state))
    return None


def _deciding(decisions: list[Judged], winner: Player | None) -> Judged | None:
    """The last choice that gave the game away; where chance decides, the loser's costliest one.

    None if there was no such mistake, or if it was the winner's: then resigning decided, or the clock.
    """
    given = [judged for judged in decisions if judged.grade.word in (GIVES, LOSES)]
    if given:
        return given[-1] if given[-1].player != winner else None
    mistakes = [judged for judged in decisions if judged.grade.loss > 0 and judged.player != winner]
    return max(mistakes, key=lambda judged: judged.grade.loss, default=None)


def as_data(match: Match, found: Review) -> dict[str, object]:
    """The review of this match as JSON data."""
    return {
        "game": match.start.name,
        "rules": match.start.rules.values(),
        "seats": list(match.seats),
        "result": match.outcome and match.outcome._asdict(),
        "decisions": [_decision(judged) for judged in found.decisions],
        "deciding": found.deciding and found.deciding.number,
        "values": list(found.values),
        "accuracy": {str(player): score for player, score in found.accuracy.items()},
        "luck": {str(player): swing for player, swing in found.luck.items()},
        "skill": {str(player): swing for player, swing in found.skill.items()},
    }


def _decision(judged: Judged) -> dict[str, object]:
    grade = judged.grade
    return {
        "number": judged.number,
        "player": judged.player,
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

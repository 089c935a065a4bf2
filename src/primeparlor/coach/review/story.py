"""A reviewed match as values to show: result, turning point, every move graded, luck and choices.

Everything a screen or a page shows of a review is a value here; nothing is printed. The caller chooses the
names of the players: "Player 2", or "you" and "the house".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.coach.grades import Kind
from primeparlor.coach.language.lines import Name, find_possessive, name_by_number
from primeparlor.coach.language.phrases import capital, format_reason, join_words
from primeparlor.coach.language.voice import address_reader
from primeparlor.coach.review.balance import SideSummary, build_sides
from primeparlor.coach.review.closing import format_closing, format_headline
from primeparlor.coach.review.review import JudgedMove, Review, convert_chance
from primeparlor.core import PLAYERS, Move, Player, State
from primeparlor.match import Match
from primeparlor.wording import format_count, format_points, in_percentage_points

# A slip that costs less changes fewer than one game in a hundred, and is within the error of an estimate.
SMALL = 10  # tenths of a point
NAMED = 8  # moves that a sentence about slips names


class ReviewRow(NamedTuple):
    """One move in the list."""

    number: int  # of the event
    place: int  # of the event in the match's line
    move_number: int  # as people count
    player: Player
    name: str  # of the player
    move: Move
    did: str  # in the game's words: "kept the 6"
    brief: str  # the same for a list: "keep the 6 at 21"
    glyph: str
    word: str
    kind: Kind
    points: int | None  # given away, in tenths of a point; None if the word tells no points
    only: bool
    hints: int
    reason: str  # what could have been had, and what the move left; empty if nothing was given away
    better: tuple[Move, ...]  # likewise
    folded: bool  # a small slip, shown in one line with the others
    at_stake: bool  # whether some move was better than another


class TurningPoint(NamedTuple):
    """The moment that decided the game; if no mistake did, the costliest one."""

    title: str  # "The game turned on move 12: you kept the 4."
    decided: bool  # whether the game turned on it
    sentences: tuple[str, ...]  # what could have been had, how, and what the move left
    number: int  # of the event
    place: int  # in the match's line
    move_number: int
    player: Player
    state: State  # before the move
    move: Move
    better: tuple[Move, ...]


class Story(NamedTuple):
    """A review as people read it."""

    game: str  # the title of the game
    headline: str  # the result
    closing: str  # what decided the game: the title of the turning point if that did; empty if nobody has won
    turning: TurningPoint | None
    rows: tuple[ReviewRow, ...]
    slips: tuple[str, ...]  # the small ones, a sentence for each player who made some
    sides: tuple[SideSummary, SideSummary]  # of Player 1 and Player 2
    chances: tuple[
        float | None, ...
    ]  # Player 1's before the first move, then after each with all that followed

    def chances_of(self, player: Player) -> tuple[float | None, ...]:
        """Return the winning chance of this player by move number; the first is before any move."""
        return tuple(convert_chance(player, chance) for chance in self.chances)


def build_story(match: Match, found: Review, name: Name = name_by_number) -> Story:
    """Build the story of a reviewed match, with these names for the players."""
    outcome = match.find_outcome()
    places = {event.number: at for at, (event, _) in enumerate(match.line)}
    rows = tuple(_build_row(judged, places[judged.number], name) for judged in found.decisions)
    return Story(
        match.start.title,
        format_headline(match, name),
        format_closing(match, found, name) if outcome and outcome.winner else "",
        _find_turning(match, found, places, name),
        rows,
        _format_slips(rows, found.exact, name),
        build_sides(match, found),
        (*(found.values[row.place] for row in rows), found.values[-1]),
    )


def _build_row(judged: JudgedMove, place: int, name: Name) -> ReviewRow:
    grade = judged.grade
    return ReviewRow(
        judged.number,
        place,
        judged.move_number,
        judged.player,
        name(judged.player),
        grade.move,
        judged.did,
        judged.brief,
        grade.glyph,
        grade.label,
        grade.kind,
        grade.points if grade.in_points else None,
        grade.only,
        len(judged.hints),
        address_reader(f"{judged.missed} {_format_result(judged)}", judged.player, name)
        if grade.loss
        else "",
        judged.best if grade.loss else (),
        _is_small(judged),
        grade.weight > 0,
    )


def _find_turning(match: Match, found: Review, places: dict[int, int], name: Name) -> TurningPoint | None:
    mistakes = [judged for judged in found.decisions if judged.grade.loss and not _is_small(judged)]
    moment = found.deciding or max(
        mistakes, key=lambda judged: (judged.grade.loss, judged.number), default=None
    )
    if moment is None:
        return None
    title = f"The costliest mistake was move {moment.move_number}: {name(moment.player)} {moment.did}."
    sentences = filter(None, (moment.missed, moment.how, _format_result(moment)))
    place = places[moment.number]
    return TurningPoint(
        format_closing(match, found, name) if found.deciding else title,
        found.deciding is not None,
        tuple(address_reader(sentence, moment.player, name) for sentence in sentences),
        moment.number,
        place,
        moment.move_number,
        moment.player,
        match.line[place][1],
        moment.grade.move,
        moment.best,
    )


def _format_result(judged: JudgedMove) -> str:
    """Format the result of the move, naming the move, because better moves are named before it."""
    return format_reason(judged.grade.move, judged.why)


def _is_small(judged: JudgedMove) -> bool:
    """Return True if a mistake is so small that it is folded."""
    grade = judged.grade
    return bool(grade.loss) and grade.in_points and grade.points < SMALL


def _format_slips(rows: Sequence[ReviewRow], exact: bool, name: Name) -> tuple[str, ...]:
    """Format the folded slips of each player in a sentence: their number, cost and moves."""
    sentences = []
    for player in PLAYERS:
        made = [row for row in rows if row.folded and row.player == player]
        if made:
            cost = sum(row.points or 0 for row in made)
            cost_told = f"{'' if exact else 'about '}{format_points(cost)}" if cost else "less than 0.1"
            points = in_percentage_points(cost_told)
            total = " in all" if len(made) > 1 else ""
            slips = capital(format_count(len(made), "small slip"))
            sentences.append(f"{slips} by {name(player)} cost {points}{total}: {_format_moves(made)}.")
    return tuple(sentences)


def _format_moves(rows: Sequence[ReviewRow]) -> str:
    """Format the numbers of the moves: "moves 3, 9 and 12"; of many, the first."""
    numbers = [str(row.move_number) for row in rows]
    if len(numbers) > NAMED + 1:
        numbers = [*numbers[:NAMED], f"{len(numbers) - NAMED} more"]
    return f"move{'s' * (len(rows) > 1)} {join_words(numbers)}"


def format_judgement(judged: JudgedMove, name: Name = name_by_number) -> list[str]:
    """Format the value of one move in two lines: the answer to `why`."""
    who = name(judged.player)
    deed = judged.grade.deed(find_possessive(who))
    reason = f"{judged.why} {judged.missed}".rstrip()
    return [capital(f"{who} {judged.did}{deed}."), f"  {address_reader(reason, judged.player, name)}"]

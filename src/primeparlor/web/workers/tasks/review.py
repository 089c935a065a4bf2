"""A reviewed match as JSON data for the page: every step with its facts, and the coach's story.

Better moves are left out unless asked for, so that the player can look for them first.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from primeparlor import notation, records
from primeparlor.coach.grades import ONLY
from primeparlor.coach.language.line_of_play import Name
from primeparlor.coach.language.voice import address_reader
from primeparlor.coach.review.refinement import RefinedReview
from primeparlor.coach.review.review import JudgedMove, Review, convert_chance
from primeparlor.coach.review.story import (
    ReviewRow,
    TurningPoint,
    build_story,
    describe_chances,
    title_chances,
)
from primeparlor.core import Move, Player, State, TooLarge
from primeparlor.match import Match
from primeparlor.solve import Effort
from primeparlor.tables.all_moves import list_actions
from primeparlor.tables.messages import OPEN_SEATS, build_facts, build_step, format_outcome, messages_of
from primeparlor.tables.names import name_seats
from primeparlor.tables.turn_words import word_turn
from primeparlor.web.config import MOST_EVENTS, REFINE_BYTES, REFINE_SECONDS
from primeparlor.wording import join_words

SETTINGS = ("clock", "undo", "hints", "limit", "strikes")  # of the table, used to play on from a position


def review_table(record: Sequence[records.Line], answers: bool, you: Player | None) -> dict[str, Any]:
    """Return the review of a game at a table; the server itself formatted its record."""
    return build_review(records.rebuild(record).match, answers, you)


def review_upload(text: str, answers: bool) -> dict[str, Any]:
    """Return the review of a record that a client has sent, after checking all of it."""
    return build_review(records.read(BytesIO(text.encode())).match, answers, None)


def refine_table(
    record: Sequence[records.Line], answers: bool, you: Player | None, step: int
) -> dict[str, Any]:
    """Return the review of a game at a table with exact values, as far as they are found in this step."""
    return build_review(records.rebuild(record).match, answers, you, step)


def refine_upload(text: str, answers: bool, step: int) -> dict[str, Any]:
    """Return the review of a record that a client has sent, likewise."""
    return build_review(records.read(BytesIO(text.encode())).match, answers, None, step)


def build_review(match: Match, answers: bool, you: Player | None, step: int = 0) -> dict[str, Any]:
    """Return the review of this match; better moves are named only with `answers`.

    It addresses the person who played as `you`; for None, a reader who may be either player. The first step
    replaces estimates by exact values for a short time, further steps for longer.
    """
    if len(match.events) > MOST_EVENTS:
        raise TooLarge(
            f"This game is too long to be reviewed here: a game may have at most {MOST_EVENTS:,} events."
        )
    found, seats = _review(match, step), name_seats(match, you)
    name = seats.inside
    tale = build_story(match, found, name)
    reader: Player = you or 1
    chances = [convert_chance(reader, value) for value in found.values]
    judged = {each.number: each for each in found.decisions}
    start, outcome = match.start, match.find_outcome()
    return {
        "game": start.name,
        "title": start.title,
        "rules": start.rules.values(),
        "variant": start.rules.changed(),
        "seats": list(match.seats),
        "names": seats.names,
        "names_inside": seats.both_inside,
        "you": you,
        "headline": tale.headline,
        "closing": tale.closing,
        "what_decided": tale.what_decided,
        "label": tale.label,
        "mistakes": tale.mistakes_text,
        "chart_title": title_chances(chances, reader, seats),
        "chart_words": describe_chances(tale, chances, reader, seats),
        "outcome": outcome and format_outcome(match.state, outcome),
        "position": notation.position(start),
        "actions": list_actions(start),
        "settings": {key: getattr(match.settings, key) for key in SETTINGS},
        "first": build_facts(messages_of(start), start),
        "steps": build_steps(match),
        "values": list(found.values),
        "exact": found.exact,
        "choices": found.choices,
        "exact_choices": found.exact_choices,
        "exactness": tale.exactness,
        "step": step,
        "more": not found.exact and step < len(REFINE_SECONDS),
        "rows": [
            _format_row(row, match.line[row.place][1], judged[row.number], name, answers) for row in tale.rows
        ],
        "slips": list(tale.slips),
        "turning": tale.turning and _format_turning(tale.turning, judged[tale.turning.number], name, answers),
        "sides": [side._asdict() | {"swing": side.swing} for side in tale.sides],
    }


def _review(match: Match, step: int) -> Review:
    refined = RefinedReview(match)
    found = refined.estimate()
    if step and not found.exact:
        for better in refined.refine(Effort.within(REFINE_SECONDS[step - 1], REFINE_BYTES)):
            found = better
    return found


def build_steps(match: Match) -> list[dict[str, Any]]:
    """Return every event that was not taken back, with the facts after it."""
    made, line, messages = [], list[Any](), messages_of(match.start)
    for at, (event, state) in enumerate(match.line, 1):
        after = state.after(event.move)
        line.append((event.who, event.move))
        turn = word_turn(match.line[:at], after, messages, OPEN_SEATS)
        made.append(
            build_step(messages, event, state, after) | {"facts": build_facts(messages, after, line, turn)}
        )
    return made


def _format_row(
    row: ReviewRow, state: State, judged: JudgedMove, name: Name, answers: bool
) -> dict[str, Any]:
    return row._asdict() | {
        "position": judged.position,
        "why": address_reader(judged.why, judged.player, name),
        "word": ONLY if row.only else row.word,
        "saving": judged.grade.saving,
        "reason": row.reason if answers else "",
        **_format_better(state, row.better if answers else ()),
    }


def _format_turning(turning: TurningPoint, judged: JudgedMove, name: Name, answers: bool) -> dict[str, Any]:
    data = turning._asdict()
    del data["state"]
    return data | {
        "position": judged.position,
        "why": address_reader(judged.why, judged.player, name),
        "sentences": list(turning.sentences) if answers else [],
        **_format_better(turning.state, turning.better if answers else ()),
    }


def _format_better(state: State, better: Sequence[Move]) -> dict[str, Any]:
    """Return the better moves, as they are typed and as people read them."""
    words = join_words([notation.format_move(state, move) for move in better], "or")
    return {"better": list(better), "better_words": words}

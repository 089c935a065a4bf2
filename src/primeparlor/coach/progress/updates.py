"""Changes to the diary, each applied to the JSON data that the file holds at that time.

Only what changes is touched: keys of a later version and cards of games that are not installed stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta, tzinfo
from typing import Any, NamedTuple

from primeparlor.coach.progress.document import (
    DEVIATIONS,
    LAST_BOX,
    MOST,
    RATINGS,
    VOLATILITIES,
    Card,
    Data,
    GameSummary,
    OpeningReply,
    PlayerRating,
    ProgressDocument,
    RushScore,
    Tries,
    is_over,
    is_solved,
    read_card,
    read_reply,
    read_scores,
    read_tries,
    read_whole,
)
from primeparlor.coach.puzzles import ratings
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.wording import round_percent

DAYS = (1, 1, 3, 7, 21, 60)  # until a card comes back, by its box
FARTHEST = (DAYS[-1] + 1) * 86_400  # seconds: no card is put off for longer
NEW = PlayerRating(ratings.NEW)
ORIGIN = ("mistake", "line", "daily", "day")  # keys of a card: how it is asked, and where it came from


def open_section(data: Data, *keys: str) -> Data:
    """Return the dictionary under these keys for writing; anything else found there is replaced by one."""
    for key in keys:
        if not isinstance(data.get(key), dict):
            data[key] = {}
        data = data[key]
    return data


def add_count(entries: Data, key: str, more: int = 1) -> None:
    """Add this many to a counter of the entry."""
    entries[key] = min(MOST, (read_whole(entries.get(key)) or 0) + more)


class Moment(NamedTuple):
    """A moment and the time zone that decides its day; None for the zone of this computer."""

    now: float  # seconds since 1970
    zone: tzinfo | None = None

    @property
    def day(self) -> date:
        return datetime.fromtimestamp(self.now, self.zone).date()

    def add_days(self, days: int) -> float:
        """Return the time at which the day begins that comes so many days after this one."""
        day = self.day + timedelta(days=days)
        return datetime(day.year, day.month, day.day, tzinfo=self.zone).timestamp()


# Puzzles -------------------------------------------------------------------------------------------


def store_answer(
    data: Data, puzzle: Puzzle, right: bool, first: bool, when: Moment, daily: date | None = None
) -> None:
    """Move the puzzle to its next box, or into the first; a new puzzle counts for the player's rating.

    A puzzle answered right only at a later try or after a hint stays in its box. If it was due, it comes back
    tomorrow. A card keeps where it came from; `daily` is the day of a puzzle of the day.
    """
    position = puzzle.position
    card = read_card(open_section(data, "cards").get(position))
    if right and not first:
        if card is not None and is_due(card, when.now):
            write_card(data, position, card._replace(due=when.add_days(1)))
        return
    if first and card is None:
        _update_rating(data, puzzle.state.name, puzzle.rating, right)
    if right:
        add_count(open_section(data, "days", when.day.isoformat()), "right")
    if card is not None or not right:  # a puzzle solved at first sight needs no card
        card = card or Card(0, 0.0, line=puzzle.is_line, day=daily, daily=daily is not None)
        if not (right or card.mistake or card.daily):
            card = card._replace(day=when.day)
        box = min(card.box + 1, LAST_BOX) if right else 0
        write_card(data, position, card._replace(box=box, due=when.add_days(DAYS[box])))


def _update_rating(data: Data, game: str, rating: float, right: bool) -> None:
    known = ProgressDocument(data).ratings.get(game, NEW)
    new = ratings.rate_answer(known.rating, rating, right)
    open_section(data, "ratings", game).update(
        rating=_clamp(round(new.rating, 2), RATINGS),
        deviation=_clamp(round(new.deviation, 2), DEVIATIONS),
        volatility=_clamp(round(new.volatility, 6), VOLATILITIES),
        asked=min(MOST, known.asked + 1),
        right=min(MOST, known.right + right),
    )


def _clamp(number: float, limits: tuple[float, float]) -> float:
    """Return the number, or the nearest one that can be read back."""
    least, most = limits
    return max(least, min(number, most))


def is_due(card: Card, now: float) -> bool:
    """Return True if the card is due.

    A date too far ahead counts as due as well: it was set by a wrong clock.
    """
    return not now < card.due <= now + FARTHEST


def write_card(data: Data, position: str, card: Card) -> None:
    """Write the card to its entry."""
    entry = open_section(data, "cards", position)
    entry.update(box=card.box, due=card.due)
    entry.update({key: True for key in ("mistake", "line", "daily") if getattr(card, key)})
    if card.day:
        entry["day"] = card.day.isoformat()


# Days ----------------------------------------------------------------------------------------------


def store_attempt(data: Data, day: date, game: str, mark: str, main: bool) -> None:
    """Add a try at a puzzle of this day, unless the puzzle is over."""
    entry = open_section(data, "days", day.isoformat())
    puzzle = open_section(entry, "puzzle") if main else open_section(entry, "more")
    key = "tries" if main else game
    tries = read_tries(puzzle.get(key))
    if not is_over(tries):
        puzzle[key] = tries + mark
        if main:
            puzzle["game"] = game


def store_hints(data: Data, day: date, game: str, hints: int) -> None:
    """Store how many hints on this game's puzzle of the day are open; the number never goes down."""
    _raise_counts(open_section(data, "days", day.isoformat(), "hints"), {game: hints})


def store_duel(data: Data, day: date, accuracy: float | None, won: bool, record: str) -> None:
    """Store the result of the duel, unless this day already has one."""
    entry = open_section(data, "days", day.isoformat())
    known = ProgressDocument({"days": {day.isoformat(): entry}}).days[day].duel
    if known is None:
        score = None if accuracy is None else round_percent(accuracy)
        entry["duel"] = {"accuracy": score, "won": won, "record": record}


def store_rush(data: Data, game: str, score: RushScore) -> None:
    """Add the score, keeping only the best ones."""
    store_scores(data, game, [*read_scores(data, game), score])
    add_count(open_section(data, "days", score.day.isoformat()), "right", score.right)


def store_scores(data: Data, game: str, scores: Iterable[RushScore]) -> None:
    """Replace the stored scores by the best of these."""
    rows = [{**score._asdict(), "day": score.day.isoformat()} for score in scores]
    best = read_scores({"rush": {game: rows}}, game)
    open_section(data, "rush")[game] = [{**score._asdict(), "day": score.day.isoformat()} for score in best]


def store_reply(data: Data, game: str, position: str, given: str, right: bool) -> None:
    """Count the right replies in a row; a wrong reply is not stored."""
    entry = open_section(data, "openings", game, position)
    known = read_reply(entry) or OpeningReply("", 0)
    entry.update(reply=given if right else known.reply, row=min(MOST, known.row + 1) if right else 0)


# Games ---------------------------------------------------------------------------------------------


def store_games(data: Data, games: Mapping[str, GameSummary], mistakes: Mapping[str, date]) -> None:
    """Store summaries of saved games, and their mistakes as cards that are due now; known cards stay.

    The mistakes are positions, each with the day of its game.
    """
    for record, summary in games.items():
        open_section(data, "games", record).update(as_data(summary))
    _count_games(data, {summary.day for summary in games.values()})
    for position, day in mistakes.items():
        if read_card(open_section(data, "cards").get(position)) is None:
            write_card(data, position, Card(0, 0.0, mistake=True, day=day))


def _count_games(data: Data, days: set[date]) -> None:
    """Update the number of finished games on each of these days."""
    played = Counter(game.day for game in ProgressDocument(data).games.values() if game.over)
    for day in sorted(days & played.keys()):
        entry = open_section(data, "days", day.isoformat())
        entry["games"] = max(read_whole(entry.get("games")) or 0, played[day])


def as_data(summary: GameSummary) -> dict[str, Any]:
    """Return the summary of a game as JSON data."""
    return {**summary._asdict(), "day": summary.day.isoformat(), "mistakes": dict(summary.mistakes)}


# Two diaries ---------------------------------------------------------------------------------------


def merge_data(data: Data, other: Data) -> None:
    """Merge another diary into the data, keeping the better or the later one of each entry.

    ratings  the one with more puzzles asked
    days     the better tries and duel; the higher counts, as both may have counted the same; all open hints
    cards    the one that comes back later: it was answered last, or right more often. Where it came from is
             the player's own mistake, else the puzzle of a day, else a line, else the later day
    rush     the best of both
    openings the reply that was right more often in a row
    games    the one from the larger file
    """
    ours, theirs = ProgressDocument(data), ProgressDocument(other)
    for game, rated in theirs.ratings.items():
        if game not in ours.ratings or ours.ratings[game].asked < rated.asked:
            open_section(data, "ratings", game).update(other["ratings"][game])
    for position, card in theirs.cards.items():
        known = ours.cards.get(position)
        entries, given = open_section(data, "cards"), other["cards"][position]
        entries[position] = given if known is None else _merge_cards(entries[position], given, known, card)
    for game, scores in theirs.rush.items():
        store_scores(data, game, dict.fromkeys([*ours.rush.get(game, ()), *scores]))
    for game, replies in theirs.openings.items():
        if better := _find_better_replies(ours.openings.get(game, {}), replies):
            open_section(data, "openings", game).update((at, other["openings"][game][at]) for at in better)
    for record, summary in theirs.games.items():
        if record not in ours.games or ours.games[record].size < summary.size:
            open_section(data, "games")[record] = other["games"][record]
    for day in theirs.days:
        _merge_day(open_section(data, "days", day.isoformat()), other["days"][day.isoformat()])
    for key, value in other.items():  # keys of a later version, or of another tool
        data.setdefault(key, value)


def _merge_cards(ours: Data, theirs: Data, one: Card, two: Card) -> Data:
    """Return the entry of a card of which there are two; where it came from is taken from one as a whole."""
    merged = {**ours, **theirs} if (one.due, one.box) < (two.due, two.box) else {**theirs, **ours}
    origin = theirs if _rank_origin(one) < _rank_origin(two) else ours
    kept = {key: value for key, value in merged.items() if key not in ORIGIN}
    return kept | {key: origin[key] for key in ORIGIN if key in origin}


def _rank_origin(card: Card) -> tuple[bool, bool, bool, date]:
    return card.mistake, card.daily, card.line, card.day or date.min


def _find_better_replies(ours: Mapping[str, OpeningReply], theirs: Mapping[str, OpeningReply]) -> list[str]:
    """Return the positions in which their reply was right more often in a row."""
    return [at for at, reply in theirs.items() if at not in ours or ours[at].row < reply.row]


def _raise_counts(counts: Data, others: Mapping[str, int]) -> None:
    for key, number in others.items():
        counts[key] = max(read_whole(counts.get(key)) or 0, number)


def _merge_day(ours: Data, theirs: Data) -> None:
    pages = (ProgressDocument({"days": {"2000-01-01": entry}}).days for entry in (ours, theirs))
    one, two = (days[date(2000, 1, 1)] for days in pages)
    if two.puzzle and _is_better(two.puzzle, one.puzzle):
        ours["puzzle"] = theirs["puzzle"]
    for game, tries in two.more.items():
        if _is_better(Tries(game, tries), Tries(game, one.more.get(game, ""))):
            open_section(ours, "more")[game] = tries
    if two.duel and (one.duel is None or (two.duel.accuracy or 0) > (one.duel.accuracy or 0)):
        ours["duel"] = theirs["duel"]
    _raise_counts(ours, {key: number for key in ("right", "games") if (number := getattr(two, key))})
    if two.hints:
        _raise_counts(open_section(ours, "hints"), two.hints)
    for key, value in theirs.items():
        ours.setdefault(key, value)


def _is_better(one: Tries, two: Tries | None) -> bool:
    """Return True if the first tries went better: solved where the second were not, or in fewer tries.

    If neither found the answer, tries after which the puzzle is over are better, then more tries.
    """
    return two is None or _rank_tries(one.tries) > _rank_tries(two.tries)


def _rank_tries(tries: str) -> tuple[bool, bool, int]:
    solved = is_solved(tries)
    return solved, is_over(tries), -len(tries) if solved else len(tries)

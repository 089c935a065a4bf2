"""The document of a player's progress: its entries, parsed from JSON data that may have been edited by hand.

The data stays as it was read: unknown or invalid entries are ignored but preserved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from primeparlor.coach.puzzles.ratings import Rating

Data: TypeAlias = dict[str, Any]
MOST = 10**9  # of anything that is counted
FIRST_YEAR = 1970
FOREVER = 1e15  # seconds, 30 million years: later than any card is due, and too early to overflow
LAST_BOX = 5
RATINGS, DEVIATIONS, VOLATILITIES = (0.0, 4_000.0), (10.0, 500.0), (0.001, 1.0)  # the least and the most
BEST = 10  # rush scores kept for each game
ALL = "all"  # a rush through all games
WRONG, RIGHT, SHOWN = "-", "+", "?"  # a try at the puzzle of the day; SHOWN: the answer was asked for
TRIES = 3  # at each puzzle of a day


class Tries(NamedTuple):
    """The puzzle of a day: its game, and one sign for each try."""

    game: str
    tries: str


class DuelResult(NamedTuple):
    """The result of the daily duel."""

    accuracy: int | None  # None if nothing was at stake
    won: bool
    record: str  # the name of its file


class Day(NamedTuple):
    """A player's activity on a day."""

    puzzle: Tries | None = None
    more: Mapping[str, str] = MappingProxyType({})  # the tries at the other games' puzzles
    duel: DuelResult | None = None
    right: int = 0  # puzzles solved at the first try, in sessions and rushes too
    games: int = 0  # finished
    hints: Mapping[str, int] = MappingProxyType({})  # opened on the day's puzzles, by game

    @property
    def tries(self) -> dict[str, str]:
        """The tries at all puzzles of the day, by game."""
        return {**self.more, **({self.puzzle.game: self.puzzle.tries} if self.puzzle else {})}

    @property
    def solved(self) -> bool:
        """True if the puzzle of the day was solved with one of its tries."""
        return self.puzzle is not None and is_solved(self.puzzle.tries)

    @property
    def given_up(self) -> bool:
        """True if the answer of the puzzle of the day was shown: asked for, or after the last try."""
        return self.puzzle is not None and is_over(self.puzzle.tries) and not self.solved


class PlayerRating(NamedTuple):
    """A player's rating for the puzzles of a game, and the number of puzzles asked and solved."""

    rating: Rating
    asked: int = 0
    right: int = 0


class Card(NamedTuple):
    """The box of a puzzle and the time at which it comes back."""

    box: int  # from 0
    due: float  # seconds since 1970
    mistake: bool = False  # of the player's own: every move that would not have been one is right
    line: bool = False  # played to the end, one decision after another
    day: date | None = None  # of the game, of the puzzle of the day, or on which it was missed last
    daily: bool = False  # it was the puzzle of that day


class RushScore(NamedTuple):
    """The score of a rush."""

    day: date
    right: int
    slips: int

    @property
    def rank(self) -> tuple[int, int, date]:
        """The sort key, best score first: more right answers, then fewer slips, then the earlier day."""
        return -self.right, self.slips, self.day


class OpeningReply(NamedTuple):
    """A player's reply in a position of the openings, and how often in a row it was right."""

    reply: str  # the last right one as text; empty if there was none
    row: int


class GameSummary(NamedTuple):
    """The summary of a saved game, made when it was imported."""

    size: int  # of its file then, so that a file that has grown is imported again; at a table, its lines
    day: date  # when it began
    game: str
    regular: bool  # the start of its rules, nothing dealt by hand, no seed, the same players throughout
    level: str | None = None  # of the house player on the other side
    side: int | None = None  # of the one person; None for two people or none
    won: bool | None = None  # None if nobody has
    helped: bool = False  # by hints, or by taking back
    accuracy: int | None = None  # None if nothing was at stake, or if the game is too large to know
    luck: int | None = None  # in tenths of a percentage point; None where fate did nothing
    choices: int | None = None
    mistakes: Mapping[str, int] = MappingProxyType({})  # how often, by kind
    over: bool = True  # else it is still being played, and nothing of it counts yet
    variant: str = ""  # the rules that differ from the book's, as words
    clock: float | None = None  # seconds for each decision
    moves: int = 0  # of the one person, without forced ones and one that lost the game at once
    played_out: bool = False  # to an end by the rules


class ProgressDocument:
    """The parsed entries of the data, each section parsed on first use."""

    def __init__(self, data: Data) -> None:
        self.data = data

    @cached_property
    def days(self) -> dict[date, Day]:
        """The activity of each day, in order."""
        found = {
            day: _read_day(given)
            for text, given in read_entries(self.data, "days")
            if (day := read_date(text))
        }
        return dict(sorted(found.items()))

    @cached_property
    def ratings(self) -> dict[str, PlayerRating]:
        """The player's rating by game."""
        return {
            game: rated
            for game, given in read_entries(self.data, "ratings")
            if (rated := _read_rating(given))
        }

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The puzzles that come back, by position, including those of games that are not installed."""
        return {at: card for at, given in read_entries(self.data, "cards") if (card := read_card(given))}

    @cached_property
    def rush(self) -> dict[str, tuple[RushScore, ...]]:
        """The best scores of each game, the best first."""
        found = {game: read_scores(self.data, game) for game in read_section(self.data, "rush")}
        return {game: scores for game, scores in found.items() if scores}

    @cached_property
    def openings(self) -> dict[str, dict[str, OpeningReply]]:
        """The player's replies by game and position."""
        return {
            game: {at: reply for at, entry in given.items() if (reply := read_reply(entry))}
            for game, given in read_entries(self.data, "openings")
        }

    @cached_property
    def games(self) -> dict[str, GameSummary]:
        """The summaries of saved games by file name, the earliest first."""
        found = {
            name: summary
            for name, given in read_entries(self.data, "games")
            if (summary := read_game_summary(given))
        }
        return dict(sorted(found.items(), key=lambda item: (item[1].day, item[0])))


# Tries ---------------------------------------------------------------------------------------------


def is_solved(tries: str) -> bool:
    """Return True if these tries found the answer before it was shown."""
    return RIGHT in tries and SHOWN not in tries.partition(RIGHT)[0]


def is_over(tries: str) -> bool:
    """Return True if a puzzle of a day accepts no more tries."""
    return RIGHT in tries or SHOWN in tries or len(tries) >= TRIES


# Entries -------------------------------------------------------------------------------------------


def _read_day(given: Data) -> Day:
    more = {game: tries for game, text in read_section(given, "more").items() if (tries := read_tries(text))}
    right, games = (read_whole(given.get(key)) or 0 for key in ("right", "games"))
    hints = read_counts(read_section(given, "hints"))
    return Day(_read_puzzle(given.get("puzzle")), more, _read_duel(given.get("duel")), right, games, hints)


def _read_puzzle(given: object) -> Tries | None:
    match given:
        case {"game": str(game), "tries": str(text)} if tries := read_tries(text):
            return Tries(game, tries)
    return None


def read_tries(value: object) -> str:
    """Return the valid signs of a text of tries, as many as a puzzle of a day accepts."""
    valid = [sign for sign in value if sign in (WRONG, RIGHT, SHOWN)] if isinstance(value, str) else []
    return "".join(valid[:TRIES])


def _read_duel(given: object) -> DuelResult | None:
    match given:
        case {"won": bool(won), "record": str(record), **more}:
            return DuelResult(read_whole(more.get("accuracy"), 0, 100), won, record)
    return None


def _read_rating(given: Data) -> PlayerRating | None:
    rating = read_real(given.get("rating"), *RATINGS)
    deviation = read_real(given.get("deviation"), *DEVIATIONS)
    volatility = read_real(given.get("volatility"), *VOLATILITIES)
    if rating is None or deviation is None or volatility is None:
        return None
    asked = read_whole(given.get("asked")) or 0
    return PlayerRating(
        Rating(rating, deviation, volatility), asked, min(asked, read_whole(given.get("right")) or 0)
    )


def read_card(given: object) -> Card | None:
    """Parse a card; return None if it is invalid. A box beyond the last counts as the last."""
    match given:
        case {"box": int(box), "due": due, **more} if (time := read_real(due, -FOREVER, FOREVER)) is not None:
            mistake, line, daily = (more.get(key) is True for key in ("mistake", "line", "daily"))
            return Card(
                max(0, min(int(box), LAST_BOX)), time, mistake, line, read_date(more.get("day")), daily
            )
    return None


def read_reply(given: object) -> OpeningReply | None:
    """Parse a reply; return None if it is invalid."""
    match given:
        case {"reply": str(reply), "row": row} if (right := read_whole(row)) is not None:
            return OpeningReply(reply, right)
    return None


def read_scores(data: Data, game: str) -> tuple[RushScore, ...]:
    """Return the rush scores of this game, the best first."""
    given = read_section(data, "rush").get(game)
    found = [score for entry in given if (score := _read_score(entry))] if isinstance(given, list) else []
    return tuple(sorted(found, key=lambda score: score.rank)[:BEST])


def _read_score(given: object) -> RushScore | None:
    match given:
        case {"day": text, "right": right, "slips": slips} if day := read_date(text):
            found, slipped = read_whole(right), read_whole(slips)
            return None if found is None or slipped is None else RushScore(day, found, slipped)
    return None


def read_game_summary(given: Data) -> GameSummary | None:
    """Parse the summary of a game; return None if it is invalid."""
    size, day, game, over = (
        read_whole(given.get("size"), 0, 10**15),
        read_date(given.get("day")),
        read_text(given.get("game")),
        given.get("over"),
    )
    if size is None or day is None or game is None or not isinstance(over, bool):
        return None
    return GameSummary(
        size,
        day,
        game,
        given.get("regular") is True,
        read_text(given.get("level")),
        read_whole(given.get("side"), 1, 2),
        won if isinstance(won := given.get("won"), bool) else None,
        given.get("helped") is True,
        read_whole(given.get("accuracy"), 0, 100),
        read_whole(given.get("luck"), -MOST),
        read_whole(given.get("choices"), -MOST),
        read_counts(read_section(given, "mistakes")),
        over,
        read_text(given.get("variant")) or "",
        read_real(given.get("clock"), 0, MOST),
        read_whole(given.get("moves")) or 0,
        given.get("played_out") is True,
    )


# Sections and values -------------------------------------------------------------------------------


def read_section(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the dictionary under this key; empty if there is anything else."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def read_entries(data: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the items under this key whose values are dictionaries."""
    return ((name, given) for name, given in read_section(data, key).items() if isinstance(given, dict))


def read_date(text: object) -> date | None:
    """Parse a day written as 2026-11-17; return None for anything else."""
    try:
        day = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    sensible = day is not None and day.isoformat() == text and FIRST_YEAR <= day.year < 9999
    return day if sensible else None  # written in one way, and with days before and after it


def read_whole(value: object, least: int = 0, most: int = MOST) -> int | None:
    """Return the value if it is a whole number in this range, else None."""
    return value if type(value) is int and least <= value <= most else None


def read_real(value: object, least: float, most: float) -> float | None:
    """Return the value if it is a number in this range, else None."""
    return float(value) if type(value) in (int, float) and least <= value <= most else None  # type: ignore[operator, arg-type]


def read_text(value: object) -> str | None:
    """Return the value if it is a string, else None."""
    return value if isinstance(value, str) else None


def read_counts(given: dict[str, Any]) -> dict[str, int]:
    """Return the items whose values are counts."""
    return {name: count for name, number in given.items() if (count := read_whole(number)) is not None}

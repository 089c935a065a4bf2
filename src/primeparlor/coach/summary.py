"""A player's progress in sum: rungs passed, accuracy and its trend, mistakes, and what to try next.

Plain lines, screen and page show the same sums in the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from primeparlor.coach.language.phrases import capital
from primeparlor.coach.progress.calendar import CalendarDay, Streak, build_calendar, compute_streak
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import ALL, GameSummary, PlayerRating, RushScore
from primeparlor.coach.training.ladder import Ladder, build_ladder, build_ladder_data
from primeparlor.coach.training.openings import OpeningsProgress, count_known_openings
from primeparlor.coach.training.rush import list_best_scores
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.wording import format_count, format_figures, format_signed, format_times

NONE = "none yet"
LAST = 20  # games over which accuracy is shown
LOW = 50  # accuracy below which it explains itself
LOW_ACCURACY = (
    "Only moves with something at stake count, hard ones most: one mistake can cost the larger part."
)
USUAL = 3  # kinds of mistakes shown for each game
WEEKS = 26  # of the calendar
MONTH = timedelta(days=30)  # over which the trend is shown


class SwingTotals(NamedTuple):
    """The sums of luck and own choices over all games with chance, in tenths of a point."""

    games: int
    luck: int
    choices: int

    @property
    def luck_text(self) -> str:
        """The sum of luck as people read it."""
        return _format_swing(self.luck)

    @property
    def choices_text(self) -> str:
        """The sum of the player's choices as people read it."""
        return _format_swing(self.choices)


def _format_swing(tenths: int) -> str:
    return f"about {format_signed(tenths)} %".replace("-", "−")


class Trend(NamedTuple):
    """The accuracy of the last games, each and on average."""

    games: tuple[int, ...] = ()  # the earliest first
    now: int | None = None  # the average, of 100; None if no game has an accuracy
    change: int | None = None  # since a month ago; None if there were no games then

    @property
    def explained(self) -> str:
        """A sentence for those whom a low accuracy surprises; empty if none is low."""
        return LOW_ACCURACY if any(accuracy < LOW for accuracy in self.games) else ""

    @property
    def games_text(self) -> str:
        """The accuracy of each game in a sentence."""
        latest = ", the latest last" if len(self.games) > 1 else ""
        return f"Accuracy{latest}: {' '.join(map(str, self.games))}."

    @property
    def average_text(self) -> str:
        """The average and its change in a sentence; empty if no game has an accuracy."""
        average = ", ".join(filter(None, (f"{self.now} of 100", self.change_text)))
        return f"On average {average}." if self.games else ""

    @property
    def change_text(self) -> str:
        """The change since a month ago, in a few words."""
        if self.change is None:
            return ""
        return f"{self.change:+} in a month".replace("-", "−") if self.change else "as a month ago"


class GameProgress(NamedTuple):
    """The progress in one game."""

    game: type[State]
    ladder: Ladder
    played: int
    won: int
    trend: Trend
    swings: SwingTotals
    mistakes: list[tuple[str, int]]
    rated: PlayerRating
    rush: int | None  # the best score
    openings: OpeningsProgress | None  # None where there are none to learn

    @property
    def counts_text(self) -> str:
        """How often the game was played and won, in a few words."""
        return f"{format_figures(self.played, 'game')}, {self.won:,} won" if self.played else "no games yet"

    @property
    def values(self) -> list[tuple[str, str]]:
        """The figures of this game as people read them, each with its label."""
        rated = f"{self.rated.right:,} of {self.rated.asked:,}, rated {self.rated.rating.rating:,.0f}"
        values = [
            ("Accuracy", NONE if self.trend.now is None else f"{self.trend.now} of 100"),
            ("Puzzles", rated if self.rated.asked else NONE),
            ("Rush", NONE if self.rush is None else f"best {self.rush:,}"),
        ]
        if self.openings is not None:
            values.append(("Openings", f"{self.openings.known:,} of {self.openings.of:,} known"))
        if self.swings.games:
            values += [("Luck", self.swings.luck_text), ("Choices", self.swings.choices_text)]
        return values

    @property
    def mistakes_text(self) -> list[str]:
        """The most frequent mistakes: "kept too much (3 times)"."""
        return [f"{what} ({format_times(times)})" for what, times in self.mistakes]


class ProgressSummary(NamedTuple):
    """The progress in all games together."""

    games: list[GameProgress]
    rungs: tuple[int, int]  # passed, of how many
    trend: Trend
    calendar: list[list[CalendarDay]]
    today: date
    streak: Streak
    puzzles: int
    played: int
    won: int
    waiting: int  # puzzles that are due
    rush: int | None
    next: Ladder | None  # whose next rung to try; None if every rung is passed

    @property
    def totals(self) -> list[str]:
        """How much was solved and played."""
        solved = f"{format_figures(self.puzzles, 'puzzle')} solved at the first try"
        return [solved, f"{format_figures(self.played, 'game')} played, {self.won:,} won"]

    @property
    def waiting_text(self) -> str:
        """How many puzzles are due; empty if none is."""
        return f"{format_figures(self.waiting, 'puzzle')} to practise now" if self.waiting else ""


def format_rating(rated: PlayerRating) -> list[tuple[str, str]]:
    """Return the rating in a game's puzzles and its basis, with labels; [] before the first answer."""
    if not rated.asked:
        return []
    rating, right = f"{rated.rating.rating:,.0f}", f"{rated.right:,} of {rated.asked:,}"
    return [("Your rating here", rating), ("Right at once", right)]


def describe_due(diary: Diary, game: str | None = None, now: float | None = None) -> str:
    """Say how many puzzles of this game, or of all games, come back now or another day."""
    return format_due(len(diary.find_due(game, now)), len(diary.find_later(game, now)))


def format_due(due: int, later: int) -> str:
    """Say how many puzzles come back now or another day."""
    if due:
        are = "is" if due == 1 else "are"
        return f"{capital(format_count(due, 'position'))} from your puzzles and games {are} due again."
    if not later:
        return "What you miss comes back another day."
    come = "comes" if later == 1 else "come"
    return f"Nothing is due today. {capital(format_count(later, 'puzzle'))} {come} back another day."


def list_rush_bests(diary: Diary) -> list[tuple[str, RushScore]]:
    """Return the best rush through each game and through all games, with the title."""
    titles = {ALL: "all games", **{name: game.title for name, game in GAMES.items()}}
    return [(titles.get(name, name), scores[0]) for name, scores in diary.rush.items() if scores]


def list_accuracies(
    games: Iterable[GameSummary], game: str | None = None, last: int = LAST
) -> list[tuple[date, int]]:
    """Return the accuracy of the last games, the earliest first."""
    told = [(g.day, g.accuracy) for g in games if game in (None, g.game) and g.accuracy is not None]
    return told[-last:]


def compute_trend(games: Iterable[GameSummary], today: date, game: str | None = None) -> Trend:
    """Return the accuracy of the last games, and the change of their average since a month ago."""
    known = list(games)
    last = tuple(accuracy for _, accuracy in list_accuracies(known, game))
    now = _compute_average(last)
    before = [taken for taken in known if taken.day <= today - MONTH]
    then = _compute_average([accuracy for _, accuracy in list_accuracies(before, game, LAST)])
    return Trend(last, now, None if now is None or then is None else now - then)


def _compute_average(numbers: Sequence[int]) -> int | None:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers)) if numbers else None


def sum_swings(games: Iterable[GameSummary], game: str | None = None) -> SwingTotals:
    """Return the sums of luck and choices."""
    told = [g for g in games if game in (None, g.game) and g.luck is not None]
    return SwingTotals(len(told), sum(g.luck or 0 for g in told), sum(g.choices or 0 for g in told))


def count_mistakes(games: Iterable[GameSummary], game: str, most: int = USUAL) -> list[tuple[str, int]]:
    """Return the most frequent mistakes in this game, in words with their counts."""
    counts = Counter[str]()
    for taken in games:
        if taken.game == game:
            counts.update(taken.mistakes)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]


def build_ladders(games: Iterable[GameSummary]) -> list[Ladder]:
    """Return the ladder of every game here, as these games of one person leave it."""
    known = list(games)
    return [build_ladder(game, known) for game in GAMES.values()]


def count_rungs(ladders: Iterable[Ladder]) -> tuple[int, int]:
    """Return how many rungs of these ladders are passed, and how many there are."""
    known = list(ladders)
    return sum(ladder.passed for ladder in known), sum(len(ladder.steps) for ladder in known)


def find_next_ladder(ladders: Iterable[Ladder], games: Iterable[GameSummary]) -> Ladder | None:
    """Return the ladder to go on with: of those with the lowest next rung, that of the game played last."""
    last = {game.game: at for at, game in enumerate(games)}
    left = [(ladder.next, ladder) for ladder in ladders]
    ranked = [
        (step.rung.number, -last.get(ladder.game, -1), at, ladder)
        for at, (step, ladder) in enumerate(left)
        if step is not None
    ]
    return min(ranked, default=(0, 0, 0, None))[-1]


def summarize_progress(diary: Diary, today: date, now: float | None = None) -> ProgressSummary:
    """Compute the player's progress as of today, from the games of one person."""
    games = diary.own_games
    ladders = build_ladders(games)
    return ProgressSummary(
        [_summarize_game(diary, games, ladder, today) for ladder in ladders],
        count_rungs(ladders),
        compute_trend(games, today),
        build_calendar(diary.days, WEEKS, today),
        today,
        compute_streak(diary.days, today),
        sum(day.right for day in diary.days.values()),
        len(games),
        sum(game.won is True for game in games),
        len(diary.find_due(None, now)),
        max((scores[0].right for scores in diary.rush.values()), default=None),
        find_next_ladder(ladders, games),
    )


def _summarize_game(diary: Diary, games: list[GameSummary], ladder: Ladder, today: date) -> GameProgress:
    name, game = ladder.game, GAMES[ladder.game]
    scores = diary.rush.get(name, ())
    return GameProgress(
        game,
        ladder,
        sum(taken.game == name for taken in games),
        sum(taken.game == name and taken.won is True for taken in games),
        compute_trend(games, today, name),
        sum_swings(games, name),
        count_mistakes(games, name),
        diary.find_rating(name),
        scores[0].right if scores else None,
        count_known_openings(diary, game),
    )


def build_summary(diary: Diary, today: date, now: float | None = None) -> dict[str, Any]:
    """Return the whole progress as JSON data."""
    found = summarize_progress(diary, today, now)
    return {
        "day": today.isoformat(),
        "streak": {
            **found.streak._asdict(),
            "words": found.streak.words,
            "in_a_row": found.streak.in_a_row,
            "best_text": found.streak.best_text,
        },
        "calendar": [
            [{"day": square.day.isoformat(), "sign": square.sign} for square in week]
            for week in found.calendar
        ],
        "puzzles": found.puzzles,
        "games": found.played,
        "won": found.won,
        "accuracy": _format_accuracies(list_accuracies(diary.own_games)),
        "accuracy_games": found.trend.games_text,
        "accuracy_average": found.trend.average_text,
        "accuracy_explained": found.trend.explained,
        "waiting": found.waiting,
        "due_text": describe_due(diary, now=now),
        "totals": [
            text
            for number, text in zip(
                (found.puzzles, found.played, found.waiting), [*found.totals, found.waiting_text], strict=True
            )
            if number
        ],
        "rush": list_best_scores(diary.rush),
        "rush_bests": [
            {"label": title, "text": f"{best.right:,} solved, {format_figures(best.slips, 'slip')}"}
            for title, best in list_rush_bests(diary)
        ],
        "rungs": {"passed": found.rungs[0], "of": found.rungs[1]},
        "next": found.next and found.next.game,
        "by_game": {each.game.name: _build_game_summary(diary, each, now) for each in found.games},
    }


def _build_game_summary(diary: Diary, found: GameProgress, now: float | None) -> dict[str, Any]:
    return {
        "games": found.played,
        "won": found.won,
        "ladder": build_ladder_data(found.ladder),
        "accuracy": _format_accuracies(list_accuracies(diary.own_games, found.game.name)),
        "luck": found.swings._asdict() if found.swings.games else None,
        "counts": found.counts_text,
        "values": _format_labelled(found.values),
        "mistakes": [
            {"what": what, "times": times, "text": text}
            for (what, times), text in zip(found.mistakes, found.mistakes_text, strict=True)
        ],
        "due_text": describe_due(diary, found.game.name, now),
        "rating_text": _format_labelled(format_rating(found.rated)),
        "rating": {**found.rated.rating._asdict(), "asked": found.rated.asked, "right": found.rated.right},
        "openings": found.openings and found.openings._asdict(),
    }


def _format_labelled(values: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"label": label, "text": text} for label, text in values]


def _format_accuracies(told: list[tuple[date, int]]) -> list[dict[str, Any]]:
    return [{"day": day.isoformat(), "accuracy": accuracy} for day, accuracy in told]

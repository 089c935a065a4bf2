"""The ladder of a game: ten rungs, each harder than the one before, and which of them a player has passed.

A rung names a variant, a side, a level across the table and a condition:

    win       so many wins in so many games in a row
    survive   so many own moves without losing, where nobody can be forced to lose
    choices   an average accuracy over so many games in a row, where chance decides who wins

The rungs stand in the folder of the game, in `rungs.json`, with the figures that justify them. A game without
that file gets rungs from its start and its house variants. A rung is passed by any game that meets its terms,
without hints or moves taken back, and however the table was opened. A stronger opponent counts too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from primeparlor import notation
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.progress.own_game import LEVELS, find_own_side, is_helped, is_regular
from primeparlor.coach.reasons import describe_variant
from primeparlor.core import OTHER, PLAYERS, ParlorError, Player, State, capital
from primeparlor.games import GAMES
from primeparlor.games.game import Game, game_of
from primeparlor.match import Match, Settings
from primeparlor.wording import format_figures, join_words

Kind: TypeAlias = Literal["win", "survive", "choices"]
WIN: Kind = "win"
SURVIVE: Kind = "survive"
CHOICES: Kind = "choices"
MOST_RUNGS = 10
TERMS = ("variant", "side", "level", "kind", "need")  # that each rung must name


class Rung(NamedTuple):
    """The terms of a rung."""

    game: str
    number: int  # from 1; 0 for a badge, which is no part of the ladder
    variant: str  # the rules that differ from the book's, as words
    side: Player
    level: str  # across the table, or a stronger one
    kind: Kind
    need: int  # wins, own moves, or the accuracy of 100
    games: int = 1  # in a row, which are looked at together
    clock: float | None = None  # the most seconds for each decision
    name: str = ""  # of a badge

    @property
    def task(self) -> str:
        """What to do, to follow "Rung 4 of 10:"."""
        return f"{self.act} {self.terms}"

    @property
    def terms(self) -> str:
        """Under which terms: "as Player 1 against club (35 steps, 1 to 4)"."""
        clock = f", {self.clock:g} seconds a move" if self.clock else ""
        variant = describe_variant(notation.set_up(GAMES[self.game], self.words))
        return f"as Player {self.side} against {self.level}{clock}{f' ({variant})' if variant else ''}"

    @property
    def act(self) -> str:
        """What to do, whatever the terms: "win 2 of 3 games in a row"."""
        if self.kind == SURVIVE:
            return f"survive {format_figures(self.need, 'move')}"
        if self.kind == CHOICES:
            over = f"average accuracy of {self.need} over {format_figures(self.games, 'game')}"
            return f"reach an accuracy of {self.need}" if self.games == 1 else f"reach an {over}"
        if self.games == 1:
            return "win"
        if self.need == self.games:
            return f"win {format_figures(self.games, 'game')} in a row"
        return f"win {self.need} of {format_figures(self.games, 'game')} in a row"

    @property
    def limit(self) -> int | None:
        """The moves of both players after which a table for this rung stops: none are left to survive."""
        return 2 * self.need - (self.side == 1) if self.kind == SURVIVE else None

    @property
    def words(self) -> list[str]:
        """The words of the variant."""
        return self.variant.split()

    def covers(self, game: GameSummary) -> bool:
        """Return True if this game was played under the terms of the rung, with help or without."""
        return game.regular and self.has_terms(game.game, game.variant, game.side, game.level, game.clock)

    def has_terms(
        self, game: str, variant: str, side: int | None, level: str | None, clock: float | None
    ) -> bool:
        """Return True if these are the terms of the rung, or harder ones."""
        same = (game, variant, side) == (self.game, self.variant, self.side)
        in_time = self.clock is None or (clock is not None and clock <= self.clock)
        return same and in_time and self._is_level_enough(level)

    def _is_level_enough(self, level: str | None) -> bool:
        return level in LEVELS and LEVELS.index(level) >= LEVELS.index(self.level)


class Step(NamedTuple):
    """A rung and how far the player is with it."""

    rung: Rung
    passed: bool
    standing: str  # what counts so far, in a sentence; empty if nothing does, or the rung is passed


class Ladder(NamedTuple):
    """The rungs of a game and how far the player is."""

    game: str
    steps: tuple[Step, ...]
    badges: tuple[Step, ...]

    @property
    def passed(self) -> int:
        """How many rungs are passed."""
        return sum(step.passed for step in self.steps)

    @property
    def next(self) -> Step | None:
        """The rung to try: the lowest that is not passed; None at the top."""
        return next((step for step in self.steps if not step.passed), None)

    def name_rung(self, rung: Rung) -> str:
        """Name a rung within a sentence: "rung 4 of 10", "the badge “Up at once”"."""
        return f"rung {rung.number} of {len(self.steps)}" if rung.number else f"the badge “{rung.name}”"

    def format_rung(self, rung: Rung) -> str:
        """Format a rung in a sentence: "Rung 4 of 10: win as Player 1 against club (40 steps)."."""
        return f"{capital(self.name_rung(rung))}: {rung.task}."

    @property
    def next_text(self) -> str:
        """The rung to try in a sentence, and what counts for it so far."""
        if not self.steps:
            return ""
        if (step := self.next) is None:
            return "You have passed every rung."
        return " ".join(filter(None, (self.format_rung(step.rung), step.standing)))

    @property
    def count_text(self) -> str:
        """How many rungs are passed, in a few words."""
        return f"{self.passed} of {format_figures(len(self.steps), 'rung')}"


# The rungs of a game -------------------------------------------------------------------------------


def find_rung(game: type[State], number: int) -> Rung:
    """Return the rung of this number, from 1; raise if the ladder is shorter."""
    rungs = load_rungs(game)
    if not 1 <= number <= len(rungs):
        raise ParlorError(f"The ladder of {game.title} has {format_figures(len(rungs), 'rung')}.")
    return rungs[number - 1]


def load_rungs(game: type[State]) -> tuple[Rung, ...]:
    """Return the rungs of a game, the easiest first: its own, or those that fit any game."""
    return _load(game_of(game))[0]


def load_badges(game: type[State]) -> tuple[Rung, ...]:
    """Return the badges of a game: where one side wins at once, which is no rung."""
    return _load(game_of(game))[1]


@lru_cache(maxsize=64)
def _load(game: Game) -> tuple[tuple[Rung, ...], tuple[Rung, ...]]:
    """Return the rungs and badges; a file that cannot be used is left out, unless it is our own."""
    try:
        if (text := game.rungs) is not None:
            rungs = read_rungs(game.state, text)
            if not 1 <= len(rungs) <= MOST_RUNGS:
                raise ValueError(f"a ladder has 1 to {MOST_RUNGS} rungs, not {len(rungs)}")
            return rungs, read_rungs(game.state, text, "badges")
    except Exception as error:  # packages may contain anything; `parlor check-game` reports it
        if game.ours:
            raise
        name, reason = game.state.name, str(error).rstrip(".")
        more = f"Run 'parlor check-game {name}' for more."
        GAMES.warn(f"The rungs.json of the game {name!r} is left out: {reason}. {more}")
    return tuple(_list_default_rungs(game.state)), ()


def read_rungs(game: type[State], text: str, key: str = "rungs") -> tuple[Rung, ...]:
    """Read the rungs or badges of the text of `rungs.json`; raise if their terms make no sense."""
    rows = json.loads(text).get(key, [])
    return tuple(_read_rung(game, row, at if key == "rungs" else 0) for at, row in enumerate(rows, 1))


def _read_rung(game: type[State], row: Mapping[str, Any], number: int) -> Rung:
    """Read one rung: its terms, without the figures that stand beside them."""
    if missing := [field for field in TERMS if field not in row]:
        raise ValueError(f"rung {number} has no {join_words(missing, 'or')}")
    given = {field: row[field] for field in Rung._fields[2:] if field in row}
    rung = Rung(game.name, number, **given)
    sensible = (
        all(type(whole) is int for whole in (rung.side, rung.need, rung.games))
        and rung.side in PLAYERS
        and rung.level in LEVELS
        and rung.kind in (WIN, SURVIVE, CHOICES)
        and rung.need >= 1
        and rung.games >= 1
        and (rung.kind != WIN or rung.need <= rung.games)
        and (rung.kind != SURVIVE or rung.games == 1)
        and (rung.kind != CHOICES or rung.need <= 100)
        and (rung.clock is None or type(rung.clock) in (int, float))
        and Settings(clock=rung.clock, limit=rung.limit).refusal() is None
    )
    if not sensible:
        raise ValueError(f"rung {number} makes no sense: {json.dumps(given)}")
    return rung._replace(variant=notation.set_up(game, rung.words).rules.words)


def _list_default_rungs(game: type[State]) -> Iterator[Rung]:
    """Yield at most ten rungs: the variants in turn, against one level after the other.

    Only where a win is possible: on the side that wins, or on either where nobody knows; there `perfect`
    may be out of reach, and is left out.
    """
    winners = {frozenset(words.split()): side for words, side in game.winning_side.items()}
    known = dict[str, Player | None]()
    for words in (*game.house_variants, ""):
        with suppress(Exception):  # packages may contain anything; `parlor check-game` reports it
            known[notation.set_up(game, words.split()).rules.words] = winners.get(frozenset(words.split()))
    terms = [
        (words, side, level)
        for level in LEVELS
        for words, winner in known.items()
        for side in PLAYERS
        if winner == side or (winner is None and level != LEVELS[-1])
    ]
    count = min(MOST_RUNGS, len(terms))
    chosen = [terms[at * (len(terms) - 1) // max(1, count - 1)] for at in range(count)]
    for number, (words, side, level) in enumerate(chosen, 1):
        yield Rung(game.name, number, words, side, level, WIN, 1)


# How far a player is -------------------------------------------------------------------------------


def build_ladder(game: type[State], games: Iterable[GameSummary]) -> Ladder:
    """Return the ladder of a game as these games of one person leave it, the earliest first."""
    own = [played for played in games if played.game == game.name]
    steps, badges = (
        tuple(_judge_rung(rung, own) for rung in rungs) for rungs in (load_rungs(game), load_badges(game))
    )
    return Ladder(game.name, steps, badges)


def _judge_rung(rung: Rung, games: Iterable[GameSummary]) -> Step:
    rows = _list_rows(rung, filter(rung.covers, games))
    passed = any(
        _is_passed(rung, row[max(0, end - rung.games) : end])
        for row in rows
        for end in range(1, len(row) + 1)
    )
    return Step(rung, passed, "" if passed or not rows[-1] else _format_standing(rung, rows[-1]))


def _list_rows(rung: Rung, games: Iterable[GameSummary]) -> list[list[GameSummary]]:
    """Return the games that stand in a row, in one or more rows.

    With help, no game is won. A game that was not played to its end has no accuracy of its own and ends a
    row; one in which there was nothing to choose is left out.
    """
    rows = list[list[GameSummary]]([[]])
    for game in games:
        if not game.over and rung.kind != SURVIVE:
            continue  # it is laid aside
        if rung.kind == WIN:
            rows[-1].append(game._replace(won=False) if game.helped else game)
        elif rung.kind == CHOICES and (game.helped or not game.played_out):
            rows.append([])
        elif not game.helped and (rung.kind == SURVIVE or game.accuracy is not None):
            rows[-1].append(game)
    return rows


def _is_passed(rung: Rung, lately: Sequence[GameSummary]) -> bool:
    """Return True if these games, at most as many as the rung looks at together, pass it."""
    if rung.kind == SURVIVE:
        return any(game.won or game.moves >= rung.need for game in lately)
    if rung.kind == CHOICES:
        return len(lately) == rung.games and _sum_accuracy(lately) >= rung.need * rung.games
    return sum(game.won is True for game in lately) >= rung.need


def _sum_accuracy(games: Iterable[GameSummary]) -> int:
    return sum(game.accuracy or 0 for game in games)


def _format_standing(rung: Rung, played: Sequence[GameSummary]) -> str:
    """Format what counts so far for a rung that is not passed, in a sentence."""
    if rung.kind == SURVIVE:
        best = max(game.moves for game in played)
        return f"Your best so far: {best:,} of {format_figures(rung.need, 'move')}."
    if rung.games == 1:
        if rung.kind == WIN:
            return ""
        return f"Your best so far: an accuracy of {max(game.accuracy or 0 for game in played)}."
    lately = played[-rung.games + 1 :] if len(played) >= rung.games else played
    last = f"your last {format_figures(len(lately), 'game')}" if len(lately) > 1 else "your last game"
    if rung.kind == CHOICES:
        average = (2 * _sum_accuracy(lately) + len(lately)) // (2 * len(lately))
        return f"So far: an accuracy of {average} in {last}."
    won = sum(game.won is True for game in lately)
    return f"So far: {won} of {format_figures(rung.need, 'win')}, in {last}."


def find_rung_at_stake(match: Match, ladder: Ladder) -> Rung | None:
    """Return the next rung, or else a badge, if this match counts for it; None if it does not.

    It may count for rungs further up: who passes one of them is told so at the end.
    """
    ahead = [ladder.next] if ladder.next is not None else []
    left = [step.rung for step in (*ahead, *ladder.badges) if not step.passed]
    return next(iter(list_fitting_rungs(match, left)), None)


def counts_for_ladder(match: Match) -> bool:
    """Return True if this match counts for some rung or badge, as long as nobody helps.

    A game that is not installed has no ladder.
    """
    game = type(match.start)
    return game.name in GAMES and bool(list_fitting_rungs(match, (*load_rungs(game), *load_badges(game))))


def list_fitting_rungs(match: Match, rungs: Iterable[Rung]) -> list[Rung]:
    """Return the rungs for which this match counts, over or not, if it goes on without help."""
    side, start = find_own_side(match), match.start
    if side is None or not is_regular(match):
        return []
    level, clock = match.seats[OTHER[side] - 1], match.settings.clock
    fit = [rung for rung in rungs if rung.has_terms(start.name, start.rules.words, side, level, clock)]
    return [] if fit and is_helped(match, side) else fit


def format_outcome(before: Ladder, after: Ladder, summary: GameSummary) -> str:
    """Say what a game that is over meant for the ladder; empty if it counted for nothing new."""
    gained = [
        now.rung
        for then, now in zip((*before.steps, *before.badges), (*after.steps, *after.badges), strict=True)
        if now.passed and not then.passed
    ]
    if gained:
        sentences = [
            f"You have {'passed' if rung.number else 'won'} {after.name_rung(rung)}." for rung in gained
        ]
        return " ".join([*sentences, after.next_text] if any(rung.number for rung in gained) else sentences)
    step = after.next
    if step is None or summary.helped or not step.rung.covers(summary):
        return ""
    label = f"{capital(after.name_rung(step.rung))} is not passed yet: {step.rung.task}."
    return f"{label} {step.standing}".strip()


def build_ladder_data(ladder: Ladder) -> dict[str, Any]:
    """Return the ladder as JSON data."""
    ahead = ladder.next
    return {
        "passed": ladder.passed,
        "of": len(ladder.steps),
        "count_text": ladder.count_text,
        "next": ahead and _build_step_data(ladder, ahead),
        "next_text": ladder.next_text,
        "rungs": [_build_step_data(ladder, step) for step in ladder.steps],
        "badges": [_build_step_data(ladder, step) for step in ladder.badges],
    }


def _build_step_data(ladder: Ladder, step: Step) -> dict[str, Any]:
    rung = step.rung
    return {
        **{field: value for field, value in rung._asdict().items() if field != "game"},
        "rules": notation.set_up(GAMES[rung.game], rung.words).rules.changed(),
        "limit": rung.limit,
        "passed": step.passed,
        "task": capital(rung.task),
        "text": ladder.format_rung(rung),
        "standing": step.standing,
    }

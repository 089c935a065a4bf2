"""Creation of a match for a new table, from a checked request."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from primeparlor import notation
from primeparlor.coach.training.ladder import find_rung
from primeparlor.core import ParlorError, RulesError, State
from primeparlor.match import HUMAN, Match, Series, Settings
from primeparlor.match.name_rules import NameRefused
from primeparlor.players import LEVELS
from primeparlor.tables.daily import duel as daily_duel
from primeparlor.tables.names import check_name
from primeparlor.tables.rungs import prepare_rung
from primeparlor.tables.setup import ALREADY_OVER, set_up
from primeparlor.web.errors import OtherNameRefused
from primeparlor.web.storage.store import FRIEND, SAME_SCREEN, StoredOptions

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry

Side: TypeAlias = Literal[1, 2, "toss"]
ONE_NAME = "Only two players on the same screen are named when the table is opened: a friend brings a name."


class TableRequest(NamedTuple):
    """The options of a request to open a table."""

    start: State
    opponent: str = FRIEND  # "friend", "same screen" or a level
    side: Side = 1
    name: str = ""
    settings: Settings = Settings()
    daily: date | None = None  # the duel of this day: then only the name counts
    other_name: str = ""  # of the second player on the same screen
    first_to: int | None = None  # games to be won; None for a game played alone

    @property
    def against_level(self) -> bool:
        """True if a level plays one of the seats."""
        return self.daily is not None or self.opponent in LEVELS


def build_start(game: str, rules: Mapping[str, int] | None = None, position: str | None = None) -> State:
    """Build the start of a game: under these rules, or in this position. Call it from a thread.

    A variant too large to play is rejected before its tables are built.
    """
    found = notation.game(game)
    words = [f"{key}={value}" for key, value in (rules or {}).items()]
    if position is not None:
        named, *more = position.split(" ")
        if named != found.name:
            raise notation.NotationError(f"The position must begin with {found.name}.")
        words += [word for word in more if word and word not in words]
    _check_size(found, words)
    return set_up(found, words)


def build_rung_request(game: str, number: int, name: str) -> TableRequest:
    """Return the request for the table of this rung of a game's ladder. Call it from a thread."""
    rung = find_rung(notation.game(game), number)
    start, _, settings = prepare_rung(rung)
    return TableRequest(start, rung.level, rung.side, name, settings)


def check_size(position: str) -> None:
    """Raise if this position is of a variant too large to play, before anything is computed for it."""
    name, *words = position.split() or [""]
    _check_size(notation.game(name), words)


async def create_match(registry: TableRegistry, request: TableRequest) -> tuple[Match, StoredOptions]:
    """Create the match and the options of the new table; raise if the request cannot be met."""
    name = check_name(request.name)
    if request.daily is not None:
        return await asyncio.to_thread(_create_duel, registry, request.daily, name)
    _check_options(request)
    side = 1 + secrets.randbelow(2) if request.side == "toss" else request.side
    seat = 1 if request.opponent == SAME_SCREEN else side
    label = request.opponent if request.opponent in LEVELS else HUMAN
    settings = request.settings._replace(consent=request.opponent == FRIEND)
    too_large = False
    if label != HUMAN:
        found = await registry.workers.ask(
            "sit",
            seconds=registry.limits.sit_seconds,
            position=notation.position(request.start),
            level=label,
            clock=settings.clock,
        )
        too_large = found["too_large"]
    other = _check_other_name(request.other_name)
    seats, names = ((HUMAN, label), (name, other)) if seat == 1 else ((label, HUMAN), (other, name))
    series = None if request.first_to is None else Series(request.first_to)
    match = Match(
        request.start, seats, settings, names=names, too_large=too_large, series=series, now=registry.clock
    )
    return match, StoredOptions(request.opponent, seat)


def _check_other_name(name: str) -> str:
    try:
        return check_name(name)
    except NameRefused as error:
        raise OtherNameRefused(str(error)) from None


def _check_size(game: type[State], words: Sequence[str]) -> None:
    for word in words:
        key, _, value = word.partition("=")
        numbers = game.Rules.numbers.get(key)
        number = notation.whole_number(value)
        if numbers is None or numbers.most_to_play is None or number is None:
            continue
        if number > numbers.most_to_play:
            least, most = numbers.least, numbers.most_to_play
            raise RulesError(f"To play, {key} must be a whole number from {least} to {most}.")


def _check_options(request: TableRequest) -> None:
    if request.opponent not in (FRIEND, SAME_SCREEN, *LEVELS):
        levels = ", ".join(LEVELS)
        raise ParlorError(f"Choose whom to play: {FRIEND!r}, {SAME_SCREEN!r}, or a level: {levels}.")
    if request.other_name and request.opponent != SAME_SCREEN:
        raise ParlorError(ONE_NAME)
    if refusal := request.start.too_large_to_play() or request.settings.refusal():
        raise ParlorError(refusal)
    if request.start.ending():
        raise ParlorError(ALREADY_OVER)


def _create_duel(registry: TableRegistry, day: date, name: str) -> tuple[Match, StoredOptions]:
    from primeparlor.coach.training import daily

    tomorrow = datetime.fromtimestamp(registry.now(), UTC).date() + timedelta(days=1)
    if day > tomorrow:  # by then it is that day somewhere
        raise ParlorError(f"The duel of {day} is not open yet. You can play those up to {tomorrow}.")
    found = daily.build_duel(daily.check_day(day))
    return daily_duel.build_match(found, name, registry.clock), StoredOptions(found.level, 1)

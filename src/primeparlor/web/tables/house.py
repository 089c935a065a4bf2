"""The house at a table: the computer player, hints and reviews, computed by workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.coach.hints import STEPS
from primeparlor.core import IllegalMove, Move, ParlorError, Player
from primeparlor.match import (
    HUMAN,
    MOVES,
    WHY,
    Act,
    AskHelp,
    Event,
    Forfeit,
    Match,
    MatchError,
    Play,
    Refusal,
    StaleMove,
    TakeHelp,
)
from primeparlor.records import format_record
from primeparlor.records.writer import encode_lines
from primeparlor.solve import solver_of
from primeparlor.tables.all_moves import find_all_moves
from primeparlor.tables.names import build_names
from primeparlor.tables.sentences import find_played_level
from primeparlor.web.config import RETRY_SECONDS
from primeparlor.web.errors import Busy, ServerClosing, StoreFailed
from primeparlor.web.tables.background import BackgroundTasks
from primeparlor.web.tables.view import Data
from primeparlor.web.threads import wait_shielded

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable

log = logging.getLogger(__name__)


class GivenHints(NamedTuple):
    """The hints that are open for a decision."""

    number: int
    hints: list[str]
    all: bool = False  # whether these are all hints there are
    again: bool = False  # whether they were loaded again after a restart


class HousePlayer:
    """The house at a table: plays the computer's moves, and gives help and reviews."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.thinking = False
        self._given = GivenHints(-1, [])
        self._tasks = BackgroundTasks()
        self._reviews = dict[object, asyncio.Task[Data]]()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def idle(self) -> bool:
        """True if nothing runs."""
        return not self._tasks.running

    def continue_play(self) -> None:
        """Start what is due after any change: a computer move, or hints lost in a restart."""
        match = self.match
        if match.outcome is None and not self.table.seat_map.waiting:
            if match.seats[match.state.turn - 1] != HUMAN and not self.thinking:
                self.thinking = True
                self._tasks.start(self._play_turns())
            elif match.hint_step and self._given.number != match.number:
                self._given = GivenHints(match.number, [])
                self._tasks.start(self._reload_hints(match.number, match.hint_step))

    @property
    def hints_reloaded(self) -> bool:
        """True if the open hints were loaded again after a restart, which leaves no entry."""
        return self._given.again and self._given.number == self.match.number

    def close(self) -> None:
        """Stop everything but reviews: a client that waits for one would get no answer."""
        self._tasks.cancel()

    # Computer moves --------------------------------------------------------------------------------------

    async def _play_turns(self) -> None:
        """Play for the computer player until it is a person's turn."""
        try:
            while self._is_due():
                await self._play_move()
        except ServerClosing:
            pass
        finally:
            self.thinking = False
            self.table.presence.mark_changed()

    async def _play_move(self) -> None:
        """Choose and play a move, unless the table has moved on meanwhile; an illegal move is a strike."""
        match, number, player = self.match, self.match.number, self.match.state.turn
        move = await self._choose_move()
        act = Forfeit(player, number) if move is None else Play(player, move, number)
        try:
            await self.table.run_action(lambda: self.table.commit(lambda: act), last=True)
        except (StaleMove, IllegalMove):
            pass
        except MatchError:
            if match.outcome is None:
                raise
        except StoreFailed as error:
            log.error("a move of the house could not be kept", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _commit(self, act: Act) -> None:
        """Decide this act and commit it."""
        await self.table.run_action(lambda: self.table.commit(lambda: act))

    def _is_due(self) -> bool:
        match = self.match
        return match.outcome is None and not self.table.closing and match.seats[match.state.turn - 1] != HUMAN

    async def _choose_move(self) -> Move | None:
        """Choose a move; if that fails, choose without thinking time; return None if even that fails."""
        budget = self.table.registry.limits.move_seconds
        with self.table.clock.stop():
            for seconds in (budget, 0.0):
                while True:
                    try:
                        return await self._request_move(seconds, budget)
                    except ServerClosing:
                        raise
                    except Busy:
                        await asyncio.sleep(RETRY_SECONDS)
                    except ParlorError as error:
                        log.warning("the house could not move", exc_info=error)
                        break
        return None

    async def _request_move(self, seconds: float, budget: float) -> Move:
        """Request a move of the level that plays here, thinking for so long.

        A solver that is complete takes about a second, and so it is awaited until the worker is stopped:
        a weaker choice would be made in the name of the level.
        """
        match = self.match
        found = await self.table.registry.workers.ask(
            "choose",
            seconds=2 * budget,
            position=notation.position(match.state),
            level=find_played_level(match, match.seats[match.state.turn - 1]),
            time=None if seconds and solver_of(match.start).complete else seconds,
            seed=match.fate.seed,
            number=match.number,
        )
        move: Move = found["move"]
        return move

    # Help ------------------------------------------------------------------------------------------------

    async def request_hint(self, player: Player, number: int) -> Data:
        """Return the hints that are open, and one more."""
        match = self.match
        await self._commit(AskHelp(player, None, number))
        with self.table.clock.stop():
            found = await self._request_hints("hint", match.hint_step + 1)
        self._given = GivenHints(number, found["hints"], found["all"])  # a view shows only committed ones
        await self._commit(TakeHelp(player, found["step"], number))
        return found

    async def request_reasons(self, player: Player, number: int) -> Data:
        """Return what the last decisions were worth; after the end this no longer counts as help."""
        match, over = self.match, self.match.outcome is not None
        if not over:
            await self._commit(AskHelp(player, WHY, number))
        with self.table.clock.stop():
            found = await self.table.registry.workers.ask(
                "why",
                seconds=self.table.registry.limits.help_seconds,
                lines=encode_lines(format_record(match, self.table.began[-1])).decode().splitlines(),
                asker=player,
                names=build_names(match, self._find_reader(player)),
            )
        if not over:
            await self._commit(TakeHelp(player, WHY, number))
        return found

    def _find_reader(self, player: Player) -> Player | None:
        """Return the player called "you" in an answer to this one; None if both play on one screen."""
        return player if len(self.table.seat_map.find_seats(1, self.table.game)) == 1 else None

    async def list_moves(self, player: Player, number: int) -> Data:
        """Return the legal moves, and all moves of the rules if they can be found."""
        match = self.match
        await self._commit(AskHelp(player, MOVES, number))
        known, state = await asyncio.to_thread(find_all_moves, match.start.rules), match.state
        await self._commit(TakeHelp(player, MOVES, number))
        return {"moves": list(state.moves()), "every": known}

    def build_help(self, seats: Collection[Player]) -> Data:
        """Return the help and refused moves of this decision; only the seat to move sees them."""
        match, given = self.match, self._given
        mine = match.outcome is None and match.state.turn in seats and not self.table.seat_map.waiting
        known = mine and given.number == match.number
        listed = mine and MOVES in match.decision.help
        notes = takewhile(lambda entry: not isinstance(entry, Event), reversed(match.journal)) if mine else ()
        tried = [note.move for note in notes if isinstance(note, Refusal) and note.move is not None]
        return {
            "hints": given.hints[: match.hint_step] if known else [],
            "ladder": len(given.hints) if known and given.all else STEPS,
            "moves": list(match.state.moves()) if listed else None,
            "every": find_all_moves(match.start.rules) if listed else None,
            "tried": tried[::-1],
        }

    async def _reload_hints(self, number: int, step: int) -> None:
        """Load the hints that were open before the server restarted."""
        try:
            with self.table.clock.stop():
                found = await self._request_hints("opened", step)
        except ParlorError:
            return  # a request for the next hint returns them all
        if number == self.match.number and len(found["hints"]) >= len(self._given.hints):
            self._given = GivenHints(number, found["hints"], found["all"], again=True)
            self.table.presence.mark_changed()

    async def _request_hints(self, task: str, step: int) -> Data:
        position = notation.position(self.match.state)
        seconds = self.table.registry.limits.help_seconds
        return await self.table.registry.workers.ask(task, seconds=seconds, position=position, step=step)

    # The review ------------------------------------------------------------------------------------------

    async def request_review(self, game: int, record: bytes, answers: bool, you: Player | None) -> Data:
        """Return the review of a game, computed once for all who ask from the same seat."""
        key = (game, answers, you)
        task = self._reviews.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            review = self.table.registry.workers.ask(
                "review",
                seconds=self.table.registry.limits.review_seconds,
                lines=record.decode().splitlines(),
                answers=answers,
                you=you,
            )
            task = self._reviews[key] = asyncio.ensure_future(review)
        return await wait_shielded(task)

"""The house at a table: the computer player, hints and reviews, computed by workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.coach.hints import STEPS
from primeparlor.core import IllegalMove, Move, ParlorError, Player
from primeparlor.match import (
    MOVES,
    WHY,
    AskHelp,
    Event,
    Forfeit,
    MatchError,
    Play,
    Refusal,
    StaleMove,
    TakeHelp,
    comes_in,
)
from primeparlor.records import Line
from primeparlor.solve import solver_of
from primeparlor.tables.all_moves import find_all_moves
from primeparlor.tables.names import build_names
from primeparlor.tables.sentences import find_played_level
from primeparlor.web.config import RETRY_SECONDS
from primeparlor.web.errors import Busy, ServerClosing, StoreFailed, WorkerKilled
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


class HousePlayer:
    """The house at a table: plays the computer's moves, and gives help and reviews."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.thinking = False
        self._given = GivenHints(-1, [])
        self._tasks = BackgroundTasks()
        self._reviews = dict[object, asyncio.Task[Data]]()

    @property
    def idle(self) -> bool:
        """True if nothing runs."""
        return not self._tasks.running

    def continue_play(self) -> None:
        """Start what is due after any change: a computer move, or hints lost in a restart."""
        match = self.table.match
        if match.outcome is None and not self.table.seat_map.waiting:
            if not comes_in(match.seats[match.state.turn - 1]) and not self.thinking:
                self.thinking = True
                self.table.presence.mark_changed()
                self._tasks.start(self._play_turns())
            elif match.decision.step and self._given.number != match.number:
                self._given = GivenHints(match.number, [])
                self._tasks.start(self._reload_hints(match.number, match.decision.step))

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
        match, number, player = self.table.match, self.table.match.number, self.table.match.state.turn
        move = await self._choose_move()
        act = Forfeit(player, number) if move is None else Play(player, move, number)
        try:
            await self.table.perform(match, act)
        except (StaleMove, IllegalMove):
            pass
        except MatchError:
            if match.outcome is None:
                raise
        except StoreFailed as error:
            log.error("a move of the house could not be kept", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)

    def _is_due(self) -> bool:
        match = self.table.match
        ours = not comes_in(match.seats[match.state.turn - 1])
        return match.outcome is None and not self.table.closing and ours

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
                    except Busy as error:
                        if isinstance(error, WorkerKilled) and seconds:
                            break  # thinking may take more memory than there is
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
        match = self.table.match
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
        match = self.table.match
        await self.table.perform(match, AskHelp(player, None, number))
        with self.table.clock.stop():
            found = await self._request_hints("hint", match.decision.step + 1)
        self._given = GivenHints(number, found["hints"], found["all"])  # a view shows only committed ones
        await self.table.perform(match, TakeHelp(player, found["step"], number))
        return found

    async def request_reasons(self, player: Player, number: int) -> Data:
        """Return what the last decisions were worth; after the end this no longer counts as help."""
        match, over = self.table.match, self.table.match.outcome is not None
        if not over:
            await self.table.perform(match, AskHelp(player, WHY, number))
        with self.table.clock.stop():
            found = await self.table.registry.workers.ask(
                "why",
                seconds=self.table.registry.limits.help_seconds,
                record=self.table.format_record(),
                asker=player,
                names=build_names(match, self._find_reader(player)),
            )
        if not over:
            await self.table.perform(match, TakeHelp(player, WHY, number))
        return found

    def _find_reader(self, player: Player) -> Player | None:
        """Return the player called "you" in an answer to this one; None if both play on one screen."""
        return player if len(self.table.seat_map.find_seats(1, self.table.game)) == 1 else None

    async def list_moves(self, player: Player, number: int) -> Data:
        """Return the legal moves, and all moves of the rules if they can be found."""
        match = self.table.match
        await self.table.perform(match, AskHelp(player, MOVES, number))
        known, state = await asyncio.to_thread(find_all_moves, match.start.rules), match.state
        await self.table.perform(match, TakeHelp(player, MOVES, number))
        return {"moves": list(state.moves()), "every": known}

    def build_help(self, seats: Collection[Player]) -> Data:
        """Return the help and refused moves of this decision; only the seat to move sees them."""
        match, given = self.table.match, self._given
        mine = match.outcome is None and match.state.turn in seats and not self.table.seat_map.waiting
        known = mine and given.number == match.number
        listed = mine and MOVES in match.decision.help
        tried = list[Move]()
        for entry in reversed(match.journal) if mine else ():
            if isinstance(entry, Event):
                break
            if isinstance(entry, Refusal) and entry.move is not None:
                tried.append(entry.move)
        return {
            "hints": given.hints[: match.decision.step] if known else [],
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
        if number == self.table.match.number and len(found["hints"]) >= len(self._given.hints):
            self._given = GivenHints(number, found["hints"], found["all"])
            self.table.presence.mark_changed()

    async def _request_hints(self, task: str, step: int) -> Data:
        position = notation.position(self.table.match.state)
        seconds = self.table.registry.limits.help_seconds
        return await self.table.registry.workers.ask(task, seconds=seconds, position=position, step=step)

    # The review ------------------------------------------------------------------------------------------

    async def request_review(
        self, game: int, record: list[Line], answers: bool, you: Player | None, step: int
    ) -> Data:
        """Return the review of a game, computed once for all who ask from the same seat."""
        key = (game, answers, you, step)
        task = self._reviews.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            review = self.table.registry.workers.ask(
                "refine" if step else "review",
                seconds=self.table.registry.limits.review_seconds,
                record=record,
                answers=answers,
                you=you,
                **({"step": step} if step else {}),
            )
            task = self._reviews[key] = asyncio.ensure_future(review)
        return await wait_shielded(task)

"""Background work of a table: computer moves, hints, the clock, the review."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation
from primeparlor.coach.hints import STEPS
from primeparlor.core import IllegalMove, Move, ParlorError, Player
from primeparlor.match import FAILED, HUMAN, MOVES, WHY, Match, MatchError, Refusal, StaleMove
from primeparlor.records import format_record
from primeparlor.records.writer import encode_lines
from primeparlor.tables.names import build_names
from primeparlor.web.errors import Busy, ServerClosing, StoreFailed
from primeparlor.web.tables.shielding import wait_shielded
from primeparlor.web.tables.view import Data, find_all_moves

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable

SOONEST = 0.05  # least seconds until the clock is checked again
AGAIN = 1.0  # seconds until another try, after the workers were busy or the database failed
log = logging.getLogger(__name__)


class GivenHints(NamedTuple):
    """The hints that are open for a decision."""

    number: int
    hints: list[str]
    all: bool = False  # whether these are all hints there are
    again: bool = False  # whether they were loaded again after a restart


class HousePlayer:
    """Background work of a table: the computer player, help, the clock and reviews."""

    def __init__(self, desk: LiveTable) -> None:
        self.table = desk
        self.thinking = False
        self._given = GivenHints(-1, [])
        self._computing = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = set[asyncio.Task[Any]]()
        self._reviews = dict[object, asyncio.Task[Data]]()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def idle(self) -> bool:
        """True if nothing runs."""
        return not self._tasks and self._timer is None

    def continue_play(self) -> None:
        """Start what is due after any change: a computer move, the clock, hints lost in a restart."""
        if self.table.closing:
            return
        self._start_timer()
        match = self.match
        if match.outcome is None and not self.table.seat_map.waiting:
            if match.seats[match.state.turn - 1] != HUMAN and not self.thinking:
                self.thinking = True
                self._start_task(self._play_turns())
            elif match.hint_step and self._given.number != match.number:
                self._given = GivenHints(match.number, [])
                self._start_task(self._reload_hints(match.number, match.hint_step))

    @property
    def hints_reloaded(self) -> bool:
        """True if the open hints were loaded again after a restart, which leaves no entry."""
        return self._given.again and self._given.number == self.match.number

    def close(self) -> None:
        """Stop everything but reviews: a client that waits for one would get no answer."""
        for task in self._tasks:
            task.cancel()
        if self._timer is not None:
            self._timer.cancel()

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
        act = partial(match.forfeit, player, FAILED) if move is None else partial(match.submit, player, move)
        try:
            await self.table.run_action(lambda: self.table.commit(lambda: act(number=number)), last=True)
        except (StaleMove, IllegalMove):
            pass
        except MatchError:
            if match.outcome is None:
                raise
        except StoreFailed as error:
            log.error("a move of the house could not be kept", exc_info=error)
            await asyncio.sleep(AGAIN)

    async def _commit(self, act: Callable[[], object]) -> None:
        """Run this action of the match and commit it."""
        await self.table.run_action(lambda: self.table.commit(act))

    def _is_due(self) -> bool:
        match = self.match
        return match.outcome is None and not self.table.closing and match.seats[match.state.turn - 1] != HUMAN

    async def _choose_move(self) -> Move | None:
        """Choose a move; if that fails, choose without thinking time; return None if even that fails."""
        budget = self.table.registry.limits.move_seconds
        with self._stop_clock():
            for seconds in (budget, 0.0):
                while True:
                    try:
                        return await self._request_move(seconds, budget)
                    except ServerClosing:
                        raise
                    except Busy:
                        await asyncio.sleep(AGAIN)
                    except ParlorError as error:
                        log.warning("the house could not move", exc_info=error)
                        break
        return None

    async def _request_move(self, seconds: float, budget: float) -> Move:
        match = self.match
        found = await self.table.registry.workers.ask(
            "choose",
            seconds=2 * budget,
            position=notation.position(match.state),
            level=match.seats[match.state.turn - 1],
            time=seconds,
            seed=match.fate.seed,
            number=match.number,
        )
        move: Move = found["move"]
        return move

    # Help ------------------------------------------------------------------------------------------------

    async def request_hint(self, player: Player, number: int) -> Data:
        """Return the hints that are open, and one more."""
        match = self.match
        await self._commit(lambda: match.check_help(player, None, number))
        with self._stop_clock():
            found = await self._request_hints("hint", match.hint_step + 1)
        self._given = GivenHints(number, found["hints"], found["all"])  # a view shows only committed ones
        await self._commit(lambda: match.hint(player, found["step"], number))
        return found

    async def request_reasons(self, player: Player, number: int) -> Data:
        """Return what the last decisions were worth; after the end this no longer counts as help."""
        match, over = self.match, self.match.outcome is not None
        if not over:
            await self._commit(lambda: match.check_help(player, WHY, number))
        with self._stop_clock():
            found = await self.table.registry.workers.ask(
                "why",
                seconds=self.table.registry.limits.help_seconds,
                lines=encode_lines(format_record(match, self.table.began[-1])).decode().splitlines(),
                asker=player,
                names=build_names(match, self._find_reader(player)),
            )
        if not over:
            await self._commit(lambda: match.hint(player, WHY, number))
        return found

    def _find_reader(self, player: Player) -> Player | None:
        """Return the player called "you" in an answer to this one; None if both play on one screen."""
        return player if len(self.table.seat_map.find_seats(1, self.table.game)) == 1 else None

    async def list_moves(self, player: Player, number: int) -> Data:
        """Return the legal moves, and all moves of the rules if they can be found."""
        match = self.match
        await self._commit(lambda: match.check_help(player, MOVES, number))
        known, state = await asyncio.to_thread(find_all_moves, match.start.rules), match.state
        await self._commit(lambda: match.hint(player, MOVES, number))
        return {"moves": list(state.moves()), "every": known}

    def build_help(self, seats: Collection[Player]) -> Data:
        """Return the help and refused moves of this decision; only the seat to move sees them."""
        match, given = self.match, self._given
        mine = match.outcome is None and match.state.turn in seats and not self.table.seat_map.waiting
        known = mine and given.number == match.number
        listed = mine and MOVES in match.decision.help
        notes = takewhile(lambda note: note.after == match.number, reversed(match.notes)) if mine else ()
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
            with self._stop_clock():
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
            asked = self.table.registry.workers.ask(
                "review",
                seconds=self.table.registry.limits.review_seconds,
                lines=record.decode().splitlines(),
                answers=answers,
                you=you,
            )
            task = self._reviews[key] = asyncio.ensure_future(asked)
        return await wait_shielded(task)

    # The clock -------------------------------------------------------------------------------------------

    def format_clock(self, seats: Collection[Player]) -> Data | None:
        """Return the time left for the current decision.

        Where the clock stops while help is computed, only players see it: others could infer from it that
        help was asked for.
        """
        left = self.match.time_left
        if left is None or not (seats or self.table.seat_map.two_people):
            return None
        return {"left": round(left, 3), "running": not self._computing}

    @contextmanager
    def _stop_clock(self) -> Iterator[None]:
        """Stop the clock while a worker computes; between two people it runs on, to keep help secret."""
        if self.table.seat_map.two_people:
            yield
            return
        match = self.match
        self._computing += 1
        self._notify_clock()
        try:
            with match.pause_clock():
                yield
        finally:
            self._computing -= 1
            self.continue_play()
            self._notify_clock()

    def _notify_clock(self) -> None:
        """Notify all streams, if a clock or a thinking computer player is visible."""
        if self.thinking or self.match.settings.clock is not None:
            self.table.presence.mark_changed()

    def _start_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = self.match.time_left
        if left is not None and not self._computing and not self.table.closing:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(left, SOONEST), lambda: self._start_task(self._call_time()))

    async def _call_time(self) -> None:
        try:
            await self.table.call_time()
        except ServerClosing:
            pass
        except StoreFailed as error:
            log.error("the end of the time could not be kept", exc_info=error)
            await asyncio.sleep(AGAIN)
            self._start_timer()

    def _start_task(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish_task)

    def _finish_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a table could not go on", exc_info=error)

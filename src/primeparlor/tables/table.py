"""A table: a match, the players at its seats, and its record."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import TYPE_CHECKING

from primeparlor import records
from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match import HUMAN, AnswerOffer, AskRematch, Hint, Match, Series, TakeBack

if TYPE_CHECKING:
    from primeparlor.players import Chooser, Chosen, Tell, View
    from primeparlor.solve import Progress


def create_players(
    match: Match, seats: Sequence[str], progress: Progress | None = None
) -> list[Chooser | None]:
    """Create the players for these seats, None for who comes in, ready to play the match from here."""
    if set(seats) == {HUMAN}:  # two people need no imports
        return [None, None]
    from primeparlor.players import create_player

    players: list[Chooser | None] = []
    with ExitStack() as made:
        for label in seats:
            players.append(player := create_player(label, progress, match.state, match.settings.clock))
            if player is not None:
                made.callback(player.close)
        made.pop_all()
    return players


def has_substitute(players: Sequence[Chooser | None]) -> bool:
    """Return True if one of these players cannot solve the game, and plays as a weaker level."""
    return any(getattr(player, "too_large", False) for player in players)


def is_unmoved(match: Match) -> bool:
    """Return True if the game is not over and no person has chosen a move; without people, if nobody has.

    Hints that were given count as well, and a later game holds the score where players agreed on a number of
    wins.
    """
    if match.outcome is not None or (match.series is not None and match.series.is_under_way):
        return False
    people = [player for player in PLAYERS if match.seats[player - 1] == HUMAN] or PLAYERS
    moved = any(event.who in people and not event.forced for event in match.events)
    return not moved and not any(isinstance(note, Hint) for note in match.notes)


class _WatchedPlayer:
    """A player that shows something while it thinks."""

    def __init__(self, player: Chooser, thinking: AbstractContextManager[object]) -> None:
        self.player, self.thinking = player, thinking
        self.own, self.close = player.own, player.close

    def choose(self, view: View) -> Chosen:
        with self.thinking:
            return self.player.choose(view)


class Table:
    """A match with its seats. The caller gets the moves of who comes in; all other players choose here."""

    def __init__(
        self, match: Match, players: Sequence[Chooser | None], earlier: tuple[Match, ...] = ()
    ) -> None:
        self.match, self.players = match, players
        self.earlier = earlier  # the games that were played here before
        self.record: records.RecordFile | None = None

    @property
    def people(self) -> list[Player]:
        """The seats of people, whom the caller asks for moves, and of programs that come in."""
        return [player for player in PLAYERS if self.players[player - 1] is None]

    def is_person_to_move(self) -> bool:
        """Return True if a person is to move."""
        return self.players[self.match.state.turn - 1] is None

    def play_house_move(self, tell: Tell, thinking: AbstractContextManager[object]) -> None:
        """Let the house player to move choose; `tell` receives its notes and failures.

        The context `thinking` is closed before the move is made.
        """
        from primeparlor.players import take_turn

        player = self.players[self.match.state.turn - 1]
        assert player is not None, "people are asked by whoever shows the table"
        take_turn(self.match, _WatchedPlayer(player, thinking), tell)

    # Undo and rematch -----------------------------------------------------------------------------

    def undo(self, local_players: Collection[Player]) -> None:
        """Take back the last decision of the players `here`: both at one keyboard, or one alone.

        A person who plays elsewhere is asked first, if the settings say so.
        """
        match = self.match
        last = match.find_last_decision([player for player in PLAYERS if player in local_players])
        asker = last.who if last is not None and last.who is not None else min(local_players)
        match.perform(TakeBack(asker, match.number))
        if match.offer is not None and OTHER[asker] in local_players:
            match.perform(AnswerOffer(OTHER[asker], True, match.number))

    def offer_rematch(self, player: Player, local_players: Collection[Player]) -> bool:
        """Offer a rematch; return True if it is agreed.

        A player of this table always agrees, and so does everyone who plays `here`.
        """
        match, other = self.match, OTHER[player]
        match.perform(AskRematch(player, match.number))
        if match.offer is not None and (self.players[other - 1] is not None or other in local_players):
            match.perform(AnswerOffer(other, True, match.number))
        return match.offer is None

    def create_rematch(self) -> Table:
        """Create the next game of the same players: seats swapped, numbers continued, not yet recorded.

        Its numbers begin one later: a move meant for the end of this game must not open the next (ruling A6).
        """
        match, kept = self.match, ""
        if self.record is not None:
            self.record.close()
            kept = os.path.basename(self.record.path).removesuffix(records.SUFFIX)
        winner = match.outcome and match.outcome.winner
        # It has no seed: the result revealed the old one, which would give all later outcomes away.
        again = Match(
            match.start,
            match.seats[::-1],
            match.settings,
            names=match.names[::-1],
            too_large=match.too_large,
            series=(match.series or Series()).build_next(winner, kept),
            number=match.number + 1,
            seq=match.seq,
            now=match.now,
        )
        return Table(again, self.players[::-1], (*self.earlier, match))

    # The record -----------------------------------------------------------------------------------

    def create_record(self, path: str | None = None) -> str:
        """Create a new record of the match so far, at this path or among the saved games; return its path."""
        began = self.record.began if self.record is not None else ""
        create = partial(records.RecordFile.create, path) if path else records.create_saved
        record = create(self.match, began)
        if self.record is not None:
            self.record.close()
        self.record = record
        return record.path

    def leave(self) -> str | None:
        """Suspend the match; return a sentence if something is wrong with its record, else None."""
        try:
            self.match.suspend()
        except records.StoreError:
            if self.find_trouble() is None:  # the record is intact as far as it goes
                raise
        return self.find_trouble()

    def delete_unmoved(self) -> bool:
        """Delete the record if it is among the saved games and nobody here has moved; return True if so."""
        if self.record is None or not is_unmoved(self.match):
            return False
        if os.path.dirname(self.record.path) != records.find_folder():
            return False  # somebody has named this file
        self.record.close()
        try:
            records.delete(self.record.path)
        except records.StoreError:
            return False
        return True

    def find_trouble(self) -> str | None:
        """Return a sentence if the record was moved, deleted or changed meanwhile, else None."""
        try:
            if self.record is not None:
                self.record.check()
        except records.StoreError as error:
            return str(error)
        return None

    def close(self) -> None:
        """Close the players and the record."""
        for player in self.players:
            if player is not None:
                player.close()
        if self.record is not None:
            self.record.close()

"""`parlor today`: the puzzle of the day, one more of each other game, and the daily duel, in plain lines."""

from __future__ import annotations

import json
from datetime import date

from primeparlor import notation
from primeparlor.coach.progress.document import is_solved
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.terminal import here
from primeparlor.terminal.daily_round import DailyRound
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output, tell
from primeparlor.terminal.plain.picking import Back, Picking
from primeparlor.terminal.plain.posing import End, Posing, always, introduced
from primeparlor.terminal.progress_bar import Progress
from primeparlor.wording import in_figures

SECOND = "Have another go: a second try keeps your streak."
PRACTICE = "This is practice: only the real today counts."
PLAYED = "You have played today's duel. The next one comes tomorrow."
MISSED = "Then today counts as missed."
DUEL = "duel"
INTERRUPTED = 130
LEAVE = {"q": "leave"}


def run(day: date | None, as_json: bool, share: bool, keyboard: Keyboard | None = None) -> int:
    """Ask the puzzles of a day, or print the day as JSON, or only the lines to share."""
    real = here.this_day()
    day = daily.in_range(day or real)
    brought = DailyRound(day, day == real, tell)
    with Progress("your duel", "Reviewing") as progress:
        brought.settle(progress)
    if as_json:
        with Progress("the puzzles", "Looking for", live=False) as progress:
            Output().say(json.dumps(brought.data(progress), indent=2, ensure_ascii=False))
    elif share:
        Output().say(*brought.share)
    else:
        _Asked(brought, keyboard or Keyboard()).play()
    return 0


class _Asked:
    """One day's puzzles and duel at a keyboard."""

    def __init__(self, round: DailyRound, keyboard: Keyboard) -> None:
        self.round, self.today, self.counts = round, round.today, round.counts
        self.keyboard, self.output = keyboard, Output()

    def play(self) -> None:
        """Ask the puzzle of the day, then whatever else is wanted; at the end print the lines to share."""
        self._open()
        try:
            if self.round.is_over(self.today.main):
                self.output.say(self._told_main())
            elif self._puzzle(self.today.main) is End.LEFT:
                return
            self._more()
        finally:
            done = self.round.done
            if done.puzzle or done.more or done.duel:
                self.output.say("", *self.round.share)

    def _open(self) -> None:
        day, today = self.today.day, self.today
        prime = ", a prime day" if today.is_prime else ""
        when = f"{day:%A}, {day.day} {day:%B} {day.year}"
        name = f"{today.name}{' ◆' * today.is_prime}{prime}"
        if self.counts:
            self.output.say(f"Today {name}", f"{when}. {self._streak()}", "")
        else:
            self.output.say(f"{when}: {name}", PRACTICE, "")

    def _streak(self) -> str:
        if not self.round.streak.best:
            which = "tomorrow's puzzle" if self.round.is_over(self.today.main) else "the puzzle of the day"
            return f"Solve {which} to start a streak."
        return f"{self.round.streak.told}."

    def _told_main(self) -> str:
        if is_solved(self.round.tries(self.today.main)):
            return "You have solved the puzzle of the day."
        return "You have seen the answer to the puzzle of the day. The next one comes tomorrow."

    # The puzzles --------------------------------------------------------------------------------------

    def _puzzle(self, game: str) -> End:
        """Ask the puzzle of this game."""
        is_main = game == self.today.main
        with Progress("a puzzle", "Looking for") as progress:
            attempt = self.round.attempt(self.round.puzzle(game, progress))
        said = introduced(attempt.puzzle, "Puzzle of the day: " if is_main else "")
        posing = Posing(attempt, self.output, self.keyboard, said)
        posing.again = SECOND if is_main and self.counts else ""
        end = posing.ask(may_skip=True, is_sure=self._is_sure if is_main and self.counts else always)
        if is_main and self.counts and end in (End.SOLVED, End.SHOWN):
            self.output.say(self._streak())
        return end

    def _is_sure(self) -> bool:
        """Warn what the answer costs, and return True if the player still wants it."""
        now = self.round.streak.now
        price = f"This ends your streak of {in_figures(now, 'day')}." if now else MISSED
        try:
            answer = self.output.ask(f"{price} Show it? (y/n) ", self.keyboard)
            return notation.word(answer) in ("y", "yes")
        except EOFError:
            self.output.say("")
            return False

    # And more -----------------------------------------------------------------------------------------

    def _more(self) -> None:
        """Offer one more of each other game, the duel and what was skipped, until the player leaves."""
        picking = Picking(self.keyboard, self.output)
        while True:
            offered = self._offered()
            rows = [self._duel_row() if name == DUEL else self._row(name) for name in offered]
            try:
                at = picking.pick("What next?", rows, LEAVE, offered, self._usual(offered))
            except Back:
                return
            except EOFError:
                self.output.say("")
                return
            self.output.say("")
            if (name := offered[at - 1]) == DUEL:
                self._duel()
            elif self.round.is_over(name):
                self.output.say("You have done this one. The next one comes tomorrow.")
            else:
                self._puzzle(name)

    def _offered(self) -> list[str]:
        """Return the names of the offers; the puzzle of the day comes last, so that no number changes."""
        main = self.today.main
        return [*self.today.others, DUEL, *([] if self.round.is_over(main) else [main])]

    def _usual(self, offered: list[str]) -> int | None:
        """Return the number of the first offer that is not done."""
        for at, name in enumerate(offered, 1):
            if not (self.round.duelled if name == DUEL else self.round.is_over(name)):
                return at
        return None

    def _row(self, game: str) -> str:
        how = "the puzzle of the day" if game == self.today.main else "one more puzzle"
        return (
            f"{GAMES[game].title:<20} {f'{self.round.sign(game)} done' if self.round.is_over(game) else how}"
        )

    def _duel_row(self) -> str:
        duel = daily.duel(self.today.day)
        against = f"{GAMES[duel.game].title} against {duel.level}"
        return f"{'Daily duel':<20} {f'✓ {self.round.duel_told}' if self.round.duelled else against}"

    def _duel(self) -> None:
        """Play the duel; on another day than today it is only practice."""
        if self.round.duelled:
            self.output.say(PLAYED if self.counts else "You have played this duel.")
            return
        progress = Progress(GAMES[self.today.duel].title)
        seated = self.round.sit(progress)
        play.tell_unkept(seated.unkept)
        self.output.say("The daily duel: your choices count, not your luck.", "")
        match, record = seated.table.match, seated.table.record
        if play.sit_down(seated.table, self.keyboard, progress, once=True) == INTERRUPTED:
            raise KeyboardInterrupt
        if match.outcome is None:
            return
        with Progress("your duel", "Reviewing") as reviewing:
            told = self.round.judge(match, record.path if record else None, reviewing)
        self.output.say("", *told)

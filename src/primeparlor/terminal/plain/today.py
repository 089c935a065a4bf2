"""`parlor today`: the puzzle of the day, one more of each other game, and the daily duel, in plain lines."""

from __future__ import annotations

import json
from datetime import date

from primeparlor import notation
from primeparlor.coach.progress.document import is_solved
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.tables.daily.round import DailyRound
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.calendar_signs import PLAYED, PRACTICE, PRACTISED
from primeparlor.terminal.open_table import open_duel
from primeparlor.terminal.plain import play
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.menu import GoBack, MenuPrompt
from primeparlor.terminal.plain.output import Output, print_notice
from primeparlor.terminal.plain.puzzles import PuzzleEnd, PuzzlePrompt, confirm_always, format_introduction
from primeparlor.terminal.progress_bar import ProgressBar

DUEL = "duel"
INTERRUPTED = 130
LEAVE = {"q": "leave"}


def run(day: date | None, as_json: bool, share: bool, keyboard: Keyboard | None = None) -> int:
    """Ask the puzzles of a day, or print the day as JSON, or only the lines to share."""
    real = calendar_signs.get_today()
    day = real if day is None else daily.check_day(day)  # the clock may stand anywhere
    daily_round = DailyRound(day, day == real, print_notice)
    with ProgressBar("your duel", "Reviewing") as progress:
        daily_round.store_duels(progress)
    if as_json:
        with ProgressBar("the puzzles", "Looking for", live=False) as progress:
            Output().say(json.dumps(daily_round.build_data(progress), indent=2, ensure_ascii=False))
    elif share:
        Output().say(*daily_round.share)
    else:
        _DailySession(daily_round, keyboard or Keyboard()).play()
    return 0


class _DailySession:
    """One day's puzzles and duel at a keyboard."""

    def __init__(self, round: DailyRound, keyboard: Keyboard) -> None:
        self.round, self.today, self.counts = round, round.today, round.counts
        self.keyboard, self.output = keyboard, Output()

    def play(self) -> None:
        """Ask the puzzle of the day, then whatever else is wanted; at the end print the lines to share."""
        self._print_heading()
        try:
            if self.round.is_over(self.today.main):
                self.output.say(self._format_main())
            elif self._ask_puzzle(self.today.main) is PuzzleEnd.LEFT:
                return
            self._offer_more()
        finally:
            done = self.round.results
            if done.puzzle or done.more or done.duel:
                self.output.say("", *self.round.share)

    def _print_heading(self) -> None:
        day, today = self.today.day, self.today
        prime = ", a prime day" if today.is_prime else ""
        when = f"{day:%A}, {day.day} {day:%B} {day.year}"
        name = f"{today.name}{' ◆' * today.is_prime}{prime}"
        if self.counts:
            self.output.say(f"Today {name}", f"{when}. {self._format_streak()}", "")
        else:
            self.output.say(f"{when}: {name}", PRACTICE, "")

    def _format_streak(self) -> str:
        if not self.round.streak.best:
            which = "tomorrow's puzzle" if self.round.is_over(self.today.main) else "the puzzle of the day"
            return f"Solve {which} to start a streak."
        return f"{self.round.streak.full_text}."

    def _format_main(self) -> str:
        if is_solved(self.round.get_tries(self.today.main)):
            return "You have solved the puzzle of the day."
        return "You have seen the answer to the puzzle of the day. The next one comes tomorrow."

    # The puzzles --------------------------------------------------------------------------------------

    def _ask_puzzle(self, game: str) -> PuzzleEnd:
        """Ask the puzzle of this game."""
        is_main = game == self.today.main
        with ProgressBar("a puzzle", "Looking for") as progress:
            attempt = self.round.start_attempt(self.round.make_puzzle(game, progress))
        introduction = format_introduction(attempt.puzzle, "Puzzle of the day: " if is_main else "")
        rule = f"{attempt.limit_text} {self.round.describe_rule(game)}".rstrip()
        prompt = PuzzlePrompt(attempt, self.output, self.keyboard, f"{introduction}\n{rule}")
        end = prompt.ask(
            may_skip=True, is_sure=self._confirm_answer if is_main and self.counts else confirm_always
        )
        if is_main and self.counts and end in (PuzzleEnd.SOLVED, PuzzleEnd.SHOWN):
            self.output.say(self._format_streak())
        return end

    def _confirm_answer(self) -> bool:
        """Warn what the answer costs, and return True if the player still wants it."""
        try:
            answer = self.output.ask(f"{self.round.price} Show it? (y/n) ", self.keyboard)
            return notation.word(answer) in ("y", "yes")
        except EOFError:
            self.output.say("")
            return False

    # And more -----------------------------------------------------------------------------------------

    def _offer_more(self) -> None:
        """Offer one more of each other game, the duel and what was skipped, until the player leaves."""
        menu = MenuPrompt(self.keyboard, self.output)
        while True:
            offered = self._list_offers()
            rows = [self._format_duel() if name == DUEL else self._format_row(name) for name in offered]
            try:
                at = menu.pick("What next?", rows, LEAVE, offered, self._find_default(offered))
            except GoBack:
                return
            except EOFError:
                self.output.say("")
                return
            self.output.say("")
            if (name := offered[at - 1]) == DUEL:
                self._play_duel()
            elif self.round.is_over(name):
                self.output.say("You have done this one. The next one comes tomorrow.")
            else:
                self._ask_puzzle(name)

    def _list_offers(self) -> list[str]:
        """Return the names of the offers; the puzzle of the day comes last, so that no number changes."""
        main = self.today.main
        return [*self.today.others, DUEL, *([] if self.round.is_over(main) else [main])]

    def _find_default(self, offered: list[str]) -> int | None:
        """Return the number of the first offer that is not done."""
        for at, name in enumerate(offered, 1):
            if not (self.round.duel_played if name == DUEL else self.round.is_over(name)):
                return at
        return None

    def _format_row(self, game: str) -> str:
        how = "the puzzle of the day" if game == self.today.main else "one more puzzle"
        if self.round.is_over(game):
            how = f"{self.round.get_sign(game)} done"
        return f"{GAMES[game].title:<20} {how}"

    def _format_duel(self) -> str:
        duel = daily.build_duel(self.today.day)
        against = f"{GAMES[duel.game].title} against {duel.level}"
        return f"{'Daily duel':<20} {f'✓ {self.round.duel_result}' if self.round.duel_played else against}"

    def _play_duel(self) -> None:
        """Play the duel; on another day than today it is only practice."""
        if self.round.duel_played:
            self.output.say(" ".join(PLAYED) if self.counts else PRACTISED)
            return
        progress = ProgressBar(GAMES[self.today.duel].title)
        opened = open_duel(self.today.day, progress, self.counts)
        play.print_unrecorded(opened.unkept)
        self.output.say("The daily duel: your choices count, not your luck.", "")
        match, record = opened.table.match, opened.table.record
        if play.play_table(opened.table, self.keyboard, progress, once=True) == INTERRUPTED:
            raise KeyboardInterrupt
        if match.outcome is None:
            return
        with ProgressBar("your duel", "Reviewing") as reviewing:
            sentences = self.round.review_duel(match, record.path if record else None, reviewing)
        self.output.say("", *sentences)

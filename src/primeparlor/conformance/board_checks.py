"""Checks of a game's Board and Messages: drawings, keys and what is said in positions of sound games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from primeparlor import notation
from primeparlor.conformance.faults import Faults
from primeparlor.conformance.rule_checks import Step
from primeparlor.core import PLAYERS, State
from primeparlor.games import Game
from primeparlor.match import Outcome
from primeparlor.messages import KeyText, Messages, Row, Said, Seats, Tips
from primeparlor.tables.messages import OPEN_SEATS, messages_of
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.board import Board, Key, Listing, Press, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of

FILE, SAID = "screen.py", "words.py"
ASKED = 24  # positions
SIZES = ((58, 10), (64, 19), (120, 40))  # canvas sizes that a board must fit
PICTURES = ((11, 3), (17, 8))  # at home
SEATS = (Seats(("You", "The house"), 1), Seats(), OPEN_SEATS)


def check_screen(game: Game, state: type[State], walks: Sequence[Step], faults: Faults) -> None:
    """Paint some positions, press their keys, and check the messages about the moves."""
    if faults.has_fault("facts.py") or faults.has_fault("terminal.py"):  # the default board draws from these
        return
    board = faults.try_call(FILE, "the Board fails", lambda: board_of(state))
    if board is None:
        return
    for size in PICTURES:
        faults.try_call(FILE, "art() fails", partial(board.art, Canvas(*size)))
    for step in walks[:: max(1, len(walks) // ASKED)]:
        faults.try_call(FILE, "the Board fails", partial(_check_drawn, board, game, step, faults))


def check_messages(game: Game, state: type[State], walks: Sequence[Step], faults: Faults) -> None:
    """Check the messages about some positions, and about the moves that can be made there."""
    if faults.has_fault("facts.py"):  # the default messages tell what has changed in them
        return
    messages = faults.try_call(SAID, "the Messages fail", lambda: messages_of(state))
    if messages is None:
        return
    faults.try_call(SAID, "the Messages fail", lambda: _check_rules(messages, state.start(), faults))
    for step in walks[:: max(1, len(walks) // ASKED)]:
        fails = partial(_check_position, messages, game, step, faults)
        faults.try_call(SAID, "the Messages fail", fails)
        if faults.lawful:
            faults.try_call(SAID, "the Messages fail", partial(_check_messages, messages, step.state, faults))


def _check_rules(messages: Messages[Any], start: State, faults: Faults) -> None:
    for sentence in messages.how_to_play(start):
        _check_sentence(sentence, "how_to_play", faults)
    tips = messages.tips(start)
    if _check_kind(tips, Tips, "tips", faults, SAID):
        for tip in filter(None, tips):
            _check_sentence(tip, "tips", faults)


def _check_position(messages: Messages[Any], game: Game, step: Step, faults: Faults) -> None:
    facts = game.facts(*step)
    for player in PLAYERS:
        _check_kind(messages.standing(facts, player), str, "standing", faults, SAID)
        for text in messages.keys(facts, player, SEATS[0]).values():
            _check_kind(text, KeyText, "keys", faults, SAID)
    for label in messages.labels(facts, SEATS[0]).values():
        _check_kind(label, str, "labels", faults, SAID)
    if step.state.moves():
        _check_sentence(messages.task(facts, False), "task", faults)


def _check_drawn(board: Board[Any], game: Game, step: Step, faults: Faults) -> None:
    here, facts = step.state, game.facts(*step)
    seats = SEATS[0]
    view = View(seats, 1, over=bool(here.ending()), actions=lambda: here.rules.actions)
    for size in SIZES:
        board.paint(c := Canvas(*size), facts, view)
        glyphs = {cell.glyph for row in c.cells for cell in row}
        if odd := sorted(glyph for glyph in glyphs if not glyph.translate(ASCII).isascii()):
            faults.add(FILE, "signs", f"paint() uses {odd[0]!r}, for which there is no sign in ASCII.")
    _check_kind(board.aim(facts), str, "aim", faults)
    if (listing := board.listing(facts)) is not None:
        _check_kind(listing, Listing, "listing", faults)
    if here.moves():
        _check_keys(board, here, facts, view, faults)


def _check_keys(board: Board[Any], here: State, facts: Any, view: View, faults: Faults) -> None:
    """Check that every key that is not off does something, and that its move can be parsed."""
    for key in board.keys(facts, view):
        if not isinstance(key, Key):
            faults.add(
                FILE, "keys", f"keys() gives {key!r}: use Key, from primeparlor.terminal.drawing.board."
            )
            return
        pressed = board.press(facts, view, key.key)
        if key.off:
            continue
        if not isinstance(pressed, Press):
            faults.add(FILE, "press", f"press() gives {pressed!r} for the key {key.key!r} that keys() shows.")
        elif pressed.move:
            try:
                notation.parse(here, pressed.move)
            except notation.NotationError:
                faults.add(
                    FILE, "move", f"the key {key.key!r} makes the move {pressed.move!r}, which is none."
                )


def _check_messages(messages: Messages[Any], here: State, faults: Faults) -> None:
    """Check what is said of the end, and of each move; names come from the seats, however they are shown."""
    ending = here.ending()
    for seats in SEATS:
        if ending is not None:
            said = messages.result(here, Outcome(ending.winner, ending.reason), seats)
            _check_message(said, "result", faults)
        for move in here.moves():
            told = (here, here.after(move), move, seats)
            _check_message(messages.moved(*told), "moved", faults)
            if move == here.forced():
                _check_message(messages.forced(*told), "forced", faults)
            _check_row(messages.row(*told[:3]), faults)
        for outcome in dict.fromkeys(here.chances()):
            told = (here, here.after(outcome), outcome, seats)
            _check_message(messages.drawn(*told), "drawn", faults)
            _check_row(messages.row(*told[:3]), faults)


def _check_message(said: object, method: str, faults: Faults) -> None:
    """Check that a message has text, and that its explanation, if any, is in sentences."""
    if not _check_kind(said, Said, method, faults, SAID):
        return
    assert isinstance(said, Said)
    if not said.bold:
        faults.add(SAID, method, f"{method}() says nothing.")
    elif said.text:
        _check_sentence(said.text, method, faults)


def _check_row(row: object, faults: Faults) -> None:
    if row is not None:
        _check_kind(row, Row, "row", faults, SAID)


def _check_sentence(told: str, method: str, faults: Faults) -> None:
    kind = _check_kind(told, str, method, faults, SAID)
    if not kind or (told[:1] == told[:1].upper() and told[-1:] in ".!?"):
        return
    wanted = "begin with a capital or a number, and end with a full stop."
    faults.add(SAID, method, f"{method}() says {told!r}, which is no sentence: {wanted}")


def _check_kind(value: object, kind: type, method: str, faults: Faults, file: str = FILE) -> bool:
    if isinstance(value, kind):
        return True
    faults.add(file, method, f"{method}() must give a {kind.__name__}, not {value!r}.")
    return False

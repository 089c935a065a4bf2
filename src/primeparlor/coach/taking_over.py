"""The cards of `puzzles.json`, where they were kept before there was a diary."""

from __future__ import annotations

import os
from collections.abc import Callable

from primeparlor import files
from primeparlor.coach.progress.document import Data, read_card
from primeparlor.coach.progress.file import Change, Tell, parsed, read_bytes, set_aside
from primeparlor.coach.progress.updates import part, put_card
from primeparlor.files import shown

OLD, TAKEN = "puzzles.json", ".taken"


def take_over(folder: str, change: Callable[[Change], bool], tell: Tell) -> None:
    """Take the old file over once; then it has another name.

    The records it lists as looked through are looked through once more, for what the diary wants to know of
    each game; their mistakes are among the cards, so that none comes twice.
    """
    path = os.path.join(folder, OLD)
    try:
        text = read_bytes(path)
        parsed(text)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        tell(f"{shown(path)} cannot be read: {error.strerror}.")
        return
    except ValueError as error:
        _set_aside(path, str(error), tell)
        return
    if change(lambda data: _take(data, parsed(text))):
        try:
            os.rename(path, path + TAKEN)
            files.sync_folder(path)
        except OSError as error:
            tell(f"{shown(path)} cannot be renamed: {error.strerror}.")


def _set_aside(path: str, why: str, tell: Tell) -> None:
    try:
        aside = os.path.basename(set_aside(path))
    except OSError:
        tell(f"{shown(path)} {why}. Move it away.")
    else:
        tell(f"{shown(path)} {why}. It was set aside as {shown(aside)}.")


def _take(data: Data, old: Data) -> None:
    for position, given in old.items():
        known = read_card(part(data, "cards").get(position))
        if known is None and (card := read_card(given)) is not None:
            part(data, "cards")[position] = given  # with what a later version may have noted
            put_card(data, position, card)

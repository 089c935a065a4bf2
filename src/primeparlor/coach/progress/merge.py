"""Import of progress exported on another computer."""

from __future__ import annotations

from primeparlor.coach.progress import updates
from primeparlor.coach.progress.document import Data, read_game_summary, read_section
from primeparlor.coach.progress.file import LARGEST, VERSION, format_data, parse_data
from primeparlor.core import ParlorError
from primeparlor.wording import format_figures, join_words

EMPTY = "There is nothing in it to take in. Your progress here is unchanged."
BETTER = "Taken in. Some entries here are better now."
COUNTED = {"days": "day", "games": "game", "cards": "puzzle"}
SECTIONS = ("days", "ratings", "cards", "rush", "openings", "games")


def read_export(text: str) -> Data:
    """Parse an exported diary; raise with a sentence if the text is none."""
    if len(text) > LARGEST:
        raise ParlorError(f"This is larger than {LARGEST // 2**20} MB, so it is not saved progress.")
    try:
        data = parse_data(text)
    except ValueError:
        raise ParlorError("This is not saved progress: it cannot be read.") from None
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise ParlorError("This was exported by a newer Prime Parlor: update this one first.")
    if version != VERSION or not (is_empty(data) or _is_progress(data)):
        raise ParlorError("This is not saved progress: export it with parlor progress on the other computer.")
    return data


def is_empty(data: Data) -> bool:
    """Return True if the data has no entries: it was exported before anything was solved or played."""
    return data.keys() <= {"version", *SECTIONS} and all(
        given == {} for key, given in data.items() if key != "version"
    )


def _is_progress(data: Data) -> bool:
    """Return True if some entry is progress: other files of the parlor have a key "games" too."""
    games = read_section(data, "games").values()
    return any(isinstance(data.get(key), dict) for key in SECTIONS if key != "games") or any(
        read_game_summary(given) for given in games if isinstance(given, dict)
    )


def merge_progress(data: Data, other: Data) -> str:
    """Merge another diary into the data; return a sentence that says what changed."""
    before = parse_data(format_data(data))
    updates.merge_data(data, other)
    sizes = [
        (thing, len(read_section(data, key)) - len(read_section(before, key)))
        for key, thing in COUNTED.items()
    ]
    if new := [format_figures(more, thing) for thing, more in sizes if more]:
        return f"Taken in. New here: {join_words(new)}."
    return "Taken in. Nothing was new here." if data == before else BETTER

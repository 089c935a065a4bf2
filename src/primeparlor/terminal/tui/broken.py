"""The crash report: a traceback in a log file and a sentence for the terminal."""

from __future__ import annotations

import os
import traceback

from primeparlor import records
from primeparlor.files import shown
from primeparlor.games.game import blame

LOG = "broken.log"


def report_crash(error: BaseException | None) -> list[str]:
    """Write the traceback to the log file; return the lines to print, with the path of that file."""
    cause = error.__cause__ or error if error is not None else None
    if cause is not None and (sentence := blame(cause)) is not None:
        return [sentence]
    said = ["Something broke."]
    try:
        folder = records.find_folder()
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, LOG)
        with open(path, "w", encoding="utf-8") as log:
            log.writelines(traceback.format_exception(error))
    except (OSError, records.RecordError):
        return said
    return [*said, f"What happened is in {shown(path)}."]

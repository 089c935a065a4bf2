"""Logs as JSON lines on stderr: request, status and duration; never a token or a client's address.

At a terminal only warnings and errors are logged, so that the URL of the page stays in sight.

An error is logged with its type and its traceback, but without its text, which might hold what a client sent.
The database's own messages are logged: clients never get them.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from primeparlor.web.errors import StoreFailed

log = logging.getLogger("primeparlor.web")

ALL_TAKEN = "all connections are taken, so new ones are refused"
OUT_OF_FILES = (
    "socket.accept() out of system resource"  # asyncio's own words, for every connection it cannot accept
)
RARE = (ALL_TAKEN, OUT_OF_FILES)
RARE_SECONDS = 60.0

# For uvicorn, whose own lines become JSON too. Its warnings are off: any client could cause them without end.
CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "primeparlor.web.logging.JsonLines"}},
    "filters": {"rare": {"()": "primeparlor.web.logging.RareLines"}},
    "handlers": {
        "stderr": {
            "()": "primeparlor.web.logging.build_handler",
            "formatter": "json",
            "filters": ["rare"],
        }
    },
    "loggers": {
        "primeparlor.web": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "uvicorn": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "asyncio": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}


class JsonLines(logging.Formatter):
    """Log formatter that writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a log record as a line of JSON."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when, "level": record.levelname.lower(), "what": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _format_error(record.exc_info[1])
        return json.dumps(line)


class RareLines(logging.Filter):
    """Log filter that passes each line that any client can cause without end once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the line is to be logged."""
        line = next((each for each in RARE if record.getMessage().startswith(each)), None)
        if line is None:
            return True
        if abs(record.created - self._last.get(line, -RARE_SECONDS)) < RARE_SECONDS:
            return False
        self._last[line] = record.created
        return True


def build_handler() -> logging.Handler:
    """Create the log handler that writes to stderr."""
    to_stderr = logging.StreamHandler(sys.stderr)
    to_stderr.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    return to_stderr


def log_error(error: BaseException, **fields: str) -> None:
    """Log an unexpected error and where it happened."""
    log.error("failed", exc_info=error, extra={"fields": fields})


def log_response(method: str, route: str, status: int, seconds: float) -> None:
    """Log the response to a write, or an error; successful reads and status 429 are only counted."""
    if status == 429 or (method == "GET" and status < 400):
        return
    fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds)}
    log.info("answered", extra={"fields": fields})


def _format_error(error: BaseException) -> dict[str, Any]:
    places = traceback.extract_tb(error.__traceback__)
    line: dict[str, Any] = {
        "error": type(error).__qualname__,
        "trace": [f"{place.filename}:{place.lineno} {place.name}" for place in places],
    }
    return line | ({"cause": error.cause} if isinstance(error, StoreFailed) else {})

"""Logs as JSON lines on stderr: what was asked, how it ended, how long it took; never a token or an address.
At a terminal only what went wrong, so that the address of the page stays in sight.

An error is logged with its kind and the places it passed through, but without its text, which might hold
what a client sent. What the database says of itself is logged: nobody else is told.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from primeparlor.web.faults import StoreFailed

log = logging.getLogger("primeparlor.web")


class JsonLines(logging.Formatter):
    """One JSON object for each line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when, "level": record.levelname.lower(), "what": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _traced(record.exc_info[1])
        return json.dumps(line)


def handler() -> logging.Handler:
    """Writes to stderr."""
    to_stderr = logging.StreamHandler(sys.stderr)
    to_stderr.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    return to_stderr


def _traced(error: BaseException) -> dict[str, Any]:
    places = traceback.extract_tb(error.__traceback__)
    line: dict[str, Any] = {
        "error": type(error).__qualname__,
        "trace": [f"{place.filename}:{place.lineno} {place.name}" for place in places],
    }
    return line | ({"cause": error.cause} if isinstance(error, StoreFailed) else {})


# For uvicorn, whose own lines become JSON too; anybody could bring about its warnings without end.
CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "primeparlor.web.logging.JsonLines"}},
    "handlers": {"stderr": {"()": "primeparlor.web.logging.handler", "formatter": "json"}},
    "loggers": {
        "primeparlor.web": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "uvicorn": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "asyncio": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}


def failed(error: BaseException, **fields: str) -> None:
    """Log an error that nobody foresaw, and where it happened."""
    log.error("failed", exc_info=error, extra={"fields": fields})


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """Log an answer: writes and refusals; what was only read, or too much, is counted and not logged."""
    if status == 429 or (method == "GET" and status < 400):
        return
    fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds)}
    log.info("answered", extra={"fields": fields})

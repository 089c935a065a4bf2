"""Data as it goes over the wire: compact JSON, with whole numbers that JavaScript would round as text."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.site.static_files import takes_gzip
from primeparlor.web.threads import LARGE, apart

WORTH_IT = 1_000  # bytes from which on compressing an answer helps
EXACT = 2**53 - 1  # the largest whole number that JavaScript keeps
LONG = re.compile("[0-9]{16}")  # digits of a larger one


def encoded(data: Any) -> bytes:
    """The data as JSON; only where its text has long numbers is it gone through for them."""
    text = _written(data)
    return (_written(exact(data)) if LONG.search(text) else text).encode()


def _written(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def exact(data: Any) -> Any:
    """The same data, with large whole numbers as text."""
    if isinstance(data, dict):
        return {key: exact(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [exact(value) for value in data]
    return str(data) if type(data) is int and abs(data) > EXACT else data


class Json(Response):
    """An answer of data."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encoded(content)


async def packed(request: Request, answer: Response) -> Response:
    """The same answer, compressed where that helps and is wanted; a stream stays as it is.

    Starlette's middleware for this compresses for those too who refuse it.
    """
    if len(answer.body) >= WORTH_IT and takes_gzip(request):
        plain = bytes(answer.body)
        answer.body = await apart(len(plain) > LARGE, gzip.compress, plain, 6, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))
    answer.headers.add_vary_header("Accept-Encoding")
    return answer

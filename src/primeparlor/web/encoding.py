"""JSON responses: compact, with whole numbers as text where JavaScript would round them."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.site.static_files import accepts_gzip
from primeparlor.web.threads import LARGE, run_in_thread

WORTH_IT = 1_000  # bytes from which compressing a response helps
EXACT = 2**53 - 1  # the largest whole number that JavaScript represents exactly
LONG = re.compile("[0-9]{16}")  # a number that may be larger


def encode_json(data: Any) -> bytes:
    """Encode data as JSON; large whole numbers are replaced only if the text has long ones."""
    text = _dump_json(data)
    return (_dump_json(replace_large(data)) if LONG.search(text) else text).encode()


def _dump_json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def replace_large(data: Any) -> Any:
    """Return the same data with large whole numbers as text."""
    if isinstance(data, dict):
        return {key: replace_large(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [replace_large(value) for value in data]
    return str(data) if type(data) is int and abs(data) > EXACT else data


class JsonResponse(Response):
    """A JSON response."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encode_json(content)


async def compress_response(request: Request, answer: Response) -> Response:
    """Compress a response if it is large enough and the client accepts gzip; a stream stays as it is.

    Starlette's middleware also compresses for clients that refuse gzip.
    """
    if len(answer.body) >= WORTH_IT and accepts_gzip(request):
        plain = bytes(answer.body)
        answer.body = await run_in_thread(len(plain) > LARGE, gzip.compress, plain, 6, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))
    answer.headers.add_vary_header("Accept-Encoding")
    return answer

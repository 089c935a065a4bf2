"""Responses: JSON, error responses and compression."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.errors import translate_error
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.threads import LARGE, is_large, run_in_thread

JSON = "application/json"
CONNECTION = "parlor.connection"  # key in the scope: uvicorn's object for this request
STATUS = "parlor.status"  # key in the scope: the status of the response, once it is sent
WORTH_IT = 4_096  # bytes from which compressing a response helps more than it costs


class JsonResponse(Response):
    """A JSON response."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return encode_json(content)


async def build_json_response(data: Any, status: int = 200) -> Response:
    """Build a JSON response; encode a large one in the worker thread."""
    return await run_in_thread(is_large(data), JsonResponse, data, status)


def build_error_response(error: Exception) -> Response:
    """Build the response to a request that raised this exception."""
    found = translate_error(error)
    return JsonResponse(found.data, found.status, found.headers)


async def compress_response(request: Request, answer: Response) -> None:
    """Compress a large response if the client accepts gzip; a stream stays as it is.

    Starlette's middleware also compresses for clients that refuse gzip.
    """
    answer.headers.add_vary_header("Accept-Encoding")
    if accepts_gzip(request):
        plain = bytes(answer.body)
        answer.body = await run_in_thread(len(plain) > LARGE, gzip.compress, plain, 6, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))


def accepts_gzip(request: Request) -> bool:
    """Return True if the client accepts gzip: named, or by *, and not refused by q=0."""
    accepted = request.headers.get("accept-encoding", "")
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False

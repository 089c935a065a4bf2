"""Request bodies: read within their limits of size and time, and parsed as strict JSON."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from primeparlor.records.line import strict_json
from primeparlor.web.errors import ApiError
from primeparlor.web.threads import LARGE, run_in_thread


class LimitedRequest(Request):
    """A request whose body has one content type, a largest size and a time to arrive."""

    kind: str  # the content type
    most: int  # bytes
    seconds: float

    async def body(self) -> bytes:
        """Read the body; raise before all of it has arrived if it is too large."""
        if not hasattr(self, "_body"):
            given = self.headers.get("content-type", "").partition(";")[0].strip().lower()
            if given != self.kind:  # a page of another site cannot send it unasked
                raise ApiError(415, "wrong type", f"Send the body as {self.kind}.")
            length = self.headers.get("content-length", "")
            body, announced = bytearray(), int(length) if length.isdecimal() and len(length) < 20 else 0
            try:
                async with asyncio.timeout(self.seconds):
                    async for chunk in self.stream():
                        body += chunk
                        if max(len(body), announced) > self.most:
                            raise ApiError(413, "too large", f"Send at most {self.most:,} bytes.")
            except TimeoutError:
                raise ApiError(408, "slow", "The body took too long to arrive.") from None
            except ClientDisconnect:  # the client is gone and will not read this
                raise ApiError(408, "slow", "The body did not arrive.") from None
            self._body = bytes(body)
        return self._body

    async def json(self) -> Any:
        """Parse the body as strict JSON; a large one in the worker thread."""
        body = await self.body()
        return await run_in_thread(True, parse_json, body) if len(body) > LARGE else parse_json(body)


def parse_json(body: bytes) -> Any:
    """Parse bytes as strict JSON."""
    try:
        text = body.decode()
        data = strict_json(text)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair cannot be stored or sent
    except UnicodeError:
        raise build_body_error("The body must be JSON in UTF-8.") from None
    except RecursionError:
        raise build_body_error("The body is nested too deeply.") from None
    except ValueError as error:  # json's own errors too
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise build_body_error(f"The body is not JSON: {what[:80]}.") from None
    return data


def build_body_error(message: str) -> ApiError:
    """Build the error for a body that does not fit its model."""
    return ApiError(422, "malformed", message)

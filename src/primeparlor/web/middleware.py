"""Security middleware: rate limits, the check against cross-site writes, and headers of every response."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from primeparlor.web.errors import ApiError
from primeparlor.web.rate_limit import CLIENT_KEY, RateLimiter, find_client
from primeparlor.web.responses import STATUS, build_error_response

READS = ("GET", "HEAD", "OPTIONS")
SEAT_COOKIE = "seat"  # the name of the cookie

OF_PAGES = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
}
HEADERS = {
    **OF_PAGES,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
PARTS = ("text/javascript", "text/css")  # browsers ignore page headers on these


class SecurityMiddleware:
    """Middleware that checks rate limits and origins, and adds headers to every response."""

    def __init__(self, app: ASGIApp, rate_limiter: RateLimiter) -> None:
        self._app, self._rate_limiter = app, rate_limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope[STATUS] = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                part = headers.get("content-type", "").startswith(PARTS)
                for name, value in HEADERS.items():
                    if not (part and name in OF_PAGES):
                        headers.setdefault(name, value)
                message["headers"] = headers.raw
            await send(message)

        reads = scope["method"] in READS
        client = scope[CLIENT_KEY] = find_client((scope.get("client") or ("",))[0])
        try:
            self._rate_limiter.take(client, "reads" if reads else "writes")
            if not reads:
                check_origin(Headers(scope=scope))
        except ApiError as refused:
            await build_error_response(refused)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


def check_origin(headers: Headers) -> None:
    """Reject cross-site writes (CSRF): browsers attach the seat cookie automatically.

    Programs that send their token in a header need no origin.
    """
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None:
        ours = _is_same_origin(origin, host)
    elif "authorization" in headers or not _has_seat_cookie(headers):
        return
    elif "sec-fetch-site" in headers:
        ours = headers["sec-fetch-site"] == "same-origin"
    else:
        ours = _is_same_origin(headers.get("referer", ""), host)
    if not ours:
        raise ApiError(403, "origin", "This must be sent from a page of this house.")


def _has_seat_cookie(headers: Headers) -> bool:
    return any(part.strip().startswith(f"{SEAT_COOKIE}=") for part in headers.get("cookie", "").split(";"))


@lru_cache(maxsize=256)
def _is_same_origin(address: str, host: str) -> bool:
    """Return True if this URL is on our host; the default port may be left out."""
    try:
        given, default = urlsplit(address), {"http": 80, "https": 443}
        port = default.get(given.scheme)
        ours = urlsplit(f"//{host}")
        return (
            port is not None
            and bool(given.hostname)
            and (given.hostname, given.port or port) == (ours.hostname, ours.port or port)
        )
    except ValueError:
        return False

"""Security middleware: rate limits, checks against pages of other sites, and headers of every response."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from primeparlor.web.errors import NOT_HTTP, ApiError
from primeparlor.web.rate_limit import CLIENT_KEY, RateLimiter, find_client
from primeparlor.web.responses import STATUS, build_error_response

READS = ("GET", "HEAD", "OPTIONS")
SEAT_COOKIE = "seat"  # the name of the cookie
ELSEWHERE = "This must be sent from a page of this house."

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
    """Middleware that checks rate limits, hosts and origins, and adds headers to every response."""

    def __init__(self, app: ASGIApp, rate_limiter: RateLimiter, hosts: Collection[str] | None = None) -> None:
        """Answer requests for these hosts only, if any are named."""
        self._app, self._rate_limiter, self._hosts = app, rate_limiter, hosts

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
        connection = HTTPConnection(scope)
        spends = "foreign"  # what another site's page causes does not count as the player's own
        try:
            try:
                if self._hosts is not None:
                    check_host(connection.headers, self._hosts)
                if connection.headers.get("sec-fetch-site") == "cross-site":
                    check_fetch(connection)
                spends = "reads" if reads else "writes"
            finally:
                self._rate_limiter.take(client, spends)
            if "transfer-encoding" in connection.headers and "content-length" in connection.headers:
                # a proxy in front may believe the other length (request smuggling)
                raise ApiError(400, "malformed", NOT_HTTP, {"Connection": "close"})
            if not reads:
                check_origin(connection)
        except ApiError as refused:
            await build_error_response(refused)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


def check_host(headers: Headers, hosts: Collection[str]) -> None:
    """Reject a Host header that does not name this server (DNS rebinding).

    Another site can let its own name point here; the port need not be ours, which may be forwarded.
    """
    if _find_host(headers.get("host", "")) not in hosts:
        raise ApiError(421, "host", "This server does not answer to that name. Open it at 127.0.0.1.")


def check_fetch(connection: HTTPConnection) -> None:
    """Reject what a browser fetches for a page of another site, such as an image; links may lead here."""
    headers = connection.headers
    if not (
        connection.scope["method"] in READS
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    ):
        raise ApiError(403, "origin", ELSEWHERE)


def check_origin(connection: HTTPConnection) -> None:
    """Reject cross-site writes (CSRF): browsers attach the seat cookie automatically.

    Programs that send their token in a header need no origin.
    """
    headers, scheme = connection.headers, connection.scope.get("scheme", "http")
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None:
        ours = _is_same_origin(origin, scheme, host)
    elif "authorization" in headers or SEAT_COOKIE not in connection.cookies:
        return
    elif "sec-fetch-site" in headers:
        ours = headers["sec-fetch-site"] == "same-origin"
    else:
        ours = _is_same_origin(headers.get("referer", ""), scheme, host)
    if not ours:
        raise ApiError(403, "origin", ELSEWHERE)


@lru_cache(maxsize=256)
def _find_host(host: str) -> str:
    """Return the name in a Host header, without the port; "" if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


@lru_cache(maxsize=256)
def _is_same_origin(address: str, scheme: str, host: str) -> bool:
    """Return True if this URL is on our host, with our scheme; the default port may be left out."""
    try:
        given, port = urlsplit(address), {"http": 80, "https": 443}.get(scheme)
        ours = urlsplit(f"//{host}")
        return (
            given.scheme == scheme
            and bool(given.hostname)
            and (given.hostname, given.port or port) == (ours.hostname, ours.port or port)
        )
    except ValueError:
        return False

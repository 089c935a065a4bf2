"""Writes from other sites are refused, by their origin."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from primeparlor.web.config import Rate
from primeparlor.web.errors import ApiError
from primeparlor.web.middleware import SecurityMiddleware, check_origin
from primeparlor.web.rate_limit import RateLimiter
from primeparlor.web.server import find_hosts
from support.web import server_process
from support.web.http_server import FREE, error, served
from support.web.registry import run

HOST = {"host": "parlor.test:8000"}
COOKIE = HOST | {"cookie": "theme=dark; seat=x"}
OURS = "http://parlor.test:8000"
ODD_COOKIES = [
    "a=b; seat=x",
    "seat =x",
    " seat\t=x",
    'a="b; seat=x; c=d"',
    "seat=",
    "=a; seat=x;",
    "a; seat=x",
    ";seat=x",
]


def build_connection(headers: dict[str, str], scheme: str = "http", method: str = "POST") -> HTTPConnection:
    raw = Headers(headers).raw
    return HTTPConnection({"type": "http", "scheme": scheme, "method": method, "headers": raw})


@pytest.mark.parametrize(
    "headers",
    [
        HOST,  # no cookie, no origin: a program
        HOST | {"cookie": "theme=dark"},
        HOST | {"authorization": "Bearer x"},
        COOKIE | {"authorization": "Bearer x"},  # the cookie plays no part
        COOKIE | {"origin": OURS},
        COOKIE | {"origin": "http://PARLOR.test:8000"},
        COOKIE | {"sec-fetch-site": "same-origin"},
        COOKIE | {"referer": f"{OURS}/t/x"},
        COOKIE | {"host": "parlor.test", "origin": "http://parlor.test:80"},
        COOKIE | {"host": "[::1]:8000", "origin": "http://[::1]:8000"},
    ],
)
def test_our_own_pages_and_programs_may_write(headers: dict[str, str]) -> None:
    check_origin(build_connection(headers))


@pytest.mark.parametrize(
    "headers",
    [
        COOKIE,
        COOKIE | {"origin": "http://evil.test"},
        COOKIE | {"origin": "null"},
        COOKIE | {"origin": ""},
        COOKIE | {"origin": "http://parlor.test"},
        COOKIE | {"origin": "http://parlor.test:8001"},
        COOKIE | {"origin": "http://parlor.test:8000.evil.test"},
        COOKIE | {"origin": "http://parlor.test:8000@evil.test"},
        COOKIE | {"origin": "http://[::1"},
        COOKIE | {"origin": "https://parlor.test:8000"},
        COOKIE | {"host": "parlor.test:443", "origin": "https://parlor.test"},
        COOKIE | {"referer": "https://parlor.test:8000/t/x"},
        COOKIE | {"origin": "file://parlor.test:8000"},
        COOKIE | {"sec-fetch-site": "cross-site"},
        COOKIE | {"sec-fetch-site": "same-site"},
        COOKIE | {"sec-fetch-site": "none"},
        COOKIE | {"referer": "http://evil.test/?parlor.test:8000"},
        COOKIE | {"origin": "http://evil.test", "referer": OURS, "sec-fetch-site": "same-origin"},
        HOST | {"origin": "http://evil.test"},  # even without a cookie: no page elsewhere opens tables here
        HOST | {"origin": "http://evil.test", "authorization": "Bearer x"},
        {"cookie": "seat=x", "origin": OURS},  # no host at all
    ],
)
def test_no_other_page_may_write(headers: dict[str, str]) -> None:
    with pytest.raises(ApiError) as refused:
        check_origin(build_connection(headers))
    assert (refused.value.status, refused.value.kind) == (403, "origin")


@pytest.mark.parametrize("cookie", ODD_COOKIES)
def test_a_cookie_that_the_application_reads_is_checked(cookie: str) -> None:
    """What the framework takes for the seat's cookie is one here too, however it is written."""
    connection = build_connection(HOST | {"cookie": cookie})
    assert "seat" in connection.cookies
    with pytest.raises(ApiError):
        check_origin(connection)


def test_behind_tls_only_pages_sent_over_tls_may_write() -> None:
    check_origin(build_connection({"host": "parlor.test", "origin": "https://parlor.test"}, "https"))
    with pytest.raises(ApiError):
        check_origin(build_connection({"host": "parlor.test", "origin": "http://parlor.test"}, "https"))


IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
FRAME = LINK | {"Sec-Fetch-Dest": "iframe"}


def test_pages_of_other_sites_do_not_use_up_the_allowance_of_a_player(tmp_path: Path) -> None:
    once = FREE._replace(reads=Rate(1e-9, 2), writes=Rate(1e-9, 1), foreign=Rate(1e-9, 6))
    with served(tmp_path, once) as server:  # which took one read to see that it listens
        for headers in (IMAGE, FRAME, {"Sec-Fetch-Site": "cross-site"}):
            assert error(server.client.get("/api/games", headers=headers)) == (403, "origin")
            assert error(server.client.post("/api/tables", json={}, headers=headers | LINK)) == (
                403,
                "origin",
            )
        assert error(server.client.get("/api/games", headers=IMAGE)) == (429, "too much")
        assert server.client.get("/api/games", headers=LINK).status_code == 200  # the last of its allowance
        assert error(server.client.post("/api/tables", json={})) == (422, "malformed")


@pytest.mark.parametrize(
    ("host", "trusted", "asked", "status"),
    [
        ("127.0.0.1", [], "127.0.0.1:8000", 200),
        ("127.0.0.1", [], "LocalHost:8000", 200),
        ("127.0.0.1", [], "[::1]:8000", 200),
        ("127.0.0.1", [], "localhost:9000", 200),  # a forwarded port
        ("127.0.0.5", [], "127.0.0.5", 200),
        ("::1", [], "[::1]:8000", 200),
        ("127.0.0.1", [], "evil.test:8000", 421),
        ("127.0.0.1", [], "127.0.0.1.evil.test", 421),
        ("127.0.0.1", [], "127.0.0.1@evil.test", 421),
        ("127.0.0.1", [], "[::1", 421),
        ("127.0.0.1", ["127.0.0.1"], "parlor.test", 200),
        ("0.0.0.0", [], "parlor.test", 200),
        ("192.0.2.1", [], "parlor.test", 200),
    ],
)
def test_on_loopback_only_its_own_names_are_answered(
    host: str, trusted: list[str], asked: str, status: int
) -> None:
    async def test() -> None:
        app = SecurityMiddleware(Response(), RateLimiter(FREE), find_hosts(host, trusted))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            answer = await client.get("/", headers={"Host": asked})
            assert answer.status_code == status
            assert status == 200 or error(answer) == (421, "host")

    run(test())


def test_the_server_on_loopback_answers_to_no_other_name(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "primeparlor", "serve", "--port", "0"]
    with server_process.served(words, os.environ | {"PARLOR_HOME": str(tmp_path)}) as server:
        for path in ("/healthz", "/api/games"):
            assert server.client.get(path).status_code == 200
            assert error(server.client.get(path, headers={"Host": "evil.test"})) == (421, "host")

"""Writes from other sites are refused, by their origin."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from primeparlor.web.errors import ApiError
from primeparlor.web.middleware import check_origin

HOST = {"host": "parlor.test:8000"}
COOKIE = HOST | {"cookie": "theme=dark; seat=x"}
OURS = "http://parlor.test:8000"


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
        COOKIE | {"host": "parlor.test:443", "origin": "https://parlor.test"},
        COOKIE | {"host": "[::1]:8000", "origin": "http://[::1]:8000"},
    ],
)
def test_our_own_pages_and_programs_may_write(headers: dict[str, str]) -> None:
    check_origin(Headers(headers))


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
        check_origin(Headers(headers))
    assert (refused.value.status, refused.value.kind) == (403, "origin")

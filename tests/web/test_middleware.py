"""The door: buckets, addresses, origins."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from primeparlor.web.errors import ApiError
from primeparlor.web.middleware import (
    ClientLimits,
    Rate,
    RateLimiter,
    build_stream_limiter,
    build_task_limiter,
    check_origin,
    find_client,
)


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spent(purse: RateLimiter, client: str = "a", what: str = "writes") -> int | None:
    """How long to wait; None if there was a token."""
    try:
        purse.take(client, what)
    except ApiError as refused:
        return int(refused.headers["Retry-After"])
    return None


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    purse = RateLimiter(ClientLimits(writes=Rate(0.5, 3)), clock)
    assert [spent(purse) for _ in range(5)] == [None, None, None, 2, 2]
    clock.now = 2.0
    assert [spent(purse) for _ in range(2)] == [None, 2]
    clock.now = 1000.0
    assert [spent(purse) for _ in range(4)] == [None, None, None, 2]


def test_clients_and_things_have_buckets_of_their_own() -> None:
    purse = RateLimiter(ClientLimits(writes=Rate(1, 1), reads=Rate(1, 1)), Clock())
    assert spent(purse, "a") is None
    assert spent(purse, "b") is None
    assert spent(purse, "a", "reads") is None
    assert spent(purse, "a") == 1


def test_only_so_many_clients_are_remembered_and_those_who_ask_most_longest() -> None:
    clock = Clock()
    purse = RateLimiter(ClientLimits(writes=Rate(0.001, 2), clients=10), clock)
    assert [spent(purse, "greedy") for _ in range(3)][:2] == [None, None]
    for at in range(1000):
        spent(purse, f"client {at}")
        assert len(purse._buckets) <= 10
    assert spent(purse, "greedy") is not None
    clock.now = 1e9
    for at in range(20):
        spent(purse, f"new client {at}")
    assert spent(purse, "greedy") is None


def test_streams_are_counted_while_they_are_open() -> None:
    read = build_stream_limiter(ClientLimits(streams_each=1, streams=2))
    with read.hold_slot("a"), read.hold_slot("b"):
        for client in ("a", "c"):
            with pytest.raises(ApiError), read.hold_slot(client):
                pass
        assert read.count == 2
    assert (read.count, read.open) == (0, {})


def test_thoughts_are_counted_for_each_client_alone() -> None:
    asked = build_task_limiter(ClientLimits(thoughts_each=2))
    with asked.hold_slot("a"), asked.hold_slot("a"), asked.hold_slot("b"), asked.hold_slot("b"):
        with pytest.raises(ApiError) as refused, asked.hold_slot("a"):
            pass
        assert (refused.value.status, "Retry-After" in refused.value.headers) == (429, True)
    with asked.hold_slot("a"):
        pass


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address(address: str, client: str) -> None:
    assert find_client({"type": "http", "client": (address, 1)}) == client


def test_a_socket_without_an_address_is_one_client() -> None:
    assert find_client({"type": "http", "client": None}) == ""


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

"""The answer to Join is lost: the page asks again, and the seat is still this browser's own."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route

from browser_helpers import until
from hall_helpers import PATIENCE
from http_helpers import error
from parlor_helpers import Person


def losing(person: Person, times: int) -> Callable[[Route], None]:
    """Let the server do what is asked, but never answer, so many times."""
    lost = list[None]()

    def handle(route: Route) -> None:
        if len(lost) == times:
            route.continue_()
            return
        lost.append(None)
        sent = {"Content-Type": "application/json", "Origin": person.parlor.address}
        body = route.request.post_data_buffer
        httpx.post(route.request.url, content=body, headers=sent, timeout=PATIENCE).raise_for_status()
        route.abort()

    return handle


@pytest.mark.parametrize("come_again", [False, True])
def test_a_friend_whose_answer_was_lost_gets_the_seat(come_again: bool, host: Person, guest: Person) -> None:
    url = host.open("pocket-addition", opponent="friend", name="Mara")
    guest.come(url)
    guest.page.route("**/join", losing(guest, 100 if come_again else 2))
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith("/join")):
        guest.page.click("[data-key=join]")
    taken = httpx.post(f"{guest.parlor.address}/api{url.replace('/t/', '/tables/')}/join", json={})
    assert error(taken) == (409, "taken")
    if come_again:
        guest.page.unroute_all(behavior="wait")
        guest.come(url)
    until(guest.page, "() => localStorage.getItem('parlor.joining') === null")  # answered at last
    assert guest.view()["you"] == 2

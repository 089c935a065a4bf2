"""Requests that nobody should send: without rights, from elsewhere, or without sense."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import attacked
from server_attack.visitor import Friends, Visitor, choose_address, exchange, open_friends
from server_load.http_client import Answer

SEED = 20_261_118
ACTS = ("move", "undo", "answer", "resign", "rematch", "hint", "why", "moves", "link", "seat")
STALE_AFTER = 60  # requests of one address, then another one asks
TEXTS = ("", "4", "keep", "-1", "1e999", "\u0000", "٤", "4" * 100, "4" * 101, "<script>", "\u202e4", "🏠")
NUMBERS: tuple[Any, ...] = (0, -1, 1, 2**31, 2**53, 2**53 + 1, 2**64, 10**400, 1.5, "0", None, True, [], {})
NAMES = ("the house", "The House", "⌂", "🏠", "a\u202eb", "a\u0000b", "you", "Player 1", "x" * 41, 7, None)
NOT_JSON = (b"", b"{", b"[]", b"null", b'{"number":1e999}', b'{"number":0,"number":1}', b"\xff", b"[" * 9000)
PATHS = (
    "/static/../../cli.py",
    "/static/%2e%2e/app.py",
    "/t/%00",
    "/api/tables/%2e%2e%2f",
    "/games/../page.js",
    "/api/nothing",
    "/metrics/x",
    "//",
)


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Send a mix of requests from many addresses, while friends play on."""
    async with attacked(folder) as server:
        owner = Visitor(server.port, "127.0.0.1", report.counts)
        victims = [await open_friends(owner) for _ in range(plan.victims)]
        tokens = [token.encode() for victim in victims for token in victim.tokens]
        faults = list[str]()
        lanes = [
            _send_many(server.port, lane, plan, report, victims, tokens, faults) for lane in range(plan.lanes)
        ]
        played = await _play_on(owner, victims, lanes)
        report.counts["moves of friends meanwhile"] += sum(map(len, played))
        report.check(
            "a request without rights or sense is answered with a sentence, never with 5xx or a token",
            not faults,
            faults[:3],
        )
        seen = [[step["move"] for step in (await victim.view(owner))["steps"]] for victim in victims]
        report.check("nobody moved for another, and every move of the friends counts", seen == played)
        await _send_malformed(report, server.port)
        await _send_from_elsewhere(report, server.port, owner, victims[0])
        complaints = server.read_complaints()
        report.check("the server has logged no error", not complaints, complaints[:3])
        report.check(
            "no token is in the log or in a file name",
            not any(token in path.read_bytes() for token in tokens for path in folder.glob("*/parlor.log")),
        )
        owner.close()


async def _play_on(owner: Visitor, victims: list[Friends], lanes: list[Any]) -> list[list[int]]:
    """Let the friends play while the attack goes on; return the moves that were acknowledged."""
    attack = asyncio.gather(*lanes)
    played: list[list[int]] = [[] for _ in victims]
    while not attack.done():
        for victim, moves in zip(victims, played, strict=True):
            answer = await victim.move(owner, await victim.view(owner))
            if answer.status == 200:
                moves += [step["move"] for step in json.loads(answer.text)["steps"]]
        await asyncio.sleep(0.2)
    await attack
    return played


async def _send_many(
    port: int,
    lane: int,
    plan: Plan,
    report: Report,
    victims: list[Friends],
    tokens: list[bytes],
    faults: list[str],
) -> None:
    """Send one lane's share of the requests, from one address after the other."""
    chance = random.Random(SEED + lane)
    for first in range(0, plan.requests // plan.lanes, STALE_AFTER):
        address = choose_address(lane * 2_500 + first // STALE_AFTER)
        visitor = Visitor(port, address, report.counts)
        try:
            for _ in range(STALE_AFTER):
                method, path, body, headers = _choose(chance, victims)
                answer = await visitor.send(method, path, body, headers=headers)
                acts = method != "GET" and path.startswith("/api/tables/")
                if fault := _find_fault(answer, tokens, acts):
                    faults.append(f"{method} {path} {body!r:.100} {headers}: {fault}")
        finally:
            visitor.close()


def _choose(chance: random.Random, victims: list[Friends]) -> tuple[str, str, Any, dict[str, str]]:
    """Return one bad request: method, path, body and headers."""
    victim, other = chance.sample(victims, 2)
    wrong = "".join(chance.choices("ABCDEFabcdef0123456789-_", k=chance.choice((1, 43, 200, 201))))
    token: dict[str, str] = chance.choice(
        [
            {},
            {"Authorization": f"Bearer {wrong}"},
            {"Authorization": f"Bearer {chance.choice(other.tokens)}"},
            {"Authorization": f"Basic {victim.tokens[0]}"},
            {"Cookie": f"seat={victim.tokens[0]}"},
            {"Cookie": f"seat={victim.tokens[0]}", "Origin": "http://evil.test"},
            {"Cookie": f"seat={wrong}", "Sec-Fetch-Site": "cross-site"},
        ]
    )
    act, number, text = chance.choice(ACTS), chance.choice(NUMBERS), chance.choice(TEXTS)
    kind = chance.randrange(8)
    if kind == 0:
        return (
            "GET",
            f"{victim.path}{chance.choice(('', '/record', '/review', '/record?game=2'))}",
            None,
            token,
        )
    if kind == 1:
        return "POST", f"{victim.path}/{act}", chance.choice(NOT_JSON), token
    if kind == 2:
        return "POST", f"/api/tables/{wrong[:43]}/{act}", {"number": 0}, token
    if kind == 3:
        return chance.choice(("PUT", "DELETE", "PATCH", "OPTIONS")), f"{victim.path}/{act}", {}, token
    if kind == 4:
        return "GET", chance.choice(PATHS), None, token
    if kind == 5:
        body = {"game": chance.choice(("chess", "", 7, "prime-climb")), "name": chance.choice(NAMES)}
        return "POST", "/api/tables", body | {"rules": {"top": number}, "opponent": text}, token
    if kind == 6:
        return "POST", f"{victim.path}/join", {"name": chance.choice(NAMES), "key": text}, token
    extra = {"allow": chance.choice((True, "yes"))} if act == "answer" else {}
    return "POST", f"{victim.path}/{act}", {"number": number, "move": text} | extra, token


def _find_fault(answer: Answer, tokens: list[bytes], acts: bool) -> str:
    """Return what is wrong with the answer to a bad request, which may act at a table; "" if nothing is."""
    text = answer.text
    if any(token in text for token in tokens):
        return "a token was told"
    if answer.status >= 500:
        return f"{answer.status} {text!r:.200}"
    if answer.status >= 400 and text[:1] == b"{" and not json.loads(text)["error"]["message"].strip():
        return "an error without a sentence"
    return "it was allowed" if acts and answer.status < 400 else ""


async def _send_malformed(report: Report, port: int) -> None:
    """Send what is not HTTP, too long, or contradicts itself."""
    post = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    kinds = {
        "noise": b"\x00\xff" * 50 + b"\r\n\r\n",
        "no version": b"GET /\r\n\r\n",
        "a long address": b"GET /" + b"a" * 500_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "a long header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 500_000 + b"\r\n\r\n",
        "many headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
        "two lengths": post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "a length below zero": post + b"Content-Length: -1\r\n\r\n{}",
        "a length and chunks": post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "bad chunks": post + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "an unknown encoding": post + b"Transfer-Encoding: gzip\r\n\r\n",
        "two hosts": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\n\r\n",
        "a line break in a header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\rb\r\n\r\n",
    }
    report.counts["requests"] += len(kinds) + 2
    behind = b"GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    answers = await asyncio.gather(*(exchange(port, sent + behind) for sent in kinds.values()))
    broken = {
        kind: answer[:80]
        for kind, answer in zip(kinds, answers, strict=True)
        if not answer.startswith(b"HTTP/1.1 4") or answer.count(b"HTTP/1.1 ") > 1
    }
    report.check("what is not HTTP is refused, and nothing behind it is smuggled in", not broken, broken)
    large = post + b"Content-Length: 10000000\r\n\r\n" + b" " * 200_000
    told = await exchange(port, large)
    report.check(
        "a body that is too large is refused before it has arrived", b" 413 " in told[:20], told[:80]
    )
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n" + b"10000\r\n" + b" " * 65_536 + b"\r\n10000\r\n"
    told = await exchange(port, chunked + b" " * 65_536)
    report.check("so is one that does not say how large it is", b" 413 " in told[:20], told[:80])


async def _send_from_elsewhere(report: Report, port: int, owner: Visitor, victim: Friends) -> None:
    """Send what pages of other sites can cause, and requests for other hosts."""
    view = await victim.view(owner)
    seat = f"seat={victim.tokens[view['turn'] - 1]}"
    body = {"number": view["number"], "move": "2"}
    site = f"http://127.0.0.1:{port}"
    origins: list[dict[str, str]] = [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.test"},
        {"Origin": site.replace("http:", "https:")},
        {"Origin": "http://127.0.0.1:1"},
        {"Referer": "http://evil.test/"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.test"},
    ]
    cookies = (seat, f"a=b; {seat}", f'seat="{seat[5:]}"', f"{seat}; x")
    statuses = {
        (cookie[:6], *origin.items()): (
            await owner.post(f"{victim.path}/move", body, Cookie=cookie, **origin)
        ).status
        for origin in origins
        for cookie in cookies
    }
    let = [which for which, status in statuses.items() if status not in (401, 403)]
    report.check("no page of another site can move with a player's cookie", not let, let)
    image = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    visitor = Visitor(port, "127.0.9.9", report.counts)
    images = {(await visitor.send("GET", victim.path, headers=image)).status for _ in range(2_500)}
    mine = (await visitor.get(victim.path)).status
    visitor.close()
    report.check(
        "images of other sites are refused and take nothing from a player's allowance",
        images <= {403, 429} and mine == 200,
        (images, mine),
    )
    hosts = ("evil.test", "evil.test:80", "127.0.0.1.evil.test", "", "[::2]", "127.0.0.2@evil.test")
    answers = {
        host: await exchange(
            port, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        for host in hosts
    }
    report.counts["requests"] += len(hosts)
    let_in = [host for host, answer in answers.items() if b" 200 " in answer[:20]]
    report.check("on loopback the server answers to its own names only", not let_in, let_in)

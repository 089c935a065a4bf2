"""An endpoint for language models: chat completions as OpenAI has them, over HTTP.

One request asks for one reply, within a deadline that holds for everything: connecting, a body that drips,
pauses and retries. An endpoint that is busy or fails (status 408, 429 and 5xx, or a broken connection) is
asked again after growing pauses, or when its Retry-After says. Redirects are not followed, proxies and .netrc
are not used.

The key comes from the environment, `PARLOR_LLM_KEY`, or `PARLOR_LLM_KEY_` and the host's name for one host
alone. It goes to that host, and is taken out of whatever the endpoint sends back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from primeparlor.core import ParlorError
from primeparlor.players.player import EndpointFailed

if TYPE_CHECKING:
    import httpx2

KEY = "PARLOR_LLM_KEY"  # an environment variable
HIDDEN_KEY = "[key]"
LATE = "gave no complete reply in time"
LARGEST_REPLY = 1_000_000  # bytes
MOST_ATTEMPTS = 5
FIRST_PAUSE = 1.0  # seconds; each pause is twice as long as the one before
CONNECTION_SECONDS = 10.0
BUSY = {408, 429, *range(500, 600)}
WAYS_OUT = {  # what is usually wrong
    401: f": see what {KEY} holds",
    403: f": see what {KEY} holds",
    404: ": it may not know the model, or the address, which ends before /chat/completions",
}

Message: TypeAlias = dict[str, str]  # its role and content


class Reply(NamedTuple):
    """What a model has said."""

    content: str
    finish_reason: str | None = None  # "length" if it was cut off
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Attempt(NamedTuple):
    """One request and what came back: a reply, or a fault of the endpoint."""

    status: int | None  # of HTTP; None if nothing came
    raw: str  # the body as it came
    ms: int
    fault: str = ""
    reply: Reply | None = None


class ReplyLate(EndpointFailed):
    """Raised when no complete reply came in time, and nothing else was wrong."""


class _Fault(Exception):
    """Something that is wrong with an attempt: a sentence about the endpoint without its subject."""

    def __init__(self, text: str, pause: float | None = None, again: bool = False) -> None:
        super().__init__(text)
        self.pause, self.again = pause, again  # whether and when to try again


class ChatEndpoint:
    """One endpoint, and the key for it."""

    def __init__(self, base_url: str, *, first_pause: float = FIRST_PAUSE) -> None:
        self.base_url = check_url(base_url)
        self.host = self.base_url.split("/")[2]
        self.first_pause = first_pause
        self._key = find_key(self.base_url)
        self._written_key = _match_key(self._key)
        # certificates take long to load, and are the same for every request
        secure = self.base_url.lower().startswith("https:")
        self._certificates = load_client().create_ssl_context(trust_env=False) if secure else False

    def complete(
        self, model: str, messages: Sequence[Message], seconds: float, note: Callable[[Attempt], object]
    ) -> Reply:
        """Return the model's reply, and note every attempt; raise `EndpointFailed` if there is none."""
        body = json.dumps({"model": model, "messages": list(messages), "stream": False}).encode()
        work = self._complete(body, max(0.0, seconds), note)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(work)
        from concurrent.futures import ThreadPoolExecutor  # in a notebook, whose own loop is running

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, work).result()

    async def _complete(self, body: bytes, seconds: float, note: Callable[[Attempt], object]) -> Reply:
        httpx2 = load_client()
        faults: list[str] = []
        try:
            async with asyncio.timeout(seconds) as deadline:
                limits = httpx2.Timeout(None, connect=CONNECTION_SECONDS)
                async with httpx2.AsyncClient(
                    timeout=limits, trust_env=False, follow_redirects=False, verify=self._certificates
                ) as client:
                    while True:
                        try:
                            return await self._try_once(client, body, note)
                        except _Fault as fault:
                            faults.append(str(fault))
                            await asyncio.sleep(self._find_pause(fault, len(faults), deadline.when()))
        except TimeoutError:
            if faults:
                raise self._build_error(f"{faults[-1]}, and there is no time to try again") from None
            raise ReplyLate(f"{self.host} {LATE}.") from None

    def _build_error(self, fault: str) -> EndpointFailed:
        return EndpointFailed(f"{self.host} {fault}.")

    def _find_pause(self, fault: _Fault, attempts: int, deadline: float | None) -> float:
        """Return the seconds until the next attempt; raise `EndpointFailed` if there is none."""
        if not fault.again:
            raise self._build_error(str(fault)) from None
        if attempts >= MOST_ATTEMPTS:
            raise self._build_error(f"{fault}, {attempts} times in a row") from None
        pause = self.first_pause * 2 ** (attempts - 1) if fault.pause is None else fault.pause
        if deadline is not None and asyncio.get_running_loop().time() + pause > deadline:
            raise self._build_error(f"{fault}, and there is no time to try again") from None
        return pause

    async def _try_once(
        self, client: httpx2.AsyncClient, body: bytes, note: Callable[[Attempt], object]
    ) -> Reply:
        """Return the reply to one request; raise `_Fault` if there is none. Either is noted."""
        httpx2 = load_client()
        started, status, raw = time.monotonic(), None, b""

        def finish(fault: str = "", reply: Reply | None = None) -> None:
            ms = int((time.monotonic() - started) * 1000)
            note(Attempt(status, self._hide_key(raw.decode(errors="replace")), ms, fault, reply))

        try:
            async with client.stream(
                "POST", f"{self.base_url}/chat/completions", content=body, headers=self._build_headers()
            ) as response:
                status = response.status_code
                async for chunk in response.aiter_raw():
                    raw += chunk
                    if len(raw) > LARGEST_REPLY:
                        raw = raw[:LARGEST_REPLY]
                        raise _Fault("sent more than 1 MB")
            check_answer(status, response.headers)
            reply = read_reply(self._hide_key(raw.decode(errors="replace")))
            reply = reply._replace(content=self._hide_key(reply.content))  # its letters may have been escaped
        except _Fault as fault:
            finish(str(fault))
            raise
        except asyncio.CancelledError:
            finish(LATE)
            raise
        except httpx2.TransportError as error:  # its text may hold what was sent
            unreachable = isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout))
            text = "cannot be reached" if unreachable else "broke off the connection"
            finish(f"{text} ({type(error).__name__})")
            raise _Fault(f"{text} ({type(error).__name__})", again=True) from None
        finish(reply=reply)
        return reply

    def _build_headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        return headers | ({"Authorization": f"Bearer {self._key}"} if self._key else {})

    def _hide_key(self, text: str) -> str:
        return self._written_key.sub(HIDDEN_KEY, text) if self._key else text


def load_client() -> Any:
    """Return the module of the HTTP client; raise with what to install if it is missing."""
    try:
        import httpx2
    except ModuleNotFoundError:
        raise ParlorError(
            "Seats of language models need one more package: pip install 'primeparlor[llm]'"
        ) from None
    logging.getLogger("httpcore2").setLevel(logging.INFO)  # else it may log what an endpoint repeats
    return httpx2


def check_url(text: str) -> str:
    """Return the address without a slash at its end; raise if it is none, or holds a secret."""
    try:
        url = load_client().URL(text)
    except load_client().InvalidURL:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host:
        raise ParlorError("The address of an endpoint is a URL such as http://localhost:8000/v1.")
    if url.userinfo or url.query or url.fragment:
        raise ParlorError(
            f"The address of an endpoint has no name, key or question in it: a key belongs in {KEY}."
        )
    return text.rstrip("/")


def find_key(base_url: str) -> str:
    """Return the key for this endpoint from the environment; empty if there is none."""
    host: str = load_client().URL(base_url).host
    name = f"{KEY}_{re.sub('[^A-Za-z0-9]', '_', host).upper()}"
    key = os.environ.get(name, os.environ.get(KEY, "")).strip()
    if not re.fullmatch(r"[!-~]*", key):
        raise ParlorError(f"What {name if name in os.environ else KEY} holds cannot be a key.")
    return key


def _match_key(key: str) -> re.Pattern[str]:
    """Return a pattern for the key as it is, and as JSON may write it: with escaped letters."""
    return re.compile(
        "".join(rf"(?:\\{{0,4}}{re.escape(sign)}|\\{{1,4}}u00(?i:{ord(sign):02x}))" for sign in key)
    )


# What came back ----------------------------------------------------------------------------------


def check_answer(status: int, headers: Mapping[str, str]) -> None:
    """Raise `_Fault` unless this status and these headers belong to a reply."""
    if status in BUSY:
        raise _Fault(f"answered with status {status}", read_pause(headers.get("Retry-After")), again=True)
    if 300 <= status < 400:
        raise _Fault(f"answered with status {status}, and redirects are not followed")
    if status != 200:
        raise _Fault(f"answered with status {status}{WAYS_OUT.get(status, '')}")
    if headers.get("Content-Encoding", "identity") != "identity":
        raise _Fault("sent a compressed reply, which was not asked for")


def read_pause(text: str | None) -> float | None:
    """Return the seconds that a Retry-After header asks for; None if it says nothing that can be read."""
    if text is None:
        return None
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text.strip()):
        return float(text)
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def read_reply(text: str) -> Reply:
    """Return the reply in this body; raise `_Fault` if it holds none."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise _Fault("sent what is no JSON") from None
    data = data if isinstance(data, dict) else {}
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    choice = first if isinstance(first, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        raise _Fault("sent no choice with a message")
    finished, used = choice.get("finish_reason"), data.get("usage")
    usage = used if isinstance(used, dict) else {}
    return Reply(
        _read_content(message.get("content")),
        finished if isinstance(finished, str) else None,
        _read_count(usage.get("prompt_tokens")),
        _read_count(usage.get("completion_tokens")),
    )


def _read_content(content: object) -> str:
    """Return the text of a message, which may come in parts; empty if there is none."""
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return content if isinstance(content, str) else "".join(text for text in texts if isinstance(text, str))


def _read_count(count: object) -> int | None:
    return count if type(count) is int and count >= 0 else None

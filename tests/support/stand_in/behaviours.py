"""How a stand-in for a language model behaves: the model that a request names is the behaviour.

A behaviour that talks returns a reply; one that does something to the connection does it itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from primeparlor.core import Move, State
from primeparlor.notation import read_position

if TYPE_CHECKING:
    from support.stand_in.server import Handler

Behaviour: TypeAlias = Callable[["Handler", dict[str, Any]], None]
POSITION = re.compile(r"^Position: (.+)$", re.MULTILINE)
REFUSED, CUT_OFF = "was refused", "was cut off"  # what a prompt says after such an answer
ILLEGAL = 10**9
FLOOD = 5_000_000  # bytes


def find_text(request: dict[str, Any]) -> str:
    """Return all that the user has said, whether in one piece or in parts."""
    contents = [message["content"] for message in request["messages"] if message["role"] != "assistant"]
    return "\n".join(content if isinstance(content, str) else json.dumps(content) for content in contents)


def find_last(request: dict[str, Any]) -> str:
    return find_text({"messages": request["messages"][-1:]})


def choose_legal(handler: Handler, request: dict[str, Any]) -> Move:
    """Return a legal move in the position that the prompt gives."""
    state: State = read_position(POSITION.findall(find_text(request))[-1].strip())
    return handler.stand_in.choose(state)


def build_reply(content: Any, finish: str = "stop", **more: Any) -> dict[str, Any]:
    """Return a reply as an endpoint gives it."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    head = {"id": "stand-in", "object": "chat.completion", "created": 0, "model": "stand-in"}
    return {**head, "choices": [choice], "usage": usage, **more}


def answer(move: object) -> str:
    return f"I have thought about it.\n\nANSWER: {move}"


# Models, good and bad ------------------------------------------------------------------------------


def be_good(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply(answer(choose_legal(handler, request))))


def talk(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply(f"I would play {choose_legal(handler, request)}, because it is best."))


def send_illegal_json(handler: Handler, request: dict[str, Any]) -> None:
    move = choose_legal(handler, request)
    handler.send_json(build_reply(f'ANSWER: {move}\nThat is:\n{{"move": {ILLEGAL}}}'))


def be_illegal(handler: Handler, request: dict[str, Any]) -> None:
    move = choose_legal(handler, request)
    handler.send_json(build_reply(f'{{"move": "{move}"}} or rather\nANSWER: {ILLEGAL}'))


def learn(handler: Handler, request: dict[str, Any]) -> None:
    """Answer with an illegal move until told so."""
    (be_good if REFUSED in find_last(request) else be_illegal)(handler, request)


def be_empty(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply(""))


def be_null(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply(None))


def be_truncated(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply(answer(choose_legal(handler, request)), "length"))


def be_shorter(handler: Handler, request: dict[str, Any]) -> None:
    """Be cut off until told to be short."""
    (be_good if CUT_OFF in find_last(request) else be_truncated)(handler, request)


def send_parts(handler: Handler, request: dict[str, Any]) -> None:
    thought = {"type": "thinking", "thinking": "…"}
    text = {"type": "text", "text": answer(choose_legal(handler, request))}
    handler.send_json(build_reply([thought, text]))


def leave_usage_out(handler: Handler, request: dict[str, Any]) -> None:
    reply = build_reply(answer(choose_legal(handler, request)))
    del reply["usage"]
    handler.send_json(reply)


# Endpoints at fault --------------------------------------------------------------------------------


def be_busy(handler: Handler, request: dict[str, Any]) -> None:
    """Refuse every other request, with a Retry-After."""
    if handler.stand_in.count("429") % 2:
        headers = {"Retry-After": handler.stand_in.retry_after}
        handler.send_json({"error": {"message": "Too many requests"}}, 429, headers)
    else:
        be_good(handler, request)


def be_always_busy(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json({"error": {"message": "Too many"}}, 429, {"Retry-After": handler.stand_in.retry_after})


def fail(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json({"error": {"message": "Internal error"}}, 500)


def fail_once(handler: Handler, request: dict[str, Any]) -> None:
    (fail if handler.stand_in.count("500-once") % 2 else be_good)(handler, request)


def refuse(handler: Handler, request: dict[str, Any]) -> None:
    """Refuse the key, and repeat it."""
    message = f"Wrong key: {handler.headers.get('Authorization')}"
    handler.send_json({"error": {"message": message}}, 401)


def echo(handler: Handler, request: dict[str, Any]) -> None:
    """Answer rightly, with everything that came in the reply, also with escaped letters."""
    move, key = choose_legal(handler, request), str(handler.headers.get("Authorization"))
    reply = json.dumps(build_reply(f"{key} {dict(handler.headers)}\nESCAPED\nANSWER: {move}"))
    escaped = "".join(f"\\u{ord(sign):04X}" for sign in key)
    handler.send_text(reply.replace("ESCAPED", escaped), headers={"X-Echo": key})


def report_error(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json({"error": {"message": "The model is not loaded"}})


def hang(handler: Handler, request: dict[str, Any]) -> None:
    handler.stand_in.closing.wait()


def drip(handler: Handler, request: dict[str, Any]) -> None:
    """Send a good reply, byte by byte, and never to its end."""
    handler.start(200, 10**6)
    while not handler.stand_in.closing.wait(0.01):
        handler.write(b" ")


def drip_headers(handler: Handler, request: dict[str, Any]) -> None:
    handler.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.stand_in.closing.wait(0.01):
        handler.write(b"a")


def redirect(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_text("", 307, {"Location": handler.stand_in.elsewhere})


def send_html(handler: Handler, request: dict[str, Any]) -> None:
    move = choose_legal(handler, request)
    handler.send_text(f"<html><h1>Welcome</h1>\nANSWER: {move}", headers={"Content-Type": "text/html"})


def send_no_choices(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json(build_reply("") | {"choices": []})


def send_odd_choice(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_json({"choices": ["ANSWER: 5"], "usage": 5})


def nest(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_text("[" * 100_000)


def flood(handler: Handler, request: dict[str, Any]) -> None:
    reply = build_reply(" " * FLOOD + answer(choose_legal(handler, request)))
    handler.send_json(reply)


def compress(handler: Handler, request: dict[str, Any]) -> None:
    handler.send_text("{}", headers={"Content-Encoding": "gzip"})


def hang_up(handler: Handler, request: dict[str, Any]) -> None:
    """Close the connection without an answer."""


def break_off(handler: Handler, request: dict[str, Any]) -> None:
    handler.start(200, 1000)
    handler.write(b"{")


BEHAVIOURS: dict[str, Behaviour] = {
    "good": be_good,
    "prose": talk,
    "illegal-json": send_illegal_json,
    "illegal": be_illegal,
    "learns": learn,
    "empty": be_empty,
    "null": be_null,
    "truncated": be_truncated,
    "truncated-once": be_shorter,
    "parts": send_parts,
    "no-usage": leave_usage_out,
    "echo": echo,
    "429": be_busy,
    "429-always": be_always_busy,
    "500": fail,
    "500-once": fail_once,
    "401": refuse,
    "error": report_error,
    "hang": hang,
    "drip": drip,
    "drip-headers": drip_headers,
    "redirect": redirect,
    "html": send_html,
    "no-choices": send_no_choices,
    "odd-choice": send_odd_choice,
    "nested": nest,
    "5mb": flood,
    "compressed": compress,
    "hang-up": hang_up,
    "break-off": break_off,
}

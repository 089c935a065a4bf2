"""The API's description, and its shape: paths, parameters, fields, statuses and security."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from primeparlor.web.app import build_app
from support.web.http_server import SITE

# Named by others: their fields stand in one place.
NAMED = ("Error", "Outcome", "Step", "View", "Update", "Puzzle")
PLACE = "#/components/schemas/"


class Call(NamedTuple):
    """One call of the API, as described."""

    method: str
    path: str
    takes: str  # the content type of its body, if it has one
    statuses: set[int]


@cache
def describe_api() -> Any:
    """The description, without a server: it is the same for all."""
    registry: Any = SimpleNamespace(live_tables={})
    return build_app(registry, site=SITE).openapi()


def list_calls() -> list[Call]:
    """Every call that is described."""
    return [
        Call(
            method.upper(),
            path,
            next(iter(call.get("requestBody", {"content": {}})["content"]), ""),
            {int(status) for status in call["responses"]},
        )
        for path, methods in describe_api()["paths"].items()
        for method, call in methods.items()
    ]


def reduce_description(description: Any) -> dict[str, Any]:
    """The shape of every call, and of the answers that several calls share."""
    shape = {
        f"{method.upper()} {path}": _call(description, call)
        for path, methods in description["paths"].items()
        for method, call in methods.items()
    }
    named = {name: sorted(_fields(description, {"$ref": PLACE + name}, top=True)) for name in NAMED}
    return {"calls": shape, "named": named}


def _call(description: Any, call: Any) -> dict[str, Any]:
    body = call.get("requestBody", {"content": {}})
    answers = sorted(call["responses"].items())
    return {
        "id": call["operationId"],
        "security": [sorted(each) for each in call.get("security", [])],
        "parameters": sorted(
            f"{each['in']} {each['name']}{'' if each['required'] else '?'}"
            for each in call.get("parameters", [])
        ),
        "body": _content(description, body),
        "answers": {status: _content(description, answer) for status, answer in answers},
    }


def _content(description: Any, described: Any) -> dict[str, str]:
    """The fields of each content type."""
    return {
        kind: " ".join(sorted(_fields(description, one["schema"])))
        for kind, one in described["content"].items()
    }


def _fields(description: Any, schema: Any, at: str = "", top: bool = False) -> Iterator[str]:
    """Every field with its place; a question mark says that it may be missing."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PLACE)
        if name in NAMED and not top:
            yield f"{at}:{name}"
            return
        schema = description["components"]["schemas"][name]
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _fields(description, each, at)
    if items := schema.get("items") or schema.get("prefixItems", [{}])[0]:
        yield from _fields(description, items, f"{at}[]")
    for name, one in schema.get("properties", {}).items():
        inner = f"{at}.{name}".removeprefix(".")
        yield inner if name in schema.get("required", ()) else f"{inner}?"
        yield from _fields(description, one, inner)

"""The shape of the API: what its description says of paths, parameters, fields, statuses and security."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

NAMED = ("Error", "Outcome", "Step", "View", "Puzzle")  # schemas that others name: their fields stand in one place
PLACE = "#/components/schemas/"


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
    if "items" in schema:
        yield from _fields(description, schema["items"], f"{at}[]")
    for name, one in schema.get("properties", {}).items():
        inner = f"{at}.{name}".removeprefix(".")
        yield inner if name in schema.get("required", ()) else f"{inner}?"
        yield from _fields(description, one, inner)

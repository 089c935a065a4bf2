"""Sentences for requests that do not fit the API's description: each says what would fit.

Pydantic finds the place of the error. The sentence is about the schema that the description shows there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from primeparlor.web.api.bodies import build_body_error
from primeparlor.web.errors import ApiError
from primeparlor.web.json_encoder import EXACT

Schema: TypeAlias = Mapping[str, Any]
ORDER = ("missing", "extra_forbidden")  # errors of a whole object come before those of its values
TAGS = ("union_tag_invalid", "union_tag_not_found")


class Place(NamedTuple):
    """A place in a request: its schema, and how a sentence names it."""

    schema: Schema
    name: str


def translate_errors(errors: Sequence[Mapping[str, Any]], operation: Schema, schemas: Schema) -> ApiError:
    """Translate the errors that Pydantic found into the one that the client gets."""
    error = min(errors, key=lambda each: ORDER.index(each["type"]) if each["type"] in ORDER else len(ORDER))
    source, *path = error["loc"]
    if source != "body":
        place = _find_parameter(operation, path[0])
    elif path:
        place = _find_place(operation, schemas, path[:-1] if error["type"] in ORDER else path)
    else:
        return build_body_error("The body must be a JSON object.")
    return build_body_error(_format_sentence(error, place, schemas))


def describe_schema(schema: Schema) -> str:
    """Describe the expected value in words that follow "must be"."""
    if "anyOf" in schema:
        return " or ".join(describe_schema(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(json.dumps(each) for each in schema["enum"])
    least, most = schema.get("minimum"), schema.get("maximum")
    ranged = f" from {least:,g} to {_drop_point(most):,}" if least is not None and most is not None else ""
    return {
        "string": f"text of at most {schema.get('maxLength', EXACT):,} characters",
        "integer": f"a whole number{ranged}",
        "number": f"a number{ranged}",
        "boolean": "true or false",
        "null": "null",
        "object": "an object",
        "array": f"a list of at most {schema.get('maxItems', EXACT):,} items",
    }[schema.get("type", "object")]  # a reference, or one of several models


def _drop_point(number: float) -> float:
    """Return a whole number as an int: a generated schema has its bounds as floats."""
    return int(number) if number == int(number) else number


def _format_sentence(error: Mapping[str, Any], place: Place, schemas: Schema) -> str:
    if error["type"] in TAGS:
        tags = place.schema["discriminator"]
        return f"{tags['propertyName']} must be one of {', '.join(tags['mapping'])}."
    if error["type"] == "missing":
        return f"{place.name} lacks {error['loc'][-1]!r}."
    if error["type"] == "extra_forbidden":
        known = ", ".join(_resolve(place.schema, schemas).get("properties", ())) or "nothing"
        return f"{place.name} has an unknown key {_quote_key(error['loc'][-1])}. It may hold: {known}."
    return f"{place.name} must be {describe_schema(place.schema)}."


def _find_parameter(operation: Schema, name: str) -> Place:
    schema = next(each["schema"] for each in operation["parameters"] if each["name"] == name)
    return Place(_resolve(schema, {}), name)


def _find_place(operation: Schema, schemas: Schema, path: Iterable[str | int]) -> Place:
    """Return the place in the body that this path leads to."""
    [content] = operation["requestBody"]["content"].values()
    schema, name = content["schema"], "The body"
    for part in path:
        schema = _resolve(schema, schemas)
        if "discriminator" in schema:
            schema, name = {"$ref": schema["discriminator"]["mapping"][part]}, f"The change {part}"
        elif isinstance(part, int):
            schema, name = schema["items"], f"Each item of {name}"
        else:
            inner = schema.get("properties", {}).get(part, schema.get("additionalProperties"))
            schema, name = inner, _quote_key(part)
    return Place(schema, name)


def _resolve(schema: Schema, schemas: Schema) -> Schema:
    """Return the schema of the value itself: behind a reference, and where null may stand instead of it."""
    others = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    schema = others[0] if len(others) == 1 else schema
    found: Schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _quote_key(key: str) -> str:
    return repr(key[:40])

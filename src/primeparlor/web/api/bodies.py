"""Request bodies: JSON, checked against the schemas that the API's description shows."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from starlette.requests import ClientDisconnect, Request

from primeparlor.records.line import strict_json
from primeparlor.web.errors import ApiError
from primeparlor.web.json_encoder import EXACT
from primeparlor.web.threads import LARGE, run_in_thread

Schema: TypeAlias = dict[str, Any]


YES_NO: Schema = {"type": "boolean"}
NOTHING: Schema = {"type": "null"}


TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}


# Parts of a schema ----------------------------------------------------------------------------------


def text(most: int = 100, least: int = 0) -> Schema:
    """Build the schema of a text with at most, and at least, this many characters."""
    return {"type": "string", "maxLength": most} | ({"minLength": least} if least else {})


def whole(least: int, most: int = EXACT) -> Schema:
    """Build the schema of a whole number in this range."""
    return {"type": "integer", "minimum": least, "maximum": most}


def real(least: float, most: float) -> Schema:
    """Build the schema of a number in this range."""
    return {"type": "number", "minimum": least, "maximum": most}


def one_of(*values: object) -> Schema:
    """Build the schema of a value that is one of these."""
    return {"enum": list(values)}


def either(*schemas: Schema) -> Schema:
    """Build the schema of a value that fits one of these schemas."""
    return {"anyOf": list(schemas)}


def object_of(needed: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Build the schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": needed | (optional or {}),
        "required": list(needed),
        "additionalProperties": False,
    }


# Reading --------------------------------------------------------------------------------------------


async def read_bytes(request: Request, most: int) -> bytes:
    """Read the request body; raise before all of it has arrived if it is too large."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 20 and int(length) > most:
        raise _build_size_error(most)
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise _build_size_error(most)
    except ClientDisconnect:  # the client is gone and will not read this
        raise ApiError(408, "slow", "The body did not arrive.") from None
    return bytes(body)


def check_type(request: Request, wanted: str) -> None:
    """Raise unless the body has this content type: a page of another site cannot send it unasked."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        raise ApiError(415, "wrong type", f"Send the body as {wanted}.")


async def read_json(request: Request, schema: Schema, most: int) -> dict[str, Any]:
    """Read the request body as JSON that fits the schema."""
    check_type(request, "application/json")
    body = await read_bytes(request, most)
    return await run_in_thread(len(body) > LARGE, _read_object, body, schema)


def build_body_error(message: str) -> ApiError:
    """Build the error for a body that does not fit the schema."""
    return ApiError(422, "malformed", message)


def parse_json(body: bytes) -> Any:
    """Parse bytes as strict JSON."""
    try:
        text = body.decode()
        data = strict_json(text)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair cannot be stored or sent
    except UnicodeError:
        raise build_body_error("The body must be JSON in UTF-8.") from None
    except RecursionError:
        raise build_body_error("The body is nested too deeply.") from None
    except ValueError as error:  # json's own errors too
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise build_body_error(f"The body is not JSON: {what[:80]}.") from None
    return data


# Checking -------------------------------------------------------------------------------------------


def check_value(schema: Schema, value: Any, name: str) -> Any:
    """Return the value if it fits the schema; 3.0 becomes 3 where a whole number is expected."""
    if "anyOf" in schema:
        return _check_any(schema["anyOf"], value, name, schema)
    if "enum" in schema:
        if not any(type(value) is type(each) and value == each for each in schema["enum"]):
            raise build_body_error(f"{name} must be {describe_schema(schema)}.")
        return value
    kind = schema["type"]
    if kind == "integer" and type(value) is float and value.is_integer():
        value = int(value)
    if type(value) not in TYPES[kind] or not _is_in_range(schema, value):
        raise build_body_error(f"{name} must be {describe_schema(schema)}.")
    if kind == "object":
        return _check_object(schema, value, name)
    if kind == "array":
        return [check_value(schema["items"], item, f"Each item of {name}") for item in value]
    return value


def describe_schema(schema: Schema) -> str:
    """Describe the expected value in words that follow "must be"."""
    if "anyOf" in schema:
        return " or ".join(describe_schema(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(json.dumps(each) for each in schema["enum"])
    least, most = schema.get("minimum"), schema.get("maximum")
    ranged = f" from {least:,g} to {most:,}" if least is not None and most is not None else ""
    return {
        "string": f"text of at most {schema.get('maxLength', EXACT):,} characters",
        "integer": f"a whole number{ranged}",
        "number": f"a number{ranged}",
        "boolean": "true or false",
        "null": "null",
        "object": "an object",
        "array": f"a list of at most {schema.get('maxItems', EXACT):,} items",
    }[schema["type"]]


def _build_size_error(most: int) -> ApiError:
    return ApiError(413, "too large", f"Send at most {most:,} bytes.")


def _read_object(body: bytes, schema: Schema) -> dict[str, Any]:
    data = parse_json(body)
    if not isinstance(data, dict):
        raise build_body_error("The body must be a JSON object.")
    found: dict[str, Any] = check_value(schema, data, "The body")
    return found


def _check_any(schemas: list[Schema], value: Any, name: str, whole: Schema) -> Any:
    for schema in schemas:
        try:
            return check_value(schema, value, name)
        except ApiError:
            continue
    raise build_body_error(f"{name} must be {describe_schema(whole)}.")


def _is_in_range(schema: Schema, value: Any) -> bool:
    """Return True if the value is within the schema's limits of size or length."""
    if isinstance(value, str):
        return bool(schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", EXACT))
    if isinstance(value, list):
        return len(value) <= int(schema.get("maxItems", EXACT))
    if type(value) in (int, float):
        return bool(schema.get("minimum", -EXACT) <= value <= schema.get("maximum", EXACT))
    return True


def _check_object(schema: Schema, value: dict[str, Any], name: str) -> dict[str, Any]:
    properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    if missing := [key for key in schema.get("required", ()) if key not in value]:
        raise build_body_error(f"{name} lacks {missing[0]!r}.")
    if len(value) > int(schema.get("maxProperties", len(value))):
        raise build_body_error(f"{name} must be {describe_schema(schema)}.")
    unknown = [key for key in value if key not in properties]
    if unknown and rest is False:
        known = ", ".join(properties) or "nothing"
        raise build_body_error(f"{name} has an unknown key {_quote_key(unknown[0])}. It may hold: {known}.")
    free = set(unknown) if rest is True else set()
    return {
        key: item if key in free else check_value(properties.get(key, rest), item, _quote_key(key))
        for key, item in value.items()
    }


def _quote_key(key: str) -> str:
    return repr(key[:40])

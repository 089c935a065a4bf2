"""Errors in their one form, and data as it goes over the wire."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError

from primeparlor.core import IllegalMove, ParlorError, TooLarge
from primeparlor.match import Conflict, MatchError, NotYourTurn, StaleMove
from primeparlor.notation import NotationError
from primeparlor.records import RecordError, StoreError
from primeparlor.records.line import JsonLine
from primeparlor.web import errors
from primeparlor.web.api.bodies import parse_json
from primeparlor.web.api.models import common as models
from primeparlor.web.api.validation import translate_errors
from primeparlor.web.errors import BROKEN, RESPONSES, ApiError
from primeparlor.web.errors import translate_error as as_refused
from primeparlor.web.json_encoder import EXACT, encode_json
from primeparlor.web.responses import build_error_response


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (errors.NoSuchTable(), 404, "no table"),
        (errors.NoSuchGame(9), 404, "no game"),
        (errors.UnknownToken(), 401, "token"),
        (errors.ForeignSeat(), 403, "seat"),
        (errors.SeatTaken(), 409, "taken"),
        (errors.AlreadySeated(), 409, "seated"),
        (errors.NotOver("No."), 409, "not over"),
        (errors.FriendMissing(), 409, "waiting"),
        (errors.SecretPosition(), 409, "no hints"),
        (errors.TableFull("No."), 409, "full"),
        (errors.ServerFull("No."), 429, "too much"),
        (errors.TooBusy(), 503, "busy"),
        (errors.ServerClosing(), 503, "busy"),
        (errors.StoreFailed("No."), 503, "store"),
        (errors.TaskTimeout(), 422, "too large"),
        (errors.WorkerFailed(), 500, "broken"),
        (NotYourTurn("No."), 403, "turn"),
        (StaleMove("No."), 409, "stale"),
        (Conflict("No."), 409, "stale"),
        (MatchError("No."), 409, "not now"),
        (StoreError("No."), 503, "store"),
        (TooLarge("No."), 422, "too large"),
        (IllegalMove("No."), 422, "refused"),
        (NotationError("No."), 422, "refused"),
        (RecordError("line 1: no"), 422, "refused"),
        (ParlorError("No."), 422, "refused"),
        (KeyError("secret"), 500, "broken"),
    ],
)
def test_an_error_has_a_status_and_a_kind(error: Exception, status: int, kind: str) -> None:
    refused = as_refused(error)
    assert (refused.status, refused.kind) == (status, kind)
    assert ("Retry-After" in refused.headers) == (status in (429, 503))
    said = json.loads(bytes(build_error_response(error).body))
    assert said == {"error": {"kind": kind, "message": refused.message}}
    assert models.Error.model_validate(said).error.kind == kind


def test_what_nobody_foresaw_is_told_without_its_text() -> None:
    assert as_refused(ValueError("secret")).message == BROKEN


def test_each_error_is_told_before_what_it_derives_from() -> None:
    for at, (error, _, _) in enumerate(RESPONSES):
        assert not [
            later for later, _, _ in RESPONSES[at + 1 :] if issubclass(error, later) and later is error
        ]
        assert not [earlier for earlier, _, _ in RESPONSES[:at] if issubclass(error, earlier)]


def test_a_message_is_a_sentence() -> None:
    assert as_refused(RecordError("line 1: cut off")).message == "Line 1: cut off."


class Inner(models.Body):
    a: Annotated[str, Field(max_length=3)]


class Tagged(models.Body):
    do: Literal["one"]
    x: bool


class Other(models.Body):
    do: Literal["two"]


class Example(models.Body):
    """A body with a field of every kind."""

    needed: bool
    text: Annotated[str, Field(max_length=3)] = ""
    whole: Annotated[int, Field(ge=1, le=2000), models.WHOLE] = 1
    real: Annotated[float, Field(ge=0.5, le=2)] = 1
    side: Annotated[Literal[1, "toss"], models.ONE_OF] = 1
    may_be_null: Annotated[int, Field(ge=1, le=2), models.WHOLE] | None = None
    few: list[Annotated[str, Field(max_length=3)]] = Field([], max_length=1)
    flags: list[bool] = []
    numbers: dict[str, Annotated[int, Field(ge=0, le=9), models.WHOLE]] = {}
    inner: Inner | None = None
    changes: list[Annotated[Tagged | Other, Field(discriminator="do")]] = []


def refused(value: Any) -> str:
    """The sentence with which a body is refused."""
    schema = Example.model_json_schema()
    operation = {"requestBody": {"content": {"application/json": {"schema": schema}}}}
    with pytest.raises(ValidationError) as invalid:
        Example.model_validate(value)
    found = [{**error, "loc": ("body", *error["loc"])} for error in invalid.value.errors()]
    error = translate_errors(found, operation, schema["$defs"])
    assert (error.status, error.kind) == (422, "malformed")
    return error.message


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"text": "abcd"}, "'text' must be text of at most 3 characters."),
        ({"text": 1}, "'text' must be text of at most 3 characters."),
        ({"text": None}, "'text' must be text of at most 3 characters."),
        ({"whole": 0}, "'whole' must be a whole number from 1 to 2,000."),
        ({"whole": True}, "'whole' must be a whole number from 1 to 2,000."),
        ({"whole": 1.5}, "'whole' must be a whole number from 1 to 2,000."),
        ({"whole": "1"}, "'whole' must be a whole number from 1 to 2,000."),
        ({"real": 3}, "'real' must be a number from 0.5 to 2."),
        ({"real": "1"}, "'real' must be a number from 0.5 to 2."),
        ({"side": True}, "'side' must be 1 or \"toss\"."),
        ({"side": 1.0}, "'side' must be 1 or \"toss\"."),
        ({"may_be_null": "1"}, "'may_be_null' must be a whole number from 1 to 2 or null."),
        ({"few": ["", ""]}, "'few' must be a list of at most 1 items."),
        ({"few": ["abcd"]}, "Each item of 'few' must be text of at most 3 characters."),
        ({"flags": [0]}, "Each item of 'flags' must be true or false."),
        ({"numbers": {"x": 10}}, "'x' must be a whole number from 0 to 9."),
        ({"inner": {}}, "'inner' lacks 'a'."),
        ({"inner": []}, "'inner' must be an object or null."),
        ({"inner": {"a": "", "b": 1}}, "'inner' has an unknown key 'b'. It may hold: a."),
        ({"changes": [{"do": "one"}]}, "The change one lacks 'x'."),
        ({"changes": [{"do": "one", "x": 1}]}, "'x' must be true or false."),
        ({"changes": [{"do": "two", "x": 1}]}, "The change two has an unknown key 'x'. It may hold: do."),
        ({"changes": [{"do": "three"}]}, "do must be one of one, two."),
        ({"changes": [{}]}, "do must be one of one, two."),
        ({"changes": [1]}, "Each item of 'changes' must be an object."),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(value: Any, sentence: str) -> None:
    assert refused({"needed": True} | value) == sentence


def test_what_a_body_lacks_or_should_not_have_is_told_first() -> None:
    assert refused({"text": 1}) == "The body lacks 'needed'."
    assert refused([]) == "The body must be a JSON object."
    known = ", ".join(Example.model_fields)
    long = refused({"needed": True, "text": 1, "x" * 50: 1})
    assert long == f"The body has an unknown key {'x' * 40!r}. It may hold: {known}."


@pytest.mark.parametrize("sent", ['{"a": 1, "a": 2}', '{"a": NaN}', '{"a": -Infinity}', '{"a": 1e999}'])
def test_a_body_is_read_as_strictly_as_a_line_of_a_record(sent: str) -> None:
    with pytest.raises(ValueError, match=r"appears twice|is not a number|too large a number") as in_a_record:
        JsonLine.parse(sent.encode())
    with pytest.raises(ApiError) as in_a_body:
        parse_json(sent.encode())
    assert in_a_body.value.message == f"The body is not JSON: {in_a_record.value}."


def test_a_whole_number_may_be_written_with_a_point() -> None:
    found = Example.model_validate({"needed": True, "whole": 3.0}).whole
    assert (found, type(found)) == (3, int)


def test_numbers_that_a_browser_would_round_are_sent_as_text() -> None:
    large = 2**64 - 59
    data = {"total": large, "steps": [EXACT, EXACT + 1, -large], "half": 0.5, "yes": True, "pair": (1, large)}
    assert json.loads(encode_json(data)) == {
        "total": str(large),
        "steps": [EXACT, str(EXACT + 1), str(-large)],
        "half": 0.5,
        "yes": True,
        "pair": [1, str(large)],
    }

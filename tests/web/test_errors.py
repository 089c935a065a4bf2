"""Errors in their one form, and data as it goes over the wire."""

from __future__ import annotations

import json
from typing import Any

import pytest

from primeparlor.core import IllegalMove, ParlorError, TooLarge
from primeparlor.match import Conflict, MatchError, NotYourTurn, StaleMove
from primeparlor.notation import NotationError
from primeparlor.records import RecordError, StoreError
from primeparlor.records.line import JsonLine
from primeparlor.web import errors
from primeparlor.web.api.bodies import (
    check_value,
    describe_schema,
    either,
    object_of,
    one_of,
    parse_json,
    real,
    text,
    whole,
)
from primeparlor.web.api.response_schemas import SCHEMAS
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
    assert kind in SCHEMAS["Error"]["properties"]["error"]["properties"]["kind"]["enum"]


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


@pytest.mark.parametrize(
    ("schema", "value", "sentence"),
    [
        (text(3), "abcd", "x must be text of at most 3 characters."),
        (text(3), 1, "x must be text of at most 3 characters."),
        (whole(1, 2000), 0, "x must be a whole number from 1 to 2,000."),
        (whole(1, 2), True, "x must be a whole number from 1 to 2."),
        (whole(1, 2), 1.5, "x must be a whole number from 1 to 2."),
        (real(0.5, 2), 3, "x must be a number from 0.5 to 2."),
        (one_of(1, "toss"), True, 'x must be 1 or "toss".'),
        (either(whole(1, 2), {"type": "null"}), "1", "x must be a whole number from 1 to 2 or null."),
        ({"type": "array", "items": text(), "maxItems": 1}, ["", ""], "x must be a list of at most 1 items."),
        ({"type": "array", "items": {"type": "boolean"}}, [0], "Each item of x must be true or false."),
        (object_of({"a": text()}), {}, "x lacks 'a'."),
        (object_of({}, {"a": text()}), {"b": 1}, "x has an unknown key 'b'. It may hold: a."),
        (object_of({"a": text()}), {"a": None}, "'a' must be text of at most 100 characters."),
        (object_of({}), [], "x must be an object."),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(schema: Any, value: Any, sentence: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_value(schema, value, "x")
    assert (refused.value.status, refused.value.message) == (422, sentence)
    assert describe_schema(schema)


@pytest.mark.parametrize("sent", ['{"a": 1, "a": 2}', '{"a": NaN}', '{"a": -Infinity}'])
def test_a_body_is_read_as_strictly_as_a_line_of_a_record(sent: str) -> None:
    with pytest.raises(ValueError, match=r"appears twice|is not a number") as in_a_record:
        JsonLine.parse(sent.encode())
    with pytest.raises(ApiError) as in_a_body:
        parse_json(sent.encode())
    assert in_a_body.value.message == f"The body is not JSON: {in_a_record.value}."


def test_a_whole_number_may_be_written_with_a_point() -> None:
    found = check_value(whole(0, 5), 3.0, "x")
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

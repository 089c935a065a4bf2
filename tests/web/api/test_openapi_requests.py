"""The whole API against its own description: schemathesis makes requests up, right ones and wrong ones.

No request may bring a 5xx, and every answer has a status and a form that the description names.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from support.web.api_shape import describe_api
from support.web.http_server import LONG, Seat, Served, two_friends

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]


@pytest.fixture(scope="module")
def host(server: Served) -> Seat:
    return two_friends(server.client)[0]


@pytest.fixture(scope="module")
def puzzle(server: Served) -> str:
    name: str = server.client.post("/api/puzzles", json={"position": "pocket-addition turn=1"}).json()[
        "puzzle"
    ]
    return name


@schemathesis.serializer("application/jsonl")
def as_lines(context: schemathesis.SerializationContext, value: Any) -> bytes:
    """A body of text that should be a record."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


WHOLE = describe_api()


def made(thorough: bool, *addresses: str) -> Any:
    """The description of these addresses; if `thorough`, every edge of every schema is tried as well."""
    paths = {address: WHOLE["paths"][address] for address in addresses}
    schema = schemathesis.openapi.from_dict(WHOLE | {"paths": paths})
    schema.config.phases.coverage.enabled = thorough
    return schema


FEW = made(False, *WHOLE["paths"])


@pytest.fixture(params=WHOLE["paths"])
def thorough(request: pytest.FixtureRequest) -> Any:
    """One address at length, made only if it is tried: for all, that takes a second."""
    request.node._nodeid = request.node.nodeid  # Schemathesis 4.32 needs it, and pytest 9.2 has given it up
    return made(True, request.param)


MANY = schemathesis.pytest.from_fixture("thorough")


def check(case: schemathesis.Case[Any], server: Served, host: Seat, puzzle: str) -> None:
    """Ask as made up, and once more about a table and a puzzle that exist."""
    answered(case, server)
    if case.path.endswith("/stream"):
        return  # it would never end
    for name, real in (("table", host.table), ("puzzle", puzzle)):
        if name in case.path_parameters:
            case.path_parameters[name] = real
            answered(case, server, host.headers, known=True)


def answered(
    case: schemathesis.Case[Any], server: Served, headers: dict[str, str] | None = None, known: bool = False
) -> None:
    """Ask, and check the answer; unknown words behind the question mark are nobody's fault."""
    response = case.call(server.address, headers=headers, timeout=LONG)
    fits = known or case.query or response.status_code in (408, 413)
    case.validate_response(response, checks=CHECKS if fits else [*CHECKS, negative_data_rejection])


@FEW.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=3, suppress_health_check=SLOW)
def test_the_api_is_as_described(
    case: schemathesis.Case[Any], server: Served, host: Seat, puzzle: str
) -> None:
    check(case, server, host, puzzle)


@pytest.mark.prove
@pytest.mark.usefixtures("thorough")
@MANY.parametrize()
@settings(max_examples=200, suppress_health_check=SLOW)
def test_the_api_is_as_described_at_length(
    case: schemathesis.Case[Any], server: Served, host: Seat, puzzle: str
) -> None:
    check(case, server, host, puzzle)

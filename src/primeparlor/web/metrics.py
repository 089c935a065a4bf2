"""Metrics for Prometheus, as text: requests, durations, and what is open.

Written by hand because it is a page of text about one process; the client library would keep its metrics in
globals that all servers of a test run share.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from primeparlor.web import logging
from primeparlor.web.responses import build_error_response

BOUNDS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)  # seconds
ROUTE = "parlor.route"  # key in the scope: the route's pattern, without the values clients fill in
CONNECTION = "parlor.connection"  # key in the scope: uvicorn's object for this request
ELSEWHERE = "elsewhere"  # label of requests that match no route


class Metrics:
    """Metrics counted since the start."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.within: Counter[tuple[str, float]] = Counter()
        self.seconds: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a response."""
        self.requests[method, route, status] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]
        for bound in BOUNDS:
            self.within[route, bound] += seconds <= bound

    def format_text(self) -> str:
        """Format all metrics in Prometheus format."""
        return "\n".join(self._format_lines()) + "\n"

    def _format_lines(self) -> Iterator[str]:
        yield "# TYPE parlor_requests_total counter"
        for (method, route, status), count in sorted(self.requests.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            yield f"parlor_requests_total{{{labels}}} {count}"
        yield from self._format_histogram()
        for name, count in sorted(self.counts.items()):
            yield f"# TYPE parlor_{name}_total counter"
            yield f"parlor_{name}_total {count}"
        for name, gauge in sorted(self.gauges.items()):
            yield f"# TYPE parlor_{name} gauge"
            yield f"parlor_{name} {gauge():g}"
        yield "# TYPE parlor_start_time_seconds gauge"
        yield f"parlor_start_time_seconds {self.began:.3f}"

    def _format_histogram(self) -> Iterator[str]:
        yield "# TYPE parlor_request_seconds histogram"
        counts: Counter[str] = Counter()
        for (_, route, _), count in self.requests.items():
            counts[route] += count
        for route, count in sorted(counts.items()):
            for bound in BOUNDS:
                labels = f'route="{route}",le="{bound:g}"'
                yield f"parlor_request_seconds_bucket{{{labels}}} {self.within[route, bound]}"
            yield f'parlor_request_seconds_bucket{{route="{route}",le="+Inf"}} {count}'
            yield f'parlor_request_seconds_sum{{route="{route}"}} {self.seconds[route]:.6f}'
            yield f'parlor_request_seconds_count{{route="{route}"}} {count}'


class MetricsMiddleware:
    """Middleware that counts and logs every response, and answers for unexpected errors."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request and record its status and duration."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        scope[CONNECTION] = getattr(send, "__self__", None)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            logging.log_error(error, route=scope.get(ROUTE, ELSEWHERE))
            if not status:
                await build_error_response(error)(scope, receive, watched)
        finally:
            self._record_response(scope, status, time.perf_counter() - began)

    def _record_response(self, scope: Scope, status: int, seconds: float) -> None:
        route, method = scope.get(ROUTE, ELSEWHERE), scope["method"]
        method = method if method in ("GET", "HEAD", "POST") else "OTHER"
        self._metrics.count_response(method, route, status, seconds)
        logging.log_response(method, route, status, seconds)
